"""WITH RECURSIVE: rows that are made of the rows before them.

Source: MySQL manual, "WITH (Common Table Expressions)", "Recursive Common Table Expressions".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.expressions.types import ExprType, Row
from binwriter.sql.expressions.unify import convert_value
from binwriter.sql.query.ordering import order_mark


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
    """A recursive common table expression. once: UNION, of which each row stays once; else UNION ALL."""

    seed: CompiledQuery
    step: CompiledQuery
    working: WorkingRows
    once: bool
    correlated: bool = False

    @property
    def columns(self) -> tuple[tuple[str, ExprType], ...]:
        return self.working.columns

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
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
            made = (_converted(row, sources, types, context) for row in self.step.rows(context, outer))
            rows = self._fresh(made, types, seen, context)

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


def _converted(
    row: tuple[Any, ...], sources: list[ExprType], targets: list[ExprType], context: StatementContext
) -> tuple[Any, ...]:
    return tuple(
        value if value is None or source == target else convert_value(value, source, target, context)
        for value, source, target in zip(row, sources, targets, strict=True)
    )


def compile_recursive(
    cte: exp.Expression,
    names: tuple[str, ...],
    compile_seed: Callable[[exp.Expression], CompiledQuery],
    compile_step: Callable[[exp.Expression, WorkingRows], CompiledQuery],
) -> CompiledQuery:
    """A CTE of WITH RECURSIVE; one that does not read itself is compiled as any other."""
    body = cte.this
    if not isinstance(body, exp.Union) or not _reads(body.expression, cte.alias):
        return compile_seed(body)
    seed = compile_seed(body.this)
    titles = names or tuple(name for name, _ in seed.columns)
    if len(titles) != len(seed.columns):
        raise mysql_error("ER_VIEW_WRONG_LIST")
    working = WorkingRows(tuple((name, type_) for name, (_, type_) in zip(titles, seed.columns, strict=True)))
    step = compile_step(body.expression, working)
    if len(step.columns) != len(seed.columns):
        raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
    return Recursive(seed, step, working, bool(body.args.get("distinct")))


def _reads(node: exp.Expression, name: str) -> bool:
    return any(table.name == name and not table.text("db") for table in node.find_all(exp.Table))
