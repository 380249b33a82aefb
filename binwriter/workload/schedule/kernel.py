"""Which rows a batch of statements changes: the one loop that runs statement by statement.

Written once: numba compiles it, and without numba Python runs it as it stands. There are only 64-bit integers, so both
give the same.

A table's rows that this file may touch have *slots* 0, 1, 2 ...: first its window of loaded rows, then the rows that
the file itself inserts. Slot and key are the same thing moved (see `key_of`). `live` holds the slots of living rows; a
delete moves the last one into the gap.
"""

from __future__ import annotations

from typing import Any

from binwriter.workload.references.kernel import (
    CHANGES,
    CHOICE,
    DELETE,
    FIRST_REFERENCE,
    FIRST_UNIQUE,
    IN_USE,
    INSERT,
    LIVE,
    NOTHING,
    OFFSET,
    OWED,
    REFERENCE_OFFSET,
    REFERENCED,
    REFERENCES,
    SEPARATE,
    STATEMENT,
    TARGET,
    UNIFORM,
    UNIQUES,
    UPDATE,
    USED,
    VIA,
    YOUNGEST,
    ZIPF,
    ZIPF_CELLS,
    combination,
    compiled,
    inherited,
    key_of,
    parent_wanted,
    refer,
    room_left,
    short_of,
    slot_of,
    updatable_table,
    use,
)

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
    uniques: Any,
    parts: Any,
    used: Any,
    shape_of: Any,
    rows_of: Any,
    row_shape: Any,
    row_key: Any,
    row_version: Any,
    before_targets: Any,
    after_targets: Any,
) -> Any:
    """Runs the statements of the transactions `statements_of`; gives the number of rows.

    Or -1 - t: table t has no keys left for new rows, and nowhere are rows that could be changed in their place. A
    transaction of a table that is SEPARATE has only such.

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
            numbers[STATEMENT] += 1
            number = numbers[STATEMENT]
            done = 0
            owed = numbers[OWED] - 1
            if owed >= 0 and tables[owed, SEPARATE] == tables[table, SEPARATE] and room_left(tables, owed) > 0:
                table = owed
                operation = INSERT
                numbers[OWED] = 0
            count = tables[table, LIVE]
            offset = tables[table, OFFSET]
            if operation != INSERT and count == 0:
                operation = INSERT
            if operation == DELETE:
                # the last row stays where no other could take its place
                least = 0 if room_left(tables, table) > 0 else 1
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
                    row_key[rows] = key_of(tables, table, slot)
                    row_version[rows] = version[place]
                    for k in range(tables[table, REFERENCES]):
                        target = references[tables[table, FIRST_REFERENCE] + k, TARGET]
                        key = held[tables[table, REFERENCE_OFFSET] + slot * tables[table, REFERENCES] + k]
                        before_targets[rows, k] = key
                        other = slot_of(tables, target, key) if key != NOTHING else -1
                        if other >= 0:
                            referrers[tables[target, OFFSET] + other] -= 1
                    rows += 1
                    done += 1
                tables[table, LIVE] = count
                if done == 0:
                    operation = INSERT
            if operation == INSERT:
                # a row can only refer to a row: where there is none, or none that is free, that one is made first
                asked = table
                hops = 0
                table = parent_wanted(tables, references, table)
                while done == 0 and hops <= len(tables):
                    offset = tables[table, OFFSET]
                    most = min(wanted, room_left(tables, table))
                    if tables[table, REFERENCES] == 0 and tables[table, UNIQUES] == 0:
                        # nothing to look for: the new rows stand one behind the other
                        slot = tables[table, USED]
                        key = key_of(tables, table, slot)
                        place = offset + tables[table, LIVE]
                        while done < most:
                            live[place + done] = slot + done
                            version[offset + slot + done] = 0
                            row_shape[rows] = table * 3 + INSERT
                            row_key[rows] = key + done
                            row_version[rows] = 0
                            rows += 1
                            done += 1
                        tables[table, USED] += done
                        tables[table, LIVE] += done
                    while done < most:
                        slot = tables[table, USED]
                        place = offset + slot
                        live[offset + tables[table, LIVE]] = slot
                        tables[table, USED] += 1
                        tables[table, LIVE] += 1
                        if not refer(
                            tables,
                            references,
                            uniques,
                            parts,
                            used,
                            live,
                            held,
                            targets,
                            drawn + done if tables[table, REFERENCES] else 0,
                            table,
                            slot,
                        ):
                            tables[table, USED] -= 1
                            tables[table, LIVE] -= 1
                            break
                        version[place] = 0
                        key = key_of(tables, table, slot)
                        row_shape[rows] = table * 3 + INSERT
                        row_key[rows] = key
                        row_version[rows] = 0
                        cell = tables[table, REFERENCE_OFFSET] + slot * tables[table, REFERENCES]
                        for k in range(tables[table, REFERENCES]):
                            target = references[tables[table, FIRST_REFERENCE] + k, TARGET]
                            other = held[cell + k]
                            after_targets[rows, k] = other
                            if other != NOTHING:
                                if slot_of(tables, target, other) < 0:
                                    numbers[OWED] = target + 1
                                    other = tables[target, USED]
                                else:
                                    other = slot_of(tables, target, other)
                                referrers[tables[target, OFFSET] + other] += 1
                        for k in range(tables[table, UNIQUES]):
                            group = tables[table, FIRST_UNIQUE] + k
                            use(used, combination(uniques, parts, held, group, cell, key))
                            numbers[IN_USE] += 1
                        rows += 1
                        done += 1
                    if done == 0:
                        short = short_of(tables, references, uniques, parts, table)
                        if short < 0 or hops == len(tables):
                            break
                        table = parent_wanted(tables, references, short)
                        hops += 1
                if done == 0:
                    table = updatable_table(tables, asked)
                    if table < 0:
                        return -1 - asked
                    operation = UPDATE
                    count = tables[table, LIVE]
                    offset = tables[table, OFFSET]
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
                    row_key[rows] = key_of(tables, table, slot)
                    row_version[rows] = version[place]
                    version[place] += 1
                    for k in range(tables[table, REFERENCES]):
                        reference = tables[table, FIRST_REFERENCE] + k
                        target = references[reference, TARGET]
                        cell = tables[table, REFERENCE_OFFSET] + slot * tables[table, REFERENCES] + k
                        key = held[cell]
                        before_targets[rows, k] = key
                        if references[reference, CHANGES] and references[reference, VIA] != NOTHING:
                            other = slot_of(tables, target, key) if key != NOTHING else -1
                            if other >= 0:
                                referrers[tables[target, OFFSET] + other] -= 1
                            key = inherited(tables, references, held, table, cell - k, k)
                            other = slot_of(tables, target, key) if key != NOTHING else -1
                            if other >= 0:
                                referrers[tables[target, OFFSET] + other] += 1
                            held[cell] = key
                        elif references[reference, CHANGES] and tables[target, LIVE] > 0:
                            other = slot_of(tables, target, key) if key != NOTHING else -1
                            if other >= 0:
                                referrers[tables[target, OFFSET] + other] -= 1
                            start = tables[target, OFFSET]
                            other = live[start + ((targets[drawn + done, k] * tables[target, LIVE]) >> 32)]
                            referrers[start + other] += 1
                            key = key_of(tables, target, other)
                            held[cell] = key
                        after_targets[rows, k] = key
                    rows += 1
                    done += 1
            shape_of[statement] = table * 3 + operation
            rows_of[statement] = done
            drawn += wanted_rows[statement]
            statement += 1
    return rows
