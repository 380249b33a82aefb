"""Two logs compared event by event, byte by byte: the first difference, named field by field.

What may differ is in `masking`; everything else may not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import zip_longest
from pathlib import Path
from typing import Any

from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.binlog.files.sources import log_paths
from binwriter.errors import LogFileError, reason_of
from binwriter.formats.constants import EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import StatusVar, build_body
from binwriter.formats.header import CHECKSUM_LENGTH, checksum_of
from binwriter.formats.records import dataclass
from binwriter.integration.masking import Mask, MaskedEvent, Masker, UuidPair, compared_timestamps

ABSENT = "absent"
# what a file without any group holds
_HEAD_AND_END = (EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS, EventType.ROTATE, EventType.STOP)
_TYPE_NAMES = {int(event_type): event_type.name for event_type in EventType}
# of long bytes, how many are shown before and behind the first one that differs
_BYTES_SHOWN = 24

# field, left value, right value
_Found = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of two logs.

    file: name of the left file. position: of the event in it. number: which event of the file, from 1; 0 if the
    difference is not one of events. event_type: its name. field: the header or body field. left, right: as text.
    """

    file: str
    position: int
    number: int
    event_type: str
    field: str
    left: str
    right: str

    def __str__(self) -> str:
        where = f":{self.position}: event {self.number}, {self.event_type}" if self.number else ""
        return f"{self.file}{where}: {self.field}: {self.left} | {self.right}"


def log_files(source: Path | str) -> list[Path]:
    """The log files that a name means (`binlog.files.sources`). LogFileError if there is none."""
    paths = [Path(path) for path in log_paths(source)]
    for path in paths:
        try:
            path.stat()
        except (OSError, ValueError) as error:
            raise LogFileError(f"cannot open {path}: {reason_of(error)}") from error
    return paths


def compare_logs(
    left: Path | str, right: Path | str, mask: Mask | None = None, *, files: Sequence[str] | None = None
) -> Difference | None:
    """The first difference of two files or two folders, None if there is none.

    files: names of the files of two folders to compare; None: all, and both must have the same ones, but that (unless
    every byte counts) one log may end with more files without any group, as a flush and a start leave them.
    Raises LogFileError if a log cannot be opened, CorruptLogError if it cannot be parsed; a checksum that is wrong
    is a difference.
    """
    mask = mask or Mask()
    lefts, rights = _chosen(left, files), _chosen(right, files)
    if mask.enabled and files is None:
        lefts, rights = _without_empty_tail(lefts, len(rights)), _without_empty_tail(rights, len(lefts))
    names = [path.name for path in lefts], [path.name for path in rights]
    both_folders = Path(left).is_dir() and Path(right).is_dir()
    if len(lefts) != len(rights) or (both_folders and names[0] != names[1]):
        return Difference(Path(left).name, 0, 0, "", "files", " ".join(names[0]), " ".join(names[1]))
    timestamps = compared_timestamps(mask, lambda: _all_timestamps(lefts), lambda: _all_timestamps(rights))
    comparison = _Comparison(mask, timestamps)
    differences = (comparison.files(ours, theirs) for ours, theirs in zip(lefts, rights, strict=True))
    return next((difference for difference in differences if difference), None)


def _chosen(path: Path | str, files: Sequence[str] | None) -> list[Path]:
    return log_files(path) if files is None else [Path(path) / name for name in files]


def _without_empty_tail(paths: list[Path], count: int) -> list[Path]:
    """The files without those at the end that hold no group, as long as there are more than `count`."""
    while len(paths) > count and all(event.header.type in _HEAD_AND_END for event in read_events(paths[-1])):
        paths = paths[:-1]
    return paths


def _all_timestamps(paths: Iterable[Path]) -> set[int]:
    return {event.header.timestamp for path in paths for event in read_events(path, verify=False)}


class _Comparison:
    """One comparison: what all its files share."""

    def __init__(self, mask: Mask, timestamps: frozenset[int] | None) -> None:
        self.mask = mask
        self.timestamps = timestamps
        self.uuids = UuidPair(mask.server_uuids)

    def files(self, left: Path, right: Path) -> Difference | None:
        maskers = Masker(), Masker()
        # checksums are verified below, where a wrong one is a difference with a place
        pairs = zip_longest(
            _with_following(read_events(left, verify=False)), _with_following(read_events(right, verify=False))
        )
        for number, sides in enumerate(pairs, start=1):
            (ours, after_ours), (theirs, after_theirs) = (side or (None, None) for side in sides)
            difference = next(self._events(ours, theirs, maskers, (after_ours, after_theirs)), None)
            known = ours or theirs
            if difference and known:
                return Difference(left.name, known.position, number, _type_name(known), *difference)
        return None

    def _events(
        self,
        left: LogEvent | None,
        right: LogEvent | None,
        maskers: tuple[Masker, Masker],
        following: tuple[LogEvent | None, LogEvent | None] = (None, None),
    ) -> Iterator[_Found]:
        """Every difference, the most telling first. following: what comes after each."""
        if left is None or right is None:
            yield "event", _summary(left), _summary(right)
            return
        if left.header.type != right.header.type:
            yield "header.type", _summary(left), _summary(right)
            return
        yield from _checksums(left, right)
        if self.mask.enabled:
            self.uuids.learn(left.body, right.body)
            maskers[0].server_uuid, maskers[1].server_uuid = self.uuids.left, self.uuids.right
            yield from self._payloads(left, right, maskers)
            ours, theirs = maskers[0].mask(left, following[0]), maskers[1].mask(right, following[1])
        else:
            ours, theirs = MaskedEvent.unmasked(left), MaskedEvent.unmasked(right)
        yield from field_differences(ours.body, theirs.body)
        yield from self._headers(ours, theirs)
        yield from _bodies(ours, theirs)
        if not self.mask.enabled:
            yield from _different("checksum", left.checksum, right.checksum)
            yield from _different("bytes", left.raw, right.raw)

    def _payloads(self, left: LogEvent, right: LogEvent, maskers: tuple[Masker, Masker]) -> Iterator[_Found]:
        """What differs inside two compressed groups; nothing for other events."""
        for number, (ours, theirs) in enumerate(zip_longest(nested_events(left), nested_events(right)), start=1):
            known = ours or theirs
            for name, one, other in self._events(ours, theirs, maskers):
                yield f"payload event {number}, {_type_name(known) if known else ABSENT}: {name}", one, other

    def _headers(self, left: MaskedEvent, right: MaskedEvent) -> Iterator[_Found]:
        ours, theirs = left.event.header, right.event.header
        if self.timestamps is None or {ours.timestamp, theirs.timestamp} & self.timestamps:
            yield from _different("header.timestamp", ours.timestamp, theirs.timestamp)
        yield from _different("header.server_id", ours.server_id, theirs.server_id)
        yield from _different("header.flags", ours.flags, theirs.flags)
        yield from _different("header.size", left.size, right.size)
        yield from _different("header.log_pos", left.log_pos, right.log_pos)


