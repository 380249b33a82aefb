"""Logs of a few events each, cut out of the samples: in them one event of every kind is damaged at all its bytes.

A reader comes to a damaged event by the same steps whatever stands far in front of it, so what stands there need not be
read again for each byte. An excerpt has what describes its log, the event's group, and the beginning of the next one;
positions and checksums are those of the excerpt. Of events that differ in nothing that readers look at but their bodies
(the same server, type and kind of log) one is taken; of those whose bodies are read by what another event says of them
(rows, their tables, payloads) one of each log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from binwriter.binlog.files.reader import LogEvent
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.header import CHECKSUM_LENGTH, checksum_of
from tests.reliability.damage.logs import Sample

_DESCRIBING = frozenset({EventType.FORMAT_DESCRIPTION, EventType.START_V3, EventType.PREVIOUS_GTIDS, EventType.ROTATE})
_BEGINNING = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_READ_ALIKE = frozenset(EventType) - {
    *(EventType.TABLE_MAP, EventType.TRANSACTION_PAYLOAD, EventType.QUERY, EventType.USER_VAR),
    *(kind for kind in EventType if "ROWS" in kind.name),
}
_BEFORE, _BEHIND = 6, 8  # events of a group without a GTID, or of a long one
_WHOLE = 600  # bytes of an event that is damaged at each of them; of a longer one the ends, and so many between
_HEAD, _TAIL, _BETWEEN = 300, 60, 240
_POSITION = slice(13, 17)


def excerpts(samples: Iterable[Sample]) -> Iterator[Sample]:
    """One for each event that is to be damaged; `places` are those of its bytes."""
    seen: set[tuple[object, ...]] = set()
    for sample in samples:
        if not sample.events:
            yield sample  # encrypted, or of version 1: nobody reads farther than its beginning
            continue
        for number, event in enumerate(sample.events):
            key = _key(sample, event)
            if key not in seen:
                seen.add(key)
                yield _excerpt(sample, number)


def _key(sample: Sample, event: LogEvent) -> tuple[object, ...]:
    description = event.context.format_description
    version = description.server_version if description is not None else None
    first = sample.events[0]
    log = (version, event.checksum is None, first.is_in_use, first.header.flags, event.header.log_pos == event.end)
    kind = event.header.type
    return (*log, kind) if kind in _READ_ALIKE else (*log, kind, sample.kind, sample.name)


def _excerpt(sample: Sample, number: int) -> Sample:
    events = sample.events
    described = next((n for n, event in enumerate(events) if event.header.type not in _DESCRIBING), len(events))
    begin = number
    while begin > described and events[begin].header.type not in _BEGINNING and number - begin < _BEFORE:
        begin -= 1
    end = number + 1
    while end < len(events) and end - number < _BEHIND:
        end += 1
        if events[end - 1].header.type in _BEGINNING:
            break
    if number < described:
        begin, end = described, max(end, min(described + 2, len(events)))
    data, place = BINLOG_MAGIC, 0
    for at, event in enumerate((*events[:described], *events[begin:end])):
        if (at if at < described else at - described + begin) == number:
            place = len(data)
        data += _moved(event, len(data))
    return replace(sample, name=f"{sample.name}, event {number}", data=data, places=_places(place, events[number]))


def _moved(event: LogEvent, position: int) -> bytes:
    """The event at another place. In relay logs positions are those of other files, and stay."""
    if event.header.log_pos != event.end or position == event.position:
        return event.raw
    raw = bytearray(event.raw)
    raw[_POSITION] = (position + len(raw)).to_bytes(4, "little")
    if event.checksum is not None:
        raw[-CHECKSUM_LENGTH:] = checksum_of(bytes(raw[:-CHECKSUM_LENGTH])).to_bytes(CHECKSUM_LENGTH, "little")
    return bytes(raw)


def _places(begin: int, event: LogEvent) -> tuple[int, ...]:
    length = len(event.raw)
    if length <= _WHOLE:
        return tuple(range(begin, begin + length))
    middle = range(_HEAD, length - _TAIL, -(-(length - _HEAD - _TAIL) // _BETWEEN))
    return tuple(begin + offset for offset in (*range(_HEAD), *middle, *range(length - _TAIL, length)))
