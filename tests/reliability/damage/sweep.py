"""Damages a log at every place, lets everything read it, and judges what it says.

What is allowed to go unnoticed stands in `_UNNOTICED`, with its reason; docs/reliability/damage.md has the same table.
"""

from __future__ import annotations

import re
import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from binwriter.binlog.files.reader import LogEvent
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH
from tests.reliability.damage.logs import Sample, has_checksums
from tests.reliability.damage.readers import READERS, Outcome, Reader

CPU_LIMIT = 30.0
_MASKS = (0xFF, 0)  # all bits, and one bit that changes with the place
_TYPE_OFFSET, _FLAGS_OFFSET = 4, 17
_HEADER_FIELDS = ((0, "timestamp"), (4, "type"), (5, "server_id"), (9, "size"), (13, "end_log_pos"), (17, "flags"))
_PLACE = re.compile(r":(\d+): ")
# those that look at bytes in a way of their own; the others, which are made of them, take turns at an event's bytes
_OF_OWN = ("read_events", "verify", "inspect", "read_changes, fast", "index_events, fast", "Spark stream", "recovery")
_TURNS = 4


class TookTooLongError(BaseException):
    """Not an Exception: nobody shall catch it on the way."""


@dataclass(frozen=True)
class Damage:
    """One change of a sample. place: of the byte that is flipped by `mask`, or the length it is cut to (mask 0)."""

    place: int
    mask: int

    def apply(self, data: bytes) -> bytes:
        if not self.mask:
            return data[: self.place]
        return data[: self.place] + bytes((data[self.place] ^ self.mask,)) + data[self.place + 1 :]

    def __str__(self) -> str:
        return f"byte {self.place} ^ {self.mask:#04x}" if self.mask else f"cut to {self.place} bytes"


@dataclass
class Tally:
    """What was tried and what came of it. defects: what must not be."""

    tried: Counter[str] = field(default_factory=Counter)
    noticed: Counter[str] = field(default_factory=Counter)
    unaffected: Counter[str] = field(default_factory=Counter)
    unnoticed: Counter[tuple[str, str]] = field(default_factory=Counter)
    defects: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)
        self.defects += other.defects

    def _counters(self) -> tuple[Counter[object], ...]:
        return self.tried, self.noticed, self.unaffected, self.unnoticed  # type: ignore[return-value]


def damages(sample: Sample, step: int, offset: int = 0) -> Iterator[Damage]:
    """Every truncation and two flips a byte, or one of them in turn; of every so-manyth place only, with step."""
    places = range(len(sample.data)) if sample.places is None else sample.places
    for place in places[offset % step :: step]:
        yield Damage(place, 0)
        if sample.places is None or place % 2:
            yield Damage(place, 0xFF)
        if sample.places is None or not place % 2:
            yield Damage(place, 1 << place // 2 % 8)


def sweep(sample: Sample, path: Path, step: int = 1, offset: int = 0, readers: Iterable[str] = tuple(READERS)) -> Tally:
    """All damages, before all readers. path: where the damaged log is put."""
    tally = Tally()
    chosen = {name: READERS[name] for name in readers}
    path.write_bytes(sample.data)
    intact = {name: _watched(reader, path) for name, reader in chosen.items()}
    for damage in damages(sample, step, offset):
        path.write_bytes(damage.apply(sample.data))
        for number, (name, reader) in enumerate(chosen.items()):
            if sample.places is not None and name not in _OF_OWN and (damage.place + number) % _TURNS:
                continue
            tally.tried[name] += 1
            try:
                outcome = _watched(reader, path)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:
                tally.defects.append(f"{sample.kind} {sample.name}: {damage}: {name}: {type(error).__name__}: {error}")
                continue
            _judge(sample, damage, name, intact[name], outcome, path, tally)
    return tally


def _watched(reader: Reader, path: Path) -> Outcome:
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_LIMIT)
    try:
        return reader(path)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TookTooLongError(f"more than {CPU_LIMIT} seconds of processor time")


