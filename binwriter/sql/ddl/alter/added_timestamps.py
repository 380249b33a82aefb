"""TIMESTAMP columns that ALTER TABLE defines without a default: only the first one of the new table takes the current
time by itself, wherever it stands (captured: timestamps_added_statement)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.tables import Column
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.ddl.table.columns import ColumnBuilder
from binwriter.sql.ddl.table.implicit_timestamps import IMPLICIT_ZERO, are_implicit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binwriter.errors import MySQLError
    from binwriter.sql.ddl.alter.table import Alteration, Slot
    from binwriter.sql.syntax.table import CreateTableSyntax

_TYPES = (ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2)


@dataclass(frozen=True)
class AddedTimestamp:
    """as_first, as_further: the column as the table's first TIMESTAMP, and as another. late: see `Alteration`."""

    as_first: Column
    as_further: Column
    late: Sequence[MySQLError]


def built(alter: Alteration, scratch: CreateTableSyntax) -> Column:
    """The column of this definition, and what it is where it is not the first of its type."""
    made = ColumnBuilder(scratch, alter.collation, alter.context, alter.late).build()[0]
    syntax = scratch.columns[0]
    plain = not (syntax.nullable or syntax.generated) and syntax.default is None and syntax.on_update is None
    if plain and syntax.type.name == "TIMESTAMP" and are_implicit(alter.context):
        late: list[MySQLError] = []
        further = replace(scratch, columns=[replace(syntax, nullable=False, default=IMPLICIT_ZERO)])
        as_further = ColumnBuilder(further, alter.collation, alter.context, late).build()[0]
        alter.added_timestamps.append(AddedTimestamp(made, as_further, late))
    return made


def settle(alter: Alteration, slots: Sequence[Slot]) -> None:
    """The columns of the new table in their order."""
    has_one = False
    for slot in slots:
        for added in alter.added_timestamps if has_one else ():
            if slot.column is added.as_first:
                slot.column = added.as_further
                alter.late.extend(added.late)
        has_one = has_one or slot.column.spec.type in _TYPES
