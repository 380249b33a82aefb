"""The kernels of row images keep to their memory: nothing is read behind a buffer, nothing written behind the slack."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from binwriter.bulk.cells.kinds import SLACK
from binwriter.bulk.cells.row_images import exact_images
from binwriter.bulk.cells.row_plan import column_plan
from binwriter.catalog.tables import Table
from tests.binwriter.bulk.arrow_cases import every_spec, random_batch, table_of

rows = pytest.importorskip("binwriter.bulk.kernels.rows")
EVERY = every_spec()
PAGE = mmap.PAGESIZE


class GuardedMemory:
    """Buffers that end where a page begins that nobody may touch: a byte too many ends the process."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._areas: list[tuple[mmap.mmap, Any, int, int]] = []

    def copy(self, data: bytes) -> pa.Buffer:
        pages = -(-max(len(data), 1) // PAGE)
        area = mmap.mmap(-1, (pages + 1) * PAGE)
        view = ctypes.c_char.from_buffer(area)
        guard = ctypes.addressof(view) + pages * PAGE
        assert self._protect(guard, 0) == 0
        start = guard - len(data)
        ctypes.memmove(start, data, len(data))
        self._areas.append((area, view, guard, start))
        return pa.foreign_buffer(start, len(data), base=self)

    def _protect(self, address: int, protection: int) -> int:
        return int(self._libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(PAGE), protection))

    def close(self) -> None:
        for _, view, guard, _ in self._areas:
            self._protect(guard, mmap.PROT_READ | mmap.PROT_WRITE)
            del view
        self._areas.clear()


def guarded(array: pa.Array, memory: GuardedMemory) -> pa.Array:
    """The array, its buffers cut to what the values need and put before guard pages."""
    whole = pa.concat_arrays([array])  # without offset and spare room
    buffers = [
        None if buffer is None else memory.copy(_needed(whole, i, buffer)) for i, buffer in enumerate(whole.buffers())
    ]
    return pa.Array.from_buffers(whole.type, len(whole), buffers)


def _needed(array: pa.Array, index: int, buffer: pa.Buffer) -> bytes:
    data = buffer.to_pybytes()
    if index == 0:
        return data[: (len(array) + 7) // 8]
    if pa.types.is_string(array.type) or pa.types.is_binary(array.type):
        offsets = np.frombuffer(array.buffers()[1], np.int32, len(array) + 1)
        return data[: 4 * len(offsets)] if index == 1 else data[: offsets[-1]]
    return data[: len(array) * array.type.bit_width // 8]


@contextmanager
def guarded_batch(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    memory = GuardedMemory()
    arrays = [array if pa.types.is_null(array.type) else guarded(array, memory) for array in batch.columns]
    try:
        yield pa.RecordBatch.from_arrays(arrays, schema=batch.schema)
    finally:
        del arrays


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mprotect"), reason="no mprotect")
@pytest.mark.parametrize("count", (1, 17, 40))
def test_nothing_is_read_behind_a_buffer(count: int) -> None:
    table = table_of(EVERY)
    batch = random_batch(table, np.random.default_rng(count), count)
    expected = exact_images(table, batch, range(len(EVERY)))
    with guarded_batch(batch) as careful:
        assert encoded(table, careful) == expected.data.tobytes()


def encoded(table: Table, batch: pa.RecordBatch) -> bytes:
    plan = column_plan(batch, table, range(len(table.columns)))
    assert plan is not None
    data = np.zeros(plan.bound * plan.rows + SLACK, np.uint8)
    ends = np.zeros(plan.rows, np.int64)
    rows.encode_images(plan.address, 0, plan.rows, plan.safe, data.ctypes.data, ends)
    return data[: ends[-1]].tobytes()


@pytest.mark.parametrize("seed", range(4))
def test_bounds_sizes_and_slack(seed: int) -> None:
    """No image is larger than the plan's bound, image_size tells its size, and what is behind the slack stays."""
    rng = np.random.default_rng(seed)
    table = table_of([EVERY[index] for index in rng.integers(0, len(EVERY), 12)])
    batch = random_batch(table, rng, 60)
    plan = column_plan(batch, table, range(12))
    assert plan is not None
    expected = exact_images(table, batch, range(12))
    out = np.full(plan.bound + SLACK + 64, 0xA5, np.uint8)
    for row in range(60):
        out[:] = 0xA5
        end = rows.encode_image(plan.address, row, out.ctypes.data, row < plan.safe) - out.ctypes.data
        wanted = expected.data[expected.offsets[row] : expected.offsets[row + 1]]
        assert out[:end].tobytes() == wanted.tobytes()
        assert end <= plan.bound
        assert rows.image_size(plan.address, row) == end
        assert (out[end + SLACK :] == 0xA5).all()


def test_a_column_of_hardly_any_text_costs_no_care() -> None:
    """Its few bytes are copied, so that the other columns' rows need no care at their end."""
    table = table_of([next(spec for spec in EVERY if spec.type.name == "VARCHAR")])
    batch = pa.record_batch([pa.array(["x"] + [""] * 99)], names=["c0"])
    plan = column_plan(batch, table, [0])
    assert plan is not None
    assert plan.safe == 100
    assert encoded(table, batch) == exact_images(table, batch, [0]).data.tobytes()
