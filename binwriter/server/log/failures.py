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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from binwriter.binlog.files.writer import LogWriter
from binwriter.errors import LogFileError, LogStoppedError, MySQLError, NumbersUsedUpError
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
    """The next file could not be begun. As `commit_failed`. Where the numbers are used up, the errors are those of a
    9.7.4 in whose folder lay a file with the last one."""
    basename = server.variables.options.basename
    if isinstance(error, NumbersUsedUpError):
        told = mysql_error("ER_NO_UNIQUE_LOGFILE", basename)
        _failed(server, error, _AT_ROTATION % told.message.strip())
    else:
        _failed(server, error, _AT_ROTATION % error)
        told = mysql_error("EE_FILENOTFOUND", f"./{basename}.~rec~", *_system_error(error))
    server.log_error = told


@contextmanager
def told_of_deletion(files: Sequence[Path], warn: Callable[..., None]) -> Iterator[None]:
    """In the block these files of the log are deleted. ER_BINLOG_PURGE_FATAL_ERR if one cannot be, behind a warning
    that names it; a warning for each that is not there (as a 9.7.4 told: tests/binwriter/server/test_log_files_gone).
    """
    missing = [path for path in files if not path.exists()]
    try:
        yield
    except LogFileError as error:
        left = [path for path in files if path.exists()]
        if left and not left[0].is_file():
            warn("PROBLEM_DELETING_LOG", f"./{left[0].name}")
        raise mysql_error("ER_BINLOG_PURGE_FATAL_ERR") from error
    for path in missing:
        warn("ER_LOG_PURGE_NO_FILE", f"./{path.name}")


def _failed(server: LoggingServer, error: LogFileError, words: str) -> None:
    assert server.log is not None
    if server.variables.get("binlog_error_action") == "IGNORE_ERROR":
        server.log.turn_off(error)
        return
    server.crash()
    stopped: MySQLError = mysql_error("ER_BINLOG_LOGGING_IMPOSSIBLE", words)
    cause = "" if str(error) in words else f" ({error})"
    raise LogStoppedError(f"{stopped}{cause}", stopped) from error


def _system_error(error: LogFileError) -> tuple[int, str]:
    cause = error.__cause__
    number = cause.errno if isinstance(cause, OSError) and cause.errno else errno.EIO
    return number, os.strerror(number)
