"""Large logs of servers with GTID events: the same sums from arrays of events and Arrow batches of rows.

Every row is counted. Needs the package extra `fast`; memory is that of one file's index, some 50 bytes an event.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.rows import MappedTable, TableRows
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType, RowsFlag
from binwriter.formats.events import Query, Rows, TableMap
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH
from binwriter.inspection.event_info import event_type_name
from binwriter.inspection.report.model import FileSums, Large, LogSummary
from binwriter.inspection.report.rows import describe, keep_sample
from binwriter.inspection.report.statements import statement_kind
from binwriter.inspection.report.sums import Moment, Sizes

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from binwriter.bulk.decode import EventIndex

# Bytes: a smaller file is read before the kernels are loaded.
WORTH_IT = 4 << 20
# A log with more statements as text is read event by event.
_MOST_STATEMENTS = 20_000
_SAMPLED_EVENTS = 60
_TABLE_ID_BYTES = 6
_BEGIN = b"BEGIN"
_GTIDS = (EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED)
_OPERATIONS = {
    EventType.WRITE_ROWS: "insert",
    EventType.UPDATE_ROWS: "update",
    EventType.PARTIAL_UPDATE_ROWS: "update",
    EventType.DELETE_ROWS: "delete",
}


def take_columns(path: Path, summary: LogSummary) -> bool:
    """Adds the sums of the file, or nothing: False for a file that has to be read event by event."""
    if not _is_possible(path):
        return False
    from binwriter.bulk.decode import index_events
    from binwriter.bulk.decode.fast import can_read_fast

    try:
        if not can_read_fast(path, verify=False):
            return False
        index = index_events(path, verify=False)
    except CorruptLogError:
        return False
    file = _File(path, index, summary)
    if not file.is_plain:
        return False
    file.take()
    return True


def _is_possible(path: Path) -> bool:
    if not all(importlib.util.find_spec(name) for name in ("numpy", "pyarrow")):
        return False
    from binwriter.bulk.ways import has_kernels

    try:
        return has_kernels() and path.stat().st_size >= WORTH_IT
    except (OSError, ValueError):  # a name with a NUL, which who opens it tells of
        return False


class _File:
    """One file. It is plain if all its transactions begin with GTID events and none is compressed."""

    def __init__(self, path: Path, index: EventIndex, summary: LogSummary) -> None:
        import numpy as np

        self._np, self._path, self._index, self._summary = np, path, index, summary
        self._bytes = np.memmap(path, np.uint8, "r")
        first = next(read_events(path, verify=False))
        self._description = first.context.format_description
        checksum = self._description is not None and bool(self._description.checksum)
        self._footer = CHECKSUM_LENGTH if checksum else 0
        self._queries = np.flatnonzero(index.type == EventType.QUERY)
        ends = (index.position + index.size)[self._queries] - self._footer
        letters = self._gathered(ends - len(_BEGIN), len(_BEGIN))
        self._others = self._queries[~(letters == np.frombuffer(_BEGIN, np.uint8)).all(axis=1)]

    @property
    def is_plain(self) -> bool:
        types = self._index.type
        odd = (EventType.TRANSACTION_PAYLOAD, EventType.EXECUTE_LOAD_QUERY)
        is_relay = (types == EventType.FORMAT_DESCRIPTION).sum() > 1
        few = len(self._others) <= _MOST_STATEMENTS
        return few and not is_relay and self._index.transactions > 0 and not self._np.isin(types, odd).any()

    def take(self) -> None:
        """Adds everything."""
        np, index, summary = self._np, self._index, self._summary
        version = self._description.server_version if self._description else ""
        summary.files.append(FileSums(str(self._path), version, index.size_of_file, len(index)))
        sizes = np.bincount(index.type, weights=index.size, minlength=256)
        for number, count in enumerate(np.bincount(index.type, minlength=256).tolist()):
            if count:
                summary.types[event_type_name(number)] += count
                summary.type_bytes[event_type_name(number)] += int(sizes[number])
        self._times()
        self._names = dict(self._tables())
        inside = index.transaction >= 0
        of_transaction = index.transaction[inside]
        self._transaction_bytes = np.bincount(of_transaction, weights=index.size[inside]).astype(np.int64)
        self._transaction_rows = np.zeros(index.transactions, np.int64)
        self._first_events = np.flatnonzero(np.diff(index.transaction, prepend=-1) > 0)
        self._threads()
        self._statements()
        try:
            self._rows()
        except CorruptLogError as error:
            summary.problems.append(str(error))
        self._samples()
        self._transactions()

    def _gathered(self, positions: Any, length: int) -> np.ndarray[Any, Any]:
        """So many bytes from each of these positions, a row each."""
        window: np.ndarray[Any, Any] = self._bytes[positions[:, None] + self._np.arange(length)]
        return window

    def _events(self, numbers: Any) -> Iterator[LogEvent]:
        for position in self._index.position[numbers].tolist():
            yield next(read_events(self._path, verify=False, begin=position))

    def _times(self) -> None:
        np, index = self._np, self._index
        seconds, place = np.unique(index.timestamp, return_inverse=True)
        counts, sizes = np.bincount(place), np.bincount(place, weights=index.size)
        begun = index.timestamp[np.isin(index.type, _GTIDS)]
        transactions = np.bincount(np.searchsorted(seconds, begun), minlength=len(seconds))
        amounts = zip(counts.tolist(), sizes.tolist(), transactions.tolist(), strict=True)
        for second, (events, size, begins) in zip(seconds.tolist(), amounts, strict=True):
            if second:
                self._summary.timeline.at(second).add(Moment(events, int(size), 0, begins))

    def _tables(self) -> Iterator[tuple[int, MappedTable]]:
        """The tables by id; and what their events come to."""
        np, index = self._np, self._index
        ids, first, place = np.unique(index.table_id, return_index=True, return_inverse=True)
        counts, sizes = np.bincount(place), np.bincount(place, weights=index.size)
        for number, event in enumerate(self._events(first)):
            body = event.body
            if not isinstance(body, TableMap):
                continue
            table = MappedTable(body)
            sums = self._summary.table(table.full_name)
            sums.bytes += int(sizes[number])
            sums.events += int(counts[number])
            yield int(ids[number]), table

    def _threads(self) -> None:
        """The writer of each transaction: numbers, and their names."""
        np, index = self._np, self._index
        threads = np.full(index.transactions, -1, np.int64)
        owners = index.transaction[self._queries]
        stated = self._gathered(index.position[self._queries] + HEADER_LENGTH, 4).astype(np.int64)
        keep = owners >= 0
        threads[owners[keep][::-1]] = (stated @ (1 << np.arange(0, 32, 8)))[keep][::-1]
        servers = index.server_id[self._first_events].astype(np.int64)
        pairs, self._writer = np.unique(np.stack([servers, threads]), axis=1, return_inverse=True)
        self._writer = self._writer.reshape(-1)
        self._writers = [
            f"server {server}" + (f", session {thread}" if thread >= 0 else "") for server, thread in pairs.T.tolist()
        ]

    def _statements(self) -> None:
        np, index, summary = self._np, self._index, self._summary
        for number, event in zip(self._others.tolist(), self._events(self._others), strict=True):
            body = event.body
            kind = statement_kind(body.query) if isinstance(body, Query) else ""
            if kind:
                summary.statements[kind] += 1
                owner = int(index.transaction[number])
                if owner >= 0:
                    summary.writers.add((self._writers[int(self._writer[owner])], "(statements)"))
        for event_type, operation in _OPERATIONS.items():
            numbers = np.flatnonzero(index.type == event_type)
            flags = self._gathered(index.position[numbers] + HEADER_LENGTH + _TABLE_ID_BYTES, 1)[:, 0]
            if count := int((flags & RowsFlag.STMT_END).sum()):
                summary.statements[f"{operation.upper()} (rows)"] += count
        for source, count in enumerate(np.bincount(index.source[index.source >= 0]).tolist()):
            summary.sources.add(index.sources[source], count)

    # --- rows

    def _rows(self) -> None:
        from binwriter.bulk.decode import read_changes, table_of

        np, summary = self._np, self._summary
        for batch in read_changes(self._path, verify=False):
            name = ".".join(table_of(batch.schema))
            table = summary.table(name)
            operations = batch.column("operation")
            for operation, count in zip(
                operations.dictionary.to_pylist(),
                np.bincount(operations.indices.to_numpy(zero_copy_only=False), minlength=len(operations.dictionary)),
                strict=True,
            ):
                table.rows[operation] += int(count)
            owner = batch.column("transaction").to_numpy()
            self._transaction_rows += np.bincount(owner[owner >= 0], minlength=len(self._transaction_rows))
            writers = np.bincount(self._writer[owner[owner >= 0]], minlength=len(self._writers))
            for writer, count in enumerate(writers.tolist()):
                if count:
                    summary.writers.add((self._writers[writer], name), count)
            seconds = batch.column("timestamp").cast("int64").to_numpy() // 1_000_000
            for second, count in zip(*(part.tolist() for part in np.unique(seconds, return_counts=True)), strict=True):
                if second:
                    summary.timeline.at(second).rows += count
            if summary.is_detailed(table):
                mapped = next((known for known in self._names.values() if known.full_name == name), None)
                if mapped is not None:
                    describe(table, mapped)
                    _count_keys(table.keys, table.key, batch)

    def _samples(self) -> None:
        np, index = self._np, self._index
        kinds = np.isin(index.type, list(_OPERATIONS))
        for table_id, mapped in self._names.items():
            table = self._summary.table(mapped.full_name)
            numbers = np.flatnonzero(kinds & (index.table_id == table_id))
            if table.columns and len(numbers):
                for event in self._events(numbers[:: max(1, len(numbers) // _SAMPLED_EVENTS)]):
                    body = event.body
                    if isinstance(body, Rows):
                        rows = TableRows(event, mapped, body)
                        keep_sample(table, rows.specs(), rows.changes())

    def _transactions(self) -> None:
        np, index, summary = self._np, self._index, self._summary
        _add_sizes(summary.transaction_bytes, self._transaction_bytes, np)
        _add_sizes(summary.transaction_rows, self._transaction_rows, np)
        gtids = index.gtids()
        for number in np.argsort(-self._transaction_bytes, kind="stable")[:10].tolist():
            first = int(self._first_events[number])
            ids = dict.fromkeys(index.table_id[index.transaction == number].tolist())
            names = dict.fromkeys(self._names[table_id].full_name for table_id in ids if table_id in self._names)
            summary.keep_large(
                Large(
                    int(self._transaction_bytes[number]),
                    int(self._transaction_rows[number]),
                    str(self._path),
                    int(index.position[first]),
                    gtids[number] or "",
                    int(index.timestamp[first]),
                    tuple(names)[:6],
                )
            )


def _add_sizes(sizes: Sizes, values: Any, np: Any) -> None:
    bits = np.frexp(values.astype(np.float64))[1]
    for number, count in enumerate(np.bincount(bits).tolist()):
        if count:
            sizes.counts[number] += count
    sizes.number += len(values)
    sizes.total += int(values.sum())
    sizes.largest = max(sizes.largest, int(values.max(initial=0)))


def _count_keys(keys: Any, names: tuple[str, ...], batch: pa.RecordBatch) -> None:
    """Of integers and texts; keys of other types are left out."""
    import pyarrow as pa
    import pyarrow.compute as pc

    images = [batch.column("before"), batch.column("after")]
    texts = []
    for name in names:
        column = pc.coalesce(*(pc.struct_field(image, name) for image in images))
        if not (pa.types.is_integer(column.type) or pa.types.is_string(column.type)):
            return
        texts.append(pc.cast(column, pa.string()))
    joined = texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, ", ")
    for entry in pc.value_counts(joined).to_pylist():
        if entry["values"] is not None:
            keys.add(entry["values"][:80], entry["counts"])
