"""Rows of parents and children that are logged without SQL get the clock that the same rows get from SQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.catalog.tables import Table
from binwriter.formats.events import Gtid
from binwriter.server.server import Server

DDL = (
    "CREATE DATABASE shop",
    "USE shop",
    "CREATE TABLE p (a INT PRIMARY KEY, v INT)",
    "CREATE TABLE c (a INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (a))",
    "CREATE TABLE s (a INT PRIMARY KEY, up INT, FOREIGN KEY (up) REFERENCES s (a))",
    "CREATE TABLE l (a INT PRIMARY KEY, v INT)",
)
# of (table, row): what is inserted, a transaction each
INSERTS = [
    ("l", (1, 1)),
    ("p", (1, 1)),
    ("l", (2, 1)),
    ("c", (1, 1)),
    ("c", (2, None)),
    ("c", (3, 1)),
    ("p", (2, 1)),
    ("l", (3, 1)),
    ("c", (4, 2)),
    ("c", (5, 1)),
    ("s", (1, None)),
    ("l", (4, 1)),
    ("s", (2, 1)),
    ("c", (6, 2)),
]


def clocks(folder: Path) -> list[tuple[int | None, int | None]]:
    """(last_committed, sequence_number) of the rows' groups."""
    bodies = [event.body for event in read_events(folder / "binlog.000001")]
    found = [(body.last_committed, body.sequence_number) for body in bodies if isinstance(body, Gtid)]
    return found[-len(INSERTS) :]


def tables(server: Server) -> dict[str, Table]:
    return {one.name: one for one in server.catalog}


@pytest.fixture
def by_sql(tmp_path: Path) -> list[tuple[int | None, int | None]]:
    with Server(tmp_path / "sql") as server:
        session = server.connect()
        for statement in DDL:
            session.execute(statement)
        for name, row in INSERTS:
            values = ", ".join("NULL" if one is None else str(one) for one in row)
            session.execute(f"INSERT INTO {name} VALUES ({values})")
    return clocks(tmp_path / "sql")


def test_a_catalog_knows_the_parents(tmp_path: Path, by_sql: list[tuple[int, int]]) -> None:
    with Server(tmp_path / "rows") as server:
        session = server.connect()
        for statement in DDL:
            session.execute(statement)
        for name, row in INSERTS:
            session.insert_rows(tables(server)[name], [row])
    assert clocks(tmp_path / "rows") == by_sql
    assert any(last < number - 1 for last, number in by_sql)


def test_without_a_catalog_nothing_runs_beside_what_it_needs(tmp_path: Path, by_sql: list[tuple[int, int]]) -> None:
    """The first parent is not known to be one, until its child comes; from then on all is as SQL has it."""
    with Server(tmp_path / "ddl") as server:
        session = server.connect()
        for statement in DDL:
            session.execute(statement)
        found = tables(server)
    with Server(tmp_path / "rows") as server:
        session = server.connect()
        for statement in DDL:
            session.log_ddl(statement, schema="shop")
        for name, row in INSERTS:
            session.insert_rows(found[name], [row])
    ours = clocks(tmp_path / "rows")
    first_child = next(place for place, (name, _) in enumerate(INSERTS) if name == "c")
    last, number = ours[first_child]
    assert last == (number or 0) - 1
    lag = (by_sql[0][1] or 0) - (ours[0][1] or 0)
    barrier = ours[first_child][1]
    assert [(last, number) for last, number in ours[first_child + 1 :]] == [
        (max(last - lag, barrier), number - lag) for last, number in by_sql[first_child + 1 :]
    ]
