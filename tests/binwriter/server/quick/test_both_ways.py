"""What runs by a plan does what the exact way does: the same bytes, answers, rows and state."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from binwriter.server.execute.quick import statements
from binwriter.server.server import Server
from binwriter.statement.result import StatementResult

TABLES = (
    "CREATE TABLE a (id INT PRIMARY KEY, n TINYINT UNSIGNED, t VARCHAR(8), d DECIMAL(6,2) NOT NULL DEFAULT 1.5)",
    "CREATE TABLE b (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, n SMALLINT, t CHAR(5) NOT NULL, m DATETIME, "
    "UNIQUE KEY (n), KEY (t))",
    "CREATE TABLE c (t VARCHAR(10) COLLATE utf8mb4_0900_ai_ci PRIMARY KEY, x TEXT, f DOUBLE, e DATE) ENGINE=InnoDB",
    "CREATE TABLE e (i INT, j INT, n INT NOT NULL, t VARCHAR(4) CHARACTER SET latin1, UNIQUE KEY (i, j))",
    "CREATE TABLE m (id INT PRIMARY KEY, n INT) ENGINE=MyISAM",
    "CREATE TABLE k (id INT PRIMARY KEY, n INT, CHECK (n < 80))",
    "CREATE TABLE j (id INT PRIMARY KEY, n INT)",
    "CREATE TABLE w (id INT AUTO_INCREMENT PRIMARY KEY, e ENUM('a', 'b', 'cx', 'Ab '), n INT, "
    "s TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, u TIMESTAMP NULL DEFAULT NOW() ON UPDATE NOW())",
    "CREATE TABLE v (id INT PRIMARY KEY, e ENUM('a', 'A-', 'b') NOT NULL, x ENUM('é', 'a'), n INT, "
    "s TIMESTAMP(3) DEFAULT NOW(3))",
    "CREATE TABLE y (id INT PRIMARY KEY, n INT, t VARCHAR(6), c DATETIME DEFAULT CURRENT_TIMESTAMP, "
    "u DATETIME DEFAULT NOW() ON UPDATE NOW(), p TIMESTAMP(2) NULL, q DATETIME(3), UNIQUE KEY (n), KEY (u))",
)
TEXTS = ("'x'", "'Ab '", "''", "'it''s'", "'äß'", "'longer than all'", "NULL", "7", "'7'", r"'\n'")
NUMBERS = ("0", "1", "-1", "7", "99", "255", "256", "-129", "1.5", "NULL", "'12'", "1e2", "99999999999", "0x10")
MOMENTS = ("'2025-01-02 03:04:05'", "'2025-13-02 03:04:05'", "'2025-01-02'", "NULL", "20250102030405", "'0000-00-00'")
SESSIONS = (
    "SET sql_mode = ''",
    "SET sql_mode = DEFAULT",
    "SET sql_mode = 'ANSI_QUOTES,NO_AUTO_VALUE_ON_ZERO'",
    "SET binlog_format = MIXED",
    "SET binlog_format = STATEMENT",
    "SET binlog_format = ROW",
    "SET binlog_row_image = MINIMAL",
    "SET binlog_row_image = NOBLOB",
    "SET binlog_row_image = FULL",
    "SET binlog_row_value_options = PARTIAL_JSON",
    "SET binlog_row_value_options = ''",
    "SET binlog_rows_query_log_events = ON",
    "SET binlog_rows_query_log_events = OFF",
    "SET binlog_row_metadata = FULL",
    "SET timestamp = 1700000000.25",
    "SET timestamp = DEFAULT",
    "SET insert_id = 1000",
    "SET auto_increment_increment = 3",
    "SET auto_increment_increment = 1",
    "SET autocommit = 0",
    "SET autocommit = 1",
    "SET time_zone = '+03:00'",
    "SET time_zone = 'Europe/Berlin'",
    "SET unique_checks = 0",
    "SET foreign_key_checks = 0",
    "SET sql_log_bin = 0",
    "SET sql_log_bin = 1",
    "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
    "SET TRANSACTION READ ONLY",
    "SET SESSION transaction_isolation = 'REPEATABLE-READ'",
    "SET character_set_client = latin1",
    "SET NAMES utf8mb4",
    "SET NAMES utf8mb4 COLLATE utf8mb4_bin",
    "SET GLOBAL max_binlog_size = 4096",
    "SET binlog_transaction_compression = ON",
    "SET binlog_transaction_compression = OFF",
)
DEFINITIONS = (
    "ALTER TABLE a ADD z INT DEFAULT 3",
    "ALTER TABLE a DROP z",
    "CREATE TRIGGER r BEFORE INSERT ON a FOR EACH ROW SET NEW.n = 3",
    "DROP TRIGGER r",
    "CREATE TABLE f (a INT, FOREIGN KEY (a) REFERENCES k (id))",
    "DROP TABLE f",
    "CREATE TEMPORARY TABLE a (id INT PRIMARY KEY, n INT)",
    "DROP TEMPORARY TABLE a",
    "TRUNCATE b",
    "LOCK TABLES a WRITE",
    "UNLOCK TABLES",
    "XA START 'x'",
    "XA END 'x'",
    "XA COMMIT 'x' ONE PHASE",
    "FLUSH LOGS",
    "USE other",
    "USE d",
)


# k: a key; n: a number; t: a text; m: a moment
STATEMENTS = (
    "INSERT INTO a VALUES ({k}, {n}, {t}, {n})",
    "INSERT INTO a (id, t) VALUES ({k}, {t})",
    "INSERT INTO d.b (n, t) VALUES ({k}, {t})",
    "INSERT INTO b VALUES ({n}, {k}, {t}, {m})",
    "INSERT INTO b VALUES (NULL, {k}, {t}, {m})",
    "INSERT INTO b (t) VALUES ({t})",
    "INSERT INTO c VALUES ({t}, {t}, {n}, {m})",
    "INSERT INTO e VALUES ({n}, {k}, {n}, {t})",
    "INSERT INTO e VALUES (-{k}, {k}, {n}, {t})",
    "INSERT INTO m VALUES ({k}, {n})",
    "INSERT INTO k VALUES ({k}, {n})",
    "INSERT INTO j VALUES ({k}, {n})",
    "INSERT INTO w (e, n) VALUES ({t}, {n})",
    "INSERT INTO w (e, n) VALUES ('a', {k})",
    "INSERT INTO w (id, e, s) VALUES ({k}, {t}, {m})",
    "INSERT INTO w (id, n, u) VALUES ({k}, {n}, NULL)",
    "INSERT INTO v (id, e, n) VALUES ({k}, {t}, {n})",
    "INSERT INTO v VALUES ({k}, {t}, {t}, {n}, NULL)",
    "UPDATE w SET e = {t} WHERE id = {k}",
    "UPDATE w SET n = {n}, s = NOW() WHERE id = {k}",
    "UPDATE w SET n = {n}, u = NULL WHERE id = {k}",
    "UPDATE w SET n = n + 1 WHERE id = {k} AND n = {n}",
    "INSERT INTO y (id, n) VALUES ({k}, {n})",
    "INSERT INTO y VALUES ({k}, {n}, {t}, NOW(), CURRENT_TIMESTAMP, NOW(), LOCALTIME())",
    "INSERT INTO y (id, c, p, q) VALUES ({k}, SYSDATE(), NOW(2), UTC_TIMESTAMP())",
    "UPDATE y SET t = {t} WHERE id = {k}",
    "UPDATE y SET p = NOW(), n = {n} WHERE id = {k}",
    "UPDATE y SET c = NOW() WHERE id = {k}",
    "UPDATE y SET u = NOW(), t = {t} WHERE n = {n}",
    "UPDATE y SET n = n + 1, q = NOW(3) WHERE id = {k} AND t = {t}",
    "UPDATE y SET t = {t}, t = {t} WHERE id = {k}",
    "DELETE FROM y WHERE id = {k} AND t = {t}",
    "SELECT id, t FROM y WHERE id = {k} AND t = {t}",
    "SELECT id, t FROM y WHERE id = {k} AND n = {k}",
    "UPDATE a SET t = {t} WHERE id = {k} AND n = {n}",
    "DELETE FROM a WHERE id = {k} AND n = {k} AND t = {t}",
    "UPDATE e SET n = {n} WHERE i = {k} AND j = {k} AND n = {n}",
    "UPDATE v SET e = {t}, n = {n} WHERE id = {k}",
    "DELETE FROM w WHERE id = {k}",
    "SELECT n, id FROM w WHERE id = {k}",
    "SELECT * FROM w WHERE id = {k}",
    "UPDATE a SET n = {n}, t = {t} WHERE id = {k}",
    "UPDATE a SET n = n + {n} WHERE id = {k}",
    "UPDATE a SET n = n - {k}, d = -{k} WHERE id = {k}",
    "UPDATE a SET d = d + {n} WHERE id = {k}",
    "UPDATE a SET d = d - 999.5, t = {t} WHERE id = {k}",
    "UPDATE a SET id = {k} WHERE id = {k}",
    "UPDATE a SET t = NULL WHERE ID = ({k})",
    "UPDATE b SET t = {t}, m = {m} WHERE n = {k}",
    "UPDATE b SET n = n + {k} WHERE id = {k}",
    "UPDATE c SET x = {t}, f = {n} WHERE t = {t}",
    "UPDATE c SET t = {t} WHERE t = {t}",
    "UPDATE e SET n = {n} WHERE i = {n} AND j = {k}",
    "UPDATE m SET n = {n} WHERE id = {k}",
    "UPDATE k SET n = {n} WHERE id = {k}",
    "UPDATE j SET n = {n} WHERE id = {k} LIMIT {k}",
    "UPDATE b SET m = {m} WHERE t = {t}",
    "UPDATE b SET m = NULL WHERE t = {t} AND n < {n}",
    "UPDATE b SET m = {m}, t = {t} WHERE id IN ({k}, {n}, {k})",
    "UPDATE a SET n = n + 1 WHERE id IN ({k}, {n})",
    "UPDATE a SET t = {t} WHERE id BETWEEN {k} AND {n}",
    "UPDATE y SET t = {t} WHERE id IN ({k}, {n})",
    "UPDATE y SET p = NOW(), t = {t} WHERE id < {n}",
    "UPDATE w SET n = n + {k} WHERE id >= {k} AND id IN ({k}, {n}, 3)",
    "UPDATE k SET n = {n} WHERE id IN ({k}, {n})",
    "DELETE FROM b WHERE t = {t}",
    "DELETE FROM a WHERE id IN ({k}, {n}, 7)",
    "DELETE FROM w WHERE id BETWEEN {k} AND {n}",
    "DELETE FROM a WHERE id = {k}",
    "DELETE FROM b WHERE n = {k}",
    "DELETE FROM c WHERE t = {t}",
    "DELETE FROM e WHERE j = {k} AND i = {n}",
    "DELETE FROM j WHERE id = {k}",
    "SELECT n, t FROM a WHERE id = {k}",
    "SELECT * FROM b WHERE n = {n}",
    "SELECT id, t FROM a WHERE id BETWEEN {k} AND {n}",
    "SELECT SUM(n), COUNT(*), MIN(t), MAX(id), AVG(d), COUNT(DISTINCT t) FROM a WHERE id > {k} AND n <= {n}",
    "SELECT DISTINCT x.t FROM a AS x WHERE x.id < {n} ORDER BY x.t DESC",
    "SELECT COUNT(*) FROM a",
    "SELECT t AS text, n FROM b WHERE n >= {k} ORDER BY t, id DESC",
    "SELECT n FROM b WHERE n = {k} AND id BETWEEN {k} AND {n}",
    "SELECT i, n FROM e WHERE i = {n} AND j >= {k}",
    "SELECT e, COUNT(*) FROM w WHERE id < {n} GROUP BY e ORDER BY e",
    "SELECT n FROM m WHERE id <= {k}",
    "SELECT x.id AS x_id, x.t FROM a AS x WHERE x.id = {k} LIMIT {k}",
    "SELECT n FROM e WHERE i = {n} AND j = {k} ORDER BY n LIMIT {n}",
    "SELECT n FROM a WHERE n = {n} LIMIT {k}",
    "SELECT n, m FROM b WHERE t = {t}",
    "SELECT id, n FROM a WHERE id IN ({k}, {n}, {k})",
    "SELECT t FROM b WHERE n IN ({k}, {n}) AND id > {k}",
    "SELECT n FROM b WHERE n IN ({n}, {n}, {k}) ORDER BY t",
    "SELECT COUNT(*), MAX(t) FROM a WHERE id IN ({n})",
    "SELECT t FROM b WHERE id IN ({k}, {n}) AND n IN ({k}, {k}, {n}) LIMIT 2",
    "SELECT id, t FROM a ORDER BY id LIMIT {k}",
    "SELECT id, t FROM a ORDER BY id DESC LIMIT {k}, {n}",
    "SELECT id FROM a WHERE id > {k} ORDER BY id DESC LIMIT {k}",
    "SELECT x.n, 1 FROM b x WHERE id >= {k} AND n < {n} ORDER BY x.id LIMIT {n} OFFSET {k}",
    "SELECT t FROM b WHERE n IN ({k}, {n}, 3) ORDER BY id DESC LIMIT {k}",
    "SELECT n, j FROM e WHERE i > {k} ORDER BY j LIMIT {k}",
    "SELECT 1",
    "SELECT 1, 'x' AS y, {n}",
    "SELECT 1 AS one, id FROM b WHERE t = {t} LIMIT 1",
    "SELECT id, 'x' FROM b WHERE t = {t} AND n > {k} ORDER BY id DESC",
    "SELECT 5, n, t FROM a WHERE id < {n} LIMIT 3",
    "SELECT {k}, id FROM a WHERE id < {n}",
    "SELECT * FROM c WHERE t = {t}",
    "SELECT COUNT(*), MIN(m) FROM b WHERE t = {t}",
    "SELECT t, c FROM y WHERE n = {k} AND t = {t}",
    "SELECT t FROM b WHERE n = {k} AND id = {k} LIMIT {k}, {k}",
    "SET @k = {k}, @n = {n}, @t = {t}",
    "EXECUTE insert_a USING @k, @n, @t",
    "EXECUTE update_a USING @n, @t, @k",
    "EXECUTE update_a USING @k, @t, @n",
    "EXECUTE delete_a USING @n",
    "EXECUTE select_a USING @k",
    "EXECUTE range_a USING @k, @n",
    "SELECT @k, @n, @t, @N",
    "SELECT ROW_COUNT(), FOUND_ROWS(), LAST_INSERT_ID(), @@warning_count, @@error_count",
)
PREPARED = (
    "PREPARE insert_a FROM 'INSERT INTO a VALUES (?, ?, ?, 1.25)'",
    "PREPARE update_a FROM 'UPDATE a SET n = ?, t = ?, d = d WHERE id = ?'",
    "PREPARE update_a FROM 'UPDATE a SET n = ?, t = ? WHERE id = ?'",
    "PREPARE delete_a FROM 'DELETE FROM a WHERE id = ?'",
    "PREPARE select_a FROM 'SELECT d, id FROM a WHERE id = ?'",
    "PREPARE range_a FROM 'SELECT t, SUM(n) FROM a WHERE id BETWEEN ? AND ? GROUP BY t'",
)
AS_USUAL = (
    "UNLOCK TABLES",
    "COMMIT",
    "XA END 'x'",
    "XA ROLLBACK 'x'",
    "SET sql_mode = DEFAULT, autocommit = 1, sql_log_bin = 1, auto_increment_increment = 1",
    "SET NAMES utf8mb4",
    "USE d",
    "DROP TEMPORARY TABLE IF EXISTS a",
)
TRANSACTIONS = (
    "BEGIN",
    "COMMIT",
    "COMMIT",
    "ROLLBACK",
    "SAVEPOINT s",
    "ROLLBACK TO s",
    "START TRANSACTION READ ONLY",
    "START TRANSACTION READ ONLY",
)


def _filled(template: str, chance: random.Random) -> str:
    """With values of which most are plain."""
    plain = chance.random() < 0.8
    parts = template.split("{")
    made = [parts[0]]
    for part in parts[1:]:
        usual = {
            "k": str(chance.randrange(12)),
            "n": str(chance.randrange(90)),
            "t": f"'{chance.choice('abcdE')}{chance.choice(('', 'x', 'ä'))}'",
            "m": f"'2025-01-{chance.randrange(1, 29):02} 03:04:05'",
        }
        odd = {"k": usual["k"], "n": chance.choice(NUMBERS), "t": chance.choice(TEXTS), "m": chance.choice(MOMENTS)}
        made.append((usual if plain else odd)[part[0]] + part[2:])
    return "".join(made)


def _sequence(chance: random.Random, phases: int) -> Iterator[str]:
    """Phases of statements alike, so that plans are made and used, with what ends plans between them."""
    yield from ("CREATE DATABASE other", "CREATE DATABASE d", "USE d", *TABLES, *PREPARED)
    for _ in range(phases):
        if chance.random() < 0.7:
            yield from AS_USUAL
        drawn = chance.random()
        if drawn < 0.5:
            yield chance.choice(SESSIONS)
        elif drawn < 0.7:
            yield chance.choice(DEFINITIONS)
        elif drawn < 0.75:
            yield chance.choice(PREPARED)
        some = chance.sample(STATEMENTS, 4)
        for _ in range(24):
            if chance.random() < 0.08:
                yield chance.choice(TRANSACTIONS)
            yield _filled(chance.choice(some), chance)


def shown(result: StatementResult) -> object:
    """What a client sees of it."""
    error = result.error
    shown = None if error is None else (error.code, str(error), error.sqlstate)
    described = result.described() if result.described is not None else None
    told = result.info, result.matched, repr(result.types), described
    return shown, result.diagnostics, result.affected, result.insert_id, result.columns, repr(result.rows), told


def _run(folder: Path, texts: list[str], options: tuple[str, ...], *, plan_cache: bool) -> tuple[list[object], int]:
    answers: list[object] = []
    with Server(folder, options, plan_cache=plan_cache) as server:
        session = server.connect()
        for text in texts:
            answers.append((text, shown(session.run(text))))
        quick = session._sql.quick  # type: ignore[attr-defined]
        session.run("UNLOCK TABLES")
        for name in "abcemkjwvy":
            answers.append(shown(session.run(f"SELECT * FROM d.{name}")))
        answers.append(server.chance.clock())
        return answers, quick.used


def compare(tmp_path: Path, texts: list[str], options: tuple[str, ...]) -> int:
    exact, none = _run(tmp_path / "exact", texts, options, plan_cache=False)
    quick, used = _run(tmp_path / "quick", texts, options, plan_cache=True)
    assert none == 0
    for number, (one, other) in enumerate(zip(exact, quick, strict=True)):
        assert one == other, f"statement {number}"
    files = sorted(path.name for path in (tmp_path / "exact").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "quick").iterdir())
    for name in files:
        assert (tmp_path / "exact" / name).read_bytes() == (tmp_path / "quick" / name).read_bytes(), name
    return used


@pytest.fixture(autouse=True)
def _plans_at_first_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "_SIGHTS", 1)


OPTIONS = (
    (),
    ("gtid-mode=ON", "enforce-gtid-consistency=ON"),
    ("binlog-format=STATEMENT", "binlog-checksum=NONE"),
    ("binlog-format=MIXED", "binlog-row-image=MINIMAL"),
)


def run_sessions(
    folder: Path, texts: list[tuple[int, str]], options: tuple[str, ...], *, plan_cache: bool
) -> tuple[list[object], int]:
    answers: list[object] = []
    with Server(folder, options, plan_cache=plan_cache) as server:
        sessions = [server.connect() for _ in range(3)]
        for number, text in texts:
            answers.append((number, text, shown(sessions[number].run(text))))
            locks = server.locks
            answers.append([locks.names.names_of(session.owner) for session in sessions])
            answers.append([locks.rows.has_any(session.owner) for session in sessions])
        return answers, sum(session._sql.quick.used for session in sessions)  # type: ignore[attr-defined]


@pytest.mark.sweep(every=6)
@pytest.mark.parametrize("seed", range(6))
def test_sessions_that_lock_each_other_out_are_the_same_by_plan(tmp_path: Path, seed: int) -> None:
    """A statement goes by plan only where nobody else has a lock, and locks what it would have locked."""
    chance = random.Random(seed)
    texts = [(0, text) for text in ("CREATE DATABASE d", "USE d", *TABLES, *PREPARED)]
    texts += [(number, "USE d") for number in (1, 2)]
    texts += [(number, text) for number in (1, 2) for text in PREPARED]
    for _ in range(6):
        some = chance.sample([text for text in STATEMENTS if "LIMIT" not in text], 4)
        share = chance.choice((0.05, 0.3))
        for _ in range(40):
            number = chance.choice((0, 0, 0, 0, 1, 2))
            if chance.random() < share:
                texts.append((number, chance.choice((*TRANSACTIONS, "COMMIT", "SELECT n FROM a FOR SHARE"))))
            texts.append((number, _filled(chance.choice(some), chance)))
        texts += [(number, "COMMIT") for number in range(3)]
    options = OPTIONS[seed % len(OPTIONS)]
    exact, _ = run_sessions(tmp_path / "exact", texts, options, plan_cache=False)
    quick, used = run_sessions(tmp_path / "quick", texts, options, plan_cache=True)
    for number, (one, other) in enumerate(zip(exact, quick, strict=True)):
        assert one == other, f"{number}: {exact[max(0, number - 30) : number]}"
    assert (tmp_path / "exact" / "binlog.000001").read_bytes() == (tmp_path / "quick" / "binlog.000001").read_bytes()
    assert used > 10


VALUES = (
    0,
    3,
    7,
    -1,
    300,
    None,
    "x",
    "Ab ",
    "it's \\ \n",
    "äß",
    "'",
    1.5,
    Decimal("2.5"),
    b"x\xff",
    True,
    "9",
    "long" * 5,
)


PARAMETERS = (
    ("INSERT INTO a VALUES (?, ?, ?, 1.25)", "knt"),
    ("UPDATE a SET n = ?, t = ? WHERE id = ?", "ntk"),
    ("UPDATE a SET n = n + ?, t = 'one' WHERE id = ?", "kk"),
    ("DELETE FROM a WHERE id = ?", "k"),
    ("DELETE FROM a WHERE id = ? AND t = ?", "kt"),
    ("INSERT INTO y (id, t, c) VALUES (?, ?, NOW())", "kt"),
    ("UPDATE y SET t = ?, p = NOW() WHERE id = ?", "tk"),
    ("SELECT d, id FROM a WHERE id = ?", "k"),
    ("SELECT t, n FROM a WHERE id >= ? AND id < ? ORDER BY t", "kn"),
    ("INSERT INTO b (n, t) VALUES (?, ?)", "nt"),
    ("SELECT id, m FROM b WHERE t = ?", "t"),
)


def _run_prepared(folder: Path, options: tuple[str, ...], seed: int, *, plan_cache: bool) -> tuple[list[object], int]:
    chance = random.Random(seed)
    answers: list[object] = []
    with Server(folder, options, plan_cache=plan_cache) as server:
        session = server.connect()
        for text in ("CREATE DATABASE d", "USE d", *TABLES):
            session.execute(text)
        statements = [(session.prepare(text), kinds) for text, kinds in PARAMETERS]
        for _ in range(150):
            statement, kinds = chance.choice(statements)
            plain = {"k": chance.randrange(12), "n": chance.randrange(99), "t": chance.choice(("x", "y'", "\\ä"))}
            values = [chance.choice(VALUES) if chance.random() < 0.1 else plain[kind] for kind in kinds]
            answers.append((statement.name, values, shown(statement.run(values))))
        answers.append(shown(session.run("SELECT * FROM a")))
        answers.append(shown(session.run("SELECT * FROM b")))
        return [str(answer) for answer in answers], session._sql.quick.used  # type: ignore[attr-defined]


@pytest.mark.sweep(every=8)
@pytest.mark.parametrize("seed", range(8))
def test_prepared_statements_are_the_same_by_plan(tmp_path: Path, seed: int) -> None:
    options = OPTIONS[seed % len(OPTIONS)]
    exact, _ = _run_prepared(tmp_path / "exact", options, seed, plan_cache=False)
    quick, used = _run_prepared(tmp_path / "quick", options, seed, plan_cache=True)
    assert exact == quick
    assert (tmp_path / "exact" / "binlog.000001").read_bytes() == (tmp_path / "quick" / "binlog.000001").read_bytes()
    assert used > 10


@pytest.mark.sweep(every=6)
@pytest.mark.parametrize("seed", range(6))
def test_random_statements_are_the_same_by_plan(tmp_path: Path, seed: int) -> None:
    texts = list(_sequence(random.Random(seed), 8))
    compare(tmp_path, texts, OPTIONS[seed % len(OPTIONS)])


@pytest.mark.slow
@pytest.mark.sampled(every=28)  # ten seconds of processor time each; shorter ones stand above
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_random_statements_are_the_same_by_plan(tmp_path: Path, seed: int) -> None:
    texts = list(_sequence(random.Random(seed), 80))
    compare(tmp_path, texts, OPTIONS[seed % len(OPTIONS)])


PLAIN: dict[str, Callable[[int], str]] = {
    "insert": lambda n: f"INSERT INTO a VALUES ({n + 50}, {n}, 'x{n}', {n}.25)",
    "insert_counted": lambda n: f"INSERT INTO b (n, t, m) VALUES (-{n + 1}, 'x{n}', '2025-01-02 03:04:0{n}')",
    "insert_text_key": lambda n: f"INSERT INTO c VALUES ('k{n}', 'text ä {n}', {n}.5, '2025-01-0{n + 1}')",
    "insert_member_and_second": lambda n: f"INSERT INTO w (e, n) VALUES ('cx', {n})",
    "insert_now": lambda n: f"INSERT INTO y (id, n, q) VALUES ({n}, {n}, NOW())",
    "update_timed": lambda n: f"UPDATE y SET t = 'x{n}' WHERE id = {n}",
    "update_now": lambda n: f"UPDATE y SET t = 'y{n}', c = NOW() WHERE id = {n} AND t = 'x{n}'",
    "select_by_text": lambda n: f"SELECT * FROM b WHERE t = 'x{n}' LIMIT 1",
    "select_one": lambda n: f"SELECT 1 AS one FROM y WHERE n = {n}",
    "select_in": lambda n: f"SELECT id, n FROM a WHERE id IN ({n}, 3, {n + 1})",
    "select_in_order": lambda n: f"SELECT id, t FROM a WHERE id > {n} ORDER BY id LIMIT {n + 1}",
    "select_page": lambda n: f"SELECT id FROM a ORDER BY id DESC LIMIT {n}, {n + 2}",
    "delete_by_three": lambda n: f"DELETE FROM y WHERE id = {n} AND t = 'y{n}'",
    "update_member": lambda n: f"UPDATE v SET e = 'a', n = {n + 1} WHERE id = {n}",
    "delete_timed": lambda n: f"DELETE FROM w WHERE id = {n + 1}",
    "update": lambda n: f"UPDATE a SET n = {n}, t = NULL WHERE id = {n}",
    "update_add": lambda n: f"UPDATE a SET n = n + {n + 1} WHERE id = {n}",
    "update_decimal": lambda n: f"UPDATE a SET d = d + {n}.5 WHERE id = {n}",
    "update_by_two": lambda n: f"UPDATE e SET n = {n + 1} WHERE i = {n} AND j = {n}",
    "select": lambda n: f"SELECT d, n FROM a WHERE id = {n}",
    "delete": lambda n: f"DELETE FROM a WHERE id = {n}",
    "delete_by_text": lambda n: f"DELETE FROM c WHERE t = 'K{n}'",
}


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
@pytest.mark.parametrize("around", ["autocommit", "transaction"])
def test_plain_statements_go_by_plan(tmp_path: Path, options: tuple[str, ...], around: str) -> None:
    """Every class of PLAIN has a plan from its second statement on."""
    texts = ["CREATE DATABASE other", "CREATE DATABASE d", "USE d", *TABLES]
    for n in range(6):
        texts += [f"REPLACE INTO a VALUES ({n}, {n}, 'r', 1)", f"REPLACE INTO e VALUES ({n}, {n}, 0, NULL)"]
        texts += [f"REPLACE INTO v VALUES ({n}, 'A-', 'a', 0, NULL)"]
    expected = 0
    for text in PLAIN.values():
        texts += ["BEGIN"] * (around == "transaction")
        texts += [text(n) for n in range(6)]
        texts += ["COMMIT"] * (around == "transaction")
        expected += 5
    used = compare(tmp_path, texts, options)
    assert used >= expected
