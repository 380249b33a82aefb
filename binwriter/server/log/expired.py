"""Files of the log that are older than binlog_expire_logs_seconds: a server drops them when it begins a new one.

Source: MySQL manual, "binlog_expire_logs_seconds", "binlog_expire_logs_auto_purge". A file is as old as its last
change; so only servers by the computer's clock do it, not those whose time is made up.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from binwriter.chance import system_clock

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
    oldest = system_clock() // 1_000_000 - seconds
    files = server.log_files()
    for path in files[:-1]:
        if server.replicas.readers_of(path.name) or not path.exists() or path.stat().st_mtime >= oldest:
            break
    else:
        path = files[-1]
    if path is not files[0]:
        server.purge_logs(path.name)
