"""Who may end whose connection or statement.

Source: MySQL manual, "KILL Statement" (CONNECTION_ADMIN or SUPER, or one's own; SYSTEM_USER for those who have it);
captured: clusters/kills_of_others.
"""

from __future__ import annotations

from binwriter.catalog.rights import Rights
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution

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


def _is_of_system(rights: Rights | None) -> bool:
    return rights is None or rights.may("SYSTEM_USER")
