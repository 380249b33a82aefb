"""What holds for a file as a whole: its description, the types of its events, how it ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.events import FormatDescription
from binwriter.formats.events.registry import EVENT_BODIES
from binwriter.log.verify.facts import LogFacts, Seen
from binwriter.log.verify.finding import Check, Finding

_VERSION = re.compile(r"\d+\.\d+")
_BINLOG_VERSION = 4
# The own post-header of a format description: 57 bytes and one for each event type.
_OWN_POST_HEADER = 57
# A relay log's own description, before the master's algorithm is known.
_UNDEFINED_ALGORITHM = 255
# Numbers between MySQL's and MariaDB's types stand for nothing in a MariaDB log.
_FIRST_OF_MARIADB = 160
_LAST_EVENTS = frozenset({EventType.ROTATE, EventType.STOP})


class Description(Check):
    name = "description"
    summary = "a format description comes first, can be read and is plausible for its version"

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        body = seen.body
        if not isinstance(body, FormatDescription):
            return
        for reason in _implausible(body, log.is_relay):
            yield self.error(log, seen.position, f"format description: {reason}")


def _implausible(body: FormatDescription, is_relay: bool) -> Iterator[str]:
    if body.binlog_version != _BINLOG_VERSION:
        yield f"binary log version {body.binlog_version}, {_BINLOG_VERSION} expected"
    if not _VERSION.match(body.server_version):
        yield f"server version {body.server_version!r} is none"
    lengths = body.post_header_lengths
    own = EventType.FORMAT_DESCRIPTION - 1
    if len(lengths) <= own:
        yield f"{len(lengths)} event types, fewer than {EventType.FORMAT_DESCRIPTION}"
    elif lengths[own] != _OWN_POST_HEADER + len(lengths) and lengths[own] != _OWN_POST_HEADER - 1 + len(lengths):
        yield f"post-header length {lengths[own]} for itself, but {len(lengths)} event types"
    for number, length in enumerate(lengths, 1):
        event_type = body.event_types.get(number, number)
        cls = EVENT_BODIES.get(event_type)  # type: ignore[call-overload]
        known = cls.post_headers_of(event_type) if cls is not None else frozenset()
        if known and length and length not in known:
            yield f"post-header length {length} for event type {number} is unknown"
    algorithms = {None, *ChecksumAlgorithm} | ({_UNDEFINED_ALGORITHM} if is_relay else set())
    if body.checksum_algorithm not in algorithms:
        yield f"checksum algorithm {body.checksum_algorithm} is unknown"


class KnownType(Check):
    name = "event-type"
    summary = "every event's type is one that the format description counts"

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        description = seen.event.context.format_description
        if not seen.intact or description is None:
            return
        number, count = seen.event.header.type, len(description.post_header_lengths)
        is_gap = log.is_mariadb and EventType.GTID_TAGGED < number < _FIRST_OF_MARIADB
        if not 0 < number <= count or is_gap:
            reason = f"event type {number}, which {description.server_version} ({count} types) does not know"
            yield self.error(log, seen.position, reason)


class InUse(Check):
    name = "in-use"
    summary = "note: the file was still open, or its server crashed (the flag is cleared when a file is closed)"

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

    def end_file(self, log: LogFacts) -> Iterator[Finding]:
        if log.is_cut or log.in_use or log.last_type in _LAST_EVENTS or self._said:
            return
        if log.is_relay and log.last_type is not None:
            return
        reason = (
            "no events"
            if log.last_type is None
            else "the file ends without Rotate or Stop: copied while open, recovered after a crash, or cut"
        )
        yield self.note(log, log.last_position, reason)


FILE_CHECKS: tuple[type[Check], ...] = (Description, KnownType, InUse, LastEvent)
