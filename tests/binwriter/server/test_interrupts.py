"""A statement that would never end does when somebody asks: KILL, max_execution_time, the end of the run."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.cli import main
from binwriter.errors import MySQLError
from binwriter.inspection.verify import verify_files
from binwriter.mysql import interrupts
from binwriter.server.server import Server
from binwriter.server.session import Session, StatementResult
from binwriter.sql.dml.joined import pulled

_MANY = ", ".join(f"n {letter}" for letter in "abcdefghij")
ENDLESS = {
    "a cross join": f"SELECT COUNT(*) FROM {_MANY}",
    "a join that is sorted": f"SELECT a.a FROM {_MANY} ORDER BY 1 LIMIT 1",
    "joined derived tables": f"SELECT COUNT(*) FROM (SELECT a.a FROM {_MANY}) AS d",
    "a subquery": f"SELECT (SELECT COUNT(*) FROM {_MANY})",
    "rounds": "WITH RECURSIVE c AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c",
    "rows of rounds": "WITH RECURSIVE c AS (SELECT 1 AS x UNION ALL SELECT c.x FROM c JOIN n) SELECT COUNT(*) FROM c",
    "WHILE": "CALL with_while()",
    "LOOP": "CALL with_loop()",
    "REPEAT": "CALL with_repeat()",
    "a function": "SELECT f()",
    "INSERT .. SELECT": f"INSERT INTO n SELECT a.a FROM {_MANY}",
    "CREATE TABLE .. SELECT": f"CREATE TABLE made AS SELECT a.a FROM {_MANY}",
    "UPDATE of several tables": "UPDATE t a, t b, t c, t d, t e, t f, t g, t h SET a.a = a.a + 1",
    "BENCHMARK": "SELECT BENCHMARK(9223372036854775807, 1 + 1)",
    "DELETE of several tables": "DELETE a FROM t a, t b, t c, t d, t e, t f, t g, t h",
}
_ROWS = ", ".join(f"({number})" for number in range(12))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "log", ["max_sp_recursion_depth=1"]) as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        session.execute("SET cte_max_recursion_depth = 4294967295")
        for name, engine in (("n", "MyISAM"), ("t", "InnoDB")):
            session.execute(f"CREATE TABLE {name} (a INT) ENGINE={engine}")
            session.execute(f"INSERT INTO {name} VALUES {_ROWS}")
        handler = "DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END;"
        session.execute(f"CREATE PROCEDURE with_while() BEGIN {handler} WHILE 1 DO SET @a = 1; END WHILE; END")
        session.execute(f"CREATE PROCEDURE with_loop() BEGIN {handler} l: LOOP ITERATE l; END LOOP; END")
        session.execute("CREATE PROCEDURE with_repeat() REPEAT SET @a = 1; UNTIL 0 END REPEAT")
        session.execute("CREATE FUNCTION f() RETURNS INT NO SQL BEGIN WHILE 1 DO SET @a = 1; END WHILE; RETURN 1; END")
        session.close()
        yield server


def _started(session: Session, sql: str) -> tuple[threading.Thread, list[StatementResult]]:
    found: list[StatementResult] = []
    thread = threading.Thread(target=lambda: found.append(session.run(sql)), daemon=True)
    thread.start()
    while not session.owner.busy:
        time.sleep(0.001)
    return thread, found


@pytest.mark.parametrize("sql", ENDLESS.values(), ids=ENDLESS.keys())
def test_a_statement_without_end_is_killed(server: Server, sql: str, tmp_path: Path) -> None:
    session = server.connect(database="test")
    session.execute("SET cte_max_recursion_depth = 4294967295")
    thread, found = _started(session, sql)
    server.kill_query(session.thread_id)
    thread.join(10)
    assert [one.error.symbol for one in found if one.error is not None] == ["ER_QUERY_INTERRUPTED"]
    assert not interrupts.asked
    assert session.execute("SELECT 1").rows == ((1,),)
    thread, found = _started(session, sql)
    server.kill(session.thread_id)
    thread.join(10)
    assert [one.error.symbol for one in found if one.error is not None] == ["CR_SERVER_LOST"]
    assert session.closed
    assert not interrupts.asked
    server.shutdown()
    assert not list(verify_files(server.log_files()))


def test_the_end_of_the_run_ends_all_statements(server: Server) -> None:
    waiting, running = server.connect(database="test"), server.connect(database="test")
    holder = server.connect(database="test")
    holder.execute("BEGIN")
    holder.execute("UPDATE t SET a = 5 WHERE a = 1")
    first, lost = _started(waiting, "UPDATE t SET a = 6 WHERE a = 1")
    second, also_lost = _started(running, ENDLESS["WHILE"])
    interrupts.kill_all()
    first.join(10)
    second.join(10)
    assert [one.error.symbol for one in (*lost, *also_lost) if one.error is not None] == ["CR_SERVER_LOST"] * 2
    assert not interrupts.asked


def test_a_time_limit_ends_a_query_and_nothing_else(server: Server) -> None:
    session = server.connect(database="test")
    session.execute("SET max_execution_time = 20")
    for name in ("a cross join", "a subquery", "joined derived tables"):
        error = session.run(ENDLESS[name]).error
        assert error is not None
        assert error.symbol == "ER_QUERY_TIMEOUT"
    assert session.execute("SELECT SLEEP(2)").rows == ((1,),)
    assert session.execute("SELECT /*+ MAX_EXECUTION_TIME(3000) */ SLEEP(2)").rows == ((0,),)
    assert session.execute("DO SLEEP(2)").error is None
    assert not interrupts.asked


def test_a_search_for_the_order_of_rows_is_killed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes before the rows are looked for, and does not take what ends the statement for a search without one."""
    begun, ended = threading.Event(), list[str]()

    def search(*arguments: Any) -> Any:
        try:
            return places(*arguments)
        except MySQLError as error:
            ended.append(error.symbol)
            raise

    def endless(join: pulled.JoinedRows) -> Iterator[Any]:
        begun.set()
        while True:
            interrupts.step()
            yield [None] * len(join.tables)

    places = pulled.places_of_join
    monkeypatch.setattr(pulled, "places_of_join", search)
    monkeypatch.setattr(pulled.JoinedRows, "rows", endless)
    session = server.connect(database="test")
    session.execute("CREATE TABLE s (id INT PRIMARY KEY)")
    session.execute("INSERT INTO s SELECT DISTINCT a FROM t")
    sql = "UPDATE t SET a = a + 100 WHERE a IN (SELECT id FROM s)"
    thread, found = _started(session, sql)
    assert begun.wait(10)
    server.kill_query(session.thread_id)
    thread.join(10)
    assert [one.error.symbol for one in found if one.error is not None] == ["ER_QUERY_INTERRUPTED"]
    assert ended == ["ER_QUERY_INTERRUPTED"]
    assert session.execute("SELECT MAX(a) FROM t").rows == ((11,),)


