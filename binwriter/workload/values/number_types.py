"""Columns whose values are whole numbers of some unit: integers, decimals, floats, ENUM, SET, BIT, dates and times.

Generators make int64 numbers; a `NumberType` says what they mean and makes Arrow's storage form of them.
Limits: the codecs of `binwriter.formats.columns`; for dates the range that MySQL's manual supports, from year 1000 on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.bulk.storage_form import storage_type
from binwriter.errors import SpecError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.temporal import MAX_TIME_SECONDS
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.workload.values.kernels.room import converted, room
from binwriter.workload.values.numbers import Numbers

_INT64 = (-(1 << 63), (1 << 63) - 1)
_SECOND = 1_000_000
_DAY = 86400 * _SECOND
_EPOCH = datetime(1970, 1, 1)
_YEARS = (1901, 2155)
_MOST_DIGITS = 18  # of an int64
_DIGITS_OF_WIDE_DECIMALS = 9
DIGITS_OF_FLOATS = {ColumnType.FLOAT: 3, ColumnType.DOUBLE: 6}
_MICROSECOND = timedelta(microseconds=1)
_CLOCK = pattern(r"(-?)(\d{1,3}):([0-5]\d)(?::([0-5]\d(?:\.\d{1,6})?))?")
_DECIMAL128_DIGITS = 38


def bits_of(mask: npt.NDArray[np.bool_] | None, kernels: Any) -> pa.Buffer | None:
    """Arrow's validity of a mask that is False for NULL."""
    return None if mask is None else pa.py_buffer(kernels.bitmap(mask))


