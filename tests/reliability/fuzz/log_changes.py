"""Changes of whole logs that get past the outer checks: checksums, and where asked for positions, are made to fit."""

from __future__ import annotations

from random import Random

from binwriter.errors import CorruptLogError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.events import FormatDescription
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, checksum_of
from tests.reliability.fuzz.mutation import mutated

_LARGEST = 1 << 15


def events_of(data: bytes) -> list[bytes]:
    """The events by their sizes, the last one with all that is left."""
    found, position = [], len(BINLOG_MAGIC)
    while position < len(data):
        size = int.from_bytes(data[position + 9 : position + 13], "little")
        end = position + size if size >= HEADER_LENGTH else len(data)
        found.append(data[position:end])
        position = end
    return found


def repaired(data: bytes) -> bytes:
    """The same with the checksums that its events should have, if the format description can be read."""
    parts, position = [data[: len(BINLOG_MAGIC)]], len(BINLOG_MAGIC)
    has_checksums = False
    for event in events_of(data):
        if len(event) > HEADER_LENGTH + CHECKSUM_LENGTH:
            is_description = event[4] == EventType.FORMAT_DESCRIPTION
            if is_description:
                has_checksums = _states_checksums(event)
            if has_checksums:
                body = event[:-CHECKSUM_LENGTH]
                event = body + checksum_of(body).to_bytes(CHECKSUM_LENGTH, "little")
        parts.append(event)
        position += len(event)
    return b"".join(parts)


def _states_checksums(event: bytes) -> bool:
    try:
        body = FormatDescription.parse(event[HEADER_LENGTH:-CHECKSUM_LENGTH])
    except CorruptLogError:
        return False
    return bool(body.checksum)


def changed_log(data: bytes, seed: int) -> bytes:
    """One event's body is changed, cut or made longer, or events are left out, repeated and put elsewhere."""
    random = Random(seed)
    events = events_of(data)
    if not events:
        return data
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(events))
        event = events[at]
        kind = random.random()
        if kind < 0.7 and len(event) > HEADER_LENGTH:
            body = mutated(event[HEADER_LENGTH:], events, random)
            # the size says what there is, or what there was
            size = HEADER_LENGTH + len(body) if random.random() < 0.8 else len(event)
            event = event[:9] + size.to_bytes(4, "little") + event[13:HEADER_LENGTH] + body
            events[at] = event
        elif kind < 0.8:
            events.insert(random.randrange(len(events) + 1), event)
        elif kind < 0.9:
            del events[at]
            events = events or [event]
        else:
            events[at] = mutated(event[:HEADER_LENGTH], events, random) + event[HEADER_LENGTH:]
    whole = data[: len(BINLOG_MAGIC)] + b"".join(events)
    if random.random() < 0.7:
        whole = _positioned(whole)
    return (repaired(whole) if random.random() < 0.9 else whole)[:_LARGEST]


def _positioned(data: bytes) -> bytes:
    """The same with end_log_pos as it should be."""
    position, parts = len(BINLOG_MAGIC), [data[: len(BINLOG_MAGIC)]]
    for event in events_of(data):
        position += len(event)
        if len(event) >= HEADER_LENGTH:
            event = event[:13] + (position & 0xFFFFFFFF).to_bytes(4, "little") + event[17:]
        parts.append(event)
    return b"".join(parts)
