"""Functions and operators among what a query asks for: the same by plan as without one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

pytestmark = pytest.mark.slow

_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE t (id INT PRIMARY KEY, k INT, n VARCHAR(20), m DATETIME, day DATE, at TIME, j JSON, a DECIMAL(9,2), "
    "f DOUBLE, s TIMESTAMP NULL, b VARBINARY(9), u BIGINT UNSIGNED, KEY (k))",
    "INSERT INTO t VALUES "
    + ", ".join(
        f"({n}, {n % 5}, {('NULL', repr('Text '), repr('12x'), repr('é'))[n % 4]}, '2025-01-0{n % 9 + 1} 10:20:30', "
        f'{("NULL", repr("2025-02-03"))[n % 2]}, \'10:11:{n + 10}\', \'{{"a": {n}, "b": ["x"]}}\', {n}.5, {n}.25, '
        f"'2025-01-02 03:04:05', x'ff0{n % 9}', {n})"
        for n in range(1, 30)
    ),
)
_ITEMS = (
    "UPPER(n), LENGTH(n), CONCAT(id, '-', n), SUBSTRING(n, 2, 2), TRIM(n), REPLACE(n, 'e', 'E'), n LIKE 'T%'",
    "UPPER(n) AS n, LEFT(n, 2) l, CHAR_LENGTH(n), REVERSE(n), LPAD(n, 9, '*')",
    "DATE_FORMAT(m, '%Y-%m'), YEAR(m), DATE(m), m + INTERVAL 1 DAY, DATE_ADD(day, INTERVAL k MONTH), DATEDIFF(m, day)",
    "UNIX_TIMESTAMP(m), DAYNAME(m), LAST_DAY(day), WEEK(m), TIMESTAMPDIFF(DAY, day, m)",
    "UNIX_TIMESTAMP(s), DATE(s)",
    "j->>'$.a', j->'$.b[0]', JSON_EXTRACT(j, '$.a'), JSON_UNQUOTE(JSON_EXTRACT(j, '$.b')), JSON_LENGTH(j), j",
    "JSON_EXTRACT(n, '$.a')",
    "a * 2, a / 3, a + f, -k, k DIV 2, k % 2, ROUND(a, 1), 10 / k, k = 1, k IN (1, 2), id BETWEEN 2 AND 9, MOD(id, k)",
    "IF(k > 2, 'more', 'less'), CASE WHEN a > 9 THEN 'x' ELSE n END, CASE k WHEN 1 THEN 2 END, IFNULL(n, '')",
    "COALESCE(n, day)",
    "COALESCE(SUM(a), 0), ROUND(AVG(k), 2), COUNT(*) > 2, IFNULL(MAX(n), 'none')",
    "COUNT(*) + 1, SUM(a) / 2, SUM(n)",
    "n + 1, id",
    "u - 5",
    "id, d.t.n, t.k + 1",
    "GREATEST(id, k), LEAST(a, f), FIELD(n, 'a', '12x'), ELT(k, 'a', 'b'), FORMAT(a, 1), CONV(id, 10, 2), CRC32(n)",
    "(SELECT 1), EXISTS (SELECT 2), id",
    "ROW_NUMBER() OVER (ORDER BY id)",
)
_OTHERS = (
    *(
        "at + 1",
        "DATE_FORMAT(at, '%H %Y')",
        "TIMESTAMP(at)",
        "DATE(at)",
        "ADDTIME(m, at)",
        "HEX(b)",
        "SLEEP(0)",
        "s + 0",
    ),
    *("NOW() > m", "CURRENT_DATE", "CURDATE()", "RAND() < 2", "USER()", "LAST_INSERT_ID()", "ROW_COUNT()", "@x := k"),
    *(
        "UUID() = ''",
        "VERSION()",
        "MAKETIME(k, 1, 2)",
        "STR_TO_DATE(n, '%H')",
        "CAST(n AS SIGNED)",
        "CURRENT_TIMESTAMP",
    ),
    *("ADDTIME(n, '1:00')", "DATE(TIME(m))", "DAYNAME('10:00:00')", "TIMESTAMPADD(DAY, 1, '10:11:12')", "m > '10:11'"),
)  # one by one
_WHERES: tuple[Callable[[int], str], ...] = (
    lambda n: f"id = {n}",
    lambda n: f"k = {n % 6}",
    lambda n: f"id BETWEEN {n} AND {n + 2} AND m BETWEEN '2025-01-01' AND '2025-01-0{n % 9 + 1} 11:00:00'",
    lambda n: f"id IN ({n}, {n + 3}) AND n <> 'text' AND a <> {n}.5",
    lambda n: f"k = {n % 5} AND day BETWEEN '2025-02-0{n % 5}' AND '2025-03-01'",
    lambda n: f"k = {n % 5} AND a BETWEEN {n % 3} AND {n}.5 AND n BETWEEN 'a' AND 'u' ORDER BY id LIMIT 2",
)


@pytest.mark.parametrize("part", range(3))
def test_answers_are_the_same(tmp_path: Path, part: int) -> None:
    statements = [*_TABLES, "SET timestamp = 1764500000"]
    for items in (*_ITEMS, *_OTHERS)[part::3]:
        for where in _WHERES if items in _ITEMS else _WHERES[:2]:
            for n in (1, 2, 3, 7, 12, 40):
                statements += [f"SELECT {items} FROM t WHERE {where(n)}", "SHOW WARNINGS"]
        statements += ["SET timestamp = 1764600000", f"SELECT {items} FROM t WHERE id = 9", "SET sql_mode = ''"]
        statements += [f"SELECT {items} FROM t WHERE id = {n}" for n in (4, 5, 6)]
        statements += ["SET sql_mode = DEFAULT", "SET time_zone = '+03:00'"]
        statements += [f"SELECT {items} FROM t WHERE id = {n}" for n in (4, 5, 6)]
        statements += ["SET time_zone = DEFAULT", "ALTER TABLE t MODIFY n VARCHAR(21)"]
    quick = compare(tmp_path, statements, OPTIONS[0])
    assert quick >= 40


def test_other_literals_are_read_anew(tmp_path: Path) -> None:
    statements = list(_TABLES)
    for n in range(6):
        statements += [f"SELECT CONCAT(n, '{n % 2}'), k + {n % 3} FROM t WHERE id = {n + 1}", "SHOW WARNINGS"]
    compare(tmp_path, statements, OPTIONS[0])
