"""The events inside a Transaction_payload: decompressed one by one, and put into one.

They stand as in a file, header and body, but without checksums and with log_pos 0 (findings section 6, "Compression").
What a payload may grow to is bounded by the size that it states, so that a few bytes never fill the memory.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, cast

import zstandard

from binwriter.formats.constants import CompressionType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events.transaction_payload import TransactionPayload
from binwriter.formats.header import HEADER_LENGTH, EventHeader, parse_header
from binwriter.formats.primitives import read_in_pieces
from binwriter.formats.records import dataclass

# binlog_transaction_compression_level_zstd
DEFAULT_LEVEL = 3
LEVELS = range(1, 23)

# The limit of a payload that does not state its size: no event of a server is larger (max_allowed_packet's maximum).
_UNSTATED_LIMIT = 1 << 30
# zstd's own limit for decoders: the largest window that level 22 uses.
_MAX_WINDOW = 1 << 27
_UNKNOWN_COMPRESSION = "payload: compression type {} is neither zstd (0) nor none (255)"


@dataclass(frozen=True)
class PayloadEvent:
    """One event of a payload. offset: where it begins in the decompressed bytes. raw: header and body."""

    offset: int
    header: EventHeader
    raw: bytes

    @property
    def body_bytes(self) -> bytes:
        """The body; no checksum follows it."""
        return self.raw[HEADER_LENGTH:]


def payload_events(payload: TransactionPayload) -> Iterator[PayloadEvent]:
    """The events of a payload, in order, with flat memory.

    Raises CorruptLogError if the payload cannot be decompressed, holds more or fewer bytes than it states, or ends
    within an event; its message counts offsets in the decompressed bytes.
    """
    limit = _limit(payload)
    offset = 0
    with _reader(payload) as stream:
        while head := _read(stream, HEADER_LENGTH, offset):
            header = _header(head, offset)
            if offset + header.size > limit:
                raise CorruptLogError(
                    f"payload: event at {offset} of {header.size} bytes goes past the {limit} bytes that it may hold"
                )
            raw = head + _read(stream, header.size - HEADER_LENGTH, offset)
            if len(raw) < header.size:
                raise CorruptLogError(f"payload: event at {offset} truncated, {len(raw)} of {header.size} bytes")
            yield PayloadEvent(offset, header, raw)
            offset += header.size
    if payload.uncompressed_size is not None and offset != payload.uncompressed_size:
        raise CorruptLogError(f"payload: {offset} bytes of events, {payload.uncompressed_size} stated")


def build_payload(
    events: Iterable[bytes],
    compression: int = CompressionType.ZSTD,
    level: int = DEFAULT_LEVEL,
    *,
    size_in_frame: bool = True,
) -> TransactionPayload:
    """The payload of these framed events (`frame(..., checksum=NONE, end_log_pos=0)`).

    compression: CompressionType. level: of zstd, 1 to 22 (binlog_transaction_compression_level_zstd).
    size_in_frame: whether the zstd frame states its size, as in 9.7; in 8.0.32 it does not. With the same zstd
    library the bytes are the server's own (seen with 9.7.4, levels 1 to 22, and 8.0.32, level 3).
    Raises EncodeError for another compression or level.
    """
    data = b"".join(events)
    if compression == CompressionType.NONE:
        return TransactionPayload(int(compression), payload=data)
    if compression != CompressionType.ZSTD:
        raise EncodeError(_UNKNOWN_COMPRESSION.format(compression))
    if level not in LEVELS:
        raise EncodeError(f"payload: zstd level {level} is not 1 to 22")
    return TransactionPayload(int(compression), len(data), payload=_compressed(data, level, size_in_frame))


def _compressed(data: bytes, level: int, size_in_frame: bool) -> bytes:
    """As the server does it: as a stream, its size known beforehand; or flushed before an empty last block."""
    compressor = zstandard.ZstdCompressor(level=level, write_content_size=size_in_frame)
    if size_in_frame:
        stream = compressor.compressobj(size=len(data))
        return stream.compress(data) + stream.flush()
    stream = compressor.compressobj()
    blocks = stream.compress(data) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    return blocks + stream.flush()


def _limit(payload: TransactionPayload) -> int:
    if payload.compression_type == CompressionType.NONE:
        return len(payload.payload)
    return _UNSTATED_LIMIT if payload.uncompressed_size is None else payload.uncompressed_size


def _reader(payload: TransactionPayload) -> BinaryIO:
    source = io.BytesIO(payload.payload)
    if payload.compression_type == CompressionType.NONE:
        return source
    if payload.compression_type != CompressionType.ZSTD:
        raise CorruptLogError(
            f"payload: compression type {payload.compression_type} is neither zstd (0) nor none (255)"
        )
    decompressor = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW)
    # across frames, so that bytes behind the frame are an error and not overlooked
    return cast(BinaryIO, decompressor.stream_reader(source, read_across_frames=True))


def _read(stream: BinaryIO, length: int, offset: int) -> bytes:
    try:
        return read_in_pieces(stream, length)
    except zstandard.ZstdError as error:
        raise CorruptLogError(f"payload: zstd, behind offset {offset}: {error}") from error


def _header(head: bytes, offset: int) -> EventHeader:
    try:
        return parse_header(head, offset)
    except CorruptLogError as error:
        raise CorruptLogError(f"payload: {error}") from error
