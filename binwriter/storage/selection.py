"""PARTITION (p0, ...) behind a table's name: only the rows of these partitions are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql.messages.table import mysql_error
from binwriter.storage.order import Row, RowId
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import Change, UndoLog


class PartitionSelection(TableData):
    """A table's own rows and indexes, of which statements see some. numbers: of the partitions.

    Raises MySQLError ER_ROW_DOES_NOT_MATCH_GIVEN_PARTITION_SET for a row that belongs elsewhere.
    """

    __slots__ = ("base", "numbers")

    def __init__(self, data: TableData, numbers: frozenset[int]) -> None:
        self.__dict__ = data.__dict__
        self.base, self.numbers = data, numbers

    @property
    def stored(self) -> TableData:
        return self.base.stored

    def for_reading(self) -> TableData:
        return PartitionSelection(self.base.for_reading(), self.numbers)

    def without(self, changes: Iterable[Change]) -> TableData:
        return PartitionSelection(self.base.without(changes), self.numbers)

    def _inside(self, row: Row) -> bool:
        partitioning = self.definition.partitioning
        return partitioning is None or partitioning.of(row) in self.numbers

    def parts(self) -> Iterable[int | None]:
        return sorted(self.numbers)

    def scan(self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()) -> Iterator[tuple[RowId, Row]]:
        return ((row_id, row) for row_id, row in super().scan(key, prefix) if self._inside(row))

    def insert(self, row: Row, undo: UndoLog | None = None) -> RowId:
        self.check_partition(row)
        return self.base.insert(row, undo)

    def update(self, row_id: RowId, row: Row, undo: UndoLog | None = None, to: int | None = None) -> None:
        self.check_partition(row)
        self.base.update(row_id, row, undo, to)

    def delete(self, row_id: RowId, undo: UndoLog | None = None) -> None:
        self.base.delete(row_id, undo)

    def check_partition(self, row: Row) -> None:
        super().check_partition(row)
        if not self._inside(row):
            raise mysql_error("ER_ROW_DOES_NOT_MATCH_GIVEN_PARTITION_SET")


def refuse_unchosen(data: TableData, row: Row) -> None:
    """ER_ROW_DOES_NOT_MATCH_GIVEN_PARTITION_SET of a row that is to be inserted, before its engine is asked (captured:
    rows_of_no_partition_statement); one that no partition takes is the engine's business."""
    if isinstance(data, PartitionSelection) and (partitioning := data.definition.partitioning) is not None:
        try:
            place = partitioning.of(row)
        except MySQLError:
            return
        if place not in data.numbers:
            raise mysql_error("ER_ROW_DOES_NOT_MATCH_GIVEN_PARTITION_SET")


def chosen_partitions(data: TableData, node: exp.Expression) -> TableData:
    """Of the table what PARTITION (...) leaves. MySQLError for names that it has not."""
    clause = node.args.get("partition")
    if not isinstance(clause, exp.Partition):
        return data
    partitioning = data.definition.partitioning
    if partitioning is None:
        raise mysql_error("ER_PARTITION_CLAUSE_ON_NONPARTITIONED")
    numbers: frozenset[int] = frozenset()
    for named in clause.expressions:
        numbers_named = partitioning.numbers(named.name)
        if numbers_named is None:
            raise mysql_error("ER_UNKNOWN_PARTITION", named.name, node.name)
        numbers |= numbers_named
    return PartitionSelection(data, numbers)
