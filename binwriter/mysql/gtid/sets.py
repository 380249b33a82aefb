"""Sets of GTIDs, as MySQL keeps, reads and prints them.

Sources: MySQL manual, "GTID Format and Storage"; the spellings were tried on a 9.7.4 server.
"""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from uuid import UUID

from binwriter.errors import CorruptLogError, MySQLError
from binwriter.formats.events import GtidIntervals, PreviousGtids
from binwriter.formats.patterns import pattern
from binwriter.mysql.gtid.text import MAX_GNO, GtidTextError, ranges_of
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number

# Who and under which tag; untagged is "".
Source = tuple[UUID, str]

UUID_PATTERN = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
TAG_PATTERN = r"[a-zA-Z_][a-zA-Z0-9_]{0,31}"
_SET_UUID = pattern(UUID_PATTERN)
_INTERVAL = pattern(r"\+?(\d+)(?:\s*(-)\s*(?:\+?(\d+))?)?", re.ASCII)  # `1-` is `1-0`, which is empty
_TAG_ONLY = pattern(TAG_PATTERN)


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class GtidValue:
    """One GTID: UUID[:tag]:number. gno: 1 to MAX_GNO."""

    uuid: UUID
    tag: str
    gno: int

    def __str__(self) -> str:
        return f"{self.uuid}:{self.tag}:{self.gno}" if self.tag else f"{self.uuid}:{self.gno}"


