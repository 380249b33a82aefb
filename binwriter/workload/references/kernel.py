"""Rows, their references, and keys that are made of references, for the loop of `schedule.kernel`.

Numbers and arrays of the schedule: what the columns of its matrices are, and the steps that ask where references lead.
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
UPDATABLE, FIRST_UNIQUE, UNIQUES, SEPARATE = range(14, 18)
TABLE_NUMBERS = 18
# Columns of the matrix `references`: WHEN says whether a row has its reference from its INSERT on. VIA: the number of
# another reference of the table, to whose row's reference SOURCE it leads; NOTHING: it is chosen itself.
TARGET, CHANGES, WHEN, VIA, SOURCE = range(5)
REFERENCE_NUMBERS = 5
# LATE: it is NULL until an UPDATE sets it. AHEAD: to a row that comes next, where there is none (a circle).
AT_ONCE, LATE, AHEAD = range(3)
# Columns of the matrix `uniques`: keys of references, whose rows differ in the rows that they refer to and in their own
# number modulo REACH (1: in these alone). The references by their numbers in the table stand behind.
REACH, PARTS, FIRST_PART = range(3)
# Places of the array `numbers`: of the statement that ran last; how many combinations are in use; the table whose
# next row was referred to ahead, and one.
STATEMENT, IN_USE, OWED = range(3)
NUMBERS = 3
# A reference that is NULL.
NOTHING = -1
UNIFORM, OLDEST, YOUNGEST = range(3)
INSERT, UPDATE, DELETE = range(3)
ZIPF_CELLS = 10
# How often an INSERT draws references again whose combination is there already.
_DRAWS = 16
# Two primes below 2^31: what is taken modulo both stays below 2^63 in every step.
_PRIME, _OTHER_PRIME, _FACTOR, _OTHER_FACTOR = 2147483629, 2147483587, 48271, 69621


@compiled
def key_of(tables: Any, table: Any, slot: Any) -> Any:
    window = tables[table, WINDOW_ROWS]
    if slot < window:
        return tables[table, WINDOW_LOW] + slot
    return tables[table, FIRST_KEY] + slot - window


@compiled
def slot_of(tables: Any, table: Any, key: Any) -> Any:
    """-1 for a row of another file."""
    place = key - tables[table, WINDOW_LOW]
    if 0 <= place < tables[table, WINDOW_ROWS]:
        return place
    place = key - tables[table, FIRST_KEY] + tables[table, WINDOW_ROWS]
    if tables[table, WINDOW_ROWS] <= place < tables[table, USED]:
        return place
    return -1


@compiled
def mixed(draw: Any, turn: Any) -> Any:
    """Other 32 bits for another turn, the same for turn 0."""
    if turn == 0:
        return draw
    return (draw * 1103515245 + 12345 + turn * 40503) & 0xFFFFFFFF


@compiled
def combination(uniques: Any, parts: Any, held: Any, group: Any, cell: Any, key: Any) -> Any:
    """A number from 1 on for what a key of references has in a row whose references begin at `cell`."""
    rest = key % uniques[group, REACH]
    blend = (group * 7 + rest) % _PRIME
    other = (group * 13 + rest) % _OTHER_PRIME
    for place in range(uniques[group, PARTS]):
        target = held[cell + parts[uniques[group, FIRST_PART] + place]] + 1
        blend = (blend * _FACTOR + target % _PRIME + 1) % _PRIME
        other = (other * _OTHER_FACTOR + target % _OTHER_PRIME + 1) % _OTHER_PRIME
    return (blend << 31) + other + 1


@compiled
def is_used(used: Any, number: Any) -> Any:
    """Whether a combination is in use. used: a table with open addresses, 0 for free."""
    place = number % len(used)
    while used[place] != 0:
        if used[place] == number:
            return True
        place = place + 1 if place + 1 < len(used) else 0
    return False


@compiled
def use(used: Any, number: Any) -> Any:
    """Marks a combination."""
    place = number % len(used)
    while used[place] != 0 and used[place] != number:
        place = place + 1 if place + 1 < len(used) else 0
    used[place] = number


@compiled
def use_all(used: Any, numbers: Any) -> Any:
    """Marks combinations; 0 is none."""
    for number in numbers:
        if number != 0:
            use(used, number)


@compiled
def parent_wanted(tables: Any, references: Any, wanted: Any) -> Any:
    """The table that needs a row before `wanted` can have one: itself, if nothing is missing."""
    table = wanted
    hops = 0
    k = 0
    while k < tables[table, REFERENCES]:
        reference = tables[table, FIRST_REFERENCE] + k
        target = references[reference, TARGET]
        if (
            references[reference, WHEN] == AT_ONCE
            and references[reference, VIA] == NOTHING
            and target != table
            and tables[target, LIVE] == 0
        ):
            table = target
            k = 0
            hops += 1
            if hops > len(tables):
                return wanted
        else:
            k += 1
    return table


@compiled
def room_left(tables: Any, table: Any) -> Any:
    """How many new rows the table may still get."""
    return tables[table, NEW_KEYS] - (tables[table, USED] - tables[table, WINDOW_ROWS])


@compiled
def inherited(tables: Any, references: Any, held: Any, table: Any, cell: Any, k: Any) -> Any:
    """What reference k of a row is by the row of another one. cell: where the row's references begin."""
    reference = tables[table, FIRST_REFERENCE] + k
    via = references[reference, VIA]
    if held[cell + via] == NOTHING:
        return NOTHING
    parent = references[tables[table, FIRST_REFERENCE] + via, TARGET]
    slot = slot_of(tables, parent, held[cell + via])
    if slot < 0:
        return held[cell + k]
    return held[tables[parent, REFERENCE_OFFSET] + slot * tables[parent, REFERENCES] + references[reference, SOURCE]]


