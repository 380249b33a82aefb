"""Columns that 5.1 to 5.6 make otherwise of a few items in CREATE TABLE .. SELECT.

Source: captured on a 5.1.54, a 5.5.20 and a 5.6.21 (columns_of_items_row): ROUND, TRUNCATE, deviations, COALESCE,
system variables, and what is made of numbers that stand as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.formats.collations import BINARY_COLLATION_ID, LATIN1_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.expressions import measure
from binwriter.sql.types.functions import called
from binwriter.sql.types.kinds import REAL, Lookup, Measure
from binwriter.sql.types.numbers import whole
from binwriter.sql.types.record import Role

_FIRST_WITH_NEWER = 80000
_FIRST_WITHOUT_DIGITS = 50600
_FIRST_WITH_TEXTS = 50500
_REAL_DIGITS = 17  # before those behind the point
_ADDED_DIGITS = 4  # div_precision_increment
_UTF8_WIDTH = 3
_WIDTH_OF_NUMBERS = 21
_LONGEST_INT = 11
_MOST_DECIMALS = 30
_TEXTS = {ColumnType.DATE: 10, ColumnType.DATETIME2: 19}


def old_column(
    column: Column,
    node: exp.Expression,
    lookup: Lookup,
    may_be_null: Callable[[exp.Expression], bool],
    context: StatementContext,
) -> Column | None:
    """The column of such an item; None for any other. may_be_null: whether a part of the item may be."""
    version = context.variables.profile.version_number
    if version >= _FIRST_WITH_NEWER:
        return None
    if isinstance(node, exp.SessionParameter):
        return _of_variable(column, str(context.variables.get(node.name)))
    function, arguments = called(node)
    if function is None:
        return None
    if function.type is whole and column.spec.type is ColumnType.DOUBLE:  # CEIL and FLOOR (captured: ceilings_row)
        return _with_digits(column, _REAL_DIGITS, 0)
    if function.name in ("ROUND", "TRUNCATE"):
        return _rounded(column, arguments, lookup)
    is_deviation = function.role is Role.AGGREGATE and function.type is REAL
    if is_deviation and version < _FIRST_WITHOUT_DIGITS:
        return _deviation(column, arguments[0], lookup)
    if function.name == "ADDDATE" or function.name == "SUBDATE":
        return replace(column, spec=replace(column.spec, nullable=True), default=None)
    if function.name == "UNIX_TIMESTAMP" and column.spec.type is ColumnType.NEWDECIMAL:
        # seconds have a digit less (captured: 5.7.18/zones_of_computed_moments_row)
        return replace(column, spec=replace(column.spec, precision=column.spec.precision - 1))
    if function.name == "LAST_INSERT_ID" and version < _FIRST_WITHOUT_DIGITS:
        return replace(column, spec=replace(column.spec, unsigned=False), display_width=_WIDTH_OF_NUMBERS)
    either = function.name == "IFNULL" or function.name == "NULLIF"
    if either and (first := measure(arguments[0], lookup)) is not None:
        return _chosen(column, function.name, arguments, first, version)
    if function.name == "COALESCE" and not column.spec.nullable and any(map(may_be_null, arguments)):
        return replace(column, spec=replace(column.spec, nullable=True), default_kind=DefaultKind.LITERAL, default=None)
    return None


def old_literal_spec(spec: ColumnSpec, node: exp.Expression, version: int) -> ColumnSpec:
    """A text that is made of numbers that stand as they are has no room for their sign."""
    if not _FIRST_WITH_TEXTS <= version < _FIRST_WITH_NEWER:
        return spec
    function, arguments = called(node)
    name = "" if function is None else function.name
    if isinstance(node, exp.Cast) and name == "CAST":
        chosen = [node.this] if not node.args["to"].expressions else []
    else:
        chosen = arguments if isinstance(node, exp.If | exp.Case) or name == "IFNULL" else []
    texts = [str(one.this) for one in chosen if isinstance(one, exp.Literal)]
    if not chosen or len(texts) < len(chosen) or not any(not one.is_string for one in chosen):
        return spec
    counted = max(len(str(one.this)) + (not one.is_string) for one in chosen)
    return replace(spec, length=spec.length * max(map(len, texts)) // counted)


def _of_variable(column: Column, value: str) -> Column:
    spec = replace(column.spec, nullable=True)
    if spec.type is ColumnType.BLOB:
        made = ColumnType.VARCHAR if value else ColumnType.STRING
        spec = replace(spec, type=made, length=len(value) * _UTF8_WIDTH)
        return replace(column, spec=spec, default_kind=DefaultKind.LITERAL, default=None)
    width = 1 if spec.type is ColumnType.LONG else _WIDTH_OF_NUMBERS
    return replace(column, spec=spec, default_kind=DefaultKind.LITERAL, default=None, display_width=width)


def _rounded(column: Column, arguments: list[exp.Expression], lookup: Lookup) -> Column | None:
    digits = arguments[1] if len(arguments) > 1 else None
    inner = measure(arguments[0], lookup)
    if inner is None or (digits is not None and not isinstance(digits, exp.Literal)):
        return None
    if inner.kind is Kind.INT and column.spec.type in (ColumnType.LONG, ColumnType.LONGLONG):
        made = ColumnType.LONGLONG if inner.length > _LONGEST_INT else ColumnType.LONG
        spec = replace(column.spec, type=made, unsigned=inner.unsigned)
        return replace(column, spec=spec, display_width=inner.length)
    if inner.kind is Kind.DECIMAL and column.spec.type is ColumnType.NEWDECIMAL and digits is None and not inner.scale:
        return replace(column, spec=replace(column.spec, precision=inner.precision))
    if column.spec.type is not ColumnType.DOUBLE:
        return None
    scale = 0 if digits is None else int(str(digits.this))
    return _with_digits(column, _REAL_DIGITS + scale, scale) if scale <= _MOST_DECIMALS else None


def _deviation(column: Column, argument: exp.Expression, lookup: Lookup) -> Column | None:
    inner = measure(argument, lookup)
    if inner is None or inner.kind not in (Kind.INT, Kind.DECIMAL) or column.spec.type is not ColumnType.DOUBLE:
        return None
    digits = inner.length - (not inner.unsigned) if inner.kind is Kind.INT else inner.precision
    scale = (inner.scale or 0) + _ADDED_DIGITS
    return _with_digits(column, digits * 2 + _ADDED_DIGITS + 2, scale)


def _chosen(
    column: Column, name: str, arguments: Sequence[exp.Expression], first: Measure, version: int
) -> Column | None:
    spec, second = column.spec, arguments[1]
    if first.kind.temporal and isinstance(arguments[0], exp.Column):
        if name == "NULLIF" and spec.type in (ColumnType.DATE, ColumnType.DATETIME2) and not spec.fsp:
            length = _TEXTS[spec.type]
            spec = ColumnSpec(spec.name, ColumnType.VARCHAR, length=length, collation=_of_moments(version))
            return replace(column, spec=spec, default_kind=DefaultKind.LITERAL, default=None)
        is_number = isinstance(second, exp.Literal) and not second.is_string
        if is_number and spec.type is ColumnType.VARCHAR and version < _FIRST_WITHOUT_DIGITS:
            length = spec.length // collation_by_id(spec.collation).mbmaxlen
            return replace(column, spec=replace(spec, length=length, collation=_of_moments(version)))
    is_fraction = isinstance(second, exp.Literal) and not second.is_string and "." in str(second.this)
    if name == "IFNULL" and first.kind is Kind.INT and is_fraction and spec.type is ColumnType.NEWDECIMAL:
        whole, _, fraction = str(second.this).partition(".")
        length = max(first.length, len(whole) + 1) + len(fraction) - (not first.unsigned)
        spec = replace(spec, precision=length, scale=0)
        return replace(column, spec=spec, default=None if column.default is None else Decimal(0))
    return None


def _of_moments(version: int) -> int:
    return BINARY_COLLATION_ID if version < _FIRST_WITH_TEXTS else LATIN1_COLLATION_ID


def _with_digits(column: Column, precision: int, scale: int) -> Column:
    return replace(column, spec=replace(column.spec, precision=precision, scale=scale))
