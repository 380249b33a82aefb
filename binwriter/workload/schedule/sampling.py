"""How large a workload's transactions are: some of each kind are made and measured."""

from __future__ import annotations

import time
from math import sqrt
from pathlib import Path

from binwriter import ending
from binwriter.workload.plan import Estimate, JobPlan, Load, Shard, rows_per_transaction
from binwriter.workload.schedule.batches import Keys
from binwriter.workload.shard import ShardRun
from binwriter.workload.sources import Sources
from binwriter.workload.writers import open_writer

_LOAD_CHUNKS = 4
_TRANSACTIONS = 20_000
_BYTES = 24 << 20
_BATCHES = 20
_WINDOW = 100_000
_MANY = 1 << 40


def sample(sources: Sources) -> tuple[Estimate, float]:
    """Writes small files to a temporary folder, deleted at once, and measures them.

    Gives also how many bytes a second of one core were made of the last: an estimate, and no part of any plan.
    """
    with ending.temporary_folder("binwriter-sample-") as folder:
        sampler = _Sampler(sources, folder)
        return sampler.estimate(), sampler.rate


class _Sampler:
    def __init__(self, sources: Sources, folder: Path) -> None:
        self.sources = sources
        self.workload = sources.workload
        self.path = folder / "sample"
        self.rate = 0.0

    def estimate(self) -> Estimate:
        for table, values in zip(self.workload.tables, self.sources.values, strict=True):
            values.check_rows(table.initial_rows)
        head = self._positions(self._shard(number=2))[0]
        statements = self._positions(self._shard(number=1))[0] - head
        load_rows = tuple(self._load_row(table, head) for table in range(len(self.workload.tables)))
        near = self._mix(min(_TRANSACTIONS, self.workload.transactions or _TRANSACTIONS), head, 0)
        wanted = self.workload.transactions or int((self.workload.size or 0) / near[0]) + 1
        far = self._mix(min(_TRANSACTIONS, wanted), head, wanted) if wanted > _TRANSACTIONS else near
        return Estimate(
            head=head,
            statements=statements,
            load_row=load_rows,
            mean=(near[0] + far[0]) / 2,
            largest=max(near[0], far[0]),
            deviation=max(near[1], far[1]),
        )

    def _load_row(self, table: int, head: int) -> float:
        rows = self.workload.tables[table].initial_rows
        if not rows:
            return 0.0
        most = _LOAD_CHUNKS * self.workload.load_rows
        parts = {
            (0, min(rows, most)),
            (max(0, (rows - most) // self.workload.load_rows * self.workload.load_rows), rows),
        }
        sizes = []
        for low, high in sorted(parts):
            positions = self._positions(self._shard(number=2, load=(Load(table, low, high),)))
            sizes.append((positions[-1] - head) / (high - low))
        return max(sizes)

    def _mix(self, transactions: int, head: int, passed: int) -> tuple[float, float]:
        """(mean, deviation) of a transaction's bytes, after about so many transactions of the job have passed."""
        keys = []
        for table, values in zip(self.workload.tables, self.sources.values, strict=True):
            window = min(_WINDOW, table.initial_rows)
            first = table.initial_rows + int(passed * rows_per_transaction(self.workload) / len(self.workload.tables))
            highest = values.highest_key()
            if highest is not None and highest + 1 - first < _MANY:  # the first values say as much as any
                first = table.initial_rows
            room = _MANY if highest is None else min(_MANY, highest + 1 - first)
            keys.append(Keys(table.initial_rows - window, window, first, room))
        shard = self._shard(number=2, transactions=transactions, keys=tuple(keys))
        positions = self._positions(shard, batches=_BATCHES)
        counts = self._counts
        total = sum(counts)
        mean = (positions[-1] - head) / total
        steps = [after - before for before, after in zip([head, *positions[1:]], positions[1:], strict=False)]
        spread = sum((step - mean * count) ** 2 / count for step, count in zip(steps, counts, strict=True))
        return mean, sqrt(spread / max(1, len(steps) - 1)) if len(steps) > 1 else mean

    def _positions(self, shard: Shard, batches: int = 1) -> list[int]:
        """The file's size before the first batch and after each, until there is enough."""
        job = JobPlan((shard,), 1, shard.transactions, 0, 0)
        run = ShardRun(self.sources, job, shard)
        if shard.transactions:
            run.limit_batches(-(-shard.transactions // batches))
        self._counts: list[int] = []
        began = time.process_time()
        with open_writer(self.path, run.plan, self.workload.settings, self.workload.bulk_tables) as writer:
            positions = [writer.position]
            for batch in run.batches():
                writer.write(batch)
                positions.append(writer.position)
                self._counts.append(batch.transactions)
                if writer.position > _BYTES:
                    break
        self.rate = positions[-1] / max(1e-6, time.process_time() - began)
        return positions

    def _shard(
        self,
        *,
        number: int,
        transactions: int = 0,
        load: tuple[Load, ...] = (),
        keys: tuple[Keys, ...] | None = None,
    ) -> Shard:
        start = self.workload.arrival.start
        return Shard(
            number=number,
            name="sample",
            next_name=None,
            first_gno=1_000_000,
            first_xid=1_000_000,
            start=start,
            end=start,
            first_transaction=0,
            load=load,
            load_transactions=0,
            transactions=transactions,
            mix=0,
            keys=keys or tuple(Keys(0, 0, 0, 0) for _ in self.workload.tables),
            size=0,
        )
