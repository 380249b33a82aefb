"""A statement's tokens, and how it is handed on once it is read."""

from __future__ import annotations

import re
import threading
from dataclasses import field
from itertools import chain, zip_longest
from typing import ClassVar

import sqlglot.parser
from sqlglot import exp
from sqlglot.dialects.dialect import DialectType
from sqlglot.dialects.mysql import MySQL
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import Token, TokenType
from sqlglot.tokens import Tokenizer

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Wording, mysql_error
from binwriter.mysql.reserved_words import RESERVED_WORDS
from binwriter.sql.command_table import traits_of
from binwriter.sql.syntax.session import ProgramSyntax, SessionCommand, TableSyntax
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.lexer import NAME, SYMBOL, UNCLOSED, code_of, lexemes
from binwriter.sql.text.plain_tokens import PlainTokens
from binwriter.statement.traits import CommandTrait


@dataclass(frozen=True)
class ParsedStatement:
    """A statement as read: text as the client sent it, MySQL's command name, and the tree or session command.

    modifiers: IGNORE, REPLACE, DELAYED ... in upper case, as far as they stood before the table name.
    cut: the text in which words are looked for, where it is another: without what are certainly literals
    (`value_lists`), or without the marks of comments that run.
    """

    text: str
    command: str
    node: exp.Expression | ProgramSyntax | TableSyntax | SessionCommand | CreateTableSyntax
    modifiers: frozenset[str] = field(default_factory=frozenset)
    cut: str = ""

    @property
    def words_text(self) -> str:
        """The text in which a word may stand."""
        return self.cut or self.text

    @property
    def traits(self) -> CommandTrait:
        """Of its kind (`command_table`)."""
        return traits_of(self.command)


@dataclass(frozen=True)
class Words:
    """A statement's tokens with helpers to match keywords regardless of sqlglot's token types."""

    text: str
    tokens: tuple[Token, ...]

    def word(self, position: int) -> str:
        """The token's text in upper case, '' past the end and for quoted names and strings."""
        if position >= len(self.tokens):
            return ""
        token = self.tokens[position]
        if token.token_type in _QUOTED or self.text[token.start : token.start + 1] == "`":
            return ""
        return token.text.upper()

    def starts(self, *words: str, at: int = 0) -> bool:
        return all(self.word(at + index) == word for index, word in enumerate(words))

    def name(self, position: int) -> str:
        """An identifier's name. ER_PARSE_ERROR when there is none."""
        if position >= len(self.tokens):
            raise self.syntax_error(position)
        token = self.tokens[position]
        if token.token_type is TokenType.STRING or not (
            token.text[:1].isalnum() or token.text[:1] in "_$`" or token.text
        ):
            raise self.syntax_error(position)
        if self.word(position) in RESERVED_WORDS and self.text[token.end + 1 : token.end + 2] != ".":
            raise self.syntax_error(position)
        return token.text

    def end(self, position: int) -> None:
        """Checks that the statement ends here."""
        if position < len(self.tokens):
            raise self.syntax_error(position)

    def positions_of(self, word: str) -> list[int]:
        """Where the word stands, outside of quotes."""
        return [position for position in range(len(self.tokens)) if self.word(position) == word]

    def syntax_error(self, position: int) -> MySQLError:
        offset = self.tokens[position].start if position < len(self.tokens) else len(self.text)
        return syntax_error(self.text, offset)


def syntax_error(text: str, offset: int) -> MySQLError:
    """ER_PARSE_ERROR as MySQL words it: the text from the offending token on (80 bytes at most), and its line."""
    near = text[offset:].partition("\0")[0][:SHOWN_OF_ERROR].replace(JOINED, "||")
    error = mysql_error("ER_PARSE_ERROR", near, text.count("\n", 0, offset) + 1)
    error.place = offset
    return error


def placed_in(error: MySQLError, text: str) -> MySQLError:
    """An ER_PARSE_ERROR of a part of a statement's text, as one of the whole; others as they are."""
    if error.symbol != "ER_PARSE_ERROR" or not isinstance(error.message, Wording):
        return error
    place = text.find(str(error.message.arguments[0]))
    return error if place < 0 else syntax_error(text, place)


def worded_parse_error(error: MySQLError, told: str) -> MySQLError:
    """An ER_PARSE_ERROR that says what is wrong in place of the usual sentence."""
    near = error.message.partition(" near ")[2]
    return MySQLError(error.code, error.sqlstate, error.symbol, f"{told} near {near}")


