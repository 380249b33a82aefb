"""Statements that are prepared again and again: what is known of their texts is what PREPARE would find anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.server.server import Server

from .test_both_ways import OPTIONS, compare, shown

_TABLES = (
    "CREATE DATABASE d",
    "CREATE DATABASE other",
    "USE other",
    "CREATE TABLE a (id INT PRIMARY KEY, n BIGINT, x INT)",
    "INSERT INTO a VALUES (1, 2, 3)",
    "USE d",
    "CREATE TABLE a (id INT PRIMARY KEY, n INT, t VARCHAR(8), d DATETIME)",
    "INSERT INTO a VALUES (1, 1, 'x', NOW()), (2, 2, 'y', NULL), (3, NULL, NULL, NULL)",
    "SET @i = 1, @t = 'x', @n = NULL, @d = 1.5",
)
_TEXTS = (
    ("SELECT n, t FROM a WHERE id = ?", 1),
    ("SELECT * FROM a WHERE id = ? LIMIT ?", 2),
    ("SELECT ? + n AS s, ? FROM a WHERE id > ?", 3),
    ("SELECT @i, ? FROM a", 1),
    ("INSERT INTO a (id, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = VALUES(n)", 2),
    ("REPLACE INTO a (id, t) VALUES (?, ?)", 2),
    ("UPDATE a SET n = ? WHERE id = ?", 2),
    ("DELETE FROM a WHERE id = ?", 1),
    ("SELECT nothing FROM a", 0),
    ("SELECT id FROM a WHERE t = ? && n < 7", 1),
    ("CREATE TABLE made (i INT)", 0),
    ("SHOW TABLES", 0),
)
_BETWEEN = (
    "ALTER TABLE a ADD z INT",
    "ALTER TABLE a DROP z",
    "CREATE TEMPORARY TABLE a (id INT PRIMARY KEY, n TEXT, t INT)",
    "DROP TEMPORARY TABLE a",
    "DROP TABLE IF EXISTS made",
    "USE other",
    "USE d",
    "SET sql_mode = ANSI",
    "SET sql_mode = DEFAULT",
    "START TRANSACTION READ ONLY",
    "COMMIT",
    "LOCK TABLES a READ",
    "UNLOCK TABLES",
    "SET @i = 'text'",
    "SET @i = 2",
)
_COUNTED = "SHOW SESSION STATUS WHERE Variable_name LIKE 'Com_stmt%' OR Variable_name LIKE 'Com_%sql'"


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_prepared_again_is_the_same(tmp_path: Path, seed: int) -> None:
    chance, texts = random.Random(seed), [*_TABLES]
    for number in range(160):
        text, count = chance.choice(_TEXTS)
        name = chance.choice("pq")
        texts.append(f"PREPARE {name} FROM '{text}'")
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            using = ", ".join(chance.choice(("@i", "@i", "@i", "@t", "@n", "@d")) for _ in range(count))
            texts.append(f"EXECUTE {name}" + (f" USING {using}" if using else ""))
        if number % 3 == 0:
            texts.append(f"DEALLOCATE PREPARE {name}")
        if number % 8 == 7:
            texts.append(chance.choice(_BETWEEN))
    compare(tmp_path, [*texts, _COUNTED, "SELECT * FROM d.a"], OPTIONS[seed % len(OPTIONS)])


def test_prepared_again_goes_by_the_same_plans(tmp_path: Path) -> None:
    texts = [*_TABLES]
    for text in ("SELECT n, t FROM a WHERE id = ?", "UPDATE a SET n = n + 1 WHERE id = ?"):
        for _ in range(6):
            texts += [f"PREPARE p FROM '{text}'", "EXECUTE p USING @i", "DEALLOCATE PREPARE p"]
    assert compare(tmp_path, [*texts, _COUNTED], OPTIONS[1]) >= 8


def _by_client(folder: Path, seed: int, *, plan_cache: bool) -> list[object]:
    chance, answers = random.Random(seed), list[object]()
    with Server(folder, OPTIONS[1], plan_cache=plan_cache) as server:
        session = server.connect()
        for text in _TABLES:
            session.execute(text)
        for number in range(80):
            text, count = chance.choice(_TEXTS[:8])
            statement = session.prepare(text)
            answers.append(repr(statement.described))
            for _ in range(chance.choice((1, 1, 2))):
                values = [chance.choice((1, 2, 3, 7, "x", None, 1.5)) for _ in range(count)]
                answers.append((text, values, shown(statement.run(values))))
            if number % 9 == 5:
                answers.append(shown(session.run(chance.choice(_BETWEEN[:2]))))
        answers.append(shown(session.run(_COUNTED)))
    return answers


@pytest.mark.parametrize("seed", range(3))
def test_prepared_again_by_a_client_is_the_same(tmp_path: Path, seed: int) -> None:
    exact = _by_client(tmp_path / "exact", seed, plan_cache=False)
    quick = _by_client(tmp_path / "quick", seed, plan_cache=True)
    for one, other in zip(exact, quick, strict=True):
        assert one == other
    log = "binlog.000001"
    assert (tmp_path / "exact" / log).read_bytes() == (tmp_path / "quick" / log).read_bytes()
