"""Compressed packets: those of the protocol in frames of their own (MySQL source documentation, "Compression")."""

from __future__ import annotations

import zlib
from typing import Protocol

from binwriter.wire.capabilities import Capability
from binwriter.wire.errors import MalformedPacketError, OutOfOrderError
from binwriter.wire.packets import LARGEST

_HEADER_LENGTH = 7
_NOT_WORTH_IT = 50  # bytes; what is shorter goes as it is
_DEFAULT_ZSTD_LEVEL = 3
_ZLIB_LEVEL = 6
_LARGEST_WINDOW = 1 << 24  # bytes that a frame may look back; what is compressed at once is never longer


class _Algorithm(Protocol):
    def compress(self, data: bytes) -> bytes: ...
    def decompress(self, data: bytes, length: int) -> bytes: ...  # at most one byte more than `length`


class _Zlib:
    def compress(self, data: bytes) -> bytes:
        return zlib.compress(data)

    def decompress(self, data: bytes, length: int) -> bytes:
        try:
            return zlib.decompressobj().decompress(data, length + 1)
        except zlib.error:
            raise MalformedPacketError from None


class _Zstd:
    def __init__(self, level: int) -> None:
        import zstandard  # only who speaks it

        self._compressor = zstandard.ZstdCompressor(level=level or _DEFAULT_ZSTD_LEVEL)
        self._decompressor = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW)
        self._error = zstandard.ZstdError

    def compress(self, data: bytes) -> bytes:
        return self._compressor.compress(data)

    def decompress(self, data: bytes, length: int) -> bytes:
        try:
            return self._decompressor.stream_reader(data).read(length + 1)  # no more than that is ever made
        except self._error:
            raise MalformedPacketError from None


class Compression:
    """The frames of one connection. sequence: of the next frame, whoever sends it; a command begins with 0.

    A client may send the next command before it has its answer: that waits for `begins`, which has its frames.
    """

    def __init__(self, algorithm: _Algorithm, name: str, level: int) -> None:
        self._algorithm = algorithm
        self.described = "ON", name, str(level)  # in the words of SHOW STATUS
        self._data = bytearray()
        self.sequence = 0

    def begins(self) -> bytes:
        """The next command: what of it is here already. MalformedPacketError, OutOfOrderError."""
        self.sequence = 0
        return self.unpacked(b"") if self._data else b""

    @property
    def waits(self) -> bool:
        """Whether another command has begun."""
        return len(self._data) >= _HEADER_LENGTH and self._data[3] == 0 and self.sequence & 255 != 0

    def unpacked(self, data: bytes | memoryview) -> bytes:
        """What is in the frames that are whole by now. MalformedPacketError, OutOfOrderError."""
        self._data += data
        bodies = []
        while len(self._data) >= _HEADER_LENGTH:
            head = self._data
            length, size = int.from_bytes(head[:3], "little"), int.from_bytes(head[4:7], "little")
            if self.waits:
                break
            if head[3] != self.sequence & 255:
                raise OutOfOrderError
            end = _HEADER_LENGTH + length
            if len(self._data) < end:
                break
            body = bytes(self._data[_HEADER_LENGTH:end])
            del self._data[:end]
            self.sequence += 1
            if size:
                body = self._algorithm.decompress(body, size)
                if len(body) != size:
                    raise MalformedPacketError
            bodies.append(body)
        return b"".join(bodies)

    def packed(self, data: bytes) -> bytes:
        """Packets in frames."""
        frames = []
        for start in range(0, len(data), LARGEST):
            body = data[start : start + LARGEST]
            size = 0
            if len(body) >= _NOT_WORTH_IT:
                made = self._algorithm.compress(body)
                if len(made) < len(body):
                    body, size = made, len(body)
            head = (len(body) | (self.sequence & 255) << 24).to_bytes(4, "little") + size.to_bytes(3, "little")
            frames += [head, body]
            self.sequence += 1
        return b"".join(frames)


def agreed(capabilities: int, level: int) -> Compression | None:
    """As client and server have agreed; None for none. level: the client's, of zstd."""
    if capabilities & Capability.COMPRESS:
        return Compression(_Zlib(), "zlib", _ZLIB_LEVEL)
    if capabilities & Capability.ZSTD_COMPRESSION:
        return Compression(_Zstd(level), "zstd", level or _DEFAULT_ZSTD_LEVEL)
    return None
