"""Building every event again from its parsed values, and comparing the bytes.

Not only the body's fields: rows are decoded to typed values and encoded again, a Table_map's optional metadata and the
extra row info likewise, and the events inside a Transaction_payload are built one by one. What no values stand for is
counted apart: bodies of unknown types, cells that are kept as they are stored, and a payload's compressed bytes, which
another version of zstd compresses differently.
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.binlog.files.reader import LogEvent, nested_events
from binwriter.binlog.files.rows import OpenTables, TableRows
from binwriter.errors import BinwriterError, CorruptLogError
from binwriter.formats.columns.rows_data import encode_rows
from binwriter.formats.columns.values import StoredCell
from binwriter.formats.constants import EventType, MetadataFieldType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import Raw, Rows, TableMap, TransactionPayload, build_body, event_type_of
from binwriter.formats.events.parts.extra_row_info import extra_row_chunks, extra_row_info
from binwriter.formats.events.parts.payload import build_payload
from binwriter.formats.events.table_metadata import metadata_field, metadata_value
from binwriter.formats.header import HEADER_LENGTH, frame
from binwriter.formats.records import dataclass, replace
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.finding import Check, Finding


@dataclass
class RebuildCounts:
    """Of one event type. equal: built again to the same bytes. unread: damaged, nothing to build from.

    kept: bodies of an unknown layout, which are bytes to us; stored_cells: cells kept as they are stored.
    payloads: Transaction_payload events; recompressed: those whose events were compressed again to the same bytes.
    """

    events: int = 0
    equal: int = 0
    unread: int = 0
    kept: int = 0
    stored_cells: int = 0
    payloads: int = 0
    recompressed: int = 0


class Rebuild(Check):
    name = "rebuild"
    summary = "with --rebuild: every event is built again from its values to the same bytes"

    def __init__(self) -> None:
        self.counts: dict[str, RebuildCounts] = {}
        self._tables = OpenTables()

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._tables = OpenTables()
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        event = seen.event
        counts = self.counts.setdefault(type_name(event, seen.body), RebuildCounts())
        counts.events += 1
        if seen.body is None:
            counts.unread += 1
            return
        if isinstance(seen.body, Raw):
            counts.kept += 1
        if isinstance(seen.body, TransactionPayload):
            counts.payloads += 1
            counts.recompressed += _is_recompressed(event, seen.body)
        try:
            rebuilt = self._rebuilt(log, seen, seen.body, counts)
        except BinwriterError as error:
            yield self.error(log, seen.position, f"{type_name(event, seen.body)} cannot be built again: {error}")
            return
        if rebuilt == event.raw:
            counts.equal += 1
            return
        yield self.error(log, seen.position, _difference(event, seen.body, rebuilt))

    def _rebuilt(self, log: LogFacts, seen: Seen, body: Declared, counts: RebuildCounts) -> bytes:
        event = seen.event
        header = event.header
        if isinstance(body, TableMap):
            body = _table_map(body)
        rows = self._found(seen)
        if isinstance(body, Rows):
            body = _rows(body, rows, counts)
        context = event.context
        return frame(
            context.type_number(event_type_of(body)),
            build_body(body),
            timestamp=header.timestamp,
            server_id=header.server_id,
            end_log_pos=header.log_pos,
            flags=header.flags,
            checksum=log.checksum if not seen.is_nested else None,
            extra_header=event.extra_header,
        )

    def _found(self, seen: Seen) -> TableRows | None:
        try:
            return self._tables.follow(seen.event)
        except CorruptLogError:
            return None


def type_name(event: LogEvent, body: Declared | None) -> str:
    """The type's name, its number if it has none."""
    try:
        return EventType(event.type).name
    except ValueError:
        return f"type {event.header.type}"


def _table_map(body: TableMap) -> TableMap:
    fields = tuple(
        metadata_field(MetadataFieldType(field.type), metadata_value(field))
        if field.type in MetadataFieldType.__members__.values()
        else field
        for field in body.optional_metadata
    )
    return replace(body, optional_metadata=fields)


def _rows(body: Rows, rows: TableRows | None, counts: RebuildCounts) -> Rows:
    if body.extra:
        body = replace(body, extra=extra_row_info(body.type, *extra_row_chunks(body)))
    try:
        specs = rows.specs() if rows is not None else ()
    except CorruptLogError:
        specs = ()
    if rows is None or not specs:  # no usable Table_map: nobody knows what the bytes mean
        counts.kept += bool(body.rows)
        return body
    changes = rows.changes()
    for change in changes:
        for image in (change.before, change.after):
            counts.stored_cells += sum(type(value) is StoredCell for value in image.values) if image else 0
    return replace(body, rows=encode_rows(specs, body, changes))


def _is_recompressed(event: LogEvent, body: TransactionPayload) -> bool:
    """Whether our zstd compresses the events to the server's bytes; which level it used is not in the file."""
    try:
        events = [inner.raw for inner in nested_events(event)]
        return any(
            build_payload(events, body.compression_type, size_in_frame=in_frame).payload == body.payload
            for in_frame in (True, False)
        )
    except BinwriterError:
        return False


def _difference(event: LogEvent, body: Declared, rebuilt: bytes) -> str:
    """The first byte that differs, and the part of the event that it is in."""
    written = event.raw
    offset = next(
        (place for place, (one, other) in enumerate(zip(written, rebuilt, strict=False)) if one != other),
        min(len(written), len(rebuilt)),
    )
    end = HEADER_LENGTH + len(event.body_bytes)
    part = "header" if offset < HEADER_LENGTH else "checksum" if offset >= end else "body"
    return (
        f"{type_name(event, body)} built again differs at byte {offset} ({part}): "
        f"{_hex(written, offset)} written, {_hex(rebuilt, offset)} built ({len(written)} and {len(rebuilt)} bytes)"
    )


def _hex(data: bytes, offset: int) -> str:
    return data[offset : offset + 8].hex(" ") or "nothing"
