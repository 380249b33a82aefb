"""What stands behind the accounts of CREATE USER and ALTER USER, as an account keeps it.

Source: MySQL manual, "CREATE USER Statement", "Grant Tables" (columns of mysql.user); captured: tests/golden/system.
"""

from __future__ import annotations

import json
import math
import re
from collections import deque
from collections.abc import Callable
from dataclasses import field
from typing import Any

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error

RESOURCES = ("MAX_QUERIES_PER_HOUR", "MAX_UPDATES_PER_HOUR", "MAX_CONNECTIONS_PER_HOUR", "MAX_USER_CONNECTIONS")
CERTIFICATE = ("SUBJECT", "ISSUER", "CIPHER")
UNBOUNDED = -1
_PIECE = pattern(r"'((?:\\.|[^'\\])*)'|([^\s']+)", re.DOTALL)
_ESCAPED = pattern(r"\\(.)", re.DOTALL)
_SIMPLE = frozenset({"NONE", "SSL", "X509"})


@dataclass(slots=True)
class AccountOptions:
    """requires: NONE as '', SSL, X509, or SPECIFIED with what the certificate must have. lifetime: days, 0 for NEVER.

    history, reuse_days, lifetime: None for DEFAULT. needs_current: PASSWORD REQUIRE CURRENT, False for OPTIONAL.
    attempts, lock_days: FAILED_LOGIN_ATTEMPTS and PASSWORD_LOCK_TIME (-1: unbounded). metadata: ATTRIBUTE and COMMENT.
    """

    locked: bool = False
    expired: bool = False
    requires: str = ""
    certificate: dict[str, str] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    lifetime: int | None = None
    history: int | None = None
    reuse_days: int | None = None
    needs_current: bool | None = None
    attempts: int = 0
    lock_days: int = 0
    metadata: dict[str, Any] | None = None

    def read(self, text: str) -> None:
        """Takes what the text says, in the form in which the log has it; the rest stays.

        MySQLError ER_INVALID_USER_ATTRIBUTE_JSON.
        """
        pieces = deque((word, _ESCAPED.sub(r"\1", string)) for string, word in _PIECE.findall(text))
        while pieces:
            reader = _READERS.get(pieces.popleft()[0])
            if reader is not None:
                reader(self, pieces)


_Pieces = deque[tuple[str, str]]


def _require(options: AccountOptions, pieces: _Pieces) -> None:
    word = pieces.popleft()[0]
    options.certificate = {}
    options.requires = word.removeprefix("NONE") if word in _SIMPLE else "SPECIFIED"
    if word in CERTIFICATE:
        options.certificate[word] = pieces.popleft()[1]


def _certificate(name: str) -> Callable[[AccountOptions, _Pieces], None]:
    def read(options: AccountOptions, pieces: _Pieces) -> None:
        options.certificate[name] = pieces.popleft()[1]

    return read


def _limit(name: str) -> Callable[[AccountOptions, _Pieces], None]:
    def read(options: AccountOptions, pieces: _Pieces) -> None:
        limit = int(pieces.popleft()[0])
        options.limits = dict(options.limits)  # others, though they be equal: counts begin anew (catalog.resources)
        if limit or name in options.limits:  # what was limited once is shown as 0
            options.limits[name] = limit

    return read


def _number(word: str) -> int | None:
    return None if word == "DEFAULT" else UNBOUNDED if word == "UNBOUNDED" else int(word)


def _password(options: AccountOptions, pieces: _Pieces) -> None:
    kind = pieces.popleft()[0] if pieces else ""  # nothing: DISCARD OLD PASSWORD
    following = pieces[0][0] if pieces else ""
    if kind == "HISTORY":
        options.history = _number(pieces.popleft()[0])
    elif kind == "REUSE":
        pieces.popleft()  # INTERVAL
        options.reuse_days = _number(pieces.popleft()[0])
    elif kind == "REQUIRE":
        pieces.popleft()  # CURRENT
        options.needs_current = {"DEFAULT": None, "OPTIONAL": False}.get(pieces[0][0] if pieces else "", True)
    elif kind == "EXPIRE" and following in _LIFETIMES:
        pieces.popleft()
        options.lifetime = int(pieces.popleft()[0]) if following == "INTERVAL" else _LIFETIMES[following]
    elif kind == "EXPIRE":
        options.expired = True


_LIFETIMES = {"DEFAULT": None, "NEVER": 0, "INTERVAL": None}


def _lock(options: AccountOptions, pieces: _Pieces) -> None:
    options.locked = pieces.popleft()[0] == "LOCK"


def _attempts(options: AccountOptions, pieces: _Pieces) -> None:
    options.attempts = _number(pieces.popleft()[0]) or 0


def _lock_time(options: AccountOptions, pieces: _Pieces) -> None:
    options.lock_days = _number(pieces.popleft()[0]) or 0


def _comment(options: AccountOptions, pieces: _Pieces) -> None:
    options.metadata = _merged(options.metadata or {}, {"comment": pieces.popleft()[1]})


def _attribute(options: AccountOptions, pieces: _Pieces) -> None:
    try:
        given = json.loads(pieces.popleft()[1], parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise mysql_error("ER_INVALID_USER_ATTRIBUTE_JSON")
    options.metadata = _merged(options.metadata or {}, given)


def _finite(text: str) -> float:
    """ValueError for a number that JSON has not: NaN, Infinity, and those beyond a DOUBLE."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _merged(document: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """JSON_MERGE_PATCH() of two objects."""
    result = {name: value for name, value in document.items() if name not in patch}
    for name, value in patch.items():
        if isinstance(value, dict):
            below = document.get(name)
            result[name] = _merged(below if isinstance(below, dict) else {}, value)
        elif value is not None:
            result[name] = value
    return dict(sorted(result.items(), key=lambda pair: (len(pair[0].encode()), pair[0].encode())))


_READERS: dict[str, Callable[[AccountOptions, _Pieces], None]] = {
    "REQUIRE": _require,
    "PASSWORD": _password,
    "ACCOUNT": _lock,
    "FAILED_LOGIN_ATTEMPTS": _attempts,
    "PASSWORD_LOCK_TIME": _lock_time,
    "COMMENT": _comment,
    "ATTRIBUTE": _attribute,
    **{name: _certificate(name) for name in CERTIFICATE},
    **{name: _limit(name) for name in RESOURCES},
}
