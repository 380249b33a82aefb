"""WITH RECURSIVE: rows that are made of the rows before them.

Source: MySQL manual, "WITH (Common Table Expressions)", "Recursive Common Table Expressions".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.assign import assigned_value
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.expressions.types import ExprType, Kind, Row
from binwriter.sql.expressions.unify import convert_value
from binwriter.sql.query.ordering import Limit, order_mark
from binwriter.sql.query.result_items import ResultItem, result_items
from binwriter.sql.store import store
from binwriter.sql.types.expressions import measure
from binwriter.sql.types.functions import called
from binwriter.sql.types.nullable import NullRules
from binwriter.sql.types.numbers import extreme

_ORDERED = "ORDER BY over UNION in recursive Common Table Expression"
_LIMITED = "ORDER BY / LIMIT / SELECT DISTINCT in recursive query block of Common Table Expression"


@dataclass
class WorkingRows:
    """What the recursive part reads: the rows of the round before. It is never kept for another reading."""

    columns: tuple[tuple[str, ExprType], ...]
    current: list[tuple[Any, ...]] = field(default_factory=list)
    correlated: bool = True

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        return iter(list(self.current))


@dataclass(frozen=True)
class Recursive:
    """A recursive common table expression. once: UNION, of which each row stays once; else UNION ALL.

    limit: ends the rounds as soon as there are so many rows. numbers: the columns of numbers; None for another kind.
    """

    seed: CompiledQuery
    step: CompiledQuery
    working: WorkingRows
    numbers: tuple[Column | None, ...]
    once: bool
    limit: Limit = Limit()
    correlated: bool = False

    @property
    def columns(self) -> tuple[tuple[str, ExprType], ...]:
        return self.working.columns

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        return self.limit.apply(self._all_rows(context, outer))

    def _all_rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        types = [type_ for _, type_ in self.columns]
        seen: set[Any] = set()
        limit = int(context.variables.get("cte_max_recursion_depth"))
        rows = self._fresh(self.seed.rows(context, outer), types, seen, context)
        rounds = 0
        while rows:
            yield from rows
            rounds += 1
            interrupts.step()
            if rounds > limit:
                raise mysql_error("ER_CTE_MAX_RECURSION_DEPTH", rounds)
            self.working.current = rows
            sources = [type_ for _, type_ in self.step.columns]
            made = (self._converted(row, sources, context) for row in self.step.rows(context, outer))
            rows = self._fresh(made, types, seen, context)

    def _converted(self, row: tuple[Any, ...], sources: list[ExprType], context: StatementContext) -> tuple[Any, ...]:
        """The row as the columns of the first part take it."""
        values = []
        for value, source, (name, target), column in zip(row, sources, self.columns, self.numbers, strict=True):
            if value is not None and column is not None:
                values.append(_stored(value, source, column, context))
                continue
            given = value if value is None or source == target else convert_value(value, source, target, context)
            values.append(_fitted(given, name, target, context))
        return tuple(values)

    def _fresh(
        self, rows: Iterator[tuple[Any, ...]], types: list[ExprType], seen: set[Any], context: StatementContext
    ) -> list[tuple[Any, ...]]:
        if not self.once:
            return list(rows)
        fresh = []
        for row in rows:
            mark = order_mark(row, types, context)
            if mark not in seen:
                seen.add(mark)
                fresh.append(row)
        return fresh


_WRONG_VALUE = 1366  # of a text that is no number
_WITH_A_SIGN = frozenset((ColumnType.NEWDECIMAL, ColumnType.FLOAT, ColumnType.DOUBLE))
_NUMBERS = _WITH_A_SIGN | {
    *(ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG),
    *(ColumnType.YEAR, ColumnType.BIT),
}


def _columns_of_numbers(seed: CompiledQuery, names: Iterable[str]) -> Iterator[Column | None]:
    """As the first part's columns are: of an integer that it computes a BIGINT; None of another kind than numbers
    (captured: clusters/numbers_of_recursion)."""
    for name, (_, type_), item in zip(names, seed.columns, result_items(seed, rules=NullRules()), strict=False):
        spec = _spec_of_number(name, type_, item)
        yield None if spec is None else Column(spec)


def _spec_of_number(name: str, type_: ExprType, item: ResultItem) -> ColumnSpec | None:
    node = item.node if item.expression is not None else None
    function, arguments = called(node)
    is_extreme = function is not None and function.type is extreme and not item.is_window
    column = arguments[0] if is_extreme and arguments else node
    if column is not None and (stored := item.stored(column)) is not None:
        if stored.spec.type not in _NUMBERS:
            return None
        # of a DECIMAL or DOUBLE a server forgets that it has no sign
        unsigned = stored.spec.unsigned and stored.spec.type not in _WITH_A_SIGN
        return replace(stored.spec, name=name, nullable=True, unsigned=unsigned)
    if type_.kind is Kind.INT and not type_.bit:
        return ColumnSpec(name, ColumnType.LONGLONG, unsigned=type_.unsigned)
    if type_.kind is Kind.REAL:
        return ColumnSpec(name, ColumnType.FLOAT if type_.single else ColumnType.DOUBLE)
    if type_.kind is Kind.DECIMAL:
        known = measure(node, item.measured) if node is not None else None
        if known is not None and known.kind is Kind.DECIMAL:
            return ColumnSpec(name, ColumnType.NEWDECIMAL, precision=known.precision, scale=known.scale)
        if type_.length:
            digits = type_.length - bool(type_.scale) - 1
            return ColumnSpec(name, ColumnType.NEWDECIMAL, precision=digits, scale=type_.scale)
    return None


def _stored(value: Any, source: ExprType, column: Column, context: StatementContext) -> Any:
    """A number as the column keeps it: errors of an INSERT under a strict mode; else clipped, almost in silence."""
    said = len(context.diagnostics)
    given = assigned_value(value, source, column.spec, context)
    try:
        return store(column, given, context, as_error=context.strict)
    finally:
        signed = column.spec.type in _WITH_A_SIGN
        told = (one for one in context.diagnostics[said:] if (one.level == "Note") is context.strict and signed)
        context.diagnostics[said:] = [one for one in told if context.strict or one.code == _WRONG_VALUE]


def _fitted(value: Any, name: str, type_: ExprType, context: StatementContext) -> Any:
    """ER_DATA_TOO_LONG under a strict mode; else cut, and nobody is told (captured:
    clusters/recursion_limited)."""
    is_too_long = type_.kind is Kind.NULL and value not in (None, "", b"")  # there is no room for anything else
    if type_.kind is Kind.STRING and isinstance(value, str | bytes) and 0 < type_.length < len(value):
        is_too_long, value = True, value[: type_.length]
    elif is_too_long:
        value = b""
    if is_too_long and context.strict:
        raise mysql_error("ER_DATA_TOO_LONG", name, 1)
    return value


def _as_column(type_: ExprType) -> ExprType:
    """A literal x'01' is bytes once it stands in a column."""
    return replace(type_, unsigned=False, bits=False) if type_.binary and type_.unsigned else type_


def compile_recursive(
    cte: exp.Expression,
    names: tuple[str, ...],
    compile_seed: Callable[[exp.Expression], CompiledQuery],
    compile_step: Callable[[exp.Expression, WorkingRows], CompiledQuery],
    limit_of: Callable[[exp.Expression], Limit],
) -> CompiledQuery:
    """A CTE of WITH RECURSIVE; one that does not read itself is compiled as any other."""
    body = cte.this
    if not isinstance(body, exp.Union) or not _reads(body.expression, cte.alias):
        return compile_seed(body)
    if body.args.get("order") is not None:
        raise mysql_error("ER_NOT_SUPPORTED_YET", _ORDERED)
    seed = compile_seed(body.this)
    titles = names or tuple(name for name, _ in seed.columns)
    if len(titles) != len(seed.columns):
        raise mysql_error("ER_VIEW_WRONG_LIST")
    numbers = tuple(_columns_of_numbers(seed, titles))
    working = WorkingRows(
        tuple((name, _as_column(type_)) for name, (_, type_) in zip(titles, seed.columns, strict=True))
    )
    part = body.expression.unnest()
    if any(part.args.get(clause) is not None for clause in ("order", "limit", "distinct")):
        raise mysql_error("ER_NOT_SUPPORTED_YET", _LIMITED)
    step = compile_step(body.expression, working)
    if len(step.columns) != len(seed.columns):
        raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
    return Recursive(seed, step, working, numbers, bool(body.args.get("distinct")), limit_of(body))


def _reads(node: exp.Expression, name: str) -> bool:
    return any(table.name == name and not table.text("db") for table in node.find_all(exp.Table))
