"""Bulk files of large transactions and at the limits of files, and what fails on the way."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
import pyarrow as pa
import pytest

from binwriter import disk
from binwriter.binlog.files.reader import read_events
from binwriter.bulk import kernel_encoder
from binwriter.bulk.arrow_types import storage_schema
from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.file import BulkFileWriter, Way
from binwriter.bulk.work import BulkSettings, BulkTable, RowShape, ShapeRows, TransactionBatch, check_batch
from binwriter.errors import EncodeError, LogFileError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.inspection.verify import verify_files
from tests.full_disks import disk_of

from .file_cases import ITEMS, ORDERS, START, UUID_1, WRITE, batch_of, ints, make_table, plan
from .test_file import WAYS, write_all

BLOBS = make_table(
    "blobs", ColumnSpec("id", ColumnType.LONG, nullable=False), ColumnSpec("b", ColumnType.BLOB, length=4)
)
TABLES = [BulkTable(BLOBS, 100)]
SETTINGS = BulkSettings(UUID_1)


def blobs(*sizes: int) -> ShapeRows:
    data = np.random.default_rng(3).integers(0, 256, max(sizes), dtype=np.uint8).tobytes()
    arrays = [pa.array(range(len(sizes)), pa.int32()), pa.array([data[:size] for size in sizes], pa.binary())]
    return ShapeRows(RowShape(0, WRITE), None, pa.RecordBatch.from_arrays(arrays, schema=storage_schema(BLOBS)))


def transactions(rows: ShapeRows, *counts: int) -> TransactionBatch:
    """One statement each."""
    return batch_of([rows], [[(0, count)] for count in counts])


# around the sizes at which transaction_length takes another byte, rows longer than an event, and longer than buffers
SIZES = {
    "one byte more": transactions(blobs(*range(0, 300, 7)), *[1] * 43),
    "64 KiB": transactions(blobs(*range(65_200, 65_400, 7)), *[1] * 29),
    "long rows": transactions(blobs(100, 9000, 8100, 8200, 20_000, 10, 10), 3, 4),
    "larger than the buffer": transactions(blobs(*[300_000] * 12, 5), 12, 1),
    "16 MiB": transactions(blobs(*[1_677_000] * 10, 1), 10, 1),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", SIZES)
def test_large_transactions(tmp_path: Path, case: str, way: Way) -> None:
    exact, bulk = tmp_path / "exact", tmp_path / "bulk"
    result = write_all(ExactFileWriter(exact, plan(), SETTINGS, TABLES), [SIZES[case]])
    assert write_all(BulkFileWriter(bulk, plan(), SETTINGS, TABLES, way=way), [SIZES[case]]) == result
    assert bulk.read_bytes() == exact.read_bytes()


@pytest.mark.slow
def test_larger_than_any_buffer_is_written_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_encoder, "LARGEST_BUFFER", kernel_encoder.BUFFER_SIZE)
    batch = transactions(blobs(*[70_000] * 300, 5), 300, 1)
    exact, bulk = tmp_path / "exact", tmp_path / "bulk"
    result = write_all(ExactFileWriter(exact, plan(), SETTINGS, TABLES), [batch])
    assert write_all(BulkFileWriter(bulk, plan(), SETTINGS, TABLES, way=Way.KERNELS), [batch]) == result
    assert bulk.read_bytes() == exact.read_bytes()


@pytest.mark.slow
def test_direct_writes_the_same(tmp_path: Path) -> None:
    batch = SIZES["16 MiB"]
    plain, direct = tmp_path / "plain", tmp_path / "direct"
    write_all(BulkFileWriter(plain, plan(), SETTINGS, TABLES), [batch])
    write_all(BulkFileWriter(direct, plan(), SETTINGS, TABLES, direct=True, sync=True), [batch])
    assert direct.read_bytes() == plain.read_bytes()
    assert list(verify_files([plain])) == []


# --- limits -----------------------------------------------------------------------------------------------------------

_LIMITED = ("progress", "layout", "exact", "column_encoder")


def _set_limit(monkeypatch: pytest.MonkeyPatch, name: str, limit: int) -> None:
    for module in _LIMITED:
        monkeypatch.setattr(f"binwriter.bulk.{module}.{name}", limit)


@pytest.mark.parametrize("way", [*WAYS, Way.EXACT])
def test_only_the_last_transaction_may_pass_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    _set_limit(monkeypatch, "MAX_BINLOG_SIZE", 20_000)
    with BulkFileWriter(tmp_path / "a", plan(), SETTINGS, TABLES, way=way) as writer:
        writer.write(transactions(blobs(9_000, 9_000, 9_000), 1, 1, 1))
        assert writer.finish().size > 27_000
    with (
        BulkFileWriter(tmp_path / "b", plan(), SETTINGS, TABLES, way=way) as writer,
        pytest.raises(LogFileError, match="past the limit of 20000 bytes"),
    ):
        writer.write(transactions(blobs(9_000, 9_000, 9_000, 1), 1, 1, 1, 1))
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("way", [*WAYS, Way.EXACT])
def test_nothing_ends_past_four_gibibytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Way) -> None:
    _set_limit(monkeypatch, "MAX_FILE_SIZE", 20_000)
    with BulkFileWriter(tmp_path / "a", plan(), SETTINGS, TABLES, way=way) as writer:
        with pytest.raises(LogFileError, match="would end past"):
            writer.write(transactions(blobs(9_000, 9_000, 9_000), 1, 2))
        assert writer.position < 20_000


def test_plans_and_batches_that_cannot_be(tmp_path: Path) -> None:
    for fields, name in (({"first_gno": 0}, "first_gno"), ({"start": -1}, "start"), ({"first_xid": -1}, "first_xid")):
        with pytest.raises(EncodeError, match=name):
            BulkFileWriter(tmp_path / "a", plan(**fields), SETTINGS, TABLES)
    for given, name in (({"tag": "not a tag"}, "tag"), ({"compression_level": 23}, "compression_level")):
        with pytest.raises(EncodeError, match=name):
            BulkFileWriter(tmp_path / "a", plan(), BulkSettings(UUID_1, **given), TABLES)  # type: ignore[arg-type]
    assert not (tmp_path / "a").exists()


_WRONG = {
    "statement_rows": ({"statement_rows": ints(1, 0)}, r"statement_rows\[1\] is 0, the least is 1"),
    "rows left over": ({"statement_rows": ints(1, 2)}, "shape 0 has 2 rows, its statements take 3"),
    "no such shape": ({"statement_shape": ints(0, 1)}, r"statement_shape\[1\] is 1, but there are 1 shapes"),
    "statements left over": ({"transaction_statements": ints(1)}, "sum of transaction_statements: 1"),
    "timestamp": ({"timestamp": ints(START, 1 << 60)}, r"timestamp\[1\]"),
    "last_committed": ({"last_committed": ints(0)}, "last_committed: 1"),
    "type": ({"timestamp": np.array([1, 2], np.int32)}, "int32"),
}


@pytest.mark.parametrize("case", _WRONG)
def test_a_batch_whose_numbers_do_not_fit(case: str) -> None:
    fields, message = _WRONG[case]
    batch = batch_of([blobs(1, 2)], [[(0, 1)], [(0, 1)]], **fields)
    with pytest.raises(EncodeError, match=message):
        check_batch(batch, TABLES)


@pytest.mark.parametrize("way", [*WAYS, Way.EXACT])
def test_a_parent_must_be_an_earlier_group(tmp_path: Path, way: Way) -> None:
    batch = batch_of([blobs(1, 2)], [[(0, 1)], [(0, 1)]], last_committed=ints(0, 2))
    with (
        BulkFileWriter(tmp_path / "a", plan(), SETTINGS, TABLES, way=way) as writer,
        pytest.raises(EncodeError, match=r"last_committed\[1\] is 2, but the transaction has sequence number 2"),
    ):
        writer.write(batch)


def test_rows_of_another_table_are_refused_before_a_byte_is_written(tmp_path: Path) -> None:
    tables = [BulkTable(ORDERS, 1), BulkTable(ITEMS, 2)]
    with BulkFileWriter(tmp_path / "a", plan(), SETTINGS, tables) as writer:
        before = writer.position
        with pytest.raises(EncodeError):
            writer.write(transactions(blobs(1), 1))
        assert writer.position == before


# --- the system -------------------------------------------------------------------------------------------------------


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"mine")
    for direct in (False, True):
        with pytest.raises(LogFileError, match="cannot create"):
            BulkFileWriter(path, plan(), SETTINGS, TABLES, direct=direct)
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("direct", [False, True])
def test_a_full_disk_leaves_nothing(tmp_path: Path, direct: bool) -> None:
    path = tmp_path / "a"
    batch = transactions(blobs(*[100_000] * 100), *[1] * 100)
    with (
        disk_of(1 << 20),
        pytest.raises(LogFileError, match="cannot write"),
        BulkFileWriter(path, plan(), SETTINGS, TABLES, direct=direct) as writer,
    ):
        for _ in range(9):
            writer.write(batch)
        writer.finish()
    assert not path.exists()


class ShortFile(io.FileIO):
    """Takes a thousand bytes at most."""

    def write(self, data: Any) -> int:
        return super().write(data[:1000])


class ShortDisk(disk.Disk):
    def create(self, path: Path, flags: int = 0) -> BinaryIO:
        return cast(BinaryIO, ShortFile(path, "xb+"))


def test_short_writes_go_on(tmp_path: Path) -> None:
    batch = SIZES["long rows"]
    with disk.use(ShortDisk()):
        write_all(BulkFileWriter(tmp_path / "a", plan(), SETTINGS, TABLES), [batch])
    write_all(BulkFileWriter(tmp_path / "b", plan(), SETTINGS, TABLES), [batch])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_file_systems_without_allocation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: int) -> None:
        raise OSError(errno.EOPNOTSUPP, "no")

    monkeypatch.setattr(os, "posix_fallocate", refuse)
    result = write_all(BulkFileWriter(tmp_path / "a", plan(), SETTINGS, TABLES), [SIZES["long rows"]])
    assert (tmp_path / "a").stat().st_size == result.size
    assert list(verify_files([tmp_path / "a"])) == []


def test_leaving_without_finish_deletes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with BulkFileWriter(path, plan(), SETTINGS, TABLES) as writer:
        writer.write(SIZES["long rows"])
        assert next(read_events(path)).header.flags & 1, "in use"
    assert not path.exists()
    with pytest.raises(ValueError, match="closed"):
        writer.write(SIZES["long rows"])
