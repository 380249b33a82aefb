"""Tables of every column type with their edge values, as SQL: what `capture_types` runs on a real server.

sql_mode is empty, so that zero dates and the error value of an ENUM can be stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TypeTable:
    """One table. columns: the inside of CREATE TABLE's parentheses. rows: the inside of VALUES' parentheses.

    changed: also UPDATE and DELETE its first rows (not the tables of very long rows). before: statements to run first.
    names: the columns that the rows give, if not all.
    """

    name: str
    columns: str
    rows: tuple[str, ...]
    changed: bool = True
    before: tuple[str, ...] = ()
    names: str = ""


def _columns(definitions: Sequence[str]) -> str:
    return ", ".join(f"c{index} {definition}" for index, definition in enumerate(definitions, 1))


def _same(values: Sequence[str], width: int, *more: str) -> tuple[str, ...]:
    """Rows that have the same value in every column, and some more."""
    return (*(", ".join([value] * width) for value in values), *more)


def _of(name: str, definitions: Sequence[str], *rows: str) -> TypeTable:
    return TypeTable(name, _columns(definitions), rows)


def _members(count: int) -> str:
    return ", ".join(f"'m{number}'" for number in range(1, count + 1))


_INTEGERS = ("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT")
_BITS = (8, 16, 24, 32, 64)
_DECIMALS = ("1,0", "2,2", "5,2", "9,0", "9,9", "10,0", "18,9", "19,1", "20,10", "30,30", "38,19", "65,0", "65,30")
_BIT_WIDTHS = (1, 7, 8, 9, 12, 16, 17, 31, 32, 33, 63, 64)
_OUTER_BITS = ", ".join(str((1 << (width - 1)) | 1) for width in _BIT_WIDTHS)
_SET_SIZES = (1, 8, 9, 16, 17, 24, 25, 32, 33, 64)
_CHARSET_NAMES = (
    "latin1 ascii utf8mb3 utf8mb4 ucs2 utf16 utf16le utf32 binary sjis cp932 gbk gb18030 gb2312 big5 ujis eucjpms"
    " euckr koi8r koi8u cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 latin2 latin5 latin7 greek hebrew tis620 macroman"
    " macce keybcs2 swe7 armscii8 geostd8 hp8 dec8"
)
_CHARSETS = tuple(_CHARSET_NAMES.split())
# Characters that at least the charset in question has; those it has not become '?' in it, which is a value too.
_TEXTS = ("''", "'abc ~'", "'äöü ß'", "'Привет'", "'日本語 かな'", "'中文繁體'", "'한국'", "'ελλ'", "'€'")
_SPATIAL = ("GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON")
_SHAPES = (
    "POINT(1.5 -2)",
    "LINESTRING(0 0, 1 1, 2 0.5)",
    "POLYGON((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1))",
    "MULTIPOINT((1 2), (3 4))",
    "MULTILINESTRING((0 0, 1 1), (2 2, 3 3, 4 4))",
    "MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
    "GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(0 0, 1 1), GEOMETRYCOLLECTION(POINT(3 4)))",
)


def _fractional(kind: str) -> tuple[str, ...]:
    return tuple(f"{kind}({fsp})" for fsp in range(7))


def _quoted(*values: str) -> tuple[str, ...]:
    return _same([f"'{value}'" if value != "NULL" else value for value in values], 7)


def _spatial_rows() -> tuple[str, ...]:
    shapes = [f"ST_GeomFromText('{shape}')" for shape in _SHAPES]
    # the type's own shape per column; GEOMETRY and GEOMETRYCOLLECTION get several
    rows = [", ".join((shape, *shapes)) for shape in shapes]
    return (*rows, ", ".join(["NULL"] * 8), ", ".join(("ST_GeomFromText('GEOMETRYCOLLECTION EMPTY')", *shapes)))


TABLES: tuple[TypeTable, ...] = (
    _of(
        "integers",
        [
            *_INTEGERS,
            *(f"{kind} UNSIGNED" for kind in _INTEGERS),
            "INT(5) ZEROFILL",
            "BOOLEAN",
            "YEAR",
            "YEAR NOT NULL",
        ],
        ", ".join([*(str(-(1 << (bits - 1))) for bits in _BITS), *["0"] * 5, "0", "0", "0", "1901"]),
        ", ".join(
            [
                *(str((1 << (bits - 1)) - 1) for bits in _BITS),
                *(str((1 << bits) - 1) for bits in _BITS),
                "99999",
                "1",
                "2155",
                "2000",
            ]
        ),
        ", ".join(["-1"] * 5 + ["1"] * 8 + ["2026"]),
        ", ".join(["NULL"] * 13 + ["0"]),
    ),
    _of(
        "reals",
        ["FLOAT", "FLOAT UNSIGNED", "DOUBLE", "DOUBLE UNSIGNED", "FLOAT(7,3)", "DOUBLE(12,4)", "FLOAT(30)", "REAL"],
        "0, 0, 0, 0, 0, 0, 0, 0",
        "-3.402823466e38, 3.402823466e38, -1.7976931348623157e308, 1.7976931348623157e308, 1234.567, -12345678.1234,"
        " 1e300, 1",
        "1.1, 1.1, 1.1, 1.1, -1.1, 1.1, 1.1, -1.1",
        "1e-45, 1.17549435e-38, 4.9e-324, 2.2250738585072014e-308, 0.001, 0.0001, 1e-300, 0.1",
        "-0e0, 0, -0e0, 0, -0e0, -0e0, -0e0, -0e0",
        "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
    ),
    TypeTable(
        "decimals",
        _columns([f"DECIMAL({digits})" for digits in _DECIMALS] + ["DECIMAL(10,3) UNSIGNED"]),
        _same(
            ["0", f"{'9' * 65}", f"-{'9' * 65}", "-0.000000000000000000000000000001", "0.5", "-0.45", "NULL"],
            len(_DECIMALS) + 1,
            "7, .07, -123.45, 123456789, .123456789, 1234567890, 123456789.987654321, -1.1, 1, .1, 1, 1, 1, 1",
        ),
    ),
    TypeTable(
        "bits",
        _columns([f"BIT({width})" for width in _BIT_WIDTHS]),
        _same(["b'0'", "b'1'", "18446744073709551615", "NULL"], len(_BIT_WIDTHS), _OUTER_BITS),
    ),
    _of(
        "strings",
        [
            "CHAR(0)",
            "CHAR(1)",
            "CHAR(63)",
            "CHAR(64)",
            "CHAR(255)",
            "CHAR(255) CHARACTER SET latin1",
            "CHAR(100) CHARACTER SET utf8mb3",
            "BINARY(0)",
            "BINARY(3)",
            "BINARY(255)",
            "VARCHAR(0)",
            "VARCHAR(63)",
            "VARCHAR(64)",
            "VARCHAR(255) CHARACTER SET latin1",
            "VARCHAR(256) CHARACTER SET latin1",
            "VARBINARY(255)",
            "VARBINARY(256)",
        ],
        ", ".join(["''"] * 17),
        ", ".join(["NULL"] * 17),
        ", ".join(["'a  '"] * 17),
        ", ".join(["x'610000'"] * 17),
        "'', '𝄞', REPEAT('ä', 63), REPEAT('€', 64), REPEAT('𝄞', 255), REPEAT('ß', 255), REPEAT('€', 100), '',"
        " x'00ff00', REPEAT(x'80', 255), '', REPEAT('𝄞', 63), REPEAT('𝄞', 64), REPEAT('ÿ', 255), REPEAT('ÿ', 256),"
        " REPEAT(x'ff', 255), REPEAT(x'00', 256)",
    ),
    TypeTable("longest_latin1", "c1 VARCHAR(65532) CHARACTER SET latin1", ("REPEAT('é', 65532)", "'x'"), changed=False),
    TypeTable("longest_utf8mb4", "c1 VARCHAR(16383) NOT NULL", ("REPEAT('𝄞', 16383)", "''"), changed=False),
    TypeTable("longest_varbinary", "c1 VARBINARY(65532)", ("REPEAT(x'00', 65532)", "NULL"), changed=False),
    TypeTable(
        "charsets",
        _columns([f"VARCHAR(20) CHARACTER SET {name}" for name in _CHARSETS]),
        (*_same(_TEXTS, len(_CHARSETS)), ", ".join(["NULL"] * len(_CHARSETS))),
    ),
    TypeTable(
        "char_charsets",
        _columns([f"CHAR(5) CHARACTER SET {name}" for name in _CHARSETS]),
        (*_same(_TEXTS[:5], len(_CHARSETS)), ", ".join(["NULL"] * len(_CHARSETS))),
    ),
    _of(
        "blobs",
        [
            "TINYBLOB",
            "BLOB",
            "MEDIUMBLOB",
            "LONGBLOB",
            "TINYTEXT",
            "TEXT",
            "MEDIUMTEXT",
            "LONGTEXT",
            "TEXT CHARACTER SET latin1",
            "BLOB(300)",
            "TEXT(10)",
            "TEXT CHARACTER SET utf16",
        ],
        *_same(["''", "'a'", "NULL", "x'00'"], 12),
        ", ".join(
            [*["REPEAT(x'fe', 255)"] * 4, *["REPEAT('x', 255)"] * 2, *["REPEAT('ä', 300)"] * 3, "'ab'", "'€'", "'€'"]
        ),
    ),
    TypeTable(
        "long_blobs",
        "c1 BLOB, c2 MEDIUMBLOB, c3 LONGTEXT",
        ("REPEAT('b', 65535), NULL, NULL", "NULL, REPEAT(x'ff', 65536), NULL", "NULL, NULL, REPEAT('ä', 40000)"),
        changed=False,
    ),
    _of(
        "enums",
        [
            "ENUM('x')",
            "ENUM('a', 'B', 'ä', '') CHARACTER SET latin1",
            f"ENUM({_members(255)})",
            f"ENUM({_members(256)})",
            f"ENUM({_members(700)}) COLLATE utf8mb4_bin",
            "ENUM('日本', '€', 'it''s, \"quoted\"') NOT NULL",
        ],
        "1, 1, 1, 1, 1, 1",
        "1, 4, 255, 256, 700, 3",
        "'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing'",
        "NULL, NULL, NULL, NULL, NULL, '€'",
        "'x', 'ä', 'm77', 'm255', 'm256', '日本'",
    ),
    _of(
        "sets",
        [f"SET({_members(size)})" for size in _SET_SIZES] + ["SET('ä', 'b', 'x y') CHARACTER SET latin1"],
        *_same(["''", "NULL", "1"], len(_SET_SIZES) + 1),
        ", ".join([*(str((1 << size) - 1) for size in _SET_SIZES), "'x y,ä'"]),
        ", ".join([*(str(1 << (size - 1)) for size in _SET_SIZES), "7"]),
    ),
    TypeTable(
        "dates",
        "c1 DATE, c2 DATE NOT NULL",
        _same(
            [
                "'1000-01-01'",
                "'9999-12-31'",
                "'0000-00-00'",
                "'2024-00-00'",
                "'2024-02-00'",
                "'0001-01-01'",
                "'2024-02-29'",
            ],
            2,
            "NULL, '0000-01-01'",
        ),
    ),
    TypeTable(
        "times",
        _columns(_fractional("TIME")),
        _quoted(
            "00:00:00",
            "838:59:59",
            "-838:59:59",
            "-00:00:00.000001",
            "-00:00:00.1",
            "-00:00:01.5",
            "23:59:59.999999",
            "-12:34:56.987654",
            "-100:00:00.99",
            "NULL",
        ),
    ),
    TypeTable(
        "datetimes",
        _columns(_fractional("DATETIME")),
        _quoted(
            "1000-01-01 00:00:00",
            "9999-12-31 23:59:59",
            "0000-00-00 00:00:00",
            "2024-00-00 11:12:13.25",
            "2024-02-00 00:00:00.000001",
            "2024-02-29 12:34:56.987654",
            "0001-01-01 00:00:00",
            "NULL",
        ),
    ),
    TypeTable(
        "timestamps",
        _columns([f"{kind} NULL" for kind in _fractional("TIMESTAMP")]),
        _quoted(
            "1970-01-01 00:00:01",
            "2038-01-19 03:14:07",
            "0000-00-00 00:00:00",
            "2024-02-29 12:34:56.987654",
            "2001-09-09 01:46:40.000001",
            "NULL",
        ),
    ),
    TypeTable("spatial", _columns([*_SPATIAL, "GEOMETRYCOLLECTION"]), _spatial_rows()),
    _of(
        "spatial_reference",
        ["POINT SRID 4326 NOT NULL", "GEOMETRY", "LINESTRING SRID 3857"],
        "ST_GeomFromText('POINT(48.2 16.37)', 4326), ST_GeomFromText('POINT(1 2)', 4326), NULL",
        "ST_SRID(POINT(16.37, 48.2), 4326), POINT(1, 2), ST_GeomFromText('LINESTRING(0 0, 10 10)', 3857)",
    ),
    _of(
        "vectors",
        ["VECTOR(1)", "VECTOR(3)", "VECTOR"],
        "TO_VECTOR('[1]'), TO_VECTOR('[1.5,-2,0]'), TO_VECTOR('[0.1,3.4e38]')",
        "NULL, TO_VECTOR('[1]'), NULL",
        "TO_VECTOR('[-0]'), TO_VECTOR('[1.2e-38,1,2]'), TO_VECTOR('[7]')",
    ),
    TypeTable("longest_vector", "c1 VECTOR(16383)", (f"TO_VECTOR('[{','.join(['0.5'] * 16383)}]')",), changed=False),
    _of(
        "json_columns",
        ["JSON", "JSON NOT NULL", "INT", "JSON"],
        '\'{"b": [1, 2.5, null], "a": "x"}\', \'[]\', 1, NULL',
        "NULL, '\"text\"', NULL, 'true'",
    ),
    *(
        TypeTable(
            f"nulls_{count}", _columns(["TINYINT"] * count), (", ".join(["NULL"] * count), ", ".join(["1"] * count))
        )
        for count in (1, 7, 8, 9, 16, 17, 64, 65)
    ),
    TypeTable("some_nulls", "a INT, b INT NOT NULL, c VARCHAR(5), d INT NOT NULL, e DATE", ("NULL, 1, 'x', 2, NULL",)),
    TypeTable("key_simple", "a INT, b INT, c VARCHAR(10), PRIMARY KEY (a)", ("1, 2, 'c'",)),
    TypeTable("key_composite", "a INT, b INT, c VARCHAR(10), PRIMARY KEY (c, a)", ("1, 2, 'c'",)),
    TypeTable("key_prefix", "a INT, b BLOB, c VARCHAR(10), PRIMARY KEY (c(3), a, b(20))", ("1, 'b', 'c'",)),
    TypeTable("key_unique", "a INT NOT NULL UNIQUE, b INT NOT NULL, UNIQUE (b)", ("1, 2",)),
    TypeTable(
        "key_unique_second",
        "a INT UNIQUE, b VARCHAR(5) NOT NULL, c INT NOT NULL, UNIQUE (b(2)), UNIQUE (c, b)",
        ("1, 'b', 2",),
    ),
    TypeTable("key_unique_nullable", "a INT UNIQUE, b INT", ("1, 2",)),
    TypeTable(
        "key_generated",
        "a INT, b VARCHAR(5)",
        ("1, 'x'", "NULL, NULL"),
        before=("SET sql_generate_invisible_primary_key = ON",),
        names="a, b",
    ),
    TypeTable(
        "invisible",
        "a INT, b INT INVISIBLE, c INT INVISIBLE DEFAULT 7, d INT, e INT, f INT, g INT, h INT, i INT INVISIBLE",
        ("1, 2, 3, 4, 5, 6, 7, 8, 9", "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL"),
        names="a, b, c, d, e, f, g, h, i",
    ),
    TypeTable(
        "generated",
        "a INT, b INT AS (a + 1), c INT AS (a * 2) STORED, d JSON, KEY ((a + 5)),"
        " KEY ((CAST(d->'$.k' AS UNSIGNED ARRAY)))",
        ("1, '{\"k\": [1, 2]}'", "NULL, NULL"),
        names="a, d",
    ),
    # charsets: one default; a default with exceptions; a number per column; the same for ENUM and SET
    TypeTable("charset_one", "a VARCHAR(5), b CHAR(5), c TEXT, d INT", ("'a', 'b', 'c', 1",)),
    TypeTable(
        "charset_exceptions",
        "a VARCHAR(5), b CHAR(5), c TEXT, d VARCHAR(5), e BLOB, f VARCHAR(5) COLLATE utf8mb4_bin",
        ("'a', 'b', 'c', 'd', 'e', 'f'",),
    ),
    TypeTable(
        "charset_each",
        "a VARCHAR(5) CHARACTER SET latin1, b CHAR(5), c TEXT COLLATE utf8mb4_bin, d BLOB",
        ("'a', 'b', 'c', 'd'",),
    ),
    TypeTable(
        "charset_members",
        "a ENUM('x') CHARACTER SET latin1, b ENUM('ä'), c SET('p', 'q') COLLATE utf8mb4_bin, d SET('r'),"
        " e ENUM('y') CHARACTER SET latin1, f VARCHAR(5)",
        ("1, 1, 'p,q', 'r', 'y', 'f'",),
    ),
    TypeTable(
        "charset_members_default",
        "a ENUM('x'), b SET('ä'), c ENUM('q'), d SET('r') CHARACTER SET binary, e JSON, g POINT, v VECTOR(2)",
        ("1, 1, 1, 1, '{}', POINT(1, 2), TO_VECTOR('[1,2]')",),
    ),
)
