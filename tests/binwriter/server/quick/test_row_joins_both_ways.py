"""The row of a key with the row, or all rows, of other tables that belong to it: the same by plan as by a join."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

pytestmark = pytest.mark.slow

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
    "CREATE TABLE visit (id INT PRIMARY KEY, city BIGINT, person INT, day DATE, e ENUM('b', 'a'), n INT, KEY (city), "
    "KEY (person, n))",
    "CREATE TABLE part (person INT, seq INT, note VARCHAR(9), PRIMARY KEY (person, seq))",
    "INSERT INTO visit VALUES "
    + ", ".join(
        f"({n * 37 % 401}, {(n % 40 + 1) if n % 3 else 2}, {n % 31}, '2025-01-{n * 7 % 28 + 1:02}', {n % 2 + 1}, 5)"
        for n in range(400)
    ),
    "INSERT INTO part VALUES " + ", ".join(f"({n % 60}, {n * 53 % 311}, 'x{n % 7}')" for n in range(300)),
    "CREATE VIEW visited AS SELECT v.id, v.day, c.name, c.id AS city FROM visit v JOIN city c ON c.id = v.city",
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
_VISITS = "FROM person p JOIN visit v ON v.city = p.id WHERE p.id"
_OF_MANY: tuple[Callable[[int], str], ...] = (
    lambda n: f"SELECT p.name, v.id, v.day {_VISITS} = {n}",
    lambda n: f"SELECT p.id, v.* FROM visit v JOIN person p ON p.id = v.city WHERE v.city = {n} LIMIT {n % 4}",
    lambda n: f"SELECT p.id, v.id i FROM visit v, person p WHERE v.city = p.id AND p.id = {n} ORDER BY i DESC LIMIT 5",
    lambda n: f"SELECT * FROM person p JOIN visit v ON p.id = v.city WHERE v.city = {n} ORDER BY v.e, p.born LIMIT 3",
    lambda n: f"SELECT v.day, v.e {_VISITS} = {n} ORDER BY v.day, v.e DESC",
    lambda n: f"SELECT p.e, q.note FROM person p JOIN part q ON q.person = p.id WHERE p.id = {n} ORDER BY q.note",
    lambda n: f"SELECT q.seq, p.e, q.note FROM part q JOIN person p ON p.id = q.person WHERE q.person = {n}",
    lambda n: (
        "SELECT a.name, b.name, v.id FROM person a JOIN person b ON b.id = a.boss JOIN visit v ON v.city = b.id "
        f"WHERE a.id = {n}"
    ),
    lambda n: f"SELECT c.name, v.id FROM city c JOIN visit v ON v.city = c.id WHERE c.id = {n % 4}",
    lambda n: f"SELECT c.name, v.id FROM city c JOIN visit v ON v.city = c.id WHERE c.code = '{('abc', 'ABD')[n % 2]}'",
    lambda n: f"SELECT p.id, v.id FROM person p JOIN visit v ON v.person = p.id WHERE p.id = {n}",
    lambda n: f"SELECT p.id, v.id FROM person p LEFT JOIN visit v ON v.city = p.id WHERE p.id = {n}",
    lambda n: f"SELECT p.id, v.id FROM visit v LEFT JOIN person p ON p.id = v.city WHERE v.city = {n}",
    lambda n: (
        "SELECT v.id, p.id, c.id FROM visit v JOIN person p ON p.id = v.city JOIN city c ON c.id = v.e "
        f"WHERE v.city = {n}"
    ),
    lambda n: f"SELECT p.id, v.id FROM person p JOIN visit v ON v.city = p.id AND v.e = 'a' WHERE p.id = {n}",
    lambda n: f"SELECT p.id, v.id {_VISITS} = {n} AND v.city = {n}",
    lambda n: f"SELECT id, name FROM visited WHERE city = {n % 3} ORDER BY day DESC, id LIMIT 2",
    lambda n: f"SELECT p.id, v.id {_VISITS} = {n} FOR SHARE",
)


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


@pytest.mark.parametrize("options", OPTIONS[:2], ids=lambda options: " ".join(options) or "plain")
@pytest.mark.parametrize("around", ["autocommit", "transaction"])
@pytest.mark.sweep(every=3)
def test_rows_that_belong_to_one_are_the_same_by_plan(tmp_path: Path, options: tuple[str, ...], around: str) -> None:
    texts = [*_TABLES]
    for query in _OF_MANY:
        texts += ["BEGIN"] * (around == "transaction")
        for n in (3, 4, 7, 5, 2, 1, 10, 29, 40, 6, 11, 8, 2, 3):
            texts += [query(n), "SELECT FOUND_ROWS(), ROW_COUNT(), @@warning_count"]
            if n == 29:
                texts += ["UPDATE visit SET city = 6 WHERE id IN (7, 90)", "DELETE FROM visit WHERE id = 20"]
                texts += [
                    "INSERT INTO visit VALUES (1000, 6, 6, '2025-01-01', 'a', 1), (-1, 6, 6, '2025-02-01', 'b', 2)"
                ]
        texts += ["SHOW SESSION STATUS LIKE 'Select%'", "SET SESSION max_seeks_for_key = 1", query(3), query(4)]
        texts += ["SET SESSION max_seeks_for_key = DEFAULT", "ROLLBACK"]
    assert compare(tmp_path, texts, options) >= 6 * 8
