"""The rows that a statement changed, in the order of the changes; many of a table that are alike stand together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import overload

from binwriter.catalog.tables import Table
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.columns import ColumnRows


class ChangedRows(Sequence[RowChange]):
    """Changes of one table and operation, of which there is one at least.

    before, after: the rows, one of them or both. assigned: see `RowChange`.
    """

    __slots__ = ("after", "assigned", "before", "operation", "table")

    def __init__(
        self,
        table: Table,
        assigned: frozenset[int] | None,
        *,
        before: ColumnRows | None = None,
        after: ColumnRows | None = None,
    ) -> None:
        self.table, self.assigned, self.before, self.after = table, assigned, before, after
        if before is None:
            self.operation = RowOperation.WRITE
        else:
            self.operation = RowOperation.DELETE if after is None else RowOperation.UPDATE

    @classmethod
    def of(cls, changes: Sequence[RowChange]) -> ChangedRows:
        """The same of changes that are alike. ValueError where one has not what the first has."""
        first = changes[0]
        before, after = None, None
        if first.before is not None:
            before = ColumnRows.of([change.before or () for change in changes])
        if first.after is not None:
            after = ColumnRows.of([change.after or () for change in changes])
        return cls(first.table, first.assigned, before=before, after=after)

    @property
    def images(self) -> list[ColumnRows]:
        """What there is of before and after."""
        return [rows for rows in (self.before, self.after) if rows is not None]

    def __len__(self) -> int:
        return len(self.images[0])

    @overload
    def __getitem__(self, index: int) -> RowChange: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[RowChange]: ...
    def __getitem__(self, index: int | slice) -> RowChange | Sequence[RowChange]:
        if isinstance(index, slice):
            return list(self)[index]
        before, after = (None if rows is None else rows[index] for rows in (self.before, self.after))
        return RowChange(self.table, self.operation, before, after, self.assigned)

    def __iter__(self) -> Iterator[RowChange]:
        befores, afters = (repeat(None) if rows is None else rows for rows in (self.before, self.after))
        for before, after in zip(befores, afters, strict=False):
            yield RowChange(self.table, self.operation, before, after, self.assigned)


Part = RowChange | ChangedRows


class RowChanges(Sequence[RowChange]):
    """As a list of changes. `parts_of` has many that are alike as one."""

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
            if isinstance(part, ChangedRows):
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
        if type(part) is not RowChange:
            self._is_flat = False

    def tables(self) -> dict[int, Table]:
        """The tables of the changes by their identity, in the order of their first changes."""
        return {id(part.table): part.table for part in self._parts}

    def settled(self) -> Sequence[RowChange]:
        """The changes as they are now; as plain values where none stand together."""
        return tuple(self._parts) if self._is_flat else self  # type: ignore[arg-type]


def _size(part: Part) -> int:
    return len(part) if isinstance(part, ChangedRows) else 1


def parts_of(changes: Sequence[RowChange]) -> Sequence[Part]:
    """The changes, many that stand together as one."""
    return changes._parts if type(changes) is RowChanges else changes


def are_alike(changes: Sequence[RowChange]) -> bool:
    """Whether they are of one table and operation."""
    first = changes[0]
    return all(change.table is first.table and change.operation is first.operation for change in changes)
