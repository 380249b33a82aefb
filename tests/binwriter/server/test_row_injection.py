"""BINLOG statements: what mysqlbinlog writes can be fed, what cannot be applied is refused by MySQL's errors."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType
from binwriter.server.server import Server
from binwriter.server.session import Session
from binwriter.sql.grammar.binlog_statement import decoded, split_events

OPTIONS = ["gtid-mode=OFF", "enforce-gtid-consistency=OFF"]
TABLES = ("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(20))")


def statements(raws: list[bytes]) -> str:
    """A BINLOG statement as mysqlbinlog writes it: a piece of base64 an event, each on its own line."""
    lines = "\n".join(base64.b64encode(raw).decode() for raw in raws)
    return f"BINLOG '\n{lines}\n'"


@pytest.fixture
def injected(tmp_path: Path) -> list[bytes]:
    """The format description, Table_map and rows of an INSERT of (1,'x'),(2,'y')."""
    with Server(tmp_path / "from", OPTIONS) as server:
        session = server.connect()
        for sql in (*TABLES, "INSERT INTO t VALUES (1,'x'),(2,'y')"):
            session.execute(sql)
        file = server.log_files()[0]
    kinds = (EventType.FORMAT_DESCRIPTION, EventType.TABLE_MAP, EventType.WRITE_ROWS)
    return [event.raw for event in read_events(file) if event.type in kinds]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Server(tmp_path / "to", OPTIONS, engines=["SLOG statement"]) as server:
        session = server.connect()
        for sql in TABLES:
            session.execute(sql)
        yield session


def logged(session: Session) -> list[int]:
    return [event.type for event in read_events(session.server.log_files()[-1])]


@pytest.mark.parametrize("binlog_format", ["ROW", "MIXED"])
def test_rows_are_applied_and_logged_as_rows(session: Session, injected: list[bytes], binlog_format: str) -> None:
    session.execute(f"SET binlog_format={binlog_format}")
    session.execute(statements(injected))
    assert session.execute("SELECT * FROM t").rows == ((1, "x"), (2, "y"))
    rows = [EventType.TABLE_MAP, EventType.WRITE_ROWS, EventType.XID]
    assert logged(session)[-3:] == rows


def test_a_row_injection_under_statement_is_refused(session: Session, injected: list[bytes]) -> None:
    session.execute("SET binlog_format=STATEMENT")
    assert code(session, statements(injected)) == 1666


@pytest.mark.parametrize("binlog_format", ["ROW", "MIXED", "STATEMENT"])
def test_a_row_injection_into_a_statement_engine_is_refused(
    session: Session, injected: list[bytes], binlog_format: str
) -> None:
    session.execute("ALTER TABLE t ENGINE=SLOG")
    session.execute(f"SET binlog_format={binlog_format}")
    assert code(session, statements(injected)) == 1664
    assert session.execute("SELECT * FROM t").rows == ()


def test_the_format_description_holds_for_the_session(session: Session, injected: list[bytes]) -> None:
    description, *rows = injected
    assert code(session, statements(rows)) == 1609
    session.execute(statements([description]))
    session.execute(statements(rows))
    assert code(session.server.connect(), statements(rows)) == 1609


def test_events_of_other_kinds_are_refused(session: Session, injected: list[bytes]) -> None:
    stop = next(
        event.raw for event in read_events(session.server.log_files()[0]) if event.type == EventType.PREVIOUS_GTIDS
    )
    error = session.run(statements([stop])).error
    assert error is not None
    assert error.message.endswith("(but Previous_gtids was provided)")


@pytest.mark.parametrize(
    ("text", "number"),
    [("", 1149), ("x", 1575), ("!!!!", 1575), ("AAAA", 1149), ("AAAA====", 1575), ("/w==" * 3, 1149)],
)
def test_what_is_no_event(session: Session, text: str, number: int) -> None:
    assert code(session, f"BINLOG '{text}'") == number


@pytest.mark.parametrize("length", range(0, 60, 7))
def test_a_torn_event_is_refused(session: Session, injected: list[bytes], length: int) -> None:
    description, *rows = injected
    session.execute(statements([description]))
    torn = base64.b64encode(b"".join(rows)[: 20 + length]).decode()
    assert code(session, f"BINLOG '{torn}'") in (1149, 1105)
    assert session.execute("SELECT * FROM t").rows == ()


@pytest.mark.parametrize("position", range(19, 60))
def test_a_damaged_event_never_breaks_binwriter(session: Session, injected: list[bytes], position: int) -> None:
    damaged = bytearray(b"".join(injected[1:]))
    damaged[position] ^= 0xFF
    session.execute(statements(injected[:1]))
    result = session.run(statements([bytes(damaged)]))
    assert result.error is None or isinstance(result.error, MySQLError)


def test_a_duplicate_key_undoes_the_event(session: Session, injected: list[bytes]) -> None:
    session.execute("INSERT INTO t VALUES (2, 'mine')")
    assert code(session, statements(injected)) == 1062
    assert session.execute("SELECT * FROM t").rows == ((2, "mine"),)


def test_pieces_of_base64() -> None:
    assert decoded("QQ==QUI=\n QUJD") == b"AABABC"
    assert list(split_events(b"")) == []


def code(session: Session, sql: str) -> int:
    error = session.run(sql).error
    assert error is not None
    return error.code


def test_what_a_log_leaves_out_is_made_again(tmp_path: Path) -> None:
    """The zero bytes at the end of BINARY, by which rows without a key are found too; the counter of AUTO_INCREMENT,
    which rows move as statements do (captured: a 9.7.4)."""
    changes = (
        "INSERT INTO b VALUES ('a', 1), ('b', 2)",
        "UPDATE b SET y = 3 WHERE y = 2",
        "INSERT INTO n VALUES (7, 1)",
        "UPDATE n SET a = 20",
    )
    definitions = ("CREATE TABLE b (x BINARY(4), y INT)", "CREATE TABLE n (a INT AUTO_INCREMENT PRIMARY KEY, b INT)")
    tables = (*TABLES[:2], *definitions)
    with Server(tmp_path / "from", OPTIONS) as server:
        session = server.connect()
        for sql in (*tables, *changes):
            session.execute(sql)
        events = list(read_events(server.log_files()[0]))
    with Server(tmp_path / "to", OPTIONS) as server:
        session = server.connect()
        for sql in (*tables, statements([events[0].raw])):
            session.execute(sql)
        for mapped, rows in pairwise(events):
            if mapped.type == EventType.TABLE_MAP:
                session.execute(statements([mapped.raw, rows.raw]))
        assert session.execute("SELECT HEX(x), y FROM b").rows == (("61000000", 1), ("62000000", 3))
        session.execute("INSERT INTO n (b) VALUES (1)")
        assert session.execute("SELECT a FROM n").rows == ((20,), (21,))


def test_comments_alone_are_no_transaction_without_a_gtid(injected: list[bytes], tmp_path: Path) -> None:
    """mysql sends each line of comments of mysqlbinlog's output (a 9.7.4 with gtid_mode ON takes them)."""
    session = Server(tmp_path / "other", ["gtid-mode=ON", "enforce-gtid-consistency=ON"]).connect()
    assert session.run(statements(injected[:1])).error is None
    for comment in ("# at 127", "-- [empty]", "/* a */"):
        assert session.run(comment).error is None, comment
    error = session.run("FLUSH STATUS").error
    assert error is not None and error.code == 1782
