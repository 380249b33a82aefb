"""to_storage: what people have in Arrow becomes storage form; the quick ways and the slow one agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.bulk.arrow_types import from_values, storage_schema, to_storage, to_values
from binwriter.bulk.conversion import batch as conversion
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.geometry import Point, geometry
from binwriter.formats.columns.spatial import point
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.columns.vector import vector
from binwriter.formats.constants import ColumnType as Type
from binwriter.mysql.engines import engine_by_name
from tests.binwriter.bulk.arrow_cases import every_spec, random_batch, table_of
from tests.examples import examples

EVERY = every_spec()
UTF8MB4, LATIN1, UCS2, UTF8MB3, ASCII, GBK = 255, 8, 35, 33, 11, 28


def column(kind: Type, **fields: Any) -> ColumnSpec:
    return ColumnSpec("c", kind, **fields)


TINY = column(Type.TINY)
BIGINT = column(Type.LONGLONG)
UBIGINT = column(Type.LONGLONG, unsigned=True)
INT24 = column(Type.INT24)
YEAR = column(Type.YEAR)
FLOAT, DOUBLE = column(Type.FLOAT), column(Type.DOUBLE)
MONEY = column(Type.NEWDECIMAL, precision=8, scale=2)
WIDE = column(Type.NEWDECIMAL, precision=60, scale=20)
BIT1, BIT9 = column(Type.BIT, length=1), column(Type.BIT, length=9)
VARCHAR = column(Type.VARCHAR, length=20, collation=UTF8MB4)  # 5 characters
CHAR = column(Type.STRING, length=12, collation=UTF8MB4)  # 3 characters
LATIN = column(Type.VARCHAR, length=5, collation=LATIN1)
WIDECHAR = column(Type.VARCHAR, length=10, collation=UCS2)
BMP = column(Type.VARCHAR, length=15, collation=UTF8MB3)
PLAIN = column(Type.VARCHAR, length=5, collation=ASCII)
TINYTEXT = column(Type.BLOB, length=1, collation=UTF8MB4)
BINARY, VARBINARY = column(Type.STRING, length=3), column(Type.VARCHAR, length=3)
BLOB = column(Type.BLOB, length=2)
ENUM = column(Type.ENUM, members=("x", "ü", "Z"), collation=UTF8MB4)
SET = column(Type.SET, members=("x", "ü", "Z"), collation=UTF8MB4)
DATE = column(Type.DATE)
TIME0, TIME3 = column(Type.TIME2), column(Type.TIME2, fsp=3)
DATETIME0, DATETIME3 = column(Type.DATETIME2), column(Type.DATETIME2, fsp=3)
TIMESTAMP0, TIMESTAMP6 = column(Type.TIMESTAMP2), column(Type.TIMESTAMP2, fsp=6)
JSON = column(Type.JSON, length=4)
GEOMETRY, POINT = column(Type.GEOMETRY, length=4), column(Type.GEOMETRY, length=4, geometry_type=1)
VECTOR = column(Type.VECTOR, length=3)
ZERO = IncompleteDate()


def stored(spec: ColumnSpec, array: pa.Array, first_row: int = 0) -> list[Any]:
    """The values after the way through storage form."""
    table = Table("s", "t", engine_by_name("InnoDB"), (Column(spec),))
    batch = to_storage(table, pa.RecordBatch.from_arrays([array], [spec.name]), first_row)
    return [value for (value,) in to_values(table, batch)]


def moment(*parts: int) -> datetime:
    return datetime(*parts)  # type: ignore[arg-type]


def instant(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type,misc]


PAIRS = pa.map_(pa.string(), pa.int64())

ACCEPTED: list[tuple[ColumnSpec, pa.Array, list[Any]]] = [
    (TINY, pa.array([1, None, -128]), [1, None, -128]),
    (TINY, pa.array([True, False]), [1, 0]),
    (TINY, pa.array([1.0, float(-5)]), [1, -5]),
    (TINY, pa.nulls(2), [None, None]),
    (TINY, pa.array([7, 7]).dictionary_encode(), [7, 7]),
    (TINY, pa.RunEndEncodedArray.from_arrays([2, 3], [4, 5]), [4, 4, 5]),
    (UBIGINT, pa.array([Decimal(2**64 - 1), Decimal("7.0")], pa.decimal128(22, 1)), [2**64 - 1, 7]),
    (UBIGINT, pa.array([2.0**63]), [2**63]),
    (BIGINT, pa.array([2**63 - 1], pa.uint64()), [2**63 - 1]),
    (INT24, pa.array([-(2**23), 2**23 - 1]), [-(2**23), 2**23 - 1]),
    (YEAR, pa.array([0, 1901, 2155, None]), [0, 1901, 2155, None]),
    (FLOAT, pa.array([0.1, None]), [float(np.float32(0.1)), None]),
    (FLOAT, pa.array([2**24 + 1, True and 3]), [float(2**24), 3.0]),
    (DOUBLE, pa.array([1.5], pa.float16()), [1.5]),
    (DOUBLE, pa.array([Decimal("1.1")]), [1.1]),
    (MONEY, pa.array(["1.5", " -2 ", "1e2", None]), [Decimal("1.50"), Decimal(-2), Decimal(100), None]),
    (
        MONEY,
        pa.array([1.005, 2.675, -1.005, 0.1 + 0.2, None]),
        [*map(Decimal, ("1.01", "2.68", "-1.01", "0.30")), None],
    ),
    (MONEY, pa.array([7, True and -3]), [Decimal(7), Decimal(-3)]),
    (MONEY, pa.array([Decimal("1.10000")]), [Decimal("1.10")]),
    (WIDE, pa.array(["9" * 40 + "." + "1" * 20]), [Decimal("9" * 40 + "." + "1" * 20)]),
    (WIDE, pa.array([0.25, 1e30]), [Decimal("0.25"), Decimal(10**30)]),
    (BIT1, pa.array([True, None, False]), [1, None, 0]),
    (BIT9, pa.array([511]), [511]),
    (VARCHAR, pa.array(["", "日本語üü", None]), ["", "日本語üü", None]),
    (VARCHAR, pa.array(["a"], pa.large_string()), ["a"]),
    (VARCHAR, pa.array(["a"], pa.string_view()), ["a"]),
    (VARCHAR, pa.array(["ü".encode()]), ["ü"]),
    (VARCHAR, pa.array(["a", "a", None]).dictionary_encode(), ["a", "a", None]),
    (
        column(Type.STRING, length=36, collation=ASCII),
        pa.array([bytes(16), None], pa.uuid()),
        ["00000000-0000-0000-0000-000000000000", None],
    ),
    (column(Type.STRING, length=16), pa.array([b"x" * 16], pa.uuid()), [b"x" * 16]),
    (CHAR, pa.array(["abc" + " " * 40]), ["abc" + " " * 40]),
    (LATIN, pa.array(["abc", "äöü€"]), ["abc", "äöü€"]),
    (LATIN, pa.array([b"\xe4bc"]), ["äbc"]),
    (WIDECHAR, pa.array(["abc", "†"]), ["abc", "†"]),
    (BMP, pa.array(["日本語"]), ["日本語"]),
    (PLAIN, pa.array(["abc"]), ["abc"]),
    (TINYTEXT, pa.array(["x" * 255]), ["x" * 255]),
    (BINARY, pa.array([b"ab\0"]), [b"ab\0"]),
    (VARBINARY, pa.array(["ü"]), ["ü".encode()]),
    (VARBINARY, pa.array([b"abc"], pa.binary(3)), [b"abc"]),
    (BLOB, pa.array([b"abc"], pa.binary_view()), [b"abc"]),
    (ENUM, pa.array(["ü", None, "x"]), [2, None, 1]),
    (ENUM, pa.array(["Z", "Z"]).dictionary_encode(), [3, 3]),
    (ENUM, pa.array([0, 3]), [0, 3]),
    (SET, pa.array(["x,Z", "", None]), [5, 0, None]),
    (SET, pa.array([["q"], ["Z", "x"], [], None]).slice(1), [5, 0, None]),
    (SET, pa.array([7.0]), [7]),
    (DATE, pa.array([date(2020, 2, 29), None]), [date(2020, 2, 29), None]),
    (DATE, pa.array([date(1, 1, 1)], pa.date64()), [date(1, 1, 1)]),
    (DATE, pa.array([moment(2020, 1, 1)], pa.timestamp("ns")), [date(2020, 1, 1)]),
    (DATE, pa.array(["9999-12-31", "2020-1-2"]), [date(9999, 12, 31), date(2020, 1, 2)]),
    (DATE, pa.array(["0000-00-00", "2020-02-31", "2020-01-02"]), [ZERO, IncompleteDate(2020, 2, 31), date(2020, 1, 2)]),
    (DATE, pa.array([b"\x41\xc8\x0f"], pa.binary(3)), [date(2020, 2, 1)]),
    (TIME0, pa.array([time(1, 2, 3)]), [timedelta(seconds=3723)]),
    (TIME0, pa.array([-5], pa.duration("s")), [timedelta(seconds=-5)]),
    (
        TIME3,
        pa.array(["-838:59:59", "01:02", "00:00:00.5"]),
        [timedelta(seconds=-3020399), timedelta(minutes=62), timedelta(milliseconds=500)],
    ),
    (TIME3, pa.array([1_000_000], pa.time64("ns")), [timedelta(milliseconds=1)]),
    (DATETIME3, pa.array([1_500], pa.timestamp("ms")), [moment(1970, 1, 1, 0, 0, 1, 500_000)]),
    (DATETIME3, pa.array([0], pa.timestamp("s", tz="America/New_York")), [moment(1969, 12, 31, 19)]),
    (DATETIME3, pa.array([date(2020, 1, 1)]), [moment(2020, 1, 1)]),
    (
        DATETIME3,
        pa.array(["2020-01-02 03:04:05.678", "2020-01-02T03:04"]),
        [moment(2020, 1, 2, 3, 4, 5, 678_000), moment(2020, 1, 2, 3, 4)],
    ),
    (DATETIME0, pa.array(["0000-00-00 00:00:00", "2020-01-02"]), [ZERO, moment(2020, 1, 2)]),
    (TIMESTAMP0, pa.array([moment(2020, 1, 1)]), [instant(2020, 1, 1)]),
    (TIMESTAMP0, pa.array([1], pa.timestamp("s", tz="Asia/Tokyo")), [instant(1970, 1, 1, 0, 0, 1)]),
    (TIMESTAMP0, pa.array(["2020-01-01T00:00:00Z", "2020-01-01 02:00:00+02:00"]), [instant(2020, 1, 1)] * 2),
    (TIMESTAMP0, pa.array(["0000-00-00 00:00:00", "2020-01-01"]), [ZERO, instant(2020, 1, 1)]),
    (TIMESTAMP6, pa.array([2**31 * 10**6 - 1], pa.timestamp("us")), [instant(2038, 1, 19, 3, 14, 7, 999_999)]),
    (
        JSON,
        pa.array(['{"a": [1, 2.5, "ü"]}', "null", None]),
        [JsonDocument({"a": [1, 2.5, "ü"]}), JsonDocument(None), None],
    ),
    (JSON, pa.array([{"a": 1, "b": [None, {"c": "d"}]}]), [JsonDocument({"a": 1, "b": [None, {"c": "d"}]})]),
    (JSON, pa.array([[("k", 1)]], PAIRS), [JsonDocument({"k": 1})]),
    (JSON, pa.array([[1, 2]]), [JsonDocument([1, 2])]),
    (JSON, pa.array([b"\x04\x01"]), [JsonDocument(True)]),
    (GEOMETRY, pa.array([point(1, 2), None]), [point(1, 2), None]),
    (POINT, pa.array([point(1, 2)], pa.large_binary()), [point(1, 2)]),
    (VECTOR, pa.array([[0.5, 1.0], None, [2.0]]), [vector([0.5, 1]), None, vector([2])]),
    (VECTOR, pa.array([[9, 9], [1, 2, 3]], pa.large_list(pa.int32())).slice(1), [vector([1, 2, 3])]),
    (VECTOR, pa.array([[1.0, 2.0]], pa.list_(pa.float32(), 2)), [vector([1, 2])]),
    (VECTOR, pa.array([vector([1])]), [vector([1])]),
]


@pytest.mark.parametrize(("spec", "array", "expected"), ACCEPTED, ids=lambda item: str(getattr(item, "type", ""))[:40])
def test_accepted(spec: ColumnSpec, array: pa.Array, expected: list[Any]) -> None:
    assert stored(spec, array) == expected


@pytest.mark.parametrize(("spec", "array", "expected"), ACCEPTED, ids=lambda item: str(getattr(item, "type", ""))[:40])
def test_the_slow_way_agrees(
    spec: ColumnSpec, array: pa.Array, expected: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversion, "_quickly", lambda spec, array: None)
    if not pa.types.is_fixed_size_binary(array.type) or spec is not DATE:
        assert stored(spec, array) == expected


REFUSED: list[tuple[ColumnSpec, pa.Array, str]] = [
    (TINY, pa.array([0, 128]), "row 1: column 'c', TINYINT: the value is not in the range -128 to 127: 128"),
    (TINY, pa.array([0.5]), "must be int, not float: 0.5"),
    (TINY, pa.array(["1"]), "must be int, not str: '1'"),
    (TINY, pa.array([float("nan")]), "must be int, not float: nan"),
    (TINY, pa.array([Decimal("1.5")]), "must be int"),
    (UBIGINT, pa.array([-1]), "the value is not in the range 0 to 18446744073709551615: -1"),
    (INT24, pa.array([2**23]), "row 0: column 'c', MEDIUMINT: the value is not in the range -8388608 to 8388607"),
    (replace(TINY, nullable=False), pa.array([1, None]), "row 1: column 'c' is NOT NULL and its value is NULL"),
    (replace(TINY, nullable=False), pa.nulls(1), "row 0: column 'c' is NOT NULL and its value is NULL"),
    (YEAR, pa.array([1900]), "the value is not in the range 0, 1901 to 2155: 1900"),
    (FLOAT, pa.array([1e39]), "FLOAT: the value is not in the range"),
    (DOUBLE, pa.array([float("inf")]), "neither NaN nor infinity"),
    (replace(DOUBLE, unsigned=True), pa.array([-0.5]), "DOUBLE UNSIGNED: the value is negative: -0.5"),
    (MONEY, pa.array([Decimal("1.005")]), r"DECIMAL\(8,2\): more than 2 digits after the point: Decimal\('1.005'\)"),
    (MONEY, pa.array(["1000000"]), "more than 6 digits before the point"),
    (MONEY, pa.array([999999.999]), "more than 6 digits before the point"),
    (MONEY, pa.array([float("nan")]), "neither NaN nor infinity"),
    (MONEY, pa.array(["1_0"]), "must be Decimal, not str: '1_0'"),
    (MONEY, pa.array(["٣"]), "must be Decimal, not str"),
    (MONEY, pa.array(["1e9999"]), "more than 6 digits before the point"),
    (MONEY, pa.array(["x"]), "must be Decimal, not str: 'x'"),
    (replace(MONEY, unsigned=True), pa.array([-1]), "the value is negative"),
    (BIT9, pa.array([512]), r"BIT\(9\): the value is not in the range 0 to 511: 512"),
    (
        VARCHAR,
        pa.array(["12345", "üüüüüü"]),
        "row 1: column 'c', VARCHAR.5. CHARACTER SET utf8mb4: 6 characters are more",
    ),
    (VARCHAR, pa.array([b"\xff"]), "byte 0xff at offset 0 is not valid in character set utf8mb4"),
    (VARCHAR, pa.array([1]), "must be str, not int: 1"),
    (CHAR, pa.array(["abcd   "]), "4 characters are more than the limit of 3"),
    (LATIN, pa.array(["Ω"]), "character 'Ω' is not in character set latin1"),
    (LATIN, pa.array(["abcdef"]), "6 characters are more than the limit of 5"),
    (BMP, pa.array(["😀"]), "character '😀' is not in character set utf8mb3"),
    (PLAIN, pa.array(["ü"]), "character 'ü' is not in character set ascii"),
    (TINYTEXT, pa.array(["x" * 256]), "256 characters are more than the limit of 255"),
    (TINYTEXT, pa.array(["ü" * 128]), "256 bytes are more than the limit of 255"),
    (BINARY, pa.array([b"abc\0"]), "4 bytes are more than the limit of 3"),
    (BLOB, pa.array([b"x" * 65536]), "65536 bytes are more than the limit of 65535"),
    (ENUM, pa.array(["x", "X"]), "row 1: column 'c', ENUM: not one of its members .*: 'X'"),
    (ENUM, pa.array([4]), "the value is not in the range 0 to 3: 4"),
    (SET, pa.array(["x,y"]), "not one of its members .*: 'y'"),
    (SET, pa.array([["x"], ["y"]]), "row 1: .*not one of its members .*: 'y'"),
    (SET, pa.array([[None]], pa.list_(pa.string())), "every member must be a name"),
    (SET, pa.array([8]), "the value is not in the range 0 to 7: 8"),
    (DATE, pa.array([moment(2020, 1, 1, 1)]), "a DATE has no time of day"),
    (DATE, pa.array(["1.1.2020"]), "must be date or IncompleteDate, not str: '1.1.2020'"),
    (DATE, pa.array(["2020-13-01"]), "year 0-9999, month 0-12"),
    (DATE, pa.array([2_932_897], pa.int32()).cast(pa.date32()), "10000-01-01"),
    (DATE, pa.array([b"\xff\xff\xff"], pa.binary(3)), "the bytes are no cell of this column"),
    (DATE, pa.array([20200101]), "must be date or IncompleteDate, not int"),
    (
        TIME0,
        pa.array([3_020_400], pa.duration("s")),
        r"TIME\(0\): the value is not in the range -838:59:59 to 838:59:59",
    ),
    (TIME0, pa.array([1], pa.duration("ms")), "more than 0 digits after the second"),
    (TIME3, pa.array(["00:00:00.1234"]), "more than 3 digits after the second"),
    (TIME3, pa.array(["00:60"]), "must be timedelta, not str: '00:60'"),
    (DATETIME3, pa.array([1], pa.timestamp("ns")), "more than 3 digits after the second: '1970-01-01"),
    (DATETIME3, pa.array([10**18], pa.timestamp("us")), r"column 'c', DATETIME\(3\)"),
    (DATETIME3, pa.array(["2020-01-02 03:04:05.678900001"]), "more than 3 digits after the second"),
    (DATETIME3, pa.array(["2020-01-02 25:00:00"]), "hour 0-23"),
    (TIMESTAMP0, pa.array([0], pa.timestamp("s")), "the value is not in the range 1970-01-01 00:00:01 UTC to 2038"),
    (
        TIMESTAMP0,
        pa.array([2**31], pa.timestamp("s", tz="UTC")),
        "the value is not in the range 1970-01-01 00:00:01 UTC",
    ),
    (TIMESTAMP0, pa.array(["2020-00-01 00:00:00"]), "IncompleteDate"),
    (TIMESTAMP6, pa.array([7]), "must be datetime with time zone"),
    (JSON, pa.array(["{}", "{"]), "row 1: column 'c', JSON: invalid JSON text"),
    (JSON, pa.array([b"{}"]), "column 'c', JSON: .*no value of type 123"),
    (JSON, pa.array([{"a": b"x"}]), "not a JSON value: b'x'"),
    (GEOMETRY, pa.array([b"x"]), "a geometry is an SRID of 4 bytes"),
    (replace(POINT, geometry_type=3), pa.array([point(1, 2)]), "POLYGON: the value is a POINT"),
    (GEOMETRY, pa.array(["POINT(1 2)"]), "must be bytes"),
    (VECTOR, pa.array([[1.0] * 4]), r"VECTOR\(3\): 16 bytes are not 0 to 3 floats"),
    (VECTOR, pa.array([[float("nan")]]), "neither NaN nor infinity"),
    (VECTOR, pa.array([[1e39]]), "neither NaN nor infinity"),
    (VECTOR, pa.array([[1.0, None]]), "every entry must be a number"),
    (VECTOR, pa.array([b"abc"]), "3 bytes are not"),
    (column(Type.NULL), pa.array([1]), "this column holds only NULL: 1"),
]


@pytest.mark.parametrize(("spec", "array", "message"), REFUSED, ids=lambda item: str(getattr(item, "type", ""))[:40])
def test_refused(spec: ColumnSpec, array: pa.Array, message: str) -> None:
    with pytest.raises(EncodeError, match=message):
        stored(spec, array)


def test_rows_are_counted_from_the_first() -> None:
    many = pa.array([1] * 5000 + [300] + [1] * 5000)
    with pytest.raises(EncodeError, match="row 105000: column 'c', TINYINT"):
        stored(TINY, many, first_row=100_000)
    with pytest.raises(EncodeError, match="row 15000: column 'c', ENUM"):
        stored(ENUM, pa.array(["x"] * 5000 + ["y"]), first_row=10_000)
    with pytest.raises(EncodeError, match="row 12: column 'c' is NOT NULL"):
        stored(replace(TINY, nullable=False), pa.array([1, 2, None]), first_row=10)


# --- columns of the batch ---------------------------------------------------------------------------------------------


def two_columns(second: Column) -> Table:
    return Table("s", "t", engine_by_name("InnoDB"), (Column(replace(TINY, name="A")), second))


def test_columns_are_found_by_name() -> None:
    table = two_columns(Column(replace(VARCHAR, name="b")))
    batch = pa.record_batch([pa.array(["x"]), pa.array([1])], names=["B", "a"])
    found = to_storage(table, batch)
    assert found.schema.names == ["A", "b"]
    assert to_values(table, found) == [(1, "x")]


def test_columns_that_are_left_out_have_their_default() -> None:
    batch = pa.record_batch([pa.array([1, 2])], names=["a"])
    with_default = two_columns(Column(replace(DATE, name="b"), default=ZERO))
    assert to_values(with_default, to_storage(with_default, batch)) == [(1, ZERO), (2, ZERO)]
    nullable = two_columns(Column(replace(VARCHAR, name="b")))
    assert to_values(nullable, to_storage(nullable, batch)) == [(1, None), (2, None)]
    for column_ in (
        Column(replace(VARCHAR, name="b", nullable=False)),
        Column(replace(VARCHAR, name="b", nullable=False), DefaultKind.NONE),
        Column(replace(DATETIME0, name="b"), DefaultKind.NOW),
        Column(replace(BIGINT, name="b", nullable=False), auto_increment=True, default=0),
    ):
        with pytest.raises(EncodeError, match=r"column 'b' of table s\.t is not in the batch"):
            to_storage(two_columns(column_), batch)


def test_columns_that_the_table_has_not() -> None:
    table = two_columns(Column(replace(VARCHAR, name="b")))
    with pytest.raises(EncodeError, match=r"column 'd': table s\.t has none such; it has A, b"):
        to_storage(table, pa.record_batch([pa.array([1])], names=["d"]))
    with pytest.raises(EncodeError, match=r"column 'a' stands twice"):
        to_storage(table, pa.record_batch([pa.array([1]), pa.array([1])], names=["A", "a"]))


# --- storage form is storage form -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_storage_form_stays_as_it_is(seed: int) -> None:
    table = table_of(EVERY)
    batch = random_batch(table, np.random.default_rng(seed), 30)
    found = to_storage(table, batch)
    assert found.schema.types == batch.schema.types
    assert to_values(table, found) == to_values(table, batch)
    assert from_values(table, to_values(table, batch)).schema.names == storage_schema(table).names


NUMBERS: Sequence[ColumnSpec] = (TINY, UBIGINT, INT24, FLOAT, MONEY, WIDE, BIT9, ENUM, SET)


@given(
    spec=st.sampled_from(NUMBERS),
    values=st.lists(
        st.none()
        | st.integers(-(2**63), 2**63 - 1)
        | st.integers(-200, 200)
        | st.integers(-(10**9), 10**9).map(lambda number: number / 1000),
        max_size=6,
    ),
    kind=st.sampled_from((pa.int64(), pa.float64(), pa.decimal128(30, 5), pa.float32())),
)
@settings(max_examples=examples(150), deadline=None)
def test_numbers_quick_and_slow(spec: ColumnSpec, values: list[Any], kind: pa.DataType) -> None:
    try:
        array = pa.array([None if value is None else Decimal(str(value)) for value in values]).cast(kind, safe=False)
    except pa.ArrowInvalid:
        return
    answers = []
    for quick in (conversion._quickly, lambda spec, array: None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(conversion, "_quickly", quick)
            try:
                answers.append(repr(stored(spec, array)))
            except EncodeError as error:
                answers.append(str(error))
    assert answers[0] == answers[1]


def test_shapes_have_the_srid_of_their_column() -> None:
    spec = column(Type.GEOMETRY, length=4, srid=4326)
    good, bad = geometry(Point(1.0, 2.0), 4326), geometry(Point(1.0, 2.0))
    assert stored(spec, pa.array([good, None, good])) == [good, None, good]
    with pytest.raises(EncodeError, match="its values have SRID 4326, not 0"):
        stored(spec, pa.array([good, None, bad]))
