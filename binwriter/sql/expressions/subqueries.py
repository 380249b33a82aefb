"""Subqueries in expressions: scalar, row, EXISTS, and the rows that IN, ANY and ALL look through."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compiles
from binwriter.sql.expressions.scope import CompiledQuery, Scope
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression, ExprType, Row, plain_bytes, taken
from binwriter.sql.text.tree_text import tree_text

LEFT_OF = "IN/ALL/ANY subquery"  # the place of names on the other side of one
_NAMES_PLACE = frozenset({"ER_BAD_FIELD_ERROR", "ER_NON_UNIQ_ERROR"})


@dataclass(frozen=True)
class SubqueryRows:
    """A subquery's column types and the way to its rows for an outer row. once: it runs once a statement.

    runs: one item each time that it was run over tables.
    """

    types: tuple[ExprType, ...]
    run: Callable[[StatementContext, Row], Iterable[tuple[Any, ...]]]
    once: bool = False
    query: CompiledQuery | None = None
    runs: list[None] = field(default_factory=list)

    def counted(self, context: StatementContext, rows: int, *, may_join: bool = False) -> None:
        """Whoever looked through the rows says how many a server would have been given; what was kept counts not."""
        if self.runs:
            self.runs.clear()
            context.ran_subquery(rows, may_join=may_join)


def _compile_query(node: exp.Expression, scope: Scope) -> CompiledQuery:
    while isinstance(node, exp.Subquery) and not node.args.get("with_") and not node.args.get("limit"):
        node = node.this
    if scope.compile_query is None:
        raise UnsupportedError("a subquery in this place", tree_text(node))
    return scope.compile_query(node, scope)


def left_operand(
    node: exp.Expression, scope: Scope, compile_: Callable[[exp.Expression, Scope], CompiledExpression]
) -> CompiledExpression:
    """What stands left of IN, ANY, ALL with a subquery: a name that is not found is told of as there, in any clause."""
    try:
        return compile_(node, scope)
    except MySQLError as error:
        if error.symbol in _NAMES_PLACE:
            compile_(node, scope.within(LEFT_OF))  # raises it with the place
        raise


def refuse_limit(node: exp.Expression) -> None:
    """IN, ANY, SOME and ALL take no subquery with LIMIT. ER_NOT_SUPPORTED_YET."""
    while isinstance(node, exp.Subquery) and not node.args.get("limit"):
        node = node.this
    if node.args.get("limit") is not None:
        raise mysql_error("ER_NOT_SUPPORTED_YET", "LIMIT & IN/ALL/ANY/SOME subquery")


def subquery_rows(node: exp.Expression, scope: Scope) -> SubqueryRows:
    """A subquery's rows.

    An uncorrelated one runs once a statement, as MySQL caches it; a correlated one for each outer row.
    """
    query = _compile_query(node, scope)
    types = tuple(type_ for _, type_ in query.columns)
    width = scope.width
    cached: list[list[tuple[Any, ...]]] = []
    runs: list[None] = []
    over_tables = node.find(exp.Table) is not None

    def padded(context: StatementContext, row: Row) -> Iterable[tuple[Any, ...]]:
        if over_tables and context.row_begun:
            runs.append(None)
            context.row_number = 1
        outer = tuple(row)[:width]
        return query.rows(context, outer + ((),) * (width - len(outer)))

    def once(context: StatementContext, row: Row) -> Iterable[tuple[Any, ...]]:
        if not cached:
            cached.append(list(padded(context, row)))
        return cached[0]

    run = padded if query.correlated else once
    return SubqueryRows(types, run, once=not query.correlated, query=query, runs=runs)


@compiles(exp.Subquery, exp.Select, exp.Union, exp.Except, exp.Intersect, exp.Values)
def _scalar(node: exp.Expression, scope: Scope) -> CompiledExpression:
    rows = subquery_rows(node, scope)

    def single(context: StatementContext, row: Row) -> tuple[Any, ...] | None:
        only: tuple[Any, ...] | None = None
        for candidate in rows.run(context, row):
            if only is not None and context.forgives and context.variables.behaviour.ignore_forgives_subqueries:
                context.warn("ER_SUBQUERY_NO_1_ROW")
                return None
            if only is not None:
                raise mysql_error("ER_SUBQUERY_NO_1_ROW")
            only = candidate
        rows.counted(context, only is not None)
        return only

    query = node.unnest()
    stands_for_its_item = isinstance(query, exp.Select) and query.args.get("from_") is None

    def item(position: int) -> CompiledExpression:
        def evaluate(context: StatementContext, row: Row) -> Any:
            only = single(context, row)
            return None if only is None else only[position]

        made = CompiledExpression(rows.types[position].as_function(), evaluate, "(select ...)")
        return made if stands_for_its_item else taken(made, plain_bytes)

    if len(rows.types) == 1:
        return replace(item(0), query=rows.query)
    items = tuple(item(position) for position in range(len(rows.types)))

    def is_there(context: StatementContext, row: Row) -> int:
        return int(single(context, row) is not None)

    return CompiledExpression(BOOL_TYPE, is_there, "(select ...)", items=items, query=rows.query)


@compiles(exp.Exists)
def _exists(node: exp.Expression, scope: Scope) -> CompiledExpression:
    rows = subquery_rows(node.this, scope)

    def evaluate(context: StatementContext, row: Row) -> int:
        exists = next(iter(rows.run(context, row)), None) is not None
        rows.counted(context, exists, may_join=True)
        return int(exists)

    return CompiledExpression(BOOL_TYPE, evaluate, "exists(...)")
