"""Rows as JSON text, cell by cell, behind the head of a rows event that was seen before."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from json.encoder import encode_basestring  # what json.dumps takes for text that stays as it is
from typing import NamedTuple, cast

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import MappedTable, OpenTables, TableRows
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.layout import struct_format
from binwriter.formats.columns.row_image import columns_of_bitmap
from binwriter.formats.columns.rows_data import row_format
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.primitives import bitmap_size
from binwriter.inspection.value_json import Json, cell_json

ROWS_KINDS = frozenset(
    {
        *(EventType.WRITE_ROWS, EventType.UPDATE_ROWS, EventType.DELETE_ROWS),
        *(EventType.WRITE_ROWS_V1, EventType.UPDATE_ROWS_V1, EventType.DELETE_ROWS_V1),
    }
)
_INTEGERS = frozenset(
    {ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG, ColumnType.YEAR}
)
_NUMBERS = _INTEGERS - {ColumnType.YEAR}  # stored as they are
_TEXTS = frozenset({ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.VARCHAR, ColumnType.BLOB})
_ASCII_BYTES = frozenset({"ascii", "latin1", "utf8mb3", "utf8mb4"})  # character sets in which ASCII is itself
_HEAD = 10
_MOST_HEADS = 1024

# (bytes, offset) -> (JSON text, or a number that is its own, offset behind the cell)
Cell = Callable[[bytes, int], tuple[str | int, int]]


class Step(NamedTuple):
    """Cells that are read at once: numbers side by side, which take so many bytes, or one cell."""

    unpack: Callable[[bytes, int], tuple[int, ...]] | None
    size: int
    cell: Cell


class RowsImage(NamedTuple):
    """Which columns an image has, and how it is read. bitmap: bytes of it. whole: the object, a %s for each cell.

    steps: the cells of an image without NULL.
    """

    columns: tuple[int, ...]
    bitmap: int
    whole: str
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]

    def text(self, data: bytes, offset: int) -> tuple[str, int]:
        """An image as an object, and the offset behind it."""
        end = offset + self.bitmap
        nulls = int.from_bytes(data[offset:end], "little")
        texts: list[str | int] = []
        if not nulls:
            for unpack, size, cell in self.steps:
                if unpack is None:
                    text, end = cell(data, end)
                    texts.append(text)
                else:
                    texts += unpack(data, end)
                    end += size
            return self.whole % tuple(texts), end
        for cell in self.cells:
            if nulls & 1:
                texts.append("null")
            else:
                text, end = cell(data, end)
                texts.append(text)
            nulls >>= 1
        return self.whole % tuple(texts), end


class RowsHead(NamedTuple):
    """The head of rows events. head: the body's bytes before the rows. before_rows: the JSON up to the list of rows."""

    head: bytes
    table_id: int
    flags: int
    table: MappedTable
    before_rows: str
    before: RowsImage | None
    after: RowsImage | None

    def images(self, body: bytes) -> list[tuple[str, str]] | None:
        """The images of each row before and after, "null" for one that there is not; None if they cannot be read."""
        rows, place, end = [], len(self.head), len(body)
        before = after = "null"
        try:
            while place < end:
                if self.before is not None:
                    before, place = self.before.text(body, place)
                if self.after is not None:
                    after, place = self.after.text(body, place)
                rows.append((before, after))
        except (CorruptLogError, IndexError, struct.error):
            return None
        return rows if place == end else None

    def text(self, body: bytes) -> str | None:
        """The whole body; None if the rows cannot be read."""
        images = self.images(body)
        if images is None:
            return None
        rows = [f'{{"before": {before}, "after": {after}}}' for before, after in images]
        return f"{self.before_rows}{', '.join(rows)}]}}"


