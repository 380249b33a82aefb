"""`binwriter inspect --sql LOG | mysql` on a real server: it leaves what `mysqlbinlog LOG | mysql` leaves."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.replaying.client import differences, replay, table_contents
from tests.integration.test_log_replay import log_with_tables, prepared


@pytest.mark.mysql
@pytest.mark.parametrize("name", ["events_of_many_rows", "user_variables_asked", "compression_row", "xa_statements"])
def test_the_sql_leaves_the_tables_that_mysqlbinlog_leaves(
    name: str, mysql_server: MySQLServer, tmp_path: Path
) -> None:
    files = log_with_tables(name, tmp_path)
    prepared(mysql_server)
    by_mysqlbinlog = replay(mysql_server, files, skip_gtids=True, force=True)
    expected = table_contents(mysql_server)
    prepared(mysql_server)
    sql = tmp_path / "all.sql"
    assert main(["inspect", "--sql", "--skip-gtids", "-vv", "-r", str(sql), *map(str, files)]) == 0
    client = f"{shlex.join(['mysql', *mysql_server.client_options(), '--binary-mode', '--force'])} < all.sql"
    done = mysql_server.run(client, files={"all.sql": sql.read_bytes()}, shell=True)
    assert by_mysqlbinlog.errors or b"ERROR" not in done.stderr
    assert differences(expected, table_contents(mysql_server)) == []


def test_options_choose_what_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "s.sql"
    script.write_text(
        "CREATE TABLE t (a INT); INSERT INTO t VALUES (1); SET binlog_format=STATEMENT; INSERT INTO t VALUES (2);"
    )
    assert main(["run", str(script), "--out", str(tmp_path / "log"), "--quiet"]) == 0
    log = str(tmp_path / "log" / "binlog.000001")

    def printed(*options: str, status: int = 0) -> str:
        assert main(["inspect", log, *options]) == status
        return capsys.readouterr().out

    whole = printed("--sql")
    assert (whole.count("BINLOG '"), "# at " in whole, "INSERT INTO t VALUES (2)" in whole) == (2, True, True)
    short = printed("-s")
    assert ("BINLOG" in short, "# at" in short, "INSERT INTO t VALUES (2)" in short) == (False, False, True)
    decoded = printed("--sql", "-v", "--base64-output=DECODE-ROWS")
    assert ("BINLOG" in decoded, "###   @1=1" in decoded) == (False, True)
    assert "SQL_LOG_BIN=0" in printed("--sql", "-D")
    assert "use `other`" in printed("--sql", "--rewrite-db", "test->other")
    assert "INSERT" not in printed("--require-row-format", status=1)
    assert printed("--sql", "-q") == ""
    assert printed("--raw", "-r", str(tmp_path / "copy-")) == ""
    assert (tmp_path / "copy-binlog.000001").read_bytes() == Path(log).read_bytes()
