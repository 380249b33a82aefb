"""What many rows lock at a time is what they lock one by one: sessions wait for the same rows, keys and gaps."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from binwriter.server.server import Server
from tests.binwriter.server.quick.test_both_ways import shown

TABLES = (
    "CREATE TABLE a (id INT PRIMARY KEY, n INT, t VARCHAR(8), KEY (n), KEY (t, n))",
    "CREATE TABLE b (i INT, j INT, u INT, d DECIMAL(6,2), PRIMARY KEY (i, j), UNIQUE KEY (u), KEY (d))",
    "CREATE TABLE c (x INT, y INT, KEY (x DESC))",
    "CREATE TABLE p (id INT PRIMARY KEY, n INT, KEY (n)) PARTITION BY HASH (id) PARTITIONS 3",
    "CREATE TABLE g (id INT PRIMARY KEY AUTO_INCREMENT, n INT)",
    "CREATE TABLE m (id INT PRIMARY KEY, n INT) ENGINE=MyISAM",
    "INSERT INTO a VALUES (2, 1, 'a'), (4, 3, 'b'), (6, 3, 'B'), (12, 7, NULL), (20, 9, 'e'), (30, 3, 'b')",
    "INSERT INTO b VALUES (1, 1, 5, 1.5), (1, 4, NULL, 2), (2, 2, 9, 2), (3, 8, 20, 7), (9, 9, NULL, 9)",
    "INSERT INTO c VALUES (1, 1), (3, 2), (3, 3), (NULL, 4), (9, 5)",
    "INSERT INTO p VALUES (1, 1), (2, 2), (3, 3), (4, 1), (9, 2), (12, 3)",
)
# k, l: numbers; t: a text; w: a condition of `a`; v: one of `b`; f: how rows are locked
CONDITIONS = {
    "w": (
        *("id > {k}", "id BETWEEN {k} AND {l}", "id <= {k}", "id >= {k} AND id < {l}", "id IN ({k}, {l})", "id = {k}"),
        *("n = {k}", "n > {k}", "n BETWEEN {k} AND {l}", "n IS NULL", "n < {k} AND t = {t}", "t = {t}", "t LIKE 'b%'"),
        *("t = {t} AND n = {k}", "t > {t}", "NOT n = {k}", "n + 0 = {k}", "1", "id < {k} AND n <> 3", "n = 2 + 1"),
    ),
    "v": (
        *(
            "i = {k}",
            "i = {k} AND j = {l}",
            "i = {k} AND j > {l}",
            "i > {k}",
            "u = {k}",
            "u > {k}",
            "u BETWEEN {k} AND {l}",
        ),
        *("d = {k}", "d = 2", "d < {k}", "u IS NULL", "j = {k}", "i = 3 AND j >= 8", "i <= 3 AND j = 1"),
    ),
    "f": ("FOR UPDATE", "FOR SHARE", "FOR UPDATE NOWAIT", "FOR UPDATE SKIP LOCKED", "FOR SHARE SKIP LOCKED"),
}
STATEMENTS = (
    "SELECT * FROM a WHERE {w} {f}",
    "SELECT * FROM a WHERE {w} ORDER BY id LIMIT 2 {f}",
    "SELECT * FROM a WHERE {w} ORDER BY n DESC LIMIT 2 {f}",
    "SELECT * FROM b WHERE {v} {f}",
    "SELECT COUNT(*), MAX(n), MIN(id), MAX(id) FROM a",
    "SELECT MAX(n) FROM a {f}",
    "SELECT * FROM c WHERE x >= {k} {f}",
    "SELECT * FROM p WHERE n = {k} {f}",
    "SELECT a.id, b.u FROM a JOIN b ON b.i = a.n WHERE a.id < {k} {f}",
    "UPDATE a SET n = n + 1 WHERE {w}",
    "UPDATE a SET t = {t} WHERE {w} LIMIT 2",
    "UPDATE a SET id = id + 40 WHERE {w} LIMIT 1",
    "UPDATE b SET d = {k} WHERE {v}",
    "UPDATE b SET u = u + 50 WHERE {v}",
    "UPDATE c SET y = y + 1 WHERE x > {k}",
    "UPDATE p SET n = n + 1 WHERE id > {k}",
    "UPDATE m SET n = n + 1 WHERE id > {k}",
    "UPDATE a JOIN b ON b.j = a.n SET a.t = 'j' WHERE {w}",
    "DELETE FROM a WHERE {w}",
    "DELETE FROM b WHERE {v}",
    "DELETE FROM c WHERE x = {k}",
    "INSERT INTO a VALUES ({k}, {l}, {t})",
    "INSERT INTO a VALUES ({k}, {l}, {t}), ({l}, {k}, NULL), (60, 1, 'z')",
    "INSERT IGNORE INTO a VALUES ({k}, {l}, {t}), ({l}, 3, 'b')",
    "REPLACE INTO a VALUES ({k}, {l}, {t}), (99, {k}, {t})",
    "INSERT INTO b VALUES ({k}, {l}, {l}, 2), ({l}, {k}, {k}, 3) ON DUPLICATE KEY UPDATE d = d + 1",
    "INSERT INTO b VALUES ({k}, {l}, {k} + 100, 2)",
    "INSERT INTO c VALUES ({k}, {l}), ({l}, {l})",
    "INSERT INTO g (n) SELECT n FROM a WHERE {w}",
    "INSERT INTO g (n) VALUES ({k}), ({l}), ({k})",
    "DELETE FROM g WHERE id > {k}",
    "INSERT INTO m VALUES ({k}, 1), ({l}, 2)",
)
BETWEEN = ("BEGIN", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "ROLLBACK TO s")
LEVELS = ("REPEATABLE READ", "READ COMMITTED", "SERIALIZABLE", "READ UNCOMMITTED")


def _filled(chance: random.Random) -> str:
    text = chance.choice(STATEMENTS)
    for name, choices in CONDITIONS.items():
        text = text.replace(f"{{{name}}}", chance.choice(choices))
    low = chance.randrange(14)
    return text.format(k=low, l=low + chance.randrange(8), t=f"'{chance.choice('abBce')}'")


def _texts(chance: random.Random) -> list[tuple[int, str]]:
    texts = [(0, text) for text in ("CREATE DATABASE d", "USE d", *TABLES)] + [(1, "USE d"), (2, "USE d")]
    for _ in range(10):
        texts += [(number, "COMMIT") for number in range(3)]
        levels = chance.choices(LEVELS, (5, 3, 1, 1), k=3)
        texts += [(at, f"SET SESSION TRANSACTION ISOLATION LEVEL {level}") for at, level in enumerate(levels)]
        texts += [(0, "REPLACE INTO a VALUES (2, 1, 'a'), (4, 3, 'b'), (6, 3, 'B'), (8, NULL, 'c')")]
        texts += [(0, "REPLACE INTO b VALUES (1, 1, 5, 1.5), (2, 2, 9, 2), (3, 1, 12, NULL)")]
        for _ in range(30):
            number = chance.choice((0, 0, 1, 2))
            if chance.random() < 0.25:
                texts.append((number, chance.choice(BETWEEN)))
            texts.append((number, _filled(chance)))
    return texts


def _run(folder: Path, texts: list[tuple[int, str]], options: tuple[str, ...], *, plan_cache: bool) -> list[Any]:
    answers: list[Any] = []
    with Server(folder, options, plan_cache=plan_cache) as server:
        sessions = [server.connect() for _ in range(3)]
        for number, text in texts:
            answers.append((number, text, shown(sessions[number].run(text))))
            rows = server.locks.rows
            answers.append([(rows.has_any(one.owner), rows.weight(one.owner)) for one in sessions])
    return answers


@pytest.mark.sweep(every=4)
@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("seed", range(8))
def test_sessions_wait_for_the_same(tmp_path: Path, seed: int) -> None:
    texts = _texts(random.Random(seed))
    options = ("gtid-mode=ON", "enforce-gtid-consistency=ON") if seed % 2 else ()
    exact = _run(tmp_path / "exact", texts, options, plan_cache=False)
    quick = _run(tmp_path / "quick", texts, options, plan_cache=True)
    for number, (one, other) in enumerate(zip(exact, quick, strict=True)):
        assert one == other, [entry[:2] for entry in exact[max(0, number - 40) : number + 1 : 2]]
    assert (tmp_path / "exact" / "binlog.000001").read_bytes() == (tmp_path / "quick" / "binlog.000001").read_bytes()
