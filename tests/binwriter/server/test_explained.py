"""EXPLAIN in its forms. Columns, rows and errors as a 9.7.4 gave them for these statements."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from binwriter.server.server import Server
from binwriter.server.session import Session


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Server(tmp_path_factory.mktemp("log")) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("USE d")
        session.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20), KEY (a))")
        session.execute("INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')")
        yield session


_NONE = (None,) * 9


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT * FROM t", [(1, "SIMPLE", "t", None, "ALL", *(None,) * 4, 3, 100.0, None)]),
        ("TABLE t", [(1, "SIMPLE", "t", None, "ALL", *(None,) * 4, 3, 100.0, None)]),
        ("SELECT 1", [(1, "SIMPLE", *_NONE, "No tables used")]),
        ("INSERT INTO t VALUES (9, 9, 'x')", [(1, "INSERT", "t", None, "ALL", *(None,) * 7)]),
        ("REPLACE INTO t VALUES (1, 1, 'a')", [(1, "REPLACE", "t", None, "ALL", *(None,) * 7)]),
    ],
)
def test_traditional(session: Session, sql: str, rows: list[object]) -> None:
    result = session.execute(f"EXPLAIN FORMAT=TRADITIONAL {sql}")
    assert result.columns[:3] == ("id", "select_type", "table")
    assert list(result.rows) == rows


@pytest.mark.parametrize(
    ("sql", "text"),
    [
        ("SELECT * FROM t", "-> Table scan on t  (cost=0.55 rows=3)\n"),
        ("SELECT * FROM t WHERE id = 1", "-> Rows fetched before execution  (cost=0..0 rows=1)\n"),
        ("SELECT 1", "-> Rows fetched before execution  (cost=0..0 rows=1)\n"),
        ("INSERT INTO t VALUES (9, 9, 'x')", "-> Insert into t\n    -> Rows fetched before execution\n"),
        ("UPDATE t SET b = 'x'", "-> <not executable by iterator executor>\n"),
    ],
)
def test_tree(session: Session, sql: str, text: str) -> None:
    assert session.execute(f"EXPLAIN {sql}").rows == ((text,),)


def test_json(session: Session) -> None:
    for sql, kind in (("SELECT * FROM t JOIN t u", "select"), ("DELETE FROM t", "delete"), ("SELECT 1", "select")):
        told = json.loads(str(session.execute(f"EXPLAIN FORMAT=JSON {sql}").rows[0][0]))
        assert (told["query_type"], "operation" in told["query_plan"]) == (kind, True)


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("EXPLAIN FORMAT=nonsense SELECT 1", 1791),
        ("EXPLAIN INTO @x SELECT 1", 6006),
        ("EXPLAIN FORMAT=TREE INTO @x SELECT 1", 6007),
        ("EXPLAIN ANALYZE FORMAT=TRADITIONAL SELECT 1", 1235),
        ("EXPLAIN SELECT * FROM nowhere", 1146),
        ("EXPLAIN FOR CONNECTION 999999", 1094),
    ],
)
def test_errors(session: Session, sql: str, code: int) -> None:
    error = session.run(sql).error
    assert error is not None
    assert error.code == code
