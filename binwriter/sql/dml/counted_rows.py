"""Rows that a query has counted beside those that it gives: warnings of INSERT .. SELECT name them up to 5.7.

Those servers count the rows that they read, also those that WHERE refuses. Where a query goes through a temporary table
(it reads the table that it fills, or has DISTINCT or GROUP BY without a key) 5.6 and 5.7 count that table's rows behind
the rows that filled it; 5.1 and 5.5 begin anew. Since 8.0 nothing is counted but rows that are inserted.
Source: captured (rows_of_own_table_row) on 5.1.54, 5.5.20, 5.6.21, 5.7.18.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.sql.binding.database import Database, schema_of
from binwriter.sql.binding.table_nodes import is_dual
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.counted_groups import rows_counted_by_groups, rows_counted_by_own_group
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.query import run_select
from binwriter.sql.text.known_trees import nodes_in
from binwriter.sql.types.functions import is_aggregate
from binwriter.storage.table_data import TableData


def rows_counted_before(query: exp.Expression, target: Table, run: DmlRun, given: int) -> int:
    """How many rows were counted before the first of those that are inserted. given: by the query. 0 too where it is no
    query of tables, or what is read is constant."""
    if not isinstance(query, exp.Select):
        return 0
    if query.args.get("group") is None and any(map(is_aggregate, query.find_all(exp.Func))):
        data = only_table(query, run.database, run.context, gathered=True)
        if data is None or not _is_own(data.definition, target) or is_one_row(query, data, _equals_literal):
            return 0
        return rows_counted_by_own_group(query, data, run, looks_up=_looks_up(query, data.definition))
    if not run.context.variables.behaviour.counts_rows_of_temporary:
        return 0
    data = only_table(query, run.database, run.context)
    if data is None:
        return given if _joins(query, target, run) else 0
    table = data.definition
    if is_one_row(query, data, _equals_literal):
        return 0
    own = _is_own(table, target)
    if not own and not gathers(query, table):
        return 0
    if own and query.args.get("limit") and not query.args.get("order"):
        return given
    return given if _looks_up(query, table) else len(data)


def _is_own(table: Table, target: Table) -> bool:
    return (table.schema, table.name) == (target.schema, target.name)


def _joins(query: exp.Select, target: Table, run: DmlRun) -> bool:
    """Whether a join reads the table that it fills: its rows go through a temporary table then."""
    if not query.args.get("joins") or query.args.get("group") or any(map(is_aggregate, query.find_all(exp.Func))):
        return False
    named = [query.args["from_"].this, *(join.this for join in query.args["joins"])]
    return any(
        isinstance(node, exp.Table)
        and node.name == target.name
        and schema_of(node, run.context.database) == target.schema
        for node in named
    )


def _equals_literal(node: exp.EQ, table: Table) -> Iterator[str]:
    if isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Literal):
        yield node.this.name.lower()


def is_one_row(query: exp.Select, data: TableData, equated: Callable[[exp.EQ, Table], Iterable[str]]) -> bool:
    """Whether the table's only row is read before all else: it is known how many it has, or a unique key finds it.
    equated: the columns to which an equality gives a value that is known then."""
    if query.args.get("group") is not None:
        return False
    if len(data) == 1 and not data.definition.engine.two_phase:
        return True
    where, columns = query.args.get("where"), data.definition.index_of
    asked = [] if where is None else [*where.this.flatten()] if isinstance(where.this, exp.And) else [where.this]
    equalities = (node for node in asked if isinstance(node, exp.EQ))
    found = {columns.get(name) for node in equalities for name in equated(node, data.definition)}
    return any(key.unique and found.issuperset(key.columns) for key in data.definition.keys)


def rows_refused_before(query: exp.Expression, target: Table, run: DmlRun) -> list[int] | None:
    """For each row of the query how many WHERE has refused before it, or a query of groups has counted beside those
    that it gives; None where that is none, or not counted.

    What the query gives is asked once more for that, without a word.
    """
    if not run.context.variables.behaviour.counts_refused_rows or not isinstance(query, exp.Select):
        return None
    where, data = query.args.get("where"), only_table(query, run.database, run.context, gathered=True)
    asked = filter(None, map(query.args.get, ("where", "group")))
    if data is None or any(part.find(exp.Anonymous, exp.PropertyEQ, exp.Parameter) is not None for part in asked):
        return None
    table = data.definition
    if (table.schema, table.name) == (target.schema, target.name):
        return None
    if query.args.get("group") or any(map(is_aggregate, query.find_all(exp.Func))):
        return rows_counted_by_groups(query, data, run, looks_up=_looks_up(query, table))
    if where is None or any(query.args.get(part) for part in ("distinct", "offset")) or is_sorted(query, table):
        return None
    if _looks_up(query, table):
        return None
    asking = query.copy()
    for part in ("where", "limit"):
        asking.set(part, None)
    asking.set("expressions", [where.this.copy()])
    told, facts = len(run.context.diagnostics), copy(run.context.facts)
    try:
        given = [bool(value) for (value,) in run_select(asking, run.database, run.context).rows]
    finally:
        del run.context.diagnostics[told:]
        run.context.facts = facts
    refused = [number - found for found, number in enumerate(at for at, is_given in enumerate(given) if is_given)]
    return refused if any(refused) else None


def places_kept(query: exp.Expression, types: Sequence[ExprType], run: DmlRun) -> dict[int, int]:
    """Where a query of groups puts its rows into a temporary table up to 5.7: which of its columns are decimals there,
    of how many places. What a division has beyond them is cut off without a word (captured: rows_of_groups_row)."""
    if not run.context.variables.behaviour.stores_whole_quotients or not isinstance(query, exp.Select):
        return {}
    data = only_table(query, run.database, run.context)
    if data is None or not gathers(query, data.definition):
        return {}
    return {at: type_.scale for at, type_ in enumerate(types) if type_.kind is Kind.DECIMAL and type_.scale is not None}


def cut_to(values: Sequence[Any], places: Mapping[int, int]) -> tuple[Any, ...]:
    """A row as that temporary table keeps it."""
    return tuple(
        value.quantize(Decimal(1).scaleb(-places[at]), ROUND_HALF_UP)
        if at in places and isinstance(value, Decimal)
        else value
        for at, value in enumerate(values)
    )


def is_sorted(query: exp.Select, table: Table) -> bool:
    """Whether ORDER BY has its rows sorted, in whose order they are counted then; InnoDB's are in that of their key."""
    order, key = query.args.get("order"), table.primary_key
    if order is None:
        return False
    names = [item.this.name.lower() if isinstance(item.this, exp.Column) else "" for item in order.expressions]
    in_key = [table.columns[part].name.lower() for part in key.columns[: len(names)]] if key is not None else []
    return names != in_key or table.engine.name != "InnoDB" or bool(order.expressions[0].args.get("desc"))


