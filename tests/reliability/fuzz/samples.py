"""Real logs as beginnings for the targets: small captures of every kind, and the corpus where it is beside us."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from binwriter.errors import CorruptLogError
from binwriter.log.reader import LogEvent, nested_events, read_events
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
    TESTS / "golden" / "captured-old",
    SHARED / "corpus",
)


@lru_cache(maxsize=1)
def sample_files() -> tuple[Path, ...]:
    """Logs of every kind of event; those of the corpus only where it is."""
    return tuple(path for folder in _FOLDERS if folder.is_dir() for path in log_files(folder))


def sample_events() -> Iterator[LogEvent]:
    """Every event of the samples, nested ones behind their payload, up to each file's first damage."""
    for path in sample_files():
        with suppress(CorruptLogError):
            for event in read_events(path):
                yield event
                yield from nested_events(event)
