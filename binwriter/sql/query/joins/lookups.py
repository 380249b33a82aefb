"""Rows of a joined table by an index, as long as few of them are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, overload, runtime_checkable

from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.loops import TableNode, TableScan
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

_SHARE = 16  # of the rows, that are found by an index before all are read


@runtime_checkable
class OwnConditions(Protocol):
    """Reads of a table's rows those that its own conditions let through."""

    node: TableNode
    tests: Sequence[Truth]


@runtime_checkable
class ReadsByPath(Protocol):
    """Reads a table's rows by a path, as a join wants them."""

    @property
    def path(self) -> AccessPath: ...

    def given(self, row_id: RowId, values: Sequence[Any]) -> Sequence[Any]:
        """A row as it comes when it is read."""


@dataclass(eq=False)
class Lookup:
    """Finds rows by the value of a column of whole numbers, as long as that is less work than to read all of them.

    read: what reads the rows.
    """

    data: TableData
    column: int
    read: TableScan | ReadsByPath
    _context: StatementContext | None = None
    _left: int = 0
    _key: Key | None = None
    _in_table_order: bool = True

    def found(self, context: StatementContext, value: Any) -> list[Sequence[Any]] | None:
        """The rows in the order in which they are read; None where they are to be found otherwise."""
        if self._context is not context:
            self._context, self._left = context, len(self.data) // _SHARE
            self._key = self._choose(context)
        if self._key is None or self._left <= 0:
            return None
        scan = self.data.scan_equal if self._in_table_order else self.data.scan
        entries = list(scan(self._key, (value,)))
        self._left -= 1 + len(entries)
        if isinstance(self.read, TableScan):
            return [values for _, values in entries]
        given = self.read.given
        return [given(row_id, values) for row_id, values in entries]

    def _choose(self, context: StatementContext) -> Key | None:
        """The key that finds them, a unique one if there is one."""
        table = self.data.definition
        if not context.server.takes_many or table.partitioning is not None or table.engine.in_memory:
            return None
        order = (None,) if isinstance(self.read, TableScan) else self.read.path.index_read(context)
        if order is None:
            return None
        keys = [key for key in table.keys if key.columns and key.columns[0] == self.column]
        keys = [key for key in keys if not (key.parts[0].descending or key.parts[0].length)]
        keys.sort(key=lambda key: not (key.unique and len(key.columns) == 1))
        for key in keys:
            if (key.unique and len(key.columns) == 1) or order[0] is None or order[0] == key:
                self._in_table_order = order[0] is None
                return key
        return None


def lookup_of(node: TableNode, data: TableData, column: int) -> Lookup | None:
    """What an index finds of a table that is read by itself; its own conditions are asked of each pair in any case."""
    read: object = node.read
    while isinstance(read, OwnConditions):
        read = read.node.read
    if type(data) is not TableData or not isinstance(read, (TableScan, ReadsByPath)):
        return None
    return Lookup(data, column, read)


class LazyRows(Sequence[Sequence[Any]]):
    """A table's rows, read when somebody looks at them. size: how many there are."""

    def __init__(self, size: int, read: Callable[[], Iterable[Sequence[Any]]]) -> None:
        self._size, self._read = size, read
        self._rows: list[Sequence[Any]] | None = None

    def _known(self) -> list[Sequence[Any]]:
        if self._rows is None:
            self._rows = list(self._read())
        return self._rows

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Sequence[Any]]:
        return iter(self._known())

    @overload
    def __getitem__(self, place: int) -> Sequence[Any]: ...

    @overload
    def __getitem__(self, place: slice) -> list[Sequence[Any]]: ...

    def __getitem__(self, place: int | slice) -> Any:
        return self._known()[place]
