"""Table maps and rows of real log files, for the tests of `formats.columns`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from binwriter.formats.columns.row_image import RowFormat, columns_of_bitmap
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import EventType
from binwriter.formats.events.rows import Rows
from binwriter.formats.events.table_map import TableMap
from tests.formats.log_files import log_files, read_events


@dataclass(frozen=True)
class RealRows:
    """A rows event with the table map in force."""

    file: str
    position: int
    table: TableMap
    event: Rows

    @property
    def images(self) -> list[tuple[int, ...]]:
        """The columns of each image of a row, the before image first."""
        bitmaps = (self.event.columns_before, self.event.columns_after)
        return [columns_of_bitmap(bitmap, self.event.column_count) for bitmap in bitmaps if bitmap is not None]


def real_rows(folder: Path) -> Iterator[RealRows]:
    """Every rows event whose rows are plain images (not JSON diffs)."""
    for path in log_files(folder):
        tables: dict[int, TableMap] = {}
        for event in read_events(path):
            if isinstance(event.body, TableMap) and event.body.has_metadata:
                tables[event.body.table_id] = event.body
            elif isinstance(event.body, Rows) and event.body.type is not EventType.PARTIAL_UPDATE_ROWS:
                table = tables.get(event.body.table_id)
                if table is not None:
                    yield RealRows(event.file, event.position, table, event.body)


def optional_fields(table: TableMap) -> tuple[tuple[int, bytes], ...]:
    return tuple((int(field.type), field.value) for field in table.optional_metadata)


@cache
def specs_of(table: TableMap) -> tuple[ColumnSpec, ...]:
    return specs_from_table_map(table.column_types, table.metadata, table.null_bits, optional_fields(table))


def decoded(rows: RealRows) -> list[list[tuple[ColumnValue, ...]]]:
    """The images of each row."""
    form = RowFormat(specs_of(rows.table))
    offset, result = 0, []
    while offset < len(rows.event.rows):
        row = []
        for present in rows.images:
            values, offset = form.decode(rows.event.rows, offset, present)
            row.append(values)
        result.append(row)
    return result


def encoded(
    rows: RealRows, decoded_rows: list[list[tuple[ColumnValue, ...]]], *, fill_null_bits: bool = False
) -> bytes:
    """Those images as bytes again."""
    form = RowFormat(specs_of(rows.table), fill_null_bits=fill_null_bits)
    parts = []
    for row in decoded_rows:
        for present, values in zip(rows.images, row, strict=True):
            full: list[ColumnValue] = [None] * rows.event.column_count
            for column, value in zip(present, values, strict=True):
                full[column] = value
            parts.append(form.encode(full, present))
    return b"".join(parts)
