"""One cell as `mysqlbinlog -v` prints it, and the type's name in the comment of -vv. One entry a column type.

The values come from `MappedTable.bare_specs`: without signedness, character sets and members, as mysqlbinlog
reads them. Quirks that are kept: a negative integer is followed by its unsigned reading, `-56 (200)`; FLOAT fills 20
places; DATE has colons; the old DATETIME has no quotes and the old TIME no sign; YEAR 0 is 1900; a SET's bits stand
byte by byte. Different on purpose: mysqlbinlog stops at a GEOMETRY column ("Don't know how to handle"); here its bytes
follow as X'...', and so does any cell that no value stands for (the 14th month).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonDiffs
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.json_text import json_text
from binwriter.mysql.values.text import quoted

_EPOCH_YEAR = 1900
_UNIX_EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


class ValueForm(NamedTuple):
    """text: of a value that is not NULL; name: of the type; big_endian: how the comment reads its metadata."""

    text: Callable[[Any, ColumnSpec], str]
    name: Callable[[ColumnSpec], str]
    big_endian: bool = False


def value_text(value: Any, spec: ColumnSpec) -> str:
    """The value as pseudo-SQL; spec: of the column, without optional metadata."""
    return "NULL" if value is None else VALUE_FORMS[spec.type].text(value, spec)


def type_comment(spec: ColumnSpec, bare: ColumnSpec, *, is_null: bool) -> str:
    """The comment that -vv puts behind a value. bare: as for `value_text`; spec: the same, but VECTOR's dimensions are
    known, which may be more than there can be."""
    form = VALUE_FORMS[spec.type]
    metadata = int.from_bytes(codec_for(bare).metadata, "big" if form.big_endian else "little")
    return f" /* {form.name(spec)} meta={metadata} nullable={spec.nullable:d} is_null={is_null:d} */"


def unreadable_text(stored: bytes) -> str:
    """A cell that no value stands for: its bytes, a length prefix included."""
    return f"X'{stored.hex().upper()}'"


def _integer(bits: int) -> Callable[[int, ColumnSpec], str]:
    def text(value: int, spec: ColumnSpec) -> str:
        return f"{value} ({value + (1 << bits)})" if value < 0 else str(value)

    return text


def _bits(value: int, spec: ColumnSpec) -> str:
    return f"b'{value:0{spec.length}b}'"


def _set(value: int, spec: ColumnSpec) -> str:
    return "b'" + "".join(f"{byte:08b}" for byte in value.to_bytes(spec.length, "little")) + "'"


def _date(value: Any, spec: ColumnSpec) -> str:
    return f"'{value.year:04}:{value.month:02}:{value.day:02}'"


def _old_time(value: timedelta, spec: ColumnSpec) -> str:
    sign, seconds = _whole_seconds(value)
    digits = seconds // 3600 * 10000 + seconds // 60 % 60 * 100 + seconds % 60
    digits = (-digits if sign else digits) % (1 << 24)
    return f"'{digits // 10000:02}:{digits // 100 % 100:02}:{digits % 100:02}'"


def _time(value: timedelta, spec: ColumnSpec) -> str:
    sign, seconds = _whole_seconds(value)
    microseconds = abs(value).microseconds
    text = f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"'{text}{_fraction(microseconds, spec)}'"


def _whole_seconds(value: timedelta) -> tuple[str, int]:
    size = abs(value)
    return "-" if value.days < 0 else "", size.days * 86400 + size.seconds


def _moment(value: Any) -> str:
    day = f"{value.year:04}-{value.month:02}-{value.day:02}"
    return f"{day} {value.hour:02}:{value.minute:02}:{value.second:02}"


def _datetime(value: Any, spec: ColumnSpec) -> str:
    return f"'{_moment(value)}{_fraction(value.microsecond, spec)}'"


def _timestamp(value: Any, spec: ColumnSpec) -> str:
    if isinstance(value, IncompleteDate):  # the zero timestamp
        return f"0{_fraction(0, spec)}"
    since = value - _UNIX_EPOCH
    return f"{since.days * 86400 + since.seconds}{_fraction(since.microseconds, spec)}"


def _fraction(microseconds: int, spec: ColumnSpec) -> str:
    return f".{microseconds:06}"[: 1 + spec.fsp] if spec.fsp else ""


def _vector(value: bytes, spec: ColumnSpec) -> str:
    numbers = struct.unpack(f"<{len(value) // 4}f", value[: len(value) // 4 * 4])
    return "[" + ",".join(f"{number:.5e}" for number in numbers) + "]"


def _json(value: Any, spec: ColumnSpec) -> str:
    if isinstance(value, JsonDiffs):
        raise TypeError("JSON diffs have a form of their own (json_text.diffs_text)")
    return quoted(json_text(value, quote=False).encode("utf-8", "surrogatepass"))


def _bytes(value: bytes, spec: ColumnSpec) -> str:
    return quoted(value)


def _named(name: str) -> Callable[[ColumnSpec], str]:
    return lambda spec: name


def _with_fsp(name: str) -> Callable[[ColumnSpec], str]:
    return lambda spec: f"{name}({spec.fsp})"


def _counted(spec: ColumnSpec) -> str:
    return f"ENUM({spec.length} byte{'s' if spec.length > 1 else ''})"


_BLOB_NAMES = {1: "TINYBLOB/TINYTEXT", 2: "BLOB/TEXT", 3: "MEDIUMBLOB/MEDIUMTEXT", 4: "LONGBLOB/LONGTEXT"}

_VARSTRING = ValueForm(_bytes, lambda spec: f"VARSTRING({spec.length})")
_DATE = ValueForm(_date, _named("DATE"))

VALUE_FORMS: dict[ColumnType, ValueForm] = {
    ColumnType.TINY: ValueForm(_integer(8), _named("TINYINT")),
    ColumnType.SHORT: ValueForm(_integer(16), _named("SHORTINT")),
    ColumnType.INT24: ValueForm(_integer(24), _named("MEDIUMINT")),
    ColumnType.LONG: ValueForm(_integer(32), _named("INT")),
    ColumnType.LONGLONG: ValueForm(_integer(64), _named("LONGINT")),
    ColumnType.YEAR: ValueForm(lambda value, spec: str(value or _EPOCH_YEAR), _named("YEAR")),
    ColumnType.FLOAT: ValueForm(lambda value, spec: f"{f'{value:g}':<20}", _named("FLOAT")),
    ColumnType.DOUBLE: ValueForm(lambda value, spec: f"{value:.20g}", _named("DOUBLE")),
    ColumnType.NEWDECIMAL: ValueForm(
        lambda value, spec: f"{value:f}", lambda spec: f"DECIMAL({spec.precision},{spec.scale})", big_endian=True
    ),
    ColumnType.BIT: ValueForm(_bits, lambda spec: f"BIT({spec.length})"),
    ColumnType.STRING: ValueForm(_bytes, lambda spec: f"STRING({spec.length})", big_endian=True),
    ColumnType.VARCHAR: _VARSTRING,
    ColumnType.VAR_STRING: _VARSTRING,
    ColumnType.BLOB: ValueForm(_bytes, lambda spec: _BLOB_NAMES[spec.length]),
    ColumnType.ENUM: ValueForm(lambda value, spec: str(value), _counted, big_endian=True),
    ColumnType.SET: ValueForm(_set, lambda spec: f"SET({spec.length} bytes)", big_endian=True),
    ColumnType.DATE: _DATE,
    ColumnType.NEWDATE: _DATE,
    ColumnType.TIME: ValueForm(_old_time, _named("TIME")),
    ColumnType.DATETIME: ValueForm(lambda value, spec: _moment(value), _named("DATETIME")),
    ColumnType.TIMESTAMP: ValueForm(_timestamp, _named("TIMESTAMP")),
    ColumnType.TIME2: ValueForm(_time, _with_fsp("TIME")),
    ColumnType.DATETIME2: ValueForm(_datetime, _with_fsp("DATETIME")),
    ColumnType.TIMESTAMP2: ValueForm(_timestamp, _with_fsp("TIMESTAMP")),
    ColumnType.JSON: ValueForm(_json, _named("JSON")),
    ColumnType.DECIMAL: ValueForm(lambda value, spec: f"{value:f}", _named("DECIMAL")),
    ColumnType.NULL: ValueForm(lambda value, spec: str(value), _named("NULL")),
    ColumnType.TYPED_ARRAY: ValueForm(_json, _named("JSON")),
    ColumnType.GEOMETRY: ValueForm(lambda value, spec: unreadable_text(value), _named("GEOMETRY")),
    ColumnType.VECTOR: ValueForm(_vector, lambda spec: f"VECTOR({spec.length})"),
}
