"""Every table of the system databases shows what a 9.7.4 in the same state shows, or is refused by its name.

Captured by `tests/golden/system/capture.py`: fresh, and after statements that make every kind of object.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from binwriter.server.session import Session
from tests.golden.answers import ours
from tests.golden.system import capture, joins

FRESH = {line.partition(" ")[0]: line for line in capture.FRESH.read_text().splitlines()}

# What shows the work of a server and its sessions. They are answered, for clients ask for them, with the names and
# numbers that are known, and with those of a fresh server or 0 for what binwriter does not do.
STAND_INS = {
    f"{schema}.{name}"
    for schema, names in {
        "information_schema": ("PROCESSLIST",),
        "performance_schema": (
            *("global_status", "session_status", "log_status", "processlist", "threads", "tls_channel_status"),
            *("session_connect_attrs", "session_account_connect_attrs", "accounts", "users", "hosts", "host_cache"),
            *(f"status_by_{what}" for what in ("account", "host", "thread", "user")),
            "file_instances",  # the files of the log alone
            "binary_log_transaction_compression_stats",  # sizes and times; clusters/transaction_sizes_counted
        ),
    }.items()
    for name in names
}
# By which connections a server is asked.
OF_CLIENTS = {
    *("performance_schema.session_variables", "performance_schema.variables_info"),
    "performance_schema.variables_by_thread",
}
# Rows that are otherwise, and why: how many of them.
_NOT_CAPTURED = re.compile(r"information_schema\.INNODB_(?!FT_)")  # asked in clusters/objects_of_innodb
KNOWN_GAPS = {
    "information_schema.COLUMNS": (1, "the default of a nullable column is not seen through two views"),
    "information_schema.FILES": (2, "the files for undo do not grow"),
    "information_schema.STATISTICS": (2, "statistics of a partitioned table"),
    "information_schema.TABLES": (1, "ANALYZE TABLE makes a server know the counter of an empty table"),
    "information_schema.VIEW_ROUTINE_USAGE": (1, "a server does not see a function of another database"),
    "performance_schema.user_variables_by_thread": (5, "threads have other numbers; views of sys set variables"),
    "performance_schema.variables_by_thread": (6, "threads have other numbers"),
    "sys.schema_auto_increment_columns": (1, "the counter that ANALYZE TABLE tells of an empty table"),
}
QUESTIONS_GAPS = {
    "SHOW CREATE USER ines": "a server's cache keeps PASSWORD EXPIRE INTERVAL where mysql.user has the default",
    "SHOW TABLE STATUS FROM `odd name`": "statistics of a table with two FULLTEXT keys",
}


@dataclass
class Seen:
    """What was read: rows of a fresh server and of a used one, None where that was refused; answers to questions; joins
    that are answered otherwise, or refused."""

    fresh: dict[str, tuple[str, list[str]] | None]
    used: dict[str, list[str] | None]
    answers: dict[str, dict[str, Any]]
    joined: dict[str, object]


def _read(session: Session, name: str) -> tuple[str, list[str]] | None:
    """The line of `fresh.txt` and the rows, masked; None where the statement is refused by name."""
    schema, _, table = name.partition(".")
    try:
        result = session.execute(f"SELECT * FROM `{schema}`.`{table}`")
    except UnsupportedError as refused:
        assert name in str(refused)
        return None
    columns, rows = list(result.columns), list(result.rows)
    if name.endswith("_cost"):
        rows = [tuple(map(_single, row)) for row in rows]
    return capture.line_of(name, columns, rows), list(capture.masked(name, columns, rows))


def _single(value: Any) -> Any:
    """A FLOAT, of which there are the costs alone, as clients are sent it: with six digits."""
    return float(f"{value:.6g}") if isinstance(value, float) else value


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    session = Server(tmp_path_factory.mktemp("system"), DEFAULT_SERVER_OPTIONS).connect()
    fresh = {name: _read(session, name) for name in FRESH}
    for statement in capture.STATE:
        session.execute(statement)
    used = {name: None if (one := _read(session, name)) is None else one[1] for name in FRESH}
    joined = dict(_joined(session))  # the questions change the session's roles
    return Seen(fresh, used, {question: ours.answer(session, question) for question in capture.QUESTIONS}, joined)


def _joined(session: Session) -> Iterator[tuple[str, object]]:
    kept: dict[str, Any] = json.loads(lzma.decompress(joins.JOINS.read_bytes()))
    for query, wanted in kept.items():
        try:
            given: object = joins.plain(session.execute(query).rows)
        except (UnsupportedError, MySQLError) as refused:
            given = str(refused)
        if given != wanted:
            yield query, given


@pytest.mark.slow
def test_tables_of_a_fresh_server(seen: Seen) -> None:
    """Columns and rows; what is measured is refused, or has no rows, and nothing else."""
    for name, line in FRESH.items():
        given = seen.fresh[name]
        assert (given is None) <= bool(capture.MEASURED.match(name)), f"{name} is refused"
        if given is None or name in STAND_INS | OF_CLIENTS:
            continue
        if capture.MEASURED.match(name) and not given[1]:
            assert given[0].split()[2] == line.split()[2]  # the columns
            continue
        assert given[0] == line


@pytest.mark.slow
def test_what_statements_change_in_them(seen: Seen) -> None:
    kept: dict[str, Any] = json.loads(lzma.decompress(capture.USED.read_bytes()))["tables"]
    differ = {}
    for name, before in seen.fresh.items():
        after = seen.used[name]
        if before is None or name in STAND_INS or _NOT_CAPTURED.match(name):
            continue
        assert after is not None, name
        wanted = kept.get(name, {"new": [], "gone": 0})
        given = capture.change(before[1], after)
        if given != wanted:
            differ[name] = len([row for row in wanted["new"] if row not in given["new"]]) or len(given["new"])
    assert differ == {name: count for name, (count, _) in KNOWN_GAPS.items()}


@pytest.mark.slow
def test_counts_and_joins_of_them(seen: Seen) -> None:
    known = ["`{}`.`{}`".format(*name.split(".")) for name in KNOWN_GAPS]
    assert {query for query in seen.joined if not any(name in query for name in known)} == set(), seen.joined


@pytest.mark.slow
def test_what_show_says_of_them(seen: Seen) -> None:
    kept: dict[str, Any] = json.loads(lzma.decompress(capture.USED.read_bytes()))["answers"]
    differ = {question: ours.difference(kept[question], given) for question, given in seen.answers.items()}
    assert {question for question, text in differ.items() if text} == set(QUESTIONS_GAPS), differ


def test_a_change_of_sys_config_is_logged_as_after_its_trigger(tmp_path: Path) -> None:
    """The BEGIN of a 9.7.4 has 71 bytes: without table_map_for_update."""
    session = Server(tmp_path, DEFAULT_SERVER_OPTIONS).connect()
    session.execute("UPDATE sys.sys_config SET value = '128' WHERE variable = 'statement_truncate_len'")
    begin = session.execute("SHOW BINLOG EVENTS").rows[3]
    assert (begin[2], begin[4] - begin[1]) == ("Query", 71)


def test_statements_of_a_session_and_of_a_server_are_counted(tmp_path: Path) -> None:
    server = Server(tmp_path)
    first, second = server.connect(), server.connect()
    first.execute("SELECT 1")
    assert second.execute("SHOW STATUS LIKE 'Questions'").rows == (("Questions", "1"),)
    assert first.execute("SHOW GLOBAL STATUS LIKE 'Questions'").rows == (("Questions", "3"),)


def test_the_scheduler_of_events_waits_for_those_that_are_enabled(tmp_path: Path) -> None:
    session = Server(tmp_path).connect()
    states = []
    for statement in (
        "CREATE DATABASE e",
        "CREATE EVENT e.e ON SCHEDULE EVERY 1 DAY STARTS '2037-01-01' DISABLE DO SELECT 1",
        "ALTER EVENT e.e ENABLE",
    ):
        session.execute(statement)
        states.append(session.execute("SHOW PROCESSLIST").rows[0][6])
    assert states == ["Waiting on empty queue", "Waiting on empty queue", "Waiting for next activation"]