if not sqlglot.parser.__file__.endswith(".py"):
    # mypyc's classes have no interpreted subclasses, and the dialect is one (sqlglot's issue 7923)
    raise ImportError("its compiled build does not let its parser be extended: pip uninstall sqlglotc", name="sqlglot")


SHOWN_OF_ERROR = 80  # characters of a text that a parse error may show at most; bytes, as its message has it
BACKTICK = "\ue060"  # how `modes` writes a backtick in a name of ANSI_QUOTES
BACKSLASH = "\ue05c"  # how `modes` writes a backslash that escapes nothing; a string's value has the plain one
# what || is under PIPES_AS_CONCAT, as long as that: nothing in any text of SQL (see `modes`)
JOINED = "\x01\x02"
# how `modes` writes a space in front of the bracket of a call, which comes behind it then
LOOSE = "\x0c"


def loosened(text: str) -> str:
    """The way back from calls whose spaces stand in their brackets."""
    bracket, *parts = text.split(f"({LOOSE}")
    made = [bracket]
    for part in parts:
        rest = part.lstrip(LOOSE)
        made.append(f"{' ' * (len(part) - len(rest) + 1)}({rest}")
    return "".join(made)


def with_backslashes(tokens: list[Token]) -> list[Token]:
    """The tokens with the values that strings have; 1e is a name, as long as no digit follows it."""
    for token in tokens:
        if BACKSLASH in token.text:
            token.text = token.text.replace(BACKSLASH, "\\")
        elif BACKTICK in token.text:
            token.text = token.text.replace(BACKTICK, "`")
        elif token.token_type is TokenType.NUMBER and token.text[-1] in "eE" and token.text[:-1].isdigit():
            token.token_type = TokenType.VAR
    return tokens


_QUOTED = frozenset({TokenType.IDENTIFIER, TokenType.STRING})
_IN_NAMES = pattern(r"[\w$]")


def is_reserved(token: Token) -> bool:
    """Whether it is a reserved word, not in quotes."""
    return token.token_type not in _QUOTED and token.text.upper() in RESERVED_WORDS


def names_before_dots(tokens: list[Token]) -> list[Token]:
    """The tokens, of which a reserved word directly before a dot and a word is a name: a server's lexer does not look
    such a word up (captured: clusters/words_before_dots)."""
    for place, dot in enumerate(tokens[1:-1]):
        if dot.token_type is TokenType.DOT:
            word, behind = tokens[place], tokens[place + 2]
            together = word.end + 1 == dot.start and behind.start == dot.end + 1
            if together and is_reserved(word) and behind.token_type not in _QUOTED and _IN_NAMES.match(behind.text):
                word.token_type = TokenType.VAR
    return tokens


_POINT = pattern(r"(?<![\w$`.])\.\d")


