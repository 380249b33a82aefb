"""Row changes by kernels: a walk over blocks of the file finds the rows events, then cells become columns.

What the kernels do not know goes the exact way, event by event, in its place in the order of its table.
"""

from __future__ import annotations

import collections
import ctypes
import os
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from uuid import UUID

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.binlog.files.reader import LogEvent, nested_events
from binwriter.binlog.files.rows import DUMMY_TABLE_ID, MappedTable, UnknownTableError
from binwriter.bulk.decode.batches import Context, Left, ReadTable, batches
from binwriter.bulk.decode.blocks import read_block
from binwriter.bulk.decode.change_schema import TableName
from binwriter.bulk.decode.exact import ChangeColumns, Collector, TableSpecs, Transaction, transaction_of
from binwriter.bulk.decode.part import first_event, read_part
from binwriter.bulk.kernels import walk_lines as w
from binwriter.bulk.kernels.checksum import SLACK_IN_FRONT
from binwriter.bulk.kernels.read_lines import SLACK
from binwriter.bulk.kernels.walk import walk
from binwriter.bulk.kernels.walk_lines import Halt
from binwriter.bulk.known_bodies import KnownBodies, Shapes
from binwriter.bulk.scan import can_scan, layout_numbers
from binwriter.errors import CorruptLogError, EncodeError, LogFileError, reason_of
from binwriter.formats.columns.rows_data import decode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import START_ENCRYPTION, EventType, RowsFlag
from binwriter.formats.events import Gtid, Rows, TableMap
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, EventHeader

Int64s = npt.NDArray[np.int64]

_BLOCK = 16 << 20
_MOST_RECORDS = 1 << 17
_MOST_TRANSACTIONS = 1 << 17
_EVERYWHERE = 1 << 62

_BETWEEN = (EventType.ROTATE, EventType.STOP, EventType.PREVIOUS_GTIDS)
_SPECIAL = {
    EventType.FORMAT_DESCRIPTION: Halt.DESCRIPTION,
    EventType.START_V3: Halt.DESCRIPTION,
    START_ENCRYPTION: Halt.DESCRIPTION,  # MariaDB's: nobody reads on behind it
    EventType.TRANSACTION_PAYLOAD: Halt.PAYLOAD,
    EventType.GTID_TAGGED: Halt.GTID,
    EventType.PARTIAL_UPDATE_ROWS: Halt.ROWS,
    EventType.PRE_GA_WRITE_ROWS: Halt.ROWS,
    EventType.PRE_GA_UPDATE_ROWS: Halt.ROWS,
    EventType.PRE_GA_DELETE_ROWS: Halt.ROWS,
}


def can_read_fast(path: Path, *, verify: bool = True) -> bool:
    """Whether the kernels know the events of this log. verify: look at the checksum of what describes them."""
    description = first_event(path, verify=verify).context.format_description
    return description is not None and can_scan(description)


