"""Row changes the slow, obvious way: every event parsed, every cell a Python value. The reference of the fast path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

import pyarrow as pa

from binwriter.binlog.files.reader import LogEvent, nested_events
from binwriter.binlog.files.rows import MappedTable, OpenTables, TableRows
from binwriter.bulk.arrow_values import column_from_values
from binwriter.bulk.decode.change_schema import CHANGE_FIELDS, DELETE, INSERT, UPDATE, TableName, schema_with_images
from binwriter.bulk.decode.part import read_part
from binwriter.bulk.storage_form import storage_type
from binwriter.errors import CorruptLogError, EncodeError
from binwriter.formats.columns.json.documents import JSON_LENGTH_BYTES
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.row_image import RowImage, column_bitmap
from binwriter.formats.columns.rows_data import RowChange, decode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDiffs, StoredCell, plain_value
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.events import AnonymousGtid, Gtid, TaggedGtid
from binwriter.formats.records import dataclass, replace

_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_BETWEEN = frozenset({EventType.FORMAT_DESCRIPTION, EventType.ROTATE, EventType.STOP, EventType.PREVIOUS_GTIDS})
_JSON = frozenset({ColumnType.JSON, ColumnType.TYPED_ARRAY})
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Transaction:
    """What a transaction's GTID event says of it. number: among those read, -1 outside any."""

    number: int = -1
    source: str | None = None
    gno: int | None = None
    last_committed: int | None = None
    sequence_number: int | None = None
    commit_timestamp: int | None = None


def transaction_of(event: LogEvent, number: int) -> Transaction:
    """The transaction that this GTID event begins."""
    body: Any = event.body
    if not isinstance(body, Gtid | TaggedGtid):
        return Transaction(number)
    is_named = not isinstance(body, AnonymousGtid)
    tag = getattr(body, "tag", "")
    return Transaction(
        number,
        (f"{body.uuid}:{tag}" if tag else str(body.uuid)) if is_named else None,
        body.gno if is_named else None,
        body.last_committed,
        body.sequence_number,
        body.immediate_commit_timestamp,
    )


class Transactions:
    """Follows the events of a log: in which transaction are we?"""

    def __init__(self) -> None:
        self.current = Transaction()
        self._count = 0

    def go_on(self, current: Transaction, count: int) -> None:
        """From there on, behind so many transactions."""
        self.current, self._count = current, count

    def follow(self, event: LogEvent) -> None:
        if event.type in _GTIDS:
            self.current = transaction_of(event, self._count)
            self._count += 1
        elif event.type in _BETWEEN:
            self.current = Transaction()


@dataclass
class ChangeColumns:
    """Changes of one table that become a batch."""

    name: TableName
    specs: tuple[ColumnSpec, ...]
    fixed: list[list[Any]] = field(default_factory=lambda: [[] for _ in CHANGE_FIELDS])
    before: list[RowImage | None] = field(default_factory=list)
    after: list[RowImage | None] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)

    def add(self, event: LogEvent, inner: int, row: int, transaction: Transaction, change: RowChange) -> None:
        """One more row."""
        operation = UPDATE if change.before and change.after else INSERT if change.after else DELETE
        t = transaction
        numbers = (event.position, inner, row, event.header.timestamp * _MICROSECONDS, t.number)
        clock = (t.source, t.gno, t.last_committed, t.sequence_number, t.commit_timestamp)
        for column, value in zip(self.fixed, (*numbers, *clock, operation), strict=True):
            column.append(value)
        self.before.append(change.before)
        self.after.append(change.after)
        self.places.append((event.file, event.position))

    def __len__(self) -> int:
        return len(self.before)

    def batch(self) -> pa.RecordBatch:
        """The batch of what was added. CorruptLogError for a cell that is no value."""
        fixed = [pa.array(values, field_.type) for values, field_ in zip(self.fixed, CHANGE_FIELDS, strict=True)]
        (before, before_bits), (after, after_bits) = self._images(self.before), self._images(self.after)
        schema = schema_with_images(self.name, before.type, after.type)
        return pa.RecordBatch.from_arrays([*fixed, before, after, before_bits, after_bits], schema=schema)

    def _images(self, images: Sequence[RowImage | None]) -> tuple[pa.Array, pa.Array]:
        count = len(self.specs)
        columns: list[list[Any]] = [[None] * len(images) for _ in self.specs]
        bits: list[bytes | None] = []
        for row, image in enumerate(images):
            if image is None:
                bits.append(None)
                continue
            present = []
            for column, value in zip(image.columns, image.values, strict=True):
                if isinstance(plain_value(value), JsonDiffs):
                    continue
                present.append(column)
                if value is not None:
                    columns[column][row] = self._checked(self.specs[column], value, row)
            bits.append(column_bitmap(present, count))
        arrays = [self._array(spec, values) for spec, values in zip(self.specs, columns, strict=True)]
        fields = [pa.field(spec.name, array.type) for spec, array in zip(self.specs, arrays, strict=True)]
        absent = pa.array([image is None for image in images], pa.bool_())
        struct = pa.StructArray.from_arrays(arrays, fields=fields, mask=absent)
        return struct, pa.array(bits, pa.binary())

    def _checked(self, spec: ColumnSpec, value: Any, row: int) -> Any:
        if isinstance(value, StoredCell) and spec.type in _JSON:
            return value
        if isinstance(value, StoredCell) and value.value is None:
            raise self._impossible(spec, value.stored, row)
        return plain_value(value)

    def _impossible(self, spec: ColumnSpec, stored: bytes, row: int) -> CorruptLogError:
        file, position = self.places[row]
        shown = stored[:16].hex(" ")
        place = f"{file}:{position}: row {self.fixed[2][row] + 1}"
        return CorruptLogError(f"{place}: column {spec.name!r}: no {spec.type.name} has the bytes {shown}")

    def _array(self, spec: ColumnSpec, values: list[Any]) -> pa.Array:
        if spec.type in _JSON:
            codec = codec_for(spec)
            cells = [None if v is None else v.stored if isinstance(v, StoredCell) else codec.encode(v) for v in values]
            return pa.array([None if cell is None else cell[JSON_LENGTH_BYTES:] for cell in cells], storage_type(spec))
        try:
            return column_from_values(replace(spec, nullable=True), values)
        except EncodeError:
            return self._array_by_row(spec, values)

    def _array_by_row(self, spec: ColumnSpec, values: list[Any]) -> pa.Array:
        """Which row is it?"""
        codec = codec_for(spec)
        for row, value in enumerate(values):
            try:
                if value is not None:
                    codec.encode(value)
            except EncodeError as error:
                file, position = self.places[row]
                raise CorruptLogError(f"{file}:{position}: row {self.fixed[2][row] + 1}: {error}") from error
        return column_from_values(replace(spec, nullable=True), values)


