"""How EXPLAIN tells the way to the rows of one table: the index that `path` chooses, in the words of a server.

Captured: tests/golden/clusters/plans_of_one_table (kinds of keys crossed with conditions, lists and orders).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts, operands
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.conditions import Condition
from binwriter.sql.query.access.costs import has_all_columns
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.access.usable import usable_conditions
from binwriter.sql.query.joins.plan import SHARES
from binwriter.sql.query.loops import TableRows

_LEAST_ROWS = 0.05  # that conditions are thought to leave
_HALF = 0.5  # of the rows IN keeps at most
_WIDTHS = {
    **dict.fromkeys((ColumnType.TINY, ColumnType.YEAR, ColumnType.ENUM), 1),
    ColumnType.SHORT: 2,
    **dict.fromkeys((ColumnType.INT24, ColumnType.DATE, ColumnType.TIME2), 3),
    **dict.fromkeys((ColumnType.LONG, ColumnType.FLOAT, ColumnType.TIMESTAMP2), 4),
    ColumnType.DATETIME2: 5,
    **dict.fromkeys((ColumnType.LONGLONG, ColumnType.DOUBLE, ColumnType.SET), 8),
}
_DIGITS_BYTES = (0, 1, 1, 2, 2, 3, 3, 4, 4, 4)  # of a DECIMAL's digits that fill no four bytes
_MANY_MEMBERS = 255


@dataclass(frozen=True)
class Told:
    """A row of EXPLAIN. possible: names of keys; length, refers: of the key that is used; extra: in words."""

    way: str
    rows: int
    possible: tuple[str, ...] = ()
    key: str | None = None
    length: int = 0
    refers: int = 0
    share: float = 1.0
    extra: tuple[str, ...] = ()
    only: Key | None = None  # the unique key of which at most one row is


@dataclass(frozen=True)
class _Term:
    """A conjunct of WHERE. condition: what an index can do with it."""

    node: exp.Expression
    condition: Condition | None


def told_way(
    data: TableRows, where: exp.Expression | None, scope: Scope, used: frozenset[int] | None, context: StatementContext
) -> Told:
    """The way to the rows of one table. used: the columns that a SELECT reads; None for UPDATE and DELETE."""
    table = data.definition
    terms = [_Term(node, next(usable_conditions(node, scope), None)) for node in conjuncts(where)]
    path = AccessPath(data, where, scope, used)
    bound = [term.condition for term in terms if term.condition is not None]
    possible = _possible(table, {condition.column for condition in bound}, used)
    total = max(len(data), int(table.engine.transactional))
    if used is not None and path.is_point(context):
        values = {condition.column for condition in bound if condition.value is not None}
        key = next(key for key in table.keys if key.unique and values.issuperset(key.columns))
        covers = has_all_columns(table, key, used)
        possible = tuple(key.name for key in table.keys if key.parts[0].column in values)
        length = key_length(table, key, len(key.parts))
        extra = ("Using index",) if covers else ()
        return Told("const", 1, possible, key.name, length, len(key.parts), extra=extra, only=key)
    chosen = path.range_key(context)
    if chosen is None and used is not None and not used:
        chosen = min(table.keys, key=lambda key: (key.primary, key_length(table, key, len(key.parts))), default=None)
    own = table.primary_key if table.engine.two_phase else None
    if chosen is None and own is not None and used and used <= frozenset(own.columns):
        chosen = own
    if chosen is None:
        return _of_all(table, terms, total, data, possible, used, context)
    on_key = path.conditions_of(chosen)
    if not on_key and used is not None:  # a whole index is read where no value leads into another
        points = [key for key in table.keys if _are_points(path.conditions_of(key))]
        chosen = min(points, key=lambda key: _matching(data, path.conditions_of(key), context), default=chosen)
        on_key = path.conditions_of(chosen)
    covers = used is not None and has_all_columns(table, chosen, used)
    if not on_key or (covers and not chosen.primary and not _is_shorter(data, on_key, total, context)):
        share = _share(table, terms, total, data, frozenset(), context)
        length = key_length(table, chosen, len(chosen.parts))
        extra = ("Using where",) if where is not None else ()
        return Told("index", total, possible, chosen.name, length, 0, share, (*extra, "Using index"))
    return _of_range(table, terms, total, data, possible, chosen, on_key, covers, used, context)


def _of_all(
    table: Table,
    terms: Sequence[_Term],
    total: int,
    data: TableRows,
    possible: tuple[str, ...],
    used: frozenset[int] | None,
    context: StatementContext,
) -> Told:
    extra = ("Using where",) if terms else ()
    if used is None:
        return Told("ALL", total, possible, extra=extra)
    return Told("ALL", total, possible, share=_share(table, terms, total, data, frozenset(), context), extra=extra)


def _of_range(
    table: Table,
    terms: Sequence[_Term],
    total: int,
    data: TableRows,
    possible: tuple[str, ...],
    key: Key,
    on_key: Sequence[Condition],
    covers: bool,
    used: frozenset[int] | None,
    context: StatementContext,
) -> Told:
    columns = {condition.column for condition in on_key}
    parts = sum(part.column in columns for part in key.parts)
    points = _are_points(on_key)
    rows = max(1, _matching(data, on_key, context))
    length = key_length(table, key, parts)
    if used is None:
        return Told("range", rows, possible, key.name, length, 1, extra=("Using where",))
    refers = parts if points else 0
    known = frozenset(id(term.node) for term in terms if _is_of(term, columns))
    rest = [term for term in terms if id(term.node) not in known]
    share = _share(table, rest, total, data, frozenset(columns), context)
    nulls = any(condition.value is None for condition in on_key)
    clustered = key.primary and table.engine.two_phase
    extra: tuple[str, ...] = ("Using where",) if rest else ()
    if covers:
        if not points or nulls:
            extra = ("Using where",)
        extra = (*extra, *(() if clustered and used else ("Using index",)))
        if clustered and used is not None and used <= frozenset(key.columns):
            extra = (*extra, "Using index")
    elif clustered:
        extra = ("Using where",) if rest or not points or nulls else ()
    elif not points or nulls:
        extra = ("Using index condition", *extra)
    return Told("ref" if points else "range", rows, possible, key.name, length, refers, share, extra)


def _are_points(conditions: Sequence[Condition]) -> bool:
    return bool(conditions) and all(condition.equality and condition.ranges == 1 for condition in conditions)


def _is_shorter(data: TableRows, on_key: Sequence[Condition], total: int, context: StatementContext) -> bool:
    """Whether a range of an index that has all columns costs less than the whole index (see `path`)."""
    ranges = 1
    for condition in on_key:
        ranges *= condition.ranges
    rows = max(1, _matching(data, on_key, context))
    costs = context.variables.behaviour.costs
    return _are_points(on_key) or costs.page * (ranges - 1) + costs.row * rows < costs.row * total


def _is_of(term: _Term, columns: set[int]) -> bool:
    return term.condition is not None and term.condition.column in columns


def _matching(data: TableRows, on_key: Sequence[Condition], context: StatementContext) -> int:
    return sum(1 for _, row in data.scan() if all(condition.test(context, (row,)) for condition in on_key))


def _possible(table: Table, columns: set[int], used: frozenset[int] | None) -> tuple[str, ...]:
    """Keys that begin with a column of WHERE, and those that have all columns and one of these somewhere."""
    behind = set(table.primary_key.columns) if table.primary_key is not None and table.engine.two_phase else set()
    names = []
    for key in table.keys:
        somewhere = bool(columns & {*key.columns, *(() if key.unique else behind)})
        if key.parts[0].column in columns or (
            used and somewhere and not key.primary and has_all_columns(table, key, used)
        ):
            names.append(key.name)
    return tuple(names)


# --- how many rows conditions keep -----------------------------------------------------------------------------------


def _share(
    table: Table,
    terms: Sequence[_Term],
    total: int,
    data: TableRows,
    by_key: frozenset[int],
    context: StatementContext,
) -> float:
    """Of the rows that are read. by_key: columns of the key that is used; elsewhere all rows of the table are."""
    share = 1.0
    for term in terms:
        column = None if term.condition is None else term.condition.column
        indexed = column is not None and any(key.parts[0].column == column for key in table.keys)
        if not indexed or term.condition is None:
            share *= share_of(term.node, total)
        elif by_key:
            values = {row[column] for _, row in data.scan()} if column is not None else set()
            matching = _matching(data, [term.condition], context) / max(1, total)
            share *= 1 / max(1, len(values)) if term.condition.equality else matching
        else:
            share *= max(1, _matching(data, [term.condition], context)) / max(1, total)
    return max(share, 1 / max(1, total)) if share < 1 else share


def share_of(node: exp.Expression, total: int) -> float:
    least = 1 / max(1, total)
    if isinstance(node, exp.Paren):
        return share_of(node.this, total)
    if isinstance(node, exp.Or):
        kept = 1.0
        for term in operands(node, exp.Or):
            kept *= 1 - share_of(term, total)
        return 1 - kept
    subject = node.this.this if isinstance(node, exp.Not) and isinstance(node.this, exp.Is) else node.this
    if not isinstance(subject, exp.Column):
        return 1.0
    if isinstance(node, exp.Is):
        return max(least, SHARES[exp.EQ])
    if isinstance(node, (exp.Not, exp.NEQ)):
        return 1 - max(least, SHARES[exp.EQ])
    if isinstance(node, exp.In) and node.expressions:
        return min(_HALF, len(node.expressions) * max(least, SHARES[exp.EQ]))
    share = SHARES.get(type(node))
    return 1.0 if share is None else max(least, share)


# --- how long a key is -----------------------------------------------------------------------------------------------


def key_length(table: Table, key: Key, parts: int) -> int:
    """Bytes of a key's first parts, with their NULL flags and lengths."""
    return sum(_bytes(table.columns[part.column].spec, part.length) for part in key.parts[:parts])


def _bytes(spec: ColumnSpec, prefix: int) -> int:
    width = _WIDTHS.get(spec.type, spec.length)
    if spec.type in (ColumnType.TIME2, ColumnType.DATETIME2, ColumnType.TIMESTAMP2):
        width += (spec.fsp + 1) // 2
    elif spec.type is ColumnType.NEWDECIMAL:
        before = spec.precision - spec.scale
        width = sum(digits // 9 * 4 + _DIGITS_BYTES[digits % 9] for digits in (before, spec.scale))
    elif spec.type is ColumnType.ENUM and len(spec.members) > _MANY_MEMBERS:
        width = 2
    elif spec.type is ColumnType.SET:
        width = next(size for size in (1, 2, 3, 4, 8) if len(spec.members) <= size * 8)
    elif spec.type is ColumnType.BIT:
        width = (spec.length + 7) // 8
    elif prefix:
        width = prefix * collation_by_id(spec.collation).mbmaxlen
    varies = 2 if spec.type in (ColumnType.VARCHAR, ColumnType.BLOB) else 0
    return width + varies + spec.nullable
