"""PURGE and RESET BINARY LOGS where files of the log are missing, cannot be deleted, or have used up the numbers.

All that is expected was told by a 9.7.4 whose folder was changed in the same way while it ran.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter import Server
from binwriter.chance import system_chance
from binwriter.errors import LogFileError
from binwriter.live.connection import error_of
from binwriter.server.session import Session

_FATAL = "ERROR 1377 (HY000): Fatal error during log purge"
_PROBLEM = (
    "a problem with deleting ./binlog.000002; consider examining correspondence of your binlog index file to the "
    "actual binlog files"
)
_USED_UP = "Can't generate a unique log-filename binlog.(1-999)"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Server(tmp_path / "log", chance=system_chance()) as server:
        session = server.connect()
        for _ in range(3):
            session.execute("FLUSH BINARY LOGS")
        yield session


def _names(session: Session) -> list[str]:
    return [str(row[0])[-1] for row in session.run("SHOW BINARY LOGS").rows or ()]


def _told(session: Session, sql: str) -> list[tuple[int, str]]:
    return [(told.code, told.message) for told in session.run(sql).diagnostics]


def _made_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def test_a_file_that_is_missing_is_warned_of(session: Session, tmp_path: Path) -> None:
    (tmp_path / "log" / "binlog.000002").unlink()
    told = _told(session, "PURGE BINARY LOGS TO 'binlog.000003'")
    assert told == [(1612, "Being purged log ./binlog.000002 was not found")]
    assert _names(session) == ["3", "4"]


def test_files_older_than_a_moment_go_but_for_the_active_one(session: Session, tmp_path: Path) -> None:
    an_hour_ago = time.time() - 3600
    os.utime(tmp_path / "log" / "binlog.000001", (an_hour_ago, an_hour_ago))
    (tmp_path / "log" / "binlog.000002").unlink()
    assert _told(session, "PURGE BINARY LOGS BEFORE NOW() - INTERVAL 1 MINUTE") == []
    assert _names(session) == ["2", "3", "4"]
    assert _told(session, "PURGE BINARY LOGS BEFORE NOW() + INTERVAL 1 MINUTE") == [
        (1868, "file ./binlog.000004 was not purged because it is the active log file."),
        (1612, "Being purged log ./binlog.000002 was not found"),
    ]
    assert _names(session) == ["4"]


def test_a_file_that_cannot_be_deleted_is_out_of_the_index(session: Session, tmp_path: Path) -> None:
    _made_a_folder(tmp_path / "log" / "binlog.000002")
    assert [row[1] for row in session.run("SHOW BINARY LOGS").rows or ()][1] == (1 << 63) - 1
    result = session.run("PURGE BINARY LOGS TO 'binlog.000003'")
    assert str(result.error) == _FATAL
    assert next((told.code, told.message) for told in result.diagnostics) == (1377, _PROBLEM)
    assert _names(session) == ["3", "4"]
    session.execute("RESET BINARY LOGS AND GTIDS")
    assert _names(session) == ["3"]


def test_a_reset_that_cannot_delete_a_file_fails(session: Session, tmp_path: Path) -> None:
    _made_a_folder(tmp_path / "log" / "binlog.000002")
    assert str(session.run("RESET BINARY LOGS AND GTIDS").error) == _FATAL


def test_numbers_that_are_used_up_turn_the_log_off_or_end_the_server(session: Session, tmp_path: Path) -> None:
    (tmp_path / "log" / "binlog.2147483647").touch()
    with pytest.raises(LogFileError) as found:
        session.execute("FLUSH BINARY LOGS")
    words = f"ERROR 1598 (HY000): Binary logging not possible. Message: {_USED_UP}, while rotating the binlog. Aborting"
    assert str(found.value).startswith(words)
    assert str(error_of(found.value)) == f"{words} the server"  # clients are told it as a server tells it


def test_where_errors_are_ignored_the_log_is_turned_off(session: Session, tmp_path: Path) -> None:
    (tmp_path / "log" / "binlog.2147483647").touch()
    session.execute("SET GLOBAL binlog_error_action = IGNORE_ERROR")
    assert str(session.run("FLUSH BINARY LOGS").error) == f"ERROR 1098 (HY000): {_USED_UP}\n"
    assert str(session.run("SHOW BINARY LOGS").error) == "ERROR 1381 (HY000): You are not using binary logging"


def test_the_number_of_the_first_file_may_be_hexadecimal(session: Session, tmp_path: Path) -> None:
    session.execute("RESET BINARY LOGS AND GTIDS TO 0x1F")
    assert (tmp_path / "log" / "binlog.000031").exists()
    assert "3567" in str(session.run("RESET BINARY LOGS AND GTIDS TO 0x0").error)
