# ruff: noqa: E501 (a statement stands in one line)
"""What drawn columns are made of: types, what may stand behind them, and expressions over the other columns."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

NUMBERS = (
    "TINYINT", "TINYINT(1)", "BOOL", "SMALLINT(5)", "SMALLINT UNSIGNED", "MEDIUMINT", "INT", "INT", "INT(10)",
    "INT(6) ZEROFILL", "INTEGER UNSIGNED", "INT ZEROFILL", "BIGINT", "BIGINT(20) UNSIGNED", "TINYINT(300)",
    "DECIMAL", "DECIMAL(10,2)", "DECIMAL(8,3) UNSIGNED", "NUMERIC(5,2) ZEROFILL", "FIXED(4)", "DECIMAL(70,2)",
    "DECIMAL(5,6)", "DECIMAL(65,31)", "FLOAT", "FLOAT(10)", "FLOAT(30)", "FLOAT(7,3)", "FLOAT UNSIGNED", "FLOAT(60)",
    "DOUBLE", "DOUBLE PRECISION", "DOUBLE(10,2) UNSIGNED", "REAL", "DOUBLE ZEROFILL", "BIT", "BIT(8)", "BIT(65)",
)  # fmt: skip
MOMENTS = (
    "YEAR", "YEAR(4)", "DATE", "TIME", "TIME(3)", "DATETIME", "DATETIME(6)", "TIMESTAMP", "TIMESTAMP(2)",
    "TIMESTAMP NULL", "TIME(7)", "YEAR(2)",
)  # fmt: skip
TEXTS = (
    "CHAR", "CHAR(0)", "CHAR(10)", "CHAR(255)", "CHAR(256)", "NCHAR(5)", "NATIONAL VARCHAR(10)", "NVARCHAR(4)",
    "VARCHAR(20)", "VARCHAR(20)", "VARCHAR(255)", "VARCHAR(1000)", "VARCHAR(20) CHARACTER SET latin1",
    "VARCHAR(9) COLLATE utf8mb4_bin", "VARCHAR(9) CHARACTER SET latin1 COLLATE latin1_german1_ci", "VARCHAR(8) BINARY",
    "CHAR(5) ASCII", "CHAR(5) UNICODE", "CHAR(4) BYTE", "VARCHAR(6) CHARACTER SET binary", "VARCHAR(20000)",
    "VARCHAR(70000)", "VARCHAR(5) CHARACTER SET utf8mb3", "VARCHAR(7) CHARACTER SET ucs2", "CHARACTER VARYING(3)",
    "BINARY(3)", "VARBINARY(9)", "BINARY", "VARBINARY(70000)", "TINYTEXT", "TEXT", "TEXT(300)", "TEXT(70000)",
    "MEDIUMTEXT CHARACTER SET latin1", "LONG VARCHAR", "LONG", "LONGTEXT COLLATE utf8mb4_bin", "TEXT BINARY",
    "TINYBLOB", "BLOB", "BLOB(70000)", "LONG VARBINARY", "LONGBLOB", "ENUM('a','b','c')", "ENUM('x','X')",
    "ENUM('ä','o') CHARACTER SET latin1", "SET('x','y','z')", "SET('a','a')", "ENUM('a ','b  ')", "SET('a,b')",
)  # fmt: skip
OTHERS = (
    "JSON",
    "GEOMETRY",
    "POINT",
    "POINT NOT NULL SRID 4326",
    "LINESTRING SRID 0",
    "VECTOR",
    "VECTOR(4)",
    "VECTOR(0)",
)
_ODD = (
    "TINYINT(300)", "DECIMAL(70,2)", "DECIMAL(5,6)", "DECIMAL(65,31)", "FLOAT(60)", "BIT(65)", "TIME(7)", "YEAR(2)", "CHAR(256)",
    "VARCHAR(70000)", "VARBINARY(70000)", "SET('a','a')", "ENUM('x','X')", "SET('a,b')", "VECTOR(0)",
)  # fmt: skip
TYPES = tuple(one for one in (*NUMBERS * 2, *MOMENTS * 3, *TEXTS, *OTHERS) if one not in _ODD) * 4 + _ODD
_LONG = ("TEXT", "BLOB", "LONG", "JSON", "GEOMETRY", "POINT", "LINESTRING", "VECTOR")

_FITTING = {
    "number": ("0", "5", "1", "'7'", "1.5", "TRUE", "NULL"), "text": ("'a'", "''", "'x'", "NULL", "'a'"),
    "moment": ("'2024-01-02'", "CURRENT_TIMESTAMP", "NULL", "'2024-01-02 03:04:05.678'", "20240102", "NULL"), "other": ("NULL",),
}  # fmt: skip
_LITERALS = {
    "number": ("0", "5", "-1", "'7'", "1.5", "300", "1e3", "TRUE", "'abc'", "''", "b'101'", "x'41'", "NULL", "-0.0"),
    "text": ("'abc'", "''", "'ä'", "5", "x'4142'", "_latin1 x'E9'", "'a'", "'x,z'", "NULL", "b'1000001'", "1.50", "N'n'"),
    "moment": (
        "'2024-01-02'", "'2024-01-02 03:04:05.678'", "0", "'10:11:12'", "20240102", "'0000-00-00'", "NULL", "2024",
        "DATE '2020-02-02'", "TIMESTAMP '2020-02-02 01:01:01'", "CURRENT_TIMESTAMP", "NOW(3)", "CURRENT_TIMESTAMP(6)",
        "'2024-02-30'", "TIME '01:02:03'", "LOCALTIME", "CURRENT_DATE", "'1970-01-01 00:00:00'", "70", "'0'",
    ),
    "other": ("NULL", "'{}'", "''", "5"),
}  # fmt: skip
# expressions over a column {a} and another one {b}
EXPRESSIONS = (
    "{a} + {b}", "{a} - 1", "{a} * {b} / 2", "{a} DIV 3 % 5", "-{a}", "~{a}", "{a} & {b} | 1 ^ 2", "{a} << 1", "NOT {a}",
    "!{a}", "{a} AND {b} OR {a} XOR {b}", "{a} && {b}", "{a} = {b}", "{a} <=> NULL", "{a} <> {b}", "{a} BETWEEN 1 AND {b}",
    "{a} NOT BETWEEN 1 AND 5", "{a} IN (1, 2, {b})", "{a} NOT IN ('a', 'b')", "{a} LIKE 'x%'", "{a} NOT LIKE 'y_' ESCAPE '|'",
    "{a} REGEXP '^a'", "{a} IS NULL", "{a} IS NOT NULL", "{a} IS TRUE", "{a} IS NOT UNKNOWN", "CONCAT({a}, '-', {b})",
    "UPPER({a})", "SUBSTRING({a}, 2, 3)", "SUBSTR({a} FROM 2)", "TRIM(LEADING 'x' FROM {a})", "TRIM({a})", "LEFT({a}, 3)",
    "IF({a} > 1, {b}, 'no')", "IFNULL({a}, {b})", "NULLIF({a}, 0)", "COALESCE({a}, {b}, 1)",
    "CASE WHEN {a} > 0 THEN 'p' ELSE {b} END", "CASE {a} WHEN 1 THEN 'x' WHEN 2 THEN 'y' END", "CAST({a} AS CHAR(5))",
    "CAST({a} AS UNSIGNED)", "CAST({a} AS DECIMAL(10,2))", "CAST({a} AS DATETIME(3))", "CAST({a} AS JSON)", "CONVERT({a}, SIGNED)",
    "CONVERT({a} USING latin1)", "CAST({a} AS CHAR CHARACTER SET utf8mb4)", "CAST({a} AS BINARY(4))", "BINARY {a}",
    "{a} COLLATE utf8mb4_bin", "ABS({a})", "ROUND({a}, 2)", "MOD({a}, 3)", "POW({a}, 2)", "GREATEST({a}, {b}, 3)", "MD5({a})",
    "HEX({a})", "LENGTH({a})", "CHAR_LENGTH({a})", "DATE_ADD({a}, INTERVAL 1 DAY)", "{a} + INTERVAL 2 HOUR", "YEAR({a})",
    "EXTRACT(YEAR_MONTH FROM {a})", "DATE_FORMAT({a}, '%Y')", "DATEDIFF({a}, {b})", "DATE({a})", "TIMESTAMPDIFF(DAY, {a}, {b})",
    "JSON_EXTRACT({a}, '$.x')", "{a}->'$.x'", "{a}->>'$.x'", "JSON_UNQUOTE({a})", "JSON_VALUE({a}, '$.n' RETURNING SIGNED)",
    "JSON_OBJECT('k', {a})", "JSON_ARRAY({a}, {b})", "JSON_CONTAINS({a}, '1')", "1 MEMBER OF ({a})", "({a}, {b}) = (1, 2)",
    "'x'", "1 + 1", "N'n'", "_latin1 'l'", "x'4142'", "0x41", "b'11'", "DATE '2020-01-01'", "1e3", "TRUE", "CHAR({a}, 66)",
    "CHAR(65 USING utf8mb4)", "WEIGHT_STRING({a})", "{a} DIV 0", "INET_ATON({a})", "CRC32({a})", "LOCATE('a', {a})",
    "POSITION('a' IN {a})", "INSERT({a}, 1, 2, 'z')", "REPEAT({a}, 2)", "ST_X({a})", "POINT({a}, {b})", "VECTOR_DIM({a})",
    "MICROSECOND({a})", "FIELD({a}, 'a', 'b')", "{a} SOUNDS LIKE 'x'", "{a} >= ALL (SELECT 1)", "(SELECT 1)", "RAND()", "NOW()",
    "UUID()", "@v", "@@sql_mode", "USER()", "SLEEP(1)", "nofunc({a})", "SUM({a})", "nocolumn + 1", "DEFAULT({b})", "VALUES({a})",
    "ROW_NUMBER() OVER ()", "CONNECTION_ID()", "LAST_INSERT_ID()", "UNIX_TIMESTAMP({a})", "FROM_UNIXTIME({a})", "id + 1", "?",
    "STATEMENT_DIGEST({a})", "BIN_TO_UUID({a})", "GROUPING({a})", "ANY_VALUE({a})", "NAME_CONST('x', 1)", "{a} := 3", "DATABASE()",
    "MATCH ({a}) AGAINST ('x')", "CURRENT_DATE", "UTC_TIMESTAMP()", "CURDATE() + 1", "t.{a}", "d.t.{a}", "GET_LOCK('a', 1)",
    "LOAD_FILE({a})", "VERSION()", "FORMAT({a}, 2)", "CONVERT_TZ({a}, '+00:00', '+01:00')", "TO_DAYS({a})", "{a} RLIKE {b}",
    "({a})", "+{a}", "{a} MOD 3", "{a} || {b}", "PI()", "INTERVAL({a}, 1, 2)", "MAKE_SET(3, {a}, {b})", "ELT({a}, 'x', 'y')",
)  # fmt: skip
CHECKS = (
    *tuple(one for one in EXPRESSIONS if any(sign in one for sign in (" = ", "<>", ">=", "IN (", "LIKE", "IS ", "BETWEEN", "REGEXP"))) * 8,
    *EXPRESSIONS,
)  # fmt: skip


def kind(type_: str) -> str:
    """Which literals go with a type."""
    if type_ in NUMBERS or type_ == "SERIAL":
        return "number"
    return "moment" if type_ in MOMENTS else "text" if type_ in TEXTS else "other"


def is_long(type_: str) -> bool:
    """Whether a key over it needs a prefix, or is not to be had."""
    return type_.startswith(("TINYTEXT", "MEDIUM", "TINYBLOB", *_LONG)) and not type_.startswith("MEDIUMINT")


@dataclass
class Names:
    """What a definition may name: columns with their types, in their order."""

    columns: dict[str, str]

    def expression(self, chance: random.Random, forms: tuple[str, ...] = EXPRESSIONS) -> str:
        """Of some of the columns."""
        names = list(self.columns) or ["c1"]
        return chance.choice(forms).format(a=chance.choice(names), b=chance.choice(names))


Made = Callable[[random.Random, Names, str, str], str]


def _default(chance: random.Random, names: Names, column: str, type_: str) -> str:
    if chance.random() < 0.3:
        return f"DEFAULT ({names.expression(chance)})"
    of = kind(type_) if chance.random() < 0.9 else chance.choice(list(_LITERALS))
    return f"DEFAULT {chance.choice((_FITTING if chance.random() < 0.6 else _LITERALS)[of])}"


def _on_update(chance: random.Random, names: Names, column: str, type_: str) -> str:
    fraction = type_[type_.find("(") : type_.find(")") + 1] if "(" in type_ and chance.random() < 0.8 else ""
    return chance.choice(("ON UPDATE CURRENT_TIMESTAMP", "DEFAULT NOW{0} ON UPDATE NOW{0}")).format(fraction or "()")


def _check(chance: random.Random, names: Names, column: str, type_: str) -> str:
    name = chance.choice(("", "", f"CONSTRAINT k{chance.randrange(4)} ", "CONSTRAINT "))
    own = Names({column: type_}) if chance.random() < 0.8 else names
    return f"{name}CHECK ({own.expression(chance, CHECKS)}){chance.choice(('', '', ' NOT ENFORCED', ' ENFORCED'))}"


def _choice(*texts: str) -> Made:
    return lambda chance, names, column, type_: chance.choice(texts)


# by weight
ATTRIBUTES: tuple[tuple[int, Made], ...] = (
    (20, _choice("NOT NULL", "NOT NULL", "NULL")),
    (16, _default),
    (1, _on_update),
    (1, _choice("AUTO_INCREMENT", "AUTO_INCREMENT PRIMARY KEY", "AUTO_INCREMENT UNIQUE")),
    (3, _choice("UNIQUE", "UNIQUE KEY", "PRIMARY KEY", "KEY")),
    (2, _choice("COMMENT 'c'", "COMMENT 'it''s \\\\ ä'", "COMMENT ''")),
    (1, _choice("COLLATE latin1_bin", "COLLATE utf8mb4_0900_as_cs", "COLLATE utf8mb3_general_ci")),
    (2, _choice("INVISIBLE", "INVISIBLE", "VISIBLE")),
    (1, _choice("COLUMN_FORMAT FIXED", "COLUMN_FORMAT DYNAMIC", "COLUMN_FORMAT DEFAULT", "STORAGE DISK", "STORAGE MEMORY",
                "ENGINE_ATTRIBUTE '{}'", "SECONDARY_ENGINE_ATTRIBUTE '{\"a\": 1}'", "NOT SECONDARY", "SRID 0")),
    (3, _check),
    (1, _choice("REFERENCES p (id)", "REFERENCES p (x) ON DELETE CASCADE", "REFERENCES nosuch (id)", "REFERENCES p")),
    (1, _choice("SERIAL DEFAULT VALUE")),
)  # fmt: skip
_WEIGHTS = [weight for weight, _ in ATTRIBUTES]
_MADE = [made for _, made in ATTRIBUTES]


def column(chance: random.Random, names: Names, name: str) -> tuple[str, str]:
    """(type, definition behind the name) of a column that is drawn."""
    if chance.random() < 0.02:
        return "SERIAL", "SERIAL"
    type_ = chance.choice(TYPES)
    if chance.random() < 0.15 and names.columns:
        generated = chance.choice(("", "GENERATED ALWAYS ")) + f"AS ({names.expression(chance)})"
        tail = chance.choice(("", " VIRTUAL", " STORED", " STORED", " STORED NOT NULL", " VIRTUAL NULL", " UNIQUE",
                              " STORED PRIMARY KEY", " COMMENT 'g'", " INVISIBLE", "", "", " VIRTUAL", " DEFAULT 1"))  # fmt: skip
        return type_, f"{type_} {generated}{tail}"
    count = chance.choices((0, 1, 2, 3), (40, 40, 15, 3))[0]
    attributes = dict.fromkeys(made(chance, names, name, type_) for made in chance.choices(_MADE, _WEIGHTS, k=count))
    return type_, " ".join((type_, *attributes))
