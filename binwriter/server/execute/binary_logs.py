"""Statements about the log's files: PURGE BINARY LOGS, SHOW BINLOG EVENTS (MySQL manual, "SQL Statements for
Controlling Source Servers").
"""

from __future__ import annotations

import errno
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from struct import Struct
from typing import Any, cast
from uuid import UUID

from binwriter.binlog.files.index import is_file
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.chance import system_clock
from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.declaration import fixed_parser
from binwriter.formats.events import FormatDescription, ParseContext
from binwriter.formats.header import HEADER_LENGTH, EventHeader, footer_length
from binwriter.formats.patterns import pattern
from binwriter.inspection.event_info import event_type_name, gtid_info, rows_info, sent_info
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.gtid.sets import GtidValue
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.server.execution import Execution
from binwriter.server.log.failures import told_of_deletion
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query import query_scope
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.trees import parse_expression

_NUMBER = pattern(r"(\d*)(?:\.\d*)?(?:[eE][-+]?\d+)?", re.ASCII)
_FURTHEST = (1 << 63) - 1  # where no file has a position
_WRONG_OFFSET = "Wrong offset or I/O error"
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
        return sent_info(event)
    key = id(described), header.type, header.flags, event.body_bytes
    known = _infos.get(key)
    if known is not None and known[0] is described:
        return known[1]
    info = _plain_info(header.type, event.body_bytes, described) or sent_info(event)
    _keep_info(key, described, info)
    return info


def _keep_info(key: tuple[int, int, int, bytes], described: object, info: str) -> None:
    if len(_infos) >= _MOST_INFOS:
        _infos.clear()
    _infos[key] = described, info


# What the layouts of these types are where a description states these lengths of post-headers.
_ROWS = {EventType.WRITE_ROWS: 1, EventType.UPDATE_ROWS: 2, EventType.DELETE_ROWS: 1}  # bitmaps
_ROWS_POST_HEADER, _GTID_POST_HEADER = 10, 42
_GTID = Struct("<B16sqBqqQ")  # up to the first timestamp, of 7 bytes and the next one's first
_LOGICAL_CLOCK = 2
_TIMESTAMP_FLAG, _VERSION_FLAG = 1 << 55, 1 << 31
_PACKED_LENGTHS = {252: 3, 253: 4}


def _plain_info(type_: int, body: bytes, described: FormatDescription | None) -> str:
    """The column Info of rows events and GTIDs whose layout is the usual one, without reading what it does not show; ""
    for others, and for what does not fit."""
    if described is None or described.event_types:
        return ""
    if bitmaps := _ROWS.get(type_, 0):  # type: ignore[call-overload]
        columns = body[10] if len(body) > 10 else 255
        fits = columns < 251 and len(body) >= 11 + bitmaps * (columns + 7 >> 3) and body[8:10] == b"\2\0"
        if not fits or described.post_header_length(type_) != _ROWS_POST_HEADER:
            return ""
        return rows_info(int.from_bytes(body[:6], "little"), int.from_bytes(body[6:8], "little"))
    if type_ not in (EventType.GTID, EventType.ANONYMOUS_GTID) or len(body) < _GTID.size + 5:
        return ""
    _, uuid, gno, clock, _, _, word = _GTID.unpack_from(body)
    at = _GTID.size - 1 + (7 if word & _TIMESTAMP_FLAG else 0)
    at += _PACKED_LENGTHS.get(body[at], 1 if body[at] < 251 else len(body))
    at += 8 if int.from_bytes(body[at : at + 4], "little") & _VERSION_FLAG else 4
    if clock != _LOGICAL_CLOCK or len(body) != at or described.post_header_length(type_) != _GTID_POST_HEADER:
        return ""
    is_anonymous = type_ == EventType.ANONYMOUS_GTID
    return gtid_info("ANONYMOUS" if is_anonymous else GtidValue(UUID(bytes=uuid), "", gno))


def _type_name(type_: int, behaviour: Behaviour) -> str:
    """Rows events of version 1 are told from others by those servers that have others."""
    name = event_type_name(type_)
    return name if behaviour.names_rows_v1 else name.removesuffix("_v1")


