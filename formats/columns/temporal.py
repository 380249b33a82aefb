"""DATE, TIME, DATETIME, TIMESTAMP with 0 to 6 digits after the second.

Source: MySQL manual, "Date and Time Data Types" (ranges) and "Date and Time Data Type Representation" (the packed
fields since 5.6.4); MySQL's my_time_packed_to_binary; captured rows. The forms from before 5.6.4 are in `old.temporal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.texts import DatetimeTexts
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

MAX_FSP = 6
MAX_TIME_SECONDS = 838 * 3600 + 59 * 60 + 59
_TIME_LIMIT = "838:59:59"
_TIMESTAMP_LIMITS = ("1970-01-01 00:00:01 UTC", "2038-01-19 03:14:07.999999 UTC")
_MAX_TIMESTAMP = 2**31 - 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECONDS = 1_000_000
_MONTHS = 13  # a year counts 13 months: month 0 exists

DATE_EXPECTED = "date or IncompleteDate"
DATETIME_EXPECTED = "datetime without time zone or IncompleteDate"
TIMESTAMP_EXPECTED = "datetime with time zone, or IncompleteDate() for the zero timestamp"


def date_of(year: int, month: int, day: int) -> date | IncompleteDate:
    """The date, as IncompleteDate when `date` cannot hold it. Raises CorruptLogError outside MySQL's ranges."""
    try:
        return date(year, month, day)
    except ValueError:
        return _incomplete(year, month, day)


def datetime_of(
    year: int, month: int, day: int, hour: int, minute: int, second: int, microsecond: int = 0
) -> datetime | IncompleteDate:
    """The same for a date with time."""
    try:
        return datetime(year, month, day, hour, minute, second, microsecond)
    except ValueError:
        return _incomplete(year, month, day, hour, minute, second, microsecond)


def _incomplete(*parts: int) -> IncompleteDate:
    value = IncompleteDate(*parts)
    if not _in_range(value):
        raise CorruptLogError(f"no date or time in MySQL: {value}")
    return value


def _in_range(value: IncompleteDate) -> bool:
    return (
        0 <= value.year <= 9999
        and 0 <= value.month <= 12
        and 0 <= value.day <= 31
        and 0 <= value.hour <= 23
        and 0 <= value.minute <= 59
        and 0 <= value.second <= 59
        and 0 <= value.microsecond < _MICROSECONDS
    )


def pack_date(value: date | IncompleteDate) -> int:
    """DATE as stored: 15 bits year, 4 month, 5 day."""
    return value.year << 9 | value.month << 5 | value.day


def pack_datetime(value: datetime | IncompleteDate) -> int:
    """Date and time down to the second: 17 bits year * 13 + month, 5 day, 5 hour, 6 minute, 6 second."""
    year_month = value.year * _MONTHS + value.month
    return year_month << 22 | value.day << 17 | value.hour << 12 | value.minute << 6 | value.second


@lru_cache(maxsize=1 << 15)
def _day(text: str) -> int:
    return pack_datetime(datetime.fromisoformat(text))


@lru_cache(maxsize=86400)
def _second(text: str) -> int:
    moment = time.fromisoformat(text)
    return moment.hour << 12 | moment.minute << 6 | moment.second


def unpack_datetime(packed: int, microsecond: int) -> datetime | IncompleteDate:
    year, month = divmod(packed >> 22, _MONTHS)
    return datetime_of(year, month, packed >> 17 & 31, packed >> 12 & 31, packed >> 6 & 63, packed & 63, microsecond)


def pack_time(seconds: int) -> int:
    """Seconds (not negative) as 10 bits hour, 6 minute, 6 second."""
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return hour << 12 | minute << 6 | second


def unpack_time(packed: int) -> int:
    return (packed >> 12) * 3600 + (packed >> 6 & 63) * 60 + (packed & 63)


class TemporalCodec(ColumnCodec):
    """Checks that more than one type needs."""

    def checked_incomplete(self, value: IncompleteDate) -> IncompleteDate:
        if not _in_range(value):
            raise self.error("year 0-9999, month 0-12, day 0-31, hour 0-23, minute and second 0-59 are allowed", value)
        return value

    def checked_date(self, value: Any) -> date | IncompleteDate:
        if isinstance(value, date) and not isinstance(value, datetime):
            return value
        if not isinstance(value, IncompleteDate):
            raise self.wrong_type(value, DATE_EXPECTED)
        if value.hour or value.minute or value.second or value.microsecond:
            raise self.error("a DATE has no time of day", value)
        return self.checked_incomplete(value)

    def checked_datetime(self, value: Any) -> datetime | IncompleteDate:
        if isinstance(value, datetime) and value.tzinfo is None:
            return value
        if not isinstance(value, IncompleteDate):
            raise self.wrong_type(value, DATETIME_EXPECTED)
        return self.checked_incomplete(value)

    def checked_timestamp(self, value: Any) -> tuple[int, int]:
        """Seconds since 1970 and microseconds."""
        if isinstance(value, datetime) and value.tzinfo is not None:
            since: timedelta = value - _EPOCH
            seconds = since.days * 86400 + since.seconds
            if not 0 < seconds <= _MAX_TIMESTAMP:
                raise self.out_of_range(value, *_TIMESTAMP_LIMITS)
            return seconds, since.microseconds
        if value != IncompleteDate():
            raise self.wrong_type(value, TIMESTAMP_EXPECTED)
        return 0, 0

    def checked_time(self, value: Any) -> tuple[bool, int, int]:
        """Sign, seconds and microseconds."""
        if not isinstance(value, timedelta):
            raise self.wrong_type(value, "timedelta")
        negative = value.days < 0
        size = -value if negative else value
        seconds = size.days * 86400 + size.seconds
        if seconds > MAX_TIME_SECONDS or (seconds == MAX_TIME_SECONDS and size.microseconds):
            raise self.out_of_range(value, f"-{_TIME_LIMIT}", _TIME_LIMIT)
        return negative, seconds, size.microseconds


