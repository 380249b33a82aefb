"""FLUSH TABLES WITH READ LOCK: what its own session may not do (captured: clusters/names_under_read_lock)."""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax

_UNLOCKED = frozenset({"information_schema", "performance_schema"})
_SYMBOL = "ER_CANT_UPDATE_WITH_READLOCK"


def check_read_lock(runner: Execution, statement: BoundStatement) -> None:
    """ER_CANT_UPDATE_WITH_READLOCK of tables that would be changed, before it is looked for them."""
    if not runner.locks.read_lock:
        return
    node, context = statement.parsed.node, statement.context
    if isinstance(node, CreateTableSyntax) and node.select is not None and not node.temporary:
        raise mysql_error(_SYMBOL)
    for target in statement.targets:
        schema = schema_of(target, context.database) or ""
        if schema and schema.lower() not in _UNLOCKED and runner.temporary.find(schema, target.name) is None:
            raise mysql_error(_SYMBOL)


def check_old_programs(runner: Execution, statement: BoundStatement) -> None:
    """The same of stored programs on servers before 8.0, whose definitions are rows of tables: ER_SP_STORE_FAILED and
    its kin stand behind the error; of a trigger that is not there nothing is locked (captured:
    programs_under_read_lock_statement)."""
    node, context = statement.parsed.node, statement.context
    if not runner.locks.read_lock or context.variables.behaviour.has_dictionary:
        return
    if not isinstance(node, CreateProgram | DropProgram | AlterProgram) or node.kind is ProgramKind.EVENT:
        return
    if node.kind is ProgramKind.TRIGGER:
        programs = runner.front_end.database.programs
        schema = node.schema or context.database or ""
        if isinstance(node, DropProgram) and not node.if_exists and programs.find(node.kind, schema, node.name) is None:
            raise mysql_error("ER_TRG_DOES_NOT_EXIST")
        return
    error = mysql_error(_SYMBOL)
    error.later = _behind(node, error, context.database or "")
    raise error


def _behind(
    node: CreateProgram | DropProgram | AlterProgram, error: MySQLError, database: str
) -> tuple[Diagnostic, ...]:
    if isinstance(node, DropProgram):
        return Diagnostic("Error", error.code, error.message), mysql_warning("ER_PROC_AUTO_REVOKE_FAIL")
    if isinstance(node, CreateProgram):
        return (mysql_warning("ER_SP_STORE_FAILED", node.kind.value, node.name, level="Error"),)
    named = f"{node.schema or database}.{node.name}"
    return (mysql_warning("ER_SP_CANT_ALTER", node.kind.value, named, level="Error"),)