class GtidSet:
    """A set of GTIDs, kept as intervals [first, end) per UUID and tag: sorted, apart, never empty.

    Prints as @@gtid_executed does: UUIDs and tags ascending, `uuid:1-5:7:tag:1-3`, UUIDs apart by a comma and newline.
    """

    __slots__ = ("_intervals", "_tagged")

    def __init__(self) -> None:
        self._intervals: dict[Source, list[tuple[int, int]]] = {}
        self._tagged = False  # a tag was ever in it

    @classmethod
    def parse(cls, text: str) -> GtidSet:
        """The set of that text, in any order and with blanks. Raises MySQLError 1772 that names the whole input."""
        ranges: dict[Source, list[tuple[int, int]]] = {}
        for part in text.split(","):
            if part.strip():
                try:
                    cls._parse_uuid_set(part, ranges)
                except ValueError:
                    raise mysql_error("ER_MALFORMED_GTID_SET_SPECIFICATION", text) from None
        return cls._of(ranges)

    @classmethod
    def scanned(cls, text: str) -> GtidSet:
        """The same, as functions read it: 1772 says where it stops (`gtid.text`)."""
        ranges: dict[Source, list[tuple[int, int]]] = {}
        try:
            for uuid, tag, first, last in ranges_of(text):
                ranges.setdefault((uuid, tag), []).append((first, last + 1))
        except GtidTextError as error:
            raise mysql_error("ER_MALFORMED_GTID_SET_SPECIFICATION", error) from None
        return cls._of(ranges)

    @classmethod
    def _of(cls, ranges: dict[Source, list[tuple[int, int]]]) -> GtidSet:
        """The set of these ranges, in any order."""
        result = cls()
        for source, intervals in ranges.items():
            result._put(source, intervals)
        return result

    def _put(self, source: Source, ranges: list[tuple[int, int]]) -> None:
        """Puts many ranges in at once: sorted and joined, not one by one."""
        own = self._intervals.get(source)
        joined = _joined([*own, *ranges] if own else ranges)
        if joined:
            self._intervals[source] = joined
            self._tagged = self._tagged or bool(source[1])

    @staticmethod
    def _parse_uuid_set(part: str, ranges: dict[Source, list[tuple[int, int]]]) -> None:
        name, *rest = (piece.strip() for piece in part.split(":"))
        if not _SET_UUID.fullmatch(name):
            raise ValueError(part)
        uuid, tag = UUID(name), ""
        for piece in rest:
            if match := _INTERVAL.fullmatch(piece):
                first = whole_number(match[1])
                last = whole_number(match[3] or "0") if match[2] else first
                if not (1 <= first <= MAX_GNO and last <= MAX_GNO):
                    raise ValueError(part)
                ranges.setdefault((uuid, tag), []).append((first, last + 1))
            elif _TAG_ONLY.fullmatch(piece):
                tag = piece.lower()
            else:
                raise ValueError(part)

    @classmethod
    def from_previous_gtids(cls, body: PreviousGtids) -> GtidSet:
        """The set that a Previous_gtids event states. Raises CorruptLogError for what a server refuses to read."""
        for problem in interval_problems(body):
            raise CorruptLogError(problem)
        ranges: dict[Source, list[tuple[int, int]]] = {}
        for entry in body.gtid_set:
            ranges.setdefault((entry.uuid, entry.tag), []).extend(entry.intervals)
        return cls._of(ranges)

    def forget_tags(self) -> None:
        """A server has started anew: tags that are in no GTID of the set are not known to it."""
        self._tagged = any(tag for _, tag in self._intervals)

    def to_previous_gtids(self, but: GtidSet | None = None) -> PreviousGtids:
        """The body of a Previous_gtids event; in the tagged format once a tag was in the set, emptied since or
        not (seen in captures). but: what is left out."""
        told = self - but if but else self
        entries = tuple(
            GtidIntervals(uuid=uuid, tag=tag, intervals=tuple(intervals))
            for (uuid, tag), intervals in sorted(told._intervals.items())
        )
        return PreviousGtids(gtid_set=entries, tagged=self._tagged)

    def add(self, gtid: GtidValue) -> None:
        """Puts one GTID in."""
        intervals = self._intervals.setdefault((gtid.uuid, gtid.tag), [])
        if intervals and intervals[-1][1] == gtid.gno:  # the usual case: the next number
            intervals[-1] = (intervals[-1][0], gtid.gno + 1)
        else:
            self.add_range(gtid.uuid, gtid.tag, gtid.gno, gtid.gno + 1)

    def add_next(self, uuid: UUID) -> int:
        """Puts in the smallest untagged GTID that is not in the set, and returns its number."""
        intervals = self._intervals.get((uuid, ""))
        if intervals is not None and len(intervals) == 1 and intervals[0][0] == 1:  # the usual case
            gno = intervals[0][1]
            intervals[0] = (1, gno + 1)
            return gno
        gno = self.next_gno(uuid)
        self.add_range(uuid, "", gno, gno + 1)
        return gno

    def add_range(self, uuid: UUID, tag: str, first: int, end: int) -> None:
        """Puts the numbers first to end - 1 in; nothing if end <= first."""
        if end <= first:
            return
        self._tagged = self._tagged or bool(tag)
        intervals = self._intervals.setdefault((uuid, tag), [])
        low = bisect_left(intervals, first, key=_end)  # the first that is not wholly before it
        high = bisect_right(intervals, end, key=_first)  # the first that is wholly behind
        if low < high:
            first, end = min(first, intervals[low][0]), max(end, intervals[high - 1][1])
        intervals[low:high] = [(first, end)]

    def discard(self, gtid: GtidValue) -> None:
        """Takes one GTID out, if it is in."""
        if gtid not in self:
            return
        intervals = self._intervals[gtid.uuid, gtid.tag]
        place = bisect_right(intervals, gtid.gno, key=_first) - 1
        first, end = intervals[place]
        intervals[place : place + 1] = [
            interval for interval in ((first, gtid.gno), (gtid.gno + 1, end)) if interval[0] < interval[1]
        ]
        if not intervals:
            del self._intervals[gtid.uuid, gtid.tag]

    def clear(self) -> None:
        """Takes all out."""
        self._intervals.clear()

    def update(self, other: GtidSet) -> None:
        """Puts all of another set in."""
        for source, intervals in other._intervals.items():
            self._put(source, intervals)

    def copy(self) -> GtidSet:
        """An independent set of the same GTIDs."""
        result = GtidSet()
        result._intervals = {source: list(intervals) for source, intervals in self._intervals.items()}
        return result

    def __or__(self, other: GtidSet) -> GtidSet:
        result = self.copy()
        result.update(other)
        return result

    def __sub__(self, other: GtidSet) -> GtidSet:
        result = GtidSet()
        for source, intervals in self._intervals.items():
            holes = other._intervals.get(source)
            result._put(source, _without(intervals, holes) if holes else list(intervals))
        return result

    def __contains__(self, gtid: GtidValue) -> bool:
        intervals = self._intervals.get((gtid.uuid, gtid.tag), [])
        place = bisect_right(intervals, (gtid.gno, MAX_GNO + 2)) - 1
        return place >= 0 and gtid.gno < intervals[place][1]

    def gap(self, uuid: UUID, tag: str, gno: int) -> tuple[int, int] | None:
        """The numbers around gno that are not in the set, as first and end; None if it is in."""
        intervals = self._intervals.get((uuid, tag), [])
        place = bisect_right(intervals, gno, key=_first)
        if place and gno < intervals[place - 1][1]:
            return None
        first = intervals[place - 1][1] if place else 1
        return first, intervals[place][0] if place < len(intervals) else MAX_GNO + 1

    def is_subset(self, other: GtidSet) -> bool:
        """Whether every GTID of this set is in the other one."""
        return not self - other

    def of_uuid(self, uuid: UUID) -> GtidSet:
        """Those that one server has given, under any tag."""
        result = GtidSet()
        for source, intervals in self._intervals.items():
            if source[0] == uuid:
                result._put(source, intervals)
        return result

    def __bool__(self) -> bool:
        return bool(self._intervals)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GtidSet) and self._intervals == other._intervals

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return sum(end - first for intervals in self._intervals.values() for first, end in intervals)

    def __iter__(self) -> Iterator[GtidValue]:
        for (uuid, tag), intervals in sorted(self._intervals.items()):
            for first, end in intervals:
                for gno in range(first, end):
                    yield GtidValue(uuid, tag, gno)

    def intervals(self) -> Iterator[tuple[UUID, str, int, int]]:
        """(uuid, tag, first, last) in order."""
        for (uuid, tag), intervals in sorted(self._intervals.items()):
            for first, end in intervals:
                yield uuid, tag, first, end - 1

    def __str__(self) -> str:
        texts: dict[UUID, list[str]] = {}
        for (uuid, tag), intervals in sorted(self._intervals.items()):
            parts = texts.setdefault(uuid, [str(uuid)])
            if tag:
                parts.append(tag)
            parts += [str(first) if end == first + 1 else f"{first}-{end - 1}" for first, end in intervals]
        return ",\n".join(":".join(parts) for parts in texts.values())

    def __repr__(self) -> str:
        return f"GtidSet.parse({str(self)!r})"

    def next_gno(self, uuid: UUID, tag: str = "", owned: Iterable[int] = ()) -> int:
        """The number that automatic assignment gives: the smallest that is neither in the set nor owned.

        owned: numbers of that UUID and tag that open transactions hold.
        """
        taken = set(owned)
        candidate = 1
        for first, end in self._intervals.get((uuid, tag), []):
            for gno in range(candidate, first):
                if gno not in taken:
                    return gno
            candidate = end
        while candidate in taken:
            candidate += 1
        return candidate


