"""Which statements ask for rights when they are prepared; the others do when they run.

Source: what a 9.7.4 answers (captured: prepared_without_rights).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.server.execution import Execution
from binwriter.server.guards.variables import check_set
from binwriter.sql.context import StatementContext
from binwriter.sql.privileges import check as privileges
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import Call, SelectInto
from binwriter.sql.syntax.session import Scope, Set, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.words import ParsedStatement

_ASKED = (
    SelectInto,
    exp.Query,
    exp.Insert,
    exp.Update,
    exp.Delete,
    exp.Tuple,
    Call,
    Set,
    CreateTableSyntax,
    CreateViewSyntax,
)
_SHOWN_LATER = frozenset({"CREATE", "GRANTS"})


def check(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """MySQLError for who may not send this, before tables are looked for."""
    if _asks(parsed):
        privileges.check(parsed, runner.front_end.database_of(context), context)
    if isinstance(parsed.node, Set):
        for item in parsed.node.assignments:
            if isinstance(item, SetVariable):
                context.variables.table.by_name(item.name)  # ER_UNKNOWN_SYSTEM_VARIABLE


def check_columns(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """The same for single columns, once there are tables."""
    if _asks(parsed):
        privileges.check_columns(parsed, runner.front_end.database_of(context), context)


def is_kept(parsed: ParsedStatement, context: StatementContext) -> bool:
    """A SET of a global variable that the session may not send is prepared without an error, and forgotten."""
    if not isinstance(parsed.node, Set) or context.rights is None:
        return True
    for item in parsed.node.assignments:
        if isinstance(item, SetVariable) and item.scope is not Scope.SESSION:
            try:
                check_set(context.rights, Set((item,)), context.variables)
            except MySQLError:
                return False
    return True


def _asks(parsed: ParsedStatement) -> bool:
    node = parsed.node
    if isinstance(node, AdminSyntax):
        shows = parsed.command.startswith("show") and _SHOWN_LATER.isdisjoint(node.words)
        return shows or node.statement is not None
    return isinstance(node, _ASKED) or parsed.command == "do"
