"""Two logs compared event by event, byte by byte, but for what chance decides.

Only these fields may differ (`Mask`): header timestamps that come from the clock, commit timestamps, exec_time, the
format description's create time and server version text, the server's UUID, thread ids, XIDs, table ids; and what
follows from them: checksums (each is verified), and, where a masked value is written with a variable width (tagged GTID
events), sizes and positions. Some of it is still compared as far as it has a meaning: a table id must name the
same table throughout a group, a thread id the same connection throughout a file, a create time must be zero
or not on both sides.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from binwriter.errors import LogFileError
from binwriter.formats.constants import EventType, StatusVarCode
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    ExecuteLoadQuery,
    FormatDescription,
    Gtid,
    PreviousGtids,
    Query,
    Rows,
    StatusVar,
    TableMap,
    TaggedGtid,
    Xid,
    build_body,
)
from binwriter.formats.header import EventHeader
from binwriter.log.event_info import event_type_name
from binwriter.log.reader import LogEvent, read_events

# A timestamp this far from every time the log's own clock shows was SET, not read from the clock.
_FAR = 24 * 60 * 60
_LOG_FILE = re.compile(r".+\.\d{6,}")
_NIL = UUID(int=0)


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where two logs differ.

    file, position: of the left event (the right one's position may be another); event: its type.
    field: which one, as a path such as `body.status_vars[1].value`. left, right: the two values, readable.
    """

    file: str
    position: int
    event: str
    field: str
    left: str
    right: str
    right_position: int | None = None

    def __str__(self) -> str:
        elsewhere = "" if self.right_position in (None, self.position) else f" (right: {self.right_position})"
        return (
            f"{self.file} at {self.position}{elsewhere}: {self.event}: {self.field}\n"
            f"  left:  {self.left}\n  right: {self.right}"
        )


@dataclass(frozen=True, slots=True)
class Mask:
    """What may differ.

    enabled: False compares every byte. fixed_timestamps: the seconds that the scenario has SET TIMESTAMP to: header
    timestamps are compared where either side has one of them, and may differ elsewhere. None, when nothing is known
    of the scenario: compared where either one lies a day or more from all times of its own log's clock
    (commit timestamps, create times).
    server_uuids: of the left and the right server. None: the first two UUIDs that differ are taken for them.
    """

    enabled: bool = True
    fixed_timestamps: frozenset[int] | None = None
    server_uuids: tuple[UUID, UUID] | None = None


NO_MASK = Mask(enabled=False)


def compare_logs(left: Path, right: Path, mask: Mask = Mask()) -> Difference | None:  # noqa: B008
    """The first difference between two log files, or two folders of them; None if there is none.

    Of a folder every file NAME.000001 counts. Files without any group at the end of one log (what FLUSH or a
    start leaves) need not be in the other. Raises LogFileError or CorruptLogError if a side cannot be read; a wrong checksum
    counts as that.
    """
    left_files, right_files = log_files_of(left), log_files_of(right)
    comparison = _Comparison(mask, _Side(left_files), _Side(right_files))
    for left_file, right_file in itertools.zip_longest(left_files, right_files):
        if left_file is None or right_file is None:
            found = _extra_file(left_file, right_file)
        elif left.is_dir() and right.is_dir() and left_file.name != right_file.name:
            found = Difference(left_file.name, 0, "file", "name", left_file.name, right_file.name)
        else:
            found = comparison.compare_files(left_file, right_file)
        if found is not None:
            return found
    return None


def log_files_of(path: Path) -> list[Path]:
    """The log files of a folder in the order of their numbers; a file is its own list. LogFileError if there are none."""
    if not path.is_dir():
        return [path]
    try:
        found = [entry for entry in path.iterdir() if _LOG_FILE.fullmatch(entry.name) and entry.is_file()]
    except OSError as error:
        raise LogFileError(f"cannot read the folder {path}: {error}") from error
    if not found:
        raise LogFileError(f"no binary log files in {path}")
    return sorted(found, key=lambda entry: (int(entry.suffix[1:]), entry.name))


def _extra_file(left: Path | None, right: Path | None) -> Difference | None:
    extra = left or right
    assert extra is not None
    if not any(event.header.type in _OPENERS for event in read_events(extra)):
        return None
    present, absent = "a file with events", "no such file"
    return Difference(extra.name, 0, "file", "existence", *((present, absent) if left else (absent, present)))


_OPENERS = (EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED, EventType.QUERY)


# --- two sides -----------------------------------------------------------------------------------------------------------


