"""Views, derived tables and WITH names of one table: by which index the table is read for the query around them.

A server merges such a query into the one around it, so the columns of both and the conditions of both choose the index,
and with it the order of the rows. Here the inner query is run as it is, with its table read in that order.
Source: MySQL manual, "Optimizing Derived Tables, View References, and Common Table Expressions"; captured:
clusters/covered_within.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.view_trees import of_tables
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query.access.in_order import index_of_groups
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.derived import DerivedRows, merged_rows
from binwriter.sql.query.loops import TableNode, TableRows
from binwriter.sql.query.select import Select

_BELOW = "what is behind it"  # in a query's `__dict__`
_MOST_PARTS = 300  # of the expressions of such a query; larger ones are read as they are written


@dataclass(frozen=True)
class _Below:
    """What is behind a query: its table, the table's source, the conditions on it and what the query's columns are."""

    data: TableRows
    source: Source
    where: exp.Expression | None
    outputs: tuple[exp.Expression, ...]

    def items(self, names: Sequence[str]) -> dict[str, exp.Expression]:
        """By the names that the query's columns have."""
        return {name.lower(): output for name, output in zip(names, self.outputs, strict=False)}


def read_within(
    tree: TableNode,
    source: Source,
    where: exp.Expression | None,
    scope: Scope,
    groups: Sequence[exp.Expression] = (),
    *,
    in_order: bool,
) -> TableNode:
    """The node of the only thing in FROM, read as the query around it has it. scope: that query's, with the columns
    that it uses; groups: what it groups by; in_order: it groups or sorts."""
    inner = _query(source)
    below = None if inner is None else _below(inner)
    if inner is None or below is None:
        return tree
    names = [column.name for column in source.columns]
    outer = of_tables(where.this, below.items(names)) if where is not None else None
    # only conditions go into a table of its own; what a derived table has of another one is used there
    keeps = not source.is_stored and _keeps_to_what_is_asked(source, inner)
    asked = {column for _, column in scope.used}
    shown = [output for number, output in enumerate(below.outputs) if number in asked or not keeps]
    used = _columns([*shown, *filter(None, [below.where])], below)
    if used is None:
        return tree
    alone = Scope(scope.context, (below.source,), clause="where clause")
    path = AccessPath(below.data, _both(below.where, outer), alone, used, in_order=in_order)
    outputs = [None if column is None else below.outputs[column] for column in columns_named(groups, source)]
    columns = [None if node is None else columns_named([node], below.source)[0] for node in outputs]
    path.by = index_of_groups(below.data.definition, columns)
    return replace(tree, read=_RebuiltRows(inner, path))


def columns_named(nodes: Iterable[exp.Expression], source: Source) -> list[int | None]:
    """The columns of the source that these are; None for any other expression."""
    return [
        source.index(node.name) if isinstance(node, exp.Column) and node.text("table") in ("", source.alias) else None
        for node in nodes
    ]


def same_rows(source: Source) -> TableRows | None:
    """The table of which a view or derived table shows all rows with all columns, called alike."""
    query = None if source.is_stored else _query(source)
    if query is None or query.where_node is not None or query.order or query.path is None:
        return None
    if not _keeps_to_what_is_asked(source, query):
        return None
    tree = query.tree
    if not isinstance(tree, TableNode) or tree.data is None:
        return None
    names = [column.name for column in tree.data.definition.columns]
    shown = [node.name if isinstance(node, exp.Column) else "" for node in query.nodes]
    return tree.data if names == shown == [column.name for column in source.columns] else None


def name_behind(source: Source, index: int) -> str:
    """By which name a table is told that cannot be changed: a derived table that is merged has the one whose column is
    asked for. ER_NONUPDATEABLE_COLUMN if that is none (captured: engine_mix_of_views)."""
    query = None if source.view is not None else _query(source)
    if query is None:
        return source.alias
    node = query.nodes[index].unalias()
    if not isinstance(node, exp.Column):
        raise mysql_error("ER_NONUPDATEABLE_COLUMN", source.columns[index].name)
    table = node.text("table")
    for inner in query.from_sources:
        place = inner.index(node.name) if table in ("", inner.alias) else None
        if place is not None:
            return name_behind(inner, place)
    return source.alias


