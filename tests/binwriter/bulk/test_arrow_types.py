"""The storage form: one Arrow type a column type; what is not in that form is refused before a byte is written."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from binwriter.bulk.arrow_types import (
    cell_type,
    check_storage,
    from_values,
    is_cells,
    storage_schema,
    storage_type,
    to_values,
)
from binwriter.bulk.cells.plans import CELL_PLANS
from binwriter.bulk.cells.row_images import row_images
from binwriter.bulk.cells.row_plan import column_plan
from binwriter.bulk.storage_form import CELL_TYPES, STORAGE_TYPES
from binwriter.bulk.ways import KERNELS, has_kernels
from binwriter.errors import EncodeError
from binwriter.formats.columns.registry import CODECS
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType as Type
from tests.binwriter.bulk.arrow_cases import every_spec, random_batch, table_of

EVERY = every_spec()


def test_every_type_of_the_exact_path() -> None:
    """All have a storage form, and a kernel or cells."""
    assert set(STORAGE_TYPES) == set(CODECS)
    assert set(CELL_PLANS) | CELL_TYPES == set(CODECS)
    assert {spec.type for spec in EVERY} | {Type.TYPED_ARRAY} == set(CODECS)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (ColumnSpec("c", Type.INT24), pa.int32()),
        (ColumnSpec("c", Type.INT24, unsigned=True), pa.uint32()),
        (ColumnSpec("c", Type.YEAR, unsigned=True), pa.uint16()),
        (ColumnSpec("c", Type.NEWDECIMAL, precision=38, scale=3), pa.decimal128(38, 3)),
        (ColumnSpec("c", Type.NEWDECIMAL, precision=39, scale=3), pa.decimal256(39, 3)),
        (ColumnSpec("c", Type.VARCHAR, length=9, collation=255), pa.string()),
        (ColumnSpec("c", Type.VARCHAR, length=9, collation=8), pa.binary()),
        (ColumnSpec("c", Type.VARCHAR, length=9), pa.binary()),
        (ColumnSpec("c", Type.TIME2, fsp=3), pa.duration("us")),
        (ColumnSpec("c", Type.TIMESTAMP2), pa.timestamp("us", "UTC")),
    ],
    ids=str,
)
def test_storage_types(spec: ColumnSpec, expected: pa.DataType) -> None:
    assert storage_type(spec) == expected


def test_schema_has_the_tables_names_and_null_rules() -> None:
    table = table_of([EVERY[0], replace(EVERY[1], nullable=False)])
    schema = storage_schema(table)
    assert schema.names == ["c0", "c1"]
    assert [field.nullable for field in schema] == [True, False]


@pytest.mark.parametrize("seed", range(2))
def test_values_and_back(seed: int) -> None:
    table = table_of(EVERY)
    batch = random_batch(table, np.random.default_rng(seed), 25)
    rows = to_values(table, batch)
    again = from_values(table, rows)
    assert to_values(table, again) == rows


def test_dates_without_a_calendar_make_cells() -> None:
    spec = ColumnSpec("c0", Type.DATETIME2, fsp=2)
    table = table_of([spec])
    rows = [(IncompleteDate(2020, 2, 31, 1, 2, 3, 40_000),), (None,), (datetime(2020, 1, 2),)]
    batch = from_values(table, rows)
    assert batch.schema.types == [cell_type(spec)]
    assert is_cells(spec, batch.schema.types[0])
    assert to_values(table, batch) == rows


def test_values_that_do_not_fit_name_their_row() -> None:
    table = table_of([ColumnSpec("c", Type.TINY, nullable=False), ColumnSpec("c", Type.NEWDECIMAL, precision=2)])
    with pytest.raises(EncodeError, match="row 1: column 'c0', TINYINT: the value is not in the range"):
        from_values(table, [(1, None), (200, None)])
    with pytest.raises(EncodeError, match="row 0: column 'c0' is NOT NULL"):
        from_values(table, [(None, None)])
    with pytest.raises(EncodeError, match="row 1: the row has 1 values, the table 2 columns"):
        from_values(table, [(1, Decimal(1)), (1,)])


# --- batches of another form ------------------------------------------------------------------------------------------

TABLE = table_of([ColumnSpec("c", Type.LONG, nullable=False), ColumnSpec("c", Type.VARCHAR, length=3)])
NUMBERS, TEXTS = pa.array([1, 2], pa.int32()), pa.array([b"abc", b"d"])


@pytest.mark.parametrize(
    ("arrays", "names", "message"),
    [
        ([NUMBERS], ["c0"], "the batch has 1 columns, table t has 2"),
        ([NUMBERS, TEXTS], ["c1", "c0"], "the batch has 'c1' where table t has 'c0'"),
        (
            [NUMBERS.cast(pa.int64()), TEXTS],
            ["c0", "c1"],
            "column 'c0': its storage form is int32, the batch has int64",
        ),
        ([NUMBERS, TEXTS.cast(pa.string())], ["c0", "c1"], "column 'c1': its storage form is binary"),
    ],
)
def test_other_forms_are_refused(arrays: list[pa.Array], names: list[str], message: str) -> None:
    batch = pa.RecordBatch.from_arrays(arrays, names)
    for refuse in (check_storage, to_values, lambda table, batch: row_images(table, batch, [0])):
        with pytest.raises(EncodeError, match=message):
            refuse(TABLE, batch)


def _broken(offsets: list[int]) -> pa.Array:
    buffers = [None, pa.py_buffer(np.array(offsets, np.int32)), pa.py_buffer(b"abcdef")]
    return pa.Array.from_buffers(pa.binary(), 2, buffers)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ([pa.array([1, None], pa.int32()), TEXTS], "row 1: column 'c0' is NOT NULL and its value is NULL"),
        (
            [NUMBERS, pa.array([b"abc", b"abcd"])],
            r"row 1: column 'c1', VARBINARY\(3\): 4 bytes are more than the limit",
        ),
        ([NUMBERS, _broken([0, 3, 1])], "column 'c1': the Arrow array's offsets do not fit its data"),
    ],
)
@pytest.mark.parametrize("kernels", (True, False))
def test_what_would_break_memory_is_refused(arrays: list[pa.Array], message: str, kernels: bool) -> None:
    batch = pa.RecordBatch.from_arrays(arrays, ["c0", "c1"])
    with pytest.raises(EncodeError, match=message):
        row_images(TABLE, batch, [0, 1], kernels=kernels)


def test_long_rubbish_behind_null_is_no_error() -> None:
    valid = pa.py_buffer(bytes([0b01]))
    text = pa.Array.from_buffers(pa.binary(), 2, [valid, *pa.array([b"ab", b"far too long"]).buffers()[1:]])
    batch = pa.RecordBatch.from_arrays([NUMBERS, text], ["c0", "c1"])
    expected = TABLE.row_format.encode((1, b"ab")) + TABLE.row_format.encode((2, None))
    for kernels in (True, False):
        assert row_images(TABLE, batch, [0, 1], kernels=kernels).data.tobytes() == expected


# --- without numba ----------------------------------------------------------------------------------------------------


def test_kernels_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNELS, "off")
    assert not has_kernels()


@pytest.mark.slow
def test_no_numba_is_needed() -> None:
    """With numba hidden: the package imports, rows become images, and a plan can be made."""
    program = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "numba" else found(name, package)
from tests.binwriter.bulk.test_arrow_types import TABLE, NUMBERS, TEXTS
import pyarrow as pa
from binwriter.bulk.cells.row_images import row_images
from binwriter.bulk.ways import has_kernels
assert not has_kernels()
print(row_images(TABLE, pa.RecordBatch.from_arrays([NUMBERS, TEXTS], ["c0", "c1"]), [0, 1]).data.tobytes().hex())
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    rows = [(1, b"abc"), (2, b"d")]
    assert done.stdout.strip() == b"".join(map(TABLE.row_format.encode, rows)).hex()


def test_a_plan_tells_its_room() -> None:
    batch = pa.RecordBatch.from_arrays([NUMBERS, TEXTS], ["c0", "c1"])
    plan = column_plan(batch, TABLE, [0, 1])
    assert plan is not None
    assert plan.rows == 2
    assert plan.bound == 1 + 4 + 1 + 3


def test_instants_are_in_utc() -> None:
    table = table_of([ColumnSpec("c", Type.TIMESTAMP2)])
    row = (datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC),)
    assert to_values(table, from_values(table, [row])) == [row]
