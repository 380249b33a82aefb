"""SHOW CREATE of views and stored programs: the text that a server would take to make them again.

Source: MySQL manual, "SHOW CREATE VIEW Statement" and its kin; texts as a 9.7.4 gives them (tests/golden/answers).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.catalog.schemas import View
from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.server.execution import Execution
from binwriter.server.guards.locked_tables import require_shown
from binwriter.sql.binding.programs import Program, Schedule
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.programs.routines import characteristics_text
from binwriter.sql.expressions.moments.timezone import from_microseconds
from binwriter.sql.printing.queries import view_text
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.system import captured
from binwriter.sql.system.columns import refuse_invalid
from binwriter.sql.system.programs import creation_of
from binwriter.sql.system.sight import Sight
from binwriter.sql.system.visibility import sees_body
from binwriter.sql.text import duality_calls
from binwriter.sql.text.modes import ANSI, ANSI_QUOTES, with_double_quotes

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
_CREATION = ("character_set_client", "collation_connection", "Database Collation")
VIEW_COLUMNS = ("View", "Create View", *_CREATION[:2])
_HUNDREDTH = 10_000  # microseconds
_STATUS = {"ENABLED": "ENABLE", "DISABLED": "DISABLE", "REPLICA_SIDE_DISABLED": "DISABLE ON REPLICA"}


def create_view(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW CREATE VIEW; SHOW CREATE TABLE of a view gives the same."""
    schema, name = syntax.tables[0] if syntax.tables else (None, "")
    schema = schema or context.database
    database = runner.front_end.database_of(context)
    if context.variables.behaviour.locks_views:
        require_shown(runner, schema or "", name, context)
    hidden = not schema or database.temporary.find(schema, name) is not None
    view = None if hidden else database.catalog.view(schema or "", name)
    if view is None:
        table = database.table(schema, name).definition
        shown = captured.shown(table.schema, table.name)
        if shown is not None and len(shown) == len(VIEW_COLUMNS):
            return VIEW_COLUMNS, [shown]
        raise mysql_error("ER_WRONG_OBJECT", *captured.spelled(schema or "", name), "VIEW")
    if view.definer is not None and view.definer not in database.catalog.accounts:
        context.diagnostics.append(mysql_warning("ER_NO_SUCH_USER", *view.definer, level="Note"))
    _tell_of_invalid(view, Sight(database, context))
    row = (name, _view_text(view, runner, context), view.client, view.connection)
    return VIEW_COLUMNS, [row]


def _tell_of_invalid(view: View, sight: Sight) -> None:
    """Warning 1356 for a view that reads what is not there (captured: cluster views_shown_that_read_nothing); up to
    5.6 a column that is gone is an error."""
    try:
        refuse_invalid(view, sight)
    except MySQLError as error:
        if error.symbol in ("ER_BAD_DB_ERROR", "ER_VIEW_RECURSIVE"):
            raise
        beneath = next(iter(error.earlier), None)
        if beneath is not None and beneath.symbol == "ER_BAD_FIELD_ERROR":
            error.earlier = (mysql_error("ER_BAD_FIELD_ERROR", beneath.message.split("'")[1], "field list"),)
            raise
        if error.symbol == "ER_VIEW_INVALID":
            sight.context.diagnostics.append(mysql_warning("ER_VIEW_INVALID", view.schema, view.name))


def _view_text(view: View, runner: Execution, context: StatementContext) -> str:
    name = quoted(view.name) if view.schema == context.database else f"{quoted(view.schema)}.{quoted(view.name)}"
    columns = f" ({','.join(map(quoted, view.columns))})" if view.columns and not view.duality else ""
    check = f" WITH {view.check_option} CHECK OPTION" if view.check_option else ""
    query = view_text(view, runner.front_end.database_of(context), context.database)
    head = (
        f"ALGORITHM={view.algorithm} DEFINER={_account(view.made_by)} "
        f"SQL SECURITY {'INVOKER' if view.definer is None else 'DEFINER'} "
    )
    if ANSI in context.variables.settings.sql_mode:  # as another server would read it
        head = ""
    return f"CREATE {head}{duality_calls.DUALITY if view.duality else ''}VIEW {name}{columns} AS {query}{check}"


