"""Changes that may run for long while their session is the only one.

Locks are kept from the second session on (`locks.server_locks`), and a change without locks cannot stand still to let
that session in. So a server with clients keeps them from the first change on that somebody might want to look at, or
to kill.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.server.execution import Execution
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.command_table import commands_with
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types import function_of
from binwriter.statement.traits import CommandTrait

_CHANGES_ROWS = commands_with(CommandTrait.CHANGES_ROWS) | {"create_select"}
_MANY = 200_000  # rows, or combinations of rows, that are read in about a second


def keep_locks_for_long(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """In front of a statement: from now on the server's locks are kept, if it changes rows and may run for long."""
    if parsed.command in _CHANGES_ROWS and _may_run_long(runner, parsed, context):
        runner.session.server.locks.keep_from_now_on()


def _may_run_long(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> bool:
    node = parsed.node.select if isinstance(parsed.node, CreateTableSyntax) else parsed.node
    if not isinstance(node, exp.Expression):
        return False
    if any((record := function_of(call)) is not None and record.lasts for call in node.find_all(exp.Anonymous)):
        return True
    if next(functions_in(node, context.database), None) is not None or node.find(exp.With) is not None:
        return True
    combinations, storage = 1, runner.front_end.database.storage
    for table in table_nodes(node):
        data = storage.find(table.text("db") or context.database or "", table.name)
        combinations *= 1 if data is None else max(len(data), 1)
        if combinations > _MANY:
            return True
    return False
