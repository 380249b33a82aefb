"""What stands behind the accounts of CREATE USER and ALTER USER, in the order and form in which a server writes it.

Source: MySQL manual, "CREATE USER Statement"; texts as a 9.7.4 logs them.
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.tables.numbers import leading_integer, only_long
from binwriter.sql.text.cursor import Cursor

_Reader = Callable[[Cursor, str], list[str]]
_PASSWORD = "PASSWORD"
_LAST = ("COMMENT", "ATTRIBUTE")
# The order in which a server writes the options of an account; of one that is given twice it knows the second.
_ORDER = (
    "DISCARD",
    "REQUIRE",
    "WITH",
    f"{_PASSWORD} EXPIRE",
    "ACCOUNT",
    f"{_PASSWORD} HISTORY",
    f"{_PASSWORD} REUSE",
    f"{_PASSWORD} REQUIRE",
    "FAILED_LOGIN_ATTEMPTS",
    "PASSWORD_LOCK_TIME",
    *_LAST,
)
_PAIRS = {
    "REQUIRE": ("SUBJECT", "ISSUER", "CIPHER"),
    "WITH": ("MAX_QUERIES_PER_HOUR", "MAX_UPDATES_PER_HOUR", "MAX_CONNECTIONS_PER_HOUR", "MAX_USER_CONNECTIONS"),
}


# These come once, in this order and before all others.
_RANKS = {"DISCARD": 1, "REQUIRE": 2, "WITH": 3}
_OTHERS = 4
_MOST_DAYS = 65535
_MOST_ATTEMPTS = dict.fromkeys(("FAILED_LOGIN_ATTEMPTS", "PASSWORD_LOCK_TIME"), 32767)
# what may stand in a number's place
_NUMBERS_OR: dict[str, tuple[str, ...]] = {
    f"{_PASSWORD} HISTORY": ("DEFAULT",),
    "PASSWORD_LOCK_TIME": ("UNBOUNDED",),
    "FAILED_LOGIN_ATTEMPTS": (),
}


def read_options(cursor: Cursor) -> str:
    """All that is left of the statement, as the server writes it. MySQLError ER_PARSE_ERROR."""
    groups: dict[str, list[str]] = {}
    current = ""
    rank = 0
    while not cursor.at_end:
        if current in _LAST or cursor.word() not in _FIRST_WORDS:
            raise cursor.error()
        place = cursor.error()
        word = cursor.next().text.upper()
        name = f"{word} {cursor.word()}" if word == _PASSWORD else word
        if name != word:
            if name not in _ORDER:
                raise cursor.error()
            cursor.next()
        if _RANKS.get(name, _OTHERS) < rank or name in (_RANKS.keys() & groups.keys()):
            raise place
        rank = _RANKS.get(name, _OTHERS)
        current = name
        groups[name] = [*name.split(), *_READERS[name](cursor, name)]
    for name, order in _PAIRS.items():
        if name in groups:
            groups[name] = _in_order(groups[name], order)
    return "".join(" " + " ".join(groups[name]) for name in _ORDER if groups.get(name))


def _one_of(cursor: Cursor, *words: str) -> list[str]:
    if cursor.word() not in words:
        raise cursor.error()
    return [cursor.next().text.upper()]


def _words(*wanted: str) -> _Reader:
    def read(cursor: Cursor, name: str) -> list[str]:
        return [word for alternatives in wanted for word in _one_of(cursor, *alternatives.split("|"))]

    return read


def _require(cursor: Cursor, name: str) -> list[str]:
    if cursor.word() in ("NONE", "SSL", "X509"):
        return _one_of(cursor, cursor.word())
    options: list[str] = []
    while not options or cursor.accept("AND") or cursor.word() in _PAIRS[name]:
        if cursor.word() in options[::2]:
            raise mysql_error("ER_DUP_ARGUMENT", cursor.word())
        options += [*_one_of(cursor, *_PAIRS[name]), _string(cursor.string())]
    return options


def _limits(cursor: Cursor, name: str) -> list[str]:
    options: list[str] = []
    while not options or cursor.word() in _PAIRS[name]:
        options += [*_one_of(cursor, *_PAIRS[name]), str(leading_integer(cursor, hexadecimals=True))]
    return options


def _number(cursor: Cursor, name: str) -> list[str]:
    if cursor.word() in _NUMBERS_OR[name]:
        return _one_of(cursor, cursor.word())
    number = only_long(cursor)
    if name in _MOST_ATTEMPTS and number > _MOST_ATTEMPTS[name]:
        raise mysql_error("ER_WRONG_VALUE", name, str(number))
    return [str(number)]


def _days(cursor: Cursor, name: str) -> list[str]:
    if name == _EXPIRE and cursor.word() != "INTERVAL":
        return _one_of(cursor, cursor.word()) if cursor.word() in ("DEFAULT", "NEVER") else []
    _one_of(cursor, "INTERVAL")
    if name != _EXPIRE and cursor.word() == "DEFAULT":
        return ["INTERVAL", *_one_of(cursor, "DEFAULT")]
    days, unit = only_long(cursor), _one_of(cursor, "DAY")
    if name == _EXPIRE and not 0 < days <= _MOST_DAYS:
        raise mysql_error("ER_WRONG_VALUE", "DAY", str(days))
    return ["INTERVAL", str(days), *unit]


def _current(cursor: Cursor, name: str) -> list[str]:
    options = _one_of(cursor, "CURRENT")
    return options + (_one_of(cursor, cursor.word()) if cursor.word() in ("DEFAULT", "OPTIONAL") else [])


def _text(cursor: Cursor, name: str) -> list[str]:
    return [_string(cursor.string())]


_EXPIRE = f"{_PASSWORD} EXPIRE"
_READERS: dict[str, _Reader] = {
    "DISCARD": _words("OLD", _PASSWORD),
    "REQUIRE": _require,
    "WITH": _limits,
    "ACCOUNT": _words("LOCK|UNLOCK"),
    **dict.fromkeys(_NUMBERS_OR, _number),
    **dict.fromkeys((_EXPIRE, f"{_PASSWORD} REUSE"), _days),
    f"{_PASSWORD} REQUIRE": _current,
    **dict.fromkeys(_LAST, _text),
}
_FIRST_WORDS = frozenset(name.split()[0] for name in _READERS)


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"')
    return f"'{escaped}'"


def _in_order(words: list[str], order: tuple[str, ...]) -> list[str]:
    """The word, then name and value in turn, each once; REQUIRE SSL and the like stay as they are."""
    given = dict(zip(words[1::2], words[2::2], strict=False))
    if not given:
        return words
    names = [name for name in (*order, *(option for option in given if option not in order)) if name in given]
    return [words[0], *(word for name in names for word in (name, given[name]))]
