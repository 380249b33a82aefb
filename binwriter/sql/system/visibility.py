"""Whether a user is told of an object: the one question that all rows of information_schema ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext


def may_see(context: StatementContext, schema: str, name: str = "", column: str = "") -> bool:
    """Whether the session's account has any privilege on a database, a table in it, or a column of that."""
    rights = context.rights
    if rights is None:
        return True
    if not name:
        return rights.may("SHOW DATABASES") or rights.touches_schema(schema)
    return rights.touches_table(schema, name) and (not column or rights.touches_column(schema, name, column))
