"""Where rows of different lengths stand in a MyISAM data file: the order in which a scan finds them.

A new row begins in the block that was freed last; what does not fit goes on in the next free one or at the file's end.
A block that is far too long is split, and freed blocks join a free one behind them. Source: MySQL internals manual,
"MyISAM Dynamic Data File Layout"; lengths and the order of scans as seen on 9.7.4.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.layout import fixed_size
from binwriter.formats.columns.registry import codec_for
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
_LONG_TEXT = 255  # bytes; from here on a long VARCHAR has three bytes for its length
_LONG_CHAR, _SHORT_LENGTH = 255, 127  # bytes; a CHAR that may be longer has two bytes for a length above
_UNPACKED = 3  # bytes; what is no longer is written as it is
_DOCUMENTS = frozenset({ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})
_DIFFERENT = _DOCUMENTS | {ColumnType.VARCHAR}
# Zeros take no room but a bit.
_WITHOUT_ZEROS = frozenset(
    {
        *(ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG, ColumnType.YEAR),
        *(ColumnType.FLOAT, ColumnType.DOUBLE, ColumnType.BIT),
        *(ColumnType.DATE, ColumnType.NEWDATE, ColumnType.TIME, ColumnType.DATETIME),
        *(ColumnType.TIME2, ColumnType.DATETIME2),
    }
)
_NEVER_ZERO = frozenset({ColumnType.TIME2, ColumnType.DATETIME2})  # NULL is the zero moment, which has a bit set


@dataclass(slots=True)
class _Block:
    """size: with its head. next: where the row goes on."""

    size: int
    next: int | None = None


class RowLengths:
    """How long rows are in the file (captured: clusters/lengths_of_dynamic_rows). virtual: columns that are not in
    it."""

    def __init__(self, columns: Sequence[ColumnSpec], virtual: Container[int] = ()) -> None:
        stored = [(index, column) for index, column in enumerate(columns) if index not in virtual]
        packed = [index for index, column in stored if _is_packed(column)]
        bytes_of_zeros = [
            index for index in packed if columns[index].type in _WITHOUT_ZEROS and _width(columns[index]) == 1
        ]
        # a bit that would begin a byte is saved where a column of one byte can do without
        whole = {bytes_of_zeros[-1]} if len(packed) % 8 == 1 and bytes_of_zeros else set[int]()
        marks = sum(column.nullable for column in columns)
        marks += sum(column.length % 8 for _, column in stored if column.type is ColumnType.BIT)
        self._fixed = len(whole) + (len(packed) - len(whole) + 7) // 8 + (marks + 7) // 8
        self._stored = [(index, column, _LENGTHS.get(column.type, _length)) for index, column in stored]
        self._stored = [item for item in self._stored if item[0] not in whole]

    @staticmethod
    def differ(columns: Sequence[ColumnSpec]) -> bool:
        """Whether not all rows are equally long."""
        return any(column.type in _DIFFERENT for column in columns)

    def of(self, row: Sequence[ColumnValue]) -> int:
        """The row's length in bytes."""
        return self._fixed + sum(length(column, row[index]) for index, column, length in self._stored)


def _width(column: ColumnSpec) -> int:
    """How many bytes a number, a moment or a set takes."""
    return column.length // 8 if column.type is ColumnType.BIT else fixed_size(codec_for(column).layout)


def _is_packed(column: ColumnSpec) -> bool:
    """Whether the row has a bit that tells how the column is written."""
    if column.type is ColumnType.STRING:
        return column.length > _UNPACKED
    if column.type in _WITHOUT_ZEROS:
        return column.type is not ColumnType.BIT or column.length > 7
    return column.type in _DOCUMENTS or (column.type is not ColumnType.VARCHAR and _width(column) > _UNPACKED)


def _length(column: ColumnSpec, value: ColumnValue) -> int:
    width = _width(column)
    if column.type not in _WITHOUT_ZEROS or (value is None and column.type in _NEVER_ZERO):
        return width
    return width if value is not None and any(codec_for(column).encode(value)[-width:] if width else b"") else 0


def _length_of_text(column: ColumnSpec, value: ColumnValue) -> int:
    size = len(_bytes(column, value))
    return size + (3 if column.length > _LONG_TEXT <= size else 1)


def _length_of_char(column: ColumnSpec, value: ColumnValue) -> int:
    """BINARY is filled with zeros, other texts with spaces, which are left out."""
    whole = column.length
    if whole <= _UNPACKED:
        return whole
    data = _bytes(column, value)
    if column.collation == BINARY_COLLATION_ID and len(data) < whole:
        return whole
    size = len(data.rstrip(b" "))
    head = 2 if whole > _LONG_CHAR and size > _SHORT_LENGTH else 1
    return size + head if size + head < whole else whole


def _length_of_document(column: ColumnSpec, value: ColumnValue) -> int:
    if value is None:
        return 0
    data = codec_for(column).encode(value)
    return len(data) if any(data[: column.length]) else 0


def _bytes(column: ColumnSpec, value: ColumnValue) -> bytes:
    if isinstance(value, str):
        return collation_by_id(column.collation).encode(value)
    return value if isinstance(value, bytes) else b""


_LENGTHS: dict[ColumnType, Callable[[ColumnSpec, ColumnValue], int]] = {
    ColumnType.VARCHAR: _length_of_text,
    ColumnType.STRING: _length_of_char,
    **dict.fromkeys(_DOCUMENTS, _length_of_document),
}


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
