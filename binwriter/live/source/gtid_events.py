"""GTIDs read out of stored events at the speed of a dump: nothing but who gave it, its tag and its number."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType
from binwriter.formats.events import TaggedGtid, parse_body
from binwriter.formats.header import HEADER_LENGTH
from binwriter.mysql.gtid.sets import GtidValue

# flags, UUID, number: how a Gtid event begins (formats.events.gtid)
_UNTAGGED = struct.Struct("<B16sq")
_SIZE = struct.Struct("<I")
_SIZE_PLACE, _TYPE_PLACE = 9, 4
_ENOUGH = 512  # bytes of a GTID event at most
OPENERS = frozenset((EventType.GTID, EventType.GTID_TAGGED))


def gtid_in(event: bytes, footer: int) -> GtidValue:
    """The GTID of a whole GTID event, tagged or not. footer: bytes of its checksum.

    CorruptLogError for one that cannot be read.
    """
    if event[_TYPE_PLACE] == EventType.GTID:
        if len(event) < HEADER_LENGTH + _UNTAGGED.size:
            raise CorruptLogError(f"a GTID event of {len(event)} bytes")
        _, uuid, number = _UNTAGGED.unpack_from(event, HEADER_LENGTH)
        return GtidValue(UUID(bytes=uuid), "", number)
    body = parse_body(EventType.GTID_TAGGED, event[HEADER_LENGTH : len(event) - footer])
    assert isinstance(body, TaggedGtid)
    return GtidValue(body.uuid, body.tag, body.gno)


def gtids_between(path: Path, begin: int, end: int, footer: int) -> Iterator[tuple[GtidValue | None, int]]:
    """For each whole event of this stretch its GTID, None for other events, and where it ends."""
    with path.open("rb", buffering=1 << 20) as file:
        file.seek(begin)
        while begin + HEADER_LENGTH <= end:
            head = file.read(HEADER_LENGTH)
            if len(head) < HEADER_LENGTH:
                return
            (size,) = _SIZE.unpack_from(head, _SIZE_PLACE)
            if size < HEADER_LENGTH or begin + size > end:
                return
            gtid = None
            if head[_TYPE_PLACE] in OPENERS:
                gtid = gtid_in(head + file.read(min(size - HEADER_LENGTH, _ENOUGH)), footer)
            begin += size
            file.seek(begin)
            yield gtid, begin
