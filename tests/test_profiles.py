"""What each server profile writes beyond the samples of old servers: GTIDs, checksums, types, the command's option."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.catalog.schemas import Schema
from binwriter.catalog.tables import Column, Table
from binwriter.cli import main
from binwriter.errors import EncodeError, MySQLError, UnknownServerVersionError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import BINLOG_MAGIC, ColumnType, EventType
from binwriter.formats.events import Gtid, PreviousGtids, Query, Rows, TableMap
from binwriter.formats.servers import PROFILES, profile_by_name
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.parsers import unexpected_failures
from binwriter.integration.replaying.client import replay, table_contents, verify_checksums
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server

from .conftest import PROJECT

ORACLE = PROJECT.parent / "shared" / "oracle-old"
GTIDS_OFF = ("loose-gtid-mode=OFF", "loose-enforce-gtid-consistency=OFF")
WITH_GTIDS = [name for name in PROFILES if name >= "5.6"]
SCRIPT = (
    "CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(20), d DATETIME NULL, s SET('x','y'), n DECIMAL(10,2)) ENGINE=InnoDB",
    "CREATE TABLE n (a INT PRIMARY KEY, b BIT(9), tm TIME) ENGINE=MyISAM",
    "INSERT INTO t VALUES (1,'one','2009-02-25 12:34:56','x,y',1.50), (2,NULL,NULL,NULL,NULL)",
    "SET @v = 7",
    "INSERT INTO n VALUES (@v, b'100000001', '-838:59:59')",
    "BEGIN",
    "UPDATE t SET b = 'uno' WHERE a = 1",
    "INSERT INTO n VALUES (8, b'0', '12:34:56')",
    "SAVEPOINT `a b`",
    "DELETE FROM t WHERE a = 2",
    "ROLLBACK TO `a b`",
    "COMMIT",
    "DROP TABLE n",
    "CREATE TABLE n (a INT PRIMARY KEY) ENGINE=MyISAM",
    "INSERT INTO n VALUES (1),(2)",
)


def run(folder: Path, profile: str, *statements: str, options: tuple[str, ...] = ()) -> list[LogEvent]:
    """Runs statements on database test and gives the first file's events."""
    with Server(folder, options, profile=profile) as server:
        server.front_end.catalog.schemas["test"] = Schema("test", 8)
        session = server.connect(database="test")
        session.execute(f"SET NAMES {server.profile.client_charset}")
        for statement in statements:
            session.execute(statement)
    return list(read_events(folder / "binlog.000001"))


@pytest.mark.parametrize("folder", sorted(ORACLE.glob("[58].*")), ids=lambda path: str(path.name))
def test_a_profile_writes_the_real_format_description(folder: Path, tmp_path: Path) -> None:
    theirs = (folder / "o_default_format" / "binlog.000001").read_bytes()
    ours = run(tmp_path, folder.name, options=GTIDS_OFF)
    size = ours[0].header.size
    start = len(BINLOG_MAGIC)
    # all but the two timestamps and the checksum
    assert ours[0].raw[4 : 19 + 52] == theirs[start + 4 : start + 19 + 52]
    end = size - 4 if profile_by_name(folder.name).checksums else size
    assert ours[0].raw[19 + 56 : end] == theirs[start + 19 + 56 : start + end]


def test_the_same_profile_by_series_and_by_version() -> None:
    assert profile_by_name("5.7") is profile_by_name("5.7.18") is profile_by_name("5.7.18-log")
    assert profile_by_name("9.7") is profile_by_name("9.7.4") is profile_by_name("9.7.4-2")
    with pytest.raises(UnknownServerVersionError, match=r"'5\.7\.44'; there are 5\.1\.27, .* 9\.7 \(9\.7\.4\)"):
        profile_by_name("5.7.44")


# --- GTIDs and checksums -------------------------------------------------------------------------------------------

GTID_SIZES = {"5.6": 48, "5.7": 65}


@pytest.mark.parametrize("profile", WITH_GTIDS)
def test_gtid_events(profile: str, tmp_path: Path) -> None:
    on = ("gtid-mode=ON", "enforce-gtid-consistency=ON")
    events = run(tmp_path, profile, "CREATE TABLE t (a INT) ENGINE=InnoDB", "INSERT INTO t VALUES (1)", options=on)
    assert events[1].header.type == EventType.PREVIOUS_GTIDS
    assert isinstance(events[1].body, PreviousGtids)
    assert events[1].header.flags == (0 if profile == "5.6" else 0x80)
    found = [event for event in events if isinstance(event.body, Gtid)]
    assert [event.body.gno for event in found] == [1, 2]
    assert all(event.header.type == EventType.GTID for event in found)
    for event in found:
        body = event.body
        # with transaction_length in 3 bytes, as for 252 bytes and more
        assert event.header.size in ({GTID_SIZES[profile]} if profile in GTID_SIZES else {77, 79})
        assert (body.last_committed is None) == (profile == "5.6")
        assert (body.immediate_server_version is None) == (profile in GTID_SIZES)


