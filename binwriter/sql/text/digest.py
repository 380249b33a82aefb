"""The digest of a statement: its tokens, values left out, and the hash of them (STATEMENT_DIGEST, _DIGEST_TEXT).

Source: MySQL manual, "Performance Schema Statement Digests and Sampling", "Encryption and Compression Functions";
the numbers of tokens (`data/digest_tokens.txt`) were found from the hashes that a 9.7.4 answers
(`tests/golden/clusters/digests.sql`). A digest is of two bytes a token; of a name its length and bytes besides.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.text.digest_tokens import (
    AT,
    DOLLARS,
    HINTED,
    HINTS,
    POSITION,
    VALUES,
    Token,
    TokenStream,
    bytes_of,
    text_of,
    token_table,
)
from binwriter.sql.text.lexer import COMMENT, ENDS, NAME, RUNS, SPACE, STRING, Lexeme, lexemes
from binwriter.sql.text.words import BACKTICK

_OPERATORS = pattern(r"->>|->|<=>|<<|>>|<=|>=|<>|!=|![!<>]|:=|\|\||&&|.", re.DOTALL)
_NUMBER = pattern(r"0[xX][0-9a-fA-F]+|0b[01]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?")
_WORD = pattern(r"[\w$\x80-\U0010ffff]+")
_ALONE = pattern(
    r"\s*(?:[,;)]|\Z|(?:ASC|DESC|WITH|HAVING|LIMIT|ORDER|WINDOW|FOR|UNION|EXCEPT|INTERSECT|INTO|SEPARATOR|QUALIFY"
    r"|ROWS|RANGE|GROUPS|LOCK)\b)",
    re.IGNORECASE,
)
_DOLLAR = pattern(r"\$([^\s$]*)\$.*?\$\1\$", re.DOTALL)
_BEFORE_EXPRESSIONS_TEXT = (
    "( , + - * / % ^ | & << >> < <= > >= <=> != = := || && -> ->> SELECT WHEN THEN ELSE CASE AND OR XOR BETWEEN LIKE"
    " RLIKE DIV MOD RETURN IF ELSEIF WHILE UNTIL WHERE HAVING ON DISTINCTROW ALL INTERVAL VALUE VALUES DO IN"
    " ROW LIMIT BY DEFAULT FROM FOR RETURNS CALL EVERY AT STARTS ENDS ESCAPE"
)
_BEFORE_EXPRESSIONS = frozenset(_BEFORE_EXPRESSIONS_TEXT.split())

_SCOPES = frozenset({"GLOBAL", "SESSION", "LOCAL", "PERSIST", "PERSIST_ONLY"})
_LIST_ENDS = "HAVING LIMIT WINDOW FOR UNION EXCEPT INTERSECT INTO SEPARATOR QUALIFY SELECT ROWS RANGE"
_AFTER_LISTS = frozenset(_LIST_ENDS.split())
_CHARSET_NAMES = (
    "armscii8 ascii big5 binary cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 cp932 dec8 eucjpms euckr gb18030 gb2312"
    " gbk geostd8 greek hebrew hp8 keybcs2 koi8r koi8u latin1 latin2 latin5 latin7 macce macroman sjis swe7 tis620 ucs2"
    " ujis utf16 utf16le utf32 utf8 utf8mb3 utf8mb4"
)
_CHARSETS = frozenset(_CHARSET_NAMES.split())


@dataclass(frozen=True, slots=True)
class Digest:
    """The text, as DIGEST_TEXT has it, and the hash, as DIGEST."""

    text: str
    hash: str


def digest_of(text: str, *, ansi_quotes: bool = False, backslashes: bool = True, pipes: bool = False) -> Digest:
    """The digest of one statement's text that was found to be one."""
    table = token_table()
    stream = TokenStream(table)
    _Reader(text, stream, ansi_quotes, backslashes, pipes).read()
    tokens = stream.tokens
    while tokens and tokens[-1].number == ord(";"):
        tokens.pop()
    data = b"".join(map(bytes_of, tokens))
    return Digest(text_of(tokens, table), hashlib.sha256(data).hexdigest())


