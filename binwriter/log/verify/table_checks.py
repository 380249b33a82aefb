"""The inside of Table_map and rows events: descriptions that agree with themselves, rows that can be decoded."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.errors import CorruptLogError
from binwriter.formats.events import TableMap
from binwriter.formats.events.table_metadata import metadata_value
from binwriter.log.rows import MappedTable, OpenTables, TableRows
from binwriter.log.verify.facts import EARLY_TREES, LogFacts, Seen
from binwriter.log.verify.finding import Check, Finding


def _reason(seen: Seen, error: CorruptLogError) -> str:
    return str(error).removeprefix(f"{seen.event.file}:{seen.position}: ")


class TableDescription(Check):
    name = "table-map"
    summary = "a Table_map's types, metadata and optional metadata agree"

    def __init__(self) -> None:
        # what was said of each description: the same few come again before every statement
        self._known: dict[tuple[object, ...], str | None] = {}

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        body = seen.body
        # Table_maps of the trees before 5.1.5 do not tell of their columns
        if not isinstance(body, TableMap) or not body.has_metadata or EARLY_TREES in log.server_version:
            return
        key = (body.column_types, body.metadata, body.null_bits, body.optional_metadata)
        if key not in self._known:
            if len(self._known) > 4096:
                self._known.clear()
            self._known[key] = self._problem(body)
        problem = self._known[key]
        if problem is not None:
            yield self.error(log, seen.position, problem)

    def _problem(self, body: TableMap) -> str | None:
        try:
            for field in body.optional_metadata:
                metadata_value(field)
            specs = MappedTable(body).specs
        except CorruptLogError as error:
            return str(error)
        return None if len(specs) == len(body.column_types) else "columns without types"


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
        found = self._found(seen)
        if found is None:
            return
        try:
            specs = found.specs()
        except CorruptLogError:
            return  # said of the Table_map
        if len(specs) != found.body.column_count:
            return  # said by `rows`
        try:
            found.changes()
        except CorruptLogError as error:
            yield self.error(log, seen.position, _reason(seen, error))

    def _found(self, seen: Seen) -> TableRows | None:
        try:
            return self._tables.follow(seen.event)
        except CorruptLogError:
            return None  # no Table_map: said by `rows`


TABLE_CHECKS: tuple[type[Check], ...] = (TableDescription, RowData)
