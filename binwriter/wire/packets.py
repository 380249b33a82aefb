"""Packets: a payload is cut into pieces of at most 16 MiB - 1, each with its length and sequence number.

Source: MySQL source documentation, "MySQL Packets". A piece of the greatest length is followed by another one, if need
be an empty one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, cycle, islice
from typing import NamedTuple

from binwriter.wire.errors import OutOfOrderError, TooLargeError

HEADER_LENGTH = 4
LARGEST = 0xFFFFFF  # bytes of one piece
_FEW = 8  # payloads, which are not worth more than one look at each
_SEQUENCES = tuple(number << 24 for number in range(256))  # as they stand in a header


class Packets(NamedTuple):
    """A whole answer as it is sent. sequence: of the packet that would come behind it."""

    data: bytes
    sequence: int


FIRST = 1  # the sequence number of an answer, if its command was one packet


def framed(payload: bytes, sequence: int) -> tuple[bytes, int]:
    """The packets of a payload, and the number of the next one."""
    length = len(payload)
    if length < LARGEST:
        return (length | (sequence & 255) << 24).to_bytes(4, "little") + payload, sequence + 1
    pieces = []
    for start in range(0, length + 1, LARGEST):
        piece = payload[start : start + LARGEST]
        pieces += [(len(piece) | (sequence & 255) << 24).to_bytes(4, "little"), piece]
        sequence += 1
    return b"".join(pieces), sequence


def framed_all(payloads: Iterable[bytes], sequence: int) -> tuple[bytes, int]:
    """The packets of several payloads, and the number of the next one."""
    payloads = list(payloads)
    if len(payloads) <= _FEW:
        return _framed_one_by_one(payloads, sequence)
    lengths = list(map(len, payloads))
    if max(lengths) < LARGEST:
        turns = islice(cycle(_SEQUENCES), sequence & 255, None)
        heads = [(length | turn).to_bytes(4, "little") for length, turn in zip(lengths, turns, strict=False)]
        return b"".join(chain.from_iterable(zip(heads, payloads, strict=True))), sequence + len(lengths)
    return _framed_one_by_one(payloads, sequence)


def _framed_one_by_one(payloads: list[bytes], sequence: int) -> tuple[bytes, int]:
    parts: list[bytes] = []
    add = parts.append
    for payload in payloads:
        length = len(payload)
        if length < LARGEST:
            add((length | (sequence & 255) << 24).to_bytes(4, "little"))
            add(payload)
            sequence += 1
        else:
            data, sequence = framed(payload, sequence)
            add(data)
    return b"".join(parts), sequence


class PacketReader:
    """Bytes as they come, put together to payloads.

    limit: bytes of a payload at most. sequence: the number that the next packet must have.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.sequence = 0
        self._data = bytearray()
        self._pieces: list[bytes] = []  # of a payload that is not whole yet
        self._length = 0  # theirs

    def feed(self, data: bytes | memoryview) -> None:
        self._data += data

    @property
    def is_empty(self) -> bool:
        """Whether nothing of a payload has come."""
        return not self._data and not self._pieces

    @property
    def missing(self) -> int:
        """How many bytes the next step needs at least: of the header, then of the piece."""
        have = len(self._data)
        if have < HEADER_LENGTH:
            return HEADER_LENGTH - have
        return max(int.from_bytes(self._data[:3], "little") + HEADER_LENGTH - have, 0)

    def whole(self, data: bytes) -> bytes | None:
        """The payload of bytes that are one packet, no more and no less, with nothing before them: most commands."""
        length = len(data) - HEADER_LENGTH
        if (
            self._data
            or self._pieces
            or not 0 <= length < LARGEST
            or length > self.limit
            or data[0] | data[1] << 8 | data[2] << 16 != length
            or data[3] != self.sequence & 255
        ):
            return None
        self.sequence += 1
        return data[HEADER_LENGTH:]

    def next(self) -> bytes | None:
        """The next whole payload; None if it is not there yet. OutOfOrderError, TooLargeError."""
        data = self._data
        if not data:
            return None
        while len(data) >= HEADER_LENGTH:
            length = data[0] | data[1] << 8 | data[2] << 16
            if data[3] != self.sequence & 255:
                raise OutOfOrderError
            if self._length + length > self.limit:
                self.sequence += 1  # the answer's
                raise TooLargeError
            end = HEADER_LENGTH + length
            if len(data) < end:
                return None
            payload = bytes(data[HEADER_LENGTH:end])
            del data[:end]
            self.sequence += 1
            if length < LARGEST and not self._pieces:
                return payload
            self._pieces.append(payload)
            self._length += length
            if length < LARGEST:
                payload = b"".join(self._pieces)
                self._pieces.clear()
                self._length = 0
                return payload
        return None
