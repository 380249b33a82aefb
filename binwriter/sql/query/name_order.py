"""Of several names that are not there, a server tells the one that it looks up first.

It resolves the select list, WHERE, the ON conditions, GROUP BY, HAVING and ORDER BY; of an UPDATE WHERE, ON, the
columns that are set, their values, ORDER BY; of INSERT .. ON DUPLICATE KEY UPDATE the columns, those of the update,
then the rows or the query (captured: tests/golden/clusters/name_order.sql).
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import MESSAGES

_OF_NAMES = frozenset(MESSAGES[symbol].code for symbol in ("ER_BAD_FIELD_ERROR", "ER_NON_UNIQ_ERROR"))


def is_of_names(error: MySQLError) -> bool:
    """Whether the error says that a column's name means nothing, or several columns."""
    return error.code in _OF_NAMES


def first_of(error: MySQLError, *earlier: Callable[[], object]) -> MySQLError:
    """The error itself, or the one of what a server looks up before: each of earlier looks it up and may raise."""
    if is_of_names(error):
        for look in earlier:
            try:
                look()
            except MySQLError as before:
                return before
    return error