class _Reader:
    """Reads a text into a stream of tokens."""

    def __init__(self, text: str, stream: TokenStream, ansi_quotes: bool, backslashes: bool, pipes: bool) -> None:
        pieces = lexemes(text, ansi_quotes=ansi_quotes, backslashes=backslashes, version=90704)
        self.pieces = [
            piece for piece in pieces if piece.lastgroup not in (SPACE, RUNS, ENDS) and not _is_comment(piece)
        ]
        self.text = text
        self.stream = stream
        self.table = stream.table
        self.pipes = pipes
        self.lists: list[int] = []  # depths of ORDER BY and GROUP BY under way
        self.depth = 0

    def read(self) -> None:
        for word, kind, start in self._words():
            self._take(word, kind, start)

    def _words(self) -> Iterator[tuple[str, str, int]]:
        end = 0
        for piece in self.pieces:
            if piece.start() < end:
                continue
            start, kind = piece.start(), str(piece.lastgroup)
            if (dollars := self._dollars(piece)) is not None:
                kind, end = "dollars", dollars
            elif kind in (STRING, NAME, COMMENT):
                end = piece.end()
            elif (end_of_number := self._number(start)) is not None:
                kind, end = "number", end_of_number
            elif kind == "word":
                bare = piece[0].lstrip("@")
                if bare != piece[0]:
                    for place in range(len(piece[0]) - len(bare)):
                        yield "@", "symbol", start + place
                    start += len(piece[0]) - len(bare)
                end = piece.end()
            else:
                match = _OPERATORS.match(self.text, start)
                assert match is not None
                kind, end = "symbol", match.end()
            yield self.text[start:end], kind, start

    def _dollars(self, piece: Lexeme) -> int | None:
        """Where the text of a program in another language ends that begins here."""
        tokens = self.stream.tokens
        if not piece[0].startswith("$") or not tokens or tokens[-1].number != self.table.words["AS"]:
            return None
        match = _DOLLAR.match(self.text, piece.start())
        return match.end() if match is not None else None

    def _number(self, start: int) -> int | None:
        match = _NUMBER.match(self.text, start)
        before = self.text[start - 1 : start]
        if match is None or (self.text[start] == "." and before and (before.isalnum() or before in '`_$"')):
            return None
        word = _WORD.match(self.text, match.end())
        if word is not None and self.text[start] != ".":
            return None
        if start and self.text[start - 1] == ".":
            before = self.text[start - 2 : start - 1]
            if before.isalnum() or before in "`_$":
                return None
        return match.end()

    def _take(self, word: str, kind: str, start: int) -> None:
        stream, end = self.stream, start + len(word)
        if kind == STRING:
            prefix = self.text[start - 1 : start].lower()
            if prefix in ("x", "b", "n") and stream.tokens and stream.tokens[-1].name in ("x", "X", "b", "B", "n", "N"):
                stream.tokens.pop()
                if prefix != "n":
                    stream.signed()
            stream.value()
        elif kind == "number":
            stream.signed()
            self._numbered(word, end)
        elif kind == NAME:
            quote = word[0]
            stream.named(word[1:-1].replace(quote * 2, quote).replace(BACKTICK, quote))
        elif kind == "dollars":
            stream.add(DOLLARS)
        elif kind == "word":
            self._word(word, start, end)
        elif kind == COMMENT:
            self._hint(word)
        else:
            self._symbol(word)

    def _is_system(self, start: int) -> bool:
        return self.text[max(start - 2, 0) : start] == "@@"

    def _numbered(self, word: str, end: int) -> None:
        last = self.stream.tokens[-1].number if self.stream.tokens else 0
        in_list = bool(self.lists) and self.lists[-1] == self.depth
        begins = last in (self.table.words["BY"], ord(",")) or (last == VALUES)
        if (
            in_list
            and begins
            and _ALONE.match(self.text, end)
            and word.isdigit()
            and 0 < (place := whole_number(word)) < 1 << 32
        ):
            self.stream.tokens.append(Token(POSITION, None, place))
        else:
            self.stream.value()

    def _symbol(self, word: str) -> None:
        stream = self.stream
        if word == "(":
            self.depth += 1
            stream.add(ord("("))
        elif word == ")":
            while self.lists and self.lists[-1] >= self.depth:
                self.lists.pop()
            self.depth -= 1
            stream.closed()
        elif word == "?":
            stream.value()
        elif word == "||" and self.pipes:
            stream.add(self.table.words["OR_OR_CONCAT"])
        elif word in self.table.words:
            stream.add(self.table.words[word])
        elif word[0] == "!":  # with a sign behind it that means nothing (see `unlike_tokens`)
            stream.add(ord("!"))
        else:
            for sign in word:
                stream.add(ord(sign))

    def _word(self, word: str, start: int, end: int) -> None:
        stream, upper = self.stream, word.upper()
        last = stream.tokens[-1].number if stream.tokens else 0
        after = self.text[end : end + 1]
        if last == AT and not self._is_system(start):
            stream.value()
            return
        dotted = after == "." and _WORD.match(self.text, end + 1) is not None
        if (
            self.text[start - 1 : start] == "."
            or (dotted and last != AT)
            or (dotted and last == AT and upper not in _SCOPES)
        ):
            stream.named(word)
            return
        if upper == "ROLLUP" and last == self.table.words["WITH"]:
            stream.tokens.pop()
            upper = "WITH ROLLUP"
        number = self.table.words.get(upper)
        if number is None and after == "(":
            number = self.table.calls.get(upper)
        if word.startswith("_") and word[1:].lower() in _CHARSETS:
            number = self.table.words["(_charset)"]
        if number is None:
            stream.named(word)
        elif upper == "NULL" and self._is_value():
            stream.value()
        else:
            if upper == "BY" and stream.last(1) in {self.table.words[word] for word in ("ORDER", "GROUP", "PARTITION")}:
                self.lists.append(self.depth)
            elif upper in _AFTER_LISTS:
                while self.lists and self.lists[-1] == self.depth:
                    self.lists.pop()
            stream.add(number)

    def _is_value(self) -> bool:
        """Whether NULL is a value here, not an attribute or what IS asks for."""
        texts = [
            self.table.texts.get(token.number) or chr(token.number)
            for token in self.stream.tokens[-2:]
            if token.name is None
        ]
        if len(texts) < min(2, len(self.stream.tokens)) and self.stream.tokens[-1].name is not None:
            return False
        last = texts[-1] if texts else ""
        if last == "NOT":
            return len(texts) > 1 and texts[0] in _BEFORE_EXPRESSIONS
        return last in _BEFORE_EXPRESSIONS

    def _hint(self, comment: str) -> None:
        first = self.stream.tokens[-1].number if self.stream.tokens else 0
        if first not in {self.table.words[word] for word in ("SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE")}:
            return
        if not comment[3:-2].strip():
            return
        self.stream.add(HINTS)
        for piece in lexemes(comment[3:-2]):
            word, kind = piece[0], piece.lastgroup
            if kind == SPACE:
                continue
            if kind == NAME:
                self.stream.named(word[1:-1])
            elif kind == "word" and word.isdigit():
                self.stream.value()
            elif kind == "word":
                bare = word.lstrip("@")
                for _ in range(len(word) - len(bare)):
                    self.stream.add(AT)
                number = self.table.hints.get(bare.upper())
                if number is not None:
                    self.stream.add(number)
                else:
                    self.stream.named(bare)
            elif kind == STRING:
                self.stream.value()
            elif word == ")":
                self.stream.closed()
            else:
                self.stream.add(ord(word[0]))
        self.stream.add(HINTED)


def _is_comment(piece: Lexeme) -> bool:
    return piece.lastgroup == COMMENT and not piece[0].startswith("/*+")
