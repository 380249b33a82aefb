"""The worked examples of the seed texts, by name, on servers of the eras that they are about.

Statements with the trigger of an example are given through the statement seam (see `era_runs`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.catalog.schemas import Schema

from .era_runs import run_step, server_of, symbols

_TABLES = (
    "CREATE TABLE innodb_t (a INT) ENGINE=InnoDB",
    "CREATE TABLE myisam_t (a INT) ENGINE=MyISAM",
    "INSERT INTO myisam_t VALUES (1)",
)


def run(folder: Path, profile: str, binlog_format: str, script: str) -> list[str]:
    """What a script of `con1: statement` lines leaves in the log, in the notation of `era_cases`."""
    server = server_of(folder, profile)
    server.front_end.catalog.schemas["test"] = Schema("test", 8)
    sessions = {name: server.connect(database="test") for name in ("con1", "con2")}
    for session in sessions.values():
        session.execute(f"SET binlog_format={binlog_format}")
    for statement in _TABLES:
        sessions["con1"].execute(statement)
    server.reset_logs()
    for line in script.strip().splitlines():
        name, _, statement = line.strip().partition(": ")
        if statement in ("Mx", "T"):
            run_step(sessions[name], statement)
        else:
            sessions[name].execute(statement)
    server.crash()
    return [symbol for _, symbol in symbols(folder / "binlog.000001")]


FIRST_EXAMPLE = """
con1: BEGIN
con1: INSERT INTO innodb_t VALUES (1)
con1: UPDATE myisam_t SET a = 10
con2: BEGIN
con2: DELETE FROM myisam_t
con2: COMMIT
con1: COMMIT
"""


def test_wl2687_first_example_in_statement_format_is_out_of_order_in_every_era(tmp_path: Path) -> None:
    """con2's DELETE comes first in the log, although con1's UPDATE ran before it."""
    con1 = ["B", "INSERT INTO innodb_t VALUES (1)", "UPDATE myisam_t SET a = 10", "X"]
    bare = run(tmp_path / "old", "5.1.27", "STATEMENT", FIRST_EXAMPLE)
    assert bare == ["DELETE FROM myisam_t", *con1]
    for profile in ("5.5", "5.7", "9.7"):
        wrapped = run(tmp_path / profile, profile, "STATEMENT", FIRST_EXAMPLE)
        assert wrapped == ["B", "DELETE FROM myisam_t", "C", *con1]


def test_wl2687_first_example_in_row_format_is_in_order_from_5_5(tmp_path: Path) -> None:
    """5.1 keeps con1's rows of the N-table for its COMMIT; two caches write them at once."""
    con2, con1 = ["M.myisam_t", "D"], ["M.innodb_t", "W"]
    for profile in ("5.1.27", "5.1.39", "5.1.54"):
        found = run(tmp_path / profile, profile, "ROW", FIRST_EXAMPLE)
        assert found == ["B", *con2, "C", "B", *con1, "M.myisam_t", "U", "X"]
    for profile in ("5.5", "5.6", "9.7"):
        found = run(tmp_path / profile, profile, "ROW", FIRST_EXAMPLE)
        assert found == ["B", "M.myisam_t", "U", "C", "B", *con2, "C", "B", *con1, "X"]


SECOND_EXAMPLE = """
con1: BEGIN
con1: INSERT INTO innodb_t VALUES (1)
con2: INSERT INTO myisam_t VALUES (1)
con1: UPDATE myisam_t SET a = a + 10
con2: UPDATE myisam_t SET a = a * 10
con1: COMMIT
"""


def test_wl2687_second_example_source_and_replica_would_differ_in_statement_format(tmp_path: Path) -> None:
    """(1 + 10) * 10 on the source; the log says (1 * 10) + 10."""
    con1 = ["B", "INSERT INTO innodb_t VALUES (1)", "UPDATE myisam_t SET a = a + 10", "X"]
    found = run(tmp_path / "old", "5.1.54", "STATEMENT", SECOND_EXAMPLE)
    assert found == ["INSERT INTO myisam_t VALUES (1)", "UPDATE myisam_t SET a = a * 10", *con1]
    rows = run(tmp_path / "new", "5.5", "ROW", SECOND_EXAMPLE)
    in_order = ["B", "M.myisam_t", "W", "C", "B", "M.myisam_t", "U", "C", "B", "M.myisam_t", "U", "C"]
    assert rows == [*in_order, "B", "M.innodb_t", "W", "X"]


