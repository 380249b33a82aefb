"""The scheduler of events: what is due is run in a session of its own, as its definer.

What the event does is logged as a session's own statements. An event that will not run again is dropped, which is
logged too, or disabled (ON COMPLETION PRESERVE), which is not. An error ends the run of the event; nobody is told.
Source: manual, "Using the Event Scheduler"; captured: event_runs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from binwriter.errors import ClosedError, UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.server.session import Session
from binwriter.server.state import ServerState
from binwriter.sql.binding.programs import Program, Schedule
from binwriter.sql.programs.event_times import next_run
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.modes import with_double_quotes

_logger = logging.getLogger(__name__)


# Makes a thread of the server's own, in that database.
Thread = Callable[[str], Session]


def run_due(server: ServerState, thread: Thread) -> list[str]:
    """Runs the events whose time has come, the earliest first, each once. Their names with their databases."""
    if server.variables.get("event_scheduler") != "ON" or server.variables.get("read_only"):
        return []
    times = [(next_run(_schedule(program)), program) for program in _events(server)]
    waiting = [(time, program) for time, program in times if time is not None]
    if not waiting:
        return []  # the clock goes on when it is looked at
    now = server.chance.clock()
    due = [(time, program) for time, program in waiting if time <= now]
    due.sort(key=lambda due_event: (due_event[0], due_event[1].qualified_name))
    ran = []
    for _, program in due:
        try:
            session = thread(program.schema)
        except ClosedError:  # the server ends: it waits for nobody
            break
        try:
            begun = _begin(server, session, program, now)
            if begun is None:
                continue
            program, ends = begun
            _run(session, program)
            if session.closed:  # killed, with the server
                break
            if ends and _found(server, program) is not None:
                _drop(session, program)
        except ClosedError:
            break
        finally:
            session.close()
        ran.append(program.qualified_name)
    return ran


def _run(session: Session, program: Program) -> None:
    session.user, session.host = program.origin.made_by
    session.variables.assign("sql_auto_is_null", True)  # as the thread of an event has it (captured: event_runs)
    zone = _schedule(program).time_zone
    try:
        if zone != "SYSTEM":
            session.variables.assign("time_zone", zone)
        error = session.run_event(program.schema, program.name).error
    except UnsupportedError as unsupported:
        _logger.info("event %s: not supported: %s", program.qualified_name, unsupported)
    else:
        if error is not None:
            _logger.info("event %s: %s", program.qualified_name, error)


def _begin(server: ServerState, session: Session, seen: Program, now: int) -> tuple[Program, bool] | None:
    """The event as it is now, of which the table of events says that it runs, and whether it will be dropped unless it
    does that itself (captured: events_change_themselves). None for one that was dropped or altered since it was seen to
    be due, while those before it ran, so that it is not: what was seen is not put back."""
    with server.locks.turns.statement(session.owner):
        program = _found(server, seen)
        if program is None or (time := next_run(_schedule(program))) is None or time > now:
            return None
        schedule = replace(_schedule(program), last=now)
        ends = schedule.status == "ENABLED" and next_run(schedule) is None
        if ends:
            schedule = replace(schedule, status="DISABLED")
        server.front_end.database.programs.add(replace(program, origin=replace(program.origin, schedule=schedule)))
        return program, ends and not schedule.preserve


def _found(server: ServerState, program: Program) -> Program | None:
    return server.front_end.database.programs.find(ProgramKind.EVENT, program.schema, program.name)


def _drop(session: Session, program: Program) -> None:
    mode = program.creation.sql_mode
    session.variables.assign("sql_mode", mode)
    text = f"DROP EVENT IF EXISTS{quoted(program.schema)}.{quoted(program.name)}"
    session.run(with_double_quotes(text) if "ANSI_QUOTES" in mode else text)


def _events(server: ServerState) -> list[Program]:
    return [program for program in server.front_end.database.programs if program.kind is ProgramKind.EVENT]


def _schedule(program: Program) -> Schedule:
    schedule = program.origin.schedule
    assert schedule is not None
    return schedule
