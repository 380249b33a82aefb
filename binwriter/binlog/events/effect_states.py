"""With which session and statement state the events of a statement are written, once it is known what it did."""

from __future__ import annotations

from binwriter.binlog.events.queries import MANY_DATABASES
from binwriter.binlog.rules.policies import LoggingPolicy
from binwriter.formats.constants import StatusVarCode
from binwriter.formats.records import replace
from binwriter.formats.servers import ServerProfile
from binwriter.statement.event_context import EventContext
from binwriter.statement.values import EXPRESSION, StatementEffects, StatementProfile

__all__ = ["event_states", "updated_databases"]


def updated_databases(
    profile: StatementProfile, effects: StatementEffects, server: ServerProfile, *, row_form: bool
) -> tuple[str, ...] | None:
    """The names of Q_UPDATED_DB_NAMES; None where the event has none of them."""
    if profile.opens_parent and StatusVarCode.UPDATED_DB_NAMES in server.status_variables:
        return MANY_DATABASES
    if row_form or profile.command == EXPRESSION:
        return None
    opened = profile.tables if any(access.write for access in profile.tables) else ()
    return (*(access.schema for access in opened), *effects.facts.databases) or None


def event_states(
    log: EventContext,
    profile: StatementProfile,
    effects: StatementEffects,
    policy: LoggingPolicy,
    *,
    row_form: bool,
) -> tuple[EventContext, EventContext]:
    """The state of the statement's own events, and that of those that end its group.

    log: both halves as the session gives them. Rows are written while the statement runs, and carry what it had used
    by then; what ends the group comes after it (all seen in captures).
    """
    end = log
    if effects.internal_temporary and policy.marks_internal_temporary:
        end = log.with_statement(thread_specific=True)
        log = log if row_form else end
    if row_form:
        log = _at_change(log, profile, effects)
    if effects.ran_program:
        if effects.ran_program_first or not row_form:
            log = log.with_statement(table_map_for_update=0)
        end = end.with_statement(table_map_for_update=0)
    if row_form and effects.facts.map_at_change:
        log = log.with_statement(table_map_for_update=effects.facts.map_at_change)
    return log, end


def _at_change(log: EventContext, profile: StatementProfile, effects: StatementEffects) -> EventContext:
    """As the state was when the first row changed."""
    if (used := effects.facts.used_at_change) is not None:
        later = effects.temporary_ddl and not any(access.temporary for access in profile.tables)
        if not (effects.is_query or later):
            used = replace(used, thread_specific=used.thread_specific or log.statement.thread_specific)
        log = log.by(used)
    if effects.facts.changed_in is not None:
        log = log.with_statement(schema=effects.facts.changed_in)
    state = effects.facts.state_at_change
    if state is not None and not (state.session is log.session and state.rows is log.rows):
        log = replace(log, session=state.session, rows=state.rows)
    return log
