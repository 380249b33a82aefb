"""GTID event, untagged: it opens every group. Also ANONYMOUS_GTID, its twin when gtid_mode is OFF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

import construct as cs

from binwriter.formats.conditional_fields import Calculated, Implied, Present, PresentWith, more_follows
from binwriter.formats.declaration import Declared, csfield, defaulted, derived
from binwriter.formats.primitives import Int56ul, PackedInt, Uuid, remaining

_LOGICAL_CLOCK = 2  # the only type code of the two logical timestamps behind it
# Top bit of the "immediate" value: an "original" value of the same width follows.
_TIMESTAMP_FLAG = 1 << 55
_VERSION_FLAG = 1 << 31


def _word(immediate: str, original: str, flag: int) -> Callable[[Any], int | None]:
    """Build: the immediate value, flagged if there is an original one; nothing when this server does not write it."""

    def make(context: Any) -> int | None:
        value: int | None = context[immediate]
        return value if value is None or context[original] is None else value | flag

    return make


def _immediate(word: str, flag: int) -> Implied:
    return Implied(lambda context: None if context[word] is None else context[word] & (flag - 1))


def _original_follows(word: str, flag: int) -> Callable[[Any], bool]:
    return lambda context: bool((context[word] or 0) & flag)


def _logical_clock_follows(context: Any) -> bool:
    stream = context._io
    return remaining(stream) > 0 and stream.getbuffer()[stream.tell()] == _LOGICAL_CLOCK


def _behind(name: str) -> Callable[[Any], bool]:
    """Parse: the field `name` is there, and something behind it."""
    return lambda context: context[name] is not None and more_follows(context)


class Gtid(Declared):
    """One group's GTID (findings part 7, "GTID (33) / anonymous (34) body").

    flags: GtidFlag. gno: 1 to 2^63-2. last_committed, sequence_number: the logical clock, per file.
    Commit timestamps: microseconds since 1970 UTC, 55 bits; the original one is None when equal to the immediate one.
    transaction_length: bytes from the start of this event to the end of the group; `with_transaction_length` sets it.
    Server versions: as 90704; the original one is None when equal. commit_group_ticket: not seen in real files.
    None from last_committed on: the server is too old to write it (5.6: none of them, 5.7: the logical clock only).
    rest: fields that we do not know, behind the others: of milestones before 5.7.5 (another kind of logical clock).
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({25, 42})

    flags: int = csfield(cs.Int8ul)
    uuid: UUID = csfield(Uuid)
    gno: int = csfield(cs.Int64sl)
    logical_clock: int = derived(
        Calculated(
            Present(cs.Int8ul, _logical_clock_follows),
            lambda context: None if context.last_committed is None else _LOGICAL_CLOCK,
        )
    )
    last_committed: int | None = defaulted(PresentWith("logical_clock", cs.Int64sl), default=None)
    sequence_number: int | None = defaulted(PresentWith("logical_clock", cs.Int64sl), default=None)
    timestamp_word: int = derived(
        Calculated(
            Present(Int56ul, _behind("logical_clock")),
            _word("immediate_commit_timestamp", "original_commit_timestamp", _TIMESTAMP_FLAG),
        )
    )
    immediate_commit_timestamp: int | None = defaulted(_immediate("timestamp_word", _TIMESTAMP_FLAG), default=None)
    original_commit_timestamp: int | None = defaulted(
        Present(Int56ul, _original_follows("timestamp_word", _TIMESTAMP_FLAG)), default=None
    )
    transaction_length: int | None = defaulted(Present(PackedInt, _behind("timestamp_word")), default=None)
    version_word: int = derived(
        Calculated(
            Present(cs.Int32ul, _behind("transaction_length")),
            _word("immediate_server_version", "original_server_version", _VERSION_FLAG),
        )
    )
    immediate_server_version: int | None = defaulted(_immediate("version_word", _VERSION_FLAG), default=None)
    original_server_version: int | None = defaulted(
        Present(cs.Int32ul, _original_follows("version_word", _VERSION_FLAG)), default=None
    )
    commit_group_ticket: int | None = defaulted(Present(cs.Int64ul, _behind("version_word")), default=None)
    rest: bytes = defaulted(cs.GreedyBytes, default=b"", kw_only=True)


class AnonymousGtid(Gtid):
    """The same body under another type: UUID and gno are zero."""
