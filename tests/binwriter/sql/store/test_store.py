"""Values into columns, against what a MySQL 9.7.4 stored, refused and warned of (store.jsonl).

A line of that file: column type, literal, then for the default sql_mode and for the empty one either value and
diagnostics or error number and text. Binary values are in hexadecimal.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.catalog.schemas import Catalog, Schema
from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import engine_by_name
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.ddl.table.define import build_table
from binwriter.sql.expressions.moments.temporal import format_date, format_datetime, format_time
from binwriter.sql.expressions.moments.timezone import to_local
from binwriter.sql.expressions.numbers import decimal_text
from binwriter.sql.store import implicit_default, store
from tests.binwriter.sql.support import DEFAULT_SQL_MODE, literal, make_context

OBSERVED = [json.loads(line) for line in (Path(__file__).parent / "store.jsonl").read_text("utf-8").splitlines()]


def column_of(definition: str, sql_mode: str = "") -> Column:
    catalog = Catalog()
    catalog.schemas["test"] = Schema("test")
    text = f"CREATE TABLE t (c {definition})"
    table = build_table(
        None,
        catalog,
        make_context(sql_mode),
        default_schema="test",
        default_engine=engine_by_name("InnoDB"),
        text=text,
    )
    return table.columns[0]


def shown(value: ColumnValue, spec: ColumnSpec) -> str:
    """A stored value as SELECT CONCAT(c), or HEX(c), shows it."""
    match spec.type:
        case ColumnType.BIT:
            assert isinstance(value, int)
            return f"{value:X}"
        case ColumnType.ENUM:
            assert isinstance(value, int)
            return spec.members[value - 1] if value else ""
        case ColumnType.SET:
            assert isinstance(value, int)
            return ",".join(member for bit, member in enumerate(spec.members) if value >> bit & 1)
        case ColumnType.YEAR:
            return f"{value:04d}"
        case ColumnType.FLOAT | ColumnType.DOUBLE:
            assert isinstance(value, float)
            if spec.precision:
                return f"{value:.{spec.scale}f}"
            return real_text(value, single=spec.type is ColumnType.FLOAT)
        case ColumnType.DATE:
            assert isinstance(value, (date, IncompleteDate))
            return format_date(value)
        case ColumnType.DATETIME2 | ColumnType.TIMESTAMP2:
            assert isinstance(value, (datetime, IncompleteDate))
            if isinstance(value, datetime) and value.tzinfo is not None:
                value = to_local(value, make_context())
            return format_datetime(value, spec.fsp)
        case ColumnType.TIME2:
            assert isinstance(value, timedelta)
            return format_time(value, spec.fsp)
    if isinstance(value, bytes):
        return value.hex().upper()
    return decimal_text(value) if isinstance(value, Decimal) else str(value)


@pytest.mark.parametrize("row", OBSERVED, ids=[f"{row[0]}-{row[1]}"[:60] for row in OBSERVED])
def test_as_a_server_stores(row: list[Any]) -> None:
    definition, text, *outcomes = row
    column = column_of(definition)
    for mode, (first, second) in zip((DEFAULT_SQL_MODE, ""), (outcomes[:2], outcomes[2:]), strict=True):
        context = make_context(mode)
        decimals = len(text.rstrip("'").partition(".")[2]) if text.startswith("TIME") else None
        if isinstance(first, int):
            with pytest.raises(MySQLError) as caught:
                store(column, literal(text), context, as_error=bool(mode), decimals=decimals)
            assert (caught.value.code, caught.value.message) == (first, second)
            continue
        value = store(column, literal(text), context, as_error=bool(mode), decimals=decimals)
        assert shown(value, column.spec) == first
        assert [[d.level, d.code, d.message] for d in context.diagnostics] == second


# sql_mode, column, literal -> value shown, code of the warning (0: none); strict modes raise instead
ZERO_DATES = [
    ("NO_ZERO_DATE,NO_ZERO_IN_DATE", "DATE", "'0000-00-00'", "0000-00-00", 1264),
    ("NO_ZERO_DATE,NO_ZERO_IN_DATE", "TIMESTAMP", "'2020-00-01'", "0000-00-00 00:00:00", 1264),
    ("NO_ZERO_DATE,NO_ZERO_IN_DATE", "DATE", "20200001", "0000-00-00", 1265),
    ("NO_ZERO_DATE,NO_ZERO_IN_DATE", "DATETIME", "0", "0000-00-00 00:00:00", 1264),
    ("STRICT_TRANS_TABLES", "DATE", "'0000-00-00'", "0000-00-00", 0),
    ("STRICT_TRANS_TABLES", "DATE", "'2020-00-01'", "2020-00-01", 0),
    ("STRICT_TRANS_TABLES", "DATE", "20200001", "2020-00-01", 0),
    ("STRICT_TRANS_TABLES", "TIMESTAMP", "0", "0000-00-00 00:00:00", 0),
    ("STRICT_TRANS_TABLES", "TIMESTAMP", "'2020-00-01'", "", 1292),
    ("STRICT_TRANS_TABLES", "DATE", "'2020-02-30'", "", 1292),
    ("ALLOW_INVALID_DATES,STRICT_ALL_TABLES", "DATE", "'2020-02-30'", "2020-02-30", 0),
    ("ALLOW_INVALID_DATES", "TIMESTAMP", "'2020-02-30'", "0000-00-00 00:00:00", 1264),
    ("ALLOW_INVALID_DATES", "TIMESTAMP", "20200001", "0000-00-00 00:00:00", 1265),
]


@pytest.mark.parametrize(("mode", "definition", "text", "expected", "code"), ZERO_DATES)
def test_zero_and_invalid_dates_by_sql_mode(mode: str, definition: str, text: str, expected: str, code: int) -> None:
    column, context = column_of(definition), make_context(mode)
    if not expected:
        with pytest.raises(MySQLError) as caught:
            store(column, literal(text), context, as_error=True)
        assert caught.value.code == code
        return
    value = store(column, literal(text), context, as_error="STRICT" in mode)
    assert shown(value, column.spec) == expected
    assert [diagnostic.code for diagnostic in context.diagnostics] == ([code] if code else [])


def test_insert_ignore_keeps_the_strict_code_of_bit() -> None:
    context = make_context()
    assert store(column_of("BIT(5)"), 99, context, as_error=False) == 31
    assert [diagnostic.code for diagnostic in context.diagnostics] == [1406]


def test_null_stays_null() -> None:
    assert store(column_of("INT NOT NULL"), None, make_context(), as_error=True) is None


def test_the_row_number_stands_in_the_text() -> None:
    context = make_context()
    context.row_number = 7
    with pytest.raises(MySQLError, match="for column 'c' at row 7"):
        store(column_of("INT"), "x", context, as_error=True)


@pytest.mark.parametrize(
    ("zone", "instant"),
    [
        ("SYSTEM", datetime(2020, 7, 1, 12, tzinfo=UTC)),
        ("+02:00", datetime(2020, 7, 1, 10, tzinfo=UTC)),
        ("-09:30", datetime(2020, 7, 1, 21, 30, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2020, 7, 1, 10, tzinfo=UTC)),
    ],
)
def test_a_timestamp_is_stored_in_utc(zone: str, instant: datetime) -> None:
    context = make_context(time_zone=zone)
    assert store(column_of("TIMESTAMP"), "2020-07-01 12:00:00", context, as_error=True) == instant
    assert context.facts.uses_time_zone


def test_a_time_that_the_clock_skips() -> None:
    column, text = column_of("TIMESTAMP"), "2020-03-29 02:30:00"
    with pytest.raises(MySQLError) as caught:
        store(column, text, make_context(time_zone="Europe/Berlin"), as_error=True)
    assert caught.value.code == 1292
    loose = store(column, text, make_context("", "Europe/Berlin"), as_error=False)
    assert loose == datetime(2020, 3, 29, 1, tzinfo=UTC)


def test_a_time_gets_the_current_date() -> None:
    context = make_context()
    time = timedelta(hours=10, minutes=11, seconds=12, milliseconds=500)
    assert store(column_of("DATETIME"), time, context, as_error=True) == datetime(2020, 1, 2, 10, 11, 13)
    before = store(column_of("DATETIME"), -timedelta(hours=10, minutes=11, seconds=12), context, as_error=True)
    assert before == datetime(2020, 1, 1, 13, 48, 48)
    assert store(column_of("YEAR"), time, context, as_error=True) == 2020
    assert context.diagnostics == []
    assert store(column_of("DATE"), time, context, as_error=True) == date(2020, 1, 2)
    assert [(d.level, d.code) for d in context.diagnostics] == [("Note", 1292)]


def test_decimals_of_the_value_show_in_text() -> None:
    moment = datetime(2020, 1, 2, 3, 4, 5, 600_000)
    column = column_of("VARCHAR(30)")
    assert store(column, moment, make_context(), as_error=True, decimals=2) == "2020-01-02 03:04:05.60"
    assert store(column, moment, make_context(), as_error=True) == "2020-01-02 03:04:05.6"


def test_stored_types() -> None:
    """What rows hold, as ColumnValue has it."""
    context = make_context()
    assert store(column_of("BINARY(4)"), "ab", context, as_error=True) == b"ab\0\0"
    assert store(column_of("DECIMAL(5,2)"), 1, context, as_error=True) == Decimal("1.00")
    assert str(store(column_of("DECIMAL(5,2)"), 1, context, as_error=True)) == "1.00"
    assert store(column_of("FLOAT"), Decimal("1.1"), context, as_error=True) == 1.100000023841858
    assert store(column_of("CHAR(5)"), "a  ", context, as_error=True) == "a"
    assert store(column_of("TEXT CHARACTER SET latin1"), b"\xe4", context, as_error=True) == "ä"


def test_documents_take_what_they_can_hold() -> None:
    stored = store(column_of("JSON"), '{"k": [1, null]}', make_context(), as_error=True)
    assert isinstance(stored, JsonDocument)
    with pytest.raises(MySQLError, match="Invalid JSON text"):
        store(column_of("JSON"), "{", make_context(), as_error=True)
    with pytest.raises(MySQLError, match="Cannot get geometry object"):
        store(column_of("GEOMETRY"), 1, make_context(), as_error=True)
    with pytest.raises(MySQLError, match="Value of type 'string, size: 7' cannot be converted to 'vector' type"):
        store(column_of("VECTOR(3)"), "[1,2,3]", make_context(), as_error=True)


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("INT", 0),
        ("DECIMAL(5,2)", Decimal("0.00")),
        ("DOUBLE", 0.0),
        ("BIT(3)", 0),
        ("YEAR", 0),
        ("VARCHAR(3)", ""),
        ("BINARY(3)", b"\0\0\0"),
        ("BLOB", b""),
        ("TEXT", ""),
        ("ENUM('x','y')", 1),
        ("SET('x','y')", 0),
        ("DATE", IncompleteDate()),
        ("DATETIME", IncompleteDate()),
        ("TIMESTAMP", IncompleteDate()),
        ("TIME", timedelta()),
    ],
)
def test_implicit_default(definition: str, expected: ColumnValue) -> None:
    value = implicit_default(column_of(f"{definition} NOT NULL"))
    assert value == expected
    assert type(value) is type(expected)


_FUZZED = [
    column_of(definition)
    for definition in (
        "INT",
        "BIGINT UNSIGNED",
        "DECIMAL(10,3)",
        "DOUBLE",
        "FLOAT(5,2)",
        "BIT(8)",
        "YEAR",
        "CHAR(3)",
        "TINYTEXT CHARACTER SET latin1",
        "VARBINARY(3)",
        "ENUM('a','b')",
        "SET('a','b')",
        "DATE",
        "DATETIME(3)",
        "TIMESTAMP",
        "TIME",
    )
]
_ANY_VALUE = st.one_of(
    st.text(st.sampled_from("0123456789-:. T+eE/äx\t"), max_size=24),
    st.text(max_size=8),
    st.binary(max_size=8),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.decimals(allow_nan=False, allow_infinity=False),
    st.dates(),
    st.datetimes(),
    st.timedeltas(timedelta(hours=-900), timedelta(hours=900)),
)


@given(st.sampled_from(_FUZZED), _ANY_VALUE)
@pytest.mark.slow
def test_not_strict_every_value_can_be_stored(column: Column, value: object) -> None:
    """And what is stored can be stored again unchanged."""
    stored = store(column, value, make_context(""), as_error=False)
    if column.spec.type is ColumnType.ENUM and stored == 0:
        return  # the error value '' is no member
    context = make_context("")
    assert store(column, stored, context, as_error=False) == stored
    assert context.diagnostics == []


@pytest.mark.slow
@given(st.sampled_from(_FUZZED), _ANY_VALUE)
def test_strict_only_mysql_errors_come_out(column: Column, value: object) -> None:
    try:
        store(column, value, make_context(), as_error=True)
    except MySQLError as error:
        assert error.code in (1264, 1265, 1292, 1366, 1406, 1441)
