"""The rows of a rows event: `decode_rows` reads them without losing a bit, `encode_rows` makes the same bytes again.

Write events have an after image per row, delete events a before image, update events both. In PARTIAL_UPDATE_ROWS the
after image begins with the value options (a packed integer) and, if their bit 0 is set, the partial bits: one per JSON
column of the table, present or not; where it is set the cell holds JSON diffs.
Source: MySQL internals manual, "Rows_event"; findings part 5 to 7; corpus file json.binlog.000001; captured rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from binwriter.formats.columns.layout import Layout, compiled
from binwriter.formats.columns.old.pre_ga_rows import read_record, write_record
from binwriter.formats.columns.row_image import RowFormat, RowImage, column_bitmap, columns_of_bitmap
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDiffs, plain_value
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events.rows import ROWS_PRE_GA, Rows
from binwriter.formats.primitives import PackedInt, bitmap_size
from binwriter.formats.records import dataclass

PARTIAL_JSON_UPDATES = 1  # bit of the value options

_VALUE_OPTIONS: Layout = compiled(PackedInt)


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row of a rows event. before, after: its images, None where the event's type has none."""

    before: RowImage | None = None
    after: RowImage | None = None


@lru_cache(maxsize=1024)
def row_format(specs: tuple[ColumnSpec, ...]) -> RowFormat:
    """The format of a table's rows, made once."""
    return RowFormat(specs)


def decode_rows(specs: Sequence[ColumnSpec], rows: Rows) -> tuple[RowChange, ...]:
    """The rows of an event.

    specs: all the table's columns (`table_metadata.specs_from_table_map`; pre-GA rows: see `pre_ga_rows`). Cells that
    are not as our encoder would write them come as `StoredCell`, so that nothing is lost.
    Raises CorruptLogError, naming the row's offset, if the bytes end too early or the event has another number of
    columns than the table.
    """
    try:
        form = row_format(tuple(specs))
    except EncodeError as error:  # a DECIMAL(255,0), say, in a damaged Table_map
        raise CorruptLogError(str(error)) from error
    before, after = _image_columns(form, rows)
    read = partial(read_record, form) if rows.type in ROWS_PRE_GA else form.read
    data, offset = rows.rows, 0
    changes: list[RowChange] = []
    while offset < len(data):
        start = offset
        image_before = image_after = None
        try:
            if before is not None:
                image_before, offset = read(data, offset, before)
            if after is not None and rows.type is EventType.PARTIAL_UPDATE_ROWS:
                image_after, offset = _read_partial(form, data, offset, after)
            elif after is not None:
                image_after, offset = read(data, offset, after)
        except CorruptLogError as error:
            raise CorruptLogError(f"row {len(changes) + 1} at offset {start} of {len(data)}: {error}") from error
        if offset == start:
            raise CorruptLogError(f"{len(data) - offset} bytes of rows in an event whose images have no columns")
        changes.append(RowChange(image_before, image_after))
    return tuple(changes)


def encode_rows(specs: Sequence[ColumnSpec], rows: Rows, decoded: Iterable[RowChange]) -> bytes:
    """The bytes for `rows.rows`.

    rows: the event they are for; of it only the type and the bitmaps are used.
    Raises EncodeError if a value does not fit its column, or a row's images are not those of the event.
    """
    form = row_format(tuple(specs))
    before, after = _image_columns(form, rows)
    write = partial(write_record, form) if rows.type in ROWS_PRE_GA else form.write
    is_partial = rows.type is EventType.PARTIAL_UPDATE_ROWS
    parts: list[bytes] = []
    for change in decoded:
        for image, columns in ((change.before, before), (change.after, after)):
            if (image.columns if image else None) != columns:
                raise EncodeError(f"{rows.type.name}: the row's image is not of the event's columns: {image}")
        if change.before is not None:
            parts.append(write(change.before))
        if change.after is not None:
            parts.append(write_partial(form, change.after) if is_partial else write(change.after))
    return b"".join(parts)


def _image_columns(form: RowFormat, rows: Rows) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """The columns of the before and of the after image; None for an image that the rows have not.

    A pre-GA update has one bitmap for both.
    """
    if rows.column_count != len(form.specs):
        raise CorruptLogError(f"the event has {rows.column_count} columns, the table {len(form.specs)}")
    before, after = (
        None if bitmap is None else columns_of_bitmap(bitmap, rows.column_count)
        for bitmap in (rows.columns_before, rows.columns_after)
    )
    return before, before if rows.type is EventType.PRE_GA_UPDATE_ROWS else after


def json_columns(specs: Sequence[ColumnSpec]) -> tuple[int, ...]:
    """The indexes of a table's JSON columns: each has a partial bit."""
    return tuple(index for index, spec in enumerate(specs) if spec.type is ColumnType.JSON)


def _read_partial(form: RowFormat, data: bytes, offset: int, present: tuple[int, ...]) -> tuple[RowImage, int]:
    options, offset = _VALUE_OPTIONS.parse(data, offset)
    if options > PARTIAL_JSON_UPDATES:
        raise CorruptLogError(f"value options {options:#x} are not known")
    bits, with_diffs = b"", frozenset[int]()
    if options & PARTIAL_JSON_UPDATES:
        columns = json_columns(form.specs)
        end = offset + bitmap_size(len(columns))
        if end > len(data):
            raise CorruptLogError(f"the partial bits need {end - offset} bytes, {len(data) - offset} are left")
        bits, offset = data[offset:end], end
        with_diffs = frozenset(columns[bit] for bit in columns_of_bitmap(bits, len(columns)))
    image, offset = form.read(data, offset, present, with_diffs)
    image = replace(image, value_options=options)
    return (image if _partial_bits(form, image) == bits else replace(image, partial_bits=bits)), offset


def _partial_bits(form: RowFormat, image: RowImage) -> bytes:
    """The bitmap that follows from the values: a bit for each column with JSON diffs."""
    if not (image.value_options or 0) & PARTIAL_JSON_UPDATES:
        return b""
    diffs = {
        column
        for column, value in zip(image.columns, image.values, strict=True)
        if type(plain_value(value)) is JsonDiffs
    }
    columns = json_columns(form.specs)
    return column_bitmap([bit for bit, column in enumerate(columns) if column in diffs], len(columns))


def write_partial(form: RowFormat, image: RowImage) -> bytes:
    """An after image of PARTIAL_UPDATE_ROWS."""
    return _partial_prefix(form, image) + form.write(image)


def _partial_prefix(form: RowFormat, image: RowImage) -> bytes:
    bits = _partial_bits(form, image) if image.partial_bits is None else image.partial_bits
    return _VALUE_OPTIONS.build(image.value_options or 0) + bits
