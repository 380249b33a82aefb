"""From a column to the numbers by which its cells are made (`kinds`): all of them taken from its codec.

No layout is stated here. Widths and prefixes are read from the codec's construct declaration; what a year, an hour or a
unit of the fraction adds to a temporal cell is found by encoding values that differ by just that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache

import construct as cs
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.kinds import Kind
from binwriter.bulk.storage_form import charset_of, is_cells, storage_type
from binwriter.formats.columns.decimal import binary_decimal
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace

_MAX_FSP = 6
_VALUE_BYTES = {
    Kind.DATE: 4,
    Kind.DATETIME: 8,
    Kind.TIMESTAMP: 8,
    Kind.TIME: 8,
    Kind.DECIMAL64: 16,
    Kind.YEAR: 2,
    Kind.BITS: 8,
}
_WORD_DIGITS = 18  # what 64 bits hold with their sign


@dataclass(frozen=True)
class CellPlan:
    """How the cells of a column are made from one of its storage forms.

    width: bytes of a cell; for strings those of the length prefix. longest: bytes at most behind the prefix.
    numbers: the rest of the column's line, by index.
    """

    kind: Kind
    width: int
    longest: int = 0
    numbers: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def line(self) -> npt.NDArray[np.int64]:
        """The column's line in a plan, without addresses."""
        line = np.zeros(k.LINE, np.uint64)
        for index, number in {k.KIND: self.kind, k.WIDTH: self.width, **self.numbers}.items():
            line[index] = number & ((1 << 64) - 1)
        return line.view(np.int64)

    @cached_property
    def value_bytes(self) -> int:
        """Bytes from one row's value to the next one's; 0 where offsets tell."""
        sizes = {
            Kind.COPY: self.numbers.get(k.STRIDE, 0),
            Kind.CELLS: self.width,
            Kind.DECIMAL: k.WORD_BYTES * self.numbers.get(k.LIMBS, 0),
        }
        return sizes.get(self.kind, _VALUE_BYTES.get(self.kind, 0))


def _integer(spec: ColumnSpec) -> CellPlan:
    stride = storage_type(spec).bit_width // 8
    return CellPlan(Kind.COPY, codec_for(spec).layout.sizeof(), numbers={k.STRIDE: stride})


def _year(spec: ColumnSpec) -> CellPlan:
    year = 2000
    return CellPlan(Kind.YEAR, codec_for(spec).layout.sizeof(), numbers={k.BASE: year - _word(spec, year)})


def _bits(spec: ColumnSpec) -> CellPlan:
    width = codec_for(spec).layout.sizeof()
    return CellPlan(Kind.BITS, width, numbers={k.SHIFT: _shift(spec)})


# --- strings ----------------------------------------------------------------------------------------------------------


def _bytes(spec: ColumnSpec) -> CellPlan:
    prefix = codec_for(spec).layout.lengthfield.sizeof()
    longest = (1 << 8 * prefix) - 1
    if spec.type is ColumnType.VARCHAR:
        longest = spec.length
    return CellPlan(Kind.BYTES, prefix, longest)


def _padded(spec: ColumnSpec) -> CellPlan:
    plain = _bytes(spec)
    collation = charset_of(spec)
    pad = b"\0" if collation is None else collation.encode(" ")
    numbers = {k.PAD: int.from_bytes(pad, "little"), k.PAD_BYTES: len(pad)}
    return replace(plain, kind=Kind.PADDED, longest=spec.length, numbers=numbers)


# --- temporal: by what one unit more makes of the cell ----------------------------------------------------------------


def _byte_order(spec: ColumnSpec) -> str:
    declaration = codec_for(spec).layout
    if isinstance(declaration, cs.BytesInteger):
        return "little" if declaration.swapped else "big"
    return "big" if declaration.fmtstr.startswith(">") else "little"


def _word(spec: ColumnSpec, value: ColumnValue) -> int:
    return int.from_bytes(codec_for(spec).encode(value), _byte_order(spec))  # type: ignore[arg-type]


def _shift(spec: ColumnSpec) -> int:
    big = _byte_order(spec) == "big"
    return 8 * (k.WORD_BYTES - codec_for(spec).layout.sizeof()) if big else -1


