"""Extra row info of a version 2 rows event: what its bytes (`Rows.extra`) mean.

`extra_row_info(event_type, *chunks)` makes them, `extra_row_chunks(rows)` reads them.
Source: manual, "Rows_event", "Extra row info".
"""

from __future__ import annotations

import io

import construct as cs
from construct import this

from binwriter.formats.conditional_fields import Calculated, Present
from binwriter.formats.constants import EventType, ExtraRowInfoType
from binwriter.formats.declaration import Declared, csfield, defaulted, derived
from binwriter.formats.errors import EncodeError
from binwriter.formats.events.rows import Rows

# These carry the partition of both images.
_WITH_SOURCE_PARTITION = frozenset({EventType.UPDATE_ROWS, EventType.PARTIAL_UPDATE_ROWS})
# An NDB chunk's length counts its own byte and the format's.
_NDB_HEADER = 2


class NdbInfo(Declared):
    """Of NDB Cluster's binary log injector. format: 0 NDB, 0x40 and 0x41 open, 0xff several. data: up to 253 bytes."""

    length: int = derived(Calculated(cs.Int8ul, lambda context: len(context.data) + _NDB_HEADER))
    format: int = csfield(cs.Int8ul)
    data: bytes = csfield(cs.Bytes(this.length - _NDB_HEADER))


class PartitionInfo(Declared):
    """Of a partitioned table. partition_id: of the rows (of an update: their after images).

    source_partition_id: of the before images; only updates have it.
    """

    partition_id: int = csfield(cs.Int16ul)
    source_partition_id: int | None = defaulted(
        Present(cs.Int16ul, lambda context: context._params.event_type in _WITH_SOURCE_PARTITION), default=None
    )


class UnknownInfo(Declared):
    """A chunk of an unknown type, and all that follows it: nobody knows where it ends. data: without the type byte."""

    type: int = csfield(cs.Int8ul)
    data: bytes = csfield(cs.GreedyBytes)


ExtraRowChunk = NdbInfo | PartitionInfo | UnknownInfo

_CHUNKS: dict[int, type[NdbInfo] | type[PartitionInfo]] = {
    ExtraRowInfoType.NDB: NdbInfo,
    ExtraRowInfoType.PARTITION: PartitionInfo,
}
_TYPE_OF: dict[type[Declared], ExtraRowInfoType] = {
    NdbInfo: ExtraRowInfoType.NDB,
    PartitionInfo: ExtraRowInfoType.PARTITION,
}


def extra_row_info(event_type: EventType, *chunks: ExtraRowChunk) -> bytes:
    """The bytes for `Rows.extra` of an event of this type.

    Raises EncodeError if a value does not fit, or if an update has no source partition, or another event has one.
    """
    return b"".join(_build(event_type, chunk) for chunk in chunks)


def _build(event_type: EventType, chunk: ExtraRowChunk) -> bytes:
    if isinstance(chunk, UnknownInfo):
        return chunk.build()
    if isinstance(chunk, PartitionInfo) and (chunk.source_partition_id is None) == (
        event_type in _WITH_SOURCE_PARTITION
    ):
        raise EncodeError(f"{event_type.name}: a source partition belongs to updates, and to them only: {chunk}")
    return bytes((_TYPE_OF[type(chunk)],)) + chunk.build()


def extra_row_chunks(rows: Rows) -> tuple[ExtraRowChunk, ...]:
    """The chunks of a rows event, in order. Raises CorruptLogError if they do not fit their layouts."""
    stream = io.BytesIO(rows.extra)
    chunks: list[ExtraRowChunk] = []
    while code := stream.read(1):
        cls = _CHUNKS.get(code[0])
        chunks.append(cls.parse_next(stream, event_type=rows.type) if cls else UnknownInfo(code[0], stream.read()))
    return tuple(chunks)