CAUSALITY = """
con1: BEGIN
con1: INSERT INTO myisam_t VALUES (1)
con1: INSERT INTO myisam_t VALUES (2)
con1: INSERT INTO innodb_t VALUES (1)
con1: UPDATE innodb_t SET a = (SELECT SUM(a) FROM myisam_t)
con1: INSERT INTO myisam_t VALUES (3)
con1: COMMIT
"""


@pytest.mark.parametrize("profile", ["5.1.27", "5.1.39", "5.1.54", "5.5", "5.6", "9.7"])
def test_wl2687_causality_keeps_the_third_n_statement_behind_the_t_statements(profile: str, tmp_path: Path) -> None:
    first, second = "INSERT INTO myisam_t VALUES (1)", "INSERT INTO myisam_t VALUES (2)"
    ahead = [first, second] if profile.startswith("5.1") else ["B", first, "C", "B", second, "C"]
    assert run(tmp_path, profile, "STATEMENT", CAUSALITY) == [
        *ahead,
        "B",
        "INSERT INTO innodb_t VALUES (1)",
        "UPDATE innodb_t SET a = (SELECT SUM(a) FROM myisam_t)",
        "INSERT INTO myisam_t VALUES (3)",
        "X",
    ]


WRITTEN_AHEAD = """
con1: BEGIN
con1: INSERT INTO myisam_t VALUES (1),(2)
con1: INSERT INTO innodb_t VALUES (1),(2)
con1: COMMIT
"""
NOT_FIRST = """
con1: BEGIN
con1: INSERT INTO innodb_t VALUES (1),(2)
con1: INSERT INTO myisam_t SELECT * FROM innodb_t
con1: ROLLBACK
"""


@pytest.mark.parametrize("profile", ["5.1.27", "5.1.39", "5.1.54"])
def test_mixing_engines_a_first_n_statement_is_written_ahead(profile: str, tmp_path: Path) -> None:
    assert run(tmp_path, profile, "STATEMENT", WRITTEN_AHEAD) == [
        "INSERT INTO myisam_t VALUES (1),(2)",
        "B",
        "INSERT INTO innodb_t VALUES (1),(2)",
        "X",
    ]


@pytest.mark.parametrize("profile", ["5.1.27", "5.1.39", "5.1.54", "5.5", "9.7"])
def test_mixing_engines_an_n_statement_behind_a_t_statement_is_written_with_rollback(
    profile: str, tmp_path: Path
) -> None:
    assert run(tmp_path, profile, "STATEMENT", NOT_FIRST) == [
        "B",
        "INSERT INTO innodb_t VALUES (1),(2)",
        "INSERT INTO myisam_t SELECT * FROM innodb_t",
        "R",
    ]


def test_mixing_engines_rows_wait_for_the_commit_in_the_version_of_the_text(tmp_path: Path) -> None:
    """ "always write statements inside a transaction to the transaction cache": 5.1.39 does so with rows alone."""
    assert run(tmp_path, "5.1.39", "ROW", WRITTEN_AHEAD) == ["B", "M.myisam_t", "W", "M.innodb_t", "W", "X"]


TRIGGER_EXAMPLE = "con1: BEGIN\ncon1: Mx\ncon1: T"


@pytest.mark.parametrize(("profile", "written"), [("5.1.27", ["B", "Mx", "C"]), ("5.1.39", []), ("9.7", [])])
def test_mixing_engines_bug_40116_a_trigger_that_logs_into_an_n_table(
    profile: str, written: list[str], tmp_path: Path
) -> None:
    """The transaction has not ended: 5.1.27 has committed its first statement to the log, later versions nothing."""
    assert run(tmp_path, profile, "STATEMENT", TRIGGER_EXAMPLE) == written