@pytest.mark.parametrize("profile", WITH_GTIDS)
def test_anonymous_groups_have_an_event_from_5_7_on(profile: str, tmp_path: Path) -> None:
    off = ("gtid-mode=OFF", "enforce-gtid-consistency=OFF")
    types = [event.header.type for event in run(tmp_path, profile, "CREATE TABLE t (a INT)", options=off)]
    head = [] if profile == "5.6" else [EventType.PREVIOUS_GTIDS, EventType.ANONYMOUS_GTID]
    assert types == [EventType.FORMAT_DESCRIPTION, *head, EventType.QUERY, EventType.STOP]


def test_tags_came_after_8_0() -> None:
    assert [name for name, profile in PROFILES.items() if profile.gtid_tags] == ["8.4", "9.7"]


@pytest.mark.parametrize("profile", WITH_GTIDS)
def test_a_log_without_checksums(profile: str, tmp_path: Path) -> None:
    description, *rest = run(tmp_path, profile, "CREATE TABLE t (a INT)", options=("binlog-checksum=NONE",))
    assert description.checksum is not None
    assert {event.checksum for event in rest} == {None}


# --- types and tables ----------------------------------------------------------------------------------------------


def _temporal(fsp: int) -> Table:
    specs = (
        ColumnSpec("a", ColumnType.LONG),
        ColumnSpec("d", ColumnType.DATETIME2, fsp=fsp),
        ColumnSpec("t", ColumnType.TIME2),
        ColumnSpec("b", ColumnType.BIT, length=9),
    )
    return Table("test", "r", ENGINES["innodb"], tuple(Column(spec) for spec in specs))


def _rows(folder: Path) -> Iterator[tuple[TableMap, Rows]]:
    table = None
    for event in read_events(folder / "binlog.000001"):
        if isinstance(event.body, TableMap):
            table = event.body
        elif isinstance(event.body, Rows):
            assert table is not None
            yield table, event.body


@pytest.mark.parametrize("profile", PROFILES)
def test_rows_without_sql_have_the_types_of_the_version(profile: str, tmp_path: Path) -> None:
    with Server(tmp_path, profile=profile) as server:
        session = server.connect()
        session.variables.set("binlog_format", "ROW")
        session.insert_rows(_temporal(0), [(1, datetime(2009, 2, 25, 12, 34, 56), timedelta(minutes=34), 257)])
    ((table, rows),) = _rows(tmp_path)
    old = profile < "5.6"
    expected = (ColumnType.DATETIME, ColumnType.TIME) if old else (ColumnType.DATETIME2, ColumnType.TIME2)
    assert table.column_types == (ColumnType.LONG, *expected, ColumnType.BIT)
    counts_bits = profile not in ("5.1.27", "5.1.39")
    assert table.flags == (1 if counts_bits else 0)
    assert table.metadata[-2:] == (b"\1\1" if counts_bits else b"\0\2")
    assert rows.type == (EventType.WRITE_ROWS_V1 if old else EventType.WRITE_ROWS)
    assert rows.flags == (0x11 if profile == "9.7" else 1)
    assert bool(table.optional_metadata) == (profile >= "8.0")


def test_what_a_version_has_no_type_for_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "rows", profile="5.5") as server:
        session = server.connect()
        session.variables.set("binlog_format", "ROW")
        with pytest.raises(EncodeError, match="no fractions"):
            session.insert_rows(_temporal(3), [(1, None, None, None)])
    with Server(tmp_path / "sql", profile="5.5") as server:
        server.front_end.catalog.schemas["test"] = Schema("test", 8)
        session = server.connect(database="test")
        for type_ in ("DATETIME(3)", "JSON", "VECTOR(3)"):
            with pytest.raises(MySQLError, match="syntax") as caught:
                session.execute(f"CREATE TABLE t (a {type_})")
            assert caught.value.code == 1064


