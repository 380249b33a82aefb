"""One session's pen in a trace: it keeps which events wait in which cache, and which statement is under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from binwriter.binlog.rules.cache import CacheChoice, CachedEvent, CacheKind
from binwriter.binlog.rules.commit import EndPlan, Flush, SavepointPlan
from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.binlog.rules.trace import (
    Move,
    MoveKind,
    Part,
    SessionFacts,
    StatementTrace,
    Trace,
    TracedEvent,
    TracedGroup,
)
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.command_table import traits_of
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementEffects, StatementProfile, TableAccess

# Why events are cut away, by the question that the cache policy was asked.
_CUT_RULES = {
    "end_statement": "R-log-statement-format: failed without an N-write",
    "rollback": "R-log-rollback: no N-write",
    "commit": "R-clear-TC",
}
# The rules of what goes to a cache without the policy being asked.
_RULES_OF_COMMANDS = {"savepoint": "SAVEPOINT", "create_select": "R-log-create-select"}


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
        return self._facts({kind: tuple(event.number for event in events) for kind, events in self._waiting.items()})

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
            self._move(MoveKind.CUT, cache, tuple(event.number for event in lost), self._cut_rule)

    def flushing(self, events: Sequence[CachedEvent]) -> TracedGroup:
        """A group goes to the log; `written` follows."""
        assert self._current is not None
        cache = self._cache_of(events)
        known: dict[int, list[TracedEvent]] = {}
        for flushed in reversed(self._waiting.get(cache, ())):
            known.setdefault(id(flushed.event), []).append(flushed)  # an event may stand in a cache twice
        flush = next((flushed for flushed in self._flushes if flushed.cache is cache), None)
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
        first = self._current.parts[0].command if self._current.parts else self._current.kind
        by_itself = CommandTrait.ENDS_TRANSACTION in traits_of(first)
        return TracedGroup(
            self._current.number,
            self.session,
            cache,
            flush.terminator if flush is not None else None,
            rule,
            tuple(flushed.number for flushed in members),
            implicit=rule == "R-log-commit" and self._current.before.in_transaction and not by_itself,
        )

    def _cache_of(self, events: Sequence[CachedEvent]) -> CacheKind:
        """The cache that these events come from; an event of LOAD DATA may wait in both."""
        numbers = {id(event) for event in events}
        waiting = {
            kind: sum(id(waiting_event.event) in numbers for waiting_event in waiting_events)
            for kind, waiting_events in self._waiting.items()
        }
        return max(waiting, key=lambda kind: waiting[kind]) if any(waiting.values()) else CacheKind.NONE

    def written(self, group: TracedGroup, file: str, positions: Sequence[int]) -> None:
        """The group stands in the log."""
        group.file, group.positions = file, tuple(positions)
        number = self.trace.new_group(group)
        for kind, waiting in self._waiting.items():
            if kind is group.cache:
                inside = set(group.events)
                self._waiting[kind] = [event for event in waiting if event.number not in inside]
        self._move(MoveKind.FLUSH, group.cache, group.events, group.rule, number)

    def _move(self, kind: MoveKind, cache: CacheKind, events: tuple[int, ...], rule: str, group: int = -1) -> None:
        assert self._current is not None
        self._current.moves.append(Move(kind, cache, events, rule, group, self._part_index()))


_DEFAULT_RULES = {
    CacheKind.STMT: "R-flush-SC",
    CacheKind.TRX: "R-log-commit",
    CacheKind.NONE: "R-log-commit-statement",
}
