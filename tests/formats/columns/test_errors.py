"""Values and columns that cannot be: an EncodeError that names the column, its type, the limit and the value."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from binwriter.formats.columns.decimal import decimal_from_binary, decimal_to_binary
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonInteger, JsonOpaque
from binwriter.formats.columns.vector import vector
from binwriter.formats.constants import ColumnType, MetadataFieldType
from binwriter.formats.errors import CorruptLogError, EncodeError

TINY = ColumnSpec("c", ColumnType.TINY)
TINY_UNSIGNED = ColumnSpec("c", ColumnType.TINY, unsigned=True)
FLOAT = ColumnSpec("c", ColumnType.FLOAT)
DOUBLE_UNSIGNED = ColumnSpec("c", ColumnType.DOUBLE, unsigned=True)
DECIMAL = ColumnSpec("c", ColumnType.NEWDECIMAL, precision=5, scale=2)
DECIMAL_UNSIGNED = ColumnSpec("c", ColumnType.NEWDECIMAL, precision=5, scale=2, unsigned=True)
BIT = ColumnSpec("c", ColumnType.BIT, length=12)
CHAR = ColumnSpec("c", ColumnType.STRING, length=20, collation=255)
LATIN1 = ColumnSpec("c", ColumnType.VARCHAR, length=5, collation=8)
UTF8MB3 = ColumnSpec("c", ColumnType.VARCHAR, length=15, collation=33)
BINARY = ColumnSpec("c", ColumnType.STRING, length=3)
TINYTEXT = ColumnSpec("c", ColumnType.BLOB, length=1, collation=255)
ENUM = ColumnSpec("c", ColumnType.ENUM, members=("x", "y"))
SET = ColumnSpec("c", ColumnType.SET, members=("p", "q", "r"))
DATE = ColumnSpec("c", ColumnType.DATE)
TIME = ColumnSpec("c", ColumnType.TIME2, fsp=2)
DATETIME = ColumnSpec("c", ColumnType.DATETIME2, fsp=3)
TIMESTAMP = ColumnSpec("c", ColumnType.TIMESTAMP2)
YEAR = ColumnSpec("c", ColumnType.YEAR)
JSON = ColumnSpec("c", ColumnType.JSON, length=4)
VECTOR = ColumnSpec("c", ColumnType.VECTOR, length=2)
GEOMETRY = ColumnSpec("c", ColumnType.GEOMETRY, length=4)
OLD_TIME = ColumnSpec("c", ColumnType.TIME)
OLD_DATETIME = ColumnSpec("c", ColumnType.DATETIME)
OLD_TIMESTAMP = ColumnSpec("c", ColumnType.TIMESTAMP)

_LIMIT = timedelta(hours=838, minutes=59, seconds=59)
_deep: Any = []
for _ in range(100):
    _deep = [_deep]

WRONG_VALUES: list[tuple[ColumnSpec, Any, str]] = [
    (TINY, 128, r"column 'c', TINYINT: the value is not in the range -128 to 127: 128"),
    (TINY, -129, "-128 to 127"),
    (TINY_UNSIGNED, -1, r"TINYINT UNSIGNED: the value is not in the range 0 to 255: -1"),
    (TINY, True, "must be int, not bool"),
    (TINY, "1", "must be int, not str"),
    (TINY, 1.0, "must be int, not float"),
    (YEAR, 1900, "range 0, 1901 to 2155"),
    (YEAR, 2156, "range 0, 1901 to 2155"),
    (FLOAT, 1, "must be float, not int"),
    (FLOAT, 1e39, "not in the range"),
    (FLOAT, float("nan"), "neither NaN nor infinity"),
    (DOUBLE_UNSIGNED, -0.5, "DOUBLE UNSIGNED: the value is negative"),
    (DECIMAL, 1, "must be Decimal, not int"),
    (DECIMAL, Decimal(1000), r"DECIMAL\(5,2\): more than 3 digits before the point"),
    (DECIMAL, Decimal("1.234"), "more than 2 digits after the point"),
    (DECIMAL, Decimal("1e-500"), "more than 2 digits after the point"),
    (DECIMAL, Decimal("1e999999"), "more than 3 digits before the point"),
    (DECIMAL, Decimal("Infinity"), "neither NaN nor infinity"),
    (DECIMAL_UNSIGNED, Decimal("-0.01"), "the value is negative"),
    (BIT, 4096, r"BIT\(12\): the value is not in the range 0 to 4095: 4096"),
    (BIT, False, "must be int, not bool"),
    (CHAR, "abcdef", r"CHAR\(5\) CHARACTER SET utf8mb4: 6 characters are more than the limit of 5: 'abcdef'"),
    (CHAR, b"abc", "must be str, not bytes"),
    (LATIN1, "日本", "not in character set latin1"),
    (UTF8MB3, "\U0001f600", "not in character set utf8mb3"),
    (BINARY, b"abcd", r"BINARY\(3\)"),
    (BINARY, "abc", "must be bytes, not str"),
    (TINYTEXT, "ä" * 128, "TINYTEXT CHARACTER SET utf8mb4: 256 bytes are more than the limit of 255"),
    (ENUM, 3, "ENUM: the value is not in the range 0 to 2: 3"),
    (ENUM, "x", "must be int, not str"),
    (SET, 8, "SET: the value is not in the range 0 to 7: 8"),
    (DATE, "2023-11-14", "must be date or IncompleteDate, not str"),
    (DATE, datetime(2023, 11, 14), "must be date or IncompleteDate, not datetime"),
    (DATE, IncompleteDate(2023, 13, 1), "month 0-12"),
    (DATE, IncompleteDate(2023, 0, 1, hour=1), "no time of day"),
    (TIME, _LIMIT + timedelta(seconds=1), r"TIME\(2\): the value is not in the range -838:59:59 to 838:59:59"),
    (TIME, _LIMIT + timedelta(milliseconds=10), "-838:59:59 to 838:59:59"),
    (TIME, -_LIMIT - timedelta(seconds=1), "-838:59:59 to 838:59:59"),
    (TIME, timedelta(milliseconds=1), "more than 2 digits after the second"),
    (DATETIME, datetime(2023, 11, 14, microsecond=100), r"DATETIME\(3\): more than 3 digits after the second"),
    (DATETIME, datetime(2023, 11, 14, tzinfo=UTC), "datetime without time zone"),
    (DATETIME, date(2023, 11, 14), "datetime without time zone"),
    (TIMESTAMP, datetime(2023, 11, 14), "datetime with time zone"),
    (TIMESTAMP, datetime(1970, 1, 1, tzinfo=UTC), "1970-01-01 00:00:01 UTC"),
    (TIMESTAMP, datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC), "2038-01-19 03:14:07"),
    (TIMESTAMP, IncompleteDate(2023), "datetime with time zone"),
    (OLD_TIME, timedelta(milliseconds=1), "no fraction"),
    (OLD_DATETIME, datetime(2023, 1, 1, microsecond=1), "no fraction"),
    (OLD_TIMESTAMP, datetime(2023, 1, 1, microsecond=1, tzinfo=UTC), "no fraction"),
    (JSON, "{}", "must be JsonDocument, not str"),
    (JSON, JsonDocument(float("inf")), "neither NaN nor infinity"),
    (JSON, JsonDocument({1: 2}), "a key must be str"),  # type: ignore[dict-item]
    (JSON, JsonDocument({"k" * 65536: 1}), "more than 65535 bytes"),
    (JSON, JsonDocument(1 << 64), "does not fit 64 bits"),
    (JSON, JsonDocument(JsonInteger(-1, unsigned=True)), "does not fit 64 bits"),
    (JSON, JsonDocument(JsonOpaque(256, b"")), "not a JSON value"),
    (JSON, JsonDocument("\ud800"), "not a JSON value"),
    (JSON, JsonDocument([b"bytes"]), "not a JSON value"),
    (JSON, JsonDocument(datetime(2023, 1, 1, tzinfo=UTC)), "no time zone"),
    (JSON, JsonDocument(timedelta(days=40)), "a time within JSON"),
    (JSON, JsonDocument(_deep), "more than 100 levels"),
    (VECTOR, b"12345", "floats of 4 bytes"),
    (VECTOR, bytes(12), "0 to 2 floats"),
    (VECTOR, [1.0], "must be bytes"),
    (GEOMETRY, b"\0", "SRID"),
]


@pytest.mark.parametrize(("spec", "value", "message"), WRONG_VALUES)
def test_wrong_value(spec: ColumnSpec, value: Any, message: str) -> None:
    with pytest.raises(EncodeError, match=message) as caught:
        codec_for(spec).encode(value)
    assert "column 'c'" in str(caught.value)


WRONG_COLUMNS = [
    ColumnSpec("c", ColumnType.TINY_BLOB),
    ColumnSpec("c", ColumnType.NEWDECIMAL, precision=66),
    ColumnSpec("c", ColumnType.NEWDECIMAL, precision=5, scale=6),
    ColumnSpec("c", ColumnType.BIT, length=65),
    ColumnSpec("c", ColumnType.BIT),
    ColumnSpec("c", ColumnType.STRING, length=1024),
    ColumnSpec("c", ColumnType.VARCHAR, length=65536),
    ColumnSpec("c", ColumnType.VARCHAR, length=10, collation=9999),
    ColumnSpec("c", ColumnType.BLOB),
    ColumnSpec("c", ColumnType.ENUM),
    ColumnSpec("c", ColumnType.SET, members=tuple(map(str, range(65))), length=9),
    ColumnSpec("c", ColumnType.ENUM, members=tuple(map(str, range(65536)))),
    ColumnSpec("c", ColumnType.TIME2, fsp=7),
    ColumnSpec("c", ColumnType.VECTOR, length=16384),
]


@pytest.mark.parametrize("spec", WRONG_COLUMNS)
def test_wrong_column(spec: ColumnSpec) -> None:
    with pytest.raises(EncodeError):
        codec_for(spec)


def test_null_in_a_column_that_is_not_null() -> None:
    form = RowFormat([ColumnSpec("a", ColumnType.LONG), ColumnSpec("b", ColumnType.LONG, nullable=False)])
    with pytest.raises(EncodeError, match="column 'b' is NOT NULL"):
        form.encode([1, None])
    assert form.encode([1, None], present=[0]) == b"\x00\x01\x00\x00\x00"


def test_row_of_another_length() -> None:
    with pytest.raises(EncodeError, match="2 values, the table 1"):
        RowFormat([TINY]).encode([1, 2])


def test_decimal_that_does_not_fit() -> None:
    with pytest.raises(EncodeError, match=r"DECIMAL\(3,1\): more than 2 digits before the point: 123"):
        decimal_to_binary(Decimal(123), 3, 1)


def test_vector_of_something_else() -> None:
    with pytest.raises(EncodeError, match="VECTOR"):
        vector([1e300])


CORRUPT: list[tuple[ColumnSpec, str]] = [
    (ColumnSpec("c", ColumnType.NEWDECIMAL, precision=1), "e4"),  # 100 in a group of one digit
    (ColumnSpec("c", ColumnType.DATE), "ffffff"),  # month 15
    (ColumnSpec("c", ColumnType.DATETIME2), "ffffffffff"),  # year 10082
    (ColumnSpec("c", ColumnType.TIME2, fsp=2), "80000064"),  # 100 hundredths
    (ColumnSpec("c", ColumnType.VARCHAR, length=20, collation=255), "01ff"),
    (JSON, "010000000d"),  # no such type
    (JSON, "020000000403"),  # no such literal
    (JSON, "0500000000ffff0500"),  # more members than bytes
    (JSON, "0500000000000009ff"),  # a size beyond the end
]


@pytest.mark.parametrize(("spec", "data"), CORRUPT)
def test_corrupt_cell(spec: ColumnSpec, data: str) -> None:
    with pytest.raises(CorruptLogError):
        codec_for(spec).decode(bytes.fromhex(data), 0)


def test_json_that_refers_to_itself_is_refused_at_once() -> None:
    """Forty levels of arrays, each of which holds the next one twice, would be 2^40 values."""
    level = bytes.fromhex("02 00 0a 00 02 0a 00 02 0a 00")  # count, size, twice: a small array at offset 10
    document = b"\x02" + level * 40 + bytes.fromhex("00 00 04 00")
    with pytest.raises(CorruptLogError, match="overlaps"):
        codec_for(JSON).decode(len(document).to_bytes(4, "little") + document, 0)


def test_corrupt_row_names_the_column() -> None:
    with pytest.raises(CorruptLogError, match="column 'c': value at offset 1 needs 1 bytes, 0 are left"):
        RowFormat([TINY]).decode(b"\x00", 0)


def test_corrupt_decimal() -> None:
    with pytest.raises(CorruptLogError):
        decimal_from_binary(b"\x80", 9, 0)


def test_corrupt_table_maps() -> None:
    with pytest.raises(CorruptLogError, match="unknown type 200"):
        specs_from_table_map([200], b"", b"\0")
    with pytest.raises(CorruptLogError, match="5000 columns, a table has at most 4096"):
        specs_from_table_map([ColumnType.TINY] * 5000, b"", bytes(625))
    with pytest.raises(CorruptLogError, match="metadata ends"):
        specs_from_table_map([ColumnType.VARCHAR], b"\x01", b"\0")
    with pytest.raises(CorruptLogError, match="COLUMN_NAME"):
        specs_from_table_map([ColumnType.LONG], b"", b"\0", [(MetadataFieldType.COLUMN_NAME, b"\x01a\x01b")])
