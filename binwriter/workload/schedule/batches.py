"""The schedule of one file: batch after batch, which statement changes which rows, decided by seed and shard alone.

What is drawn is drawn for whole batches (`chance`); `kernel` carries it out on the live rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.bulk.work import IntArray
from binwriter.errors import SpecError
from binwriter.formats.records import dataclass
from binwriter.workload.references import kernel
from binwriter.workload.schedule.draws import Draws
from binwriter.workload.schedule.kernel import schedule
from binwriter.workload.specification.spec import Choice, Picking, TableWorkload, Workload

_SLOTS_AT_FIRST = 1 << 22
_COMBINATIONS_AT_FIRST = 1 << 12
_CHOICES = {Choice.UNIFORM: kernel.UNIFORM, Choice.ZIPF: kernel.OLDEST, Choice.LATEST: kernel.YOUNGEST}


@dataclass(frozen=True, slots=True)
class Reference:
    """A column of another table's keys. column: its name; target: index of that table; changes: UPDATE sets it.

    more: the further columns of a foreign key of several. when: `kernel.AT_ONCE`, LATE (NULL until an UPDATE) or AHEAD.
    via: the number of another reference of the table: it leads where that one's row's reference `source` does, for
    columns of that row that refer themselves. valued: the columns whose values are the target's; None: all.
    """

    column: str
    target: int
    changes: bool = False
    more: tuple[str, ...] = ()
    when: int = kernel.AT_ONCE
    via: int = kernel.NOTHING
    source: int = 0
    valued: tuple[str, ...] | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        return self.column, *self.more


@dataclass(frozen=True, slots=True)
class Unique:
    """A unique key of references. references: their numbers in the table. reach: beside them the row's number modulo
    this makes rows differ."""

    references: tuple[int, ...]
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Keys:
    """One table's keys in one file.

    The loaded rows low to low + rows - 1 are the file's to change; new rows get the keys from first on, new_keys at
    most.
    """

    low: int
    rows: int
    first: int
    new_keys: int


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A batch. shapes: table * 3 + operation. Rows stand in the order of the log, whatever their shape.

    before_targets, after_targets: keys by row and number of the reference in its table.
    """

    statements_of: IntArray
    shape_of: IntArray
    rows_of: IntArray
    row_shape: IntArray
    keys: IntArray
    versions: IntArray
    before_targets: IntArray
    after_targets: IntArray


