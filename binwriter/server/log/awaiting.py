"""Semi-synchronous commits: whoever commits waits until replicas have it, and others go on meanwhile.

Source: MySQL manual, "Semisynchronous Replication" (rpl_semi_sync_source_wait_point); tests/golden/dumps/semi_sync.txt.
"""

from __future__ import annotations

from typing import Protocol

from binwriter.locks.turns import Owner
from binwriter.server.state import ServerState

_STATE = "Waiting for semi-sync ACK from replica"


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
    before, owner.state = owner.state, _STATE
    try:
        with server.locks.turns.away_from(owner):
            ends.wait(lambda: server.connected.is_ending or server.log is None)
    finally:
        owner.state = before