def timestamp_of(seconds: int, microsecond: int = 0) -> datetime | IncompleteDate:
    """The instant in UTC; second 0 stands for the zero timestamp."""
    return _EPOCH + timedelta(0, seconds, microsecond) if seconds else IncompleteDate()


class DateCodec(TemporalCodec):
    """DATE: 3 bytes, little endian, no metadata."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, cs.Int24ul)

    def encode(self, value: Any) -> bytes:
        return self._stored.build(pack_date(self.checked_date(value)))

    def decode(self, data: bytes, offset: int) -> tuple[date | IncompleteDate, int]:
        packed, end = self._stored.parse(data, offset)
        return date_of(packed >> 9, packed >> 5 & 15, packed & 31), end


class _FractionalCodec(TemporalCodec):
    """One big-endian number: the whole part, then 0 to 3 bytes of fraction. Metadata: fsp, one byte.

    The fraction counts units of 10^-2, 10^-4, 10^-6 seconds for fsp 1-2, 3-4, 5-6.
    """

    metadata_size = 1
    whole_bytes: int

    def __init__(self, spec: ColumnSpec) -> None:
        if not 0 <= spec.fsp <= MAX_FSP:
            raise EncodeError(
                f"column {spec.name!r}: {spec.type.name} has 0 to {MAX_FSP} digits of fraction: {spec.fsp}"
            )
        fraction_bytes = (spec.fsp + 1) // 2
        super().__init__(spec, cs.BytesInteger(self.whole_bytes + fraction_bytes), bytes((spec.fsp,)))
        self._fraction_bits = 8 * fraction_bytes
        self._fraction_mask = (1 << self._fraction_bits) - 1
        self._unit = 10 ** (MAX_FSP - 2 * fraction_bytes)  # microseconds
        self._smallest = 10 ** (MAX_FSP - spec.fsp)  # microseconds
        self._top_bit = 1 << (8 * self.whole_bytes - 1 + self._fraction_bits)

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        return {"type": wire_type, "fsp": metadata[0]}

    @property
    def sql_type(self) -> str:
        return f"{self.spec.type.name.removesuffix('2')}({self.spec.fsp})"

    def _word(self, whole: int, microsecond: int, value: Any) -> int:
        if microsecond % self._smallest:
            raise self.error(f"more than {self.spec.fsp} digits after the second", value)
        fraction: int = microsecond // self._unit
        return whole << self._fraction_bits | fraction

    def _split(self, word: int) -> tuple[int, int]:
        """Whole part and microseconds."""
        microsecond = (word & self._fraction_mask) * self._unit
        if microsecond >= _MICROSECONDS:
            raise CorruptLogError(
                f"column {self.spec.name!r}, {self.sql_type}: a fraction of {microsecond} microseconds"
            )
        return word >> self._fraction_bits, microsecond


class TimeCodec(_FractionalCodec):
    """TIME(fsp), -838:59:59 to 838:59:59: sign, spare bit, hour 10, minute 6, second 6 bits, then the fraction.

    The number is kept with an offset of its top bit, so a negative time is the offset less the packed size.
    """

    whole_bytes = 3

    def encode(self, value: Any) -> bytes:
        negative, seconds, microsecond = self.checked_time(value)
        word = self._word(pack_time(seconds), microsecond, value)
        return self._stored.build(self._top_bit - word if negative else self._top_bit + word)

    def decode(self, data: bytes, offset: int) -> tuple[timedelta, int]:
        word, end = self._stored.parse(data, offset)
        word -= self._top_bit
        packed, microsecond = self._split(abs(word))
        size = timedelta(0, unpack_time(packed), microsecond)
        return (-size if word < 0 else size), end


class DatetimeCodec(_FractionalCodec):
    """DATETIME(fsp): top bit set, then `pack_datetime`, then the fraction."""

    whole_bytes = 5

    def encode(self, value: Any) -> bytes:
        checked = self.checked_datetime(value)
        return self._stored.build(self._top_bit | self._word(pack_datetime(checked), checked.microsecond, value))

    def encode_all(self, values: Sequence[Any]) -> list[bytes]:
        if isinstance(values, DatetimeTexts) and not self.spec.fsp:
            top, size, texts = self._top_bit, self.whole_bytes, values.texts
            return [(top | _day(text[:10]) | _second(text[11:])).to_bytes(size, "big") for text in texts]
        if self.spec.fsp or set(map(type, values)) != {datetime}:
            return super().encode_all(values)
        if any(value.microsecond or value.tzinfo is not None for value in values):
            return super().encode_all(values)
        build, top = self._stored.build, self._top_bit
        return [build(top | pack_datetime(value)) for value in values]

    def decode(self, data: bytes, offset: int) -> tuple[datetime | IncompleteDate, int]:
        word, end = self._stored.parse(data, offset)
        return unpack_datetime(*self._split(word ^ self._top_bit)), end


class TimestampCodec(_FractionalCodec):
    """TIMESTAMP(fsp): seconds since 1970 UTC, then the fraction; 0 is the zero timestamp."""

    whole_bytes = 4

    def encode(self, value: Any) -> bytes:
        seconds, microsecond = self.checked_timestamp(value)
        return self._stored.build(self._word(seconds, microsecond, value))

    def decode(self, data: bytes, offset: int) -> tuple[datetime | IncompleteDate, int]:
        word, end = self._stored.parse(data, offset)
        return timestamp_of(*self._split(word)), end
