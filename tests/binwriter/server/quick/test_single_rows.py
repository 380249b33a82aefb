"""Single rows of the row API make the same log by plan and the exact way."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.catalog.tables import Column, ForeignKey, Key, KeyPart, Table
from binwriter.errors import BinwriterError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server

COLUMNS = (
    Column(ColumnSpec("id", ColumnType.LONG, nullable=False)),
    Column(ColumnSpec("n", ColumnType.LONG)),
    Column(ColumnSpec("t", ColumnType.VARCHAR, length=40, collation=255)),
)
PRIMARY = (Key("PRIMARY", (KeyPart(0),), unique=True),)


def _table(name: str, engine: str = "innodb", keys: tuple[Key, ...] = PRIMARY, **more: object) -> Table:
    return Table(schema="d", name=name, engine=ENGINES[engine], columns=COLUMNS, keys=keys, **more)  # type: ignore[arg-type]


PARENT = _table("parent")
TABLES = (
    _table("a"),
    _table("b", keys=()),
    _table("c", engine="myisam"),
    _table("child", foreign_keys=(ForeignKey("f", ("n",), ("d", "parent"), ("id",)),)),
    PARENT,
)
SETTINGS = (
    ("binlog_row_image", "MINIMAL"),
    ("binlog_row_image", "FULL"),
    ("binlog_row_value_options", "PARTIAL_JSON"),
    ("binlog_row_value_options", ""),
    ("binlog_rows_query_log_events", True),
    ("binlog_rows_query_log_events", False),
    ("sql_log_bin", False),
    ("sql_log_bin", True),
    ("autocommit", False),
    ("autocommit", True),
    ("binlog_format", "STATEMENT"),
    ("binlog_format", "ROW"),
    ("foreign_key_checks", False),
)

USUAL = (("sql_log_bin", True), ("autocommit", True), ("binlog_format", "ROW"), ("binlog_rows_query_log_events", False))


def _run(folder: Path, seed: int, options: tuple[str, ...], *, plan_cache: bool) -> tuple[list[object], int]:
    chance, answers = random.Random(seed), []
    with Server(folder, options, plan_cache=plan_cache) as server:
        session = server.connect()
        for number in range(300):
            if not number % 50:
                session.commit()
                for setting in USUAL:
                    session.variables.assign(*setting)
            table = chance.choice(TABLES[: 4 if chance.random() < 0.9 else 5])
            row = (chance.randrange(99), chance.choice((None, 7, "x")), chance.choice(("a", "é" * 5, None, "y" * 50)))
            row = row if chance.random() < 0.2 else (row[0], 3, "plain")
            after = (row[0], 4, row[2])
            drawn = chance.random()
            try:
                if drawn < 0.4:
                    answers.append(session.insert_rows(table, [row]))
                elif drawn < 0.6:
                    answers.append(session.update_rows(table, [(row, after)]))
                elif drawn < 0.75:
                    answers.append(session.delete_rows(table, [row]))
                elif drawn < 0.8:
                    answers.append(session.insert_rows(table, [row, after]))
                elif drawn < 0.97:
                    chance.choice((session.begin, session.commit, session.commit, session.rollback))()
                else:
                    session.variables.assign(*chance.choice(SETTINGS))
            except BinwriterError as error:
                answers.append(repr(error))
        answers.append(server.chance.clock())
        return answers, session.row_plans.used


@pytest.mark.parametrize("options", [(), ("gtid-mode=ON", "enforce-gtid-consistency=ON")], ids=["plain", "gtid"])
@pytest.mark.parametrize("seed", range(4))
def test_single_rows_are_the_same_by_plan(tmp_path: Path, seed: int, options: tuple[str, ...]) -> None:
    exact, none = _run(tmp_path / "exact", seed, options, plan_cache=False)
    quick, used = _run(tmp_path / "quick", seed, options, plan_cache=True)
    assert exact == quick
    assert (tmp_path / "exact" / "binlog.000001").read_bytes() == (tmp_path / "quick" / "binlog.000001").read_bytes()
    assert none == 0
    assert used > 0
