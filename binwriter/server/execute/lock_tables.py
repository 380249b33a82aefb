"""LOCK TABLES and UNLOCK TABLES (MySQL manual, "LOCK TABLES and UNLOCK TABLES Statements").

What is locked besides, and what commits: captures of a 9.7.4 (tests/golden/scenarios/administration_locks_*.scn).
"""

from __future__ import annotations

from itertools import takewhile

from binwriter.mysql.messages.table import mysql_error
from binwriter.server import followed
from binwriter.server.execute.administers import administers
from binwriter.server.execution import Execution
from binwriter.server.guards.gtid_next import check_engines
from binwriter.server.guards.locked_tables import TEMPORARY_ALONE
from binwriter.server.guards.merged_locks import merged_with
from binwriter.server.guards.system_schemas import check_locked
from binwriter.sql.binding.foreign_key_tables import children_changed, keys_read
from binwriter.sql.binding.prelocking import ORDER_OF_EVENTS, prelock
from binwriter.sql.binding.views import require_tables
from binwriter.sql.binding.views_locked import views_locked_with
from binwriter.sql.context import StatementContext
from binwriter.sql.privileges.check import check_view
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess


@administers("lock_tables")
def _lock(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    check_locked(runner, syntax, context.database)
    database = runner.front_end.database_of(context)
    if runner.locked_tables:  # before the others are looked for (captured: locks_tables_beside_others)
        runner.locked_tables, runner.locked_aliases, runner.locked_besides = {}, {}, {}
        runner.locks.unlock_tables()
    own: list[tuple[str, str, bool]] = []
    views: dict[tuple[str, str], str] = {}
    aliases: dict[tuple[str, str], dict[str, str]] = {}
    for (schema, name), mode, alias in zip(syntax.tables, syntax.modes, syntax.aliases, strict=True):
        key = (schema or context.database or "", name)
        if key in aliases and runner.temporary.find(*key) is not None:
            raise mysql_error("ER_CANT_REOPEN_TABLE", next(iter(aliases[key])))
        aliases.setdefault(key, {})[alias] = mode
        views.update(dict.fromkeys(views_locked_with(*key, database, context), "VIEW"))  # and tables in their place
        if (view := database.view(*key)) is not None:
            check_view(*key, parsed, database, context)
            require_tables(view, database, context)
        else:
            database.table(schema or context.database, name)
        own.append((*key, mode == "WRITE"))
    # those of all triggers are locked too (MySQL manual, "LOCK TABLES and Triggers")
    opened = prelock(own, iter(()), frozenset(ORDER_OF_EVENTS), database, context, unchecked=True).tables
    shared = [access for access in opened if not access.table.temporary]
    locked: dict[tuple[str, str], str] = {}
    besides: dict[tuple[str, str], str] = {}
    for access in sorted(shared, key=lambda access: not access.own):
        key = (access.table.schema, access.table.name)
        for modes in (locked,) if access.own else (locked, besides):
            modes[key] = "WRITE" if access.write else modes.get(key, "READ")
    written = tuple(
        TableAccess(access.table.schema, access.table.name, access.table.engine, write=True)
        for access in opened
        if access.write
    )
    if runner.session.variables.settings.sql_log_bin:  # captured: clusters/locked_against_gtids
        profile = StatementProfile(StatementKind.OTHER, "lock_tables", written)
        check_engines(runner, profile, runner.session.transaction_state(), context)
    for child, mode in merged_with(database, locked).items():
        for modes in (locked, besides):
            modes[child] = "WRITE" if mode == "WRITE" else modes.get(child, "READ")
    for access in opened:  # its relatives are locked, too, if they are there
        changed = children_changed(access.table, access.events, database.catalog)
        read = keys_read(access.table, access.events, database.catalog)
        for relative in (*read, *(child for child, _ in changed)) if access.write else ():
            for modes in (locked, besides):
                modes.setdefault((relative.schema, relative.name), "READ")
    runner.locks.lock_tables(locked)
    for key, named in aliases.items():  # each one opens its table
        for _ in range(len(named) - 1):
            runner.locks.tables.keep(*key)
    runner.locked_tables = locked | views or TEMPORARY_ALONE
    if runner.session.news is not None:
        followed.note_locked(runner.session.news, runner, opened)
    runner.locked_aliases, runner.locked_besides = aliases, besides
    counted = (access.table for access in takewhile(lambda access: access.write, () if own[0][:2] in views else opened))
    accesses = tuple(TableAccess(table.schema, table.name, table.engine, write=True) for table in counted)
    profile = StatementProfile(StatementKind.OTHER, "lock_tables", accesses, traits=parsed.traits)
    context.diagnostics.extend(runner.session.engine_mix.note(profile))
    joined = any(database.table(*key).definition.engine.two_phase for key in locked)
    if joined and not runner.session.in_transaction:
        runner.session.engine_mix.forget()  # to lock was a transaction
    return StatementResult(diagnostics=tuple(context.diagnostics))


@administers("unlock_tables")
def _unlock(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """It commits only where there is something to unlock."""
    if runner.locked_tables:
        runner.session.commit()
        runner.locked_tables = {}
    runner.locks.unlock_tables(also_read_lock=True)
    if runner.session.news is not None:
        runner.session.news.locked(now=False)
    return StatementResult()
