"""Values inside JSON that JSON has no type for: DECIMAL and dates, as opaque values of MySQL's own types.

Source: MySQL's json_dom.cc (Json_opaque); captured documents (tests/golden/json).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import construct as cs

from binwriter.formats.columns.decimal import decimal_from_binary, decimal_to_binary, digits_of
from binwriter.formats.columns.layout import compiled
from binwriter.formats.columns.temporal import MAX_TIME_SECONDS, pack_datetime, pack_time, unpack_datetime, unpack_time
from binwriter.formats.columns.values import IncompleteDate, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

Meaning = Decimal | date | datetime | timedelta | IncompleteDate

# DECIMAL within JSON: its precision and scale stand before the binary decimal.
_DECIMAL_DIGITS = compiled(cs.Sequence(cs.Int8ul, cs.Int8ul))
# Temporal values within JSON: the packed fields, 24 bits of microseconds below; a negative time is negated as a whole.
_TEMPORAL = compiled(cs.Int64sl)
_MICROSECOND_BITS = 24


# ---- values -> opaque ----


def json_decimal(value: Decimal, precision: int, scale: int) -> JsonOpaque:
    """A number in JSON that came out of a column DECIMAL(precision, scale): these digits are stored with it.

    A plain Decimal has the digits of a literal (`decimal.digits_of`). Raises EncodeError if the value does not fit.
    """
    digits = _DECIMAL_DIGITS.build((precision, scale))
    return JsonOpaque(ColumnType.NEWDECIMAL, digits + decimal_to_binary(value, precision, scale))


def json_temporal(type_code: ColumnType, value: datetime | IncompleteDate) -> JsonOpaque:
    """A TIMESTAMP (in the session's time zone), or a zero or partial DATE, DATETIME or TIMESTAMP in JSON.

    Other dates and times need nothing: they are Python's own.
    """
    word = pack_datetime(value) << _MICROSECOND_BITS | value.microsecond
    return JsonOpaque(type_code, _TEMPORAL.build(word))


def _decimal(value: Decimal) -> JsonOpaque:
    return json_decimal(value, *digits_of(value))


def _date(value: date) -> JsonOpaque:
    return json_temporal(ColumnType.DATE, IncompleteDate(value.year, value.month, value.day))


def _datetime(value: datetime) -> JsonOpaque:
    if value.tzinfo is not None:
        raise EncodeError(f"a datetime within JSON has no time zone: {value}")
    return json_temporal(ColumnType.DATETIME, value)


def _time(value: timedelta) -> JsonOpaque:
    negative = value.days < 0
    size = -value if negative else value
    seconds = size.days * 86400 + size.seconds
    if seconds > MAX_TIME_SECONDS:
        raise EncodeError(f"a time within JSON is at most {MAX_TIME_SECONDS} seconds: {value}")
    word = pack_time(seconds) << _MICROSECOND_BITS | size.microseconds
    return JsonOpaque(ColumnType.TIME, _TEMPORAL.build(-word if negative else word))


# Python type -> the opaque value it is stored as
OPAQUE_ENCODERS: dict[type, Callable[[Any], JsonOpaque]] = {
    Decimal: _decimal,
    date: _date,
    datetime: _datetime,
    timedelta: _time,
}


# ---- opaque -> values ----


def opaque_value(opaque: JsonOpaque) -> Meaning | JsonOpaque:
    """What an opaque value means; itself if its bytes are of no such type, or no value of it."""
    decoder = _OPAQUE_DECODERS.get(opaque.type)
    try:
        return decoder(opaque.data) if decoder else opaque
    except (CorruptLogError, EncodeError):
        return opaque


def exact_value(opaque: JsonOpaque) -> Decimal | date | datetime | timedelta | JsonOpaque:
    """The Python value, if it is stored as exactly these bytes; else the opaque value itself."""
    value = opaque_value(opaque)
    encoder = OPAQUE_ENCODERS.get(type(value))
    if encoder is None or isinstance(value, IncompleteDate):
        return opaque
    try:
        return value if encoder(value) == opaque else opaque
    except EncodeError:
        return opaque


def _decimal_from(data: bytes) -> Decimal:
    (precision, scale), offset = _DECIMAL_DIGITS.parse(data, 0)
    return decimal_from_binary(data, precision, scale, offset)[0]


def _packed(data: bytes) -> tuple[int, int]:
    word, _ = _TEMPORAL.parse(data, 0)
    return word >> _MICROSECOND_BITS, word & ((1 << _MICROSECOND_BITS) - 1)


def _date_from(data: bytes) -> Any:
    value = unpack_datetime(*_packed(data))
    return value.date() if isinstance(value, datetime) else value


def _time_from(data: bytes) -> timedelta:
    word, _ = _TEMPORAL.parse(data, 0)
    packed, microsecond = divmod(abs(word), 1 << _MICROSECOND_BITS)
    size = timedelta(0, unpack_time(packed), microsecond)
    return -size if word < 0 else size


_OPAQUE_DECODERS: dict[int, Callable[[bytes], Any]] = {
    ColumnType.NEWDECIMAL: _decimal_from,
    ColumnType.DATE: _date_from,
    ColumnType.DATETIME: lambda data: unpack_datetime(*_packed(data)),
    ColumnType.TIMESTAMP: lambda data: unpack_datetime(*_packed(data)),
    ColumnType.TIME: _time_from,
}
# A TIMESTAMP within JSON is packed as a DATETIME is.
_SHOWN_DECODERS = _OPAQUE_DECODERS | {ColumnType.TIMESTAMP: _OPAQUE_DECODERS[ColumnType.DATETIME]}
