"""Statements about the log's files: PURGE BINARY LOGS, SHOW BINLOG EVENTS (MySQL manual, "SQL Statements for
Controlling Source Servers").
"""

from __future__ import annotations

import calendar
import errno
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any

from binwriter.binlog.files.index import is_file
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType
from binwriter.inspection.event_info import event_info, event_type_name
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.versions import Behaviour
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query import query_scope
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.digits import whole_number
from binwriter.sql.text.trees import parse_expression

_FURTHEST = (1 << 63) - 1  # where no file has a position
_UNREADABLE = "Error reading Log_event at position {}: Failed decoding event: I/O error reading log event"
_EVENT_COLUMNS = ("Log_name", "Pos", "Event_type", "Server_id", "End_log_pos", "Info")


_MOST_INFOS = 1000
_LARGEST_INFO = 2048  # bytes of an event's body
# What was shown of events lately, by what it follows from: looks at the log show the same events again and again, and
# many bodies (BEGIN, the maps of tables) stand in it many times.
_infos: dict[tuple[int, int, int, bytes], tuple[object, str]] = {}


def _info(event: LogEvent) -> str:
    """The column Info. CorruptLogError if the event cannot be read."""
    header, described = event.header, event.context.format_description
    if len(event.body_bytes) > _LARGEST_INFO or header.type == EventType.HEARTBEAT:  # which shows its header
        return event_info(event)
    key = id(described), header.type, header.flags, event.body_bytes
    known = _infos.get(key)
    if known is not None and known[0] is described:
        return known[1]
    if len(_infos) >= _MOST_INFOS:
        _infos.clear()
    info = event_info(event)
    _infos[key] = described, info
    return info


def _type_name(type_: int, behaviour: Behaviour) -> str:
    """Rows events of version 1 are told from others by those servers that have others."""
    name = event_type_name(type_)
    return name if behaviour.names_rows_v1 else name.removesuffix("_v1")


def purge(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> None:
    """PURGE BINARY LOGS TO 'file' | BEFORE time. ER_UNKNOWN_TARGET_BINLOG for a file that the index does not have.

    BEFORE: the files of a run are as old as the run, so that a time to come takes all but the last one.
    """
    server = runner.session.server
    runner.locks.check_purge()
    if server.log_is_off:
        return
    if syntax.words == ("BEFORE",):
        if syntax.argument.upper() == "NULL":
            return
        files = server.log_files()
        if len(files) == 1 or _is_to_come(runner, syntax.argument, context):  # the active one's time is not looked at
            current = files[-1].name
            if _purge_to(runner, current, len(files), context):
                context.warn("ER_WARN_PURGE_LOG_IS_ACTIVE", f"./{current}")
        return
    names = [path.name for path in server.log_files()]
    if syntax.argument not in names:
        raise mysql_error("ER_UNKNOWN_TARGET_BINLOG")
    _purge_to(runner, syntax.argument, names.index(syntax.argument), context)


def _purge_to(runner: Execution, name: str, count: int, context: StatementContext) -> bool:
    """The files before that one, up to one that a replica is being sent; False if there is such a one.

    count: of the files that the statement means.
    """
    server = runner.session.server
    for place, path in enumerate(server.log_files()):
        if path.name == name:
            break
        if readers := server.replicas.readers_of(path.name):
            server.purge_logs(path.name)
            context.warn("ER_WARN_PURGE_LOG_IN_USE", f"./{path.name}", readers, place, count)
            return False
    server.purge_logs(name)
    return True


def _is_to_come(runner: Execution, text: str, context: StatementContext) -> bool:
    scope: Scope = query_scope(runner.front_end.database_of(context), context)
    quoted = text if "(" in text or text[:1] in "'\"" or text.isdigit() else f"'{text}'"
    value = compile_expression(parse_expression(f"CAST({quoted} AS DATETIME)"), scope).eval(context, ())
    if not isinstance(value, datetime):
        return False
    return calendar.timegm(value.timetuple()) > runner.session.server.chance.clock() // 1_000_000


def _numbers_behind(word: str, words: tuple[str, ...]) -> list[int]:
    """ER_PARSE_ERROR if there is none."""
    behind = words[words.index(word) + 1 :]
    if not behind or not behind[0].isdigit():
        raise mysql_error("ER_PARSE_ERROR", " ".join(behind), 1)
    return [whole_number(one) for one in behind if one.isdigit()]


def _events_from(path: Path, begin: int, keyring: Keyring | None) -> Iterator[LogEvent]:
    """The events from a position on; where none begins there, from the next one on."""
    if begin > path.stat().st_size:
        return iter(())
    events = read_events(path, begin=begin, keyring=keyring)
    try:
        first = next(events, None)
    except CorruptLogError:
        return (event for event in read_events(path, keyring=keyring) if event.position >= begin)
    return iter(()) if first is None else chain((first,), events)


def _with_nested(events: Iterable[LogEvent]) -> Iterator[LogEvent]:
    """Behind a Transaction_payload stand the events that it holds; LIMIT counts them (captured: compression_shown)."""
    for event in events:
        yield event
        if event.header.type == EventType.TRANSACTION_PAYLOAD:
            yield from nested_events(event)


def _places(event: LogEvent) -> tuple[int, int]:
    """Where it begins and ends: an event in a payload where that ends."""
    return (event.position, event.header.log_pos) if event.payload is None else (event.end, event.end)


def show_events(
    runner: Execution, syntax: AdminSyntax, context: object = None
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """SHOW BINLOG EVENTS [IN 'file'] [FROM position] [LIMIT [offset,] count]."""
    words = syntax.words
    if runner.session.server.log_is_off:
        return _EVENT_COLUMNS, []
    files = {path.name: path for path in runner.session.server.log_files()}
    path = files.get(syntax.argument.removeprefix("./")) if syntax.argument else next(iter(files.values()))
    if path is None:
        raise mysql_error("ER_ERROR_WHEN_EXECUTING_COMMAND", "SHOW BINLOG EVENTS", "Could not find target log")
    if not is_file(path):
        raise mysql_error("EE_FILENOTFOUND", f"./{path.name}", errno.ENOENT, os.strerror(errno.ENOENT))
    begin = min(_numbers_behind("FROM", words)[0], UINT64_MAX) if "FROM" in words else 4
    if begin >= _FURTHEST:
        raise mysql_error("ER_ERROR_WHEN_EXECUTING_COMMAND", "SHOW BINLOG EVENTS", _UNREADABLE.format(begin))
    offset, count = 0, None
    if "LIMIT" in words:
        numbers = _numbers_behind("LIMIT", words)
        if "OFFSET" in words:
            numbers.reverse()
        offset, count = (numbers[0], numbers[1]) if len(numbers) > 1 else (0, numbers[0])
        offset, count = min(offset, _FURTHEST // 2), min(count, _FURTHEST // 2)
    events = _with_nested(_events_from(path, begin, runner.session.server.keyring))
    shown = islice(events, offset, offset + count if count else None)  # LIMIT 0 is none
    rows: list[tuple[Any, ...]] = [
        (
            path.name,
            begins,
            _type_name(event.header.type, runner.session.variables.behaviour),
            event.header.server_id,
            ends,
            _info(event),
        )
        for event in shown
        for begins, ends in (_places(event),)
    ]
    return _EVENT_COLUMNS, rows
