"""The nodes of trees as lists are those that sqlglot's own walks give, in their order."""

from __future__ import annotations

import pytest
from sqlglot import exp

from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text.known_trees import nodes_in, nodes_in_depth, nodes_of


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1",
        "SELECT a, MAX(b) + 1 FROM t JOIN (SELECT * FROM u WHERE c IN (1, 2, 3)) AS v ON t.a = v.a WHERE NOT b <=> 2",
        "WITH w AS (SELECT 1 AS x) SELECT x, f(x, 'a') FROM w UNION SELECT 2, NULL ORDER BY 1 LIMIT 3",
        "INSERT INTO t (a, b) VALUES (1, f(2)), (DEFAULT, 'x') ON DUPLICATE KEY UPDATE a = VALUES(a) + 1",
        "UPDATE t, u SET t.a = u.a, u.b = CASE WHEN t.a > 1 THEN 2 ELSE 3 END WHERE t.a = u.a AND u.b BETWEEN 1 AND 2",
        "DELETE t FROM t JOIN u USING (a) WHERE u.b IS NULL",
        "SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (x INT PATH '$')) AS j",
    ],
)
def test_nodes_are_those_of_the_walks(text: str) -> None:
    tree = parse_statement(text).node
    assert isinstance(tree, exp.Expression)
    assert list(map(id, nodes_of(tree))) == list(map(id, tree.walk()))
    assert list(map(id, nodes_in_depth(tree))) == list(map(id, tree.walk(bfs=False)))
    for kind in (exp.Column, exp.Table, exp.Literal):
        assert list(map(id, nodes_in(tree, kind))) == list(map(id, tree.find_all(kind)))
