"""Subqueries in expressions: scalar, row, EXISTS, and the rows that IN, ANY and ALL look through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from itertools import islice
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_operand, compiles
from binwriter.sql.expressions.scope import Alternatives, AskedForAny, CompiledQuery, Scope
from binwriter.sql.expressions.types import (
    BOOL_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    MomentText,
    Row,
    plain_bytes,
    taken,
    without_number,
)
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
    scope.compiled[id(node)] = query = scope.compile_query(node, scope)
    return query


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


def subquery_rows(node: exp.Expression, scope: Scope, *, any_row: bool = False) -> SubqueryRows:
    """A subquery's rows. any_row: whoever asks wants to know whether there is one, and nothing of it.

    An uncorrelated one runs once a statement, as MySQL caches it; a correlated one for each outer row.
    """
    query = _compile_query(node, scope)
    if any_row and isinstance(query, AskedForAny):
        query = query.asked_for_any
    is_item = isinstance(query_of := node.unnest(), exp.Select) and query_of.args.get("from_") is None
    has_rows = not is_item or node.find(exp.Table) is not None
    late = scope.clause in _OF_ROWS_SENT or (query.correlated and scope.clause == "where clause")
    return _rows_of(query, scope.width, [], has_rows=has_rows, late=late, any_row=any_row)


_OF_ROWS_SENT = frozenset({"field list", "having clause"})  # what queries there read is told of behind the rows only


def rows_to_look_through(rows: SubqueryRows, width: int) -> tuple[SubqueryRows, ...]:
    """What IN compares with: the queries of a UNION each by itself, in its own types, texts in the whole's collation
    (captured: clusters/unions_looked_through)."""
    query = rows.query
    if not isinstance(query, Alternatives) or not query.alternatives:
        return (rows,)
    each = (_rows_of(part, width, rows.runs, has_rows=True) for part in query.alternatives)
    return tuple(
        replace(inner, types=tuple(map(_own_or_text, inner.types, rows.types)))
        for part in each
        for inner in rows_to_look_through(part, width)
    )


def _own_or_text(own: ExprType, whole: ExprType) -> ExprType:
    return whole if own.kind is whole.kind is Kind.STRING else own


def _told_late(query: CompiledQuery, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
    """Its rows; as long as they are looked for, whatever is read for them is told of behind the rows of the result."""
    flags, rows = context.session.flags, None
    while True:
        flags.late += 1
        try:
            rows = query.rows(context, outer) if rows is None else rows
            row = next(rows, None)
        finally:
            flags.late -= 1
        if row is None:
            return
        yield row


def _rows_of(
    query: CompiledQuery,
    width: int,
    runs: list[None],
    *,
    has_rows: bool,
    late: bool = False,
    any_row: bool = False,
) -> SubqueryRows:
    types = tuple(type_ for _, type_ in query.columns)
    cached: list[list[tuple[Any, ...]]] = []

    def padded(context: StatementContext, row: Row) -> Iterable[tuple[Any, ...]]:
        if has_rows and context.row_begun:
            runs.append(None)
            context.row_number = 1
        outer = tuple(row)[:width]
        whole = outer + ((),) * (width - len(outer))
        tells_late = late and not context.session.flags.seen
        return _told_late(query, context, whole) if tells_late else query.rows(context, whole)

    def once(context: StatementContext, row: Row) -> Iterable[tuple[Any, ...]]:
        if not cached:
            cached.append(list(islice(padded(context, row), 1 if any_row else None)))
        return cached[0]

    run = padded if query.correlated else once
    return SubqueryRows(types, run, once=not query.correlated, query=query, runs=runs)


QUERY_TEXT = "(select ...)"


def _as_kept(value: Any) -> Any:
    """A query's value as its statement keeps it: a document is written anew (captured: json_gaps_of_parts_row)."""
    if isinstance(value, JsonDocument):
        return JsonDocument(value.root) if value.stored else value
    return str(value) if isinstance(value, MomentText) else value


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
    is_item = isinstance(query, exp.Values) or (isinstance(query, exp.Select) and _names_no_table(query))

    written: Sequence[CompiledExpression] = getattr(rows.query, "items", ()) if stands_for_its_item else ()

    def item(position: int) -> CompiledExpression:
        def evaluate(context: StatementContext, row: Row) -> Any:
            only = single(context, row)
            value = None if only is None else only[position]
            return value if stands_for_its_item else _as_kept(value)

        type_ = rows.types[position]
        if type_.kind is not Kind.DECIMAL or not stands_for_its_item:
            type_ = type_.as_function()
        if type_.kind is Kind.STRING and not (is_item and len(rows.types) == 1):
            type_ = replace(type_, unquestioned=True)  # (captured: clusters/texts_queried_as_numbers)
        is_kept = not stands_for_its_item or isinstance(query.expressions[position].unalias(), exp.Column)
        if type_.kind is Kind.STRING and is_kept and not scope.context.variables.behaviour.tells_of_functions:
            type_ = replace(type_, unquestioned=True, computed=True, of_column=False)
        made = CompiledExpression(type_, evaluate, written[position].text if written else QUERY_TEXT)
        return made if stands_for_its_item else without_number(taken(made, plain_bytes))

    if len(rows.types) == 1:
        return replace(item(0), query=rows.query, constant=rows.once and _reads_nothing(query, scope))
    items = tuple(item(position) for position in range(len(rows.types)))

    def is_there(context: StatementContext, row: Row) -> int:
        return int(single(context, row) is not None)

    return CompiledExpression(BOOL_TYPE, is_there, "(select ...)", items=items, query=rows.query)


