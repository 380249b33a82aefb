"""Which rows a batch of statements changes: the one loop that runs statement by statement.

Written once: numba compiles it, and without numba Python runs it as it stands. There are only 64-bit integers, so both
give the same.

A table's rows that this file may touch have *slots* 0, 1, 2 ...: first its window of loaded rows, then the rows that
the file itself inserts. Slot and key are the same thing moved (see `_key`). `live` holds the slots of living rows; a
delete moves the last one into the gap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from binwriter.bulk.ways import has_kernels

# Numbers and arrays of numbers are Any: numba has types of its own for them.
_F = TypeVar("_F", bound=Callable[..., object])

if has_kernels():
    from binwriter.bulk.kernels.compiled import kernel

    compiled = kernel()
else:

    def compiled(function: _F) -> _F:
        """As it stands."""
        return function


# Columns of the matrix `tables`, one line a table.
OFFSET, CAPACITY, WINDOW_LOW, WINDOW_ROWS, FIRST_KEY, NEW_KEYS = range(6)
CHOICE, ZIPF, REFERENCED, FIRST_REFERENCE, REFERENCES, REFERENCE_OFFSET, LIVE, USED = range(6, 14)
UPDATABLE = 14
TABLE_NUMBERS = 15
# Columns of the matrix `references`.
TARGET, CHANGES = range(2)
UNIFORM, OLDEST, YOUNGEST = range(3)
INSERT, UPDATE, DELETE = range(3)
ZIPF_CELLS = 10
_CELL_BITS = 32 - ZIPF_CELLS
# How far a DELETE looks for a row that no other row refers to.
_TRIES = 64


@compiled
def _chosen(draw: Any, count: Any, choice: Any, zipf: Any) -> Any:
    """An index below `count`, of 32 random bits. zipf: quantiles by power of two."""
    if choice == UNIFORM:
        return (draw * count) >> 32
    power = 0
    while (1 << power) < count:
        power += 1
    cell = draw >> _CELL_BITS
    low = zipf[power, cell]
    rank = low + (((zipf[power, cell + 1] - low) * (draw & ((1 << _CELL_BITS) - 1))) >> _CELL_BITS)
    index = (rank * count) >> power
    if choice == YOUNGEST:
        return count - 1 - index
    return index


@compiled
def _key(tables: Any, table: Any, slot: Any) -> Any:
    window = tables[table, WINDOW_ROWS]
    if slot < window:
        return tables[table, WINDOW_LOW] + slot
    return tables[table, FIRST_KEY] + slot - window


@compiled
def _slot(tables: Any, table: Any, key: Any) -> Any:
    """-1 for a row of another file."""
    place = key - tables[table, WINDOW_LOW]
    if 0 <= place < tables[table, WINDOW_ROWS]:
        return place
    place = key - tables[table, FIRST_KEY] + tables[table, WINDOW_ROWS]
    if tables[table, WINDOW_ROWS] <= place < tables[table, USED]:
        return place
    return -1


@compiled
def schedule(
    statements_of: Any,
    wanted_table: Any,
    wanted_operation: Any,
    wanted_rows: Any,
    picks: Any,
    targets: Any,
    tables: Any,
    references: Any,
    zipf: Any,
    numbers: Any,
    live: Any,
    version: Any,
    stamp: Any,
    referrers: Any,
    held: Any,
    shape_of: Any,
    rows_of: Any,
    row_shape: Any,
    row_key: Any,
    row_version: Any,
    before_targets: Any,
    after_targets: Any,
) -> Any:
    """Runs the statements of the transactions `statements_of`; gives the number of rows.

    Or -1 - t: table t has no keys left for new rows, and no rows that could be changed in their place.

    picks: 32 random bits for each wanted row, targets: for each and each reference. Slot arrays have one part a table.
    numbers: of the statement that ran last. Filled: shape_of, rows_of by statement (a shape is table * 3 + operation);
    row_* and *_targets by row.
    """
    statement = 0
    drawn = 0
    rows = 0
    for transaction in range(len(statements_of)):
        for _ in range(statements_of[transaction]):
            table = wanted_table[statement]
            operation = wanted_operation[statement]
            wanted = wanted_rows[statement]
            numbers[0] += 1
            number = numbers[0]
            done = 0
            count = tables[table, LIVE]
            offset = tables[table, OFFSET]
            window = tables[table, WINDOW_ROWS]
            if operation != INSERT and count == 0:
                operation = INSERT
            if operation == INSERT and tables[table, USED] - window + wanted > tables[table, NEW_KEYS]:
                if count == 0 or tables[table, UPDATABLE] == 0:
                    return -1 - table
                operation = UPDATE
            if operation == DELETE:
                # the last row stays where no other could take its place
                least = 0 if tables[table, USED] - window < tables[table, NEW_KEYS] else 1
                while done < wanted and count > least:
                    index = _chosen(picks[drawn + done], count, tables[table, CHOICE], zipf[tables[table, ZIPF]])
                    if tables[table, REFERENCED]:
                        tries = 0
                        while tries < _TRIES and referrers[offset + live[offset + index]] > 0:
                            index = index + 1 if index + 1 < count else 0
                            tries += 1
                        if tries == _TRIES:
                            break
                    slot = live[offset + index]
                    place = offset + slot
                    count -= 1
                    live[offset + index] = live[offset + count]
                    row_shape[rows] = table * 3 + DELETE
                    row_key[rows] = _key(tables, table, slot)
                    row_version[rows] = version[place]
                    for k in range(tables[table, REFERENCES]):
                        target = references[tables[table, FIRST_REFERENCE] + k, TARGET]
                        key = held[tables[table, REFERENCE_OFFSET] + slot * tables[table, REFERENCES] + k]
                        before_targets[rows, k] = key
                        other = _slot(tables, target, key)
                        if other >= 0:
                            referrers[tables[target, OFFSET] + other] -= 1
                    rows += 1
                    done += 1
                tables[table, LIVE] = count
                if done == 0:
                    operation = INSERT
                    if tables[table, USED] - window + wanted > tables[table, NEW_KEYS]:
                        if count == 0 or tables[table, UPDATABLE] == 0:
                            return -1 - table
                        operation = UPDATE
            if operation == UPDATE:
                if wanted > count:
                    wanted = count
                in_a_row = 2 * wanted > count
                index = 0
                while done < wanted:
                    if in_a_row and done > 0:
                        index = index + 1 if index + 1 < count else 0
                    else:
                        index = _chosen(picks[drawn + done], count, tables[table, CHOICE], zipf[tables[table, ZIPF]])
                    while stamp[offset + live[offset + index]] == number:
                        index = index + 1 if index + 1 < count else 0
                    slot = live[offset + index]
                    place = offset + slot
                    stamp[place] = number
                    row_shape[rows] = table * 3 + UPDATE
                    row_key[rows] = _key(tables, table, slot)
                    row_version[rows] = version[place]
                    version[place] += 1
                    for k in range(tables[table, REFERENCES]):
                        reference = tables[table, FIRST_REFERENCE] + k
                        target = references[reference, TARGET]
                        cell = tables[table, REFERENCE_OFFSET] + slot * tables[table, REFERENCES] + k
                        key = held[cell]
                        before_targets[rows, k] = key
                        if references[reference, CHANGES] and tables[target, LIVE] > 0:
                            other = _slot(tables, target, key)
                            if other >= 0:
                                referrers[tables[target, OFFSET] + other] -= 1
                            start = tables[target, OFFSET]
                            other = live[start + ((targets[drawn + done, k] * tables[target, LIVE]) >> 32)]
                            referrers[start + other] += 1
                            key = _key(tables, target, other)
                            held[cell] = key
                        after_targets[rows, k] = key
                    rows += 1
                    done += 1
            if operation == INSERT:
                # a row can only refer to a row: where there is none, that one is made first
                k = 0
                while k < tables[table, REFERENCES]:
                    target = references[tables[table, FIRST_REFERENCE] + k, TARGET]
                    if target != table and tables[target, LIVE] == 0:
                        table = target
                        k = 0
                    else:
                        k += 1
                offset = tables[table, OFFSET]
                window = tables[table, WINDOW_ROWS]
                if tables[table, USED] - window + wanted > tables[table, NEW_KEYS]:
                    return -1 - table
                while done < wanted:
                    slot = tables[table, USED]
                    place = offset + slot
                    live[offset + tables[table, LIVE]] = slot
                    tables[table, USED] += 1
                    tables[table, LIVE] += 1
                    version[place] = 0
                    row_shape[rows] = table * 3 + INSERT
                    row_key[rows] = _key(tables, table, slot)
                    row_version[rows] = 0
                    for k in range(tables[table, REFERENCES]):
                        target = references[tables[table, FIRST_REFERENCE] + k, TARGET]
                        start = tables[target, OFFSET]
                        other = live[start + ((targets[drawn + done, k] * tables[target, LIVE]) >> 32)]
                        referrers[start + other] += 1
                        key = _key(tables, target, other)
                        held[tables[table, REFERENCE_OFFSET] + slot * tables[table, REFERENCES] + k] = key
                        after_targets[rows, k] = key
                    rows += 1
                    done += 1
            shape_of[statement] = table * 3 + operation
            rows_of[statement] = done
            drawn += wanted_rows[statement]
            statement += 1
    return rows
