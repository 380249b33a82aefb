"""Who may end whose connection or statement.

Source: MySQL manual, "KILL Statement" (CONNECTION_ADMIN or SUPER, or one's own; SYSTEM_USER for those who have it);
captured: clusters/kills_of_others. And who may be connected in offline_mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.rights import Rights
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution

if TYPE_CHECKING:
    from binwriter.server.session import Session

_THREAD_BITS = (1 << 32) - 1  # as the message has it (captured: limits/rooms, KILL)


def check_kill(runner: Execution, thread: int) -> None:
    """ER_NO_SUCH_THREAD, ER_KILL_DENIED_ERROR for another one's connection."""
    target = runner.session.server.sessions.get(thread)
    if target is None:
        raise mysql_error("ER_NO_SUCH_THREAD", thread & _THREAD_BITS)
    rights, other = runner.session.rights, target.rights
    is_own = target.account == runner.session.account
    may = rights is None or rights.may("SUPER", "CONNECTION_ADMIN") or is_own
    if not may or (_is_of_system(other) and not _is_of_system(rights)):
        raise mysql_error("ER_KILL_DENIED_ERROR", thread & _THREAD_BITS)


def may_stay(rights: Rights | None) -> bool:
    """Whether an account may be connected while offline_mode is on (MySQL manual, "offline_mode")."""
    return rights is None or rights.may("SUPER", "CONNECTION_ADMIN")


def check_online(session: Session) -> None:
    """ER_SERVER_OFFLINE_MODE for a session that begins."""
    if session.server.variables.get("offline_mode") and not may_stay(session.rights):
        raise mysql_error("ER_SERVER_OFFLINE_MODE")


def end_others_offline(runner: Execution) -> None:
    """offline_mode was set: the sessions that may not stay are closed, those of SYSTEM_USER by one that has it itself
    (captured: clusters/servers_offline, servers_offline_by_others)."""
    server = runner.session.server
    if not server.variables.get("offline_mode"):
        return
    for thread, session in list(server.sessions.items()):
        if session is runner.session or may_stay(session.rights):
            continue
        if _is_of_system(runner.session.rights) or not _is_of_system(session.rights):
            server.kill(thread)


def _is_of_system(rights: Rights | None) -> bool:
    return rights is None or rights.may("SYSTEM_USER")
