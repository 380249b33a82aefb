"""From a column to the numbers by which kernels read its cells (`kernels.read_lines`), all taken from its codec.

Widths, prefixes and byte orders are read from the codec's construct declaration; where the parts of a date lie is found
by encoding values that have just that part; which bytes are characters by decoding them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache

import construct as cs
import numpy as np
import numpy.typing as npt

from binwriter.bulk.kernels import read_lines as r
from binwriter.bulk.kernels.read_lines import Read, Text
from binwriter.errors import CorruptLogError, EncodeError
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_of_any_server
from binwriter.formats.columns.decimal import binary_decimal
from binwriter.formats.columns.enum_set import EnumCodec, SetCodec
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.columns.vector import MAX_DIMENSIONS, vector
from binwriter.formats.constants import ColumnType

Numbers = dict[int, int]

_MAX_FSP = 6
_SECOND = 10**_MAX_FSP
_LARGEST = (1 << 63) - 1


def _width(spec: ColumnSpec) -> int:
    """Bytes of a cell, or of its length prefix."""
    declaration = codec_for(spec).layout
    size: int = (declaration.lengthfield if isinstance(declaration, cs.Prefixed) else declaration).sizeof()
    return size


def _fixed(spec: ColumnSpec) -> Numbers:
    return {r.KIND: Read.FIXED, r.WIDTH: _width(spec)}


def _bytes(spec: ColumnSpec) -> Numbers:
    return {r.KIND: Read.BYTES, r.WIDTH: _width(spec)}


def _json(spec: ColumnSpec) -> Numbers:
    return {r.KIND: Read.JSON, r.WIDTH: _width(spec)}


def _exact(spec: ColumnSpec) -> Numbers:
    return {r.KIND: Read.EXACT, r.WIDTH: _width(spec)}


# --- characters -------------------------------------------------------------------------------------------------------


def _text(spec: ColumnSpec) -> Numbers:
    if spec.collation == BINARY_COLLATION_ID:
        return _bytes(spec)
    collation = collation_of_any_server(spec.collation)
    mode = _text_mode(collation)
    if mode is None:
        return _exact(spec)
    table = _table(collation).ctypes.data if mode is Text.TABLE else 0
    return {r.KIND: Read.TEXT, r.WIDTH: _width(spec), r.TEXT_MODE: mode, r.TABLE: table}


def _text_mode(collation: Collation) -> Text | None:
    if collation.charset in _UNICODE:
        return _UNICODE[collation.charset]
    if collation.mbmaxlen == 1:
        return Text.TABLE
    ascii_bytes = bytes(range(128))
    plain = collation.mbminlen == 1 and all(_is_text(collation, bytes((byte,))) for byte in ascii_bytes)
    return Text.ASCII if plain and _is_text(collation, ascii_bytes) else None


_UNICODE = {"utf8mb4": Text.UTF8, "utf8mb3": Text.UTF8_BMP}


def _is_text(collation: Collation, data: bytes) -> bool:
    try:
        collation.decode(data)
    except CorruptLogError:
        return False
    return True


@cache
def _table_of(charset: str, collation_id: int) -> npt.NDArray[np.uint8]:
    collation = collation_of_any_server(collation_id)
    return np.array([_is_text(collation, bytes((byte,))) for byte in range(256)], np.uint8)


def _table(collation: Collation) -> npt.NDArray[np.uint8]:
    """Kept for ever, because its address goes into plans."""
    return _table_of(collation.charset, collation.id)


# --- numbers ----------------------------------------------------------------------------------------------------------


def _members(spec: ColumnSpec) -> Numbers:
    width = _width(spec)
    codec = EnumCodec if spec.type is ColumnType.ENUM else SetCodec
    highest = codec.highest_for(len(spec.members)) if spec.members else (1 << 8 * width) - 1
    if highest > _LARGEST:
        return _fixed(spec)
    return {r.KIND: Read.LIMITED, r.WIDTH: width, r.LIMIT: highest}


def _floats(spec: ColumnSpec) -> Numbers:
    entry = len(vector([0.0]))
    most = min(spec.length or MAX_DIMENSIONS, MAX_DIMENSIONS) * entry
    return {r.KIND: Read.FLOATS, r.WIDTH: _width(spec), r.LIMIT: most, r.ENTRY: entry}


def _decimal(spec: ColumnSpec) -> Numbers:
    """Only the first and the last group may be partial; those between are alike."""
    lead, *between = binary_decimal(spec.precision, spec.scale).groups
    tail = between.pop() if between else (0, 0)
    digits, size = between[0] if between else (0, 0)
    return {
        r.KIND: Read.DECIMAL,
        r.WIDTH: _width(spec),
        r.LEAD_BYTES: lead[1],
        r.LEAD_MODULUS: 10 ** lead[0],
        r.GROUPS: len(between),
        r.GROUP_BYTES: size,
        r.GROUP_MODULUS: 10**digits,
        r.TAIL_BYTES: tail[1],
        r.TAIL_MODULUS: 10 ** tail[0],
    }


# --- temporal ---------------------------------------------------------------------------------------------------------


def _word(spec: ColumnSpec, value: ColumnValue) -> int:
    declaration = codec_for(spec).layout
    little = declaration.swapped if isinstance(declaration, cs.BytesInteger) else declaration.fmtstr[0] == "<"
    return int.from_bytes(codec_for(spec).encode(value), "little" if little else "big")


def _shift(unit: int) -> int:
    return unit.bit_length() - 1


def _parts(spec: ColumnSpec, zero: ColumnValue, units: Sequence[tuple[int, int, ColumnValue]]) -> Numbers:
    """units: from the largest part to the smallest, (index of its shift, of its mask, a value with one unit of it)."""
    base = _word(spec, zero)
    numbers: Numbers = {r.WIDTH: _width(spec), r.BASE: base}
    above = None
    for shift, mask, value in units:
        unit = _word(spec, value) - base
        numbers[shift] = _shift(unit)
        if above is not None:
            numbers[mask] = above // unit - 1
        above = unit
    return numbers


def _date_units() -> list[tuple[int, int, ColumnValue]]:
    return [(r.MONTH_SHIFT, -1, IncompleteDate(month=1)), (r.DAY_SHIFT, r.DAY_MASK, IncompleteDate(day=1))]


def _months(spec: ColumnSpec) -> int:
    zero = _word(spec, IncompleteDate())
    return (_word(spec, IncompleteDate(year=1)) - zero) // (_word(spec, IncompleteDate(month=1)) - zero)


def _fraction(spec: ColumnSpec, zero: ColumnValue, tick: ColumnValue) -> Numbers:
    """tick: the value 10^-fsp seconds above zero."""
    step = (_word(spec, tick) - _word(spec, zero)) if spec.fsp else 1
    unit = 10 ** (_MAX_FSP - spec.fsp) // step if spec.fsp else _SECOND
    return {r.FRACTION_LIMIT: _SECOND // unit, r.FRACTION_STEP: step, r.FRACTION_UNIT: unit}


def _tick(spec: ColumnSpec) -> int:
    return 10 ** (_MAX_FSP - spec.fsp) if spec.fsp else 0


def _date(spec: ColumnSpec) -> Numbers:
    return {**_parts(spec, IncompleteDate(), _date_units()), r.KIND: Read.DATE, r.MONTHS: _months(spec)}


def _datetime(spec: ColumnSpec) -> Numbers:
    zero = IncompleteDate()
    units = [
        *_date_units(),
        (r.HOUR_SHIFT, r.HOUR_MASK, IncompleteDate(hour=1)),
        (r.MINUTE_SHIFT, r.MINUTE_MASK, IncompleteDate(minute=1)),
        (r.SECOND_SHIFT, r.SECOND_MASK, IncompleteDate(second=1)),
    ]
    fraction = _fraction(spec, zero, IncompleteDate(microsecond=_tick(spec)))
    return {**_parts(spec, zero, units), **fraction, r.KIND: Read.DATETIME, r.MONTHS: _months(spec)}


def _timestamp(spec: ColumnSpec) -> Numbers:
    def at(seconds: int, microseconds: int = 0) -> datetime:
        return datetime.fromtimestamp(seconds, UTC) + timedelta(0, 0, microseconds)

    unit = _word(spec, at(2)) - _word(spec, at(1))
    fraction = _fraction(spec, at(1), at(1, _tick(spec)))
    return {
        r.KIND: Read.TIMESTAMP,
        r.WIDTH: _width(spec),
        r.BASE: _word(spec, at(1)) - unit,
        r.SECOND_SHIFT: _shift(unit),
        **fraction,
    }


def _time(spec: ColumnSpec) -> Numbers:
    zero = timedelta()
    units: list[tuple[int, int, ColumnValue]] = [
        (r.HOUR_SHIFT, -1, timedelta(hours=1)),
        (r.MINUTE_SHIFT, r.MINUTE_MASK, timedelta(minutes=1)),
        (r.SECOND_SHIFT, r.SECOND_MASK, timedelta(seconds=1)),
    ]
    fraction = _fraction(spec, zero, timedelta(microseconds=_tick(spec)))
    return {**_parts(spec, zero, units), **fraction, r.KIND: Read.TIME}


# --- the table --------------------------------------------------------------------------------------------------------

# The types whose cells kernels know; of another one only the exact way knows.
READERS: Mapping[ColumnType, Callable[[ColumnSpec], Numbers]] = {
    ColumnType.TINY: _fixed,
    ColumnType.SHORT: _fixed,
    ColumnType.INT24: _fixed,
    ColumnType.LONG: _fixed,
    ColumnType.LONGLONG: _fixed,
    ColumnType.YEAR: _fixed,
    ColumnType.FLOAT: _fixed,
    ColumnType.DOUBLE: _fixed,
    ColumnType.BIT: _fixed,
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.STRING: _text,
    ColumnType.VAR_STRING: _text,
    ColumnType.VARCHAR: _text,
    ColumnType.BLOB: _text,
    ColumnType.ENUM: _members,
    ColumnType.SET: _members,
    ColumnType.DATE: _date,
    ColumnType.NEWDATE: _date,
    ColumnType.DATETIME2: _datetime,
    ColumnType.TIMESTAMP2: _timestamp,
    ColumnType.TIME2: _time,
    ColumnType.JSON: _json,
    ColumnType.GEOMETRY: _bytes,
    ColumnType.VECTOR: _floats,
}


@lru_cache(maxsize=4096)
def read_line(spec: ColumnSpec) -> npt.NDArray[np.int64]:
    """The column's line; do not change it. A column that cannot be gets one that only the exact way knows."""
    try:
        numbers = READERS.get(spec.type, _exact)(spec)
        numbers[r.PREFIXED] = isinstance(codec_for(spec).layout, cs.Prefixed)
    except EncodeError:
        numbers = {r.KIND: Read.EXACT}
    line = np.zeros(r.LINE, np.int64)
    for index, number in numbers.items():
        line[index] = number if number <= _LARGEST else number - (1 << 64)
    return line


def read_plan(specs: Sequence[ColumnSpec]) -> npt.NDArray[np.int64]:
    """The lines of a table's columns."""
    return np.array([read_line(spec) for spec in specs], np.int64).reshape(-1, r.LINE)
