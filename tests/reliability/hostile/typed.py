"""Expressions over columns of every type, in every place that an expression may have, and changes of every type.

Of chance, but made of what fits the grammar: calls, operators and casts inside of each other, over columns, variables
and odd values. The names of aggregate and window functions come with the others, with their own endings now and then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from binwriter.sql.types.functions import native_function
from tests.reliability.hostile.crafted import functions
from tests.reliability.hostile.values import VALUES

# name: (type, the first version that has it, and its values in three rows)
_COLUMNS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "ti": ("TINYINT", "", ("-128", "0", "1")),
    "bu": ("BIGINT UNSIGNED", "", ("18446744073709551615", "0", "2")),
    "bi": ("BIGINT", "", ("-9223372036854775808", "0", "3")),
    "de": ("DECIMAL(65,30)", "", ("-1e34", "0", ".5")),
    "du": ("DECIMAL(10,2) UNSIGNED", "", ("99999999.99", "0", "1.5")),
    "fl": ("FLOAT", "", ("3e38", "0", "2.5")),
    "db": ("DOUBLE", "", ("-1e308", "0", "1e-300")),
    "fd": ("DOUBLE(255,30)", "", ("1e224", "0", "1.1")),
    "bt": ("BIT(64)", "", ("0xffffffffffffffff", "0", "1")),
    "yr": ("YEAR", "", ("2155", "0", "1970")),
    "da": ("DATE", "", ("'9999-12-31'", "'0000-00-00'", "'2024-02-29'")),
    "tm": ("TIME(6)", "5.6", ("'-838:59:59'", "'00:00:00'", "'10:11:12.5'")),
    "dt": ("DATETIME(3)", "5.6", ("'9999-12-31 23:59:59.999'", "'0000-00-00'", "'2024-02-30'")),
    "ts": ("TIMESTAMP(6) NULL", "5.6", ("'2038-01-19 03:14:07.999999'", "'0000-00-00'", "'1970-01-02'")),
    "ch": ("CHAR(5) CHARACTER SET latin1", "", ("'\u00e4 '", "''", "'12'")),
    "vc": ("VARCHAR(30) COLLATE utf8mb4_de_pb_0900_as_cs", "8.0", ("'\U0001f600'", "''", "'2024-02-29'")),
    "vb": ("VARBINARY(20)", "", ("x'ff00'", "''", "'1'")),
    "bn": ("BINARY(4)", "", ("x'c3'", "''", "'1'")),
    "tx": ("TEXT CHARACTER SET utf16", "5.5", ("'\U0001f600x'", "''", "'10:11'")),
    "u3": ("VARCHAR(10) CHARACTER SET utf32 COLLATE utf32_turkish_ci", "5.5", ("'I\u0130'", "''", "'1'")),
    "gb": ("VARCHAR(10) CHARACTER SET gb18030", "5.7", ("'\u00e4'", "''", "'1'")),
    "sj": ("TINYTEXT CHARACTER SET sjis", "", ("'x'", "''", "'1'")),
    "bl": ("BLOB", "", ("x'ffffffff'", "''", "'\"x\"'")),
    "en": ("ENUM('','a','\u00e4','1')", "", ("'\u00e4'", "''", "'1'")),
    "st": ("SET('a','b','\u00e4','1')", "", ("'a,\u00e4'", "''", "'1'")),
    "js": ("JSON", "5.7", ('\'{"a": [1, {"b": null}], "": 1e300}\'', "'null'", "'[]'")),
    "ge": (
        "GEOMETRY",
        "5.6",
        tuple(
            f"ST_GeomFromText('{text}')"
            for text in ("GEOMETRYCOLLECTION EMPTY", "POLYGON((0 0,1 0,1 1,0 0))", "MULTIPOINT(1 2,3 4)")
        ),
    ),
    "po": (
        "POINT SRID 4326",
        "8.0",
        tuple(f"ST_GeomFromText('POINT({text})', 4326)" for text in ("90 -180", "0 0", "1 2")),
    ),
    "ve": (
        "VECTOR(2)",
        "9.0",
        tuple(f"STRING_TO_VECTOR('[{text}]')" for text in ("1e38,-1e38", "0,0", "1,2")),
    ),
}
TYPES = {name: kind for name, (kind, _, _) in _COLUMNS.items()}
_WORDS = (
    "SIGNED", "UNSIGNED", "DECIMAL(65,30)", "DECIMAL(1,1)", "CHAR(2)", "CHAR CHARACTER SET utf16", "BINARY(3)", "DATE",
    "TIME(6)", "DATETIME(6)", "YEAR", "JSON", "FLOAT", "DOUBLE", "POINT", "CHAR(0)", "REAL", "LINESTRING", "NCHAR(3)",
)  # fmt: skip
_OPERATORS = (
    "+", "-", "*", "/", "DIV", "%", "|", "&", "^", "<<", ">>", "=", "<=>", "<", ">=", "<>", "AND", "OR", "XOR", "LIKE",
    "REGEXP", "SOUNDS LIKE", "NOT LIKE", "COLLATE utf8mb4_bin <", ":= ",
)  # fmt: skip
_UNITS = ("MICROSECOND", "SECOND", "YEAR", "QUARTER", "DAY_MICROSECOND", "YEAR_MONTH", "HOUR_SECOND", "WEEK")
_WINDOWS = (
    "OVER ()", "OVER (ORDER BY {0})", "OVER (PARTITION BY {0} ORDER BY {1} DESC)",
    "OVER (ORDER BY {0} ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
    "OVER (ORDER BY {0} RANGE BETWEEN INTERVAL {1} DAY PRECEDING AND CURRENT ROW)",
    "OVER (ORDER BY {0} RANGE BETWEEN {1} PRECEDING AND {1} FOLLOWING)",
)  # fmt: skip
_AGGREGATES = (
    "SUM({0})", "AVG(DISTINCT {0})", "COUNT(DISTINCT {0}, {1})", "MIN({0})", "MAX({0})", "BIT_AND({0})", "BIT_XOR({0})",
    "STD({0})", "VAR_SAMP({0})", "GROUP_CONCAT(DISTINCT {0} ORDER BY {1} DESC SEPARATOR 'x')", "JSON_ARRAYAGG({0})",
    "JSON_OBJECTAGG({0}, {1})", "ANY_VALUE({0})", "ST_COLLECT({0})", "GROUPING({0})", "BIT_OR({0})",
)  # fmt: skip


def setup(version: str) -> tuple[str, ...]:
    """The statements that make the table and the variables, for a server of that version."""
    there = {name: column for name, column in _COLUMNS.items() if column[1] <= version}
    rows = ["(1, " + ", ".join(["NULL"] * len(there)) + ")"]
    rows += [f"({row + 2}, {', '.join(column[2][row] for column in there.values())})" for row in range(3)]
    return (
        "SET sql_mode=''",
        "CREATE TABLE every (id INT PRIMARY KEY AUTO_INCREMENT, "
        + ", ".join(f"{name} {column[0]}" for name, column in there.items())
        + ")",
        *(f"INSERT INTO every VALUES {row}" for row in rows),
        "SET @i = 9223372036854775807, @d = 1.5, @f = 1e300, @s = '2024-01-31', @b = x'ff', @n = NULL",
        "SET @g = POINT(1, 2)",
        *(("SET @j = JSON_ARRAY(1, 'a')",) if version >= "5.7" else ()),
    )


def _column(chance: random.Random) -> str:
    return chance.choice((*TYPES, "id"))


def _arguments(name: str, chance: random.Random) -> int:
    """How many arguments a call gets: as many as the function takes, now and then others."""
    record = native_function(name)
    if record is None or record.args is None or chance.random() < 0.02:
        return chance.choice((0, 1, 1, 2, 2, 3, 4, 5))
    if isinstance(record.args, int):
        return record.args
    least, most = record.args
    return chance.randint(least, max(least, most if 0 <= most <= 6 else least + 2))


def expression(chance: random.Random, depth: int = 2) -> str:
    """Some expression, with others inside of it to this depth."""
    if depth == 0 or chance.random() < 0.15:
        pick = chance.random()
        if pick < 0.6:
            return _column(chance)
        return chance.choice(VALUES) if pick < 0.85 else "@" + chance.choice("idfsbnjg")

    def inner() -> str:
        return expression(chance, depth - 1)

    match chance.randrange(14):
        case 0 | 1 | 2 | 3 | 4 | 5:
            name = chance.choice(functions())
            return f"{name}({', '.join(inner() for _ in range(_arguments(name, chance)))})"
        case 6 | 7:
            return f"({inner()} {chance.choice(_OPERATORS)} {inner()})"
        case 8:
            return f"CAST({inner()} AS {chance.choice(_WORDS)}{chance.choice(('', '', '', ' ARRAY'))})"
        case 9:
            return f"CASE {inner()} WHEN {inner()} THEN {inner()} ELSE {inner()} END"
        case 10:
            return f"({inner()} {chance.choice(('+', '-'))} INTERVAL {inner()} {chance.choice(_UNITS)})"
        case 11:
            return chance.choice(
                (
                    f"({inner()} IN ({inner()}, {inner()}))",
                    f"({inner()} BETWEEN {inner()} AND {inner()})",
                    f"(({inner()}, {inner()}) = ({inner()}, {inner()}))",
                    f"({inner()} IS NOT TRUE)",
                    f"(- {inner()})",
                    f"({inner()} MEMBER OF ({inner()}))",
                    f"CONVERT({inner()} USING {chance.choice(('utf16', 'gbk', 'latin1', 'binary', 'eucjpms'))})",
                    f"EXTRACT({chance.choice(_UNITS)} FROM {inner()})",
                    f"TRIM({chance.choice(('LEADING', 'TRAILING', 'BOTH'))} {inner()} FROM {inner()})",
                    f"GET_FORMAT({chance.choice(('DATE', 'TIME', 'DATETIME'))}, {inner()})",
                    f"TIMESTAMPADD({chance.choice(_UNITS[:4])}, {inner()}, {inner()})",
                    f"TIMESTAMPDIFF({chance.choice(_UNITS[:4])}, {inner()}, {inner()})",
                    f"JSON_VALUE({inner()}, '$.a' RETURNING {chance.choice(_WORDS)} DEFAULT {inner()} ON EMPTY)",
                    f"WEIGHT_STRING({inner()} AS CHAR(3))",
                    f"CHAR({inner()}, {inner()} USING utf8mb4)",
                    f"POSITION({inner()} IN {inner()})",
                    f"SUBSTRING({inner()} FROM {inner()} FOR {inner()})",
                    f"(SELECT {inner()} FROM every LIMIT 1)",
                    f"({inner()} >= ANY (SELECT {inner()} FROM every))",
                )
            )
        case 12:
            return chance.choice(_AGGREGATES).format(inner(), inner())
        case _:
            call = chance.choice((*_AGGREGATES, "LAG({0}, 1, {1})", "FIRST_VALUE({0})", "NTILE(2)", "RANK()"))
            return f"{call.format(inner(), inner())} {chance.choice(_WINDOWS).format(_column(chance), inner())}"


_PLACES: tuple[Callable[[random.Random, Callable[[], str]], str], ...] = (
    lambda c, e: f"SELECT {e()} FROM every",
    lambda c, e: f"SELECT {e()}, {e()} FROM every WHERE {e()}",
    lambda c, e: f"SELECT {e()} AS x, COUNT(*) FROM every GROUP BY x WITH ROLLUP HAVING {e()}",
    lambda c, e: f"SELECT DISTINCT {e()} FROM every ORDER BY {e()} DESC LIMIT 2",
    lambda c, e: f"SELECT {e()} FROM every UNION SELECT {e()} FROM every ORDER BY 1",
    lambda c, e: f"SELECT {e()} FROM every EXCEPT SELECT {_column(c)} FROM every",
    lambda c, e: f"SELECT * FROM every x JOIN every y ON x.{_column(c)} = y.{_column(c)}",
    lambda c, e: f"SELECT a.x, {e()} FROM every, LATERAL (SELECT {e()} AS x) AS a",
    lambda c, e: f"SELECT x.* FROM every, JSON_TABLE({e()}, '$[*]' COLUMNS (p {_type(c)} PATH '$' "
    f"DEFAULT '1' ON ERROR)) x",
    lambda c, e: f"WITH RECURSIVE c AS (SELECT {e()} AS x, 1 AS n FROM every UNION ALL SELECT {e()}, n + 1 FROM c "
    "JOIN every USING (id) WHERE n < 3) SELECT * FROM c",
    lambda c, e: f"UPDATE every SET {_column(c)} = {e()}",
    lambda c, e: f"UPDATE IGNORE every SET {_column(c)} = {e()}, {_column(c)} = {e()} ORDER BY {e()} LIMIT 2",
    lambda c, e: f"INSERT INTO every ({_column(c)}) SELECT {e()} FROM every",
    lambda c, e: f"INSERT IGNORE INTO every (id, {_column(c)}) VALUES (1, {e()}) ON DUPLICATE KEY UPDATE "
    f"{_column(c)} = {e()}",
    lambda c, e: f"REPLACE INTO every SET {_column(c)} = {e()}",
    lambda c, e: f"DELETE FROM every WHERE {e()} ORDER BY {e()}",
    lambda c, e: f"CREATE TABLE made AS SELECT {e()} AS x, {e()} AS y FROM every",
    lambda c, e: f"CREATE TEMPORARY TABLE made (k {_type(c)}) SELECT {e()} AS k FROM every",
    lambda c, e: f"CREATE TABLE made (k {_type(c)}, w {_type(c)} AS ({e().replace(_column(c), 'k')}))",
    lambda c, e: f"ALTER TABLE every MODIFY {_column(c)} {_type(c)}",
    lambda c, e: f"ALTER TABLE every ADD w {_type(c)} AS ({e()}) STORED",
    lambda c, e: f"ALTER TABLE every ADD w {_type(c)} DEFAULT ({e()})",
    lambda c, e: f"ALTER TABLE every ADD CHECK ({e()})",
    lambda c, e: f"ALTER TABLE every ADD KEY k1 (({e()}), {_column(c)})",
    lambda c, e: f"ALTER TABLE every PARTITION BY {c.choice(('HASH', 'KEY', 'RANGE', 'LIST COLUMNS'))} ({e()})",
    lambda c, e: f"CREATE VIEW made AS SELECT {e()} AS x FROM every",
    lambda c, e: f"CREATE PROCEDURE made() BEGIN DECLARE x {_type(c)} DEFAULT {e()}; SELECT {e()} INTO x FROM every "
    "LIMIT 1; INSERT INTO every (tx) VALUES (x); END",
    lambda c, e: "CALL made()",
    lambda c, e: "SELECT * FROM made",
    lambda c, e: f"CREATE FUNCTION m{c.randrange(99)}(a {_type(c)}) RETURNS {_type(c)} RETURN {e().replace('id', 'a')}",
    lambda c, e: f"CREATE TRIGGER g{c.randrange(99)} BEFORE UPDATE ON every FOR EACH ROW SET NEW.{_column(c)} = "
    f"{'NEW.' + _column(c) if c.random() < 0.3 else e().replace('id', 'OLD.id')}",
    lambda c, e: f"SET @{c.choice('idfsbnjg')} = {e()}",
    lambda c, e: f"DO {e()}",
    lambda c, e: f"EXPLAIN SELECT {e()} FROM every WHERE {e()}",
    lambda c, e: f"SELECT {e()} FROM every INTO OUTFILE 'x{c.randrange(10**9)}'",
    lambda c, e: "HANDLER every OPEN",
    lambda c, e: f"HANDLER every READ FIRST WHERE {e()}",
    lambda c, e: f"ANALYZE TABLE every UPDATE HISTOGRAM ON {_column(c)} WITH 5 BUCKETS",
    lambda c, e: f"SHOW COLUMNS FROM every WHERE {e()}",
    lambda c, e: f"PREPARE s FROM {e()}",
    lambda c, e: f"SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = {e()}",
)  # fmt: skip


def _type(chance: random.Random) -> str:
    return chance.choice(tuple(TYPES.values()))


def all_typed(chance: random.Random) -> Iterator[str]:
    """An endless stream; every so often the session's modes change."""
    while True:
        if chance.random() < 0.03:
            yield chance.choice(
                (
                    "SET sql_mode=DEFAULT",
                    "SET sql_mode='ANSI,PAD_CHAR_TO_FULL_LENGTH,HIGH_NOT_PRECEDENCE'",
                    "SET sql_mode='TRADITIONAL,NO_UNSIGNED_SUBTRACTION,TIME_TRUNCATE_FRACTIONAL'",
                    "SET sql_mode='ALLOW_INVALID_DATES,NO_BACKSLASH_ESCAPES'",
                    "SET NAMES gbk",
                    "SET NAMES utf8mb4",
                    "SET NAMES binary",
                    "SET time_zone='-13:59', div_precision_increment=30",
                    "SET character_set_results=NULL, collation_connection=utf16_general_ci",
                )
            )
        yield chance.choice(_PLACES)(chance, lambda: expression(chance, chance.choice((0, 1, 1, 2, 2, 3))))
