"""CREATE TRIGGER carried out.

Texts, status variables and errors as a 9.7.4 gave them (tests/golden/captured/programs_*).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.system_tables import system_table
from binwriter.sql.binding.trigger_rows import check_trigger_columns, check_trigger_rows
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.no_characters import refuse_program
from binwriter.sql.ddl.programs.origin import (
    head_replaced,
    note_definer,
    origin_of,
    text_names_timestamp,
    written_definer,
)
from binwriter.sql.programs.creation import CreationContext
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def create_trigger(run: DdlRun, node: CreateProgram, schema: str) -> tuple[DdlEvent, ...]:
    assert node.table is not None
    context, programs = run.context, run.database.programs
    table_schema = node.table[0] or schema  # an unqualified table is looked for beside the trigger
    check_trigger_rows(node)
    if run.database.catalog.view(table_schema, node.table[1]) is not None:
        raise mysql_error("ER_WRONG_OBJECT", table_schema, node.table[1], "BASE TABLE")
    if run.database.temporary.find(table_schema, node.table[1]) is not None:
        raise mysql_error("ER_TRG_ON_VIEW_OR_TEMP_TABLE", node.table[1])
    # in `sys` also a table of the server's own
    of_server = system_table(table_schema, node.table[1], run.database.catalog)
    if of_server is None:
        run.database.catalog.schema(table_schema)
    table = of_server or run.database.catalog.table(table_schema, node.table[1])
    if table_schema != schema:  # (captured: clusters/triggers_elsewhere)
        raise mysql_error("ER_TRG_IN_WRONG_SCHEMA")
    existing = programs.find(ProgramKind.TRIGGER, schema, node.name)
    is_taken = existing is not None and not (node.if_not_exists and existing.table == table.name)
    behaviour = context.variables.behaviour
    _refuse_second(run, node, schema, table.name)
    if is_taken and behaviour.trigger_names_first and behaviour.several_triggers:
        raise mysql_error("ER_TRG_ALREADY_EXISTS")
    check_trigger_columns(node, table)
    if is_taken:
        raise mysql_error("ER_TRG_ALREADY_EXISTS")
    new = existing is None
    if not new:
        run.note("ER_WARN_TRG_ALREADY_EXISTS", node.name, schema, table.name)
    else:
        refuse_program(node, schema, context)
        anchor = _anchor(run, node, schema, table.name)
        note_definer(run, node)
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
            definer=written_definer(run, node),
            origin=origin_of(run, node),
        )
        programs.add(program, **anchor)
        run.database.storage.opened_anew(schema, table.name)
    event = DdlEvent(
        kept_bytes(head_replaced(node, context)),
        run.default_schema,
        databases=(schema,),
        atomic=new,
        invoker=account_of(context) if node.definer is None else None,
        microseconds=context.start_microseconds % 1_000_000 if new and _keeps_time_of_trigger(context) else None,
        explicit_defaults_for_timestamp=text_names_timestamp(node),
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
        note_definer(run, node)
        raise mysql_error("ER_REFERENCED_TRG_DOES_NOT_EXIST", name)
    return {"after" if word == "FOLLOWS" else "before": name}