@pytest.mark.parametrize("profile", ["8.0", "8.4", "9.7"])
def test_full_metadata(profile: str, tmp_path: Path) -> None:
    statements = ("CREATE TABLE t (a INT PRIMARY KEY, e ENUM('x')) ENGINE=InnoDB", "INSERT INTO t VALUES (1,'x')")
    run(tmp_path, profile, *statements, options=("binlog-row-metadata=FULL",))
    ((table, _),) = _rows(tmp_path)
    assert [field.type for field in table.optional_metadata] == [1, 4, 10, 6, 8, 12]


def test_8_0_goes_by_commit_order_unless_told(tmp_path: Path) -> None:
    statements = (
        "CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB",
        *(f"INSERT INTO t VALUES ({n})" for n in range(3)),
    )
    parents = {}
    for tracking in ("COMMIT_ORDER", "WRITESET"):
        option = f"binlog-transaction-dependency-tracking={tracking}"
        events = run(tmp_path / tracking, "8.0", *statements, options=(option,))
        parents[tracking] = [event.body.last_committed for event in events if isinstance(event.body, Gtid)]
    assert parents == {"COMMIT_ORDER": [0, 1, 2, 3], "WRITESET": [0, 1, 1, 1]}


# --- the command, and MySQL's own reader ---------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["5.1.27", "5.5.20", "5.7"])
def test_the_command_writes_as_that_version(version: str, tmp_path: Path) -> None:
    script = tmp_path / "s.sql"
    script.write_text("CREATE TABLE t (a INT);\n")
    assert main(["run", str(script), "--out", str(tmp_path / "out"), "--server-version", version, "--quiet"]) == 0
    first = next(iter(read_events(tmp_path / "out" / "binlog.000001")))
    assert first.body.server_version == profile_by_name(version).version


def test_the_command_names_the_versions_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "s.sql"
    script.write_text("SELECT 1;\n")
    assert main(["run", str(script), "--out", str(tmp_path / "out"), "--server-version", "4.1"]) == 2
    assert "no server version '4.1'; there are 5.1.27, 5.1.39" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("binlog_format", ["STATEMENT", "ROW"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.mysql
def test_mysql_reads_and_replays_every_profile(
    profile: str, binlog_format: str, tmp_path: Path, clean_mysql: MySQLServer
) -> None:
    events = run(tmp_path, profile, f"SET binlog_format={binlog_format}", *SCRIPT, options=GTIDS_OFF)
    file = tmp_path / "binlog.000001"
    if binlog_format == "ROW" and profile_by_name(profile).rows_version == 1:
        # mysqlbinlog 9.7 does not read rows events of version 1 any more, those of the real old servers neither
        assert any("ERROR" in line for line in verify_checksums(clean_mysql, [file]))
        return
    assert verify_checksums(clean_mysql, [file]) == ()
    assert any(isinstance(event.body, Query) and event.body.query.startswith(b"DROP TABLE") for event in events)
    clean_mysql.execute("CREATE DATABASE test CHARACTER SET latin1")

    result = replay(clean_mysql, [file])

    assert result.errors == ()
    contents = table_contents(clean_mysql)
    assert contents["test", "n"] == [(1,), (2,)]
    assert [row[:2] for row in contents["test", "t"]] == [(1, "uno"), (2, None)]
    assert contents["test", "t"][0][2] == datetime(2009, 2, 25, 12, 34, 56)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_log_goes_on_after_a_crash(profile: str, tmp_path: Path) -> None:
    """Also of a version whose files begin without Previous_gtids and whose groups have no GTID event."""
    server = Server(tmp_path, profile=profile)
    session = server.connect()
    session.execute("CREATE DATABASE d")
    whole = (tmp_path / "binlog.000001").read_bytes()
    session.execute("DROP DATABASE d")
    server.crash()
    (tmp_path / "binlog.000001").write_bytes((tmp_path / "binlog.000001").read_bytes()[:-5])
    with Server(tmp_path, profile=profile) as again:
        assert again.position()[0] == "binlog.000002"
    assert (tmp_path / "binlog.000001").stat().st_size == len(whole)


@pytest.mark.parametrize("profile", PROFILES)
def test_python_mysql_replication_reads_every_profile(profile: str, tmp_path: Path) -> None:
    for binlog_format in ("STATEMENT", "ROW"):
        folder = tmp_path / binlog_format
        run(folder, profile, f"SET binlog_format={binlog_format}", *SCRIPT, options=GTIDS_OFF)
        assert unexpected_failures((folder / "binlog.000001").read_bytes()) == []
