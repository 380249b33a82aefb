"""CREATE, ALTER and DROP SERVER: rows of mysql.servers, and the names of servers that are known in memory.

A server reads the table once, at its start, so that rows which other statements put there are servers only then.
Nothing of it is logged. Captured: clusters/foreign_servers. Source: MySQL manual, "CREATE SERVER Statement".
"""

from __future__ import annotations

from binwriter.catalog.tables import Column
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execute.administers import administers
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.administration import AdminSyntax, ForeignServerSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.storage.table_data import TableData

_HOME, _TABLE = "mysql", "servers"
_NAME, _WRAPPER = "Server_name", "Wrapper"
_EMPTY: dict[str, ColumnValue] = {"Port": 0}
_NAME_LENGTH = 64  # characters
_LARGEST_PORT = (1 << 31) - 1


def _cut(column: Column, value: ColumnValue) -> ColumnValue:
    """As the table keeps a text: cut to its column, without a word."""
    if isinstance(value, int):
        return min(value, _LARGEST_PORT)
    assert isinstance(value, str)
    longest = column.spec.length // collation_by_id(column.spec.collation).mbmaxlen
    return value[:longest]


def _row_of(data: TableData, name: str) -> int | None:
    """Where the row of a server is; its name in any letter case."""
    place = data.definition.index_of[_NAME.lower()]
    for row_id, row in data.scan():
        if str(row[place]).lower() == name:
            return row_id
    return None


@administers("create_server", "alter_server", "drop_server")
def change_server(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """MySQLError ER_FOREIGN_SERVER_EXISTS, ER_FOREIGN_SERVER_DOESNT_EXIST; ER_NO_SUCH_TABLE without the table."""
    assert isinstance(syntax, ForeignServerSyntax)
    data = runner.front_end.database_of(context).table(_HOME, _TABLE)
    known: set[str] = runner.front_end.catalog.foreign_servers
    name = syntax.argument.lower()  # whole; the row has what its column takes of it
    row_id = _row_of(data, name[:_NAME_LENGTH])
    given: dict[str, ColumnValue] = dict(syntax.given)
    if syntax.command == "create_server":
        if name in known or row_id is not None:
            raise mysql_error("ER_FOREIGN_SERVER_EXISTS", syntax.argument)
        given |= {_NAME: syntax.argument, _WRAPPER: syntax.wrapper}
        columns = data.definition.columns
        data.insert(tuple(_cut(column, given.get(column.name, _EMPTY.get(column.name, ""))) for column in columns))
        known.add(name)
        return StatementResult(affected=1)
    if row_id is None or name not in known:
        if syntax.exists:
            return StatementResult(affected=int(context.variables.behaviour.counts_missing_servers))
        raise mysql_error("ER_FOREIGN_SERVER_DOESNT_EXIST", syntax.argument)
    if syntax.command == "drop_server":
        data.delete(row_id)
        known.discard(name)
        return StatementResult(affected=1)
    before = zip(data.definition.columns, data.row(row_id), strict=True)
    row = tuple(_cut(column, given[column.name]) if column.name in given else value for column, value in before)
    data.update(row_id, row)
    return StatementResult(affected=1)
