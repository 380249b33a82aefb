"""GTID event with a tag (8.3 and later): a message of mysql::serialization instead of a fixed layout."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

import construct as cs

from binwriter.formats.declaration import Declared, csfield, defaulted, struct_of
from binwriter.formats.serialization import Message, Tag, VarlenSint, VarlenUint, VarlenUuid, serialized


class TaggedGtid(Declared):
    """One group's GTID with a tag; fields as in `Gtid` (findings part 7, "GTID_TAGGED (42)").

    rest: the fields of newer servers, which may be skipped.
    """

    post_headers: ClassVar[None] = None

    flags: int = csfield(serialized(0, VarlenUint))
    uuid: UUID = csfield(serialized(1, VarlenUuid))
    gno: int = csfield(serialized(2, VarlenSint))
    tag: str = csfield(serialized(3, Tag()))
    last_committed: int = csfield(serialized(4, VarlenSint))
    sequence_number: int = csfield(serialized(5, VarlenSint))
    immediate_commit_timestamp: int = csfield(serialized(6, VarlenUint))
    original_commit_timestamp: int | None = defaulted(serialized(7, VarlenUint, required=False), default=None)
    transaction_length: int = defaulted(serialized(8, VarlenUint), default=0)
    immediate_server_version: int = defaulted(serialized(9, VarlenUint), default=0)
    original_server_version: int | None = defaulted(serialized(10, VarlenUint, required=False), default=None)
    commit_group_ticket: int | None = defaulted(serialized(11, VarlenUint, required=False), default=None)
    rest: bytes = defaulted(cs.GreedyBytes, default=b"", kw_only=True)

    @classmethod
    def layout(cls) -> Any:
        return Message(struct_of(cls))
