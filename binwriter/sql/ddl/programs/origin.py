"""Who made a stored program and when, whose it is, and the head that its statement gets in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.formats.constants import ColumnType
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.accounts import account_of, definer_of
from binwriter.sql.binding.programs import Origin, Program
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram
from binwriter.sql.syntax.programs import ProgramKind, parts_of
from binwriter.sql.syntax.table import TypeSyntax
from binwriter.sql.text.modes import ANSI_QUOTES, as_written, with_backticks, with_double_quotes, without_stand_ins

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def schema_of(run: DdlRun, schema: str | None) -> str:
    name = schema or run.context.database
    if not name:
        raise mysql_error("ER_NO_DB_ERROR")
    return name


def origin_of(run: DdlRun, node: CreateProgram, returns: str = "") -> Origin:
    """The texts that SHOW and information_schema show of the new program, its maker and its times."""
    now = run.context.start_microseconds
    body, parameters = (sent_part(text, run) for text in (node.body_text, node.parameters_text))
    return Origin(body, parameters, returns, maker_of(run, node.definer), now, now)


def sent_part(text: str, run: DdlRun) -> str:
    """A part of the statement in its own quotes, where it is found in what was sent; else in those of the mode."""
    if ANSI_QUOTES in run.context.variables.settings.sql_mode:
        given = run.parsed.text
        read = with_backticks(given, run.context.variables.profile.version_number)
        if len(read) == len(given) and (place := read.rfind(plain := without_stand_ins(text))) >= 0:
            end = place + len(plain)
            while read[end : end + 1] == " " and given[end] != " ":  # a name in backticks is the shorter one
                end += 1
            return given[place:end]
    return written_in_mode(text, run.context)


def written_in_mode(text: str, context: StatementContext) -> str:
    """A part of the statement as it was sent: modes of the session have it read otherwise (`sql.text.modes`)."""
    text = as_written(text)
    return with_double_quotes(text) if ANSI_QUOTES in context.variables.settings.sql_mode else text


def maker_of(run: DdlRun, definer: tuple[str, str | None] | None) -> tuple[str, str]:
    """The account whose it is: the one named, else that of the session."""
    return account_of(run.context) if definer is None else (definer[0], definer[1] or "%")


def definer_text(node: CreateProgram, context: StatementContext) -> str:
    """DEFINER=... as it is logged."""
    user, host = node.definer or account_of(context)
    return f"DEFINER={quoted(user)}@{quoted(host or '%')}"


def written_definer(run: DdlRun, node: CreateProgram | AlterProgram) -> tuple[str, str] | None:
    """The definer that the statement names."""
    return definer_of(run.context, node.definer, run.database.catalog.accounts)


def note_definer(run: DdlRun, node: CreateProgram | AlterProgram) -> None:
    """A definer who is no user is a note."""
    if node.definer is not None:
        user, host = node.definer[0], node.definer[1] or "%"
        if (user, host) not in (account_of(run.context), *run.database.catalog.accounts):
            run.note("ER_NO_SUCH_USER", user, host)


def head_replaced(node: CreateProgram, context: StatementContext) -> str:
    """CREATE DEFINER=`user`@`host` and the rest of the statement as it was sent."""
    rest = node.text[node.kind_offset :]
    if node.kind is ProgramKind.TRIGGER and context.variables.behaviour.trims_triggers:
        rest = rest.rstrip()
    return f"CREATE {definer_text(node, context)} {rest}"


def text_names_timestamp(node: CreateProgram) -> bool:
    """Whether the data type TIMESTAMP is read anywhere in it: the event then tells explicit_defaults_for_timestamp."""
    return any(isinstance(part, TypeSyntax) and part.name == "TIMESTAMP" for part in parts_of(node))


def names_timestamp(program: Program) -> bool:
    """The same of a routine that is there already."""
    columns = [parameter.column for parameter in program.parameters] + (
        [program.returns] if program.returns is not None else []
    )
    return any(column.spec.type is ColumnType.TIMESTAMP2 for column in columns) or any(
        isinstance(part, TypeSyntax) and part.name == "TIMESTAMP" for part in parts_of(program.body)
    )


def event_databases(run: DdlRun, *schemas: str) -> tuple[str, ...]:
    """updated_db_names of a statement on an event, whose definition is a row of a table in mysql up to 5.7."""
    return (*schemas, "mysql") if run.context.variables.profile.names_event_table else schemas