class Schedule:
    """Live rows of one file and what happens to them.

    shard: tells the file from the others of the job. held: for each table with references, the keys that the rows of
    its window hold (rows x references). uniques: by table.
    """

    def __init__(
        self,
        workload: Workload,
        shard: int,
        keys: Sequence[Keys],
        references: Sequence[Sequence[Reference]],
        held: Sequence[IntArray],
        uniques: Sequence[Sequence[Unique]] = (),
    ) -> None:
        self._workload = workload
        self._by_table = uniques or [()] * len(references)
        self._draws = Draws(workload, shard)
        self._references = references
        self._most = max((len(lines) for lines in references), default=0)
        self._flat = np.zeros((max(1, sum(map(len, references))), kernel.REFERENCE_NUMBERS), np.int64)
        self.tables = self._table_matrix(keys)
        self._numbers = np.zeros(kernel.NUMBERS, np.int64)
        self._uniques, self._parts = self._unique_matrix()
        self._used = np.zeros(_COMBINATIONS_AT_FIRST if len(self._uniques) else 1, np.int64)
        self._zipf = np.stack([quantiles(picking) for picking in self._pickings()])
        self._make_slots()
        self._fill_windows(held)

    def _pickings(self) -> list[Picking]:
        """The distinct ones; the first is what tables point at that need none."""
        return list(dict.fromkeys(table.picking for table in self._workload.tables))

    def _table_matrix(self, keys: Sequence[Keys]) -> IntArray:
        tables = np.zeros((len(keys), kernel.TABLE_NUMBERS), np.int64)
        pickings = self._pickings()
        first = 0
        for number, (key_range, table) in enumerate(zip(keys, self._workload.tables, strict=True)):
            line = tables[number]
            line[kernel.WINDOW_LOW], line[kernel.WINDOW_ROWS] = key_range.low, key_range.rows
            line[kernel.FIRST_KEY], line[kernel.NEW_KEYS] = key_range.first, key_range.new_keys
            line[kernel.LIVE] = line[kernel.USED] = key_range.rows
            line[kernel.CHOICE] = _CHOICES[table.picking.choice]
            line[kernel.ZIPF] = pickings.index(table.picking)
            line[kernel.UPDATABLE] = table.updatable and not table.table.table.engine.insert_only
            line[kernel.SEPARATE] = table.separate
            line[kernel.FIRST_REFERENCE], line[kernel.REFERENCES] = first, len(self._references[number])
            for reference in self._references[number]:
                self._flat[first] = (
                    reference.target,
                    reference.changes,
                    reference.when,
                    reference.via,
                    reference.source,
                )
                tables[reference.target, kernel.REFERENCED] = 1
                first += 1
        return tables

    def _unique_matrix(self) -> tuple[IntArray, IntArray]:
        lines: list[tuple[int, int, int]] = []
        parts: list[int] = []
        for line, uniques in zip(self.tables, self._by_table, strict=True):
            line[kernel.FIRST_UNIQUE], line[kernel.UNIQUES] = len(lines), len(uniques)
            for unique in uniques:
                lines.append((unique.reach, len(unique.references), len(parts)))
                parts += unique.references
        return np.array(lines, np.int64).reshape(-1, 3), np.array(parts or [0], np.int64)

    # --- combinations

    def _reserve_combinations(self, rows: int) -> None:
        """Room for those of so many more rows, half of it free."""
        wanted = 2 * (int(self._numbers[kernel.IN_USE]) + rows * int(self.tables[:, kernel.UNIQUES].max()))
        if len(self._uniques) and wanted > len(self._used):
            old, self._used = self._used, np.zeros(2 * wanted, np.int64)
            kernel.use_all(self._used, old)

    def _use_of_window(self, number: int) -> None:
        """The combinations of the loaded rows."""
        line = self.tables[number]
        for group in range(line[kernel.FIRST_UNIQUE], line[kernel.FIRST_UNIQUE] + line[kernel.UNIQUES]):
            for slot in range(line[kernel.WINDOW_ROWS]):
                cell = line[kernel.REFERENCE_OFFSET] + slot * line[kernel.REFERENCES]
                key = line[kernel.WINDOW_LOW] + slot
                kernel.use(self._used, kernel.combination(self._uniques, self._parts, self._held, group, cell, key))
            self._numbers[kernel.IN_USE] += line[kernel.WINDOW_ROWS]

    # --- slots

    def _make_slots(self) -> None:
        self._live = np.zeros(0, np.int32)
        self._version = np.zeros(0, np.int32)
        self._stamp = np.zeros(0, np.int32)
        self._referrers = np.zeros(0, np.int32)
        self._held = np.zeros(0, np.int64)
        # what is never used of it is never touched, so it costs no memory
        self._reserve(np.minimum(self.tables[:, kernel.NEW_KEYS], _SLOTS_AT_FIRST))

    def _reserve(self, rows: IntArray | int) -> None:
        """Room for so many more rows in every table, where it has keys for them."""
        used, capacity = self.tables[:, kernel.USED], self.tables[:, kernel.CAPACITY]
        most = self.tables[:, kernel.WINDOW_ROWS] + self.tables[:, kernel.NEW_KEYS]
        enough = np.minimum(used + rows, most)
        if (enough <= capacity).all():
            return
        wanted = np.where(enough <= capacity, capacity, np.minimum(np.maximum(enough, used + used // 2), most))
        if int(wanted.sum()) >= 1 << 31:
            raise SpecError("", "a file would have more than 2^31 rows: a smaller max-binlog-size is wanted")
        offsets = np.concatenate([[0], np.cumsum(wanted)[:-1]])
        widths = self.tables[:, kernel.REFERENCES]
        held_offsets = np.concatenate([[0], np.cumsum(wanted * widths)[:-1]])
        filled = np.minimum(used, capacity)
        old = self.tables[:, kernel.OFFSET].copy(), filled
        for name in ("_live", "_version", "_stamp", "_referrers"):
            setattr(self, name, _moved(getattr(self, name), *old, offsets, int(wanted.sum())))
        held_old = self.tables[:, kernel.REFERENCE_OFFSET].copy(), filled * widths
        self._held = _moved(self._held, *held_old, held_offsets, int((wanted * widths).sum()))
        self.tables[:, kernel.OFFSET], self.tables[:, kernel.CAPACITY] = offsets, wanted
        self.tables[:, kernel.REFERENCE_OFFSET] = held_offsets

    def _fill_windows(self, held: Sequence[IntArray]) -> None:
        for number, line in enumerate(self.tables):
            offset, rows = line[kernel.OFFSET], line[kernel.WINDOW_ROWS]
            self._live[offset : offset + rows] = np.arange(rows)
            for column, reference in enumerate(self._references[number]):
                target = self.tables[reference.target]
                start = line[kernel.REFERENCE_OFFSET] + column
                width = line[kernel.REFERENCES]
                self._held[start : start + rows * width : width] = held[number][:, column]
                slots = held[number][:, column] - target[kernel.WINDOW_LOW]
                inside = slots[(slots >= 0) & (slots < target[kernel.WINDOW_ROWS])]
                begin = target[kernel.OFFSET]
                counts = np.bincount(inside, minlength=int(target[kernel.WINDOW_ROWS]))
                self._referrers[begin : begin + len(counts)] += counts.astype(np.int32)
            self._reserve_combinations(int(rows))
            self._use_of_window(number)

    # --- batches

    def batch(self, transactions: int, run: Any = schedule) -> Scheduled:
        """The next transactions. run: the kernel, for tests of its plain form."""
        statements_of, tables, operations, rows = self._draws.statements(transactions)
        total = int(rows.sum())
        self._reserve(total)
        self._reserve_combinations(total)
        picks, targets = self._draws.rows(total, self._most)
        shape_of, rows_of = np.zeros(len(tables), np.int64), np.zeros(len(tables), np.int64)
        row_shape, keys, versions = (np.empty(total, np.int64) for _ in range(3))
        before, after = (np.zeros((total if self._most else 0, self._most), np.int64) for _ in range(2))
        count = run(
            statements_of,
            tables,
            operations,
            rows,
            picks,
            targets,
            self.tables,
            self._flat,
            self._zipf,
            self._numbers,
            self._live,
            self._version,
            self._stamp,
            self._referrers,
            self._held,
            self._uniques,
            self._parts,
            self._used,
            shape_of,
            rows_of,
            row_shape,
            keys,
            versions,
            before,
            after,
        )
        if count < 0:
            table = self._workload.tables[-1 - count]
            raise SpecError(
                f"tables.{table.name}",
                f"a file has no values left for new rows of table {table.table.table.schema}.{table.name}, whose keys "
                f"have few: {int(self.tables[-1 - count, kernel.NEW_KEYS])} were its share beside "
                f"{int(self.tables[-1 - count, kernel.WINDOW_ROWS])} loaded rows",
            )
        return Scheduled(
            statements_of,
            shape_of,
            rows_of,
            row_shape[:count],
            keys[:count],
            versions[:count],
            before[:count],
            after[:count],
        )

    # --- what is left

    def living(self, table: int) -> tuple[IntArray, IntArray, IntArray]:
        """(keys, versions, targets by row and reference) of the rows that live now, ascending by key."""
        line = self.tables[table]
        offset, count = line[kernel.OFFSET], line[kernel.LIVE]
        slots = np.sort(self._live[offset : offset + count]).astype(np.int64)
        window = line[kernel.WINDOW_ROWS]
        keys = np.where(slots < window, slots + line[kernel.WINDOW_LOW], slots - window + line[kernel.FIRST_KEY])
        width = int(line[kernel.REFERENCES])
        begin = line[kernel.REFERENCE_OFFSET]
        held = self._held[begin : begin + line[kernel.USED] * width].reshape(-1, width) if width else None
        targets = held[slots] if held is not None else np.zeros((len(slots), 0), np.int64)
        return keys, self._version[offset + slots].astype(np.int64), targets


def _moved(
    array: npt.NDArray[Any], offsets: IntArray, sizes: IntArray, new_offsets: IntArray, size: int
) -> npt.NDArray[Any]:
    """The parts of an array at their new places in a larger one, whose other cells are not touched."""
    result = np.zeros(size, array.dtype)
    for old, count, new in zip(offsets.tolist(), sizes.tolist(), new_offsets.tolist(), strict=True):
        result[new : new + count] = array[old : old + count]
    return result


@lru_cache
def quantiles(picking: Picking) -> IntArray:
    """Ranks by power of two and by 1/1024 of probability, of a Zipf distribution over 2^power rows.

    Its continuous form, F(x) = ((x + 1)^(1 - theta) - 1) / ((n + 1)^(1 - theta) - 1), inverted.
    """
    cells = 1 << kernel.ZIPF_CELLS
    result = np.zeros((33, cells + 1), np.int64)
    if picking.choice is Choice.UNIFORM:
        return result
    exponent = 1 - picking.theta
    if abs(exponent) < 1e-6:
        exponent = 1e-6
    for power in range(33):
        rows = 1 << power
        scale = (rows + 1) ** exponent - 1
        for cell in range(cells + 1):
            rank = (1 + cell / cells * scale) ** (1 / exponent) - 1
            # a machine's last digit must not decide
            result[power, cell] = min(rows - 1, int(rank + 1e-6)) if cell < cells else rows - 1
    return result


def count_tables(tables: Sequence[TableWorkload]) -> dict[str, int]:
    """Index of each table by `database.table`."""
    return {f"{each_table.table.table.schema}.{each_table.name}": number for number, each_table in enumerate(tables)}
