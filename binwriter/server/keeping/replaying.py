"""What a log holds behind the place that a kept state stands for, run again; nothing of it is logged a second time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.errors import BinwriterError, LogFileError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.inspection.mysqlbinlog.statements import LogStatements, Statement
from binwriter.mysql.raw_bytes import text_of
from binwriter.server.keeping.loading import unlogged_thread
from binwriter.server.session import Session
from binwriter.server.state import ServerState

_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
# how CREATE TABLE .. SELECT is logged with rows (8.0.21 and later)
_ATOMIC_CREATE = re.compile(rb"^(\s*CREATE\s+TABLE\b.*\))\s+START\s+TRANSACTION\b", re.IGNORECASE | re.DOTALL)


def events_behind(place: tuple[str, int], files: list[Path], keyring: Keyring | None) -> Iterator[LogEvent]:
    """The events of the log from a place on, those inside Transaction_payload events in place of these.

    LogFileError if the log has no such file, or the file ends before.
    """
    name, position = place
    names = [path.name for path in files]
    if name not in names:
        raise LogFileError(f"the log has no file {name}, which the kept tables stand for")
    for path in files[names.index(name) :]:
        begin = position if path.name == name else len(BINLOG_MAGIC)
        yield from islice(read_events(path, keyring=keyring), begin > len(BINLOG_MAGIC))  # what describes the others
        for event in read_events(path, stop_at_truncation=True, begin=begin, keyring=keyring):
            inner = list(nested_events(event))
            yield from inner or (event,)


def run_events_again(events: Iterator[LogEvent], server: ServerState) -> int:
    """Runs them; how many groups there were. LogFileError names the first statement that ends otherwise than it did."""
    statements = LogStatements(skip_gtids=True)
    last: LogEvent | None = None
    with unlogged_thread(server) as thread:
        for last in events:
            if last.type not in _GTIDS:
                _run_all(statements.of(last), thread)
        if last is not None:
            _run_all(statements.end(last), thread)
    return statements.groups


def _run_all(statements: Iterator[Statement], thread: Session) -> None:
    for statement in statements:
        error = _run(statement, thread)
        if error is not None:
            event, shown = statement.event, statement.text[:200].decode("utf-8", "replace")
            raise LogFileError(f"{event.file}:{event.position}: it cannot be run again: {error}, at: {shown}")


def _run(statement: Statement, thread: Session) -> BinwriterError | None:
    """What is in the way. A statement that ended with an error when it was logged ends with the same one."""
    if statement.local_file is not None:
        name, content = statement.local_file
        thread.client.files = {name.decode(): content}
    thread.variables.assign("sql_log_bin", False)
    try:
        result = thread.run(text_of(_ATOMIC_CREATE.sub(rb"\1", statement.text)))
    except BinwriterError as error:
        return error
    if result.error is None or result.error.code == statement.logged_error:
        return None
    return result.error
