"""Whether a user is told of an object: the one question that all rows of information_schema ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.sql.syntax.programs import ProgramKind

if TYPE_CHECKING:
    from binwriter.catalog.schemas import View
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


# tables of performance_schema that everybody may read (asked of a 9.7.4: clusters/system_tables_seen_by_others)
_READ_BY_ALL_NAMES = """
global_status global_variable_attributes global_variables persisted_variables processlist session_account_connect_attrs
session_status session_variables variables_info variables_metadata
"""
_READ_BY_ALL = frozenset(_READ_BY_ALL_NAMES.split())


def may_see_own(context: StatementContext, schema: str, name: str, column: str = "") -> bool:
    """The same of the tables that a fresh server has, which are seen by whoever may read them, too."""
    if schema == "information_schema" or (schema == "performance_schema" and name in _READ_BY_ALL and not column):
        return True
    return may_see(context, schema, name, column)


def sees_query(context: StatementContext, view: View) -> bool:
    """Whether it is told what a view selects: who made it, and who may read it and show it (captured:
    clusters/queries_of_views_seen)."""
    rights = context.rights
    if rights is None or rights.account == view.made_by:
        return True
    return not rights.missing(("SELECT", "SHOW VIEW"), view.schema, view.name)


def may_see_trigger(context: StatementContext, schema: str, table: str) -> bool:
    """Whether it is told of the triggers of a table."""
    return context.rights is None or not context.rights.missing(("TRIGGER",), schema, table)


def sees_program(context: StatementContext, program: Program) -> bool:
    """Whether it is told of a routine, an event or a trigger (captured: tests/golden/clusters/seen_by_others.test)."""
    rights = context.rights
    if rights is None:
        return True
    schema = program.schema
    if program.kind is ProgramKind.EVENT:
        return "EVENT" in rights.in_schema(schema)
    if program.kind is ProgramKind.TRIGGER:
        return may_see_trigger(context, schema, program.table)
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
