"""One event of a log file made wrong on purpose; the rest of the file stays right as far as that allows.

If the event gets another length, the events behind it say their new positions, and the GTID before it the group's new
length, each with a checksum that fits: what reads the file must come to the wrong place, and not stumble before.
Which corruptions there are: `formats.malformed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import cast

from binwriter import disk
from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.errors import CorruptLogError, NotWrittenError
from binwriter.formats.constants import BINLOG_MAGIC, EventType, RowsFlag
from binwriter.formats.events import Gtid, Rows, TableMap, TaggedGtid, build_body, with_transaction_length
from binwriter.formats.header import checksum_of
from binwriter.formats.malformed.corruption import UINT32, Corruption, CorruptionError, Subject
from binwriter.formats.malformed.registry import apply
from binwriter.formats.records import dataclass, replace
from binwriter.inspection.event_info import event_type_name

# What stands at the beginning of every file is chosen only by name: who asks for any event wants one of a group.
_NOT_BY_ITSELF = frozenset({EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS})


@dataclass(frozen=True)
class Choice:
    """Which event. at: the one that begins at this position; number: the n-th of the file, or of the type, from 1 on.

    type: its type. Without at and number it is the first one (of the type) that can be made wrong.
    """

    at: int | None = None
    number: int | None = None
    type: EventType | None = None

    def __str__(self) -> str:
        of_type = f" of type {self.type.name}" if self.type is not None else ""
        if self.at is not None:
            return f"event{of_type} at position {self.at}"
        return f"event number {self.number}{of_type}" if self.number is not None else f"event{of_type}"


@dataclass(frozen=True)
class Broken:
    """What was made wrong. position: in the source file; 0 and `magic` for the magic."""

    position: int
    type_name: str


@dataclass(frozen=True)
class _Plan:
    """The target, what stands for it, and the GTID that has to say another length."""

    position: int
    type_name: str
    replacement: bytes
    moved: int = 0
    gtid_position: int | None = None
    gtid: bytes = b""
    gtid_moved: int = 0


def corrupt_file(source: Path, target: Path, how: Corruption, choice: Choice, seed: int = 0) -> Broken:
    """Writes `target`, a copy of `source` with one event made wrong. The same arguments give the same bytes.

    `target` is written beside its place and then put there; it must not be `source`.
    Raises CorruptionError if there is no such event or it cannot be made wrong in that way, CorruptLogError if the
    source is damaged, LogFileError if a file cannot be read or written.
    """
    if target.exists() and source.exists() and target.samefile(source):
        raise CorruptionError(f"{target} is the file itself, which is never changed")
    plan = _plan_of_magic(how, choice, seed) if how.of_magic else _plan(source, how, choice, seed)
    _write(target, _copied(source, how, plan))
    return Broken(plan.position, plan.type_name)


def _plan_of_magic(how: Corruption, choice: Choice, seed: int) -> _Plan:
    if choice != Choice():
        raise CorruptionError(f"{how.name} is done to the file's first bytes, not to an event")
    return _Plan(0, "magic", apply(how, Subject(BINLOG_MAGIC, 0, False), seed))


def _plan(source: Path, how: Corruption, choice: Choice, seed: int) -> _Plan:
    state = _State()
    first_reason = ""
    count = 0
    for event in read_events(source, verify=False):
        is_type = choice.type is None or event.type == choice.type
        count += is_type
        if is_type and _is_chosen(event, how, choice, count):
            try:
                return _planned(event, how, state, seed)
            except CorruptionError as error:
                if choice.at is not None or choice.number is not None:
                    raise CorruptionError(f"{source}: {error}") from error
                first_reason = first_reason or f" ({error})"
        state.follow(event)
    raise CorruptionError(f"{source} has no {choice} to which {how.name} can be done{first_reason}")


def _is_chosen(event: LogEvent, how: Corruption, choice: Choice, count: int) -> bool:
    if choice.at is not None:
        return event.position == choice.at
    if choice.number is not None:
        return count == choice.number
    return how.suits(event.type) and bool(how.types or choice.type is not None or event.type not in _NOT_BY_ITSELF)


@dataclass
class _State:
    """What the events before the target say of it."""

    tables: dict[int, TableMap] = field(default_factory=dict)
    gtid: LogEvent | None = None

    def follow(self, event: LogEvent) -> None:
        if event.type in _GTIDS:
            self.gtid = event
        elif event.type == EventType.FORMAT_DESCRIPTION:
            self.tables.clear()
        elif isinstance(body := _body(event), TableMap):
            self.tables[body.table_id] = body
        elif isinstance(body, Rows) and body.flags & RowsFlag.STMT_END:
            self.tables.clear()


_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})


def _body(event: LogEvent) -> object:
    """None for a body that is damaged: that is not what is asked here."""
    try:
        return event.body
    except CorruptLogError:
        return None


def _planned(event: LogEvent, how: Corruption, state: _State, seed: int) -> _Plan:
    def made(moved: int) -> bytes:
        position = event.position + moved
        has_checksum = event.checksum is not None
        subject = Subject(_moved(event, moved), position, has_checksum, event.context, dict(state.tables))
        return apply(how, subject, seed)

    replacement = made(0)
    plan = _Plan(event.position, event_type_name(event.header.type), replacement)
    if how.keeps_positions or how.ends_file:
        return plan
    longer = len(replacement) - len(event.raw)
    if longer and state.gtid is not None and (gtid := _longer_group(state.gtid, event, longer)):
        gtid_moved = len(gtid) - len(state.gtid.raw)
        plan = replace(
            plan,
            replacement=made(gtid_moved),
            gtid_position=state.gtid.position,
            gtid=gtid,
            gtid_moved=gtid_moved,
        )
    return replace(plan, moved=longer + plan.gtid_moved)


def _longer_group(gtid: LogEvent, event: LogEvent, longer: int) -> bytes:
    """The GTID event of a group that this event is in, with the length that the group has then; else nothing."""
    body = _body(gtid)
    if not isinstance(body, Gtid | TaggedGtid) or not body.transaction_length:
        return b""
    rest = body.transaction_length - len(gtid.raw)
    if event.position >= gtid.position + body.transaction_length or rest + longer < 0:
        return b""
    description = gtid.context.format_description
    checksum = description.checksum if description else None
    # a type variable with constraints takes no union: either class will do
    changed = with_transaction_length(cast(Gtid, body), rest + longer, checksum)
    subject = Subject(gtid.raw, gtid.position, gtid.checksum is not None, gtid.context)
    return subject.with_body(build_body(changed))


def _moved(event: LogEvent, distance: int) -> bytes:
    """The event as it is that many bytes further on. A wrong end_log_pos or checksum stays as wrong as it is."""
    if not distance or event.header.log_pos != event.end & UINT32:
        return event.raw
    has_checksum = event.checksum is not None
    if has_checksum and checksum_of(event.raw[:-4]) != event.checksum:
        return event.raw
    subject = Subject(event.raw, event.position, has_checksum, event.context)
    return subject.with_header(log_pos=(event.header.log_pos + distance) & UINT32)


def _copied(source: Path, how: Corruption, plan: _Plan) -> Iterator[bytes]:
    yield plan.replacement if how.of_magic else BINLOG_MAGIC
    first = plan.position if plan.gtid_position is None else plan.gtid_position
    for event in read_events(source, verify=False):
        if how.of_magic or event.position < first:
            yield event.raw
        elif event.position == plan.gtid_position:
            yield plan.gtid
        elif event.position < plan.position:
            yield _moved(event, plan.gtid_moved)
        elif event.position == plan.position:
            yield plan.replacement
            if how.ends_file:
                return
        else:
            yield _moved(event, plan.moved)


def _write(target: Path, pieces: Iterator[bytes]) -> None:
    """All of it, or nothing."""
    try:
        disk.write_given(target, pieces)
    except OSError as error:
        raise NotWrittenError(target, error) from error
