"""Which values a column keeps as they are, without a word: what `store` gives back without looking further."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.numbers import DOUBLE_MAX
from binwriter.sql.store.numbers import INTEGER_BITS, integer_range

Stays = Callable[[Any], bool]

# character sets that have all of ASCII
_WITH_ASCII = frozenset({"utf8mb4", "utf8mb3", "latin1", "ascii"})


def stays_in(spec: ColumnSpec) -> Stays:
    """Whether a column takes a value as it is. False says nothing: `store` knows more."""
    make = _TESTS.get(spec.type)
    return never if make is None else make(spec)


def _integer(spec: ColumnSpec) -> Stays:
    low, high = integer_range(spec.type, spec.unsigned)
    return lambda value: type(value) is int and low <= value <= high


def _decimal(spec: ColumnSpec) -> Stays:
    unit, whole, unsigned = Decimal(1).scaleb(-spec.scale), spec.precision - spec.scale, spec.unsigned

    def stays(value: Any) -> bool:
        if type(value) is not Decimal or not value.same_quantum(unit) or value.adjusted() >= whole:
            return False
        return not value.is_signed() or bool(value and not unsigned)

    return stays


def _characters(spec: ColumnSpec) -> Stays:
    collation = collation_by_id(spec.collation)
    if spec.collation == BINARY_COLLATION_ID or collation.charset not in _WITH_ASCII:
        return never
    width = (1 << 8 * spec.length) - 1 if spec.type is ColumnType.BLOB else spec.length // collation.mbmaxlen
    if spec.type is ColumnType.STRING:
        return lambda value: type(value) is str and len(value) <= width and value.isascii() and value[-1:] != " "
    return lambda value: type(value) is str and len(value) <= width and value.isascii()


def _real(spec: ColumnSpec) -> Stays:
    if spec.precision or spec.unsigned:
        return never
    return lambda value: type(value) is float and -DOUBLE_MAX <= value <= DOUBLE_MAX


def _moment(spec: ColumnSpec) -> Stays:
    return lambda value: type(value) is datetime and not value.microsecond and value.tzinfo is None


def _date(spec: ColumnSpec) -> Stays:
    return lambda value: type(value) is date


def never(value: Any) -> bool:
    """Of a type of which nothing is known."""
    return False


_TESTS: dict[ColumnType, Callable[[ColumnSpec], Stays]] = {
    **dict.fromkeys(INTEGER_BITS, _integer),
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.DOUBLE: _real,
    ColumnType.VARCHAR: _characters,
    ColumnType.STRING: _characters,
    ColumnType.BLOB: _characters,
    ColumnType.DATETIME2: _moment,
    ColumnType.DATE: _date,
}
