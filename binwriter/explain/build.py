"""From a trace and the files it led to, to an explanation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.sources import rule_named
from binwriter.binlog.rules.trace import MoveKind, StatementTrace, Trace
from binwriter.explain.log_events import LogEvents
from binwriter.explain.model import Explanation, Mode, MoveView, StatementView
from binwriter.explain.parts import CACHE_NAMES, part_view, refusal
from binwriter.explain.transactions import Transactions
from binwriter.formats.records import dataclass
from binwriter.mysql.secret_text import hiding_secrets_of

_START, _END = "start", "end"
_BEYOND = 1 << 40  # behind every event of a file


@dataclass(frozen=True, slots=True)
class Step:
    """What a caller asked for while it ran: `place` is that of the trace's statements. See `StatementView`."""

    place: object
    kind: str
    line: int = 0
    session: str = ""
    text: str = ""
    phase: str = "run"


def explain_trace(
    trace: Trace,
    files: Sequence[Path],
    *,
    title: str = "",
    server: str = "",
    options: Iterable[str] = (),
    steps: Sequence[Step] = (),
) -> Explanation:
    """Explains what a server's sessions did.

    files: the log as it is now, after the server was shut down. steps: what was asked for, in order; sessions have the
    names that stand there, else "con" and their number. LogFileError, CorruptLogError if the files cannot be read.
    """
    return _Builder(trace, files, steps).build(title, server, tuple(options))


@dataclass
class _Entry:
    """A row of the explanation: a traced statement, or a step that is none."""

    step: Step | None
    traced: StatementTrace | None
    log_end: tuple[str, int] | None = None

    @property
    def resets(self) -> bool:
        """The log began anew with it."""
        if self.traced is None:
            return self.step is not None and self.step.kind == "capture"
        return self.traced.error is None and any(part.command == "reset" for part in self.traced.parts)


class _Builder:
    def __init__(self, trace: Trace, files: Sequence[Path], steps: Sequence[Step]) -> None:
        self._trace = trace
        self._files = files
        self._entries = _entries(trace, steps)
        self._names = _session_names(trace, steps)
        self._statements = {
            entry.traced.number: number for number, entry in enumerate(self._entries) if entry.traced is not None
        }
        self._log = LogEvents(trace, files, self._statements, self._names, self._deleted())

    def build(self, title: str, server: str, options: tuple[str, ...]) -> Explanation:
        statements = [self._statement(number, entry) for number, entry in enumerate(self._entries)]
        self._lose_what_a_crash_takes(statements)
        self._add_file_events(statements)
        self._add_transactions(statements)
        names = {statement.session for statement in statements if statement.session}
        sessions = tuple(sorted(names, key=lambda name: (len(name), name)))
        explanation = Explanation(
            title, server, options, sessions, statements, self._log.groups, self._log.events, (), {}
        )
        explanation.files = tuple((path.name, path.stat().st_size) for path in self._files)
        explanation.rules = {
            name: (rule.says, rule.source) for name in _rule_names(explanation) for rule in (rule_named(name),)
        }
        return explanation

    # --- statements

    def _statement(self, number: int, entry: _Entry) -> StatementView:
        step, traced = entry.step, entry.traced
        if traced is None:
            assert step is not None
            return StatementView(number, step.kind, step.session, step.text, step.line, step.phase)
        view = StatementView(number, traced.kind, self._names.get(traced.session, ""), traced.sql)
        if step is not None:
            view.line, view.phase = step.line, step.phase
        before = traced.before
        view.mode = Mode(before.in_transaction, before.binlog_format, before.isolation, before.direct, before.logging)
        logging_parts = {
            move.part for move in traced.moves if move.kind is MoveKind.ADD or move.cache is CacheKind.NONE
        }
        moving_parts = {move.part for move in traced.moves}
        view.parts = [
            part_view(part, before, logged=index in logging_parts, moved=index in moving_parts)
            for index, part in enumerate(traced.parts)
        ]
        for move in traced.moves:
            events = tuple(self._log.number_of[item] for item in move.events)
            group = self._log.group_of[move.group] if move.group >= 0 else None
            view.moves.append(
                MoveView(move.kind.value, CACHE_NAMES[move.cache], events, move.rule, group, max(move.part, 0))
            )
        if traced.after is not None:
            view.caches = {
                CACHE_NAMES[kind]: tuple(self._log.number_of[item] for item in waiting)
                for kind, waiting in traced.after.waiting.items()
            }
        if traced.error is not None:
            refusing = next((part for part in traced.parts if part.error is traced.error), None)
            view.error = refusal(traced.error, refusing, traced.sql)
        view.refused, view.affected = traced.refused, traced.affected
        later = self._statements.get(traced.ended, number)
        view.waited_for = later if later > number else None
        hide = hiding_secrets_of(traced.sql)
        view.warnings = tuple((item.level, item.code, hide(str(item.message))) for item in traced.warnings)
        return view

    def _lose_what_a_crash_takes(self, statements: list[StatementView]) -> None:
        waiting: dict[str, dict[str, tuple[int, ...]]] = {}
        for view in statements:
            if view.kind != "crash":
                waiting[view.session] = view.caches
                continue
            for caches in waiting.values():
                for cache, numbers in caches.items():
                    lost = tuple(number for number in numbers if self._log.events[number].fate == "waiting")
                    for number in lost:
                        self._log.events[number].fate = "cut"
                    if lost:
                        view.moves.append(MoveView("cut", cache, lost, "crash"))
            waiting.clear()

    def _add_transactions(self, statements: list[StatementView]) -> None:
        sessions: dict[int, Transactions] = {}
        for entry, view in zip(self._entries, statements, strict=True):
            if entry.traced is not None and entry.traced.after is not None:
                transactions = sessions.setdefault(entry.traced.session, Transactions())
                view.transaction = transactions.statement(entry.traced)

    # --- the files

    def _deleted(self) -> set[int]:
        """Groups written before the log began anew."""
        written: set[int] = set()
        deleted: set[int] = set()
        for entry in self._entries:
            if entry.traced is not None:
                written |= {move.group for move in entry.traced.moves if move.group >= 0}
            if entry.resets:
                deleted |= written
        return deleted

    def _add_file_events(self, statements: list[StatementView]) -> None:
        """Each belongs to the entry that brought the log's end behind it; the first file's head to the start."""
        start = max((number for number, entry in enumerate(self._entries) if entry.resets), default=0)
        position, first = start + 1, self._files[0].name if self._files else ""
        for event in sorted(
            self._log.file_events(), key=lambda event_in_file: (event_in_file.file, event_in_file.position)
        ):
            while position < len(statements) - 1 and (self._entries[position].log_end or ("", 0)) < (
                event.file,
                event.end,
            ):
                position += 1
            head = event.file == first and event.rule == "file head"
            view = statements[start if head else min(position, len(statements) - 1)]
            view.file_events.append(event.number)
            event.statement = view.number


