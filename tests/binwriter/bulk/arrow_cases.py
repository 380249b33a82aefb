"""Columns of every type, and random batches of them in storage form: NULLs, extremes, slices, rubbish behind NULLs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from binwriter.bulk.storage_form import is_cells, storage_schema, storage_type
from binwriter.catalog.tables import Column, Table
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.json.binary import json_to_binary
from binwriter.formats.columns.spatial import point
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.temporal import MAX_TIME_SECONDS
from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import engine_by_name

Rng = np.random.Generator
MICROSECONDS = 1_000_000
UTF8MB4, LATIN1, UCS2, GBK, UTF8MB3, ASCII = 255, 8, 35, 28, 33, 11

_INTEGERS = (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG)
_DECIMALS = (
    *((1, 0), (1, 1), (9, 0), (9, 9), (10, 0), (10, 2), (12, 2), (18, 0), (18, 1), (18, 9), (17, 8), (19, 0)),
    *((20, 10), (30, 30), (38, 10), (38, 0), (39, 5), (47, 29), (56, 28), (65, 0), (65, 30), (65, 1)),
)


def members(count: int) -> tuple[str, ...]:
    return tuple(f"m{index}" for index in range(count))


def every_spec() -> list[ColumnSpec]:
    """A column of each type and of each form that its cells can have."""
    spec, kind = partial(ColumnSpec, "c"), ColumnType
    specs = [spec(integer, unsigned=unsigned) for integer in _INTEGERS for unsigned in (False, True)]
    specs += [spec(kind.YEAR, unsigned=True), spec(kind.FLOAT), spec(kind.DOUBLE), spec(kind.NULL)]
    specs += [spec(kind.NEWDECIMAL, precision=precision, scale=scale) for precision, scale in _DECIMALS]
    specs += [spec(kind.BIT, length=bits) for bits in (1, 7, 8, 9, 24, 33, 57, 64)]
    specs += [spec(kind.ENUM, members=members(count)) for count in (1, 255, 256)]
    specs += [spec(kind.SET, members=members(count)) for count in (1, 8, 9, 17, 32, 33, 64)]
    for fsp in range(7):
        specs += [spec(moment, fsp=fsp) for moment in (kind.TIME2, kind.DATETIME2, kind.TIMESTAMP2)]
    specs += [spec(old) for old in (kind.DATE, kind.NEWDATE, kind.TIME, kind.DATETIME, kind.TIMESTAMP)]
    for collation in (UTF8MB4, LATIN1, UCS2, GBK, UTF8MB3, ASCII, 63):
        widest = 1 if collation == 63 else collation_by_id(collation).mbmaxlen
        specs += [spec(kind.STRING, length=length * widest, collation=collation) for length in (20, 255)]
        specs += [spec(kind.VARCHAR, length=length * widest, collation=collation) for length in (60, 300)]
        specs += [spec(kind.BLOB, length=prefix, collation=collation) for prefix in (1, 2, 3, 4)]
    specs += [spec(kind.VAR_STRING, length=40, collation=UTF8MB4), spec(kind.JSON, length=4)]
    specs += [spec(kind.GEOMETRY, length=4), spec(kind.VECTOR, length=40), spec(kind.DECIMAL, length=12, scale=2)]
    return specs


def table_of(specs: Sequence[ColumnSpec], *, names: bool = True) -> Table:
    """A table without key. names: call the columns c0, c1 ..."""
    columns = tuple(Column(replace(spec, name=f"c{i}") if names else spec) for i, spec in enumerate(specs))
    return Table("shop", "t", engine_by_name("InnoDB"), columns)


# --- arrays in storage form -------------------------------------------------------------------------------------------


def _numbers(rng: Rng, rows: int, lowest: int, highest: int) -> list[int]:
    """Small ones, any ones, and the limits."""
    size = highest - lowest + 1
    choices = [lambda: lowest, lambda: highest, lambda: lowest + int.from_bytes(rng.bytes(34)) % size]
    choices += [lambda: min(max(int(rng.integers(-300, 300)), lowest), highest)]
    return [choices[index]() for index in rng.integers(0, len(choices), rows)]


def _bounds(spec: ColumnSpec) -> tuple[int, int]:
    bits = 8 * {ColumnType.TINY: 1, ColumnType.SHORT: 2, ColumnType.INT24: 3, ColumnType.LONG: 4}.get(spec.type, 8)
    lowest = 0 if spec.unsigned else -1 << (bits - 1)
    return lowest, lowest + (1 << bits) - 1


def _words(rng: Rng, rows: int, longest: int) -> list[str]:
    pool = [
        "a",
        "b ",
        " ",
        "  ",
        "",
        "ü",
        "日本",
        "z" * 31,
        "y" * 32,
        "x" * 33,
        "w" * 63,
        "v" * 64,
        "u" * 65,
        "t" * 300,
    ]
    return ["".join(rng.choice(pool, rng.integers(0, 3)))[:longest] for _ in range(rows)]


def _texts(spec: ColumnSpec, rng: Rng, rows: int) -> list[Any]:
    most = (
        255
        if spec.type is ColumnType.BLOB and spec.length == 1
        else 1000
        if spec.type is ColumnType.BLOB
        else spec.length
    )
    if spec.collation == 63:
        pool = [b"\0", b"a", b"\0\0", b" ", bytes(range(64)), b"x" * 200]
        return [b"".join(rng.choice(np.array(pool, object), rng.integers(0, 3)))[:most] for _ in range(rows)]
    collation = collation_by_id(spec.collation)
    characters = most // collation.mbmaxlen
    encoded = collation.encode
    texts = []
    for word in _words(rng, rows, characters):
        text = "".join(
            char
            for char in word
            if char.isascii() or spec.collation not in (LATIN1, ASCII) or (char == "ü" and spec.collation == LATIN1)
        )
        texts.append(text if storage_type(spec) == pa.string() else encoded(text))
    return texts


def _moments(spec: ColumnSpec, rng: Rng, rows: int, lowest: int, highest: int) -> list[int]:
    step = 10 ** (6 - spec.fsp)
    return [-(-number // step) * step for number in _numbers(rng, rows, lowest, highest - step + 1)]


def _storage_values(spec: ColumnSpec, rng: Rng, rows: int) -> pa.Array:
    kind, stored = spec.type, storage_type(spec)
    if kind is ColumnType.NULL:
        return pa.nulls(rows)
    if pa.types.is_floating(stored):
        values = [0.0, -0.0, 1.5, -1e30, *rng.standard_normal(max(rows - 4, 0))]
        return pa.array(values[:rows], stored)
    if kind is ColumnType.YEAR:
        return pa.array(rng.choice([0, 1901, 2155, 2024], rows), stored)
    if pa.types.is_decimal(stored):
        most = 10**spec.precision - 1
        data = b"".join(
            n.to_bytes(stored.bit_width // 8, "little", signed=True) for n in _numbers(rng, rows, -most, most)
        )
        return pa.Array.from_buffers(stored, rows, [None, pa.py_buffer(data)])
    if kind is ColumnType.DECIMAL:
        return pa.array([f"{number / 100:12.2f}".encode() for number in rng.integers(-(10**8), 10**8, rows)], stored)
    if kind is ColumnType.BIT:
        return pa.array(_numbers(rng, rows, 0, (1 << spec.length) - 1), stored)
    if kind is ColumnType.ENUM:
        return pa.array(_numbers(rng, rows, 0, len(spec.members)), stored)
    if kind is ColumnType.SET:
        return pa.array(_numbers(rng, rows, 0, (1 << len(spec.members)) - 1), stored)
    if kind in (ColumnType.DATE, ColumnType.NEWDATE):
        first, last = (day.toordinal() - date(1970, 1, 1).toordinal() for day in (date.min, date.max))
        return pa.array(_numbers(rng, rows, first, last), pa.int32()).cast(stored)
    if kind in (ColumnType.TIME2, ColumnType.TIME):
        most = MAX_TIME_SECONDS * MICROSECONDS
        return pa.array(_moments(spec, rng, rows, -most, most), pa.int64()).cast(stored)
    if kind in (ColumnType.DATETIME2, ColumnType.DATETIME):
        first, last = ((day - date(1970, 1, 1)).days * 86_400 * MICROSECONDS for day in (date.min, date.max))
        return pa.array(_moments(spec, rng, rows, first, last + 86_400 * MICROSECONDS - 1), pa.int64()).cast(stored)
    if kind in (ColumnType.TIMESTAMP2, ColumnType.TIMESTAMP):
        return pa.array(_moments(spec, rng, rows, MICROSECONDS, 2**31 * MICROSECONDS - 1), pa.int64()).cast(stored)
    if kind is ColumnType.JSON:
        documents = [json_to_binary(JsonDocument(value)) for value in (1, "x" * 100, {"a": [1, 2]}, None)]
        return pa.array([documents[i] for i in rng.integers(0, 4, rows)], stored)
    if kind is ColumnType.GEOMETRY:
        return pa.array([point(float(x), 2.5) for x in rng.standard_normal(rows)], stored)
    if kind is ColumnType.VECTOR:
        return pa.array([rng.bytes(4 * int(n)) for n in rng.integers(1, spec.length + 1, rows)], stored)
    if pa.types.is_integer(stored):
        return pa.array(_numbers(rng, rows, *_bounds(spec)), stored)
    return pa.array(_texts(spec, rng, rows), stored)


def random_array(spec: ColumnSpec, rng: Rng, rows: int) -> pa.Array:
    """A slice that begins anywhere, some values NULL with rubbish behind them."""
    lead, tail = (int(number) for number in rng.integers(0, 20, 2))
    whole = _storage_values(spec, rng, lead + rows + tail)
    if spec.type is ColumnType.NULL:
        return whole.slice(lead, rows)
    share = rng.choice([0.0, 0.1, 0.5, 1.0]) if spec.nullable else 0.0
    valid = rng.random(len(whole)) >= share
    buffers = whole.buffers()
    buffers[0] = pa.py_buffer(np.packbits(valid, bitorder="little"))
    return pa.Array.from_buffers(whole.type, len(whole), buffers).slice(lead, rows)


_CALENDARLESS: dict[ColumnType, Callable[[int], Any]] = {
    ColumnType.DATE: lambda n: IncompleteDate(n % 10_000, n % 13, n % 32),
    ColumnType.DATETIME2: lambda n: IncompleteDate(n % 10_000, n % 13, n % 32, n % 24, n % 60, n % 59),
    ColumnType.TIMESTAMP2: lambda n: IncompleteDate() if n % 2 else datetime.fromtimestamp(1 + n, UTC),
}


def random_batch(table: Table, rng: Rng, rows: int) -> pa.RecordBatch:
    """All the table's columns in storage form; now and then as cells."""
    from binwriter.bulk.arrow_types import column_from_values

    arrays = []
    for column in table.columns:
        array = random_array(column.spec, rng, rows)
        make = _CALENDARLESS.get(column.spec.type)
        if make is not None and rng.random() < 0.2:
            values = [
                make(int(n)) if rng.random() < 0.8 or not column.spec.nullable else None
                for n in rng.integers(0, 1 << 30, rows)
            ]
            array = column_from_values(column.spec, values)
        arrays.append(array)
    fields = [field.with_type(array.type) for field, array in zip(storage_schema(table), arrays, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


def has_cells(table: Table, batch: pa.RecordBatch) -> bool:
    return any(is_cells(c.spec, array.type) for c, array in zip(table.columns, batch.columns, strict=True))
