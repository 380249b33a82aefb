"""Values as JSON: bytes, names, and the cells of rows. What a JSON number or string would bend is kept as text or hex.

Bytes are text if they are UTF-8, else {"hex": "..."}. Of cells: integers, BIT and YEAR are numbers, FLOAT and DOUBLE
numbers with the fewest digits that give them back, DECIMAL, dates and times text as MySQL writes them (TIMESTAMP in
UTC, with +00:00), JSON documents the text that MySQL makes of them, a VECTOR a list of numbers, GEOMETRY hex; ENUM and
SET their members if the log names them, else number and bits. A partial update is {"diffs": [...]}.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonDiffs, JsonDocument, StoredCell
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.json_text import json_text

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def bytes_json(data: bytes) -> Json:
    """Text if it is UTF-8, else {"hex": ...}."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return hex_json(data)


def hex_json(data: bytes) -> Json:
    """Bytes that are never text."""
    return {"hex": data.hex()}


def cell_json(value: Any, spec: ColumnSpec) -> Json:
    """One cell of a row image, as its column has it."""
    if isinstance(value, StoredCell):
        return hex_json(value.stored) if value.value is None else cell_json(value.value, spec)
    if value is None:
        return None
    if isinstance(value, JsonDiffs):
        return {"diffs": [_diff(diff) for diff in value.diffs]}
    by_type = _BY_COLUMN_TYPE.get(spec.type)
    return by_type(value, spec) if by_type is not None else _BY_PYTHON_TYPE[type(value)](value)


def _diff(diff: Any) -> Json:
    entry: dict[str, Json] = {"operation": diff.operation.name, "path": diff.path}
    if diff.value is not None:
        entry["value"] = json_text(diff.value)
    return entry


def _enum(value: int, spec: ColumnSpec) -> Json:
    if not spec.members or value > len(spec.members):
        return value
    return spec.members[value - 1] if value else ""


def _set(value: int, spec: ColumnSpec) -> Json:
    if value >> len(spec.members):
        return value
    return [member for bit, member in enumerate(spec.members) if value >> bit & 1]


def _float(value: float, spec: ColumnSpec) -> Json:
    """Of single precision: the fewest digits that are the same single."""
    if math.isfinite(value):
        for digits in range(6, 9):
            short = float(f"{value:.{digits}g}")
            if abs(short) < _SINGLE_LIMIT and struct.unpack("<f", struct.pack("<f", short))[0] == value:
                return short
    return _real(value)


_SINGLE_LIMIT = 2.0**128 - 2.0**103  # from here on a number rounds to no single


def _real(value: float) -> Json:
    return value if math.isfinite(value) else str(value)


def _vector(value: bytes, spec: ColumnSpec) -> Json:
    if len(value) % 4:
        return hex_json(value)
    return [_float(number, spec) for number in struct.unpack(f"<{len(value) // 4}f", value)]


def _fraction(microsecond: int, digits: int) -> str:
    return f".{microsecond:06}"[: 1 + digits] if digits else ""


def _moment(value: Any, spec: ColumnSpec) -> str:
    day = f"{value.year:04}-{value.month:02}-{value.day:02}"
    return f"{day} {value.hour:02}:{value.minute:02}:{value.second:02}{_fraction(value.microsecond, spec.fsp)}"


def _timestamp(value: Any, spec: ColumnSpec) -> Json:
    return _moment(value, spec) + ("+00:00" if isinstance(value, datetime) else "")


def _time(value: timedelta, spec: ColumnSpec) -> Json:
    sign, size = ("-", -value) if value.days < 0 else ("", value)
    minutes, second = divmod(size.days * 86400 + size.seconds, 60)
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}:{second:02}{_fraction(size.microseconds, spec.fsp)}"


def _date(value: date | IncompleteDate, spec: ColumnSpec) -> Json:
    return f"{value.year:04}-{value.month:02}-{value.day:02}"


_BY_COLUMN_TYPE: dict[ColumnType, Callable[[Any, ColumnSpec], Json]] = {
    ColumnType.ENUM: _enum,
    ColumnType.SET: _set,
    ColumnType.FLOAT: _float,
    ColumnType.VECTOR: _vector,
    ColumnType.GEOMETRY: lambda value, spec: hex_json(value),
    ColumnType.DATE: _date,
    ColumnType.NEWDATE: _date,
    ColumnType.TIME: _time,
    ColumnType.TIME2: _time,
    ColumnType.DATETIME: _moment,
    ColumnType.DATETIME2: _moment,
    ColumnType.TIMESTAMP: _timestamp,
    ColumnType.TIMESTAMP2: _timestamp,
}
_BY_PYTHON_TYPE: dict[type, Callable[[Any], Json]] = {
    int: lambda value: value,
    float: _real,
    str: lambda value: value,
    bytes: bytes_json,
    Decimal: lambda value: f"{value:f}",
    JsonDocument: json_text,
}
