"""ENGINE = name."""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.engines import Engine
from binwriter.sql.context import StatementContext


def refuse_engine(name: str, context: StatementContext) -> None:
    """ER_UNKNOWN_STORAGE_ENGINE for one that is not there, a warning only without NO_ENGINE_SUBSTITUTION.

    The parser says so, before anything is committed (captured: commits_before_opening).
    """
    if name.lower() == "performance_schema" or known_engine(name, context) is not None:
        return
    if context.has_mode("NO_ENGINE_SUBSTITUTION"):
        context.variables.engines.find(name)
    context.warn("ER_UNKNOWN_STORAGE_ENGINE", name)


def known_engine(name: str, context: StatementContext) -> Engine | None:
    """The engine; None where there is none."""
    try:
        return context.variables.engines.find(name)
    except MySQLError:
        return None
