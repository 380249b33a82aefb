"""Window functions: f(...) OVER (PARTITION BY ... ORDER BY ... frame).

Compiling one puts a WindowCall on the scope's list; the query gives it all its rows, and keeps the answers beside those
of the aggregates. Source: MySQL manual, "Window Functions".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_all, compile_expression, compiles
from binwriter.sql.expressions.conditions.keys import order_key
from binwriter.sql.expressions.numbers import EXACT, INT64_MAX
from binwriter.sql.expressions.scope import Aggregates, Scope
from binwriter.sql.expressions.types import (
    REAL_TYPE,
    UINT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    plain_bytes,
    taken,
    without_zeros,
)
from binwriter.sql.expressions.unify import common_type, converted
from binwriter.sql.functions.aggregates.basic import AggregateCall
from binwriter.sql.functions.aggregates.frames import frame_bounds, resolved_window
from binwriter.sql.functions.aggregating import Running, Sliding
from binwriter.sql.text.tree_text import tree_text

Rows = Sequence[Row]
Mark = tuple[Any, ...]


class SlotValues(tuple[Any, ...]):
    """What the aggregates of a row are, with what its window functions are."""

    windows: list[Any]
    rolled: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Partition:
    """Rows of one partition in their order. peers: by position, the first peer and the place behind the last one.
    frame: by position."""

    rows: list[Row]
    peers: list[tuple[int, int]]
    frame: Callable[[int], tuple[int, int]]
    context: StatementContext

    def first_peer(self, position: int) -> int:
        return self.peers[position][0]

    def behind_peers(self, position: int) -> int:
        return self.peers[position][1]


def _peers(marks: Sequence[Mark]) -> list[tuple[int, int]]:
    """Of rows that have these marks: those next to each other with the same one are peers."""
    frames: list[tuple[int, int]] = []
    for _, group in groupby(interrupts.stepped(marks)):
        start, size = len(frames), sum(1 for _ in group)
        frames += [(start, start + size)] * size
    return frames


Compute = Callable[[StatementContext, Partition], list[Any]]


@dataclass(frozen=True)
class WindowCall:
    """partition, order: (expression, descending); bounds: of the frame, None for the default. compute: a partition's
    values. place: of the window's name in the WINDOW clause, behind all of them without one."""

    partition: tuple[CompiledExpression, ...]
    order: tuple[tuple[CompiledExpression, bool], ...]
    bounds: Callable[[Partition, int], tuple[int, int]]
    compute: Compute
    place: int

    @property
    def sort(self) -> tuple[tuple[str, bool], ...]:
        """What its rows are sorted by: (text, descending)."""
        return (
            *((expression.text, False) for expression in self.partition),
            *((expression.text, descending) for expression, descending in self.order),
        )

    def sorted(self, context: StatementContext, rows: list[Row]) -> list[Row]:
        """The rows by partition and order, as a server sorts them for this window."""
        for part, descending in reversed([*((expression, False) for expression in self.partition), *self.order]):
            rows.sort(key=lambda row, part=part: _rank(part, context, row), reverse=descending)  # type: ignore[misc]
        return rows

    def _frame(self, partition: Partition, position: int) -> tuple[int, int]:
        if interrupts.asked:
            interrupts.step()
        return self.bounds(partition, position)

    def values(self, context: StatementContext, rows: list[Row]) -> list[Any]:
        """The value of each row of a sorted list."""
        results: list[Any] = []
        start = 0
        keys = [tuple(_rank(part, context, row) for part in self.partition) for row in rows]
        while start < len(rows):
            end = start
            while end < len(rows) and keys[end] == keys[start]:
                end += 1
            members = rows[start:end]
            peers = _peers([tuple(_rank(part, context, row) for part, _ in self.order) for row in members])
            partition = Partition(members, peers, lambda position: (0, 0), context)
            partition = Partition(
                members,
                peers,
                lambda position, partition=partition: self._frame(partition, position),  # type: ignore[misc]
                context,
            )
            results += self.compute(context, partition)
            start = end
        return results


def in_turn(calls: Sequence[WindowCall]) -> list[int]:
    """The positions of window functions as a server computes them: those of named windows in the order of the WINDOW
    clause, others as they are written, and behind each that sorts those that sort alike (captured:
    clusters/windows_in_turn)."""
    positions = sorted(range(len(calls)), key=lambda position: calls[position].place)
    turns: list[int] = []
    for position in positions:
        sort = calls[position].sort
        alike = [turn for turn, other in enumerate(turns) if sort and calls[other].sort == sort]
        turns.insert(alike[-1] + 1 if alike else len(turns), position)
    return turns


def _rank(part: CompiledExpression, context: StatementContext, row: Row) -> Mark:
    if interrupts.asked:
        interrupts.step()
    value = part.eval(context, row)
    return (0,) if value is None else (1, order_key(part.type)(context, value))


# --- compiling --------------------------------------------------------------------------------------------------------


class _InWindow(Aggregates):
    """The aggregates of a query, for what stands in a window of it: that may call them, but no window."""


