"""Crafted statements: every kind of statement, function, variable and literal with odd pieces in each place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

from binwriter.late import load
from binwriter.mysql.variables.spec import variables_of
from binwriter.sql.functions import FUNCTIONS, MODULES
from tests.reliability.hostile.values import NAMES, NUMBERS, STRINGS, VALUES, lines_of

_SLOT = re.compile(r"\{([nsiv])\}")
_PIECES = {"n": (*NUMBERS, "NULL", "'3'", "@x", ""), "s": (*STRINGS, "1", "NULL", "x", ""), "i": NAMES, "v": VALUES}
_PLAIN = {"n": "3", "s": "'x'", "i": "t", "v": "1"}
_DEPTHS = (10, 60, 200, 1000, 5000)


@cache
def templates() -> tuple[str, ...]:
    return lines_of("templates.txt")


def of_template(template: str) -> Iterator[str]:
    """Each slot in turn with each odd piece of its kind, the others plain."""
    parts = _SLOT.split(template)
    texts, kinds = parts[::2], parts[1::2]

    def filled(values: list[str]) -> str:
        return "".join(chain.from_iterable(zip(texts, [*values, ""], strict=True)))

    plain = [_PLAIN[kind] for kind in kinds]
    yield filled(plain)
    for place, kind in enumerate(kinds):
        for piece in _PIECES[kind]:
            yield filled([*plain[:place], piece, *plain[place + 1 :]])


def at_random(template: str, chance: random.Random) -> str:
    """Every slot with some piece of its kind, now and then of another kind."""

    def piece(match: re.Match[str]) -> str:
        kind = match[1] if chance.random() < 0.9 else chance.choice("nsiv")
        return chance.choice(_PIECES[kind])

    return _SLOT.sub(piece, template)


def of_function(name: str) -> Iterator[str]:
    """Calls with none to five arguments, each place with each odd value."""
    for count in range(6):
        yield f"SELECT {name}({', '.join(['1'] * count)})"
        for place in range(count):
            for other in ("1", "'a'"):
                for value in VALUES:
                    arguments = [other] * count
                    arguments[place] = value
                    yield f"SELECT {name}({', '.join(arguments)})"


def a_call(name: str, chance: random.Random) -> str:
    """A call with odd values in all places, in one of the places that a call may have."""
    values = [chance.choice(VALUES) for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)))]
    call = f"{name}({', '.join(values)})"
    return chance.choice(_CALL_PLACES).format(call)


_CALL_PLACES = (
    "SELECT {}",
    "SELECT {}",
    "DO {}",
    "INSERT INTO n (b) VALUES ({})",
    "INSERT INTO t (j) VALUES ({})",
    "UPDATE t SET b = {}",
    "DELETE FROM t WHERE {}",
    "SET @x = {}",
    "CREATE TABLE c1 SELECT {} AS x",
    "SELECT a FROM t ORDER BY {}",
    "CREATE TABLE c1 (a INT, b VARCHAR(20) AS ({}))",
    "SELECT {} FROM t GROUP BY a",
)


def functions() -> tuple[str, ...]:
    """The names of all functions."""
    for module in MODULES:
        load(module)
    return tuple(sorted(name for name in FUNCTIONS if isinstance(name, str)))


def of_variable(name: str) -> Iterator[str]:
    """SET of a system variable to each odd value."""
    for scope in ("", "GLOBAL ", "PERSIST "):
        for value in VALUES if scope == "" else VALUES[::7]:
            yield f"SET {scope}{name} = {value}"
    yield f"SELECT @@{name}, @@global.{name}"
    yield f"SELECT /*+ SET_VAR({name}=99999999999999999999) */ a FROM t"


def variables() -> tuple[str, ...]:
    """The names of all system variables."""
    return tuple(sorted(variables_of("9.7").variables))


def _nested(before: str, inside: str, after: str, depth: int, around: str = "SELECT {}") -> str:
    return around.format(before * depth + inside + after * depth)


def nested() -> Iterator[str]:
    """Constructs inside of themselves."""
    pieces = [
        ("(", "1", ")"),
        ("-", "1", ""),
        ("- ", "1", ""),
        ("NOT ", "1", ""),
        ("!", "1", ""),
        ("~", "1", ""),
        ("1+", "1", ""),
        ("1 AND ", "1", ""),
        ("1 OR ", "1", ""),
        ("a = ", "1", ""),
        ("1 = (", "1", ")"),
        ("(SELECT ", "1", ")"),
        ("(SELECT * FROM (SELECT ", "1", " AS x) AS q)"),
        ("EXISTS (SELECT ", "1", ")"),
        ("1 IN (SELECT ", "1", ")"),
        ("CASE WHEN ", "1", " THEN 1 END"),
        ("CASE 1 WHEN 1 THEN ", "1", " END"),
        ("IF(1,", "1", ",2)"),
        ("CONCAT(", "'a'", ")"),
        ("COALESCE(NULL,", "1", ")"),
        ("CAST(", "1", " AS CHAR)"),
        ("JSON_ARRAY(", "1", ")"),
        ("JSON_OBJECT('a',", "1", ")"),
        ("f1(", "1", ")"),
        ("ABS(", "1", ")"),
        ("BINARY ", "'a'", ""),
        ("INTERVAL(", "1", ",1)"),
        ("@x := ", "1", ""),
        ("1 BETWEEN 0 AND ", "1", ""),
        ("'a' LIKE ", "'a'", ""),
        ("(1,", "1", ")"),
        ("DATE_ADD(", "NOW()", ", INTERVAL 1 DAY)"),
        ("d + INTERVAL ", "1", " DAY"),
        ("/*! ", "1", " */"),
        ("/* ", "1", " */"),
        ("{d ", "'2024-01-01'", "}"),
        ("ST_GeomFromText(", "'POINT(1 1)'", ")"),
    ]
    for depth in _DEPTHS:
        for before, inside, after in pieces:
            for around in (
                "SELECT {}",
                "INSERT INTO n (a) VALUES ({})",
                "UPDATE t SET a = {}",
                "DELETE FROM t WHERE {}",
            ):
                if depth < 1000 or around == "SELECT {}":
                    yield _nested(before, inside, after, depth, around)
            yield _nested(before, inside, after, depth, "CREATE TABLE c1 (a INT, b INT AS ({}))")
            yield _nested(before, inside, after, depth, "CREATE PROCEDURE p2() SELECT {}")
            yield _nested(before, inside, after, depth, "CREATE VIEW v2 AS SELECT {}")
            yield _nested(before, inside, after, depth, "SET @x = {}")
            yield _nested(before, inside, after, depth, "DO {}")
        yield from _deep_statements(depth)


def _deep_statements(depth: int) -> Iterator[str]:
    yield "SELECT 1" + " UNION SELECT 1" * depth
    yield "SELECT 1" + " UNION ALL (SELECT 1" * depth + ")" * depth
    yield "(" * depth + "SELECT 1" + ")" * depth
    yield "SELECT * FROM " + "(" * depth + "t" + ")" * depth
    yield "SELECT * FROM " + "(SELECT * FROM " * depth + "t" + ") AS q" * depth
    yield "SELECT * FROM t" + " JOIN u" * depth
    # one row: all of them are more than a server can give, too
    yield "SELECT * FROM t a0" + "".join(f" JOIN u a{n + 1} ON 1" for n in range(depth)) + " LIMIT 1"
    yield (
        "WITH "
        + ", ".join(f"c{n} AS (SELECT {'1' if not n else f'* FROM c{n - 1}'})" for n in range(depth))
        + " SELECT 1"
    )
    yield "WITH a AS (" * depth + "SELECT 1" + ") SELECT 1" * depth
    yield f"SELECT '{'[' * depth}{']' * depth}' -> '$'"
    yield f"SELECT CAST('{'[' * depth}{']' * depth}' AS JSON)"
    yield "SELECT CAST('" + '{"a":' * depth + "1" + "}" * depth + "' AS JSON)"
    yield f"INSERT INTO t (j) VALUES ('{'[' * depth}{']' * depth}')"
    yield f"SELECT JSON_EXTRACT('[]', '${'[0]' * depth}')"
    yield f"SELECT JSON_SET('{{}}', '${'.a' * depth}', 1)"
    yield "SELECT JSON_SCHEMA_VALID('" + '{"not":' * depth + "{}" + "}" * depth + "', '1')"
    yield f"SELECT 'a' REGEXP '{'(' * depth}a{')' * depth}'"
    yield f"SELECT 'a' REGEXP '{'a*' * depth}b'"
    yield f"SELECT 'a' LIKE '{'%_' * depth}'"
    yield f"SELECT ST_GeomFromText('{'GEOMETRYCOLLECTION(' * depth}POINT(1 1){')' * depth}')"
    yield "CREATE PROCEDURE p2() " + "BEGIN " * depth + "SELECT 1; " + "END; " * (depth - 1) + "END"
    yield "CREATE PROCEDURE p2() " + "IF 1 THEN " * depth + "SELECT 1; " + "END IF; " * (depth - 1) + "END IF"
    yield "CREATE PROCEDURE p2() " + "WHILE 0 DO " * depth + "SELECT 1; " + "END WHILE; " * (depth - 1) + "END WHILE"
    yield "CREATE PROCEDURE p2() BEGIN " + "DECLARE EXIT HANDLER FOR SQLEXCEPTION " * depth + "SELECT 1; END"
    yield "CREATE FUNCTION f2() RETURNS INT RETURN " + "(" * depth + "1" + ")" * depth
    yield "CREATE TABLE c1 (a INT) PARTITION BY HASH (" + "(" * depth + "a" + ")" * depth + ")"
    yield "CREATE TABLE c1 (a INT DEFAULT (" + "(" * depth + "1" + ")" * depth + "))"
    yield "CREATE TABLE c1 (a INT, CHECK (" + "(" * depth + "a > 1" + ")" * depth + "))"
    yield "SET @a = " + "@a := " * depth + "1"
    yield "SELECT " + "EXPLAIN " * depth
    yield "EXPLAIN " * depth + "SELECT 1"
    yield "PREPARE s FROM '" + "PREPARE s FROM " * depth + "'"
    yield "SELECT " + ",".join(["1"] * depth)
    yield "SELECT " + "'a' " * depth
    yield "SELECT 1 IN (" + ",".join(["1"] * depth) + ")"
    yield "SELECT a FROM t WHERE (a,b) IN (" + ",".join(["(1,2)"] * depth) + ")"
    yield "INSERT INTO n (a) VALUES " + ",".join(["(1)"] * depth)
    yield "CREATE TABLE c1 (" + ",".join(f"a{n} INT" for n in range(depth)) + ")"
    yield "SELECT " + "`" + "a`.`" * depth + "a`"
    yield "SELECT f1(" * depth + "1" + ")" * depth


def of_themselves() -> Iterator[tuple[str, ...]]:
    """Programs, views and rows that call, read or change themselves: several statements each, in one session."""
    yield (
        "CREATE PROCEDURE r1() CALL r1()",
        "CALL r1()",
        "SET max_sp_recursion_depth = 255",
        "CALL r1()",
    )
    yield "CREATE FUNCTION r2(x INT) RETURNS INT DETERMINISTIC RETURN r2(x)", "SELECT r2(1)"
    yield (
        "CREATE FUNCTION r3() RETURNS INT DETERMINISTIC RETURN 1",
        "CREATE FUNCTION r4() RETURNS INT DETERMINISTIC RETURN r3()",
        "DROP FUNCTION r3",
        "CREATE FUNCTION r3() RETURNS INT DETERMINISTIC RETURN r4()",
        "SELECT r3()",
        "INSERT INTO n (a) VALUES (r3())",
    )
    yield (
        "CREATE VIEW w1 AS SELECT 1 AS a",
        "CREATE VIEW w2 AS SELECT * FROM w1",
        "CREATE OR REPLACE VIEW w1 AS SELECT * FROM w2",
        "SELECT * FROM w1",
        "INSERT INTO w1 VALUES (1)",
        "DROP VIEW w1",
        "CREATE VIEW w1 AS SELECT * FROM w1",
        "ALTER VIEW w2 AS SELECT * FROM w2",
        "SELECT * FROM w2",
    )
    yield (
        "CREATE TRIGGER r5 BEFORE INSERT ON n FOR EACH ROW INSERT INTO n VALUES (1,2,3)",
        "INSERT INTO n VALUES (1,2,3)",
    )
    yield (
        "CREATE TRIGGER r6 AFTER INSERT ON n FOR EACH ROW INSERT INTO u VALUES (NEW.a,1,2)",
        "CREATE TRIGGER r7 AFTER INSERT ON u FOR EACH ROW INSERT INTO n VALUES (NEW.a,1,2)",
        "INSERT INTO n VALUES (1,2,3)",
    )
    yield (
        "CREATE TABLE x1 (a INT PRIMARY KEY, b INT, FOREIGN KEY (b) REFERENCES x1 (a) ON DELETE CASCADE)",
        "INSERT INTO x1 VALUES (1,1)",
        "INSERT INTO x1 SELECT a + 1, a FROM x1",
        "UPDATE x1 SET a = a + 1",
        "DELETE FROM x1",
    )
    yield ("WITH RECURSIVE c AS (SELECT 1 AS x UNION ALL SELECT x FROM c) SELECT * FROM c",)
    yield ("WITH RECURSIVE c AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM c) SELECT MAX(x) FROM c",)
    yield ("WITH RECURSIVE c AS (SELECT 1 AS x UNION SELECT CONCAT(x, x) FROM c) SELECT 1 FROM c",)
    yield "SET @s = 'PREPARE z FROM @s'", "PREPARE z FROM @s", "EXECUTE z"
    yield (
        "SET @s = 'EXECUTE z'",
        "PREPARE z FROM @s",
        "EXECUTE z",
    )
    yield (
        "CREATE PROCEDURE r8() BEGIN DROP PROCEDURE r8; CALL r8(); END",
        "CALL r8()",
    )
    yield (
        "CREATE PROCEDURE r9(x INT) BEGIN IF x > 0 THEN CALL r9(x - 1); END IF; INSERT INTO u VALUES (x,1,1); END",
        "SET max_sp_recursion_depth = 100",
        "CALL r9(5)",
        "CALL r9(90)",
    )
    yield "SET @x = REPEAT('a', 100)", *["SET @x = CONCAT(@x, @x, @x, @x)"] * 16
    yield "SET @j = '[]'", *["SET @j = JSON_ARRAY(@j, @j)"] * 16
    yield "SET @j = JSON_ARRAY()", *["SET @j = JSON_ARRAY(@j)"] * 110
    yield (
        "SET @g = 'POINT(1 1)'",
        *["SET @g = CONCAT('GEOMETRYCOLLECTION(', @g, ')')"] * 60,
        "SELECT ST_GeomFromText(@g)",
    )
    yield (
        *tuple(f"CREATE VIEW y{n} AS SELECT * FROM {'t' if not n else f'y{n - 1}'}" for n in range(120)),
        "SELECT * FROM y119",
        "UPDATE y60 SET b = 1",
    )
    yield (
        *tuple(
            f"CREATE FUNCTION k{n}() RETURNS INT DETERMINISTIC RETURN {'1' if not n else f'k{n - 1}()'}"
            for n in range(120)
        ),
        "SELECT k119()",
        "INSERT INTO n (a) VALUES (k119())",
    )


def all_crafted(chance: random.Random) -> Iterator[str]:
    """An endless stream over all kinds, in an order of chance."""
    makers: list[Callable[[], str]] = [
        lambda: at_random(chance.choice(templates()), chance),
        lambda: a_call(chance.choice(functions()), chance),
        lambda: chance.choice(list(of_template(chance.choice(templates())))),
    ]
    while True:
        yield chance.choice(makers)()
