"""The temporary tables of one session."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binwriter.catalog.tables import Table
    from binwriter.storage.table_data import TableData


class BaseSchema(str):
    """A database's name as a view's query has it: no temporary table is meant (captured: tables_made_beside)."""

    __slots__ = ()


class TemporaryTables:
    """Tables that only their session sees, in the order of their creation. Their rows take part in its undo log.

    created, dropped: whether the transaction under way made or dropped one, which ROLLBACK does not take back
    (warnings 1751 and 1752). row_mode: up to 5.7, an unsafe statement of MIXED used one, and until the last is dropped
    everything is logged as rows. names: in lower case, another set after each change. Tables of another
    pseudo_thread_id than the session has now are not found, until it has that one again (captured:
    temporary_tables_of_threads_statement).
    """

    def __init__(self, thread: int = 0) -> None:
        self._thread = thread
        self._tables: dict[tuple[str, str], TableData] = {}
        self._others: dict[int, dict[tuple[str, str], TableData]] = {}
        self.names: frozenset[str] = frozenset()
        self.created = False
        self.dropped = False
        self.row_mode = False

    def __bool__(self) -> bool:
        return bool(self._tables or self._others)

    def __iter__(self) -> Iterator[TableData]:
        return chain(self._tables.values(), *(tables.values() for tables in self._others.values()))

    def by_thread(self) -> list[tuple[int, list[TableData]]]:
        """All tables, by ascending pseudo_thread_id and in the order of their creation."""
        tables = self._others | {self._thread: self._tables}
        return [(thread, list(tables[thread].values())) for thread in sorted(tables) if tables[thread]]

    def change_thread(self, thread: int) -> None:
        """The session has another pseudo_thread_id."""
        if self._tables:
            self._others[self._thread] = self._tables
        self._thread, self._tables = thread, self._others.pop(thread, {})
        self._changed()

    def find(self, schema: str, name: str) -> TableData | None:
        return None if type(schema) is BaseSchema else self._tables.get((schema, name))

    def create(self, data: TableData) -> None:
        self._tables[data.definition.schema, data.definition.name] = data
        self.created = True
        self._changed()

    def replace(self, data: TableData, old: Table | None = None) -> None:
        """An altered table, or one that was emptied, is the newest (captured: temporary_tables_made_anew_statement)."""
        table = data.definition
        before = old or table
        del self._tables[before.schema, before.name]
        self._tables[table.schema, table.name] = data
        self._changed()

    def drop(self, schema: str, name: str) -> None:
        del self._tables[schema, name]
        self.dropped = True
        self._changed()
        if not self:
            self.row_mode = False

    def _changed(self) -> None:
        self.names = frozenset(name.lower() for _, name in self._tables)

    def transaction_ended(self) -> None:
        self.created = self.dropped = False
