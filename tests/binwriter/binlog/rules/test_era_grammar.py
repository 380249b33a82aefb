"""Statements that only older servers know: they run there, and are logged as given."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_era_sql import ALL, Client, before

pytestmark = pytest.mark.sweep(every=3)

_N_ROWS = "INSERT INTO n VALUES (1,9),(2,3),(3,9)"


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize(
    ("statement", "until"),
    [
        ("ALTER IGNORE TABLE n ADD UNIQUE KEY (b)", "5.7"),
        ("FLUSH QUERY CACHE", "8.0"),
        ("CREATE TABLE rank (a INT)", "8.0"),
        ("CREATE TABLE generated (a INT)", "5.7"),
        ("CREATE TABLE get (a INT)", "5.6"),
        ("CREATE TABLE signal (a INT)", "5.5"),
    ],
)
def test_what_is_gone_or_reserved_by_now_is_logged_as_given(
    profile: str, statement: str, until: str, tmp_path: Path
) -> None:
    client = Client(tmp_path, profile)
    result = client.run(statement)
    if profile in before(until):
        assert result.error is None
        assert client.written() == [statement]
    else:
        assert result.error is not None
        assert result.error.code == 1064
        assert client.written() == []


@pytest.mark.parametrize("profile", before("5.7"))
def test_alter_ignore_keeps_the_first_of_equal_rows(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run(_N_ROWS, "ALTER IGNORE TABLE n ADD UNIQUE KEY (b)")
    assert client.run("SELECT a FROM n").rows == ((1,), (2,))


@pytest.mark.parametrize("profile", ALL)
def test_group_by_sorts_up_to_5_7(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    result = client.run(_N_ROWS, "SELECT b FROM n GROUP BY b")
    assert result.rows == (((3,), (9,)) if profile in before("8.0") else ((9,), (3,)))


@pytest.mark.parametrize("profile", before("8.0"))
def test_group_by_has_a_direction_up_to_5_7(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    assert client.run(_N_ROWS, "SELECT SQL_CACHE b FROM n GROUP BY b DESC").rows == ((9,), (3,))


@pytest.mark.parametrize("profile", ALL)
def test_blackhole_tables_have_rows_in_the_log_but_in_5_1_27(profile: str, tmp_path: Path) -> None:
    """5.1's public test binlog_multi_engine shows the error."""
    client = Client(tmp_path, profile)
    client.run("CREATE TABLE bh (a INT) ENGINE=BLACKHOLE", "SET binlog_format=ROW")
    client.server.reset_logs()
    error = client.run("INSERT INTO bh VALUES (1)").error
    assert (error is not None and error.message.startswith("Binary logging not possible")) is (profile == "5.1.27")
    warned = [one.code for one in client.run("DELETE FROM bh").diagnostics]
    assert warned == ([] if profile in before("5.6") else [1870])
    assert client.written() == ([] if profile == "5.1.27" else ["B", "M.bh", "W", "C"])


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize(
    ("statement", "since", "code"),
    [
        ("CREATE TABLE x (a DATETIME DEFAULT CURRENT_TIMESTAMP)", "5.6", 1067),
        ("CREATE TABLE x (a DATETIME ON UPDATE CURRENT_TIMESTAMP)", "5.6", 1294),
        ("CREATE TABLE x (a TIMESTAMP DEFAULT NOW(), b TIMESTAMP DEFAULT NOW())", "5.6", 1293),
        ("CREATE TABLE x (a INT) STATS_PERSISTENT=1", "5.6", 1064),
        ("CREATE TABLE x (a INT CHECK (a > 0) NOT ENFORCED)", "8.0", 1064),
        ("CREATE TABLE x (a INT, KEY ((a + 1)))", "8.0", 1064),
    ],
)
def test_what_a_definition_may_say_since(profile: str, statement: str, since: str, code: int, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    error = client.run(statement).error
    if profile in before(since):
        assert error is not None
        assert error.code == code
        assert client.written() == []
    else:
        assert error is None
        assert client.written() == [statement]


@pytest.mark.parametrize("profile", before("8.0"))
def test_keys_had_no_direction(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    statement = "CREATE TABLE x (a INT, KEY (a DESC)) ENGINE=MyISAM"
    assert client.run(statement).error is None
    (shown,) = client.run("SHOW CREATE TABLE x").rows
    assert "DESC" not in str(shown)
    assert client.written() == [statement]


@pytest.mark.parametrize("profile", ALL)
def test_a_version_gives_no_warnings_of_later_numbers(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    warned = client.run("CREATE TABLE x (a INT, KEY k (a), KEY l (a))").diagnostics
    assert [one.code for one in warned] == ([] if profile in before("5.6") else [1831])


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize(
    ("query", "is_known"),
    [
        ("SELECT AsText(GeomFromText('POINT(1 2)'))", before("8.0")),
        ("SELECT ST_AsText(ST_GeomFromText('POINT(1 2)'))", tuple(one for one in ALL if one not in before("5.6"))),
    ],
)
def test_spatial_functions_had_other_names(profile: str, query: str, is_known: tuple[str, ...], tmp_path: Path) -> None:
    result = Client(tmp_path, profile).run(query)
    if profile in is_known:
        assert result.rows == (("POINT(1 2)",),)
    else:
        assert result.error is not None
        assert result.error.code == 1305


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize(
    ("statement", "since"),
    [
        ("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY", "5.6"),
        ("SET SESSION TRANSACTION READ ONLY, ISOLATION LEVEL SERIALIZABLE", "5.6"),
        ("FLUSH OPTIMIZER_COSTS", "5.7"),
    ],
)
def test_administration_that_came_later(profile: str, statement: str, since: str, tmp_path: Path) -> None:
    error = Client(tmp_path, profile).run(statement).error
    assert (error is not None and error.code == 1064) is (profile in before(since))
