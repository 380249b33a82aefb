"""Rows that an index finds by a part of WHERE: the same as where each row of the table is looked at."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

pytestmark = pytest.mark.slow

_DAYS = [f"'2025-0{n % 9 + 1}-{n % 28 + 1:02}'" for n in range(60)]
_TEXTS = [f"'{'tX '[: n % 3 + 1]}{n % 13}'" if n % 10 != 3 else "NULL" for n in range(300)]
_ROWS = ", ".join(
    f"({n * 37 % 301}, {n * 11 % 9}, {_TEXTS[n]}, {_DAYS[n % 60]}, {_DAYS[n % 7]}, {n % 21}.{n % 3}, {n % 4})"
    for n in range(300)
)
_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE p (id INT PRIMARY KEY, k INT, s VARCHAR(9), m DATETIME, e DATE, c DECIMAL(6,2), n SMALLINT, "
    "KEY k (k, n), KEY s (s), KEY m (m), KEY e (e), KEY c (c DESC), KEY d (c), KEY f (s(1), c))",
    f"INSERT INTO p VALUES {_ROWS}",
    "CREATE TABLE q (id INT, k INT, s VARCHAR(9) COLLATE utf8mb4_bin, m DATETIME, e DATE, c DECIMAL(6,2), n SMALLINT, "
    "KEY (k), KEY (s, n), KEY (m, k), KEY (c))",
    "INSERT INTO q SELECT * FROM p",
    "CREATE TABLE r (id INT PRIMARY KEY, k INT, s VARCHAR(9), m DATETIME, n INT, KEY (k), KEY (s), KEY (m)) "
    "ENGINE=MyISAM",
    "INSERT INTO r SELECT id, k, s, m, n FROM p",
    "ANALYZE TABLE p, q, r",
)
_FOUND = (
    "k = 3",
    "k IN (2, 5)",
    "k > 6",
    "s = 't1'",
    "s IN ('t1', 'TX 4', 'tx2', 'none')",
    "s >= 'tx' AND s < 'tx 5'",
    "s LIKE 'tX %'",
    "m >= '2025-03-01'",
    "m BETWEEN '2025-02-01 00:00:00' AND '2025-04-30 23:59:59.5'",
    "m = '2025-02-02'",
    "m > '2025-01-00'",
    "NOT (m < '2025-08-01' OR s = 't1')",
)
_MORE = (
    "n > 1",
    "s IS NOT NULL",
    "m + 0 > 20250404000000",
    "s + 1 > 0",
    "LENGTH(s) = 3",
    "(n = 1 OR k = 2)",
    "m < NOW()",
    "n > @zero",
    "(@seen := n) > 1",
)
_EITHER = (
    "id = 7 OR k = 3",
    "k = 3 OR s = 'TX 4' OR id IN (5, 6)",
    "s = 't1' OR id < 9",
    "k >= 8 OR id BETWEEN 3 AND 5",
    "(id = 7 OR k = 3) AND n < 2",
    "k = 3 OR n = 2",
    "id = 7 OR s = 5",
    "id = 7 OR (k = 3 AND s = 'tx')",
)
_STATEMENTS = (
    "SELECT id, s FROM {t} WHERE {a} AND {b}",
    "SELECT id, m FROM {t} WHERE {b} AND {a} ORDER BY k DESC LIMIT 3",
    "SELECT k, COUNT(*), MAX(s) FROM {t} WHERE {a} AND {b} GROUP BY k",
    "SELECT n FROM {t} WHERE {a}",
    "SELECT id FROM {t} WHERE {a} AND {b} ORDER BY id DESC LIMIT 2",
    "UPDATE {t} SET n = n + 1 WHERE {a} AND {b}",
    "DELETE FROM {t} WHERE {b} AND {a} LIMIT 1",
)
_OTHERS = (
    "SELECT id FROM {t} WHERE e = '2025-01-01' AND n < 3",
    "SELECT id FROM {t} WHERE e > '2025-01-01 10:00:00' AND n < 3",
    "SELECT id FROM {t} WHERE c = 5 AND n < 3",
    "SELECT id FROM {t} WHERE c BETWEEN 4.5 AND 7 AND n < 3",
    "SELECT id FROM {t} WHERE c <= '7.1' AND n < 3",
    "SELECT id FROM {t} WHERE e IN ('2025-01-01', '2025-02-30') AND n < 3",
    "UPDATE {t} SET n = 9 WHERE c > 19 AND e > '2025-03-03'",
)


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("table", ["p", "q", "r"])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
def test_what_an_index_narrows_is_the_same(tmp_path: Path, options: tuple[str, ...], table: str) -> None:
    texts = [*_TABLES, "SET @zero = 0, sql_mode = ''"]
    for number, (a, b) in enumerate(product(_FOUND, _MORE)):
        text = _STATEMENTS[number % len(_STATEMENTS)].format(t=table, a=a, b=b)
        texts += [text, "SELECT @seen, ROW_COUNT(), FOUND_ROWS()"]
    texts += [text.format(t=table) for text in _OTHERS if table != "r"]
    compare(tmp_path, texts, options)


@pytest.mark.parametrize("table", ["p", "q", "r"])
def test_what_one_of_several_indexes_finds_is_the_same(tmp_path: Path, table: str) -> None:
    texts = [*_TABLES]
    for number, where in enumerate(_EITHER):
        for text in ("SELECT * FROM {t} WHERE {w}", "SELECT id FROM {t} WHERE {w} ORDER BY id DESC LIMIT 3"):
            texts.append(text.format(t=table, w=where))
        change = ("UPDATE {t} SET n = n + 1 WHERE {w}", "DELETE FROM {t} WHERE {w} LIMIT 2")[number % 2]
        texts += [change.format(t=table, w=where), "SELECT ROW_COUNT(), FOUND_ROWS()"]
    compare(tmp_path, texts, OPTIONS[1])


@pytest.mark.parametrize("ends", ["SERIALIZABLE", "READ COMMITTED"])
def test_what_is_locked_of_it_is_the_same(tmp_path: Path, ends: str) -> None:
    texts = [*_TABLES, f"SET SESSION TRANSACTION ISOLATION LEVEL {ends}"]
    for number, (a, b) in enumerate(product(_FOUND, _MORE[:6])):
        statement = _STATEMENTS[number % len(_STATEMENTS)].format(t="p", a=a, b=b)
        locking = f"SELECT id FROM p WHERE {a} AND {b} FOR UPDATE"
        texts += ["BEGIN", locking, statement, "ROLLBACK" if number % 2 else "COMMIT"]
    compare(tmp_path, texts, OPTIONS[1])
