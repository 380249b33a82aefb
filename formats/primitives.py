"""The few constructs that MySQL's binary log needs and the construct library has not.

All integers are little endian. Parsing raises construct's errors on bad bytes; `formats.declaration` turns them
into CorruptLogError and EncodeError, so nothing above this floor ever sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Protocol
from uuid import UUID

import construct as cs
from construct_typed import Construct

Context = Any  # construct's context: the fields so far, `_` for the parent, `_io` for the stream
Func = Callable[[Context], Any]

Int56ul = cs.BytesInteger(7, swapped=True)


def read_exactly(stream: Any, length: int) -> bytes:
    """`length` bytes from the stream, or construct's StreamError."""
    data: bytes = stream.read(length)
    if len(data) != length:
        raise cs.StreamError(f"{length} bytes expected, {len(data)} left")
    return data


# A length may lie; what is long is read in pieces, so that a lie costs no memory.
_PIECE = 1 << 20


class Readable(Protocol):
    """What is read from its place on: a file, or something like one."""

    def read(self, length: int, /) -> bytes:
        """That many bytes, or fewer at its end."""


def read_in_pieces(stream: Readable, length: int) -> bytes:
    """`length` bytes from a file, or fewer at its end; no more is allocated than the file has."""
    parts: list[bytes] = []
    while length > 0 and (part := stream.read(min(length, _PIECE))):
        length -= len(part)
        if not length and not parts:
            return part
        parts.append(part)
    return b"".join(parts)


def remaining(stream: Any) -> int:
    """Bytes from here to the end of an in-memory stream."""
    return len(stream.getbuffer()) - int(stream.tell())


def bitmap_size(bits: int) -> int:
    """Bytes of a bitmap with that many bits."""
    return (bits + 7) // 8


def _name_field(error: Any, path: Any) -> None:
    """Note the path of the field in the error, if no inner field has noted its own."""
    error.path = error.path or path


class Codec(Construct[Any, Any]):
    """Base of the constructs below: two methods, `read` and `write`, and no fixed size.

    `_emitbuild` is construct's hook for compiling: the Python expression that builds `obj` into `io`, with `this` the
    context. The compiled form calls `write` at once, without construct's layers in between.
    """

    def __init__(self) -> None:
        super().__init__()
        self.flagbuildnone = False

    def _parse(self, stream: Any, context: Context, path: Any) -> Any:
        try:
            return self.read(stream, context)
        except cs.ConstructError as error:
            _name_field(error, path)
            raise

    def _build(self, obj: Any, stream: Any, context: Context, path: Any) -> Any:
        try:
            self.write(obj, stream, context)
        except cs.ConstructError as error:
            _name_field(error, path)
            raise
        return obj

    def _sizeof(self, context: Context, path: Any) -> int:
        raise cs.SizeofError("length depends on the value")

    def _emitbuild(self, code: Any) -> str:
        return f"({self._linked(code)}.write(obj, io, this), obj)[1]"

    def _linked(self, code: Any) -> str:
        """This object, as compiled code names it."""
        self._compileinstance(code)  # type: ignore[attr-defined]  # construct's own, not in its stubs
        return f"linkedinstances[{id(self)}]"

    def read(self, stream: Any, context: Context) -> Any:
        raise NotImplementedError

    def write(self, value: Any, stream: Any, context: Context) -> None:
        raise NotImplementedError


class PackedInteger(Codec):
    """MySQL's length-encoded ("packed") integer: 1, 3, 4 or 9 bytes (manual, "Protocol::LengthEncodedInteger")."""

    _WIDTHS: ClassVar[dict[int, int]] = {252: 2, 253: 3, 254: 8}

    def read(self, stream: Any, context: Context) -> int:
        first = read_exactly(stream, 1)[0]
        if first < 251:
            return first
        if first not in self._WIDTHS:
            raise cs.IntegerError(f"0x{first:02x} does not begin a packed integer")
        return int.from_bytes(read_exactly(stream, self._WIDTHS[first]), "little")

    def write(self, value: int, stream: Any, context: Context) -> None:
        stream.write(self.encode(value))

    def encode(self, value: int) -> bytes:
        """The bytes, without construct around them."""
        if 0 <= value < 251:
            return bytes((value,))
        for first, width in self._WIDTHS.items():
            if 0 <= value < 1 << (8 * width):
                return bytes((first,)) + value.to_bytes(width, "little")
        raise cs.IntegerError(f"{value} does not fit a packed integer (0 to 2^64-1)")


class SizedInteger(Codec):
    """An unsigned integer of as many bytes as the earlier field `size` says."""

    def __init__(self, size: str) -> None:
        super().__init__()
        self.size = size

    def read(self, stream: Any, context: Context) -> int:
        return int.from_bytes(read_exactly(stream, context[self.size]), "little")

    def write(self, value: int, stream: Any, context: Context) -> None:
        size = context[self.size]
        if not 0 <= value < 1 << 8 * size:
            raise cs.IntegerError(f"{value} does not fit {size} bytes")
        stream.write(value.to_bytes(size, "little"))


class UuidBytes(Codec):
    """Sixteen bytes of a UUID, in the order they are printed."""

    def read(self, stream: Any, context: Context) -> UUID:
        return UUID(bytes=read_exactly(stream, 16))

    def write(self, value: UUID, stream: Any, context: Context) -> None:
        stream.write(value.bytes)


