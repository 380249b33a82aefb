"""ON DUPLICATE KEY UPDATE, REPLACE and INSERT IGNORE of a row: the same by plan as the exact way, whatever is there."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, TRANSACTIONS, compare, run_sessions

pytestmark = pytest.mark.slow

TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE c (id INT PRIMARY KEY, name VARCHAR(20), city INT NOT NULL DEFAULT 7, d DECIMAL(5,1), KEY (city))",
    "CREATE TABLE o (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) NOT NULL, v INT, UNIQUE KEY (name))",
    "CREATE TABLE n (name VARCHAR(9) NOT NULL PRIMARY KEY, v INT UNSIGNED, at TIMESTAMP NULL, "
    "made DATETIME DEFAULT CURRENT_TIMESTAMP, seen DATETIME DEFAULT NOW() ON UPDATE NOW())",
    "CREATE TABLE two (a INT, b INT, v INT, UNIQUE KEY (a), UNIQUE KEY (b))",
    "CREATE TABLE p (id INT PRIMARY KEY, v INT)",
    "CREATE TABLE h (p INT, FOREIGN KEY (p) REFERENCES p (id) ON DELETE CASCADE ON UPDATE CASCADE)",
)
_ROWS: dict[str, Callable[[int, int], str]] = {
    "literal": lambda k, n: f"INSERT INTO c VALUES ({k}, 'n{n}', 1, 2.5) ON DUPLICATE KEY UPDATE name = 'again {n}'",
    "values": lambda k, n: (
        f"INSERT INTO c (id, name, city) VALUES ({k}, 'v{n}', {n}) ON DUPLICATE KEY UPDATE name = VALUES(name), "
        "city = city + VALUES(city)"
    ),
    "alias": lambda k, n: (
        f"INSERT INTO c (id, name, d) VALUES ({k}, 'w{n}', {n}.5) AS new ON DUPLICATE KEY UPDATE name = new.name, "
        "d = new.d, c.city = c.city - 1"
    ),
    "counted": lambda k, n: f"INSERT INTO c (id) VALUES ({k}) ON DUPLICATE KEY UPDATE city = city + 1, name = NULL",
    "other": lambda k, n: f"INSERT INTO c (id, city) VALUES ({k}, {n}) ON DUPLICATE KEY UPDATE city = id + {n}",
    "key": lambda k, n: f"INSERT INTO c (id, city) VALUES ({k}, {n}) ON DUPLICATE KEY UPDATE id = {n}",
    "generated": lambda k, n: f"INSERT INTO o (name, v) VALUES ('k{k}', {n}) ON DUPLICATE KEY UPDATE v = {n}",
    "given": lambda k, n: f"INSERT INTO o VALUES ({k}, 'k{n % 5}', {n}) ON DUPLICATE KEY UPDATE v = VALUES(v)",
    "timed": lambda k, n: f"INSERT INTO n (name, v) VALUES ('k{k}', {n}) ON DUPLICATE KEY UPDATE v = v + {n}",
    "now": lambda k, n: (
        f"INSERT INTO n (name, v, at) VALUES ('K{k}', 1, NOW()) ON DUPLICATE KEY UPDATE v = VALUES(v), at = NOW()"
    ),
    "two": lambda k, n: f"INSERT INTO two VALUES ({k}, {n % 7}, {n}) ON DUPLICATE KEY UPDATE v = {n}, a = {n % 9}",
    "parent": lambda k, n: f"INSERT INTO p VALUES ({k}, {n}) ON DUPLICATE KEY UPDATE v = {n}, id = id + 20",
    "replace": lambda k, n: f"REPLACE INTO c VALUES ({k}, 'r{n}', {n % 3}, NULL)",
    "replace_some": lambda k, n: f"REPLACE INTO c (id, name) VALUES ({k}, 's{n % 2}')",
    "replace_generated": lambda k, n: f"REPLACE INTO o (name, v) VALUES ('k{k}', {n})",
    "replace_timed": lambda k, n: f"REPLACE INTO n (name, v) VALUES ('k{k}', {n})",
    "replace_two": lambda k, n: f"REPLACE INTO two VALUES ({k}, {n % 7}, {n})",
    "replace_parent": lambda k, n: f"REPLACE INTO p VALUES ({k}, {n})",
    "ignore": lambda k, n: f"INSERT IGNORE INTO c VALUES ({k}, 'i{n}', 1, 1)",
    "ignore_generated": lambda k, n: f"INSERT IGNORE INTO o (name, v) VALUES ('k{k}', {n})",
    "ignore_wrong": lambda k, n: f"INSERT IGNORE INTO n (name, v) VALUES ('k{k}', {n - 3})",
}
_ASKED = "SELECT ROW_COUNT(), FOUND_ROWS(), LAST_INSERT_ID(), @@warning_count, @@error_count"
_PLANNED = ("literal", "values", "alias", "counted", "generated", "timed", "now", "replace", "replace_some", "ignore")


def _texts(chance: random.Random, kinds: list[str], many: int) -> list[str]:
    texts = [*TABLES]
    for kind in kinds:
        for number in range(many):
            if number % 10 == 6:
                texts.append(chance.choice(("BEGIN", "SET autocommit = 0", "SET insert_id = 70", "SHOW WARNINGS")))
            texts += [_ROWS[kind](chance.randrange(6), number), _ASKED]
            if number % 10 == 9:
                texts += [chance.choice(("COMMIT", "ROLLBACK")), "SET autocommit = 1"]
        texts += ["SHOW WARNINGS", "COMMIT", "SET autocommit = 1"]
    counted = [f"SHOW SESSION STATUS LIKE 'Handler_{what}'" for what in ("write", "update", "delete")]
    asked = [f"SELECT * FROM {name}" for name in ("c", "o", "n", "two", "p")]
    return [*texts, *counted, *asked, "SHOW CREATE TABLE o", "INSERT INTO o (name) VALUES ('last')", _ASKED]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
def test_rows_with_rivals_are_the_same_by_plan(tmp_path: Path, options: tuple[str, ...]) -> None:
    chance = random.Random(" ".join(options))
    compare(tmp_path, _texts(chance, list(_ROWS), 20), options)


def test_rows_with_rivals_go_by_plan(tmp_path: Path) -> None:
    for kind in _PLANNED:
        folder = tmp_path / kind
        folder.mkdir()
        assert compare(folder, _texts(random.Random(kind), [kind], 20), OPTIONS[1]) >= 4, kind


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_rows_with_rivals_in_any_order(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    kinds = chance.choices(list(_ROWS), k=40)
    settings = ("SET sql_mode = ''", "SET binlog_row_image = MINIMAL", "SET binlog_rows_query_log_events = ON")
    texts = _texts(chance, kinds, 4)
    texts.insert(len(TABLES), chance.choice((*settings, "SET @nothing = 1")))
    compare(tmp_path, texts, OPTIONS[seed % len(OPTIONS)])


_BESIDE = (
    "SELECT EXISTS (SELECT 1 FROM c WHERE id = {k})",
    "SELECT c.name, o.v FROM c LEFT JOIN o ON o.id = c.city WHERE c.id = {k}",
    "SELECT c.name, o.v FROM c JOIN o ON o.id = c.city WHERE c.id = {k} LIMIT 1",
    "UPDATE c SET d = d + 1 WHERE city = {n} AND name IS NULL",
    "SELECT id FROM c WHERE city = {n} AND name IS NOT NULL AND d > 1",
    "SELECT id FROM c WHERE id = {k} OR city = {n}",
)
_WORDS = (*TRANSACTIONS, "COMMIT", "SELECT id FROM c FOR SHARE", "SET autocommit = 0", "SET autocommit = 1")


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_rows_with_rivals_of_sessions_that_lock_each_other_out(tmp_path: Path, seed: int) -> None:
    chance, texts = random.Random(seed), [(0, text) for text in TABLES] + [(number, "USE d") for number in (1, 2)]
    for _ in range(6):
        kinds, share = chance.sample(list(_ROWS), 4), chance.choice((0.05, 0.3))
        for _ in range(40):
            number = chance.choice((0, 0, 0, 0, 1, 2))
            if chance.random() < share:
                texts.append((number, chance.choice(_WORDS)))
            k, n = chance.randrange(6), chance.randrange(9)
            own = chance.random() < 0.7
            text = _ROWS[chance.choice(kinds)](k, n) if own else chance.choice(_BESIDE).format(k=k, n=n)
            texts.append((number, text))
        texts += [(number, "COMMIT") for number in range(3)]
    options = OPTIONS[seed % len(OPTIONS)]
    exact, _ = run_sessions(tmp_path / "exact", texts, options, plan_cache=False)
    quick, used = run_sessions(tmp_path / "quick", texts, options, plan_cache=True)
    for number, (one, other) in enumerate(zip(exact, quick, strict=True)):
        assert one == other, f"{number}: {exact[max(0, number - 30) : number]}"
    assert (tmp_path / "exact" / "binlog.000001").read_bytes() == (tmp_path / "quick" / "binlog.000001").read_bytes()
    assert used > 4
