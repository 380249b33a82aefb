"""Texts that a column takes from another column as they are, without a conversion.

A server copies them byte by byte where both columns are VARCHAR of one collation whose lengths take as many bytes: what
does not fit is truncated data (1265) under a strict mode, too. Blanks at the end count there, and between TEXT columns;
any other way would cut them off with a note (captured: clusters/texts_copied_between_columns).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.types import ExprType, Kind

_ONE_BYTE = 256  # lengths from here on take two


class CopiedText(str):
    """A text that is longer than the column it goes to."""

    __slots__ = ()


class CopiedBytes(bytes):
    """The same of bytes."""

    __slots__ = ()


def marking(type_: ExprType, column: ColumnSpec) -> Callable[[Any], Any] | None:
    """What marks values of a column that are too long for another one; None where it converts them. type_: of the
    column that is read."""
    if type_.kind is not Kind.STRING or type_.column is not column.type or type_.collation != column.collation:
        return None
    is_binary = column.collation == BINARY_COLLATION_ID
    each = collation_by_id(column.collation).mbmaxlen
    if column.type is ColumnType.BLOB:
        limit = (1 << 8 * column.length) - 1
        return None if is_binary or type_.length <= limit else _mark_texts(limit // each)
    if column.type is not ColumnType.VARCHAR or (type_.length * each < _ONE_BYTE) != (column.length < _ONE_BYTE):
        return None
    width = column.length // each
    if type_.length <= width:
        return None
    if is_binary:
        return lambda value: CopiedBytes(value) if isinstance(value, bytes) and len(value) > width else value
    return _mark_texts(width)


def _mark_texts(width: int) -> Callable[[Any], Any]:
    return lambda value: CopiedText(value) if type(value) is str and len(value) > width else value
