"""The tokens of a digest: their numbers and texts, and how values in a row become one.

The numbers (`data/digest_tokens.txt`) were found from the hashes that a 9.7.4 answers, one unknown at a time; held
against them by `tests/golden/clusters/digests.sql`.
"""

from __future__ import annotations

import struct
from functools import cache

from binwriter import data
from binwriter.formats.records import dataclass

VALUE, VALUES, _ROW, _ROW_LIST, _ROWS, _ROWS_LIST, NAMED, AT, _IN_VALUES, POSITION = (
    *(1100, 1101, 1102, 1103, 1104, 1105, 1106),
    *(64, 1110, 1111),
)
_NAME_AT, HINTS, HINTED, DOLLARS = 1107, 1108, 1109, 1204
_CONCAT = "OR_OR_CONCAT"  # || under PIPES_AS_CONCAT
_LONGEST_NAME = 64  # bytes that are shown
FAKE = {
    VALUE: "?",
    VALUES: "?, ...",
    _ROW: "(?)",
    _ROW_LIST: "(?) /* , ... */",
    _ROWS: "(...)",
    _ROWS_LIST: "(...) /* , ... */",
    _IN_VALUES: "IN (...)",
    HINTS: "/*+",
    HINTED: "*/",
    DOLLARS: "(unknown)",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A token; named: with its name, or with the position that it is."""

    number: int
    name: str | None = None  # of one that is named; of a position its number
    position: int = 0


@dataclass(frozen=True, slots=True)
class TokenTable:
    """The words by what they are read as, and how tokens are shown."""

    words: dict[str, int]
    calls: dict[str, int]  # words only before a (
    hints: dict[str, int]
    texts: dict[int, str]
    starts: frozenset[int]  # what an expression begins after


@cache
def token_table() -> TokenTable:
    """As the file has them."""
    words: dict[str, int] = {}
    calls: dict[str, int] = {}
    hints: dict[str, int] = {}
    texts = dict(FAKE)
    starts: set[int] = {ord(sign) for sign in "(,|&+-*/%^"}
    for line in data.content("digest_tokens.txt").decode().splitlines():
        if line.startswith("#") or not line:
            continue
        number, text, *others = line.split("\t")
        plain = text.rstrip("^")
        texts[int(number)] = plain
        if text != plain:
            starts.add(int(number))
        for word in (plain, *others):
            kind = hints if 1000 <= int(number) < 1100 else calls if word.endswith("(") else words
            kind[word.rstrip("(")] = int(number)
        texts[int(number)] = "||" if plain == _CONCAT else plain.rstrip("(")
    return TokenTable(words, calls, hints, texts, frozenset(starts))


class TokenStream:
    """The tokens so far, values in a row being made one."""

    def __init__(self, table: TokenTable) -> None:
        self.table = table
        self.tokens: list[Token] = []

    def last(self, back: int) -> int:
        """A token's number; 0 before the last name, as nothing looks beyond it."""
        if len(self.tokens) < back or any(token.number in (NAMED, POSITION) for token in self.tokens[-back:]):
            return 0
        return self.tokens[-back].number

    def add(self, number: int) -> None:
        """A token as it is."""
        self.tokens.append(Token(number))

    def named(self, name: str) -> None:
        """A name."""
        self.tokens.append(Token(NAMED, name))

    def signed(self) -> None:
        """A number takes the signs before it."""
        while self.last(1) in (43, 45) and self.last(2) in self.table.starts:
            self.tokens.pop()

    def value(self) -> None:
        """A value, which joins those before it."""
        if self.last(1) == ord(",") and self.last(2) in (VALUE, VALUES):
            del self.tokens[-2:]
            self.add(VALUES)
        else:
            self.add(VALUE)

    def closed(self) -> None:
        """The bracket at the end."""
        of = {VALUE: (_ROW, _ROW_LIST), VALUES: (_ROWS, _ROWS_LIST)}.get(self.last(1))
        if of is None or self.last(2) != ord("("):
            self.add(ord(")"))
            return
        del self.tokens[-2:]
        if self.last(1) == ord(",") and self.last(2) in of:
            del self.tokens[-2:]
            self.add(of[1])
        elif self.last(1) == self.table.words["IN"]:
            self.tokens.pop()
            self.add(_IN_VALUES)
        else:
            self.add(of[0])


def bytes_of(token: Token) -> bytes:
    """What is hashed of a token."""
    if token.number == POSITION:
        return struct.pack("<HI", POSITION, token.position)
    if token.name is None:
        return struct.pack("<H", token.number)
    name = token.name.encode()
    return struct.pack("<HH", token.number, len(name)) + name


def text_of(tokens: list[Token], table: TokenTable) -> str:
    """What is shown of them."""
    parts: list[str] = []
    apart = False
    for token in tokens:
        if token.name == "":
            continue
        if apart:
            parts.append(" ")
        if token.number == POSITION:
            parts.append(str(token.position))
        elif token.name is not None:
            parts.append(f"`{token.name}`" if len(token.name.encode()) <= _LONGEST_NAME else "...")
        else:
            parts.append(table.texts.get(token.number) or chr(token.number))
        apart = token.number not in (AT, _NAME_AT) and parts[-1] != "..."
    return "".join(parts)
