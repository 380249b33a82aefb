"""Statements of replicas, on a server that is none: START, STOP, RESET REPLICA, CHANGE REPLICATION, group replication.

To be a replica is not modelled; which channels there are is. Source: what a 9.7.4 answers (clusters channels_named,
replicas_without_number; tests/golden/scenarios/refused_administration_*.scn).
"""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.server.execute.administers import administers
from binwriter.server.execution import Execution
from binwriter.server.guards.replicas import check_channel, check_replica
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult


@administers("change_replication_source", "change_replication_filter")
def change_replication(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """A source makes its channel; a filter is of one that is there. No more is kept of either."""
    check_replica(runner)
    channel, channels = syntax.argument.lower(), runner.front_end.catalog.channels
    for host in syntax.words[2:]:
        if host.endswith("_HOST"):  # an empty one is none
            raise mysql_error("ER_WRONG_ARGUMENTS", host)
    if syntax.words[1] == "FILTER" and channel not in ("", *channels):
        raise mysql_error("ER_REPLICA_CONFIGURATION")
    if syntax.words[1] == "SOURCE":
        if not channel and channels.keys() - {""}:
            raise mysql_error("ER_REPLICA_MULTIPLE_CHANNELS_CMD")
        channels.setdefault(channel, False)
    if "ACCOUNT" in syntax.words:
        if runner.session.client.sends_plain:
            context.diagnostics.append(mysql_warning("ER_INSECURE_PLAIN_TEXT", level="Note"))
        context.diagnostics.append(mysql_warning("ER_INSECURE_CHANGE_SOURCE", level="Note"))
    return StatementResult(affected=0, diagnostics=tuple(context.diagnostics))


@administers("replica_start", "replica_stop", "reset_replica")
def replica(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """Of one channel, or of all there are; threads that are started find no source."""
    check_replica(runner)
    verb, channel, channels = syntax.words[0], syntax.argument.lower(), runner.front_end.catalog.channels
    check_channel(runner, channel)
    named = [channel] if channel else sorted(channels)
    if verb == "START" and not named:
        raise mysql_error("ER_BAD_REPLICA")
    for name in named or ([""] if verb == "STOP" else ()):
        if verb == "STOP" and not channels.get(name):
            has_channels = context.variables.behaviour.has_channels
            told = ("ER_REPLICA_CHANNEL_WAS_NOT_RUNNING", name) if has_channels else ("ER_SLAVE_WAS_NOT_RUNNING",)
            context.diagnostics.append(mysql_warning(*told, level="Note"))
        elif syntax.words == ("RESET", "ALL"):
            del channels[name]
        else:
            channels[name] = verb == "START"
    return StatementResult(affected=0, diagnostics=tuple(context.diagnostics))


@administers("group_replication_start", "group_replication_stop")
def group_replication(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    if runner.session.in_transaction:
        raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    if runner.session.gtid.is_assigned:
        raise mysql_error("ER_CANT_EXECUTE_COMMAND_WITH_ASSIGNED_GTID_NEXT")
    raise mysql_error("ER_GROUP_REPLICATION_CONFIGURATION")
