"""The GTID event that opens a group, with the fields that the server's version writes."""

from __future__ import annotations

from struct import Struct, calcsize
from typing import Any
from uuid import UUID

from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.events import AnonymousGtid, Gtid, TaggedGtid, build_body, event_type_of
from binwriter.formats.events.parts.transaction_length import with_transaction_length
from binwriter.formats.header import framed_size
from binwriter.formats.places import spans
from binwriter.formats.servers import ServerProfile
from binwriter.mysql.gtid.state import AssignedGtid

# GTID flag bit 0 (findings part 7): the group may hold statements.
_MAY_HAVE_STATEMENTS = 1


def gtid_event(
    profile: ServerProfile,
    assigned: AssignedGtid,
    clock: tuple[int, int],
    *,
    statements: bool,
    commit_time: int,
    rest: int,
    checksum: ChecksumAlgorithm | None,
    original: tuple[int | None, int | None] = (None, None),
) -> Gtid | AnonymousGtid | TaggedGtid:
    """Gtid, Anonymous_gtid or Gtid_tagged of one group.

    clock: last_committed and sequence_number. statements: whether it may hold events in statement form.
    commit_time: microseconds since 1970 UTC. original: the commit time and server version where the transaction was
    first committed, if they are others. rest: bytes of the group's other events, framed.
    """
    fields: dict[str, Any] = {
        "flags": _MAY_HAVE_STATEMENTS if statements or profile.gtid_always_may_have_statements else 0,
        "uuid": assigned.uuid,
        "gno": assigned.gno,
    }
    if profile.gtid_has_clock:
        fields["last_committed"], fields["sequence_number"] = clock
    if not profile.gtid_has_commit_times:
        return AnonymousGtid(**fields) if assigned.anonymous else Gtid(**fields)
    fields |= {
        "immediate_commit_timestamp": commit_time,
        "original_commit_timestamp": original[0],
        "transaction_length": 0,
        "immediate_server_version": profile.version_number,
        "original_server_version": original[1],
    }
    if assigned.anonymous:
        return with_transaction_length(AnonymousGtid(**fields), rest, checksum)
    if assigned.tag:
        return with_transaction_length(TaggedGtid(**fields, tag=assigned.tag), rest, checksum)
    return with_transaction_length(Gtid(**fields), rest, checksum)


_SOME_LENGTH = 1000  # a transaction's length of three bytes, as most have
_SHORTEST, _LONGEST = 253, 1 << 16


class GtidBodies:
    """The GTID events of a server's groups, as type and body. Those alike but for their numbers are copied."""

    def __init__(self, profile: ServerProfile) -> None:
        self._profile = profile
        self._copied = profile.gtid_has_clock and profile.gtid_has_commit_times
        self._templates: dict[tuple[UUID, bool, ChecksumAlgorithm | None], _Template] = {}

    def build(
        self,
        assigned: AssignedGtid,
        clock: tuple[int, int],
        *,
        statements: bool,
        commit_time: int,
        rest: int,
        checksum: ChecksumAlgorithm | None,
        original: tuple[int | None, int | None],
    ) -> tuple[EventType, bytes]:
        """See `gtid_event`."""
        if self._copied and not assigned.tag and original == (None, None):
            key = assigned.uuid, statements, checksum
            template = self._templates.get(key)
            if template is None:
                event = gtid_event(
                    self._profile,
                    assigned,
                    clock,
                    statements=statements,
                    commit_time=1,
                    rest=_SOME_LENGTH,
                    checksum=checksum,
                )
                assert isinstance(event, Gtid)
                template = self._templates[key] = _Template(event, checksum)
            body = template.filled(assigned.gno, clock, commit_time, rest)
            if body is not None:
                return template.type, body
        event = gtid_event(
            self._profile,
            assigned,
            clock,
            statements=statements,
            commit_time=commit_time,
            rest=rest,
            checksum=checksum,
            original=original,
        )
        return event_type_of(event), build_body(event)


class _Template:
    """An untagged GTID event of three bytes of transaction length, and where its numbers are."""

    def __init__(self, event: Gtid, checksum: ChecksumAlgorithm | None) -> None:
        self.type = event_type_of(event)
        body = build_body(event)
        places = spans(type(event), body)
        time, length = places["timestamp_word"], places["transaction_length"]
        # each number and the bytes before it; of the length's bytes the first says that two follow
        numbers = [(places[name].offset, "q") for name in ("gno", "last_committed", "sequence_number")]
        layout, end, self._between = "<", 0, list[bytes]()
        for offset, kind in (*numbers, (time.offset, f"{time.size}s"), (length.offset + 1, "H")):
            self._between.append(body[end:offset])
            layout += f"{offset - end}s{kind}"
            end = offset + calcsize(f"<{kind}")
        self._between.append(body[end:])
        self._pack = Struct(f"{layout}{len(body) - end}s").pack
        self._time_size = time.size
        self._size = framed_size(len(body), checksum, self.type)

    def filled(self, gno: int, clock: tuple[int, int], commit_time: int, rest: int) -> bytes | None:
        """The body; None for a transaction whose length is not of three bytes."""
        total = self._size + rest
        if not _SHORTEST <= total < _LONGEST:
            return None
        first, second, third, fourth, fifth, last = self._between
        time = commit_time.to_bytes(self._time_size, "little")
        return self._pack(first, gno, second, clock[0], third, clock[1], fourth, time, fifth, total, last)
