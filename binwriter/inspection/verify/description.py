"""What a format description says, and whether a server can have said it."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.events import FormatDescription
from binwriter.formats.events.registry import EVENT_BODIES
from binwriter.formats.header import HEADER_LENGTH
from binwriter.formats.patterns import pattern
from binwriter.formats.servers import is_mariadb

_VERSION = pattern(r"\d+\.\d+")
_BINLOG_VERSION = 4
# The own post-header of a format description: 57 bytes and one for each event type.
_OWN_POST_HEADER = 57
# A relay log's own description, before the master's algorithm is known.
_UNDEFINED_ALGORITHM = 255
# Numbers between MySQL's and MariaDB's types stand for nothing in a MariaDB log.
_FIRST_OF_MARIADB = 160


def implausible(body: FormatDescription, is_relay: bool) -> Iterator[str]:
    """What a format description states that no server writes."""
    if body.binlog_version != _BINLOG_VERSION:
        yield f"binary log version {body.binlog_version}, {_BINLOG_VERSION} expected"
    if not _VERSION.match(body.server_version):
        yield f"server version {body.server_version!r} is none"
    if body.header_length != HEADER_LENGTH:
        yield f"event headers of {body.header_length} bytes, {HEADER_LENGTH} expected"
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


def knows_type(description: FormatDescription, number: int) -> bool:
    """Whether the server that described itself so has a type of this number."""
    is_gap = EventType.GTID_TAGGED < number < _FIRST_OF_MARIADB and is_mariadb(description.server_version)
    return 0 < number <= len(description.post_header_lengths) and not is_gap
