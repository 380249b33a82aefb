"""The inside of Table_map and rows events: descriptions that agree with themselves, rows that can be decoded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from binwriter.binlog.files.rows import MappedTable, OpenTables, TableRows
from binwriter.binlog.files.runs import Run
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.rows_data import RowChange
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import StoredCell
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.events import TableMap
from binwriter.formats.events.table_metadata import metadata_value
from binwriter.inspection.verify.facts import EARLY_TREES, LogFacts, Seen, is_early
from binwriter.inspection.verify.finding import Check, Finding

# Each value of these has one form, so other bytes are out of their range: a member that is not there, minute 63.
ONE_FORM = frozenset(
    {
        ColumnType.ENUM,
        ColumnType.SET,
        ColumnType.VECTOR,
        ColumnType.DATE,
        ColumnType.TIME2,
        ColumnType.DATETIME2,
        ColumnType.TIMESTAMP2,
    }
)
_TEXT = frozenset({ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.VARCHAR, ColumnType.BLOB})
# Bytes of a cell that a message shows.
_SHOWN = 16


def _reason(seen: Seen, error: CorruptLogError) -> str:
    return str(error).removeprefix(f"{seen.event.file}:{seen.position}: ")


class TableDescription(Check):
    name = "table-map"
    summary = "a Table_map's types, metadata and optional metadata agree"
    types = frozenset({EventType.TABLE_MAP})

    def __init__(self) -> None:
        # what was said of each description: the same few come again before every statement
        self._known: dict[tuple[object, ...], str | None] = {}

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        body = seen.body
        if not isinstance(body, TableMap) or EARLY_TREES in log.server_version:
            return
        if not body.has_metadata and is_early(log):
            return  # those of the first trees do not tell of their columns
        key = (body.column_types, body.has_metadata, body.metadata, body.null_bits, body.optional_metadata)
        if key not in self._known:
            if len(self._known) > 4096:
                self._known.clear()
            self._known[key] = self._problem(body)
        problem = self._known[key]
        log.unclear_tables.discard(body.table_id)
        if problem is not None:
            log.unclear_tables.add(body.table_id)
            yield self.error(log, seen.position, problem)

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return not log.unclear_tables

    def _problem(self, body: TableMap) -> str | None:
        if not body.has_metadata:
            return "it ends behind the types of its columns: neither metadata nor which ones may be NULL"
        try:
            for field in body.optional_metadata:
                metadata_value(field)
            specs = MappedTable(body).specs
        except CorruptLogError as error:
            return str(error)
        return None if len(specs) == len(body.column_types) else "columns without types"


def _impossible_cell(specs: Sequence[ColumnSpec], changes: Sequence[RowChange]) -> str:
    """The first cell whose bytes are no value of its column's type; "" if there is none.

    A note, because real servers have written such cells: text that is not in its character set, for instance.
    """
    for number, change in enumerate(changes, 1):
        for image in (change.before, change.after):
            for column, value in zip(image.columns, image.values, strict=True) if image else ():
                spec = specs[column]
                if type(value) is StoredCell and (value.value is None or spec.type in ONE_FORM):
                    return f"row {number}: column {spec.name!r}: no {spec.type.name} has the bytes {_hex(value.stored)}"
    return ""


def _hex(stored: bytes) -> str:
    return stored[:_SHOWN].hex(" ") + " ..." * (len(stored) > _SHOWN)


class RowData(Check):
    name = "row-data"
    summary = "every row can be decoded by its table's description, to the last byte (takes the most time)"

    def __init__(self) -> None:
        self._tables = OpenTables()

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._tables = OpenTables()
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if seen.body is None:
            return
        rows = self._found(seen)
        if rows is None:
            return
        try:
            specs = rows.specs()
        except CorruptLogError:
            return  # said of the Table_map
        if len(specs) != rows.body.column_count:
            return  # said by `rows`
        try:
            changes = rows.changes()
        except CorruptLogError as error:
            yield self.error(log, seen.position, _reason(seen, error))
            return
        if problem := _impossible_cell(specs, changes):
            yield self.note(log, seen.position, problem)

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return self._tables.is_empty

    def _found(self, seen: Seen) -> TableRows | None:
        try:
            return self._tables.follow(seen.event)
        except CorruptLogError:
            return None  # no Table_map: said by `rows`


TABLE_CHECKS: tuple[type[Check], ...] = (TableDescription, RowData)