def test_a_statement_that_is_over_is_not_killed_later(server: Server) -> None:
    session = server.connect(database="test")
    interrupts.kill(session.owner, interrupts.Kill.QUERY)
    assert session.execute("SELECT COUNT(*) FROM t").rows == ((12,),)


@pytest.mark.slow
def test_the_time_of_a_run_ends_within_a_statement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "endless.sql"
    statements = (
        "CREATE TABLE n (a INT) ENGINE=MyISAM",
        f"INSERT INTO n VALUES {_ROWS}",
        f"INSERT INTO n SELECT a.a FROM {_MANY}",
    )
    script.write_text("".join(f"{one};\n" for one in statements), "utf-8")
    out = tmp_path / "out"
    assert main(["run", str(script), "--out", str(out), "--timeout", "1", "--quiet"]) == 124
    assert f"{script}:3: the run was ended after 1 seconds (--timeout)" in capsys.readouterr().err
    files = sorted(out.glob("*.0*"))
    assert not list(verify_files(files))
    assert list(read_events(files[-1]))


@pytest.mark.parametrize("value", ["0", "-1", "x", "nan", "1e99"])
def test_a_time_that_is_none_is_refused(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", "x.sql", "--out", "o", "--timeout", value])
    assert "not a number of seconds above 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT BENCHMARK(12, 1)",
        "SELECT a FROM t ORDER BY a + 1",
        "SELECT RANK() OVER (ORDER BY a) FROM t",
        "SELECT SUM(a) OVER (ROWS UNBOUNDED PRECEDING) FROM t",
        "ALTER TABLE t MODIFY a BIGINT",
        "ALTER TABLE n MODIFY a BIGINT",
        "DELETE FROM parent",
    ],
)
def test_work_on_rows_that_were_read_asks_too(server: Server, sql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the reading of rows there is more that takes long: each of twelve rows is one more question."""
    session = server.connect(database="test")
    session.execute("CREATE TABLE parent (a INT PRIMARY KEY)")
    session.execute("CREATE TABLE child (a INT, FOREIGN KEY (a) REFERENCES parent (a) ON DELETE CASCADE)")
    session.execute("INSERT INTO parent VALUES (1)")
    session.execute("INSERT INTO child VALUES (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1)")
    asked: list[bool] = []
    monkeypatch.setattr(interrupts, "asked", True)
    monkeypatch.setattr(interrupts, "step", lambda *, sees_kill=True, **_: asked.append(sees_kill))
    if "FROM t" in sql:
        session.execute("SELECT a FROM t")
    reading = len(asked)
    session.execute(sql)
    assert len(asked) >= 2 * reading + 12


def test_benchmark_does_what_it_measures(server: Server) -> None:
    session = server.connect(database="test")
    session.execute("SET @a = 0")
    assert session.execute("SELECT BENCHMARK(5, @a := @a + 1)").rows == ((0,),)
    assert session.execute("SELECT @a").rows == ((5,),)


def test_prepared_statements_of_all_sessions_are_counted(server: Server) -> None:
    one, other = server.connect(), server.connect()
    one.execute("SET GLOBAL max_prepared_stmt_count = 1")
    one.execute("PREPARE a FROM 'SELECT 1'")
    result = other.run("PREPARE a FROM 'SELECT 1'")
    assert result.error is not None
    assert result.error.code == 1461
    one.close()
    other.execute("PREPARE a FROM 'SELECT 1'")
