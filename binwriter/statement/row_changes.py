"""The rows that a statement changed, in the order of the changes; many new rows of a table stand together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from binwriter.catalog.tables import Table
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.columns import ColumnRows


class InsertedRows(Sequence[RowChange]):
    """New rows of a table, of which there is one at least. assigned: see `RowChange`."""

    __slots__ = ("assigned", "rows", "table")

    def __init__(self, table: Table, rows: ColumnRows, assigned: frozenset[int] | None) -> None:
        self.table, self.rows, self.assigned = table, rows, assigned

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> RowChange: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[RowChange]: ...
    def __getitem__(self, index: int | slice) -> RowChange | Sequence[RowChange]:
        if isinstance(index, slice):
            return [self._change(row) for row in self.rows[index]]
        return self._change(self.rows[index])

    def __iter__(self) -> Iterator[RowChange]:
        return map(self._change, self.rows)

    def _change(self, row: tuple[object, ...]) -> RowChange:
        return RowChange(self.table, RowOperation.WRITE, None, row, self.assigned)  # type: ignore[arg-type]


Part = RowChange | InsertedRows


class RowChanges(Sequence[RowChange]):
    """As a list of changes. `parts` has many new rows as one."""

    def __init__(self, changes: Iterable[RowChange] = ()) -> None:
        self._parts: list[Part] = list(changes)
        self._is_flat = True  # each part is one change

    def __len__(self) -> int:
        return len(self._parts) if self._is_flat else sum(_size(part) for part in self._parts)

    def __iter__(self) -> Iterator[RowChange]:
        if self._is_flat:
            return iter(self._parts)  # type: ignore[arg-type]
        return self._each()

    def __bool__(self) -> bool:
        return bool(self._parts)

    def _each(self) -> Iterator[RowChange]:
        for part in self._parts:
            if isinstance(part, InsertedRows):
                yield from part
            else:
                yield part

    @overload
    def __getitem__(self, index: int) -> RowChange: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[RowChange]: ...
    def __getitem__(self, index: int | slice) -> RowChange | Sequence[RowChange]:
        return self._flat()[index]

    def __delitem__(self, index: slice) -> None:
        del self._flat()[index]

    def __iadd__(self, changes: Iterable[RowChange]) -> RowChanges:
        self._parts += changes
        return self

    def _flat(self) -> list[RowChange]:
        if not self._is_flat:
            self._parts, self._is_flat = list(self), True
        return self._parts  # type: ignore[return-value]

    def append(self, change: RowChange) -> None:
        """Adds one change."""
        self._parts.append(change)

    def add(self, part: Part) -> None:
        """Adds one change or many."""
        self._parts.append(part)
        self._is_flat = self._is_flat and not isinstance(part, InsertedRows)

    def tables(self) -> dict[int, Table]:
        """The tables of the changes by their identity, in the order of their first changes."""
        return {id(part.table): part.table for part in self._parts}

    def settled(self) -> Sequence[RowChange]:
        """The changes as they are now; as plain values where none stand together."""
        return tuple(self._parts) if self._is_flat else self  # type: ignore[arg-type]


def _size(part: Part) -> int:
    return len(part) if isinstance(part, InsertedRows) else 1


def parts_of(changes: Sequence[RowChange]) -> Sequence[Part]:
    """The changes, many new rows as one."""
    return changes._parts if isinstance(changes, RowChanges) else changes
