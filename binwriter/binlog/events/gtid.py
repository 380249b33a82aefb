"""The GTID event that opens a group, with the fields that the server's version writes."""

from __future__ import annotations

from typing import Any

from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.events import AnonymousGtid, Gtid, TaggedGtid
from binwriter.formats.events.transaction_length import with_transaction_length
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
