"""What a session's client has not been told yet of the session (CLIENT_SESSION_TRACK).

Filled while statements run, wherever that is; `binwriter.live.tracking` makes entries of OK packets of it.
Source: MySQL manual, "Server Tracking of Client Session State"; tests/golden/wire/session_tracking.txt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from enum import IntFlag

from binwriter.formats.records import dataclass


class Did(IntFlag):
    """What a transaction has done so far; the order is that of the letters that tell of it. N and T are the engines of
    the tables."""

    IMPLICIT = 1 << 0
    EXPLICIT = 1 << 1
    READ_N = 1 << 2
    READ_T = 1 << 3
    WROTE_N = 1 << 4
    WROTE_T = 1 << 5
    UNSAFE = 1 << 6
    SENT_ROWS = 1 << 7
    LOCKED_TABLES = 1 << 8


_TABLES = Did.READ_N | Did.READ_T | Did.WROTE_N | Did.WROTE_T
_BEGUN = Did.IMPLICIT | Did.EXPLICIT
_LETTERS = (
    (Did.READ_N, "r"), (Did.READ_T, "R"), (Did.WROTE_N, "w"), (Did.WROTE_T, "W"),
    (Did.UNSAFE, "s"), (Did.SENT_ROWS, "S"), (Did.LOCKED_TABLES, "L"),
)  # fmt: skip
OUTSIDE = "________"
BEGUN = "T_______"


@dataclass(slots=True)
class SessionNews:
    """follows: the client wants to know more than what can be seen of the session when its statement has run: then
    no statement goes by plan. variables: that SET has assigned, by name. entered: it came to a database, its own one
    again or that of a program. state: anything else of it is another (session_track_state_change).
    did: its transaction. chained: it has begun anew. snapshot: WITH CONSISTENT SNAPSHOT; xa: the text of XA START.
    result: called when a program has made a result for the client.
    """

    follows: bool = False
    variables: set[str] = field(default_factory=set)
    entered: bool = False
    state: bool = False
    did: Did = Did(0)
    chained: bool = False
    snapshot: bool = False
    xa: str = ""
    result: Callable[[], None] | None = None

    def began(self, xa: str = "") -> None:
        """BEGIN and its kin, XA START, AND CHAIN: what was before is forgotten, LOCK TABLES is left."""
        self.did, self.chained, self.snapshot, self.xa = Did.EXPLICIT, True, False, xa

    def took_snapshot(self) -> None:
        """WITH CONSISTENT SNAPSHOT."""
        self.snapshot = True
        self.did |= Did.READ_T

    def ended(self) -> None:
        """The transaction ended; tables stay locked."""
        self.did &= Did.LOCKED_TABLES
        self.snapshot, self.xa = False, ""

    def used(self, did: Did, *, autocommit: bool) -> None:
        """A statement did this. Without autocommit it begins a transaction where it opens tables; outside of one
        nothing is remembered."""
        if not self.did & _BEGUN and not autocommit and did & _TABLES:
            self.did |= Did.IMPLICIT
        if self.did & _BEGUN:
            self.did |= did

    def locked(self, *, now: bool) -> None:
        """LOCK TABLES, UNLOCK TABLES."""
        self.did = self.did | Did.LOCKED_TABLES if now else self.did & ~Did.LOCKED_TABLES

    @property
    def text(self) -> str:
        """The transaction's state as clients are told of it: a letter or `_` each."""
        first = "T" if self.did & Did.EXPLICIT else "I" if self.did & Did.IMPLICIT else "_"
        return first + "".join([letter if self.did & flag else "_" for flag, letter in _LETTERS])
