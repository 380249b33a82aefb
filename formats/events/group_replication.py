"""Events of group replication (manual, "Transaction_context_event", "View_change_event")."""

from __future__ import annotations

from typing import ClassVar

import construct as cs
from construct import len_, this

from binwriter.formats.conditional_fields import Calculated
from binwriter.formats.declaration import Declared, csfield, derived
from binwriter.formats.events.previous_gtids import PreviousGtids
from binwriter.formats.primitives import Bytes16, Bytes32, PaddedBytes, Record, TupleOf


class TransactionContext(Declared):
    """What the members of a group need to certify a transaction; only sent between them.

    server_uuid: as text. gtid_specified: the client chose the GTID. snapshot: the GTIDs that the transaction could
    see, encoded as in Previous_gtids; `snapshot_gtids` decodes them. write_set, read_set: hashes of rows as text.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({18})

    server_uuid_length: int = derived(cs.Rebuild(cs.Int8ul, len_(this.server_uuid)))
    thread_id: int = csfield(cs.Int32ul)
    gtid_specified: int = csfield(cs.Int8ul)
    snapshot_length: int = derived(cs.Rebuild(cs.Int32ul, len_(this.snapshot)))
    write_set_count: int = derived(Calculated(cs.Int32ul, lambda context: len(context.write_set)))
    read_set_count: int = derived(Calculated(cs.Int32ul, lambda context: len(context.read_set)))
    server_uuid: bytes = csfield(cs.Bytes(this.server_uuid_length))
    snapshot: bytes = csfield(cs.Bytes(this.snapshot_length))
    write_set: tuple[bytes, ...] = csfield(TupleOf(Bytes16, lambda context: context.write_set_count))
    read_set: tuple[bytes, ...] = csfield(TupleOf(Bytes16, lambda context: context.read_set_count))

    def snapshot_gtids(self) -> PreviousGtids:
        """The GTIDs of the snapshot. Raises CorruptLogError if its bytes are no GTID set."""
        return PreviousGtids.parse(self.snapshot)


class ViewChange(Declared):
    """A member joined or left the group (up to 8.2 it is in the binary log).

    view_id: 40 bytes at most. sequence_number: of the next transaction to certify. certification_info: pairs of a
    row's hash and the encoded GTIDs of the snapshot that last changed it, as text and bytes; 65535 and 2^32-1 bytes.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({52})

    view_id: bytes = csfield(PaddedBytes(40))
    sequence_number: int = csfield(cs.Int64sl)
    certification_count: int = derived(Calculated(cs.Int32ul, lambda context: len(context.certification_info)))
    certification_info: tuple[tuple[bytes, bytes], ...] = csfield(
        TupleOf(Record(lambda *pair: pair, Bytes16, Bytes32), lambda context: context.certification_count)
    )
