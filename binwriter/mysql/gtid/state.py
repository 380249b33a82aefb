"""GTIDs: what gtid_next may say, and which ones a server has used.

Sources: MySQL manual, "gtid_next"; the spellings were tried on a 9.7.4 server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from threading import get_ident
from uuid import UUID

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.gtid.sets import TAG_PATTERN, UUID_PATTERN, GtidSet, GtidValue, is_gtid_set
from binwriter.mysql.gtid.text import MAX_GNO
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number

__all__ = [
    "MAX_GNO",
    "AssignedGtid",
    "GtidNext",
    "GtidNextKind",
    "GtidSet",
    "GtidState",
    "GtidValue",
    "is_gtid_set",
    "parse_gtid",
    "parse_gtid_next",
]

_GTID = pattern(rf"\s*({UUID_PATTERN})\s*(?::\s*({TAG_PATTERN})\s*)?:\s*\+?(\d+)\s*")
_AUTOMATIC_TAG = pattern(rf"automatic:\s*({TAG_PATTERN})\s*", re.IGNORECASE)


class GtidNextKind(Enum):
    """What gtid_next asks for."""

    AUTOMATIC = "AUTOMATIC"
    ANONYMOUS = "ANONYMOUS"
    ASSIGNED = "ASSIGNED"


@dataclass(frozen=True, slots=True)
class GtidNext:
    """A parsed gtid_next. tag: of AUTOMATIC:tag. gtid: of UUID:NUMBER and UUID:TAG:NUMBER."""

    kind: GtidNextKind = GtidNextKind.AUTOMATIC
    tag: str = ""
    gtid: GtidValue | None = None

    def __str__(self) -> str:
        if self.gtid is not None:
            return str(self.gtid)
        return f"{self.kind.value}:{self.tag}" if self.tag else self.kind.value


def parse_gtid_next(text: str) -> GtidNext:
    """What SET gtid_next accepts: AUTOMATIC, AUTOMATIC:TAG, ANONYMOUS, UUID:NUMBER, UUID:TAG:NUMBER.

    Raises MySQLError ER_MALFORMED_GTID_SPECIFICATION (1774).
    """
    upper = text.upper()
    if upper in (GtidNextKind.AUTOMATIC.value, GtidNextKind.ANONYMOUS.value):
        return GtidNext(GtidNextKind(upper))
    if match := _AUTOMATIC_TAG.fullmatch(text):
        return GtidNext(GtidNextKind.AUTOMATIC, match[1].lower())
    return GtidNext(GtidNextKind.ASSIGNED, gtid=parse_gtid(text))


def parse_gtid(text: str) -> GtidValue:
    """One GTID, `UUID:NUMBER` or `UUID:TAG:NUMBER`. Raises MySQLError ER_MALFORMED_GTID_SPECIFICATION (1774)."""
    match = _GTID.fullmatch(text)
    if match is None or not 1 <= whole_number(match[3]) <= MAX_GNO:
        raise mysql_error("ER_MALFORMED_GTID_SPECIFICATION", text)
    return GtidValue(UUID(match[1]), (match[2] or "").lower(), whole_number(match[3]))


_NO_UUID = UUID(int=0)


@dataclass(frozen=True, slots=True)
class AssignedGtid:
    """What a group's GTID event says: a GTID, or nothing (anonymous: UUID and number are zero)."""

    uuid: UUID = _NO_UUID
    tag: str = ""
    gno: int = 0

    @property
    def anonymous(self) -> bool:
        return self.gno == 0

    @property
    def gtid(self) -> GtidValue:
        return GtidValue(self.uuid, self.tag, self.gno)


_NOTHING = AssignedGtid()


def _nothing() -> None:
    """Nobody waits."""


