"""Files of the log that somebody took away or backs up, and files beside the data directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.errors import MySQLError
from binwriter.server.server import Server


def test_a_missing_file_of_the_log_is_listed_without_bytes(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("FLUSH BINARY LOGS")
        (tmp_path / "binlog.000001").rename(tmp_path / "elsewhere")
        assert session.execute("SHOW BINARY LOGS").rows[0] == ("binlog.000001", 0, "No")
        with pytest.raises(MySQLError) as caught:
            session.execute("SHOW BINLOG EVENTS")
        assert (caught.value.code, caught.value.message) == (
            29,
            "File './binlog.000001' not found (OS errno 2 - No such file or directory)",
        )
        session.execute("PURGE BINARY LOGS TO 'binlog.000002'")
        assert [row[0] for row in session.execute("SHOW BINARY LOGS").rows] == ["binlog.000002"]


def test_paths_are_relative_to_the_data_directory(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (tmp_path / "beside").write_bytes(b"1\n2\n")
    with Server(data, [f"datadir={data}/"], files=tmp_path) as server:
        session = server.connect()
        assert session.execute("SELECT LOAD_FILE('../beside')").rows == ((b"1\n2\n",),)
        assert session.execute("SELECT @@log_bin_basename").rows == ((f"{data}/binlog",),)
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a INT PRIMARY KEY)")
        session.execute("LOAD DATA INFILE '../beside' INTO TABLE d.t")
        session.execute(f"SELECT a FROM d.t INTO OUTFILE '{tmp_path}/written'")
        session.execute("TRUNCATE TABLE d.t")
        session.execute(f"LOAD DATA INFILE '{tmp_path}/written' INTO TABLE d.t")
        assert session.execute("SELECT COUNT(*) FROM d.t").rows == ((2,),)


def test_nobody_purges_while_a_backup_has_the_lock(tmp_path: Path) -> None:
    """Seen in MySQL's own suite of the binary log: the session that holds the lock is refused, too."""
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("FLUSH BINARY LOGS")
        session.execute("LOCK INSTANCE FOR BACKUP")
        for place in ("TO 'binlog.000002'", "BEFORE '2038-01-01 00:00:00'"):
            with pytest.raises(MySQLError) as caught:
                session.execute(f"PURGE BINARY LOGS {place}")
            assert caught.value.symbol == "ER_CANNOT_PURGE_BINLOG_WITH_BACKUP_LOCK"
        session.execute("UNLOCK INSTANCE")
        session.execute("PURGE BINARY LOGS TO 'binlog.000002'")


def test_parents_of_before_a_reset_are_none(tmp_path: Path) -> None:
    """The commit parent of a transaction that began before RESET BINARY LOGS AND GTIDS is 0 in the new file."""
    with Server(tmp_path) as server:
        session, other = server.connect(), server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a INT PRIMARY KEY)")
        session.execute("INSERT INTO d.t VALUES (1)")
        other.execute("BEGIN")
        other.execute("INSERT INTO d.t VALUES (2)")
        session.execute("RESET BINARY LOGS AND GTIDS")
        other.execute("COMMIT")
        bodies = [event.body for event in read_events(tmp_path / "binlog.000001")]
    assert [(body.last_committed, body.sequence_number) for body in bodies if hasattr(body, "last_committed")] == [
        (0, 1)
    ]
