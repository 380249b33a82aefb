"""Generated rows of every type in a real server: applied without an error, and read back equal."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import numpy as np
import pytest

pytest.importorskip("pyarrow")

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.bulk.file import BulkFileWriter
from binwriter.bulk.work import BulkSettings, BulkTable, FilePlan, RowShape, ShapeRows, TransactionBatch
from binwriter.formats.columns.registry import codec_for
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.replaying.client import replay
from binwriter.statement.values import RowOperation
from binwriter.workload.values import ValueSource

from .tables import DATABASE, EVERY_TYPE, START, keys_of, rows_of, source_of, versions_of

pytestmark = pytest.mark.mysql

ROWS = 400
_SETTINGS = {
    "tx": {"words": [1, 30], "alphabet": "international"},
    "v300": {"length": [0, 100], "alphabet": "international"},
    "lb": {"length": {"min": 0, "max": 70_000, "mean": 300, "deviation": 20_000}},
    "j": {
        "json": {
            "id": {"$sequence": 32_700},
            "n": {"$uniform": [-(2**40), 2**40]},
            "f": {"$normal": {"mean": 0.5, "deviation": 2.5}},
            "s": [{"$words": [1, 40]}, {"$choice": ["a", None, 7, 1.5, {"deep": [1]}]}, {"$email": True}],
            "in": {"a": {"$uniform": [0, 70_000]}, "bb": {"$uuid": True}},
        }
    },
}  # fmt: skip


def _write(path: Path, source: ValueSource) -> None:
    """All rows inserted, then all updated."""
    table = BulkTable(source.table, 100)
    keys = keys_of(0, ROWS)
    first = source.batch(keys, versions_of(0, count=ROWS))
    second = source.after(first, keys, versions_of(1, count=ROWS))
    inserts = ShapeRows(RowShape(0, RowOperation.WRITE), None, first)
    updates = ShapeRows(RowShape(0, RowOperation.UPDATE, source.changing), first, second)
    plan = FilePlan(1, path.name, None, 1, 1, START, START + 10**6)
    batch = TransactionBatch(
        (inserts, updates),
        np.array([0, 1], np.int64),
        np.array([ROWS, ROWS], np.int64),
        np.array([1, 1], np.int64),
        np.array([START, START + 10**6], np.int64),
    )
    settings = BulkSettings(UUID("9623e060-e550-11f1-96cd-02fc00000077"), gtid=False)
    with BulkFileWriter(path, plan, settings, [table]) as writer:
        writer.write(batch)
        writer.finish()


def test_the_server_holds_what_was_generated(tmp_path: Path, clean_mysql: MySQLServer) -> None:
    source = source_of(EVERY_TYPE, _SETTINGS)
    path = tmp_path / "binlog.000001"
    _write(path, source)
    clean_mysql.execute(
        "SET GLOBAL binlog_row_metadata = 'FULL'",
        f"CREATE DATABASE {DATABASE}",
        f"USE {DATABASE}",
        EVERY_TYPE,
        "CREATE TABLE again LIKE every_type",
    )
    assert replay(clean_mysql, [path]).errors == ()
    # the server reads every row and logs it anew
    clean_mysql.execute(
        "FLUSH BINARY LOGS", f"USE {DATABASE}", "INSERT INTO again SELECT * FROM every_type ORDER BY id"
    )
    log = list(clean_mysql.fetch_binlogs().values())[-1]
    logged = [change.after for rows in rows_of_events(read_events(log)) for change in rows.changes()]
    last = rows_of(source.table, source.batch(keys_of(0, ROWS), versions_of(1, count=ROWS)))
    assert len(logged) == ROWS
    codecs = [(column.name, codec_for(column.spec)) for column in source.table.columns]
    for image, expected in zip(logged, last, strict=True):
        assert image is not None
        for (name, codec), found, value in zip(codecs, image.values, expected, strict=True):
            assert (found is None) is (value is None), name
            # as bytes: the log has BINARY without its padding
            assert found is None or codec.encode(found) == codec.encode(value), (name, found, value)