@compiles(exp.Window)
def _window(node: exp.Expression, scope: Scope) -> CompiledExpression:
    parts = resolved_window(node)
    if scope.aggregates is None or scope.clause == "having clause" or isinstance(scope.aggregates, _InWindow):
        raise mysql_error("ER_WINDOW_INVALID_WINDOW_FUNC_USE", node.this.name.lower())
    inner = scope.within(scope.clause, aggregates=_InWindow(scope.aggregates.calls, rolled=scope.aggregates.rolled))
    type_, compute = _function(node.this, scope, inner)  # windows are looked at behind what stands in front of OVER
    partition = compile_all(parts.partition, inner.within("window partition by"))
    ordered_by = inner.within("window order by")
    order = tuple(
        (compile_expression(ordered.this, ordered_by), bool(ordered.args.get("desc"))) for ordered in parts.order
    )
    position, slot = len(scope.aggregates.windows), scope.aggregate_slot
    bounds = frame_bounds(parts, order, inner)
    scope.aggregates.windows.append(WindowCall(partition, order, bounds, compute, parts.place))

    def evaluate(context: StatementContext, row: Row) -> Any:
        values = row[slot]
        assert isinstance(values, SlotValues)
        value = values.windows[position]
        if value is not None and type_.kind is Kind.DATETIME:  # as it got into the window's own table
            context.facts.uses_time_zone |= context.variables.behaviour.moments_ask_for_zone
        return value

    return CompiledExpression(type_, evaluate, tree_text(node).lower())


def _refuse_distinct(node: exp.Expression) -> None:
    """GROUP_CONCAT is no window function, and of the others those that DISTINCT matters to do not take it (captured:
    arguments_of_aggregates)."""
    if isinstance(node, exp.GroupConcat):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "group_concat as window function")
    distinct = any(isinstance(argument, exp.Distinct) for argument in node.expressions)
    if distinct and node.name.upper() not in ("MIN", "MAX"):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "<window function>(DISTINCT ..)")


def _function(node: exp.Expression, scope: Scope, inner: Scope) -> tuple[ExprType, Compute]:
    name = node.name.upper()
    build = _FUNCTIONS.get(name)
    if build is not None:
        for argument in node.expressions[_COUNTS[name]] if name in _COUNTS else ():
            _refuse_column(argument, inner)
        parts = tuple(without_zeros(taken(part, plain_bytes)) for part in compile_all(node.expressions, inner))
        if any(part.type.column is ColumnType.VECTOR for part in parts):
            raise mysql_error("ER_WRONG_ARGUMENTS", name.lower())
        if len(parts) > 2:  # what stands for a row that there is not
            parts = tuple(replace(part, type=part.type.as_function()) for part in parts)
            type_ = common_type([parts[0].type, parts[2].type], scope, name.lower())
            chosen = (replace(converted(parts[place], type_), type=type_) for place in (0, 2))
            parts = next(chosen), parts[1], next(chosen)
        return build(parts)
    _refuse_distinct(node)
    own = Aggregates(inner=inner.aggregates)
    compiled = compile_expression(node, scope.within(scope.clause, aggregates=own))
    if len(own.calls) != 1:
        raise UnsupportedError(f"{name}() OVER", tree_text(node))
    call = own.calls[0]

    def compute(context: StatementContext, partition: Partition) -> list[Any]:
        results: list[Any] = []
        before: tuple[int, int] | None = None
        total: _Total | None = None
        for position in range(len(partition.rows)):
            frame = partition.frame(position)
            if frame == before:
                results.append(results[-1])
                continue
            if call.running is None:
                value = call.compute(context, partition.rows[frame[0] : frame[1]])
            else:
                if total is None or not total.reaches(frame):
                    total = _Total(call, frame)
                value = total.of(context, partition.rows, frame)
            before = frame
            results.append(_settled(value, compiled.type))
        return results

    return compiled.type, compute


class _Total:
    """An aggregate of a frame that grows, or moves on: each row is taken once."""

    def __init__(self, call: AggregateCall, frame: tuple[int, int]) -> None:
        assert call.running is not None
        self._call = call
        self._running: Running | Sliding = call.running()
        self._start = self._end = frame[0]

    def reaches(self, frame: tuple[int, int]) -> bool:
        start, end = frame
        return (
            end >= self._end
            and self._start <= start <= self._end
            and (start == self._start or self._call.sliding is not None)
        )

    def of(self, context: StatementContext, rows: list[Row], frame: tuple[int, int]) -> Any:
        start, end = frame
        if start != self._start and not isinstance(self._running, Sliding):  # all again, once
            assert self._call.sliding is not None
            self._running, self._start, self._end = self._call.sliding(), start, start
        self._running.add(context, rows[self._end : end])
        if isinstance(self._running, Sliding):
            self._running.drop(start - self._start)
        self._start, self._end = start, max(end, start)
        return self._running.value()


def _settled(value: Any, type_: ExprType) -> Any:
    """As a server keeps it beside the row: a DECIMAL has its digits and no more."""
    if type_.kind is Kind.DECIMAL and isinstance(value, Decimal):
        return EXACT.quantize(value, Decimal(1).scaleb(-type_.scale))
    return value


