"""The logical clock of a file's transactions in 64-bit integers, for many at once.

As `binwriter.binlog.clock.logical_clock`.

Written once: numba compiles it, and without numba Python runs it as it stands.
"""

from __future__ import annotations

from typing import Any

from binwriter.workload.references.kernel import compiled

# Entries of `clock`. START: the group on which a transaction depends at least; LENGTH: keys in the history; EPOCH: that
# of its entries which count.
SEQUENCE, START, LENGTH, SIZE, EPOCH = range(5)
CLOCK_NUMBERS = 5
# Bits of a row's flags.
PARENT, WITHOUT_KEY = 1, 2
NO_KEY = 0
# The rows of the matrix `history`: an open hash table.
KEY, WRITER, OF_EPOCH = range(3)
HISTORY_LINES = 3


@compiled
def _place(history: Any, key: Any, epoch: Any) -> Any:
    """Where a key stands, or would stand: the table is never more than half full."""
    mask = history.shape[1] - 1
    place = key & mask
    for _ in range(mask + 1):
        if history[OF_EPOCH, place] != epoch or history[KEY, place] == key:
            break
        place = (place + 1) & mask
    return place


@compiled
def parents_of(rows_of: Any, keys: Any, counts: Any, flags: Any, clock: Any, history: Any, parents: Any) -> None:
    """Fills `parents`, the last_committed of each transaction.

    rows_of: rows by transaction. By row: keys (hashes, NO_KEY where there is none), how many were added, its flags.
    """
    first = 0
    for transaction in range(len(rows_of)):
        last = first + rows_of[transaction]
        clock[SEQUENCE] += 1
        sequence = clock[SEQUENCE]
        added = 0
        seen = 0
        for row in range(first, last):
            added += counts[row]
            seen |= flags[row]
        usable = (added > 0 or seen & WITHOUT_KEY != 0) and seen & PARENT == 0 and added <= clock[SIZE]
        exceeds = clock[LENGTH] + added > clock[SIZE]
        parents[transaction] = sequence - 1
        if usable:
            parent = clock[START]
            for row in range(first, last):
                for column in range(keys.shape[1]):
                    key = keys[row, column]
                    if key == NO_KEY:
                        continue
                    place = _place(history, key, clock[EPOCH])
                    known = history[OF_EPOCH, place] == clock[EPOCH]
                    if known and history[WRITER, place] != sequence:
                        parent = max(parent, history[WRITER, place])
                    if known or not exceeds:
                        if not known:
                            clock[LENGTH] += 1
                        history[KEY, place] = key
                        history[WRITER, place] = sequence
                        history[OF_EPOCH, place] = clock[EPOCH]
            if seen & WITHOUT_KEY == 0:
                parents[transaction] = min(parent, sequence - 1)
        if exceeds or not usable:
            clock[START] = sequence
            clock[LENGTH] = 0
            clock[EPOCH] += 1
        first = last