def purge(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> None:
    """PURGE BINARY LOGS TO 'file' | BEFORE time. ER_UNKNOWN_TARGET_BINLOG for a file that the index does not have.

    BEFORE: files that were changed last before that time. Where the clock is made up the files of a run are as old as
    the run, so that a time to come takes all but the last one.
    """
    server = runner.session.server
    runner.locks.check_purge()
    if server.log_is_off:
        return
    files = server.log_files()
    if syntax.words != ("BEFORE",):
        names = [path.name for path in files]
        if syntax.argument not in names:
            raise mysql_error("ER_UNKNOWN_TARGET_BINLOG")
        place = names.index(syntax.argument)
        _purge_to(runner, place, place, context)
        return
    place = _first_kept(runner, files, _moment(runner, syntax.argument, context))
    is_active = place == len(files) - 1  # whose time is not looked at
    _purge_to(runner, place, len(files) if is_active else place, context, is_active=is_active)


def _purge_to(runner: Execution, place: int, count: int, context: StatementContext, *, is_active: bool = False) -> None:
    """The files before that place, up to one that a replica is being sent. count: of the files that are meant.
    is_active: the active one is meant, too."""
    server = runner.session.server
    files = server.log_files()
    for passed, path in enumerate(files[:place]):
        if readers := server.replicas.readers_of(path.name):
            place = passed
            context.warn("ER_WARN_PURGE_LOG_IN_USE", f"./{path.name}", readers, place, count)
            break
    else:
        if is_active:
            context.warn("ER_WARN_PURGE_LOG_IS_ACTIVE", f"./{files[place].name}")
    with told_of_deletion(files[:place], context.warn):
        server.purge_logs(files[place].name)


def _first_kept(runner: Execution, files: list[Path], moment: int | None) -> int:
    """The place of the first file that PURGE BINARY LOGS BEFORE a moment (seconds; None: no moment) does not mean."""
    clock = runner.session.server.chance.clock
    last = len(files) - 1
    if clock is not system_clock:
        return last if moment is not None and moment > clock() // 1_000_000 else 0
    from binwriter.server.log.expired import first_young

    return first_young(files, moment or 0)


def _moment(runner: Execution, text: str, context: StatementContext) -> int | None:
    """What UNIX_TIMESTAMP makes of it, with its warnings (as a 9.7.4 answers, cluster numbers_of_options)."""
    scope: Scope = query_scope(runner.front_end.database_of(context), context)
    value: int | None = compile_expression(parse_expression(f"UNIX_TIMESTAMP({text})"), scope).eval(context, ())
    return value


def _numbers_behind(word: str, words: tuple[str, ...]) -> list[int]:
    """ER_PARSE_ERROR if there is none."""
    behind = words[words.index(word) + 1 :]
    if not behind or not behind[0].isdigit():
        raise mysql_error("ER_PARSE_ERROR", " ".join(behind), 1)
    return [whole_number(argument) for argument in behind if argument.isdigit()]


def _position(words: tuple[str, ...]) -> int:
    """The number behind FROM, which may have a fraction or an exponent: what stands in front of them counts (captured:
    clusters/positions_and_handlers). ER_PARSE_ERROR."""
    behind = words[words.index("FROM") + 1 :]
    number = _NUMBER.fullmatch(behind[0]) if behind else None
    if number is None:
        raise mysql_error("ER_PARSE_ERROR", " ".join(behind), 1)
    return whole_number(number[1] or "0")


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


def _refuse_inside(path: Path, begin: int, keyring: Keyring | None) -> None:
    """ER_ERROR_WHEN_EXECUTING_COMMAND (1220) where no event begins at a position of the file."""
    places = (event.position for event in read_events(path, keyring=keyring))
    if begin < path.stat().st_size and begin not in places:
        raise mysql_error("ER_ERROR_WHEN_EXECUTING_COMMAND", "SHOW BINLOG EVENTS", _WRONG_OFFSET)


def _with_nested(events: Iterable[LogEvent]) -> Iterator[LogEvent]:
    """Behind a Transaction_payload stand the events that it holds; LIMIT counts them (captured: compression_shown)."""
    for event in events:
        yield event
        if event.header.type == EventType.TRANSACTION_PAYLOAD:
            yield from nested_events(event)


_MOST_AT_ONCE = 1 << 16
_HEADER = cast(Struct, fixed_parser(EventHeader))
_SPECIAL = frozenset({EventType.FORMAT_DESCRIPTION, EventType.TRANSACTION_PAYLOAD, EventType.HEARTBEAT})
# How files begin, by their paths: their bytes up to the end of the format description, and what this says.
_beginnings: dict[str, tuple[bytes, ParseContext, int]] = {}


def _beginning(path: str) -> tuple[bytes, ParseContext, int] | None:
    """None for files that are encrypted, or damaged."""
    known = _beginnings.get(path)
    if known is None:
        try:
            first = next(read_events(path), None)
        except (CorruptLogError, LogFileError):
            return None
        described = first.context.format_description if first is not None else None
        if first is None or described is None or described.header_length != HEADER_LENGTH:
            return None
        if len(_beginnings) >= _MOST_INFOS:
            _beginnings.clear()
        footer = footer_length(described.checksum, EventType.UNKNOWN)
        known = _beginnings[path] = BINLOG_MAGIC + first.raw, first.context, footer
    return known


def _rows_at_once(path: Path, begin: int, most: int | None, behaviour: Behaviour) -> list[tuple[Any, ...]] | None:
    """The rows of events about which nothing is special, read in one piece. None: event by event."""
    file, name = str(path), path.name
    known = _beginning(file)
    if known is None or begin < len(known[0]):
        return None
    start, context, footer = known
    described = context.format_description
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        try:
            begins = os.pread(descriptor, len(start), 0)
            data = os.pread(descriptor, _MOST_AT_ONCE, begin)
        finally:
            os.close(descriptor)
    except OSError:
        return None
    if begins != start:
        _beginnings.pop(file, None)  # its flags change as it is closed
        return None
    rows: list[tuple[Any, ...]] = []
    at, position, length = 0, begin, len(data)
    while at < length and (most is None or len(rows) < most):
        if at + HEADER_LENGTH > length:
            return None
        timestamp, kind, server_id, size, log_pos, flags = _HEADER.unpack_from(data, at)
        end = at + size
        body_end = end - footer
        if end > length or size < HEADER_LENGTH + footer or kind in _SPECIAL:
            return None
        if footer and zlib.crc32(data[at:body_end]) != int.from_bytes(data[body_end:end], "little"):
            return None
        body = data[at + HEADER_LENGTH : body_end]
        key = id(described), kind, flags, body
        shown = _infos.get(key)
        if shown is not None and shown[0] is described:
            info = shown[1]
        elif len(body) <= _LARGEST_INFO and (info := _plain_info(kind, body, described)):
            _keep_info(key, described, info)
        else:
            header = EventHeader(timestamp, kind, server_id, size, log_pos, flags)
            try:
                info = _info(LogEvent(file, position, header, data[at:end], body, None, context))
            except CorruptLogError:
                return None
        rows.append((name, position, _type_name(kind, behaviour), server_id, log_pos, info))
        at, position = end, position + size
    return None if at == _MOST_AT_ONCE and len(rows) != most else rows  # where there may be more


def _places(event: LogEvent) -> tuple[int, int]:
    """Where it begins and ends: an event in a payload where that ends."""
    return (event.position, event.header.log_pos) if event.payload is None else (event.end, event.end)


def _refuse_missing(path: Path) -> None:
    if not is_file(path):
        raise mysql_error("EE_FILENOTFOUND", f"./{path.name}", errno.ENOENT, os.strerror(errno.ENOENT))


def show_events(
    runner: Execution, syntax: AdminSyntax, context: object = None
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """SHOW BINLOG EVENTS [IN 'file'] [FROM position] [LIMIT [offset,] count]."""
    words = syntax.words
    return events_shown(runner, syntax.argument, words, _position(words) if "FROM" in words else 4)


def events_shown(
    runner: Execution, argument: str, words: tuple[str, ...], begin: int
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The same by the file's name, the words of the statement and the position that they name."""
    if runner.session.server.log_is_off:
        return _EVENT_COLUMNS, []
    wanted = argument.removeprefix("./")
    path = next((path for path in runner.session.server.log_files() if path.name == wanted or not argument), None)
    if path is None:
        raise mysql_error("ER_ERROR_WHEN_EXECUTING_COMMAND", "SHOW BINLOG EVENTS", "Could not find target log")
    begin = min(begin, UINT64_MAX)
    if begin >= _FURTHEST:
        _refuse_missing(path)
        raise mysql_error("ER_ERROR_WHEN_EXECUTING_COMMAND", "SHOW BINLOG EVENTS", _UNREADABLE.format(begin))
    offset, count = 0, None
    if "LIMIT" in words:
        numbers = _numbers_behind("LIMIT", words)
        if "OFFSET" in words:
            numbers.reverse()
        offset, count = (numbers[0], numbers[1]) if len(numbers) > 1 else (0, numbers[0])
        offset, count = min(offset, _FURTHEST // 2), min(count, _FURTHEST // 2)
    most = offset + count if count else None  # LIMIT 0 is none
    if begin > 4 and not runner.session.variables.behaviour.finds_next_event:
        _refuse_missing(path)
        _refuse_inside(path, begin, runner.session.server.keyring)
    at_once = _rows_at_once(path, begin, most, runner.session.variables.behaviour)
    if at_once is not None:
        return _EVENT_COLUMNS, at_once[offset:]
    _refuse_missing(path)
    events = _with_nested(_events_from(path, begin, runner.session.server.keyring))
    shown = islice(events, offset, most)
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
