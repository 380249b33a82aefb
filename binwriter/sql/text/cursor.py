"""A walk over a statement's tokens for the parts of MySQL's grammar that sqlglot has not, or reads too loosely.

sqlglot's tokenizer joins some words (`PRIMARY KEY`, `DOUBLE PRECISION`); here every word stands alone.
"""

from __future__ import annotations

from enum import Enum

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.reserved_words import RESERVED_WORDS
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.text.words import Words, syntax_error

_QUERIES = ("SELECT", "WITH", "TABLE")  # which are no expressions without brackets of their own


class PieceKind(Enum):
    """What a piece of a statement's text is."""

    WORD = "word"
    QUOTED_NAME = "quoted name"
    STRING = "string"
    NATIONAL = "national string"
    HEX = "hexadecimal literal"
    BIT = "bit literal"
    NUMBER = "number"
    INTRODUCER = "introducer"
    SYMBOL = "symbol"
    END = "end"


@dataclass(frozen=True, slots=True)
class Piece:
    """text is decoded (no quotes, no escapes); start and end are offsets in the statement, end exclusive."""

    kind: PieceKind
    text: str
    start: int
    end: int


_KINDS = {
    TokenType.STRING: PieceKind.STRING,
    TokenType.NATIONAL_STRING: PieceKind.NATIONAL,
    TokenType.HEX_STRING: PieceKind.HEX,
    TokenType.BIT_STRING: PieceKind.BIT,
    TokenType.NUMBER: PieceKind.NUMBER,
    TokenType.INTRODUCER: PieceKind.INTRODUCER,
}
_WORD = pattern(r"[^\t-\r ]+")
_LARGEST_SMALL = (1 << 31) - 1
_WORD_START = pattern(r"[\w$\x80-\uffff]")


