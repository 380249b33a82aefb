"""A table of an UPDATE of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.dml.joined.asked_by_views import RowCheck
from binwriter.sql.dml.plain_changes import Assignment
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.dml.unread_columns import has_bytes_beneath
from binwriter.sql.query.joins.rows import JoinedTable
from binwriter.statement.values import RowOperation
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData


@dataclass
class UpdatedTable:
    """A table of the UPDATE with its assignments. pending: rows to change when the join has ended, with the values.

    unread: a column that is assigned is not read, so that InnoDB is asked to write rows even where nothing changes.
    read: virtual columns that the statement reads; virtual: those, and what counts as written for images. fires: it has
    triggers. checks: what views ask of its rows; rows: what the join had for those that wait, which they need.
    holds_nulls: an outer join may make its rows NULL, so that what waits may be NULL. keeps_null: NULL waits for its
    triggers.
    """

    slot: int
    table: JoinedTable
    assignments: list[Assignment]
    pending: dict[RowId, tuple[ColumnValue, ...]]
    unread: bool = False
    read: frozenset[int] = frozenset()
    virtual: frozenset[int] = frozenset()
    fires: bool = False
    checks: tuple[RowCheck, ...] = ()
    rows: dict[RowId, Sequence[Any]] = field(default_factory=dict)
    holds_nulls: bool = False
    keeps_null: bool = False

    @property
    def assigned(self) -> set[int]:
        """The columns that have assignments."""
        return {assignment.index for assignment in self.assignments}

    @property
    def copies_instants(self) -> bool:
        """Whether another TIMESTAMP is copied, which asks for the zone if it waits in a table of its own."""
        return any(assignment.instant for assignment in self.assignments)

    @property
    def changed(self) -> set[int]:
        """These, and those that take the time of a change."""
        columns = enumerate(self.data.definition.columns)
        return self.assigned | {index for index, column in columns if column.on_update_now}

    def written(self, run: DmlRun) -> frozenset[int]:
        """What counts as written before there is an image: these, what triggers give values, the columns computed of
        them and the virtual ones of keys."""
        table = self.data.definition
        touched = self.changed | run.marked_by_triggers(table, RowOperation.UPDATE)
        return run.with_dependents(table, frozenset(touched))

    @property
    def may_differ_beneath(self) -> bool:
        """Whether a NULL that is set again may change a row's time."""
        return self.changed != self.assigned and has_bytes_beneath(self.data.definition, self.assigned)

    @property
    def data(self) -> TableData:
        assert isinstance(self.table.data, TableData)
        return self.table.data


def refuse_changed_place(updated: Sequence[UpdatedTable]) -> None:
    """ER_MULTI_UPDATE_KEY_CONFLICT: a table that is updated under two names keeps its rows where they are.

    Their place is the partition and, in InnoDB, the primary key.
    """
    for position, one in enumerate(updated):
        table = one.data.definition
        key = primary_key_equivalent(table) if table.engine.two_phase else None
        place = set(key.columns if key is not None else ())
        if table.partitioning is not None:
            place |= set(table.partitioning.columns)
        for other in updated[position + 1 :]:
            assigned = {assignment.index for item in (one, other) for assignment in item.assignments}
            if other.data is one.data and place & assigned:
                raise mysql_error("ER_MULTI_UPDATE_KEY_CONFLICT", one.table.alias, other.table.alias)
