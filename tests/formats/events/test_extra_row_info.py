"""Extra row info of rows events: its chunks from values and back; chunks of unknown types keep their bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.constants import EventType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events import Rows
from binwriter.formats.events.parts.extra_row_info import (
    ExtraRowChunk,
    NdbInfo,
    PartitionInfo,
    UnknownInfo,
    extra_row_chunks,
    extra_row_info,
)

from .strategies import u8, u16

NDB = st.builds(NdbInfo, u8, st.binary(max_size=253))
UNKNOWN = st.none() | st.builds(UnknownInfo, st.integers(2, 255), st.binary(max_size=20))
PARTITIONS = {
    EventType.WRITE_ROWS: st.builds(PartitionInfo, u16),
    EventType.UPDATE_ROWS: st.builds(PartitionInfo, u16, u16),
    EventType.PARTIAL_UPDATE_ROWS: st.builds(PartitionInfo, u16, u16),
    EventType.DELETE_ROWS: st.builds(PartitionInfo, u16),
}


def rows(event_type: EventType, extra: bytes) -> Rows:
    before = None if event_type == EventType.WRITE_ROWS else b"\1"
    after = None if event_type == EventType.DELETE_ROWS else b"\1"
    return Rows(event_type, 1, 1, extra, 1, before, after, b"")


@pytest.mark.parametrize("event_type", PARTITIONS, ids=lambda event_type: event_type.name)
@given(draw=st.data())
@pytest.mark.sweep(every=4)
def test_round_trip(event_type: EventType, draw: st.DataObject) -> None:
    known = draw.draw(st.lists(NDB | PARTITIONS[event_type], max_size=3))
    unknown = draw.draw(UNKNOWN)
    chunks: list[ExtraRowChunk] = known if unknown is None else [*known, unknown]
    body = rows(event_type, extra_row_info(event_type, *chunks))
    assert extra_row_chunks(body) == tuple(chunks)
    parsed = Rows.parse(body.build(), event_type=event_type)
    assert parsed == body


def test_bytes() -> None:
    """As mysqlbinlog of 9.7.4 prints them: source_partition 4, target_partition 3; NDB data of 2 bytes, format 64."""
    update = extra_row_info(EventType.UPDATE_ROWS, PartitionInfo(3, 4), NdbInfo(0x40, b"ab"))
    assert update.hex(" ") == "01 03 00 04 00 00 04 40 61 62"


@pytest.mark.parametrize("extra", ["01", "01 03", "01 03 00 04", "00", "00 01", "00 03 00", "00 00 00"])
def test_damaged(extra: str) -> None:
    with pytest.raises(CorruptLogError, match="Info at offset"):
        extra_row_chunks(rows(EventType.UPDATE_ROWS, bytes.fromhex(extra)))


def test_what_cannot_be_built() -> None:
    with pytest.raises(EncodeError, match="UPDATE_ROWS: a source partition"):
        extra_row_info(EventType.UPDATE_ROWS, PartitionInfo(3))
    with pytest.raises(EncodeError, match="DELETE_ROWS: a source partition"):
        extra_row_info(EventType.DELETE_ROWS, PartitionInfo(3, 4))
    with pytest.raises(EncodeError, match="NdbInfo"):
        extra_row_info(EventType.WRITE_ROWS, NdbInfo(0, b"x" * 254))
    with pytest.raises(EncodeError, match="PartitionInfo"):
        extra_row_info(EventType.WRITE_ROWS, PartitionInfo(65536))
