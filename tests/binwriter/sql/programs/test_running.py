"""Programs that run: what they leave in tables and variables, and how runaways end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binwriter.server.server import Server
from binwriter.server.session import Session
from binwriter.sql.programs.name_const import escaped


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Server(tmp_path, ["gtid-mode=OFF", "enforce-gtid-consistency=OFF"]) as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(20))"):
            session.execute(sql)
        yield session


def _rows(session: Session, sql: str = "SELECT a, b FROM t") -> list[tuple[Any, ...]]:
    return list(session.execute(sql).rows)


def test_a_trigger_changes_new(session: Session) -> None:
    session.execute("CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET NEW.b = CONCAT(NEW.b, NEW.a)")
    session.execute("INSERT INTO t VALUES (1, 'x'), (2, 'y')")
    assert _rows(session) == [(1, "x1"), (2, "y2")]


def test_a_failed_trigger_takes_the_statement_back(session: Session) -> None:
    session.execute("CREATE TABLE log (a INT)")
    session.execute(
        "CREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW BEGIN INSERT INTO log VALUES (NEW.a); "
        "IF NEW.a = 2 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'two'; END IF; END"
    )
    result = session.run("INSERT INTO t VALUES (1, 'x'), (2, 'y')")
    assert result.error is not None
    assert (result.error.code, result.error.message) == (1644, "two")
    assert _rows(session) == []
    assert _rows(session, "SELECT a FROM log") == []


def test_parameters_come_back(session: Session) -> None:
    session.execute("CREATE PROCEDURE p(IN i INT, OUT o INT, INOUT s VARCHAR(10)) SET o = i * 2, s = CONCAT(s, '!')")
    session.execute("SET @s = 'a'")
    session.execute("CALL p(21, @o, @s)")
    assert _rows(session, "SELECT @o, @s") == [(42, "a!")]


@pytest.mark.parametrize(
    ("setup", "call", "code"),
    [
        (["CREATE PROCEDURE p() CALL p()"], "CALL p()", 1456),
        (["CREATE PROCEDURE p() CALL p()", "SET max_sp_recursion_depth=255"], "CALL p()", 1436),
        (["CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN f()"], "SELECT f()", 1424),
        (
            ["CREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW INSERT INTO t VALUES (2, 'x')"],
            "INSERT INTO t VALUES (1, 'x')",
            1442,
        ),
        (["CREATE PROCEDURE p(OUT o INT) SET o = 1"], "CALL p(1)", 1414),
        (["CREATE PROCEDURE p(a INT) SET @a = a"], "CALL p()", 1318),
        (["CREATE FUNCTION f() RETURNS INT NO SQL IF FALSE THEN RETURN 1; END IF"], "SELECT f()", 1321),
    ],
)
def test_runaways_and_wrong_calls_end_with_mysqls_error(
    session: Session, setup: list[str], call: str, code: int
) -> None:
    for sql in setup:
        session.execute(sql)
    result = session.run(call)
    assert result.error is not None
    assert result.error.code == code
    assert _rows(session) == []


def test_handlers_of_the_innermost_block_come_first(session: Session) -> None:
    session.execute(
        "CREATE PROCEDURE p() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION SET @who = 'outer'; "
        "BEGIN DECLARE CONTINUE HANDLER FOR 1062 SET @who = 'inner'; INSERT INTO t VALUES (1,'a'),(1,'b'); END; "
        "SET @after = @who; INSERT INTO nosuch VALUES (1); SET @after = 'never'; END"
    )
    session.execute("CALL p()")
    assert _rows(session, "SELECT @who, @after") == [("outer", "inner")]


def test_a_cursor_reads_to_its_end(session: Session) -> None:
    session.execute("INSERT INTO t VALUES (1,'a'),(2,'b'),(3,'c')")
    session.execute(
        "CREATE PROCEDURE p() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t; "
        "DECLARE EXIT HANDLER FOR NOT FOUND SET @sum = @sum; SET @sum = 0; OPEN c; "
        "LOOP FETCH c INTO x; SET @sum = @sum + x; END LOOP; END"
    )
    session.execute("CALL p()")
    assert _rows(session, "SELECT @sum") == [(6,)]


def test_a_prepared_statement_takes_its_values(session: Session) -> None:
    session.execute("PREPARE s FROM 'INSERT INTO t VALUES (?, ?)'")
    session.execute("SET @a = 7, @b = 'it''s'")
    session.execute("EXECUTE s USING @a, @b")
    assert _rows(session) == [(7, "it's")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a'b\"\\\n\r\0\x1a", b"a\\'b\\\"\\\\\\n\\r\\0\\Z"),
        ("ünï".encode(), "ünï".encode()),
        (b"\xe9'q", b"\\\xe9\\'q"),
    ],
)
def test_strings_are_escaped_for_the_clients_character_set(data: bytes, expected: bytes) -> None:
    assert escaped(data, "utf8mb4") == expected
