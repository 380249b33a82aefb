"""How many rows a MEMORY table holds before it is full, and how its trees keep them.

The engine takes memory in blocks, each for a tenth of the rows that are thought to fit, and looks at the limit when
it needs another block (MySQL manual, "The MEMORY Storage Engine", max_heap_table_size; sizes by captures of 9.7.4).
Simplification: all keys count as hash indexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from binwriter.catalog.field_sizes import field_bytes
from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.storage.order import Entry, RowId, SortedIndex

_POINTER = 8
_LEAST_ROW = 8  # a free row's place holds the pointer to the next
_HASH_ENTRY = 24
_POINTER_BLOCK = 1024  # what each block after the first brings along
_LEAST_ROWS = 10
_LARGEST_BLOCK = 126976
_MAX_ROWS = "MAX_ROWS="


# where the first row of a block of memory lies in its page
_FIRST_ROW = 32
_PAGE = 4096


def _aligned(size: int) -> int:
    return -(-size // _POINTER) * _POINTER


def _row_bytes(table: Table) -> int:
    null_bits = 1 + sum(column.spec.nullable for column in table.columns)
    return (null_bits + 7) // 8 + sum(field_bytes(column.spec) for column in table.columns)


def reference_of(table: Table) -> Callable[[int], bytes]:
    """What a server refers to the rows of a MEMORY table by, as it compares it, of their places, which begin with 1:
    the address, the lowest byte first; the rows begin a page (as a 9.7.4 answers, cluster trees_in_memory)."""
    step = _aligned(max(_row_bytes(table), _LEAST_ROW) + 1)
    return lambda place: (_PAGE * 256 + _FIRST_ROW + step * (place - 1)).to_bytes(_POINTER, "little")


class TreeOfAddresses(SortedIndex):
    """A BTREE of a MEMORY table: rows of one value stand by their addresses."""

    def __init__(self, entries: Iterable[Entry], table: Table) -> None:
        self._turned = reference_of(table)
        super().__init__((key, self._turned(place), row_id) for key, place, row_id in entries)

    def add(self, key: tuple[Any, ...], place: Any, row_id: RowId) -> None:
        super().add(key, self._turned(place), row_id)

    def remove(self, key: tuple[Any, ...], place: Any, row_id: RowId) -> None:
        super().remove(key, self._turned(place), row_id)


@dataclass(frozen=True, slots=True)
class _Blocks:
    entry: int
    entries: int

    @classmethod
    def of(cls, entry: int, rows: int) -> _Blocks:
        entries = max(rows // 10, _LEAST_ROWS)
        if entries * entry > _LARGEST_BLOCK:
            entries = _LARGEST_BLOCK // entry + 1
        return cls(entry, entries)

    def size(self, rows: int) -> int:
        """Bytes taken for so many rows."""
        blocks = -(-rows // self.entries)
        return blocks * self.entries * self.entry + max(0, blocks - 1) * _POINTER_BLOCK


@dataclass(frozen=True, slots=True)
class HeapRoom:
    """The room of one table. row: bytes of a row, as it tells them. most: rows that it was made for. limit: bytes."""

    row: int
    rows: _Blocks
    keys: tuple[_Blocks, ...]
    most: int
    limit: int

    @classmethod
    def of(cls, table: Table, limit: int) -> HeapRoom:
        """limit: max_heap_table_size of the session that makes the table."""
        width = _row_bytes(table)
        most = limit // (_HASH_ENTRY * len(table.keys) + _aligned(width + 1))
        asked = next((int(text.removeprefix(_MAX_ROWS)) for text in table.options if text.startswith(_MAX_ROWS)), 0)
        if asked:
            most = min(most, asked)
        keys = tuple(_Blocks.of(_HASH_ENTRY, most) for _ in table.keys)
        row = max(width, _LEAST_ROW)
        return cls(row, _Blocks.of(_aligned(row + 1), most), keys, most, limit)

    def is_full(self, rows: int) -> bool:
        """Whether a table of so many rows takes no more."""
        if rows % self.rows.entries:
            return False
        taken = self.rows.size(rows) + sum(blocks.size(rows) for blocks in self.keys)
        return rows > self.most or taken >= self.limit
