"""What drawn tables have: types with values of theirs, and values that are given to whatever there is."""

from __future__ import annotations

TYPES: dict[str, tuple[str, ...]] = {
    "TINYINT": ("0", "5", "-128", "127", "'7'"),
    "SMALLINT UNSIGNED": ("0", "65535", "12"),
    "MEDIUMINT": ("-8388608", "77", "8388607"),
    "INT": ("1", "2", "3", "40", "-5"),
    "BIGINT UNSIGNED": ("18446744073709551615", "9", "10"),
    "DECIMAL(8,3)": ("1.5", "-99999.999", "2.0005", "'3.14'"),
    "FLOAT": ("1.25", "-3e10", "0.1"),
    "DOUBLE": ("1e100", "0.1", "-2.5"),
    "BIT(9)": ("b'101'", "511", "0"),
    "YEAR": ("2024", "1999", "'70'", "0"),
    "DATE": ("'2024-02-29'", "'1000-01-01'", "20230405"),
    "TIME(2)": ("'10:11:12.345'", "'-838:59:59'", "101112"),
    "DATETIME": ("'2024-05-06 07:08:09.6'", "'2001-01-01'", "NOW()"),
    "DATETIME(6)": ("'2024-05-06 07:08:09.123456'", "'9999-12-31 23:59:59.9'"),
    "TIMESTAMP": ("'2024-05-06 07:08:09'", "'1970-01-01 00:00:01'", "NOW()"),
    "TIMESTAMP(3) NULL": ("'2024-05-06 07:08:09.1239'", "NULL"),
    "CHAR(6)": ("'ab'", "'x  '", "'sechs6'"),
    "CHAR(4) CHARACTER SET latin1": ("'é'", "'abcd'"),
    "VARCHAR(12)": ("'abc'", "'ä€𝄞'", "''", "'trail  '"),
    "VARCHAR(300)": ("'w'", "REPEAT('long', 40)"),
    "VARCHAR(8) COLLATE utf8mb4_bin": ("'Ab'", "'aB'"),
    "BINARY(3)": ("'a'", "x'0102'", "'abc'"),
    "VARBINARY(9)": ("x'00ff'", "'bin'"),
    "TINYTEXT": ("'tiny'", "''"),
    "TEXT": ("'text'", "REPEAT('t', 500)"),
    "BLOB": ("x'0001'", "'blob'"),
    "MEDIUMTEXT CHARACTER SET latin1": ("'mé'",),
    "ENUM('a','b','c')": ("'a'", "'c'", "2"),
    "SET('x','y','z')": ("'x'", "'z,x'", "5", "''"),
    "JSON": ('\'{"a": [1, 2.5, "x"]}\'', "'[]'", "JSON_OBJECT('k', 1)", "'7'"),
    "GEOMETRY": ("POINT(1, 2)", "ST_GeomFromText('LINESTRING(0 0,1 1)')"),
    "POINT": ("POINT(3, 4)",),
    "VECTOR(3)": ("TO_VECTOR('[1,2,3]')",),
}
# what stands in the room of any of them now and then
ANYTHING = (
    "NULL", "DEFAULT", "''", "'abc'", "'12abc'", "-1", "300", "70000", "1e30", "'2023-02-30'", "'0000-00-00'", "TRUE",
    "x'41'", "'1.5'", "99999999999999999999", "NULL", "DEFAULT", "'a very long string that fits into no short column'",
    "CAST('{}' AS JSON)", "1/3", "1/0", "@v", "@n", "USER()", "LAST_INSERT_ID()", "'€'", "_latin1 x'E9'", "x'FF'",
)  # fmt: skip
LIMITED = {  # what an engine does not take: words of types
    "MEMORY": ("TEXT", "BLOB", "JSON", "GEOMETRY", "POINT", "VECTOR"),
    "CSV": ("GEOMETRY", "POINT"),
    "ARCHIVE": ("GEOMETRY", "POINT"),
}
NOT_KEYS = ("TEXT", "BLOB", "JSON", "GEOMETRY", "POINT", "VECTOR", "VARCHAR(300)")
NO_DEFAULT = ("TEXT", "BLOB", "JSON", "GEOMETRY", "POINT", "VECTOR")