def _entries(trace: Trace, steps: Sequence[Step]) -> list[_Entry]:
    """Steps and traced statements in order, between the server's start and its end.

    What a step did without being told so (SET NAMES) is left out if it logged nothing.
    """
    by_place: dict[int, list[StatementTrace]] = {}
    for statement in trace.statements:
        by_place.setdefault(id(statement.place), []).append(statement)
    ends = {id(place): end for place, end in trace.places}
    entries = [_Entry(Step(None, _START), None)]
    for step in steps:
        traced = by_place.pop(id(step.place), [])
        told = [
            told_trace
            for told_trace in traced
            if told_trace.moves or (told_trace.kind == "statement" and told_trace.sql == step.text)
        ]
        told = told or [told_trace for told_trace in traced if told_trace.kind == step.kind]
        entries += [_Entry(step, told_trace, told_trace.log_end) for told_trace in told] or [_Entry(step, None)]
        entries[-1].log_end = ends.get(id(step.place)) or entries[-1].log_end
        if step.kind == "shutdown":
            entries[-1].log_end = (_last_end(entries)[0], _BEYOND)
    for statements in by_place.values():
        entries += [
            _Entry(None, told_trace, told_trace.log_end) for told_trace in statements if not steps or told_trace.moves
        ]
    return [*entries, _Entry(Step(None, _END), None)]


def _last_end(entries: Sequence[_Entry]) -> tuple[str, int]:
    return next((entry.log_end for entry in reversed(entries) if entry.log_end is not None), ("", 0))


def _session_names(trace: Trace, steps: Sequence[Step]) -> dict[int, str]:
    """By the step under which a session was first seen."""
    connections = {id(step.place): step.session for step in steps}
    names: dict[int, str] = {}
    for statement in trace.statements:
        if statement.session not in names:
            names[statement.session] = connections.get(id(statement.place)) or f"con{statement.session}"
    return names


def _rule_names(explanation: Explanation) -> list[str]:
    """Every rule that the explanation names, in the order of their first mention."""
    names: dict[str, None] = {}
    for statement in explanation.statements:
        for part in statement.parts:
            for name in (*part.unsafe, part.rule, *(use.rule for use in part.caches)):
                names[name] = None
            if part.refused is not None:
                names[part.refused.rule] = None
        if statement.error is not None:
            names[statement.error.rule] = None
        for move in statement.moves:
            names[move.rule] = None
    for event in explanation.events:
        names[event.rule] = None
    names.pop("", None)
    return list(names)
