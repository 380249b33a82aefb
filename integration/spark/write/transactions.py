"""Rows of a DataFrame into transactions: Arrow batches as Spark hands them over in, `TransactionBatch`es out.

How the rows are cut does not depend on the size of the batches in which they come, so the same rows give the same log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.arrow_types import to_storage
from binwriter.bulk.work import MAX_TIME, IntArray, RowShape, ShapeRows, TransactionBatch
from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError
from binwriter.integration.spark.write.options import WriteOptions
from binwriter.statement.values import RowOperation

_INSERT, _UPDATE, _DELETE = 0, 1, 2
_SHAPES = (RowOperation.WRITE, RowOperation.UPDATE, RowOperation.DELETE)
_WORDS = {
    **dict.fromkeys(("insert", "i", "c", "create", "r", "read"), _INSERT),
    **dict.fromkeys(("update", "u"), _UPDATE),
    **dict.fromkeys(("delete", "d"), _DELETE),
}
_MOST_ROWS_AT_ONCE = 65536


class Transactions:
    """One task's rows as transactions. first: the number of its first transaction, for the times."""

    def __init__(self, options: WriteOptions, first: int = 0) -> None:
        self.options = options
        self.count = 0
        self._first = first
        self._row = 0
        self._last: pa.RecordBatch | None = None

    def batches(self, incoming: Iterable[pa.RecordBatch]) -> Iterator[TransactionBatch]:
        """Raises EncodeError for a row that does not fit the table, naming row (of the task, from 0) and column."""
        waiting: list[pa.RecordBatch] = []
        for batch in incoming:
            for piece in _pieces(batch):
                self._check_order(piece)
                cut = self._last_start(waiting, piece)
                if cut is not None:
                    yield self._batch([*waiting, piece.slice(0, cut)])
                    waiting = []
                if (cut or 0) < piece.num_rows:
                    waiting.append(piece.slice(cut or 0))
        if waiting:
            yield self._batch(waiting)

    # --- where transactions begin

    def _last_start(self, waiting: Sequence[pa.RecordBatch], piece: pa.RecordBatch) -> int | None:
        """The row of this piece at which the last transaction begins that may go on; None: they all belong to one."""
        held = sum(batch.num_rows for batch in waiting)
        keys = self.options.columns.transaction
        if not keys:
            whole = (held + piece.num_rows) // self.options.rows_per_transaction
            return whole * self.options.rows_per_transaction - held if whole else None
        before = waiting[-1].slice(waiting[-1].num_rows - 1) if waiting else piece.slice(0, 0)
        together = [pa.concat_arrays([before.column(key), piece.column(key)]) for key in keys]
        places = np.flatnonzero(_changes(together))
        return int(places[-1]) + 1 - before.num_rows if len(places) else None

    def _starts(self, batch: pa.RecordBatch) -> IntArray:
        """The rows at which the transactions of whole ones begin."""
        keys = self.options.columns.transaction
        if not keys:
            return np.arange(0, batch.num_rows, self.options.rows_per_transaction, dtype=np.int64)
        changed = _changes([batch.column(key) for key in keys])
        return np.concatenate(([0], np.flatnonzero(changed) + 1)).astype(np.int64)

    # --- rows to batches

    def _batch(self, parts: Sequence[pa.RecordBatch]) -> TransactionBatch:
        parts = [part for part in parts if part.num_rows]
        rows = parts[0] if len(parts) == 1 else pa.concat_batches(parts)
        starts = self._starts(rows)
        operations = self._operations(rows)
        changed = operations[1:] != operations[:-1]
        begins = np.zeros(rows.num_rows, np.bool_)
        begins[starts] = True
        begins[1:] |= changed
        runs = np.flatnonzero(begins)
        lengths = np.diff(np.append(runs, rows.num_rows))
        statement_start, statement_rows = _limited(runs, lengths, self.options.rows_per_statement)
        codes = operations[statement_start]
        present = np.unique(operations)
        shapes = tuple(self._shape_rows(rows, operations, int(code)) for code in present)
        result = TransactionBatch(
            rows=shapes,
            statement_shape=np.searchsorted(present, codes).astype(np.int64),
            statement_rows=statement_rows,
            transaction_statements=np.diff(np.append(np.searchsorted(statement_start, starts), len(statement_start))),
            timestamp=self._times(rows, starts),
        )
        self._row += rows.num_rows
        self.count += len(starts)
        return result

    def _operations(self, rows: pa.RecordBatch) -> IntArray:
        options = self.options
        if options.operation is not None:
            return np.full(rows.num_rows, _SHAPES.index(options.operation), np.int64)
        assert options.columns.operation is not None
        encoded = pc.dictionary_encode(rows.column(options.columns.operation))
        words = encoded.dictionary.to_pylist()
        codes = [_WORDS.get(word.lower(), -1) if isinstance(word, str) else -1 for word in words] + [-1]
        kinds: IntArray = np.array(codes, np.int64)[
            pc.fill_null(encoded.indices, len(words)).to_numpy(zero_copy_only=False)
        ]
        if len(kinds) and kinds.min() < 0:
            place = int(kinds.argmin())
            value = rows.column(options.columns.operation)[place].as_py()
            raise EncodeError(
                f"row {self._row + place}: column {options.columns.operation!r} is {value!r}, "
                "not insert, update or delete"
            )
        return kinds

    def _shape_rows(self, rows: pa.RecordBatch, operations: IntArray, code: int) -> ShapeRows:
        columns = self.options.columns
        chosen = None if (operations == code).all() else np.flatnonzero(operations == code)
        before = after = None
        if code != _INSERT:
            before = self._image(rows, columns.before, chosen)
        if code != _DELETE:
            after = self._image(rows, columns.after, chosen)
        return ShapeRows(RowShape(0, _SHAPES[code]), before, after)

    def _image(self, rows: pa.RecordBatch, column: str | None, chosen: IntArray | None) -> pa.RecordBatch:
        """The rows' images in storage form. column: the struct that has them, None: the rows themselves are."""
        if column is None:
            chosen_rows = rows if chosen is None else rows.take(pa.array(chosen))
        else:
            struct = rows.column(column)
            struct = struct if chosen is None else struct.take(pa.array(chosen))
            if struct.null_count:
                place = int(np.flatnonzero(struct.is_null().to_numpy(zero_copy_only=False))[0])
                number = self._row + (place if chosen is None else int(chosen[place]))
                raise EncodeError(f"row {number}: its {column!r} is NULL, and its operation needs one")
            chosen_rows = pa.RecordBatch.from_struct_array(struct)
        return stored(self.options.table, chosen_rows, self._row, chosen)

    def _times(self, rows: pa.RecordBatch, starts: IntArray) -> IntArray:
        column = self.options.columns.time
        if column is None:
            number = self._first + self.count + np.arange(len(starts), dtype=np.int64)
            return self.options.start + number * self.options.step
        times = rows.column(column).take(pa.array(starts))
        micros = pc.cast(times, pa.timestamp("us", tz=times.type.tz)).cast(pa.int64())
        moments: IntArray = pc.fill_null(micros, -1).to_numpy(zero_copy_only=False)
        wrong = (moments < 0) | (moments >= MAX_TIME)
        if wrong.any():
            place = int(wrong.argmax())
            value = times[place].as_py()
            raise EncodeError(
                f"row {self._row + int(starts[place])}: column {column!r} is {value}: a commit is from 1970 to 2106"
            )
        return moments

    # --- order

    def _check_order(self, piece: pa.RecordBatch) -> None:
        columns = self.options.columns.order
        if not columns or not piece.num_rows:
            return
        seen = piece.num_rows if self._last is None else piece.num_rows + 1
        together = [
            piece.column(name)
            if self._last is None
            else pa.concat_arrays([self._last.column(name), piece.column(name)])
            for name in columns
        ]
        wrong = _descends(together)
        if wrong is not None:
            names = ", ".join(columns)
            raise EncodeError(
                f"the rows of a task are not in the order of {names}: sortWithinPartitions() makes them so"
                f" (place {wrong} of {seen})"
            )
        self._last = piece.slice(piece.num_rows - 1)


