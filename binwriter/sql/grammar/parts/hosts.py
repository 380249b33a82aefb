"""The host of an account: a string, a name in backquotes, or letters, digits, dots and underscores that stand together,
directly behind the `@`; else it is empty.

Source: MySQL manual, "Specifying Account Names", and what a 9.7.4 reads (captured: clusters/hosts_without_quotes).
"""

from __future__ import annotations

import string

from binwriter.sql.text.cursor import Cursor, PieceKind

_OF_HOSTS = frozenset(string.digits + string.ascii_letters + "._$")


def accept_host(cursor: Cursor) -> str | None:
    """What stands behind `@`; None where no `@` is. ER_PARSE_ERROR for what is no host."""
    if cursor.piece.kind is PieceKind.WORD and cursor.piece.text.startswith("@"):
        return _plain(cursor, cursor.next().text[1:])
    if not cursor.accept_symbol("@"):
        return None
    if cursor.at_end or cursor.ahead(-1).end != cursor.offset:
        return ""
    if cursor.piece.kind is PieceKind.STRING:
        return cursor.string()
    if cursor.piece.text[:1] not in _OF_HOSTS:
        return cursor.name()
    return _plain(cursor, cursor.next().text)


def _plain(cursor: Cursor, begun: str) -> str:
    parts = [begun]
    while not cursor.at_end and cursor.ahead(-1).end == cursor.offset and cursor.piece.text[:1] in _OF_HOSTS:
        parts.append(cursor.next().text)
    return "".join(parts)
