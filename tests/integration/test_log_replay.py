"""`binwriter replay` on a real server: it leaves what `mysqlbinlog | mysql` leaves, and says where it stopped."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from binwriter.cli import main
from binwriter.integration.mysql import DEFAULT_OPTIONS, MySQLServer, running_server
from binwriter.integration.replaying.client import differences, replay, table_contents
from binwriter.integration.replaying.connection import ReplayConnection, ServerError, Target
from binwriter.integration.testing import FakeMySQL
from binwriter.mysql.server_url import ServerUrlError
from binwriter.scenario.notation import read_scenario
from binwriter.scenario.run import run_scenario
from tests.binwriter.inspection.test_statements import NAMES, ON_PURPOSE, log_files
from tests.conftest import PROJECT
from tests.test_real_server import has_setup, with_its_setup


def url(server: MySQLServer) -> str:
    return f"mysql://{server.user}:{server.password}@{server.host}:{server.port}/"


def run(server: MySQLServer, *arguments: str | Path) -> int:
    return main(["replay", "--to", url(server), *map(str, arguments)])


def prepared(server: MySQLServer) -> None:
    """An empty server that trusts the log's functions, takes files, and whose events do not run."""
    server.reset()
    settings = ("event_scheduler=OFF", "log_bin_trust_function_creators=1", "local_infile=ON")
    server.execute("CREATE DATABASE test", *(f"SET GLOBAL {setting}" for setting in settings))


# In CI; the others are for the sweep.
ALWAYS = (
    "load_concurrent_statement",
    "compression_row",
    "xa_statements",
    "events_of_many_rows",
    "user_variables_asked",
)


@pytest.mark.mysql
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ALWAYS else pytest.mark.left_to_sweep)
        for name in NAMES
        if name not in ON_PURPOSE
    ],
)
def test_it_leaves_the_tables_that_the_pipe_leaves(name: str, mysql_server: MySQLServer, tmp_path: Path) -> None:
    """Statements in all formats, all column types, LOAD DATA, DDL, XA, compressed transactions, failed statements."""
    files = log_with_tables(name, tmp_path)
    prepared(mysql_server)
    by_pipe = replay(mysql_server, files, skip_gtids=True, force=True)
    expected = table_contents(mysql_server)
    prepared(mysql_server)
    status = run(mysql_server, "--skip-gtids", "--force", "--quiet", *files)
    assert differences(expected, table_contents(mysql_server)) == []
    assert status == 0 or by_pipe.errors


def log_with_tables(name: str, folder: Path) -> list[Path]:
    """The captured log; where that begins behind the definition of its tables, ours with them."""
    scenario = read_scenario(PROJECT / "tests" / "golden" / "scenarios" / f"{name}.scn")
    if not has_setup(scenario):
        return log_files(name)
    return list(run_scenario(with_its_setup(scenario), folder).files)


# --- one log, and where it stops -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gtid_server() -> Iterator[MySQLServer]:
    options = [*DEFAULT_OPTIONS, "--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--local-infile=ON"]
    with running_server(options, own=True) as server:
        yield server


def log_of(folder: Path, statements: Sequence[str], **options: str) -> list[Path]:
    from binwriter.server.server import Server

    with Server(folder, {"gtid_mode": "ON", "enforce_gtid_consistency": "ON", **options}) as server:
        session = server.connect()
        for statement in statements:
            session.execute(statement)
        session.execute("FLUSH BINARY LOGS")
    return sorted(folder.glob("binlog.0*"))[:-1]


STATEMENTS = (
    "CREATE DATABASE shop",
    "CREATE TABLE shop.t (id INT PRIMARY KEY, v VARCHAR(20))",
    "SET GTID_NEXT = 'AUTOMATIC:blue'",
    "INSERT INTO shop.t VALUES (1, 'one')",
    "SET GTID_NEXT = 'AUTOMATIC'",
    "FLUSH BINARY LOGS",
    "INSERT INTO shop.t VALUES (2, 'two')",
    "UPDATE shop.t SET v = 'zwei' WHERE id = 2",
)


