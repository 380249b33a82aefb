"""CREATE, ALTER, DROP and SET RESOURCE GROUP: which groups there are, and which one a session's thread is in.

Nothing of it is logged. Captured: clusters/resource_groups. Source: MySQL manual, "Resource Groups".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execute.administers import administers
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.functions.server.state import THREADS_BEFORE
from binwriter.sql.syntax.administration import AdminSyntax, ResourceGroupSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult

if TYPE_CHECKING:
    from binwriter.catalog.resource_groups import ResourceGroup

_NOT_FOR_USERS = "System resource group can't be applied to user thread."
_NOT_FOR_SESSIONS = "System resource group can't be bound with a session thread"


@administers("create_resource_group", "alter_resource_group", "drop_resource_group", unlogged=True)
def change_group(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """What threads were in a group that is dropped by force, or put out of use so, go back to the users' own."""
    assert isinstance(syntax, ResourceGroupSyntax) and syntax.wanted is not None
    groups, name = runner.front_end.catalog.resource_groups, syntax.argument
    if syntax.command == "create_resource_group":
        groups.create(name, syntax.wanted)
        return StatementResult(affected=0)
    if syntax.command == "alter_resource_group":
        if syntax.forces and syntax.wanted.enabled is not False:
            raise mysql_error("ER_INVALID_USE_OF_FORCE_OPTION")
        groups.alter(name, syntax.wanted)
    else:
        if not syntax.forces and _within(runner, name):
            raise mysql_error("ER_RESOURCE_GROUP_BUSY", name)
        groups.drop(name)
    if syntax.forces:
        for thread in _within(runner, name):
            del runner.session.server.connected.groups[thread]
    return StatementResult(affected=0)


def _within(runner: Execution, name: str) -> list[int]:
    """The sessions that were put into a group."""
    return [thread for thread, group in runner.session.server.connected.groups.items() if group == name.lower()]


@administers("set_resource_group")
def set_group(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """Threads are named by their numbers in performance_schema.threads."""
    assert isinstance(syntax, ResourceGroupSyntax)
    group = runner.front_end.catalog.resource_groups.find(syntax.argument)
    if not group.enabled:
        raise mysql_error("ER_RESOURCE_GROUP_DISABLED", group.name)
    server = runner.session.server
    threads = [number - THREADS_BEFORE for number in syntax.threads] or [runner.session.thread_id]
    for thread in threads:
        if thread not in server.sessions:
            raise mysql_error("ER_INVALID_THREAD_ID", thread + THREADS_BEFORE)
        if group.is_system:
            raise _refused(group, thread, _NOT_FOR_USERS)
        server.connected.groups[thread] = group.name.lower()
    return StatementResult(affected=0)


def refuse_hinted(group: ResourceGroup, thread: int) -> None:
    """ER_RESOURCE_GROUP_BIND_FAILED of a hint that names a group of the system's own."""
    if group.is_system:
        raise _refused(group, thread, _NOT_FOR_SESSIONS)


def _refused(group: ResourceGroup, thread: int, why: str) -> MySQLError:
    return mysql_error("ER_RESOURCE_GROUP_BIND_FAILED", group.name, thread + THREADS_BEFORE, why)
