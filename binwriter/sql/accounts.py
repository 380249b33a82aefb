"""Who runs a statement, as the log names him."""

from __future__ import annotations

from binwriter.sql.context import StatementContext


def account_of(context: StatementContext) -> tuple[str, str]:
    """(user, host) of the session's account."""
    user, _, host = context.user.partition("@")
    return user, host