def _account(account: tuple[str, str]) -> str:
    return f"{quoted(account[0])}@{quoted(account[1])}"


def create_program(kind: ProgramKind) -> Callable[[Execution, AdminSyntax, StatementContext], Result]:
    """SHOW CREATE PROCEDURE, FUNCTION, TRIGGER, EVENT."""

    def show(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
        schema, name = syntax.tables[0] if syntax.tables else (None, "")
        if not (schema or context.database):
            raise mysql_error("ER_NO_DB_ERROR")
        program = runner.front_end.database_of(context).programs.find(kind, schema or context.database, name)
        if program is None:
            if kind is ProgramKind.TRIGGER:
                if schema and context.variables.behaviour.triggers_ask_for_database:
                    runner.front_end.database_of(context).catalog.schema(schema)  # ER_BAD_DB_ERROR
                raise mysql_error("ER_TRG_DOES_NOT_EXIST")
            if kind is ProgramKind.EVENT:
                raise mysql_error("ER_EVENT_DOES_NOT_EXIST", name)
            raise mysql_error("ER_SP_DOES_NOT_EXIST", kind.value, name)
        mode, creation, program_text = program.creation.sql_mode, creation_of(program), in_charset(text_of(program))
        if kind is ProgramKind.TRIGGER:
            created = from_microseconds(program.origin.created // _HUNDREDTH * _HUNDREDTH)
            columns = ("Trigger", "sql_mode", "SQL Original Statement", *_CREATION, "Created")
            local = created.replace(tzinfo=None)  # of the machine (captured: cluster created_triggers)
            return columns, [(program.name, mode, program_text, *creation, local)]
        if kind is ProgramKind.EVENT:
            schedule = program.origin.schedule
            assert schedule is not None
            named = ("Event", "sql_mode", "time_zone", "Create Event", *_CREATION)
            return named, [(program.name, mode, schedule.time_zone, program_text, *creation)]
        word = kind.value.capitalize()
        text = program_text if sees_body(context, program) else None
        return (word, "sql_mode", f"Create {word}", *_CREATION), [(program.name, mode, text, *creation)]

    return show


def text_of(program: Program) -> str:
    """What SHOW CREATE shows of a program: its text, to be read with the sql_mode that it was made with."""
    if program.kind is ProgramKind.TRIGGER:
        return _trigger_text(program)
    if program.origin.schedule is not None:
        return _event_text(program, program.origin.schedule)
    return _routine_text(program, program.creation.sql_mode)


def _head(program: Program) -> str:
    return f"CREATE DEFINER={_account(program.origin.made_by)} {program.kind.value} {quoted(program.name)}"


def _routine_text(program: Program, mode: str) -> str:
    origin = program.origin
    head = with_double_quotes(_head(program)) if ANSI_QUOTES in mode else _head(program)
    returns = f" RETURNS {origin.returns}" if origin.returns else ""
    chosen = characteristics_text(program.characteristics)
    return f"{head}({origin.parameters}){returns}\n{chosen}{origin.body}"


def _trigger_text(program: Program) -> str:
    on = f"{program.timing} {program.event} ON {quoted(program.table)} FOR EACH ROW"
    return f"{_head(program)} {on} {program.origin.body}"


def _event_text(program: Program, schedule: Schedule) -> str:
    if schedule.at is not None:
        when = f"AT '{schedule.at}'"
    else:
        when = f"EVERY {schedule.every} {schedule.unit}"
        when += f" STARTS '{schedule.starts}'" if schedule.starts is not None else ""
        when += f" ENDS '{schedule.ends}'" if schedule.ends is not None else ""
    comment = f" COMMENT '{schedule.comment.replace(chr(39), chr(39) * 2)}'" if schedule.comment else ""
    return (
        f"{_head(program)} ON SCHEDULE {when} ON COMPLETION {'' if schedule.preserve else 'NOT '}PRESERVE "
        f"{_STATUS[schedule.status]}{comment} DO {program.origin.body}"
    )


SHOWN: dict[tuple[str, ...], Callable[[Execution, AdminSyntax, StatementContext], Result]] = {
    ("CREATE", "VIEW"): create_view,
    **{("CREATE", kind.value): create_program(kind) for kind in ProgramKind},
}
