"""What is drawn for whole batches of statements: which kind each is, and which rows it asks for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from binwriter.bulk.work import IntArray
from binwriter.workload.chance import high_half, low_half, run_of_words, scaled, stream
from binwriter.workload.specification.spec import Workload

_STATEMENTS, _ROWS, _COUNTS, _PICKS, _TARGETS = range(5)
_HALF = 1 << 32


class Draws:
    """What is drawn for statements and rows, before anybody knows which rows live."""

    def __init__(self, workload: Workload, shard: int) -> None:
        self._streams = [stream(workload.seed, shard, purpose) for purpose in range(_TARGETS)]
        self._seed, self._shard = workload.seed, shard
        self._span = workload.statements
        tables = workload.tables
        weights = [table.weight for table in tables]
        self._thresholds = _thresholds(weights)
        self._separate = np.array([table.separate for table in tables], np.bool_)
        together = [0.0 if table.separate else table.weight for table in tables]
        self._together = _thresholds(together) if any(together) else None
        mixes = [_thresholds(table.mix.weights) for table in tables]
        self._updates, self._deletes = (np.array([mix[k] for mix in mixes], np.int64) for k in (0, 1))
        self._low = np.array([table.rows.low for table in tables], np.int64)
        self._width = np.array([table.rows.high - table.rows.low + 1 for table in tables], np.int64)
        self._transaction = self._statement = self._row = 0

    def statements(self, transactions: int) -> tuple[IntArray, IntArray, IntArray, IntArray]:
        """(statements by transaction; table, operation, rows by statement)."""
        low, high = self._span.low, self._span.high
        statements_of = np.full(transactions, low, np.int64)
        if high > low:
            statements_of += scaled(self._next(_COUNTS, self._transaction, transactions), high - low + 1)
        self._transaction += transactions
        count = int(statements_of.sum())
        both = run_of_words(self._streams[_STATEMENTS], self._statement, count)
        if len(self._low) > 1:
            tables = np.searchsorted(self._thresholds, low_half(both), side="right")
        else:
            tables = np.zeros(count, np.int64)
        if high > 1 and self._separate.any() and self._together is not None:
            tables = self._apart(statements_of, tables, low_half(both))
        draws = high_half(both)
        operations = (draws >= self._updates[tables]).astype(np.int64)
        operations += draws >= self._deletes[tables]
        rows = self._low[tables]
        if (self._width > 1).any():
            rows = rows + scaled(self._next(_ROWS, self._statement, count), self._width[tables])
        self._statement += count
        return statements_of, tables, operations, rows

    def _apart(self, statements_of: IntArray, tables: IntArray, draws: IntArray) -> IntArray:
        """A transaction of several statements changes no table whose engine has no transactions: under GTIDs a server
        lets nobody mix them (error 1785), and without it logs them by themselves. Such tables get the transactions of
        one statement."""
        alone = np.repeat(statements_of == 1, statements_of)
        assert self._together is not None
        return np.where(alone, tables, np.searchsorted(self._together, draws, side="right"))

    def rows(self, count: int, references: int) -> tuple[IntArray, IntArray]:
        """(32 bits by row, 32 bits by row and reference)."""
        picks = self._next(_PICKS, self._row, count)
        targets = np.zeros((count if references else 0, references), np.int64)
        for number in range(references):
            own = stream(self._seed, self._shard, _TARGETS, number)
            targets[:, number] = high_half(run_of_words(own, self._row, count))
        self._row += count
        return picks, targets

    def _next(self, purpose: int, first: int, count: int) -> IntArray:
        return high_half(run_of_words(self._streams[purpose], first, count))


def _thresholds(weights: Sequence[float]) -> IntArray:
    """Where 32 random bits go over to the next choice; a choice of weight 0 is never taken."""
    total = sum(weights)
    sums = np.cumsum(np.array(weights, np.float64))
    return np.array([round(float(part) / total * _HALF) for part in sums], np.int64)
