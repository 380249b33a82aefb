"""Under which id each table is mapped (Table_map events)."""

from __future__ import annotations

from collections.abc import Callable
from weakref import ref

from binwriter.catalog.tables import Table


class TableIds:
    """Table ids by name. A definition is not kept here: when it goes, so does its id, and none comes twice.

    next_id: gives a new one.
    """

    def __init__(self, next_id: Callable[[], int]) -> None:
        self._next_id = next_id
        self._known: dict[tuple[str, str], tuple[ref[Table], int]] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, table: Table) -> int:
        """The table's id; a new one when its definition changed."""
        key = (table.schema, table.name)
        known = self._known.get(key)
        if known is None or known[0]() is not table:
            known = self._known[key] = (ref(table, lambda gone: self._forget(key, gone)), self._next_id())
        return known[1]

    def clear(self) -> None:
        """A restart: all tables get new ones."""
        self._known.clear()

    def _forget(self, key: tuple[str, str], gone: ref[Table]) -> None:
        known = self._known.get(key)
        if known is not None and known[0] is gone:
            del self._known[key]
