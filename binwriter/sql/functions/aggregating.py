"""How an aggregate function is computed: in which query, its own or one around it, and as a total of rows.

Source: MySQL manual, "MySQL Handling of GROUP BY"; ISO/IEC 9075-2, "set function specification"; captured:
aggregates_of_outer_queries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.mysql.interrupts import pieces
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Row
from binwriter.sql.types import columns_in


def aggregates(scope: Scope) -> bool:
    """Whether an aggregate function may stand here."""
    return scope.aggregates is not None and scope.aggregates.allowed


def aggregating_scope(call: exp.Expression, scope: Scope) -> Scope:
    """The scope of the innermost query whose columns the call names, if it may aggregate there; else the call's own,
    in mode ANSI ER_INVALID_GROUP_FUNC_USE (captured: clusters/aggregates_of_order)."""
    if scope.outer is None or isinstance(call.parent, exp.Window):
        return scope
    query = call.find_ancestor(exp.Query)
    innermost: Scope | None = None
    for column in columns_in(call):
        if column.find_ancestor(exp.Query) is not query:
            continue
        home = _home(column, scope)
        if home is not None and (innermost is None or home.base > innermost.base):
            innermost = home
    if innermost is None or innermost.base == scope.base:
        return scope
    if not aggregates(innermost):
        if scope.context.has_mode("ANSI"):
            raise mysql_error("ER_INVALID_GROUP_FUNC_USE")
        return scope
    scope.note_correlation(innermost)
    return innermost


def _home(column: exp.Column, scope: Scope) -> Scope | None:
    """The scope whose column it is; None for a variable, or what nobody knows."""
    name, table, schema = column.name, column.text("table") or None, column.text("db") or None
    names = scope.context.program_names
    if names is not None and schema is None and names.find(name, table) is not None:
        return None
    around: Scope | None = scope
    while around is not None:
        if around.locate(name, table, schema) is not None:
            return around
        if table is None and (name.lower() in around.row_aliases or name.lower() in around.parameters):
            return around
        around = around.outer
    return None


# --- totals -----------------------------------------------------------------------------------------------------------

Merge = Callable[[Any, Any], Any]


class Arguments(Protocol):
    """What a call is given: of rows, the values that count."""

    def values(self, context: StatementContext, rows: Sequence[Row]) -> Sequence[tuple[Any, ...]]: ...


@dataclass(frozen=True)
class Fold:
    """An aggregate as a total. step: the total with one value more (no NULL). done: of it and the number of values.
    merge: the total of earlier values and that of later ones, where it is the same whatever was put together first."""

    start: Any
    step: Callable[[StatementContext, Any, Any], Any]
    done: Callable[[Any, int], Any]
    merge: Merge | None = None


class Running:
    """The value of an aggregate while rows come in."""

    def __init__(self, arguments: Arguments, fold: Fold) -> None:
        self._arguments, self._fold = arguments, fold
        self._total, self._count = fold.start, 0

    def add(self, context: StatementContext, rows: Sequence[Row]) -> None:
        for piece in pieces(self._arguments.values(context, rows)):
            for value, *_ in piece:
                self._total = self._fold.step(context, self._total, value)
            self._count += len(piece)

    def value(self) -> Any:
        return self._fold.done(self._total, self._count)


class Sliding:
    """The value of an aggregate while rows come in behind and go in front: each is looked at three times at most.

    Rows that came since the front was last made are a total; of the others, it is known what they are from each on.
    """

    def __init__(self, arguments: Arguments, fold: Fold, merge: Merge) -> None:
        self._arguments, self._fold, self._merge = arguments, fold, merge
        self._front: list[tuple[Any, int]] = []  # from the last row of the front up to the first
        self._behind: list[tuple[Any, int]] = []  # each row by itself
        self._total, self._count = fold.start, 0  # of those behind

    def add(self, context: StatementContext, rows: Sequence[Row]) -> None:
        for row in rows:
            total, count = self._fold.start, 0
            for value, *_ in self._arguments.values(context, (row,)):
                total, count = self._fold.step(context, total, value), 1
            self._behind.append((total, count))
            self._total, self._count = self._merge(self._total, total), self._count + count

    def drop(self, number: int) -> None:
        for _ in range(number):
            if not self._front:
                self._turn()
            self._front.pop()

    def _turn(self) -> None:
        total, count = self._fold.start, 0
        while self._behind:
            behind, number = self._behind.pop()
            total, count = self._merge(behind, total), count + number
            self._front.append((total, count))
        self._total, self._count = self._fold.start, 0

    def value(self) -> Any:
        total, count = self._front[-1] if self._front else (self._fold.start, 0)
        return self._fold.done(self._merge(total, self._total), count + self._count)
