"""SIGNAL, RESIGNAL and GET DIAGNOSTICS: conditions made and read (MySQL manual, "Condition Handling")."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError
from binwriter.messages import mysql_error
from binwriter.sql.expressions.types import INT_TYPE, ExprType, text_type
from binwriter.sql.programs.conditions import Raised
from binwriter.sql.programs.syntax import Expression, GetDiagnostics, Signal, Target

if TYPE_CHECKING:
    from binwriter.sql.programs.interpreter import Host

_MESSAGE_COLLATION = 33  # utf8mb3_general_ci, that of all system texts
_UNHANDLED = {"01": "ER_SIGNAL_WARN", "02": "ER_SIGNAL_NOT_FOUND"}


def signalled(statement: Signal, handled: Raised | None, value: Callable[[Expression], Any]) -> MySQLError:
    """The condition that SIGNAL raises. handled: the one that RESIGNAL passes on."""
    if handled is not None:
        code, sqlstate, message, symbol = handled.code, handled.sqlstate, handled.message, handled.symbol
    if statement.condition is not None or handled is None:
        sqlstate = (statement.condition.sqlstate if statement.condition is not None else None) or "45000"
        default = mysql_error(_UNHANDLED.get(sqlstate[:2], "ER_SIGNAL_EXCEPTION"))
        if handled is None or statement.condition is not None:
            code, symbol = default.code, default.symbol
        message = default.message if handled is None else handled.message
    for item, expression in statement.items:
        given = value(expression)
        if given is None:
            raise mysql_error("ER_WRONG_VALUE_FOR_VAR", item, "NULL")
        if item == "MESSAGE_TEXT":
            message = str(given)[:128]
        elif item == "MYSQL_ERRNO":
            code = int(given)
    return MySQLError(code, sqlstate, symbol, message)


def diagnostics_items(
    statement: GetDiagnostics, handled: Raised | None, host: Host, number: Any
) -> Iterator[tuple[Target, tuple[Any, ExprType]]]:
    """The items that GET DIAGNOSTICS asks for, as far as they can be told."""
    conditions = [handled] if handled is not None else [Raised.of_warning(one) for one in host.diagnostics]
    for target, item in statement.items:
        if number is None:
            values = {"NUMBER": len(conditions), "ROW_COUNT": host.context().row_count}
            yield target, (values.get(item), INT_TYPE)
            continue
        if not 1 <= int(number) <= len(conditions):
            raise mysql_error("ER_DA_INVALID_CONDITION_NUMBER")
        raised = conditions[int(number) - 1]
        texts = {"MYSQL_ERRNO": raised.code, "RETURNED_SQLSTATE": raised.sqlstate, "MESSAGE_TEXT": raised.message}
        value: Any = texts.get(item, "")
        yield target, (value, INT_TYPE if isinstance(value, int) else text_type(0, _MESSAGE_COLLATION))
