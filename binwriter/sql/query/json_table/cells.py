"""A value of a document in a column of JSON_TABLE.

Source: MySQL manual, "JSON Table Functions"; conversions and errors as a 9.7.4 has them
(tests/golden/scenarios/json_table_*.scn). What was not seen there is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.values import ColumnValue, JsonDocument, JsonInteger
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.values.json_text import unquoted_text
from binwriter.sql.context import StatementContext
from binwriter.sql.store import store

_INTEGER = pattern(r"\s*[+-]?\d+", re.ASCII)
_NUMBER = pattern(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_DATE = pattern(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_DATETIME = pattern(r"(\d{4}-\d{2}-\d{2})(?: ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?)?", re.ASCII)
_TIME = pattern(r"\d{2}:[0-5]\d:[0-5]\d(?:\.\d{1,6})?", re.ASCII)
_DIGIT = pattern(r"\d", re.ASCII)
_INT64_END = 1 << 63
_LONGEST_NUMBER = 30  # characters of a number in text


class CellError(Exception):
    """The value does not fit. error: what ERROR ON ERROR answers; before: the warnings that stand before it then."""

    def __init__(self, error: MySQLError, before: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(str(error))
        self.error = error
        self.before = before


def cell(column: Column, value: Any, context: StatementContext) -> ColumnValue:
    """The stored value. CellError if it does not fit, UnsupportedError if it is not known what a server makes of it."""
    type_ = column.spec.type
    if type_ is ColumnType.JSON:
        return None if value is None else JsonDocument(value)
    if isinstance(value, (dict, list)):
        raise CellError(mysql_error("ER_WRONG_JSON_TABLE_VALUE", column.name))
    if value is None:
        return None
    if isinstance(value, JsonInteger):
        value = value.value
    if not isinstance(value, (str, int, float, Decimal)):
        raise _refused(column, value)
    return stored(column, _CONVERTERS[type_](value, column), context)


def stored(column: Column, value: Any, context: StatementContext) -> ColumnValue:
    """As the column keeps it; without the notes that a server leaves out here."""
    before = len(context.diagnostics)
    try:
        return store(column, value, context, as_error=True)
    except MySQLError as error:
        if not context.changes_data or not context.strict:
            warning = Diagnostic("Warning", error.code, error.message)
            raise CellError(_out_of_range(column), (warning,)) from None
        error.earlier = (_out_of_range(column),)
        raise CellError(error) from None
    finally:
        del context.diagnostics[before:]


def _out_of_range(column: Column) -> MySQLError:
    return mysql_error("ER_JT_VALUE_OUT_OF_RANGE", column.name)


def _no_number(column: Column, type_name: str) -> CellError:
    error = mysql_error("ER_INVALID_JSON_VALUE_FOR_CAST", type_name, column.name, 1)
    error.earlier = (_out_of_range(column),)
    return CellError(error)


def _refused(column: Column, value: object) -> UnsupportedError:
    return UnsupportedError(f"JSON_TABLE: {value!r} in the {column.spec.type.name} column '{column.name}'")


def _as_integer(value: Any, column: Column) -> int:
    """Whole numbers as they are, others to the nearest (half to even)."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Decimal):
        raise _refused(column, value)
    if isinstance(value, str) and not _INTEGER.fullmatch(value):
        raise _no_number(column, "INTEGER")
    whole = int(value) if isinstance(value, str) else round(value)
    if abs(whole) >= _INT64_END or (whole < 0 and column.spec.unsigned):
        raise _refused(column, value)
    return whole


def _as_real(value: Any, column: Column) -> float:
    if not isinstance(value, str):
        return float(value)
    if _NUMBER.fullmatch(value) and len(value) <= _LONGEST_NUMBER:
        return float(value)
    if not value or _DIGIT.search(value):
        raise _refused(column, value)
    raise _no_number(column, "DOUBLE")


def _as_decimal(value: Any, column: Column) -> Decimal | float:
    if isinstance(value, (float, Decimal)):
        return value
    if isinstance(value, int):
        return Decimal(int(value))
    if _NUMBER.fullmatch(value) and len(value) <= _LONGEST_NUMBER:
        return Decimal(value)
    if not value or _DIGIT.search(value):
        raise _refused(column, value)
    raise _no_number(column, "DECIMAL")


def _as_text(value: Any, column: Column) -> str | bytes:
    text = value if isinstance(value, str) else unquoted_text(JsonDocument(value))
    return text.encode() if column.spec.collation == BINARY_COLLATION_ID else text


def _temporal(shape: re.Pattern[str]) -> Callable[[Any, Column], str]:
    """Text of this shape; text without any digit is an error, all the rest is read in ways of its own."""

    def convert(value: Any, column: Column) -> str:
        if not isinstance(value, str):
            raise _refused(column, value)
        if not _DIGIT.search(value):
            if value:
                return value  # which the column does not take
            raise _refused(column, value)
        if not shape.fullmatch(value) or not _is_date(value):
            raise _refused(column, value)
        return value

    return convert


def _is_date(text: str) -> bool:
    match = _DATE.match(text)
    if match is None:
        return True
    try:
        date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return False
    return True


_CONVERTERS: dict[ColumnType, Callable[[Any, Column], Any]] = {
    **dict.fromkeys((ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24), _as_integer),
    **dict.fromkeys((ColumnType.LONG, ColumnType.LONGLONG, ColumnType.YEAR), _as_integer),
    **dict.fromkeys((ColumnType.FLOAT, ColumnType.DOUBLE), _as_real),
    ColumnType.NEWDECIMAL: _as_decimal,
    **dict.fromkeys((ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB), _as_text),
    ColumnType.DATE: _temporal(_DATE),
    ColumnType.DATETIME2: _temporal(_DATETIME),
    ColumnType.TIME2: _temporal(_TIME),
}
SUPPORTED_TYPES = frozenset({*_CONVERTERS, ColumnType.JSON})
