"""The tree in which the literals of one statement after the other stand."""

from __future__ import annotations

from sqlglot import exp

from binwriter.server.execute.shapes.trees import OwnTree
from binwriter.sql.grammar.parse import parse_statement


def test_parts_that_were_equal_once_are_not_for_ever() -> None:
    """sqlglot compares by hashes that it keeps: BETWEEN of two equal bounds is told of otherwise than of others."""
    tree = OwnTree(parse_statement("UPDATE t SET a = 1 WHERE d BETWEEN 'mark 1' AND 'mark 2'"), ("mark 1", "mark 2"))
    between = tree.node.find(exp.Between)
    low, high = between.args["low"], between.args["high"]
    tree.put(["2020-01-01", "2020-01-01"], ["'2020-01-01'"] * 2)
    assert low == high
    whole = hash(between)
    tree.put(["2020-01-01", "abc"], ["'2020-01-01'", "'abc'"])
    assert low != high
    assert hash(between) != whole
