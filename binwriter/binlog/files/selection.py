"""Which events of a log are wanted: the filters of mysqlbinlog, with its meanings (manual, "mysqlbinlog").

What is easily taken for something else:
* `start_position` counts in the first file, behind its format description, `stop_position` in the last one;
* the first event at or after `start_time` opens the door for all that follow, whatever their time or server;
  the first one at or after `stop_time` ends the whole reading, later files included;
* `database` is the default database of a statement, but the table's own for rows; statements that only begin and end
  transactions always pass, and so do GTIDs and XIDs;
* a set of GTIDs picks whole transactions; file events (Rotate, Stop, Format_description, Incident) pass.
Each was compared with mysqlbinlog 9.7.4 (tests/binwriter/binlog/files/test_selection.py). Different on purpose: a start
position within an event is the next event's, where mysqlbinlog reads nonsense; and Intvar, Rand and User_var events are
shown also where the statement that they are for is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from binwriter.binlog.files.reader import LogEvent, nested_events
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType, RowsFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    ExecuteLoadQuery,
    Gtid,
    PreviousGtids,
    Query,
    Rows,
    TableMap,
    TaggedGtid,
)
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.gtid.sets import GtidSet, GtidValue

_GTID_TYPES = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_ABOUT_THE_FILE = frozenset(
    {
        EventType.STOP,
        EventType.FORMAT_DESCRIPTION,
        EventType.START_V3,
        EventType.ROTATE,
        EventType.IGNORABLE,
        EventType.INCIDENT,
    }
)
# Belong to the statement that follows: they are shown with it or not at all.
_CONTEXT_TYPES = frozenset({EventType.INTVAR, EventType.RAND, EventType.USER_VAR})
_TRANSACTION_WORDS = (b"SAVEPOINT", b"ROLLBACK", b"XA START", b"XA END", b"XA PREPARE", b"XA COMMIT", b"XA ROLLBACK")
_BEGIN_COMMIT = (b"BEGIN", b"COMMIT")


@dataclass(frozen=True)
class Selection:
    """What is wanted; the defaults want everything.

    start_position, stop_position: bytes; start_time, stop_time: seconds since 1970 UTC; offset: events to skip.
    rewrite: databases that go by another name, which is the one that `database` means (--rewrite-db).
    force: an event that cannot be parsed passes, instead of ending the reading.
    """

    start_position: int = 0
    stop_position: int | None = None
    start_time: int = 0
    stop_time: int | None = None
    offset: int = 0
    server_id: int = 0
    database: bytes | None = None
    rewrite: Mapping[bytes, bytes] = field(default_factory=dict)
    include_gtids: GtidSet | None = None
    exclude_gtids: GtidSet | None = None
    skip_gtids: bool = False
    force: bool = False


def select_events(files: Iterable[Iterable[LogEvent]], wanted: Selection) -> Iterator[LogEvent]:
    """The wanted events of these files, in order, those inside Transaction_payload events included.

    Raises CorruptLogError naming file and position if the body of an event that decides cannot be parsed.
    """
    selector = _Selector(wanted)
    for events, is_first, is_last in _with_place(files):
        if is_first and wanted.start_position:
            events = _from_position(events, wanted.start_position)
        for event in events:
            if is_last and wanted.stop_position is not None and event.position >= wanted.stop_position:
                break
            if selector.takes_all and event.header.type != EventType.TRANSACTION_PAYLOAD:
                yield event
                continue
            yield from selector.select(event)
            if selector.stopped:
                return


def _from_position(events: Iterable[LogEvent], start: int) -> Iterator[LogEvent]:
    """The events from there on, behind the format description that holds for them."""
    description: LogEvent | None = None
    started = False
    for event in events:
        if not started and event.position < start:
            if event.type == EventType.FORMAT_DESCRIPTION:
                description = event
            continue
        if not started and description is not None:
            yield description
        started = True
        yield event
    if not started and description is not None:
        yield description


def _with_place(files: Iterable[Iterable[LogEvent]]) -> Iterator[tuple[Iterable[LogEvent], bool, bool]]:
    """Each file, whether it is the first, and whether it is the last one."""
    waiting: Iterable[LogEvent] | None = None
    is_first = True
    for events in files:
        if waiting is not None:
            yield waiting, is_first, False
            is_first = False
        waiting = events
    if waiting is not None:
        yield waiting, is_first, True


class _Selector:
    """The state of the filters, one walk over all files."""

    def __init__(self, wanted: Selection) -> None:
        self.wanted = wanted
        self.stopped = False
        self._started = False
        self._seen = 0
        self._in_unwanted_transaction = False
        self._unwanted_tables: set[int] = set()
        self._context: list[LogEvent] = []
        places = Selection(start_position=wanted.start_position, stop_position=wanted.stop_position)
        # nothing is asked but where to begin and to end
        self.takes_all = replace(wanted, rewrite={}, force=False) == places

    def select(self, event: LogEvent) -> Iterator[LogEvent]:
        """What is to be shown now that this event has come; `stopped` is set if it ends the reading."""
        passes = self._passes(event)
        if self.stopped:
            return
        if passes and event.type in _CONTEXT_TYPES and self.wanted.database is not None:
            self._context.append(event)
            return
        if event.type not in _CONTEXT_TYPES:
            context, self._context = self._context, []
            if passes:
                yield from context
        if not passes:
            return
        yield event
        if event.type == EventType.TRANSACTION_PAYLOAD:
            for inner in self._nested(event):
                yield from self.select(inner)
                if self.stopped:
                    return

    def _nested(self, event: LogEvent) -> Iterator[LogEvent]:
        try:
            yield from nested_events(event)
        except CorruptLogError:
            if not self.wanted.force:
                raise

    def _body(self, event: LogEvent) -> Declared | None:
        try:
            return event.body
        except CorruptLogError:
            if self.wanted.force:
                return None
            raise

    def _passes(self, event: LogEvent) -> bool:
        wanted = self.wanted
        self._seen += 1
        if self._is_of_unwanted_gtid(event):
            return False
        is_description = event.type == EventType.FORMAT_DESCRIPTION
        started = self._started or (self._seen > wanted.offset and event.header.timestamp >= wanted.start_time)
        if not started and not is_description:
            return False
        if not is_description:
            self._started = True
            if wanted.server_id and event.type != EventType.ROTATE and event.header.server_id != wanted.server_id:
                return False
        if wanted.stop_time is not None and event.header.timestamp >= wanted.stop_time:
            self.stopped = True
            return False
        return wanted.database is None or self._is_of_database(event, wanted.database)

    def _is_of_unwanted_gtid(self, event: LogEvent) -> bool:
        wanted = self.wanted
        if wanted.include_gtids is None and wanted.exclude_gtids is None and not wanted.skip_gtids:
            return False
        kind = event.type
        if kind in _GTID_TYPES:
            self._in_unwanted_transaction = self._is_unwanted(event)
            return self._in_unwanted_transaction or wanted.skip_gtids
        if kind == EventType.PREVIOUS_GTIDS:
            return wanted.skip_gtids
        if kind in _ABOUT_THE_FILE:
            return False
        unwanted = self._in_unwanted_transaction
        body = self._body(event) if kind == EventType.QUERY else None
        if kind == EventType.XID or (isinstance(body, Query) and ends_group(body.query)):
            self._in_unwanted_transaction = False
        return unwanted

    def _is_unwanted(self, event: LogEvent) -> bool:
        wanted = self.wanted
        gtid = gtid_of(event) if self._body(event) is not None else None
        if wanted.include_gtids is not None and (gtid is None or gtid not in wanted.include_gtids):
            return True
        return wanted.exclude_gtids is not None and gtid is not None and gtid in wanted.exclude_gtids

    def _is_of_database(self, event: LogEvent, database: bytes) -> bool:
        body = self._body(event)
        schema = getattr(body, "schema", b"")
        is_wanted = self.wanted.rewrite.get(schema, schema) == database
        if isinstance(body, Query):
            return is_transaction_statement(body.query) or is_wanted
        if isinstance(body, ExecuteLoadQuery):
            return is_wanted
        if isinstance(body, TableMap):
            if not is_wanted:
                self._unwanted_tables.add(body.table_id)
            return is_wanted
        if isinstance(body, Rows):
            unwanted = body.table_id in self._unwanted_tables
            if body.flags & RowsFlag.STMT_END:
                self._unwanted_tables.clear()
            return not unwanted
        return True


def gtid_of(event: LogEvent) -> GtidValue | None:
    """The GTID of a GTID event; None for an anonymous one, or one of another type."""
    body = event.body
    if isinstance(body, AnonymousGtid) or not isinstance(body, Gtid | TaggedGtid):
        return None
    return GtidValue(body.uuid, getattr(body, "tag", ""), body.gno)


def previous_gtids_of(event: LogEvent) -> GtidSet | None:
    """The set that a Previous_gtids event states, None for an event of another type.

    Raises CorruptLogError naming file and position for one that cannot be read.
    """
    body = event.body if event.type == EventType.PREVIOUS_GTIDS else None
    if not isinstance(body, PreviousGtids):
        return None
    try:
        return GtidSet.from_previous_gtids(body)
    except CorruptLogError as error:
        raise CorruptLogError(f"{event.file}:{event.position}: {error}") from error


def is_transaction_statement(query: bytes) -> bool:
    """Whether the statement only begins, divides or ends a transaction."""
    return query in _BEGIN_COMMIT or query.upper().startswith(_TRANSACTION_WORDS)


def ends_group(query: bytes) -> bool:
    """Whether the statement is the last of a group."""
    text = query.upper()
    if query == b"COMMIT" or text.startswith(b"XA ROLLBACK"):
        return True
    return text.startswith(b"ROLLBACK") and not text.startswith(b"ROLLBACK TO ")
