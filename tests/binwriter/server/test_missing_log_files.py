"""A file of the log that somebody took away, and files beside the data directory."""

from __future__ import annotations

from pathlib import Path

import pytest

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
