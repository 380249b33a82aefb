"""The row of a key with the rows of other tables that belong to it: the same by plan as by a join."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE city (id INT PRIMARY KEY, name VARCHAR(20), code CHAR(3) UNIQUE, big BIGINT UNSIGNED UNIQUE)",
    "CREATE TABLE person (id INT PRIMARY KEY, name VARCHAR(20), city INT, code CHAR(3), born DATE, boss INT, "
    "made TIMESTAMP DEFAULT '2025-01-02 03:04:05', e ENUM('a', 'b'), f DOUBLE, KEY (city))",
    "CREATE TABLE pet (id INT PRIMARY KEY, owner INT, j JSON, b VARBINARY(5), UNIQUE KEY (owner))",
    "CREATE TABLE old (id INT PRIMARY KEY, n INT) ENGINE=MyISAM",
    "INSERT INTO city VALUES (1, 'one', 'abc', 1), (2, 'two', 'ABD', 18446744073709551615), (3, NULL, NULL, NULL)",
    "INSERT INTO person (id, name, city, code, born, boss, e, f) VALUES "
    + ", ".join(
        f"({n}, 'p{n}', {n % 5 or 'NULL'}, {('NULL', repr('Abc'), repr('abd'))[n % 3]}, '2000-01-0{n % 9 + 1}', "
        f"{n - 1}, {n % 2 + 1}, {n}.5)"
        for n in range(1, 30)
    ),
    "INSERT INTO pet VALUES (1, 2, '{\"a\": 1}', x'ff'), (2, 7, NULL, NULL), (3, 29, '[]', 'x')",
    "INSERT INTO old VALUES (1, 1), (2, 2)",
    "CREATE VIEW seen AS SELECT * FROM person",
)
_QUERIES: tuple[Callable[[int], str], ...] = (
    lambda n: f"SELECT p.name, c.name FROM person p JOIN city c ON c.id = p.city WHERE p.id = {n}",
    lambda n: f"SELECT p.*, c.* FROM person p LEFT JOIN city c ON p.city = c.id WHERE p.id = {n} LIMIT 1",
    lambda n: f"SELECT * FROM person p INNER JOIN city AS c ON (c.code = p.code) WHERE (p.id = {n}) LIMIT {n % 3}",
    lambda n: (
        "select p1_0.id, p1_0.born, p1_0.made, p1_0.e, c1_0.name, p2_0.j, p2_0.b from person p1_0 left join city c1_0 "
        f"on c1_0.id=p1_0.city left join pet p2_0 on p2_0.owner=p1_0.id where p1_0.id={n}"
    ),
    lambda n: (
        "SELECT a.name, b.name boss, c.name, a.f FROM person a JOIN person b ON b.id = a.boss JOIN city c "
        f"ON c.id = b.city WHERE a.id = {n} ORDER BY c.name DESC"
    ),
    lambda n: f"SELECT person.id, pet.id FROM person, pet WHERE pet.owner = person.id AND pet.id = {n}",
    lambda n: f"SELECT person.id, pet.id FROM person JOIN pet ON pet.owner = person.id WHERE pet.owner = {n}",
    lambda n: f"SELECT p.id, c.big FROM person p JOIN city c ON c.big = p.city WHERE p.id = {n} AND c.id = p.city",
    lambda n: f"SELECT p.id FROM person p LEFT JOIN city c ON c.id = p.city WHERE c.id = {n}",
    lambda n: f"SELECT p.id, c.name FROM person p JOIN city c ON c.id = p.city WHERE c.code = 'a{n}'",
    lambda n: f"SELECT p.id, o.n FROM person p LEFT JOIN old o ON o.id = p.city WHERE p.id = {n}",
    lambda n: f"SELECT p.id, s.name FROM person p JOIN seen s ON s.id = p.boss WHERE p.id = {n}",
    lambda n: (
        f"SELECT `p`.`id`, `c`.`id` AS `of` FROM `person` `p` LEFT JOIN `city` `c` ON `c`.`id` = `p`.`city` "
        f"AND `c`.`name` = 'one' WHERE `p`.`id` = {n}"
    ),
    lambda n: f"SELECT COUNT(*) FROM person p JOIN city c ON c.id = p.city WHERE p.id = {n}",
    lambda n: (
        f"SELECT p.id, c.id FROM person p LEFT JOIN city c ON c.id = p.city AND c.code = p.code WHERE p.id = '{n}'"
    ),
)
_PLANNED = 7  # of them


@pytest.mark.parametrize("options", OPTIONS[:2], ids=lambda options: " ".join(options) or "plain")
@pytest.mark.parametrize("around", ["autocommit", "transaction"])
def test_joined_rows_are_the_same_by_plan(tmp_path: Path, options: tuple[str, ...], around: str) -> None:
    texts = [*_TABLES]
    for query in _QUERIES:
        texts += ["BEGIN"] * (around == "transaction")
        for n in (3, 4, 7, 5, 2, 1, 10, 29, 40, 6, 11, 8):
            texts += [query(n), "SELECT FOUND_ROWS(), ROW_COUNT(), @@warning_count"]
            if n == 29:
                texts.append("UPDATE person SET city = 2 WHERE id = 6")
        texts += ["SET time_zone = '+02:00'", query(3), query(4), "SET time_zone = DEFAULT", "ROLLBACK"]
    assert compare(tmp_path, texts, options) >= 6 * _PLANNED
