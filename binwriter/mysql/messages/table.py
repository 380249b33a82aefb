"""MySQL's errors and warnings: number, SQLSTATE and text of each symbol, from the one table `data/messages.txt`.

`mysql_error("ER_DUP_ENTRY", "1", "t.PRIMARY")` is the way to raise one. Texts are those of the newest server; what they
are made from goes with them (`Wording`), so that `by_version` can say them as an older server does.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from binwriter import data
from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass

Level = Literal["Note", "Warning", "Error"]

_MOST_SHOWN = 65_535  # the largest max_error_count


class Message(NamedTuple):
    """One entry: number, SQLSTATE, and the text with places for what is told.

    older: (version, text) for servers before that version, the oldest first. renumbered: by such a version, the symbol
    whose number it has there.
    """

    code: int
    sqlstate: str
    text: str
    older: tuple[tuple[int, str], ...] = ()
    renumbered: tuple[tuple[int, str], ...] = ()


class Wording(str):
    """A finished text that knows its symbol and what it tells. What is cut from it or made with it is a plain text."""

    __slots__ = ("arguments", "symbol")
    symbol: str
    arguments: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A row of SHOW WARNINGS. sqlstate: that of a condition which SIGNAL made; others have that of their number."""

    level: Level
    code: int
    message: str
    sqlstate: str = ""


class Conditions(list[Diagnostic]):
    """What a statement was told so far. A condition beyond those that any client may be shown is counted with its level
    and number, and has no text: a statement may warn at each of a billion rows."""

    __slots__ = ()

    def append(self, told: Diagnostic) -> None:
        super().append(told if len(self) < _MOST_SHOWN else _without_text(told.level, told.code))


@cache
def _without_text(level: Level, code: int) -> Diagnostic:
    return Diagnostic(level, code, "")


def _read() -> tuple[dict[str, Message], list[tuple[int, int]]]:
    """The messages by symbol, and (number, version): numbers from there on are warned of since that version."""
    messages: dict[str, Message] = {}
    since: list[tuple[int, int]] = []
    code, state, name = 0, "", ""
    for line in data.lines("messages.txt"):
        first, second, *rest = line.replace("\\n", "\n").split("\t")
        if first == "since":
            since.append((int(rest[0]), data.version_number(second)))
            continue
        symbol, text = rest
        if second.startswith("<"):
            message, until = messages[name], data.version_number(second[1:])
            renumbered = ((until, symbol), *message.renumbered) if symbol else message.renumbered
            messages[name] = message._replace(older=((until, text), *message.older), renumbered=renumbered)
            continue
        if first:
            code, state = int(first), second
        name = symbol
        messages[name] = Message(code, state, text)
    return messages, since


MESSAGES, SINCE = _read()

_BEYOND = pattern("[\U00010000-\U0010ffff]")
# a place, with how many bytes of UTF-8 of a name or value it shows at most (captured: limits/names)
_PLACE = pattern(r"%(?:\.(\d+))?s")


# errors about texts, which show each byte of a character that they cut as one; names have question marks (captured:
# clusters/cut_within_characters)
_SHOWS_HALVES = frozenset(
    {"ER_PARSE_ERROR", "ER_PARSE_ERROR_NEAR", "ER_DUP_ENTRY"}
    | {"ER_TRUNCATED_WRONG_VALUE", "ER_TRUNCATED_WRONG_TEMPORAL", "ER_INCORRECT_DATETIME_VALUE"}
    | {"ER_TRUNCATED_WRONG_VALUE_FOR_FIELD", "ER_WRONG_VALUE_FOR_TYPE", "ER_WRONG_VALUE"}
)
_MOST_BYTES = 511  # of a finished text: MySQL's MYSQL_ERRMSG_SIZE, and a byte that ends it (captured: limits/names)


def _wording(symbol: str, arguments: tuple[object, ...], *, is_error: bool = True) -> Wording:
    """The text of that symbol with its places filled in. is_error: it is sent as one, not as a row of warnings."""
    text = MESSAGES[symbol].text
    if arguments:
        arguments = tuple(map(_shown, arguments))
        if "%." in text:
            limits = _PLACE.findall(text)
            half = "latin-1" if is_error and symbol in _SHOWS_HALVES else ""
            shown = tuple(_cut(argument, limit, half) for argument, limit in zip(arguments, limits, strict=True))
            text = _PLACE.sub("%s", text) % shown
        else:
            text %= arguments
    if len(text) * 4 > _MOST_BYTES:
        text = text.encode("utf-8", "surrogateescape")[:_MOST_BYTES].decode("utf-8", "ignore")
    wording = Wording(text)
    wording.symbol, wording.arguments = symbol, arguments
    return wording


def _shown(argument: object) -> object:
    """Messages are utf8mb3: what lies beyond its characters is a question mark (captured: dialogues/values). A byte of
    zeros ends a value (captured: clusters/names_of_results)."""
    if isinstance(argument, str) and "\0" in argument:
        argument = argument[: argument.index("\0")]
    if isinstance(argument, str) and not argument.isascii():
        return _BEYOND.sub("?", in_charset(argument))
    return argument


def _cut(argument: object, limit: str, half: str) -> object:
    """half: how the bytes are read that are left of a character; each is a question mark without (captured:
    clusters/messages_cut)."""
    if not limit or not isinstance(argument, str) or len(argument) * 4 <= int(limit):
        return argument
    shown, most = argument.encode("utf-8", "surrogateescape"), int(limit)
    if len(shown) <= most:
        return argument
    end = most
    while shown[end] & 0xC0 == 0x80:  # within a character
        end -= 1
    left = shown[end:most]
    return shown[:end].decode("utf-8", "ignore") + (left.decode(half) if half else "?" * len(left))


def mysql_error(symbol: str, *arguments: object) -> MySQLError:
    """The MySQLError of that symbol, its text filled in. KeyError if the symbol is not in the table."""
    message = MESSAGES[symbol]
    return MySQLError(message.code, message.sqlstate, symbol, _wording(symbol, arguments))


def mysql_warning(symbol: str, *arguments: object, level: Level = "Warning") -> Diagnostic:
    """The same text as a row of SHOW WARNINGS."""
    return Diagnostic(level, MESSAGES[symbol].code, _wording(symbol, arguments, is_error=False))
