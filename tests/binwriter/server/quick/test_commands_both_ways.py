"""Commands answer by plan what they answer the exact way; many rows are refused as one is."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.formats.errors import EncodeError
from binwriter.server.server import Server
from tests.binwriter.server.quick.test_single_rows import TABLES

SETUP = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB",
    "CREATE TABLE n (a INT PRIMARY KEY) ENGINE=MyISAM",
)


def _round(number: int, file: str) -> list[str]:
    look = f"SHOW BINLOG EVENTS IN '{file}' FROM"
    return [
        "BEGIN",
        f"INSERT INTO t VALUES ({number})",
        f"INSERT INTO {'n' if number % 3 == 2 else 't'} VALUES ({number + 100})",
        "ROLLBACK",
        "SHOW WARNINGS",
        "SAVEPOINT a",
        "ROLLBACK TO a",
        "BEGIN",
        "SAVEPOINT a",
        f"INSERT INTO t VALUES ({number + 50})",
        "SAVEPOINT b",
        f"INSERT INTO {'n' if number % 2 else 't'} VALUES ({number + 200})",
        "ROLLBACK TO SAVEPOINT b",
        "SHOW WARNINGS",
        "SAVEPOINT A",
        "RELEASE SAVEPOINT b",
        "RELEASE SAVEPOINT b",
        "SELECT @@error_count, ROW_COUNT()",
        "ROLLBACK TO SAVEPOINT a",
        "COMMIT",
        "SELECT ROW_COUNT()",
        f"INSERT INTO t VALUES ({number})",
        f"{look} 4",
        "SELECT FOUND_ROWS(), ROW_COUNT()",
        f"{look} {number + 120}",
        f"{look} 4 LIMIT {number % 4}, 2",
        "SHOW BINLOG EVENTS IN 'nothing' FROM 4",
        f"{look} 999999",
    ]


def _run(folder: Path, *, plan_cache: bool) -> tuple[list[object], int]:
    answers: list[object] = []
    with Server(folder, plan_cache=plan_cache) as server:
        session = server.connect()
        texts = [*SETUP]
        for number in range(8):
            texts += _round(number, "binlog.000001")
        texts += ["RESET BINARY LOGS AND GTIDS", *_round(8, "binlog.000001"), "FLUSH BINARY LOGS"]
        for number in range(9, 13):
            texts += _round(number, "binlog.000002")
        for text in texts:
            result = session.run(text)
            answers.append((text, str(result.error), result.columns, result.rows, result.affected, result.diagnostics))
        answers.append(server.chance.clock())
        quick = session._sql.quick  # type: ignore[attr-defined]
        return answers, 0 if quick is None else quick.used


@pytest.mark.slow
def test_commands_are_the_same_by_plan(tmp_path: Path) -> None:
    exact, none = _run(tmp_path / "exact", plan_cache=False)
    quick, used = _run(tmp_path / "quick", plan_cache=True)
    assert quick == exact
    assert none == 0
    assert used > 60


@pytest.mark.parametrize("row", [(1 << 31, 3, "x"), (True, 3, "x"), (1, 3, "x" * 41), (None, 3, "x")], ids=str)
def test_one_of_many_rows_is_refused_as_alone(tmp_path: Path, row: tuple[object, ...]) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        with pytest.raises(EncodeError) as alone:
            session.insert_rows(TABLES[0], [row])  # type: ignore[list-item]
        with pytest.raises(EncodeError) as among_many:
            session.insert_rows(TABLES[0], [*[(number, 3, "x") for number in range(9)], row])  # type: ignore[list-item]
    assert str(among_many.value) == str(alone.value)
