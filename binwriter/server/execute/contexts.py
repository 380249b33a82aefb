"""The context of a statement that begins: what it sees of its session, and whom it tells."""

from __future__ import annotations

from functools import partial

from binwriter.server.execution import Execution
from binwriter.server.implicit_truncates import opener
from binwriter.server.session import Session
from binwriter.sql.context import ServerFacts, SessionFacts, StatementContext
from binwriter.statement.event_context import EventContext


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
        condition_counts=runner.count_conditions(),
        on_open=opener(session.server, session.database),
    )
    context.capture_state = partial(_state_in, session, context, clock)
    return context


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
    )


def _state_in(session: Session, context: StatementContext, clock: int) -> EventContext:
    """What events of the statement carry at this moment, in the database that a program has."""
    database, session.database = session.database, context.database
    try:
        return session.log_statement_state(clock)
    finally:
        session.database = database
