"""ENGINE = name."""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.engines import Engine
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.table import CreateTableSyntax


def refuse_engine(name: str, context: StatementContext) -> None:
    """ER_UNKNOWN_STORAGE_ENGINE for one that is not there, a warning only without NO_ENGINE_SUBSTITUTION.

    The parser says so, before anything is committed (captured: commits_before_opening).
    """
    if name.lower() == "performance_schema" or known_engine(name, context) is not None:
        return
    if context.has_mode("NO_ENGINE_SUBSTITUTION"):
        context.variables.engines.find(name)
    context.warn("ER_UNKNOWN_STORAGE_ENGINE", name)


def default_engine(syntax: CreateTableSyntax, context: StatementContext) -> Engine:
    """The engine of a new table that names none."""
    variables = context.variables
    has_own_default = "default_tmp_storage_engine" not in variables.table.hidden
    own = syntax.temporary and syntax.options.engine is None and has_own_default
    return variables.engines.find(str(variables.get("default_tmp_storage_engine" if own else "default_storage_engine")))


def warn_of_substitute(syntax: CreateTableSyntax, context: StatementContext, default: Engine | None = None) -> None:
    """ER_WARN_USING_OTHER_HANDLER, as soon as all is read. default: by default what variables say."""
    name = syntax.options.engine
    if name is not None and name.lower() != "performance_schema" and known_engine(name, context) is None:
        context.warn("ER_WARN_USING_OTHER_HANDLER", (default or default_engine(syntax, context)).name, syntax.name)


def known_engine(name: str, context: StatementContext) -> Engine | None:
    """The engine; None where there is none."""
    try:
        return context.variables.engines.find(name)
    except MySQLError:
        return None
