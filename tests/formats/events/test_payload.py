"""Transaction_payload events: what is inside, the server's own bytes again, and limits for what lies about its size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.formats.constants import ChecksumAlgorithm, CompressionType, EventType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events import Intvar, TransactionPayload, build_body, parse_body
from binwriter.formats.events.parts.payload import build_payload, payload_events
from binwriter.formats.header import frame

# tests/golden/payload/statements.sql on a 9.7.4 server: the zstd level of each payload
LEVELS = (3, 3, 1, 9, 22, 22)
GOLDEN = Path(__file__).parents[2] / "golden" / "payload" / "binlog.000001"


def payloads(path: Path) -> list[LogEvent]:
    return [event for event in read_events(path) if event.header.type == EventType.TRANSACTION_PAYLOAD]


def a_payload() -> TransactionPayload:
    body = payloads(GOLDEN)[0].body
    assert isinstance(body, TransactionPayload)
    return body


def test_the_servers_own_bytes_come_out() -> None:
    for event, level in zip(payloads(GOLDEN), LEVELS, strict=True):
        inner = list(nested_events(event))
        for one in inner:
            assert build_body(one.body) == one.body_bytes
        assert build_payload([one.raw for one in inner], level=level) == event.body


def test_the_bytes_of_8_0_come_out(shared_dir: Path) -> None:
    [event] = payloads(shared_dir / "corpus" / "transaction_compression.000001")
    assert build_payload([one.raw for one in nested_events(event)], size_in_frame=False) == event.body


def test_nested_events_stand_where_their_payload_does() -> None:
    event = payloads(GOLDEN)[0]
    inner = list(nested_events(event))
    assert [one.header.type for one in inner] == [
        EventType.QUERY,
        EventType.TABLE_MAP,
        EventType.WRITE_ROWS,
        EventType.XID,
    ]
    assert {(one.position, one.end, one.checksum, one.header.log_pos) for one in inner} == {
        (event.position, event.end, None, 0)
    }
    assert [list(nested_events(one)) for one in inner] == [[]] * 4


@pytest.mark.parametrize("compression", CompressionType)
def test_round_trip(compression: CompressionType) -> None:
    events = [
        frame(EventType.INTVAR, Intvar(2, n).build(), timestamp=n, server_id=1, end_log_pos=0, checksum=_NONE)
        for n in range(100)
    ]
    payload = build_payload(events, compression)
    assert [event.raw for event in payload_events(payload)] == events
    assert parse_body(EventType.TRANSACTION_PAYLOAD, payload.build()) == payload
    assert [event.offset for event in payload_events(payload)] == list(range(0, 2800, 28))


_NONE = ChecksumAlgorithm.NONE


def test_a_bomb_is_stopped_at_the_stated_size() -> None:
    huge = zstandard.ZstdCompressor().compress(b"\0\0\0\0\x05\1\0\0\0\xff\xff\xff\x0f" + bytes(1 << 26))
    for stated in (1000, 1 << 26):
        with pytest.raises(CorruptLogError, match=f"past the {stated} bytes"):
            list(payload_events(TransactionPayload(0, stated, payload=huge)))


@pytest.mark.parametrize("difference", [-1, 1, 100])
def test_a_wrong_size_is_found(difference: int) -> None:
    payload = a_payload()
    assert payload.uncompressed_size is not None
    wrong = replace(payload, uncompressed_size=payload.uncompressed_size + difference)
    with pytest.raises(CorruptLogError, match=r"stated|goes past"):
        list(payload_events(wrong))


def test_every_cut_and_every_changed_byte_gives_events_or_our_error() -> None:
    payload = a_payload()
    found = list(payload_events(payload))
    damaged = [payload.payload[:length] for length in range(len(payload.payload))]
    damaged += [
        payload.payload[:index] + bytes((byte ^ mask,)) + payload.payload[index + 1 :]
        for index, byte in enumerate(payload.payload)
        for mask in (0x01, 0x10, 0x80, 0xFF)
    ]
    damaged.append(payload.payload + b"x")
    for data in damaged:
        try:
            events = list(payload_events(replace(payload, payload=data)))
        except CorruptLogError:
            continue
        # no checksum inside: another value may come out, but never another size
        assert sum(len(event.raw) for event in events) == sum(len(event.raw) for event in found)


def test_what_cannot_be() -> None:
    with pytest.raises(CorruptLogError, match="compression type 7"):
        list(payload_events(TransactionPayload(7, 3, payload=b"abc")))
    with pytest.raises(CorruptLogError, match="truncated"):
        list(payload_events(TransactionPayload(255, payload=b"abc")))
    with pytest.raises(EncodeError, match="compression type 7"):
        build_payload([], 7)
    with pytest.raises(EncodeError, match="level 23"):
        build_payload([], level=23)
