"""What is kept of statements outlives tables that are made, emptied and dropped beside theirs, and no others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.server.execute.shapes.definitions import Definitions, tables_defined
from binwriter.server.server import Server
from binwriter.sql.grammar.parse import parse_statement
from tests.binwriter.server.quick.test_both_ways import _filled
from tests.binwriter.server.quick.test_known_changes import OPTIONS, SETUP, _compare

NAMES = ("x", "X", "y", "`z 1`", "other.x")
# of one name, each: what makes it, goes by it, and refers to it
DEFINES = (
    "CREATE TABLE {name} (k INT, s INT, t VARCHAR(20), PRIMARY KEY (k, s))",
    "CREATE TABLE {name} (k INT, s TINYINT, t CHAR(3)) ENGINE=MyISAM",
    "CREATE TABLE IF NOT EXISTS {name} LIKE c",
    "CREATE TABLE {name} (PRIMARY KEY (k, s)) SELECT k, s, t FROM e",
    "CREATE TABLE {name} (id INT PRIMARY KEY, n INT, FOREIGN KEY (n) REFERENCES x (k))",
    "CREATE TEMPORARY TABLE {name} (k INT, s INT, t VARCHAR(20))",
    "CREATE TEMPORARY TABLE {name} ENGINE=MyISAM SELECT k, s, t FROM c",
    "CREATE TEMPORARY TABLE c (k INT, s INT, t VARCHAR(20))",
    "DROP TABLE IF EXISTS {name}, y",
    "DROP TABLE {name}",
    "DROP TEMPORARY TABLE {name}",
    "DROP TEMPORARY TABLE IF EXISTS c",
    "TRUNCATE {name}",
    "ALTER TABLE {name} MODIFY s BIGINT",
    "RENAME TABLE {name} TO y",
)
REFERS = (
    "CREATE OR REPLACE VIEW v AS SELECT k, s, t FROM {name}",
    "CREATE PROCEDURE q (p INT, r INT) INSERT INTO {name} (k, s) VALUES (p, r)",
    "DROP PROCEDURE q",
    "CREATE FUNCTION in_x (p INT) RETURNS INT BEGIN DECLARE m INT; SELECT MAX(s) INTO m FROM {name} WHERE k = p; "
    "INSERT INTO {name} (k, s) VALUES (p, m + 1); RETURN m; END",
    "DROP FUNCTION in_x",
    "CREATE TRIGGER x_e AFTER INSERT ON e FOR EACH ROW INSERT INTO {name} (k, s) VALUES (NEW.k, NEW.s)",
    "DROP TRIGGER x_e",
    "PREPARE p FROM 'INSERT INTO {name} (k, s) VALUES (?, 5)'",
    "LOCK TABLES {name} WRITE, c READ",
    "UNLOCK TABLES",
    "HANDLER {name} OPEN AS opened",
)
GOES_BY = (
    "INSERT INTO {name} (k, s) VALUES ({{k}}, {{n}})",
    "INSERT INTO {name} (k, s, t) VALUES ({{k}}, {{n}}, {{t}}), ({{k}}, {{n}}, up({{k}}, {{n}}))",
    "INSERT INTO {name} (k, s) SELECT k, s + {{n}} FROM c WHERE k = {{k}}",
    "UPDATE {name} SET t = {{t}} WHERE k = {{k}} AND s = {{n}}",
    "DELETE FROM {name} WHERE k = {{k}}",
    "SELECT s, t FROM {name} WHERE k = {{k}}",
    "INSERT INTO v (k, s) VALUES ({{k}}, {{n}})",
    "SELECT COUNT(*) FROM v WHERE k > {{k}}",
    "CALL q({{k}}, {{n}})",
    "SET @x = in_x({{k}})",
    "SET @k = {{k}}",
    "EXECUTE p USING @k",
    "HANDLER opened READ FIRST",
    "INSERT INTO c (k, s) VALUES ({{k}}, {{n}})",
    "INSERT INTO e (k, s) VALUES ({{k}}, {{n}}), ({{n}}, {{k}})",
    "INSERT INTO c (k, s, t) VALUES ({{k}}, {{n}}, up({{k}}, {{n}}))",
    "UPDATE c, e SET c.t = 'c', e.t = {{t}} WHERE c.k = e.k AND e.k = {{k}}",
)
AROUND = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "ROLLBACK TO s", "UNLOCK TABLES", "SET autocommit = 1")


def _sequence(chance: random.Random, phases: int) -> Iterator[str]:
    yield from SETUP
    for _ in range(phases):
        name = chance.choice(NAMES)
        some = chance.sample(GOES_BY, 5)
        for _ in range(30):
            kind = chance.choices((DEFINES, REFERS, AROUND, some), (3, 1, 3, 14))[0]
            text = chance.choice(kind).format(name=name if chance.random() < 0.8 else chance.choice(NAMES))
            yield _filled(text, chance)


@pytest.mark.sweep(every=6)
@pytest.mark.parametrize("seed", range(6))
def test_definitions_between_known_statements(tmp_path: Path, seed: int) -> None:
    _compare(tmp_path, list(_sequence(random.Random(seed), 5)), OPTIONS[seed % len(OPTIONS)])


@pytest.mark.slow
@pytest.mark.sampled(every=28)
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_definitions_between_known_statements(tmp_path: Path, seed: int) -> None:
    _compare(tmp_path, list(_sequence(random.Random(seed), 40)), OPTIONS[seed % len(OPTIONS)])


def test_what_is_kept_ends_with_a_definition_of_its_tables_alone(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        for text in ("CREATE DATABASE d", "USE d", "CREATE TABLE a (k INT)", "INSERT INTO a VALUES (1)"):
            session.execute(text)
        for number in range(6):
            session.execute(f"INSERT INTO a VALUES ({number})")
        count = server.definitions.count
        for text in (
            "CREATE TABLE x (k INT)",
            "INSERT INTO x VALUES (1)",
            "TRUNCATE x",
            "CREATE TEMPORARY TABLE y SELECT * FROM a",
            "DROP TABLE x, y",
        ):
            session.execute(text)
        assert server.definitions.count == count
        session.execute("CREATE TEMPORARY TABLE A (k INT)")
        assert server.definitions.count > count


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("DROP TABLE IF EXISTS d.x, `Y`", ("x", "y")),
        ("CREATE TABLE x SELECT * FROM a", ("x",)),
        ("TRUNCATE TABLE x", ("x",)),
        ("CREATE TABLE x (k INT REFERENCES a (k))", None),
        ("CREATE TABLE x (k INT) ENGINE=MERGE UNION=(a)", None),
        ("CREATE TABLE `x y` (k INT)", None),
        ("DROP VIEW x", None),
        ("ALTER TABLE x ADD y INT", None),
        ("CREATE DATABASE x", None),
    ],
)
def test_the_tables_that_a_statement_defines(text: str, names: tuple[str, ...] | None) -> None:
    assert tables_defined(parse_statement(text)) == names


def test_names_in_definitions_stay_referred_to() -> None:
    definitions = Definitions()
    definitions.begins(parse_statement("CREATE VIEW v AS SELECT * FROM x"), knows_all=True)
    definitions.changed()
    assert definitions.may_mean(frozenset({"x"}))
    assert not definitions.may_mean(frozenset({"y"}))
    before = definitions.count
    definitions.ends(("y",))
    assert definitions.count == before
    definitions.ends(("y", "x"))
    assert definitions.count > before
    assert not definitions.rely_on("SELECT * FROM T", frozenset({"t"}))