def _reads_nothing(query: exp.Expr, scope: Scope) -> bool:
    """Whether a query has constants and no tables: its value is one, then, and converted for what stands beside it
    (captured: clusters/years_beside_queries)."""
    if isinstance(query, exp.SetOperation):
        return all(_reads_nothing(side.unnest(), scope) for side in (query.this, query.expression))
    if not isinstance(query, exp.Select) or not _names_no_table(query) or query.args.get("with_") is not None:
        return False
    return all(_constant_item(item, scope) is not None for item in query.expressions)


def constant_items(query: exp.Expr, scope: Scope) -> dict[int, CompiledExpression]:
    """The only item of a SELECT by its place, if it is the same constant in each row."""
    query = query.unnest()
    if not isinstance(query, exp.Select) or len(query.expressions) > 1:
        return {}
    items = {place: _constant_item(item, scope) for place, item in enumerate(query.expressions)}
    return {place: item for place, item in items.items() if item is not None}


def is_its_item(query: exp.Expr) -> bool:
    """Whether a SELECT is nothing but its items: one row, whatever they are."""
    query = query.unnest()
    has_more = any(value for name, value in query.args.items() if name not in ("expressions", "kind", "from_"))
    return isinstance(query, exp.Select) and not has_more and _names_no_table(query)


def _names_no_table(query: exp.Select) -> bool:
    source = query.args.get("from_")
    return source is None or (isinstance(source.this, exp.Table) and source.this.name.upper() == "DUAL")


_MOST_INNER = 4  # queries within a constant


def _constant_item(item: exp.Expr, scope: Scope) -> CompiledExpression | None:
    item = item.unalias()
    if not isinstance(item, exp.Expression) or item.find(exp.Column, exp.Star, exp.Window) is not None:
        return None
    if sum(1 for _ in islice(item.find_all(exp.Query), _MOST_INNER + 1)) > _MOST_INNER:
        return None  # each query of them is compiled once more for this, and what is in it, too
    try:
        compiled = compile_operand(item, scope)
    except MySQLError:  # an aggregate function, which may stand in the query only
        return None
    return compiled if compiled.constant and not compiled.items else None


def item_for(node: exp.Expression, scope: Scope) -> exp.Expression:
    """The constant that a subquery is nothing but, (SELECT 1); else the node."""
    if not isinstance(node, exp.Subquery) or not is_its_item(node) or len(node.unnest().expressions) != 1:
        return node
    item = node.unnest().expressions[0].unalias()
    return node if _constant_item(item, scope) is None else item_for(item.copy(), scope)


@compiles(exp.Exists)
def _exists(node: exp.Expression, scope: Scope) -> CompiledExpression:
    rows = subquery_rows(node.this, scope, any_row=True)

    def evaluate(context: StatementContext, row: Row) -> int:
        exists = next(iter(rows.run(context, row)), None) is not None
        rows.counted(context, exists, may_join=True)
        return int(exists)

    return CompiledExpression(BOOL_TYPE, evaluate, "exists(...)")
