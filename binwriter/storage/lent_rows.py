"""Rows of a table that are lent to statements that stand still while others change the table."""

from __future__ import annotations

from typing import Any

from binwriter.catalog.tables import Table
from binwriter.storage.order import KeyReader, RowId, SortedIndex, UniqueIndex
from binwriter.storage.row_store import RowStore


class LentRows:
    """Shared by tables: see `table_data.TableData`.

    lender: the table whose rows these are for the length of a statement (`for_reading`). lent: how many statements that
    stand still read the rows.
    """

    lender: LentRows | None = None
    lent = 0
    definition: Table
    _rows: RowStore
    _places: dict[RowId, Any]
    _order: SortedIndex | None
    _indexes: dict[str, SortedIndex]
    _named: dict[str, KeyReader]
    _unique: dict[str, UniqueIndex]

    def _own_order(self) -> SortedIndex:
        raise NotImplementedError

    def lend(self) -> bool:
        """Whether the rows are still the table's, which others' changes must not touch from now on."""
        lends = self.lender is not None and self.lender._rows is self._rows
        if lends:
            assert self.lender is not None
            self.lender.lent += 1
        return lends

    def take_back(self) -> None:
        """The statement goes on."""
        if self.lender is not None and self.lender._rows is self._rows:
            self.lender.lent -= 1

    def own_rows(self) -> None:
        """Before a change: rows that are lent go on as a copy, and those who stand still keep them as they are."""
        if not self.lent:
            return
        former, self._rows = self._rows, RowStore()
        self._rows.copy_from(former)
        self._places, self._indexes, self.lent = dict(self._places), {}, 0
        for name, index in self._unique.items():
            index = UniqueIndex(self._named[name], self._rows)
            index.take_over(self._unique[name])
            self._unique = self._unique | {name: index}
        self._forget_order()

    def _forget_order(self) -> None:
        """It is made anew: of partitions at once."""
        self._order = None
        if self.definition.partitioning is not None:
            self._own_order()