class TableSpecs:
    """The columns of each mapped table: as given, or as its Table_map tells."""

    def __init__(self, given: Mapping[TableName, tuple[ColumnSpec, ...]]) -> None:
        self._given = given
        self._known: dict[int, tuple[MappedTable, tuple[ColumnSpec, ...]]] = {}

    def of(self, table: MappedTable) -> tuple[ColumnSpec, ...]:
        """Raises EncodeError if the given columns are not those of the Table_map."""
        known = self._known.get(id(table))
        if known is None or known[0] is not table:
            known = self._known[id(table)] = (table, self._find(table))
        return known[1]

    def _find(self, table: MappedTable) -> tuple[ColumnSpec, ...]:
        name = (table.schema, table.name)
        given = self._given.get(name)
        if given is None:
            return table.specs
        mapped = table.bare_specs
        if len(given) != len(mapped):
            raise EncodeError(f"{name[0]}.{name[1]}: {len(given)} columns are given, its Table_map has {len(mapped)}")
        for spec, theirs_spec in zip(given, mapped, strict=True):
            mine, theirs = codec_for(spec), codec_for(theirs_spec)
            if (mine.wire_type, mine.metadata) != (theirs.wire_type, theirs.metadata):
                raise EncodeError(
                    f"{name[0]}.{name[1]}: column {spec.name!r} is given as {mine.sql_type}, "
                    f"its Table_map has {theirs.sql_type}"
                )
        return tuple(given)


def exact_changes(
    path: Path,
    wanted: frozenset[TableName] | None,
    given: Mapping[TableName, tuple[ColumnSpec, ...]],
    start: int | None,
    stop: int | None,
    batch_rows: int,
    verify: bool,
) -> Iterator[pa.RecordBatch]:
    """As `changes.read_changes`."""
    collector = Collector(wanted, given, batch_rows)
    for event in read_part(path, start, stop, verify=verify):
        yield from collector.take(event)
    yield from collector.rest()


class Collector:
    """Events in, batches out."""

    def __init__(
        self,
        wanted: frozenset[TableName] | None,
        given: Mapping[TableName, tuple[ColumnSpec, ...]],
        batch_rows: int,
    ) -> None:
        self.transactions = Transactions()
        self._wanted, self._batch_rows = wanted, batch_rows
        self._specs = TableSpecs(given)
        self._tables = OpenTables()
        self._open: dict[tuple[TableName, tuple[ColumnSpec, ...]], ChangeColumns] = {}

    def take(self, event: LogEvent) -> Iterator[pa.RecordBatch]:
        """The batches that are full now."""
        self.transactions.follow(event)
        for inner, each in enumerate((event, *nested_events(event))):
            rows = self._tables.follow(each)
            if rows is not None:
                yield from self._rows(inner, rows)

    def _rows(self, inner: int, rows: TableRows) -> Iterator[pa.RecordBatch]:
        table = rows.table
        name = (table.schema, table.name)
        if self._wanted is not None and name not in self._wanted:
            return
        event = rows.event
        try:
            specs = self._specs.of(table)
            changes = decode_rows(specs, rows.body)
        except CorruptLogError as error:
            raise CorruptLogError(f"{event.file}:{event.position}: {error}") from error
        key = (name, specs)
        for row, change in enumerate(changes):
            columns = self._open.get(key)
            if columns is None:
                columns = self._open[key] = ChangeColumns(name, specs)
            columns.add(event, inner, row, self.transactions.current, change)
            if len(columns) >= self._batch_rows:
                del self._open[key]
                yield columns.batch()

    def rest(self) -> Iterator[pa.RecordBatch]:
        """The batches that are not full."""
        while self._open:
            yield self._open.pop(next(iter(self._open))).batch()
