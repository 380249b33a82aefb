"""A part of a log as batches of the view events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import OpenTables, TableRows, UnknownTableError
from binwriter.binlog.files.selection import Selection, select_events
from binwriter.bulk.decode.exact import Transactions
from binwriter.bulk.decode.part import read_part
from binwriter.errors import CorruptLogError, OptionError
from binwriter.formats.records import dataclass
from binwriter.inspection.event_info import event_info, event_type_name
from binwriter.inspection.event_json import event_json
from binwriter.integration.spark.read.change_batches import LogPart
from binwriter.integration.spark.read.options import ReadOptions
from binwriter.integration.spark.read.pushed_filters import PushedFilter, filtered, passes
from binwriter.mysql.gtid.sets import GtidSet

_BATCH_EVENTS = 8192
_LARGE_BYTES = 32 << 20


@dataclass(frozen=True)
class EventReader:
    """Reads parts into batches of `schema`: columns of the view events, any of them, in any order.

    The options choose as mysqlbinlog does (`binwriter.binlog.files.selection`), file by file.
    """

    options: ReadOptions
    schema: pa.Schema
    filters: tuple[PushedFilter, ...] = ()

    def read(self, part: LogPart) -> Iterator[pa.RecordBatch]:
        """Raises CorruptLogError naming file and position for what cannot be read."""
        if not passes(self.filters, "file", part.path.name):
            return
        transactions, tables = Transactions(), OpenTables(remember=True)
        lines: list[dict[str, Any]] = []
        size = 0
        for event in select_events([self._events(part)], self._selection(part)):
            if event.payload is None:
                transactions.follow(event)
            rows = _rows(tables, event)
            now = transactions.current
            line = self._line(part, event, rows, None if now.source is None else f"{now.source}:{now.gno}")
            lines.append(line)
            size += len(line["info"] or "") + len(line.get("body", ""))
            if len(lines) >= _BATCH_EVENTS or size >= _LARGE_BYTES:
                yield from self._batch(lines)
                lines, size = [], 0
        yield from self._batch(lines)

    def _events(self, part: LogPart) -> Iterator[LogEvent]:
        return read_part(part.path, part.start, part.stop, verify=self.options.verify)

    def _selection(self, part: LogPart) -> Selection:
        options = self.options
        include, exclude = (
            None if text is None else GtidSet.parse(text) for text in (options.include_gtids, options.exclude_gtids)
        )
        return Selection(
            start_position=(options.start_position or 0) if part.is_first else 0,
            stop_position=options.stop_position if part.is_last else None,
            start_time=(options.start_time or 0) // 1_000_000,
            stop_time=None if options.stop_time is None else options.stop_time // 1_000_000,
            database=None if options.database is None else options.database.encode(),
            include_gtids=include,
            exclude_gtids=exclude,
            force=True,
        )

    def _line(
        self, part: LogPart, event: LogEvent, rows: TableRows | UnknownTableError | None, gtid: str | None
    ) -> Any:
        header = event.header
        try:
            info: str | None = event_info(event)
        except CorruptLogError:
            info = None
        line = {
            "file": part.path.name,
            "position": event.position,
            "end": event.end,
            "type": event_type_name(event.type),
            "type_code": header.type,
            "timestamp": header.timestamp * 1_000_000,
            "server_id": header.server_id,
            "size": header.size,
            "flags": header.flags,
            "gtid": gtid,
            "payload_position": event.payload.position if event.payload else None,
            "info": info,
        }
        if "body" in self.schema.names:
            line["body"] = json.dumps(event_json(event, rows).get("body"), ensure_ascii=False)
        return line

    def _batch(self, lines: list[dict[str, Any]]) -> Iterator[pa.RecordBatch]:
        if not lines:
            return
        types = _TYPES | ({"body": pa.string()} if "body" in lines[0] else {})
        columns = [pa.array([line[name] for line in lines], kind) for name, kind in types.items()]
        batch = filtered(pa.RecordBatch.from_arrays(columns, names=list(types)), self.filters)
        if batch.num_rows:
            arrays = [_cast(batch.column(field.name), field.type) for field in self.schema]
            yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def _rows(tables: OpenTables, event: LogEvent) -> TableRows | UnknownTableError | None:
    try:
        return tables.follow(event)
    except UnknownTableError as error:
        return error
    except CorruptLogError:
        return None


def _cast(array: pa.Array, kind: pa.DataType) -> pa.Array:
    if array.type == kind:
        return array
    try:
        return pc.cast(array, kind)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise OptionError(f"a column of the view events cannot be read as {kind}: {error}") from error


_TYPES = {
    "file": pa.string(),
    "position": pa.int64(),
    "end": pa.int64(),
    "type": pa.string(),
    "type_code": pa.int32(),
    "timestamp": pa.timestamp("us", tz="UTC"),
    "server_id": pa.int64(),
    "size": pa.int64(),
    "flags": pa.int32(),
    "gtid": pa.string(),
    "payload_position": pa.int64(),
    "info": pa.string(),
}
