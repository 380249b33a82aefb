"""A statement's text -> its tokens as the grammar's terminals, and where each begins.

A token may be taken for several terminals: a keyword that is not reserved is its word and a name. Kinds of tokens that
are no words stand in angle brackets, as in the grammar. Sources: MySQL manual, "Keywords and Reserved Words",
"Function Name Parsing and Resolution", "Literal Values"; which words are no labels, roles or names of variables: as a
9.7.4 answers (captured: clusters/places_of_syntax_errors).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from binwriter.formats.charsets.registry import CHARSET_NAMES
from binwriter.mysql.reserved_words import CALLED_AT_ONCE, KEYWORDS, NAMES_ALL_THE_SAME, RESERVED_WORDS
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.text.lexer import COMMENT, ENDS, NAME, RUNS, SPACE, STRING, SYMBOL, UNCLOSED, WORD, Lexeme, lexemes
from binwriter.sql.text.words import JOINED

Terminals = tuple[str, ...]

_NAMES: Terminals = (
    "<ident>",
    "<ident_sys>",
    "<label>",
    "<role>",
    "<lvalue>",
    "<rvalue>",
    "<function>",
    "<bare_alias>",
)
_NEITHER_LABEL_NOR_ROLE = frozenset({"EXECUTE", "RESTART", "SHUTDOWN"})
_NO_LABEL = frozenset(
    (
        *("ASCII", "BEGIN", "BINLOG", "BYTE", "CACHE", "CHARSET", "CHECKSUM", "CLONE", "COMMENT", "COMMIT", "CONTAINS"),
        *("DEALLOCATE", "DO", "END", "FLUSH", "FOLLOWS", "HANDLER", "HELP", "IMPORT", "INSTALL", "LANGUAGE", "NO"),
        *("PRECEDES", "PREPARE", "REPAIR", "RESET", "ROLLBACK", "SAVEPOINT", "SIGNED", "SLAVE", "START", "STOP"),
        *("TRUNCATE", "UNICODE", "UNINSTALL", "XA"),
    )
)
_SCOPES = frozenset(("GLOBAL", "LOCAL", "SESSION"))  # behind @@
_UNITS = ("SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR")
_NO_ROLE = frozenset(("EVENT", "FILE", "NONE", "PROCESS", "PROXY", "RELOAD", "REPLICATION", "RESOURCE", "SUPER"))
_NO_VARIABLE = frozenset(("GLOBAL", "LOCAL", "NAMES", "PASSWORD", "PERSIST", "PERSIST_ONLY", "SESSION"))
_NO_BARE_ALIAS = frozenset(("MEMBER", "SOUNDS"))  # operators begin so
# other names of a word, which are functions and types as it is
_SYNONYMS = {"CHARACTER": "CHAR", **{f"SQL_TSI_{unit}": unit for unit in _UNITS}}
_SYMBOLS = re.compile(r":=|\|\||&&|->>|->|<(?:[<>=!][>=!]?)?|[>=!][<>=!]?")
_COMPARISONS = frozenset(("<", "<=", "<=>", "<>", "<<", ">", ">=", ">>", "=", "!", "!="))
_NUMBER = re.compile(
    r"0x(?P<hex>[0-9a-fA-F]+)(?![\w$\x80-\U0010ffff])|0b(?P<bin>[01]+)(?![\w$\x80-\U0010ffff])"
    r"|(?P<float>(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d+)|(?P<decimal>\d+\.\d*|\.\d+)"
    r"|(?P<whole>\d+)(?![\w$\x80-\U0010ffff])"
)
WORDS = re.compile(r"[\w$\x80-\U0010ffff]+")
_HOST = re.compile(r"[\w.$]*")
_INTRODUCERS = frozenset(f"_{name}".upper() for name in (*CHARSET_NAMES, "utf8"))
_DIGITS = frozenset("0123456789")
_UNENDED = re.compile(r"(?:\d+\.\d*|\.\d+)[eE](?![+-]?\d)")
_NO_TOKEN: Terminals = ()
# keywords that may be left out, and are no names where they may stand
_BEFORE_TO = frozenset({("ROLLBACK",), ("WORK",)})
_OPTIONS_OF_SELECT = frozenset({("SQL_BUFFER_RESULT",), ("SQL_NO_CACHE",)})
_BEFORE_OPTIONS = _OPTIONS_OF_SELECT | {
    *(("SELECT",), ("ALL",), ("DISTINCT",), ("DISTINCTROW",), ("HIGH_PRIORITY",), ("STRAIGHT_JOIN",)),
    *(("SQL_SMALL_RESULT",), ("SQL_BIG_RESULT",), ("SQL_CALC_FOUND_ROWS",)),
}
# words that are read otherwise behind others, as above
_DEPENDING = frozenset({"ROLLUP", "SAVEPOINT", *(word for (word,) in _OPTIONS_OF_SELECT)})
_ALONE: dict[str, Terminals] = {sign: (sign,) for sign in "(),;*+/%~^"}
_MAKES_OTHERWISE = ("", "'", ".", "(")  # behind a word
_MOST_WORDS = 8192  # that are remembered
_AT, _HOSTED = ("@",), ("<host>",)
_LARGEST = ((2147483647, "<int>"), (9223372036854775807, "<long>"), (18446744073709551615, "<ulong>"))


@lru_cache(maxsize=_MOST_WORDS)
def of_word(word: str) -> Terminals:
    """Of a word in upper case, where keywords count and no bracket comes at once."""
    if word not in KEYWORDS or word in CALLED_AT_ONCE:
        return _NAMES
    words: Terminals = (word, _SYNONYMS[word]) if word in _SYNONYMS else (word,)
    if word in RESERVED_WORDS:
        return words
    both = word in _NEITHER_LABEL_NOR_ROLE
    no_label, no_role = both or word in _NO_LABEL, both or word in _NO_ROLE
    label: Terminals = () if no_label else ("<label>",)
    role: Terminals = () if no_role else ("<role>",)
    lvalue: Terminals = () if word in _NO_VARIABLE else ("<lvalue>",)
    rvalue: Terminals = () if word in _SCOPES else ("<rvalue>",)
    alias: Terminals = () if word in _NO_BARE_ALIAS else ("<bare_alias>",)
    return (*words, "<ident>", *label, *role, *lvalue, *rvalue, *alias)


def _of_whole(digits: str) -> Terminals:
    value = whole_number(digits)
    return (next((kind for largest, kind in _LARGEST if value <= largest), "<decimal>"),)


@lru_cache(maxsize=_MOST_WORDS)
def of_plain_word(word: str) -> Terminals:
    """Of a word as it is written, with nothing around it that counts."""
    upper = word.upper()
    return ("<introducer>",) if upper in _INTRODUCERS else of_word(upper)


class _Lexing:
    """A text and how far it is read."""

    def __init__(self, text: str, version: int, parameters: bool) -> None:
        self.text = text
        self.version = version
        self.parameters = parameters
        self.upto = 0
        self.runs = False
        self.point = -1  # behind the last point that parts names

    def tokens(self) -> Iterator[tuple[int, Terminals]]:
        text, at_once = self.text, self._at_once()
        for piece in lexemes(text, version=self.version):
            kind, start = piece.lastgroup, piece.start()
            if kind == SPACE:
                continue
            if kind == SYMBOL and start >= self.upto and (known := at_once.get(text[start])) is not None:
                self.upto = start + 1
                yield start, known
            elif kind == WORD and start >= self.upto and self._is_plain(piece, start):
                self.upto = piece.end()
                if text[start] == "@":
                    yield start, _AT
                    yield start + 1, _HOSTED
                else:
                    yield start, of_plain_word(piece[0])
            elif piece.lastgroup in (RUNS, ENDS):
                self.runs = piece.lastgroup == RUNS
            elif piece.start() >= self.upto and piece.lastgroup not in (COMMENT, SPACE):
                yield from self._of_piece(piece)
            elif piece.start() < self.upto < piece.end() and piece.lastgroup == WORD:
                yield self._word(self.upto)

    def _at_once(self) -> dict[str, Terminals]:
        """Signs that are tokens of their own, whatever stands around them."""
        return _ALONE | {"?": ("<param>",) if self.parameters else _NO_TOKEN}

    def _is_plain(self, word: Lexeme, start: int) -> bool:
        """Whether what stands around a word makes nothing else of it; also of a variable's name, with one @."""
        text, end = self.text, word.end()
        if start == self.point or text[end : end + 1] in _MAKES_OTHERWISE or text[start] in _DIGITS:
            return False
        return text[start] != "@" or (end > start + 1 and text[start + 1] != "@" and text[start + 1 : end].isascii())

    def _of_piece(self, piece: Lexeme) -> Iterator[tuple[int, Terminals]]:
        start, kind = piece.start(), piece.lastgroup
        self.upto = piece.end()
        if kind == STRING:
            yield start, ("<text>",)
        elif kind == NAME:
            yield start, _NAMES
        elif kind == UNCLOSED:
            yield start, _NO_TOKEN
        elif piece[0][0] == "@":
            yield from self._at_sign(start)
        elif kind == SYMBOL:
            yield self._symbol(start)
        else:
            yield self._word(start)
            while self.upto < piece.end():  # a word directly behind a number
                yield self._word(self.upto)

    def _at_sign(self, start: int) -> Iterator[tuple[int, Terminals]]:
        text = self.text
        yield start, ("@",)
        self.upto = start + 1
        following = text[start + 1 : start + 2]
        if following == "@":
            yield start + 1, ("@",)
            self.upto = start + 2
            word = WORDS.match(text, start + 2)
            if word is not None:
                self.upto = word.end()
                yield start + 2, of_word(word[0].upper())
            elif text[start + 2 : start + 3] != "`":
                yield start + 2, _NO_TOKEN
        elif following not in ("'", '"', "`") or not following:
            host = _HOST.match(text, start + 1)
            assert host is not None
            self.upto = host.end()
            yield start + 1, ("<host>",)

    def _symbol(self, start: int) -> tuple[int, Terminals]:
        text = self.text
        if text.startswith(JOINED, start):
            self.upto = start + len(JOINED)
            return start, ("<joins>",)
        if text[start] == "." and not self._is_behind_name(start) and (number := self._number(start)):
            return number
        symbol = _SYMBOLS.match(text, start)
        if symbol is not None:
            self.upto = symbol.end()
            return start, self._of_signs(symbol[0])
        self.upto = start + 1
        if text[start] == ".":
            self.point = start + 1
        if text[start] == "?":
            return start, ("<param>",) if self.parameters else _NO_TOKEN
        return start, (text[start],)

    @staticmethod
    def _of_signs(signs: str) -> Terminals:
        """What signs in a row are read as; a ! swallows the sign behind it, others are none together."""
        if signs[0] not in "<>=!" or signs in _COMPARISONS:
            return (signs,)
        return ("!",) if signs[0] == "!" else _NO_TOKEN

    def _is_behind_name(self, point: int) -> bool:
        before = self.text[point - 1 : point]
        return bool(before) and (before in "`" or WORDS.match(before) is not None)

    def _word(self, start: int) -> tuple[int, Terminals]:
        text = self.text
        word = WORDS.match(text, start)
        assert word is not None
        self.upto = word.end()
        if self.point == start:
            return start, _NAMES
        if text[start] in _DIGITS and (number := self._number(start)):
            return number
        following = text[self.upto : self.upto + 1]
        if following == "'" and (prefixed := self._prefixed(word[0], start)):
            return prefixed
        if following == "." and WORDS.match(text, self.upto + 1) is not None:
            return start, _NAMES
        upper = word[0].upper()
        if following == "(" and upper in CALLED_AT_ONCE:
            return start, (upper, "<ident>") if upper in NAMES_ALL_THE_SAME else (upper,)
        if upper in _INTRODUCERS:
            return start, ("<introducer>",)
        return start, of_word(upper)

    def _number(self, start: int) -> tuple[int, Terminals] | None:
        unended = _UNENDED.match(self.text, start)
        if unended is not None:
            self.upto = unended.end()
            return start, _NO_TOKEN
        number = _NUMBER.match(self.text, start)
        if number is None:
            return None
        self.upto = number.end()
        return start, _of_whole(number[0]) if number.lastgroup == "whole" else (f"<{number.lastgroup}>",)

    def _prefixed(self, word: str, start: int) -> tuple[int, Terminals] | None:
        """x'..', b'..' and n'..', which are one token."""
        if len(word) != 1 or word not in "xXbBnN":
            return None
        end = self.text.find("'", self.upto + 1)
        if word in "nN":
            string = next(lexemes(self.text[self.upto :]))
            self.upto += string.end()
            return start, ("<nchar>",) if string.lastgroup == STRING else _NO_TOKEN
        inside = self.text[self.upto + 1 : end]
        if word in "xX":
            good = len(inside) % 2 == 0 and re.fullmatch("[0-9a-fA-F]*", inside)
        else:
            good = re.fullmatch("[01]*", inside)
        self.upto = end + 1 if end > 0 else len(self.text)
        if end < 0 or not good:
            return start, _NO_TOKEN
        return start, ("<hex>",) if word in "xX" else ("<bin>",)


def tokens_of(text: str, version: int, *, parameters: bool = True) -> tuple[list[int], list[Terminals]]:
    """Where the tokens begin, and what each may be taken for; nothing for what no server reads as a token. parameters:
    ? is one."""
    starts: list[int] = []
    terminals: list[Terminals] = []
    lexing = _Lexing(text, version, parameters)
    for start, kinds in lexing.tokens():
        if not kinds or kinds[0] not in _DEPENDING:
            starts.append(start)
            terminals.append(kinds)
            continue
        before = terminals[-1] if terminals else _NO_TOKEN
        if kinds[:1] == ("ROLLUP",) and before == ("WITH",):
            terminals[-1] = ("<rollup>",)
            continue
        of_select = kinds[:1] in _OPTIONS_OF_SELECT and before in _BEFORE_OPTIONS
        of_rollback = kinds[:1] == ("SAVEPOINT",) and before == ("TO",) and len(terminals) > 1
        if of_select or (of_rollback and terminals[-2][:1] in _BEFORE_TO):
            kinds = kinds[:1]
        starts.append(start)
        terminals.append(kinds)
    if lexing.runs:
        starts.append(len(text))
        terminals.append(_NO_TOKEN)
    return starts, terminals
