"""Events that belong together within a statement: variables, rows and their tables, blocks of a loaded file."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.binlog.files.rows import DUMMY_TABLE_ID
from binwriter.binlog.files.runs import Run
from binwriter.formats.constants import EventType, RowsFlag
from binwriter.formats.events import AppendBlock, DeleteFile, ExecuteLoadQuery, Rows, TableMap
from binwriter.formats.events.old.load import CreateFile, ExecLoad
from binwriter.inspection.verify import mariadb
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.finding import Check, Finding
from binwriter.inspection.verify.groups import ANYWHERE, BETWEEN_GROUPS, GTID_TYPES, is_begin, is_group_end
from binwriter.inspection.verify.mariadb import MariaDbType

_VARIABLES = frozenset({EventType.INTVAR, EventType.RAND, EventType.USER_VAR})
_LOAD_BLOCKS = frozenset(
    {EventType.BEGIN_LOAD_QUERY, EventType.APPEND_BLOCK, EventType.CREATE_FILE, EventType.DELETE_FILE}
)
_USES_VARIABLES = frozenset(
    {
        EventType.QUERY,
        EventType.EXECUTE_LOAD_QUERY,
        EventType.LOAD,
        EventType.NEW_LOAD,
        EventType.EXEC_LOAD,
        MariaDbType.QUERY_COMPRESSED,
    }
)
# A damaged log may open ever more files or tables and end none.
_MOST_OPEN = 1 << 16


def _is_transparent(log: LogFacts, seen: Seen) -> bool:
    """Whether the event may stand in the middle of a statement: in a relay log the connection may have been lost."""
    return seen.type in ANYWHERE or (log.is_relay and seen.type in BETWEEN_GROUPS)


class Variables(Check):
    name = "context"
    summary = "Intvar, Rand and User_var stand directly before the statement they are for"

    def __init__(self) -> None:
        self._pending: tuple[int, int] | None = None

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._pending = None
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if not seen.intact:
            self._pending = None
        elif seen.type in _VARIABLES:
            self._pending = self._pending or (seen.position, seen.type)
        elif seen.type in _LOAD_BLOCKS:  # a server may write them ahead of their statement's group, variables and all
            self._pending = None
        elif self._pending and not _is_transparent(log, seen):
            position, kind = self._pending
            self._pending = None
            if seen.type not in _USES_VARIABLES or is_begin(seen) or is_group_end(seen):
                name = EventType(kind).name.capitalize()
                yield self.error(
                    log, position, f"{name} without its statement: an event of type {seen.event.header.type} follows"
                )

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return self._pending is None

    def end_file(self, log: LogFacts) -> Iterator[Finding]:
        if self._pending and not (log.is_cut or log.is_relay or log.group is not None):
            name = EventType(self._pending[1]).name.capitalize()
            yield self.error(log, self._pending[0], f"{name} without its statement: the file ends")


class RowsQueryPlace(Check):
    name = "rows-query"
    summary = "Rows_query stands directly before its statement's Table_map"

    def __init__(self) -> None:
        self._position: int | None = None

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._position = None
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if _is_transparent(log, seen) and seen.intact:
            return
        position, self._position = self._position, None
        if not seen.intact:
            return
        if position is not None and seen.type != EventType.TABLE_MAP:
            reason = f"Rows_query without its Table_map: an event of type {seen.event.header.type} follows"
            yield self.error(log, position, reason)
        if seen.type == EventType.ROWS_QUERY:
            self._position = seen.position

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return self._position is None


class RowsAndTables(Check):
    name = "rows"
    summary = "rows have a Table_map of the same table id and column count; a statement's last rows have STMT_END"

    def __init__(self) -> None:
        self._tables: dict[int, TableMap] = {}
        self._first_map: int | None = None
        self._open_rows: int | None = None
        self._lost = False

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._clear()
        self._lost = False
        return iter(())

    def _clear(self) -> None:
        self._tables.clear()
        self._first_map = self._open_rows = None

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if not seen.intact or seen.type in mariadb.COMPRESSED_ROWS:
            self._clear()
            self._lost = True
            return
        if _is_transparent(log, seen):
            if seen.type in BETWEEN_GROUPS:
                self._clear()
                self._lost = True
            return
        body = seen.body
        if isinstance(body, TableMap):
            if self._first_map is None:
                self._first_map = seen.position
            if len(self._tables) < _MOST_OPEN:
                self._tables[body.table_id] = body
        elif isinstance(body, Rows):
            yield from self._rows(log, seen, body)
        elif seen.type != EventType.TRANSACTION_PAYLOAD:
            yield from self._statement_end(log, seen)

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return not (self._tables or self._lost) and self._first_map is None and self._open_rows is None

    def _rows(self, log: LogFacts, seen: Seen, body: Rows) -> Iterator[Finding]:
        ends = bool(body.flags & RowsFlag.STMT_END)
        table = self._tables.get(body.table_id)
        if table is None:
            is_dummy = body.table_id == DUMMY_TABLE_ID and ends
            if not self._lost and not is_dummy:
                reason = f"rows of table id {body.table_id}, which no Table_map of the statement describes"
                yield self.error(log, seen.position, reason)
        elif body.column_count != len(table.column_types) and body.table_id not in log.unclear_tables:
            reason = f"rows of {body.column_count} columns, but the Table_map of table id {body.table_id} has "
            yield self.error(log, seen.position, reason + str(len(table.column_types)))
        self._open_rows = seen.position
        if ends:
            self._clear()
            self._lost = False

    def _statement_end(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        what = f"an event of type {seen.event.header.type} follows"
        if not self._lost:
            if self._open_rows is not None:
                yield self.error(log, self._open_rows, f"the statement's last rows have no STMT_END: {what}")
            elif self._first_map is not None:
                # a 9.7 server writes these: the statement locked the table for writing, and no row of it changed
                yield self.note(log, self._first_map, f"Table_map without rows: {what}")
        self._clear()
        self._lost = False


class LoadFiles(Check):
    """Seen on 9.7.4: where a transaction's LOAD DATA into an N-table is logged as a statement after others, its blocks
    can stand in a group of their own, ahead of the one that executes them. So that is noted; what was never begun is an
    error.
    """

    name = "load"
    summary = "the blocks of a loaded file: begun, appended, then executed or deleted, by file id"

    def __init__(self) -> None:
        self._open: dict[int, int] = {}
        self._earlier: set[int] = set()
        self._lost = False

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._open.clear()
        self._earlier.clear()
        self._lost = False
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if not seen.intact:
            self._lost = True
            return
        body, kind = seen.body, seen.type
        if kind in (EventType.BEGIN_LOAD_QUERY, EventType.CREATE_FILE):
            if isinstance(body, AppendBlock | CreateFile) and len(self._open) < _MOST_OPEN:
                self._open[body.file_id] = seen.position
        elif isinstance(body, AppendBlock | DeleteFile | ExecuteLoadQuery | ExecLoad):
            if body.file_id not in self._open and not (self._lost or log.is_relay):
                what = f"{EventType(kind).name.capitalize()} of file id {body.file_id}"
                if body.file_id in self._earlier:
                    yield self.note(log, seen.position, f"{what}, which was begun in an earlier group")
                else:
                    yield self.error(log, seen.position, f"{what}, which was not begun")
            if not isinstance(body, AppendBlock):
                self._open.pop(body.file_id, None)
                self._earlier.discard(body.file_id)
        elif kind in GTID_TYPES:
            yield from self._unended(log)

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return not self._open

    def _unended(self, log: LogFacts) -> Iterator[Finding]:
        if not (self._lost or log.is_relay):
            for file_id, position in self._open.items():
                yield self.note(
                    log, position, f"file id {file_id} is begun, but its group neither executes nor deletes it"
                )
        if len(self._earlier) < _MOST_OPEN:
            self._earlier.update(self._open)
        self._open.clear()

    def end_file(self, log: LogFacts) -> Iterator[Finding]:
        if not (log.is_cut or log.group is not None):
            yield from self._unended(log)


STATEMENT_CHECKS: tuple[type[Check], ...] = (Variables, RowsQueryPlace, RowsAndTables, LoadFiles)
