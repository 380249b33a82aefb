"""MRG_MYISAM: a table that is the rows of others, one after the other.

Source: MySQL manual, "The MERGE Storage Engine"; captures (tests/golden/scenarios/engines_*.scn). In row form the merge
table and then its children are mapped, and the rows are those of the merge table.
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.catalog.tables import Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.storage.order import Row, RowId
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

MERGE_ENGINE = "MRG_MYISAM"

_METHODS = {"INSERT_METHOD=FIRST": 0, "INSERT_METHOD=LAST": -1}


def merged(definition: Table, child: Callable[[str, str], TableData], *, names_missing: bool = False) -> TableData:
    """The table's rows as they are now. ER_WRONG_MRG_TABLE (1168) if a child is not there, no MyISAM table, or one
    whose columns are stored in another way or that has not the keys (captured: clusters/children_of_merges).
    names_missing: a child that is not there is told of first (ER_NO_SUCH_TABLE; captured:
    5.5.20/children_missing_statement).
    """
    children = []
    for schema, name in definition.merges:
        try:
            children.append(child(schema, name))
        except KeyError:
            error = mysql_error("ER_WRONG_MRG_TABLE")
            if names_missing:
                error.earlier = (mysql_warning("ER_NO_SUCH_TABLE", schema, name, level="Error"),)
            raise error from None
    if not all(_fits(definition, data.definition) for data in children):
        raise mysql_error("ER_WRONG_MRG_TABLE")
    return MergeData(definition, children)


def _fits(table: Table, child: Table) -> bool:
    columns = [[_stored(column.spec) for column in one.columns] for one in (table, child)]
    keys = [[[(part.column, part.length) for part in key.parts] for key in one.keys] for one in (table, child)]
    return child.engine.name == "MyISAM" and columns[0] == columns[1] and keys[0] == keys[1][: len(keys[0])]


def _stored(spec: ColumnSpec) -> ColumnSpec:
    """What MyISAM knows of a column."""
    return replace(spec, name="", collation=0, members=(), srid=None, visible=True, unsigned=False)


class MergeData(TableData):
    """A merge table for the length of a statement: what is done to it is done to its children."""

    def __init__(self, definition: Table, children: list[TableData]) -> None:
        super().__init__(definition)
        self.children = children
        for number, child in enumerate(children):
            for row_id, row in child.scan():
                self._put(self._own_id(row_id, number), row, (number, child.place_of(row_id)))

    def _own_id(self, row_id: RowId, number: int) -> RowId:
        return row_id * len(self.children) + number

    def _child_of(self, row_id: RowId) -> tuple[TableData, RowId]:
        row_id, number = divmod(row_id, len(self.children))
        return self.children[number], row_id

    def insert(self, row: Row, undo: UndoLog | None = None) -> RowId:
        """Into the child that INSERT_METHOD names. ER_OPEN_AS_READONLY (1036) without one, or without children."""
        number = next((_METHODS[option] for option in self.definition.options if option in _METHODS), None)
        if number is None or not self.children:
            raise mysql_error("ER_OPEN_AS_READONLY", self.definition.name)
        child = self.children[number]
        inserted = child.insert(row)
        number %= len(self.children)
        row_id = self._own_id(inserted, number)
        self._put(row_id, tuple(row), (number, child.place_of(inserted)))
        return row_id

    def update(self, row_id: RowId, row: Row, undo: UndoLog | None = None, to: int | None = None) -> None:
        child, inner = self._child_of(row_id)
        child.update(inner, row)
        super().update(row_id, row)

    def delete(self, row_id: RowId, undo: UndoLog | None = None) -> None:
        child, inner = self._child_of(row_id)
        child.delete(inner)
        self._take(row_id)

    def truncate(self) -> None:
        for child in self.children:
            child.truncate()
        super().truncate()
