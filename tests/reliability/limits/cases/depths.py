"""How deep things may be in each other."""

from __future__ import annotations

from tests.reliability.limits.cases import RECONNECT, Scripts


def _json(depth: int, kind: str = "[") -> str:
    return "[" * depth + "]" * depth if kind == "[" else '{"a":' * depth + "1" + "}" * depth


def _nested(form: str, inner: str, depth: int) -> str:
    """form: with one {} each."""
    left, right = form.split("{}")
    return left * depth + inner + right * depth


_EXPRESSIONS = {
    "parentheses": ("({})", "1"),
    "functions": ("ABS({})", "1"),
    "negative": ("-({})", "1"),
    "NOT": ("NOT {}", "1"),
    "exclamation": ("!{}", "1"),
    "tilde": ("~{}", "1"),
    "sums": ("{}+1", "1"),
    "sums to the right": ("1+({})", "1"),
    "CASE": ("CASE WHEN 1 THEN {} END", "1"),
    "IF": ("IF(1,{},2)", "1"),
    "CONCAT": ("CONCAT('',{})", "'a'"),
    "AND": ("1 AND ({})", "1"),
    "AND flat": ("{} AND 1", "1"),
    "OR flat": ("{} OR 0", "1"),
    "subqueries": ("(SELECT {})", "1"),
    "EXISTS": ("EXISTS (SELECT {})", "1"),
    "IN": ("1 IN (SELECT {})", "1"),
    "JSON_ARRAY": ("JSON_ARRAY({})", "1"),
    "comparison": ("({}) = 1", "1"),
    "LIKE": ("({}) LIKE '1'", "1"),
    "BETWEEN": ("({}) BETWEEN 0 AND 1", "1"),
    "INTERVAL": ("({} + INTERVAL 1 DAY)", "'2020-01-01'"),
    "COLLATE": ("({} COLLATE utf8mb4_bin)", "'a'"),
    "CAST": ("CAST({} AS CHAR)", "1"),
}
_QUERIES = {
    "derived tables": "SELECT * FROM ({}) AS d",
    "UNION": "({}) UNION SELECT 1",
    "brackets": "({})",
    "CTE": "WITH c AS ({}) SELECT * FROM c",
}


def _views(count: int) -> list[str]:
    first = ["CREATE VIEW v0 AS SELECT 1 AS a"]
    return first + [f"CREATE VIEW v{number} AS SELECT a FROM v{number - 1}" for number in range(1, count)]


