"""Rules that no sample file shows: limits between two forms, what is cut, what text becomes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import construct as cs
import pytest

from binwriter.formats.columns.decimal import decimal_from_binary, decimal_to_binary, digits_of
from binwriter.formats.columns.json.binary import JsonType, json_from_binary, json_to_binary
from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.layout import compiled
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata, specs_from_table_map
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonInteger
from binwriter.formats.constants import ColumnType, MetadataFieldType
from binwriter.formats.errors import EncodeError


def spec(kind: ColumnType, **fields: Any) -> ColumnSpec:
    return ColumnSpec("c", kind, **fields)


def test_decimal_of_the_manual() -> None:
    """The worked example of MySQL's documentation of decimal2bin."""
    positive = bytes.fromhex("81 0d fb 38 d2 04 d2")
    assert decimal_to_binary(Decimal("1234567890.1234"), 14, 4) == positive
    assert decimal_to_binary(Decimal("-1234567890.1234"), 14, 4) == bytes(byte ^ 0xFF for byte in positive)
    assert decimal_from_binary(b"x" + positive, 14, 4, offset=1) == (Decimal("1234567890.1234"), 8)


def test_there_is_no_negative_zero() -> None:
    assert decimal_to_binary(Decimal("-0.00"), 5, 2) == decimal_to_binary(Decimal(0), 5, 2)


def test_digits_of_a_decimal() -> None:
    assert digits_of(Decimal("123.456")) == (6, 3)
    assert digits_of(Decimal("0.05")) == (3, 2)
    assert digits_of(Decimal("1E+2")) == (3, 0)


@pytest.mark.parametrize(
    ("length", "metadata"), [(20, "fe14"), (255, "feff"), (256, "ee00"), (400, "ee90"), (1020, "cefc")]
)
def test_char_metadata(length: int, metadata: str) -> None:
    codec = codec_for(spec(ColumnType.STRING, length=length, collation=255))
    assert codec.metadata.hex() == metadata
    (told,) = specs_from_table_map([codec.wire_type], codec.metadata, b"\1")
    assert (told.type, told.length) == (ColumnType.STRING, length)
    assert codec.encode("ab") == (b"\x02ab" if length < 256 else b"\x02\x00ab")


def test_char_is_cut_but_not_varchar() -> None:
    char = codec_for(spec(ColumnType.STRING, length=3, collation=8))
    assert char.encode("a     ") == b"\x01a"
    assert codec_for(spec(ColumnType.STRING, length=3)).encode(b"a\0 ") == b"\x03a\0 "
    assert codec_for(spec(ColumnType.STRING, length=3)).encode(b"a\0\0") == b"\x01a"
    assert codec_for(spec(ColumnType.VARCHAR, length=3, collation=8)).encode("a  ") == b"\x03a  "
    utf16 = codec_for(spec(ColumnType.STRING, length=12, collation=54))
    assert utf16.encode("a ") == b"\x02\0a"


@pytest.mark.parametrize(
    ("members", "width"), [(8, 1), (9, 2), (16, 2), (17, 3), (24, 3), (25, 4), (32, 4), (33, 8), (64, 8)]
)
def test_set_width(members: int, width: int) -> None:
    codec = codec_for(spec(ColumnType.SET, members=tuple(map(str, range(members)))))
    assert codec.metadata == bytes((ColumnType.SET, width))
    assert codec.encode((1 << members) - 1) == ((1 << members) - 1).to_bytes(width, "little")


@pytest.mark.parametrize(("members", "width"), [(1, 1), (255, 1), (256, 2), (65535, 2)])
def test_enum_width(members: int, width: int) -> None:
    codec = codec_for(spec(ColumnType.ENUM, members=tuple(map(str, range(members)))))
    assert (codec.wire_type, codec.metadata) == (ColumnType.STRING, bytes((ColumnType.ENUM, width)))
    assert codec.encode(members) == members.to_bytes(width, "little")


def test_a_reader_without_members_knows_the_width() -> None:
    (told,) = specs_from_table_map([ColumnType.STRING], bytes((ColumnType.SET, 3)), b"\0")
    assert codec_for(told).decode(b"\x01\x02\x03", 0) == (0x030201, 3)


def test_zero_values() -> None:
    zero = IncompleteDate()
    assert codec_for(spec(ColumnType.DATE)).encode(zero) == bytes(3)
    assert codec_for(spec(ColumnType.DATETIME2)).encode(zero) == b"\x80" + bytes(4)
    assert codec_for(spec(ColumnType.TIMESTAMP2, fsp=6)).encode(zero) == bytes(7)
    assert codec_for(spec(ColumnType.TIME2)).encode(timedelta()) == b"\x80\0\0"
    assert codec_for(spec(ColumnType.YEAR)).encode(0) == b"\0"


def test_limits_of_time() -> None:
    codec = codec_for(spec(ColumnType.TIME2))
    limit = timedelta(hours=838, minutes=59, seconds=59)
    assert codec.decode(codec.encode(limit), 0)[0] == limit
    assert codec.decode(codec.encode(-limit), 0)[0] == -limit