def only_table(
    query: exp.Select, database: Database, context: StatementContext, *, gathered: bool = False
) -> TableData | None:
    """The table that the query reads, where it reads one alone and gives a row for each or for a group of them, or
    (gathered) for all."""
    source = query.args.get("from_")
    if source is None or query.args.get("joins") or query.find(exp.Subquery, exp.Window) is not None:
        return None
    node = source.this
    if not isinstance(node, exp.Table) or is_dual(node) or sum(1 for _ in nodes_in(query, exp.Table)) > 1:
        return None
    if not gathered and any(map(is_aggregate, query.find_all(exp.Func))) and not query.args.get("group"):
        return None
    schema = schema_of(node, context.database)
    if schema is not None and database.view(schema, node.name, reads=False) is not None:
        return None
    data = database.table(schema, node.name)
    return data if isinstance(data, TableData) else None


def gathers(query: exp.Select, table: Table) -> bool:
    """Whether DISTINCT or GROUP BY take a temporary table: there is no key in whose order the rows come."""
    group = query.args.get("group")
    if group is None and query.args.get("distinct") is None:
        return False
    items = group.expressions if group is not None else query.expressions
    columns = {table.index_of.get(item.unalias().name.lower(), -1) for item in items}
    return not any(key.columns[0] in columns for key in table.keys)


def _looks_up(query: exp.Select, table: Table) -> bool:
    """Whether WHERE may find its rows by a key, and reads no others."""
    where = query.args.get("where")
    if where is None:
        return False
    asked = {table.index_of.get(column.name.lower()) for column in where.find_all(exp.Column)}
    return any(key.columns[0] in asked for key in table.keys)
