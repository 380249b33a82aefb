"""What is said about a parsed piece never fails, whatever kind of node it is."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.text.tree_text import tree_text


def _kinds(base: type[exp.Expression] = exp.Expression) -> Iterator[type[exp.Expression]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_every_kind_of_node_has_a_text() -> None:
    kinds = set(_kinds())
    assert JsonTable in kinds
    for kind in kinds:
        assert isinstance(tree_text(kind(this="a")), str)
    assert isinstance(tree_text(exp.select("a").from_(JsonTable())), str)


def test_a_kind_without_text_is_named() -> None:
    assert tree_text(JsonTable(this=exp.Literal.string("[]"))) == "JSONTABLE LITERAL"
    assert tree_text(exp.column("a", table="t")) == "t.a"
