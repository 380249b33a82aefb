"""What servers say of dates and times that become too large."""

from __future__ import annotations

from binwriter.sql.context import StatementContext


def overflowed(context: StatementContext, kind: str, text: str, older: str = "datetime") -> None:
    """6527 with the kind (DATE, TIME, DATETIME) and the expression; what older servers tell is their name for it.

    Under a strict mode it is the error of a statement that changes data.
    """
    if context.variables.behaviour.names_overflows:
        context.value_problem("ER_TEMPORAL_FUNCTION_OVERFLOW", kind, text)
    else:
        context.value_problem("ER_DATETIME_FUNCTION_OVERFLOW", older)
