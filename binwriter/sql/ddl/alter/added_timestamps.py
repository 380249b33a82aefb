"""TIMESTAMP columns that ALTER TABLE defines without a default: only the first one of the new table takes the current
time by itself, wherever it stands (captured: timestamps_added_statement)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.columns import ColumnBuilder
from binwriter.sql.ddl.table.implicit_timestamps import IMPLICIT_ZERO, are_implicit
from binwriter.sql.syntax.table import CreateTableSyntax

_TYPES = (ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2)


class _Slot(Protocol):
    column: Column


@dataclass(frozen=True)
class AddedTimestamp:
    """as_first, as_further: the column as the table's first TIMESTAMP, and as another. late: see `ColumnBuilder`."""

    as_first: Column
    as_further: Column
    late: Sequence[MySQLError]


def built(
    scratch: CreateTableSyntax,
    collation: int,
    context: StatementContext,
    late: list[MySQLError],
    added: list[AddedTimestamp],
) -> Column:
    """The column of this definition; what it is where it is not the first of its type joins those that were added."""
    made = ColumnBuilder(scratch, collation, context, late).build()[0]
    syntax = scratch.columns[0]
    plain = not (syntax.nullable or syntax.generated) and syntax.default is None and syntax.on_update is None
    if plain and syntax.type.name == "TIMESTAMP" and are_implicit(context):
        more: list[MySQLError] = []
        further = replace(scratch, columns=[replace(syntax, nullable=False, default=IMPLICIT_ZERO)])
        added.append(AddedTimestamp(made, ColumnBuilder(further, collation, context, more).build()[0], more))
    return made


def settle(slots: Sequence[_Slot], added: Sequence[AddedTimestamp], late: list[MySQLError]) -> None:
    """The columns of the new table in their order."""
    has_one = False
    for slot in slots:
        for one in added if has_one else ():
            if slot.column is one.as_first:
                slot.column = one.as_further
                late.extend(one.late)
        has_one = has_one or slot.column.spec.type in _TYPES
