"""What EXPLAIN of a join says of ORDER BY, GROUP BY and DISTINCT: at the first table that is read, or in front of all.

Captured: tests/golden/clusters/plans_of_joins.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.sql.query.access import filesort
from binwriter.sql.query.access.costs import clustered_key
from binwriter.sql.query.access.told import key_length
from binwriter.sql.query.joins.conditions import Place
from binwriter.sql.query.joins.equal_columns import places_in
from binwriter.sql.query.joins.told import BUFFER, USES_INDEX, JoinedTable, ToldJoin
from binwriter.sql.query.select_list import names_of

_BACKWARDS = "Backward index scan"
_EXPRESSION = -1  # of one table: in place of a column's number


@dataclass(frozen=True)
class _Order:
    """Columns by which rows are to come, those that are known left out; None: an expression. named: as they are
    written."""

    columns: tuple[Place | None, ...]
    down: tuple[bool, ...]
    named: frozenset[Place | None] = frozenset()


def in_order(tree: exp.Select, told: ToldJoin, rows: list[JoinedTable], *, is_one_row: bool) -> list[JoinedTable]:
    """What is made of the rows behind the join is said of the first table that is read."""
    first = next((n for n, row in enumerate(rows) if told.steps[row.slot] is not None), None)
    if first is None or is_one_row:
        return rows
    group, order = tree.args.get("group"), tree.args.get("order")
    extra: tuple[str, ...] = ()
    is_buffered = any(BUFFER in row.extra for row in rows)
    grouped = bool(group) or bool(tree.args.get("distinct"))
    if grouped:
        nodes = group.expressions if group is not None else [item.unalias() for item in tree.expressions]
        by = _order(nodes, [False] * len(nodes), told)
        rows = [_with_keys_of_groups(told, row, by) for row in rows]
        rows[first] = rows[first] if is_buffered else _by_primary_key(told, rows[first], by)
        comes_so = not is_buffered and _is_in_order(told, rows[first], by) is not None
        extra = () if comes_so else ("Using temporary",)
        sorts = () if order is None else _order_of(order, tree, told).columns
        if sorts and (group is None or sorts != by.columns[: len(sorts)] or extra):
            extra = ("Using temporary", "Using filesort")
    elif order is not None:
        by = _order_of(order, tree, told)
        if not by.columns:
            return rows
        alone = all(place is not None and place[0] == rows[first].slot for place in by.columns)
        alone = alone and rows[first].slot not in told.conditions.own
        if alone and not is_buffered:
            rows[first] = _by_primary_key(told, rows[first], by)
        backwards = None if is_buffered or not alone else _is_in_order(told, rows[first], by)
        if backwards is not None:
            extra = (_BACKWARDS,) if backwards else ()
        else:
            extra = ("Using filesort",) if alone and not is_buffered else ("Using temporary", "Using filesort")
    first = 0 if "Using temporary" in extra else first
    told_first = rows[first].extra
    late = (BUFFER, USES_INDEX) if extra == (_BACKWARDS,) else (BUFFER,)
    kept = tuple(word for word in told_first if word not in late)
    changed = replace(rows[first], extra=(*kept, *extra, *(word for word in told_first if word in late)))
    return [*rows[:first], changed, *rows[first + 1 :]]


def _by_primary_key(told: ToldJoin, row: JoinedTable, by: _Order) -> JoinedTable:
    """A table whose rows lie in the order of its primary key is read by it where that order is wanted."""
    key = clustered_key(told.definition(row.slot))
    if row.way not in ("ALL", "index") or key is None:
        return row
    extra = tuple(word for word in row.extra if word != USES_INDEX)
    covers = (USES_INDEX,) if told.used(row.slot) <= set(key.columns) else ()
    length = key_length(told.definition(row.slot), key, len(key.parts))
    read = replace(row, way="index", key=key, length=length, extra=(*extra, *covers))
    return row if _is_in_order(told, read, by) is None else read


def _with_keys_of_groups(told: ToldJoin, row: JoinedTable, by: _Order) -> JoinedTable:
    """Keys that have all columns of the groups are possible ones."""
    wanted = {place[1] for place in by.named if place is not None and place[0] == row.slot}
    if len(wanted) < len(by.named):
        return row
    table = told.definition(row.slot)
    own = clustered_key(table)
    behind = set(own.columns) if own is not None else set()
    names = [key.name for key in table.keys if key.name in row.possible or wanted <= {*key.columns, *behind}]
    return replace(row, possible=tuple(names))


def _order_of(order: exp.Expression, tree: exp.Select, told: ToldJoin) -> _Order:
    names = names_of([item for item in tree.expressions if not isinstance(item, exp.Column)])
    nodes = []
    for term in order.expressions:
        node = term.this
        if isinstance(node, exp.Literal) and node.is_int and int(node.name) <= len(tree.expressions):
            node = tree.expressions[int(node.name) - 1].unalias()
        elif isinstance(node, exp.Column) and not node.table and node.name.lower() in names:
            node = names[node.name.lower()]
        nodes.append(node)
    return _order(nodes, [bool(term.args.get("desc")) for term in order.expressions], told)


def _order(nodes: Sequence[exp.Expression], down: Sequence[bool], told: ToldJoin) -> _Order:
    columns: dict[Place | None, bool] = {}
    named = frozenset(map(told.conditions.place, nodes))
    for node, way in zip(nodes, down, strict=True):
        place = told.conditions.place(node)
        if place is None:
            tables = {at[0] for at in places_in(node, told.conditions.place)}
            if tables:
                columns[(tables.pop(), _EXPRESSION) if len(tables) == 1 else None] = way
            continue
        equal = told.conditions.where.of(place)
        head = told.head(place)
        if head[0] in told.constants or (equal is not None and equal.constants):
            continue
        columns.setdefault(place, way)
    return _Order(tuple(columns), tuple(columns.values()), named)


def _is_in_order(told: ToldJoin, row: JoinedTable, by: _Order) -> bool | None:
    """Whether the key by which the first table is read gives its rows backwards; None where it does not at all."""
    if row.key is None or any(place is None or place[0] != row.slot for place in by.columns):
        return None
    fixed = frozenset(row.key.columns[: len(row.refers)])
    columns = [place[1] for place in by.columns if place is not None]
    return filesort.key_way(row.key, columns, list(by.down), fixed)
