"""The file of a kept state: a binary log of its own that `mysqlbinlog` and `inspect` can show.

It begins with a Format_description, the GTIDs executed (Previous_gtids) and the place in the server's log that it
stands for (Rotate), and ends with Stop. Between them a statement is a Query event, rows are those of Write_rows events,
which hold every value to the last bit, and a record is a Rows_query event with a line of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from binwriter import disk
from binwriter.binlog.events.rows import row_event_bodies, table_map
from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.selection import previous_gtids_of
from binwriter.catalog.tables import Table
from binwriter.errors import CorruptLogError, LogFileError, reason_of
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, RowsFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    FormatDescription,
    Query,
    Rotate,
    RowsQuery,
    Stop,
    build_body,
    event_type_of,
)
from binwriter.formats.header import frame
from binwriter.formats.records import dataclass, replace
from binwriter.formats.servers import NEWEST
from binwriter.mysql.gtid.state import GtidSet
from binwriter.mysql.session_modes import RowImage
from binwriter.server.keeping.statements import Kept, KeptBranch, KeptRecord, KeptRows, KeptStatement
from binwriter.statement.event_context import RowSettings
from binwriter.statement.row_changes import ChangedRows
from binwriter.statement.values import RowChange
from binwriter.storage.columns import ColumnRows

STATE_FILE = "tables.kept"
FORM = 1  # of the records; a file of a later one is refused
_HEAD, _RESET, _END = "form", "is_reset", "is_end"
_EVENT_SIZE = 1 << 20  # bytes, of rows
_MOST = 0xFFFFFFFF  # of a position in a header
_TABLE_ID = 1


@dataclass(frozen=True, slots=True)
class Head:
    """What a state stands for: the log up to this position (file name, bytes), and the GTIDs executed by then.

    place: None for the beginning of the log, and where it is off. is_reset: RESET BINARY LOGS AND GTIDS was about to
    delete this log. is_end: the server was shut down there, so that nothing of the log stands behind it.
    """

    place: tuple[str, int] | None
    executed: GtidSet
    is_reset: bool = False
    is_end: bool = False


def write(path: Path, head: Head, state: Iterable[Kept]) -> None:
    """Writes the file, or replaces it: whole or not at all. LogFileError if it cannot be written."""
    try:
        disk.write_whole(path, _framed(_bodies(head, state)))
    except OSError as error:
        raise LogFileError(f"cannot write {path}: {reason_of(error)}") from error


def read_head(path: Path) -> Head | None:
    """None if there is no such file. LogFileError, CorruptLogError if it is none of this form."""
    if not path.exists():
        return None
    place, executed, is_reset, is_end = None, GtidSet(), False, False
    for event in read_events(path):
        if (stated := previous_gtids_of(event)) is not None:
            executed = stated
        elif isinstance(event.body, Rotate):
            place = (event.body.name.decode(), event.body.position)
        elif isinstance(event.body, RowsQuery):
            form = record_of(event.body)
            if form.kind != _HEAD or form.values.get("form") != FORM:
                raise LogFileError(f"{path} was written by another version of binwriter ({form.values.get('form')})")
            is_reset, is_end = bool(form.values.get(_RESET)), bool(form.values.get(_END))
            break
    if place is None:
        raise CorruptLogError(f"{path}: it does not say of which log it is")
    return Head(place if place[0] else None, executed, is_reset, is_end)


def description(path: Path) -> bytes:
    """The first event, which says how the others are read."""
    return next(read_events(path)).raw


def read(path: Path) -> Iterator[LogEvent]:
    """The events of what is kept. LogFileError if the file is cut off; CorruptLogError."""
    event, begun = None, False
    for event in read_events(path):
        if begun and not isinstance(event.body, Stop):
            yield event
        begun |= isinstance(event.body, RowsQuery)
    if event is None or not isinstance(event.body, Stop):
        raise LogFileError(f"{path} is cut off")


def record_of(body: RowsQuery) -> KeptRecord:
    """The record of an event. ValueError, KeyError or TypeError for what is none."""
    record = json.loads(body.text)
    return KeptRecord(str(record["kind"]), tuple(map(str, record["name"])), dict(record["values"]))


def _bodies(head: Head, state: Iterable[Kept]) -> Iterator[Declared]:
    name, position = head.place if head.place is not None else ("", 0)
    yield FormatDescription.of(NEWEST, 0, ChecksumAlgorithm.CRC32)
    yield head.executed.to_previous_gtids()
    yield Rotate(position=position, name=name.encode())
    said = {name: True for name, is_so in ((_RESET, head.is_reset), (_END, head.is_end)) if is_so}
    yield _record(KeptRecord(_HEAD, (), {"form": FORM, **said}))
    settings = _Settings()
    for kept in state:
        if isinstance(kept, KeptRecord):
            yield _record(kept)
        elif isinstance(kept, KeptRows):
            yield from _rows(kept.table, ChangedRows(kept.table, None, after=ColumnRows.of(kept.rows)))
        elif isinstance(kept, KeptBranch):
            yield _query(f"XA START {kept.xid}")
            for change in kept.changes:
                yield from _rows(change.table, [change])
            yield _query(f"XA END {kept.xid}")
            yield _query(f"XA PREPARE {kept.xid}")
        else:
            for text in settings.before(kept):
                yield _query(text)
            yield _query(kept.text, kept.schema)
    yield Stop()


def _record(record: KeptRecord) -> RowsQuery:
    values = {"kind": record.kind, "name": record.name, "values": record.values}
    return RowsQuery(json.dumps(values).encode())


def _query(text: str, schema: str = "") -> Query:
    """What stands for bytes that are no character is the ? that information_schema shows of it: no other process
    knows it."""
    data = in_charset(text).encode("utf-8", "surrogateescape")
    return Query(thread_id=0, exec_time=0, error_code=0, status_vars=(), schema=schema.encode(), query=data)


def _rows(table: Table, changes: Sequence[RowChange]) -> Iterator[Declared]:
    yield table_map(table, _TABLE_ID, full_metadata=False)
    settings = RowSettings(RowImage.FULL, full_metadata=False, max_event_size=_EVENT_SIZE)
    for body in row_event_bodies(changes, settings, lambda _: _TABLE_ID):
        yield replace(body, flags=RowsFlag.STMT_END)


class _Settings:
    """The session by now, as far as statements say it."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def before(self, kept: KeptStatement) -> Iterator[str]:
        seconds, fraction = divmod(kept.moment, 1_000_000)
        texts = {"timestamp": f"timestamp = {seconds}.{fraction:06}", "zone": f"time_zone = '{kept.zone}'"}
        made = kept.creation
        if made is not None:
            collate = "" if made.client_collation is None else f" COLLATE {made.client_collation}"
            texts["names"] = f"NAMES {made.client}{collate}, collation_connection = {made.connection}"
        texts["mode"] = f"sql_mode = '{made.sql_mode if made is not None else ''}'"
        for name, text in texts.items():
            if self._said.get(name) != text:
                self._said[name] = text
                yield f"SET {text}"


def _framed(bodies: Iterable[Declared]) -> Iterator[bytes]:
    yield BINLOG_MAGIC
    position = len(BINLOG_MAGIC)
    for body in bodies:
        kind, raw = event_type_of(body), build_body(body)
        event = frame(kind, raw, timestamp=0, server_id=0, end_log_pos=0)
        position += len(event)
        yield event if position > _MOST else frame(kind, raw, timestamp=0, server_id=0, end_log_pos=position)