def _keeps_to_what_is_asked(source: Source, query: Select) -> bool:
    """Not a derived table or WITH name over a view or another one: that uses all that it shows."""
    return source.view is not None or query.from_sources[0].table is not None


def _query(source: Source) -> Select | None:
    """The query that it is merged from."""
    made_by = source.columns[0].made_by if source.columns else None
    if made_by is None or not source.is_merged or not isinstance(made_by[0], Select) or made_by[0].correlated:
        return None
    return made_by[0]


def _below(select: Select) -> _Below | None:
    """Worked out once a query: whatever is around it asks, level by level."""
    kept = select.__dict__
    if _BELOW not in kept:
        kept[_BELOW] = _worked_out(select)
    below: _Below | None = kept[_BELOW]
    return below


def _worked_out(select: Select) -> _Below | None:
    tree, sources = select.tree, select.from_sources
    if not isinstance(tree, TableNode) or len(sources) != 1 or select.order:
        return None
    if any(node.find(exp.Select) is not None for node in (*select.nodes, *filter(None, [select.where_node]))):
        return None
    outputs: tuple[Any, ...] = tuple(node.unalias() for node in select.nodes)
    if tree.data is not None:
        if select.path is None:
            return None
        return _Below(tree.data, sources[0], select.where_node, outputs)
    inner = _query(sources[0])
    below = None if inner is None or sources[0].is_stored else _below(inner)
    if below is None:
        return None
    items = below.items([column.name for column in sources[0].columns])
    if _parts_of((*select.nodes, *filter(None, [select.where_node])), items) > _MOST_PARTS:
        return None
    where = of_tables(select.where_node, items) if select.where_node is not None else None
    return replace(below, where=_both(below.where, where), outputs=tuple(of_tables(node, items) for node in outputs))


def _parts_of(nodes: Iterable[exp.Expression], items: dict[str, exp.Expression]) -> int:
    """How many parts expressions have when what they name is put in: they may double at each level."""
    sizes = {name: sum(1 for _ in item.walk()) for name, item in items.items()}
    return sum(sizes.get(column.name.lower(), 0) for node in nodes for column in node.find_all(exp.Column))


def _both(one: exp.Expression | None, other: exp.Expression | None) -> exp.Expression | None:
    if one is None or other is None:
        return one or other
    return exp.And(this=one.copy(), expression=other.copy())


def _columns(nodes: Iterable[exp.Expression], below: _Below) -> set[int] | None:
    """The table's columns in them; None if there is a name of something else."""
    found = set()
    for node in nodes:
        for column in node.find_all(exp.Column):
            index = below.source.index(column.name)
            if index is None:
                return None
            found.add(index)
    return found


def _rebuilt(select: Select, path: AccessPath) -> Select:
    """The query with its table read by that way."""
    tree = select.tree
    assert isinstance(tree, TableNode)
    if tree.data is not None:

        def read(context: StatementContext, row: Sequence[Any]) -> Iterable[Sequence[Any]]:
            return (values for _, values in path.rows(context))

        return replace(select, tree=replace(tree, read=read))
    inner = _query(select.from_sources[0])
    assert inner is not None
    return replace(select, tree=replace(tree, read=_RebuiltRows(inner, path)))


class _RebuiltRows(DerivedRows):
    """The rows of a query whose table is read by that way: rebuilt when they are asked for, as each query of a chain
    is rebuilt for the one around it."""

    def __init__(self, query: Select, path: AccessPath) -> None:
        super().__init__(query, lambda context, row: merged_rows(_rebuilt(query, path))(context, row))
