"""The exact bulk writer against the server that the rest of the project tests: the same bytes for the same work."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyarrow")

from binwriter.binlog.files.reader import read_events
from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.work import BulkSettings, BulkTable, StatementText
from binwriter.chance import Chance, StepClock
from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.mysql.session_modes import RowImage
from binwriter.server.server import Server

from .file_cases import DELETE, ITEMS, ORDERS, START, UPDATE, UUID_1, WRITE, batch_of, plan, shape_rows

TABLES = [BulkTable(ORDERS, 100), BulkTable(ITEMS, 101)]
_ITEM = (7, 0.5, *range(9))

# per case: server options and the same in bulk
_SETTINGS = {
    "plain": ((), {}),
    "minimal": (("binlog_row_image=MINIMAL",), {"image": RowImage.MINIMAL}),
    "noblob": (("binlog_row_image=NOBLOB",), {"image": RowImage.NOBLOB}),
    "full metadata": (("binlog_row_metadata=FULL",), {"full_metadata": True}),
    "no checksum": (("binlog_checksum=NONE",), {"checksum": ChecksumAlgorithm.NONE}),
    "anonymous": (("gtid_mode=OFF", "enforce_gtid_consistency=OFF"), {"gtid": False}),
    "small events": (("binlog_row_event_max_size=256",), {"max_event_size": 256}),
}


@pytest.mark.parametrize("case", _SETTINGS)
def test_bytes_are_the_servers(case: str, tmp_path: Path) -> None:
    options, fields = _SETTINGS[case]
    clock = StepClock(START, 0)
    chance = Chance(clock=clock, server_uuid=UUID_1, xid=50)
    orders = [(n, "note " * (n % 40), b"x" * (n * 7 % 90) if n % 3 else None) for n in range(1, 60)]
    changed = [(row, (row[0], "changed", row[2])) for row in orders[:20]]
    with Server(tmp_path / "server", options, chance=chance) as server:
        session = server.connect()
        clock.now = START + 1
        session.log_ddl("CREATE DATABASE shop", schema="shop")
        for step in range(3):
            clock.now = START + 400_123 * (step + 1)
            if step == 0:
                with session.transaction():
                    session.insert_rows(ORDERS, orders)
                    session.insert_rows(ITEMS, [_ITEM])
            elif step == 1:
                session.update_rows(ORDERS, changed)
            else:
                with session.transaction():
                    session.delete_rows(ORDERS, orders[30:40])
                    session.delete_rows(ORDERS, orders[40:])
        clock.now = START + 9_000_000
    (expected,) = server.log_files()
    parents = [
        event.body.last_committed
        for event in read_events(expected)
        if event.type in (EventType.GTID, EventType.ANONYMOUS_GTID)
    ]
    rows = [
        shape_rows(TABLES, 0, WRITE, orders),
        shape_rows(TABLES, 1, WRITE, [_ITEM]),
        shape_rows(TABLES, 0, UPDATE, changed, assigned=(1,)),
        shape_rows(TABLES, 0, DELETE, orders[30:]),
    ]
    batch = batch_of(
        rows, [[(0, 59), (1, 1)], [(2, 20)], [(3, 10), (3, 19)]], last_committed=np.array(parents[1:], np.int64)
    )
    text = StatementText("CREATE DATABASE shop", "shop", ("shop",), START + 1)
    path = tmp_path / "bulk"
    settings = BulkSettings(UUID_1, **fields)
    with ExactFileWriter(path, plan(next_name=None, first_xid=50, statements=(text,)), settings, TABLES) as writer:
        writer.write(batch)
        result = writer.finish()
    assert path.read_bytes() == expected.read_bytes()
    assert (result.size, result.transactions, result.statements, result.rows) == (path.stat().st_size, 3, 1, 109)
    assert result.events == sum(1 for _ in read_events(path))
