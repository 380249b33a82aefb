"""The context of a statement that begins: what it sees of its session, and whom it tells."""

from __future__ import annotations

from functools import partial

from binwriter.server.execution import Execution
from binwriter.server.implicit_truncates import opener
from binwriter.server.session import Session
from binwriter.sql.context import StatementContext
from binwriter.statement.event_context import EventContext


def statement_context(runner: Execution, clock: int) -> StatementContext:
    """clock: the server's when the statement begins, in microseconds."""
    session = runner.session
    context = StatementContext(
        variables=session.variables,
        user_variables=runner.user_variables,
        database=session.database,
        connection_id=session.thread_id,
        user=f"{session.user}@{session.host}",
        definer=runner.programs.definer or runner.account,
        rights=runner.programs.rights,
        start_microseconds=session.statement_time(clock),
        sysdate=session.server.chance.clock,
        uncommitted=runner.undo,
        new_uuid=session.server.chance.new_uuid,
        rand=runner.rand,
        last_insert_id=runner.last_insert_id,
        row_count=runner.row_count,
        found_rows=runner.found_rows,
        condition_counts=runner.count_conditions(),
        forced_insert_id=runner.forced_insert_id,
        policy=session.server.policy,
        files=runner.front_end.database.files,
        client_files=session.client.files,
        note_engines=session.engine_mix.note,
        temporary=runner.temporary,
        session_locks=runner.locks,
        on_open=opener(session.server, session.database),
        takes_many=session.server.plan_cache,
    )
    context.capture_state = partial(_state_in, session, context, clock)
    context.is_first_run = runner.programs.is_first_run
    return context


def _state_in(session: Session, context: StatementContext, clock: int) -> EventContext:
    """What events of the statement carry at this moment, in the database that a program has."""
    database, session.database = session.database, context.database
    try:
        return session.log_statement_state(clock)
    finally:
        session.database = database
