"""A table whose rows are made when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from binwriter.catalog.tables import Key, Table
from binwriter.errors import UnsupportedError
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql.collation.keys import sort_key
from binwriter.storage.order import Row, RowId
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog


class MadeTable(TableData):
    """make: gives the rows. Many statements only ask what columns there are."""

    def __init__(self, definition: Table, make: Callable[[], Iterable[Row]]) -> None:
        super().__init__(definition)
        self.born = 0  # as old as the server
        self._make = make

    @cached_property
    def _made(self) -> list[Row]:
        """In the order in which they are shown."""
        made = [tuple(row) for row in self._make()]
        if self.definition.keys:
            for row in made:
                self.insert(row)
        return made

    def __len__(self) -> int:
        return len(self._made)

    def scan(self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()) -> Iterator[tuple[RowId, Row]]:
        return iter(enumerate(self._made, 1)) if not self.definition.keys else super().scan(key, prefix)

    def _ids(self, key: Key | None, prefix: tuple[ColumnValue, ...]) -> list[RowId]:
        return super()._ids(key, prefix) if self._made is not None else []

    def row(self, row_id: RowId) -> Row:
        return self._made[row_id - 1] if not self.definition.keys else super().row(row_id)

    def has(self, row_id: RowId) -> bool:
        return row_id <= len(self._made) if not self.definition.keys else super().has(row_id)

    def place_of(self, row_id: RowId) -> Any:
        """UnsupportedError of a table without keys: it is asked of a row that is about to be changed."""
        self._refuse_change()
        return super().place_of(row_id)

    def delete(self, row_id: RowId, undo: UndoLog | None = None) -> None:
        self._refuse_change()
        super().delete(row_id, undo)

    def _refuse_change(self) -> None:
        if not self.definition.keys:
            raise UnsupportedError(f"changes of rows of {self.definition.schema}.{self.definition.name}")

    def sifted(self, tests: Iterable[tuple[int, int, frozenset[Any]]]) -> MadeTable:
        """The same with fewer rows. tests: column, its collation, the sort keys of the texts that may stand in it."""
        kept = list(tests)

        def make() -> Iterator[Row]:
            known: dict[tuple[int, Any], bool] = {}
            for row in self._made:
                for column, collation, wanted in kept:
                    value = row[column]
                    if (column, value) not in known:
                        known[column, value] = value is not None and sort_key(str(value), collation) in wanted
                    if not known[column, value]:
                        break
                else:
                    yield row

        return MadeTable(self.definition, make)

    def without(self, changes: Any) -> TableData:
        """There is no earlier state of it."""
        return self
