"""CREATE EVENT carried out.

Texts, status variables and errors as a 9.7.4 gave them (tests/golden/captured/programs_*).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.binding.programs import Program
from binwriter.sql.ddl.no_characters import refuse_program
from binwriter.sql.ddl.programs.origin import (
    event_databases,
    head_replaced,
    note_definer,
    origin_of,
    text_names_timestamp,
    written_definer,
)
from binwriter.sql.ddl.programs.schedule_variables import schedule_variables
from binwriter.sql.grammar.programs.event_schedule import LookedAt, kept_schedule, look_at, refuse_queries
from binwriter.sql.programs.creation import CreationContext
from binwriter.sql.syntax.program_definitions import CreateProgram, EventSchedule
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def create_event(run: DdlRun, node: CreateProgram, schema: str) -> tuple[DdlEvent, ...]:
    context, programs = run.context, run.database.programs
    schedule = node.schedule
    assert schedule is not None
    looked_at = _looked_at(run, node, schema)
    past = looked_at.is_past
    if schema not in run.database.catalog.schemas and (not past or context.variables.behaviour.past_events_ask):
        run.database.catalog.schema(schema)  # which refuses it
    if past and not schedule.preserve:
        return ()
    existing = programs.find(ProgramKind.EVENT, schema, node.name)
    if past:
        run.note("ER_EVENT_EXEC_TIME_IN_THE_PAST")
    if existing is not None and not node.if_not_exists:
        raise mysql_error("ER_EVENT_ALREADY_EXISTS", node.name)
    if existing is not None:
        run.note("ER_EVENT_ALREADY_EXISTS", node.name)
    else:
        refuse_program(node, schema, context)
        creation = CreationContext.of(context.variables)
        collation = run.database.catalog.schema(schema).collation
        origin = replace(origin_of(run, node), schedule=kept_schedule(schedule, run.database, context, looked_at))
        definer = written_definer(run, node)
        programs.add(
            Program(
                *(ProgramKind.EVENT, schema, node.name, node.body, creation, collation), definer=definer, origin=origin
            )
        )
    text = head_replaced(node, context) if context.server.policy.names_definer_of_event else run.parsed.text
    event = DdlEvent(
        kept_bytes(text),
        run.default_schema,
        databases=event_databases(run, schema),
        atomic=existing is None,
        invoker=account_of(context) if node.definer is None else None,
        uses_time_zone=True,
        microseconds=run.microseconds_used,
        explicit_defaults_for_timestamp=text_names_timestamp(node),
        context=schedule_variables(context),
    )
    return (event,)


def _looked_at(run: DdlRun, node: CreateProgram, schema: str) -> LookedAt:
    """Its schedule, of which is told that it is of the past; what is wrong with it comes first of all errors, and the
    event's definer before that (captured: clusters/events_of_no_database)."""
    schedule = node.schedule
    assert schedule is not None
    warn_of_old_words(run, schedule)
    refuse_queries(schedule, schema)
    note_definer(run, node)
    looked_at = look_at(schedule, run.database, run.context)
    if looked_at.is_past and not schedule.preserve:
        run.note("ER_EVENT_CANNOT_CREATE_IN_THE_PAST")
    return looked_at


def warn_of_old_words(run: DdlRun, schedule: EventSchedule) -> None:
    if schedule.old_words:
        words = ("<CREATE|ALTER> EVENT ... DISABLE ON SLAVE", "<CREATE|ALTER> EVENT ... DISABLE ON REPLICA")
        run.context.warn("ER_WARN_DEPRECATED_SYNTAX", *words)
