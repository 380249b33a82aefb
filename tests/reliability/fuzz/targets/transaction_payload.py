"""Transaction_payload bodies: nothing but typed errors, and never more memory than the payload may take.

An input is the body. With the first byte 0xFF, which no body begins with, what follows is compressed first, so that the
events inside are reached.
"""

from __future__ import annotations

from collections.abc import Iterable

import zstandard

from binwriter.errors import CorruptLogError
from binwriter.formats.constants import CompressionType, EventType
from binwriter.formats.events import ParseContext, TransactionPayload, build_body, parse_body
from binwriter.formats.events.parts.payload import payload_events
from tests.reliability.fuzz.samples import sample_events
from tests.reliability.fuzz.target import PropertyError

_COMPRESSED_HERE = 0xFF
_CONTEXT = ParseContext()
SHARE = 0.5


def seeds() -> Iterable[bytes]:
    """Payloads of real logs as they are, and what is inside them."""
    for event in sample_events():
        if event.header.type != EventType.TRANSACTION_PAYLOAD or len(event.body_bytes) > 4000:
            continue
        yield event.body_bytes
        body = event.body
        if isinstance(body, TransactionPayload):
            yield bytes((_COMPRESSED_HERE,)) + b"".join(inner.raw for inner in payload_events(body))


def run(data: bytes) -> None:
    try:
        body = _payload(data)
        found = list(payload_events(body))
        if body.uncompressed_size is not None and sum(len(inner.raw) for inner in found) != body.uncompressed_size:
            raise PropertyError("size", f"{len(found)} events are not {body.uncompressed_size} bytes")
    except CorruptLogError:
        return
    for inner in found:
        try:
            build_body(parse_body(inner.header.type, inner.body_bytes, _CONTEXT))
        except CorruptLogError:
            continue


def _payload(data: bytes) -> TransactionPayload:
    if data[:1] != bytes((_COMPRESSED_HERE,)):
        return TransactionPayload.parse(data, event_type=EventType.TRANSACTION_PAYLOAD)
    compressed = zstandard.ZstdCompressor().compress(data[1:])
    return TransactionPayload(int(CompressionType.ZSTD), len(data) - 1, payload=compressed)