class PaddedBytes(Codec):
    """Bytes in a field of fixed length, filled up with zero bytes."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length

    def read(self, stream: Any, context: Context) -> bytes:
        return read_exactly(stream, self.length).rstrip(b"\0")

    def write(self, value: bytes, stream: Any, context: Context) -> None:
        if len(value) > self.length:
            raise cs.StringError(f"{value!r} is longer than {self.length} bytes")
        stream.write(value.ljust(self.length, b"\0"))


class FixedText(Codec):
    """ASCII text in a field of fixed length, up to a zero byte or the field's end. A RestOfText must follow."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length

    def read(self, stream: Any, context: Context) -> str:
        start = stream.tell()
        data = read_exactly(stream, self.length).partition(b"\0")[0]
        stream.seek(start + len(data))
        return data.decode("ascii")

    def write(self, value: str, stream: Any, context: Context) -> None:
        data = value.encode("ascii")
        if len(data) > self.length or b"\0" in data:
            raise cs.StringError(f"{value!r} is longer than {self.length} bytes or has a zero byte")
        stream.write(data)


class RestOfText(Codec):
    """What is behind the FixedText `name` in its field, without the zero bytes at its end: almost always nothing.

    Old servers copied texts into buffers that they did not clear.
    """

    def __init__(self, name: str, length: int) -> None:
        super().__init__()
        self.name = name
        self.length = length

    def read(self, stream: Any, context: Context) -> bytes:
        rest = read_exactly(stream, self.length - len(context[self.name]))
        return rest.rstrip(b"\0")

    def write(self, value: bytes, stream: Any, context: Context) -> None:
        room = self.length - len(context[self.name])
        if len(value) > room or value[:1] not in (b"", b"\0"):
            raise cs.StringError(f"{value!r} behind {self.name}: {room} bytes of room, the first of them zero")
        stream.write(value.ljust(room, b"\0"))


class Bitmap(Codec):
    """Bytes of a bitmap for as many bits as `bits(context)` says; the unused high bits are kept as they are."""

    def __init__(self, bits: Func) -> None:
        super().__init__()
        self.bits = bits

    def read(self, stream: Any, context: Context) -> bytes:
        return read_exactly(stream, bitmap_size(self.bits(context)))

    def write(self, value: bytes, stream: Any, context: Context) -> None:
        expected = bitmap_size(self.bits(context))
        if len(value) != expected:
            raise cs.StreamError(f"the bitmap has {len(value)} bytes, {self.bits(context)} columns need {expected}")
        stream.write(value)


class ByteTuple(Codec):
    """One-byte integers as a tuple, `count(context)` of them."""

    def __init__(self, count: Func) -> None:
        super().__init__()
        self.count = count

    def read(self, stream: Any, context: Context) -> tuple[int, ...]:
        return tuple(read_exactly(stream, self.count(context)))

    def write(self, value: Iterable[int], stream: Any, context: Context) -> None:
        stream.write(bytes(value))


class TupleOf(Codec):
    """A tuple of one construct's values: `count(context)` of them, or without `count` up to the end of the bytes."""

    def __init__(self, subcon: Any, count: Func | None = None) -> None:
        super().__init__()
        self.subcon = subcon
        self.count = count

    def read(self, stream: Any, context: Context) -> tuple[Any, ...]:
        items = []
        if self.count is not None:
            expected = self.count(context)
            if expected > remaining(stream):  # an item has a byte at least: never loop over a corrupt count
                raise cs.RangeError(f"{expected} items announced, {remaining(stream)} bytes left")
            items = [self.subcon._parse(stream, context, "") for _ in range(expected)]
        else:
            while remaining(stream):
                items.append(self.subcon._parse(stream, context, ""))
        return tuple(items)

    def write(self, value: Iterable[Any], stream: Any, context: Context) -> None:
        for item in value:
            self.subcon._build(item, stream, context, "")


class Record(Codec):
    """A NamedTuple whose members stand one after the other."""

    def __init__(self, kind: Any, *subcons: Any) -> None:
        super().__init__()
        self.kind = kind
        self.subcons = subcons

    def read(self, stream: Any, context: Context) -> Any:
        return self.kind(*(subcon._parse(stream, context, "") for subcon in self.subcons))

    def write(self, value: Any, stream: Any, context: Context) -> None:
        if len(value) != len(self.subcons):
            raise cs.RangeError(f"{len(self.subcons)} members expected, {len(value)} given")
        for subcon, member in zip(self.subcons, value, strict=True):
            subcon._build(member, stream, context, "")


PackedInt = PackedInteger()
Uuid = UuidBytes()
Bytes8 = cs.Prefixed(cs.Int8ul, cs.GreedyBytes)  # one length byte, then the bytes
PackedBytes = cs.Prefixed(PackedInt, cs.GreedyBytes)
Bytes16 = cs.Prefixed(cs.Int16ul, cs.GreedyBytes)
Bytes32 = cs.Prefixed(cs.Int32ul, cs.GreedyBytes)
TerminatedBytes = cs.NullTerminated(cs.GreedyBytes)
