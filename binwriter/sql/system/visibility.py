"""Whether a user is told of an object: the one question that all rows of information_schema ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.sql.syntax.programs import ProgramKind

if TYPE_CHECKING:
    from binwriter.sql.binding.programs import Program
    from binwriter.sql.context import StatementContext


def may_see(context: StatementContext, schema: str, name: str = "", column: str = "") -> bool:
    """Whether the session's account has any privilege on a database, a table in it, or a column of that."""
    rights = context.rights
    if rights is None:
        return True
    if not name:
        return rights.may("SHOW DATABASES") or rights.touches_schema(schema)
    return rights.touches_table(schema, name) and (not column or rights.touches_column(schema, name, column))


def sees_program(context: StatementContext, program: Program) -> bool:
    """Whether it is told of a routine, an event or a trigger (captured: tests/golden/clusters/seen_by_others.test)."""
    rights = context.rights
    if rights is None:
        return True
    schema = program.schema
    if program.kind is ProgramKind.EVENT:
        return "EVENT" in rights.in_schema(schema)
    if program.kind is ProgramKind.TRIGGER:
        return not rights.missing(("TRIGGER",), schema, program.table)
    return rights.touches_routine(program.kind.value, schema, program.name) or sees_body(context, program)


def sees_body(context: StatementContext, program: Program) -> bool:
    """Whether it is told what a routine does: the definer's account, and who may read everything."""
    rights = context.rights
    return rights is None or rights.may("SELECT", "SHOW_ROUTINE") or rights.account == tuple(program.origin.made_by)


def column_privileges(context: StatementContext, schema: str, table: str, column: str) -> str:
    """PRIVILEGES of information_schema.COLUMNS."""
    rights = context.rights
    known: tuple[str, ...] = ("SELECT", "INSERT", "UPDATE", "REFERENCES")
    if rights is not None:
        limited = {privilege: rights.columns_only(privilege, schema, table) for privilege in known}
        known = tuple(
            privilege for privilege in known if (only := limited[privilege]) is None or column.lower() in only
        )
    return ",".join(known).lower()
