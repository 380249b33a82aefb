"""Changes of which all is known but their literals, and statements of programs that are compiled once, do what the
exact way does: the same bytes, answers, rows and state."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from binwriter.scenario.notation import StepKind, parse_scenario
from binwriter.server.server import Server
from tests.binwriter.server.quick.test_both_ways import _filled, shown
from tests.mixing.compare import script
from tests.mixing.sequences import SETTINGS

SETUP = (
    "SET GLOBAL log_bin_trust_function_creators = 1",
    "CREATE DATABASE other",
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE a (id INT PRIMARY KEY, n TINYINT UNSIGNED, t VARCHAR(8), d DECIMAL(6,2) NOT NULL DEFAULT 1.5)",
    "CREATE TABLE b (id INT AUTO_INCREMENT PRIMARY KEY, n SMALLINT, t CHAR(5) NOT NULL, UNIQUE KEY (n))",
    "CREATE TABLE c (k INT, s INT, t VARCHAR(20), PRIMARY KEY (k, s)) ENGINE=MyISAM",
    "CREATE TABLE e (k INT, s INT, t VARCHAR(20), PRIMARY KEY (k, s))",
    "CREATE TABLE f (id INT PRIMARY KEY, n INT, g INT AS (n + 1), CHECK (n < 70))",
    "CREATE TABLE g (id INT PRIMARY KEY, s TIMESTAMP DEFAULT CURRENT_TIMESTAMP, u TIMESTAMP DEFAULT '2025-01-02')",
    "CREATE TABLE h (id INT PRIMARY KEY, n INT NOT NULL, KEY (n), FOREIGN KEY (n) REFERENCES a (id))",
    "CREATE TABLE w (id INT, x ENUM('a', 'b') NOT NULL, m DATETIME)",
    "CREATE FUNCTION up (p INT, q INT) RETURNS VARCHAR(20) BEGIN DECLARE x INT; "
    "SELECT MAX(s) INTO x FROM e WHERE k = p; SELECT COALESCE(GREATEST(x + 1, q), 1) INTO x; "
    "INSERT INTO e (k, s) VALUES (p, x); INSERT INTO c (k, s) VALUES (p, x + 1); RETURN 'done'; END",
    "CREATE FUNCTION low (p INT) RETURNS TINYINT BEGIN DECLARE x INT DEFAULT 0; "
    "SELECT MIN(s) INTO x FROM c WHERE k = p; "
    "INSERT INTO b (n, t) VALUES (p, 'low'); RETURN x; END",
    "CREATE FUNCTION wide (p INT, t VARCHAR(30)) RETURNS VARCHAR(30) BEGIN "
    "INSERT INTO a (id, n, t) VALUES (p + 20, p * 9, t); RETURN t; END",
    "CREATE TRIGGER e_a AFTER INSERT ON e FOR EACH ROW BEGIN DECLARE x INT; "
    "SELECT MAX(s) INTO x FROM c WHERE k = NEW.k; "
    "SELECT COALESCE(GREATEST(x + 1, NEW.s), 1) INTO x; INSERT INTO c (k, s) VALUES (NEW.k, x); END",
    "CREATE TRIGGER b_b BEFORE INSERT ON b FOR EACH ROW SET NEW.n = NEW.n + 1",
    "CREATE PROCEDURE p (p INT, q INT) BEGIN DECLARE x INT; SELECT MAX(k) INTO x FROM c; "
    "INSERT INTO e (k, s) VALUES (p, q); INSERT INTO c (k, s, t) VALUES (x, q, 'p'), (p, x, up(p, q)); "
    "IF up(q, p) = 'done' THEN UPDATE c SET t = 'if' WHERE k = p; END IF; END",
)
STATEMENTS = (
    "INSERT INTO a VALUES ({k}, {n}, {t}, {n})",
    "INSERT INTO a (id, t) VALUES ({k}, {t}), ({k}, {t})",
    "INSERT INTO b (n, t) VALUES ({n}, {t})",
    "INSERT INTO b VALUES (NULL, {k}, {t}), ({n}, {n}, 'x')",
    "INSERT INTO c (k, s) VALUES ({k}, {n})",
    "INSERT INTO c (k, s) VALUES ({k}, {n}), ({k}, {k})",
    "INSERT INTO c (k, s, t) VALUES ({k}, {n}, ''), ({k}, {n}, up({k}, {n}))",
    "INSERT INTO c (k, s, t) VALUES ({k}, {n}, up({k}, {n}))",
    "INSERT INTO e (k, s) VALUES ({k}, {n})",
    "INSERT INTO e (k, s) VALUES ({k}, {n}), ({k}, {k})",
    "INSERT INTO e (k, s, t) VALUES ({k}, {n}, low({k}))",
    "INSERT INTO e VALUES ({k}, {n}, wide({k}, {t}))",
    "INSERT INTO f (id, n) VALUES ({k}, {n})",
    "INSERT INTO g (id) VALUES ({k})",
    "INSERT INTO g VALUES ({k}, {m}, {m})",
    "INSERT INTO h VALUES ({k}, {k})",
    "INSERT INTO h (id) VALUES ({k})",
    "INSERT INTO w VALUES ({k}, {t}, {m})",
    "INSERT INTO w (id) VALUES ({k}), ({n})",
    "INSERT INTO w (id, nothing) VALUES ({k}, {n})",
    "INSERT IGNORE INTO c (k, s) VALUES ({k}, {n})",
    "INSERT INTO c (k, s) VALUES ({k}, {n}) ON DUPLICATE KEY UPDATE t = {t}",
    "REPLACE INTO c (k, s, t) VALUES ({k}, {n}, {t})",
    "INSERT INTO c (k, s, t) SELECT {k}, {n}, COUNT(*) FROM e",
    "INSERT INTO e (k, s, t) SELECT {k}, {n}, COUNT(*) FROM c UNION SELECT {k}, {k}, COUNT(*) FROM c",
    "INSERT INTO a (id, n) VALUES ({k} + 1, {n} * 2)",
    "UPDATE c, e SET c.t = {t}, e.t = {t} WHERE c.k = e.k AND e.k = {k}",
    "UPDATE e SET t = {t} WHERE k = {k}",
    "DELETE c, e FROM c JOIN e ON c.k = e.k WHERE c.s = {n}",
    "DELETE FROM c WHERE k = {k}",
    "SET @v = up({k}, {n})",
    "SET @v = up({k}, {n}), @w = {k}",
    "SELECT up({k}, {n})",
    "SELECT low({k}), up({k}, {n}) FROM a WHERE id = {k}",
    "DO wide({k}, {t})",
    "CALL p({k}, {n})",
    "SELECT MAX(s), MIN(s) FROM c WHERE k = {k}",
    "SELECT MAX(s) FROM e WHERE k = {k}",
    "SELECT MIN(s) FROM c WHERE k = {k}",
    "SELECT MAX(n) AS highest FROM b",
    "SELECT ROW_COUNT(), FOUND_ROWS(), LAST_INSERT_ID(), @@warning_count, @@error_count, @v",
)
SETTINGS_BETWEEN = (
    "SET sql_mode = ''",
    "SET sql_mode = DEFAULT",
    "SET binlog_format = MIXED",
    "SET binlog_format = STATEMENT",
    "SET binlog_format = ROW",
    "SET binlog_row_image = MINIMAL",
    "SET binlog_row_image = FULL",
    "SET binlog_rows_query_log_events = ON",
    "SET binlog_direct_non_transactional_updates = ON",
    "SET autocommit = 0",
    "SET autocommit = 1",
    "SET timestamp = 1700000000",
    "SET timestamp = DEFAULT",
    "SET foreign_key_checks = 0",
    "SET time_zone = '+03:00'",
    "SET insert_id = 77",
    "DROP TRIGGER e_a",
    "CREATE TRIGGER a_a AFTER INSERT ON a FOR EACH ROW INSERT INTO w (id) VALUES (NEW.id)",
    "ALTER TABLE c ADD z INT DEFAULT 3",
    "CREATE VIEW v AS SELECT k, s FROM c",
    "CREATE TEMPORARY TABLE c (k INT, s INT, t VARCHAR(20))",
    "DROP TEMPORARY TABLE c",
    "LOCK TABLES c WRITE",
    "UNLOCK TABLES",
    "SET SESSION TRANSACTION READ ONLY",
    "SET SESSION TRANSACTION READ WRITE",
)
AROUND = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "ROLLBACK TO s", "SHOW WARNINGS")
TABLES = "abcefghw"


def _run(folder: Path, texts: list[str], options: tuple[str, ...], *, plan_cache: bool) -> list[object]:
    answers: list[object] = []
    with Server(folder, options, plan_cache=plan_cache) as server:
        session = server.connect()
        for text in texts:
            answers.append((text, shown(session.run(text)), _counted(session.counts)))
        for text in ("UNLOCK TABLES", *(f"SELECT * FROM d.{name}" for name in TABLES)):
            answers.append(shown(session.run(text)))
        answers.append(server.chance.clock())
    return answers


def _counted(counts: Mapping[str, int]) -> dict[str, int]:
    """How often statements of each kind ran, those of programs too."""
    return {name: count for name, count in counts.items() if name.startswith("Com_") and count}


def _compare(tmp_path: Path, texts: list[str], options: tuple[str, ...] = ()) -> None:
    exact = _run(tmp_path / "exact", texts, options, plan_cache=False)
    quick = _run(tmp_path / "quick", texts, options, plan_cache=True)
    for number, (one, other) in enumerate(zip(exact, quick, strict=True)):
        assert one == other, f"statement {number}, behind {texts[max(0, number - 8) : number]}"
    for path in (tmp_path / "exact").iterdir():
        assert path.read_bytes() == (tmp_path / "quick" / path.name).read_bytes(), path.name


def _sequence(chance: random.Random, phases: int) -> Iterator[str]:
    yield from SETUP
    for _ in range(phases):
        if chance.random() < 0.4:
            yield chance.choice(SETTINGS_BETWEEN)
        elif chance.random() < 0.5:
            yield from ("COMMIT", "UNLOCK TABLES", "SET sql_mode = DEFAULT, autocommit = 1, binlog_format = ROW")
        some = chance.sample(STATEMENTS, 5)
        for _ in range(30):
            if chance.random() < 0.15:
                yield chance.choice(AROUND)
            yield _filled(chance.choice(some), chance)


OPTIONS = ((), ("binlog-format=STATEMENT",), ("binlog-format=MIXED", "binlog-row-image=MINIMAL"), ("gtid-mode=OFF",))


@pytest.mark.sweep(every=6)
@pytest.mark.parametrize("seed", range(6))
def test_random_changes_are_the_same_both_ways(tmp_path: Path, seed: int) -> None:
    _compare(tmp_path, list(_sequence(random.Random(seed), 8)), OPTIONS[seed % len(OPTIONS)])


def test_the_end_of_an_index_is_that_of_each_number(tmp_path: Path) -> None:
    rows = ", ".join(f"({k}, {s})" for k in range(4) for s in (k, k + 10))
    asked = (
        f"SELECT {call}(s) FROM q WHERE k {sign} {k}" for k in range(5) for call in ("MAX", "MIN") for sign in "=<"
    )
    made = ("CREATE DATABASE d", "USE d", *(f"CREATE TABLE {name} (a INT)" for name in TABLES))
    keyed = "CREATE TABLE q (k INT, s INT NOT NULL, PRIMARY KEY (k, s), KEY (s))"
    again = (
        "BEGIN",
        "DELETE FROM q WHERE k = 3 AND s = 13",
        "SELECT MAX(s) FROM q",
        "SELECT MAX(s) FROM q WHERE k = 3",
    )
    texts = [*made, keyed, f"INSERT INTO q VALUES {rows}", *asked, *again, "ROLLBACK", *again[2:]]
    _compare(tmp_path, texts)


@pytest.mark.slow
@pytest.mark.sampled(every=28)
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_random_changes_are_the_same_both_ways(tmp_path: Path, seed: int) -> None:
    _compare(tmp_path, list(_sequence(random.Random(seed), 60)), OPTIONS[seed % len(OPTIONS)])


@pytest.mark.slow
@pytest.mark.sweep(every=8)
@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
@pytest.mark.parametrize("kind", ["pairs", "savepoints", "creating", "temporary"])
def test_scripts_of_mixed_engines_are_the_same_both_ways(tmp_path: Path, kind: str, setting: object) -> None:
    steps = parse_scenario(script(kind, 0, setting)).steps  # type: ignore[arg-type]
    texts = [step.text for step in steps if step.kind is StepKind.STATEMENT]
    options = ("server-id=1", "gtid-mode=OFF", "enforce-gtid-consistency=OFF")
    _compare(tmp_path, ["CREATE DATABASE d", "USE d", *texts[:300]], options)
