"""Warnings of views that cannot be read: who is told of such a view by information_schema gets one.

Captured: clusters/views_that_are_invalid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from binwriter.catalog.schemas import View
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.system.columns import view_columns
from binwriter.sql.system.sight import Sight

_INVALID = "ER_VIEW_INVALID"


class TellingText(str):
    """A text of a system table's row that warns whoever it is sent to."""

    warning: Diagnostic


def is_invalid(view: View, sight: Sight) -> bool:
    """Whether it reads what is not there, or may not be read."""
    try:
        view_columns(sight, view)
    except MySQLError as error:
        return error.symbol == _INVALID
    return False


def telling(text: str, view: View, sight: Sight) -> str:
    """The text, which warns where the view is invalid."""
    if not is_invalid(view, sight):
        return text
    told = TellingText(text)
    told.warning = mysql_warning(_INVALID, view.schema, view.name)
    sight.context.rows_warn = True
    return told


def comment(view: View, sight: Sight) -> str:
    """VIEW, or what is wrong with it."""
    told = telling("VIEW", view, sight)
    if not isinstance(told, TellingText):
        return told
    message = TellingText(told.warning.message)
    message.warning = told.warning
    return message


def warn_of_rows(rows: Iterable[Sequence[Any]], context: StatementContext) -> None:
    """The warnings of texts in rows that are sent: one of rows in turn that are of the same view."""
    last = None
    for row in rows:
        for cell in row:
            if isinstance(cell, TellingText) and cell.warning != last:
                last = cell.warning
                context.diagnostics.append(last)
