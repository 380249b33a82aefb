"""Which of equal rows come first when a server sorts: its sort is not stable, and with LIMIT it keeps rows in a heap.

The events of a statement with ORDER BY .. LIMIT stand in this order. What a 9.7.4 does (captured: order_of_equals_*;
the manual's section
on ORDER BY optimization names the two ways):

* UPDATE and DELETE with LIMIT keep one row more than asked for in a heap: a row that comes when the heap is full takes
  the memory of the greatest one. The rows that are left are sorted in the order of their memory.
* a SELECT does the same without references if it asks for few of the rows;
* the sort is the C++ library's: up to 16 rows it is stable, above 100 rows it is a stable one unless keys vary in
  length.

Keys of fixed length end with the row's reference (the primary key, or where the row lies), by which the heap parts
equal rows; text of a collation without padding makes keys of varying length, which have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from binwriter.catalog.tables import Key, Table
from binwriter.formats.constants import ColumnType
from binwriter.mysql import interrupts
from binwriter.sql.query.loops import TableRows
from binwriter.storage.table_data import TableData

# __introsort of the C++ library leaves parts up to this size to an insertion sort
_SMALL = 16
# up to so many rows a server takes std::sort, above it std::stable_sort
_UNSTABLE_UP_TO = 100
# how many times slower a server takes its heap to be than its sort
_HEAP_SLOWNESS = 3

# rows of one value of a key, as the optimizer thinks of a MyISAM table without statistics
_MYISAM_GUESS = 3

Ranks = Sequence[Any]


def sorted_numbers(ranks: Ranks, *, varying: bool = False) -> list[int]:
    """Numbers of the entries in the order of their ranks, as a server's sort leaves them.

    varying: the keys vary in length.
    """
    return _sorted(list(range(len(ranks))), ranks, len(ranks) <= _UNSTABLE_UP_TO or varying)


def selected_numbers(ranks: Ranks, count: int, estimate: int, *, varying: bool = False) -> list[int]:
    """Numbers of the entries that a SELECT with LIMIT sorts to the front.

    It keeps them in a heap if they are less than a third of the rows that it thinks there are (estimate), and else
    parts the first `count` from the rest if they are less than half.
    """
    if count < estimate / _HEAP_SLOWNESS:
        return limited_numbers(ranks, None, count, varying=varying)
    unstable = len(ranks) <= _UNSTABLE_UP_TO or varying
    numbers = list(range(len(ranks)))
    if 0 < count < len(ranks) // 2:
        _part(numbers, count - 1, ranks)
        numbers = numbers[:count]
    return _sorted(numbers, ranks, unstable)


def limited_numbers(ranks: Ranks, references: Ranks | None, count: int, *, varying: bool = False) -> list[int]:
    """Numbers of the first `count` entries of a sort with LIMIT, in the order in which a server has them.

    ranks: one an entry, in the order in which the rows are read. references: what parts equal ranks in the heap; None
    where keys have no reference.
    """
    keys = list(ranks) if references is None else list(zip(ranks, references, strict=True))
    slots: list[int] = []
    heap: list[int] = []  # slots, the greatest first
    for number in interrupts.stepped(range(len(keys))):
        if len(heap) <= count:
            slots.append(number)
            heap.append(len(slots) - 1)
            _rise(heap, slots, keys)
        else:
            slots[heap[0]] = number
            _sink(heap, slots, keys)
    order = sorted_numbers([ranks[number] for number in slots], varying=varying)
    return [slots[slot] for slot in order][:count]


def _rise(heap: list[int], slots: list[int], keys: Ranks) -> None:
    """The last one goes up past all that are not greater."""
    place = len(heap) - 1
    while place:
        parent = (place - 1) // 2
        if keys[slots[heap[place]]] < keys[slots[heap[parent]]]:
            return
        heap[place], heap[parent] = heap[parent], heap[place]
        place = parent


def _sink(heap: list[int], slots: list[int], keys: Ranks) -> None:
    """The first one goes down until nothing below it is greater."""
    place = 0
    while True:
        greatest = place
        for child in (2 * place + 1, 2 * place + 2):
            if child < len(heap) and keys[slots[heap[greatest]]] < keys[slots[heap[child]]]:
                greatest = child
        if greatest == place:
            return
        heap[place], heap[greatest] = heap[greatest], heap[place]
        place = greatest


def numbers_by_index(ranks: Ranks, *, backwards: bool) -> list[int]:
    """Numbers of the entries, given in table order, in the order of an index: equal ones stand in table order in it."""
    numbers = range(len(ranks))
    return sorted(reversed(numbers) if backwards else numbers, key=ranks.__getitem__)


def key_way(
    key: Key, columns: Sequence[int | None], descending: Sequence[bool], constants: frozenset[int] = frozenset()
) -> bool | None:
    """Whether a key has to be read backwards for an order; None if it does not have the order either way.

    columns: those of ORDER BY, None for an expression. constants: columns that equal a constant.
    """
    parts = [part for part in key.parts if part.column not in constants or part.column in columns]
    if len(columns) > len(parts) or any(part.length for part in parts):
        return None
    if any(part.column != column for part, column in zip(parts, columns, strict=False)):
        return None
    ways = {down != part.descending for part, down in zip(parts, descending, strict=False)}
    return ways.pop() if len(ways) == 1 else None


def rows_of_a_value(data: TableRows, columns: Sequence[int]) -> float:
    """How many rows a value of a key's columns has, as statistics say; MyISAM has none before ANALYZE TABLE."""
    if data.definition.engine.name.lower() != "innodb":
        return _MYISAM_GUESS
    if any(_holds_once(data.definition, key, columns) for key in data.definition.keys):
        return 1.0 if len(data) else 0.0
    return len(data) / max(1, _values_of(data, columns))


