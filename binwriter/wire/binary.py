"""The binary protocol: parameters of prepared statements, and rows of their results.

Source: MySQL source documentation, "Binary Protocol Resultset", "COM_STMT_EXECUTE".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from functools import cache, lru_cache
from itertools import chain, cycle, islice
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.statement.columns import ColumnFlag, ResultColumn
from binwriter.statement.facts import UnsignedNumber
from binwriter.wire.errors import MalformedPacketError
from binwriter.wire.numbers import SHORT, Reader, string
from binwriter.wire.packets import HEADER_LENGTH, framed, framed_all
from binwriter.wire.results import Renderer

_SECONDS_A_DAY = 86400
_UNSIGNED = 0x80
# type: its struct's letter, by sign
_NUMBERS = {
    ColumnType.TINY: "bB",
    ColumnType.SHORT: "hH",
    ColumnType.YEAR: "hH",
    ColumnType.INT24: "iI",
    ColumnType.LONG: "iI",
    ColumnType.LONGLONG: "qQ",
}
_REALS = {ColumnType.FLOAT: "<f", ColumnType.DOUBLE: "<d"}
_WORTH_MORE = 8  # rows, for which texts are looked at all at once
_BITMAP_OFFSET = 2  # of a row's bitmap of NULLs
_NO_NULL = b"\0\0"  # what a row of few columns begins with


def _moment(parts: tuple[int, ...], microsecond: int) -> bytes:
    """parts: year, month, day, hour, minute, second."""
    year, *rest = parts
    day = year.to_bytes(2, "little") + bytes(rest[:2])
    if microsecond:
        return b"\x0b" + day + bytes(rest[2:]) + microsecond.to_bytes(4, "little")
    if any(rest[2:]):
        return b"\x07" + day + bytes(rest[2:])
    return b"\x04" + day if any(parts) else b"\x00"


def _date_value(value: Any) -> bytes:
    """A date or time of day, a year's zero included."""
    if isinstance(value, datetime):
        parts = (value.year, value.month, value.day, value.hour, value.minute, value.second)
        return _moment(parts, value.microsecond)
    if isinstance(value, IncompleteDate):
        parts = (value.year, value.month, value.day, value.hour, value.minute, value.second)
        return _moment(parts, value.microsecond)
    assert isinstance(value, date)
    return _moment((value.year, value.month, value.day, 0, 0, 0), 0)


