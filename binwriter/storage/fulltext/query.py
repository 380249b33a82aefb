"""What stands in AGAINST: words, or in boolean mode words with operators, phrases and groups.

Source: MySQL manual, 14.9.2 "Boolean Full-Text Searches".
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.formats.records import dataclass
from binwriter.storage.fulltext.words import Tokenizer, Word

_OPERATORS = "+-><~"


@dataclass(frozen=True)
class Term:
    """A word; prefix: word*."""

    word: Word
    text: str
    prefix: bool = False


@dataclass(frozen=True)
class Phrase:
    """Words that follow each other; near: within so many words of each other instead (InnoDB's "a b" @8)."""

    words: tuple[Word, ...]
    near: int = 0


@dataclass(frozen=True)
class Group:
    """Parts with their operators: + must be there, - must not, > < ~ count otherwise, '' may be there."""

    parts: tuple[tuple[str, Term | Phrase | Group], ...]


def words_of_query(text: str, tokenizer: Tokenizer) -> tuple[Word, ...]:
    """Natural language: each indexed word once."""
    return tuple(dict.fromkeys(tokenizer.words(text)))


def read_boolean(text: str, tokenizer: Tokenizer) -> Group:
    """Boolean mode. What the index has no word for is left out."""
    return _Reader(text, tokenizer).group()


class _Reader:
    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self._text = text
        self._at = 0
        self._tokenizer = tokenizer

    def group(self) -> Group:
        parts: list[tuple[str, Term | Phrase | Group]] = []
        operator = ""
        while self._at < len(self._text):
            char = self._text[self._at]
            if char == ")":
                self._at += 1
                break
            if char in _OPERATORS:
                operator = char
                self._at += 1
                continue
            if char == "(":
                self._at += 1
                parts.append((operator, self.group()))
            elif char == '"':
                parts += ((operator, term) for term in self._phrase())
            elif char.isalnum() or char == "_":
                parts += ((operator, term) for term in self._word())
            else:
                self._at += 1
                operator = "" if char.isspace() else operator
                continue
            operator = ""
        return Group(tuple(parts))

    def _phrase(self) -> Iterator[Phrase]:
        end = self._text.find('"', self._at + 1)
        end = len(self._text) if end < 0 else end
        inner = self._text[self._at + 1 : end]
        self._at = end + 1
        near = 0
        if self._text[self._at : self._at + 1] == "@" or self._text[self._at : self._at + 2] == " @":
            digits = self._text[self._at :].lstrip(" @")
            number = digits[: len(digits) - len(digits.lstrip("0123456789"))]
            near = int(number or 0)
            self._at = len(self._text) - len(digits) + len(number)
        words = tuple(self._tokenizer.words(inner))
        if words:
            yield Phrase(words, near)

    def _word(self) -> Iterator[Term | Phrase]:
        start = self._at
        while self._at < len(self._text) and (self._text[self._at].isalnum() or self._text[self._at] in "_'"):
            self._at += 1
        text = self._text[start : self._at]
        prefix = self._text[self._at : self._at + 1] == "*"
        self._at += prefix
        if self._tokenizer.ngram:
            words = tuple(self._tokenizer.words(text))
            if words:
                yield Phrase(words)
        elif prefix or self._tokenizer.is_indexed(text):
            yield Term(self._tokenizer.key(text), text, prefix)
