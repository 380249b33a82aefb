"""The columns that servers before 8.0 make of the numbers that several queries give in one place.

The sign is that of the first query, lengths are those that the types show at most, and a BIT beside another number is a
string of bytes (Item_type_holder; captured: 5.6.21 and 5.7.18/columns_of_several_queries_*).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import reduce
from typing import Any

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.expressions.field_types import INTEGERS, merged_field
from binwriter.sql.expressions.numbers import INT64_MAX
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, Kind
from binwriter.sql.types.old_numbers import MOST_DIGITS, MOST_SCALE, OldNumber, length_of

_SHOWN = {
    **dict(zip(INTEGERS, (4, 6, 8, 11, 20), strict=True)),
    ColumnType.YEAR: 4,
    ColumnType.DOUBLE: 53,
}
_FIELD_OF = {Kind.INT: ColumnType.LONGLONG, Kind.DECIMAL: ColumnType.NEWDECIMAL, Kind.REAL: ColumnType.DOUBLE}
_WHOLE = (*INTEGERS, ColumnType.YEAR, ColumnType.BIT)
INT32_MAX = (1 << 31) - 1
_REAL_LENGTHS = {ColumnType.FLOAT: (6 + 2, 6 + 6), ColumnType.DOUBLE: (15 + 2, 15 + 7)}  # with digits, and without


@dataclass(frozen=True, slots=True)
class Held:
    """What one query gives, or several. field: None of NULL. length: characters at most; shown: as the type shows.

    digits: before the point. scale: NOT_FIXED_SCALE of a REAL that has none.
    """

    field: ColumnType | None
    length: int
    shown: int
    digits: int
    scale: int = 0
    unsigned: bool = False

    @property
    def data_type(self) -> ColumnType:
        """Its field type; nobody asks for that of NULL."""
        assert self.field is not None
        return self.field


def held_column(spec: ColumnSpec) -> Held | None:
    """Of a stored column; None where it is no number."""
    field = spec.type
    if field in (*INTEGERS, ColumnType.YEAR):
        shown = _SHOWN[field]
        length = 4 if field is ColumnType.YEAR else shown - (spec.unsigned and field is not ColumnType.LONGLONG)
        unsigned = spec.unsigned or field is ColumnType.YEAR
        return Held(field, length, shown, length - (not unsigned), unsigned=unsigned)
    if field is ColumnType.BIT:
        return Held(field, spec.length, spec.length, spec.length, unsigned=True)
    if field is ColumnType.NEWDECIMAL:
        length = length_of(spec.precision, spec.scale, spec.unsigned)
        return Held(field, length, length, spec.precision - spec.scale, spec.scale, spec.unsigned)
    if field in _REAL_LENGTHS:
        length = spec.precision or _REAL_LENGTHS[field][1]
        scale = spec.scale if spec.precision else NOT_FIXED_SCALE
        return Held(field, length, length, min(length, MOST_DIGITS), scale, spec.unsigned)
    return None


def held_number(number: OldNumber) -> Held | None:
    """Of any other item; None where it is no number."""
    if number.kind is Kind.NULL:
        return Held(None, 0, 0, 0)
    if number.kind not in _FIELD_OF:
        return None
    field = _FIELD_OF[number.kind]
    shown = _SHOWN.get(field, number.length)
    return Held(field, number.length, shown, number.precision - number.scale, number.scale, number.unsigned)


def united(parts: Sequence[Held]) -> Held:
    """What all of them have in common."""
    return reduce(_joined, parts)


def _joined(one: Held, two: Held) -> Held:
    field = _field(one, two)
    length, scale, unsigned = one.length, max(one.scale, two.scale), one.unsigned
    if field in _WHOLE:
        scale = 0
    if field is ColumnType.NEWDECIMAL:
        scale, unsigned = min(scale, MOST_SCALE), unsigned and two.unsigned
        length = length_of(min(max(one.digits, two.digits) + scale, MOST_DIGITS), scale, unsigned)
    if field in _REAL_LENGTHS:
        length, scale = _real(field, one, two, scale)
        return Held(field, length, length, min(length, MOST_DIGITS), scale, unsigned)
    length = max(length, two.shown)
    digits = length - (scale > 0) - (not unsigned and length > 0) - scale
    return Held(field, length, length, digits, scale, unsigned)


def _field(one: Held, two: Held) -> ColumnType | None:
    if one.field is None or two.field is None or one.field is two.field:
        return one.field or two.field
    fields = {one.field, two.field}
    if fields & {ColumnType.BIT, ColumnType.VARCHAR}:
        return ColumnType.VARCHAR
    if ColumnType.YEAR in fields and fields & set(INTEGERS):
        return next(field for field in fields if field is not ColumnType.YEAR)
    return merged_field([replace(one, unsigned=False), replace(two, unsigned=False)])


def _real(field: ColumnType, one: Held, two: Held, scale: int) -> tuple[int, int]:
    """Length and digits behind the point: fixed as long as there is room for all of them."""
    with_digits, without = _REAL_LENGTHS[field]
    if scale == NOT_FIXED_SCALE:
        return without, scale
    if (one.length, one.scale) == (two.length, two.scale):
        return one.length, scale
    length = max(one.length - one.scale, two.length - two.scale) + scale
    return (without, NOT_FIXED_SCALE) if length > with_digits else (length, scale)


def united_spec(spec: ColumnSpec, held: Held) -> ColumnSpec | None:
    """The column of such a place; None where there is none. spec: its name, and whether it may be NULL."""
    field = held.field
    if field in INTEGERS:
        return ColumnSpec(spec.name, field, spec.nullable, unsigned=held.unsigned)
    if field is ColumnType.NEWDECIMAL:
        number = OldNumber(Kind.DECIMAL, held.length, held.scale, held.unsigned)
        precision, scale = number.column_digits
        return ColumnSpec(spec.name, field, spec.nullable, unsigned=held.unsigned, precision=precision, scale=scale)
    if field in _REAL_LENGTHS:
        made = ColumnSpec(spec.name, field, spec.nullable, unsigned=held.unsigned)
        fixed = held.scale != NOT_FIXED_SCALE
        return replace(made, precision=held.length, scale=held.scale) if fixed else made
    if field is ColumnType.VARCHAR:
        return ColumnSpec(spec.name, field, spec.nullable, length=held.length)
    return None


def kept_in(spec: ColumnSpec, value: Any) -> Any:
    """A query's value in the column of several: what does not fit is cut without a word."""
    if not isinstance(value, (int, Decimal)) or spec.type not in INTEGERS:
        return value
    value = int(value)
    if spec.unsigned:
        return max(value, 0)
    if spec.type is ColumnType.LONG and value > INT32_MAX:  # it is taken as it is stored
        return value - (1 << 32)
    return min(value, INT64_MAX)
