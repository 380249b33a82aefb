"""What a replica receives from an idle 9.7.4, built by our encoder: fake Rotate, format description, heartbeats."""

from __future__ import annotations

import json

import pytest

from binwriter.formats.constants import ChecksumAlgorithm, HeaderFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.events import FormatDescription, Heartbeat, HeartbeatV2, Rotate, build_body, event_type_of
from binwriter.formats.header import EventHeader, frame, unframe
from binwriter.formats.servers import PROFILES

from .server_texts import FOLDER

CAPTURED = json.loads((FOLDER / "heartbeat" / "streams.json").read_text("utf-8"))
NAME, END = CAPTURED["status"]
BINLOG = bytes.fromhex(CAPTURED["binlog"])
STREAMS = {title: [bytes.fromhex(event) for event in events] for title, events in CAPTURED["streams"].items()}
# of the format description in the file: the server's start
STARTED = EventHeader.parse(BINLOG[4:23]).timestamp


def framed(body: Declared, *, timestamp: int = 0, end_log_pos: int = 0, flags: int = 0) -> bytes:
    return frame(
        event_type_of(body),
        build_body(body),
        timestamp=timestamp,
        server_id=1,
        end_log_pos=end_log_pos,
        flags=flags,
    )


def description(created: int, end_log_pos: int) -> bytes:
    server = PROFILES["9.7"]
    body = FormatDescription.of(server, created, ChecksumAlgorithm.CRC32)
    return framed(body, timestamp=STARTED, end_log_pos=end_log_pos)


def fake_rotate(position: int) -> bytes:
    return framed(Rotate(position, NAME.encode()), flags=HeaderFlag.ARTIFICIAL)


@pytest.mark.parametrize("title", ["from 4, heartbeat version 1", "from 4, heartbeat version 2"])
def test_a_dump_from_the_beginning_announces_the_file_and_sends_it_whole(title: str) -> None:
    """The format description has its in-use flag cleared; its checksum is computed without it, and stays."""
    rotate, first, *rest = STREAMS[title][:-1]
    assert rotate == fake_rotate(4)
    assert first == description(STARTED, 4 + len(first))
    assert b"".join(rest) == BINLOG[4 + len(first) :]


def test_a_dump_from_further_on_has_a_format_description_of_no_place() -> None:
    rotate, first, _ = STREAMS[f"from {END}, heartbeat version 2"]
    assert rotate == fake_rotate(END)
    assert first == description(0, 0)


@pytest.mark.parametrize(
    "title, heartbeat",
    [
        ("from 4, heartbeat version 1", Heartbeat(NAME.encode())),
        ("from 4, heartbeat version 2", HeartbeatV2(NAME.encode(), END)),
        (f"from {END}, heartbeat version 2", HeartbeatV2(NAME.encode(), END)),
    ],
)
def test_heartbeats(title: str, heartbeat: Declared) -> None:
    event = STREAMS[title][-1]
    assert event == framed(heartbeat, end_log_pos=END)
    assert type(heartbeat).parse(unframe(event, checksum=ChecksumAlgorithm.CRC32)[1]) == heartbeat
