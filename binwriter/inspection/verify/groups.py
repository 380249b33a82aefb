"""Groups: what one GTID stands for, from its first event to its last.

With GTID events (5.6 with gtid_mode=ON, always from 5.7.6 on): GTID, then BEGIN ... Xid, COMMIT or ROLLBACK; or
XA START ... XA_prepare; or one statement alone; or a Transaction_payload that holds the rest. Without them: BEGIN ...
end, and statements and rows alone. MariaDB's GTID event stands for BEGIN too.
Source: MySQL manual, "GTID Life Cycle"; logging-rules-9.7; old-servers; the captured files of each version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from binwriter.binlog.files.runs import Run
from binwriter.formats.constants import EventType, RowsFlag
from binwriter.formats.events import Gtid, Query, Rows, TaggedGtid
from binwriter.formats.header import CHECKSUM_LENGTH
from binwriter.formats.patterns import pattern
from binwriter.inspection.verify import mariadb
from binwriter.inspection.verify.facts import Group, LogFacts, Seen, is_early
from binwriter.inspection.verify.finding import Check, Finding
from binwriter.inspection.verify.mariadb import MariaDbType

_BEGIN = pattern(rb"\s*BEGIN(\s+WORK)?[\s;]*", re.IGNORECASE)
_COMMIT = pattern(rb"\s*COMMIT(\s+WORK)?[\s;]*(/\*.*\*/)?\s*", re.IGNORECASE | re.DOTALL)
_ROLLBACK = pattern(rb"\s*ROLLBACK(\s+WORK)?[\s;]*(/\*.*\*/)?\s*", re.IGNORECASE | re.DOTALL)
_XA_START = pattern(rb"\s*XA\s+(START|BEGIN)\b", re.IGNORECASE)
_XA_END = pattern(rb"\s*XA\s+(COMMIT|ROLLBACK|PREPARE)\b", re.IGNORECASE)

GTID_TYPES = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED, MariaDbType.GTID})
# They stand between groups.
BETWEEN_GROUPS = frozenset(
    {EventType.FORMAT_DESCRIPTION, EventType.START_V3, EventType.ROTATE, EventType.STOP, EventType.PREVIOUS_GTIDS}
)
# They may stand anywhere.
ANYWHERE = frozenset(
    {
        EventType.IGNORABLE,
        EventType.HEARTBEAT,
        EventType.HEARTBEAT_V2,
        EventType.SLAVE,
        EventType.TRANSACTION_CONTEXT,
        EventType.VIEW_CHANGE,
        *mariadb.ABOUT_THE_FILE,
    }
)
_STATEMENTS = frozenset(
    {
        EventType.QUERY,
        EventType.EXECUTE_LOAD_QUERY,
        EventType.LOAD,
        EventType.NEW_LOAD,
        EventType.EXEC_LOAD,
        EventType.INCIDENT,
        MariaDbType.QUERY_COMPRESSED,
    }
)
# What may come between a GTID and the statement that stands alone.
_BEFORE_STATEMENT = frozenset(
    {
        EventType.INTVAR,
        EventType.RAND,
        EventType.USER_VAR,
        EventType.BEGIN_LOAD_QUERY,
        EventType.APPEND_BLOCK,
        EventType.DELETE_FILE,
        EventType.TRANSACTION_PAYLOAD,
    }
)
_GROUP_ENDS = frozenset({EventType.XID, EventType.XA_PREPARE})


def is_begin(seen: Seen) -> bool:
    """Whether the event opens a transaction: BEGIN or XA START."""
    body = seen.body
    return isinstance(body, Query) and bool(_BEGIN.fullmatch(body.query) or _XA_START.match(body.query))


def is_group_end(seen: Seen) -> bool:
    """Whether the event closes a transaction."""
    if seen.type in _GROUP_ENDS:
        return True
    body = seen.body
    if not isinstance(body, Query):
        return False
    query = body.query
    return bool(_COMMIT.fullmatch(query) or _ROLLBACK.fullmatch(query) or _XA_END.match(query))


class GroupStructure(Check):
    """Keeps `LogFacts.group` and `.ended` for the checks that need them.

    Lost: behind damage, and at the beginning of a relay log, nobody knows where in a group we are; until the next one
    begins, nothing is said.
    """

    name = "group"
    summary = "GTID, BEGIN ... Xid, COMMIT, ROLLBACK or XA; DDL alone; nothing between groups"

    def __init__(self) -> None:
        self._lost = False

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._lost = False
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        log.ended = None
        if not seen.intact:
            self._lose(log)
            return
        if log.group is not None and not seen.is_nested:
            log.group.events += 1
        kind = seen.type
        if kind in ANYWHERE or (seen.body is not None and log.binlog_version < 4 and kind not in BETWEEN_GROUPS):
            if log.binlog_version < 4 and kind in _STATEMENTS:
                log.groups += 1
            return
        if kind in BETWEEN_GROUPS:
            yield from self._between(log, seen)
        elif kind in GTID_TYPES:
            yield from self._gtid(log, seen)
        elif self._lost:
            self._find(log, seen)
        elif log.group is None:
            yield from self._outside(log, seen)
        elif not log.group.begun:
            yield from self._first(log, log.group, seen)
        else:
            yield from self._inside(log, log.group, seen)

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return log.group is None and not self._lost

    def end_run(self, log: LogFacts, run: Run) -> None:
        log.ended = None

    def end_file(self, log: LogFacts) -> Iterator[Finding]:
        if log.group is None or self._lost or log.is_cut or log.is_relay:
            return
        say = self.note if log.in_use else self.error
        yield say(log, log.group.start, "the group that begins here has no end: the file ends before it")

    def _lose(self, log: LogFacts) -> None:
        self._lost, log.group = True, None

    def _open(self, log: LogFacts, seen: Seen, *, gtid: bool = False, begun: bool = True) -> None:
        log.group = Group(seen.position, seen.body if gtid else None, begun, 1)
        self._lost = False

    def _end(self, log: LogFacts, seen: Seen) -> None:
        group = log.group
        if group is not None:
            group.end = seen.event.end
        log.group, log.ended = None, group
        log.groups += 1

    def _between(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if log.is_relay:
            # the connection to the source was lost: it may go on within the group, or begin it anew
            if log.group is not None or (seen.type == EventType.FORMAT_DESCRIPTION and log.groups == 0):
                self._lose(log)
            return
        if log.group is not None:
            name = EventType(seen.type).name.capitalize()
            yield self.error(log, seen.position, f"{name} inside the group that begins at {log.group.start}")
        log.group, self._lost = None, False

    def _gtid(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if log.group is not None:
            say = self.note if log.is_relay else self.error
            yield say(log, seen.position, f"a new group, but the one that begins at {log.group.start} has no end")
        is_mariadb = seen.type == MariaDbType.GTID
        begun = is_mariadb and seen.body is not None and mariadb.begins_transaction(seen.body)
        self._open(log, seen, gtid=True, begun=begun)

    def _find(self, log: LogFacts, seen: Seen) -> None:
        """Lost: where do we stand?"""
        if is_begin(seen) and not log.always_gtid:
            self._open(log, seen)
        elif is_group_end(seen):
            self._lost = False
            log.groups += 1

    def _outside(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        kind = seen.type
        if kind == EventType.INCIDENT:
            log.groups += 1
        elif log.always_gtid:
            yield self.error(log, seen.position, f"an event of type {seen.event.header.type} outside any group")
            self._lose(log)
        elif is_begin(seen):
            self._open(log, seen)
        elif kind in _GROUP_ENDS or (isinstance(seen.body, Query) and _COMMIT.fullmatch(seen.body.query)):
            if not is_early(log):  # 5.0: a statement alone, then its Xid (corpus, corrupt-relay-bin)
                yield self.error(log, seen.position, "the end of a group that did not begin")
        elif kind in _STATEMENTS or (isinstance(seen.body, Rows) and seen.body.flags & RowsFlag.STMT_END):
            log.groups += 1

    def _first(self, log: LogFacts, group: Group, seen: Seen) -> Iterator[Finding]:
        """The event behind a GTID."""
        body = seen.body
        if is_begin(seen):
            group.begun = True
        elif isinstance(body, Query) and _COMMIT.fullmatch(body.query):
            yield self.error(log, seen.position, f"COMMIT, but the group that begins at {group.start} has no BEGIN")
            self._end(log, seen)
        elif seen.type in _STATEMENTS:
            self._end(log, seen)
        elif seen.type not in _BEFORE_STATEMENT:
            kind = seen.event.header.type
            reason = f"an event of type {kind}, but the group that begins at {group.start} has no BEGIN"
            yield self.error(log, seen.position, reason)
            group.begun = True
            yield from self._inside(log, group, seen)

    def _inside(self, log: LogFacts, group: Group, seen: Seen) -> Iterator[Finding]:
        if is_group_end(seen):
            self._end(log, seen)
        elif is_begin(seen) and not log.is_mariadb:
            yield self.error(log, seen.position, f"BEGIN inside the group that begins at {group.start}")
            if not log.always_gtid:
                self._open(log, seen)


class TransactionLength(Check):
    name = "transaction-length"
    summary = "transaction_length of a GTID event is the group's true size"

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return True

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        group = log.ended
        if group is None or not isinstance(group.gtid, Gtid | TaggedGtid):
            return
        stated = group.gtid.transaction_length
        if not stated:
            return
        size = group.end - group.start
        # a replica may put checksums on events that came without, or take them off
        by_checksums = CHECKSUM_LENGTH * group.events
        if size == stated or (log.is_relay and abs(size - stated) == by_checksums):
            return
        yield self.error(log, group.start, f"transaction_length {stated}, but the group has {size} bytes")


GROUP_CHECKS: tuple[type[Check], ...] = (GroupStructure, TransactionLength)
