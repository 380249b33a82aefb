"""TIME, DATETIME and TIMESTAMP as servers before 5.6.4 stored them: decimal digits in little-endian integers.

No metadata, no fraction. Newer servers still log them for tables that were never rebuilt.
Source: MySQL manual, "Date and Time Data Type Representation".
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import construct as cs

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.temporal import TemporalCodec, datetime_of, timestamp_of
from binwriter.formats.columns.values import IncompleteDate

_NO_FRACTION = "this column has no fraction of a second"


class OldTimeCodec(TemporalCodec):
    """TIME: the number hhmmss with its sign, 3 bytes."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, cs.Int24sl)

    def encode(self, value: Any) -> bytes:
        negative, seconds, microsecond = self.checked_time(value)
        if microsecond:
            raise self.error(_NO_FRACTION, value)
        minutes, second = divmod(seconds, 60)
        hour, minute = divmod(minutes, 60)
        digits = hour * 10000 + minute * 100 + second
        return self._stored.build(-digits if negative else digits)

    def decode(self, data: bytes, offset: int) -> tuple[timedelta, int]:
        digits, end = self._stored.parse(data, offset)
        rest, second = divmod(abs(digits), 100)
        hour, minute = divmod(rest, 100)
        size = timedelta(hours=hour, minutes=minute, seconds=second)
        return (-size if digits < 0 else size), end


class OldDatetimeCodec(TemporalCodec):
    """DATETIME: the number YYYYMMDDhhmmss, 8 bytes."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, cs.Int64ul)

    def encode(self, value: Any) -> bytes:
        part = self.checked_datetime(value)
        if part.microsecond:
            raise self.error(_NO_FRACTION, value)
        digits = 0
        for number in (part.year, part.month, part.day, part.hour, part.minute, part.second):
            digits = digits * 100 + number
        return self._stored.build(digits)

    def decode(self, data: bytes, offset: int) -> tuple[datetime | IncompleteDate, int]:
        digits, end = self._stored.parse(data, offset)
        parts = []
        for _ in range(5):
            digits, part = divmod(digits, 100)
            parts.append(part)
        second, minute, hour, day, month = parts
        return datetime_of(digits, month, day, hour, minute, second), end


class OldTimestampCodec(TemporalCodec):
    """TIMESTAMP: seconds since 1970 UTC, 4 bytes; 0 is the zero timestamp."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, cs.Int32ul)

    def encode(self, value: Any) -> bytes:
        seconds, microsecond = self.checked_timestamp(value)
        if microsecond:
            raise self.error(_NO_FRACTION, value)
        return self._stored.build(seconds)

    def decode(self, data: bytes, offset: int) -> tuple[datetime | IncompleteDate, int]:
        seconds, end = self._stored.parse(data, offset)
        return timestamp_of(seconds), end
