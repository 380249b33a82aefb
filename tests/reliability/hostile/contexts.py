"""Statements of the other hunts where they are seldom: in programs, views, prepared, explained, under locks and in XA.

The modes and character sets of the session, its transaction and the log's format change in between.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

from tests.reliability.hostile import crafted, mutation, typed
from tests.reliability.hostile.values import lines_of

_STATES = lines_of("states.txt")


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


_PLACES: tuple[Callable[[str, str, int], tuple[str, ...]], ...] = (
    lambda one, two, n: (one,),
    lambda one, two, n: (f"CREATE PROCEDURE c{n}() {one}", f"CALL c{n}()", f"SHOW CREATE PROCEDURE c{n}"),
    lambda one, two, n: (f"CREATE PROCEDURE c{n}() BEGIN {one}; {two}; END", f"CALL c{n}()", f"CALL c{n}()"),
    lambda one, two, n: (
        f"CREATE PROCEDURE c{n}(a INT, INOUT b JSON, OUT x BLOB) BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN "
        f"GET DIAGNOSTICS CONDITION 1 @m = MESSAGE_TEXT; {two}; END; {one}; END",
        f"CALL c{n}(1, @j, @b)",
    ),
    lambda one, two, n: (
        f"CREATE PROCEDURE c{n}() BEGIN DECLARE x CURSOR FOR {one}; DECLARE EXIT HANDLER FOR NOT FOUND SELECT 1; "
        f"OPEN x; LOOP FETCH x INTO @a; {two}; END LOOP; END",
        f"CALL c{n}()",
    ),
    lambda one, two, n: (f"CREATE FUNCTION c{n}() RETURNS INT BEGIN {one}; RETURN 1; END", f"SELECT c{n}(), c{n}()"),
    lambda one, two, n: (
        f"CREATE FUNCTION c{n}() RETURNS TEXT DETERMINISTIC BEGIN {one}; {two}; RETURN 'x'; END",
        f"INSERT INTO n (b) SELECT c{n}() FROM t",
    ),
    lambda one, two, n: (
        f"CREATE TRIGGER c{n} AFTER INSERT ON n FOR EACH ROW BEGIN {one}; END",
        "INSERT INTO n VALUES (1,'b','c'),(2,'b','c')",
        f"DROP TRIGGER c{n}",
    ),
    lambda one, two, n: (
        f"CREATE TRIGGER c{n} BEFORE UPDATE ON t FOR EACH ROW {one}",
        "UPDATE t SET b = 'y'",
        f"DROP TRIGGER c{n}",
    ),
    lambda one, two, n: (f"CREATE VIEW c{n} AS {one}", f"SELECT * FROM c{n}", f"DELETE FROM c{n}", f"DESC c{n}"),
    lambda one, two, n: (f"CREATE EVENT c{n} ON SCHEDULE EVERY 1 DAY DO {one}", f"SHOW CREATE EVENT c{n}"),
    lambda one, two, n: (f"PREPARE c FROM {_quoted(one)}", "EXECUTE c", "EXECUTE c USING @s", "EXECUTE c USING @s, @n"),
    lambda one, two, n: (f"PREPARE c FROM {_quoted(one)}", two, "EXECUTE c", "DEALLOCATE PREPARE c"),
    lambda one, two, n: (f"EXPLAIN {one}", f"EXPLAIN FORMAT=JSON {one}", f"EXPLAIN ANALYZE {one}"),
    lambda one, two, n: (f"EXPLAIN FORMAT=TREE {one}", f"DESCRIBE {one}", f"EXPLAIN FORMAT=JSON INTO @x {one}"),
    lambda one, two, n: (f"CREATE TABLE c{n} {one}", f"SHOW CREATE TABLE c{n}", f"INSERT INTO c{n} {two}"),
    lambda one, two, n: (f"INSERT INTO n {one}", f"REPLACE INTO every {two}"),
    lambda one, two, n: (f"SELECT * FROM ({one}) AS q", f"SELECT 1 IN ({one}), EXISTS ({two})", f"SET @x = ({one})"),
    lambda one, two, n: (f"WITH q AS ({one}) {two}", f"({one}) UNION ({two}) LIMIT 1", f"WITH t AS ({one}) TABLE t"),
    lambda one, two, n: (f"{one} INTO @x", f"{one} FOR UPDATE SKIP LOCKED", f"{one} LIMIT ?"),
    lambda one, two, n: (f"/*! {one} */", f"/*!80000 {one} */ {two}", f"/*+ MAX_EXECUTION_TIME(1) */ {one}"),
    lambda one, two, n: (f"{one}; {two}", f"BEGIN {one}; END", f"IF 1 THEN {one}; END IF"),
    lambda one, two, n: (f"CREATE DEFINER=nobody@x PROCEDURE c{n}() SQL SECURITY DEFINER {one}", f"CALL c{n}()"),
    lambda one, two, n: (one, "SHOW WARNINGS", "GET DIAGNOSTICS @c = NUMBER, CONDITION 1 @m = MESSAGE_TEXT", two),
    lambda one, two, n: (one, "ROLLBACK", two, "COMMIT"),
    lambda one, two, n: (one, "SHOW CREATE TABLE t", "SHOW FULL COLUMNS FROM t", "SHOW TABLE STATUS", two),
    lambda one, two, n: (one, "SELECT * FROM information_schema.columns", "CHECKSUM TABLE t, n, u, every"),
)  # fmt: skip


def _statement(chance: random.Random, pool: tuple[str, ...], expressions: Iterator[str]) -> str:
    match chance.randrange(6):
        case 0:
            return next(expressions)
        case 1 | 2:
            return chance.choice(pool)
        case 3:
            return mutation.mutated(chance.choice(pool), pool, chance)
        case 4:
            return crafted.at_random(chance.choice(crafted.templates()), chance)
        case _:
            return f"SELECT {typed.expression(chance, 1)} FROM every"


def all_in_contexts(chance: random.Random) -> Iterator[str]:
    """An endless stream."""
    pool = mutation.golden_statements()
    expressions = typed.all_typed(chance)
    for number in count():
        if chance.random() < 0.4:
            yield chance.choice(_STATES)
        one, two = (_statement(chance, pool, expressions) for _ in range(2))
        yield from chance.choice(_PLACES)(one, two, number)
