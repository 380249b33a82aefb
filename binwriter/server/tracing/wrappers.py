"""What stands between a session's log and its policy, caches and sink, and tells a trace what passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.binlog.group import Group, GroupSink
from binwriter.binlog.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.catalog.tables import Table
from binwriter.formats.records import replace
from binwriter.server.tracing.session_trace import SessionTrace


class TracedPolicy:
    """A `CachePolicy` whose answers are noted. Whatever else the policy has is passed on as it is."""

    def __init__(self, policy: object, trace: SessionTrace) -> None:
        self._policy = policy
        self._trace = trace

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._policy, name)
        if callable(attribute):
            attribute = self._noted(name, attribute)
        setattr(self, name, attribute)  # from now on it is found without coming here
        return attribute

    def _noted(self, question: str, ask: Callable[..., object]) -> Callable[..., object]:
        answered = self._trace.answered

        def asked(*arguments: object, **named: object) -> object:
            answer = ask(*arguments, **named)
            answered(question, answer)
            return answer

        return asked


class TracedCache(BinlogCache):
    """A cache that tells what goes in and what is taken out."""

    def __init__(self, kind: CacheKind, trace: SessionTrace) -> None:
        super().__init__(kind)
        self._trace = trace

    def add(self, event: CachedEvent) -> None:
        super().add(event)
        self._trace.added(self.kind, event)

    def truncate(self, mark: int) -> None:
        super().truncate(mark)
        self._trace.left(self.kind, mark)

    def clear(self) -> None:
        super().clear()
        self._trace.left(self.kind, 0)


# What a thread of the server logs without being asked: kind and text.
_OWN = ("server", "the server itself")


class TracedSink:
    """The server as a session's log sees it; each group is noted with its place."""

    def __init__(self, sink: GroupSink, trace: SessionTrace) -> None:
        self._sink = sink
        self._trace = trace

    def commit_group(self, group: Group) -> None:
        with self._trace.statement(*_OWN):  # inside of a client's statement, it is that one
            noted = self._trace.flushing(group.events)
            self._sink.commit_group(
                replace(group, on_written=lambda file, positions: self._trace.written(noted, file, positions))
            )

    def committed(self) -> int:
        return self._sink.committed()

    def table_id(self, table: Table) -> int:
        return self._sink.table_id(table)

    def next_xid(self) -> int:
        return self._sink.next_xid()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sink, name)
