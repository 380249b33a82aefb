"""The events of a group as the log takes them: its GTID event, then its own, or the payload event that holds them."""

from __future__ import annotations

from binwriter.binlog.events.gtid import GtidBodies
from binwriter.binlog.files.writer import LogWriter, PendingEvent
from binwriter.binlog.group import Group, SizedTransaction, TransactionSizes
from binwriter.binlog.rules.cache import CachedEvent
from binwriter.chance import Chance
from binwriter.formats.constants import ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.events import Incident, build_body
from binwriter.formats.header import CHECKSUM_LENGTH, FileEvent, footer_length, frame, framed_sizes
from binwriter.formats.records import replace
from binwriter.formats.servers import ServerProfile
from binwriter.mysql.gtid.state import AssignedGtid, GtidNextKind

# The Incident event of a cache that was full (findings part 4).
_LOST_EVENTS = 1
_ANONYMOUS = GtidNextKind.ANONYMOUS.value
_LOST_MESSAGE = b"Non-transactional changes were not written to the binlog."


class GroupEvents:
    """Makes the events of a server's groups."""

    def __init__(self, profile: ServerProfile, chance: Chance) -> None:
        self._has_commit_times = profile.gtid_has_commit_times
        self._chance = chance
        self._bodies = GtidBodies(profile)
        self.sizes = TransactionSizes()

    def of(self, group: Group, log: LogWriter, assigned: AssignedGtid, clock: tuple[int, int]) -> list[FileEvent]:
        """assigned: its GTID. clock: last_committed and sequence_number."""
        pending, compressed = _own_events(group, log)
        time = self._chance.clock() if self._has_commit_times and log.writes_gtids else 0
        size = framed_sizes(group.events, None)
        if compressed is None:
            self.sizes.note("NONE", SizedTransaction(assigned, size, size, time))
            rest = size + len(pending) * footer_length(log.event_checksum, EventType.UNKNOWN)
        else:
            self.sizes.note("ZSTD", SizedTransaction(assigned, compressed, size, time))
            rest = framed_sizes(pending, log.event_checksum)
        if log.writes_gtids:
            kind, body = self._bodies.build(
                assigned,
                clock,
                statements=group.may_have_statements,
                commit_time=time,
                rest=rest,
                checksum=log.event_checksum,
                original=group.original.take() if group.original is not None else (None, None),
            )
            # seen in captures: the flag is there only when a session asks for it
            flags = HeaderFlag.IGNORABLE if group.gtid_next == _ANONYMOUS else HeaderFlag.NONE
            # of the statement that ends the group, not of its first one
            pending.insert(0, PendingEvent(kind, body, group.events[-1].timestamp, flags))
        return pending


def _own_events(group: Group, log: LogWriter) -> tuple[list[FileEvent], int | None]:
    """And how many bytes the compressed ones take in their payload event; None where they are as they were."""
    if group.compression_level is None or group.may_have_statements:
        return list(group.events), None
    from binwriter.formats.events.parts.payload import build_payload  # needs the zstandard library

    server_id = log.server_id if group.server_id is None else group.server_id
    framed = [_framed(event, server_id, ChecksumAlgorithm.NONE) for event in group.events]
    payload = build_payload(framed, level=group.compression_level)
    event = PendingEvent(EventType.TRANSACTION_PAYLOAD, build_body(payload), group.events[0].timestamp, 0)
    return [event], len(payload.payload)


def incident(log: LogWriter, timestamp: int) -> CachedEvent:
    """Changes were lost. timestamp: the statement's, in seconds."""
    event = told_incident(timestamp, _LOST_MESSAGE)
    if log.event_checksum is ChecksumAlgorithm.CRC32:
        # it was made with a checksum, for a place that it never took, and gets another one in the file
        event = replace(event, body=event.body + _framed(event, log.server_id, log.event_checksum)[-CHECKSUM_LENGTH:])
    return event


def told_incident(timestamp: int, message: bytes) -> CachedEvent:
    """The same with another message, by itself."""
    body = build_body(Incident(incident=_LOST_EVENTS, message=message))
    return CachedEvent(EventType.INCIDENT, body, timestamp, HeaderFlag.NO_FILTER)


def _framed(event: CachedEvent, server_id: int, checksum: ChecksumAlgorithm) -> bytes:
    """The event before it has a place in a file."""
    return frame(
        event.event_type,
        event.body,
        timestamp=event.timestamp,
        server_id=server_id,
        end_log_pos=0,
        flags=event.flags,
        checksum=checksum,
    )
