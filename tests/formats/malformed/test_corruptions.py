"""Every corruption on a file that a real server wrote: what reads it says so, and comes as far as the wrong place."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType
from binwriter.formats.events import Gtid, Xid, build_body
from binwriter.formats.header import frame, parse_header, unframe
from binwriter.formats.malformed import CORRUPTIONS, CorruptionError, corrupt_event, corruption
from binwriter.inspection.corrupt import Broken, Choice, corrupt_file
from binwriter.inspection.verify.finding import Finding
from binwriter.inspection.verify.run import Verifier

from .corrupt_files import FILES

GTIDS = (EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED)

# Found by the reading itself, with its default checks: framing, checksums, bodies, payloads, rows.
READABLE = {
    "unknown-type": "the reader gives an unknown type as Raw: what it means is for the caller to say",
    "unknown-type-ignorable": "it is to be skipped",
    "type-zero": "as unknown-type",
    "end-log-pos": "the reader goes by the sizes; in relay logs and payloads end_log_pos is another file's",
    "end-log-pos-backwards": "as end-log-pos",
    "missing-event": "each event by itself is right",
    "repeated-event": "each event by itself is right",
    "binlog-version": "the layouts stay known",
    "post-header-length": "an event of another post-header is given as Raw",
    "transaction-length": "each event by itself is right",
    "logical-clock": "a value like another",
    "clock-type": "kept as bytes that are not known: milestones of 5.7 wrote another kind",
    "gtid-number": "a value like another",
    "gtid-interval": "a value like another",
    "intvar-type": "a value like another",
    "user-var-type": "a value like another",
    **dict.fromkeys(
        ("decimal-cell", "date-cell", "time-cell", "json-cell", "json-type", "json-loop", "enum-cell", "text-cell"),
        "the cell is given as StoredCell, its bytes kept: real servers wrote such cells",
    ),
    "vector-cell": "as the other cells",
}


def corrupted(name: str, target: Path, seed: int = 0) -> tuple[Path, Broken]:
    """The first of FILES that it can be done to, and the place."""
    for path in FILES:
        try:
            return path, corrupt_file(path, target, CORRUPTIONS[name], Choice(), seed)
        except CorruptionError:
            continue
    raise AssertionError(f"no file has an event for {name}")


def read_all(path: Path) -> None:
    for event in read_events(path):
        assert event.body is not None
        for inner in nested_events(event):
            assert inner.body is not None
    for rows in rows_of_events(read_events(path)):
        rows.changes()


def test_the_table_of_exceptions_is_of_corruptions() -> None:
    assert READABLE.keys() <= CORRUPTIONS.keys()


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_reading_gives_a_typed_error(name: str, tmp_path: Path) -> None:
    target = tmp_path / "wrong"
    source, broken = corrupted(name, target)
    assert target.read_bytes() != source.read_bytes()
    if name in READABLE:
        read_all(target)
        return
    with pytest.raises(CorruptLogError) as raised:
        read_all(target)
    place = int(str(raised.value).removeprefix(f"{target}:").partition(":")[0])
    assert place >= broken.position


@pytest.mark.sweep(every=3)
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_verify_finds_it_and_nothing_before_it(name: str, tmp_path: Path) -> None:
    target = tmp_path / "wrong"
    source, broken = corrupted(name, target)
    before = list(Verifier().verify([source]))
    found = [item for item in Verifier().verify([target]) if _without_file(item) not in map(_without_file, before)]
    assert found, name
    assert found[0].position >= min(broken.position, _group_start(source, broken.position))


def _without_file(finding: Finding) -> tuple[object, ...]:
    return finding.position, finding.check, finding.reason


def _group_start(path: Path, position: int) -> int:
    """What is wrong with a group may be said where it begins."""
    starts = [
        event.position for event in read_events(path) if event.type in (33, 34, 42) and event.position <= position
    ]
    return starts[-1] if starts else position


@pytest.mark.sweep(every=3)
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_the_same_seed_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    results = []
    for seed in (1, 1, 2):
        corrupted(name, tmp_path / "wrong", seed)
        results.append((tmp_path / "wrong").read_bytes())
    assert results[0] == results[1]


@pytest.mark.parametrize("name", [name for name, item in CORRUPTIONS.items() if not item.of_magic])
def test_all_other_events_are_whole(name: str, tmp_path: Path) -> None:
    """Behind the wrong event too, where the file goes on: sizes, positions and checksums agree."""
    how, target = CORRUPTIONS[name], tmp_path / "wrong"
    source, broken = corrupted(name, target)
    events = list(read_events(source))
    index = next(number for number, event in enumerate(events) if event.position == broken.position)
    data = target.read_bytes()
    _assert_chain(data[: broken.position + _moved_before(events, index, target)], events[0])
    if how.ends_file or how.keeps_positions or name.startswith("size-") or name == "missing-fde":
        return
    rest = sum(len(event.raw) for event in events[index + 1 :])
    _assert_chain(BINLOG_MAGIC + data[len(data) - rest :], events[0], start=len(data) - rest)


def _moved_before(events: list[LogEvent], index: int, target: Path) -> int:
    """How much longer the GTID event before the wrong one became."""
    gtids = [event for event in events[:index] if event.type in GTIDS]
    if not gtids:
        return 0
    size = int.from_bytes(target.read_bytes()[gtids[-1].position + 9 :][:4], "little")
    return size - len(gtids[-1].raw)


def _assert_chain(data: bytes, first: LogEvent, start: int = 4) -> None:
    position = len(BINLOG_MAGIC)
    while position < len(data):
        header = parse_header(data[position:], position)
        end = start + position - len(BINLOG_MAGIC) + header.size
        unframe(data[position : position + header.size], checksum=ChecksumAlgorithm.CRC32, position=position)
        assert header.log_pos in (0, end)
        position += header.size
    assert position == len(data)


# --- one event ------------------------------------------------------------------------------------------------------


def event(body: Gtid | Xid, event_type: EventType, position: int = 100) -> bytes:
    data = build_body(body)
    size = 19 + len(data) + 4
    return frame(event_type, data, timestamp=0, server_id=1, end_log_pos=position + size)


def test_an_event_by_itself() -> None:
    raw = event(Xid(7), EventType.XID)
    short = corrupt_event("short-body", raw, position=100)
    header, body, _ = unframe(short, checksum=ChecksumAlgorithm.CRC32)
    assert (header.size, header.log_pos, body) == (27, 127, raw[19:23])
    with pytest.raises(CorruptLogError, match="Xid at offset 4"):
        Xid.parse(body)


def test_an_event_without_a_checksum_has_none_to_spoil() -> None:
    raw = frame(
        EventType.XID, build_body(Xid(7)), timestamp=0, server_id=1, end_log_pos=0, checksum=ChecksumAlgorithm.NONE
    )
    with pytest.raises(CorruptionError, match="no checksum"):
        corrupt_event("bad-checksum", raw, position=4, checksum=ChecksumAlgorithm.NONE)


@pytest.mark.parametrize("name", ["rows-cut", "logical-clock", "payload-frame"])
def test_an_event_of_another_type_is_refused(name: str) -> None:
    with pytest.raises(CorruptionError, match=f"{name} cannot be done to the event of type 16 at 100"):
        corrupt_event(name, event(Xid(7), EventType.XID), position=100)


def test_a_gtid_without_a_logical_clock_has_none_to_spoil() -> None:
    with pytest.raises(CorruptionError, match="no logical clock"):
        corrupt_event("logical-clock", event(Gtid(0, UUID(int=1), 1), EventType.GTID), position=100)


def test_an_unknown_name_names_the_known_ones() -> None:
    with pytest.raises(CorruptionError, match="no corruption 'nonsense'; there are: bad-checksum, "):
        corruption("nonsense")


def test_the_length_of_a_group_follows(tmp_path: Path) -> None:
    """A shorter event makes a shorter group: only the corruption is wrong."""
    source = FILES[1]
    choice = Choice(type=EventType.XID)
    broken = corrupt_file(source, tmp_path / "wrong", CORRUPTIONS["missing-tail"], choice)
    findings = list(Verifier().verify([tmp_path / "wrong"]))
    assert [item.check for item in findings if item.position == broken.position] == ["body"]
    assert not [item for item in findings if item.check in ("transaction-length", "position", "checksum")]
