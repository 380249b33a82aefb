"""XA, LOAD DATA, NAME_CONST, functions and savepoints by version: old-servers.md sections 1, 3 and 4."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.formats.events import BeginLoadQuery, ExecuteLoadQuery

from .test_era_sql import ALL, OLDER_THAN_5_5, Client, before

pytestmark = pytest.mark.sweep(every=3)


def _branch(*changes: str) -> list[str]:
    return ["XA START 'x'", *changes, "XA END 'x'", "XA PREPARE 'x'"]


T, N = "INSERT INTO t VALUES (1,1)", "INSERT INTO n VALUES (1,1)"


@pytest.mark.parametrize("profile", ALL)
def test_xa_rollback_after_an_n_change_writes_the_t_change_up_to_5_5(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run(*_branch(N, T), "XA ROLLBACK 'x'")
    written = client.written()
    n_group = [N] if profile in OLDER_THAN_5_5 else ["B", N, "C"]
    assert written[: len(n_group)] == n_group
    rest = written[len(n_group) :]
    if profile in before("5.6"):
        assert rest == ["B", T, "R"]
    elif profile in before("5.7"):
        assert rest == []
    else:
        assert [text.split("'")[0] for text in rest] == ["XA START X", T, "XA END X", "XA ROLLBACK X"]


@pytest.mark.parametrize("profile", ALL)
def test_a_prepared_branch_ends_with_its_session_up_to_5_6(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run(*_branch(T))
    client.session.close()
    other = client.server.connect(database="test")
    error = other.run("XA COMMIT 'x'").error
    assert (error and error.code) == (1397 if profile in before("5.7") else None)
    client.server.crash()


@pytest.mark.parametrize("profile", ALL)
def test_statements_of_xa_are_unsafe_from_8_0(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    codes = [warning.code for warning in client.run("XA START 'x'", T).diagnostics]
    assert codes == ([1592] if profile in ("8.0", "9.7") else [])
    client.server.crash()


@pytest.mark.parametrize("profile", ALL)
@pytest.mark.parametrize("binlog_format", ["STATEMENT", "MIXED"])
def test_load_data_has_no_begin_in_5_1_and_is_rows_under_mixed_from_5_1_54(
    profile: str, binlog_format: str, tmp_path: Path
) -> None:
    client = Client(tmp_path, profile)
    client.server.front_end.database.files.server["test/f.txt"] = b"5\t5\n"
    assert client.run(f"SET binlog_format={binlog_format}", "LOAD DATA INFILE 'f.txt' INTO TABLE n").error is None
    client.server.shutdown()
    bodies = [event.body for event in read_events(tmp_path / "binlog.000001")]
    loads = [type(body) for body in bodies if isinstance(body, BeginLoadQuery | ExecuteLoadQuery)]
    as_rows = binlog_format == "MIXED" and profile not in before("5.1.54")
    assert loads == ([] if as_rows else [BeginLoadQuery, ExecuteLoadQuery])
    texts = [body.query for body in bodies if hasattr(body, "query")]
    assert (b"BEGIN" in texts) is (as_rows or profile not in OLDER_THAN_5_5)


@pytest.mark.parametrize("profile", ALL)
def test_strings_in_name_const_have_a_collation_from_5_1_39(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("CREATE PROCEDURE p(s VARCHAR(9), x INT) INSERT INTO n VALUES (x, LENGTH(s))", "CALL p('it''s', 5)")
    text = next(text for text in client.written() if text.startswith("INSERT"))
    given = "_latin1'it\\'s'" + ("" if profile == "5.1.27" else " COLLATE 'latin1_swedish_ci'")
    assert text == f"INSERT INTO n VALUES ( NAME_CONST('x',5), LENGTH( NAME_CONST('s',{given})))"


@pytest.mark.parametrize("profile", ALL)
def test_an_n_insert_whose_function_writes_t_is_bare_in_5_1_27_alone(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    body = "BEGIN INSERT INTO t VALUES (x, 0); RETURN x; END"
    client.run(f"CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC {body}", "INSERT INTO n VALUES (f(3), 1)")
    text = "INSERT INTO n VALUES (f(3), 1)"
    assert client.written()[1:] == ([text] if profile == "5.1.27" else ["B", text, "X"])


@pytest.mark.parametrize("profile", ALL)
def test_release_savepoint_and_a_savepoint_at_the_beginning_write_nothing(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("BEGIN", "SAVEPOINT a", T, "RELEASE SAVEPOINT a", "COMMIT")
    assert client.written() == ["B", T, "X"]


@pytest.mark.parametrize("profile", ALL)
def test_a_savepoint_rolled_back_to_is_cut_away_with_what_follows_up_to_5_5(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    later = [f"INSERT INTO t VALUES ({number},1)" for number in (2, 3)]
    client.run("BEGIN", T, "SAVEPOINT a", later[0], "ROLLBACK TO a", later[1], "COMMIT")
    kept = [] if profile in before("5.6") else ["SAVEPOINT `a`"]
    assert client.written() == ["B", T, *kept, later[1], "X"]


@pytest.mark.parametrize("profile", ALL)
def test_a_change_of_no_row_ends_in_commit_and_is_bare_for_n_in_5_1(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    changes = [f"UPDATE {table} SET b = 1 WHERE a = 99" for table in ("t", "n")]
    client.run(*changes)
    n_group = [changes[1]] if profile in OLDER_THAN_5_5 else ["B", changes[1], "C"]
    assert client.written() == ["B", changes[0], "C", *n_group]


@pytest.mark.parametrize("profile", ALL)
def test_the_events_definer_is_named_from_5_1_39(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("CREATE EVENT e ON SCHEDULE EVERY 1 DAY DISABLE DO DELETE FROM n")
    definer = "" if profile == "5.1.27" else "DEFINER=`root`@`localhost` "
    assert client.written() == [f"CREATE {definer}EVENT e ON SCHEDULE EVERY 1 DAY DISABLE DO DELETE FROM n"]


@pytest.mark.parametrize("profile", ALL)
def test_alter_table_rename_is_a_group_in_5_1_39_alone(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("ALTER TABLE t RENAME TO u")
    text = "ALTER TABLE t RENAME TO u"
    assert client.written() == (["B", text, "X"] if profile == "5.1.39" else [text])


@pytest.mark.parametrize("profile", ALL)
def test_the_first_timestamp_has_the_current_time_as_its_default_up_to_5_7(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    client.run("SET TIMESTAMP=1700000000", "SET time_zone='+00:00'", "CREATE TABLE x (a INT, ts TIMESTAMP)")
    client.run("INSERT INTO x (a) VALUES (1)", "INSERT INTO x VALUES (2, NULL)")
    rows = client.run("SELECT ts + 0 FROM x").rows
    expected = None if profile in ("8.0", "9.7") else 20231114221320
    assert [row[0] for row in rows] == [expected, expected]
    client.server.crash()


@pytest.mark.parametrize("profile", ALL)
def test_drop_table_of_a_temporary_table_does_not_wait_though_autocommit_is_off(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    create = "CREATE TEMPORARY TABLE x (a INT) ENGINE=InnoDB"
    client.run("SET autocommit=0", create, "COMMIT", "DROP TABLE x", "ROLLBACK")
    created = [create] if profile in OLDER_THAN_5_5 else ["B", create, "C"]
    dropped = "DROP TABLE x" if profile in OLDER_THAN_5_5 else "DROP TEMPORARY TABLE `x` /* generated by server */"
    assert client.written() == [*created, dropped]


@pytest.mark.parametrize("profile", ["5.1.27", "5.1.39", "5.5"])
def test_an_update_of_several_tables_goes_by_the_rows_it_changed_up_to_5_1(profile: str, tmp_path: Path) -> None:
    client = Client(tmp_path, profile)
    body = "BEGIN INSERT INTO log VALUES (x); RETURN x; END"
    client.run(
        "CREATE TABLE log (a INT) ENGINE=MyISAM",
        f"CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC {body}",
        "INSERT INTO t VALUES (1, 1), (2, 2)",
        "INSERT INTO n VALUES (1, 1)",
        "UPDATE t, n SET t.a = n.a + f(1)",
    )
    text = "UPDATE t, n SET t.a = n.a + f(1) (1062)"
    assert client.written()[-3:][0 if profile == "5.5" else 2 :] == (["B", text, "R"] if profile == "5.5" else [text])


@pytest.mark.parametrize("profile", ALL)
def test_missing_temporary_tables_stay_in_their_place_up_to_5_5(profile: str, tmp_path: Path) -> None:
    """As servers of 5.5.62, 5.6.24 and 5.7.30 wrote it. 5.6 names the database wherever IF EXISTS stands."""
    client = Client(tmp_path, profile)
    given = "DROP TEMPORARY TABLE IF EXISTS gone, x"
    client.run("CREATE TEMPORARY TABLE x (a INT) ENGINE=InnoDB", given)
    names = {"5.5": "`gone`,`x`", "5.6": "`test`.`x`,`test`.`gone`", "5.7": "`x`,`gone`"}.get(profile, "`x`")
    text = given if profile in before("5.5") else f"DROP TEMPORARY TABLE IF EXISTS {names} /* generated by server */"
    assert client.written()[1:] == [text]
