"""Where rows of different lengths stand in a MyISAM data file: the order in which a scan finds them.

A new row begins in the block that was freed last; what does not fit goes on in the next free one or at the file's end.
A block that is far too long is split, and freed blocks join a free one behind them. Source: MySQL internals manual,
"MyISAM Dynamic Data File Layout"; lengths and the order of scans as seen on 9.7.4.
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass

_ALIGNMENT = 4
_SHORTEST = 20  # of a block, and what a split leaves behind the row
_SPLIT = 48
_HEAD = 3  # bytes in front of a row that fills its block
_HEAD_WITH_ROOM = 4
_HEAD_OF_FIRST_PART = 13
_HEAD_OF_PART = 11
_TINY = 1  # these are written whole
_LONG_TEXT = 255  # bytes; from here on a long VARCHAR has three bytes for its length
_INTEGERS = {
    ColumnType.SHORT: 2,
    ColumnType.INT24: 3,
    ColumnType.LONG: 4,
    ColumnType.LONGLONG: 8,
}


@dataclass(slots=True)
class _Block:
    """size: with its head. next: where the row goes on."""

    size: int
    next: int | None = None


class RowLengths:
    """How long rows are in the file. Zeros take no room but a bit."""

    def __init__(self, columns: Sequence[ColumnSpec]) -> None:
        self._columns = columns
        integers = sum(column.type in _INTEGERS for column in columns)
        self._fixed = (integers + 7) // 8 + (sum(column.nullable for column in columns) + 7) // 8

    @staticmethod
    def are_known(columns: Sequence[ColumnSpec]) -> bool:
        """Whether there are only integers and VARCHARs, and one of these."""
        kinds = {column.type for column in columns}
        return ColumnType.VARCHAR in kinds and kinds <= {ColumnType.VARCHAR, ColumnType.TINY, *_INTEGERS}

    def of(self, row: Sequence[ColumnValue]) -> int:
        """The row's length in bytes."""
        length = self._fixed
        for column, value in zip(self._columns, row, strict=True):
            if column.type is ColumnType.VARCHAR:
                if isinstance(value, str):
                    value = collation_by_id(column.collation).encode(value)
                size = len(value) if isinstance(value, bytes) else 0
                length += size + (3 if column.length > _LONG_TEXT <= size else 1)
            elif column.type is ColumnType.TINY:
                length += _TINY
            elif value:
                length += _INTEGERS[column.type]
        return length


class DynamicFile:
    """The blocks of one data file. Places are offsets of the first blocks of rows."""

    def __init__(self) -> None:
        self._blocks: dict[int, _Block] = {}
        self._free: dict[int, int] = {}  # sizes by place, the one freed last at the end
        self._end = 0

    @property
    def end(self) -> int:
        """How long the file is, in bytes."""
        return self._end

    @property
    def free(self) -> int:
        """Bytes of blocks without a row."""
        return sum(self._free.values())

    @property
    def is_fragmented(self) -> bool:
        """Whether there is room between rows, or rows in several parts."""
        return bool(self._free) or any(block.next is not None for block in self._blocks.values())

    def insert(self, length: int) -> int:
        """The place of a new row."""
        first: int | None = None
        while length > 0:
            place, size = self._take(length)
            length = self._write(place, size, None, length, is_first=first is None)
            first = place if first is None else first
        assert first is not None
        return first

    def update(self, place: int, length: int) -> None:
        """The row keeps its place; its parts may go elsewhere. A place that is not known is left alone."""
        if place not in self._blocks:
            return
        part: int | None = place
        following: int | None = None
        is_first = True
        while length > 0:
            if part is None:
                part, size = self._take(length)
                following = None
            else:
                following = self._blocks[part].next
                size = self._extended(part, length)
            length = self._write(part, size, following, length, is_first=is_first)
            part, is_first = following, False
        if following is not None:
            self.delete(following)

    def delete(self, place: int) -> None:
        """Frees a row's blocks. A place that is not known is left alone."""
        part: int | None = place if place in self._blocks else None
        while part is not None:
            block = self._blocks.pop(part)
            behind = self._free.pop(part + block.size, 0)
            self._free[part] = block.size + behind
            part = block.next

    def _take(self, length: int) -> tuple[int, int]:
        """Place and size of the block to write to."""
        if self._free:
            return self._free.popitem()
        size = max(_SHORTEST, _aligned(length + _HEAD))
        self._end += size
        return self._end - size, size

    def _extended(self, place: int, length: int) -> int:
        """A block's size, with what can be had behind it where it is too short."""
        size = self._blocks[place].size
        if size >= length:
            return size
        if place + size == self._end:
            more = _aligned(length - size + _HEAD)
            self._end += more
            return size + more
        return size + self._free.pop(place + size, 0)

    def _write(self, place: int, size: int, following: int | None, length: int, *, is_first: bool) -> int:
        """Writes as much of a row as the block takes. Returns what is left."""
        if size > length + _SPLIT:
            rest = _aligned(size - length - _SHORTEST)
            size -= rest
            rest += self._free.pop(place + size + rest, 0)
            self._free[place + size] = rest
        if size == length + _HEAD or size >= length + _HEAD_WITH_ROOM:
            self._blocks[place] = _Block(size)
            return 0
        if following is None:
            following = next(reversed(self._free)) if self._free else self._end
        self._blocks[place] = _Block(size, following)
        return length - (size - (_HEAD_OF_FIRST_PART if is_first else _HEAD_OF_PART))


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
