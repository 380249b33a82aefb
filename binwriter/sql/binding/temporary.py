"""The temporary tables of one session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binwriter.storage.table_data import TableData


class BaseSchema(str):
    """A database's name as a view's query has it: no temporary table is meant (captured: tables_made_beside)."""

    __slots__ = ()


class TemporaryTables:
    """Tables that only their session sees, in the order of their creation. Their rows take part in its undo log.

    created, dropped: whether the transaction under way made or dropped one, which ROLLBACK does not take back
    (warnings 1751 and 1752). row_mode: up to 5.7, an unsafe statement of MIXED used one, and until the last is dropped
    everything is logged as rows. names: in lower case, another set after each change.
    """

    def __init__(self) -> None:
        self._tables: dict[tuple[str, str], TableData] = {}
        self.names: frozenset[str] = frozenset()
        self.created = False
        self.dropped = False
        self.row_mode = False

    def __bool__(self) -> bool:
        return bool(self._tables)

    def __iter__(self) -> Iterator[TableData]:
        return iter(self._tables.values())

    def find(self, schema: str, name: str) -> TableData | None:
        return None if type(schema) is BaseSchema else self._tables.get((schema, name))

    def create(self, data: TableData) -> None:
        self._tables[data.definition.schema, data.definition.name] = data
        self.created = True
        self._changed()

    def replace(self, data: TableData, old_name: str | None = None) -> None:
        """Puts an altered table in its old one's place."""
        table = data.definition
        place = (table.schema, old_name or table.name)
        renamed = {
            (table.schema, table.name) if key == place else key: data if key == place else value
            for key, value in self._tables.items()
        }
        self._tables = renamed
        self._changed()

    def drop(self, schema: str, name: str) -> None:
        del self._tables[schema, name]
        self.dropped = True
        self._changed()
        if not self._tables:
            self.row_mode = False

    def _changed(self) -> None:
        self.names = frozenset(name.lower() for _, name in self._tables)

    def transaction_ended(self) -> None:
        self.created = self.dropped = False
