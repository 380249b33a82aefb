"""ON DUPLICATE KEY UPDATE, IGNORE and REPLACE of many rows: the same many at a time as the exact way, whatever is
there."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare, run_sessions
from .test_rivals_both_ways import TABLES

pytestmark = pytest.mark.slow

_TABLES = (
    *TABLES,
    "CREATE TABLE m (id INT AUTO_INCREMENT PRIMARY KEY, v INT, UNIQUE KEY (v)) ENGINE=MyISAM",
    "CREATE TABLE k (id TINYINT AUTO_INCREMENT PRIMARY KEY, v INT CHECK (v < 40), UNIQUE KEY (v))",
    "CREATE VIEW w AS SELECT id, name, v FROM o WHERE v < 30",
)
_Row = Callable[[random.Random], str]
_KINDS: dict[str, tuple[str, _Row, str]] = {
    "values": (
        "INSERT INTO c (id, name, city) VALUES",
        lambda c: f"({c.randrange(30)}, 'v{c.randrange(4)}', {c.randrange(9)})",
        "ON DUPLICATE KEY UPDATE name = VALUES(name), city = city + VALUES(city)",
    ),
    "alias": (
        "INSERT INTO c (id, name, d) VALUES",
        lambda c: f"({c.randrange(30)}, {c.choice(('NULL', chr(39) * 2))}, {c.randrange(9)}.5)",
        "AS new ON DUPLICATE KEY UPDATE name = new.name, d = new.d, c.city = c.city - 1",
    ),
    "alias_of_all": (
        "INSERT INTO c VALUES",
        lambda c: f"({c.randrange(30)}, 'w', {c.randrange(9)}, DEFAULT)",
        "as `new row` on duplicate key update name = `new row`.name, city = city",
    ),
    "named": (
        "INSERT INTO c (id, name) VALUES",
        lambda c: f"({c.randrange(30)}, 'n{c.randrange(4)}')",
        "AS r (x, y) ON DUPLICATE KEY UPDATE name = CONCAT(y, x)",
    ),
    "named_wrongly": (
        "INSERT INTO c (id, name) VALUES",
        lambda c: f"({c.randrange(30)}, 'n')",
        "AS r (x, y, z) ON DUPLICATE KEY UPDATE name = y",
    ),
    "named_as_the_table": (
        "INSERT INTO c (id, name) VALUES",
        lambda c: f"({c.randrange(30)}, 'n')",
        "AS c ON DUPLICATE KEY UPDATE name = 'x'",
    ),
    "alias_alone": ("INSERT INTO c (id, name) VALUES", lambda c: f"({c.randrange(100)}, 'n')", "AS r"),
    "generated": (
        "INSERT INTO o (name, v) VALUES",
        lambda c: f"('k{c.randrange(40)}', {c.randrange(9)})",
        "ON DUPLICATE KEY UPDATE v = VALUES(v)",
    ),
    "generated_alias": (
        "INSERT INTO o VALUES",
        lambda c: f"({c.choice(('NULL', '0', 'DEFAULT', str(c.randrange(40))))}, 'k{c.randrange(40)}', 3)",
        "AS r ON DUPLICATE KEY UPDATE v = r.v + r.id",
    ),
    "given": (
        "INSERT INTO o VALUES",
        lambda c: f"({c.randrange(60)}, 'k{c.randrange(60)}', {c.randrange(9)})",
        "ON DUPLICATE KEY UPDATE v = v + 1",
    ),
    "timed": (
        "INSERT INTO n (name, v, at) VALUES",
        lambda c: f"('k{c.randrange(20)}', {c.randrange(-1, 9)}, '2025-01-0{c.randrange(1, 9)}')",
        "ON DUPLICATE KEY UPDATE v = VALUES(v), at = VALUES(at)",
    ),
    "two": (
        "INSERT INTO two VALUES",
        lambda c: f"({c.randrange(20)}, {c.randrange(20)}, 1)",
        "AS r ON DUPLICATE KEY UPDATE v = r.v + 1",
    ),
    "parent": ("INSERT IGNORE INTO p VALUES", lambda c: f"({c.randrange(20)}, 1)", ""),
    "child": ("INSERT IGNORE INTO h VALUES", lambda c: f"({c.randrange(30)})", ""),
    "other_engine": ("INSERT IGNORE INTO m (v) VALUES", lambda c: f"({c.randrange(60)})", ""),
    "other_engine_alias": (
        "INSERT INTO m (v) VALUES",
        lambda c: f"({c.randrange(60)})",
        "AS r ON DUPLICATE KEY UPDATE v = r.v",
    ),
    "checked": ("INSERT IGNORE INTO k (v) VALUES", lambda c: f"({c.randrange(50)})", ""),
    "view": ("INSERT IGNORE INTO w (name, v) VALUES", lambda c: f"('k{c.randrange(50)}', 1)", ""),
    "ignore": ("INSERT IGNORE INTO c (id, name) VALUES", lambda c: f"({c.randrange(60)}, 'i')", ""),
    "ignore_wrong": (
        "INSERT IGNORE INTO c VALUES",
        lambda c: f"({c.choice(('NULL', '1.6', str(c.randrange(60))))}, 'a text of more than 20 characters', NULL, 1)",
        "",
    ),
    "ignore_generated": ("INSERT IGNORE INTO o (name, v) VALUES", lambda c: f"('k{c.randrange(80)}', 1)", ""),
    "ignore_given": (
        "INSERT IGNORE INTO o VALUES",
        lambda c: f"({c.choice(('NULL', '0', str(c.randrange(90))))}, 'k{c.randrange(90)}', 1)",
        "",
    ),
    "ignore_two": ("INSERT IGNORE INTO two VALUES", lambda c: f"({c.randrange(20)}, {c.randrange(20)}, 2)", ""),
    "ignore_timed": ("INSERT IGNORE INTO n (name, v) VALUES", lambda c: f"('K{c.randrange(30)}', 1)", ""),
    "plain": ("INSERT INTO o (name, v) VALUES", lambda c: f"('p{c.randrange(400)}', 1)", ""),
    "replace": ("REPLACE INTO c (id, name) VALUES", lambda c: f"({c.randrange(60)}, 'r{c.randrange(2)}')", ""),
    "replace_generated": ("REPLACE INTO o (name, v) VALUES", lambda c: f"('k{c.randrange(60)}', 1)", ""),
}
_ASKED = "SELECT ROW_COUNT(), FOUND_ROWS(), LAST_INSERT_ID(), @@warning_count, @@error_count"
_AROUND = (
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "SET insert_id = 70",
    "SHOW WARNINGS",
    "DELETE FROM o WHERE id < 9",
    "TRUNCATE TABLE k",
    "ALTER TABLE o AUTO_INCREMENT = 500",
    "DROP TABLE IF EXISTS gone",
)
_SETTINGS = (
    "SET @nothing = 1",
    "SET sql_mode = ''",
    "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
    "SET auto_increment_increment = 3",
    "SET binlog_row_image = MINIMAL",
    "SET binlog_format = STATEMENT",
    "SET max_error_count = 3",
)


def many_rows(chance: random.Random, kind: str) -> str:
    """A statement of that kind."""
    head, row, tail = _KINDS[kind]
    rows = ", ".join(row(chance) for _ in range(chance.choice((4, 5, 9, 25))))
    return f"{head} {rows} {tail}".strip()


def _texts(chance: random.Random, kinds: list[str], many: int) -> list[str]:
    texts = [*_TABLES]
    for kind in kinds:
        for _ in range(many):
            if chance.random() < 0.3:
                texts.append(chance.choice(_AROUND))
            texts += [many_rows(chance, kind), _ASKED]
    counted = [f"SHOW SESSION STATUS LIKE 'Handler_{what}'" for what in ("write", "update", "delete")]
    asked = [f"SELECT * FROM {name}" for name in ("c", "o", "n", "two", "p", "h", "m", "k")]
    return [*texts, "SHOW WARNINGS", "COMMIT", *counted, *asked, "SHOW CREATE TABLE o", "SHOW CREATE TABLE k"]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
def test_many_rows_with_rivals_are_the_same_both_ways(tmp_path: Path, options: tuple[str, ...]) -> None:
    compare(tmp_path, _texts(random.Random(" ".join(options)), list(_KINDS), 5), options)


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(16))
def test_many_rows_with_rivals_in_any_order(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    texts = _texts(chance, chance.choices(list(_KINDS), k=40), 2)
    texts.insert(len(_TABLES), _SETTINGS[seed % len(_SETTINGS)])
    compare(tmp_path, texts, OPTIONS[seed % len(OPTIONS)])


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_many_rows_with_rivals_of_sessions_that_lock_each_other_out(tmp_path: Path, seed: int) -> None:
    chance, texts = random.Random(seed), [(0, text) for text in _TABLES] + [(number, "USE d") for number in (1, 2)]
    for _ in range(120):
        number = chance.choice((0, 0, 0, 1, 2))
        if chance.random() < 0.15:
            texts.append((number, chance.choice(("BEGIN", "COMMIT", "ROLLBACK", "SELECT id FROM c FOR SHARE"))))
        texts.append((number, many_rows(chance, chance.choice(list(_KINDS)))))
    texts += [(number, "COMMIT") for number in range(3)]
    options = OPTIONS[seed % len(OPTIONS)]
    exact, _ = run_sessions(tmp_path / "exact", texts, options, plan_cache=False)
    quick, _ = run_sessions(tmp_path / "quick", texts, options, plan_cache=True)
    for number, (one, other) in enumerate(zip(exact, quick, strict=True)):
        assert one == other, f"{number}: {exact[max(0, number - 30) : number]}"
    assert (tmp_path / "exact" / "binlog.000001").read_bytes() == (tmp_path / "quick" / "binlog.000001").read_bytes()