def _time_value(value: timedelta) -> bytes:
    if not value:
        return b"\x00"
    negative, value = value < timedelta(), abs(value)
    hours, rest = divmod(value.seconds, 3600)
    head = bytes((negative,)) + value.days.to_bytes(4, "little") + bytes((hours, rest // 60, rest % 60))
    if value.microseconds:
        return b"\x0c" + head + value.microseconds.to_bytes(4, "little")
    return b"\x08" + head


Encoder = Callable[[Any], bytes]


_LEADING = {
    int: pattern(r"\s*([-+]?\d+)", re.ASCII),
    float: pattern(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)", re.ASCII),
}


_MOST_DIGITS = 15  # of a text, which any column holds


def _numbered(pack: Callable[[Any], bytes], number: type[int] | type[float]) -> Encoder:
    """Of a column of numbers. A parameter that an execution made a number stays one: a text is what it begins with."""

    def encode(value: Any) -> bytes:
        try:
            return pack(number(value))
        except struct.error:  # a variable that has become an integer of the other sign: its lower bytes
            width = len(pack(number()))
            return (int(value) & ((1 << 8 * width) - 1)).to_bytes(width, "little")
        except ValueError:
            found = _LEADING[number].match(value if isinstance(value, str) else value.decode("latin-1"))
            return pack(number(found[1][:_MOST_DIGITS] if found is not None else 0))

    return encode


def encoder(column: ResultColumn, render: Renderer) -> Encoder:
    """How values of a column are sent. render: as text, for types that are sent as such."""
    if column.type in _NUMBERS:
        letter = _NUMBERS[ColumnType(column.type)][bool(column.flags & ColumnFlag.UNSIGNED)]
        pack = struct.Struct(f"<{letter}").pack
        return _numbered(pack, int)
    if column.type in _REALS:
        pack_real = struct.Struct(_REALS[ColumnType(column.type)]).pack
        return _numbered(pack_real, float)
    if column.type in (ColumnType.DATE, ColumnType.DATETIME, ColumnType.TIMESTAMP):
        return _date_value
    if column.type == ColumnType.TIME:
        return _time_value

    return _OfTexts(render) if not column.flags & ColumnFlag.ZEROFILL else lambda value: string(render(value))


@cache
def _before_texts(whole: bytes) -> list[bytes]:
    """What stands in front of a text, by its length."""
    return [whole + length for length in SHORT]


class _OfTexts:
    """How values of a column are sent as texts, of which most are short and ASCII."""

    def __init__(self, render: Renderer) -> None:
        self._render = render

    def __call__(self, value: Any) -> bytes:
        data = self._render(value)
        length = len(data)
        return SHORT[length] + data if length < len(SHORT) else string(data)

    def rows(self, rows: Iterable[Sequence[Any]], whole: bytes, null: bytes) -> Iterator[bytes]:
        """Rows of this column alone. whole: what stands in front of a value; null: a row without one."""
        heads, most = _before_texts(whole), len(SHORT)
        for (value,) in rows:
            if type(value) is str and len(value) < most and value.isascii():
                yield heads[len(value)] + value.encode()
            else:
                yield null if value is None else whole + self(value)


def binary_rows(rows: Iterable[Sequence[Any]], encoders: Sequence[Encoder]) -> Iterator[bytes]:
    """The rows of a result. Most have no NULL, and many one column."""
    whole = bytes(1 + (len(encoders) + _BITMAP_OFFSET + 7) // 8)
    if len(encoders) == 1:
        encode = encoders[0]
        null = b"\x00" + (1 << _BITMAP_OFFSET).to_bytes(1, "little")
        if isinstance(encode, _OfTexts):
            return encode.rows(rows, whole, null)
        return (null if value is None else whole + encode(value) for (value,) in rows)
    return (
        _with_nulls(row, encoders)
        if None in row
        else whole + b"".join([encode(value) for value, encode in zip(row, encoders, strict=True)])
        for row in rows
    )


def binary_packets(rows: Sequence[Sequence[Any]], encoders: Sequence[Encoder], sequence: int) -> tuple[bytes, int]:
    """Those rows in packets, and the number of the next one. sequence: of the first."""
    if len(rows) == 1:
        if len(encoders) == 1 and type(encoders[0]) is _OfTexts:
            value = rows[0][0]
            if type(value) is str and len(value) < len(SHORT) and value.isascii():
                row = _before_texts(_NO_NULL)[len(value)] + value.encode()
                return (len(row) | (sequence & 255) << 24).to_bytes(HEADER_LENGTH, "little") + row, sequence + 1
        return framed(next(iter(binary_rows(rows, encoders))), sequence)
    if len(encoders) == 1 and len(rows) >= _WORTH_MORE and isinstance(encoders[0], _OfTexts):
        found = _packets_of_one_length(rows, sequence)
        if found is not None:
            return found
    return framed_all(list(binary_rows(rows, encoders)), sequence)


def _packets_of_one_length(rows: Sequence[Sequence[Any]], sequence: int) -> tuple[bytes, int] | None:
    """Of short texts of ASCII which are all as long, as those of CHAR columns often are; None for others."""
    values = [value for (value,) in rows if type(value) is str]
    lengths = set(map(len, values))
    if len(values) != len(rows) or len(lengths) != 1 or max(lengths) >= len(SHORT):
        return None
    if not "".join(values).isascii():
        return None
    heads = islice(cycle(_heads_of_rows(*lengths)), sequence & 255, None)
    return "".join(chain.from_iterable(zip(heads, values))).encode("latin-1"), sequence + len(rows)  # noqa: B905


@lru_cache(maxsize=64)
def _heads_of_rows(length: int) -> tuple[str, ...]:
    """What stands in front of such a text, by its packet's number; a character is a byte."""
    before = b"\0\0" + SHORT[length]
    packets = [framed(before + bytes(length), sequence)[0] for sequence in range(256)]
    return tuple([packet[: HEADER_LENGTH + len(before)].decode("latin-1") for packet in packets])


def _with_nulls(row: Sequence[Any], encoders: Sequence[Encoder]) -> bytes:
    nulls = 0
    parts = []
    for place, (value, encode) in enumerate(zip(row, encoders, strict=True), _BITMAP_OFFSET):
        if value is None:
            nulls |= 1 << place
        else:
            parts.append(encode(value))
    bitmap = nulls.to_bytes((len(row) + _BITMAP_OFFSET + 7) // 8, "little")
    return b"".join((b"\x00", bitmap, *parts))


# --- parameters


@dataclass(frozen=True, slots=True)
class ParameterType:
    """code: MySQL's type; name: of a query attribute."""

    code: int
    unsigned: bool = False
    name: str = ""


_STRINGS = frozenset(
    (
        ColumnType.VARCHAR,
        ColumnType.VAR_STRING,
        ColumnType.STRING,
        ColumnType.ENUM,
        ColumnType.SET,
        ColumnType.JSON,
    )
)
_BYTES = frozenset(
    (
        ColumnType.TINY_BLOB,
        ColumnType.BLOB,
        ColumnType.MEDIUM_BLOB,
        ColumnType.LONG_BLOB,
        ColumnType.BIT,
        ColumnType.GEOMETRY,
        ColumnType.VECTOR,
    )
)
_DECIMAL_DIGITS = pattern(rb"\s*[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d{1,3})?")
_DECIMALS = frozenset((ColumnType.DECIMAL, ColumnType.NEWDECIMAL))
_SENT_AS_STRINGS = _STRINGS | _BYTES | _DECIMALS
# text in the client's character set; bytes that are none stay bytes
Decode = Callable[[bytes], Any]


_LARGEST_PARTS = (9999, 12, 31, 23, 59, 59, 999_999)
_WITH_OFFSET = 13  # bytes of a moment that says how many minutes it is ahead of UTC
_LONGEST_TIME = timedelta(hours=839)


def _out_of_range(kind: str) -> MySQLError:
    return mysql_error("ER_DATA_OUT_OF_RANGE", kind, "set_parameter_value")


def _read_moment(reader: Reader, *, is_date: bool) -> Any:
    """MySQLError 1690 for parts that no moment has; a day that is not in the calendar stays text."""
    length = reader.integer(1)
    if length not in (0, 4, 7, 11, 13):
        raise MalformedPacketError
    inside = Reader(reader.take(length) + bytes(13 - length))
    parts = (inside.integer(2), *(inside.integer(1) for _ in range(5)), inside.integer(4))
    if any(part > most for part, most in zip(parts, _LARGEST_PARTS, strict=True)):
        raise _out_of_range("DATE" if is_date else "DATETIME")
    try:
        if is_date:
            return date(*parts[:3])
        moment = datetime(*parts)  # type: ignore[arg-type]
        if length < _WITH_OFFSET:
            return moment
        minutes = int.from_bytes(inside.rest(), "little", signed=True)
        return moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    except (ValueError, OverflowError):
        text = "{:04}-{:02}-{:02}".format(*parts[:3])
        return text if is_date else text + " {:02}:{:02}:{:02}.{:06}".format(*parts[3:])


def _read_time(reader: Reader) -> timedelta:
    length = reader.integer(1)
    if length not in (0, 8, 12):
        raise MalformedPacketError
    inside = Reader(reader.take(length) + bytes(12 - length))
    negative, days = inside.integer(1), inside.integer(4)
    hours, minutes, seconds, microseconds = (*(inside.integer(1) for _ in range(3)), inside.integer(4))
    try:
        value = timedelta(days, hours * 3600 + minutes * 60 + seconds, microseconds)
    except OverflowError:
        raise _out_of_range("TIME") from None
    if value >= _LONGEST_TIME:
        raise _out_of_range("TIME")
    return -value if negative else value


@cache
def _number_form(code: int, unsigned: bool) -> struct.Struct | None:
    """How numbers of the type are sent; None for what is sent otherwise."""
    if code in _NUMBERS and code != ColumnType.YEAR:
        return struct.Struct("<" + _NUMBERS[ColumnType(code)][unsigned])
    return struct.Struct(_REALS[ColumnType(code)]) if code in _REALS else None


def numbers_form(types: Sequence[ParameterType]) -> struct.Struct | None:
    """How values of these types are sent, one behind the other; None if one is no number."""
    forms = [_number_form(type_.code, type_.unsigned) for type_ in types]
    if None in forms or any(type_.unsigned and type_.code in _NUMBERS for type_ in types):
        return None
    return struct.Struct("<" + "".join(form.format.lstrip("<") for form in forms if form is not None))


def _value(reader: Reader, type_: ParameterType, decode: Decode) -> Any:
    code = type_.code
    number = _number_form(code, type_.unsigned)
    if number is not None:
        value = number.unpack(reader.take(number.size))[0]
        return UnsignedNumber(value) if type_.unsigned and code in _NUMBERS else value
    if code in (ColumnType.DATE, ColumnType.DATETIME, ColumnType.TIMESTAMP):
        return _read_moment(reader, is_date=code == ColumnType.DATE)
    if code == ColumnType.TIME:
        return _read_time(reader)
    if code not in _SENT_AS_STRINGS:
        raise mysql_error("ER_WRONG_ARGUMENTS", "mysqld_stmt_execute")
    return of_bytes(reader.string(), type_, decode)


def of_bytes(data: bytes, type_: ParameterType, decode: Decode) -> Any:
    """The value of a parameter that was sent as a string, at once or in pieces (COM_STMT_SEND_LONG_DATA)."""
    if type_.code in _DECIMALS:
        digits = _DECIMAL_DIGITS.match(data)  # what stands behind them does not count
        return Decimal(digits[0].decode()) if digits else Decimal(0)
    if type_.code in _BYTES:
        return data
    if type_.code in _STRINGS:
        return decode(data)
    raise mysql_error("ER_WRONG_ARGUMENTS", "mysqld_stmt_execute")


@lru_cache(maxsize=256)
def _types_without_names(given: bytes) -> tuple[ParameterType, ...]:
    pairs = zip(given[::3], given[1::3], strict=True)
    return tuple(ParameterType(code, bool(flag & _UNSIGNED)) for code, flag in pairs)


def read_types(reader: Reader, count: int, *, named: bool, decode: Decode) -> tuple[ParameterType, ...]:
    """The types of parameters, which a client sends when it has bound them anew."""
    given = reader.data[reader.place : reader.place + 3 * count] if named else b""
    if given and len(given) == 3 * count and not any(given[2::3]):  # names are for attributes
        reader.place += len(given)
        return _types_without_names(given)
    types = []
    for _ in range(count):
        code, flag = reader.integer(1), reader.integer(1)
        name = str(decode(reader.string())) if named else ""
        types.append(ParameterType(code, bool(flag & _UNSIGNED), name))
    return tuple(types)


def read_values(
    reader: Reader, types: Sequence[ParameterType], nulls: bytes, long_data: dict[int, bytes], decode: Decode
) -> Iterator[Any]:
    """The values. nulls: their bitmap; long_data: what was sent before, by the parameter's place."""
    for place, type_ in enumerate(types):
        if place in long_data:
            yield of_bytes(long_data[place], type_, decode)
        elif nulls[place >> 3] >> (place & 7) & 1 or type_.code == ColumnType.NULL:
            yield None
        else:
            yield _value(reader, type_, decode)


def prepared_ok(number: int, columns: int, parameters: int, warnings: int, *, metadata: bool | None) -> bytes:
    """The first packet of the answer to COM_STMT_PREPARE. metadata: whether definitions follow; None: unsaid."""
    return b"".join(
        (
            b"\x00",
            number.to_bytes(4, "little"),
            columns.to_bytes(2, "little"),
            parameters.to_bytes(2, "little"),
            b"\x00",
            min(warnings, 0xFFFF).to_bytes(2, "little"),
            b"" if metadata is None else bytes([metadata]),
        )
    )
