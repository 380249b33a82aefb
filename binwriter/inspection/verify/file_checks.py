"""How a file ends."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.binlog.files.runs import Run
from binwriter.formats.constants import EventType
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.finding import Check, Finding

_LAST_EVENTS = frozenset({EventType.ROTATE, EventType.STOP})


class InUse(Check):
    name = "in-use"
    summary = "note: the file was still open, or its server crashed (the flag is cleared when a file is closed)"

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return True

    def end_file(self, log: LogFacts) -> Iterator[Finding]:
        if log.in_use:
            yield self.note(
                log, 4, "the in-use flag is set: the file was open when it was copied, or its server crashed"
            )


class LastEvent(Check):
    name = "last-event"
    summary = "nothing follows Rotate or Stop; note: a closed file ends with one of them"

    def __init__(self) -> None:
        self._ended: int | None = None
        self._said = False

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._ended, self._said = None, False
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if log.is_relay or not seen.intact:
            return
        if self._ended is not None and not self._said:
            self._said = True
            name = EventType(self._ended).name.capitalize()
            yield self.error(log, seen.position, f"an event of type {seen.event.header.type} behind {name}")
        # a relay log of 4.0 has a Rotate before anything else
        if seen.type in _LAST_EVENTS and log.description is not None:
            self._ended = seen.type

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return self._ended is None

    def end_file(self, log: LogFacts) -> Iterator[Finding]:
        if log.is_cut or log.in_use or log.last_type in _LAST_EVENTS or self._said or log.group is not None:
            return
        if log.is_relay and log.last_type is not None:
            return
        reason = (
            "no events"
            if log.last_type is None
            else "the file ends without Rotate or Stop: copied while open, recovered after a crash, or cut"
        )
        yield self.note(log, log.last_position, reason)


FILE_CHECKS: tuple[type[Check], ...] = (InUse, LastEvent)