class FastReader:
    """One reading. Parameters as of `changes.read_changes`."""

    def __init__(
        self,
        path: Path,
        wanted: frozenset[TableName] | None,
        given: Mapping[TableName, tuple[ColumnSpec, ...]],
        start: int | None,
        stop: int | None,
        batch_rows: int,
        verify: bool,
    ) -> None:
        self._path, self._wanted, self._given = path, wanted, given
        self._batch_rows, self._verify = batch_rows, verify
        first = first_event(path, verify=verify)
        self._context = first.context
        description = self._context.format_description
        assert description is not None
        self._footer = CHECKSUM_LENGTH if description.checksum else 0
        self._layout = layout_numbers(self._footer)
        self._inner_layout = layout_numbers(0)
        self._between = np.zeros(256, np.int64)
        self._between[list(_BETWEEN)] = 1
        self._special = np.full(256, -1, np.int64)
        for kind, halt in _SPECIAL.items():
            self._special[kind] = halt
        self._shapes = Shapes()
        self._bodies = KnownBodies()
        self._specs = TableSpecs(given)
        self._tables: list[ReadTable] = []
        self._names: list[str] = []
        self._sources = np.zeros((0, 2), np.int64)
        self._records = np.zeros((_MOST_RECORDS, w.RECORD), np.int64)
        self._transactions = np.zeros((_MOST_TRANSACTIONS, w.TRANSACTION), np.int64)
        self._first_number = 0
        self._state = np.zeros(w.WALK_LENGTH, np.int64)
        state = self._state
        # the description has been looked at: its checksum leaves out a flag, which the kernel does not know
        state[w.W_NEXT] = max(start or 0, first.end)
        state[w.W_STOP] = _EVERYWHERE if stop is None else stop
        state[w.W_CURRENT] = state[w.W_PLACE] = -1
        state[w.W_VERIFY] = verify
        self._stop = stop
        self._kept: list[npt.NDArray[np.uint8]] = []
        self._broken: dict[int, str] = {}
        self._halted_at: tuple[int, int, int] | None = None

    # --- the file -----------------------------------------------------------------------------------------------------

    def read(self) -> Iterator[pa.RecordBatch]:
        """The batches."""
        try:
            with self._path.open("rb") as file:
                yield from self._blocks(file.fileno(), os.fstat(file.fileno()).st_size)
        except OSError as error:
            raise LogFileError(f"cannot read {self._path}: {reason_of(error)}") from error

    def _blocks(self, descriptor: int, size: int) -> Iterator[pa.RecordBatch]:
        state, wanted = self._state, _BLOCK
        while (position := int(state[w.W_NEXT])) < min(size, int(state[w.W_STOP])):
            block, length = read_block(descriptor, position, min(wanted, size - position))
            self._kept = [block]
            address = block.ctypes.data + SLACK_IN_FRONT
            is_over = yield from self._walk(address, length, position)
            yield from self._flush()
            if is_over:
                return
            wanted = _BLOCK
            if int(state[w.W_NEXT]) == position:  # an event that the block does not hold
                left = size - position
                if length >= HEADER_LENGTH:
                    wanted = EventHeader.parse(ctypes.string_at(address, HEADER_LENGTH)).size
                if wanted > left or wanted <= length:
                    yield from self._rest()
                    return

    def _walk(self, address: int, length: int, begin: int) -> Generator[pa.RecordBatch, None, bool]:
        """Until the block has no whole event any more; gives whether the reading is over."""
        state = self._state
        while True:
            halt = self._run(address, length, begin, self._layout)
            position = int(state[w.W_NEXT])
            if halt == Halt.MORE:
                return False
            event = address + position - begin
            if halt in (Halt.BAD, Halt.DESCRIPTION):
                yield from self._flush()
                yield from self._rest()
                return True
            if halt == Halt.PAYLOAD:
                yield from self._payload(self._event(event, position))
            else:
                yield from self._halted(halt, self._event(event, position))

    def _run(self, address: int, length: int, begin: int, layout: Int64s) -> int:
        halt: int = walk(
            address, length, begin, self._state, layout, self._between, self._special, self._shapes.lines,
            self._shapes.count, self._sources, len(self._sources), self._bodies.lines, self._records,
            self._transactions,
        )  # fmt: skip
        return halt

    def _event(
        self, address: int, position: int, footer: int | None = None, payload: LogEvent | None = None
    ) -> LogEvent:
        """The event at this address."""
        header = EventHeader.parse(ctypes.string_at(address, HEADER_LENGTH))
        raw = ctypes.string_at(address, header.size)
        end = header.size - (self._footer if footer is None else footer)
        crc = int.from_bytes(raw[end:], "little") if end < header.size else None
        return LogEvent(str(self._path), position, header, raw, raw[HEADER_LENGTH:end], crc, self._context, payload)

    # --- what the kernel does not know --------------------------------------------------------------------------------

    def _halted(self, halt: int, event: LogEvent) -> Iterator[pa.RecordBatch]:
        """Does what the kernel could not, so that it can go on."""
        state = self._state
        here = (halt, int(state[w.W_PLACE]), int(state[w.W_NEXT]))
        assert here != self._halted_at or halt == Halt.FULL, here  # learnt, and still not known
        self._halted_at = here
        if halt == Halt.FULL:
            yield from self._flush()
        elif halt == Halt.SOURCE:
            self._add_source(event)
        elif halt == Halt.MAP:
            self._learn_map(event)
        elif halt == Halt.GTID:
            if not (isinstance(event.body, Gtid) and self._shapes.learn(event.body_bytes, event.body)):
                if int(state[w.W_TRANSACTIONS]) == _MOST_TRANSACTIONS:
                    yield from self._flush()
                self._add_transaction(transaction_of(event, 0))
                state[w.W_NEXT] += event.header.size
        else:
            yield from self._exact_rows(event)
            state[w.W_INNER] += state[w.W_PLACE] >= 0
            state[w.W_NEXT] += event.header.size

    def _add_source(self, event: LogEvent) -> None:
        body = event.body
        assert isinstance(body, Gtid)
        self._source(str(body.uuid), body.uuid)

    def _source(self, name: str, uuid: UUID | None) -> int:
        """The number of a source. uuid: that the kernel finds it by."""
        if name not in self._names:
            self._names.append(name)
            self._sources = np.concatenate([self._sources, np.full((1, 2), -1, np.int64)])
        number = self._names.index(name)
        if uuid is not None:
            self._sources[number] = np.frombuffer(uuid.bytes, np.int64)
        return number

    def _add_transaction(self, transaction: Transaction) -> None:
        line = int(self._state[w.W_TRANSACTIONS])
        numbers = (
            transaction.gno,
            transaction.last_committed,
            transaction.sequence_number,
            transaction.commit_timestamp,
        )
        source = -1 if transaction.source is None else self._source(transaction.source, None)
        self._transactions[line] = (source, *(w.NOTHING if number is None else number for number in numbers))
        self._state[w.W_TRANSACTIONS] += 1
        self._state[w.W_CURRENT] = line

    def _learn_map(self, event: LogEvent) -> None:
        place = f"{event.file}:{event.position}"
        if int(self._state[w.W_TABLES]) >= w.MOST_TABLES:
            raise CorruptLogError(f"{place}: more than {w.MOST_TABLES} Table_maps in one statement")
        body = event.body
        assert isinstance(body, TableMap)
        self._bodies.learn(event.type, event.body_bytes, 0, lambda: self._meaning(body))

    def _meaning(self, body: TableMap) -> tuple[int, int]:
        """What the kernel is to know of a Table_map: the number of its table, and its columns."""
        mapped = MappedTable(body)
        name = (mapped.schema, mapped.name)
        if self._wanted is not None and name not in self._wanted:
            return w.UNWANTED, len(body.column_types)
        try:
            specs = self._specs.of(mapped)
        except CorruptLogError as error:  # to be said of its rows
            self._broken[body.table_id] = str(error)
            return w.BROKEN, len(body.column_types)
        for number, table in enumerate(self._tables):
            if table.name == name and table.specs == specs:
                return number, len(specs)
        self._tables.append(ReadTable.make(name, specs))
        return len(self._tables) - 1, len(specs)

    def _exact_rows(self, event: LogEvent) -> Iterator[pa.RecordBatch]:
        """A rows event that the kernel does not know."""
        state, body = self._state, event.body
        if not isinstance(body, Rows):
            return
        open_tables = state[w.WALK : w.WALK + w.OPEN * int(state[w.W_TABLES])].reshape(-1, w.OPEN)
        known = open_tables[open_tables[:, w.O_ID] == body.table_id]
        if len(known) == 0 and body.table_id != DUMMY_TABLE_ID:
            raise UnknownTableError(event, body.table_id)
        if len(known) and known[0, w.O_MEANING] == w.BROKEN:
            raise CorruptLogError(f"{event.file}:{event.position}: {self._broken[body.table_id]}")
        if len(known) and known[0, w.O_MEANING] != w.UNWANTED:
            table = self._tables[int(known[0, w.O_MEANING])]
            yield from self._flush()
            inner = int(state[w.W_INNER]) + 1 if state[w.W_PLACE] >= 0 else 0
            yield from self._exact(event, table, inner, int(state[w.W_CURRENT]), 0)
        if body.flags & RowsFlag.STMT_END:
            state[w.W_TABLES] = 0

    def _exact(self, event: LogEvent, table: ReadTable, inner: int, line: int, rows: int) -> Iterator[pa.RecordBatch]:
        """The rows of an event from number `rows` on."""
        columns = ChangeColumns(table.name, table.specs)
        try:
            changes = decode_rows(table.specs, event.body)  # type: ignore[arg-type]
        except CorruptLogError as error:
            raise CorruptLogError(f"{event.file}:{event.position}: {error}") from error
        transaction = self._transaction(line)
        for number, change in enumerate(changes):
            if number >= rows:
                columns.add(event, inner, number, transaction, change)
            if len(columns) >= self._batch_rows:
                yield columns.batch()
                columns = ChangeColumns(table.name, table.specs)
        if len(columns):
            yield columns.batch()

    def _transaction(self, line: int) -> Transaction:
        if line < 0:
            return Transaction()
        source, *numbers = self._transactions[line].tolist()
        known = [None if number == w.NOTHING else number for number in numbers]
        return Transaction(self._first_number + line, self._names[source] if source >= 0 else None, *known)

    def _payload(self, event: LogEvent) -> Iterator[pa.RecordBatch]:
        """The events inside a Transaction_payload: the same walk over them."""
        state = self._state
        position, stop = int(state[w.W_NEXT]), int(state[w.W_STOP])
        inner = b"".join(each.raw for each in nested_events(event))
        buffer = np.frombuffer(bytes(SLACK_IN_FRONT) + inner + bytes(SLACK), np.uint8)
        self._kept.append(buffer)
        address = buffer.ctypes.data + SLACK_IN_FRONT
        state[w.W_NEXT], state[w.W_STOP], state[w.W_PLACE], state[w.W_INNER] = 0, _EVERYWHERE, position, 0
        while True:
            halt = self._run(address, len(inner), 0, self._inner_layout)
            at = address + int(state[w.W_NEXT])
            if halt == Halt.MORE:
                break
            inside = self._event(at, position, footer=0, payload=event)
            if halt in (Halt.DESCRIPTION, Halt.PAYLOAD):
                state[w.W_NEXT] += inside.header.size
            else:
                yield from self._halted(halt, inside)
        state[w.W_NEXT], state[w.W_STOP] = position + event.header.size, stop
        state[w.W_PLACE], state[w.W_INNER] = -1, 0

    def _rest(self) -> Iterator[pa.RecordBatch]:
        """What follows goes the exact way: it raises what is to be raised."""
        state = self._state
        collector = Collector(self._wanted, self._given, self._batch_rows)
        line = int(state[w.W_CURRENT])
        collector.transactions.go_on(self._transaction(line), self._first_number + int(state[w.W_TRANSACTIONS]))
        events = read_part(self._path, int(state[w.W_NEXT]), self._stop, verify=self._verify, context=self._context)
        for event in events:
            yield from collector.take(event)
        yield from collector.rest()

    # --- batches ------------------------------------------------------------------------------------------------------

    def _flush(self) -> Iterator[pa.RecordBatch]:
        """The batches of what has been found so far."""
        state = self._state
        records = self._records[: int(state[w.W_RECORDS])]
        context = Context(
            str(self._path), records, self._transactions, self._first_number, pa.array(self._names, pa.string())
        )
        for number, table in enumerate(self._tables):
            chosen = np.flatnonzero(records[:, w.R_TABLE] == number)
            if not len(chosen):
                continue
            try:
                for batch in self._batches(table, chosen, context):
                    if isinstance(batch, Left):
                        yield from self._left(table, records[batch.line], batch.rows)
                    else:
                        yield batch
            except (CorruptLogError, EncodeError):
                for line in chosen:  # the exact way names the event
                    collections.deque(self._left(table, records[line], 0), 0)
                raise
        state[w.W_RECORDS] = 0
        used, current = int(state[w.W_TRANSACTIONS]), int(state[w.W_CURRENT])
        kept = max(used - 1, 0) if current >= 0 else used
        if current >= 0:
            self._transactions[0] = self._transactions[current]
            state[w.W_CURRENT] = 0
        state[w.W_TRANSACTIONS] = used - kept
        self._first_number += kept

    def _batches(self, table: ReadTable, chosen: Int64s, context: Context) -> Iterator[pa.RecordBatch | Left]:
        return batches(table, chosen, context, self._batch_rows)

    def _left(self, table: ReadTable, record: Int64s, rows: int) -> Iterator[pa.RecordBatch]:
        """The rows of a record that the kernel left."""
        inner = int(record[w.R_INNER])
        event = self._event(int(record[w.R_EVENT]), int(record[w.R_POSITION]), footer=0 if inner else None)
        yield from self._exact(event, table, inner, int(record[w.R_TRANSACTION]), rows)


def fast_changes(
    path: Path,
    wanted: frozenset[TableName] | None,
    given: Mapping[TableName, tuple[ColumnSpec, ...]],
    start: int | None,
    stop: int | None,
    batch_rows: int,
    verify: bool,
) -> Iterator[pa.RecordBatch]:
    """As `changes.read_changes`."""
    return FastReader(path, wanted, given, start, stop, batch_rows, verify).read()
