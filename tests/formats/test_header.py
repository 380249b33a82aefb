"""Header, footer, checksum: the rules of the format description event, and damaged events."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.declaration import builder_of, layout_of
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events import FormatDescription
from binwriter.formats.header import EventHeader, frame, framed_size, parse_header, unframe

CRC32, NONE = ChecksumAlgorithm.CRC32, ChecksumAlgorithm.NONE


@pytest.fixture(scope="module")
def description(shared_dir: Path) -> bytes:
    """The format description event of a 9.7.4 log."""
    data = (shared_dir / "oracle" / "captured" / "08_types" / "binlog.000001").read_bytes()
    return data[len(BINLOG_MAGIC) : len(BINLOG_MAGIC) + 123]


def test_header_is_nineteen_bytes_either_way() -> None:
    header = EventHeader(1, 2, 3, 19, 5, 6)
    assert builder_of(EventHeader)(vars(header)) == layout_of(EventHeader).build(vars(header)) == header.build()
    assert EventHeader.parse(header.build()) == header


def test_a_real_event(description: bytes) -> None:
    header, body, crc = unframe(description, checksum=NONE)
    assert (header.size, header.log_pos, len(body)) == (123, 127, 100)
    assert crc == int.from_bytes(description[-4:], "little")


def test_in_use_flag_does_not_change_the_checksum_of_a_format_description(description: bytes) -> None:
    header, body, crc = unframe(description, checksum=CRC32)
    in_use = frame(
        header.type,
        body,
        timestamp=header.timestamp,
        server_id=header.server_id,
        end_log_pos=header.log_pos,
        flags=HeaderFlag.BINLOG_IN_USE,
    )
    assert in_use[:17] + b"\0" + in_use[18:] == description
    assert unframe(in_use, checksum=CRC32)[2] == crc


def test_format_description_has_a_checksum_even_without_checksums(description: bytes) -> None:
    header, body, _ = unframe(description, checksum=NONE)
    built = frame(
        header.type,
        body,
        timestamp=header.timestamp,
        server_id=header.server_id,
        end_log_pos=header.log_pos,
        checksum=NONE,
    )
    assert built == description
    assert framed_size(100, NONE, EventType.FORMAT_DESCRIPTION) == 123


def test_format_description_before_checksums_has_none(shared_dir: Path) -> None:
    data = next((shared_dir / "oracle-old" / "5.5.20").glob("*/binlog.000001")).read_bytes()
    event = data[4 : 4 + parse_header(data[4:23]).size]
    header, body, crc = unframe(event, checksum=CRC32)
    parsed = FormatDescription.parse(body)
    assert (header.size, crc, parsed.checksum_algorithm, parsed.checksum) == (103, None, None, None)
    assert framed_size(len(body), None, EventType.FORMAT_DESCRIPTION) == 103


@pytest.mark.parametrize(("checksum", "size"), [(CRC32, 31), (NONE, 27), (None, 27)])
def test_size_with_and_without_checksum(checksum: ChecksumAlgorithm | None, size: int) -> None:
    event = frame(EventType.XID, b"x" * 8, timestamp=1, server_id=1, end_log_pos=9, checksum=checksum)
    assert len(event) == size == framed_size(8, checksum, EventType.XID)
    header, body, crc = unframe(event, checksum=checksum)
    assert (header.size, body, crc is None) == (size, b"x" * 8, not checksum)


def test_every_flipped_byte_is_noticed() -> None:
    event = frame(EventType.XID, b"x" * 8, timestamp=1, server_id=1, end_log_pos=9)
    for index in range(len(event)):
        damaged = bytearray(event)
        damaged[index] ^= 0x20
        with pytest.raises(CorruptLogError, match="event at 1234"):
            unframe(bytes(damaged), checksum=CRC32, position=1234)


def test_every_truncation_is_noticed(description: bytes) -> None:
    for length in range(len(description)):
        with pytest.raises(CorruptLogError, match="event at 4"):
            unframe(description[:length], checksum=CRC32, position=4)


def test_checksum_that_is_not_verified() -> None:
    event = frame(EventType.STOP, b"", timestamp=1, server_id=1, end_log_pos=9)
    assert unframe(event[:-1] + b"?", checksum=CRC32, verify=False)[0].type == EventType.STOP


def test_no_room_for_a_checksum() -> None:
    event = frame(EventType.STOP, b"", timestamp=1, server_id=1, end_log_pos=9, checksum=NONE)
    with pytest.raises(CorruptLogError, match="its header of 19 and its checksum of 4 need more"):
        unframe(event, checksum=CRC32)


@pytest.mark.parametrize("field", ["timestamp", "server_id", "end_log_pos", "flags"])
def test_numbers_that_do_not_fit(field: str) -> None:
    numbers = {"timestamp": 0, "server_id": 0, "end_log_pos": 0, "flags": 0, field: 1 << 32}
    with pytest.raises(EncodeError, match="log_pos" if field == "end_log_pos" else field):
        frame(EventType.STOP, b"", **numbers)
