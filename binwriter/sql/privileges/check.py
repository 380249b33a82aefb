"""Whether whoever sends a statement may: its kind's needs, and what the parts of a statement ask for.

`check` comes before anything is looked for, so that who may not is not told what is there (captured:
tests/golden/privileges); `check_columns` comes once tables and columns are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sqlglot import exp

from binwriter.catalog.grants import Grants
from binwriter.catalog.rights import Rights
from binwriter.catalog.schemas import Catalog
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.privileges import GRANT_OPTION, STATIC
from binwriter.sql.binding.accounts import require_definer, rights_of_definer
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.command_table import COMMANDS, requires
from binwriter.sql.context import StatementContext
from binwriter.sql.privileges import columns as privileges_of_columns
from binwriter.sql.privileges import definitions, grants, shows, statements
from binwriter.sql.privileges.asking import Asking
from binwriter.sql.privileges.named import asked_tables, named_routine, named_schema
from binwriter.sql.syntax.accounts import UserSyntax
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.words import ParsedStatement

requires.later.add(statements, definitions, shows, grants)


def _keeps_passwords(parsed: ParsedStatement) -> bool:
    """ALTER USER that gives nobody a new one (captured: cluster expired_by_oneself)."""
    node = parsed.node
    return isinstance(node, UserSyntax) and parsed.command == "alter_user" and not any(how for _, how in node.accounts)


def check(parsed: ParsedStatement, database: Database, context: StatementContext) -> None:
    """MySQLError 1044, 1045, 1142, 1227, 1370 and their like for who may not."""
    if context.rights is None:
        if parsed.command in ("grant", "revoke"):
            grants.proxies_of_all(parsed, database.catalog, context)
        if _has_limited_views(database):
            asking = Asking(_EVERYTHING, parsed, database, context)
            if parsed.command in _THROUGH_VIEWS:
                requires[parsed.command](asking)
            if parsed.command in _WITHOUT_PROFILE:
                privileges_of_columns.columns_allowed(asking)
        return
    asking = Asking(context.rights, parsed, database, context)
    if context.rights.must_change and (parsed.command not in _WITH_EXPIRED_PASSWORD or _keeps_passwords(parsed)):
        entry = database.catalog.accounts.get(context.rights.account)
        if entry is not None and entry.expired:
            raise mysql_error("ER_MUST_CHANGE_PASSWORD")
    first = requires.get(parsed.command)
    if first is not None:
        first(asking)
    row = COMMANDS.get(parsed.command)
    for need in row.needs if row is not None else ():
        level, _, wanted = need.partition(" ")
        _LEVELS[level](asking, wanted)
    then = _AFTERWARDS.get(parsed.command)
    if then is not None:
        then(asking)
    if parsed.command in _WITHOUT_PROFILE:
        privileges_of_columns.columns_allowed(asking)


def _has_limited_views(database: Database) -> bool:
    """Whether some view has the rights of an account that may not do everything: those are asked for even by who may
    do everything himself."""
    kept, version = database.catalog.grants.kept, database.programs.version
    kept_answer = kept.get(_LIMITED_VIEWS)
    if not isinstance(kept_answer, tuple) or kept_answer[0] != version:
        grants = database.catalog.grants
        views = (view for schema in database.catalog.every_place() for view in schema.views.values())
        definers = {view.definer for view in views if view.definer is not None}
        kept_answer = kept[_LIMITED_VIEWS] = (version, any(not grants.has_everything(definer) for definer in definers))
    return bool(kept_answer[1])


_LIMITED_VIEWS = "views with the rights of some"
_THROUGH_VIEWS = ("select", "insert", "insert_select", "replace", "replace_select", "update", "delete")
_EVERYTHING = Rights(("root", "localhost"), "localhost", frozenset({*STATIC, GRANT_OPTION}), Grants())


def check_columns(parsed: ParsedStatement, database: Database, context: StatementContext) -> None:
    """ER_COLUMNACCESS_DENIED_ERROR for who may use some columns of a table, and not this one."""
    if context.rights is not None or _has_limited_views(database):
        privileges_of_columns.columns_allowed(Asking(context.rights or _EVERYTHING, parsed, database, context))


def check_view(schema: str, name: str, parsed: ParsedStatement, database: Database, context: StatementContext) -> None:
    """ER_VIEW_INVALID for a view whose definer, or reader, may not read what is behind it."""
    statements.ask_behind(Asking(context.rights or _EVERYTHING, parsed, database, context), schema, name)


def check_inside(parsed: ParsedStatement, database: Database, context: StatementContext) -> None:
    """Both, of a statement or an expression of a function or trigger: with the rights that it has there."""
    check(parsed, database, context)
    check_columns(parsed, database, context)


def check_expressions(nodes: Iterable[exp.Expression], database: Database, context: StatementContext) -> None:
    """The same of what a program computes: its subqueries, and the functions that it calls."""
    if context.rights is None:
        return
    for node in nodes:
        check_inside(ParsedStatement("", "select", node), database, context)


def check_row(program: Program, columns: Iterable[str], privilege: str, rights: Rights | None) -> None:
    """ER_COLUMNACCESS_DENIED_ERROR for a column of a trigger's table that its definer may not use: NEW is updated by
    SET, and read elsewhere, as OLD is (captured: clusters/rows_of_triggers_read)."""
    if rights is None or program.kind is not ProgramKind.TRIGGER or program.runs_as is None:
        return
    allowed = rights.columns_only(privilege, program.schema, program.table)
    for column in columns:
        if allowed is not None and column.lower() not in allowed:
            user, host = rights.account[0], rights.host
            raise mysql_error("ER_COLUMNACCESS_DENIED_ERROR", privilege, user, host, column, program.table)


def columns_of_row(node: object) -> list[str]:
    """The columns of NEW and OLD in an expression or statement."""
    if not isinstance(node, exp.Expression):
        return []
    return [column.name for column in node.find_all(exp.Column) if column.table.upper() in ("NEW", "OLD")]


def _check_definer(program: Program, rights: Rights | None) -> None:
    """ER_PROCACCESS_DENIED_ERROR for a routine whose definer may not run it himself (captured:
    clusters/definers_behind). rights: what the definer may do."""
    if rights is None or program.kind is ProgramKind.TRIGGER or program.kind is ProgramKind.EVENT:
        return
    kind, schema, name = program.kind.value, program.schema, program.name
    if "EXECUTE" not in rights.in_schema(schema) and "EXECUTE" not in rights.on_routine(kind, schema, name):
        raise mysql_error("ER_PROCACCESS_DENIED_ERROR", "execute", *rights.account, f"{schema}.{name}")


def rights_inside(
    program: Program, before: Rights | None, catalog: Catalog, context: StatementContext
) -> Rights | None:
    """What a program may do that is about to run, None for everything. ER_NO_SUCH_USER, ER_PROCACCESS_DENIED_ERROR
    where its definer is not there, or may not run it himself. Whose own it is keeps what he may, the roles that are
    active, too (captured: programs_of_ones_own_row). before: what the caller may."""
    if program.runs_as is None or (before is not None and before.account == program.runs_as):
        return before
    require_definer(program.runs_as, catalog.accounts)
    rights = rights_of_definer(program.runs_as, catalog, context)
    _check_definer(program, rights)
    return rights


@requires("explain")
def _explain(asking: Asking) -> None:
    """That of the statement; and SHOW VIEW for each view in it."""
    statement = getattr(asking.parsed.node, "statement", None)
    if statement is None:
        return
    try:
        check(statement, asking.database, asking.context)
    except MySQLError as error:
        if error.symbol != "ER_VIEW_INVALID":
            raise
        raise mysql_error("ER_VIEW_NO_EXPLAIN") from None
    if isinstance(statement.node, exp.Expression):
        for table in table_nodes(statement.node):
            schema = table.text("db") or asking.context.database or ""
            is_view = asking.database.catalog.view(schema, table.name) is not None
            if is_view and asking.rights.missing(("SELECT", "SHOW VIEW"), schema, table.name):
                raise mysql_error("ER_VIEW_NO_EXPLAIN")


def _server(asking: Asking, wanted: str) -> None:
    asking.server(wanted)


def _schema(asking: Asking, wanted: str) -> None:
    asking.schema((wanted,), named_schema(asking.parsed))


def _table(asking: Asking, wanted: str) -> None:
    for schema, name in asked_tables(asking.parsed):
        if not asking.is_temporary(schema, name):
            asking.table(wanted.split(", "), schema, name)


def _any(asking: Asking, wanted: str) -> None:
    """SELECT, or any privilege that was granted for the very table."""
    for schema, name in asked_tables(asking.parsed):
        asking.some(schema, name)


def _routine(asking: Asking, wanted: str) -> None:
    kind, schema, name = named_routine(asking.parsed)
    asking.routine(wanted, kind, schema, name)


def _system(asking: Asking, wanted: str) -> None:
    asking.table((wanted,), "mysql", COMMANDS[asking.parsed.command].system_table)


_WITH_EXPIRED_PASSWORD = frozenset({"alter_user", "set_password"})

# What is not looked at before it runs: there is no later moment to ask for columns.
_WITHOUT_PROFILE = frozenset({"select_into", "explain", "set_option", "create_view", "alter_view"})

# Objects with an account's rights: who may do the thing may not do it to everybody's.
_PROGRAMS = ("create_procedure", "create_function", "create_event")
_CHANGED = ("procedure", "function", "event", "library")
_AFTERWARDS: dict[str, Callable[[Asking], None]] = {
    "drop_view": lambda asking: definitions.view_dropped(asking),
    **dict.fromkeys(_PROGRAMS, lambda asking: definitions.program_defined(asking)),
    **{
        f"{verb}_{kind}": lambda asking: definitions.program_defined(asking)
        for verb in ("alter", "drop")
        for kind in _CHANGED
    },
}

_LEVELS: dict[str, Callable[[Asking, str], None]] = {
    "server": _server,
    "login": Asking.login,
    "schema": _schema,
    "table": _table,
    "any": _any,
    "routine": _routine,
    "system": _system,
}
