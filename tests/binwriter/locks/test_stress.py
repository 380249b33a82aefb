"""A Server used by many threads at once: sessions commit while others rotate, purge, run DDL and disconnect.

The rule is the flush order of the seed temporary-tables-and-flush-order: nothing may wait for a lock that it keeps
others from giving free. So every run ends, groups are whole, in the order of their clock, and a replay of the files
gives the tables that the server has.
"""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType
from binwriter.formats.events import Query
from binwriter.inspection.verify import verify_files
from binwriter.server.server import Server
from binwriter.server.session import Session

_THREADS = 6
_ROUNDS = 20
pytestmark = pytest.mark.timeout(120)  # a deadlock shows as a test that does not end; then all stacks are printed

_WAITS = {1205, 1213}  # timeouts and deadlocks are answers like others


def _server(folder: Path, binlog_format: str) -> Server:
    gtid_mode = "ON_PERMISSIVE" if binlog_format == "ROW" else "OFF"
    server = Server(
        folder,
        [
            *("server-id=1", f"gtid-mode={gtid_mode}", "enforce-gtid-consistency=OFF", "max-binlog-size=8192"),
            *(f"binlog-format={binlog_format}", "innodb-lock-wait-timeout=1", "lock-wait-timeout=2"),
        ],
    )
    session = server.connect()
    session.execute("CREATE DATABASE test")
    session.execute("USE test")
    session.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT, k INT, UNIQUE KEY (k)) ENGINE=InnoDB")
    session.execute("CREATE TABLE sums (id INT AUTO_INCREMENT PRIMARY KEY, n INT, s INT) ENGINE=InnoDB")
    session.execute("CREATE TABLE n (id INT, v INT) ENGINE=MyISAM")
    session.execute("INSERT INTO t VALUES (1,1,1),(2,2,2),(3,3,3),(4,4,4),(5,5,5),(6,6,6)")
    session.close()
    server.locks.keep_from_now_on()  # also what the first session reads before the second one is there
    return server


def _connect(server: Server) -> Session:
    return server.connect(database="test")


def _run(session: Session, sql: str) -> None:
    error = session.run(sql).error
    assert error is None or error.code in _WAITS | {1062, 1785}, f"{sql}: {error}"


def _statement(chance: Random, *, safe: bool) -> str:
    """safe: not ON DUPLICATE KEY UPDATE over two unique keys, whose outcome depends on what came first."""
    key, other = chance.randint(1, 8), chance.randint(1, 8)
    unique = key if safe else other
    return chance.choice(
        (
            f"UPDATE t SET v = v + 1 WHERE id = {key}",
            f"UPDATE t SET v = v + {other} WHERE id > {key}",
            f"INSERT INTO t VALUES ({key}, {other}, {key})",
            f"INSERT INTO t VALUES ({key}, {other}, {unique}) ON DUPLICATE KEY UPDATE v = v + 100",
            f"REPLACE INTO t VALUES ({key}, {other}, {key})",
            f"DELETE FROM t WHERE id = {key}",
            f"DELETE FROM t WHERE k = {other}",
            f"INSERT INTO n VALUES ({key}, {other})",
            "INSERT INTO sums (n, s) SELECT COUNT(*), COALESCE(SUM(v), 0) FROM t",
            f"SELECT v FROM t WHERE id = {key} FOR UPDATE",
            "SELECT COUNT(*) FROM t",
        )
    )


def _work(server: Server, number: int) -> None:
    chance, safe = Random(number), server.variables.get("binlog_format") == "STATEMENT"
    session = _connect(server)
    for _ in range(_ROUNDS):
        kind = chance.random()
        if kind < 0.1:
            _run(session, f"CREATE TABLE own{number} (a INT PRIMARY KEY)")
            _run(session, f"INSERT INTO own{number} VALUES (1)")
            _run(session, f"DROP TABLE own{number}")
        elif kind < 0.2:  # a disconnect in the middle of a transaction
            _run(session, "BEGIN")
            _run(session, _statement(chance, safe=safe))
            session.close()
            session = _connect(server)
        elif kind < 0.5:
            _run(session, _statement(chance, safe=safe))
        else:
            _run(session, "BEGIN")
            for _ in range(chance.randint(1, 4)):
                _run(session, _statement(chance, safe=safe))
            _run(session, "COMMIT" if chance.random() < 0.8 else "ROLLBACK")
    session.close()


