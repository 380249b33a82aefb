"""Bulk files against a real server: it writes the same bytes for the same work, and applies what we wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import zstandard

from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.bulk.file import BulkFileWriter
from binwriter.bulk.file_events import FileEvents
from binwriter.bulk.work import BulkSettings, BulkTable, StatementText
from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.events import TableMap, TransactionPayload
from binwriter.integration.log_comparison import compare_logs
from binwriter.integration.masking import Mask, Timestamps
from binwriter.integration.mysql import DEFAULT_OPTIONS, MySQLServer, running_server, unavailable_reason
from binwriter.integration.replaying.client import replay, table_contents, verify_checksums
from binwriter.mysql.session_modes import RowImage

from .file_cases import DELETE, ITEMS, ORDERS, START, UPDATE, UUID_1, WRITE, batch_of, plan, shape_rows

pytestmark = pytest.mark.mysql

CREATE = {
    ORDERS: "CREATE TABLE shop.orders (id BIGINT UNSIGNED PRIMARY KEY, note VARCHAR(200), doc BLOB)",
    ITEMS: "CREATE TABLE shop.items (id INT PRIMARY KEY, price DOUBLE, "
    + ", ".join(f"n{index} SMALLINT" for index in range(9))
    + ")",
}
ORDER_ROWS = [(n, f"note {n} ä" * (n % 10), b"x" * (n * 37 % 900) if n % 3 else None) for n in range(1, 60)]
ITEM_ROWS = [(7, 0.5, *range(9)), (8, None, *[None] * 9)]

# what is set in the session, and the same in bulk
_CASES: dict[str, tuple[list[str], dict[str, object]]] = {
    "plain": ([], {}),
    "minimal": (["SET binlog_row_image = MINIMAL"], {"image": RowImage.MINIMAL}),
    "noblob": (["SET binlog_row_image = NOBLOB"], {"image": RowImage.NOBLOB}),
    "tagged": (["SET gtid_next = 'AUTOMATIC:batch'"], {"tag": "batch"}),
}


@pytest.fixture(scope="module")
def gtid_server() -> Iterator[MySQLServer]:
    if (reason := unavailable_reason()) is not None:
        pytest.skip(f"no real MySQL server: {reason}")
    with running_server([*DEFAULT_OPTIONS, "--gtid-mode=ON", "--enforce-gtid-consistency=ON"]) as server:
        yield server


def literal(value: object) -> str:
    if isinstance(value, bytes):
        return f"x'{value.hex()}'" if value else "''"
    return "NULL" if value is None else repr(value)


def insert(table: str, rows: list[tuple]) -> str:
    return f"INSERT INTO shop.{table} VALUES " + ", ".join(f"({', '.join(map(literal, row))})" for row in rows)


def work_of(server: MySQLServer, setting: list[str], path: Path) -> None:
    """A server's file of the work that `batch_like` has."""
    server.reset()
    server.execute("CREATE DATABASE shop", *CREATE.values(), "RESET BINARY LOGS AND GTIDS")
    with server.connect(autocommit=True) as connection, connection.cursor() as cursor:
        for text in (
            *setting,
            "BEGIN",
            insert("orders", ORDER_ROWS),
            insert("items", ITEM_ROWS),
            "COMMIT",
            "BEGIN",
            "DELETE FROM shop.orders WHERE id > 20",
            "UPDATE shop.orders SET note = 'changed'",
            "COMMIT",
            "SET gtid_next = AUTOMATIC",
            "FLUSH BINARY LOGS",
        ):
            cursor.execute(text)
    path.write_bytes(server.fetch_binlogs()["binlog.000001"])


def write_like(real: Path, ours: Path, **fields: object) -> None:
    """The same work by our writer, with what the server's file says of ids and times."""
    events = [event for top in read_events(real) for event in (top, *nested_events(top))]
    ids = {event.body.table.decode(): event.body.table_id for event in events if isinstance(event.body, TableMap)}
    groups = [event.body for event in events if event.type in (EventType.GTID, EventType.GTID_TAGGED)]
    tables = [BulkTable(ORDERS, ids["orders"]), BulkTable(ITEMS, ids["items"])]
    changed = [(row, (row[0], "changed", row[2])) for row in ORDER_ROWS[:20]]
    rows = [
        shape_rows(tables, 0, WRITE, ORDER_ROWS),
        shape_rows(tables, 1, WRITE, ITEM_ROWS),
        shape_rows(tables, 0, DELETE, ORDER_ROWS[20:]),
        shape_rows(tables, 0, UPDATE, changed, assigned=(1,)),
    ]
    batch = batch_of(
        rows,
        [[(0, len(ORDER_ROWS)), (1, 2)], [(2, 39), (3, 20)]],
        timestamp=np.array([group.immediate_commit_timestamp for group in groups], np.int64),
        last_committed=np.array([group.last_committed for group in groups], np.int64),
    )
    settings = BulkSettings(groups[0].uuid, **fields)  # type: ignore[arg-type]
    with BulkFileWriter(ours, plan(), settings, tables) as writer:
        writer.write(batch)
        writer.finish()


