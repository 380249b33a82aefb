"""Numbers and strings of the protocol (MySQL source documentation, "Protocol Basics: Data Types")."""

from __future__ import annotations

from binwriter.wire.errors import MalformedPacketError

_NULL = b"\xfb"


def packed(number: int) -> bytes:
    """A length-encoded integer."""
    if number < 251:
        return bytes((number,))
    if number < 1 << 16:
        return b"\xfc" + number.to_bytes(2, "little")
    if number < 1 << 24:
        return b"\xfd" + number.to_bytes(3, "little")
    return b"\xfe" + number.to_bytes(8, "little")


SHORT = tuple(bytes((length,)) for length in range(251))


def string(data: bytes | None) -> bytes:
    """A length-encoded string; NULL as rows of the text protocol have it."""
    if data is None:
        return _NULL
    length = len(data)
    return SHORT[length] + data if length < 251 else packed(length) + data


class Reader:
    """A payload that is read from its beginning. MalformedPacketError where it ends too soon."""

    __slots__ = ("data", "place")

    def __init__(self, data: bytes, place: int = 0) -> None:
        self.data, self.place = data, place

    @property
    def left(self) -> int:
        return len(self.data) - self.place

    def take(self, length: int) -> bytes:
        """That many bytes."""
        end = self.place + length
        if end > len(self.data):
            raise MalformedPacketError
        taken = self.data[self.place : end]
        self.place = end
        return taken

    def integer(self, length: int) -> int:
        """A fixed-length integer."""
        return int.from_bytes(self.take(length), "little")

    def packed(self) -> int:
        """A length-encoded integer."""
        first = self.integer(1)
        if first < 251:
            return first
        if first not in _WIDTHS:
            raise MalformedPacketError
        return self.integer(_WIDTHS[first])

    def string(self) -> bytes:
        """A length-encoded string."""
        return self.take(self.packed())

    def terminated(self) -> bytes:
        """A string that a zero byte ends."""
        end = self.data.find(b"\0", self.place)
        if end < 0:
            raise MalformedPacketError
        taken = self.data[self.place : end]
        self.place = end + 1
        return taken

    def rest(self) -> bytes:
        taken = self.data[self.place :]
        self.place = len(self.data)
        return taken


_WIDTHS = {0xFC: 2, 0xFD: 3, 0xFE: 8}