class _Side:
    """One log while it is read: what its masked values have stood for so far."""

    def __init__(self, files: list[Path]) -> None:
        self.files = files
        self.server_uuid: UUID | None = None
        self.shift = 0
        self.threads: dict[int, int] = {}
        self.tables: dict[int, int] = {}
        self._clock: tuple[int, int] | None = None

    def begin_file(self) -> None:
        self.shift = 0
        self.threads = {}

    def is_set(self, timestamp: int) -> bool:
        """Whether a header timestamp is far from the log's own clock."""
        if self._clock is None:
            times = list(itertools.chain.from_iterable(_clock_times(file) for file in self.files))
            self._clock = (min(times) - _FAR, max(times) + _FAR) if times else (0, 1 << 32)
        first, last = self._clock
        return not first <= timestamp <= last


def _clock_times(file: Path) -> Iterator[int]:
    """The seconds at which the server's clock stood, as the file shows them."""
    for event in read_events(file):
        if event.header.type in (EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED):
            microseconds = getattr(event.body, "immediate_commit_timestamp", None)
            if microseconds:
                yield microseconds // 1_000_000
        elif isinstance(event.body, FormatDescription) and event.body.create_timestamp:
            yield event.body.create_timestamp


@dataclass
class _Comparison:
    mask: Mask
    left: _Side
    right: _Side

    def __post_init__(self) -> None:
        if self.mask.server_uuids is not None:
            self.left.server_uuid, self.right.server_uuid = self.mask.server_uuids

    def compare_files(self, left: Path, right: Path) -> Difference | None:
        self.left.begin_file()
        self.right.begin_file()
        for left_event, right_event in itertools.zip_longest(read_events(left), read_events(right)):
            if left_event is None or right_event is None:
                return _missing_event(left.name, left_event, right_event)
            found = self._compare_events(left_event, right_event)
            if found is not None:
                return found
        return None

    def _compare_events(self, left: LogEvent, right: LogEvent) -> Difference | None:
        place = (Path(left.file).name, left.position, event_type_name(left.header.type))
        if left.header.type != right.header.type:
            return Difference(*place, "header.type", place[2], event_type_name(right.header.type), right.position)
        if not self.mask.enabled:
            pairs = [("header", left.header, right.header), ("body", left.body, right.body)]
            pairs += [("checksum", left.checksum, right.checksum), ("bytes", left.raw, right.raw)]
        else:
            pairs = self._masked_pairs(left, right)
        for name, one, other in pairs:
            if one != other:
                return Difference(*place, *_first_difference(name, one, other), right.position)
        return None

    def _masked_pairs(self, left: LogEvent, right: LogEvent) -> list[tuple[str, Any, Any]]:
        self._learn_server_uuids(left.body, right.body)
        left_body, right_body = _masked_body(left, self.left), _masked_body(right, self.right)
        left_bytes, right_bytes = _masked_bytes(left, left_body), _masked_bytes(right, right_body)
        positions = ("position", left.position + self.left.shift, right.position + self.right.shift)
        self.left.shift += len(left_bytes) - len(left.body_bytes)
        self.right.shift += len(right_bytes) - len(right.body_bytes)
        left_header = _masked_header(left, left_bytes, self.left)
        right_header = _masked_header(right, right_bytes, self.right)
        if not self._compares_timestamps(left.header.timestamp, right.header.timestamp):
            left_header, right_header = replace(left_header, timestamp=0), replace(right_header, timestamp=0)
        return [
            ("body", left_body, right_body),
            ("header", left_header, right_header),
            positions,
            ("has_checksum", left.checksum is not None, right.checksum is not None),
            # whatever two equal values may hide: their bytes
            ("body bytes", left_bytes, right_bytes),
        ]

    def _compares_timestamps(self, left: int, right: int) -> bool:
        fixed = self.mask.fixed_timestamps
        if fixed is not None:
            return left in fixed or right in fixed
        return self.left.is_set(left) or self.right.is_set(right)

    def _learn_server_uuids(self, left: Declared, right: Declared) -> None:
        if self.left.server_uuid is not None:
            return
        for one, other in zip(_uuids(left), _uuids(right), strict=False):
            if one != other:
                self.left.server_uuid, self.right.server_uuid = one, other
                return


def _missing_event(file: str, left: LogEvent | None, right: LogEvent | None) -> Difference:
    event = left or right
    assert event is not None
    name = event_type_name(event.header.type)
    values = (name, "end of file") if left else ("end of file", name)
    return Difference(file, event.position, name, "existence", *values)


# --- masking -------------------------------------------------------------------------------------------------------------


def _masked_header(event: LogEvent, body: bytes, side: _Side) -> EventHeader:
    """Sizes and positions as they would be with the masked body."""
    header = event.header
    size = header.size + len(body) - len(event.body_bytes)
    log_pos = header.log_pos + side.shift if header.log_pos else 0
    return replace(header, size=size, log_pos=log_pos)


