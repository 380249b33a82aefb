"""Heartbeat events: only on the wire, when there is nothing else to send."""

from __future__ import annotations

import construct as cs

from binwriter.formats.conditional_fields import Identified, OtherFields
from binwriter.formats.declaration import Declared, csfield, defaulted, derived
from binwriter.formats.primitives import PackedBytes, PackedInt


class Heartbeat(Declared):
    """Version 1. name: the log file; the position is the header's log_pos, so only 32 bits."""

    name: bytes = csfield(cs.GreedyBytes)


class HeartbeatV2(Declared):
    """Version 2: numbered fields. position: 64 bits. other_fields: those of newer servers, (number, bytes)."""

    name: bytes = csfield(Identified(1, PackedInt, PackedBytes))
    position: int = csfield(Identified(2, PackedInt, cs.Prefixed(PackedInt, PackedInt)))
    other_fields: tuple[tuple[int, bytes], ...] = defaulted(OtherFields(), default=(), kw_only=True)
    end: bytes = derived(cs.Const(b"\0"))
