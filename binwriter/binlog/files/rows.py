"""The rows of a stream of events: which Table_map a rows event belongs to, and its rows decoded.

To a server a Table_map holds for the rows events of its statement, until the one with STMT_END; mysqlbinlog remembers
the last one of each table id, and so reads rows whose own Table_map is missing (5.1.27 wrote such logs).
Source: MySQL internals manual, "Rows_event" and "Table_map_event"; mysqlbinlog 9.7.4 ("Row event for unknown table").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property, lru_cache

from binwriter.binlog.files.reader import LogEvent, nested_events
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.rows_data import RowChange, decode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.constants import EventType, MetadataFieldType, RowsFlag
from binwriter.formats.events import EVENT_BODIES, Rows, TableMap
from binwriter.formats.events.parts.extra_row_info import ExtraRowChunk, extra_row_chunks
from binwriter.formats.records import dataclass

# What a rows event of no table says: it only ends the statement (its flag STMT_END).
DUMMY_TABLE_ID = 0x00FFFFFF

_SPEAKING = frozenset({EventType.TABLE_MAP, *(event_type for event_type, body in EVENT_BODIES.items() if body is Rows)})

# A file may map a table and never end the statement; MySQL's own limit of tables in one statement is far below.
_MOST_OPEN_TABLES = 1 << 16


class UnknownTableError(CorruptLogError):
    """A rows event whose Table_map is missing. table_id: what it asks for."""

    def __init__(self, event: LogEvent, table_id: int) -> None:
        super().__init__(f"{event.file}:{event.position}: rows of table id {table_id}, which no Table_map describes")
        self.table_id = table_id


@dataclass(frozen=True)
class MappedTable:
    """One table as its Table_map describes it."""

    body: TableMap = field(repr=False)

    @property
    def schema(self) -> str:
        return self.body.schema.decode("utf-8", "backslashreplace")

    @property
    def name(self) -> str:
        return self.body.table.decode("utf-8", "backslashreplace")

    @cached_property
    def full_name(self) -> str:
        """`schema.name`"""
        return f"{self.schema}.{self.name}"

    @cached_property
    def specs(self) -> tuple[ColumnSpec, ...]:
        """The columns with all that the Table_map tells. CorruptLogError if it contradicts itself."""
        body = self.body
        optional = tuple((item.type, item.value) for item in body.optional_metadata)
        return specs_from_table_map(body.column_types, body.metadata, body.null_bits, optional)

    @cached_property
    def bare_specs(self) -> tuple[ColumnSpec, ...]:
        """The columns without the optional metadata: numbers signed, text as bytes, names `@1`, `@2`."""
        return specs_from_table_map(self.body.column_types, self.body.metadata, self.body.null_bits)

    @cached_property
    def vector_specs(self) -> tuple[ColumnSpec, ...]:
        """As `bare_specs`, but with the dimensions of VECTOR columns, without which the type has no name."""
        optional = tuple(
            (item.type, item.value)
            for item in self.body.optional_metadata
            if item.type == MetadataFieldType.VECTOR_DIMENSIONALITY
        )
        return (
            specs_from_table_map(self.body.column_types, self.body.metadata, self.body.null_bits, optional)
            if optional
            else self.bare_specs
        )

    @property
    def has_names(self) -> bool:
        """Whether the Table_map names its columns (binlog_row_metadata=FULL)."""
        return bool(self.specs) and self.specs[0].name != "@1"


@dataclass(frozen=True)
class TableRows:
    """A rows event with the table that it changes.

    Everything that reads the table's description or the rows raises CorruptLogError, naming file and position, if
    they cannot be read.
    """

    event: LogEvent = field(repr=False)
    table: MappedTable
    body: Rows = field(repr=False)

    def specs(self) -> tuple[ColumnSpec, ...]:
        """The columns, with all that the Table_map tells."""
        with self._located():
            return self.table.specs

    def bare_specs(self) -> tuple[tuple[ColumnSpec, ColumnSpec], ...]:
        """The columns as mysqlbinlog -v knows them: without optional metadata, and with a VECTOR's dimensions."""
        with self._located():
            return tuple(zip(self.table.bare_specs, self.table.vector_specs, strict=True))

    def changes(self) -> tuple[RowChange, ...]:
        """The rows as the columns have them."""
        with self._located():
            return decode_rows(self.table.specs, self.body)

    def bare_changes(self) -> tuple[RowChange, ...]:
        """The rows without the help of the optional metadata, as mysqlbinlog -v reads them."""
        with self._located():
            return decode_rows(self.table.bare_specs, self.body)

    def extra(self) -> tuple[ExtraRowChunk, ...]:
        """The chunks of the extra row info: partitions, NDB's own."""
        with self._located():
            return extra_row_chunks(self.body)

    @contextmanager
    def _located(self) -> Iterator[None]:
        try:
            yield
        except CorruptLogError as error:
            raise CorruptLogError(f"{self.event.file}:{self.event.position}: {error}") from error


