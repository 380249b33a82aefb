"""Every flipped bit and every cut of real files: a typed error or a checksum finding, never anything else.

Each event is damaged by itself, behind the format description that holds for it, so that a test reads two events and
not a file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.events import ParseContext, Raw, build_body, parse_body
from binwriter.formats.header import HEADER_LENGTH

GOLDEN = Path(__file__).parents[2] / "golden"
# in the golden folder: with checksums, without, both
FILES = ("captured/gtid_on_rotation/binlog.000002", "captured/checksum_none/binlog.000001", "relay/relay-bin.000004")
# in the corpus: 5.1, an early tree of it, compressed, with tags, MariaDB
CORPUS = (
    "bug40482-bin.000001",
    "ver_5_1-wl2325_r.001",
    "transaction_compression.000001",
    "binlog_transaction_with_GTID_TAG.000001",
    "mariadb-bin.000001",
)
# Where the header has the flags; the in-use flag of a format description is not covered by its checksum.
FLAGS_OFFSET = 17
ALL_BITS = tuple(1 << bit for bit in range(8))


def with_description(path: Path) -> Iterator[tuple[bytes, LogEvent]]:
    """Each event but repetitions, and the start of a file in which it can stand alone."""
    head = BINLOG_MAGIC
    seen = set()
    for event in read_events(path):
        is_description = event.header.type == EventType.FORMAT_DESCRIPTION
        shape = (event.header.type, event.header.size, event.checksum is None)
        if shape not in seen:
            yield (BINLOG_MAGIC if is_description else head), event
        seen.add(shape)
        if is_description:
            head = BINLOG_MAGIC + event.raw


def flipped(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Every bit of the header, and of each byte of the body one, or all of every other byte."""
    for index, byte in enumerate(data):
        for mask in ALL_BITS if index < HEADER_LENGTH else (0xFF if index % 2 else ALL_BITS[index // 2 % 8],):
            yield index, mask, data[:index] + bytes((byte ^ mask,)) + data[index + 1 :]


def look_at(data: bytes, *, verify: bool) -> None:
    """Everything that a reader can see. Raises CorruptLogError, or nothing."""
    for event in read_events(data, verify=verify):
        for one in (event, *nested_events(event)):
            if not isinstance(one.body, Raw):
                build_body(one.body)


def check(path: Path) -> None:
    for head, event in with_description(path):
        for index, mask, raw in flipped(event.raw):
            if event.checksum is not None and not is_exempt(event, index, mask):
                with pytest.raises(CorruptLogError):
                    look_at(head + raw, verify=True)
            else:
                with contextlib.suppress(CorruptLogError):
                    look_at(head + raw, verify=True)
            with contextlib.suppress(CorruptLogError):
                look_at(head + raw, verify=False)
        for length in range(1, len(event.raw)):
            with pytest.raises(CorruptLogError, match=rf"<bytes>:{len(head)}: .*truncated"):
                look_at(head + event.raw[:length], verify=True)


def is_exempt(event: LogEvent, index: int, mask: int) -> bool:
    return event.header.type == EventType.FORMAT_DESCRIPTION and (index, mask) == (FLAGS_OFFSET, 1)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.slow
def test_golden_files(name: str) -> None:
    check(GOLDEN / name)


@pytest.mark.parametrize("name", CORPUS)
@pytest.mark.slow
def test_files_of_others(name: str, shared_dir: Path) -> None:
    check(shared_dir / "corpus" / name)


@pytest.mark.slow
def test_bodies_of_every_type_that_real_files_have(shared_dir: Path) -> None:
    """The smallest event of each type of each server version, every byte changed, and cut everywhere."""
    smallest: dict[tuple[int, str], LogEvent] = {}
    paths = [*sorted((GOLDEN / "captured").glob("*/binlog.0*")), *sorted((shared_dir / "corpus").iterdir())]
    for path in paths:
        with contextlib.suppress(CorruptLogError):
            for event in read_events(path):
                for one in (event, *nested_events(event)):
                    description = one.context.format_description
                    key = (one.type, description.server_version if description else "")
                    if key not in smallest or len(one.body_bytes) < len(smallest[key].body_bytes):
                        smallest[key] = one
    assert len({event_type for event_type, _ in smallest}) > 20
    for event in smallest.values():
        for data in damaged_bodies(event.body_bytes):
            parse_or_refuse(event.header.type, data, event.context)


def damaged_bodies(data: bytes) -> Iterator[bytes]:
    for index, byte in enumerate(data[:200]):
        yield data[:index]
        for mask in (0x01, 0xFF):
            yield data[:index] + bytes((byte ^ mask,)) + data[index + 1 :]


def parse_or_refuse(number: int, data: bytes, context: ParseContext) -> None:
    with contextlib.suppress(CorruptLogError):
        build_body(parse_body(number, data, context))
