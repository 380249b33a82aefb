"""The batch reader that Spark plans and runs: parts of files, filters, Arrow batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from binwriter.binlog.files.index import is_file
from binwriter.bulk.decode import index_events
from binwriter.errors import OptionError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import dataclass
from binwriter.integration.spark.arrow_schemas import arrow_schema
from binwriter.integration.spark.causes import in_own_words
from binwriter.integration.spark.folders import log_files
from binwriter.integration.spark.read.change_batches import ChangeReader, LogPart
from binwriter.integration.spark.read.event_batches import EventReader
from binwriter.integration.spark.read.options import EVENTS, ReadOptions
from binwriter.integration.spark.read.pushed_filters import PushedFilter, passes, taken_filter
from binwriter.integration.spark.read.tables_in_logs import specs_in_logs
from binwriter.integration.spark.read.views import change_view, event_view

PartReader = ChangeReader | EventReader

# Columns of both views that filters are taken for.
_FILTERED = ("file", "position", "timestamp", "gtid")
_FILTERED_CHANGES = (*_FILTERED, "database", "table", "operation", "row", "sequence_number", "last_committed")
_FILTERED_EVENTS = (*_FILTERED, "end", "type", "type_code", "server_id", "size")


@dataclass(frozen=True)
class View:
    """What the options make of the logs: the schema, and the columns of the one table that is read as structs."""

    options: ReadOptions
    specs: tuple[ColumnSpec, ...] | None
    schema: StructType


def plan_view(options: ReadOptions) -> View:
    """Looks into the logs for the table's columns, unless the options have them."""
    if options.view == EVENTS:
        return View(options, None, event_view(body=options.body))
    specs = options.specs
    if options.table is not None and specs is None:
        specs = specs_in_logs(log_files(options.paths), options.table, verify=options.verify)
    return View(options, specs, change_view(specs, options.dates))


def part_reader(view: View, schema: StructType) -> PartReader:
    """The reader of these columns. OptionError for a column that the view has not."""
    known = view.schema.fieldNames()
    for name in schema.fieldNames():
        if name not in known:
            raise OptionError(f"the view {view.options.view} has no column {name!r}; it has {', '.join(known)}")
    arrow: pa.Schema = arrow_schema(schema)
    if view.options.view == EVENTS:
        return EventReader(view.options, arrow)
    return ChangeReader(view.options, view.specs, arrow)


class Part(InputPartition):
    """What one task reads."""

    def __init__(self, part: LogPart | None) -> None:
        super().__init__(part)


def parts_of(files: Sequence[Path], split_size: int, *, verify: bool = True) -> Iterator[LogPart]:
    """A part a file; larger files in several, cut between transactions. verify: look at the checksums of these."""
    for number, path in enumerate(files):
        whole = LogPart(path, None, None, number == 0, number == len(files) - 1)
        if not is_file(path) or path.stat().st_size <= split_size:
            yield whole
            continue
        for start, stop in index_events(path, verify=verify).splits(split_size):
            yield replace(whole, start=start, stop=stop)


class BinlogReader(DataSourceReader):
    """One task a part. Without filters: PySpark refuses a reader that takes some where the session forbids it."""

    def __init__(self, view: View, schema: StructType) -> None:
        self.view = view
        self.reader = part_reader(view, schema)

    @in_own_words()
    def partitions(self) -> Sequence[InputPartition]:
        files = [path for path in log_files(self.view.options.paths) if passes(self.reader.filters, "file", path.name)]
        options = self.view.options
        parts = [Part(part) for part in parts_of(files, options.split_size, verify=options.verify)]
        return parts or [Part(None)]  # a list without partitions would be read as one of unknown content

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        if partition.value is not None:
            with in_own_words():
                yield from self.reader.read(partition.value)


class FilteringReader(BinlogReader):
    """The same with filters pushed down (PySpark 4.1 and later)."""

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:  # noqa: N802 (Spark's name)
        columns = _FILTERED_EVENTS if self.view.options.view == EVENTS else _FILTERED_CHANGES
        taken: list[PushedFilter] = []
        for each in filters:
            pushed = taken_filter(each, columns)
            if pushed is None:
                yield each
            else:
                taken.append(pushed)
        self.reader = replace(self.reader, filters=tuple(taken))
