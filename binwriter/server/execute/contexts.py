"""The context of a statement that begins: what it sees of its session, and whom it tells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from sqlglot import exp

from binwriter.catalog.rights import Rights
from binwriter.catalog.schemas import Catalog
from binwriter.errors import MySQLError
from binwriter.formats.collations import collation_by_name
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.server.execution import Execution
from binwriter.server.implicit_truncates import opener
from binwriter.server.session import Session
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.command_table import commands_with
from binwriter.sql.context import ServerFacts, SessionFacts, StatementContext
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.event_context import EventContext
from binwriter.statement.traits import CommandTrait


def statement_context(runner: Execution, clock: int) -> StatementContext:
    """clock: the server's when the statement begins, in microseconds."""
    session = runner.session
    if runner.seen is None:
        runner.seen = session_facts(runner), server_facts(runner)
    of_session, of_server = runner.seen
    of_session.user = f"{session.user}@{session.host}"
    context = StatementContext(
        session=of_session,
        server=of_server,
        database=session.database,
        start_microseconds=session.statement_time(clock),
        definer=runner.programs.definer or runner.account,
        rights=runner.programs.rights,
        last_insert_id=runner.last_insert_id,
        row_count=runner.row_count,
        found_rows=runner.found_rows,
        condition_counts=runner.area.counts(),
        on_open=opener(session.server, session.database),
        refused_before=of_session.refused_key,
    )
    of_session.refused_key = ""
    context.capture_state = partial(_state_in, session, context, clock)
    return context


def gives_variables(parsed: ParsedStatement, context: StatementContext) -> bool:
    """Whether values go into user variables; by := in a query they do not count with newer servers (not captured)."""
    if parsed.command in ("set_option", "select_into"):
        return True
    old = context.variables.behaviour.stores_whole_quotients
    return old and isinstance(parsed.node, exp.Expression) and parsed.node.find(exp.PropertyEQ) is not None


def session_facts(runner: Execution) -> SessionFacts:
    """What all statements of a session see of it."""
    session = runner.session
    return SessionFacts(
        variables=session.variables,
        user_variables=runner.user_variables,
        connection_id=session.thread_id,
        user="",
        rand=runner.rand,
        forced_insert_id=runner.forced_insert_id,
        temporary=runner.temporary,
        client_files=lambda: session.client.files,
        uncommitted=lambda: runner.undo,
        locks=runner.locks,
        note_engines=session.engine_mix.note,
        is_first_run=runner.programs.is_first_run,
        roles=lambda: runner.roles,
        definitions=lambda: None if runner.hides_tables() else session.server.definitions.count,
        query_attributes=lambda: session.client.query_attributes,
        counts=session.counts,
        flags=session.flags,
    )


def server_facts(runner: Execution) -> ServerFacts:
    """What all statements see of their server."""
    server = runner.session.server
    return ServerFacts(
        sysdate=server.chance.clock,
        new_uuid=server.chance.new_uuid,
        policy=server.policy,
        files=runner.front_end.database.files,
        takes_many=server.plan_cache,
        reference_systems=runner.front_end.catalog.reference_systems,
        roles_graph=partial(_roles_graph, runner.front_end.catalog),
        components=runner.front_end.database.components,
    )


def _roles_graph(catalog: Catalog, rights: Rights | None) -> str:
    """ROLES_GRAPHML(), which shows nothing to who may not grant roles."""
    from binwriter.catalog.roles_graph import HIDDEN, roles_graph

    if rights is not None and not rights.may("ROLE_ADMIN", "SUPER"):
        return HIDDEN
    return roles_graph(catalog.accounts, catalog.grants)


def _state_in(session: Session, context: StatementContext, clock: int) -> EventContext:
    """What events of the statement carry at this moment, in the database that a program has."""
    database, session.database = session.database, context.database
    try:
        return session.log_statement_state(clock)
    finally:
        session.database = database


@contextmanager
def in_database(runner: Execution, database: str | None, context: StatementContext) -> Iterator[None]:
    """The session is in that database, or with a note in none if it is gone, and then where it was."""
    session, catalog = runner.session, runner.front_end.catalog
    before = session.database
    if before == database:
        yield
        return

    def change(name: str | None) -> None:
        there = name in catalog.schemas
        context.database = session.database = name if there or name in SYSTEM_SCHEMAS else None
        collation = catalog.schema(str(name)).collation if there else None
        of_server = collation_by_name(str(session.variables.get("collation_server"))).id
        session.variables.database_changed(collation or of_server, session.database)

    change(database)
    if session.database != database:
        context.diagnostics.append(mysql_warning("ER_BAD_DB_ERROR", database, level="Note"))
    try:
        yield
    except MySQLError as error:
        if error.symbol == "ER_NO_DB_ERROR" and database is not None:
            raise mysql_error("ER_BAD_DB_ERROR", database) from None
        raise
    finally:
        change(before)


_COMMITS = commands_with(CommandTrait.COMMITS_BEFORE, CommandTrait.COMMITS_AFTER)
_CHANGES_ROWS = commands_with(CommandTrait.CHANGES_ROWS)


def cannot_stand_still(parsed: ParsedStatement, context: StatementContext) -> bool:
    """Whether others must not see what a statement has done before it is done: definitions, and rows without locks.

    The table of CREATE TABLE .. SELECT has its rows before it is there for others.
    """
    if parsed.command == "create_select":
        return context.locking is None
    without_locks = context.locking is None and parsed.command in _CHANGES_ROWS
    return without_locks or parsed.command in _COMMITS
