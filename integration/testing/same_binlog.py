"""Two logs that must say the same: what differs is shown as a diff of their events."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.errors import CorruptLogError
from binwriter.inspection.event_info import event_info, event_type_name
from binwriter.integration.log_comparison import Difference, compare_logs, log_files
from binwriter.integration.masking import Mask
from binwriter.integration.testing.binlogs import Binlog

Log = Binlog | Path | str | bytes | Sequence[Path]
# lines around what differs, and at most
_AROUND = 3
_LINES = 60
# what `Mask` makes equal, in the words of an event
_BY_CHANCE = (
    (re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"xid=\d+"), "xid=<n>"),
    (re.compile(r"table_id: \d+"), "table_id: <n>"),
    (re.compile(r"Server ver: [^,]+"), "Server ver: <version>"),
)


def assert_same_binlog(left: Log, right: Log, mask: Mask | None = None) -> None:
    """Fails unless both logs say the same, but for what chance decides (clock, UUIDs, XIDs, thread and table ids).

    left, right: a `Binlog`, a folder, a file, files, or the bytes of one file. mask: `Mask(enabled=False)` compares
    every byte. The message names the first difference, field by field, and shows both logs' events around it.
    """
    mask = mask or Mask()
    with TemporaryDirectory() as scratch:
        ours, theirs = _folder(left, Path(scratch, "left")), _folder(right, Path(scratch, "right"))
        difference = compare_logs(ours, theirs, mask)
        if difference is not None:
            lines = (list(_lines(log_files(side), mask)) for side in (ours, theirs))
            raise AssertionError("\n".join(_message(difference, *lines)))


def _folder(log: Log, folder: Path) -> Path:
    """All its files in one folder, by names that count."""
    if isinstance(log, Path | str) and Path(log).is_dir():
        return Path(log)
    if isinstance(log, bytes):
        contents: Iterable[bytes] = [log]
    else:
        files = log.files if isinstance(log, Binlog) else [log] if isinstance(log, Path | str) else log
        contents = [Path(file).read_bytes() for file in files]
    folder.mkdir()
    for number, data in enumerate(contents, 1):
        (folder / f"binlog.{number:06}").write_bytes(data)
    return folder


def _lines(files: Iterable[Path], mask: Mask) -> Iterator[str]:
    for path in files:
        for event in read_events(path, verify=False, stop_at_truncation=True):
            for inner in (event, *nested_events(event)):
                yield f"{'  ' if inner.payload else ''}{event_type_name(inner.type):<16}{_words(inner, mask)}".rstrip()


def _words(event: object, mask: Mask) -> str:
    try:
        text = " ".join(event_info(event).split())  # type: ignore[arg-type]
    except CorruptLogError as error:
        return f"({error})"
    for pattern, name in _BY_CHANCE if mask.enabled else ():
        text = pattern.sub(name, text)
    return text


def _message(difference: Difference, left: list[str], right: list[str]) -> Iterator[str]:
    yield f"the logs differ: {difference}"
    shown = list(difflib.unified_diff(left, right, "left", "right", lineterm="", n=_AROUND))
    if not shown:  # in a field that the words do not tell
        place = max(difference.number - 1, 0)
        first = max(place - _AROUND, 0)
        shown = [
            f"{'>' if number == place else ' '} {line}"
            for number, line in enumerate(left[first : place + _AROUND + 1], first)
        ]
    yield from shown[:_LINES]
    if len(shown) > _LINES:
        yield f"... and {len(shown) - _LINES} lines more"
