"""SET_VAR hints: variables that have another value for one statement.

Source: MySQL manual, 10.9.3 "Variable-Setting Hint Syntax"; warnings as a 9.7.4 gives them. The events of the statement
carry what the hints say, its variables are as before when it is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.execute.set_variables import apply_set
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import Scope, Set, SetVariable
from binwriter.sql.text.hints import HINTABLE, SetVar, first_of_each, read_hints
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait


def _takes_hints(parsed: ParsedStatement) -> bool:
    return parsed.command == "select" or CommandTrait.CHANGES_ROWS in parsed.traits


def has_hints(parsed: ParsedStatement) -> bool:
    """Whether it may have hints that are obeyed."""
    return "/*+" in parsed.text and _takes_hints(parsed)


@contextmanager
def hinted(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> Iterator[None]:
    """Runs a statement under its hints."""
    hints = read_hints(parsed.text)
    if hints.limits_inner or (hints.limits_time and parsed.command != "select"):
        context.warn("ER_WARN_UNSUPPORTED_MAX_EXECUTION_TIME")
    for repeated in hints.repeated:
        context.warn("ER_WARN_CONFLICTING_HINT", repeated)
    saved: list[tuple[str, Any]] = []
    variables = runner.session.variables
    timestamp = variables.fixed_timestamp
    for setting, again in first_of_each(hints.settings):
        if again:
            context.warn("ER_WARN_CONFLICTING_HINT", f"SET_VAR({setting.name}={setting.shown}) ")
        else:
            saved += _set(runner, setting, context)
    if not hints.settings:
        yield
        return
    context.start_microseconds = runner.session.statement_time(clock)

    def restore() -> None:
        variables.fixed_timestamp = timestamp
        for name, value in reversed(saved):
            variables.assign(name, value)

    runner.session.restore_hinted = restore
    try:
        yield
    finally:
        runner.session.restore_hinted = None
        restore()


def _set(runner: Execution, setting: SetVar, context: StatementContext) -> list[tuple[str, Any]]:
    """Sets one variable. What is to be put back."""
    variables = runner.session.variables
    name = setting.name.lower()
    if variables.table.find(name) is None:
        context.warn("ER_UNRESOLVED_HINT_NAME", f"'{setting.name}'", "SET_VAR")
        return []
    if name not in HINTABLE:
        context.warn("ER_NOT_HINT_UPDATABLE_VARIABLE", setting.name)
        return []
    before = variables.get(name)
    number = not isinstance(setting.value, str)
    value = exp.Literal.number(setting.value) if number else exp.Literal.string(setting.value)
    try:
        context.diagnostics.extend(apply_set(runner, Set((SetVariable(Scope.SESSION, name, value),)), context))
    except MySQLError as error:
        context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
        return []
    return [] if name in ("timestamp", "insert_id") else [(name, before)]
