"""Rows: the NULL bits and the cells of the columns that an image holds.

A row image is a bitmap of the NULLs among its columns (one bit per column *present*, lowest bit first, unused high
bits 0 since 8.0) and then the cells of those that are not NULL. Which columns are present stands before the rows, in
the event.
Source: MySQL internals manual, "Rows_event"; findings part 5 and 7; captured rows.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise, repeat, takewhile
from operator import is_
from typing import Any, NamedTuple

import construct as cs

from binwriter.formats.columns.codec import Fields
from binwriter.formats.columns.json.diff import JsonDiffCodec
from binwriter.formats.columns.layout import Layout, compiled, truncated
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.texts import TextColumn
from binwriter.formats.columns.values import CellValue, ColumnValue, JsonDiffs, StoredCell
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.primitives import bitmap_size
from binwriter.formats.records import dataclass

Columns = Sequence[Sequence[ColumnValue]]


@cache
def _bitmap(bits: int) -> Layout:
    """A bitmap as one number: bit n is column n."""
    return compiled(cs.BytesInteger(bitmap_size(bits), swapped=True)) if bits else _NO_BITMAP


_NO_BITMAP = Layout(lambda _: b"", lambda _, offset: (0, offset))


def unused_bits(bits: int) -> int:
    """The high bits of a bitmap's last byte that stand for nothing, as a number."""
    return (1 << (8 * bitmap_size(bits))) - (1 << bits)


def column_bitmap(columns: Sequence[int], column_count: int, *, fill: bool = False) -> bytes:
    """The bitmap of these column indexes. fill: set the unused high bits too (findings part 5 says when)."""
    word = sum(1 << column for column in columns)
    if fill:
        word |= unused_bits(column_count)
    return _bitmap(column_count).build(word)


def columns_of_bitmap(bitmap: bytes, column_count: int) -> tuple[int, ...]:
    """The way back: the indexes of the bits set among the first `column_count`."""
    size = bitmap_size(column_count)
    if len(bitmap) < size:
        raise truncated(0, size, bitmap)
    columns = (
        8 * index + bit for index, byte in enumerate(bitmap[:size]) if byte for bit in range(8) if byte >> bit & 1
    )
    return tuple(takewhile(lambda column: column < column_count, columns))


@dataclass(frozen=True, slots=True)
class RowImage:
    """One image of a row as it stands in an event.

    columns: indexes of the columns in the image, ascending. values: one per such column; None is NULL.
    null_padding: the NULL bitmap's unused high bits, as a number: 0 since 8.0, all set by older servers and MariaDB.
    value_options: only in the after image of PARTIAL_UPDATE_ROWS (bit 0: a JSON column may be `JsonDiffs`).
    partial_bits: only there, and only if the bitmap of the JSON columns is not the one that follows from the values.
    """

    columns: tuple[int, ...]
    values: tuple[CellValue, ...]
    null_padding: int = 0
    value_options: int | None = None
    partial_bits: bytes | None = None


class RowBytes(NamedTuple):
    """The images of rows, one behind the other: that of row n is data[ends[n] : ends[n + 1]]."""

    ends: Sequence[int]
    data: bytes

    @classmethod
    def of(cls, images: Sequence[bytes]) -> RowBytes:
        """The same of images one by one."""
        return cls([0, *accumulate(map(len, images))], b"".join(images))

    def each(self) -> Iterator[bytes]:
        """One by one."""
        return (self.data[start:end] for start, end in pairwise(self.ends))


