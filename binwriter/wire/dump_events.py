"""The events of a dump that are in no file, and the packets that events are sent in.

Source: MySQL source documentation, "Replication Protocol"; bytes as captured: tests/golden/dumps.
"""

from __future__ import annotations

from binwriter.formats.constants import ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.events import Heartbeat, HeartbeatV2, Rotate, build_body
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, checksum_of, frame
from binwriter.wire.packets import HEADER_LENGTH as PACKET_HEADER
from binwriter.wire.packets import LARGEST

# what stands before an event in its packet: the byte of an OK, and for a semi-synchronous replica whether it answers
PLAIN = b"\x00"
SEMI_SYNC = b"\x00\xef\x00"
SEMI_SYNC_ACK = b"\x00\xef\x01"
_SEMI_SYNC_MAGIC = 0xEF
_POSITION_PLACE = slice(13, 17)
_FLAGS_PLACE = 17
_CREATED_PLACE = slice(HEADER_LENGTH + 52, HEADER_LENGTH + 56)
_LOW_32_BITS = 0xFFFFFFFF


def artificial_rotate(name: str, position: int, server_id: int, checksum: ChecksumAlgorithm) -> bytes:
    """It tells which file the following events are from, and where the first one stands."""
    return frame(
        EventType.ROTATE,
        build_body(Rotate(position=position, name=name.encode())),
        timestamp=0,
        server_id=server_id,
        end_log_pos=0,
        flags=HeaderFlag.ARTIFICIAL,
        checksum=checksum,
    )


def heartbeat(name: str, position: int, server_id: int, checksum: ChecksumAlgorithm, *, version_2: bool) -> bytes:
    """There is nothing to send up to this place."""
    body = HeartbeatV2(name=name.encode(), position=position) if version_2 else Heartbeat(name=name.encode())
    return frame(
        EventType.HEARTBEAT_V2 if version_2 else EventType.HEARTBEAT,
        build_body(body),
        timestamp=0,
        server_id=server_id,
        end_log_pos=position & _LOW_32_BITS,
        checksum=checksum,
    )


def sent_description(
    stored: bytes, checksum: ChecksumAlgorithm, *, is_start: bool, has_position: bool
) -> bytes:  # fmt: skip
    """A file's format description as it is sent: never in use.

    is_start: the client gets the file from its beginning; else it must not take the description for a restart of the
    source, so no creation time is told. has_position: where the next event stands. checksum: that the description
    states; where it is NONE a server leaves the description's own as it was.
    """
    event = bytearray(stored)
    event[_FLAGS_PLACE] &= ~HeaderFlag.BINLOG_IN_USE & 0xFF
    if not is_start:
        event[_CREATED_PLACE] = bytes(4)
    if not has_position:
        event[_POSITION_PLACE] = bytes(4)
    if not checksum:
        return bytes(event)
    whole = bytes(event[:-CHECKSUM_LENGTH])
    return whole + checksum_of(whole).to_bytes(CHECKSUM_LENGTH, "little")


def packet_heads(length: int, prefix: bytes, sequence: int) -> list[tuple[bytes, int]]:
    """The packets of an event of so many bytes: what stands before each piece of it, and the piece's bytes."""
    left = length + len(prefix)
    heads: list[tuple[bytes, int]] = []
    while True:
        piece = min(left, LARGEST)
        head = (piece | (sequence & 255) << 24).to_bytes(PACKET_HEADER, "little")
        heads.append((head if heads else head + prefix, piece if heads else piece - len(prefix)))
        sequence += 1
        left -= piece
        if piece < LARGEST:
            return heads


def read_acknowledgement(payload: bytes) -> tuple[str, int] | None:
    """File and position that a semi-synchronous replica has on its disk; None for any other packet."""
    if len(payload) < 10 or payload[0] != _SEMI_SYNC_MAGIC:
        return None
    return payload[9:].partition(b"\0")[0].decode("utf-8", "replace"), int.from_bytes(payload[1:9], "little")
