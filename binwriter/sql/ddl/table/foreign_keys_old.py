"""Whether a foreign key fits its parent up to 5.7, where InnoDB alone looks at it.

As a 5.5.62, a 5.6.24 and a 5.7.29 answer (tests/golden/captured-old, fk): an index that begins with the parent's
columns will do, and of what is wrong the client hears no more than that there can be no such key.
"""

from __future__ import annotations

from binwriter.catalog.tables import ForeignKey, Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext

_NO_FOREIGN_KEY = 150  # HA_ERR_CANNOT_ADD_FOREIGN


def refusal(table: Table, context: StatementContext) -> MySQLError:
    """ER_CANNOT_ADD_FOREIGN; up to 5.5 ER_CANT_CREATE_TABLE."""
    if not context.variables.behaviour.says_foreign:
        return mysql_error("ER_CANT_CREATE_TABLE", f"{table.schema}.{table.name}", _NO_FOREIGN_KEY)
    return mysql_error("ER_CANNOT_ADD_FOREIGN")


def warn_of_missing_index(table: Table, context: StatementContext) -> None:
    """From 5.5 on a warning tells of an index that the parent has not (captured: 5.5.20)."""
    if context.variables.behaviour.keys_in_place:
        context.warn("ER_CANNOT_ADD_FOREIGN_NO_INDEX", f"{table.schema}/{table.name}")


def has_leading_index(key: ForeignKey, parent: Table) -> bool:
    """Whether an index of the parent begins with the columns that the key names."""
    if any(column.lower() not in parent.index_of for column in key.parent_columns):
        return False
    wanted = tuple(parent.index_of[column.lower()] for column in key.parent_columns)
    return any(parent_key.columns[: len(wanted)] == wanted for parent_key in parent.keys)
