"""Statements over many stored rows do the same whether rows go many at a time or one after the other."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from binwriter.server.server import Server
from binwriter.statement.result import StatementResult

TABLES = (
    "a (id INT PRIMARY KEY, n TINYINT UNSIGNED, t VARCHAR(8), d DECIMAL(6,2) NOT NULL DEFAULT 1.5, KEY (n))",
    "b (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, n SMALLINT, t CHAR(5) NOT NULL, d DATETIME, UNIQUE KEY (n))",
    "c (n INT, t TEXT, d DOUBLE, s TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, KEY (t(3)))",
    "e (id INT NOT NULL, n INT NOT NULL, t VARCHAR(20) CHARACTER SET latin1, d DATE, PRIMARY KEY (n, id))",
    "f (id VARCHAR(10) PRIMARY KEY, n INT AS (d + 1) STORED, t ENUM('x', 'y', '3'), d INT)",
    "g (id INT PRIMARY KEY, n INT CHECK (n < 60), t VARCHAR(5), d TIME) PARTITION BY HASH (id) PARTITIONS 3",
    "h (id INT PRIMARY KEY, n INT, t JSON, d BIT(9), FOREIGN KEY (n) REFERENCES a (id) ON DELETE CASCADE)",
    "m (id INT PRIMARY KEY, n INT, t VARCHAR(9), d DECIMAL(4,1), UNIQUE KEY (n, t)) ENGINE=MyISAM",
)
_tables = st.sampled_from("abcefghm")
_columns = st.sampled_from(("id", "n", "t", "d"))
_numbers = st.sampled_from(("0", "1", "3", "7", "20", "-1", "300", "2.55", "NULL", "'4'", "'x'"))
_signs = st.sampled_from(("<", "<=", ">", ">=", "="))
_whole = st.integers(-2, 10).map(str)
_values = st.one_of(
    _numbers,
    st.sampled_from(("n", "t", "d", "n + 1", "n - 3", "id * 2", "'y'", "DEFAULT", "'2024-05-06'", "n / 2", "now()")),
    st.sampled_from(("CONCAT(t, 'x')", "IF(n > 3, n, NULL)", "d + 1", "RAND(3) * 9", "@v := n", "'abcdefghijk'")),
)
_conditions = st.one_of(
    st.just(""),
    st.builds("WHERE {} BETWEEN {} AND {}".format, _columns, _numbers, _numbers),
    st.builds("WHERE {} {} {}".format, _columns, st.sampled_from(("<", ">=", "<>", "=", "<=>")), _numbers),
    st.builds("WHERE {} IN ({}, {})".format, _columns, _numbers, _numbers),
    st.builds("WHERE {} {} {} AND {} {} {}".format, *(_columns, _signs, _whole, _columns, _signs, _whole)),
    st.builds("WHERE {} BETWEEN {} AND {} ORDER BY {} DESC".format, _columns, _whole, _whole, _columns),
    st.builds("WHERE {} {} {} LIMIT 2".format, _columns, _signs, _whole),
    st.builds("WHERE n > {} ORDER BY {} LIMIT 3".format, _numbers, _columns),
)
_ignore = st.sampled_from(("", "", "IGNORE"))
_sets = st.lists(st.builds("{} = {}".format, _columns, _values), min_size=1, max_size=2).map(", ".join)
_given = st.lists(
    st.builds("({}, {}, '{}')".format, st.integers(1, 14), _numbers, st.sampled_from("xy3")), min_size=4, max_size=9
).map(", ".join)
_upserts = st.lists(
    st.builds(
        "{} = {}".format,
        _columns,
        st.one_of(_values, st.builds("VALUES({})".format, _columns), st.builds("VALUES({0}) + {0}".format, _columns)),
    ),
    min_size=1,
    max_size=2,
).map(", ".join)
_statements = st.one_of(
    st.builds("UPDATE {} {} SET {} {}".format, _ignore, _tables, _sets, _conditions),
    st.builds("DELETE {} FROM {} {}".format, _ignore, _tables, _conditions.filter(bool)),
    st.builds("INSERT {} INTO {} (id, n, t) SELECT id, n, t FROM {} {}".format, _ignore, _tables, _tables, _conditions),
    st.builds(
        "INSERT {} INTO {} ({}, {}) SELECT {}, {} FROM {} {}".format,
        *(_ignore, _tables, _columns, _columns),
        *(_values, _values, _tables, _conditions),
    ),
    st.builds("INSERT INTO b (n, t, d) SELECT n + {}, t, '2024-01-02' FROM b".format, _numbers),
    st.builds(
        "UPDATE {} {} x JOIN {} y ON x.{} = y.{} SET x.n = {}".format,
        *(_ignore, _tables, _tables, _columns, _columns, st.sampled_from(("y.n", "x.n + 1", "y.id", "5", "y.t"))),
    ),
    st.builds("REPLACE INTO {} (id, n, t) VALUES {}".format, _tables, _given),
    st.builds(
        "INSERT {} INTO {} (id, n, t) VALUES {} ON DUPLICATE KEY UPDATE {}".format, _ignore, _tables, _given, _upserts
    ),
    st.builds("DELETE x FROM {} x JOIN {} y ON x.{} = y.{}".format, _tables, _tables, _columns, _columns),
    st.builds("SELECT * FROM {} {}".format, _tables, _conditions),
    st.builds("SELECT id, n FROM {} {}".format, _tables, _conditions),
    st.sampled_from(("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "ROLLBACK TO s", "SELECT ROW_COUNT(), @v")),
    st.sampled_from(
        (
            "SET sql_mode = ''",
            "SET sql_mode = DEFAULT",
            "SET binlog_row_image = MINIMAL",
            "SET binlog_format = STATEMENT",
            "SET foreign_key_checks = 0",
            "SET timestamp = 1700000000.5",
            "CREATE TRIGGER r BEFORE UPDATE ON a FOR EACH ROW SET NEW.t = 'r'",
            "CREATE INDEX i ON e (t)",
            "ALTER TABLE c ADD COLUMN id INT FIRST",
        )
    ),
)


def _rows(table: str, count: int) -> str:
    cells = {"e": "({0}, {1}, 't{1}', '2024-01-0{1}')", "f": "('{0}', DEFAULT, 'x', {1})", "h": "({0}, {0}, '1', 1)"}
    cells |= {"b": "({0}, {0}, 't{1}', '2024-01-0{1}')", "c": "({1}, 't{0}', {1}.5, DEFAULT)"}
    cell = cells.get(table, "({0}, {0}, 't{1}', {1})")
    return ", ".join(cell.format(number, 1 + number % 5) for number in range(1, count + 1))


def _shown(result: StatementResult) -> object:
    error = result.error
    shown = None if error is None else (error.code, str(error), error.sqlstate)
    return shown, result.diagnostics, result.affected, result.insert_id, repr(result.rows), result.info, result.matched


def _run(folder: Path, texts: list[str], *, plan_cache: bool) -> list[object]:
    with Server(folder, plan_cache=plan_cache) as server:
        session = server.connect()
        answers: list[object] = [(text, _shown(session.run(text))) for text in texts]
        session.run("COMMIT")
        for name in "abcefghm":
            answers.append((name, _shown(session.run(f"SELECT * FROM {name}"))))
            answers.append((name, _shown(session.run(f"SELECT n FROM {name} WHERE n > 2 ORDER BY n"))))
        return answers


def _compare(texts: list[str]) -> None:
    with tempfile.TemporaryDirectory() as made:
        exact, quick = Path(made) / "exact", Path(made) / "quick"
        for one, other in zip(_run(exact, texts, plan_cache=False), _run(quick, texts, plan_cache=True), strict=True):
            assert one == other
        assert (exact / "binlog.000001").read_bytes() == (quick / "binlog.000001").read_bytes()


def _with_tables(statements: list[str]) -> list[str]:
    filled = [f"INSERT INTO {table[0]} VALUES {_rows(table[0], 9)}" for table in TABLES]
    return ["CREATE DATABASE d", "USE d", *(f"CREATE TABLE {table}" for table in TABLES), *filled, *statements]


@pytest.mark.slow
@settings(
    max_examples=12, deadline=None, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck)
)
@given(st.lists(_statements, min_size=5, max_size=12))
def test_statements_over_many_rows_are_the_same_both_ways(statements: list[str]) -> None:
    _compare(_with_tables(statements))


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(_statements, min_size=8, max_size=25))
def test_long_runs_of_statements_are_the_same_both_ways(statements: list[str]) -> None:
    _compare(_with_tables(statements))


_RANGES = (
    "UPDATE a SET t = 'r' WHERE id BETWEEN 3 AND 5",
    "UPDATE a SET n = n + 1 WHERE id >= 4 AND id < 8 AND n > 2",
    "UPDATE e SET t = 'r' WHERE n > 2 AND n <= 4 AND id < 9",
    "UPDATE b SET t = 'r' WHERE n BETWEEN 7 AND 2",
    "UPDATE a SET n = 7 - n WHERE n BETWEEN 2 AND 3",
    "DELETE FROM a WHERE id <= 3 OR id > 7",
    "DELETE FROM b WHERE id > 5 LIMIT 2",
    "SELECT * FROM a WHERE id > -3 AND id <= 6",
    "SELECT n FROM b WHERE n >= 4 ORDER BY n DESC",
    "INSERT INTO a VALUES (-1, NULL, 'n', 1), (100, 3, 'n', 1)",
    "UPDATE a SET id = id + 200 WHERE id BETWEEN -1 AND 4",
    "SELECT * FROM a WHERE id < 205",
    "SELECT * FROM a WHERE n < 4",
    "DELETE FROM a WHERE n >= 0",
)


@pytest.mark.slow
def test_ranges_are_the_same_both_ways() -> None:
    """Rows outside of a range are not looked at: in tables that came in order, that did not, and by second keys."""
    _compare(_with_tables([*_RANGES, "ROLLBACK", "BEGIN", *_RANGES, "ROLLBACK", *_RANGES]))


_IN_THE_WAY = (
    "INSERT INTO a VALUES {rows} ON DUPLICATE KEY UPDATE t = VALUES(t), d = VALUES(d)",
    "INSERT INTO a VALUES {rows} ON DUPLICATE KEY UPDATE n = n + VALUES(n), t = CONCAT(t, 'x')",
    "INSERT INTO a VALUES {rows} ON DUPLICATE KEY UPDATE n = VALUES(n) * 40",
    "INSERT IGNORE INTO a VALUES {rows} ON DUPLICATE KEY UPDATE n = VALUES(n) * 40, d = NULL",
    "INSERT INTO b (id, n, t) VALUES {short} ON DUPLICATE KEY UPDATE t = VALUES(t), d = NOW()",
    "INSERT INTO b (n, t) VALUES {pairs} ON DUPLICATE KEY UPDATE t = 'again'",
    "INSERT INTO s (id, n) VALUES {two} ON DUPLICATE KEY UPDATE n = VALUES(n)",
    "INSERT INTO s (id, n) VALUES {two} ON DUPLICATE KEY UPDATE id = id + 1",
    "INSERT INTO s (id, n) VALUES {two} ON DUPLICATE KEY UPDATE n = RAND(5) * 10",
    "REPLACE INTO a VALUES {rows}",
    "REPLACE INTO b (id, n, t) VALUES {short}",
    "REPLACE INTO s (id, n) VALUES {two}",
    "SELECT LAST_INSERT_ID(), ROW_COUNT()",
    "SHOW STATUS LIKE 'Handler_%'",
)


@pytest.mark.parametrize("setting", ["SET sql_mode = DEFAULT", "SET sql_mode = ''", "SET binlog_row_image = MINIMAL"])
def test_rows_in_the_way_are_the_same_both_ways(setting: str) -> None:
    """Of rows that are there, that are not, that come twice in a list, and that stay as they are."""
    made = "CREATE TABLE s (id INT PRIMARY KEY, n INT, m TIMESTAMP(6) NULL ON UPDATE CURRENT_TIMESTAMP(6), d DATETIME "
    made += "DEFAULT NOW() ON UPDATE NOW())"
    texts = [setting, made, "INSERT INTO s (id, n) VALUES (1, 1), (2, 2), (3, 3), (4, 4)"]
    for turn, keys in enumerate(((1, 2, 3, 4, 5), (3, 30, 4, 31, 3, 32, 33, 2), (9, 8, 7, 7, 50, 51), (1, 2, 1, 2, 1))):
        values = [(key, key % 7 + turn, "xyz"[key % 3]) for key in keys]
        given = {
            "rows": ", ".join(f"({key}, {n}, '{t}', {n}.25)" for key, n, t in values),
            "short": ", ".join(f"({key}, {n}, '{t}')" for key, n, t in values),
            "pairs": ", ".join(f"({n}, '{t}')" for _, n, t in values),
            "two": ", ".join(f"({key}, {n})" for key, n, _ in values),
        }
        texts += [text.format(**given) for text in _IN_THE_WAY]
    _compare(_with_tables(texts))


_READ = (
    "SELECT * FROM a x JOIN e y ON x.n = y.n ORDER BY x.id, y.id",
    "SELECT x.id, y.id FROM a x JOIN b y ON y.id = x.n WHERE x.id BETWEEN 2 AND 5",
    "SELECT x.id, s.many FROM a x JOIN (SELECT n, COUNT(*) many FROM e GROUP BY n) s ON s.n = x.n WHERE x.d > 1.5",
    "SELECT x.id, (SELECT COUNT(*) FROM e y WHERE y.n = x.n) FROM a x WHERE x.id IN (7, 3, 5, 3, 99)",
    "SELECT id FROM a WHERE id = 4 OR id = 2 OR id = 8",
    "SELECT id, n FROM a WHERE n IN (5, 1, 3) AND id > 2",
    "SELECT * FROM a ORDER BY id DESC LIMIT 3 OFFSET 2",
    "SELECT * FROM a WHERE n > 2 ORDER BY id LIMIT 2",
    "SELECT id + 1 AS id FROM a ORDER BY id DESC LIMIT 3",
    "SELECT MAX(id), MIN(id), MAX(n) FROM a",
    "UPDATE a x JOIN e y ON x.n = y.n SET x.t = y.t WHERE x.id < 4",
    "UPDATE a SET d = (SELECT COUNT(*) FROM e y WHERE y.n = a.n) WHERE id IN (1, 6)",
)


def test_what_indexes_find_is_the_same_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partners of joined rows, lists of numbers, the first rows in the order of a key."""
    monkeypatch.setattr("binwriter.sql.query.joins.plan.MOST_PAIRS", 1)
    monkeypatch.setattr("binwriter.sql.query.joins.lookups._SHARE", 1)
    _compare(_with_tables([*_READ, "DELETE FROM e WHERE id = 3", "UPDATE a SET id = 20 WHERE id = 4", *_READ]))
