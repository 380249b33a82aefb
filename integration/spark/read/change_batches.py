"""A part of a log as batches of the view changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.binlog.files.reader import nested_events
from binwriter.bulk.decode import CHANGE_FIELDS, read_changes, table_of
from binwriter.bulk.decode.part import read_part
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import dataclass
from binwriter.integration.spark.read.from_storage import spark_image
from binwriter.integration.spark.read.options import ReadOptions
from binwriter.integration.spark.read.pushed_filters import PushedFilter, filtered, passes
from binwriter.integration.spark.read.row_texts import TextWalk, names_of
from binwriter.mysql.gtid.sets import GtidSet, GtidValue

_BATCH_ROWS = 16384
_LARGE_BYTES = 64 << 20


@dataclass(frozen=True)
class LogPart:
    """What one task reads. start, stop: bytes, None: from the beginning, to the end; whole transactions.

    is_first, is_last: whether the file is the first, the last one of those read (start_position, stop_position).
    """

    path: Path
    start: int | None = None
    stop: int | None = None
    is_first: bool = True
    is_last: bool = True


@dataclass(frozen=True)
class ChangeReader:
    """Reads parts into batches of `schema`: columns of the view changes, any of them, in any order.

    specs: of the one table that is read as structs; None: all tables, as JSON text.
    """

    options: ReadOptions
    specs: tuple[ColumnSpec, ...] | None
    schema: pa.Schema
    filters: tuple[PushedFilter, ...] = ()
    _gtids: tuple[GtidSet | None, GtidSet | None] = field(init=False)

    def __post_init__(self) -> None:
        given = (self.options.include_gtids, self.options.exclude_gtids)
        object.__setattr__(self, "_gtids", tuple(None if text is None else GtidSet.parse(text) for text in given))

    def read(self, part: LogPart) -> Iterator[pa.RecordBatch]:
        """Raises CorruptLogError naming file and position for what cannot be read."""
        if not passes(self.filters, "file", part.path.name):
            return
        table = self.options.table
        if table is not None and not self._wants(*table):
            return
        parts = self._structs(part) if self.specs is not None else self._texts(part)
        for columns in parts:
            batch = self._chosen(part, columns)
            if batch.num_rows:
                yield self._asked(batch)

    def _wants(self, database: str, table: str) -> bool:
        if self.options.database not in (None, database):
            return False
        return passes(self.filters, "database", database) and passes(self.filters, "table", table)

    # --- one table, structs

    def _structs(self, part: LogPart) -> Iterator[pa.RecordBatch]:
        table, specs = self.options.table, self.specs
        assert table is not None and specs is not None
        batches = read_changes(
            part.path,
            table=table,
            specs={table: specs},
            start=part.start,
            stop=part.stop,
            batch_rows=_BATCH_ROWS,
            verify=self.options.verify,
        )
        for batch in batches:
            yield self._with_names(part, batch)

    def _with_names(self, part: LogPart, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with the view's columns before the images, which stay in storage form."""
        columns = {name: batch.column(name) for name in batch.schema.names}
        database, table = table_of(batch.schema)
        count = batch.num_rows
        columns |= {"file": _constant(part.path.name, count)}
        columns |= {"database": _constant(database, count), "table": _constant(table, count)}
        columns["gtid"] = _gtid_texts(columns.pop("source"), columns.pop("gno"))
        columns["operation"] = columns["operation"].cast(pa.string())
        return pa.RecordBatch.from_pydict(columns)

    # --- any table, JSON text

    def _texts(self, part: LogPart) -> Iterator[pa.RecordBatch]:
        lines, walk = _Lines(), TextWalk(self._wants)
        for event in read_part(part.path, part.start, part.stop, verify=self.options.verify):
            walk.follow(event)
            for inner, each in enumerate((event, *nested_events(event))):
                rows = walk.rows(each)
                if rows is None:
                    continue
                now = walk.transaction
                gtid = None if now.source is None else f"{now.source}:{now.gno}"
                place = (part.path.name, event.position, inner)
                names = (each.header.timestamp * 1_000_000, rows.database, rows.table, rows.operation)
                clock = (gtid, now.sequence_number, now.last_committed, now.commit_timestamp)
                for number, row in enumerate(rows.rows):
                    lines.add((*place, number, *names, *clock, *row))
                if lines.is_full:
                    yield lines.batch()
        if lines.count:
            yield lines.batch()

    # --- both

    def _chosen(self, part: LogPart, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The rows that options and filters want."""
        options = self.options
        filters: list[PushedFilter] = list(self.filters)
        if part.is_first and options.start_position is not None:
            filters.append(("GreaterThanOrEqual", "position", options.start_position))
        if part.is_last and options.stop_position is not None:
            filters.append(("LessThan", "position", options.stop_position))
        if options.start_time is not None:
            filters.append(("GreaterThanOrEqual", "timestamp", options.start_time))
        if options.stop_time is not None:
            filters.append(("LessThan", "timestamp", options.stop_time))
        batch = filtered(batch, filters)
        included, excluded = self._gtids
        if included is not None:
            batch = batch.filter(_in_set(batch.column("gtid"), included))
        if excluded is not None:
            batch = batch.filter(pc.invert(_in_set(batch.column("gtid"), excluded)))
        return batch

    def _asked(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The columns that Spark asked for, in its types."""
        columns = []
        for wanted in self.schema:
            array = batch.column(wanted.name)
            if wanted.name in ("before", "after") and self.specs is not None:
                if not pa.types.is_struct(wanted.type):
                    raise CorruptLogError(f"column {wanted.name} is a struct, and cannot be read as {wanted.type}")
                array = spark_image(self.specs, array, wanted.type, self.options.dates)
            elif wanted.name in ("before_columns", "after_columns") and self.specs is not None:
                array = _present_names(self.specs, array, wanted.type)
            columns.append(array if array.type == wanted.type else pc.cast(array, wanted.type))
        return pa.RecordBatch.from_arrays(columns, schema=self.schema)


def _constant(value: str, count: int) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, np.int32)), [value]).cast(pa.string())


