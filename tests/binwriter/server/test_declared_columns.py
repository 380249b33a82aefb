"""Logs with MINIMAL metadata: columns get their names from the definitions in the log, as they were at the time."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import Server, read_log
from binwriter.api.events import Event

STATEMENTS = (
    "CREATE DATABASE d",
    "CREATE TABLE d.t (id INT PRIMARY KEY, kind ENUM('a', 'b'), tags SET('x', 'y'))",
    "INSERT INTO d.t VALUES (1, 'b', 'x,y')",
    "ALTER TABLE d.t RENAME COLUMN kind TO sort, ADD COLUMN n INT FIRST",
    "INSERT INTO d.t VALUES (5, 2, 'a', 'y')",
    "ALTER TABLE d.t RENAME TO d.u",
    "UPDATE d.u SET n = 6 WHERE id = 2",
    "DROP DATABASE d",
    "CREATE DATABASE d",
    "CREATE TABLE d.t (other INT)",
    "INSERT INTO d.t VALUES (7)",
)


def _log(folder: Path, *options: str, statements: tuple[str, ...] = STATEMENTS) -> list[Event]:
    with Server(folder, ["binlog-row-metadata=MINIMAL", *options]) as server:
        session = server.connect()
        for statement in statements:
            session.execute(statement)
    return [event for event in read_log(folder) if event.table]


@pytest.mark.parametrize("options", [(), ("binlog-transaction-compression=ON",)])
def test_rows_have_the_names_of_their_time(tmp_path: Path, options: tuple[str, ...]) -> None:
    events = _log(tmp_path / "log", *options)
    assert [event.rows() for event in reversed(events)] == [  # asked in any order, when all was read
        [(None, {"other": 7})],
        [({"n": 5, "id": 2, "sort": "a", "tags": "y"}, {"n": 6, "id": 2, "sort": "a", "tags": "y"})],
        [(None, {"n": 5, "id": 2, "sort": "a", "tags": "y"})],
        [(None, {"id": 1, "kind": "b", "tags": "x,y"})],
    ]


def test_without_a_definition_columns_have_numbers(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    events = _log(folder, statements=(*STATEMENTS[:2], "FLUSH BINARY LOGS", STATEMENTS[2]))
    assert events[-1].rows() == [(None, {"id": 1, "kind": "b", "tags": "x,y"})]
    (alone,) = [event for event in read_log(sorted(folder.glob("binlog.0*"))[1]) if event.table]
    assert alone.rows() == [(None, {"@1": 1, "@2": 2, "@3": ["#0", "#1"]})] or "@1" in alone.rows()[0].after


def test_definitions_that_do_not_fit_give_no_names(tmp_path: Path) -> None:
    (event,) = _log(
        tmp_path / "log",
        statements=(
            "CREATE DATABASE d",
            "CREATE TABLE d.t (a INT)",
            "SET sql_log_bin = 0",
            "ALTER TABLE d.t ADD COLUMN b VARCHAR(5)",
            "SET sql_log_bin = 1",
            "INSERT INTO d.t VALUES (1, 'x')",
        ),
    )
    assert event.rows() == [(None, {"@1": 1, "@2": "x"})]