def _with_following(events: Iterator[LogEvent]) -> Iterator[tuple[LogEvent, LogEvent | None]]:
    before: LogEvent | None = None
    for event in events:
        if before:
            yield before, event
        before = event
    if before:
        yield before, None


def _checksums(left: LogEvent, right: LogEvent) -> Iterator[_Found]:
    """Checksums follow from masked fields, so they may differ, but each must be that of its own event."""
    is_missing = left.checksum is None, right.checksum is None
    if not (_is_valid(left) and _is_valid(right)) or is_missing[0] != is_missing[1]:
        yield "checksum", _checksum_text(left), _checksum_text(right)


def _is_valid(event: LogEvent) -> bool:
    return event.checksum is None or event.checksum == checksum_of(event.raw[:-CHECKSUM_LENGTH])


def _checksum_text(event: LogEvent) -> str:
    if event.checksum is None:
        return ABSENT
    wrong = "" if _is_valid(event) else f" (wrong: {checksum_of(event.raw[:-CHECKSUM_LENGTH]):#010x} expected)"
    return f"{event.checksum:#010x}{wrong}"


def _bodies(left: MaskedEvent, right: MaskedEvent) -> Iterator[_Found]:
    """The bodies built again from the masked values, so that nothing differs that the fields do not show.

    Where the bytes are not those that their own value would be written as, they are compared as they are.
    """
    sides = left, right
    exact = all(build_body(side.event.body) == side.event.body_bytes for side in sides)
    if exact and left.body == right.body:  # equal values are written as equal bytes
        return
    ours, theirs = (build_body(side.body) if exact else side.event.body_bytes for side in sides)
    yield from _different("body", ours, theirs)


# --- naming ----------------------------------------------------------------------------------------------------------


def field_differences(left: Any, right: Any, name: str = "") -> Iterator[_Found]:
    """All that differs in two values; dataclasses, tuples and status variables are gone into."""
    if left == right:
        return
    if isinstance(left, Declared) and type(left) is type(right):
        for item in dataclasses.fields(left):
            if item.compare:
                path = f"{name}.{item.name}" if name else item.name
                yield from field_differences(getattr(left, item.name), getattr(right, item.name), path)
    elif type(left) is tuple and type(right) is tuple:
        for place, (ours, theirs) in enumerate(zip_longest(left, right)):
            yield from field_differences(ours, theirs, f"{name}[{_label(ours, theirs, place)}]")
    elif isinstance(left, StatusVar) and isinstance(right, StatusVar) and left.code == right.code:
        yield from field_differences(left.value, right.value, name)
    else:
        yield from _different(name, left, right)


def _label(left: Any, right: Any, place: int) -> str:
    """A status variable goes by its name, anything else by its place."""
    if isinstance(left, StatusVar) and isinstance(right, StatusVar) and left.code == right.code:
        return left.code.name if isinstance(left.code, Enum) else str(left.code)
    return str(place)


def _different(name: str, left: Any, right: Any) -> Iterator[_Found]:
    if left == right:
        return
    start, end = 0, None
    note = ""
    if isinstance(left, bytes) and isinstance(right, bytes) and max(len(left), len(right)) > 4 * _BYTES_SHOWN:
        common = (place for place, (one, other) in enumerate(zip(left, right, strict=False)) if one != other)
        place = next(common, min(len(left), len(right)))
        start, end = max(place - _BYTES_SHOWN, 0), place + _BYTES_SHOWN
        note = f" (from offset {start})"
        left, right = left[start:end], right[start:end]
    yield name + note, _show(left), _show(right)


def _show(value: Any) -> str:
    """One line, whatever the value is."""
    if value is None:
        return ABSENT
    if isinstance(value, bytes):
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError:
            return value.hex(" ")
        return repr(text) if text.isprintable() else value.hex(" ")
    return str(value)


def _type_name(event: LogEvent) -> str:
    return _TYPE_NAMES.get(event.header.type, str(event.header.type))


def _summary(event: LogEvent | None) -> str:
    """Type, position, and the statement or table, if it has one."""
    if event is None:
        return ABSENT
    text = getattr(event.body, "query", b"") or getattr(event.body, "table", b"")
    return f"{_type_name(event)} at {event.position}{f' {_show(text[:200])}' if text else ''}"
