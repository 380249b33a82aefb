"""CREATE and DROP TEMPORARY TABLE inside of functions and triggers, and what they mean for the statement around."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from binwriter.catalog.tables import Table
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.context import StatementContext
from binwriter.sql.programs.surroundings import Runtime
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement

if TYPE_CHECKING:
    from binwriter.storage.table_data import TableData


def run_temporary_ddl(runtime: Runtime, parsed: ParsedStatement) -> None:
    """CREATE and DROP TEMPORARY TABLE. They are not undone; where they would be logged, the function call is."""
    from binwriter.storage.undo import UndoLog

    top, context = runtime.top, runtime.context
    open_before = list(context.session.temporary)
    if parsed.command == "create_select":
        undo = top.run.undo if top is not None else UndoLog()
        made = runtime.front_end.run_create_select(parsed, context, undo, b"")
        logged = made is not None and context.variables.settings.binlog_format is BinlogFormat.STATEMENT
    else:
        events = runtime.front_end.run_ddl(parsed, context).ddl
        by_statement = context.variables.settings.binlog_format is BinlogFormat.STATEMENT
        drops = parsed.command == "drop_table"  # IF EXISTS of none is logged, too (captured: programs_temporary_ddl_*)
        logged = bool(events) or (by_statement and (drops or list(context.session.temporary) != open_before))
        if not (isinstance(parsed.node, CreateTableSyntax) and parsed.node.like is not None):
            context.facts.databases.extend(name for event in events for name in event.databases or ())
    dropped = _note_temporary(context, open_before, drops=parsed.command == "drop_table")
    gone = any(data.definition.engine.two_phase for data in dropped)
    if top is not None and gone:
        # the engine notes a write, and commits with the log, if it is in the statement (captured:
        # temporary_of_functions, programs_temporary_ddl_*)
        by_temporary = top.joined_by_temporary and not context.row_form
        top.run.transactional_write |= by_temporary or _changes_itself(top.run.locked)
    if top is not None and logged:
        top.wrote = True


def _changes_itself(locked: Iterable[Table]) -> bool:
    """Whether the statement around a program changes tables of an engine that commits with the log."""
    return any(table.engine.two_phase and not table.temporary for table in locked)


def _note_temporary(context: StatementContext, open_before: list[TableData], *, drops: bool) -> list[TableData]:
    """What CREATE or DROP TEMPORARY TABLE of a program means for the statement around it. Returns what was dropped."""
    was_open, open_now = {id(data) for data in open_before}, {id(data) for data in context.session.temporary}
    made = [data for data in context.session.temporary if id(data) not in was_open]
    dropped = [data for data in open_before if id(data) not in open_now]
    # the log has the function's call alone, and nothing of the table's end (captured: temporary_of_failed_functions_*)
    for data in made:
        data.unlogged = True
    context.facts.thread_specific |= not drops or bool(dropped)
    context.facts.temporary_ddl += drops or any(data.definition.engine.transactional for data in made)
    if context.server.policy.temporary.warns_at_rollback:
        # IF NOT EXISTS: also where it was there (captured: temporary_of_failed_functions_*)
        context.facts.made_temporary |= not drops
        context.facts.dropped_temporary |= bool(dropped)
    return dropped
