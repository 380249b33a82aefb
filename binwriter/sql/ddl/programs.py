"""CREATE, ALTER and DROP of stored programs carried out, and the text that a server logs for them.

Texts, status variables and errors as a 9.7.4 gave them (tests/golden/captured/programs_*).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.limits import check_length
from binwriter.catalog.tables import Column, DefaultKind
from binwriter.errors import MySQLError
from binwriter.formats.collations import charset_name_in, collation_by_id, default_collation
from binwriter.formats.constants import ColumnType
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.accounts import account_of, definer_of
from binwriter.sql.binding.names_check import check_trigger_names, refuse_same_names, walk
from binwriter.sql.binding.programs import Origin, Parameter, Program
from binwriter.sql.command_table import defines
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.show_create import type_with_width
from binwriter.sql.ddl.table.column_types import TypeRequest, column_spec, sql_type_text
from binwriter.sql.ddl.table.warnings import program_type_warnings
from binwriter.sql.grammar.deprecated_words import warn_of_expressions
from binwriter.sql.grammar.programs.event_schedule import is_past, kept_schedule
from binwriter.sql.programs.creation import CreationContext
from binwriter.sql.syntax.programs import (
    AlterProgram,
    Characteristics,
    CreateLoadable,
    CreateProgram,
    DropProgram,
    EventSchedule,
    LocalVariable,
    ParameterSyntax,
    ProgramKind,
    Return,
)
from binwriter.sql.syntax.session import SetVariable
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
    return Column(column_spec(request), default_kind=DefaultKind.LITERAL)


# --- CREATE ---------------------------------------------------------------------------------------------------------


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
    run.database.catalog.schema(schema)
    _check_variables(node, run.context)
    return _CREATORS[node.kind](run, node, schema)


def _no_library(library: str, directory: str) -> MySQLError:
    """There are no shared libraries here."""
    if "/" in library:
        return mysql_error("ER_UDF_NO_PATHS")
    reason = f"{directory}{library}: cannot open shared object file: No such file or directory"
    return mysql_error("ER_CANT_OPEN_LIBRARY", library, 0, reason)


def _check_variables(node: CreateProgram, context: StatementContext) -> None:
    """A SET of something that is no local variable must name a system variable. The parser warns of what it reads."""
    for part in walk(node.body):
        if isinstance(part, SetVariable):
            context.variables.table.by_name(part.name.lower())
        elif isinstance(part, LocalVariable):
            context.diagnostics.extend(program_type_warnings([part.type]))
        elif isinstance(part, exp.Expression):
            warn_of_expressions(part, context)
            refuse_same_names(part, context.database or "")


def _create_routine(run: DdlRun, node: CreateProgram, schema: str) -> tuple[DdlEvent, ...]:
    kind = node.kind.value
    context = run.context
    if node.kind is ProgramKind.FUNCTION and not any(isinstance(part, Return) for part in walk(node.body)):
        raise mysql_error("ER_SP_NORETURN", f"{schema}.{node.name}")
    if node.kind is ProgramKind.FUNCTION and not _may_be_created(node, context):
        raise mysql_error("ER_BINLOG_UNSAFE_ROUTINE")
    collation = run.database.catalog.schema(schema).collation
    parameters = tuple(
        Parameter(local_column(one.name, one.type, one.collation, collation, context), one.mode)
        for one in node.parameters
    )
    returns = _returned(node.returns, collation, context)
    types = [one.type for one in (*node.parameters, *((node.returns,) if node.returns is not None else ()))]
    context.diagnostics.extend(program_type_warnings(types))
    if node.kind is ProgramKind.FUNCTION and native_function(node.name.upper()) is not None:
        run.note("ER_NATIVE_FCT_NAME_COLLISION", node.name)
    existing = run.database.programs.find(node.kind, schema, node.name)
    if existing is not None and not node.if_not_exists:
        raise mysql_error("ER_SP_ALREADY_EXISTS", kind, node.name)
    if existing is not None:
        run.note("ER_SP_ALREADY_EXISTS", kind, node.name)
    else:
        _note_definer(run, node)
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
                definer=_definer(run, node),
                origin=_origin(
                    run,
                    node,
                    "" if returns is None or node.returns is None else _type_text(returns, node.returns, context),
                ),
            )
        )
    _grant_to_maker(run, node, schema)
    composes = context.policy.composes_routines
    text = _routine_text(node, returns, context) if composes else _head_replaced(node, context)
    event = DdlEvent(
        text.encode(),
        run.default_schema,
        databases=(schema,),
        atomic=existing is None,
        invoker=_account(context),
        explicit_defaults_for_timestamp=_names_timestamp(node),
    )
    return (event,)


def _origin(run: DdlRun, node: CreateProgram, returns: str = "") -> Origin:
    now = run.context.start_microseconds
    return Origin(node.body_text, node.parameters_text, returns, _made_by(run, node.definer), now, now)


def _made_by(run: DdlRun, definer: tuple[str, str | None] | None) -> tuple[str, str]:
    return account_of(run.context) if definer is None else (definer[0], definer[1] or "%")


def _names_timestamp(node: CreateProgram) -> bool:
    """Whether the data type TIMESTAMP is read anywhere in it: the event then tells explicit_defaults_for_timestamp."""
    return any(isinstance(part, TypeSyntax) and part.name == "TIMESTAMP" for part in walk(node))


def names_timestamp(program: Program) -> bool:
    """The same of a routine that is there already."""
    columns = [one.column for one in program.parameters] + ([program.returns] if program.returns is not None else [])
    return any(column.spec.type is ColumnType.TIMESTAMP2 for column in columns) or any(
        isinstance(part, TypeSyntax) and part.name == "TIMESTAMP" for part in walk(program.body)
    )


def _may_be_created(node: CreateProgram, context: StatementContext) -> bool:
    """Error 1418: a function must say that it is harmless, unless log_bin_trust_function_creators is on."""
    chosen = node.characteristics
    harmless = chosen.deterministic or chosen.data_access in ("NO SQL", "READS SQL DATA")
    return harmless or bool(context.variables.get("log_bin_trust_function_creators"))


def _returned(syntax: ParameterSyntax | None, collation: int, context: StatementContext) -> Column | None:
    if syntax is None:
        return None
    return local_column("", syntax.type, syntax.collation, collation, context)


def _routine_text(node: CreateProgram, returns: Column | None, context: StatementContext) -> str:
    """The statement as the server composes it anew from the routine's parts."""
    name = f"{quoted(node.schema)}.{quoted(node.name)}" if node.schema else quoted(node.name)
    parts = [
        f"CREATE {_definer_text(node, context)} {node.kind.value} ",
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
    if syntax.is_boolean or (syntax.type.name == "TINYINT" and syntax.type.arguments == (1,)):
        return "tinyint(1)"
    if context.variables.behaviour.display_widths:
        text = type_with_width(column.spec, given=next(iter(syntax.type.arguments), None))
    else:
        text = sql_type_text(column.spec)
    if syntax.type.name in _WITH_CHARSET:
        collation = collation_by_id(column.spec.collation)
        charset = charset_name_in(collation.charset, context.variables.profile.version_number)
        text += f" CHARSET {charset}"
        if collation.id != default_collation(collation.charset).id:
            text += f" COLLATE {collation.name}"
    return text


def _quoted_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _account(context: StatementContext) -> tuple[str, str]:
    user, _, host = context.user.partition("@")
    return user, host


def _grant_to_maker(run: DdlRun, node: CreateProgram, schema: str) -> None:
    """Who makes a routine and may do nothing with it gets the privileges for it (automatic_sp_privileges)."""
    rights = run.context.rights
    if rights is not None and run.context.variables.get("automatic_sp_privileges"):
        wanted = {"EXECUTE", "ALTER ROUTINE"}
        level = (node.kind.value, schema, node.name.lower())
        if not wanted <= rights.in_schema(schema) | rights.on_routine(*level):
            run.database.catalog.grants.grant(rights.account, level, sorted(wanted))


def _definer_text(node: CreateProgram, context: StatementContext) -> str:
    user, host = node.definer or _account(context)
    return f"DEFINER={quoted(user)}@{quoted(host or '%')}"


def _definer(run: DdlRun, node: CreateProgram) -> tuple[str, str] | None:
    return definer_of(run.context, node.definer, run.database.catalog.accounts)


def _note_definer(run: DdlRun, node: CreateProgram | AlterProgram) -> None:
    """A definer who is no user is a note."""
    if node.definer is not None:
        user, host = node.definer[0], node.definer[1] or "%"
        if (user, host) not in (_account(run.context), *run.database.catalog.accounts):
            run.note("ER_NO_SUCH_USER", user, host)


def _head_replaced(node: CreateProgram, context: StatementContext) -> str:
    """CREATE DEFINER=`user`@`host` and the rest of the statement as it was sent."""
    return f"CREATE {_definer_text(node, context)} {node.text[node.kind_offset :]}"


def _create_trigger(run: DdlRun, node: CreateProgram, schema: str) -> tuple[DdlEvent, ...]:
    assert node.table is not None
    context, programs = run.context, run.database.programs
    table_schema = node.table[0] or schema  # an unqualified table is looked for beside the trigger
    if table_schema != schema:
        raise mysql_error("ER_TRG_IN_WRONG_SCHEMA")
    if run.database.catalog.view(table_schema, node.table[1]) is not None:
        raise mysql_error("ER_WRONG_OBJECT", table_schema, node.table[1], "BASE TABLE")
    if run.database.temporary.find(table_schema, node.table[1]) is not None:
        raise mysql_error("ER_TRG_ON_VIEW_OR_TEMP_TABLE", node.table[1])
    table = run.database.catalog.table(table_schema, node.table[1])
    check_trigger_names(node, table)
    existing = programs.find(ProgramKind.TRIGGER, schema, node.name)
    if existing is not None and not (node.if_not_exists and existing.table == table.name):
        raise mysql_error("ER_TRG_ALREADY_EXISTS")
    new = existing is None
    if not new:
        run.note("ER_WARN_TRG_ALREADY_EXISTS", node.name, schema, table.name)
    else:
        _refuse_second(run, node, schema, table.name)
        anchor = _anchor(run, node, schema, table.name)
        _note_definer(run, node)
        program = Program(
            ProgramKind.TRIGGER,
            schema,
            node.name,
            node.body,
            CreationContext.of(context.variables),
            run.database.catalog.schema(schema).collation,
            timing=node.timing,
            event=node.event,
            table=table.name,
            definer=_definer(run, node),
            origin=_origin(run, node),
        )
        programs.add(program, **anchor)
    event = DdlEvent(
        _head_replaced(node, context).encode(),
        run.default_schema,
        databases=(schema,),
        atomic=new,
        invoker=_account(context) if node.definer is None else None,
        microseconds=context.start_microseconds % 1_000_000 if new and _keeps_time_of_trigger(context) else None,
        explicit_defaults_for_timestamp=_names_timestamp(node),
    )
    return (event,)


def _keeps_time_of_trigger(context: StatementContext) -> bool:
    """Since triggers have an order they have the time of their creation, with its fraction (captured: not in 5.6)."""
    return context.variables.behaviour.several_triggers


def _refuse_second(run: DdlRun, node: CreateProgram, schema: str, table: str) -> None:
    if run.context.variables.behaviour.several_triggers:
        return
    kinds = ((trigger.timing, trigger.event) for trigger in run.database.programs.triggers(schema, table))
    if (node.timing, node.event) in kinds:
        raise mysql_error("ER_NOT_SUPPORTED_YET", "multiple triggers with the same action time and event for one table")


def _anchor(run: DdlRun, node: CreateProgram, schema: str, table: str) -> dict[str, str]:
    if node.follows is None:
        return {}
    word, name = node.follows
    same = [
        trigger.name
        for trigger in run.database.programs.triggers(schema, table)
        if (trigger.timing, trigger.event) == (node.timing, node.event)
    ]
    if name not in same:
        raise mysql_error("ER_REFERENCED_TRG_DOES_NOT_EXIST", name)
    return {"after" if word == "FOLLOWS" else "before": name}


def _create_event(run: DdlRun, node: CreateProgram, schema: str) -> tuple[DdlEvent, ...]:
    context, programs = run.context, run.database.programs
    schedule = node.schedule
    assert schedule is not None
    _warn_of_old_words(run, schedule)
    past = is_past(schedule, run.database, context)
    if past and not schedule.preserve:
        run.note("ER_EVENT_CANNOT_CREATE_IN_THE_PAST")
        return ()
    existing = programs.find(ProgramKind.EVENT, schema, node.name)
    if past:
        run.note("ER_EVENT_EXEC_TIME_IN_THE_PAST")
    if existing is not None and not node.if_not_exists:
        raise mysql_error("ER_EVENT_ALREADY_EXISTS", node.name)
    if existing is not None:
        run.note("ER_EVENT_ALREADY_EXISTS", node.name)
    else:
        _note_definer(run, node)
        creation = CreationContext.of(context.variables)
        collation = run.database.catalog.schema(schema).collation
        origin = replace(_origin(run, node), schedule=kept_schedule(schedule, run.database, context, is_past=past))
        definer = _definer(run, node)
        programs.add(
            Program(
                *(ProgramKind.EVENT, schema, node.name, node.body, creation, collation), definer=definer, origin=origin
            )
        )
    text = _head_replaced(node, context) if context.policy.names_definer_of_event else run.parsed.text
    event = DdlEvent(
        text.encode(),
        run.default_schema,
        databases=_event_databases(run, schema),
        atomic=existing is None,
        invoker=_account(context) if node.definer is None else None,
        uses_time_zone=True,
        microseconds=run.microseconds_used,
        explicit_defaults_for_timestamp=_names_timestamp(node),
    )
    return (event,)


def _warn_of_old_words(run: DdlRun, schedule: EventSchedule) -> None:
    if schedule.old_words:
        words = ("<CREATE|ALTER> EVENT ... DISABLE ON SLAVE", "<CREATE|ALTER> EVENT ... DISABLE ON REPLICA")
        run.context.warn("ER_WARN_DEPRECATED_SYNTAX", *words)


_CREATORS: dict[ProgramKind, Callable[[DdlRun, CreateProgram, str], tuple[DdlEvent, ...]]] = {
    ProgramKind.PROCEDURE: _create_routine,
    ProgramKind.FUNCTION: _create_routine,
    ProgramKind.TRIGGER: _create_trigger,
    ProgramKind.EVENT: _create_event,
}


# --- ALTER and DROP -------------------------------------------------------------------------------------------------


def _missing(run: DdlRun, kind: ProgramKind, schema: str, name: str, *, if_exists: bool) -> None:
    """The program is not there: an error, or a note."""
    symbol: str
    arguments: tuple[str, ...]
    if kind is ProgramKind.TRIGGER:
        symbol, arguments = "ER_TRG_DOES_NOT_EXIST", ()
    elif kind is ProgramKind.EVENT:
        symbol, arguments = (
            ("ER_SP_DOES_NOT_EXIST", ("Event", name)) if if_exists else ("ER_EVENT_DOES_NOT_EXIST", (name,))
        )
    else:
        symbol, arguments = "ER_SP_DOES_NOT_EXIST", (kind.value, f"{schema}.{name}")
    if not if_exists:
        raise mysql_error(symbol, *arguments)
    run.note(symbol, *arguments)


def _schema_of(run: DdlRun, schema: str | None) -> str:
    found = schema or run.context.database
    if not found:
        raise mysql_error("ER_NO_DB_ERROR")
    return found


@defines("alter_procedure", "alter_function", "alter_event")
def alter_program(run: DdlRun) -> tuple[DdlEvent, ...]:
    """ALTER PROCEDURE, FUNCTION, EVENT: logged as given."""
    node = run.parsed.node
    assert isinstance(node, AlterProgram)
    schema = _schema_of(run, node.schema)
    program = run.database.programs.find(node.kind, schema, node.name)
    if program is None:
        _missing(run, node.kind, schema, node.name, if_exists=False)
        raise AssertionError
    if node.kind is ProgramKind.FUNCTION and node.characteristics.data_access in ("CONTAINS SQL", "MODIFIES SQL DATA"):
        trusts = run.context.variables.get("log_bin_trust_function_creators")
        if not (trusts or program.characteristics.deterministic):
            raise mysql_error("ER_BINLOG_UNSAFE_ROUTINE")
    if node.kind is not ProgramKind.EVENT:
        run.database.programs.remove(program)
        origin = replace(program.origin, modified=run.context.start_microseconds)
        run.database.programs.add(replace(program, characteristics=_altered(program, node), origin=origin))
        return (DdlEvent(run.parsed.text.encode(), run.default_schema, atomic=True),)
    schedule = node.schedule
    databases: tuple[str, ...] = (schema,)
    assert schedule is not None
    _warn_of_old_words(run, schedule)
    if schedule.is_given and is_past(schedule, run.database, run.context):
        if not schedule.preserve:
            raise mysql_error("ER_EVENT_CANNOT_ALTER_IN_THE_PAST")
        run.note("ER_EVENT_EXEC_TIME_IN_THE_PAST")
    _note_definer(run, node)
    before = program.origin.schedule
    kept = kept_schedule(schedule, run.database, run.context, before=before)
    body = (node.body, node.body_text) if node.body else (program.body, program.origin.body)
    made_by = _made_by(run, node.definer)
    modified = run.context.start_microseconds
    origin = replace(program.origin, schedule=kept, body=body[1], made_by=made_by, modified=modified)
    changed = replace(program, body=body[0], origin=origin)
    if node.rename is not None:
        new_schema, new_name = node.rename[0] or run.default_schema, node.rename[1]
        if (new_schema, new_name.lower()) == (schema, node.name.lower()):
            raise mysql_error("ER_EVENT_SAME_NAME")
        databases = tuple(dict.fromkeys((new_schema, schema)))
        if run.database.programs.find(node.kind, new_schema, new_name) is not None:
            raise mysql_error("ER_EVENT_ALREADY_EXISTS", new_name)
        changed = replace(changed, schema=new_schema, name=new_name)
    run.database.programs.remove(program)
    run.database.programs.add(changed)
    event = DdlEvent(
        run.parsed.text.encode(),
        run.default_schema,
        databases=_event_databases(run, *databases),
        atomic=True,
        invoker=_account(run.context) if node.definer is None else None,
        uses_time_zone=schedule.is_given,
        microseconds=run.microseconds_used,
    )
    return (event,)


def _event_databases(run: DdlRun, *schemas: str) -> tuple[str, ...]:
    """updated_db_names of a statement on an event, whose definition is a row of a table in mysql up to 5.7."""
    return (*schemas, "mysql") if run.context.variables.profile.names_event_table else schemas


def _altered(program: Program, node: AlterProgram) -> Characteristics:
    given = {
        name: value for name in ("comment", "data_access", "security") if (value := getattr(node.characteristics, name))
    }
    return replace(program.characteristics, **given)


_ROUTINES = (ProgramKind.PROCEDURE, ProgramKind.FUNCTION)


@defines("drop_procedure", "drop_function", "drop_trigger", "drop_event")
def drop_program(run: DdlRun) -> tuple[DdlEvent, ...]:
    """DROP PROCEDURE, FUNCTION, TRIGGER, EVENT: logged as given, with IF EXISTS also when there is nothing to drop."""
    node = run.parsed.node
    assert isinstance(node, DropProgram)
    schema = _schema_of(run, node.schema)
    program = run.database.programs.find(node.kind, schema, node.name)
    if program is None:
        _missing(run, node.kind, schema, node.name, if_exists=node.if_exists)
        if node.kind in _ROUTINES and not run.context.policy.logs_existing:
            return ()
    else:
        run.database.programs.remove(program)
        run.database.catalog.grants.drop_routine(node.kind.value, schema, node.name)
    is_event = node.kind is ProgramKind.EVENT
    databases = _event_databases(run, schema) if is_event else (schema,) if program is not None else None
    return (
        DdlEvent(
            run.parsed.text.encode(),
            run.default_schema,
            databases=databases,
            atomic=program is not None,
        ),
    )
