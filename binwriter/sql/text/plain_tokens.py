"""The tokens of a plain text as sqlglot's tokenizer makes them, by one regular expression.

Plain is a text of words, numbers, strings and signs that mean the same wherever they stand. What a word means follows
from it and the character behind it: sqlglot is asked once. All other texts it reads itself.
"""

from __future__ import annotations

import re
from typing import Any

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.formats.patterns import pattern

_LEXEME = pattern(
    r"""(?P<space>[ \t\n]+)"""
    r"""|(?P<word>[A-Za-z_][A-Za-z0-9_$]*)(?![\w$'"`])"""
    r"""|(?P<sign>[(),;]|\.(?![0-9])|[<>=!|&:+*/%^~?-]+)"""
    r"""|(?P<number>[0-9]+(?:\.[0-9]+)?)(?![\w$]|[ \t\n]*\.)"""
    r"""|(?P<string>'[^'\\\n\r]*')(?!')"""
    r"""|(?P<name>`[^`\\\n\r]+`)(?!`)""",
    re.ASCII,
)
_SECOND = pattern(r"[ \t]+([A-Za-z]+)(?![\w$'\"`])", re.ASCII)
_ALONE = ("<=>", ">=", "<=", "<>", "!=", ":=", "||", "&&", *"(),;.<>=!|&:+*/%^~?-")
_KINDS = {"number": TokenType.NUMBER, "string": TokenType.STRING, "name": TokenType.IDENTIFIER}
TIGHT_NOT = "!\t "  # how `modes` writes a NOT that binds as ! does
_MOST = 20_000  # words that are kept

_Word = tuple[TokenType, str, int]


class _Vocabulary:
    """What the words and signs of one kind of tokenizer mean. Shared by threads: a table is only ever added to."""

    def __init__(self, core: Any) -> None:
        known = {**core.single_tokens, **core.keywords}
        self.signs: dict[str, TokenType] = {sign: known[sign] for sign in _ALONE}
        self.commands = frozenset(core.commands)  # the text behind them may be one token
        self.seconds: dict[str, set[str]] = {}  # keywords of two words, by the first
        self.joined = {key.partition("-")[0] for key in core.keywords if key[0].isalpha() and "-" in key}
        for keyword in core.keywords:
            first = keyword.partition(" ")[0]
            if first != keyword:
                self.seconds.setdefault(first, set()).add(keyword)
        self.words: dict[tuple[str, str], tuple[TokenType, str]] = {}


_vocabularies: dict[type, _Vocabulary] = {}


def forget_words() -> None:
    """Lets the words go that were met, of all tokenizers."""
    for vocabulary in list(_vocabularies.values()):
        vocabulary.words.clear()


class PlainTokens:
    """What one of sqlglot's tokenizers makes of plain texts. Of one thread."""

    def __init__(self, tokenizer: Any) -> None:
        self._core, kind = tokenizer._core, type(tokenizer)
        if kind not in _vocabularies:
            _vocabularies[kind] = _Vocabulary(self._core)
        self._vocabulary = _vocabularies[kind]

    def of(self, text: str) -> list[Token] | None:
        """The tokens; None where the tokenizer is to be asked."""
        tokens: list[Token] = []
        line, line_start, place, end = 1, 0, 0, len(text)
        match, words, signs = _LEXEME.match, self._vocabulary.words, self._vocabulary.signs
        while place < end:
            found = match(text, place)
            if found is None:
                return None
            start, place, kind = place, found.end(), found.lastgroup
            if kind == "space":
                lines = text.count("\n", start, place)
                if lines:
                    line, line_start = line + lines, text.rindex("\n", start, place) + 1
                continue
            lexeme: str = found[0]
            if kind == "word":
                word = words.get((lexeme, text[place : place + 1]))
                if word is None:
                    asked = self._word(text, lexeme, place)
                    if asked is None:
                        return None
                    type_, lexeme, place = asked
                else:
                    type_, lexeme = word
            elif kind == "sign":
                sign = signs.get(lexeme)
                if sign is None:
                    return None
                type_ = sign
            else:
                type_ = _KINDS[kind]  # type: ignore[index]
                if kind != "number":
                    lexeme = lexeme[1:-1]
            tokens.append(Token(type_, lexeme, line, place - line_start, start, place - 1))
        return tokens

    def _word(self, text: str, word: str, end: int) -> _Word | None:
        """Its type, its text in a token, and where that ends. end: of the word."""
        vocabulary = self._vocabulary
        commands, words = vocabulary.commands, vocabulary.words
        behind, seconds = text[end : end + 1], vocabulary.seconds.get(word.upper())
        if seconds is not None and behind.isspace():
            second = _SECOND.match(text, end)
            keyword = "" if second is None else f"{word} {second[1]}".upper()
            if second is None or keyword not in seconds or self._core.keywords[keyword] in commands:
                return None
            return self._core.keywords[keyword], keyword, second.end()
        if behind == "-" and word.upper() in vocabulary.joined:
            return None
        known = self._core.keyword_trie
        for char in word.upper():
            known = known.get(char)
            if known is None:  # no keyword begins so, and the tokenizer takes all of the word at once
                type_ = self._core.keywords.get(word.upper(), TokenType.VAR)
                return None if type_ in commands else (type_, word, end)
        first = self._core.tokenize(word + behind)[0]
        if first.end != len(word) - 1 or first.token_type in commands:
            return None
        if len(words) >= _MOST:
            words.clear()
        words[word, behind] = first.token_type, first.text
        return first.token_type, first.text, end