@pytest.mark.parametrize("case", _CASES)
def test_a_server_writes_the_same_bytes(gtid_server: MySQLServer, tmp_path: Path, case: str) -> None:
    setting, fields = _CASES[case]
    real, ours = tmp_path / "real", tmp_path / "ours"
    work_of(gtid_server, setting, real)
    write_like(real, ours, **fields)
    assert compare_logs(real, ours, Mask(timestamps=Timestamps.IGNORE)) is None
    assert ours.stat().st_size == real.stat().st_size or case == "tagged"


@pytest.mark.parametrize("level", [1, 3])
def test_a_server_compresses_to_the_same_bytes(gtid_server: MySQLServer, tmp_path: Path, level: int) -> None:
    """The events inside hold times and ids, so both files cannot have the same bytes; the ways must be the same."""
    real, ours = tmp_path / "real", tmp_path / "ours"
    level_set = f"SET binlog_transaction_compression_level_zstd = {level}"
    work_of(gtid_server, ["SET binlog_transaction_compression = ON", level_set], real)
    write_like(real, ours, compression=True, compression_level=level)
    events = FileEvents(plan(), BulkSettings(UUID_1, compression=True, compression_level=level))
    pairs = list(zip(read_events(real), read_events(ours), strict=True))
    for theirs, mine in pairs:
        assert (theirs.type, theirs.header.flags) == (mine.type, mine.header.flags)
        if isinstance(theirs.body, TransactionPayload):
            plain = zstandard.ZstdDecompressor().decompress(theirs.body.payload)
            assert events.payload_of(plain, 0).body == theirs.body_bytes
            assert theirs.body.uncompressed_size == mine.body.uncompressed_size
            for inner, own in zip(nested_events(theirs), nested_events(mine), strict=True):
                assert replace(inner.header, timestamp=0) == replace(own.header, timestamp=0)
    assert sum(isinstance(theirs.body, TransactionPayload) for theirs, _ in pairs) == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"full_metadata": True},
        {"image": RowImage.MINIMAL, "checksum": ChecksumAlgorithm.NONE, "max_event_size": 256},
        {"compression": True},
        {"tag": "batch"},
    ],
    ids=str,
)
def test_a_server_applies_our_files(gtid_server: MySQLServer, tmp_path: Path, fields: dict[str, object]) -> None:
    tables = [BulkTable(ORDERS, 100), BulkTable(ITEMS, 101)]
    rng = np.random.default_rng(7)
    state = {n: (n, "x" * int(rng.integers(0, 200)), rng.bytes(int(rng.integers(0, 900)))) for n in range(1, 3001)}
    first = [shape_rows(tables, 0, WRITE, list(state.values())), shape_rows(tables, 1, WRITE, ITEM_ROWS)]
    pairs, deleted = [], []
    for key in rng.permutation(list(state))[:1500].tolist():
        before = state[key]
        if key % 3:
            state[key] = (key, f"new {key}", before[2])
            pairs.append((before, state[key]))
        else:
            deleted.append(state.pop(key))
    second = [shape_rows(tables, 0, UPDATE, pairs, assigned=(1,)), shape_rows(tables, 0, DELETE, deleted)]
    statements = tuple(StatementText(text, "", ("shop",), START) for text in ("CREATE DATABASE shop", *CREATE.values()))
    settings = BulkSettings(UUID_1, **fields)  # type: ignore[arg-type]
    files = [tmp_path / "binlog.000001", tmp_path / "binlog.000002"]
    batches = [
        batch_of(first, [[(0, 1)]] * 2500 + [[(0, 500), (1, 2)]]),
        batch_of(second, [[(0, 1)]] * len(pairs) + [[(1, 1)]] * len(deleted), START + 4_000_000_000),
    ]
    plans = [
        plan(statements=statements),
        plan(number=2, name="binlog.000002", next_name=None, first_gno=2505, first_xid=2505),
    ]
    for path, made, batch in zip(files, plans, batches, strict=True):
        with BulkFileWriter(path, made, settings, tables) as writer:
            writer.write(batch)
            assert writer.finish().gtids == batch.transactions + len(made.statements)
    gtid_server.reset()
    assert verify_checksums(gtid_server, files) == ()
    assert replay(gtid_server, files).errors == ()
    contents = table_contents(gtid_server, ["shop"])
    assert sorted(contents["shop", "orders"]) == sorted(state.values())
    assert len(contents["shop", "items"]) == 2
    executed = gtid_server.execute("SELECT @@gtid_executed")[0][0].replace("\n", "")
    tag = f"{settings.tag}:" if settings.tag else ""
    assert f"{UUID_1}:{tag}1-{2504 + len(pairs) + len(deleted)}" in executed
