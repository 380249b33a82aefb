"""The rows NEW and OLD that a trigger's body names, and what CREATE TRIGGER checks of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.programs import SetNew, parts_of

_MISSING_ROWS = {"INSERT": "OLD", "DELETE": "NEW"}


def check_trigger_rows(node: CreateProgram) -> None:
    """MySQLError 1363 for a row that the event does not have, 1362 for SET NEW after it; no table is looked for."""
    for row, _, is_set in _columns(node):
        if _MISSING_ROWS.get(node.event) == row:
            raise mysql_error("ER_TRG_NO_SUCH_ROW_IN_TRG", row, node.event)
        if is_set and node.timing == "AFTER":
            raise mysql_error("ER_TRG_CANT_CHANGE_ROW", "NEW", "after ")


def check_trigger_columns(node: CreateProgram, table: Table) -> None:
    """MySQLError 1054 for unknown columns."""
    for row, name, _ in _columns(node):
        _check_column(row, name, table)


def _columns(node: CreateProgram) -> Iterator[tuple[str, str, bool]]:
    """(OLD or NEW, the column, whether it is set)."""
    for part in parts_of(node.body):
        if isinstance(part, SetNew):
            yield "NEW", part.column, True
        elif isinstance(part, exp.Expression):
            for column in part.find_all(exp.Column):
                if column.table.upper() in ("NEW", "OLD"):
                    yield column.table.upper(), column.name, False


def _check_column(row: str, name: str, table: Table) -> None:
    if name.lower() not in table.index_of:
        raise mysql_error("ER_BAD_FIELD_ERROR", name, row)


def columns_of_new(body: Any, *, set_only: bool) -> Iterator[str]:
    """The columns of NEW that a trigger's body sets, or also those that it reads."""
    for part in parts_of(body):
        if isinstance(part, SetNew):
            yield part.column
        elif isinstance(part, exp.Expression) and not set_only:
            yield from (column.name for column in part.find_all(exp.Column) if column.table.upper() == "NEW")
