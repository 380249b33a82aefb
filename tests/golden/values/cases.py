"""Every type, given every input in two modes, and every type converted to every other in INSERT .. SELECT."""

from __future__ import annotations

from collections.abc import Iterator

TYPES = (
    "TINYINT", "TINYINT UNSIGNED", "SMALLINT", "MEDIUMINT UNSIGNED", "INT", "INT UNSIGNED", "BIGINT",
    "BIGINT UNSIGNED", "DECIMAL(5,2)", "DECIMAL(20,0) UNSIGNED", "FLOAT", "DOUBLE", "BIT(1)", "BIT(12)", "YEAR",
    "DATE", "TIME", "TIME(3)", "DATETIME", "DATETIME(6)", "TIMESTAMP NULL", "CHAR(5)", "VARCHAR(5)",
    "VARCHAR(20) CHARACTER SET latin1", "BINARY(4)", "VARBINARY(5)", "TINYTEXT", "TEXT", "TINYBLOB",
    "ENUM('a','b','1')", "SET('a','b','c')", "JSON", "GEOMETRY", "POINT", "VECTOR(2)", "INT NOT NULL",
    "VARCHAR(5) NOT NULL", "DATE NOT NULL",
)  # fmt: skip
INPUTS = (
    "NULL", "0", "1", "-1", "255", "-129", "70000", "1.5", "-2.675", "99999.999", "1e3", "1e40", "9223372036854775808",
    "18446744073709551616", "''", "'a'", "'abc'", "'abcdefg'", "'1'", "' 12 '", "'12abc'", "'1.5'", "'1e2'", "'-7'",
    "'2024-02-29'", "'2023-02-29'", "'0000-00-00'", "'2024-00-10'", "20240229", "'24-1-2'", "'2024-02-29 12:34:56.789'",
    "'12:34:56'", "'-838:59:59.9'", "'900:00:00'", "'1 02:03:04'", "123456", "'1970-01-01 00:00:01'",
    "'2038-01-19 03:14:08'", "TRUE", "x'41'", "b'101'", "0x31", "_binary'xy'", "_latin1 x'E9'", "'é€'", "'a,b'",
    "'b,a,a'", "'c,d'", "'{\"a\": 1}'", "'[1, 2'", "'null'", "'\"x\"'", "CAST('{}' AS JSON)", "CAST('7' AS JSON)",
    "CAST('\"2024-01-01\"' AS JSON)", "JSON_ARRAY(1)", "POINT(1, 2)", "ST_GeomFromText('LINESTRING(0 0,1 1)')",
    "TO_VECTOR('[1,2]')", "TO_VECTOR('[1,2,3]')", "DATE'2024-05-06'", "TIME'10:11:12.5'",
    "TIMESTAMP'2024-05-06 07:08:09.5'", "CAST('1.25' AS DECIMAL(4,2))", "CAST(3 AS UNSIGNED)", "2155", "1900", "99",
    "CONCAT('1', '2')", "1/3", "CAST('12' AS BINARY)", "CAST('{}' AS BINARY)", "REPEAT('x', 300)",
)  # fmt: skip
MODES = {"strict": "DEFAULT", "lenient": "''"}
# what a column of each type holds when it is converted
HELD = (
    "7", "200", "-300", "70000", "-5", "4000000000", "-9000000000", "18446744073709551615", "12.34",
    "12345678901234567890", "1.25", "-2.5e10", "1", "2730", "2024", "'2024-05-06'", "'10:11:12'", "'-10:11:12.345'",
    "'2024-05-06 07:08:09'", "'2024-05-06 07:08:09.123456'", "'2001-02-03 04:05:06'", "'12'", "'-3.5'", "'é'", "'34'",
    "'5'", "'{}'", "'2024-01-02'", "'[1]'", "'b'", "'a,c'", "'{\"k\": [1, 2]}'", "POINT(1, 1)", "POINT(2, 3)",
    "TO_VECTOR('[1,2]')", "11", "'abc'", "'1999-12-31'",
)  # fmt: skip


def names() -> list[str]:
    """The tables: one for each type."""
    return list(TYPES)


def cases(type_: str) -> Iterator[tuple[str, str, str]]:
    """(name, sql_mode, statement) of each case of a table."""
    for mode, value in MODES.items():
        for given in INPUTS:
            yield f"{mode} {given}", value, f"INSERT INTO v VALUES ({given})"
        for other in TYPES:
            yield f"{mode} from {other}", value, f"INSERT INTO v SELECT c{TYPES.index(other)} FROM held"


def setup() -> list[str]:
    """The table of one row that has a column of each type, filled in."""
    columns = ", ".join(f"c{number} {type_}" for number, type_ in enumerate(TYPES))
    return [f"CREATE TABLE held ({columns})", f"INSERT INTO held VALUES ({', '.join(HELD)})"]
