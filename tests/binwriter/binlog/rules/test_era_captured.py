"""What servers of 5.5.62, 5.6.24 and 5.7.30 were seen to write, where no sample shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_era_sql import ALL, Client, before

pytestmark = pytest.mark.sweep(every=3)


@pytest.mark.parametrize("profile", ["5.5", "5.6", "5.7", "8.0"])
def test_drop_view_drops_what_is_there_up_to_5_7(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run("CREATE VIEW v AS SELECT 1", "DROP VIEW v, nosuch").error
    assert error is not None and error.code == 1051
    assert client.written()[1:] == ([] if profile == "8.0" else ["DROP VIEW v, nosuch (1051)"])


@pytest.mark.parametrize("profile", ["5.5", "5.6", "5.7", "8.0"])
def test_a_view_whose_name_is_taken_is_logged_in_5_5_and_5_6(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run("CREATE VIEW v AS SELECT 1", "CREATE VIEW v AS SELECT 2").error
    assert error is not None and error.code == 1050
    written = client.written()[1:]
    assert [text.endswith("VIEW `v` AS SELECT 2 (1050)") for text in written] == [True] * (profile in ("5.5", "5.6"))


@pytest.mark.parametrize("profile", ["5.5", "5.6"])
def test_a_temporary_table_keeps_the_whole_transaction_in_5_5(profile: str, tmp_path: Path) -> None:
    """Whether it could be made or not: rows of statements that failed later stay too."""
    client = Client(tmp_path, profile)
    client.run(
        "SET binlog_format = ROW",
        "CREATE TEMPORARY TABLE x (a INT) ENGINE=InnoDB",
        "INSERT INTO t VALUES (1, 1)",
        "BEGIN",
        "CREATE TEMPORARY TABLE x (a INT) ENGINE=InnoDB",
        "INSERT INTO t VALUES (2, 2)",
        "ROLLBACK",
    )
    assert client.written()[-2] == ("R" if profile == "5.5" else "X")


@pytest.mark.parametrize("profile", ALL)
def test_columns_that_primary_key_makes_not_null_have_a_default_up_to_5_6(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("SET binlog_format = ROW", "CREATE TABLE p (a INT, b INT PRIMARY KEY)", "DROP TABLE p")
    client.run("CREATE TABLE p (a INT, PRIMARY KEY (a))", "CREATE TABLE q SELECT a FROM p")
    text = next(text for text in client.written() if "CREATE TABLE `q`" in text)
    assert ("DEFAULT '0'" in text) is (profile in before("5.7"))


@pytest.mark.parametrize("profile", ["5.5", "5.6"])
def test_a_function_in_set_waits_for_the_transaction_in_5_5(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run(
        "CREATE FUNCTION f() RETURNS INT DETERMINISTIC BEGIN INSERT INTO n VALUES (1, 1); RETURN 1; END",
        "SET binlog_format = STATEMENT",
        "BEGIN",
        "SET @x = f()",
        "ROLLBACK",
    )
    assert client.written()[-1] == ("R" if profile == "5.5" else "C")