def test_a_timestamp_is_an_instant() -> None:
    codec = codec_for(spec(ColumnType.TIMESTAMP2))
    vienna = timezone(timedelta(hours=1))
    assert codec.encode(datetime(2023, 11, 14, 23, 13, 20, tzinfo=vienna)) == codec.encode(
        datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    )


def charset_field(*collations: int) -> tuple[int, bytes]:
    specs = [spec(ColumnType.VARCHAR, length=10, collation=collation) for collation in collations]
    (field,) = optional_metadata(specs, full=False, primary_key=None)
    return field


def test_default_charset_or_one_per_column() -> None:
    default, column = MetadataFieldType.DEFAULT_CHARSET, MetadataFieldType.COLUMN_CHARSET
    assert charset_field(8, 63) == (column, b"\x08\x3f")
    assert charset_field(63, 8, 8) == (default, b"\x08\x00\x3f")
    assert charset_field(8, 8, 33, 63) == (column, b"\x08\x08\x21\x3f")
    # equally frequent: the lowest id
    assert charset_field(33, 33, 33, 8, 8, 8)[0] == column
    assert charset_field(33, 33, 8) == (default, b"\x21\x02\x08")


JSON_INTEGERS = [
    (-32769, JsonType.INT32),
    (-32768, JsonType.INT16),
    (32767, JsonType.INT16),
    (32768, JsonType.INT32),
    (2**31, JsonType.INT64),
    (2**32 - 1, JsonType.INT64),
    (2**32, JsonType.UINT64),
    (JsonInteger(2**32, unsigned=False), JsonType.INT64),
    (JsonInteger(65535, unsigned=True), JsonType.UINT16),
    (JsonInteger(65536, unsigned=True), JsonType.UINT32),
]


@pytest.mark.parametrize(("value", "kind"), JSON_INTEGERS)
def test_json_integer_types(value: int | JsonInteger, kind: JsonType) -> None:
    data = json_to_binary(JsonDocument(value))
    assert data[0] == kind
    assert json_from_binary(data) == JsonDocument(value)
    for size in (1, 7000):  # small and large containers, inlined or not
        array = JsonDocument([value, *["0123456789"] * size])
        assert json_from_binary(json_to_binary(array)) == array


def test_json_changes_to_the_large_form() -> None:
    def string(length: int) -> JsonDocument:
        return JsonDocument(["x" * length])

    # count, size, type, offset and the string's three length bytes
    largest = 65535 - 2 - 2 - 1 - 2 - 3
    assert json_to_binary(string(largest))[0] == JsonType.SMALL_ARRAY
    assert json_to_binary(string(largest + 1))[0] == JsonType.LARGE_ARRAY
    for document in (string(largest), string(largest + 1), JsonDocument({"k": {"large": "x" * 70000}, "i": -1})):
        assert json_from_binary(json_to_binary(document)) == document


def test_json_keys_are_sorted_by_length_then_bytes() -> None:
    document = json_from_binary(json_to_binary(JsonDocument({"bb": 1, "c": 2, "ab": 3, "ä": 4})))
    assert list(document.root) == ["c", "ab", "bb", "ä"]  # type: ignore[arg-type]


def test_json_text() -> None:
    assert json_from_text('{"a": 1, "a": [1.0, null, true]}') == JsonDocument({"a": [1.0, None, True]})
    assert json_from_text(str(2**64)) == JsonDocument(float(2**64))
    for text in ("", "{", "NaN", "{'a': 1}", "[" * 100_000):
        with pytest.raises(EncodeError, match="invalid JSON text"):
            json_from_text(text)


def test_json_of_a_hundred_levels() -> None:
    value: Any = 0
    for _ in range(99):
        value = [value]
    assert json_from_binary(json_to_binary(JsonDocument(value))) == JsonDocument(value)


def test_no_bytes_are_json_null() -> None:
    assert codec_for(spec(ColumnType.JSON)).decode(bytes(4), 0) == (JsonDocument(None), 4)


@pytest.mark.parametrize(
    ("declaration", "value"),
    [
        (cs.Int16sl, -2),
        (cs.Int16ub, 3),
        (cs.Float64l, 2.5),
        (cs.Int24sl, -7),
        (cs.BytesInteger(5), 1 << 33),
        (cs.Sequence(cs.Int8ul, cs.Int32ul), (1, 2)),
        (cs.Sequence(cs.Int8ul, cs.Int32ub), [1, 2]),
        (cs.Prefixed(cs.Int16ul, cs.GreedyBytes), b"abc"),
        (cs.Prefixed(cs.Int8ul, cs.Int16ul), 5),
        (cs.VarInt, 300),
    ],
)
def test_a_compiled_layout_does_what_construct_does(declaration: Any, value: Any) -> None:
    layout = compiled(declaration)
    data = declaration.build(value)
    assert layout.build(value) == data
    assert layout.parse(b"--" + data + b"--", 2) == (value, 2 + len(data))
