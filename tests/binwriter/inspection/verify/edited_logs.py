"""Healthy logs with one thing made wrong: the rest (positions, checksums, lengths of groups) is made to fit again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from binwriter.binlog.files.reader import read_events
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    FormatDescription,
    Gtid,
    TaggedGtid,
    build_body,
    event_type_of,
    with_transaction_length,
)
from binwriter.formats.header import HEADER_LENGTH, frame, parse_header
from binwriter.inspection.verify import Finding, verify_files

GOLDEN = Path(__file__).resolve().parents[3] / "golden"
SMALL = GOLDEN / "rotation" / "stopped" / "binlog.000001"
CONTEXT = GOLDEN / "captured" / "context_events" / "binlog.000001"

_BETWEEN = (EventType.ROTATE, EventType.STOP, EventType.PREVIOUS_GTIDS)
GTIDS = (Gtid, AnonymousGtid, TaggedGtid)


@dataclass(frozen=True)
class Part:
    """One event: its body and what its header says besides sizes and positions.

    is_alone: it does not count to the group before it.
    """

    body: Declared
    timestamp: int = 0
    server_id: int = 1
    flags: int = 0
    is_alone: bool = False

    @property
    def type(self) -> EventType:
        return event_type_of(self.body)


def parts_of(path: Path) -> list[Part]:
    return [
        Part(event.body, event.header.timestamp, event.header.server_id, event.header.flags)
        for event in read_events(path)
    ]


def log_of(parts: Iterable[Part], *, keep_lengths: bool = False) -> bytes:
    """The file of these events. transaction_length is made right unless keep_lengths."""
    fitted = list(parts) if keep_lengths else _with_lengths(list(parts))
    data, checksum = BINLOG_MAGIC, _checksum(fitted)
    for part in fitted:
        data += _framed(part, len(data), checksum)
    return data


def _checksum(parts: list[Part]) -> ChecksumAlgorithm | None:
    description = parts[0].body if parts else None
    return description.checksum if isinstance(description, FormatDescription) else ChecksumAlgorithm.CRC32


def _framed(part: Part, position: int, checksum: ChecksumAlgorithm | None) -> bytes:
    body = build_body(part.body)
    options: dict[str, Any] = {
        "timestamp": part.timestamp,
        "server_id": part.server_id,
        "flags": part.flags,
        "checksum": checksum,
    }
    size = len(frame(part.type, body, end_log_pos=0, **options))
    return frame(part.type, body, end_log_pos=position + size, **options)


def _with_lengths(parts: list[Part]) -> list[Part]:
    checksum = _checksum(parts)
    starts = [place for place, part in enumerate(parts) if isinstance(part.body, GTIDS)]
    ends = [*starts[1:], len(parts)] if starts else []
    for start, end in zip(starts, ends, strict=True):
        group = [part for part in parts[start + 1 : end] if not part.is_alone and part.type not in _BETWEEN]
        rest = sum(len(_framed(part, 0, checksum)) for part in group)
        body: Any = parts[start].body
        if body.transaction_length is not None:
            parts[start] = replace(parts[start], body=with_transaction_length(body, rest, checksum))
    return parts


def first(parts: list[Part], event_type: EventType, number: int = 1) -> int:
    """Where the n-th event of this type is."""
    places = [place for place, part in enumerate(parts) if part.type == event_type]
    return places[number - 1]


def findings_of(folder: Path, data: bytes, **options: Any) -> list[Finding]:
    path = folder / "binlog.000001"
    path.write_bytes(data)
    return list(verify_files([path], **options))


def places(findings: Iterable[Finding]) -> list[tuple[int, str]]:
    return [(finding.position, finding.check) for finding in findings]


def position_of(data: bytes, place: int) -> int:
    """Where that event begins in the file."""
    position = len(BINLOG_MAGIC)
    for _ in range(place):
        position += parse_header(data[position : position + HEADER_LENGTH]).size
    return position
