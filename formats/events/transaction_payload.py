"""Transaction_payload event: a whole group, compressed (findings section 6, "Compression")."""

from __future__ import annotations

from typing import Any, ClassVar

import construct as cs

from binwriter.formats.conditional_fields import Calculated, Identified, OtherFields
from binwriter.formats.declaration import Declared, csfield, defaulted, derived
from binwriter.formats.primitives import PackedInt

# a packed integer behind the packed number of its bytes
_NUMBER = cs.Prefixed(PackedInt, PackedInt)


def _payload_size(context: Any) -> int:
    return len(context.payload)


class TransactionPayload(Declared):
    """compression_type: 0 zstd, 255 none. uncompressed_size: bytes; may be missing when nothing is compressed.

    payload: the compressed events: one zstd frame. other_fields: (number, bytes), of newer servers.
    """

    post_headers: ClassVar[None] = None

    compression_type: int = csfield(Identified(2, PackedInt, _NUMBER))
    uncompressed_size: int | None = defaulted(Identified(3, PackedInt, _NUMBER, required=False), default=None)
    payload_size: int = derived(Calculated(Identified(1, PackedInt, _NUMBER), _payload_size))
    other_fields: tuple[tuple[int, bytes], ...] = defaulted(OtherFields(), default=(), kw_only=True)
    end: bytes = derived(cs.Const(b"\0"))
    payload: bytes = csfield(cs.Bytes(cs.this.payload_size), kw_only=True)
