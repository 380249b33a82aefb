"""MySQL's field types, and which one holds the values of two.

Source: MySQL manual, "Flow Control Functions", "UNION Clause"; every pair as a 9.7.4 joins them
(captured: tests/golden/chosen).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Protocol

from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.types import Kind

# each holds those before it; a YEAR is a SHORT beside any other number
INTEGERS = (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG)
BLOBS = (ColumnType.TINY_BLOB, ColumnType.BLOB, ColumnType.MEDIUM_BLOB, ColumnType.LONG_BLOB)
_REALS = (ColumnType.FLOAT, ColumnType.DOUBLE)
_NUMBERS = frozenset({*INTEGERS, *_REALS, ColumnType.YEAR, ColumnType.BIT, ColumnType.NEWDECIMAL})
_MOMENTS = frozenset({ColumnType.DATE, ColumnType.TIME, ColumnType.DATETIME, ColumnType.TIMESTAMP})
# what a FLOAT does not hold: it becomes a DOUBLE. Of a BIGINT behind it a server says that it does
_BEYOND_FLOAT = frozenset({ColumnType.LONG, ColumnType.BIT, ColumnType.NEWDECIMAL, ColumnType.DOUBLE})
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_KINDS = {
    **dict.fromkeys((*INTEGERS, ColumnType.BIT), Kind.INT),
    ColumnType.YEAR: Kind.YEAR,
    ColumnType.NEWDECIMAL: Kind.DECIMAL,
    **dict.fromkeys(_REALS, Kind.REAL),
    ColumnType.DATE: Kind.DATE,
    ColumnType.TIME: Kind.TIME,
    **dict.fromkeys((ColumnType.DATETIME, ColumnType.TIMESTAMP), Kind.DATETIME),
    ColumnType.JSON: Kind.JSON,
}
# as they are stored, and as the values are called
_STORED = {
    ColumnType.NEWDATE: ColumnType.DATE,
    ColumnType.TIME2: ColumnType.TIME,
    ColumnType.DATETIME2: ColumnType.DATETIME,
    ColumnType.TIMESTAMP2: ColumnType.TIMESTAMP,
}
# those that a message has no name for
_NAMELESS = {ColumnType.TIME2, ColumnType.DATETIME2, ColumnType.TIMESTAMP2}


class Typed(Protocol):
    """What has a static type."""

    @property
    def data_type(self) -> ColumnType:
        """Its field type."""

    @property
    def unsigned(self) -> bool:
        """Whether it is an unsigned number."""


def kind_of(field: ColumnType) -> Kind:
    """What values of a field type are."""
    return _KINDS.get(field, Kind.STRING)


def merged_field(types: Sequence[Typed]) -> ColumnType:
    """The field type of a value that comes from any of these, none of which is NULL.

    Raises MySQLError ER_INCOMPATIBLE_TYPE_AGG for a VECTOR beside another type.
    """
    made = reduce(_merged, [type_.data_type for type_ in types])
    made = _STORED.get(made, made)
    unsigned = [type_ for type_ in types if type_.unsigned]
    if made not in INTEGERS or len(unsigned) in (0, len(types)):
        return made
    if not any(type_.data_type in (made, ColumnType.BIT) for type_ in unsigned):
        return made
    place = INTEGERS.index(made) + 1  # a signed type that holds the unsigned ones
    return ColumnType.NEWDECIMAL if place == len(INTEGERS) else INTEGERS[place]


def _merged(one: ColumnType, two: ColumnType) -> ColumnType:
    """`one` stands first, which counts for FLOAT and BIGINT."""
    if one is not two and ColumnType.VECTOR in (one, two):
        raise mysql_error(
            "ER_INCOMPATIBLE_TYPE_AGG", *("?-unknown-?" if t in _NAMELESS else t.name for t in (one, two))
        )
    one, two = _STORED.get(one, one), _STORED.get(two, two)
    both = {one, two}
    if len(both) == 1 and one not in _MEMBERS:
        return one
    if blobs := [BLOBS.index(type_) for type_ in both if type_ in BLOBS]:
        return ColumnType.LONG_BLOB if ColumnType.JSON in both else BLOBS[max(blobs)]
    if both <= _NUMBERS:
        return _number(one, two)
    if both <= _MOMENTS:
        return ColumnType.DATETIME
    return ColumnType.STRING if ColumnType.STRING in both and ColumnType.VARCHAR not in both else ColumnType.VARCHAR


def _number(one: ColumnType, two: ColumnType) -> ColumnType:
    both = {one, two}
    if both & {*_REALS}:
        is_double = both & _BEYOND_FLOAT or one is ColumnType.LONGLONG
        return ColumnType.DOUBLE if is_double else ColumnType.FLOAT
    if ColumnType.NEWDECIMAL in both:
        return ColumnType.NEWDECIMAL
    if ColumnType.BIT in both:
        return ColumnType.LONGLONG
    places = [INTEGERS.index(ColumnType.SHORT if type_ is ColumnType.YEAR else type_) for type_ in both]
    return INTEGERS[max(places)]
