"""The events of one bulk file as values: its own, its DDL statements, and what stands around a transaction's rows.

Everything that writes bytes asks here which events there are and what they say; the rows events come from
`binwriter.binlog.events.queries`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import zstandard

from binwriter.binlog.events.gtid import gtid_event
from binwriter.binlog.events.queries import boundary_event, ddl_event
from binwriter.binlog.events.session_state import session_state
from binwriter.binlog.files.file import FIRST_POSITION, FileHead, PendingEvent
from binwriter.bulk.work import BulkSettings, FilePlan
from binwriter.formats.collations import collation_by_name
from binwriter.formats.constants import ChecksumAlgorithm, CompressionType, EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    Gtid,
    Rotate,
    Stop,
    TaggedGtid,
    TransactionPayload,
    Xid,
    build_body,
    event_type_of,
)
from binwriter.formats.header import frame, framed_size
from binwriter.mysql.gtid.state import AssignedGtid, GtidSet
from binwriter.mysql.variables.scopes import GlobalVariables, SessionVariables
from binwriter.statement.event_context import RowSettings, SessionState, StatementState

_SECOND = 1_000_000


def seconds(microseconds: int) -> int:
    """A time as event headers carry it."""
    return microseconds // _SECOND


class FileEvents:
    """Makes the events of one file. `group` numbers its groups from 0: the plan's statements, then the transactions."""

    def __init__(self, plan: FilePlan, settings: BulkSettings) -> None:
        profile = settings.profile
        self.plan = plan
        self.settings = settings
        self.checksum: ChecksumAlgorithm | None = settings.checksum if profile.checksums else None
        self.writes_gtids = profile.writes_gtids(gtid_mode_on=settings.gtid)
        self.session = self._session({} if settings.foreign_key_checks else {"foreign_key_checks": False})
        self._compressor = zstandard.ZstdCompressor(level=settings.compression_level)
        self.rows = RowSettings(
            image=settings.image,
            full_metadata=settings.full_metadata,
            max_event_size=settings.max_event_size,
            foreign_key_checks=settings.foreign_key_checks,
            version_1=profile.rows_version == 1,
            profile=profile,
        )

    def _session(self, given: Mapping[str, Any]) -> SessionState:
        """What the events of a session carry of it. given: the variables that it has set."""
        profile = self.settings.profile
        variables = SessionVariables(GlobalVariables(profile=profile))
        collation = collation_by_name(str(variables.get("collation_server"))).id
        for name, value in given.items():
            variables.assign(name, value)
        return session_state(profile, self.settings.thread_id, collation, variables)

    # --- the file's own

    def head(self) -> FileHead:
        """Format_description and Previous_gtids."""
        start = seconds(self.plan.start)
        logged = GtidSet()
        if self.settings.gtid and self.plan.first_gno > 1:
            logged.add_range(self.settings.server_uuid, self.settings.tag, 1, self.plan.first_gno)
        return FileHead(
            profile=self.settings.profile,
            server_id=self.settings.server_id,
            checksum=self.checksum,
            timestamp=start,
            create_timestamp=start if self.plan.number == 1 else 0,
            previous_gtids=logged.to_previous_gtids() if self.writes_gtids else None,
        )

    def last(self) -> PendingEvent:
        """Rotate to the next file, or Stop."""
        name = self.plan.next_name
        body: Declared = Stop() if name is None else Rotate(position=FIRST_POSITION, name=name.encode())
        return PendingEvent(event_type_of(body), build_body(body), seconds(self.plan.end))

    # --- groups

    def statement(self, number: int) -> list[PendingEvent]:
        """The group of a DDL statement of the plan."""
        text = self.plan.statements[number]
        state = StatementState(seconds(text.timestamp), 0, text.schema)
        event = ddl_event(self._session(text.variables), state, text.ddl, self.xid_of(number))
        events = [PendingEvent(event.event_type, event.body, event.timestamp, event.flags)]
        return self.with_gtid(number, text.timestamp, number, events, statements=True)

    def begin(self, timestamp: int) -> PendingEvent:
        """timestamp: seconds."""
        event = boundary_event(self.session, StatementState(timestamp, 0, ""), b"BEGIN")
        return PendingEvent(event.event_type, event.body, event.timestamp, event.flags)

    def commit(self, timestamp: int) -> PendingEvent:
        """The end of a group without changes of a transactional engine. timestamp: seconds."""
        event = boundary_event(self.session, StatementState(timestamp, 0, ""), b"COMMIT")
        return PendingEvent(event.event_type, event.body, event.timestamp, event.flags)

    def xid(self, group: int, timestamp: int) -> PendingEvent:
        return PendingEvent(EventType.XID, build_body(Xid(xid=self.xid_of(group))), timestamp)

    def xid_of(self, group: int) -> int:
        return self.plan.first_xid + group

    def with_gtid(
        self, group: int, time: int, parent: int, events: Sequence[PendingEvent], *, statements: bool = False
    ) -> list[PendingEvent]:
        """The group with its GTID event, if this server writes one. time: microseconds. parent: last_committed."""
        if not self.writes_gtids:
            return list(events)
        rest = sum(framed_size(len(event.body), self.checksum, event.event_type) for event in events)
        body = self.gtid_body(group, time, parent, rest=rest, statements=statements)
        return [PendingEvent(event_type_of(body), build_body(body), seconds(time)), *events]

    def gtid_body(
        self, group: int, time: int, parent: int, *, rest: int, statements: bool = False
    ) -> Gtid | AnonymousGtid | TaggedGtid:
        """rest: bytes of the group's other events."""
        assigned = AssignedGtid()
        if self.settings.gtid:
            assigned = AssignedGtid(self.settings.server_uuid, self.settings.tag, self.plan.first_gno + group)
        return gtid_event(
            self.settings.profile,
            assigned,
            (parent, group + 1),
            statements=statements,
            commit_time=time,
            rest=rest,
            checksum=self.checksum,
        )

    def payload(self, events: Sequence[PendingEvent]) -> PendingEvent:
        """Transaction_payload: the events as they stand in it (position 0, no checksum), compressed by zstd.

        The same zstd version gives the bytes of a real server: one frame that states the size (captured:
        compression_*).
        """
        plain = b"".join(
            frame(
                event.event_type,
                event.body,
                timestamp=event.timestamp,
                server_id=self.settings.server_id,
                end_log_pos=0,
                flags=event.flags,
                checksum=ChecksumAlgorithm.NONE,
            )
            for event in events
        )
        return self.payload_of(plain, events[0].timestamp)

    def payload_of(self, plain: bytes | memoryview, timestamp: int) -> PendingEvent:
        """The same of framed events."""
        packed = self._compressor.compress(plain)
        body = TransactionPayload(compression_type=CompressionType.ZSTD, uncompressed_size=len(plain), payload=packed)
        return PendingEvent(EventType.TRANSACTION_PAYLOAD, build_body(body), timestamp)
