"""When a server tells of what items of a query are worth: each as often, and in the order, as it asks for them.

Rows that are stored are stored item by item, each right behind what it was warned of. What is sorted is asked for
before it is shown, and again when it is. Groups are made in a temporary table: who groups asks for the items of
GROUP BY with each row, and for all others when a group begins; without aggregates, with each row
(captured: clusters/items_asked_for, and captured-old).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Any, Protocol

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import Diagnostic
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Aggregates
from binwriter.sql.expressions.types import CompiledExpression, Row
from binwriter.sql.query.ordering import OrderItem, ranked
from binwriter.sql.query.volatile import is_volatile
from binwriter.sql.types import is_aggregate

Told = list[Diagnostic]


class Item(Protocol):
    """What is needed of an item of the select list."""

    @property
    def node(self) -> exp.Expression: ...

    @property
    def expression(self) -> CompiledExpression: ...


class Query(Protocol):
    """What is needed of a compiled query (`select.Select`)."""

    @property
    def items(self) -> Sequence[CompiledExpression]: ...

    @property
    def order(self) -> Sequence[OrderItem]: ...

    @property
    def groups(self) -> Sequence[CompiledExpression]: ...

    @property
    def aggregates(self) -> Aggregates: ...

    @property
    def tells_apart(self) -> bool: ...

    def sorted_numbers(self, rows: Sequence[Row], context: StatementContext) -> Iterable[int]: ...


class ToldRow(tuple[Any, ...]):
    """A row with what its items were warned of: who stores it item by item tells each before it is stored."""

    told: dict[int, Told]


def told_apart(items: Sequence[CompiledExpression], context: StatementContext, row: Row) -> tuple[Any, ...]:
    """The values of items; a `ToldRow` where something is told of them."""
    diagnostics = context.diagnostics
    before = len(diagnostics)
    values: list[Any] = []
    told: dict[int, Told] = {}
    start = before
    for place, item in enumerate(items):
        values.append(item.eval(context, row))
        if len(diagnostics) != start:
            told[place] = diagnostics[start:]
            start = len(diagnostics)
    if not told:
        return tuple(values)
    given = ToldRow(values)
    given.told = told
    del diagnostics[before:]
    return given


def as_taken(rows: Iterator[tuple[Any, ...]], context: StatementContext) -> Iterable[tuple[Any, ...]]:
    """All the rows; where something is told of them, or reading them fails, as if each was read when it is taken."""
    start = len(context.diagnostics)
    read: list[tuple[Any, ...]] = []
    told: list[Told] = []
    failed: MySQLError | None = None
    try:
        for row in rows:
            told.append(_taken(context, start))
            read.append(row)
    except MySQLError as error:
        if not read:
            raise
        failed = error
    told.append(_taken(context, start))
    if failed is None and not any(told) and not any(isinstance(row, ToldRow) for row in read):
        return read

    def again() -> Iterator[tuple[Any, ...]]:
        for before, row in zip(told, read, strict=False):
            context.diagnostics.extend(before)
            yield row
        context.diagnostics.extend(told[-1])
        if failed is not None:
            raise failed

    return again()


def _taken(context: StatementContext, start: int) -> Told:
    told = context.diagnostics[start:]
    del context.diagnostics[start:]
    return told


def in_sorted_order(select: Query, context: StatementContext, rows: Iterator[Row]) -> Iterator[tuple[Any, ...]]:
    """Rows of the only table in the order of its items."""
    kept: list[tuple[Any, ...]] = []
    keyed: list[Row] = []
    for row in rows:
        values = told_apart(select.items, context, row)
        kept.append(values)
        keyed.append((*tuple(row), values))
        _tell_sorted(select.order, values, context)
    for number in select.sorted_numbers(keyed, context):
        values = kept[number]
        if isinstance(values, ToldRow) and not select.tells_apart:
            for conditions in values.told.values():
                context.diagnostics.extend(conditions)
        yield values


def _tell_sorted(order: Sequence[OrderItem], values: tuple[Any, ...], context: StatementContext) -> None:
    if not isinstance(values, ToldRow):
        return
    for item in order:
        if item.place is not None:
            context.diagnostics.extend(values.told.get(item.place, ()))


_is_plain = attrgetter("plain")
_FEW = 1000  # rows of a group that are taken one by one


def aggregated(
    calls: Sequence[Any], context: StatementContext, members: Sequence[Row]
) -> tuple[tuple[Any, ...], Sequence[Told]]:
    """What aggregate functions make of a group, and what is told with each of its rows, none if nothing is; each is
    read by all of them before the next."""
    start = len(context.diagnostics)
    if all(map(_is_plain, calls)):  # nearly always nothing is told of columns
        with suppress(MySQLError):
            values = tuple([call.compute(context, members) for call in calls])
            if len(context.diagnostics) == start:
                return values, ()
        del context.diagnostics[start:]
    told: list[Told] = [[] for _ in members]
    if not members or len(members) > _FEW or any(call.running is None for call in calls):
        values = tuple([call.compute(context, members) for call in calls])
        if members:
            told[-1] = _taken(context, start)
        return values, told
    running = [call.running() for call in calls]
    for place, member in enumerate(members):
        for one in running:
            one.add(context, (member,))
        if len(context.diagnostics) > start:
            told[place] = _taken(context, start)
    return tuple([one.value() for one in running]), told


@dataclass(frozen=True)
class Grouping:
    """How a temporary table gets the groups of a query.

    asked: by place, the items that are neither columns nor literals nor aggregates. hidden: the places of what GROUP BY
    has beside the select list.
    """

    asked: dict[int, CompiledExpression]
    hidden: tuple[int, ...]

    def kept(self, items: Sequence[Item]) -> tuple[CompiledExpression, ...]:
        """The items as they are read from that table: nothing is told of them any more."""
        return tuple(
            _silent(item.expression) if place in self.asked else item.expression for place, item in enumerate(items)
        )


def grouping_of(
    query: exp.Expression, items: Sequence[Item], groups: Sequence[exp.Expr], aggregates: Aggregates
) -> Grouping | None:
    """None where no temporary table is made, but rows are sorted: for DISTINCT and GROUP_CONCAT."""
    if aggregates.windows or is_volatile(query) or not all(call.running is not None for call in aggregates.calls):
        return None
    nodes = [item.node.unalias() for item in items]
    asked = {
        place: item.expression
        for place, (item, node) in enumerate(zip(items, nodes, strict=True))
        if not isinstance(node, (exp.Column, exp.Literal, exp.Null, exp.Boolean)) and not _aggregates(node)
    }
    hidden = tuple(place for place, node in enumerate(groups) if node not in nodes)
    return Grouping(asked, hidden) if asked or not all(isinstance(node, exp.Column) for node in groups) else None


def _aggregates(node: exp.Expr) -> bool:
    return any(map(is_aggregate, node.find_all(exp.Anonymous, exp.AggFunc)))


def _silent(item: CompiledExpression) -> CompiledExpression:
    def evaluate(context: StatementContext, row: Row) -> Any:
        start = len(context.diagnostics)
        value = item.eval(context, row)
        del context.diagnostics[start:]
        return value

    return replace(item, eval=evaluate)


def grouped_rows(
    select: Query, grouping: Grouping, context: StatementContext, rows: Iterator[Row]
) -> list[tuple[tuple[Any, ...], Row, tuple[Any, ...]]]:
    """The groups as they come: key, first row, aggregates."""
    start, reads_constants = len(context.diagnostics), context.variables.behaviour.groups_by_constants
    calls = select.aggregates.calls
    varies = not all(group.constant for group in select.groups)
    known: dict[int, tuple[Any, Told]] = {}
    said: list[Told] = []
    groups: dict[tuple[Any, ...], list[tuple[int, Row]]] = {}
    found = []
    try:
        for number, row in enumerate(rows):
            said.append(_taken(context, start))
            asked = []
            for place, group in enumerate(select.groups):
                if place not in known:
                    one = ranked(group.eval(context, row), group.type, context), _taken(context, start)
                    if group.constant:
                        known[place] = one if reads_constants else (one[0], [])
                asked.append(known[place] if group.constant else one)
            key = tuple([value for value, _ in asked])
            begins = key not in groups
            groups.setdefault(key, []).append((number, row))
            for group, (_, told) in zip(select.groups, asked, strict=True):
                if calls and not group.constant:
                    said[-1] += told
            if begins or (varies and not calls):
                for place in reversed(grouping.hidden):
                    said[-1] += asked[place][1]
                for item in grouping.asked.values():
                    item.eval(context, row)
                    said[-1] += _taken(context, start)
        said.append(_taken(context, start))
        for key, members in groups.items():
            values, told_of_rows = aggregated(calls, context, [row for _, row in members])
            for (number, _), told in zip(members, told_of_rows, strict=False):
                said[number] += told
            found.append((key, members[0][1], values))
    finally:
        context.diagnostics.extend(condition for told in said for condition in told)
    return found
