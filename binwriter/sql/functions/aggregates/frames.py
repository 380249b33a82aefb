"""Windows by name and built on one another, and their frames: which rows of a partition count for a row.

Source: MySQL manual, 14.20.3 "Window Function Frame Specification", 14.20.4 "Named Windows"; errors of a 9.7.4
(scenario window_frames).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from sys import maxsize
from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression, position_of
from binwriter.sql.expressions.conditions.keys import order_key
from binwriter.sql.expressions.numbers import UINT64_MASK
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Kind, Row
from binwriter.sql.text.meta_keys import OF_PARAMETER
from binwriter.sql.types.parameters import number_of

if TYPE_CHECKING:
    Order = Sequence[tuple[CompiledExpression, bool]]

_UNBOUNDED, _CURRENT = "UNBOUNDED", "CURRENT ROW"
_PRECEDING, _FOLLOWING = "PRECEDING", "FOLLOWING"
UNNAMED = "<unnamed window>"


class Frameable(Protocol):
    """A partition as frames see it."""

    @property
    def rows(self) -> list[Row]: ...

    @property
    def context(self) -> StatementContext: ...

    def first_peer(self, position: int) -> int: ...

    def behind_peers(self, position: int) -> int: ...


Bounds = Callable[[Any, int], tuple[int, int]]
Edge = Callable[[Frameable, int, bool], int]


@dataclass(frozen=True)
class WindowParts:
    """What a window consists of, once those that it is built on are put together. name: as errors have it. place: in
    the WINDOW clause, behind all of those without a name of its own there."""

    name: str
    partition: tuple[exp.Expression, ...]
    order: tuple[exp.Expression, ...]
    spec: exp.Expression | None
    place: int = maxsize


def resolved_window(node: exp.Expression) -> WindowParts:
    """The window behind OVER. MySQLError for a name that is none, a circle, and what may not be inherited."""
    select = node.find_ancestor(exp.Select)
    named = {window.name.lower(): window for window in (select.args.get("windows") or ())} if select is not None else {}
    alias = node.args.get("alias")
    own = _parts(node, UNNAMED)
    if alias is None:
        return own
    below = _named(alias.name, named, ())
    if not (own.partition or own.order or own.spec):
        return replace(below, place=[*named].index(alias.name.lower()))
    return _built_on(own, below, alias.name)


def _named(name: str, named: dict[str, exp.Expression], seen: tuple[str, ...]) -> WindowParts:
    window = named.get(name.lower())
    if window is None:
        raise mysql_error("ER_WINDOW_NO_SUCH_WINDOW", name)
    if name.lower() in seen:
        raise mysql_error("ER_WINDOW_CIRCULARITY_IN_WINDOW_GRAPH")
    own = _parts(window, name)
    alias = window.args.get("alias")
    return own if alias is None else _built_on(own, _named(alias.name, named, (*seen, name.lower())), alias.name)


def _parts(node: exp.Expression, name: str) -> WindowParts:
    ordered = node.args.get("order")
    order = tuple(ordered.expressions) if ordered is not None else ()
    partition = tuple(node.args.get("partition_by") or ())
    if any(position_of(item) is not None for item in (*partition, *(item.this for item in order))):
        raise mysql_error("ER_WINDOW_ILLEGAL_ORDER_BY", name)
    return WindowParts(name, partition, order, node.args.get("spec"))


def _built_on(own: WindowParts, below: WindowParts, name: str) -> WindowParts:
    if own.partition:
        raise mysql_error("ER_WINDOW_NO_CHILD_PARTITIONING")
    if below.spec is not None:
        raise mysql_error("ER_WINDOW_NO_INHERIT_FRAME", name)
    if own.order and below.order:
        raise mysql_error("ER_WINDOW_NO_REDEFINE_ORDER_BY", own.name, name)
    return WindowParts(own.name, below.partition, own.order or below.order, own.spec)


# --- frames -----------------------------------------------------------------------------------------------------------


def frame_bounds(parts: WindowParts, order: Order, scope: Scope) -> Bounds:
    """The frame of a row: from, and up to (not included). MySQLError for one that cannot be."""
    spec, name = parts.spec, parts.name
    if spec is None:
        if order:
            return lambda partition, position: (0, partition.behind_peers(position))
        return lambda partition, position: (0, len(partition.rows))
    kind = str(spec.args.get("kind")).upper()
    if kind == "GROUPS":
        raise mysql_error("ER_NOT_SUPPORTED_YET", "GROUPS")
    if spec.args.get("exclude") is not None:
        raise mysql_error("ER_NOT_SUPPORTED_YET", "EXCLUDE")
    start, start_side = spec.args.get("start"), str(spec.args.get("start_side") or "").upper()
    end, end_side = spec.args.get("end") or _CURRENT, str(spec.args.get("end_side") or "").upper()
    if start == _UNBOUNDED and start_side == _FOLLOWING:
        raise mysql_error("ER_WINDOW_FRAME_START_ILLEGAL", name)
    if end == _UNBOUNDED and end_side == _PRECEDING:
        raise mysql_error("ER_WINDOW_FRAME_END_ILLEGAL", name)
    if _place(start, start_side) > _place(end, end_side):
        raise mysql_error("ER_WINDOW_FRAME_ILLEGAL", name)
    edge = _edge_of_rows if kind == "ROWS" else _edge_of_range
    first, last = edge(start, start_side, parts, order, scope), edge(end, end_side, parts, order, scope)

    def bounds(partition: Frameable, position: int) -> tuple[int, int]:
        size = len(partition.rows)
        low, high = first(partition, position, False), last(partition, position, True)
        return max(0, min(low, size)), max(0, min(high, size))

    return bounds


def _place(value: Any, side: str) -> int:
    """Where an edge lies, as far as its words tell."""
    return 0 if value == _CURRENT else -1 if side == _PRECEDING else 1


def _edge_of_rows(value: Any, side: str, parts: WindowParts, order: Order, scope: Scope) -> Edge:
    if value == _UNBOUNDED:
        return lambda partition, position, end: 0 if side == _PRECEDING else len(partition.rows)
    if value == _CURRENT:
        return lambda partition, position, end: position + end
    if number_of(value) is not None or (isinstance(value, exp.Expression) and value.meta.get(OF_PARAMETER)):
        return lambda partition, position, end: position + end  # nothing is known of it before it has a value
    if not isinstance(value, exp.Literal) or value.is_string or not str(value.this).isdigit():
        raise mysql_error("ER_WINDOW_FRAME_ILLEGAL", parts.name)
    if whole_number(str(value.this)) > UINT64_MASK:
        raise mysql_error("ER_WINDOW_FRAME_ILLEGAL", parts.name)
    distance = whole_number(str(value.this)) * (-1 if side == _PRECEDING else 1)
    return lambda partition, position, end: position + distance + end


_HOURS = {"DAY": 24, "WEEK": 168}


def _edge_of_range(value: Any, side: str, parts: WindowParts, order: Order, scope: Scope) -> Edge:
    if value == _UNBOUNDED:
        return lambda partition, position, end: 0 if side == _PRECEDING else len(partition.rows)
    if value == _CURRENT:
        return lambda partition, position, end: (
            partition.behind_peers(position) if end else partition.first_peer(position)
        )
    if len(order) != 1:
        raise mysql_error("ER_WINDOW_RANGE_FRAME_ORDER_TYPE", parts.name)
    (by, descending), node = order[0], parts.order[0].this
    if by.type.kind in (Kind.STRING, Kind.JSON):
        raise mysql_error("ER_WINDOW_RANGE_FRAME_ORDER_TYPE", parts.name)
    if by.type.kind.temporal and not isinstance(value, exp.Interval):
        raise mysql_error("ER_WINDOW_RANGE_FRAME_TEMPORAL_TYPE", parts.name)
    if not by.type.kind.temporal and isinstance(value, exp.Interval):
        raise mysql_error("ER_WINDOW_RANGE_FRAME_NUMERIC_TYPE", parts.name)
    earlier = (side == _PRECEDING) is not descending
    distance = value.copy()
    if isinstance(value, exp.Interval):
        amount = compile_expression(value.this, scope)
        if not amount.constant:
            raise mysql_error("ER_WINDOW_RANGE_BOUND_NOT_CONSTANT", parts.name)
        if amount.type.kind is Kind.NULL:
            raise mysql_error("ER_WINDOW_FRAME_ILLEGAL", parts.name)
        hours = _HOURS.get(value.text("unit").upper()) if by.type.kind is Kind.TIME else None
        if hours is not None:  # a TIME stays one (captured: windows_of_times)
            whole = exp.Mul(this=exp.paren(value.this.copy()), expression=exp.Literal.number(hours))
            distance = exp.Interval(this=whole, unit=exp.var("HOUR"))
    moved = (exp.Sub if earlier else exp.Add)(this=node.copy(), expression=distance)
    limit = compile_expression(moved, scope)
    if by.type.kind is Kind.TIME and limit.type.kind is not Kind.TIME:
        raise UnsupportedError("a RANGE of TIME by an INTERVAL of days and months")
    key, limit_key = order_key(by.type), order_key(limit.type)

    def edge(partition: Frameable, position: int, end: bool) -> int:
        row, context = partition.rows[position], partition.context
        if by.eval(context, row) is None:  # nothing is near to NULL: its peers are the frame
            return partition.behind_peers(position) if end else partition.first_peer(position)
        if by.type.kind is Kind.DATETIME:
            # the bound is made anew, which asks for the time zone (captured: window_frames)
            context.text_becomes_datetime()
        bound = limit.eval(context, row)
        if bound is None:  # a moment that is none: no row is inside (captured: tests/reliability/crafted/numbers.json)
            return 0 if end else len(partition.rows)
        wanted = limit_key(context, bound)
        rows = partition.rows

        def is_present(number: int) -> bool:
            return by.eval(context, rows[number]) is not None

        def is_inside(number: int) -> bool:
            here = key(context, by.eval(context, rows[number]))
            return bool(here <= wanted if end is not descending else here >= wanted)

        everything = range(len(rows))  # sorted by this key, NULLs at one end
        if descending:
            present = everything[: bisect_left(everything, True, key=lambda number: not is_present(number))]
        else:
            present = everything[bisect_left(everything, True, key=is_present) :]
        if end:
            count = bisect_left(present, True, key=lambda number: not is_inside(number))
            return present[count - 1] + 1 if count else 0
        place = bisect_left(present, True, key=is_inside)
        return present[place] if place < len(present) else len(rows)

    return edge