def numbers_from_points(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens, of which a point that no name stands before and the digits behind it are one number (captured:
    clusters/numbers_from_points)."""
    if _POINT.search(text) is None:
        return tokens
    result: list[Token] = []
    for token in tokens:
        point = result[-1] if result else None
        is_behind = point is not None and point.token_type is TokenType.DOT and point.end + 1 == token.start
        if is_behind and token.token_type is TokenType.NUMBER and _POINT.match(text, token.start - 1):
            number = result.pop()
            number.token_type, number.text, number.end = TokenType.NUMBER, f".{token.text}", token.end
            result.append(number)
        else:
            result.append(token)
    return result


_LETTER = "\u3400"  # any
_BEYOND_ASCII = pattern(r"[^\x00-\x7f]")


def _as_letters(text: str) -> str:
    """With letters for all characters beyond ASCII: to a server they are such, spaces and signs as well (captured:
    clusters/spaces_in_names)."""
    return text if text.isascii() else _BEYOND_ASCII.sub(_LETTER, text)


def _with_own(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens with the characters that these letters stand for: in each as many as in the text, in order."""
    if text.isascii():
        return tokens
    for token in tokens:
        if _LETTER in token.text:
            own = _BEYOND_ASCII.findall(text, token.start, token.end + 1)
            between = _BEYOND_ASCII.split(token.text)
            token.text = "".join(chain.from_iterable(zip_longest(between, own[: len(between) - 1], fillvalue="")))
    return tokens


class KeptTokenizer(MySQL):
    """sqlglot's MySQL; its tokenizer is made once a thread, as that takes as long as to read a short statement."""

    def tokenizer(self, dialect: DialectType = None) -> Tokenizer:
        made, kind = _tokenizers.made, type(self)
        if kind not in made:
            made[kind] = super().tokenizer(dialect)
            _tokenizers.plain[kind] = PlainTokens(made[kind])
        return made[kind]

    def tokenize(self, sql: str, dialect: DialectType = None) -> list[Token]:
        plain = _tokenizers.plain.get(type(self))
        if plain is not None and len(sql) <= _LONG and (tokens := plain.of(sql)) is not None:
            return numbers_from_points(sql, tokens)
        tokenizer = self.tokenizer(dialect)
        letters = _as_letters(sql)
        try:
            if _UNLIKE.search(code_of(letters)) is None:
                return _with_own(sql, numbers_from_points(letters, tokenizer.tokenize(letters)))
            from binwriter.sql.text.unlike_tokens import as_a_server

            tokens = as_a_server(tokenizer.tokenize, letters, lambda _, place: syntax_error(sql, place))
            return _with_own(sql, numbers_from_points(letters, tokens))
        finally:
            tokenizer._core.reset()  # it keeps text and tokens of what it read last


class _PlainTokens(KeptTokenizer):
    """sqlglot's tokens of MySQL; it takes the rest of CALL, EXECUTE, FETCH ... for one string otherwise."""

    class Tokenizer(MySQL.Tokenizer):
        COMMANDS: ClassVar[set[TokenType]] = set()


class _Tokenizers(threading.local):
    """Of one thread, by dialect."""

    def __init__(self) -> None:
        self.made: dict[type, Tokenizer] = {}
        self.plain: dict[type, PlainTokens] = {}


# what `unlike_tokens` looks at: signs in a row that are no sign, and numbers with something of a word or a point behind
_UNLIKE = pattern(
    r"![!<>]|(?<!<)=[<>=!]|>[<!]|<(?:!|<[>=!]|=[=!]|>[>=!])"
    r"|(?<![\w$@`.])\d++(?:\.\d*+[^\W\d]|\.\d*+[.$]|e[+-]?\d++[\w$.]|\s++\.)|\.(?:\d++[\w$.]|0[xb])",
    re.IGNORECASE,
)
_tokenizers, _LONG = _Tokenizers(), 4096
_PLAIN = _PlainTokens()


def tokenize(text: str, *, compound: bool = False) -> Words:
    """The statement's tokens. ER_PARSE_ERROR for an unclosed string, ER_EMPTY_QUERY when there is nothing in it.

    compound: semicolons may stand in it (the body of a stored program).
    """
    try:
        tokens = names_before_dots(with_backslashes(_PLAIN.tokenize(text)))
    except TokenError:
        raise syntax_error(text, _unreadable_at(text)) from None
    if not tokens:
        raise mysql_error("ER_EMPTY_QUERY")
    if "\0" in text and (place := _zero_byte_at(text)) is not None:
        raise syntax_error(text, place)
    for token in tokens:
        if token.token_type is TokenType.HEX_STRING and len(token.text) % 2 and text[token.start] in "xX":
            raise syntax_error(text, token.start)
    words = Words(text, tuple(tokens))
    return words if compound else single_statement(words)


def _zero_byte_at(text: str) -> int | None:
    """Where a quoted name with a zero byte begins, or a zero byte outside of strings and comments: neither is read
    (as a 9.7.4 answers, tests/binwriter/sql/text/test_zero_bytes.py)."""
    wrong = (piece for piece in lexemes(text) if "\0" in piece[0] and piece.lastgroup in (NAME, SYMBOL))
    return next((piece.start() for piece in wrong), None)


_BAD_LITERALS = pattern(r"[xX]'(?!(?:[0-9a-fA-F]{2})*')|[bB]'(?![01]*')")


def _unreadable_at(text: str) -> int:
    """Where the first thing stands that is no token: x'zz', b'2' or a quote that nothing closes."""
    pieces = lexemes(text)
    wrong = (piece for piece in pieces if piece.lastgroup == UNCLOSED or _BAD_LITERALS.match(text, piece.start()))
    return next((piece.start() for piece in wrong), len(text))


def single_statement(words: Words) -> Words:
    """Without the semicolon at its end. ER_PARSE_ERROR for one elsewhere."""
    text, tokens = words.text, words.tokens
    if tokens[-1].token_type is TokenType.SEMICOLON:
        tokens = tokens[:-1]
    for position, token in enumerate(tokens):
        if token.token_type is TokenType.SEMICOLON:
            raise syntax_error(text, words.tokens[position + 1].start)
    return Words(text, tokens)
