"""Texts and reals that a column takes from another column as they are, without a conversion.

A server copies them byte by byte where both columns are VARCHAR of one collation whose lengths take as many bytes: what
does not fit is truncated data (1265) under a strict mode, too. Blanks at the end count there, and between TEXT columns;
any other way would cut them off with a note (captured: clusters/texts_copied_between_columns). So it does FLOATs and
DOUBLEs, whatever digits the other column has room for (captured: clusters/reals_in_narrow_columns).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID, SPACES, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions.types import ExprType, Kind

_ONE_BYTE = 256  # lengths from here on take two
_LONGEST_COUNTED = 512  # characters; longer texts are BLOBs in a table in between


class CopiedText(str):
    """A text that is longer than the column it goes to."""

    __slots__ = ()


class CopiedBytes(bytes):
    """The same of bytes."""

    __slots__ = ()


class CopiedReal(float):
    """A FLOAT or DOUBLE of such a column."""

    __slots__ = ()


class OtherBlanks(str):
    """A text whose blanks have other bytes than those of the column it goes to: what is cut off are no blanks there
    (captured: clusters/blanks_of_other_widths)."""

    __slots__ = ()


def has_other_blanks(type_: ExprType, column: ColumnSpec) -> bool:
    """Whether a text's blanks have other bytes than a column's."""
    if type_.kind is not Kind.STRING or BINARY_COLLATION_ID in (type_.collation, column.collation):
        return False
    of_text, of_column = collation_by_id(type_.collation), collation_by_id(column.collation)
    return max(of_text.mbminlen, of_column.mbminlen) > 1 and of_text.encode(" ") != of_column.encode(" ")


def marking(type_: ExprType, column: ColumnSpec) -> Callable[[Any], Any] | None:
    """What marks values of a column that are too long for another one; None where it converts them. type_: of the
    column that is read."""
    if type_.kind is Kind.REAL:
        is_copied = column.precision and (column.type is (ColumnType.FLOAT if type_.single else ColumnType.DOUBLE))
        return _mark_real if is_copied and not column.unsigned else None
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


def given_by(node: exp.Expression, type_: ExprType) -> ExprType:
    """The type of what a program's expression gives: no column's where it is none itself, such as a query or MAX."""
    return type_ if isinstance(node.unalias(), (exp.Column, exp.Star)) else replace(type_, column=None)


def kept_in_between(type_: ExprType) -> ExprType:
    """The type of what a cursor reads: texts are columns of the table that it keeps its rows in."""
    is_counted = type_.kind is Kind.STRING and 0 < type_.length <= _LONGEST_COUNTED
    return replace(type_, column=ColumnType.VARCHAR) if type_.column is None and is_counted else type_


def altered_marking(before: ColumnSpec, after: ColumnSpec) -> Callable[[Any], Any] | None:
    """The same of a CHAR or BINARY that ALTER TABLE makes shorter: what is cut off is truncated data, unless it is
    blank (captured: clusters/chars_that_alter_cuts)."""
    same = before.type is after.type is ColumnType.STRING and before.collation == after.collation
    if not same or after.length >= before.length:
        return None
    if after.collation == BINARY_COLLATION_ID:
        return lambda value: _cut_bytes(value, after.length)
    width = after.length // collation_by_id(after.collation).mbmaxlen
    return lambda value: CopiedText(value) if value[width:].strip(SPACES) else value


def _cut_bytes(value: bytes, width: int) -> bytes:
    return CopiedBytes(value) if value[width:].strip(SPACES.encode()) else value[:width]


def _mark_real(value: Any) -> Any:
    return CopiedReal(value) if type(value) is float else value


def _mark_texts(width: int) -> Callable[[Any], Any]:
    return lambda value: CopiedText(value) if type(value) is str and len(value) > width else value
