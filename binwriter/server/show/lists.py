"""SHOW of what a server brings along: engines, plugins, character sets, status variables, sessions.

Lists: `server_lists`. Status variables that count what is logged have their values, all others are 0 or NULL here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.mysql import server_lists
from binwriter.mysql.engines import ENGINE_ALIASES
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.server.execution import Execution
from binwriter.server.guards.replicas import check_channel, check_replica
from binwriter.server.system.processes import may_see, scheduler, warn_of_processlist
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.variables import CONDITION_COUNTS
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.statement.status_counts import StatementFlag

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
Show = Callable[["Execution", AdminSyntax, StatementContext], Result]
_PROCESSES = ("Id", "User", "Host", "db", "Command", "Time", "State", "Info")
_ENGINE_STATUS = ("Type", "Name", "Status")


_ASKS = "init"  # the state of who asks for the list
_SECOND = 1_000_000  # microseconds
_SHOWN_CHARACTERS = 100  # of a statement, without FULL


def _list(columns: tuple[str, ...], rows: tuple[tuple[Any, ...], ...]) -> Show:
    return lambda runner, syntax, context: (columns, list(rows))


def _privileges(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """Roles, and privileges by names of their own, came with 8.0; Proxy and Create tablespace with 5.5."""
    behaviour = context.variables.behaviour
    rows: list[tuple[Any, ...]] = [
        row
        for row in server_lists.PRIVILEGES
        if (behaviour.accounts_by_8_0 or not (str(row[0]).isupper() or str(row[0]).endswith(" role")))
        and (behaviour.has_proxies or row[0] not in ("Proxy", "Create tablespace"))
    ]
    return ("Privilege", "Context", "Comment"), rows


def _processes(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    warn_of_processlist(context)
    own = runner.session.thread_id
    began = runner.front_end.started or context.start_microseconds
    seconds = max(0, context.start_microseconds - began) // _SECOND
    rows = [*scheduler(runner.front_end.database_of(context), context, seconds)]
    for thread, session in sorted(runner.session.server.sessions.items()):
        if not may_see(context, session.user):
            continue
        client = session.client
        command, info = ("Query", client.info or "SHOW PROCESSLIST") if thread == own else (client.command, client.info)
        if info is not None and "FULL" not in syntax.words:
            info = info[:_SHOWN_CHARACTERS]
        reader = runner.session.server.replicas.readers.get(thread)
        state = reader.state if reader is not None else session.owner.state
        state = _ASKS if thread == own else state
        row = (thread, session.user, client.host, session.database, command, client.seconds, state, info)
        rows.append(row)
    return _PROCESSES, list(rows)


def _engine(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW ENGINE name STATUS, LOGS, MUTEX: a row for InnoDB, those of performance_schema."""
    words = [word for word in syntax.words[syntax.words.index("ENGINE") + 1 :] if word]
    wanted = words[0].lower() if words else syntax.argument.lower()
    known = {str(row[0]).lower() for row in server_lists.ENGINES} | {"all"}
    if ENGINE_ALIASES.get(wanted, wanted) not in known:
        raise mysql_error("ER_UNKNOWN_STORAGE_ENGINE", syntax.argument)
    rows: list[tuple[Any, ...]] = []
    if wanted in ("innodb", "all") and "MUTEX" not in syntax.words:  # which nobody waits for
        rows.append(("InnoDB", "", None))
    if wanted in ("performance_schema", "all") and "STATUS" in syntax.words:
        rows += [(*row, None) for row in server_lists.PERFORMANCE_SCHEMA_STATUS]
    return _ENGINE_STATUS, rows


def _count(name: str) -> Show:
    def show(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
        context.new_found_rows = 1  # it is a query
        return (f"@@session.{name}",), [(context.condition_counts[CONDITION_COUNTS.index(name)],)]

    return show


def _deprecated_profiles(*columns: str, name: str, scans: bool = False) -> Show:
    def show(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
        warning = mysql_warning("ER_WARN_DEPRECATED_SYNTAX", name, "Performance Schema")
        context.diagnostics.append(warning)
        if scans:
            context.session.flags.plans(StatementFlag.NO_INDEX_USED)
        return columns, []

    return show


def _code(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    if not (syntax.tables and syntax.tables[0][0]) and not context.database:
        raise mysql_error("ER_NO_DB_ERROR")
    raise mysql_error("ER_FEATURE_DISABLED", "SHOW PROCEDURE|FUNCTION CODE", "--with-debug")


_RELAY_COLUMNS = ("Log_name", "Pos", "Event_type", "Server_id", "End_log_pos", "Info")


def _relay_events(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """Of relay logs there are no events here."""
    check_replica(runner)
    if "CHANNEL" in syntax.words:
        check_channel(runner, syntax.argument)
    elif len(runner.front_end.catalog.channels.keys() | {""}) > 1:
        raise mysql_error("ER_REPLICA_MULTIPLE_CHANNELS_CMD")
    return _RELAY_COLUMNS, []


SHOWN: dict[tuple[str, ...], Show] = {
    ("PROCESSLIST",): _processes,
    ("ENGINE",): _engine,
    ("PRIVILEGES",): _privileges,
    ("COUNT", "(", "*", ")", "WARNINGS"): _count("warning_count"),
    ("COUNT", "(", "*", ")", "ERRORS"): _count("error_count"),
    ("PROCEDURE", "CODE"): _code,
    ("FUNCTION", "CODE"): _code,
    ("RELAYLOG", "EVENTS"): _relay_events,
    ("PROFILE",): _deprecated_profiles("Status", "Duration", name="SHOW PROFILE", scans=True),
    ("PROFILES",): _deprecated_profiles("Query_ID", "Duration", "Query", name="SHOW PROFILES"),
}
