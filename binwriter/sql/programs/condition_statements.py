"""SIGNAL, RESIGNAL and GET DIAGNOSTICS in a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.sql.programs.conditions import Raised
from binwriter.sql.programs.host import Running
from binwriter.sql.programs.signals import diagnostics_items, signalled
from binwriter.sql.programs.value_statements import assign
from binwriter.sql.syntax.programs import Expression, GetDiagnostics, Signal


def signal(interpreter: Running, statement: Signal) -> None:
    handled = interpreter.handled[-1] if interpreter.handled else None
    if statement.again and handled is None:
        raise mysql_error("ER_RESIGNAL_WITHOUT_ACTIVE_HANDLER")

    def value(expression: Expression) -> Any:
        return interpreter.host.evaluate(expression.node, interpreter.frame)[0]

    shortened: list[Diagnostic] = []

    def cut(item: str) -> None:
        if interpreter.host.context().strict:
            raise mysql_error("ER_COND_ITEM_TOO_LONG", item)
        shortened.append(mysql_warning("WARN_COND_ITEM_TRUNCATED", item))

    error = signalled(statement, handled if statement.again else None, value, cut)
    passed_on = statement.again and statement.condition is None
    if error.sqlstate[:2] == "01" or (passed_on and handled is not None and handled.level != "Error"):
        level = handled.level if passed_on and handled is not None else "Warning"
        told = Diagnostic(level, error.code, error.message, error.sqlstate)
        area: Sequence[Diagnostic] = [told]
        if handled is not None and statement.again:  # the area is again as the handler found it
            kept = [condition.as_diagnostic() for condition in handled.area]
            area = [told if passed_on and at == len(handled.noted) else each for at, each in enumerate(kept)]
            area = area if passed_on else [*kept, told]
        else:
            interpreter.host.row_count = 0
        interpreter.host.diagnostics = [*shortened, *area]
        return
    if statement.again and handled is not None:  # the area is again as the handler found it
        beneath = statement.condition is not None  # the new condition has what was there beneath it
        interpreter.host.diagnostics = [] if beneath else [condition.as_diagnostic() for condition in handled.noted]
    if shortened:
        interpreter.host.diagnostics = [*interpreter.host.diagnostics, *shortened]
    raise error


def get_diagnostics(interpreter: Running, statement: GetDiagnostics) -> None:
    number = None
    kept = interpreter.host.diagnostics
    conditions = known_conditions(interpreter, statement.stacked)
    if statement.number is not None:
        number = interpreter.host.evaluate(statement.number.node, interpreter.frame)[0]
        interpreter.host.diagnostics = kept
    version = interpreter.host.context().variables.profile.version_number
    count = interpreter.host.row_count
    try:
        for target, (value, type_) in diagnostics_items(statement, conditions, count, number, version):
            assign(interpreter, [target], [value], [type_], silently=True)
    except MySQLError as error:
        if error.symbol != "ER_DA_INVALID_CONDITION_NUMBER":
            raise
        noted = Diagnostic("Error", error.code, error.message)  # and no handler's business
        interpreter.host.diagnostics = [*interpreter.host.diagnostics, noted]


def known_conditions(interpreter: Running, stacked: bool) -> Sequence[Raised]:
    """The diagnostics area: the handler's until it has run a statement of its own, and with STACKED."""
    if stacked and not interpreter.handled:
        raise mysql_error("ER_GET_STACKED_DA_WITHOUT_ACTIVE_HANDLER")
    if interpreter.handled and (stacked or interpreter.host.diagnostics is interpreter.entered[-1]):
        handled = interpreter.handled[-1]
        return handled.area
    return [Raised.of_warning(condition) for condition in interpreter.host.diagnostics]
