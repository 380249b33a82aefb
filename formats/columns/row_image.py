"""Rows: the NULL bits and the cells of the columns that an image holds.

A row image is a bitmap of the NULLs among its columns (one bit per column *present*, lowest bit first, unused high
bits 0 since 8.0) and then the cells of those that are not NULL. Which columns are present stands before the rows, in
the event.
Source: MySQL internals manual, "Rows_event"; findings part 5 and 7; captured rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import construct as cs

from binwriter.formats.columns.layout import Layout, compiled
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.primitives import bitmap_size


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
    word, _ = _bitmap(column_count).parse(bitmap, 0)
    return tuple(column for column in range(column_count) if word >> column & 1)


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

    def decode(
        self, data: bytes, offset: int, present: Sequence[int] | None = None
    ) -> tuple[tuple[ColumnValue, ...], int]:
        """The row image at this offset and the offset after it; one value per column *present*, in their order.

        Raises CorruptLogError if the bytes end too early or cannot be such values.
        """
        columns = self._all if present is None else present
        decoders = self._decoders
        nulls, offset = self._bitmaps[len(columns)].parse(data, offset)
        row: list[ColumnValue] = []
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
        return tuple(row), offset
