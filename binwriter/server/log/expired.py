"""Files of the log that are older than binlog_expire_logs_seconds: a server drops them when it begins a new one, and
as it starts.

Source: MySQL manual, "binlog_expire_logs_seconds", "binlog_expire_logs_auto_purge". A file is as old as its last
change; so only servers by the computer's clock do it, not those whose time is made up.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from binwriter.chance import system_clock
from binwriter.errors import LogFileError

_AUTOMATIC, _SECONDS = "binlog_expire_logs_auto_purge", "binlog_expire_logs_seconds"


class Purged(Protocol):
    """The server whose log it is."""

    variables: Any
    replicas: Any

    def log_files(self) -> list[Path]: ...
    def purge_logs(self, to: str) -> list[str]: ...


def purge_expired(server: Purged) -> None:
    """Up to the first file that is young enough or being sent to a replica. LogFileError: one cannot be dropped."""
    seconds = int(server.variables.get(_SECONDS))
    if not seconds or not server.variables.get(_AUTOMATIC):
        return
    files = server.log_files()
    place = first_young(files, system_clock() // 1_000_000 - seconds)
    read = (number for number, path in enumerate(files[:place]) if server.replicas.readers_of(path.name))
    if place := next(read, place):
        server.purge_logs(files[place].name)


def purge_at_start(server: Purged) -> None:
    """As `purge_expired`; a server starts even if a file cannot be dropped."""
    with contextlib.suppress(LogFileError):
        purge_expired(server)


def first_young(files: Sequence[Path], moment: int) -> int:
    """The place behind the last file that was changed before that moment (seconds), of those before a younger one. The
    last file, which is being written, is never old; files that are missing are as old as others around them."""
    place = 0
    for number, path in enumerate(files[:-1], 1):
        if path.exists():
            if int(path.stat().st_mtime) >= moment:
                break
            place = number
    return place
