"""What a server forgets: sessions that are closed, tables that are dropped, names that nobody locks."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from binwriter.binlog.events.table_ids import TableIds
from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.locks.turns import Owner
from binwriter.mysql.engines import ENGINES
from binwriter.server.execute.statement import SqlRunner
from binwriter.server.server import Server
from binwriter.server.session import Session
from binwriter.storage.table_data import TableData


def _server(folder: Path) -> Server:
    server = Server(folder, {"innodb_lock_wait_timeout": "1", "lock_wait_timeout": "1"})
    with_database = server.connect()
    with_database.execute("CREATE DATABASE d")
    with_database.execute("CREATE TABLE d.t (a INT PRIMARY KEY, b INT)")
    with_database.execute("INSERT INTO d.t VALUES (1, 1), (2, 2)")
    return server


def _count(*kinds: type) -> dict[str, int]:
    gc.collect()
    return {kind.__name__: sum(type(one) is kind for one in gc.get_objects()) for kind in kinds}


@pytest.mark.slow
def test_a_closed_session_is_forgotten(tmp_path: Path) -> None:
    with _server(tmp_path) as server:
        before = _count(Session, SqlRunner, Owner)
        for number in range(10):
            session = server.connect(database="d")
            session.execute("SET @a = 1")
            session.execute("BEGIN")
            session.execute("UPDATE t SET b = b + 1 WHERE a = 1")
            session.execute("SELECT GET_LOCK('l', 0)")
            if number % 2:
                server.kill(session.thread_id)
            else:
                session.close()
        del session
        assert _count(Session, SqlRunner, Owner) == before


@pytest.mark.slow
def test_an_ended_xa_transaction_is_forgotten(tmp_path: Path) -> None:
    with _server(tmp_path) as server:
        session = server.connect(database="d")
        before = _count(Owner)
        for number in range(5):
            session.execute(f"XA START 'x{number}'")
            session.execute("UPDATE t SET b = b + 1 WHERE a = 1")
            session.execute(f"XA END 'x{number}'")
            session.execute(f"XA PREPARE 'x{number}'")
            session.execute(f"XA {'COMMIT' if number % 2 else 'ROLLBACK'} 'x{number}'")
        assert _count(Owner) == before


@pytest.mark.slow
def test_dropped_tables_are_forgotten(tmp_path: Path) -> None:
    with _server(tmp_path) as server:
        session = server.connect(database="d")
        before = _count(TableData)
        kept = [name for name in gc.get_objects() if isinstance(name, Table) and name.name.startswith("gone")]
        assert kept == []
        for number in range(10):
            session.execute(f"CREATE TABLE gone{number} (a INT)")
            session.execute(f"ALTER TABLE gone{number} ADD b INT")
            session.execute(f"INSERT INTO gone{number} VALUES (1, 2)")
            session.execute(f"DROP TABLE gone{number}")
        assert _count(TableData) == before
        gc.collect()
        assert [one.name for one in gc.get_objects() if isinstance(one, Table) and one.name.startswith("gone")] == []


def test_names_that_nobody_locks_any_more_are_forgotten(tmp_path: Path) -> None:
    with _server(tmp_path) as server:
        one, other = server.connect(database="d"), server.connect(database="d")
        names = server.locks.names
        for number in range(5):
            one.execute(f"SELECT GET_LOCK('l{number}', 0)")
            assert other.execute(f"SELECT GET_LOCK('l{number}', 0)").rows == ((0,),)  # an impatient wait
            one.execute(f"SELECT RELEASE_LOCK('l{number}')")
            one.execute("BEGIN")
            one.execute("UPDATE t SET b = b + 1")
            one.execute("COMMIT")
        assert (names._books, names._names) == ({}, {})


def _table(name: str) -> Table:
    return Table("d", name, ENGINES["myisam"], (Column(ColumnSpec("a", ColumnType.LONG)),))


def test_a_table_id_lives_as_long_as_the_definition() -> None:
    given = iter(range(90, 100))
    ids = TableIds(lambda: next(given))
    first = _table("t")
    assert (ids.of(first), ids.of(first)) == (90, 90)
    second = _table("t")  # defined anew
    assert (ids.of(second), len(ids)) == (91, 1)
    del first
    assert ids.of(second) == 91
    del second
    assert len(ids) == 0
    assert ids.of(_table("t")) == 92


@pytest.mark.parametrize("end", ["shutdown", "crash"])
def test_the_end_of_a_server_leaves_no_locks(tmp_path: Path, end: str) -> None:
    server = _server(tmp_path)
    session = server.connect(database="d")
    session.execute("SELECT GET_LOCK('l', 0)")
    session.execute("LOCK TABLES t WRITE")
    getattr(server, end)()
    server.restart()
    with server:
        again = server.connect(database="d")
        assert again.execute("SELECT GET_LOCK('l', 0)").rows == ((1,),)
        again.execute("UPDATE t SET b = 5 WHERE a = 1")
