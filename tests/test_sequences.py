"""Random sequences of statements on two engines and two sessions: a real server and binwriter must log the same.

The tables have no secondary keys, so that nothing but the rules decides the order of rows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from binwriter.integration.capture import capture
from binwriter.integration.differential import run_both
from binwriter.integration.mysql import MySQLServer
from binwriter.scenario.notation import parse_scenario

SETUP = """\
con1: SET TIMESTAMP=1700000000;
con2: SET TIMESTAMP=1700000005;
con1: CREATE TABLE t (a INT PRIMARY KEY, b INT, c VARCHAR(30) DEFAULT 'd');
con1: CREATE TABLE u (a INT, b INT);
con1: CREATE TABLE n (a INT PRIMARY KEY, b INT) ENGINE=MyISAM;
con1: CREATE TABLE m (a INT PRIMARY KEY AUTO_INCREMENT, b VARCHAR(20)) ENGINE=MEMORY;
con1: CREATE TABLE i (a INT PRIMARY KEY AUTO_INCREMENT, b VARCHAR(20));
"""
LENGTH = 150


def value(source: random.Random) -> int:
    return source.randint(1, 30)


def insert(source: random.Random) -> str:
    table = source.choice("ttnnumi")
    if table in "mi":
        return f"INSERT INTO {table} (b) VALUES ('{value(source)}'){source.choice(['', ', (NULL)'])}"
    rows = ", ".join(f"({value(source)},{value(source)})" for _ in range(source.choice([1, 1, 2, 3])))
    return f"{source.choice(['INSERT', 'INSERT', 'REPLACE'])} INTO {table} (a,b) VALUES {rows}"


def change(source: random.Random) -> str:
    table = source.choice("ttnnu")
    where = f"WHERE a {source.choice(['=', '<', '>'])} {value(source)}"
    return source.choice([f"UPDATE {table} SET b=b+{source.randint(0, 2)} {where}", f"DELETE FROM {table} {where}"])


def insert_select(source: random.Random) -> str:
    target, origin = source.choice(["tn", "nt", "tu", "nn", "ut", "it", "mn"])
    where = f"WHERE a < {value(source)}"
    if target in "im":
        return f"INSERT INTO {target} (b) SELECT b FROM {origin} {where}"
    return f"INSERT INTO {target} (a,b) SELECT a+{source.randint(30, 90)},b FROM {origin} {where}"


def transaction(source: random.Random) -> str:
    point = source.choice("xyz")
    return source.choice(
        [
            "BEGIN",
            "BEGIN",
            "COMMIT",
            "COMMIT",
            "ROLLBACK",
            f"SAVEPOINT {point}",
            f"ROLLBACK TO {point}",
            f"RELEASE SAVEPOINT {point}",
            "TRUNCATE u",
            "CREATE TABLE IF NOT EXISTS z (a INT)",
        ]
    )


def setting(source: random.Random) -> str:
    return source.choice(
        [f"SET binlog_format={name}" for name in ("STATEMENT", "MIXED", "ROW")] * 2
        + [f"SET binlog_row_image={name}" for name in ("FULL", "MINIMAL", "NOBLOB")]
        + [f"SET binlog_direct_non_transactional_updates={on}" for on in (0, 1)]
        + [f"SET SESSION TRANSACTION ISOLATION LEVEL {level}" for level in ("READ COMMITTED", "REPEATABLE READ")]
        + ["SET autocommit=0", "SET autocommit=1", "SET @v=5", "INSERT INTO i (b) VALUES (LAST_INSERT_ID()), (@v)"]
    )


KINDS: tuple[tuple[Callable[[random.Random], str], int], ...] = (
    (insert, 35),
    (change, 14),
    (insert_select, 6),
    (transaction, 33),
    (setting, 12),
)


def sequence(seed: int) -> Iterator[str]:
    source = random.Random(seed)
    makers, weights = zip(*KINDS, strict=True)
    for _ in range(LENGTH):
        yield f"con1: {source.choices(makers, weights)[0](source)};"
        if source.random() < 0.08:
            yield f"con2: INSERT INTO {source.choice('nu')} (a,b) VALUES ({source.randint(100, 900)},1);"


@pytest.mark.mysql
@pytest.mark.parametrize("seed", range(8))
def test_a_random_sequence_is_logged_as_the_server_logs_it(
    seed: int, tmp_path: Path, mysql_server: MySQLServer
) -> None:
    text = SETUP + "\n".join(sequence(seed)) + "\n"
    found = run_both(parse_scenario(text, f"seed-{seed}.scn"), partial(capture, server=mysql_server), tmp_path)
    assert found.is_equal, str(found)
