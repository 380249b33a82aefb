"""Rows events: decoded and encoded again they are the same bytes, whatever server wrote them."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.row_image import RowFormat, RowImage
from binwriter.formats.columns.rows_data import RowChange, decode_rows, encode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, StoredCell, plain_value
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events.rows import Rows
from binwriter.formats.events.table_map import TableMap
from tests.formats.columns.real_rows import optional_fields
from tests.formats.log_files import log_files, read_events

FOLDERS = {"oracle": 20, "corpus": 30, "oracle-old": 100}


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_rows_of_real_files_are_the_same_bytes_again(shared_dir: Path, folder: str) -> None:
    events = 0
    for path in log_files(shared_dir / folder):
        tables = {}
        for event in read_events(path):
            if isinstance(event.body, TableMap) and event.body.has_metadata:
                body = event.body
                specs = specs_from_table_map(body.column_types, body.metadata, body.null_bits, optional_fields(body))
                tables[body.table_id] = specs
            elif isinstance(event.body, Rows) and event.body.table_id in tables:
                specs = tables[event.body.table_id]
                decoded = decode_rows(specs, event.body)
                assert encode_rows(specs, event.body, decoded) == event.body.rows, (path, event.position, decoded)
                events += 1
    assert events >= FOLDERS[folder]


INT = ColumnSpec("i", ColumnType.LONG)
TEXT = ColumnSpec("t", ColumnType.VARCHAR, length=20, collation=255)


def event(kind: EventType, rows: bytes, before: int | None = None, after: int | None = None, columns: int = 2) -> Rows:
    first, second = (None if word is None else bytes((word,)) for word in (before, after))
    return Rows(kind, 1, 0, b"", columns, first, second, rows)


# What no server of today would write: the cell, and what it means.
STORED: list[tuple[ColumnSpec, str, Any]] = [
    (ColumnSpec("d", ColumnType.NEWDECIMAL, precision=5, scale=2), "7fffff", Decimal("0.00")),
    (ColumnSpec("d", ColumnType.NEWDECIMAL, precision=1), "e4", None),  # 100 in one digit
    (TEXT, "02c328", None),  # not UTF-8
    (TEXT, "15" + "61" * 21, "a" * 21),  # longer than the column
    (ColumnSpec("c", ColumnType.STRING, length=5, collation=8), "026120", "a "),  # with its padding
    (ColumnSpec("c", ColumnType.STRING, length=5), "026100", b"a\0"),
    (ColumnSpec("d", ColumnType.DATE), "ffffff", None),
    (ColumnSpec("y", ColumnType.BIT, length=9), "ffff", 65535),
    (ColumnSpec("f", ColumnType.FLOAT), "0000807f", float("inf")),
    (ColumnSpec("e", ColumnType.ENUM, members=("x",), collation=8), "07", 7),
    (ColumnSpec("j", ColumnType.JSON, length=4), "00000000", JsonDocument(None)),
    (ColumnSpec("t", ColumnType.TIME2), "80003f", timedelta(seconds=63)),  # second 63
    (ColumnSpec("t", ColumnType.TIMESTAMP), "ffffffff", None),
]


@pytest.mark.parametrize(("spec", "cell", "meaning"), STORED)
def test_a_cell_that_is_not_as_we_write_it_is_kept(spec: ColumnSpec, cell: str, meaning: Any) -> None:
    stored = bytes.fromhex(cell)
    rows = event(EventType.WRITE_ROWS, b"\0" + stored + b"\5\0\0\0", after=3)
    (change,) = decode_rows((spec, INT), rows)
    assert change.after is not None
    kept, last = change.after.values
    assert type(kept) is StoredCell and kept.stored == stored
    if meaning is not None:
        assert plain_value(kept) == meaning
    assert last == 5
    assert encode_rows((spec, INT), rows, [change]) == rows.rows
    with pytest.raises(CorruptLogError):
        codec_for(spec).decode_cell(stored[:-1], 0)


def test_values_are_plain_where_they_can_be() -> None:
    specs = (ColumnSpec("d", ColumnType.DATE), TEXT)
    rows = event(EventType.UPDATE_ROWS, b"\2\x21\xd0\x0f" + b"\0\0\0\0\1a", before=3, after=3)
    (change,) = decode_rows(specs, rows)
    assert change == RowChange(RowImage((0, 1), (date(2024, 1, 1), None)), RowImage((0, 1), (IncompleteDate(), "a")))


def test_unused_null_bits_are_kept() -> None:
    """Servers before 8.0 set them."""
    rows = event(EventType.WRITE_ROWS_V1, b"\xfe\1\0\0\0" + b"\xff\2\0\0\0"[:1], after=3)
    first, second = decode_rows((INT, INT), rows)
    assert first.after == RowImage((0, 1), (1, None), null_padding=0x3F)
    assert second.after == RowImage((0, 1), (None, None), null_padding=0x3F)
    assert encode_rows((INT, INT), rows, (first, second)) == rows.rows


def test_images_hold_only_their_columns() -> None:
    specs = (INT, TEXT, INT)
    rows = event(EventType.UPDATE_ROWS, b"", before=0xF9, after=2, columns=3)
    change = RowChange(RowImage((0,), (7,)), RowImage((1,), ("x",)))
    for wrong in (RowChange(change.before, None), RowChange(change.after, change.before)):
        with pytest.raises(EncodeError, match="not of the event's columns"):
            encode_rows(specs, rows, [wrong])
    data = encode_rows(specs, rows, [change, change])
    assert data == b"\0\7\0\0\0\0\1x" * 2
    assert decode_rows(specs, event(EventType.UPDATE_ROWS, data, before=0xF9, after=2, columns=3)) == (change, change)


def test_rows_that_cannot_be() -> None:
    with pytest.raises(CorruptLogError, match="the event has 3 columns, the table 2"):
        decode_rows((INT, INT), event(EventType.WRITE_ROWS, b"\0", after=7, columns=3))
    with pytest.raises(CorruptLogError, match="row 2 at offset 5 of 8: column 'i': value at offset 6 needs 4 bytes"):
        decode_rows((INT, INT), event(EventType.WRITE_ROWS, b"\0\1\0\0\0\0\1\0", after=1))
    with pytest.raises(CorruptLogError, match="3 bytes of rows in an event whose images have no columns"):
        decode_rows((INT, INT), event(EventType.WRITE_ROWS, b"abc", after=0))
    damaged = ColumnSpec("d", ColumnType.NEWDECIMAL, precision=255)
    with pytest.raises(CorruptLogError, match="precision is 1 to 65"):
        decode_rows((damaged,), event(EventType.WRITE_ROWS, b"\0", after=1, columns=1))
    assert decode_rows((INT, INT), event(EventType.WRITE_ROWS, b"", after=0)) == ()


def test_a_row_that_was_read_is_written_without_judgement() -> None:
    """NULL in a NOT NULL column: an error for a new row, not for one of a log."""
    form = RowFormat([ColumnSpec("i", ColumnType.LONG, nullable=False)])
    image, _ = form.read(b"\1", 0, (0,))
    assert form.write(image) == b"\1"
