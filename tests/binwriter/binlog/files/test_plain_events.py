"""Events that are framed block by block are those that are framed one by one, whatever the file and its damage."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.errors import CorruptLogError
from tests.conftest import PROJECT

_LOGS = sorted(PROJECT.glob("tests/golden/captured/*/binlog.000001"))[::40]


class _OneByOne(io.BytesIO):
    """A file that cannot say what it has: it is read event by event."""

    read1: Any = None


class _InPieces(io.BytesIO):
    """A pipe, whose writer is slow."""

    def read1(self, size: int | None = -1) -> bytes:
        return self.read(random.Random(self.tell()).randrange(1, 300))


def _read(stream: io.BytesIO, **options: Any) -> tuple[list[LogEvent], str]:
    events = []
    try:
        for event in read_events(stream, **options):
            events.append(event)
    except CorruptLogError as error:
        return events, str(error)
    return events, ""


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("path", [pytest.param(path, id=path.parent.name) for path in _LOGS])
def test_blocks_and_single_events_are_read_alike(path: Path) -> None:
    content = path.read_bytes()
    chance = random.Random(path.parent.name)
    damaged = [content, content[: chance.randrange(4, len(content))], content + bytes(100), content + content[4:]]
    for _ in range(6):
        place = chance.randrange(4, len(content))
        damaged.append(content[:place] + bytes((chance.randrange(256),)) + content[place + 1 :])
    for data in damaged:
        for options in ({}, {"verify": False}, {"stop_at_truncation": True}, {"begin": len(content) // 2}):
            expected = _read(_OneByOne(data), **options)
            assert _read(io.BytesIO(data), **options) == expected
            assert _read(_InPieces(data), **options) == expected


def test_an_event_that_is_larger_than_a_block_is_read(tmp_path: Path) -> None:
    from binwriter import Server

    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a LONGTEXT)")
        for size in (10, 60_000, 70_000, 200_000, 10):
            session.execute(f"INSERT INTO d.t VALUES (REPEAT('x', {size}))")
    content = (tmp_path / "log" / "binlog.000001").read_bytes()
    assert _read(io.BytesIO(content)) == _read(_OneByOne(content))
    assert max(event.header.size for event in read_events(content)) > 200_000