class RowFormat:
    """How the rows of one table look: built once, used for every row.

    column_types: type codes for the Table_map, one per column.
    metadata: the Table_map's whole metadata block.
    null_bits: the Table_map's bitmap of nullable columns, lowest bit first.

    fill_null_bits: set the unused high bits of a row's NULL bitmap, as servers before 8.0 and MariaDB do
    (corpus: 5.1 to 5.7.1).
    """

    def __init__(self, specs: Sequence[ColumnSpec], *, fill_null_bits: bool = False) -> None:
        self.specs = tuple(specs)
        self.codecs = tuple(codec_for(spec) for spec in self.specs)
        self.column_types = tuple(codec.wire_type for codec in self.codecs)
        self.metadata = b"".join(codec.metadata for codec in self.codecs)
        nullable = [index for index, spec in enumerate(self.specs) if spec.nullable]
        self.null_bits = column_bitmap(nullable, len(self.specs))
        self._all = tuple(range(len(self.specs)))
        self._encoders = tuple(codec.encode for codec in self.codecs)
        self._decoders = tuple(codec.decode for codec in self.codecs)
        self._cell_decoders = tuple(codec.decode_cell for codec in self.codecs)
        # by number of columns present: the bitmap, and what it holds when no column is NULL
        sizes = range(len(self.specs) + 1)
        self._bitmaps = tuple(_bitmap(bits) for bits in sizes)
        self._no_nulls = tuple(unused_bits(bits) if fill_null_bits else 0 for bits in sizes)

    def encode(self, values: Sequence[ColumnValue], present: Sequence[int] | None = None) -> bytes:
        """One row image.

        values: of *all* the table's columns, in their order; those that are not present are not looked at.
        present: indexes of the columns in the image, ascending; None = all.
        Raises EncodeError naming the column: a value that its column cannot hold, NULL where it may not be,
        or a row of another length than the table.
        """
        if len(values) != len(self.specs):
            raise EncodeError(f"the row has {len(values)} values, the table {len(self.specs)} columns")
        columns = self._all if present is None else present
        encoders = self._encoders
        nulls, bit = self._no_nulls[len(columns)], 1
        cells = [b""]  # room for the bitmap
        for column in columns:
            value = values[column]
            if value is None:
                if not self.specs[column].nullable:
                    raise EncodeError(f"column {self.specs[column].name!r} is NOT NULL and its value is NULL")
                nulls |= bit
            else:
                cells.append(encoders[column](value))
            bit <<= 1
        cells[0] = self._bitmaps[len(columns)].build(nulls)
        return b"".join(cells)

    def encode_all(self, rows: Sequence[Sequence[ColumnValue]], present: Sequence[int] | None = None) -> list[bytes]:
        """The images of many rows: the same as `encode` of each, column by column."""
        try:
            return self.encode_columns(list(zip(*rows, strict=True)), present)
        except (EncodeError, ValueError):
            return [self.encode(row, present) for row in rows]  # which says what is wrong with the first of them

    def encode_columns(self, columns: Columns, present: Sequence[int] | None = None) -> list[bytes]:
        """The same of rows that stand as columns. EncodeError, or another ValueError, where `encode` raises one."""
        return list(self.encode_images([(columns, present)]).each())

    def encode_images(self, images: Sequence[tuple[Columns, Sequence[int] | None]]) -> RowBytes:
        """The same of rows with an image or two, one behind the other. A column with the very values that it has in the
        first image is encoded once."""
        fields: list[Fields] = []
        made: dict[int, tuple[Fields, Sequence[int]]] = {}
        first = images[0][0]
        for columns, present in images:
            if len(columns) != len(self.specs):
                raise EncodeError("rows of another width")
            places = self._all if present is None else present
            if columns is not first:
                made = {at: cells for at, cells in made.items() if all(map(is_, columns[at], first[at]))}
            made |= {place: self._fields(place, columns[place]) for place in places if place not in made}
            fields.append(self._null_bits([made[place][1] for place in places], len(columns[0])))
            fields += [made[place][0] for place in places]
        try:
            return _put_together(fields)
        except struct.error as error:
            raise EncodeError(str(error)) from None

    def _null_bits(self, nulls: Sequence[Sequence[int]], count: int) -> Fields:
        """The bitmaps of so many rows. nulls: of each column the rows in which it is NULL."""
        none, build = self._no_nulls[len(nulls)], self._bitmaps[len(nulls)].build
        if not any(nulls):
            bitmap = build(none)
            return Fields(f"{len(bitmap)}s", [bitmap] * count)
        words = [none] * count
        for bit, rows in enumerate(nulls):
            for row in rows:
                words[row] |= 1 << bit
        bitmaps = {word: build(word) for word in set(words)}
        return Fields(f"{len(bitmaps[words[0]])}s", [bitmaps[word] for word in words])

    def _fields(self, column: int, values: Sequence[ColumnValue]) -> tuple[Fields, Sequence[int]]:
        """A column's cells, and the rows in which it is NULL and has none."""
        kinds = frozenset[type]() if isinstance(values, TextColumn) else set(map(type, values))
        if type(None) not in kinds:
            return self.codecs[column].fields(values, kinds), ()
        if not self.specs[column].nullable:
            raise EncodeError("NULL")
        given = iter(self.codecs[column].encode_all([value for value in values if value is not None]))
        cells = [b"" if value is None else next(given) for value in values]
        return Fields("", behind=cells), [row for row, value in enumerate(values) if value is None]

    def decode(
        self, data: bytes, offset: int, present: Sequence[int] | None = None
    ) -> tuple[tuple[ColumnValue, ...], int]:
        """The row image at this offset and the offset after it; one value per column *present*, in their order.

        Raises CorruptLogError if the bytes end too early or cannot be such values.
        """
        row, _, offset = self._read(data, offset, self._all if present is None else present, self._decoders)
        return row, offset

    def read(
        self, data: bytes, offset: int, present: tuple[int, ...], partial: Collection[int] = ()
    ) -> tuple[RowImage, int]:
        """The row image at this offset and the offset after it, with all that is needed to write it again.

        partial: the columns whose cells are JSON diffs. Raises CorruptLogError if the bytes end too early.
        """
        decoders: Sequence[Callable[[bytes, int], tuple[Any, int]]] = self._cell_decoders
        if partial:
            decoders = list(decoders)
            for column in partial:
                decoders[column] = self._diff_codec(column).decode_cell
        values, padding, offset = self._read(data, offset, present, decoders)
        return RowImage(present, values, padding), offset

    def write(self, image: RowImage) -> bytes:
        """The bytes of an image. What was read is not judged: NULL in a NOT NULL column is written.

        Raises EncodeError for a value that its column cannot hold.
        """
        nulls, bit = image.null_padding << len(image.columns), 1
        cells = [b""]  # room for the bitmap
        for column, value in zip(image.columns, image.values, strict=True):
            kind = type(value)
            if value is None:
                nulls |= bit
            elif kind is StoredCell:
                cells.append(value.stored)  # type: ignore[union-attr, arg-type]
            elif kind is JsonDiffs:
                cells.append(self._diff_codec(column).encode(value))
            else:
                cells.append(self._encoders[column](value))
            bit <<= 1
        cells[0] = self._bitmaps[len(image.columns)].build(nulls)
        return b"".join(cells)

    def _diff_codec(self, column: int) -> JsonDiffCodec:
        return JsonDiffCodec(self.specs[column])

    def _read(
        self,
        data: bytes,
        offset: int,
        columns: Sequence[int],
        decoders: Sequence[Callable[[bytes, int], tuple[Any, int]]],
    ) -> tuple[tuple[Any, ...], int, int]:
        """The values, what is left of the NULL bitmap above its last column, and the offset after the image."""
        nulls, offset = self._bitmaps[len(columns)].parse(data, offset)
        row: list[Any] = []
        for column in columns:
            if nulls & 1:
                row.append(None)
            else:
                try:
                    value, offset = decoders[column](data, offset)
                except CorruptLogError as error:
                    raise CorruptLogError(f"column {self.specs[column].name!r}: {error}") from error
                row.append(value)
            nulls >>= 1
        return tuple(row), nulls, offset


