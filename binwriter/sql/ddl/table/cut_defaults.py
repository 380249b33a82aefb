"""Defaults of which a column keeps a part, where no strict mode is on (captured: clusters/defaults_cut).

A server stores the default as it stores any value. It refuses what is out of range and texts that are no moment at all;
what only had to be cut is kept, with the warnings of the cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import MESSAGES, Diagnostic
from binwriter.mysql.values import temporal_text as reading
from binwriter.sql.expressions.coercion import text_of_bytes
from binwriter.sql.store import store
from binwriter.sql.store.numbers import is_cut_decimal

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext

_MOMENTS = frozenset({ColumnType.DATE, ColumnType.DATETIME2, ColumnType.TIMESTAMP2, ColumnType.TIME2})
_NO_NUMBER = "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD"
_CUT = MESSAGES["WARN_DATA_TRUNCATED"].code
_OUT_OF_RANGE = MESSAGES["ER_WARN_DATA_OUT_OF_RANGE"].code


def cut_default(column: Column, value: object, context: StatementContext) -> tuple[ColumnValue, list[Diagnostic]]:
    """(what is kept of a default that does not fit, what is warned of); None for the first where it is refused."""
    may_be_cut = column.spec.type in _MOMENTS or column.spec.type is ColumnType.NEWDECIMAL
    behaviour = context.variables.behaviour
    if context.strict or not may_be_cut or not behaviour.moments_have_fractions or behaviour.defaults_are_cut:
        return None, []
    told = len(context.diagnostics)
    kept = store(column, value, context, as_error=False)
    warnings = context.diagnostics[told:]
    del context.diagnostics[told:]
    codes = {warning.code for warning in warnings}
    is_word = behaviour.refuses_words_for_decimals and not _begins_with_number(column, value)
    if (_OUT_OF_RANGE in codes and _CUT not in codes) or not _is_found(column, value) or is_word:
        return None, warnings
    return kept, warnings


def is_told_alone(column: Column, value: object, error: MySQLError, context: StatementContext) -> bool:
    """Whether a strict mode tells of the cut itself in place of ER_INVALID_DEFAULT: of a number with more behind it."""
    is_text = column.spec.type is ColumnType.NEWDECIMAL and isinstance(value, (str, bytes))
    return error.symbol == _NO_NUMBER and is_text and context.strict and _begins_with_number(column, value)


def _begins_with_number(column: Column, value: object) -> bool:
    """Whether a text for a DECIMAL has a number in front; what is no such text has."""
    if column.spec.type is not ColumnType.NEWDECIMAL or not isinstance(value, (str, bytes)):
        return True
    return is_cut_decimal(str(value) if isinstance(value, str) else text_of_bytes(value))


def _is_found(column: Column, value: object) -> bool:
    if column.spec.type not in _MOMENTS:
        return True
    if not isinstance(value, (str, bytes)):
        return False
    text = str(value) if isinstance(value, str) else text_of_bytes(value)
    as_time = column.spec.type is ColumnType.TIME2
    return (reading.parse_time(text) if as_time else reading.parse_datetime(text)).found
