"""What CREATE TRIGGER checks of the rows NEW and OLD that its body names."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from sqlglot import exp

from binwriter.messages import mysql_error
from binwriter.schema import Table
from binwriter.sql.programs.syntax import CreateProgram, Expression, SetNew

_MISSING_ROWS = {"INSERT": "OLD", "DELETE": "NEW"}


def check_trigger_names(node: CreateProgram, table: Table) -> None:
    """MySQLError 1363 for a row that the event does not have, 1362 for SET NEW after it, 1054 for unknown columns."""
    for part in walk(node.body):
        if isinstance(part, SetNew):
            if node.event == "DELETE":
                raise mysql_error("ER_TRG_NO_SUCH_ROW_IN_TRG", "NEW", node.event)
            if node.timing == "AFTER":
                raise mysql_error("ER_TRG_CANT_CHANGE_ROW", "NEW", "after ")
            _check_column("NEW", part.column, table)
        elif isinstance(part, exp.Expression):
            for column in part.find_all(exp.Column):
                row = column.table.upper()
                if row in ("NEW", "OLD"):
                    if _MISSING_ROWS.get(node.event) == row:
                        raise mysql_error("ER_TRG_NO_SUCH_ROW_IN_TRG", row, node.event)
                    _check_column(row, column.name, table)


def _check_column(row: str, name: str, table: Table) -> None:
    if name.lower() not in table.index_of:
        raise mysql_error("ER_BAD_FIELD_ERROR", name, row)


def walk(part: Any) -> Iterator[Any]:
    """Every part of a body, trees of expressions and statements included, in the order of the text."""
    if isinstance(part, exp.Expression):
        yield part
    elif isinstance(part, Expression):
        yield part.node
    elif isinstance(part, tuple):
        for one in part:
            yield from walk(one)
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        yield part
        for field in dataclasses.fields(part):
            yield from walk(getattr(part, field.name))
