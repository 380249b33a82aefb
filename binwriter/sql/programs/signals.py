"""SIGNAL, RESIGNAL and GET DIAGNOSTICS: conditions made and read (MySQL manual, "Condition Handling")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.collations import SYSTEM_COLLATION_ID
from binwriter.mysql.messages.by_version import worded
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import RawText, before_raw, in_dictionary, text_of
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.expressions.coercion import text_of_bytes
from binwriter.sql.expressions.numbers import integer_prefix, round_decimal
from binwriter.sql.expressions.types import INT_TYPE, UINT_TYPE, BinaryLiteral, ExprType, text_type
from binwriter.sql.programs.conditions import Raised
from binwriter.sql.syntax.programs import Expression, GetDiagnostics, Signal, Target

_HIGHEST_ERROR = 65535
_LONGEST_MESSAGE, _LONGEST_NAME = 128, 64  # characters
_UNHANDLED = {"01": "ER_SIGNAL_WARN", "02": "ER_SIGNAL_NOT_FOUND"}


def signalled(
    statement: Signal, handled: Raised | None, value: Callable[[Expression], Any], cut: Callable[[str], None]
) -> MySQLError:
    """The condition that SIGNAL raises. handled: the one that RESIGNAL passes on. cut: of what is too long."""
    if handled is not None:
        code, sqlstate, message, symbol = handled.code, handled.sqlstate, handled.message, handled.symbol
    if statement.condition is not None or handled is None:
        sqlstate = (statement.condition.sqlstate if statement.condition is not None else None) or "45000"
        default = mysql_error(_UNHANDLED.get(sqlstate[:2], "ER_SIGNAL_EXCEPTION"))
        if handled is None or statement.condition is not None:
            code, symbol = default.code, default.symbol
        message = default.message if handled is None else handled.message
    items = dict(handled.items) if handled is not None and statement.condition is None else {}
    for item, expression in statement.items:
        given = value(expression)
        if given is None:
            raise mysql_error("ER_WRONG_VALUE_FOR_VAR", item, "NULL")
        if item == "MESSAGE_TEXT":
            message = _fitting(item, _shown(given), cut)
        elif item == "MYSQL_ERRNO":
            code = _error_number(given)
            if not 0 < code <= _HIGHEST_ERROR:
                shown = real_text(given) if isinstance(given, float) else given
                raise mysql_error("ER_WRONG_VALUE_FOR_VAR", item, shown)
        else:
            items[item] = _fitting(item, _shown(given), cut)
    error = MySQLError(code, sqlstate, symbol, message)
    error.items = items
    if handled is not None:
        error.earlier = handled.earlier if statement.condition is None else handled.area
    return error


def _fitting(item: str, text: str, cut: Callable[[str], None]) -> str:
    """What is kept of an item (MySQL manual, "Signal Condition Information Items")."""
    most = _LONGEST_MESSAGE if item == "MESSAGE_TEXT" else _LONGEST_NAME
    if len(text) > most:
        cut(item)
    return in_dictionary(text[:most])


def _shown(given: Any) -> str:
    """A value as an item of text: of ill-formed text what stands before (captured: clusters/signals_of_any_type)."""
    if isinstance(given, float):
        return real_text(given)
    if isinstance(given, RawText):
        return before_raw(text_of(given))
    return text_of(given).partition("\0")[0] if isinstance(given, bytes) else str(given)


def _error_number(given: Any) -> int:
    """A value as the number of an error; what is none is 0."""
    if isinstance(given, BinaryLiteral):
        return given.number
    if isinstance(given, (str, bytes)):
        return integer_prefix(given if isinstance(given, str) else text_of_bytes(given))[0]
    if isinstance(given, (int, float, Decimal)) and 0 <= (number := Decimal(given)) <= _HIGHEST_ERROR:
        return int(round_decimal(number, 0))
    return 0


def diagnostics_items(
    statement: GetDiagnostics, conditions: Sequence[Raised], row_count: int, number: int | None, version: int
) -> Iterator[tuple[Target, tuple[Any, ExprType]]]:
    """The items that GET DIAGNOSTICS asks for. number: of the condition, None for items of the whole statement.
    version: of the server that words them.

    Raises MySQLError ER_DA_INVALID_CONDITION_NUMBER.
    """
    if number is None:
        values = {"NUMBER": len(conditions), "ROW_COUNT": row_count}
        for target, item in statement.items:
            yield target, (values.get(item), UINT_TYPE if item == "NUMBER" else INT_TYPE)
        return
    if not 1 <= number <= len(conditions):
        raise mysql_error("ER_DA_INVALID_CONDITION_NUMBER")
    raised = conditions[number - 1]
    texts = {
        "MYSQL_ERRNO": raised.code,
        "RETURNED_SQLSTATE": raised.sqlstate,
        "MESSAGE_TEXT": worded(raised.message, version),
    }
    for target, item in statement.items:
        value: Any = texts.get(item, raised.items.get(item, ""))
        yield target, (value, UINT_TYPE if isinstance(value, int) else text_type(0, SYSTEM_COLLATION_ID))