def _masked_body(event: LogEvent, side: _Side) -> Declared:
    mask = _MASKS.get(type(event.body))
    return mask(event.body, event, side) if mask is not None else event.body


def _masked_bytes(event: LogEvent, masked: Declared) -> bytes:
    """The bytes of the masked value; the event's own when they are not what the value would be written as."""
    return build_body(masked) if build_body(event.body) == event.body_bytes else event.body_bytes


def _mask_description(body: FormatDescription, event: LogEvent, side: _Side) -> Declared:
    return replace(body, server_version="", create_timestamp=min(body.create_timestamp, 1))


def _mask_gtid(body: Gtid, event: LogEvent, side: _Side) -> Declared:
    side.tables = {}
    return replace(
        body,
        uuid=_masked_uuid(body.uuid, side),
        immediate_commit_timestamp=_zero(body.immediate_commit_timestamp),
        original_commit_timestamp=_zero(body.original_commit_timestamp),
    )


def _mask_tagged_gtid(body: TaggedGtid, event: LogEvent, side: _Side) -> Declared:
    """As above; the event's own size follows from masked values, so transaction_length is compared without it."""
    side.tables = {}
    return replace(
        body,
        uuid=_masked_uuid(body.uuid, side),
        immediate_commit_timestamp=0,
        original_commit_timestamp=_zero(body.original_commit_timestamp),
        transaction_length=body.transaction_length - event.header.size,
    )


def _mask_previous_gtids(body: PreviousGtids, event: LogEvent, side: _Side) -> Declared:
    """The order is by UUID, so it changes with the server's."""
    entries = [replace(entry, uuid=_masked_uuid(entry.uuid, side)) for entry in body.gtid_set]
    return replace(body, gtid_set=tuple(sorted(entries, key=lambda entry: (entry.uuid, entry.tag))))


def _mask_query(body: Query | ExecuteLoadQuery, event: LogEvent, side: _Side) -> Declared:
    return replace(
        body,
        thread_id=_numbered(side.threads, body.thread_id),
        exec_time=0,
        status_vars=tuple(_mask_status_var(var) for var in body.status_vars),
    )


def _mask_status_var(var: StatusVar) -> StatusVar:
    return replace(var, value=0) if var.code == StatusVarCode.DDL_LOGGED_WITH_XID else var


def _mask_table(body: TableMap | Rows, event: LogEvent, side: _Side) -> Declared:
    return replace(body, table_id=_numbered(side.tables, body.table_id))


_MASKS: dict[type, Callable[[Any, LogEvent, _Side], Declared]] = {
    FormatDescription: _mask_description,
    Gtid: _mask_gtid,
    AnonymousGtid: _mask_gtid,
    TaggedGtid: _mask_tagged_gtid,
    PreviousGtids: _mask_previous_gtids,
    Query: _mask_query,
    ExecuteLoadQuery: _mask_query,
    TableMap: _mask_table,
    Rows: _mask_table,
    Xid: lambda body, event, side: replace(body, xid=0),
}


def _zero(value: int | None) -> int | None:
    """Whether there is a value still counts."""
    return None if value is None else 0


def _numbered(seen: dict[int, int], value: int) -> int:
    """1 for the first value that was seen, 2 for the next other one, ..."""
    return seen.setdefault(value, len(seen) + 1)


def _masked_uuid(uuid: UUID, side: _Side) -> UUID:
    return _NIL if uuid == side.server_uuid else uuid


def _uuids(body: Declared) -> list[UUID]:
    if isinstance(body, Gtid | TaggedGtid):
        return [body.uuid]
    return [entry.uuid for entry in body.gtid_set] if isinstance(body, PreviousGtids) else []


# --- naming --------------------------------------------------------------------------------------------------------------


def _first_difference(path: str, left: Any, right: Any) -> tuple[str, str, str]:
    """(path of the field, left, right) of the innermost values that differ."""
    if type(left) is type(right):
        if is_dataclass(left) and not isinstance(left, type):
            for part in fields(left):
                one, other = getattr(left, part.name), getattr(right, part.name)
                if part.compare and one != other:
                    return _first_difference(f"{path}.{part.name}", one, other)
        if isinstance(left, tuple):
            for index, (one, other) in enumerate(zip(left, right, strict=False)):
                if one != other:
                    return _first_difference(f"{path}[{index}]", one, other)
            if len(left) != len(right):
                return f"{path}.length", str(len(left)), str(len(right))
    return path, _readable(left), _readable(right)


def _readable(value: Any) -> str:
    if isinstance(value, bytes):
        return f"{value!r}" if value.isascii() and value.decode().isprintable() else value.hex(" ")
    return str(value)
