"""Methods of sessions that change their server run one at a time; and where one that commits lets others go first.

Source of the second: MySQL manual, "Semisynchronous Replication" (rpl_semi_sync_source_wait_point);
tests/golden/dumps/semi_sync.txt.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from binwriter.locks.turns import Owner

if TYPE_CHECKING:
    from binwriter.server.state import ServerState

_WAITS = "Waiting for semi-sync ACK from replica"  # as PROCESSLIST has it
_Method = TypeVar("_Method", bound=Callable[..., Any])


def in_turn(method: _Method) -> _Method:
    """A method of a session that changes its server: see `binwriter.locks.turns`."""

    @wraps(method)
    def wrapped(self: Any, *arguments: Any, **named: Any) -> Any:
        with self.server.locks.turns.statement(self.owner):
            return method(self, *arguments, **named)

    return wrapped  # type: ignore[return-value]


class Committing(Protocol):
    """A session (`binwriter.server.statement_session`) as far as its commits concern replicas."""

    server: ServerState
    owner: Owner


def await_replicas(session: Committing, *, are_seen: bool) -> None:
    """Where a group that the session has written is to be had by replicas first, it waits for them. KILL does not end
    the wait, the end of the server does.

    are_seen: the storage has its part of the commit done; before that only AFTER_SYNC waits.
    """
    ends = session.server.ends
    if not ends.is_due or (not are_seen and (ends.are_seen_first is None or ends.are_seen_first())):
        return
    owner, server = session.owner, session.server
    before, owner.state = owner.state, _WAITS
    try:
        with server.locks.turns.away_from(owner):
            ends.wait(lambda: server.connected.is_ending or server.log is None)
    finally:
        owner.state = before
