"""ALTER and DROP of stored programs carried out.

Texts, status variables and errors as a 9.7.4 gave them (tests/golden/captured/programs_*).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.command_table import defines
from binwriter.sql.ddl.no_characters import refuse_program
from binwriter.sql.ddl.programs.events import warn_of_old_words
from binwriter.sql.ddl.programs.origin import (
    event_databases,
    maker_of,
    note_definer,
    schema_of,
    sent_part,
    written_definer,
)
from binwriter.sql.ddl.programs.schedule_variables import schedule_variables
from binwriter.sql.functions import loadable
from binwriter.sql.grammar.programs.event_schedule import LookedAt, kept_schedule, look_at, refuse_queries
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.name_const import substituted
from binwriter.sql.syntax.program_definitions import AlterProgram, Characteristics, DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_UNFILLED = "Unknown database '%-.192s'"  # a server shows the note without the name

_NAMES_DEFINER = pattern(r"ALTER\s+DEFINER\b", re.IGNORECASE)


def _named(run: DdlRun, node: AlterProgram | DropProgram) -> tuple[str, Program | None]:
    """The schema and the program that a statement names; without a database FUNCTION means a loadable one (captured:
    no_database_commits)."""
    of_no_database = node.kind is ProgramKind.FUNCTION and not (node.schema or run.default_schema)
    drops_function = node.kind is ProgramKind.FUNCTION and isinstance(node, DropProgram)
    if drops_function and not node.schema and loadable.is_loaded(node.name, run.context):
        raise mysql_error("ER_UDF_DROP_DYNAMICALLY_REGISTERED")
    schema = "" if of_no_database else schema_of(run, node.schema)
    return schema, run.database.programs.find(node.kind, schema, node.name)


def _missing(run: DdlRun, kind: ProgramKind, schema: str, name: str, *, if_exists: bool) -> None:
    """The program is not there: an error, or a note."""
    symbol: str
    arguments: tuple[str, ...]
    asks_for_database = kind is ProgramKind.TRIGGER and run.context.variables.behaviour.triggers_ask_for_database
    if asks_for_database and schema not in {*run.database.catalog.schemas, *SYSTEM_SCHEMAS}:
        if not if_exists:
            raise mysql_error("ER_BAD_DB_ERROR", schema)
        run.context.diagnostics.append(Diagnostic("Note", MESSAGES["ER_BAD_DB_ERROR"].code, _UNFILLED))
        return
    if kind is ProgramKind.TRIGGER:
        symbol, arguments = "ER_TRG_DOES_NOT_EXIST", ()
    elif kind is ProgramKind.EVENT:
        symbol, arguments = (
            ("ER_SP_DOES_NOT_EXIST", ("Event", name)) if if_exists else ("ER_EVENT_DOES_NOT_EXIST", (name,))
        )
    else:
        of_database = (kind.value, f"{schema}.{name}") if schema else ("FUNCTION (UDF)", name)
        symbol, arguments = "ER_SP_DOES_NOT_EXIST", of_database
    if not if_exists:
        raise mysql_error(symbol, *arguments)
    run.note("ER_SP_DOES_NOT_EXIST_NOTE" if symbol == "ER_SP_DOES_NOT_EXIST" else symbol, *arguments)


def _look_at_event(run: DdlRun, node: AlterProgram, schema: str) -> LookedAt:
    """What is looked at before it is known that there is the event: its schedule, its new name (captured:
    clusters/events_of_no_database)."""
    schedule = node.schedule
    assert schedule is not None
    warn_of_old_words(run, schedule)
    refuse_queries(schedule, schema)
    note_definer(run, node)
    looked_at = look_at(schedule, run.database, run.context)
    if run.context.variables.behaviour.altered_events_ask:
        run.database.catalog.schema(schema)
    if node.rename is not None:
        _check_new_name(run, node, schema)
    return looked_at


def _check_new_name(run: DdlRun, node: AlterProgram, schema: str) -> None:
    """It is looked at before the event itself."""
    assert node.rename is not None
    new_schema, new_name = node.rename[0] or run.default_schema, node.rename[1]
    if (new_schema, new_name.lower()) == (schema, node.name.lower()):
        raise mysql_error("ER_EVENT_SAME_NAME")
    run.database.catalog.schema(new_schema)
    if run.database.programs.find(node.kind, new_schema, new_name) is not None:
        raise mysql_error("ER_EVENT_ALREADY_EXISTS", new_name)


@defines("alter_procedure", "alter_function", "alter_event")
def alter_program(run: DdlRun) -> tuple[DdlEvent, ...]:
    """ALTER PROCEDURE, FUNCTION, EVENT: logged as given."""
    node = run.parsed.node
    assert isinstance(node, AlterProgram)
    schema, program = _named(run, node)
    looked_at = _look_at_event(run, node, schema) if node.kind is ProgramKind.EVENT else LookedAt()
    if program is None:
        _missing(run, node.kind, schema, node.name, if_exists=False)
        raise AssertionError
    if node.kind is ProgramKind.FUNCTION and node.characteristics.data_access in ("CONTAINS SQL", "MODIFIES SQL DATA"):
        trusts = run.context.variables.settings.log_bin_trust_function_creators
        if not (trusts or program.characteristics.deterministic):
            raise mysql_error("ER_BINLOG_UNSAFE_ROUTINE")
    refuse_program(node, schema, run.context)
    if node.kind is not ProgramKind.EVENT:
        run.database.programs.remove(program)
        origin = replace(program.origin, modified=run.context.start_microseconds)
        run.database.programs.add(replace(program, characteristics=_altered(program, node), origin=origin))
        return (DdlEvent(run.text, run.default_schema, atomic=True),)
    schedule = node.schedule
    databases: tuple[str, ...] = (schema,)
    assert schedule is not None
    before = program.origin.schedule
    if looked_at.is_past:
        if not (before is not None and before.preserve if schedule.preserve is None else schedule.preserve):
            raise mysql_error("ER_EVENT_CANNOT_ALTER_IN_THE_PAST")
        run.note("ER_EVENT_EXEC_TIME_IN_THE_PAST")
    kept = kept_schedule(schedule, run.database, run.context, looked_at, before)
    body = (node.body, sent_part(node.body_text, run)) if node.body else (program.body, program.origin.body)
    made_by = maker_of(run, node.definer)
    modified = run.context.start_microseconds
    origin = replace(program.origin, schedule=kept, body=body[1], made_by=made_by, modified=modified)
    changed = replace(program, body=body[0], origin=origin, definer=written_definer(run, node))
    if node.rename is not None:
        new_schema, new_name = node.rename[0] or run.default_schema, node.rename[1]
        databases = tuple(dict.fromkeys((new_schema, schema)))
        changed = replace(changed, schema=new_schema, name=new_name)
    run.database.programs.remove(program)
    run.database.programs.add(changed)
    frame = run.context.program_names
    text = substituted(run.parsed.text, node, frame, run.context) if isinstance(frame, Frame) else run.text
    # with values in it, one that names CURRENT_USER carries nobody (scenario variables_in_definitions_row)
    forgets = text != run.text and _NAMES_DEFINER.match(run.parsed.text) is not None
    event = DdlEvent(
        text,
        run.default_schema,
        databases=event_databases(run, *databases),
        atomic=True,
        invoker=account_of(run.context) if node.definer is None and not forgets else None,
        uses_time_zone=schedule.is_given,
        microseconds=run.microseconds_used,
        context=schedule_variables(run.context),
    )
    return (event,)


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
    schema, program = _named(run, node)
    if program is None:
        _missing(run, node.kind, schema, node.name, if_exists=node.if_exists)
        if not schema or (node.kind in _ROUTINES and not run.context.server.policy.logs_existing):
            return ()
    else:
        run.database.programs.remove(program)
        if program.table:
            run.database.storage.opened_anew(schema, program.table)
        run.database.catalog.grants.drop_routine(node.kind.value, schema, node.name)
    is_event = node.kind is ProgramKind.EVENT
    databases = event_databases(run, schema) if is_event else (schema,) if program is not None else None
    return (
        DdlEvent(
            run.text,
            run.default_schema,
            databases=databases,
            atomic=program is not None,
        ),
    )
