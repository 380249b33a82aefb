"""Real logs as beginnings for the targets: small captures of every kind, and the corpus where it is beside us."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.errors import CorruptLogError
from tests.formats.log_files import log_files

TESTS = Path(__file__).resolve().parents[2]
SHARED = TESTS.parents[1] / "shared"
_FOLDERS = (
    TESTS / "golden" / "events",
    TESTS / "golden" / "relay",
    TESTS / "golden" / "payload",
    TESTS / "golden" / "types",
    TESTS / "golden" / "json",
    TESTS / "golden" / "json_updates",
    SHARED / "corpus",
)


# Of the old servers, of which there are hundreds, and of the larger files only some: a run begins with these.
_EACH_OLD = 23
_LARGEST = 40_000


@lru_cache(maxsize=1)
def sample_files() -> tuple[Path, ...]:
    """Logs of every kind of event; those of the corpus only where it is."""
    old = log_files(TESTS / "golden" / "captured-old")[::_EACH_OLD]
    return (*(path for folder in _FOLDERS if folder.is_dir() for path in log_files(folder)), *old)


def sample_events() -> Iterator[LogEvent]:
    """The events of the samples, nested ones behind their payload, up to each file's first damage."""
    for path in sample_files():
        with suppress(CorruptLogError):
            for event in read_events(path):
                if event.position > _LARGEST:
                    break
                yield event
                yield from nested_events(event)


def sample_logs(largest: int) -> Iterator[bytes]:
    """The logs of at most so many bytes, and of a larger one its beginning; of captured scenarios some of each kind."""
    for path in (*sample_files(), *_captures()):
        data = path.read_bytes()
        if len(data) <= largest:
            yield data
        elif "captured-old" not in str(path):
            yield _beginning(data, largest)


def _captures() -> Iterator[Path]:
    yield from sorted((TESTS / "golden" / "captured").glob("*/binlog.000001"))[::12]


def _beginning(data: bytes, largest: int) -> bytes:
    end = 0
    with suppress(CorruptLogError):
        for event in read_events(data):
            if event.end > largest:
                break
            end = event.end
    return data[:end]