SCRIPTS: Scripts = {
    **{
        name: [f"SELECT {_nested(form, inner, depth)}" for depth in (10, 60, 100, 300, 3000)]
        for name, (form, inner) in _EXPRESSIONS.items()
        if not form.startswith(("(SELECT", "EXISTS", "1 IN"))
    },
    **{
        name: [f"SELECT {_nested(form, inner, depth)}" for depth in (10, 30, 60, 63, 64, 65, 100)]
        for name, (form, inner) in _EXPRESSIONS.items()
        if form.startswith(("(SELECT", "EXISTS", "1 IN"))
    },
    **{
        name: [_nested(form, "SELECT 1", depth) for depth in (5, 30, 60, 63, 64, 100)]
        for name, form in _QUERIES.items()
    },
    "long sums": [f"SELECT {'1+' * count}1" for count in (100, 1000, 5000)],
    "long ANDs": [f"SELECT {'1 AND ' * count}1" for count in (100, 1000, 5000)],
    "long UNIONs": [
        f"SELECT COUNT(*) FROM ({'SELECT 1 AS a UNION ALL ' * count} SELECT 1) AS d" for count in (10, 100, 500)
    ],
    "views": [*_views(70), "SELECT * FROM v10", "SELECT * FROM v60", "SELECT * FROM v61", "SELECT * FROM v69"],
    "JSON": [
        f"SELECT JSON_DEPTH('{_json(depth, kind)}')"
        for kind in ("[", "{")
        for depth in (1, 50, 99, 100, 101, 500, 5000)
    ]
    + [
        f"SELECT JSON_VALID('{_json(101)}'), JSON_VALID('{_json(100)}')",
        f"SELECT JSON_DEPTH(JSON_ARRAY(CAST('{_json(99)}' AS JSON)))",
        f"SELECT JSON_DEPTH(JSON_ARRAY(CAST('{_json(100)}' AS JSON)))",
        f"SELECT JSON_DEPTH(JSON_OBJECT('a', CAST('{_json(100)}' AS JSON)))",
        f"SELECT JSON_DEPTH(JSON_SET(CAST('{_json(100)}' AS JSON), '${'[0]' * 99}', CAST('[1]' AS JSON)))",
        f"SELECT JSON_DEPTH(JSON_ARRAY_APPEND(CAST('{_json(100)}' AS JSON), '${'[0]' * 99}', 1))",
        f"SELECT JSON_EXTRACT('[1]', '${'[0]' * 100}')",
        f"SELECT JSON_EXTRACT('[1]', '${'[0]' * 101}')",
        f"SELECT JSON_EXTRACT('[1]', '${'.a' * 101}')",
        "CREATE TABLE j (a JSON)",
        f"INSERT INTO j VALUES ('{_json(100)}')",
        f"INSERT INTO j VALUES ('{_json(101)}')",
        "SELECT JSON_DEPTH(JSON_ARRAYAGG(a)) FROM j",
        f"SELECT JSON_DEPTH(JSON_MERGE_PRESERVE('{_json(100)}', '{_json(100)}'))",
    ],
    "procedures": [
        "CREATE PROCEDURE p(n INT) BEGIN SET @n = n; CALL p(n + 1); END",
        "CALL p(1)",
        "SELECT @n",
        "SET max_sp_recursion_depth = 3",
        "CALL p(1)",
        "SELECT @n",
        "SET max_sp_recursion_depth = 255",
        "CALL p(1)",
        "SELECT @n > 10",
        "SET max_sp_recursion_depth = 256",
        "SELECT @@max_sp_recursion_depth",
        "CREATE PROCEDURE a(n INT) BEGIN SET @n = n; CALL b(n + 1); END",
        "CREATE PROCEDURE b(n INT) BEGIN SET @n = n; CALL a(n + 1); END",
        "SET max_sp_recursion_depth = 2",
        "CALL a(1)",
        "SELECT @n",
        "CREATE FUNCTION f(n INT) RETURNS INT DETERMINISTIC RETURN f(n - 1)",
        "SELECT f(2)",
        "CREATE PROCEDURE c() CALL c()",
        "SET max_sp_recursion_depth = 0",
        "CALL c()",
        "SHOW WARNINGS",
    ],
    "blocks": [
        statement
        for depth in (10, 50, 100)
        for statement in (
            f"CREATE PROCEDURE p() {_nested('BEGIN {}; END', 'SET @a = 1', depth)}",
            "CALL p()",
            "DROP PROCEDURE IF EXISTS p",
            f"CREATE PROCEDURE p() {_nested('IF 1 THEN {}; END IF', 'SET @a = 1', depth)}",
            "CALL p()",
            "DROP PROCEDURE IF EXISTS p",
        )
    ],
    "rounds": [
        *(
            f"WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < {most}) SELECT COUNT(*) FROM c"
            for most in (10, 1000, 1001, 1002, 5000)
        ),
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c) SELECT COUNT(*) FROM c",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c) SELECT * FROM c LIMIT 3",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c LIMIT 5) SELECT * FROM c",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION DISTINCT SELECT n FROM c) SELECT COUNT(*) FROM c",
        "SET cte_max_recursion_depth = 0",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 3) SELECT COUNT(*) FROM c",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 1) SELECT COUNT(*) FROM c",
        "SET cte_max_recursion_depth = 5",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 6) SELECT COUNT(*) FROM c",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 7) SELECT COUNT(*) FROM c",
        "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 8) SELECT COUNT(*) FROM c",
        "SELECT /*+ SET_VAR(cte_max_recursion_depth=9) */ 1",
        "WITH RECURSIVE c AS (SELECT 'a' AS n UNION ALL SELECT CONCAT(n, n) FROM c) SELECT COUNT(*) FROM c",
        "CREATE TABLE r (n INT)",
        "INSERT INTO r WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c) SELECT n FROM c",
        "SELECT COUNT(*) FROM r",
    ],
    "triggers": [
        "CREATE TABLE t (a INT)",
        "CREATE TABLE u (a INT)",
        "CREATE TRIGGER tt AFTER INSERT ON t FOR EACH ROW INSERT INTO u VALUES (NEW.a)",
        "CREATE TRIGGER ut AFTER INSERT ON u FOR EACH ROW INSERT INTO t VALUES (NEW.a)",
        "INSERT INTO t VALUES (1)",
    ],
    "comments": [f"SELECT 1 {'/*' * depth}{'*/' * depth}" for depth in (1, 2)] + [RECONNECT, "SELECT 1"],
}
