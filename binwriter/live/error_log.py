"""The error log of a live server, where `--server log-error=FILE` asks for one, in the form of a 9.7.4.

It has what a server tells of its start and its end, of options that are going away, and of statements that are unsafe
in a STATEMENT log; nothing of engines, replicas and the network. Source: lines of a 9.7.4 that was started with each
deprecated option, without a log, and asked unsafe statements (MySQL manual, "The Error Log").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.server import Server
from binwriter.statement.result import StatementResult

_NO_FILE = "stderr"
_GOING = "{} is deprecated and will be removed in a future release."
# Of an option: the number and the text of its line.
_OF_OPTIONS = {
    "binlog_format": (11070, _GOING.format("'binlog_format'")),
    "binlog_max_flush_queue_time": (11069, _GOING.format("The syntax '--binlog_max_flush_queue_time'")),
    "sync_relay_log_info": (11070, _GOING.format("'--sync-relay-log-info'")),
}
_OF_ANOTHER = re.compile(r"\s*(SHOW|GET)\b", re.IGNORECASE)  # what it is warned of is the statement's before it
_UNSAFE = mysql_error("ER_BINLOG_UNSAFE_STATEMENT", "").code


@dataclass(frozen=True)
class ErrorLog:
    """Lines go into the file as they come."""

    file: TextIO
    server: Server

    def note(self, label: str, number: int, text: str, thread: int = 0) -> None:
        time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        self.file.write(f"{time} {thread} [{label}] [MY-{number:06d}] [Server] {text}\n")
        self.file.flush()

    def begin(self, options: Iterable[str]) -> None:
        """What is told of the options that were given."""
        names = {option.partition("=")[0].replace("-", "_") for option in options}
        for name, (number, text) in _OF_OPTIONS.items():
            if name in names:
                self.note("Warning", number, text)

    def ready(self, socket: Path | None, port: int) -> None:
        """Clients may come."""
        where = f"socket: '{socket or ''}'  port: {port}"
        self.note("System", 10931, f"mysqld: ready for connections. Version: '{self._version}'  {where}  binwriter.")

    def unsafe(self, result: StatementResult, text: str, thread: int) -> None:
        """What a statement was warned of, if log_statements_unsafe_for_binlog says so."""
        told = [diagnostic for diagnostic in result.diagnostics if diagnostic.code == _UNSAFE]
        if _OF_ANOTHER.match(text):
            return
        if told and self.server.variables.get("log_statements_unsafe_for_binlog"):
            for diagnostic in told:
                self.note("Warning", 10908, f"{diagnostic.message} Statement: {text}", thread)

    def end(self) -> None:
        """The last line."""
        self.note("System", 10910, f"mysqld: Shutdown complete (mysqld {self._version})  binwriter.")

    @property
    def _version(self) -> str:
        return str(self.server.variables.get("version"))


@contextmanager
def error_log(server: Server, folder: Path, options: Iterable[str]) -> Iterator[ErrorLog | None]:
    """That of a server of this folder that starts with these options, NAME=VALUE, until it ends.

    None where no file is named. OSError where it cannot be written.
    """
    name = str(server.variables.get("log_error") or _NO_FILE)
    if name == _NO_FILE:
        yield None
        return
    with (folder / name).open("a", encoding="utf-8", errors="replace") as file:
        log = ErrorLog(file, server)
        log.begin(options)
        server.connected.unsafe = log.unsafe
        try:
            yield log
        finally:
            server.connected.unsafe = None
            log.end()
