"""Columns as older servers had them: their own Table_maps of one and the same table."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.formats.columns.old.eras import with_whole_byte_bits, without_fraction
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError
from binwriter.formats.events.table_map import TableMap
from tests.formats.columns.real_rows import specs_of
from tests.formats.log_files import log_files, read_events


def table_of(folder: Path) -> TableMap:
    maps = [event.body for path in log_files(folder) for event in read_events(path)]
    return next(body for body in maps if isinstance(body, TableMap))


def test_one_table_through_the_eras(shared_dir: Path) -> None:
    samples = {
        version: shared_dir / "oracle-old" / version / "o_types_row" for version in ("5.1.27", "5.5.20", "5.6.21")
    }
    maps = {version: table_of(folder) for version, folder in samples.items()}
    specs = specs_of(maps["5.6.21"])
    for version, columns in (
        ("5.5.20", [without_fraction(spec) for spec in specs]),
        ("5.1.27", [with_whole_byte_bits(without_fraction(spec)) for spec in specs]),
    ):
        form = RowFormat(columns)
        assert (form.column_types, form.metadata) == (maps[version].column_types, maps[version].metadata)


def test_no_fractions_before_5_6_4() -> None:
    with pytest.raises(EncodeError, match=r"column 'c': DATETIME\(3\)"):
        without_fraction(ColumnSpec("c", ColumnType.DATETIME2, fsp=3))