def _put_together(columns: Sequence[Fields]) -> RowBytes:
    """Rows of columns: fields of fixed size that stand side by side are built as one."""
    pieces: list[Sequence[bytes]] = []
    lengths: list[Iterable[int]] = []  # of the pieces that are not of one length
    fixed = 0
    formats, values = "<", list[Sequence[Any]]()
    for column in columns:
        if column.format:
            formats += column.format
            values.append(column.values)
        if column.behind is not None:
            if values:
                fixed += _add_fixed(pieces, formats, values)
            pieces.append(column.behind)
            lengths.append(map(len, column.behind))
            formats, values = "<", []
    if values:
        fixed += _add_fixed(pieces, formats, values)
    if lengths:
        sizes: Iterable[int] = map(
            fixed.__add__, lengths[0] if len(lengths) == 1 else map(sum, zip(*lengths, strict=True))
        )
    else:
        sizes = repeat(fixed, len(pieces[0]))
    data = b"".join(chain.from_iterable(zip(*pieces, strict=True)) if len(pieces) > 1 else pieces[0])
    return RowBytes(list(accumulate(sizes, initial=0)), data)


def _add_fixed(pieces: list[Sequence[bytes]], formats: str, values: Sequence[Sequence[Any]]) -> int:
    """Adds fields that stand side by side, and gives their bytes a row."""
    built = struct.Struct(formats)
    pieces.append(list(map(built.pack, *values)))
    return built.size
