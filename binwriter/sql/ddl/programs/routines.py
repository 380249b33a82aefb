"""CREATE PROCEDURE and CREATE FUNCTION carried out, and the text that a server logs for them.

Texts, status variables and errors as a 9.7.4 gave them (tests/golden/captured/programs_*).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, charset_name_in, collation_by_id, default_collation
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.binding.programs import Parameter, Program
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl import show_create
from binwriter.sql.ddl.no_characters import refuse_program
from binwriter.sql.ddl.programs.origin import (
    definer_text,
    note_definer,
    origin_of,
    text_names_timestamp,
    written_definer,
)
from binwriter.sql.ddl.table.column_types import TypeRequest, column_spec, server_collation
from binwriter.sql.ddl.table.columns import kept_width
from binwriter.sql.functions import loadable
from binwriter.sql.grammar.deprecated_types import type_warnings
from binwriter.sql.programs.creation import CreationContext
from binwriter.sql.syntax.program_definitions import Characteristics, CreateProgram, ParameterSyntax
from binwriter.sql.syntax.programs import ProgramKind, Return, parts_of
from binwriter.sql.syntax.table import TypeSyntax
from binwriter.sql.types import native_function
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


_WITH_CHARSET = frozenset({"CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "ENUM", "SET"})


def local_column(
    name: str, type_: TypeSyntax, collate: str | None, inherited: int, context: StatementContext
) -> Column:
    """A variable or parameter as a column: nullable, without a default but NULL."""
    request = TypeRequest(name, type_, True, True, collate, inherited, context)
    zerofill = type_.zerofill and type_.name != "YEAR"
    try:
        spec = column_spec(request)
    except MySQLError:
        column_spec(replace(request, name=""))  # it is told of before it has a name
        raise
    return Column(spec, default_kind=DefaultKind.LITERAL, display_width=kept_width(type_), zerofill=zerofill)


def create_routine(run: DdlRun, node: CreateProgram, schema: str) -> tuple[DdlEvent, ...]:
    kind = node.kind.value
    context, behaviour = run.context, run.context.variables.behaviour
    if node.kind is ProgramKind.FUNCTION and not any(isinstance(part, Return) for part in parts_of(node.body)):
        raise mysql_error("ER_SP_NORETURN", f"{schema}.{node.name}")
    existing = run.database.programs.find(node.kind, schema, node.name)
    is_there = existing is not None and node.if_not_exists  # which is not asked what it vouches for
    types = [parameter.type for parameter in (*node.parameters, *((node.returns,) if node.returns is not None else ()))]
    context.diagnostics.extend(type_warnings(types))
    collation = local_collation(run, schema)
    parameters = tuple(
        Parameter(local_column(parameter.name, parameter.type, parameter.collation, collation, context), parameter.mode)
        for parameter in node.parameters
    )
    returns = _returned(node.returns, collation, context)
    if node.kind is ProgramKind.FUNCTION and native_function(node.name.upper()) is not None:
        run.note("ER_NATIVE_FCT_NAME_COLLISION", node.name)
    if node.kind is ProgramKind.FUNCTION and context.server.components and loadable.is_loaded(node.name, context):
        run.note("ER_WARN_SF_UDF_NAME_COLLISION", node.name)
    if not behaviour.notes_definers_first:
        run.database.catalog.schema(schema)
    note_definer(run, node)
    if node.kind is ProgramKind.FUNCTION and not is_there and not _may_be_created(node, context):
        refused = mysql_error("ER_BINLOG_UNSAFE_ROUTINE")
        if not behaviour.opens_renamed:
            refused.later = (mysql_warning("ER_SP_STORE_FAILED", kind, node.name, level="Error"),)
        raise refused
    run.database.catalog.schema(schema)
    if existing is not None and not node.if_not_exists:
        raise mysql_error("ER_SP_ALREADY_EXISTS", kind, node.name)
    if existing is not None:
        run.note("ER_SP_ALREADY_EXISTS", kind, node.name)
    else:
        refuse_program(node, schema, context)
        run.database.programs.add(
            Program(
                node.kind,
                schema,
                node.name,
                node.body,
                CreationContext.of(context.variables),
                collation,
                parameters,
                returns,
                node.characteristics,
                definer=written_definer(run, node),
                origin=origin_of(
                    run,
                    node,
                    "" if returns is None or node.returns is None else _type_text(returns, node.returns, context),
                ),
            )
        )
    _grant_to_maker(run, node, schema)
    text = _routine_text(node, returns, context)
    event = DdlEvent(
        kept_bytes(text),
        run.default_schema,
        databases=(schema,),
        atomic=existing is None,
        invoker=account_of(context) if node.definer is None or behaviour.routines_name_invoker else None,
        explicit_defaults_for_timestamp=text_names_timestamp(node),
    )
    return (event,)


def local_collation(run: DdlRun, schema: str) -> int:
    """What local variables and parameters have that name none; that there is no such database is told after what is
    wrong with them (captured: clusters/bodies_of_no_database)."""
    place = run.database.catalog.place(schema)
    return server_collation(run.context) if place is None else place.collation


def _may_be_created(node: CreateProgram, context: StatementContext) -> bool:
    """Error 1418: a function must say that it is harmless, unless log_bin_trust_function_creators is on."""
    chosen = node.characteristics
    harmless = chosen.deterministic or chosen.data_access in ("NO SQL", "READS SQL DATA")
    return harmless or context.variables.settings.log_bin_trust_function_creators


_REFUSED_BINARY = frozenset({"CHAR", "VARCHAR"})


def _returned(syntax: ParameterSyntax | None, collation: int, context: StatementContext) -> Column | None:
    """BINARY without a character set is refused, or forgotten (captured: clusters/types_of_functions)."""
    if syntax is None:
        return None
    column = local_column("", syntax.type, syntax.collation, collation, context)
    type_ = syntax.type
    names_set = type_.charset is not None or type_.national
    if not type_.bin_collation or names_set or context.variables.behaviour.display_widths:
        return column
    if type_.name in _REFUSED_BINARY:
        raise mysql_error("ER_NOT_SUPPORTED_YET", "return value collation")
    return replace(column, spec=replace(column.spec, collation=collation))


def _routine_text(node: CreateProgram, returns: Column | None, context: StatementContext) -> str:
    """The statement as the server composes it anew from the routine's parts."""
    name = f"{quoted(node.schema)}.{quoted(node.name)}" if node.schema else quoted(node.name)
    parts = [
        f"CREATE {definer_text(node, context)} {node.kind.value} ",
        "IF NOT EXISTS " if node.if_not_exists else "",
        f"{name}({node.parameters_text})",
    ]
    if returns is not None and node.returns is not None:
        parts.append(f" RETURNS {_type_text(returns, node.returns, context)}")
    parts += ("\n", characteristics_text(node.characteristics))
    parts.append(node.body_text)
    return "".join(parts)