def _gtid_texts(source: pa.Array, gno: pa.Array) -> pa.Array:
    return pc.binary_join_element_wise(source.cast(pa.string()), gno.cast(pa.string()), ":")


def _in_set(gtids: pa.Array, wanted: GtidSet) -> pa.Array:
    """Whether each GTID is in the set; an anonymous one is in none."""
    encoded = pc.dictionary_encode(gtids)
    matches = pa.array([_gtid_of(text) in wanted for text in encoded.dictionary.to_pylist()], pa.bool_())
    return pc.fill_null(pc.take(matches, encoded.indices), False)


def _gtid_of(text: str) -> GtidValue:
    from uuid import UUID

    uuid, *tag, gno = text.split(":")
    return GtidValue(UUID(uuid), tag[0] if tag else "", int(gno))


def _present_names(specs: Sequence[ColumnSpec], bits: pa.Array, kind: pa.DataType) -> pa.Array:
    """The names of the columns that a bitmap has; null if it has them all, or there is no image."""
    encoded = pc.dictionary_encode(bits)
    names = [names_of(specs, int.from_bytes(bitmap, "little")) for bitmap in encoded.dictionary.to_pylist()]
    return pc.take(pa.array(names, kind), encoded.indices)


_LINE_TYPES = {
    "file": pa.string(),
    "position": pa.int64(),
    "inner": pa.int32(),
    "row": pa.int32(),
    "timestamp": CHANGE_FIELDS.field("timestamp").type,
    "database": pa.string(),
    "table": pa.string(),
    "operation": pa.string(),
    "gtid": pa.string(),
    "sequence_number": pa.int64(),
    "last_committed": pa.int64(),
    "commit_timestamp": CHANGE_FIELDS.field("commit_timestamp").type,
    "before": pa.string(),
    "after": pa.string(),
    "before_columns": pa.list_(pa.string()),
    "after_columns": pa.list_(pa.string()),
}
_IMAGES = tuple(place for place, name in enumerate(_LINE_TYPES) if name in ("before", "after"))


class _Lines:
    """Changes that become a batch."""

    def __init__(self) -> None:
        self._lines: list[tuple[object, ...]] = []
        self._bytes = 0

    @property
    def count(self) -> int:
        return len(self._lines)

    @property
    def is_full(self) -> bool:
        return self.count >= _BATCH_ROWS or self._bytes >= _LARGE_BYTES

    def add(self, values: tuple[object, ...]) -> None:
        self._lines.append(values)
        self._bytes += sum(len(values[place]) for place in _IMAGES if values[place])  # type: ignore[arg-type, misc]

    def batch(self) -> pa.RecordBatch:
        kinds = _LINE_TYPES.values()
        arrays = [pa.array(column, kind) for column, kind in zip(zip(*self._lines, strict=True), kinds, strict=True)]
        self.__init__()  # type: ignore[misc]
        return pa.RecordBatch.from_arrays(arrays, names=list(_LINE_TYPES))