@pytest.mark.mysql
def test_gtids_are_kept_and_nothing_is_run_twice(
    gtid_server: MySQLServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gtid_server.reset()
    log_of(tmp_path, STATEMENTS)
    for _ in range(2):
        assert run(gtid_server, tmp_path) == 0
        assert table_contents(gtid_server) == {("shop", "t"): [(1, "one"), (2, "zwei")]}
    ((executed,),) = gtid_server.execute("SELECT @@GLOBAL.gtid_executed")
    assert re.fullmatch(r"[0-9a-f-]{36}:1-4:blue:1", executed)
    assert capsys.readouterr().out.startswith("5 transactions, ")


@pytest.mark.mysql
def test_it_stops_at_an_error_and_the_same_command_goes_on(
    gtid_server: MySQLServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gtid_server.reset()
    first, second, *_ = log_of(tmp_path, STATEMENTS)
    assert run(gtid_server, "--stop-position", "4", first, second) == 0  # the second file's
    gtid_server.execute("SET sql_log_bin = 0", "INSERT INTO shop.t VALUES (2, 'in the way')")
    assert run(gtid_server, first, second) == 1
    said = capsys.readouterr().err
    assert re.search(rf"{second}:\d+: ERROR 1062 \(23000\): .*Duplicate entry '2'", said), said
    (going_on,) = re.findall(r"to go on: (--start-position=\d+) (.*)", said)
    assert going_on[1] == str(second)
    gtid_server.execute("SET sql_log_bin = 0", "DELETE FROM shop.t WHERE id = 2")
    assert run(gtid_server, *going_on) == 0
    assert table_contents(gtid_server) == {("shop", "t"): [(1, "one"), (2, "zwei")]}


@pytest.mark.mysql
def test_databases_go_by_another_name_and_tables_are_compared(
    gtid_server: MySQLServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gtid_server.reset()
    log_of(tmp_path, [*STATEMENTS[:2], "CREATE DATABASE other", "CREATE TABLE other.u (a INT)", *STATEMENTS[3:4]])
    assert run(gtid_server, "-q", tmp_path) == 0
    # CREATE DATABASE and names in texts stay as they are: rows only
    gtid_server.execute("CREATE DATABASE copy", "CREATE TABLE copy.t LIKE shop.t")
    rows = ["--skip-gtids", "-q", "--rewrite-db", "shop->copy", "--database", "copy"]
    (start,) = positions(tmp_path, b"BEGIN")
    assert run(gtid_server, *rows, "--start-position", str(start), tmp_path) == 0
    assert table_contents(gtid_server, ["copy"]) == {("copy", "t"): [(1, "one")]}
    gtid_server.execute("INSERT INTO copy.t VALUES (5, 'more')", "DELETE FROM shop.t")
    assert (
        run(gtid_server, *rows, "--idempotent", "--check", url(gtid_server), "--start-position", str(start), tmp_path)
        == 1
    )
    assert capsys.readouterr().out.splitlines() == [
        "copy.t: only on the left: (1, 'one')",
        "copy.t: only on the left: (5, 'more')",
    ]


@pytest.mark.mysql
def test_tables_are_compared_with_those_that_the_log_makes(
    gtid_server: MySQLServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gtid_server.reset()
    files = log_of(tmp_path, STATEMENTS)
    assert run(gtid_server, "-q", "--check", "--", *files) == 0
    gtid_server.execute("CREATE TABLE shop.more (a INT)", "DELETE FROM shop.t WHERE id = 1")
    assert run(gtid_server, "-q", "--check", "--", *files) == 1
    assert capsys.readouterr().out.splitlines() == ["shop.t: only on the right: (1, 'one')"]
    more = log_of(tmp_path / "more", [*STATEMENTS[:2], "CREATE TABLE shop.u SELECT 1 AS a", "DROP TABLE shop.t"])
    gtid_server.reset()
    assert run(gtid_server, "-q", "--check", "--", *more) == 0
    # without the file that makes the table nobody knows what it holds
    gtid_server.reset()
    assert run(gtid_server, "-q", files[0]) == 0
    assert run(gtid_server, "-q", "--check", "--", files[1]) == 2
    assert "the tables that the log implies cannot be told" in capsys.readouterr().err


def positions(folder: Path, query: bytes) -> list[int]:
    from binwriter.binlog.files.reader import read_events

    events = read_events(folder / "binlog.000001")
    return [event.position for event in events if getattr(event.body, "query", b"") == query]


@pytest.mark.mysql
def test_a_file_comes_from_the_log_behind_what_its_statement_reads(gtid_server: MySQLServer, tmp_path: Path) -> None:
    """mysqlbinlog prints LOAD DATA before the user variables and the INSERT_ID that it was logged with."""
    gtid_server.reset()
    gtid_server.execute("CREATE DATABASE shop")
    gtid_server.put_file("shop/rows.txt", "1\tone\n2\tgrün\n".encode())
    try:
        gtid_server.execute(
            "SET binlog_format = 'STATEMENT'",
            "CREATE TABLE shop.t (n INT AUTO_INCREMENT PRIMARY KEY, id INT, v CHAR(20) CHARACTER SET latin1, w TEXT)",
            "INSERT INTO shop.t (n) VALUES (6)",
            "SET @`grün` = 'x', @b = 0.1",
            "LOAD DATA INFILE 'shop/rows.txt' INTO TABLE shop.t CHARACTER SET utf8mb4 (id, v)"
            " SET w = CONCAT(@`grün`, v, @b)",
            "COMMIT",
            "FLUSH BINARY LOGS",
        )
        files = []
        for name, data in list(gtid_server.fetch_binlogs().items())[:-1]:
            files.append(tmp_path / name)
            files[-1].write_bytes(data)
        expected = table_contents(gtid_server)
    finally:
        gtid_server.remove_file("shop/rows.txt")
    assert expected["shop", "t"][-1] == (8, 2, "grün", "xgrün0.1")
    gtid_server.reset()
    assert run(gtid_server, "-q", *files) == 0
    assert table_contents(gtid_server) == expected


@pytest.mark.mysql
def test_errors_of_the_source_are_expected_and_a_lost_server_is_told(
    gtid_server: MySQLServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gtid_server.reset()
    captured = log_files("errors_halfway")
    gtid_server.execute("CREATE DATABASE test")
    assert run(gtid_server, "--skip-gtids", *captured) in (0, 1)
    assert "ERROR 1062" not in capsys.readouterr().err
    with pytest.raises(ServerUrlError, match=r"no connection to 127\.0\.0\.1:1"):
        Target("127.0.0.1", 1).connect()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("http://root@here/", "not of the form mysql://"),
        ("mysql://root@here:port/", "not of the form mysql://"),
        ("mysql://root:secret@here/db", "a log names its databases itself"),
        ("mysql://here/?timeout=1", "timeout: not a parameter of the URL"),
    ],
)
def test_urls_that_are_none(text: str, message: str) -> None:
    with pytest.raises(ServerUrlError, match=message) as refused:
        Target.from_url(text)
    assert "secret" not in str(refused.value)


def test_what_a_url_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYSQL_PWD", "from the environment")
    assert Target.from_url("mysql://me@here") == Target("here", 3306, "me", "from the environment")
    asked = Target.from_url("mysql://m%40e:p%2F@[::1]:3307/?connect-timeout=2")
    assert asked == Target("::1", 3307, "m@e", "p/", (("connect_timeout", 2),))


# --- on a fake server, without a container ---------------------------------------------------------------------------


@pytest.fixture
def fake() -> Iterator[FakeMySQL]:
    with FakeMySQL({"gtid_mode": "ON", "enforce_gtid_consistency": "ON", "local_infile": "ON"}) as fake:
        yield fake


def test_a_fake_server_takes_a_log_as_well(fake: FakeMySQL, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, *_ = log_of(tmp_path, STATEMENTS)
    to = ["replay", "-q", "--to", fake.url]
    assert main([*to, str(second)]) == 1  # the database is in the first file
    assert "ERROR 1049 (42000): Unknown database 'shop', at: BINLOG" in capsys.readouterr().err
    assert main([*to, str(first), str(second)]) == 0
    assert fake.execute("SELECT * FROM shop.t") == ((1, "one"), (2, "zwei"))
    ((executed,),) = fake.execute("SELECT @@GLOBAL.gtid_executed")
    assert re.fullmatch(r"[0-9a-f-]{36}:1-4:blue:1", executed)


def test_no_file_is_sent_but_the_logs(fake: FakeMySQL) -> None:
    fake.execute("CREATE DATABASE shop", "CREATE TABLE shop.t (a INT)")
    load = b"LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE shop.t"
    with Target.from_url(fake.url).connect() as connection:
        for given in (None, (b"another", b"7\n")):
            with pytest.raises(ServerError, match=r"asks for the file b'/etc/hostname', which the log does not hold"):
                connection.ask(load, given)
        connection.ask(load, (b"/etc/hostname", b"7\n8\n"))
        assert connection.ask(b"SELECT * FROM shop.t") == ((7,), (8,))


def test_a_lost_connection_says_where_to_go_on(
    fake: FakeMySQL, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = log_of(tmp_path, STATEMENTS)
    ask = ReplayConnection.ask

    def ends(connection: ReplayConnection, sql: bytes, *rest: Any) -> Any:
        if b"shop.t (id" in sql:
            fake.server.kill(connection.thread_id())
        return ask(connection, sql, *rest)

    monkeypatch.setattr(ReplayConnection, "ask", ends)
    assert main(["replay", "-q", "--to", fake.url, str(first)]) == 1
    said = capsys.readouterr().err
    (place,) = re.findall(r"to go on: --start-position=(\d+) ", said)
    assert "with its GTID it is not run twice" in said
    monkeypatch.undo()
    assert main(["replay", "-q", "--to", fake.url, "--start-position", place, str(first)]) == 0
    assert fake.execute("SELECT * FROM shop.t") == ((1, "one"),)


# --- by replication --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def replica() -> Iterator[MySQLServer]:
    options = ["--server-id=77", "--log-bin=binlog", "--gtid-mode=ON", "--enforce-gtid-consistency=ON"]
    with running_server(options, own=True) as server:
        yield server


def follow(server: MySQLServer, *arguments: str | Path) -> int:
    """A container reaches this machine by the address of its bridge."""
    address = subprocess.run(
        ["docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    return run(server, "--as-replica", "--listen", address, *arguments)


@pytest.mark.mysql
@pytest.mark.parametrize(
    "options", [{}, {"gtid_mode": "OFF", "enforce_gtid_consistency": "OFF"}], ids=["gtids", "none"]
)
def test_a_server_follows_until_all_is_there(
    options: dict[str, str], replica: MySQLServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replica.reset()
    statements = [text for text in STATEMENTS if not (options and "AUTOMATIC" in text)]
    log_of(tmp_path, statements, **options)
    assert follow(replica, *sorted(tmp_path.glob("binlog.0*"))) == 0
    assert table_contents(replica) == {("shop", "t"): [(1, "one"), (2, "zwei")]}
    assert capsys.readouterr().out.startswith("5 transactions in ")
    assert replica.execute("SELECT channel_name FROM performance_schema.replication_connection_configuration") == []


@pytest.mark.mysql
def test_what_stops_the_applier_is_told_and_the_channel_goes(
    replica: MySQLServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replica.reset()
    files = log_of(tmp_path / "a", STATEMENTS)
    replica.execute("SET sql_log_bin = 0", "CREATE DATABASE shop", "CREATE TABLE shop.other (a INT)")
    assert follow(replica, *files) == 1
    assert "database exists" in capsys.readouterr().err
    assert replica.execute("SELECT channel_name FROM performance_schema.replication_connection_configuration") == []
    replica.reset()
    files = log_of(tmp_path / "b", STATEMENTS, server_id="77")
    assert follow(replica, *files) == 1
    assert "server_id=77, as events of the log" in capsys.readouterr().err
    assert follow(replica, "--database", "shop", *files) == 2
    assert "--database does not go with --as-replica" in capsys.readouterr().err
