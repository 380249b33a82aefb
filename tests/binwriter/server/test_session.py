"""Sessions without SQL, and what sessions must keep true whatever happens. test_golden compares whole logs."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.chance import Chance
from binwriter.errors import EncodeError, LogFileError, MySQLError, OptionError, UnsupportedError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.events import Gtid, Rows, TableMap
from binwriter.inspection.verify import verify_files
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server

OFF = ("gtid-mode=OFF", "enforce-gtid-consistency=OFF")


def table(engine: str = "innodb") -> Table:
    columns = (
        Column(ColumnSpec("id", ColumnType.LONG, nullable=False)),
        Column(ColumnSpec("v", ColumnType.TINY)),
    )
    return Table("shop", "t", ENGINES[engine], columns, (Key("PRIMARY", (KeyPart(0),), unique=True),))


def events(folder: Path, number: int = 1) -> list[LogEvent]:
    return list(read_events(folder / f"binlog.{number:06}"))


def types(folder: Path, number: int = 1) -> list[str]:
    return [EventType(event.header.type).name for event in events(folder, number)][2:]


HEAD_OF_ROWS = ["GTID", "QUERY", "TABLE_MAP", "WRITE_ROWS"]


def test_rows_in_autocommit_are_a_group_of_their_own(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.connect().insert_rows(table(), [(1, 1), (2, None)])
    assert types(tmp_path) == [*HEAD_OF_ROWS, "XID", "STOP"]
    rows = next(event.body for event in events(tmp_path) if isinstance(event.body, Rows))
    assert rows.rows.hex() == "0001000000010202000000"  # NULL bitmap, INT, TINYINT as a server packs them


def test_rows_of_an_n_table_are_written_at_once_inside_a_transaction(tmp_path: Path) -> None:
    with Server(tmp_path, OFF) as server:
        session = server.connect()
        session.begin()
        session.insert_rows(table(), [(1, 1)])
        session.insert_rows(table("myisam"), [(1, 1)])
        assert server.position()[1] > 158
        assert session.rollback() is True
    assert [name for name in types(tmp_path) if name != "STOP"] == ["ANONYMOUS_GTID", *HEAD_OF_ROWS[1:], "QUERY"]


def test_a_block_that_raises_is_rolled_back(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        with pytest.raises(ZeroDivisionError), session.transaction():
            session.insert_rows(table(), [(1, 1)])
            raise ZeroDivisionError
    assert types(tmp_path) == ["STOP"]


def test_a_value_that_cannot_be_encoded_leaves_nothing_of_its_statement(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        with session.transaction():
            session.insert_rows(table(), [(1, 1)])
            with pytest.raises(EncodeError, match="v"):
                session.insert_rows(table(), [(2, 2), (3, 128)])
            session.insert_rows(table(), [(4, 4)])
    assert types(tmp_path) == [*HEAD_OF_ROWS, "TABLE_MAP", "WRITE_ROWS", "XID", "STOP"]


def test_rows_cannot_be_logged_in_statement_format(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.variables.set("binlog_format", "STATEMENT")
        with pytest.raises(MySQLError) as caught:
            session.insert_rows(table(), [(1, 1)])
        assert (caught.value.code, caught.value.symbol) == (1666, "ER_BINLOG_ROW_INJECTION_AND_STMT_MODE")


def test_a_definition_keeps_its_table_id_and_a_new_one_gets_another(tmp_path: Path) -> None:
    first, second = table(), table()
    with Server(tmp_path) as server:
        session = server.connect()
        for definition in (first, first, second):
            session.insert_rows(definition, [(1, 1)])
    ids = [event.body.table_id for event in events(tmp_path) if isinstance(event.body, TableMap)]
    assert ids[0] == ids[1] != ids[2]


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    def run(folder: Path) -> bytes:
        with Server(folder) as server:
            session = server.connect()
            session.execute("CREATE DATABASE d")
            session.execute("CREATE TABLE d.t (a INT PRIMARY KEY AUTO_INCREMENT, b VARCHAR(40))")
            session.execute("INSERT INTO d.t (b) VALUES (UUID()), (RAND())")
        return (folder / "binlog.000001").read_bytes()

    assert run(tmp_path / "one") == run(tmp_path / "two")


def test_a_seed_changes_what_chance_decides(tmp_path: Path) -> None:
    for seed in (1, 2):
        with Server(tmp_path / str(seed), chance=Chance(seed=seed)) as server:
            server.connect().insert_rows(table(), [(1, 1)])
    uuids = {event.body.uuid for seed in "12" for event in events(tmp_path / seed) if isinstance(event.body, Gtid)}
    assert len(uuids) == 2


def test_a_killed_session_loses_its_open_transaction(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.begin()
        session.insert_rows(table(), [(1, 1)])
        server.kill(session.thread_id)
        with pytest.raises(ValueError, match="closed"):
            session.run("SELECT 1")
    assert types(tmp_path) == ["STOP"]


def test_after_a_crash_only_what_was_committed_is_there(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a INT PRIMARY KEY)")
        session.execute("INSERT INTO d.t VALUES (1)")
        session.execute("BEGIN")
        session.execute("INSERT INTO d.t VALUES (2)")
        server.crash()
        assert events(tmp_path)[0].header.flags == 1  # LOG_EVENT_BINLOG_IN_USE_F stays set
        server.restart()
        assert server.connect().execute("SELECT a FROM d.t").rows == ((1,),)
        assert [path.name for path in server.log_files()] == ["binlog.000001", "binlog.000002"]


def test_unsupported_sql_is_refused_by_name_and_logs_nothing(tmp_path: Path) -> None:
    with Server(tmp_path, OFF) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a INT PRIMARY KEY)")
        before = server.position()
        with pytest.raises(UnsupportedError, match="INSTALL COMPONENT"):
            session.run("INSTALL COMPONENT 'file://component_validate_password'")
        assert server.position() == before


def test_a_full_disk_takes_the_group_back_and_frees_its_gtid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.insert_rows(table(), [(1, 1)])
        size, executed = (tmp_path / "binlog.000001").stat().st_size, server.gtid_executed
        assert server.log is not None
        monkeypatch.setattr(server.log, "append", _full_disk)
        with pytest.raises(LogFileError, match=r"1598.*'ABORT_SERVER'\. Server is being stopped"):
            session.insert_rows(table(), [(2, 2)])
        assert server.log is None
        assert ((tmp_path / "binlog.000001").stat().st_size, server.gtid_executed) == (size, executed)


def _full_disk(*_: object) -> None:
    raise LogFileError("no space") from OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["no-such-option=1"], OptionError),
        (["gtid-mode=ON", "enforce-gtid-consistency=OFF"], OptionError),
    ],
)
def test_options_that_cannot_be_served_are_refused(tmp_path: Path, options: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        Server(tmp_path, options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("CREATE TABLE t (a INT)", 3750),
        ("CREATE TABLE t (a INT UNIQUE)", 3750),
        ("CREATE TABLE t LIKE keyless", 3750),
        ("CREATE TABLE t (a INT NOT NULL UNIQUE)", None),
        ("CREATE TABLE IF NOT EXISTS keyless (a INT)", None),
    ],
)
def test_a_table_may_need_a_primary_key(tmp_path: Path, text: str, code: int | None) -> None:
    """The answers are those of a 9.7.4."""
    with Server(tmp_path) as server:
        session = server.connect()
        for statement in ("CREATE DATABASE d", "USE d", "CREATE TABLE keyless (a INT)"):
            session.execute(statement)
        session.execute("SET sql_require_primary_key = ON")
        error = session.run(text).error
        assert (error.code if error else None) == code


def test_a_generated_primary_key(tmp_path: Path) -> None:
    """Scenario generated_invisible_key_* has what a server logs of it."""
    with Server(tmp_path) as server:
        session = server.connect()
        for statement in ("CREATE DATABASE d", "USE d", "SET sql_generate_invisible_primary_key = ON"):
            session.execute(statement)
        session.execute("CREATE TABLE t (a INT NOT NULL UNIQUE)")
        session.execute("CREATE TABLE u (a INT)")
        assert not server.catalog.table("d", "t").has_generated_key
        assert server.catalog.table("d", "u").has_generated_key


def test_a_log_that_was_there_goes_on_with_its_gtids(tmp_path: Path) -> None:
    for number in range(1, 4):
        server = Server(tmp_path)
        server.connect().execute(f"CREATE DATABASE d{number}")
        assert server.gtid_executed == f"{server.gtids.server_uuid}:1" + (f"-{number}" if number > 1 else "")
        if number == 2:
            server.crash()
        else:
            server.shutdown()
    server = Server(tmp_path)
    server.purge_logs("binlog.000003")
    server.shutdown()
    with Server(tmp_path) as again:
        assert str(again.gtids.purged) == f"{again.gtids.server_uuid}:1-2"
    assert list(verify_files(again.log_files())) == []
