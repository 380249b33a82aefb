"""Why: the rule, the cache and the flush behind every event (the `explain` command reads it).

A `Trace` that is given to a `Server` fills while its sessions run. These are values without a file, a clock or SQL; who
fills them stands in `binwriter.tracing`, what is made of them in `binwriter.explain`. Rules are names;
`rules.sources` says where they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import count

from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType
from binwriter.messages import Diagnostic
from binwriter.rules.cache import CacheChoice, CachedEvent, CacheKind
from binwriter.rules.commit import EndPlan, Flush, SavepointPlan, Terminator
from binwriter.rules.logging_format import BinlogFormat, LoggingDecision
from binwriter.rules.unsafe import TransactionState
from binwriter.statement import StatementEffects, StatementProfile, TableAccess


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


# Why events are cut away, by the question that the cache policy was asked.
_CUT_RULES = {
    "end_statement": "R-log-statement-format: failed without an N-write",
    "rollback": "R-log-rollback: no N-write",
    "commit": "R-clear-TC",
}
# The rules of what goes to a cache without the policy being asked.
_RULES_OF_COMMANDS = {"savepoint": "SAVEPOINT", "create_select": "R-log-create-select"}
_COMMIT_COMMANDS = frozenset({"commit", "rollback", "xa"})


class SessionTrace:
    """One session's pen. It keeps which events wait in which cache."""

    def __init__(self, trace: Trace, session: int, facts: Callable[[dict[CacheKind, tuple[int, ...]]], SessionFacts]):
        self.trace = trace
        self.session = session
        self._facts = facts
        self._current: StatementTrace | None = None
        self._stack: list[int] = []
        self._deciding = -1
        self._waiting: dict[CacheKind, list[TracedEvent]] = {CacheKind.STMT: [], CacheKind.TRX: []}
        self._flushes: list[Flush] = []
        self._cut_rule = "R-clear-TC"

    # --- statements and their parts

    @contextmanager
    def statement(self, kind: str, sql: str) -> Iterator[StatementTrace]:
        """Around one statement; one that runs inside another belongs to that."""
        if self._current is not None:
            yield self._current
            return
        current = self._current = self.trace.new_statement(self.session, kind, sql, self.facts())
        try:
            yield current
        except MySQLError as error:
            current.error = error
            raise
        except Exception as error:
            current.refused = str(error)
            raise
        finally:
            self._current = None
            current.after = self.facts()
            current.log_end = self.trace.log_end()
            current.ended = self.trace.statements[-1].number

    def facts(self) -> SessionFacts:
        return self._facts({kind: tuple(one.number for one in events) for kind, events in self._waiting.items()})

    @contextmanager
    def part(self, command: str, text: str, own: tuple[TableAccess, ...] | None) -> Iterator[Part]:
        """Around a statement that the session dispatches, a procedure's included."""
        part = Part(command, text, len(self._stack), own or (), own)
        self._stack.append(self._add_part(part))
        self._deciding = -1
        try:
            yield part
        except MySQLError as error:
            part.error = error
            raise
        finally:
            self._stack.pop()
            self._deciding = -1

    def _add_part(self, part: Part) -> int:
        assert self._current is not None
        self._current.parts.append(part)
        return len(self._current.parts) - 1

    def _part_index(self) -> int:
        """The part under way: the one that layer 1 saw last, else the innermost; made if there is none."""
        assert self._current is not None
        if self._deciding >= 0:
            return self._deciding
        if self._stack:
            return self._stack[-1]
        return len(self._current.parts) - 1 if self._current.parts else self._add_part(self._whole())

    def _whole(self) -> Part:
        """Rows without SQL, the end of a session: the statement is its only part."""
        assert self._current is not None
        return Part(self._current.kind, self._current.sql)

    @property
    def _part(self) -> Part:
        index = self._part_index()
        assert self._current is not None
        return self._current.parts[index]

    def decided(
        self, profile: StatementProfile, decision: LoggingDecision, form: BinlogFormat, state: TransactionState
    ) -> None:
        """Layer 1 answered."""
        part = self._part
        if part.decision is not None or part.command == "call":
            # an expression of a procedure: nothing was dispatched for it
            part = Part(profile.command, "", len(self._stack))
            self._deciding = self._add_part(part)
        part.profile, part.decision, part.binlog_format, part.state = profile, decision, form, state
        part.accesses = profile.tables

    def ran(self, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects) -> None:
        """A statement ran and is logged now. A CALL may have changed the decision since."""
        assert self._current is not None
        for part in reversed(self._current.parts):
            if part.profile is profile or part.profile == profile:
                part.effects, part.decision = effects, decision
                return

    # --- the policy's answers

    def answered(self, question: str, answer: object) -> None:
        """The cache policy answered."""
        if self._current is None:
            return
        if isinstance(answer, CacheChoice):
            part = self._part
            if answer not in part.choices:
                part.choices.append(answer)
        elif isinstance(answer, EndPlan):
            self._flushes = list(answer.flushes)
            self._cut_rule = _CUT_RULES.get(question, self._cut_rule)
        elif isinstance(answer, SavepointPlan):
            self._part.savepoint = answer
            self._cut_rule = answer.rule
            if answer.end is not None:
                self._flushes = list(answer.end.flushes)

    # --- events

    def added(self, cache: CacheKind, event: CachedEvent) -> None:
        """An event went into a cache."""
        traced = self._new_event(event, cache, self._rule_of(cache))
        self._waiting[cache].append(traced)
        self._move(MoveKind.ADD, cache, (traced.number,), traced.rule)

    def _rule_of(self, cache: CacheKind) -> str:
        part = self._part
        for choice in reversed(part.choices):
            if choice.kind is cache:
                return choice.rule
        if part.savepoint is not None:
            return part.savepoint.rule
        return _RULES_OF_COMMANDS.get(part.command, "R-log-statement-format" if cache is not CacheKind.NONE else "")

    def _new_event(self, event: CachedEvent, cache: CacheKind, rule: str) -> TracedEvent:
        assert self._current is not None
        return self.trace.new_event(self._current.number, self._part_index(), event, cache, rule)

    def left(self, cache: CacheKind, mark: int) -> None:
        """The events from this mark on are out of the cache; those not written are lost."""
        lost = self._waiting[cache][mark:]
        del self._waiting[cache][mark:]
        if lost and self._current is not None:
            self._move(MoveKind.CUT, cache, tuple(one.number for one in lost), self._cut_rule)

    def flushing(self, events: Sequence[CachedEvent]) -> TracedGroup:
        """A group goes to the log; `written` follows."""
        assert self._current is not None
        known: dict[int, list[TracedEvent]] = {}
        for waiting in self._waiting.values():
            for one in reversed(waiting):
                known.setdefault(id(one.event), []).append(one)  # an event may stand in a cache twice
        cache = next((known[id(event)][0].cache for event in events if id(event) in known), CacheKind.NONE)
        flush = next((one for one in self._flushes if one.cache is cache), None)
        if flush is not None:
            self._flushes.remove(flush)
        rule = flush.rule if flush is not None else self._rule_of(cache) or _DEFAULT_RULES[cache]
        if cache is CacheKind.STMT:
            rule = _DEFAULT_RULES[cache]
        if events[-1].event_type == EventType.XA_PREPARE:
            rule = "XA: prepared"
        members = [
            known[id(event)].pop() if known.get(id(event)) else self._new_event(event, cache, rule) for event in events
        ]
        first = (self._current.parts[0].command if self._current.parts else self._current.kind).partition("_")[0]
        return TracedGroup(
            self._current.number,
            self.session,
            cache,
            flush.terminator if flush is not None else None,
            rule,
            tuple(one.number for one in members),
            implicit=rule == "R-log-commit" and self._current.before.in_transaction and first not in _COMMIT_COMMANDS,
        )

    def written(self, group: TracedGroup, file: str, positions: Sequence[int]) -> None:
        """The group stands in the log."""
        group.file, group.positions = file, tuple(positions)
        number = self.trace.new_group(group)
        for kind, waiting in self._waiting.items():
            if kind is group.cache:
                inside = set(group.events)
                self._waiting[kind] = [one for one in waiting if one.number not in inside]
        self._move(MoveKind.FLUSH, group.cache, group.events, group.rule, number)

    def _move(self, kind: MoveKind, cache: CacheKind, events: tuple[int, ...], rule: str, group: int = -1) -> None:
        assert self._current is not None
        self._current.moves.append(Move(kind, cache, events, rule, group, self._part_index()))


_DEFAULT_RULES = {
    CacheKind.STMT: "R-flush-SC",
    CacheKind.TRX: "R-log-commit",
    CacheKind.NONE: "R-log-commit-statement",
}
