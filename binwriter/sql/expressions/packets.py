"""Results of functions that are longer than max_allowed_packet: NULL and warning 1301, before they are made.

Source: MySQL manual, "String Functions and Operators" ("return NULL if the length of the result would be greater than
the value of max_allowed_packet"); which functions ask, and for what, as seen on a 9.7.4 (tests/golden/limits).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from binwriter.formats.collations import collation_by_id
from binwriter.formats.errors import EncodeError
from binwriter.sql.context import StatementContext

_LEAST_PACKET = 1024  # bytes; no max_allowed_packet is smaller
_WIDEST = 4  # bytes that a character may need


def packet_limit(context: StatementContext) -> int:
    """max_allowed_packet of the session, in bytes."""
    return context.variables.settings.max_allowed_packet


def is_too_long(context: StatementContext, name: str, size: int) -> bool:
    """Whether so many bytes are more than a result may have; then with warning 1301, an error where data change.

    name: the function as the warning has it.
    """
    if size <= _LEAST_PACKET:
        return False
    limit = packet_limit(context)
    if size <= limit:
        return False
    context.value_problem("ER_WARN_ALLOWED_PACKET_OVERFLOWED", name, limit)
    return True


def byte_length(text: Any, collation: int) -> int:
    """Bytes of a text in its character set."""
    if isinstance(text, bytes):
        return len(text)
    charset = collation_by_id(collation)
    if charset.mbmaxlen == 1 or (text.isascii() and not charset.charset.startswith(("utf16", "utf32", "ucs2"))):
        return len(text)
    try:
        return len(charset.encode(text))
    except EncodeError:
        return len(text) * charset.mbmaxlen


def are_too_long(context: StatementContext, name: str, texts: Iterable[Any], collation: int, more: int = 0) -> bool:
    """As `is_too_long`, of texts that become one. more: characters between them."""
    parts = tuple(texts)
    if (sum(map(len, parts)) + more) * _WIDEST <= _LEAST_PACKET:
        return False
    return is_too_long(context, name, sum(byte_length(part, collation) for part in parts) + more)