def characteristics_text(chosen: Characteristics) -> str:
    """The lines between the head of a routine and its body: what is not the default."""
    parts = []
    if chosen.data_access not in (None, "CONTAINS SQL"):
        parts.append(f"    {chosen.data_access}\n")
    if chosen.deterministic:
        parts.append("    DETERMINISTIC\n")
    if chosen.security == "INVOKER":
        parts.append("    SQL SECURITY INVOKER\n")
    if chosen.comment:
        parts.append(f"    COMMENT {_quoted_text(chosen.comment)}\n")
    return "".join(parts)


def _type_text(column: Column, syntax: ParameterSyntax, context: StatementContext) -> str:
    """The type as the text of the routine has it (captured: clusters/types_of_functions)."""
    is_tiny = syntax.type.name == "TINYINT" and syntax.type.arguments == (1,) and not column.spec.unsigned
    if syntax.is_boolean or is_tiny:
        return "tinyint(1)"
    if context.variables.behaviour.display_widths:
        text = show_create.type_with_width(column.spec, given=next(iter(syntax.type.arguments), None))
    else:
        text = show_create.shown_type(column)
    if syntax.type.name in _WITH_CHARSET and (column.spec.members or column.spec.collation != BINARY_COLLATION_ID):
        collation = collation_by_id(column.spec.collation)
        charset = charset_name_in(collation.charset, context.variables.profile.version_number)
        text += f" CHARSET {charset}"
        if collation.id != default_collation(collation.charset).id:
            text += f" COLLATE {collation.name}"
    return text


def _quoted_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _grant_to_maker(run: DdlRun, node: CreateProgram, schema: str) -> None:
    """Who makes a routine and may do nothing with it gets the privileges for it (automatic_sp_privileges)."""
    rights = run.context.rights
    if rights is not None and run.context.variables.get("automatic_sp_privileges"):
        wanted = {"EXECUTE", "ALTER ROUTINE"}
        level = (node.kind.value, schema, node.name.lower())
        if not wanted <= rights.in_schema(schema) | rights.on_routine(*level):
            run.database.catalog.grants.grant(rights.account, level, sorted(wanted))
