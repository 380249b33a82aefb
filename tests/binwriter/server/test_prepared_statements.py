"""`Session.prepare`: statements with typed parameters."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType
from binwriter.server.server import Server

OPTIONS = ("binlog-format=STATEMENT",)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path / "log", OPTIONS)


def _queries(server: Server) -> list[bytes]:
    server.shutdown()
    events = [event for path in server.log_files() for event in read_events(path)]
    return [event.body.query for event in events if event.header.type == EventType.QUERY]


def test_values_stand_in_the_log_as_execute_writes_them(server: Server) -> None:
    session = server.connect()
    session.execute("CREATE DATABASE d")
    session.execute("USE d")
    session.execute("CREATE TABLE t (a BIGINT UNSIGNED, b VARCHAR(40), c DOUBLE, e DECIMAL(5,2), f BLOB)")
    statement = session.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)")
    assert statement.parameters == 5
    values = ((1 << 64) - 1, "it's\n", 1.5, Decimal("2.50"), b"\xff\x00")
    assert statement.execute(values).affected == 1
    session.user_variables.clear()
    session.execute("PREPARE p FROM 'INSERT INTO t VALUES (?, ?, ?, ?, ?)'")
    session.execute(f"SET @a = {values[0]}, @b = 'it''s\\n', @c = 1.5e0, @e = 2.50, @f = x'ff00'")
    session.execute("EXECUTE p USING @a, @b, @c, @e, @f")
    assert session.execute("SELECT COUNT(*), COUNT(DISTINCT a, b, c, e, f) FROM t").rows == ((2, 1),)
    by_api, by_sql = [body for body in _queries(server) if b"INSERT INTO" in body]
    assert by_api == by_sql


def test_times_are_texts(server: Server) -> None:
    session = server.connect()
    session.execute("CREATE DATABASE d")
    session.execute("CREATE TABLE d.t (a DATE, b DATETIME(6), c TIME(6), e BOOL)")
    moment = datetime(2025, 3, 1, 10, 11, 12, 500)
    session.prepare("INSERT INTO d.t VALUES (?, ?, ?, ?)").execute(
        (date(2025, 3, 1), moment, timedelta(hours=-30, microseconds=-1), True)
    )
    session.prepare("INSERT INTO d.t VALUES (?, ?, ?, ?)").execute((None, None, None, None))
    texts = [body for body in _queries(server) if b"INSERT INTO" in body]
    assert b"VALUES ('2025-03-01', '2025-03-01 10:11:12.000500', '-30:00:00.000001', 1)" in texts[0]
    assert b"VALUES (NULL, NULL, NULL, NULL)" in texts[1]


def test_a_query_tells_its_columns(server: Server) -> None:
    session = server.connect()
    statement = session.prepare("SELECT ? + 1 AS n, 'a' AS b")
    assert (statement.parameters, statement.columns) == (1, ("n", "b"))
    assert statement.execute((4,)).rows == ((5, "a"),)


def test_errors(server: Server) -> None:
    session = server.connect()
    with pytest.raises(MySQLError, match="1064"):
        session.prepare("SELEC ?")
    statement = session.prepare("SELECT ?")
    with pytest.raises(MySQLError, match="1210"):
        statement.execute()
    assert statement.run((1, 2)).error is not None
    with pytest.raises(TypeError, match="cannot be a set"):
        statement.execute((set(),))  # type: ignore[arg-type]
    assert session.prepared_statements == 1
    statement.close()
    assert session.prepared_statements == 0
    with pytest.raises(MySQLError, match="1243"):
        statement.execute((1,))


def test_a_parameter_in_a_columns_name_is_a_question_mark(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (i INT, s VARCHAR(20))")
        session.execute("INSERT INTO d.t VALUES (1, 'a')")
        prepared = session.prepare("SELECT ?, i, CONCAT(s, ?) FROM d.t LIMIT ?")
        assert prepared.columns == ("?", "i", "CONCAT(s, ?)")
        result = prepared.execute((5, "x", 1))
        assert (result.columns, result.rows) == (prepared.columns, ((5, 1, "ax"),))


def test_variables_with_question_marks_in_their_names_are_no_parameters(server: Server) -> None:
    session = server.connect()
    session.execute("SET @`?abc` = 5, @`?1` = 7, @`?` = 8, @`?0` = 9, @x = 1")
    session.execute("PREPARE p FROM 'SELECT @`?abc`, ?, @`?1`, @`?`, @`?0`'")
    assert session.execute("EXECUTE p USING @x").rows == ((5, 1, 7, 8, 9),)