@dataclass(frozen=True, slots=True)
class NumberType:
    """low, high: the least and greatest number. unit: of one number in what people write.

    read: makes an exact number of units of what people write, None if it cannot. step: of one number in storage, where
    that has another unit. digits: after the point, of DECIMAL and floats. microseconds: of one unit, of what has dates.
    per_one: units of what people call 1; for times a second, for dates a day.
    """

    spec: ColumnSpec
    arrow: pa.DataType
    low: int
    high: int
    read: Callable[[NumberType, Any], Fraction | int | None]
    expected: str
    step: int = 1
    digits: int = 0
    microseconds: int = 0
    per_one: int = 1

    def number(self, value: object, place: str) -> int:
        """The value as a number of units. SpecError if it is none, does not fit the unit or the column."""
        read = self.read(self, value)
        if read is None or isinstance(value, bool):
            raise SpecError(place, f"{value!r} is not {self.expected}, which column {self.spec.name} takes")
        if read != int(read):
            raise SpecError(place, f"{value!r} has more than {self.digits or self.spec.fsp} digits after the point")
        if not self.low <= read <= self.high:
            raise SpecError(place, f"{value!r} is out of the range of column {self.spec.name}: {self.range}")
        return int(read)

    def show(self, number: int) -> str:
        """A number of units as people write it."""
        return str(_SHOWN.get(self.spec.type, _show_number)(self, number))

    def count_from(self, start: int, step: int) -> int:
        """How many numbers there are from start on by step; without a step as many as one likes."""
        if step == 0:
            return _INT64[1]
        return ((self.high - start) // step if step > 0 else (start - self.low) // -step) + 1

    @property
    def range(self) -> str:
        """The limits, for errors."""
        return f"{self.show(self.low)} to {self.show(self.high)}"

    def array(self, numbers: Numbers, mask: npt.NDArray[np.bool_] | None, kernels: Any) -> pa.Array:
        """The numbers in storage form; NULL where the mask is False."""
        validity = bits_of(mask, kernels)
        data = _STORED.get(self.spec.type, _whole)(self, numbers, kernels)
        made = pa.Array.from_buffers(self._made, len(numbers), [validity, pa.py_buffer(data)])
        return made if self._made == self.arrow else _rescaled(self, made)

    @property
    def _made(self) -> pa.DataType:
        """What comes out of the numbers at once."""
        if self.spec.type is ColumnType.NEWDECIMAL and (
            pa.types.is_decimal256(self.arrow) or self.digits != self.arrow.scale
        ):
            return pa.decimal128(19 + self.digits if self.digits < 19 else _DECIMAL128_DIGITS, self.digits)
        return self.arrow


# --- numbers -> storage form


def _whole(kind: NumberType, numbers: Numbers, kernels: Any) -> npt.NDArray[Any]:
    """Integers of any width; those of temporal types in their own unit."""
    if kind.step != 1:
        numbers = np.multiply(numbers, kind.step, out=room(len(numbers), np.int64))
    return converted(numbers, f"<i{kind.arrow.bit_width // 8}")


def _decimal(kind: NumberType, numbers: Numbers, kernels: Any) -> npt.NDArray[Any]:
    wide: npt.NDArray[Any] = kernels.wide(numbers)
    return wide


def _rescaled(kind: NumberType, array: pa.Array) -> pa.Array:
    return array.cast(kind.arrow)


def _float(kind: NumberType, numbers: Numbers, kernels: Any) -> npt.NDArray[Any]:
    divided = np.divide(numbers, np.float64(10**kind.digits), out=room(len(numbers), np.float64))
    return converted(divided, np.float32) if kind.spec.type is ColumnType.FLOAT else divided


_STORED: Mapping[ColumnType, Callable[[NumberType, Numbers, Any], npt.NDArray[Any]]] = {
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.FLOAT: _float,
    ColumnType.DOUBLE: _float,
}


# --- what people write -> numbers


def _read_integer(kind: NumberType, value: Any) -> Fraction | int | None:
    """Also 1e6 and '12'."""
    return _read_exact(value)


def _read_exact(value: Any) -> Fraction | None:
    if not isinstance(value, int | float | str | Decimal):
        return None
    try:
        return Fraction(str(value))
    except ValueError:
        return None


def _read_scaled(kind: NumberType, value: Any) -> Fraction | None:
    exact = _read_exact(value)
    return None if exact is None else exact * 10**kind.digits


def _read_member(kind: NumberType, value: Any) -> int | None:
    """An ENUM's member by its name."""
    members = kind.spec.members
    return members.index(value) + 1 if value in members else None


def _read_set(kind: NumberType, value: Any) -> int | None:
    """A SET's members: a list, or a text with commas."""
    names = value.split(",") if isinstance(value, str) and value else value or []
    members = kind.spec.members
    if not isinstance(names, Sequence) or any(name not in members for name in names):
        return None
    return sum(1 << members.index(name) for name in set(names))


def _read_moment(value: Any) -> datetime | None:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    if not isinstance(value, datetime):
        return None
    return value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value


def _read_datetime(kind: NumberType, value: Any) -> Fraction | None:
    moment = _read_moment(value)
    return None if moment is None else Fraction((moment - _EPOCH) // _MICROSECOND, kind.step)


def _read_date(kind: NumberType, value: Any) -> Fraction | None:
    moment = _read_moment(value)
    return None if moment is None else Fraction((moment - _EPOCH) // _MICROSECOND, _DAY)


def _read_time(kind: NumberType, value: Any) -> Fraction | None:
    if isinstance(value, time):
        value = value.isoformat()
    match = _CLOCK.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return None
    seconds = int(match[2]) * 3600 + int(match[3]) * 60 + Fraction(match[4] or 0)
    return (-seconds if match[1] else seconds) * _SECOND / kind.step


# --- numbers -> what people write


def _show_number(kind: NumberType, number: int) -> str:
    return str(Decimal(number).scaleb(-kind.digits)) if kind.digits else str(number)


def _show_member(kind: NumberType, number: int) -> str:
    return repr(kind.spec.members[number - 1]) if 0 < number <= len(kind.spec.members) else str(number)


def _show_moment(kind: NumberType, number: int) -> str:
    return str(_EPOCH + timedelta(microseconds=number * kind.step))


def _show_date(kind: NumberType, number: int) -> str:
    return str(_EPOCH.date() + timedelta(days=number))


def _show_time(kind: NumberType, number: int) -> str:
    seconds, rest = divmod(abs(number) * kind.step, _SECOND)
    fraction = f".{rest:06}" if rest else ""
    return f"{'-' * (number < 0)}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


_SHOWN: Mapping[ColumnType, Callable[[NumberType, int], str]] = {
    ColumnType.ENUM: _show_member,
    ColumnType.DATE: _show_date,
    ColumnType.TIME2: _show_time,
    ColumnType.DATETIME2: _show_moment,
    ColumnType.TIMESTAMP2: _show_moment,
}


# --- the types


def _integer(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    bits = 24 if spec.type is ColumnType.INT24 else arrow.bit_width
    low, high = (0, (1 << bits) - 1) if spec.unsigned else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    return NumberType(spec, arrow, low, high, _read_integer, "a whole number")


def _year(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    return NumberType(spec, arrow, *_YEARS, _read_integer, "a year")


def _bit(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    return NumberType(spec, arrow, 0, (1 << spec.length) - 1, _read_integer, "a whole number")


def _enum(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    return NumberType(spec, arrow, 1, len(spec.members), _read_member, f"one of {', '.join(spec.members)}")


def _set(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    expected = f"a list of members of {', '.join(spec.members)}"
    return NumberType(spec, arrow, 0, (1 << len(spec.members)) - 1, _read_set, expected)


def _float_type(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    digits = DIGITS_OF_FLOATS[spec.type]
    low, high = 0 if spec.unsigned else _INT64[0], _INT64[1]
    return NumberType(spec, arrow, low, high, _read_scaled, "a number", digits=digits, per_one=10**digits)


def _decimal_type(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    digits = spec.scale if spec.precision <= _MOST_DIGITS else min(spec.scale, _DIGITS_OF_WIDE_DECIMALS)
    most = min(10 ** (spec.precision - spec.scale + digits) - 1, _INT64[1])
    return NumberType(
        spec, arrow, 0 if spec.unsigned else -most, most, _read_scaled, "a number", digits=digits, per_one=10**digits
    )


def _date_type(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    days = [(date_there - _EPOCH.date()).days for date_there in (date(1000, 1, 1), date(9999, 12, 31))]
    return NumberType(spec, arrow, days[0], days[1], _read_date, "a date such as 2025-01-31", microseconds=_DAY)


def _step(spec: ColumnSpec) -> int:
    """Microseconds of the least part of a second that the column keeps."""
    return int(10 ** (6 - spec.fsp))


def _time_type(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    most = MAX_TIME_SECONDS * 10**spec.fsp
    return NumberType(
        spec, arrow, -most, most, _read_time, "a time such as 12:30:00", step=_step(spec), per_one=10**spec.fsp
    )


def _datetime_type(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    first, last = ((moment - _EPOCH) // _MICROSECOND // _step(spec) for moment in (datetime(1000, 1, 1), datetime.max))
    return _moments(spec, arrow, first, last, "a date and time")


def _timestamp_type(spec: ColumnSpec, arrow: pa.DataType) -> NumberType:
    per_second = 10**spec.fsp
    most = (1 << 31) * per_second - 1
    return _moments(spec, arrow, per_second, most, "a date and time (UTC)")


def _moments(spec: ColumnSpec, arrow: pa.DataType, low: int, high: int, expected: str) -> NumberType:
    step = _step(spec)
    return NumberType(
        spec, arrow, low, high, _read_datetime, expected, step=step, microseconds=step, per_one=_SECOND // step
    )


NUMBER_TYPES: Mapping[ColumnType, Callable[[ColumnSpec, pa.DataType], NumberType]] = {
    ColumnType.TINY: _integer,
    ColumnType.SHORT: _integer,
    ColumnType.INT24: _integer,
    ColumnType.LONG: _integer,
    ColumnType.LONGLONG: _integer,
    ColumnType.YEAR: _year,
    ColumnType.FLOAT: _float_type,
    ColumnType.DOUBLE: _float_type,
    ColumnType.NEWDECIMAL: _decimal_type,
    ColumnType.BIT: _bit,
    ColumnType.ENUM: _enum,
    ColumnType.SET: _set,
    ColumnType.DATE: _date_type,
    ColumnType.TIME2: _time_type,
    ColumnType.DATETIME2: _datetime_type,
    ColumnType.TIMESTAMP2: _timestamp_type,
    # as before 5.6.4: no fraction
    ColumnType.TIME: _time_type,
    ColumnType.DATETIME: _datetime_type,
    ColumnType.TIMESTAMP: _timestamp_type,
}


def number_type(spec: ColumnSpec, digits: int = -1) -> NumberType | None:
    """What the numbers of such a column mean; None for a column of another kind. digits: of floats, -1 as a rule."""
    make = NUMBER_TYPES.get(spec.type)
    if make is None:
        return None
    made = make(spec, storage_type(spec))
    return made if digits < 0 else replace(made, digits=digits, per_one=10**digits)