class KnownRows:
    """The heads that were seen."""

    def __init__(self) -> None:
        self._heads: dict[tuple[int, bytes], list[RowsHead]] = {}

    def head(self, kind: int, body: bytes, tables: OpenTables) -> RowsHead | None:
        """The head of this rows event; None if it is not known, or its table another one by now."""
        for rows in self._heads.get((kind, body[:_HEAD]), ()):
            if body.startswith(rows.head) and tables.table(rows.table_id) is rows.table:
                return rows
        return None

    def learn(self, event: LogEvent, rows: TableRows, entry: Json) -> None:
        """Takes in the head of this event. entry: the body as JSON."""
        body, specs = rows.body, rows.specs()
        names = {spec.name for spec in specs}
        if event.type not in ROWS_KINDS or not isinstance(entry, dict) or len(names) < len(specs) or not body.rows:
            return
        before, after = (
            None if bitmap is None else _image(specs, columns_of_bitmap(bitmap, body.column_count))
            for bitmap in (body.columns_before, body.columns_after)
        )
        if any(image is not None and not image.cells for image in (before, after)):
            return
        if len(self._heads) >= _MOST_HEADS:
            self._heads.clear()
        head = event.body_bytes[: len(event.body_bytes) - len(body.rows)]
        text = json.dumps({**entry, "rows": []}, ensure_ascii=False).removesuffix("]}")
        known = self._heads.setdefault((event.type, head[:_HEAD]), [])
        known[:] = [other for other in known if other.head != head]
        known.append(RowsHead(head, body.table_id, body.flags, rows.table, text, before, after))


def _image(specs: tuple[ColumnSpec, ...], columns: tuple[int, ...]) -> RowsImage:
    codecs = row_format(specs).codecs
    names = [json.dumps(specs[column].name, ensure_ascii=False).replace("%", "%%") for column in columns]
    whole = ", ".join(f"{name}: %s" for name in names)
    cells = tuple(_cell(codecs[column], specs[column]) for column in columns)
    numbers = [_number_format(codecs[column], specs[column]) for column in columns]
    return RowsImage(columns, bitmap_size(len(columns)), f"{{{whole}}}", cells, tuple(_steps(cells, numbers)))


def _number_format(codec: ColumnCodec, spec: ColumnSpec) -> str:
    """As `struct` has it, of a number that is stored as it is; else ""."""
    return struct_format(codec.layout) if spec.type in _NUMBERS else ""


def _steps(cells: Sequence[Cell], numbers: Sequence[str]) -> Iterator[Step]:
    for is_number, group in groupby(zip(cells, numbers, strict=True), lambda pair: bool(pair[1])):
        pairs = list(group)
        if is_number:
            together = struct.Struct("<" + "".join(number for _, number in pairs))
            yield Step(together.unpack_from, together.size, pairs[0][0])
        else:
            yield from (Step(None, 0, cell) for cell, _ in pairs)


def _cell(codec: ColumnCodec, spec: ColumnSpec) -> Cell:
    decode = codec.decode
    if spec.type in _INTEGERS:
        return cast(Cell, decode)

    def cell(data: bytes, offset: int) -> tuple[str | int, int]:
        value, end = decode(data, offset)
        if type(value) is str:
            return encode_basestring(value), end
        return json.dumps(cell_json(value, spec), ensure_ascii=False, allow_nan=False), end

    collation = getattr(codec, "collation", None)
    if spec.type in _TEXTS and collation is not None and collation.charset in _ASCII_BYTES:
        return _ascii_cell(codec.layout.lengthfield.sizeof(), cell)
    return cell


def _ascii_cell(prefix: int, other: Cell) -> Cell:
    """Text behind a length of so many bytes; other: what reads it if it is not ASCII, or ends too early."""

    def cell(data: bytes, offset: int) -> tuple[str | int, int]:
        start = offset + prefix
        end = start + (data[offset] if prefix == 1 else int.from_bytes(data[offset:start], "little"))
        text = data[start:end]
        if text.isascii() and end <= len(data):
            return encode_basestring(str(text, "ascii")), end
        return other(data, offset)

    return cell
