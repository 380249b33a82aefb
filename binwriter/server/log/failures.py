"""What a server does when its binary log cannot be written: `binlog_error_action`.

ABORT_SERVER: the client gets error 1598 and the server is gone, as if it had crashed: the file keeps its in-use flag.
IGNORE_ERROR: the client gets the system's error, what the statement did stays, and from then on nothing is logged.
Captured from a 9.7.4 whose writes to the log failed with EIO at a commit, and whose log folder could not be written at
a rotation. Where the disk is full, a server waits for room; here that is an error like the others.
Source: MySQL manual, "binlog_error_action".
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Protocol

from binwriter.binlog.files.writer import LogWriter
from binwriter.errors import LogFileError, MySQLError
from binwriter.mysql.gtid.state import AssignedGtid, GtidState
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.variables.scopes import GlobalVariables


class LoggingServer(Protocol):
    """A server as far as its log concerns it (`binwriter.server.state.ServerState`)."""

    gtids: GtidState
    variables: GlobalVariables
    log: LogWriter | None
    log_error: MySQLError | None

    def log_files(self) -> list[Path]: ...
    def crash(self) -> None: ...


_AT_COMMIT = (
    "An error occurred during flush stage of the commit. 'binlog_error_action' is set to 'ABORT_SERVER'. Server is "
    "being stopped."
)
_AT_ROTATION = "%s, while rotating the binlog. Aborting the server"


def commit_failed(server: LoggingServer, error: LogFileError, assigned: AssignedGtid) -> None:
    """A group could not be written. Returns if the server goes on without a log; else raises LogFileError, stopped.

    assigned: the group's GTID, which counts as executed in a server that goes on (captured:
    tests/binwriter/server/test_log_failures.py).
    """
    try:
        _failed(server, error, _AT_COMMIT)
    except LogFileError:
        server.gtids.take_back(assigned)
        raise
    name = server.log_files()[-1].name
    number, text = _system_error(error)
    server.log_error = mysql_error("EE_WRITE", f"./{name}", number, text)


def rotation_failed(server: LoggingServer, error: LogFileError) -> None:
    """The next file could not be begun. As `commit_failed`."""
    _failed(server, error, _AT_ROTATION % error)
    number, text = _system_error(error)
    server.log_error = mysql_error("EE_FILENOTFOUND", f"./{server.variables.options.basename}.~rec~", number, text)


def _failed(server: LoggingServer, error: LogFileError, words: str) -> None:
    assert server.log is not None
    if server.variables.get("binlog_error_action") == "IGNORE_ERROR":
        server.log.turn_off(error)
        return
    server.crash()
    stopped: MySQLError = mysql_error("ER_BINLOG_LOGGING_IMPOSSIBLE", words)
    cause = "" if str(error) in words else f" ({error})"
    raise LogFileError(f"{stopped}{cause}") from error


def _system_error(error: LogFileError) -> tuple[int, str]:
    cause = error.__cause__
    number = cause.errno if isinstance(cause, OSError) and cause.errno else errno.EIO
    return number, os.strerror(number)
