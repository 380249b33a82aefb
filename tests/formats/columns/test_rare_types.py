"""Types that no sample file has: NULL, DECIMAL from before 5.0.3, arrays of multi-valued indexes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from binwriter.formats.columns.registry import CODECS, codec_for
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.rows_data import RowChange, decode_rows, encode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.columns.values import JsonDocument, StoredCell
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events.rows import Rows
from binwriter.inspection.mysqlbinlog.values import VALUE_FORMS

OLD_DECIMAL = ColumnSpec("d", ColumnType.DECIMAL, length=8, scale=2)
NULL = ColumnSpec("n", ColumnType.NULL)
INT = ColumnSpec("i", ColumnType.LONG)


def _write(columns: int, rows: bytes) -> Rows:
    return Rows(EventType.WRITE_ROWS, 1, 0, b"", columns, None, bytes(((1 << columns) - 1,)), rows)


def test_old_decimal_is_its_text() -> None:
    codec = codec_for(OLD_DECIMAL)
    assert codec.encode(Decimal("-1.5")) == b"   -1.50"
    assert codec.decode(b"x   -1.50", 1) == (Decimal("-1.50"), 9)
    assert codec.decode_cell(b"00001.50", 0) == (StoredCell(b"00001.50", Decimal("1.50")), 8)
    assert codec.decode_cell(b"garbage!", 0) == (StoredCell(b"garbage!"), 8)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (1, "must be Decimal"),
        (Decimal("1.234"), "more than 2 digits after the point"),
        (Decimal("123456.78"), "9 characters are more than the limit of 8"),
        (Decimal("NaN"), "neither NaN"),
    ],
)
def test_wrong_old_decimals(value: Any, message: str) -> None:
    with pytest.raises(EncodeError, match=f"column 'd', DECIMAL of 8 bytes: .*{message}"):
        codec_for(OLD_DECIMAL).encode(value)


def test_the_log_does_not_tell_an_old_decimals_length() -> None:
    specs = specs_from_table_map([ColumnType.DECIMAL], b"", b"\1")
    assert decode_rows(specs, _write(1, b"\xff"))[0].after is not None
    with pytest.raises(CorruptLogError, match="its length is not in the log"):
        decode_rows(specs, _write(1, b"\xfe    1.00"))


def test_null_has_no_bytes() -> None:
    specs = specs_from_table_map([ColumnType.NULL, ColumnType.LONG], b"", b"\3")
    assert RowFormat([NULL, INT]).encode([None, 1]) == b"\x01\x01\0\0\0"
    rows = _write(2, b"\x01\x01\0\0\0" + b"\x00\x02\0\0\0")
    changes = decode_rows(specs, rows)
    assert [change.after.values for change in changes if change.after] == [(None, 1), (StoredCell(b""), 2)]
    assert encode_rows(specs, rows, changes) == rows.rows
    with pytest.raises(EncodeError, match="only NULL"):
        codec_for(NULL).encode(0)


@pytest.mark.parametrize("metadata", ["0f000400", "f60a02", "08", "1306"])
def test_an_array_keeps_its_elements_type(metadata: str) -> None:
    data = bytes.fromhex(metadata)
    types = (ColumnType.TYPED_ARRAY, ColumnType.LONG)
    specs = specs_from_table_map(types, data, b"\3")
    assert specs[0].element_metadata == data
    form = RowFormat(specs)
    assert (form.column_types, form.metadata) == (types, data)
    rows = form.encode([JsonDocument([1, 2]), 3])
    change: RowChange
    (change,) = decode_rows(specs, _write(2, rows))
    assert change.after is not None
    assert change.after.values == (JsonDocument([1, 2]), 3)


@pytest.mark.parametrize("metadata", ["", "fe", "0f0004"])
def test_corrupt_arrays(metadata: str) -> None:
    with pytest.raises(CorruptLogError, match="Table_map"):
        specs_from_table_map([ColumnType.TYPED_ARRAY], bytes.fromhex(metadata), b"\1")


def test_varchar_from_before_5_0_is_a_char_by_another_number() -> None:
    (told,) = specs_from_table_map([ColumnType.VAR_STRING], b"\xfe\x14", b"\1")
    assert (told.type, told.length) == (ColumnType.VAR_STRING, 20)
    form = RowFormat([told])
    assert (form.column_types, form.metadata) == ((ColumnType.VAR_STRING,), b"\xfe\x14")
    assert form.encode([b"abc"]) == b"\0\x03abc"


def test_every_column_type_can_be_printed() -> None:
    assert set(CODECS) <= set(VALUE_FORMS)
