"""A value into a column, as MySQL's `Field::store` does it: converted, rounded, clipped, complained about.

Every result in the tests' tables was seen on a 9.7.4 (strict and not strict). Known simplifications:
* a `datetime` or `timedelta` from an expression shows as many fractional digits in a string column as `decimals`
  says, or as it needs when that is None; the server shows those of the expression's type;
* JSON columns take text and GEOMETRY columns what spatial functions give; VECTOR columns take NULL only: anything
else is
  refused as unsupported.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.sql.context import StatementContext
from binwriter.sql.store import years
from binwriter.sql.store.documents import DOCUMENT_STORERS
from binwriter.sql.store.numbers import NUMERIC_STORERS
from binwriter.sql.store.strings import STRING_STORERS
from binwriter.sql.store.target import Target
from binwriter.sql.store.temporal import ZERO_DATE, store_date, store_datetime, store_time, store_timestamp

__all__ = ["implicit_default", "store", "store_silently"]


def _store_year(value: object, target: Target) -> ColumnValue:
    return years.store_year(value, target)


_STORERS: dict[ColumnType, Callable[[object, Target], ColumnValue]] = {
    **NUMERIC_STORERS,
    ColumnType.YEAR: _store_year,
    **STRING_STORERS,
    ColumnType.DATE: store_date,
    ColumnType.DATETIME2: store_datetime,
    ColumnType.TIMESTAMP2: store_timestamp,
    ColumnType.TIME2: store_time,
    **DOCUMENT_STORERS,
}


def store(
    column: Column, value: object, context: StatementContext, *, as_error: bool, decimals: int | None = None
) -> ColumnValue:
    """The value as the column keeps it (see ColumnValue).

    value: any value of an expression; None stays None (NOT NULL is the caller's business).
    as_error: problems raise MySQLError 1264, 1265, 1292, 1366 or 1406, with the column's name and
        `context.row_number`; else they become warnings and the value is clipped. Notes never raise.
    decimals: fractional digits of a temporal value's type, used when the column is a string.
    Raises UnsupportedError for VECTOR columns.
    """
    if value is None:
        return None
    storer = _STORERS.get(column.spec.type)
    if storer is None:
        raise UnsupportedError(f"a value in the {column.spec.type.name} column '{column.name}'")
    return storer(value, Target(column.spec, context, as_error, decimals))


def store_silently(column: Column, value: object, context: StatementContext) -> ColumnValue:
    """What the column makes of a value that does not fit, without a word; None where that is nothing (documents)."""
    told = len(context.diagnostics)
    try:
        return store(column, value, context, as_error=False)
    except MySQLError:
        return None
    finally:
        del context.diagnostics[told:]


def implicit_default(column: Column) -> ColumnValue:
    """The value of a NOT NULL column that is given none: 0, '', the zero date, the first member of an ENUM."""
    return _IMPLICIT_DEFAULTS[column.spec.type](column.spec)


def _empty_string(spec: ColumnSpec) -> ColumnValue:
    if spec.collation != BINARY_COLLATION_ID:
        return ""
    return b"\0" * spec.length if spec.type is ColumnType.STRING else b""


_IMPLICIT_DEFAULTS: dict[ColumnType, Callable[[ColumnSpec], ColumnValue]] = {
    **dict.fromkeys((*NUMERIC_STORERS, ColumnType.YEAR), lambda spec: 0),
    ColumnType.NEWDECIMAL: lambda spec: Decimal(0).scaleb(-spec.scale),
    ColumnType.FLOAT: lambda spec: 0.0,
    ColumnType.DOUBLE: lambda spec: 0.0,
    ColumnType.STRING: _empty_string,
    ColumnType.VARCHAR: _empty_string,
    ColumnType.BLOB: _empty_string,
    ColumnType.ENUM: lambda spec: 1,
    ColumnType.SET: lambda spec: 0,
    ColumnType.DATE: lambda spec: ZERO_DATE,
    ColumnType.DATETIME2: lambda spec: ZERO_DATE,
    ColumnType.TIMESTAMP2: lambda spec: ZERO_DATE,
    ColumnType.TIME2: lambda spec: timedelta(),
    ColumnType.JSON: lambda spec: JsonDocument(None, stored=b""),
    ColumnType.GEOMETRY: lambda spec: b"",
    ColumnType.VECTOR: lambda spec: b"",
}