def _values_of(data: TableRows, columns: Sequence[int]) -> int:
    if isinstance(data, TableData) and len(columns) == 1:
        index = next((key for key in data.definition.keys if key.columns[0] == columns[0]), None)
        if index is not None:
            return data.first_values(index)
    return len({tuple(row[column] for column in columns) for _, row in data.scan()})


def _holds_once(table: Table, key: Key, columns: Sequence[int]) -> bool:
    """Whether the key keeps these columns' values from coming twice."""
    if not key.unique or not set(key.columns) <= set(columns):
        return False
    return not any(part.length or table.columns[part.column].spec.nullable for part in key.parts)


def row_reference(table: Table, row: Sequence[Any]) -> tuple[Any, ...] | None:
    """What a server calls a row by, as it compares: the bytes of InnoDB's primary key; None where it is where the row
    lies."""
    primary = table.primary_key
    if primary is None or table.engine.name.lower() != "innodb":
        return None
    parts = [_key_image(table.columns[column].spec.type, row[column]) for column in primary.columns]
    return None if None in parts else tuple(parts)


_INTEGERS = {ColumnType.TINY: 1, ColumnType.SHORT: 2, ColumnType.INT24: 3, ColumnType.LONG: 4, ColumnType.LONGLONG: 8}


def _key_image(type_: ColumnType, value: Any) -> bytes | None:
    """A value as it stands in a row reference: numbers with the low byte first, text behind its length."""
    if type_ in _INTEGERS and isinstance(value, int):
        return value.to_bytes(_INTEGERS[type_], "little", signed=value < 0)
    if type_ is ColumnType.VARCHAR and isinstance(value, (str, bytes)):
        text = value.encode() if isinstance(value, str) else value
        return len(text).to_bytes(2, "little") + text
    return None


def dense_ranks(columns: Iterable[tuple[Sequence[Any], bool]]) -> list[tuple[int, ...]]:
    """Keys of several columns as one that compares. columns: the values' keys, and whether they go down."""
    ranks = []
    for keys, descending in columns:
        numbers = {key: number for number, key in enumerate(sorted(set(keys), reverse=descending))}
        ranks.append([numbers[key] for key in keys])
    return list(zip(*ranks, strict=True))


# --- std::sort --------------------------------------------------------------------------------------------------------


def _sorted(numbers: list[int], ranks: Ranks, unstable: bool) -> list[int]:
    # of ranks that are all different there is one order
    if unstable and len(numbers) > _SMALL and len(set(ranks)) < len(ranks):
        return _introsort(numbers, ranks)
    return sorted(numbers, key=ranks.__getitem__)


def _part(numbers: list[int], place: int, ranks: Ranks) -> None:
    """std::nth_element: afterwards nothing in front of a place is greater than what stands there."""
    first, last, depth = 0, len(numbers), 2 * (len(numbers).bit_length() - 1)
    while last - first > 3 and depth:
        depth -= 1
        cut = _partition(numbers, first, last, ranks)
        first, last = (cut, last) if cut <= place else (first, cut)
    numbers[first:last] = sorted(numbers[first:last], key=ranks.__getitem__)


def _introsort(numbers: list[int], ranks: Ranks) -> list[int]:
    """Quicksort by the median of three down to small parts, then one insertion sort over all."""
    parts = [(0, len(numbers), 2 * (len(numbers).bit_length() - 1))]
    while parts:
        first, last, depth = parts.pop()
        while last - first > _SMALL:
            if not depth:
                _heapsort(numbers, first, last, ranks)
                break
            depth -= 1
            cut = _partition(numbers, first, last, ranks)
            parts.append((cut, last, depth))
            last = cut
    # an insertion sort is stable, and all that it moves stays within its part
    return sorted(numbers, key=ranks.__getitem__)


def _partition(numbers: list[int], first: int, last: int, ranks: Ranks) -> int:
    """Parts a stretch by the median of its second, middle and last one, which goes to the front. Returns the cut."""

    def less(one: int, other: int) -> bool:
        return bool(ranks[numbers[one]] < ranks[numbers[other]])

    def swap(one: int, other: int) -> None:
        numbers[one], numbers[other] = numbers[other], numbers[one]

    if interrupts.asked:
        interrupts.step()
    second, middle, end = first + 1, first + (last - first) // 2, last - 1
    if less(second, middle):
        swap(first, middle if less(middle, end) else end if less(second, end) else second)
    else:
        swap(first, second if less(second, end) else end if less(middle, end) else middle)
    left, right = first + 1, last
    while True:
        while less(left, first):
            left += 1
        right -= 1
        while less(first, right):
            right -= 1
        if left >= right:
            return left
        swap(left, right)
        left += 1


def _heapsort(numbers: list[int], first: int, last: int, ranks: Ranks) -> None:
    """What is left when quicksort goes too deep; equal ones come in any order here."""
    numbers[first:last] = sorted(numbers[first:last], key=ranks.__getitem__)
