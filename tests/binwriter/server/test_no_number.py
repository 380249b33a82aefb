"""server-id=0: a server that was started with it is no replica, whatever its number becomes (as a 9.7.4 answered)."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.server.server import Server

REFUSED = (
    "RESET REPLICA",
    "RESET REPLICA ALL",
    "SHOW RELAYLOG EVENTS",
    "STOP REPLICA FOR CHANNEL 'x'",
    "START REPLICA SQL_THREAD",
    "CHANGE REPLICATION SOURCE TO SOURCE_CONNECT_RETRY = 1",
    "CHANGE REPLICATION FILTER REPLICATE_DO_DB = (d)",
)


def test_it_is_no_replica(tmp_path: Path) -> None:
    with Server(tmp_path, ("server-id=0",)) as server:
        session = server.connect()
        session.execute("SET GLOBAL server_id = 3")
        for sql in REFUSED:
            with pytest.raises(MySQLError, match="1794"):
                session.execute(sql)
        assert session.execute("SHOW REPLICA STATUS").rows == ()


def test_files_lie_in_the_data_directory(tmp_path: Path) -> None:
    with Server(tmp_path, ("datadir=/d/", "relay-log=r")) as server:
        names = "@@relay_log_basename, @@relay_log_index, @@general_log_file, @@slow_query_log_file"
        (shown,) = server.connect().execute(f"SELECT {names}").rows
    assert shown == ("/d/r", "/d/r.index", "/d/localhost.log", "/d/localhost-slow.log")