class GtidState:
    """One server's GTIDs: executed (@@gtid_executed), purged (@@gtid_purged), owned (those open transactions hold).

    saved: what stands in mysql.gtid_executed as intervals; unsaved: of transactions of no engine, which come there with
    the next file of the log only (captured: clusters/gtids_in_their_table). unlogged: what only gtid_purged has told
    of: no file of the log begins behind it (captured: gtids_of_no_file).
    changed: called when one was executed, or is free again. assigned_by: the last one, by the thread that wrote its
    group.

    These sets stay the same objects for the server's life; `clear` empties them.
    """

    def __init__(self, server_uuid: UUID) -> None:
        self.server_uuid = server_uuid
        self.executed = GtidSet()
        self.purged = GtidSet()
        self.unlogged = GtidSet()
        self.saved, self.unsaved = GtidSet(), GtidSet()
        self.owned: set[GtidValue] = set()
        self.changed: Callable[[], None] = _nothing
        self.assigned_by: dict[int, AssignedGtid] = {}

    def assign(self, gtid_next: str | GtidNext = "AUTOMATIC", *, anonymous: bool = False) -> AssignedGtid:
        """The GTID of a group that is about to be written; it counts as executed from now on.

        anonymous: what AUTOMATIC means: a GTID (gtid_mode ON, ON_PERMISSIVE) or none (OFF, OFF_PERMISSIVE).
        If the group cannot be written after all, `take_back` it.
        """
        if gtid_next == "AUTOMATIC" and not (anonymous or self.owned):  # the usual case
            gno = self.executed.add_next(self.server_uuid)
            self.changed()
            assigned = self.assigned_by[get_ident()] = AssignedGtid(self.server_uuid, "", gno)
            return assigned
        if anonymous and gtid_next == "AUTOMATIC":
            return _NOTHING
        wanted = parse_gtid_next(gtid_next) if isinstance(gtid_next, str) else gtid_next
        if wanted.gtid is not None:
            gtid = wanted.gtid
        elif anonymous or wanted.kind is GtidNextKind.ANONYMOUS:
            return AssignedGtid()
        else:
            held = [gtid.gno for gtid in self.owned if gtid.uuid == self.server_uuid and gtid.tag == wanted.tag]
            number = self.executed.next_gno(self.server_uuid, wanted.tag, held)
            gtid = GtidValue(self.server_uuid, wanted.tag, number)
        self.owned.discard(gtid)
        self.executed.add(gtid)
        self.changed()
        assigned = self.assigned_by[get_ident()] = AssignedGtid(gtid.uuid, gtid.tag, gtid.gno)
        return assigned

    def take_back(self, assigned: AssignedGtid) -> None:
        """The group was not written: its GTID is free again."""
        if not assigned.anonymous:
            self.executed.discard(assigned.gtid)

    def own(self, gtid: GtidValue) -> bool:
        """SET gtid_next='UUID:NUMBER': the session holds it. False if it was executed before."""
        if gtid in self.executed:
            return False
        self.owned.add(gtid)
        return True

    def release(self, gtid: GtidValue) -> None:
        """ROLLBACK of the transaction that owned it."""
        self.owned.discard(gtid)
        self.changed()

    def check_first_purged(self, mode: str) -> None:
        """Up to 5.7 gtid_purged is set before the first GTID, up to 5.6 with gtid_mode=ON. MySQLError 1839, 1840."""
        if mode == "OFF":
            raise mysql_error("ER_CANT_SET_GTID_PURGED_WHEN_GTID_MODE_IS_OFF")
        if self.executed:
            raise mysql_error("ER_CANT_SET_GTID_PURGED_WHEN_GTID_EXECUTED_IS_NOT_EMPTY")

    def set_purged(self, text: str, *, in_table: bool = True) -> None:
        """SET GLOBAL gtid_purged = '[+]set': both sets grow. Raises MySQLError 3546 if the new set would be smaller.
        in_table: there is a table that keeps it; before, files of the log tell of it."""
        new = GtidSet.parse(text.removeprefix("+"))
        if text.startswith("+"):
            if (new - self.executed) != new:
                raise mysql_error(
                    "ER_CANT_SET_GTID_PURGED_DUE_SETS_CONSTRAINTS",
                    "the added gtid set must not overlap with @@GLOBAL.GTID_EXECUTED",
                )
            new.update(self.purged)
        elif not self.purged.is_subset(new):
            raise mysql_error(
                "ER_CANT_SET_GTID_PURGED_DUE_SETS_CONSTRAINTS", "the new value must be a superset of the old value"
            )
        if in_table:
            self.unlogged.update(new - self.executed)
        for each in (self.purged, self.executed, self.saved):
            each.update(new)

    def clear(self) -> None:
        """RESET BINARY LOGS AND GTIDS."""
        for each in (self.executed, self.purged, self.saved, self.unsaved, self.unlogged):
            each.clear()

    def wrote(self, assigned: AssignedGtid, *, in_engine: bool) -> None:
        """The group was written. in_engine: a transaction of an engine, which keeps its GTID."""
        if not in_engine and not assigned.anonymous:
            self.unsaved.add(assigned.gtid)

    def save(self) -> None:
        """A new file of the log: all GTIDs so far come to the table."""
        self.saved = self.executed.copy()
        self.unsaved.clear()

    def rows(self, *, single: bool) -> Iterator[tuple[UUID, str, int, int]]:
        """mysql.gtid_executed: (uuid, tag, first, last). single: engines save theirs at once, each in a row."""
        rows = list(self.saved.intervals())
        if single:
            rows += ((gtid.uuid, gtid.tag, gtid.gno, gtid.gno) for gtid in self.executed - self.saved - self.unsaved)
        yield from sorted(rows)
