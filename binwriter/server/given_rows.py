"""Rows as callers of the row API give them -> the changes that are logged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from binwriter.catalog import named_rows
from binwriter.catalog.tables import Table
from binwriter.extras import naming_extras
from binwriter.formats.columns.stored_values import InputValue, as_columns
from binwriter.statement.row_changes import ChangedRows, RowChanges
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.columns import ColumnRows

LISTS = list, tuple
MANY = 4  # rows that are logged by columns
_ASSIGNED: dict[RowOperation, frozenset[int] | None] = {RowOperation.WRITE: None, RowOperation.DELETE: frozenset()}


class ArrowArray(Protocol):
    """A batch by Arrow's PyCapsule interface: a RecordBatch, say."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...


class ArrowStream(Protocol):
    """Batches by Arrow's PyCapsule interface: a Table, a DataFrame."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...


GivenRow = Sequence[InputValue] | Mapping[str, InputValue]
GivenRows = Iterable[GivenRow] | ArrowArray | ArrowStream


def is_arrow(rows: object) -> bool:
    """Whether they are an Arrow batch, or several."""
    return hasattr(rows, "__arrow_c_array__") or hasattr(rows, "__arrow_c_stream__")


def kept(rows: GivenRows) -> GivenRows:
    """As they can be looked at more than once."""
    return rows if isinstance(rows, LISTS) or is_arrow(rows) else list(rows)  # type: ignore[arg-type]


def changes_of(table: Table, rows: GivenRows, operation: RowOperation) -> Iterable[RowChange]:
    """INSERT's or DELETE's changes. rows: a list, a tuple or Arrow. EncodeError for what the table cannot hold."""
    if not isinstance(rows, LISTS):
        with naming_extras():
            from binwriter.bulk.row_batches import rows_of
        return _together(table, rows_of(table, rows), operation)
    given: Sequence[Any] = rows
    kinds = set(map(type, given))
    others = kinds.difference(LISTS)
    named = [kind for kind in others if issubclass(kind, Mapping)] if others else []
    if len(given) >= MANY and len(named) == len(kinds):
        return _together(table, [_columns(table, named_rows.columns_in_order(table, given))], operation)
    if named:
        given = [named_rows.in_order(table, row) if isinstance(row, Mapping) else row for row in given]
    if len(given) >= MANY and len(others) == len(named):
        return _together(table, [_columns(table, as_columns(given, len(table.columns)))], operation)
    assigned, stored = _ASSIGNED[operation], table.stored_row
    if operation is RowOperation.WRITE:
        return [RowChange(table, operation, None, stored(row), assigned) for row in given]
    return [RowChange(table, operation, stored(row), None, assigned) for row in given]


def _columns(table: Table, values: Sequence[Sequence[InputValue]]) -> ColumnRows:
    return ColumnRows(table.stored_columns(values))


def _together(table: Table, parts: Sequence[ColumnRows], operation: RowOperation) -> RowChanges:
    changes, assigned = RowChanges(), _ASSIGNED[operation]
    for part in parts:
        images = {"after": part} if operation is RowOperation.WRITE else {"before": part}
        changes.add(ChangedRows(table, assigned, **images))
    return changes


def updates_of(table: Table, rows: Iterable[tuple[Sequence[InputValue], Sequence[InputValue]]]) -> Iterator[RowChange]:
    """An update of each (before, after); the columns that differ count as assigned."""
    for before, after in ((table.stored_row(before), table.stored_row(after)) for before, after in rows):
        assigned = frozenset(place for place, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])
        yield RowChange(table, RowOperation.UPDATE, before, after, assigned)