def _administrate(server: Server, kept: Path, stop: threading.Event) -> None:
    chance = Random(99)
    while not stop.wait(0.01):
        choice = chance.random()
        if choice < 0.4:
            server.flush_logs()
        elif choice < 0.6:
            current = server.position()[0]
            for path in server.log_files():
                if path.name < current and path.exists():
                    shutil.copyfile(path, kept / path.name)
            server.purge_logs(current)
        elif choice < 0.8:
            session = server.connect(database="test")
            _run(session, "FLUSH BINARY LOGS")
            session.close()
        else:
            assert server.gtid_executed is not None


def _together(works: list[Callable[[], None]]) -> None:
    failures: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def _run_all(folder: Path, kept: Path, binlog_format: str) -> tuple[dict[str, Counter[Any]], list[Path]]:
    """What the server's tables hold at the end, and all files in order, those that were purged too."""
    server = _server(folder, binlog_format)
    kept.mkdir()
    stop = threading.Event()
    administrator = threading.Thread(target=_administrate, args=(server, kept, stop))
    administrator.start()
    try:
        _together([lambda number=number: _work(server, number) for number in range(_THREADS)])  # type: ignore[misc]
    finally:
        stop.set()
        administrator.join()
    assert not server.sessions
    storage = server.front_end.database.storage
    tables = {name: Counter(row for _, row in storage.data("test", name).scan()) for name in ("t", "sums", "n")}
    assert {table.name for table in server.catalog.schema("test").tables.values()} == set(tables)
    server.shutdown()
    files = {path.name: path for path in (*kept.iterdir(), *server.log_files())}
    return tables, [files[name] for name in sorted(files)]


def _events(files: list[Path]) -> Iterator[LogEvent]:
    for path in files:
        yield from read_events(path)


@pytest.mark.slow
def test_every_group_is_whole_and_in_the_order_of_its_clock(tmp_path: Path) -> None:
    tables, files = _run_all(tmp_path / "log", tmp_path / "kept", "ROW")
    assert not [finding for finding in verify_files(files) if finding.severity.value != "note"]
    gno = 0
    for path in files:
        sequence = 0
        for event in read_events(path):
            if event.header.type == EventType.GTID:
                sequence += 1
                assert event.body.sequence_number == sequence
                assert event.body.last_committed < sequence
                gno += 1
                assert event.body.gno == gno
    found: dict[str, Counter[Any]] = {name: Counter() for name in tables}
    for rows in rows_of_events(_events(files)):
        if rows.table.name not in found:
            continue
        for change in rows.changes():
            if change.before is not None:
                found[rows.table.name][tuple(change.before.values)] -= 1
            if change.after is not None:
                found[rows.table.name][tuple(change.after.values)] += 1
    assert {name: +rows for name, rows in found.items()} == tables


@pytest.mark.slow
def test_statements_in_the_order_of_the_log_give_the_same_tables(tmp_path: Path) -> None:
    """Only true if sessions lock what their statements read and write."""
    tables, files = _run_all(tmp_path / "log", tmp_path / "kept", "STATEMENT")
    with Server(tmp_path / "again", ["server-id=2", "gtid-mode=OFF", "enforce-gtid-consistency=OFF"]) as replica:
        session = replica.connect()
        for event in _events(files):
            if event.header.type == EventType.INTVAR:
                session.execute(f"SET {'LAST_INSERT_ID' if event.body.type == 1 else 'INSERT_ID'} = {event.body.value}")
            if isinstance(event.body, Query):
                if event.body.schema and event.body.schema.decode() in replica.catalog.schemas:
                    session.execute(f"USE {event.body.schema.decode()}")
                try:
                    session.execute(event.body.query.decode())
                except MySQLError as error:
                    assert error.code == event.body.error_code, event.body.query
            elif event.header.type == EventType.XID:
                session.execute("COMMIT")
        storage = replica.front_end.database.storage
        assert {name: Counter(row for _, row in storage.data("test", name).scan()) for name in tables} == tables