# --- functions --------------------------------------------------------------------------------------------------------

Parts = tuple[CompiledExpression, ...]


def _row_number(parts: Parts) -> tuple[ExprType, Compute]:
    return UINT_TYPE, lambda context, partition: list(range(1, len(partition.rows) + 1))


def _rank_function(parts: Parts) -> tuple[ExprType, Compute]:
    return UINT_TYPE, lambda context, partition: [
        partition.first_peer(position) + 1 for position in range(len(partition.rows))
    ]


def _dense_rank(parts: Parts) -> tuple[ExprType, Compute]:
    def compute(context: StatementContext, partition: Partition) -> list[Any]:
        ranks: list[Any] = []
        for position in range(len(partition.rows)):
            new = not position or partition.first_peer(position) == position
            ranks.append((ranks[-1] if ranks else 0) + new)
        return ranks

    return UINT_TYPE, compute


def _percent_rank(parts: Parts) -> tuple[ExprType, Compute]:
    def compute(context: StatementContext, partition: Partition) -> list[Any]:
        others = len(partition.rows) - 1
        return [partition.first_peer(place) / others if others else 0.0 for place in range(len(partition.rows))]

    return REAL_TYPE, compute


def _cume_dist(parts: Parts) -> tuple[ExprType, Compute]:
    return REAL_TYPE, lambda context, partition: [
        float(Fraction(partition.behind_peers(position), len(partition.rows)))
        for position in range(len(partition.rows))
    ]


def _ntile(parts: Parts) -> tuple[ExprType, Compute]:
    def compute(context: StatementContext, partition: Partition) -> list[Any]:
        size = len(partition.rows)
        buckets = min(size or 1, _count(parts, 0, context, 1, 1, "ntile"))
        each, more = divmod(size, buckets)
        sizes = [each + (number < more) for number in range(buckets)]
        return [number for number, length in enumerate(sizes, 1) for _ in range(length)]

    return UINT_TYPE, compute


def _count(parts: Parts, place: int, context: StatementContext, default: int, least: int, name: str) -> int:
    """A whole number from 1 on for buckets, from 0 on for a distance. ER_WRONG_ARGUMENTS."""
    if len(parts) <= place:
        return default
    try:
        number = parts[place].eval(context, ())
    except (IndexError, UnsupportedError):  # a column or an aggregate, of which there is none here
        number = None
    if not isinstance(number, int) or number < least or number > INT64_MAX:
        raise mysql_error("ER_WRONG_ARGUMENTS", name)
    return number


def _shifted(sign: int) -> Callable[[Parts], tuple[ExprType, Compute]]:
    def build(parts: Parts) -> tuple[ExprType, Compute]:
        def compute(context: StatementContext, partition: Partition) -> list[Any]:
            distance = sign * _count(parts, 1, context, 1, 0, "lag" if sign < 0 else "lead")
            results = []
            for position, row in enumerate(partition.rows):
                place = position + distance
                if 0 <= place < len(partition.rows):
                    results.append(parts[0].eval(context, partition.rows[place]))
                else:
                    results.append(parts[2].eval(context, row) if len(parts) > 2 else None)
            return results

        return parts[0].type, compute

    return build


def _of_frame(place: Callable[[int, int, int], int]) -> Callable[[Parts], tuple[ExprType, Compute]]:
    """place: from the frame's bounds and the second argument to a position."""

    def build(parts: Parts) -> tuple[ExprType, Compute]:
        def compute(context: StatementContext, partition: Partition) -> list[Any]:
            number = _count(parts, 1, context, 1, 1, "nth_value")
            results = []
            for position in range(len(partition.rows)):
                start, end = partition.frame(position)
                chosen = place(start, end, number)
                inside = start <= chosen < end
                results.append(parts[0].eval(context, partition.rows[chosen]) if inside else None)
            return results

        return parts[0].type, compute

    return build


def _refuse_column(node: exp.Expression, scope: Scope) -> None:
    """A name is that of a program's variable, never a column's (1327, asked of a 9.7.4)."""
    if isinstance(node, exp.Column) and not node.table:
        names = scope.context.program_names
        if names is None or names.find(node.name, None) is None:
            raise mysql_error("ER_SP_UNDECLARED_VAR", node.name)


# where a count stands that is no expression
_COUNTS = {"NTILE": slice(0, 1), "LAG": slice(1, 2), "LEAD": slice(1, 2)}
_FUNCTIONS: dict[str, Callable[[Parts], tuple[ExprType, Compute]]] = {
    "ROW_NUMBER": _row_number,
    "RANK": _rank_function,
    "DENSE_RANK": _dense_rank,
    "PERCENT_RANK": _percent_rank,
    "CUME_DIST": _cume_dist,
    "NTILE": _ntile,
    "LAG": _shifted(-1),
    "LEAD": _shifted(1),
    "FIRST_VALUE": _of_frame(lambda start, end, number: start),
    "LAST_VALUE": _of_frame(lambda start, end, number: end - 1),
    "NTH_VALUE": _of_frame(lambda start, end, number: start + number - 1),
}