class Cursor:
    """The current piece and what may be done with it. Every `expect` raises ER_PARSE_ERROR at the current piece."""

    def __init__(self, words: Words) -> None:
        self.text = words.text
        self._pieces = [piece for token in words.tokens for piece in _pieces(token, words.text)]
        self._position = 0
        self._refuse_executable_comments()

    def _refuse_executable_comments(self) -> None:
        """The tokenizer drops comments, but a server runs what stands in /*! ... */."""
        end = 0
        for piece in [*self._pieces, Piece(PieceKind.END, "", len(self.text), len(self.text))]:
            place = self.text.find("/*!", end, piece.start)
            if place >= 0:
                raise UnsupportedError("/*! ... */", self.text, place)
            end = piece.end

    @property
    def piece(self) -> Piece:
        return self.ahead(0)

    @property
    def at_end(self) -> bool:
        return self._position >= len(self._pieces)

    @property
    def offset(self) -> int:
        """Where the current piece begins in the statement."""
        return self.piece.start

    def ahead(self, count: int) -> Piece:
        position = self._position + count
        if position < len(self._pieces):
            return self._pieces[position]
        return Piece(PieceKind.END, "", len(self.text), len(self.text))

    def next(self) -> Piece:
        """Takes the current piece."""
        piece = self.piece
        self._position += 1
        return piece

    def word(self, count: int = 0) -> str:
        """The word there in upper case; '' for anything else."""
        piece = self.ahead(count)
        return piece.text.upper() if piece.kind is PieceKind.WORD else ""

    def at(self, *words: str) -> bool:
        return all(self.word(count) == word for count, word in enumerate(words))

    def accept(self, *words: str) -> bool:
        """Takes these words if they come next."""
        if not self.at(*words):
            return False
        self._position += len(words)
        return True

    def expect(self, *words: str) -> None:
        for word in words:
            if not self.accept(word):
                raise self.error()

    def at_symbol(self, symbol: str) -> bool:
        return self.piece.kind is PieceKind.SYMBOL and self.piece.text == symbol

    def accept_symbol(self, symbol: str) -> bool:
        if not self.at_symbol(symbol):
            return False
        self._position += 1
        return True

    def user_variable(self) -> str:
        """The name behind an @: bare words with dots between them, or one that is quoted."""
        piece = self.next()
        if piece.kind not in (PieceKind.WORD, PieceKind.QUOTED_NAME, PieceKind.STRING, PieceKind.NUMBER):
            self._position -= 1
            raise self.error()
        name, bare = piece.text, (PieceKind.WORD, PieceKind.NUMBER)
        while piece.kind in bare and piece.end == self.piece.start and (self.piece.kind in bare or self.at_symbol(".")):
            name += self.next().text
            piece = Piece(PieceKind.WORD, name, piece.start, self.ahead(-1).end)
        return name

    def expect_end(self) -> None:
        if not self.at_end:
            raise self.error()

    def expect_symbol(self, symbol: str) -> None:
        if not self.accept_symbol(symbol):
            raise self.error()

    @property
    def at_name(self) -> bool:
        """A quoted name, or a word that is not reserved."""
        return self.piece.kind is PieceKind.QUOTED_NAME or (
            self.piece.kind is PieceKind.WORD
            and (self.word() not in RESERVED_WORDS or self.text[self.piece.end : self.piece.end + 1] == ".")
            and not self.piece.text.isdigit()
        )

    def name(self) -> str:
        if not self.at_name:
            raise self.error()
        return self.next().text

    def name_behind_dot(self) -> str:
        """A name, which may be any word there, but no string."""
        return self.next().text if self.piece.kind is PieceKind.WORD else self.name()

    def names(self) -> tuple[str, ...]:
        """Names with commas between them."""
        read = [self.name()]
        while self.accept_symbol(","):
            read.append(self.name())
        return tuple(read)

    def bracketed_names(self) -> tuple[str, ...]:
        self.expect_symbol("(")
        names = self.names()
        self.expect_symbol(")")
        return names

    def name_or_string(self) -> str:
        """A character set's, collation's or engine's name: a word, also the reserved BINARY, or a string."""
        if self.piece.kind is PieceKind.STRING or self.at("BINARY"):
            return self.next().text
        return self.name()

    def string(self) -> str:
        if self.piece.kind is not PieceKind.STRING:
            raise self.error()
        text = self.next().text
        while self.piece.kind is PieceKind.STRING:  # neighbours are one string
            text += self.next().text
        return text

    def integer(self) -> int:
        """An unsigned integer."""
        if self.piece.kind is not PieceKind.NUMBER or not self.piece.text.isdigit():
            raise self.error()
        return whole_number(self.next().text)

    def at_small_integer(self) -> bool:
        """Whether an unsigned integer of 31 bits (the grammar's NUM) is next; what is larger is another token."""
        return self.piece.text.isdigit() and whole_number(self.piece.text) <= _LARGEST_SMALL

    def small_integer(self) -> int:
        """An unsigned integer of 31 bits."""
        if not self.at_small_integer():
            raise self.error()
        return self.integer()

    def length(self) -> int:
        """An unsigned number, of which the part before a point counts."""
        whole, _, fraction = self.piece.text.partition(".")
        if self.piece.kind is PieceKind.NUMBER and whole.isdigit() and fraction.isdigit():
            self.next()
            return whole_number(whole)
        return self.integer()

    def defining_expression(self) -> str:
        """As `parenthesized`; what defines a column, a key or a constraint has no parameters. ER_PARSE_ERROR."""
        begin = self.offset
        if self.at_symbol("(") and self.word(1) in _QUERIES:
            self.next()
            raise self.error()
        text = self.parenthesized()
        if "?" in text:
            self._refuse_parameters(begin)
        return text

    def _refuse_parameters(self, begin: int) -> None:
        number, marks = -1, []
        while self.ahead(number).start >= begin:
            if self.ahead(number).text == "?" and self.ahead(number).kind is PieceKind.SYMBOL:
                marks.append(self.ahead(number).start)
            number -= 1
        if marks:
            raise syntax_error(self.text, min(marks))

    def parenthesized(self) -> str:
        """Takes '( ... )' and gives the text between the brackets."""
        begin = self.piece.end
        self.expect_symbol("(")
        depth = 1
        before = piece = self.piece
        while depth:
            if self.at_end:
                raise self.error()
            before, piece = piece, self.next()
            if piece.kind is PieceKind.SYMBOL:
                if piece.text == ":=" and self.text[before.start - 1 : before.start] != "@":
                    raise syntax_error(self.text, piece.start)  # only a user variable is set
                depth += {"(": 1, ")": -1}.get(piece.text, 0)
        return self.text[begin : piece.start]

    def error(self) -> MySQLError:
        """ER_PARSE_ERROR at the current piece."""
        return syntax_error(self.text, self.offset)

    def unsupported(self, what: str) -> UnsupportedError:
        """A construct that MySQL has and binwriter has not, at the current piece."""
        return UnsupportedError(what, self.text, self.offset)


def _pieces(token: Token, text: str) -> list[Piece]:
    raw = text[token.start : token.end + 1]
    kind = _KINDS.get(token.token_type)
    if kind is not None:
        return [Piece(kind, token.text, token.start, token.end + 1)]
    if raw[:1] == "`" or token.token_type is TokenType.IDENTIFIER:
        return [Piece(PieceKind.QUOTED_NAME, token.text, token.start, token.end + 1)]
    if not _WORD_START.match(raw):
        return [Piece(PieceKind.SYMBOL, raw, token.start, token.end + 1)]
    return [
        Piece(PieceKind.WORD, match[0], token.start + match.start(), token.start + match.end())
        for match in _WORD.finditer(raw)
    ]
