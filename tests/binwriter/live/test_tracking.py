"""What connections leave behind of the GTIDs that their clients may be told of."""

from __future__ import annotations

import time
from pathlib import Path

import pymysql

from binwriter.live.serving import Serving
from binwriter.server.server import Server

_SESSION_TRACK = 1 << 23
_MOST_SECONDS = 10


def test_a_connection_that_ended_leaves_no_gtid_for_the_next(tmp_path: Path) -> None:
    """Threads' numbers come again, and so would a GTID that nobody asked for."""
    options = {"gtid_mode": "ON", "enforce_gtid_consistency": "ON"}
    with Server(tmp_path / "log", options) as server, Serving(server) as serving:
        for flag in (0, _SESSION_TRACK):
            with pymysql.connect(host=serving.host, port=serving.port, user="root", client_flag=flag) as client:
                client.cursor().execute("CREATE DATABASE d" if flag else "CREATE DATABASE c")
        ends = time.monotonic() + _MOST_SECONDS
        while server.gtids.assigned_by and time.monotonic() < ends:
            time.sleep(0.01)
        assert str(server.gtid_executed).endswith(":1-2")
        assert server.gtids.assigned_by == {}
