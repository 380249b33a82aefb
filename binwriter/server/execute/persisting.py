"""SET PERSIST, SET PERSIST_ONLY and RESET PERSIST: what the next start of the server finds.

Errors as a 9.7.4 gives them.
"""

from __future__ import annotations

from typing import Any

from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.variables.persisted import PersistedValue
from binwriter.mysql.variables.rules import deprecations
from binwriter.mysql.variables.scopes import DEFAULT
from binwriter.mysql.variables.spec import Variable, VariableTable, folded
from binwriter.mysql.variables.values import convert
from binwriter.server.execute.administers import administers
from binwriter.server.execution import Execution
from binwriter.server.system.variables import shown
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult


def persist(runner: Execution, name: str, context: StatementContext) -> None:
    """Keeps the global value that SET PERSIST has set. name: of the variable, in any case."""
    variable = runner.session.variables.table.by_name(name)
    # the default cache's value, whichever is named (captured: clusters/key_caches_by_name)
    _keep(runner, folded(name), shown(variable, runner.session.variables.get_global(variable.name)), context)


def persist_only(runner: Execution, name: str, value: Any, context: StatementContext) -> list[Diagnostic]:
    """Keeps a value, and sets none. Returns the warnings; MySQLError for one that the variable cannot have."""
    server = runner.session.server
    variable = runner.session.variables.table.by_name(name)
    warnings = deprecations(variable)
    if not variable.has_global:
        raise mysql_error("ER_LOCAL_VARIABLE", variable.name)
    refuse_unpersisted(variable)
    kept = variable.default
    if value is not DEFAULT:
        kept = convert(variable, value, server.variables.get(variable.name), warnings, server.variables.engines)
    _keep(runner, folded(name), shown(variable, kept), context)
    return warnings


def refuse_unpersisted(variable: Variable) -> None:
    """1238 for what is never kept (captured: cluster variables_never_persisted)."""
    if "unpersisted" in variable.flags:
        kind = "non persistent read only" if variable.read_only else "non persistent"
        raise mysql_error("ER_INCORRECT_GLOBAL_LOCAL_VAR", variable.name, kind)


def _keep(runner: Execution, name: str, text: str, context: StatementContext) -> None:
    user, host = account_of(context)
    value = PersistedValue(text, user, host, context.start_microseconds)
    table = runner.session.variables.table
    for called in _names(table, name):
        runner.session.server.persisted.keep(called, value, is_static=table.by_name(called).read_only)


def _names(table: VariableTable, name: str) -> tuple[str, ...]:
    """A variable that has an older or newer name is kept under both (captured: clusters/variables_of_both_names)."""
    own = table.variables.get(name)
    others = (other for other in table.variables.values() if other.replacement == name)
    pair = [own.replacement] if own is not None and own.replacement else [other.name for other in others]
    return name, *(
        other for other in pair if other in table.variables and _without_roles(other) == _without_roles(name)
    )


def _without_roles(name: str) -> str:
    return name.replace("slave", "replica").replace("master", "source")


@administers("reset_persist")
def reset_persist(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """RESET PERSIST, of all or of one. ER_VAR_DOES_NOT_EXIST, a warning with IF EXISTS."""
    persisted, name = runner.session.server.persisted, folded(syntax.argument)
    if name and name not in persisted:
        if not syntax.words:
            raise mysql_error("ER_VAR_DOES_NOT_EXIST", syntax.argument)
        return StatementResult(diagnostics=(mysql_warning("ER_VAR_DOES_NOT_EXIST", syntax.argument),), affected=0)
    for called in _names(runner.session.variables.table, name) if name else (None,):
        if called is None or called in persisted:
            persisted.forget(called)
    return StatementResult(affected=0)
