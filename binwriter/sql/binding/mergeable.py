"""Which query of a derived table, view or common table a server merges into the one around it: the one rule of all that
asks.

Source: MySQL manual, "Optimizing Derived Tables, View References, and Common Table Expressions with Merging or
Materialization"; 61 forms of queries in ten places, by EXPLAIN (tests/binwriter/sql/binding/test_mergeable.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from binwriter.sql.text.brackets import without_brackets
from binwriter.sql.text.known_trees import nodes_of_query
from binwriter.sql.types import is_aggregate

_NOT_MERGED = ("group", "having", "distinct", "limit", "offset")


def is_mergeable(query: exp.Expression) -> bool:
    """Whether ALGORITHM = MERGE can be kept: its rows are those of what it reads."""
    if not isinstance(query, exp.Select) or any(query.args.get(part) for part in _NOT_MERGED):
        return False
    source = query.args.get("from_")
    if source is None or (isinstance(source.this, exp.Table) and _is_dual(source.this)):
        return False
    return not any(map(_is_of_rows, nodes_of_query(query)))


def is_merged(query: exp.Expression) -> bool:
    """Whether a server does it: it is mergeable, and no item is worked out where its rows are."""
    query = without_brackets(query)
    return is_mergeable(query) and not is_worked_out(query.expressions)


def is_worked_out(items: Iterable[exp.Expression]) -> bool:
    """Whether an item assigns a user variable, or has a subquery that reads the columns beside it: all are worked out
    where the rows are."""
    return any(item.find(exp.PropertyEQ) is not None or _reads_beside(item) for item in items)


def _is_dual(table: exp.Table) -> bool:
    return not table.db and table.name.lower() == "dual"


def _is_of_rows(node: exp.Expr) -> bool:
    """Whether it is computed of several rows; a window that is only named says nothing."""
    return is_aggregate(node) or (isinstance(node, exp.Window) and node.arg_key != "windows")


def _reads_beside(item: exp.Expression) -> bool:
    """Whether a subquery of the item reads columns from around it, as far as names tell."""
    for query in item.find_all(exp.Select):
        parent = query.find_ancestor(exp.In, exp.Select)
        if isinstance(parent, exp.In) and parent.args.get("query") is not None and parent.this.find(exp.Column):
            return True
        tables = {node.alias_or_name.lower() for node in query.find_all(exp.Table, exp.Subquery)}
        if any(column.text("table").lower() not in ("", *tables) for column in query.find_all(exp.Column)):
            return True
    return False
