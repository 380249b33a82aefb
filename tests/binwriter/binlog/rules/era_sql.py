"""Runs the cases of `era_cases` as SQL on a server of an era."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from binwriter.server.server import Server
from binwriter.server.session import Session

from .era_runs import server_of, symbols

_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB",
    "CREATE TABLE tt (a INT PRIMARY KEY) ENGINE=InnoDB",
    "CREATE TABLE n (a INT PRIMARY KEY) ENGINE=MyISAM",
    "CREATE TABLE nn (a INT PRIMARY KEY) ENGINE=MyISAM",
    "CREATE TRIGGER tt_n AFTER INSERT ON tt FOR EACH ROW INSERT INTO n VALUES (NEW.a)",
    "CREATE TRIGGER nn_t AFTER INSERT ON nn FOR EACH ROW INSERT INTO t VALUES (NEW.a)",
    "INSERT INTO t VALUES (1)",
    "INSERT INTO n VALUES (1)",
    "INSERT INTO tt VALUES (2)",
    "INSERT INTO nn VALUES (3)",
)
# The last row of a failing statement is there already.
STATEMENTS = {
    "T": "INSERT INTO t VALUES ({0})",
    "N": "INSERT INTO n VALUES ({0})",
    "Mx": "INSERT INTO tt VALUES ({0})",
    "My": "INSERT INTO nn VALUES ({0})",
    "T!": "INSERT INTO t VALUES ({0}),(1)",
    "N!": "INSERT INTO n VALUES ({0}),(1)",
    "Mx!": "INSERT INTO tt VALUES ({0}),({1}),(2)",
    "My!": "INSERT INTO nn VALUES ({0}),({1}),(3)",
    "C": "COMMIT",
    "R": "ROLLBACK",
}


def open_session(server: Server, binlog_format: str) -> Session:
    """A session in a database with the tables, and this binlog_format."""
    session = server.connect()
    for sql in (*_TABLES, f"SET binlog_format = {binlog_format}"):
        assert session.run(sql).error is None, sql
    return session


def run_cases(folder: Path, profile: str, binlog_format: str, direct: bool, cases: list[str]) -> dict[str, str]:
    """What each case wrote, in the notation of `era_cases`."""
    numbers = count(100)
    names: dict[str, str] = {}
    ends: dict[str, list[tuple[int, list[int]]]] = {}
    with server_of(folder, profile) as server:
        open_session(server, binlog_format)
        start = server.position()[1]
        for case in cases:
            session = server.connect(database="d")  # in 5.1.27 a statement that failed is felt by those behind it
            session.execute(f"SET binlog_format = {binlog_format}")
            if direct:
                session.execute("SET binlog_direct_non_transactional_updates = ON")
            if len(case.split()) > 1:
                session.execute("BEGIN")
            ends[case] = []
            for name in case.split():
                sql = STATEMENTS[name].format(next(numbers), next(numbers))
                names[sql] = name.rstrip("!")
                result = session.run(sql)
                assert (result.error is not None) is name.endswith("!"), sql
                codes = [warning.code for warning in result.diagnostics]
                ends[case].append((server.position()[1], codes))
    written = symbols(folder / "binlog.000001")
    found = {}
    for case, steps in ends.items():
        cells = []
        for end, codes in steps:
            here = [_named(symbol, names) for position, symbol in written if start <= position < end]
            cells.append(" ".join([*(here or "-"), *(f"w{code}" for code in codes if code != 6414)]))
            start = end
        found[case] = " → ".join(cells)
    return found


def _named(symbol: str, names: dict[str, str]) -> str:
    text, failed, _ = symbol.partition(" (1062)")
    return names.get(text, text) + ("!" if failed else "")