def _judge(
    sample: Sample, damage: Damage, name: str, intact: Outcome, outcome: Outcome, path: Path, tally: Tally
) -> None:
    new = [text for text in outcome.said if text not in intact.said]
    problem = ""
    if new:
        tally.noticed[name] += 1
        problem = _wrong_words(new, name, path, outcome, sample, damage)
    elif outcome == intact and not name.startswith("verify"):
        tally.unaffected[name] += 1
    elif outcome.said and not set(outcome.said) - set(intact.said):
        tally.noticed[name] += 1  # it stops at what was damaged before
    else:
        why = unnoticed_because(sample, damage, name)
        tally.unnoticed[name, why or "?"] += 1
        problem = "" if why else "not noticed, and what is read differs"
    if not problem and outcome.status not in (None, 0, 1):
        problem = f"status {outcome.status}"
    if problem:
        said = " | ".join(outcome.said) or "nothing said"
        tally.defects.append(f"{sample.kind} {sample.name}: {damage}: {name}: {problem}: {said}")


def _wrong_words(new: list[str], name: str, path: Path, outcome: Outcome, sample: Sample, damage: Damage) -> str:
    """What is wrong with what was said: it must name the file and a place, in one line each."""
    for text in new:
        if str(path) not in text or not _PLACE.search(text):
            return "no file and position"
        if "\n" in text:
            return "more than one line"
    if name.startswith("inspect"):
        if outcome.status == 0 and "the last event is incomplete" not in new[0]:
            return "status 0"
        if "-f" not in name and len(new) > 1:
            return "more than one line"
    event = sample.event_at(damage.place)
    if event is not None and damage.mask and has_checksums(sample) and event.checksum is not None:
        found = [int(place[1]) for text in new if (place := _PLACE.search(text))]
        if min(found, default=0) > event.position:  # a note that the log is in use may come first
            return f"said too late, damaged was the event at {event.position}"
    return ""


def unnoticed_because(sample: Sample, damage: Damage, reader: str) -> str | None:
    """Why nobody can see this damage; None if somebody must."""
    event = sample.event_at(damage.place)
    if not damage.mask:
        return _unnoticed_cut(sample, damage, reader, event)
    if event is None:
        return None
    offset = damage.place - event.position
    if (
        event.header.type == EventType.FORMAT_DESCRIPTION
        and offset == _FLAGS_OFFSET
        and damage.mask == 1
        and event.checksum is not None
    ):
        return "the in-use flag, which checksums leave out"
    if event.checksum is not None:
        is_description = event.header.type == EventType.FORMAT_DESCRIPTION and offset == _TYPE_OFFSET
        if is_description and not has_checksums(sample) and reader.startswith(("read_changes", "index_events")):
            return "the type of a later description, which alone says that there are checksums"
        return None
    return f"no checksum: {field_of(event, offset)}"


def _unnoticed_cut(sample: Sample, damage: Damage, reader: str, event: LogEvent | None) -> str | None:
    is_between = damage.place in {len(BINLOG_MAGIC), *(each.end for each in sample.events)}
    if is_between and (not reader.startswith("verify") or _is_relay(sample)):
        return "cut between two events"
    in_use = bool(sample.events) and sample.events[0].is_in_use
    if in_use and damage.place > sample.events[0].end:
        return "cut in a log that is in use"
    first = sample.events[0].end if in_use else len(BINLOG_MAGIC) + HEADER_LENGTH
    if reader == "Spark stream" and damage.place < first:
        return "a log of which not even the description is there yet"
    return None


def _is_relay(sample: Sample) -> bool:
    return any(each.header.log_pos != each.end for each in sample.events[1:])


def field_of(event: LogEvent, offset: int) -> str:
    """What the byte at this offset of an event is part of."""
    if event.checksum is not None and offset >= len(event.raw) - CHECKSUM_LENGTH:
        return "checksum"
    for begin, name in reversed(_HEADER_FIELDS):
        if offset >= 19:
            return "body"
        if offset >= begin:
            return name
    return "body"
