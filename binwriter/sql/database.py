"""Where names become tables: the catalog and the stored rows behind it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from binwriter.messages import mysql_error
from binwriter.schema import Catalog
from binwriter.sql.context import StatementContext
from binwriter.sql.storage import Storage, TableData


@dataclass(frozen=True)
class Database:
    """A server's catalog and storage as statements see them."""

    catalog: Catalog
    storage: Storage

    def table(self, schema: str | None, name: str) -> TableData:
        """The stored table. Raises MySQLError: no database selected, unknown database or table."""
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
        self.catalog.table(schema, name)
        return self.storage.data(schema, name)

    def table_of(self, node: exp.Expression, context: StatementContext) -> TableData:
        """The table a sqlglot Table node names, in the session's database when it names none."""
        return self.table(schema_of(node, context.database), node.name)


def schema_of(node: exp.Expression, database: str | None) -> str | None:
    """The database a table node names, else the session's."""
    named = node.args.get("db")
    return named.name if named is not None else database
