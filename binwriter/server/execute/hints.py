"""SET_VAR hints: variables that have another value for one statement.

Source: MySQL manual, 10.9.3 "Variable-Setting Hint Syntax"; warnings as a 9.7.4 gives them. The events of the statement
carry what the hints say, its variables are as before when it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.execute import resource_groups
from binwriter.server.execute.set_variables import apply_set
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import Scope, Set, SetVariable
from binwriter.sql.text.hints import HINTABLE, Hints, SetVar, read_hints
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait

_QUERIES = ("select", "explain")


def _takes_hints(parsed: ParsedStatement) -> bool:
    return parsed.command in _QUERIES or CommandTrait.CHANGES_ROWS in parsed.traits


def has_hints(parsed: ParsedStatement) -> bool:
    """Whether it may have hints that are obeyed."""
    return "/*+" in parsed.text and _takes_hints(parsed)


@contextmanager
def hinted(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> Iterator[None]:
    """Runs a statement under its hints."""
    hints = read_hints(parsed.text, ansi="ANSI_QUOTES" in context.variables.settings.sql_mode)
    for _ in range(hints.limits_inner or (hints.limits_time and parsed.command not in _QUERIES)):
        context.warn("ER_WARN_UNSUPPORTED_MAX_EXECUTION_TIME")
    saved: list[tuple[str, Any]] = []
    variables = runner.session.variables
    timestamp = variables.fixed_timestamp
    tell_names = _names_read(runner, parsed, context, hints)
    in_force = _in_force(hints.settings, context)
    for setting in in_force:
        saved += _set(runner, setting, context)
    if not context.parsed_before:
        _tell_of_group(runner, hints, context)
        tell_names()
    if not in_force:
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


def _names_read(
    runner: Execution, parsed: ParsedStatement, context: StatementContext, hints: Hints
) -> Callable[[], None]:
    """Tells what is wrong as they are read with hints that name tables. What tells later which names are not there."""
    if not hints.named or not context.variables.behaviour.instant_alter:
        return lambda: None  # up to 5.7 there are others
    from binwriter.server.execute import hinted_names  # late: hints are seldom

    hinted_names.choose_keys(parsed, hints.named)
    if context.parsed_before:
        return lambda: None
    names, block = hinted_names.told_as_read(parsed, context, hints.named)
    return lambda: hinted_names.tell(runner, parsed, context, names, block)


def _tell_of_group(runner: Execution, hints: Hints, context: StatementContext) -> None:
    """RESOURCE_GROUP, which has no effect here: of which there is no group, or one of the system's, and of subqueries
    (cluster hints_of_resource_groups)."""
    in_program = runner.session.in_call and bool(hints.group)
    for _ in range(hints.groups_below + in_program):
        context.warn("ER_WARN_UNSUPPORTED_HINT", "Subquery or Stored procedure or Trigger")
    if hints.group and not in_program:
        try:
            group = runner.front_end.catalog.resource_groups.find(hints.group)
            resource_groups.refuse_hinted(group, runner.session.thread_id)
        except MySQLError as error:
            context.diagnostics.append(Diagnostic("Warning", error.code, error.message))


def _in_force(settings: Sequence[SetVar | str], context: StatementContext) -> list[SetVar]:
    """Those that are the first of their variables; warnings of the others are given before any is set."""
    first: dict[str, SetVar] = {}
    for setting in settings:
        if isinstance(setting, str):
            context.warn("ER_WARN_CONFLICTING_HINT", setting)
        elif context.variables.table.find(name := setting.name.lower()) is None:
            context.warn("ER_UNRESOLVED_HINT_NAME", f"'{setting.name}'", "SET_VAR")
        elif name not in HINTABLE:
            context.warn("ER_NOT_HINT_UPDATABLE_VARIABLE", setting.name)
        elif name in first:
            context.warn("ER_WARN_CONFLICTING_HINT", f"SET_VAR({name}={setting.shown}) ")
        else:
            first[name] = setting
    return list(first.values())


def _set(runner: Execution, setting: SetVar, context: StatementContext) -> list[tuple[str, Any]]:
    """Sets one variable. What is to be put back."""
    variables = runner.session.variables
    name = setting.name.lower()
    before = variables.get(name)
    number = not isinstance(setting.value, str)
    value = exp.Literal.number(setting.value) if number else exp.Literal.string(setting.value)
    try:
        context.diagnostics.extend(apply_set(runner, Set((SetVariable(Scope.SESSION, name, value),)), context))
    except MySQLError as error:
        context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
        return []
    return [] if name in ("timestamp", "insert_id") else [(name, before)]
