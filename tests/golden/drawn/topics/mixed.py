"""Engines of both kinds in a transaction, with what programs change."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, ENDS, SWITCHED, SWITCHES, Topic, three

TOPIC = Topic(
    (
        *three("t", "n", "m", "u"),
        "CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN INSERT INTO {t} VALUES (x + 1000, x, 'f'); RETURN x; END",
        "CREATE FUNCTION g(x INT) RETURNS INT READS SQL DATA RETURN (SELECT COUNT(*) + x FROM {t})",
        "CREATE PROCEDURE p(x INT) BEGIN INSERT INTO {t} VALUES (x, x, 'p'); UPDATE {t} SET v = v + x{where}; END",
        "CREATE TRIGGER r1 {when} INSERT ON {t} FOR EACH ROW INSERT IGNORE INTO {t} VALUES (NEW.id + 500, NEW.v, 'r')",
        "CREATE TRIGGER r2 {when} UPDATE ON {t} FOR EACH ROW SET @r = CONCAT_WS(',', @r, NEW.id)",
        "CREATE TRIGGER r3 {when} DELETE ON {t} FOR EACH ROW DELETE FROM {t} WHERE id = OLD.id + 1",
    ),
    (
        *CHANGES,
        *ENDS,
        *ENDS,
        *SWITCHES[:8],
        "SELECT f({D})",
        "INSERT INTO {t} VALUES (f({D}), {d}, 'c')",
        "SET @a = f({d})",
        "UPDATE {t} SET v = g(id){where}",
        "CALL p({D})",
        "CREATE TEMPORARY TABLE tmp{d} LIKE {t}",
        "DO f({D})",
        "CREATE TEMPORARY TABLE IF NOT EXISTS tmp1 SELECT * FROM {t}",
        "INSERT INTO tmp1 SELECT * FROM {t}{where}",
        "INSERT {ignore}INTO {t} SELECT * FROM tmp1",
        "DROP TEMPORARY TABLE IF EXISTS tmp1, tmp{d}",
        "UPDATE tmp1 SET v = {safe}",
        "DELETE FROM tmp1{where}",
        "TRUNCATE {t}",
        "CREATE TABLE x{d} ENGINE={engine} SELECT * FROM {t}{where}",
        "DROP TABLE IF EXISTS x{d}, tmp1, x1",
        "INSERT INTO {t} SELECT id + {D}, f(v), s FROM {t}{where}",
        "LOCK TABLES {t} WRITE",
        "UNLOCK TABLES",
        "SELECT * FROM {t}{where} FOR UPDATE",
    ),
    {"t": ("t", "n", "t", "n", "m", "u"), "when": ("BEFORE", "AFTER"), **SWITCHED},
)
