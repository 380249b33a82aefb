"""The logs that are damaged: one of each kind, captured from servers, and the corpus where it is beside us."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import Intvar, Query, Rotate, StartV3, build_body, event_type_of
from binwriter.formats.header import HEADER_LENGTH, frame

TESTS = Path(__file__).resolve().parents[2]
_GOLDEN = TESTS / "golden"
CORPUS = TESTS.parents[1] / "shared" / "corpus"

# kind -> file
_KINDS = {
    "GTIDs": "rotation/stopped/binlog.000001",
    "GTIDs with tags": "events/tagged_gtids/binlog.000003",
    "rows, all types": "events/cells/binlog.000001",
    "row images": "events/row_details/binlog.000001",
    "statements": "events/statement_context/binlog.000001",
    "compressed": "events/compression/binlog.000001",
    "JSON": "captured/json_errors_row/binlog.000001",
    "partial JSON": "events/partial_json/binlog.000001",
    "XA": "events/xa/binlog.000001",
    "incident": "events/incident/binlog.000001",
    "in use": "rotation/crashed/binlog.000005",
    "no checksums": "captured/checksum_none/binlog.000001",
    "relay log": "relay/relay-bin.000008",
    "relay log without checksums": "relay/relay-bin.000004",
    "encrypted": "encrypted/binlog.000002",
    "5.5": "captured-old/5.5.62/functions_row/binlog.000001",
    "5.6": "captured-old/5.6.24/functions_row/binlog.000001",
    "5.7": "captured-old/5.7.29/functions_row/binlog.000001",
}


@dataclass(frozen=True)
class Sample:
    """One log. kind: what is special of it. places: of the bytes that are to be damaged; None: all."""

    kind: str
    name: str
    data: bytes
    places: tuple[int, ...] | None = None

    @cached_property
    def events(self) -> tuple[LogEvent, ...]:
        """Those up to its own damage; a sample of the corpus may be damaged already."""
        found = []
        try:
            for event in read_events(self.data):
                found.append(event)
        except CorruptLogError:
            pass
        return tuple(found)

    @cached_property
    def is_whole(self) -> bool:
        return bool(self.events) and self.events[-1].end == len(self.data)

    def event_at(self, place: int) -> LogEvent | None:
        """The event that has this byte; None for the magic, or where events cannot be read."""
        return next((event for event in self.events if event.position <= place < event.end), None)


def samples(*, corpus: bool = True) -> Iterator[Sample]:
    """All of them."""
    for kind, name in _KINDS.items():
        yield Sample(kind, name, (_GOLDEN / name).read_bytes())
    yield Sample("version 3 (4.1)", "made", _version_3())
    yield Sample("version 1 (3.23)", "made", _version_1())
    if corpus and CORPUS.is_dir():
        for path in sorted(CORPUS.iterdir()):
            if path.suffix != ".md":
                yield Sample("corpus", path.name, path.read_bytes())


def _version_3() -> bytes:
    """A log of 4.1, after the manual's description: Start_v3 and events with headers of 19 bytes, no checksums."""
    bodies: tuple[Declared, ...] = (
        StartV3(3, "4.1.22-log", 1_100_000_000),
        Query(3, 1, 0, (), b"test", b"CREATE TABLE t (a INT)", post_header_length=11),
        Intvar(2, 7),
        Query(3, 0, 0, (), b"test", b"INSERT INTO t VALUES (LAST_INSERT_ID())", post_header_length=11),
        Rotate(4, b"log.000002"),
    )
    data = BINLOG_MAGIC
    for body in bodies:
        kind, built = event_type_of(body), build_body(body)
        end = len(data) + HEADER_LENGTH + len(built)
        data += frame(kind, built, timestamp=1_100_000_000, server_id=1, end_log_pos=end, checksum=None)
    return data


def _version_1() -> bytes:
    """A log of 3.23: headers of 13 bytes (timestamp, type, server id, size)."""

    def event(kind: EventType, body: bytes) -> bytes:
        head = (1_000_000_000).to_bytes(4, "little") + bytes((kind,)) + (1).to_bytes(4, "little")
        return head + (13 + len(body)).to_bytes(4, "little") + body

    start = (1).to_bytes(2, "little") + b"3.23.58".ljust(50, b"\0") + (1_000_000_000).to_bytes(4, "little")
    query = (3).to_bytes(4, "little") + bytes(4) + b"\4" + b"test\0" + b"DROP TABLE t"
    return BINLOG_MAGIC + event(EventType.START_V3, start) + event(EventType.QUERY, query)


def has_checksums(sample: Sample) -> bool:
    """Whether every event of the log has one."""
    description = sample.events[0].context.format_description if sample.events else None
    return description is not None and description.checksum is ChecksumAlgorithm.CRC32
