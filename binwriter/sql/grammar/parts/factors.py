"""Reads further factors of accounts (MySQL manual, "CREATE USER Multifactor Authentication Options")."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.accounts import Account, Authentication, Factor
from binwriter.sql.text.cursor import Cursor, PieceKind

_SECOND, _THIRD = 2, 3
_INITIAL = ("INITIAL", "AUTHENTICATION")


def created_factors(cursor: Cursor, account: Account, first: Authentication | None) -> Iterator[Factor]:
    """[INITIAL AUTHENTICATION IDENTIFIED ..] or AND IDENTIFIED .. [AND IDENTIFIED ..]."""
    if first is not None and cursor.accept(*_INITIAL):
        _identified(cursor)
        yield Factor(account, "INITIAL", 1, first.plugin)
        return
    for number in (_SECOND, _THIRD):
        if not cursor.accept("AND"):
            return
        yield Factor(account, "CREATE", number, _identified(cursor))


def altered_factors(cursor: Cursor, account: Account) -> Iterator[Factor]:
    """ADD, MODIFY or DROP n FACTOR, twice at most; n FACTOR INITIATE or FINISH REGISTRATION, UNREGISTER."""
    if cursor.piece.kind is PieceKind.NUMBER:
        number = _number(cursor)
        if cursor.accept("UNREGISTER"):
            yield Factor(account, "UNREGISTER", number)
        elif cursor.accept("INITIATE", "REGISTRATION"):
            yield Factor(account, "REGISTER", number)
        else:
            cursor.expect("FINISH", "REGISTRATION", "SET", "CHALLENGE_RESPONSE", "AS")
            cursor.string()
            yield Factor(account, "REGISTER", number)
        return
    for _ in (_SECOND, _THIRD):
        if cursor.word() not in ("ADD", "MODIFY", "DROP"):
            return
        verb = cursor.next().text.upper()
        number = _number(cursor)
        yield Factor(account, verb, number, "" if verb == "DROP" else _identified(cursor))


def _number(cursor: Cursor) -> int:
    """n FACTOR. ER_WRONG_VALUE for another than the second and third."""
    number = cursor.integer()
    if not _SECOND <= number <= _THIRD:
        raise mysql_error("ER_WRONG_VALUE", "nth factor", str(number))
    cursor.expect("FACTOR")
    return number


def _identified(cursor: Cursor) -> str:
    """IDENTIFIED ..: the plugin that is named."""
    cursor.expect("IDENTIFIED")
    plugin = cursor.name_or_string() if cursor.accept("WITH") else ""
    if cursor.accept("BY", "RANDOM", "PASSWORD"):
        return plugin
    if cursor.accept("BY") or cursor.accept("AS"):
        cursor.string()
    elif not plugin:
        raise cursor.error()
    return plugin