@compiled
def refer(
    tables: Any,
    references: Any,
    uniques: Any,
    parts: Any,
    used: Any,
    live: Any,
    held: Any,
    targets: Any,
    row: Any,
    table: Any,
    slot: Any,
) -> Any:
    """Gives a new row its references; whether there are some that its unique keys allow."""
    cell = tables[table, REFERENCE_OFFSET] + slot * tables[table, REFERENCES]
    key = key_of(tables, table, slot)
    for turn in range(_DRAWS):
        for k in range(tables[table, REFERENCES]):
            reference = tables[table, FIRST_REFERENCE] + k
            target = references[reference, TARGET]
            if references[reference, VIA] != NOTHING:
                held[cell + k] = inherited(tables, references, held, table, cell, k)
            elif references[reference, WHEN] == LATE:
                held[cell + k] = NOTHING
            elif tables[target, LIVE] == 0:
                held[cell + k] = key_of(tables, target, tables[target, USED])
            else:
                draw = mixed(targets[row, k], turn)
                held[cell + k] = key_of(
                    tables, target, live[tables[target, OFFSET] + ((draw * tables[target, LIVE]) >> 32)]
                )
        free = True
        for place in range(tables[table, UNIQUES]):
            group = tables[table, FIRST_UNIQUE] + place
            if is_used(used, combination(uniques, parts, held, group, cell, key)):
                free = False
        if free:
            return True
        if tables[table, UNIQUES] == 0:
            return True
    return False


@compiled
def short_of(tables: Any, references: Any, uniques: Any, parts: Any, table: Any) -> Any:
    """Whose new rows would give a table whose keys of references are used up new combinations; -1: nobody's."""
    best = -1
    for place in range(tables[table, UNIQUES]):
        group = tables[table, FIRST_UNIQUE] + place
        for part in range(uniques[group, PARTS]):
            k = parts[uniques[group, FIRST_PART] + part]
            target = references[tables[table, FIRST_REFERENCE] + k, TARGET]
            better = best < 0 or tables[target, LIVE] < tables[best, LIVE]
            if target != table and room_left(tables, target) > 0 and better:
                best = target
    return best


@compiled
def updatable_table(tables: Any, table: Any) -> Any:
    """The first table from this one on, in the same kind of engine, that an UPDATE can change; -1: there is none."""
    for step in range(len(tables)):
        other = (table + step) % len(tables)
        same = tables[other, SEPARATE] == tables[table, SEPARATE]
        if same and tables[other, LIVE] > 0 and tables[other, UPDATABLE] != 0:
            return other
    return -1
