"""JSON documents as SQL, and what each is in Python: what `capture_json` stores on a real server.

Where no value is given, it is what Python's own reading of the text that the server SELECTs gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.json.binary import json_decimal, json_temporal
from binwriter.formats.columns.values import IncompleteDate, JsonInteger, JsonOpaque
from binwriter.formats.constants import ColumnType


@dataclass(frozen=True)
class Document:
    """sql: an expression. value: the document's root; absent: from the text. big: its text is not kept.

    text: the JSON text that the expression is made of, if it is one.
    """

    sql: str
    value: Any = ...
    big: bool = False
    text: str | None = None


def _text(text: str) -> Document:
    return Document("'" + text.replace("\\", "\\\\").replace("'", "''") + "'", text=text)


_INTEGERS = [
    sign * (1 << bits) + step for bits in (7, 8, 15, 16, 31, 32, 63, 64) for sign in (-1, 1) for step in (-1, 0, 1)
]
_NUMBERS = (
    *(str(number) for number in _INTEGERS),
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1.0",
    "0.1",
    "-1.5e3",
    "1E300",
    "1.7976931348623157e308",
    "5e-324",
    "123456789.123456789",
    "1234567890123456789012345678901234567890",
    "1.0E+2",
    "0.1234567890123456789012345",
    "2.2250738585072011e-308",
    "9007199254740993.0",
    "123456789012345678901234567890.5",
    "1e-400",
    "3.14159265358979323846264338327950288",
    "7.2057594037927933e16",
    "18446744073709551616.0",
    "1e23",
)
_TEXTS = (
    "null",
    "true",
    "false",
    *_NUMBERS,
    '""',
    '"a"',
    '"ä𝄞\\u0041\\n\\"\\\\/"',
    '"\\u0000"',
    '"\\ud834\\udd1e \\u00e9 \\b\\f\\r\\t"',
    ' [ 1 , { "a" : 2 } ] ',
    '{"\\u0061": 1, "a": 2}',
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    '{"": ""}',
    '{"a": {}}',
    '[1, "a", null, true, false, 1.5, [], {}]',
    '{"b": 1, "a": 2, "aa": 3, "B": 4, "ab": 5, "ä": 6, "": 7}',
    '{"a": 1, "b": 2, "a": 3}',
    '{"a": {"x": 1, "x": [2, 3]}, "a": {"y": 1}}',
    f"[{', '.join(_NUMBERS)}]",
    '{"n": null, "t": true, "f": false, "i": -1, "u": 65535, "l": 65536, "d": 1.5, "s": "text"}',
    "[" * 99 + "1" + "]" * 99,
    '{"k": ' * 99 + "1" + "}" * 99,
    "[" * 100 + "]" * 100,
)


def _strings(length: int) -> Document:
    return Document(f"JSON_QUOTE(REPEAT('x', {length}))", "x" * length, big=True)


def _array_of_string(length: int) -> Document:
    return Document(f"JSON_ARRAY(REPEAT('x', {length}))", ["x" * length], big=True)


def _sequence(expression: str, count: int) -> str:
    return (
        f"(WITH RECURSIVE s AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM s WHERE n + 1 < {count})"
        f" SELECT {expression} FROM s)"
    )


def _integers(count: int, step: str = "n", values: list[Any] | None = None) -> Document:
    sql = _sequence(f"CAST(CONCAT('[', GROUP_CONCAT({step} ORDER BY n), ']') AS JSON)", count)
    return Document(sql, list(range(count)) if values is None else values, big=True)


_SCALARS_OF_SQL = (
    Document("CAST(1.5 AS JSON)", Decimal("1.5")),
    Document(
        "JSON_ARRAY(1.50, -0.05, 0.0, 12345678901234567890.123456789)",
        [
            Decimal("1.50"),
            Decimal("-0.05"),
            Decimal("0.0"),
            Decimal("12345678901234567890.123456789"),
        ],
    ),
    Document(f"CAST({'9' * 65} AS JSON)", Decimal("9" * 65)),
    Document(f"CAST(-0.{'0' * 29}1 AS JSON)", Decimal("-0." + "0" * 29 + "1")),
    Document("JSON_ARRAY(1e0, -1.5e0, 1/3e0)", [1.0, -1.5, 1 / 3]),
    Document("JSON_ARRAY(TRUE, FALSE, NULL, 1 = 1)", [True, False, None, True]),
    Document(
        "JSON_ARRAY(CAST(5 AS UNSIGNED), CAST(65536 AS UNSIGNED), CAST(4294967296 AS SIGNED))",
        [
            JsonInteger(5, unsigned=True),
            JsonInteger(65536, unsigned=True),
            JsonInteger(4294967296, unsigned=False),
        ],
    ),
    Document("CAST(CAST(32768 AS UNSIGNED) AS JSON)", JsonInteger(32768, unsigned=True)),
    Document("CAST(CAST('2024-02-29' AS DATE) AS JSON)", date(2024, 2, 29)),
    Document("CAST(CAST('-838:59:59' AS TIME) AS JSON)", -timedelta(hours=838, minutes=59, seconds=59)),
    Document("CAST(CAST('-00:00:00.000001' AS TIME(6)) AS JSON)", -timedelta(microseconds=1)),
    Document(
        "CAST(CAST('12:34:56.789' AS TIME(3)) AS JSON)", timedelta(hours=12, minutes=34, seconds=56, milliseconds=789)
    ),
    Document(
        "CAST(CAST('9999-12-31 23:59:59.999999' AS DATETIME(6)) AS JSON)", datetime(9999, 12, 31, 23, 59, 59, 999999)
    ),
    Document(
        "JSON_OBJECT('d', CAST('1000-01-01' AS DATETIME), 't', TIMESTAMP'2024-01-02 03:04:05')",
        {"d": datetime(1000, 1, 1), "t": datetime(2024, 1, 2, 3, 4, 5)},
    ),
    Document("CAST(x'00ff10' AS JSON)", JsonOpaque(ColumnType.VARCHAR, b"\x00\xff\x10")),
    Document(
        "JSON_ARRAY(b'101', x'', CAST('ä' AS BINARY))",
        [
            JsonOpaque(ColumnType.VARCHAR, b"\x05"),
            JsonOpaque(ColumnType.VARCHAR, b""),
            JsonOpaque(ColumnType.VARCHAR, "ä".encode()),
        ],
    ),
    Document("JSON_ARRAY(_latin1 x'e4', _utf8mb4 x'c3a4')"),
    Document("JSON_OBJECT('p', POINT(1, 2))"),
)
# From columns of every type: their declared types show in the stored form.
_COLUMNS = {
    "i TINYINT": ("-5", -5),
    "u INT UNSIGNED": ("5", JsonInteger(5, unsigned=True)),
    "l BIGINT": ("5000000000", JsonInteger(5000000000, unsigned=False)),
    "y YEAR": ("2024", JsonInteger(2024, unsigned=True)),
    "f FLOAT": ("1.5", 1.5),
    "d DECIMAL(11,2)": ("1.25", json_decimal(Decimal("1.25"), 11, 2)),
    "e DECIMAL(3,2)": ("1.25", Decimal("1.25")),
    "c CHAR(5)": ("'abc'", "abc"),
    "v VARCHAR(300) CHARACTER SET latin1": ("'ä'", "ä"),
    "t TEXT": ("'text'", "text"),
    "n ENUM('x','y')": ("'y'", "y"),
    "s SET('x','y')": ("'x,y'", "x,y"),
    "a DATE": ("'2024-01-02'", date(2024, 1, 2)),
    "z DATE ": ("'0000-00-00'", json_temporal(ColumnType.DATE, IncompleteDate())),
    "m TIME(2)": ("'-01:02:03.45'", -timedelta(hours=1, minutes=2, seconds=3, milliseconds=450)),
    "o DATETIME(6)": ("'2024-01-02 03:04:05.000006'", datetime(2024, 1, 2, 3, 4, 5, 6)),
    "p TIMESTAMP NULL": (
        "'2024-01-02 03:04:05'",
        json_temporal(ColumnType.TIMESTAMP, datetime(2024, 1, 2, 3, 4, 5)),
    ),
    "b BIT(12)": ("b'101'", JsonOpaque(ColumnType.BIT, b"\x00\x05")),
    "g BINARY(3)": ("'a'", JsonOpaque(ColumnType.STRING, b"a\0\0")),
    "h VARBINARY(3)": ("'a'", JsonOpaque(ColumnType.VARCHAR, b"a")),
    "k BLOB": ("'a'", JsonOpaque(ColumnType.BLOB, b"a")),
    "q TINYBLOB": ("'a'", JsonOpaque(ColumnType.TINY_BLOB, b"a")),
    "r LONGBLOB": ("'a'", JsonOpaque(ColumnType.LONG_BLOB, b"a")),
    "j JSON": ("'[1]'", [1]),
}
COLUMNS_TABLE = ", ".join(_COLUMNS)
COLUMNS_ROW = ", ".join(sql for sql, _ in _COLUMNS.values())
_FROM_COLUMNS = tuple(
    Document(f"(SELECT JSON_ARRAY({definition.split()[0]}) FROM columns_of_every_type)", [value])
    for definition, (_, value) in _COLUMNS.items()
)

_STRING_LENGTHS = (126, 127, 128, 129, 16383, 16384, 65536)
# count, size, type, slot and the string's three length bytes: the largest string in a small array
_LARGEST = 65535 - 2 - 2 - 1 - 2 - 3
_BIG = (
    *map(_strings, _STRING_LENGTHS),
    *map(_array_of_string, (_LARGEST - 1, _LARGEST, _LARGEST + 1, 70000)),
    *map(_integers, (1, 1000, 21843, 21844)),
    _integers(100, "n * 100000", [number * 100000 for number in range(100)]),
    _integers(22000, "n * 100000", [number * 100000 for number in range(22000)]),
    Document(
        "JSON_OBJECT('a', JSON_ARRAY(1, 70000, -70000, 5000000000), 'big', REPEAT('x', 70000), 'i', -1, 'u', 65536,"
        " 'n', NULL, 'd', 1.5e0, 'o', JSON_OBJECT('k', 'v'))",
        {
            "a": [1, 70000, -70000, JsonInteger(5000000000, unsigned=False)],
            "big": "x" * 70000,
            "i": -1,
            "u": 65536,
            "n": None,
            "d": 1.5,
            "o": {"k": "v"},
        },
        big=True,
    ),
    Document(
        "JSON_OBJECT('a', JSON_ARRAY(REPEAT('x', 40000)), 'b', JSON_ARRAY(REPEAT('y', 40000)))",
        {"a": ["x" * 40000], "b": ["y" * 40000]},
        big=True,
    ),
    Document("JSON_OBJECT(REPEAT('k', 65535), 1)", {"k" * 65535: 1}, big=True),
    Document("JSON_OBJECT(REPEAT('k', 65520), 1)", {"k" * 65520: 1}, big=True),
    Document("JSON_OBJECT(REPEAT('k', 65524), 1)", {"k" * 65524: 1}, big=True),
    Document("JSON_OBJECT(REPEAT('k', 65525), 1)", {"k" * 65525: 1}, big=True),
    Document("JSON_ARRAY(CAST(REPEAT('b', 200) AS BINARY))", [JsonOpaque(ColumnType.VARCHAR, b"b" * 200)], big=True),
    Document(
        _sequence("JSON_OBJECTAGG(CONCAT('key', n), n)", 8000),
        {f"key{number}": number for number in range(8000)},
        big=True,
    ),
)

DOCUMENTS: tuple[Document, ...] = (*map(_text, _TEXTS), *_SCALARS_OF_SQL, *_FROM_COLUMNS, *_BIG)
