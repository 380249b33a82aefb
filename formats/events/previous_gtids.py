"""Previous_gtids event: all GTIDs of the files before this one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import construct as cs

from binwriter.formats.conditional_fields import Calculated, Implied
from binwriter.formats.declaration import Declared, Nested, csfield, defaulted, derived
from binwriter.formats.primitives import Codec, Context, Record, TupleOf, Uuid
from binwriter.formats.serialization import Tag

# The first eight bytes: the plain count of UUIDs, or (with any tag) 01, the count in six bytes, 01.
_TAGGED = 1 << 56 | 1
_COUNT_BITS = (1 << 48) - 1


def _is_tagged(head: int) -> bool:
    return head & ~(_COUNT_BITS << 8) == _TAGGED


class _TagIfTagged(Codec):
    """The tag stands in the tagged format only."""

    tag = Tag()

    def read(self, stream: Any, context: Context) -> str:
        return self.tag.read(stream, context) if _is_tagged(context._.head) else ""

    def write(self, value: str, stream: Any, context: Context) -> None:
        if context._.tagged:
            self.tag.write(value, stream, context)
        elif value:
            raise cs.StringError(f"tag {value!r} needs the tagged format")


class GtidIntervals(Declared):
    """The GTIDs of one UUID and tag. intervals: (first, end), end exclusive, ascending."""

    uuid: UUID = csfield(Uuid)
    tag: str = csfield(_TagIfTagged())
    interval_count: int = derived(Calculated(cs.Int64ul, lambda context: len(context.intervals)))
    intervals: tuple[tuple[int, int], ...] = csfield(
        TupleOf(Record(lambda *pair: pair, cs.Int64sl, cs.Int64sl), lambda context: context.interval_count)
    )


def _head(context: Context) -> int:
    count = len(context.gtid_set)
    return count << 8 | _TAGGED if context.tagged else count


def _count(context: Context) -> int:
    head: int = context.head
    return head >> 8 & _COUNT_BITS if _is_tagged(head) else head


class PreviousGtids(Declared):
    """gtid_set: UUIDs ascending, tags ascending.

    tagged: the format of 8.3 and later, needed as soon as one tag is there (findings part 7, "Previous_gtids").
    """

    head: int = derived(Calculated(cs.Int64ul, _head))
    gtid_set: tuple[GtidIntervals, ...] = csfield(TupleOf(Nested(GtidIntervals), _count))
    tagged: bool = defaulted(Implied(lambda context: _is_tagged(context.head)), default=False)
