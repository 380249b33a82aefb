"""CREATE of stored programs and loadable functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.limits import check_length
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.named_tables import tables_named_in
from binwriter.sql.binding.parser_checks import refuse_listed_twice
from binwriter.sql.binding.profile import refuse_like_itself
from binwriter.sql.binding.table_nodes import check_delete_targets, refuse_same_names
from binwriter.sql.command_table import defines
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.programs.events import create_event
from binwriter.sql.ddl.programs.routines import create_routine, local_collation, local_column
from binwriter.sql.ddl.programs.triggers import create_trigger
from binwriter.sql.ddl.table.added_columns import refuse_as_read
from binwriter.sql.ddl.table.column_types import charset_collation, named_collation
from binwriter.sql.grammar.deprecated_expressions import warn_of_expressions
from binwriter.sql.grammar.deprecated_types import definition_warnings, type_warnings
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.program_definitions import CreateLoadable, CreateProgram
from binwriter.sql.syntax.programs import LocalVariable, ProgramKind, parts_of
from binwriter.sql.syntax.session import SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax, TypeSyntax
from binwriter.sql.text.words import placed_in
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


@defines("create_procedure", "create_function", "create_trigger", "create_event", "create_udf")
def create_program(run: DdlRun) -> tuple[DdlEvent, ...]:
    """CREATE of any kind. The program is stored; its events are those to log."""
    node = run.parsed.node
    if isinstance(node, CreateLoadable):
        raise _no_library(node.library, str(run.context.variables.get("plugin_dir")))
    assert isinstance(node, CreateProgram)
    check_length(node.name)
    schema = node.schema or run.context.database
    if not schema:
        raise mysql_error("ER_NO_DB_ERROR")
    asks = node.table is None or run.context.variables.behaviour.triggers_ask_for_database
    if not asks and schema not in run.database.catalog.schemas and node.table is not None:
        raise mysql_error("ER_NO_SUCH_TABLE", node.table[0] or schema, node.table[1])
    _check_parts(run, node, schema)
    return _CREATORS[node.kind](run, node, schema)


def _no_library(library: str, directory: str) -> MySQLError:
    """There are no shared libraries here."""
    if "/" in library:
        return mysql_error("ER_UDF_NO_PATHS")
    reason = f"{directory}{library}: cannot open shared object file: No such file or directory"
    return mysql_error("ER_CANT_OPEN_LIBRARY", library, 0, reason)


def _check_parts(run: DdlRun, node: CreateProgram, schema: str) -> None:
    """What a server's parser says of a body: a SET of something that is no local variable must name a system variable;
    no list names a table twice (captured: clusters/tables_twice_in_programs); definitions and types are looked at, and
    names of collations (captured: clusters/bodies_as_read). schema: where names without one are."""
    context = run.context
    collation = local_collation(run, schema)
    warned: TypeSyntax | None = None  # the variables of one DECLARE have it in common
    for part in parts_of(node.body):
        refuse_listed_twice(tables_named_in(part), schema)
        if isinstance(part, CreateTableSyntax):
            refuse_like_itself(part, schema)
        if isinstance(part, SetVariable):
            context.variables.table.by_name(part.name.lower())
        elif isinstance(part, LocalVariable):
            if part.type is not warned:
                context.diagnostics.extend(type_warnings([part.type]))
            warned = part.type
            local_column("", part.type, part.collation, collation, context)
        elif isinstance(part, exp.Expression):
            warn_of_expressions(part, context)
            if isinstance(part, exp.Delete) and (part.args.get("tables") or part.args.get("using")):
                check_delete_targets(part, schema)
            refuse_same_names(part, schema)
            _refuse_unknown_sets(part, context)
        else:
            context.diagnostics.extend(definition_warnings(part))
            _refuse_definition(part, run)


def _refuse_definition(part: object, run: DdlRun) -> None:
    if isinstance(part, (CreateTableSyntax, AlterTableSyntax)):
        try:
            refuse_as_read(part, run.context)
        except MySQLError as error:
            raise placed_in(error, run.parsed.text) from None


def _refuse_unknown_sets(tree: exp.Expression, context: StatementContext) -> None:
    """ER_UNKNOWN_COLLATION, ER_UNKNOWN_CHARACTER_SET."""
    for node in tree.find_all(exp.Collate, exp.CharacterSet):
        if isinstance(node, exp.Collate) and isinstance(node.expression, (exp.Column, exp.Var, exp.Identifier)):
            named_collation(node.expression.name)
        elif isinstance(node, exp.CharacterSet) and node.name:
            charset_collation(node.name, context)


_CREATORS: dict[ProgramKind, Callable[[DdlRun, CreateProgram, str], tuple[DdlEvent, ...]]] = {
    ProgramKind.PROCEDURE: create_routine,
    ProgramKind.FUNCTION: create_routine,
    ProgramKind.TRIGGER: create_trigger,
    ProgramKind.EVENT: create_event,
}
