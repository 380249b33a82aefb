"""Rows of development trees of 5.1: records with their own NULL bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binwriter.formats.columns.old.pre_ga_rows import null_bit_positions
from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.rows_data import RowChange, decode_rows, encode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import StoredCell
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events.rows import Rows
from tests.formats.log_files import read_events

# CREATE TABLE t1 (a int, b char(50)) stands in the file
SPECS = (ColumnSpec("a", ColumnType.LONG), ColumnSpec("b", ColumnType.STRING, length=50, collation=8))


def test_rows_of_a_real_file(shared_dir: Path) -> None:
    path = shared_dir / "corpus" / "ver_5_1-wl2325_r.001"
    found = [event.body for event in read_events(path) if isinstance(event.body, Rows)]
    values = []
    for rows in found:
        changes = decode_rows(SPECS, rows)
        assert encode_rows(SPECS, rows, changes) == rows.rows
        values.append([[image.values for image in (row.before, row.after) if image] for row in changes])
    assert values == [
        [[(0, "one")], [(1, "two")]],
        [[(0, "one"), (1, "one")], [(1, "two"), (2, "two")]],
        [[(2, "two")]],
    ]


COLUMNS = [
    ((), {}, 1),
    (("LONG",), {0: 1}, 1),
    (("LONG", "VARCHAR"), {0: 0, 1: 1}, 1),
    (("LONG not null", "LONG"), {1: 1}, 1),
    (("BIT", "LONG"), {0: 1, 1: 5}, 1),
    (("LONG",) * 8, {column: column + 1 for column in range(8)}, 2),
]


@pytest.mark.parametrize(("columns", "positions", "size"), COLUMNS)
def test_null_bits(columns: tuple[str, ...], positions: dict[int, int], size: int) -> None:
    specs = [
        ColumnSpec(f"c{number}", ColumnType[text.split()[0]], nullable="not null" not in text, length=3)
        for number, text in enumerate(columns)
    ]
    assert null_bit_positions(specs) == (positions, size)


def event(rows: bytes) -> Rows:
    return Rows(EventType.PRE_GA_WRITE_ROWS, 1, 0, b"", 2, None, b"\xff", rows)


def test_null_has_bytes() -> None:
    rows = event(b"\xfb\0\0\0\0\3one")
    (change,) = decode_rows(SPECS, rows)
    assert change == RowChange(None, RowImage((0, 1), (StoredCell(bytes(4)), "one"), null_padding=0xFB))
    assert encode_rows(SPECS, rows, [change]) == rows.rows
    without: Any = RowChange(None, RowImage((0, 1), (None, "one"), null_padding=0xFB))
    with pytest.raises(EncodeError, match="column 'a': these rows hold bytes for NULL too"):
        encode_rows(SPECS, rows, [without])


def test_truncated_records() -> None:
    data = b"\xf9\1\0\0\0\3one"
    for end in range(1, len(data)):
        with pytest.raises(CorruptLogError):
            decode_rows(SPECS, event(data[:end]))
