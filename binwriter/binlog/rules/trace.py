"""Why: the rule, the cache and the flush behind every event (the `explain` command reads it).

A `Trace` that is given to a `Server` fills while its sessions run. These are values without a file, a clock or SQL; who
fills them stands in `binwriter.server.tracing`, what is made of them in `binwriter.explain`. Rules are names;
`rules.sources` says where they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from enum import Enum
from itertools import count

from binwriter.binlog.rules.cache import CacheChoice, CachedEvent, CacheKind
from binwriter.binlog.rules.commit import SavepointPlan, Terminator
from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Diagnostic
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.statement.values import StatementEffects, StatementProfile, TableAccess


class MoveKind(Enum):
    """What happened to events."""

    ADD = "add"  # into a cache
    FLUSH = "flush"  # written to the log as one group
    CUT = "cut"  # taken out of a cache, never to be written


@dataclass(frozen=True, slots=True)
class Move:
    """One step of events through a session's caches. cache: NONE when they went directly to the log.

    events: their numbers. rule: why. group: of a flush, the number in `Trace.groups`. part: the index of the part of
    the statement that caused it.
    """

    kind: MoveKind
    cache: CacheKind
    events: tuple[int, ...]
    rule: str
    group: int = -1
    part: int = -1


@dataclass(frozen=True, slots=True)
class TracedEvent:
    """An event of a session. statement: the number of the one that made it; cache, rule: where it went and why."""

    number: int
    statement: int
    part: int
    event: CachedEvent
    cache: CacheKind
    rule: str


@dataclass(slots=True)
class TracedGroup:
    """A group of the log. events: numbers, in order, BEGIN and the end included, the GTID event not.

    terminator: None for a group that is its statement alone (DDL). file, positions: where the group was written, one
    position for each event in the file, the GTID event's first; a compressed group has fewer than it has events.
    """

    statement: int
    session: int
    cache: CacheKind
    terminator: Terminator | None
    rule: str
    events: tuple[int, ...]
    implicit: bool = False
    file: str = ""
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """A session between two statements. logging: sql_log_bin; filtered: binlog-do-db or binlog-ignore-db leaves out the
    statements of its database. waiting: the numbers of the events in each cache."""

    in_transaction: bool
    binlog_format: str
    isolation: str
    direct: bool
    logging: bool
    filtered: bool
    waiting: dict[CacheKind, tuple[int, ...]]


@dataclass(slots=True)
class Part:
    """A statement as layer 1 sees it: the client's, or one that a CALL or EXECUTE runs.

    depth: 0 for the client's own. accesses: the tables; own: those that the statement itself names (else triggers or
    functions use them), None when nobody asked. decision: None if layer 1 was not asked (DDL, SELECT, COMMIT ..).
    """

    command: str
    text: str
    depth: int = 0
    accesses: tuple[TableAccess, ...] = ()
    own: tuple[TableAccess, ...] | None = None
    profile: StatementProfile | None = None
    decision: LoggingDecision | None = None
    binlog_format: BinlogFormat | None = None
    state: TransactionState | None = None
    effects: StatementEffects | None = None
    choices: list[CacheChoice] = field(default_factory=list)
    savepoint: SavepointPlan | None = None
    error: MySQLError | None = None


@dataclass(slots=True)
class StatementTrace:
    """One statement of a client, or the end of a session.

    number: 0-based, over all sessions, in the order of their beginning. kind: "statement", "rows", "disconnect" ..;
    place: what `Trace.place` was when it began. log_end: (file, position) after it. ended: the number of the newest
    statement when it ended, another one if it had to wait.
    """

    number: int
    session: int
    kind: str
    sql: str
    place: object
    before: SessionFacts
    after: SessionFacts | None = None
    parts: list[Part] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    error: MySQLError | None = None
    warnings: tuple[Diagnostic, ...] = ()
    affected: int | None = None
    refused: str = ""
    ended: int = -1
    log_end: tuple[str, int] | None = None


@dataclass
class Trace:
    """Everything that the sessions of a server did, which may run in threads of their own.

    groups, events: by number; a group's is the order of its writing, an event's that of its making.
    place: whatever the caller wants to find again in the statements that begin from now on (a scenario's step).
    places: those that were left, each with the log's end by then. log_end: asks the server where its log ends.
    """

    statements: list[StatementTrace] = field(default_factory=list)
    groups: dict[int, TracedGroup] = field(default_factory=dict)
    events: dict[int, TracedEvent] = field(default_factory=dict)
    place: object = None
    log_end: Callable[[], tuple[str, int] | None] = lambda: None
    places: list[tuple[object, tuple[str, int] | None]] = field(default_factory=list)
    _statement_numbers: Iterator[int] = field(default_factory=count)
    _event_numbers: Iterator[int] = field(default_factory=count)
    _group_numbers: Iterator[int] = field(default_factory=count)

    def at(self, place: object) -> None:
        """What begins from now on is of this place."""
        self.places.append((self.place, self.log_end()))
        self.place = place

    def new_statement(self, session: int, kind: str, sql: str, before: SessionFacts) -> StatementTrace:
        statement = StatementTrace(next(self._statement_numbers), session, kind, sql, self.place, before)
        self.statements.append(statement)
        return statement

    def new_event(self, statement: int, part: int, event: CachedEvent, cache: CacheKind, rule: str) -> TracedEvent:
        number = next(self._event_numbers)
        traced = self.events[number] = TracedEvent(number, statement, part, event, cache, rule)
        return traced

    def new_group(self, group: TracedGroup) -> int:
        number = next(self._group_numbers)
        self.groups[number] = group
        return number
