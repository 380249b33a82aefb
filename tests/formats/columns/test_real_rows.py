"""Rows and table maps that real servers wrote: decoded, compared with mysqlbinlog, encoded again to the same bytes."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spatial import point
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata, primary_key_of
from binwriter.formats.columns.values import ColumnValue, JsonDocument, JsonOpaque
from binwriter.formats.constants import ColumnType, MetadataFieldType
from binwriter.formats.events.table_map import TableMap
from tests.formats.columns.real_rows import decoded, encoded, optional_fields, real_rows, specs_of
from tests.formats.log_files import log_files, read_events

# Files of which every rows event is decoded; the number keeps the test from passing on nothing.
FOLDERS = {"oracle/captured": 20, "corpus": 30}

# MariaDB has no visibility field.
OTHER_METADATA = ("mariadb-bin.000001",)
# Files of MariaDB and of servers before 8.0, which set the unused NULL bits.
FILLED_NULL_BITS = (
    "binlog_56_gtid_reserved_word.000001",
    "bug32407.001",
    "mariadb-bin.000001",
    "update-full-row.binlog",
    "update-partial-row.binlog",
    "ver_5_1_23.001",
    "ver_trunk_row_v2.001",
    "write-full-row.binlog",
    "write-partial-row.binlog",
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_real_row_is_encoded_to_the_same_bytes(shared_dir: Path, folder: str) -> None:
    events = 0
    for rows in real_rows(shared_dir / folder):
        values = decoded(rows)
        assert values, rows
        assert encoded(rows, values, fill_null_bits=rows.file in FILLED_NULL_BITS) == rows.event.rows, (
            rows.file,
            rows.position,
            values,
        )
        events += 1
    assert events >= FOLDERS[folder]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_real_table_map_follows_from_its_columns(shared_dir: Path, folder: str) -> None:
    tables = 0
    for path in log_files(shared_dir / folder):
        for event in read_events(path):
            if not isinstance(event.body, TableMap) or not event.body.has_metadata:
                continue
            table, specs = event.body, specs_of(event.body)
            form = RowFormat(specs)
            assert (form.column_types, form.metadata, form.null_bits) == (
                table.column_types,
                table.metadata,
                table.null_bits,
            )
            fields = optional_fields(table)
            if fields and path.name not in OTHER_METADATA:
                full = MetadataFieldType.COLUMN_NAME in dict(fields)
                assert optional_metadata(specs, full=full, primary_key=primary_key_of(fields)) == fields, path
            tables += 1
    assert tables >= FOLDERS[folder]


def _printed(value: ColumnValue) -> str:
    """The value as mysqlbinlog -vv prints it, for the types that print plainly."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, date):
        return f"'{value:%Y:%m:%d}'"
    return str(value)


def _shown(spec: ColumnSpec, cell: str) -> str:
    """mysqlbinlog's value without its comment; of an integer with two readings, `-56 (200)`, the right one."""
    text = cell.rpartition(" /*")[0]
    signed, both, rest = text.partition(" (")
    if both and not text.startswith("'"):
        return rest.rstrip(")") if spec.unsigned else signed
    return text


PLAIN = (
    ColumnType.TINY,
    ColumnType.SHORT,
    ColumnType.LONG,
    ColumnType.LONGLONG,
    ColumnType.NEWDECIMAL,
    ColumnType.DOUBLE,
    ColumnType.DATE,
    ColumnType.YEAR,
    ColumnType.ENUM,
)


def test_values_are_those_that_mysqlbinlog_prints(shared_dir: Path) -> None:
    compared = 0
    for folder in sorted((shared_dir / "oracle" / "captured").iterdir()):
        sidecar = json.loads((folder / "sidecar.json").read_text())
        printed = {
            (file["name"], event["pos"]): event["rows"]
            for file in sidecar["files"]
            for event in file["events"]
            if event.get("rows")
        }
        for rows in real_rows(folder):
            # mysqlbinlog prints all rows of a statement at its last event: compare where it has just one
            expected_rows = printed.get((rows.file, rows.position), [])
            values = decoded(rows)
            if len(expected_rows) != len(values):
                continue
            for expected, images in zip(expected_rows, values, strict=True):
                parts = [expected[part] for part in ("where", "set") if part in expected]
                for part, present, image in zip(parts, rows.images, images, strict=True):
                    for column, value in zip(present, image, strict=True):
                        spec = specs_of(rows.table)[column]
                        text_column = spec.type in (ColumnType.STRING, ColumnType.VARCHAR) and spec.collation != 63
                        if spec.type in PLAIN or text_column:
                            assert _printed(value) == _shown(spec, part[str(column + 1)]), rows.file
                            compared += 1
    assert compared > 50


def test_one_row_with_the_common_types(shared_dir: Path) -> None:
    first, second = real_rows(shared_dir / "oracle" / "captured" / "08_types")
    assert decoded(first) == [
        [
            (
                200,
                -5,
                Decimal("-1234.5678"),
                2.5,
                "ab",
                "text",
                b"\x00\xff",
                2,
                0b101,
                date(2023, 11, 14),
                -timedelta(hours=1, minutes=2, seconds=3, milliseconds=450),
                datetime(2023, 11, 14, 22, 13, 20, 123400),
                datetime.fromtimestamp(1700000000, UTC),
                2023,
                2049,
                JsonDocument({"k": [1, "two", None]}),
                b"blob",
                point(1, 2),
            )
        ]
    ]
    assert decoded(second) == [[(None,) * 18]]


def test_json_from_sql_types(shared_dir: Path) -> None:
    roots = [
        row[0][0].root
        for rows in real_rows(shared_dir / "corpus")
        if rows.file == "json-opaque.binlog"
        for row in decoded(rows)
        if isinstance(row[0][0], JsonDocument)
    ]
    assert roots[0] == {"a": JsonOpaque(ColumnType.VARCHAR, b"U")}
    assert roots[1] == {"b": date(2012, 3, 18)}
    assert roots[2] == {"c": datetime(2012, 3, 18, 11, 30, 45)}
    assert roots[3] == {"c": timedelta(hours=87, minutes=31, seconds=46, microseconds=654321)}
    assert roots[4] == {"d": Decimal("123.456")}
    # DECIMAL(11,2) for a number of three digits: the precision is more than the value tells, so it stays opaque
    assert roots[5] == {"e": JsonOpaque(ColumnType.NEWDECIMAL, bytes.fromhex("0b028000000900"))}
    assert roots[6] == {"e": [0, 1, True, False]}
    assert roots[7] == {"e": None}
