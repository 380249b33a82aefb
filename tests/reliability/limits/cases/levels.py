"""How many levels of operators and functions a thread's stack holds: at the last that a 9.7.4 takes, and beyond."""

from __future__ import annotations

from tests.reliability.limits.cases import Scripts

_LAST = {
    "ABS({})": ("1", 2012),
    "-({})": ("1", 2012),
    "1+({})": ("1", 2012),
    "{}+1": ("1", 2012),
    "~{}": ("1", 2012),
    "IFNULL({},1)": ("1", 2012),
    "1=({})": ("1", 2012),
    "({}) LIKE '1'": ("1", 2012),
    "CAST({} AS SIGNED)": ("1", 2012),
    "GREATEST({},1)": ("1", 2012),
    "CASE WHEN 1 THEN {} END": ("1", 455),
    "CASE WHEN {} THEN 1 END": ("1", 455),
    "CASE 1 WHEN {} THEN 1 ELSE 2 END": ("1", 455),
    "CASE {} WHEN 1 THEN 1 END": ("1", 455),
    "IF(1,{},2)": ("1", 1834),
    "{} IN (0,1)": ("1", 1834),
    "({}) BETWEEN 0 AND 1": ("1", 1732),
    "({}) IS NULL": ("1", 1327),
    "CONCAT('',{})": ("'a'", 1890),
    "UPPER({})": ("'a'", 1890),
    "TRIM({})": ("'a'", 1890),
    "REPLACE({},'a','b')": ("'a'", 1890),
    "({} COLLATE utf8mb4_bin)": ("'a'", 1890),
}
# CASE, CONCAT and ABS in each other, so many of each
_MIXED = ((0, 1000, 940), (0, 1000, 950), (0, 200, 1500), (100, 1000, 500), (120, 1000, 500), (200, 0, 1100))


def nested(form: str, inner: str, depth: int) -> str:
    """form: with one {}; so many of it around `inner`."""
    left, right = form.split("{}")
    return left * depth + inner + right * depth


def _mixed(cases: int, texts: int, numbers: int) -> str:
    return nested("CASE WHEN 1 THEN {} END", nested("CONCAT('',{})", nested("ABS({})", "1", numbers), texts), cases)


def _places(levels: int, number: int) -> list[str]:
    value = nested("ABS({})", str(number), levels)
    return [
        f"INSERT INTO t VALUES ({value})",
        f"UPDATE t SET a = {value}",
        f"SET @a = {value}",
        f"DELETE FROM t WHERE a = {value}",
        f"INSERT INTO t SELECT {value}",
        f"CREATE VIEW v{levels} AS SELECT {value} AS x",
        f"SELECT * FROM v{levels}",
        f"CREATE PROCEDURE p{levels}() SET @b = {value}",
        f"CALL p{levels}()",
        f"PREPARE s FROM 'SELECT {value} AS x'",
        "EXECUTE s",
        "SELECT @a, @b, a FROM t",
    ]


SCRIPTS: Scripts = {
    **{
        form: [f"SELECT {nested(form, inner, levels)} AS x" for levels in (last, last + 1)]
        for form, (inner, last) in _LAST.items()
    },
    "kinds in each other": [f"SELECT {_mixed(*counts)} AS x" for counts in _MIXED],
    "places": ["CREATE TABLE t (a INT)", *_places(1500, 7), *_places(2200, 8)],
    "no levels": [
        "CREATE TABLE t (a INT)",
        "INSERT INTO t VALUES (1)",
        f"SELECT {nested('({})', '1', 6000)} AS x",
        f"SELECT {nested('NOT {}', 'a', 2101)} AS x FROM t",
        f"SELECT {nested('!{}', 'a', 2101)} AS x FROM t",
        f"SELECT {nested('({}) IS TRUE', 'a', 2100)} AS x FROM t",
        f"SELECT {nested('a AND ({})', 'a', 2100)} AS x FROM t",
        f"SELECT {'a AND ' * 5000}a AS x FROM t",
        f"SELECT {'a OR ' * 5000}a AS x FROM t",
        f"SELECT {'a+' * 2100}a AS x FROM t",
        f"SELECT CONCAT({'a,' * 5000}a) IS NULL AS x FROM t",
    ],
}