def interval_problems(body: PreviousGtids) -> Iterator[str]:
    """What is wrong with the intervals of a Previous_gtids event: of each source they must be numbers of GTIDs, ascend
    and be apart."""
    for entry in body.gtid_set:
        source, least = f"{entry.uuid}:{entry.tag}" if entry.tag else str(entry.uuid), 1
        for first, end in entry.intervals:
            if not 1 <= first < end <= MAX_GNO + 1:
                yield f"{source}: {first} to {end - 1} is no interval of GTID numbers"
            elif first < least:
                yield f"{source}: the interval {first} to {end - 1} stands behind one that goes to {least - 2}"
            least = max(least, end + 1)


def _first(interval: tuple[int, int]) -> int:
    return interval[0]


def _end(interval: tuple[int, int]) -> int:
    return interval[1]


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in any order as intervals: sorted, apart, none empty. Sorted stretches cost one walk (timsort)."""
    joined: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if end <= first:
            continue
        if joined and first <= joined[-1][1]:
            if end > joined[-1][1]:
                joined[-1] = (joined[-1][0], end)
        else:
            joined.append((first, end))
    return joined


def _without(intervals: list[tuple[int, int]], holes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """What of the intervals is in no hole; one walk over both."""
    left: list[tuple[int, int]] = []
    at = 0
    for first, end in intervals:
        while at < len(holes) and holes[at][1] <= first:
            at += 1
        place = at
        while place < len(holes) and holes[place][0] < end:
            if first < holes[place][0]:
                left.append((first, holes[place][0]))
            first = max(first, holes[place][1])
            place += 1
        if first < end:
            left.append((first, end))
        at = max(at, place - 1)
    return left


def is_gtid_set(text: str) -> bool:
    """Whether MySQL would read the text as a GTID set."""
    try:
        GtidSet.parse(text)
    except MySQLError:
        return False
    return True