def stored(table: Table, batch: pa.RecordBatch, first_row: int, places: IntArray | None = None) -> pa.RecordBatch:
    """The rows in storage form. places: which rows they are, counted from first_row, if not all in a row.

    EncodeError names row and column.
    """
    names = {name.lower(): name for name in reversed(batch.schema.names)}
    batch = batch.select([names[column.name.lower()] for column in table.columns])
    try:
        return to_storage(table, batch, first_row)
    except EncodeError:
        if places is None:
            raise
        for row, place in enumerate(places.tolist()):
            to_storage(table, batch.slice(row, 1), first_row + place)
        raise


def _pieces(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    for start in range(0, batch.num_rows, _MOST_ROWS_AT_ONCE):
        yield batch.slice(start, _MOST_ROWS_AT_ONCE)


def _changes(columns: Sequence[pa.Array]) -> Any:
    """Whether each row but the first differs from the one before it in any column; NULL equals NULL."""
    changed = np.zeros(max(0, len(columns[0]) - 1), np.bool_)
    for column in columns:
        codes = pc.fill_null(pc.dictionary_encode(column).indices, -1).to_numpy(zero_copy_only=False)
        changed |= codes[1:] != codes[:-1]
    return changed


def _descends(columns: Sequence[pa.Array]) -> int | None:
    """The first row that is less than the one before it, the columns compared from left to right; NULL is least."""
    table = pa.table(
        [pc.rank(column, null_placement="at_start", tiebreaker="dense") for column in columns],
        names=[str(number) for number in range(len(columns))],
    )
    ranks = [column.to_numpy().astype(np.int64) for column in table.columns]
    equal = np.ones(max(0, len(ranks[0]) - 1), np.bool_)
    wrong = np.zeros_like(equal)
    for rank in ranks:
        step = np.diff(rank)
        wrong |= equal & (step < 0)
        equal &= step == 0
    return int(wrong.argmax()) + 1 if wrong.any() else None


def _limited(starts: IntArray, lengths: IntArray, most: int) -> tuple[IntArray, IntArray]:
    """Runs cut into pieces of at most `most` rows: their starts and lengths."""
    pieces = -(-lengths // most)
    total = int(pieces.sum())
    number = np.arange(total) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    start = np.repeat(starts, pieces) + number * most
    end = np.minimum(start + most, np.repeat(starts + lengths, pieces))
    return start.astype(np.int64), (end - start).astype(np.int64)
