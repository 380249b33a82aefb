"""Where a range of an index lies among its rows: which are in it, and the keys on both sides of it.

A lock of a gap reaches from the key in front of the range to the one behind it (captured: locks_rows_row).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.sql.query.access.costs import clustered_key, leading_values
from binwriter.storage.lock_keys import ends_of
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.query.access.conditions import Bounds, Condition


LockKey = tuple[Any, ...] | None


@dataclass(frozen=True)
class Extent:
    """low, high: the keys in front of a range and behind it, in each partition; None: there is none. inside: the rows
    in it, as the index has them. last: the last one of them in each partition that has one; behind: the row that comes
    next there."""

    low: dict[int | None, LockKey]
    high: dict[int | None, LockKey]
    inside: list[RowId]
    last: dict[int | None, RowId]
    behind: dict[int | None, RowId]


def extent_of(
    data: TableData,
    key: Key | None,
    bounds: Sequence[Condition],
    context: StatementContext | None,
    numbers: Mapping[int, Bounds] | None,
) -> Extent:
    """Where a range lies.

    key: of the index, None for the clustered one. bounds: the conditions that the range serves. numbers: of columns, if
    that is all that they ask for; None: all rows are looked at.
    """
    found = None if numbers is None else _found(data, key, bounds, context, numbers)
    return _looked_for(data, key, bounds, context) if found is None else found


def _found(
    data: TableData,
    key: Key | None,
    bounds: Sequence[Condition],
    context: StatementContext | None,
    numbers: Mapping[int, Bounds],
) -> Extent | None:
    """The range as the index finds it, by constants or by the least and the greatest number of its first column; None
    where rows have to be looked at."""
    if data.definition.partitioning is not None:
        return None
    if not bounds:
        row_ids = data.row_ids(key)
        return Extent({None: None}, {None: None}, row_ids, {None: row_ids[-1]} if row_ids else {}, {})
    index = clustered_key(data.definition) if key is None else key
    if index is None or context is None:
        return None
    prefix = leading_values(data.definition, index, bounds, context)
    if len(prefix) == len(bounds):
        before, inside, behind = data.stretch(index, prefix)
    elif all(bound.column == index.columns[0] for bound in bounds) and index.columns[0] in numbers:
        if index.parts[0].descending:
            return None
        before, inside, behind = data.stretch_between(index, *numbers[index.columns[0]])
    else:
        return None
    if not all(_is_inside(data.row(row_id), bounds, context) for row_id in inside):
        return None
    if before is not None and not is_below(data.row(before), bounds, context):
        return None
    if behind is not None and (is_below(row := data.row(behind), bounds, context) or _is_inside(row, bounds, context)):
        return None
    low, high = (None if row_id is None else data.lock_key(key, row_id) for row_id in (before, behind))
    last: dict[int | None, RowId] = {None: inside[-1]} if inside else {}
    return Extent({None: low}, {None: high}, list(inside), last, {} if behind is None else {None: behind})


def _looked_for(
    data: TableData, key: Key | None, bounds: Sequence[Condition], context: StatementContext | None
) -> Extent:
    inside: list[RowId] = []
    last: dict[int | None, RowId] = {}
    before: dict[int | None, RowId] = {}
    behind: dict[int | None, RowId] = {}
    for row_id, row in data.scan(key):
        part = data.part_of(row)
        if _is_inside(row, bounds, context):
            inside.append(row_id)
            last[part] = row_id
            behind.pop(part, None)
        elif part not in last and is_below(row, bounds, context):
            before[part] = row_id
        else:
            behind.setdefault(part, row_id)
    low, high = ({part: ends_of(part)[side] for part in data.parts()} for side in (0, 1))
    low |= {part: data.lock_key(key, row_id) for part, row_id in before.items()}
    high |= {part: data.lock_key(key, row_id) for part, row_id in behind.items()}
    return Extent(low, high, inside, last, behind)


def finds_points(table: Table, key: Key | None, bounds: Sequence[Condition]) -> bool:
    """Whether single rows are looked up by a unique key (col IN (..)): then no gap is locked."""
    if key is None:
        key = next(
            (
                key_tried
                for key_tried in table.keys
                if bounds and key_tried.columns[0] == bounds[0].column and key_tried.unique
            ),
            None,
        )
    if key is None or not key.unique:
        return False
    return set(key.columns) <= {bound.column for bound in bounds if bound.equality}


def exact_ends(
    data: TableData, key: Key | None, bounds: Sequence[Condition], inside: Sequence[RowId], context: Any
) -> tuple[RowId | None, RowId | None]:
    """The rows that a range of the clustered index (>=, <=, BETWEEN) begins and ends with: a whole key, found exactly,
    needs no gap beside it (captured: clusters/ranges_that_begin_with_a_row)."""
    own = next((known for known in data.definition.keys if known.name == "PRIMARY"), None)
    if not inside or own is None or key not in (None, own) or {bound.column for bound in bounds} != set(own.columns):
        return None, None
    first, last = (data.row(row_id) for row_id in (inside[0], inside[-1]))
    begins = any(bound.starts is not None and bool(bound.starts(context, (first,))) for bound in bounds)
    ends = any(bound.ends is not None and bool(bound.ends(context, (last,))) for bound in bounds)
    return inside[0] if begins else None, inside[-1] if ends else None


def _is_inside(row: tuple[ColumnValue, ...], bounds: Sequence[Condition], context: StatementContext | None) -> bool:
    return all(bound.test(context, (row,)) for bound in bounds)  # type: ignore[arg-type]


def is_below(row: tuple[ColumnValue, ...], bounds: Sequence[Condition], context: StatementContext | None) -> bool:
    """Whether a row that is outside of a range stands in front of it."""
    for bound in bounds:
        if not bound.test(context, (row,)):  # type: ignore[arg-type]
            return bound.below is not None and bool(bound.below(context, (row,)))  # type: ignore[arg-type]
    return False