def _temporal(
    kind: Kind, spec: ColumnSpec, zero: ColumnValue, units: Mapping[int, ColumnValue], tick: ColumnValue
) -> CellPlan:
    """zero: the value that BASE stands for. units: by index in the line, the value one unit above it.
    tick: the value 10^-fsp seconds above it."""
    base = _word(spec, zero)
    numbers = {index: _word(spec, value) - base for index, value in units.items()}
    if k.UNIT_HOUR in numbers:
        numbers[k.UNIT_HOUR] -= 60 * numbers[k.UNIT_MINUTE]
        numbers[k.UNIT_MINUTE] -= 60 * numbers[k.UNIT_SECOND]
    unit = 10 ** (_MAX_FSP - spec.fsp) // (_word(spec, tick) - base) if spec.fsp else 10**_MAX_FSP
    numbers |= {k.BASE: base, k.SHIFT: _shift(spec), k.FRACTION: (1 << k.FRACTION_BITS) // unit + 1}
    return CellPlan(kind, codec_for(spec).layout.sizeof(), numbers=numbers | {k.CACHED_DAY: k.NO_DAY})


def _tick(spec: ColumnSpec) -> int:
    return 10 ** (_MAX_FSP - spec.fsp) if spec.fsp else 0


_DAY_UNITS: Mapping[int, ColumnValue] = {
    k.UNIT_YEAR: IncompleteDate(year=1),
    k.UNIT_MONTH: IncompleteDate(month=1),
    k.UNIT_DAY: IncompleteDate(day=1),
}
_CLOCK_UNITS: Mapping[int, ColumnValue] = {
    k.UNIT_HOUR: IncompleteDate(hour=1),
    k.UNIT_MINUTE: IncompleteDate(minute=1),
    k.UNIT_SECOND: IncompleteDate(second=1),
}
_TIME_UNITS: Mapping[int, ColumnValue] = {
    k.UNIT_HOUR: timedelta(hours=1),
    k.UNIT_MINUTE: timedelta(minutes=1),
    k.UNIT_SECOND: timedelta(seconds=1),
}


def _date(spec: ColumnSpec) -> CellPlan:
    return _temporal(Kind.DATE, spec, IncompleteDate(), _DAY_UNITS, IncompleteDate())


def _datetime(spec: ColumnSpec) -> CellPlan:
    tick = IncompleteDate(microsecond=_tick(spec))
    return _temporal(Kind.DATETIME, spec, IncompleteDate(), {**_DAY_UNITS, **_CLOCK_UNITS}, tick)


def _timestamp(spec: ColumnSpec) -> CellPlan:
    def at(seconds: int, microseconds: int = 0) -> datetime:
        return datetime.fromtimestamp(seconds, UTC) + timedelta(0, 0, microseconds)

    plan = _temporal(Kind.TIMESTAMP, spec, at(1), {k.UNIT_SECOND: at(2)}, at(1, _tick(spec)))
    return replace(plan, numbers={**plan.numbers, k.BASE: plan.numbers[k.BASE] - plan.numbers[k.UNIT_SECOND]})


def _time(spec: ColumnSpec) -> CellPlan:
    return _temporal(Kind.TIME, spec, timedelta(), _TIME_UNITS, timedelta(microseconds=_tick(spec)))


# --- decimal ----------------------------------------------------------------------------------------------------------


def _decimal(spec: ColumnSpec) -> CellPlan:
    layout = binary_decimal(spec.precision, spec.scale)
    groups = list(layout.groups)
    whole = max(groups)  # nine digits; or the larger of two partial groups, which are lead and tail
    lead = tail = (0, 0)
    if spec.precision - spec.scale and groups[0][0] < _GROUP_DIGITS:
        lead = groups.pop(0)
    if groups and groups[-1][0] < _GROUP_DIGITS:
        tail = groups.pop()
    assert all(group == whole for group in groups)
    modulus = 10 ** tail[0]
    numbers = {
        k.LEAD_BYTES: lead[1],
        k.GROUPS: len(groups),
        k.TAIL_BYTES: tail[1],
        k.TAIL_MODULUS: modulus,
        k.TAIL_RECIPROCAL: ((1 << 64) - 1) // modulus,
        k.SHIFT: 8 * (k.WORD_BYTES - layout.size),
        k.LIMBS: storage_type(spec).bit_width // (8 * k.WORD_BYTES),
    }
    one_word = spec.precision <= _WORD_DIGITS and layout.size <= k.WORD_BYTES
    return CellPlan(Kind.DECIMAL64 if one_word else Kind.DECIMAL, layout.size, numbers=numbers)


_GROUP_DIGITS = 9

# --- the table --------------------------------------------------------------------------------------------------------

# Which types are made from their storage form, and how. A type that is not here goes through the exact path row by row.
CELL_PLANS: dict[ColumnType, Callable[[ColumnSpec], CellPlan]] = {
    ColumnType.TINY: _integer,
    ColumnType.SHORT: _integer,
    ColumnType.INT24: _integer,
    ColumnType.LONG: _integer,
    ColumnType.LONGLONG: _integer,
    ColumnType.YEAR: _year,
    ColumnType.FLOAT: _integer,
    ColumnType.DOUBLE: _integer,
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.BIT: _bits,
    ColumnType.STRING: _padded,
    ColumnType.VAR_STRING: _padded,
    ColumnType.VARCHAR: _bytes,
    ColumnType.BLOB: _bytes,
    ColumnType.ENUM: _integer,
    ColumnType.SET: _integer,
    ColumnType.DATE: _date,
    ColumnType.NEWDATE: _date,
    ColumnType.TIME2: _time,
    ColumnType.TIME: _time,
    ColumnType.DATETIME2: _datetime,
    ColumnType.DATETIME: _datetime,
    ColumnType.TIMESTAMP2: _timestamp,
    ColumnType.TIMESTAMP: _timestamp,
    ColumnType.JSON: _bytes,
    ColumnType.TYPED_ARRAY: _bytes,
    ColumnType.GEOMETRY: _bytes,
    ColumnType.VECTOR: _bytes,
    ColumnType.NULL: lambda spec: CellPlan(Kind.NOTHING, 0),
}


@lru_cache(maxsize=4096)
def cell_plan(spec: ColumnSpec, given: pa.DataType) -> CellPlan | None:
    """How the column's cells are made from a batch of this Arrow type; None if only the exact path can."""
    if is_cells(spec, given):
        return CellPlan(Kind.CELLS, codec_for(spec).layout.sizeof())
    make = CELL_PLANS.get(spec.type)
    return make(spec) if make is not None and given == storage_type(spec) else None
