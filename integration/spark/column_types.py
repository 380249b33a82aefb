"""Which Spark type a column has when it is read.

    integers            byte to long, the next larger one if unsigned; BIGINT UNSIGNED decimal(20,0); YEAR short
    FLOAT, DOUBLE       float, double
    DECIMAL(p,s)        decimal(p,s); over 38 digits string
    BIT(n)              long; BIT(64) decimal(20,0)
    CHAR, VARCHAR, TEXT string
    BINARY, VARBINARY, BLOB, GEOMETRY (SRID and WKB)    binary
    ENUM, SET           string, as MySQL shows them; the number (int, decimal(20,0)) if the log names no members
    DATE, DATETIME, TIMESTAMP   date, timestamp_ntz, timestamp
    TIME                interval day to second
    JSON                string: its text as MySQL writes it
    VECTOR              array<float>

Dates that no calendar has: see `DateRule`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from pyspark.sql import types as t

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType

_DECIMAL_DIGITS = 38
_UNSIGNED_64 = t.DecimalType(20, 0)


class DateRule(Enum):
    """Option zero_dates: what becomes of 0000-00-00 and 2023-02-31 (Connector/J's zeroDateTimeBehavior is alike)."""

    ERROR = "error"
    NULL = "null"
    TEXT = "text"  # DATE, DATETIME and TIMESTAMP columns are strings


def _integer(spec: ColumnSpec) -> t.DataType:
    sizes = [t.ByteType(), t.ShortType(), t.IntegerType(), t.LongType(), _UNSIGNED_64]
    place = {ColumnType.TINY: 0, ColumnType.SHORT: 1, ColumnType.INT24: 2, ColumnType.LONG: 2, ColumnType.LONGLONG: 3}
    fits = spec.unsigned and spec.type is not ColumnType.INT24
    return sizes[place[spec.type] + fits]


def _decimal(spec: ColumnSpec) -> t.DataType:
    return t.DecimalType(spec.precision, spec.scale) if spec.precision <= _DECIMAL_DIGITS else t.StringType()


def _characters(spec: ColumnSpec) -> t.DataType:
    return t.BinaryType() if spec.collation == BINARY_COLLATION_ID else t.StringType()


def _always(type_: t.DataType) -> Callable[[ColumnSpec], t.DataType]:
    return lambda spec: type_


_SPARK_TYPES: dict[ColumnType, Callable[[ColumnSpec], t.DataType]] = {
    ColumnType.TINY: _integer,
    ColumnType.SHORT: _integer,
    ColumnType.INT24: _integer,
    ColumnType.LONG: _integer,
    ColumnType.LONGLONG: _integer,
    ColumnType.YEAR: _always(t.ShortType()),
    ColumnType.FLOAT: _always(t.FloatType()),
    ColumnType.DOUBLE: _always(t.DoubleType()),
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.DECIMAL: _always(t.StringType()),
    ColumnType.BIT: lambda spec: _UNSIGNED_64 if spec.length == 64 else t.LongType(),
    ColumnType.STRING: _characters,
    ColumnType.VAR_STRING: _characters,
    ColumnType.VARCHAR: _characters,
    ColumnType.BLOB: _characters,
    ColumnType.ENUM: lambda spec: t.StringType() if spec.members else t.IntegerType(),
    ColumnType.SET: lambda spec: t.StringType() if spec.members else _UNSIGNED_64,
    ColumnType.DATE: _always(t.DateType()),
    ColumnType.NEWDATE: _always(t.DateType()),
    ColumnType.TIME2: _always(t.DayTimeIntervalType()),
    ColumnType.TIME: _always(t.DayTimeIntervalType()),
    ColumnType.DATETIME2: _always(t.TimestampNTZType()),
    ColumnType.DATETIME: _always(t.TimestampNTZType()),
    ColumnType.TIMESTAMP2: _always(t.TimestampType()),
    ColumnType.TIMESTAMP: _always(t.TimestampType()),
    ColumnType.JSON: _always(t.StringType()),
    ColumnType.TYPED_ARRAY: _always(t.StringType()),
    ColumnType.GEOMETRY: _always(t.BinaryType()),
    ColumnType.VECTOR: _always(t.ArrayType(t.FloatType(), containsNull=False)),
    ColumnType.NULL: _always(t.NullType()),
}
DATES = frozenset(
    {
        ColumnType.DATE,
        ColumnType.NEWDATE,
        ColumnType.DATETIME2,
        ColumnType.DATETIME,
        ColumnType.TIMESTAMP2,
        ColumnType.TIMESTAMP,
    }
)


def spark_type(spec: ColumnSpec, dates: DateRule = DateRule.ERROR) -> t.DataType:
    """The Spark type of a column that is read."""
    if dates is DateRule.TEXT and spec.type in DATES:
        return t.StringType()
    return _SPARK_TYPES[spec.type](spec)


def image_type(specs: Sequence[ColumnSpec], dates: DateRule = DateRule.ERROR) -> t.StructType:
    """The type of a row image: a field a column, any of which an image may lack."""
    return t.StructType([t.StructField(spec.name, spark_type(spec, dates), nullable=True) for spec in specs])
