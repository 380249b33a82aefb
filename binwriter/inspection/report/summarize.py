"""Any log, event by event, into sums: memory does not grow with the log, and no event is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from binwriter.binlog.files.reader import LogEvent, nested_events
from binwriter.binlog.files.rows import MappedTable, OpenTables, TableRows
from binwriter.binlog.files.selection import ends_group, gtid_of
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType, RowsFlag
from binwriter.formats.events import ExecuteLoadQuery, Query, TableMap
from binwriter.formats.records import dataclass
from binwriter.inspection.event_info import event_type_name
from binwriter.inspection.report.model import FileSums, Large, LogSummary
from binwriter.inspection.report.rows import count_keys, describe, keep_sample
from binwriter.inspection.report.statements import statement_kind

# So many rows are decoded before only every so-manyth rows event is, and the rows of the others are estimated.
EXACT_ROWS = 100_000
THEN_EVERY = 20

_MOST_KNOWN_QUERIES = 4096
_MOST_TABLES_SHOWN = 6

_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_BETWEEN = frozenset(
    {EventType.FORMAT_DESCRIPTION, EventType.START_V3, EventType.ROTATE, EventType.STOP, EventType.PREVIOUS_GTIDS}
)
_ENDS = frozenset({EventType.XID, EventType.XA_PREPARE})
_QUERIES = frozenset({EventType.QUERY, EventType.EXECUTE_LOAD_QUERY})
_LOADS = frozenset({EventType.LOAD, EventType.NEW_LOAD, EventType.EXEC_LOAD})


def summarize(files: Iterable[Iterable[LogEvent]], into: LogSummary | None = None) -> LogSummary:
    """The sums of these files, added to those of `into`.

    What is damaged ends the reading of its file and is named in `LogSummary.problems`; the next one is read.
    """
    summary = into if into is not None else LogSummary()
    reading = _Reading(summary)
    for events in files:
        reading.begin()
        try:
            for event in events:
                reading.take(event)
        except CorruptLogError as error:
            summary.problems.append(str(error))
        reading.end()
    return summary


@dataclass
class _Group:
    """The transaction that is open. thread: of its session, if a statement has said it."""

    event: LogEvent
    begun: bool = False
    bytes: int = 0
    rows: int = 0
    thread: int | None = None
    tables: dict[str, None] = field(default_factory=dict)


class _Reading:
    """The files, one after the other."""

    def __init__(self, summary: LogSummary) -> None:
        self._summary = summary
        self._decoded = self._rows_events = 0
        self._queries: dict[bytes, tuple[str, int | None]] = {}

    def begin(self) -> None:
        """A file begins."""
        self._file: FileSums | None = None
        self._tables = OpenTables(remember=True)
        self._group: _Group | None = None

    def take(self, event: LogEvent) -> None:
        """One event of the file; those inside a Transaction_payload are looked for."""
        file = self._file
        if file is None:
            file = self._file = FileSums(event.file)
            self._summary.files.append(file)
        if event.context.format_description is not None:
            file.version = event.context.format_description.server_version
        file.events += 1
        file.bytes = event.end
        size = len(event.raw)
        moment = self._summary.timeline.at(event.header.timestamp) if event.header.timestamp else None
        if moment is not None:
            moment.events += 1
            moment.bytes += size
        if event.type in _GTIDS or event.type in _BETWEEN:
            self._close()
        if event.type not in _BETWEEN:
            self._group = self._group or _Group(event)
            self._group.bytes += size
        self._look(event)
        if event.type == EventType.TRANSACTION_PAYLOAD:
            for inner in nested_events(event):
                self._look(inner)

    def end(self) -> None:
        """The file ends."""
        self._close()

    def _look(self, event: LogEvent) -> None:
        kind, name, size = event.type, event_type_name(event.type), len(event.raw)
        summary, group = self._summary, self._group
        summary.types[name] += 1
        summary.type_bytes[name] += size
        if group is None:
            return
        if kind in _ENDS:
            self._close()
        elif kind in _QUERIES:
            self._query(event, group)
        elif kind in _LOADS:
            self._statement(event, group, "LOAD DATA", None)
        elif (rows := self._tables.follow(event)) is not None:
            self._rows(rows, group, size)
        elif kind == EventType.TABLE_MAP:
            body = event.body
            assert isinstance(body, TableMap)
            table = summary.table(MappedTable(body).full_name)
            table.bytes += size
            table.events += 1

    # --- statements

    def _query(self, event: LogEvent, group: _Group) -> None:
        known = self._queries.get(event.body_bytes)
        if known is None:
            body = event.body
            assert isinstance(body, Query | ExecuteLoadQuery)
            known = statement_kind(body.query), body.thread_id
            if len(event.body_bytes) < 512 and len(self._queries) < _MOST_KNOWN_QUERIES:
                self._queries[event.body_bytes] = known
        kind, thread = known
        if kind:
            self._statement(event, group, kind, thread)
            return
        body = event.body
        query = body.query if isinstance(body, Query) else b""
        group.thread = group.thread if group.thread is not None else thread
        group.begun = group.begun or query.upper().startswith((b"BEGIN", b"XA START"))
        if ends_group(query) or not group.begun:
            self._close()

    def _statement(self, event: LogEvent, group: _Group, kind: str, thread: int | None) -> None:
        self._summary.statements[kind] += 1
        group.thread = group.thread if group.thread is not None else thread
        self._wrote(event, group, "(statements)", 1)
        if not group.begun:
            self._close()

    def _wrote(self, event: LogEvent, group: _Group, what: str, count: int) -> None:
        session = f", session {group.thread}" if group.thread is not None else ""
        self._summary.writers.add((f"server {event.header.server_id}{session}", what), count)

    # --- rows

    def _rows(self, rows: TableRows, group: _Group, size: int) -> None:
        summary, table = self._summary, self._summary.table(rows.table.full_name)
        operation = _operation(rows)
        table.bytes += size
        table.events += 1
        if rows.body.flags & RowsFlag.STMT_END:
            summary.statements[f"{operation.upper()} (rows)"] += 1
        self._rows_events += 1
        if self._decoded < EXACT_ROWS or self._rows_events % THEN_EVERY == 0 or not table.rows[operation]:
            changes = rows.changes()
            count = len(changes)
            self._decoded += count
            if summary.is_detailed(table):
                specs = rows.specs()
                describe(table, rows.table)
                count_keys(table, specs, changes)
                keep_sample(table, specs, changes)
            table.measured[operation].add(len(rows.body.rows), count)
        else:
            count = max(1, round(len(rows.body.rows) / table.measured[operation].bytes_a_row))
            summary.is_estimated = True
        table.rows[operation] += count
        group.rows += count
        if len(group.tables) < _MOST_TABLES_SHOWN:
            group.tables[table.name] = None
        if rows.event.header.timestamp:
            summary.timeline.at(rows.event.header.timestamp).rows += count
        self._wrote(rows.event, group, table.name, count)
        if not group.begun and rows.body.flags & RowsFlag.STMT_END and group.event.type not in _GTIDS:
            self._close()  # 5.1: rows without BEGIN

    def _close(self) -> None:
        group, self._group = self._group, None
        if group is None:
            return
        summary, first = self._summary, group.event
        gtid = gtid_of(first) if first.type in _GTIDS else None
        if gtid is not None:
            summary.sources.add(f"{gtid.uuid}:{gtid.tag}" if gtid.tag else str(gtid.uuid))
        time = first.header.timestamp
        tables = tuple(group.tables)
        name = "" if gtid is None else str(gtid)
        summary.transaction(Large(group.bytes, group.rows, first.file, first.position, name, time, tables))
        if time:
            summary.timeline.at(time).transactions += 1


def _operation(rows: TableRows) -> str:
    if rows.body.columns_before is None:
        return "insert"
    return "delete" if rows.body.columns_after is None else "update"
