"""Row images of the rows events that development trees of 5.1 wrote (types 20 to 22): a record as the server held it.

They begin with the record's own NULL bytes: a bit that is always set, unless the table has columns of variable length;
then one bit per column that may be NULL, and the bits of a BIT column that do not fill a byte. A cell follows for every
column of the image, also for one that is NULL.
What these bytes mean cannot be told from the log, whose Table_map may have neither metadata nor null bits: the caller
gives the columns of the table.
Source: MySQL 5.1's log_event_old.cc; corpus file ver_5_1-wl2325_r.001.
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.formats.columns.row_image import RowFormat, RowImage
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import CellValue, StoredCell
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.primitives import bitmap_size

_VARIABLE = frozenset((ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.GEOMETRY))


def null_bit_positions(specs: Sequence[ColumnSpec]) -> tuple[dict[int, int], int]:
    """Where the NULL bit of each column that has one stands, and how many bytes there are."""
    position = 0 if any(spec.type in _VARIABLE for spec in specs) else 1
    positions: dict[int, int] = {}
    for column, spec in enumerate(specs):
        if spec.nullable:
            positions[column] = position
            position += 1
        if spec.type is ColumnType.BIT:
            position += spec.length % 8
    return positions, max(bitmap_size(position), 1)


def read_record(form: RowFormat, data: bytes, offset: int, columns: tuple[int, ...]) -> tuple[RowImage, int]:
    """The image at this offset and the offset after it. A NULL comes as a StoredCell without a value.

    The whole of the NULL bytes is in `null_padding`. Raises CorruptLogError if the bytes end too early.
    """
    positions, size = null_bit_positions(form.specs)
    if offset + size > len(data):
        raise CorruptLogError(f"the NULL bytes need {size} bytes, {len(data) - offset} are left")
    nulls = int.from_bytes(data[offset : offset + size], "little")
    offset += size
    values: list[CellValue] = []
    for column in columns:
        value, end = form.codecs[column].decode_cell(data, offset)
        is_null = column in positions and nulls >> positions[column] & 1
        values.append(StoredCell(data[offset:end]) if is_null else value)
        offset = end
    return RowImage(columns, tuple(values), nulls), offset


def write_record(form: RowFormat, image: RowImage) -> bytes:
    """The bytes of an image that was read. Raises EncodeError for a NULL without the bytes that stand for it."""
    _, size = null_bit_positions(form.specs)
    parts = [image.null_padding.to_bytes(size, "little")]
    for column, value in zip(image.columns, image.values, strict=True):
        if value is None:
            raise EncodeError(f"column {form.specs[column].name!r}: these rows hold bytes for NULL too (StoredCell)")
        parts.append(value.stored if isinstance(value, StoredCell) else form.codecs[column].encode(value))
    return b"".join(parts)
