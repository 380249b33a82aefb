"""WITH RECURSIVE: rows that are made of the rows before them.

Source: MySQL manual, "WITH (Common Table Expressions)", "Recursive Common Table Expressions".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.expressions.types import ExprType, Kind, Row
from binwriter.sql.expressions.unify import convert_value
from binwriter.sql.query.ordering import Limit, order_mark

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

    limit: ends the rounds as soon as there are so many rows.
    """

    seed: CompiledQuery
    step: CompiledQuery
    working: WorkingRows
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
        for value, source, (name, target) in zip(row, sources, self.columns, strict=True):
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


def _fitted(value: Any, name: str, type_: ExprType, context: StatementContext) -> Any:
    """ER_DATA_TOO_LONG, ER_WARN_DATA_OUT_OF_RANGE under a strict mode; else cut, and nobody is told (captured:
    clusters/recursion_limited)."""
    if type_.kind is Kind.STRING and isinstance(value, str | bytes) and 0 < type_.length < len(value):
        if context.strict:
            raise mysql_error("ER_DATA_TOO_LONG", name, 1)
        return value[: type_.length]
    if type_.kind is Kind.DECIMAL and isinstance(value, Decimal) and type_.length:
        scale = type_.scale or 0
        most = Decimal(10) ** (type_.length - scale - bool(scale) - (not type_.unsigned))
        if abs(value) >= most:
            if context.strict:
                raise mysql_error("ER_WARN_DATA_OUT_OF_RANGE", name, 1)
            return (most - Decimal(1).scaleb(-scale)).copy_sign(value)
    return value


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
    working = WorkingRows(tuple((name, type_) for name, (_, type_) in zip(titles, seed.columns, strict=True)))
    part = body.expression.unnest()
    if any(part.args.get(clause) is not None for clause in ("order", "limit", "distinct")):
        raise mysql_error("ER_NOT_SUPPORTED_YET", _LIMITED)
    step = compile_step(body.expression, working)
    if len(step.columns) != len(seed.columns):
        raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
    return Recursive(seed, step, working, bool(body.args.get("distinct")), limit_of(body))


def _reads(node: exp.Expression, name: str) -> bool:
    return any(table.name == name and not table.text("db") for table in node.find_all(exp.Table))
