"""One file of a job, its load phase and its transactions. Memory is that of a batch and of the live rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from binwriter.bulk.work import FileResult, IntArray, RowShape, ShapeRows, TransactionBatch
from binwriter.errors import JobError
from binwriter.statement.values import RowOperation
from binwriter.workload.plan import JobPlan, Shard, rows_per_transaction
from binwriter.workload.schedule.arrival import times
from binwriter.workload.schedule.batches import Schedule, Scheduled
from binwriter.workload.schedule.write_sets import ChangedRows, WriteSets
from binwriter.workload.sources import Sources
from binwriter.workload.specification.spec import OPERATIONS, Dependencies
from binwriter.workload.writers import open_writer, past_the_cache

# Called after each batch with the file's size.
Progress = Callable[[int], None]

_BATCH_ROWS = 65_536
_BATCH_BYTES = 8 << 20
_MOST_TRANSACTIONS = 65_536


def _nobody(_: int) -> None:
    """Nobody looks."""


class ShardRun:
    """The making of one file. `batches` may be taken once; afterwards `schedule` holds the rows that are left."""

    def __init__(self, sources: Sources, job: JobPlan, shard: Shard) -> None:
        self.sources = sources
        self.workload = sources.workload
        self.job = job
        self.shard = shard
        self.plan = shard.file_plan(self.workload)
        self._write_sets = (
            WriteSets(sources, len(self.plan.statements))
            if self.workload.dependencies is Dependencies.WRITE_SET
            else None
        )
        self.schedule: Schedule | None = None
        self._rows = max(1, min(_BATCH_ROWS, int(_BATCH_BYTES / max(1.0, sources.largest_row))))
        self._step = max(1, min(_MOST_TRANSACTIONS, int(self._rows / rows_per_transaction(self.workload))))

    def limit_batches(self, transactions: int) -> None:
        """No batch of the mix shall have more transactions."""
        self._step = max(1, min(self._step, transactions))

    def batches(self) -> Iterator[TransactionBatch]:
        """The file's transactions in order, in batches of moderate size; how they are cut changes no byte."""
        yield from self._load()
        if self.shard.transactions:
            yield from self._mix()

    # --- the load phase

    def _load(self) -> Iterator[TransactionBatch]:
        done = 0
        chunk = self.workload.load_rows
        step = max(1, self._rows // chunk) * chunk
        for load in self.shard.load:
            for low in range(load.low, load.high, step):
                high = min(load.high, low + step)
                batch = self._inserted(load.table, low, high, done)
                done += batch.transactions
                yield batch

    def _inserted(self, table: int, low: int, high: int, done: int) -> TransactionBatch:
        keys = np.arange(low, high, dtype=np.int64)
        targets = self.sources.initial_targets(table, keys, self.job.mixes)
        rows = self.sources.rows(table, keys, np.zeros_like(keys), targets)
        chunk = self.workload.load_rows
        counts = np.minimum(np.arange(low, high, chunk) + chunk, high) - np.arange(low, high, chunk)
        ones = np.ones(len(counts), np.int64)
        return TransactionBatch(
            rows=(ShapeRows(RowShape(table, RowOperation.WRITE), None, rows),),
            statement_shape=np.zeros(len(counts), np.int64),
            statement_rows=counts.astype(np.int64),
            transaction_statements=ones,
            timestamp=self._times(done, len(counts)),
            last_committed=self._parents(
                counts.astype(np.int64),
                [ChangedRows(table, RowOperation.WRITE, keys - low, keys, keys * 0, targets, targets)],
            ),
        )

    def _times(self, done: int, count: int) -> IntArray:
        return times(self.workload.arrival, self.workload.seed, self.shard.first_transaction + done, count)

    def _parents(self, rows_of: IntArray, changed: Iterable[ChangedRows]) -> IntArray | None:
        return None if self._write_sets is None else self._write_sets.parents(rows_of, changed)

    # --- the mix

    def _mix(self) -> Iterator[TransactionBatch]:
        shard = self.shard
        held = [
            self.sources.initial_targets(
                table, np.arange(key_range.low, key_range.low + key_range.rows, dtype=np.int64), self.job.mixes
            )
            if key_range.rows
            else np.zeros((0, len(self.sources.references[table])), np.int64)
            for table, key_range in enumerate(shard.keys)
        ]
        self.schedule = Schedule(
            self.workload, shard.mix, shard.keys, self.sources.references, held, self.sources.uniques
        )
        for done in range(0, shard.transactions, self._step):
            count = min(self._step, shard.transactions - done)
            yield self._batch(self.schedule.batch(count), shard.load_transactions + done)

    def _batch(self, scheduled: Scheduled, done: int) -> TransactionBatch:
        numbers = np.flatnonzero(np.bincount(scheduled.row_shape))
        dense = np.zeros(3 * len(self.workload.tables), np.int64)
        dense[numbers] = np.arange(len(numbers))
        return TransactionBatch(
            rows=tuple(self._shape_rows(scheduled, int(number)) for number in numbers),
            statement_shape=dense[scheduled.shape_of],
            statement_rows=scheduled.rows_of,
            transaction_statements=scheduled.statements_of,
            timestamp=self._times(done, len(scheduled.statements_of)),
            last_committed=self._parents(_rows_of(scheduled), self._changed(scheduled, numbers)),
        )

    def _changed(self, scheduled: Scheduled, numbers: IntArray) -> Iterator[ChangedRows]:
        for number in numbers.tolist():
            table, operation = divmod(number, len(OPERATIONS))
            places = np.flatnonzero(scheduled.row_shape == number)
            keys, versions = scheduled.keys[places], scheduled.versions[places]
            held = bool(self.sources.references[table])
            targets = [
                row_targets[places] if held else np.zeros((len(places), 0), np.int64)
                for row_targets in (scheduled.before_targets, scheduled.after_targets)
            ]
            yield ChangedRows(table, OPERATIONS[operation], places, keys, versions, *targets)

    def _shape_rows(self, scheduled: Scheduled, number: int) -> ShapeRows:
        table, operation = divmod(number, len(OPERATIONS))
        among = scheduled.row_shape == number
        chosen = slice(None) if among.all() else np.flatnonzero(among)
        keys, versions = scheduled.keys[chosen], scheduled.versions[chosen]
        kind = OPERATIONS[operation]
        held = bool(self.sources.references[table])
        none = np.zeros((len(keys), 0), np.int64)
        before_targets = scheduled.before_targets[chosen] if held else none
        after_targets = scheduled.after_targets[chosen] if held else none
        if kind is RowOperation.WRITE:
            return ShapeRows(RowShape(table, kind), None, self.sources.rows(table, keys, versions, after_targets))
        before = self.sources.rows(table, keys, versions, before_targets)
        if kind is RowOperation.DELETE:
            return ShapeRows(RowShape(table, kind), before, None)
        after = self.sources.rows_after(table, before, keys, versions + 1, after_targets)
        return ShapeRows(RowShape(table, kind, self.sources.values[table].changing), before, after)


def _rows_of(scheduled: Scheduled) -> IntArray:
    """Rows by transaction."""
    ends = np.cumsum(scheduled.rows_of)[np.cumsum(scheduled.statements_of) - 1]
    return np.diff(ends, prepend=0)


def write_shard(run: ShardRun, path: Path, progress: Progress = _nobody) -> FileResult:
    """Writes the file. Raises what the writer raises, and JobError for a file that came out above max_binlog_size."""
    workload, shard = run.workload, run.shard
    direct = past_the_cache(run.job.size)
    with open_writer(path, run.plan, workload.settings, workload.bulk_tables, direct=direct) as writer:
        for batch in run.batches():
            writer.write(batch)
            progress(writer.position)
        if writer.position > workload.max_file_size and shard.load_transactions + shard.transactions > 1:
            raise JobError(
                shard.name,
                f"it came to {writer.position} bytes, more than max_binlog_size {workload.max_file_size}; planned were "
                f"{shard.size}: give more files, or a larger max_binlog_size",
            )
        return writer.finish()
