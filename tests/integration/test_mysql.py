"""The real server that tests run against: had, reset, restarted, and asked for its files; or absent, and why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from binwriter.formats.constants import HeaderFlag
from binwriter.integration import mysql
from binwriter.integration.machines import Remote, ServerUnavailableError
from binwriter.integration.mysql import DEFAULT_OPTIONS, MySQLServer, running_server, server_by_url, unavailable_reason

# Where the format description at position 4 has the header's flags.
_FLAGS_OFFSET = 4 + 17
_NOWHERE = "unix:///nonexistent/docker.sock"


@pytest.mark.mysql
def test_a_reset_leaves_nothing_behind(clean_mysql: MySQLServer) -> None:
    before = clean_mysql.execute("SHOW GLOBAL VARIABLES WHERE Variable_name NOT LIKE 'gtid%'")
    open_transaction = clean_mysql.connect()
    with open_transaction.cursor() as cursor:
        cursor.execute("CREATE DATABASE `odd ``name`")
        cursor.execute("CREATE TABLE `odd ``name`.t (a INT)")
        cursor.execute("CREATE USER someone@'%'")
        cursor.execute("SET GLOBAL max_binlog_size = 8192, binlog_row_metadata = FULL, sql_mode = ''")
        cursor.execute("XA START X'00', 'b', 7")
        cursor.execute("INSERT INTO `odd ``name`.t VALUES (1)")
        cursor.execute("XA END X'00', 'b', 7")
        cursor.execute("XA PREPARE X'00', 'b', 7")
    with clean_mysql.connect("odd `name") as other, other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT * FROM t")

        clean_mysql.reset()

    system = ["information_schema", "mysql", "performance_schema", "sys"]
    assert [row[0] for row in clean_mysql.execute("SHOW DATABASES")] == system
    assert clean_mysql.execute("SELECT user FROM mysql.user WHERE user = 'someone'") == []
    assert clean_mysql.execute("XA RECOVER") == []
    assert clean_mysql.execute("SHOW GLOBAL VARIABLES WHERE Variable_name NOT LIKE 'gtid%'") == before
    assert list(clean_mysql.fetch_binlogs()) == ["binlog.000001"]


@pytest.mark.mysql
def test_files_by_disk_and_by_protocol_are_the_same(clean_mysql: MySQLServer) -> None:
    clean_mysql.execute(
        "CREATE DATABASE d",
        "CREATE TABLE d.t (a INT PRIMARY KEY, b LONGBLOB)",
        "FLUSH BINARY LOGS",
        # longer than one packet of the protocol can be
        "INSERT INTO d.t VALUES (1, REPEAT('x', 17000000))",
        "COMMIT",
    )
    by_url = server_by_url(f"mysql://root@{clean_mysql.host}:{clean_mysql.port}")
    disk, protocol = clean_mysql.fetch_binlogs(), by_url.fetch_binlogs()
    assert list(disk) == list(protocol) == ["binlog.000001", "binlog.000002"]
    assert disk["binlog.000001"] == protocol["binlog.000001"]
    assert len(disk["binlog.000002"]) > 1 << 24
    # the one that is being written: its flag is not sent
    in_use = bytearray(disk["binlog.000002"])
    assert in_use[_FLAGS_OFFSET] == HeaderFlag.BINLOG_IN_USE
    in_use[_FLAGS_OFFSET] = 0
    assert bytes(in_use) == protocol["binlog.000002"]


@pytest.mark.mysql
def test_mysqlbinlog_reads_files_of_this_machine(clean_mysql: MySQLServer) -> None:
    clean_mysql.execute("CREATE DATABASE d", "FLUSH BINARY LOGS")
    whole = clean_mysql.fetch_binlogs()["binlog.000001"]
    good = clean_mysql.mysqlbinlog(["--verify-binlog-checksum"], {"binlog.000001": whole})
    assert (good.exit_code, good.stderr) == (0, b"")
    assert b"CREATE DATABASE d" in good.stdout

    damaged = whole.replace(b"CREATE DATABASE d", b"CREATE DATABASE e")
    bad = clean_mysql.mysqlbinlog(["--verify-binlog-checksum"], {"binlog.000001": damaged})
    assert bad.exit_code != 0
    assert b"crc check failed" in bad.stderr


@pytest.mark.mysql
def test_commands_run_where_their_files_are(clean_mysql: MySQLServer) -> None:
    assert clean_mysql.run("cat a b | tr a-z A-Z", files={"a": b"one ", "b": b"two"}, shell=True).stdout == b"ONE TWO"
    assert clean_mysql.run(["ls"]).stdout == b""
    with pytest.raises(ServerUnavailableError, match="no_such_program"):
        clean_mysql.run(["no_such_program"])


@pytest.mark.mysql
@pytest.mark.skipif("BINWRITER_MYSQL_URL" in os.environ, reason="a server that is given by URL is not restarted")
def test_a_server_is_restarted_with_other_options_and_survives_a_crash() -> None:
    with running_server() as server:
        server.execute("CREATE DATABASE d", "CREATE TABLE d.t (a INT)", "INSERT INTO d.t VALUES (1)", "COMMIT")
        server.restart([*DEFAULT_OPTIONS, "--max-binlog-size=4096", "--sql-mode=ANSI,NO_ZERO_DATE"])
        (row,) = server.execute("SELECT @@max_binlog_size, @@sql_mode LIKE '%ANSI%'")
        assert row == (4096, 1)
        server.kill()
        index = server.fetch_file("binlog.index")
        assert index == b"./binlog.000001\n./binlog.000002\n"
        assert server.fetch_file("binlog.000002")[_FLAGS_OFFSET] == HeaderFlag.BINLOG_IN_USE
        server.restart()
        assert server.execute("SELECT * FROM d.t") == [(1,)]
        assert server.execute("SELECT @@max_binlog_size") == [(4096,)]
        assert list(server.fetch_binlogs()) == ["binlog.000001", "binlog.000002", "binlog.000003"]


# --- a server that is given, or none ---


def test_a_url_names_a_server() -> None:
    server = server_by_url("mysql://me:p%40ss@db.example:3307")
    assert (server.host, server.port, server.user, server.password) == ("db.example", 3307, "me", "p@ss")
    assert not server.is_ours
    assert (server_by_url("mysql://h").user, server_by_url("mysql://h").port) == ("root", 3306)


@pytest.mark.parametrize("url", ["db.example:3306", "http://db.example", "mysql://"])
def test_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(ServerUnavailableError, match="mysql://user:password@host:port"):
        server_by_url(url)


def test_what_a_server_by_url_cannot_do_is_refused_by_name(tmp_path: Path) -> None:
    remote = Remote("127.0.0.1", 1)
    for refused in (remote.stop, remote.kill, lambda: remote.start([]), lambda: remote.fetch_file("binlog.index")):
        with pytest.raises(ServerUnavailableError, match="given by URL"):
            refused()
    with pytest.raises(ServerUnavailableError, match="no_such_program is not installed here"):
        remote.run(["no_such_program"], {})
    assert remote.run(["cat", "a"], {"a": b"text"}).stdout == b"text"


def test_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BINWRITER_MYSQL_URL", raising=False)
    monkeypatch.setenv("DOCKER_HOST", _NOWHERE)
    reason = unavailable_reason()
    assert reason is not None and "no Docker engine answers" in reason
    with pytest.raises(ServerUnavailableError, match="no Docker engine answers"), running_server():
        pass
    monkeypatch.setenv("BINWRITER_MYSQL_URL", "mysql://127.0.0.1:1")
    assert unavailable_reason() is None
    # it is not the server of those who need one of their own
    for asked in (running_server(own=True), running_server(["--gtid-mode=ON"])):
        with pytest.raises(ServerUnavailableError, match="no Docker engine answers"), asked:
            pass


@pytest.mark.mysql
def test_a_missing_image_is_told(mysql_server: MySQLServer, monkeypatch: pytest.MonkeyPatch) -> None:
    if not mysql_server.is_ours:
        pytest.skip("needs a Docker engine")
    monkeypatch.setattr(mysql, "IMAGE", "binwriter-no-such-image:1")
    reason = unavailable_reason()
    assert reason is not None and "docker/build.sh" in reason


@pytest.mark.parametrize(("required", "outcome"), [("0", "1 skipped"), ("1", "1 error")])
@pytest.mark.slow
def test_the_fixture_skips_or_fails(tmp_path: Path, required: str, outcome: str) -> None:
    (tmp_path / "test_it.py").write_text("def test_it(clean_mysql): pass\n")
    environment = {**os.environ, "DOCKER_HOST": _NOWHERE, "BINWRITER_REQUIRE_MYSQL": required}
    environment.pop("BINWRITER_MYSQL_URL", None)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-rs",
        "-p",
        "binwriter.integration.pytest_plugin",
        "-p",
        "no:cacheprovider",
    ]
    found = subprocess.run(
        [*command, str(tmp_path)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert outcome in found.stdout
    assert "no Docker engine answers" in found.stdout
    assert found.returncode == int(required)
