"""The sessions of a server: PROCESSLIST, threads, their attributes.

Besides them a server has the scheduler of events and threads of its own, as a fresh one shows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import Any

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_warning
from binwriter.sql.binding.database import Database
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_bytes
from binwriter.sql.expressions.variables import variable_type
from binwriter.sql.functions.server.state import THREADS_BEFORE
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.system import captured
from binwriter.sql.system.sight import Row, Sight, all_rows_of

_PRIMARY = "PRIMARY"
# the scheduler of events waits for the next one that is enabled, if there is any
_IDLE, _WAITS = "Waiting on empty queue", "Waiting for next activation"
_SCHEDULER = (5, "event_scheduler", "localhost", None, "Daemon")
_SYSTEM = (6, "system user", "", None, "Daemon")
ONE_CONNECTION = "thread/sql/one_connection"


@dataclass(frozen=True, slots=True)
class Process:
    """A session as PROCESSLIST has it. host: where its client is."""

    number: int
    user: str
    host: str
    database: str | None
    command: str
    seconds: int
    state: str
    text: str | None


_shown = attrgetter("number", "user", "host", "database", "command", "seconds", "state", "text")


def processes(sight: Sight) -> Iterator[Process]:
    """The sessions by number; the one that asks runs its statement."""
    for number in sorted(sight.server.sessions):
        session = sight.server.sessions[number]
        own = number == sight.context.session.connection_id
        client = session.client
        reader = sight.server.replicas.readers.get(number)
        yield Process(
            *(number, session.user, client.host, sight.context.database if own else session.database),
            *("Query" if own else client.command, client.seconds),
            *("executing" if own else session.owner.state if reader is None else reader.state, client.info),
        )


def may_see(context: StatementContext, user: str | None = None) -> bool:
    """Whether who asks may see the sessions of a user, or those that are nobody's: without PROCESS his own only (MySQL
    manual, "SHOW PROCESSLIST Statement")."""
    rights = context.rights
    return rights is None or rights.may("PROCESS") or user == rights.account[0]


def _seen(sight: Sight) -> Iterator[Process]:
    return (process for process in processes(sight) if may_see(sight.context, process.user))


def _uptime(sight: Sight) -> int:
    return max(0, (sight.context.start_microseconds - sight.started) // 1_000_000)


def has_scheduler(context: StatementContext) -> bool:
    """Whether the scheduler of events runs (cluster scheduler_stopped)."""
    return bool(context.variables.get("event_scheduler") == "ON")


def scheduler(database: Database, context: StatementContext, seconds: int) -> Iterator[Row]:
    """The scheduler of events, as PROCESSLIST has it, where it runs and may be seen."""
    if not may_see(context) or not has_scheduler(context):
        return
    events = (program.origin.schedule for program in database.programs if program.kind is ProgramKind.EVENT)
    waits = any(schedule is not None and schedule.status == "ENABLED" for schedule in events)
    yield *_SCHEDULER, seconds, _WAITS if waits else _IDLE, None


def warn_of_processlist(context: StatementContext) -> None:
    """1287, once a statement, when the rows are made (captured: clusters/processlist_read)."""
    warning = mysql_warning(
        "ER_WARN_DEPRECATED_SYNTAX", "INFORMATION_SCHEMA.PROCESSLIST", "performance_schema.processlist"
    )
    if warning not in context.diagnostics:
        context.diagnostics.append(warning)


@all_rows_of("information_schema.PROCESSLIST")
def processlist(sight: Sight) -> Iterator[Row]:
    """Clients' sessions and the scheduler of events."""
    warn_of_processlist(sight.context)
    yield from map(_shown, _seen(sight))
    yield from scheduler(sight.database, sight.context, _uptime(sight))


@all_rows_of("performance_schema.processlist")
def processlist_of_threads(sight: Sight) -> Iterator[Row]:
    """The same with the thread that compresses GTIDs."""
    yield from ((*row, _PRIMARY) for row in scheduler(sight.database, sight.context, _uptime(sight)))
    if may_see(sight.context):
        yield (*_SYSTEM, _uptime(sight), "Suspending", None, _PRIMARY)
    yield from ((*_shown(process), _PRIMARY) for process in _seen(sight))


@cache
def own_threads() -> tuple[Row, ...]:
    """Those of performance_schema.threads that no client has."""
    definition = captured.definition("performance_schema", "threads")
    assert definition is not None
    return tuple(row for row in captured.rows(definition) if row[1] != ONE_CONNECTION)


def _group(sight: Sight, thread: int) -> str:
    """The resource group of a session."""
    chosen: str | None = sight.server.connected.groups.get(thread)
    return "USR_default" if chosen is None else sight.database.catalog.resource_groups.find(chosen).name


@all_rows_of("performance_schema.threads")
def threads(sight: Sight) -> Iterator[Row]:
    """A server's own threads and one a session. Memory is not measured."""
    stopped = not has_scheduler(sight.context)
    yield from (row for row in own_threads() if not (stopped and row[4] == _SCHEDULER[1]))
    for process in processes(sight):
        number: Any = process.number + THREADS_BEFORE
        yield (
            *(
                number,
                ONE_CONNECTION,
                "FOREGROUND",
                process.number,
                process.user,
                process.host,
                process.database,
                process.command,
                process.seconds,
            ),
            *(
                process.state,
                process.text,
                None,
                None,
                "YES",
                "YES",
                "TCP/IP",
                number,
                _group(sight, process.number),
                _PRIMARY,
                0,
                0,
                0,
                0,
            ),
            "NO",
        )


@all_rows_of("performance_schema.user_variables_by_thread")
def user_variables(sight: Sight) -> Iterator[Row]:
    """By session, in the order in which they were set first, which is not a server's."""
    for number in sorted(sight.server.sessions):
        for name, variable in sight.server.sessions[number].user_variables.items():
            if variable.assigned:
                yield number + THREADS_BEFORE, name, to_bytes(variable.value, variable_type(variable))


@all_rows_of("performance_schema.session_connect_attrs")
def connect_attributes(sight: Sight) -> Iterator[Row]:
    """What clients said of themselves as they connected."""
    for number in sorted(sight.server.sessions):
        for place, (name, value) in enumerate(sight.server.sessions[number].client.attributes.items()):
            yield number, name, value, place


@all_rows_of("performance_schema.session_account_connect_attrs")
def connect_attributes_of_account(sight: Sight) -> Iterator[Row]:
    """The same of those that are logged in as the one that asks."""
    own = sight.context.session.connection_id
    asks = sight.server.sessions.get(own)
    for row in connect_attributes(sight):
        if asks is not None and sight.server.sessions[row[0]].user == asks.user:
            yield row
