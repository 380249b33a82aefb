"""Events and groups of an explanation: those of sessions from their trace, those of the files from the files."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.rows import OpenTables
from binwriter.binlog.rules.cache import CachedEvent, CacheKind
from binwriter.binlog.rules.trace import MoveKind, Trace, TracedEvent, TracedGroup
from binwriter.errors import BinwriterError
from binwriter.explain.model import EventView, GroupView
from binwriter.explain.parts import CACHE_NAMES
from binwriter.explain.row_values import event_rows
from binwriter.formats.constants import EventType
from binwriter.formats.events import ParseContext
from binwriter.formats.header import EventHeader
from binwriter.inspection.event_info import event_info, event_type_name
from binwriter.server.declared_columns import DeclaredColumns

_AS_IT_IS = "as it is"
_BEGINNINGS = ("BEGIN", "XA START")
_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_FILE_RULES = {EventType.ROTATE: "rotation", EventType.STOP: "shutdown", EventType.INCIDENT: "cache limits"}


class LogEvents:
    """Makes `events` and `groups`.

    statements: traced statements' numbers in the explanation. sessions: names by number. deleted: numbers of the traced
    groups that stood in files which are gone.
    """

    def __init__(
        self,
        trace: Trace,
        files: Sequence[Path],
        statements: dict[int, int],
        sessions: dict[int, str],
        deleted: Container[int],
    ) -> None:
        self._statements = statements
        self._sessions = sessions
        self._there = {path.name for path in files}
        self._unexplained: dict[tuple[str, int], LogEvent] = {}
        self._context = ParseContext()
        self._tables = OpenTables(remember=True)
        for path in files:
            for event in read_events(path):
                self._unexplained[path.name, event.position] = event
                self._context = event.context
        self.events: list[EventView] = []
        self.groups: list[GroupView] = []
        self.number_of: dict[int, int] = {}
        self.group_of: dict[int, int] = {}
        with DeclaredColumns() as self._declared:
            for traced in trace.events.values():
                self._add_sessions_event(traced)
        for statement in trace.statements:
            for move in statement.moves:
                if move.kind is MoveKind.CUT:
                    for number in move.events:
                        self.events[self.number_of[number]].fate = "cut"
        for number, group in sorted(trace.groups.items()):
            self.group_of[number] = len(self.groups)
            self._add_group(group, kept=number not in deleted and group.file in self._there)

    # --- what sessions made

    def _add_sessions_event(self, traced: TracedEvent) -> None:
        self.number_of[traced.number] = number = len(self.events)
        event = traced.event
        cache = "" if traced.cache is CacheKind.NONE else CACHE_NAMES[traced.cache]
        statement = self._statements.get(traced.statement, -1)
        kind, info = event_type_name(event.event_type), self._info(event)
        view = EventView(number, kind, info, len(event.body), statement, "change", cache, traced.rule)
        view.rows, view.more_rows = event_rows(self._tables, self._log_event(event), self._declared)
        self.events.append(view)

    def _info(self, event: CachedEvent) -> str:
        try:
            return event_info(self._log_event(event))
        except BinwriterError:
            return ""

    def _log_event(self, event: CachedEvent) -> LogEvent:
        header = EventHeader(event.timestamp, event.event_type, 0, 0, 0, event.flags)
        return LogEvent("", 0, header, b"", event.body, None, self._context)

    def _add_group(self, group: TracedGroup, *, kept: bool) -> None:
        members = [self.events[self.number_of[number]] for number in group.events]
        positions = tuple(dict.fromkeys(group.positions))
        # one for each event and one for the GTID event; less if the group was compressed
        before = len(positions) - len(members)
        compressed = before < 0
        leading = len(positions) if compressed else before
        added = [self._added_event(group, position, kept=kept) for position in positions[:leading]]
        for index, event in enumerate(members):
            position = positions[-1] if compressed else positions[leading + index]
            self._place(event, group.file, position, kept=kept)
        wrapped = _wrapped(members)
        if wrapped != _AS_IT_IS:
            members[0].role, members[-1].role = "begin", "end"
        number = len(self.groups)
        for event in (*added, *members):
            event.group = number
        self.groups.append(
            GroupView(
                number,
                self._statements.get(group.statement, -1),
                self._sessions.get(group.session, ""),
                CACHE_NAMES[group.cache],
                wrapped,
                group.rule,
                tuple(event.number for event in (*added, *members)),
                group.file,
                positions[0],
                (added or members)[-1].end if compressed else members[-1].end,
                group.implicit,
                kept,
            )
        )

    def _added_event(self, group: TracedGroup, position: int, *, kept: bool) -> EventView:
        """What the server puts before a group: its GTID event, or the payload into which it was compressed."""
        event = self._unexplained.get((group.file, position)) if kept else None
        statement = self._statements.get(group.statement, -1)
        view = EventView(len(self.events), "", "", 0, statement, "gtid", "", group.rule)
        if event is None:
            view.type = "Gtid"
        else:
            view.type, view.info = event_type_name(event.type), event_info(event)
            view.role = "gtid" if event.type in _GTIDS else "payload"
        self.events.append(view)
        self._place(view, group.file, position, kept=kept)
        return view

    def _place(self, view: EventView, file: str, position: int, *, kept: bool) -> None:
        view.fate, view.file, view.position, view.kept = "written", file, position, kept
        event = self._unexplained.pop((file, position), None) if kept else None
        if event is not None:
            view.end, view.size = event.end, event.header.size

    # --- what only the files have

    def file_events(self) -> list[EventView]:
        """The events that no group has, in the order of the files: heads, Rotate, Stop. Their statements are -1."""
        views = []
        for (file, position), event in self._unexplained.items():
            rule = _FILE_RULES.get(EventType(event.type), "file head")
            view = EventView(len(self.events), event_type_name(event.type), event_info(event), 0, -1, "file", "", rule)
            view.fate, view.file, view.position = "written", file, position
            view.end, view.size = event.end, event.header.size
            self.events.append(view)
            views.append(view)
        self._unexplained = {}
        return views


def _wrapped(members: Sequence[EventView]) -> str:
    """The group's first and last event, if they stand around others."""
    first, last = members[0], members[-1]
    begin = next((words for words in _BEGINNINGS if first.info.startswith(words)), "")
    if not begin or len(members) < 2:
        return _AS_IT_IS
    if last.type == "XA_prepare":
        end = " ".join(last.info.split(" ")[:2]) + (" ONE PHASE" if last.info.endswith("ONE PHASE") else "")
    else:
        end = "Xid" if last.type == "Xid" else last.info
    return f"{begin} .. {end}"
