"""GTIDs and what travels with them: the logical clock, commit timestamps, Previous_gtids across files.

Source: MySQL manual, "GTID Concepts", "Multithreaded replica" (last_committed, sequence_number); findings part 7.
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.binlog.files.runs import EARLIEST_COMMIT, Run
from binwriter.binlog.files.selection import gtid_of
from binwriter.formats.constants import EventType
from binwriter.formats.events import AnonymousGtid, Gtid, PreviousGtids, TaggedGtid
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.finding import Check, Finding
from binwriter.mysql.gtid.sets import GtidSet, interval_problems
from binwriter.mysql.gtid.text import MAX_GNO

_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})


class Gtids(Check):
    name = "gtid"
    summary = "GTIDs have a UUID and a number in range, and none comes twice (their order is free)"
    types = _GTIDS | {EventType.PREVIOUS_GTIDS}

    def __init__(self) -> None:
        self._executed = GtidSet()

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        if log.previous is None:
            self._executed = GtidSet()
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        body = seen.body
        if isinstance(body, PreviousGtids):
            problems = list(interval_problems(body))
            for reason in problems:
                yield self.error(log, seen.position, reason)
            log.previous_gtids = GtidSet() if problems else GtidSet.from_previous_gtids(body)
            self._executed.update(log.previous_gtids)
            return
        if isinstance(body, AnonymousGtid):
            if body.uuid.int or body.gno:
                yield self.error(log, seen.position, f"an anonymous GTID with the value {body.uuid}:{body.gno}")
            return
        if not isinstance(body, Gtid | TaggedGtid):
            return
        gtid = gtid_of(seen.event)
        if gtid is None or not 1 <= gtid.gno <= MAX_GNO:
            tag = getattr(body, "tag", "")
            value = f"{body.uuid}:{tag}:{body.gno}" if tag else f"{body.uuid}:{body.gno}"
            yield self.error(log, seen.position, f"{value} is no GTID: a UUID and a number from 1 to {MAX_GNO}")
            return
        if gtid in self._executed:
            where = " or before" if log.previous_gtids else ""
            # a replica that reconnects asks for an unfinished group again
            say = self.note if log.is_relay else self.error
            yield say(log, seen.position, f"GTID {gtid} a second time: it is in this file{where}")
        self._executed.add(gtid)
        log.own_gtids.add(gtid)

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        run.executed = self._executed
        return True

    def end_run(self, log: LogFacts, run: Run) -> None:
        for uuid, first, end in run.gtids:
            log.own_gtids.add_range(uuid, "", first, end)


class LogicalClock(Check):
    name = "logical-clock"
    summary = "last_committed < sequence_number; sequence numbers begin at 1 in each file and go up (note: by one)"

    def __init__(self) -> None:
        self._latest: int | None = 0

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._latest = 0
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        if not seen.intact:
            self._latest = None
        body = seen.body
        if not isinstance(body, Gtid | TaggedGtid):
            return
        if not body.sequence_number or body.last_committed is None:
            if body.last_committed is None and log.always_gtid:
                self._latest = None  # said by `value`
            return
        sequence, latest = body.sequence_number, self._latest
        self._latest = sequence
        if not 0 <= body.last_committed < sequence:
            reason = f"last_committed {body.last_committed} is not below sequence_number {sequence}"
            yield self.error(log, seen.position, reason)
        # relay logs have the source's numbers, of several of its files, in part or twice
        if log.is_relay or latest is None or sequence == latest + 1:
            return
        if sequence <= latest:
            yield self.error(log, seen.position, f"sequence_number {sequence} behind {latest}")
            self._latest = latest
        else:
            behind = f"behind {latest}" if latest else "in the file's first group"
            yield self.note(log, seen.position, f"sequence_number {sequence} {behind}: {latest + 1} is missing")

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        run.sequence_number = -1 if self._latest is None else self._latest
        return self._latest is not None

    def end_run(self, log: LogFacts, run: Run) -> None:
        self._latest = run.sequence_number


class CommitTimestamps(Check):
    name = "commit-timestamp"
    summary = "commit timestamps are microseconds since 1970; note: the server's clock went back"
    types = _GTIDS

    def __init__(self) -> None:
        self._latest = 0

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._latest = 0
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        body = seen.body
        if not isinstance(body, Gtid | TaggedGtid) or body.immediate_commit_timestamp is None:
            return
        immediate, original = body.immediate_commit_timestamp, body.original_commit_timestamp
        for name, value in (("immediate", immediate), ("original", original)):
            if value and value < EARLIEST_COMMIT:
                reason = f"{name} commit timestamp {value} is before 2001: not microseconds since 1970?"
                yield self.note(log, seen.position, reason)
        if not immediate and original:
            yield self.error(log, seen.position, f"no immediate commit timestamp, but the original one {original}")
        if not log.is_relay and immediate < self._latest and immediate >= EARLIEST_COMMIT:
            back = self._latest - immediate
            yield self.note(log, seen.position, f"commit timestamp {immediate} is {back} µs before an earlier group's")
        self._latest = max(self._latest, immediate)

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        run.commit_timestamp = self._latest
        return True

    def end_run(self, log: LogFacts, run: Run) -> None:
        self._latest = run.commit_timestamp


class PreviousGtidsAcrossFiles(Check):
    name = "previous-gtids"
    summary = "Previous_gtids is a file's second event, and is the file before's with the GTIDs of its groups"

    def __init__(self) -> None:
        self._place = 0

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        self._place = 0
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        self._place += 1
        if log.is_relay or log.description is None:
            return
        is_second = self._place == 2
        if seen.type == EventType.PREVIOUS_GTIDS:
            if not is_second:
                yield self.error(log, seen.position, "Previous_gtids is not the file's second event")
            if seen.body is not None:
                yield from self._compare(log, seen)
        elif is_second and seen.intact and log.always_gtid:
            yield self.error(log, seen.position, "no Previous_gtids behind the format description")

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return self._place > 1  # the second event has been seen

    def end_run(self, log: LogFacts, run: Run) -> None:
        self._place += run.events

    def _compare(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        before, stated = log.previous, log.previous_gtids
        if before is None or stated is None or before.previous_gtids is None or before.has_damage or before.is_cut:
            return
        expected = before.previous_gtids | before.own_gtids
        if missing := expected - stated:
            yield self.error(log, seen.position, f"Previous_gtids lacks {_line(missing)}, which {before.file} has")
        if surplus := stated - expected:
            reason = f"Previous_gtids has {_line(surplus)}, which {before.file} has not (was gtid_purged set?)"
            yield self.note(log, seen.position, reason)


def _line(gtids: GtidSet) -> str:
    return str(gtids).replace("\n", " ")


GTID_CHECKS: tuple[type[Check], ...] = (Gtids, LogicalClock, CommitTimestamps, PreviousGtidsAcrossFiles)
