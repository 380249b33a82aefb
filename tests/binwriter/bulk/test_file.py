"""All ways of writing a bulk file give the bytes of the exact one."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.file import BulkFileWriter, Way
from binwriter.bulk.ways import has_kernels
from binwriter.bulk.work import BulkSettings, BulkTable, FileResult, TransactionBatch
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.mysql.session_modes import RowImage

from .file_cases import DELETE, ITEMS, ORDERS, UPDATE, UUID_1, WRITE, batch_of, plan, shape_rows

TABLES = [BulkTable(ORDERS, 100), BulkTable(ITEMS, 101)]
WAYS = [*([Way.KERNELS] if has_kernels() else []), Way.COLUMNS]


def small_batches() -> list[TransactionBatch]:
    orders = [(n, "note " * (n % 40), b"x" * (n * 7 % 90) if n % 3 else None) for n in range(1, 60)]
    changed = [(row, (row[0], "changed", row[2])) for row in orders[:20]]
    item = (7, 0.5, *range(9))
    rows = [
        shape_rows(TABLES, 0, WRITE, orders),
        shape_rows(TABLES, 1, WRITE, [item]),
        shape_rows(TABLES, 0, UPDATE, changed, assigned=(1,)),
        shape_rows(TABLES, 0, DELETE, orders[30:]),
    ]
    mixed = batch_of(rows, [[(0, 59), (1, 1)], [(2, 20)], [(3, 10), (3, 19)]])
    single = batch_of([shape_rows(TABLES, 0, WRITE, orders)], [[(0, 1)]] * 59)
    return [mixed, single]


def write_all(writer: ExactFileWriter | BulkFileWriter, batches: list[TransactionBatch]) -> FileResult:
    with writer:
        for batch in batches:
            writer.write(batch)
        return writer.finish()


def assert_same(tmp_path: Path, batches: list[TransactionBatch], way: Way, **fields: object) -> bytes:
    settings = BulkSettings(UUID_1, **fields)  # type: ignore[arg-type]
    exact, bulk = tmp_path / "exact", tmp_path / "bulk"
    expected = write_all(ExactFileWriter(exact, plan(), settings, TABLES), batches)
    assert write_all(BulkFileWriter(bulk, plan(), settings, TABLES, way=way), batches) == expected
    data = bulk.read_bytes()
    assert data == exact.read_bytes()
    return data


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"image": RowImage.MINIMAL},
        {"image": RowImage.NOBLOB, "full_metadata": True},
        {"checksum": ChecksumAlgorithm.NONE},
        {"gtid": False, "max_event_size": 256},
        {"tag": "batch_1"},
        {"compression": True},
        {"compression": True, "tag": "batch_1", "checksum": ChecksumAlgorithm.NONE},
    ],
    ids=str,
)
def test_same_bytes(tmp_path: Path, way: Way, fields: dict[str, object]) -> None:
    assert_same(tmp_path, small_batches(), way, **fields)
