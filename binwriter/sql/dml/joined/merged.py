"""Derived tables and WITH names that a server merges into an UPDATE or DELETE of several tables.

What they read is a table of the join then, under their name, and what they ask stands with WHERE, so that keys and
costs choose the order of both. Source: MySQL manual, "Optimizing Derived Tables, View References, and Common Table
Expressions"; captured: cluster changes_joined_with_derived.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.sql.binding.mergeable import is_merged
from binwriter.sql.binding.table_nodes import is_dual
from binwriter.sql.binding.view_trees import find_view
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.text.known_trees import nodes_outside
from binwriter.sql.text.trees import is_default_keyword

_NOT_TAKEN_OVER = ("with_", "joins", "order", "windows", "laterals", "locks")  # of what is merged
_Changes = TypeVar("_Changes", bound=exp.Expression)
_NO_PART = (exp.Query, exp.Window, exp.Parameter, exp.Placeholder, exp.Func)


@dataclass(frozen=True)
class _Derived:
    """A derived table that is merged: its node, the table that it reads, its columns there, and what it asks."""

    node: exp.Subquery
    table: exp.Table
    columns: dict[str, str]
    where: exp.Expression | None

    @property
    def name(self) -> str:
        return self.node.alias


def with_merged(tree: _Changes, run: DmlRun) -> _Changes:
    """The statement with such derived tables as tables of the join; as it is where that is not sure to mean the same:
    outer joins, joins by name, columns that stand without a table, subqueries, which may name columns of the derived
    tables (captured: cluster derived_named_in_subqueries)."""
    if next(_derived_nodes(tree), None) is None or _has_others(tree):
        return tree
    made = tree.copy()
    for join in made.find_all(exp.Join):
        if join.find_ancestor(exp.Subquery) is None and (
            join.side or join.args.get("using") or join.args.get("method")
        ):
            return tree
    found = [derived for node in _derived_nodes(made) if (derived := _derived(node, run)) is not None]
    changed = {name.lower() for name in _changed(made)}
    merged = {one.name.lower(): one for one in found if one.name.lower() not in changed}
    if not merged:
        return tree
    outside = [node for node in nodes_outside(made, exp.Subquery) if isinstance(node, exp.Column)]
    stored = dict(_stored(made, run))
    for column in outside:
        _say_whose(column, stored, merged)
    if not all(_is_known(column, merged) for column in outside):
        return tree
    for column in outside:
        one = merged.get(column.text("table").lower())
        if one is not None:
            column.set("this", exp.to_identifier(one.columns[column.name.lower()], quoted=True))
    for one in merged.values():
        table = one.table.copy()
        table.set("alias", exp.TableAlias(this=one.node.args["alias"].this.copy()))
        joins = one.node.args.get("joins")
        one.node.replace(table)
        if joins:
            table.set("joins", joins)
        if one.where is not None:
            where = made.args.get("where")
            asked = one.where if where is None else exp.And(this=where.this, expression=one.where)
            made.set("where", exp.Where(this=asked))
    return made


def _members(tree: exp.Expression) -> Iterator[exp.Expression]:
    """What the statement joins, in order: tables and derived tables, not those inside of others."""
    for root in tree.args.get("using") or [tree.this]:
        yield root
        yield from (join.this for join in root.args.get("joins") or ())


def _derived_nodes(tree: exp.Expression) -> Iterator[exp.Subquery]:
    """The derived tables of the join."""
    return (node for node in _members(tree) if isinstance(node, exp.Subquery) and node.alias)


def _has_others(tree: exp.Expression) -> bool:
    """Whether there are queries that are no derived tables of the join."""
    derived = {id(node) for node in _derived_nodes(tree)}
    queries = (node for node in tree.walk() if isinstance(node, exp.Query) and not isinstance(node, exp.Subquery))
    return any(not _is_within(query, derived) for query in queries)


def _is_within(node: exp.Expr, nodes: set[int]) -> bool:
    above: exp.Expr | None = node
    while above is not None and id(above) not in nodes:
        above = above.parent
    return above is not None


def _stored(tree: exp.Expression, run: DmlRun) -> Iterator[tuple[str, Table]]:
    """The tables of the join, by their names."""
    for node in _members(tree):
        named = isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier)
        if named and find_view(run.database, node, run.context) is None:
            yield node.alias_or_name, run.database.table_of(node, run.context).definition


def _say_whose(column: exp.Column, stored: dict[str, Table], merged: dict[str, _Derived]) -> None:
    """A column that stands alone is said to be of the only table that has it."""
    name = column.name.lower()
    if column.text("table") or is_default_keyword(column) or any(name in one.columns for one in merged.values()):
        return
    having = [alias for alias, table in stored.items() if name in table.index_of]
    if len(having) == 1:
        column.set("table", exp.to_identifier(having[0], quoted=True))


def _derived(node: exp.Subquery, run: DmlRun) -> _Derived | None:
    select = node.this
    if not is_merged(select) or any(select.args.get(part) for part in _NOT_TAKEN_OVER):
        return None
    alias = node.args.get("alias")
    source = select.args["from_"].this if select.args.get("from_") is not None else None
    if alias is None or alias.args.get("columns") or not isinstance(source, exp.Table) or source.args.get("joins"):
        return None
    if not isinstance(source.this, exp.Identifier) or source.args.get("partition") or is_dual(source):
        return None
    schema = source.text("db") or run.context.database
    if schema is None or find_view(run.database, source, run.context) is not None:
        return None
    table = run.database.table_of(source, run.context).definition
    columns: dict[str, str] = {}
    for item in select.expressions:
        column = item.unalias()
        if isinstance(item, exp.Star):
            columns |= {one.name.lower(): one.name for one in table.columns if one.spec.visible}
        elif _is_of(column, table, source.alias_or_name):
            shown = item.alias_or_name.lower()
            if shown in columns:
                return None  # which is an error
            columns[shown] = column.name
        else:
            return None
    where = select.args.get("where")
    asked = None if where is None else _qualified(where.this, table, source.alias_or_name, node.alias)
    if where is not None and asked is None:
        return None
    return _Derived(node, source, columns, asked)


def _is_of(node: exp.Expression, table: Table, name: str) -> bool:
    if not isinstance(node, exp.Column) or node.text("db") or node.text("table").lower() not in ("", name.lower()):
        return False
    return node.name.lower() in table.index_of


def _qualified(node: exp.Expression, table: Table, name: str, alias: str) -> exp.Expression | None:
    """What a derived table asks, of the table under the derived one's name; None where more than its columns and
    constants are asked."""
    made = node.copy()
    if any(isinstance(part, _NO_PART) and not isinstance(part, exp.Connector) for part in made.walk()):
        return None
    for column in list(made.find_all(exp.Column)):
        if not _is_of(column, table, name):
            return None
        column.set("table", exp.to_identifier(alias, quoted=True))
    return made


def _changed(tree: exp.Expression) -> Iterator[str]:
    """The names of the tables that the statement changes."""
    if isinstance(tree, exp.Update):
        for item in tree.expressions:
            yield item.this.text("table")
    for node in tree.args.get("tables") or ():
        yield node.name


def _is_known(column: exp.Column, merged: dict[str, _Derived]) -> bool:
    """Whether it is sure which table's it is, and that a merged one has it."""
    table = column.text("table").lower()
    if is_default_keyword(column):
        return True
    if not table or column.text("db"):
        return False
    return table not in merged or column.name.lower() in merged[table].columns