class OpenTables:
    """The Table_maps in force. Give it every event of a stream in order, those inside payloads included.

    remember: keep a Table_map beyond its statement, as mysqlbinlog does, up to 65536 of them; else as a server does.
    """

    def __init__(self, *, remember: bool = False) -> None:
        self._tables: dict[int, MappedTable] = {}
        self._remember = remember

    def follow(self, event: LogEvent) -> TableRows | None:
        """The rows of this event with their table; None if it is no rows event, or the dummy one of no table.

        Raises UnknownTableError if the Table_map is missing, CorruptLogError if the body of either cannot be parsed;
        the bodies of other events are not looked at.
        """
        if event.type == EventType.FORMAT_DESCRIPTION:
            self._tables.clear()
            return None
        if event.type not in _SPEAKING:
            return None
        body = event.body
        if isinstance(body, TableMap):
            self._open(event, body)
            return None
        if not isinstance(body, Rows):
            return None
        table = self._tables.get(body.table_id)
        if body.flags & RowsFlag.STMT_END and not self._remember:
            self._tables.clear()
        if table is None and body.table_id == DUMMY_TABLE_ID:
            return None
        if table is None:
            raise UnknownTableError(event, body.table_id)
        return TableRows(event, table, body)

    def table(self, table_id: int) -> MappedTable | None:
        """The table of that id, if its Table_map is in force."""
        return self._tables.get(table_id)

    def came_again(self, table_id: int, table: MappedTable) -> bool:
        """Says that the Table_map of that table has come again; False if it is not in force: `follow` opens it."""
        if self._tables.get(table_id) is not table:
            return False
        self._tables[table_id] = self._tables.pop(table_id)
        return True

    def passed(self, flags: int) -> None:
        """Says that a rows event with these flags has come, which `follow` was not given."""
        if flags & RowsFlag.STMT_END and not self._remember:
            self._tables.clear()

    @property
    def is_empty(self) -> bool:
        """Whether none is in force."""
        return not self._tables

    def _open(self, event: LogEvent, body: TableMap) -> None:
        self._tables.pop(body.table_id, None)
        if len(self._tables) >= _MOST_OPEN_TABLES:
            if not self._remember:
                raise CorruptLogError(
                    f"{event.file}:{event.position}: more than {_MOST_OPEN_TABLES} Table_maps in one statement"
                )
            del self._tables[next(iter(self._tables))]  # the one that was opened first
        self._tables[body.table_id] = _table_of(body)


@lru_cache(maxsize=256)
def _table_of(body: TableMap) -> MappedTable:
    """The same few tables are mapped again before every statement."""
    return MappedTable(body)


def rows_of_events(events: Iterable[LogEvent]) -> Iterator[TableRows]:
    """The rows events of a stream with their tables, those inside Transaction_payload events included.

    Raises UnknownTableError for rows whose Table_map is missing, CorruptLogError for a body that cannot be parsed.
    """
    tables = OpenTables()
    for event in events:
        for inner in (event, *nested_events(event)):
            rows = tables.follow(inner)
            if rows is not None:
                yield rows
