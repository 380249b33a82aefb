"""Every column type against a real server: from the columns and values as it states them, we make its bytes."""

from __future__ import annotations

import pytest

from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata, primary_key_of, specs_from_table_map
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType, EventType
from tests.formats.columns.captured_types import CapturedTable, captured_tables
from tests.formats.columns.real_rows import optional_fields

TABLES = list(captured_tables())


def _unpadded(spec: ColumnSpec, value: ColumnValue) -> ColumnValue:
    """SELECT fills up a BINARY value with zero bytes; the log does not."""
    if spec.type is ColumnType.STRING and isinstance(value, bytes):
        return value.rstrip(b"\0")
    return value


@pytest.fixture(params=TABLES, ids=".".join)
def table(request: pytest.FixtureRequest) -> CapturedTable:
    return captured_tables()[request.param]


def test_the_table_map_is_the_servers(table: CapturedTable) -> None:
    form = RowFormat(table.specs)
    theirs = table.table_map
    assert (form.column_types, form.metadata, form.null_bits) == (
        theirs.column_types,
        theirs.metadata,
        theirs.null_bits,
    )
    ours = optional_metadata(table.specs, full=table.database == "full", primary_key=table.primary_key)
    assert ours == optional_fields(theirs)


def test_rows_are_the_servers(table: CapturedTable) -> None:
    form = RowFormat(table.specs)
    encoded = [form.encode(row) for row in table.inserted]
    assert b"".join(encoded) == table.rows_of[EventType.WRITE_ROWS]
    if table.updated is not None:
        after = [form.encode(row) for row in table.updated]
        changed = [old + new for old, new in zip(encoded, after, strict=True) if old != new]
        assert b"".join(changed) == table.rows_of.get(EventType.UPDATE_ROWS, b"")
        assert b"".join(after) == table.rows_of[EventType.DELETE_ROWS]


def test_the_values_are_read_from_the_servers_bytes(table: CapturedTable) -> None:
    form = RowFormat(table.specs)
    data, offset = table.rows_of[EventType.WRITE_ROWS], 0
    for row in table.inserted:
        values, offset = form.decode(data, offset)
        assert values == tuple(map(_unpadded, table.specs, row))
    assert offset == len(data)


def test_the_columns_are_told_by_full_metadata(table: CapturedTable) -> None:
    if table.database != "full":
        return
    theirs = table.table_map
    fields = optional_fields(theirs)
    told = specs_from_table_map(theirs.column_types, theirs.metadata, theirs.null_bits, fields)
    assert RowFormat(told).encode(table.inserted[0]) == table.rows_of[EventType.WRITE_ROWS]
    assert primary_key_of(fields) == table.primary_key
