"""Real files, and how to write them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from binwriter.binlog.files.file import PendingEvent
from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.writer import LogWriter
from binwriter.formats.constants import EventType
from binwriter.formats.events import FormatDescription, Gtid, PreviousGtids, TaggedGtid
from binwriter.formats.servers import PROFILES, ServerProfile
from binwriter.mysql.gtid.state import GtidSet, GtidValue

GOLDEN = Path(__file__).resolve().parents[3] / "golden" / "rotation"
DEBIAN: ServerProfile = PROFILES["9.7"]
MADE_BY_WRITER = (EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS, EventType.ROTATE, EventType.STOP)
OPENERS = (EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED)


def pending(event: LogEvent) -> PendingEvent:
    return PendingEvent(event.header.type, event.body_bytes, event.header.timestamp, event.header.flags)


def groups(events: Iterable[LogEvent]) -> Iterator[list[LogEvent]]:
    group: list[LogEvent] = []
    for event in events:
        if event.header.type in MADE_BY_WRITER:
            continue
        if event.header.type in OPENERS and group:
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def write_again(paths: list[Path], directory: Path) -> list[Path]:
    """The same groups through a LogWriter, which rotates and stops where the real server did."""
    writer: LogWriter | None = None
    executed = GtidSet()
    last = len(paths) - 1
    for number, path in enumerate(paths):
        events = list(read_events(path))
        description, previous, closing = events[0].body, events[1].body, events[-1]
        assert isinstance(description, FormatDescription)
        assert isinstance(previous, PreviousGtids)
        if writer is None:
            executed.update(GtidSet.from_previous_gtids(previous))
            writer = LogWriter(
                directory,
                profile=DEBIAN,
                server_id=events[0].header.server_id,
                checksum=description.checksum,
                timestamp=events[0].header.timestamp,
                previous_gtids=executed,
                start_number=int(path.suffix[1:]),
                sync_binlog=0,
            )
        for group in groups(events):
            body = group[0].body
            if isinstance(body, Gtid | TaggedGtid) and body.gno:
                executed.add(GtidValue(body.uuid, getattr(body, "tag", ""), body.gno))
            positions = writer.append([pending(event) for event in group])
            assert positions == [event.position for event in group]
        if closing.header.type == EventType.ROTATE:
            following = next(iter(read_events(paths[number + 1]))).body if number < last else description
            assert isinstance(following, FormatDescription)
            writer.checksum = following.checksum
            writer.rotate(closing.header.timestamp)
        elif closing.header.type == EventType.STOP:
            writer.close(closing.header.timestamp)
    assert writer is not None
    files = writer.files()
    writer.abort()
    return files


@pytest.fixture
def stopped() -> list[Path]:
    return sorted((GOLDEN / "stopped").glob("binlog.0*"))
