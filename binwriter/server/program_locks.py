"""What is told beside the error when the locks of a stored program cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.program_definitions import CreateProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind


@contextmanager
def not_stored(node: object, context: StatementContext) -> Iterator[None]:
    """What a server says beside the error when the locks of a program cannot be had (captured: told_beside_errors,
    locks_programs)."""
    try:
        yield
    except MySQLError:
        if isinstance(node, DropProgram):  # it tries to take its privileges back first
            context.warn("ER_PROC_AUTO_REVOKE_FAIL")
        elif isinstance(node, CreateProgram) and node.kind in (ProgramKind.PROCEDURE, ProgramKind.FUNCTION):
            context.diagnostics.append(mysql_warning("ER_SP_STORE_FAILED", node.kind.value, node.name, level="Error"))
        raise
