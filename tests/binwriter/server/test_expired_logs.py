"""Files of the log that are too old go when a new one begins (MySQL manual, "binlog_expire_logs_auto_purge")."""

from __future__ import annotations

import os
import time
from pathlib import Path

from binwriter import Server
from binwriter.chance import system_chance

_HOUR = 3600


def _names(server: Server) -> list[str]:
    return [path.name for path in server.log_files()]


def _aged(server: Server, *numbers: int) -> None:
    for number in numbers:
        path = server.log_files()[number]
        os.utime(path, (time.time() - _HOUR, time.time() - _HOUR))


def test_old_files_go_at_a_rotation_up_to_the_first_young_one(tmp_path: Path) -> None:
    with Server(tmp_path / "log", chance=system_chance()) as server:
        session = server.connect()
        for _ in range(3):
            session.execute("FLUSH BINARY LOGS")
        _aged(server, 0, 2)
        session.execute("SET GLOBAL binlog_expire_logs_auto_purge = OFF")
        session.execute("SET GLOBAL binlog_expire_logs_seconds = 60")
        session.execute("FLUSH BINARY LOGS")
        assert _names(server)[0] == "binlog.000001"
        session.execute("SET GLOBAL binlog_expire_logs_auto_purge = ON")
        session.execute("FLUSH BINARY LOGS")
        assert _names(server)[0] == "binlog.000002"
        session.execute("SET GLOBAL binlog_expire_logs_seconds = 0")
        _aged(server, 0)
        session.execute("FLUSH BINARY LOGS")
        assert _names(server)[0] == "binlog.000002"


def test_a_clock_that_is_made_up_ages_no_file(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("FLUSH BINARY LOGS")
        _aged(server, 0)
        session.execute("SET GLOBAL binlog_expire_logs_seconds = 60")
        session.execute("FLUSH BINARY LOGS")
        assert _names(server)[0] == "binlog.000001"


def test_old_files_go_as_the_server_starts(tmp_path: Path) -> None:
    with Server(tmp_path / "log", chance=system_chance()) as server:
        server.connect().execute("FLUSH BINARY LOGS")
        _aged(server, 0)
    with Server(tmp_path / "log", ["binlog-expire-logs-seconds=60"], chance=system_chance()) as server:
        assert _names(server) == ["binlog.000002", "binlog.000003"]
