"""mysql::serialization, the format of newer events: integers of variable length, numbered fields, one envelope.

Source: findings part 7, "GTID_TAGGED (42)".
"""

from __future__ import annotations

import io
import re
from typing import Any, ClassVar
from uuid import UUID

import construct as cs

from binwriter.formats.conditional_fields import Identified
from binwriter.formats.primitives import Codec, Context, read_exactly, remaining

_VERSION = 1
# Every field may be skipped by a reader that does not know it.
_LAST_NON_IGNORABLE_FIELD = 0


class VarlenUnsigned(Codec):
    """Unsigned integer of mysql::serialization: n trailing one bits in the first byte mean n more bytes.

    The value stands above the zero bit that ends them; a first byte of ff is followed by eight whole bytes
    (findings part 7, "GTID_TAGGED").
    """

    def read(self, stream: Any, context: Context) -> int:
        first = read_exactly(stream, 1)
        more = (~first[0] & (first[0] + 1)).bit_length() - 1
        data = read_exactly(stream, more)
        return int.from_bytes(data, "little") if more == 8 else int.from_bytes(first + data, "little") >> (more + 1)

    def write(self, value: int, stream: Any, context: Context) -> None:
        stream.write(self.encode(value))

    def encode(self, value: int) -> bytes:
        """The bytes, without construct around them."""
        if not 0 <= value < 1 << 64:
            raise cs.IntegerError(f"{value} does not fit an unsigned 64-bit integer")
        more = min(max(value.bit_length() - 1, 0) // 7, 8)
        if more == 8:
            return b"\xff" + value.to_bytes(8, "little")
        return ((value << (more + 1)) | ((1 << more) - 1)).to_bytes(more + 1, "little")


class VarlenSigned(Codec):
    """Signed integer of mysql::serialization: shifted left once, the sign in bit 0 (inverted when negative)."""

    def read(self, stream: Any, context: Context) -> int:
        word = VarlenUint.read(stream, context)
        return ~(word >> 1) if word & 1 else word >> 1

    def write(self, value: int, stream: Any, context: Context) -> None:
        stream.write(self.encode(value))

    def encode(self, value: int) -> bytes:
        """The bytes, without construct around them."""
        if not -(1 << 63) <= value < 1 << 63:
            raise cs.IntegerError(f"{value} does not fit a signed 64-bit integer")
        return VarlenUint.encode(~value << 1 | 1 if value < 0 else value << 1)


class VarlenUuidBytes(Codec):
    """A UUID in mysql::serialization: sixteen separate integers, so bytes of 128 and above take two."""

    def read(self, stream: Any, context: Context) -> UUID:
        return UUID(bytes=bytes(VarlenUint.read(stream, context) for _ in range(16)))

    def write(self, value: UUID, stream: Any, context: Context) -> None:
        for byte in value.bytes:
            VarlenUint.write(byte, stream, context)


VarlenUint = VarlenUnsigned()
VarlenSint = VarlenSigned()
VarlenUuid = VarlenUuidBytes()


def serialized(number: int, subcon: Any, *, required: bool = True) -> Identified:
    """A field of a message: its number, then its value; not written when it is None and not required."""
    return Identified(number, VarlenUint, subcon, required=required)


class Message(Codec):
    """Version, size of the whole message (itself included), last field that must be understood, fields."""

    def __init__(self, fields: Any) -> None:
        super().__init__()
        self.fields = fields

    def read(self, stream: Any, context: Context) -> Any:
        start = stream.tell()
        if (version := VarlenUint.read(stream, context)) != _VERSION:
            raise cs.ConstError(f"serialization version {version}, {_VERSION} expected")
        size = VarlenUint.read(stream, context)
        if VarlenUint.read(stream, context) != _LAST_NON_IGNORABLE_FIELD:
            raise cs.ConstError("a field that must be understood is not known")
        if (left := start + size - stream.tell()) != remaining(stream):
            raise cs.StreamError(f"message of {left} more bytes, {remaining(stream)} left")
        return self.fields._parse(stream, context, "")

    def write(self, value: Any, stream: Any, context: Context) -> None:
        fields = io.BytesIO()
        self.fields._build(value, fields, context, "")
        stream.write(self.around(fields.getvalue()))

    @staticmethod
    def around(fields: bytes) -> bytes:
        """The whole message of these fields."""
        before, after = VarlenUint.encode(_VERSION), VarlenUint.encode(_LAST_NON_IGNORABLE_FIELD)
        rest = len(before) + len(after) + len(fields)
        size = rest
        while (total := rest + len(VarlenUint.encode(size))) != size:
            size = total
        return before + VarlenUint.encode(size) + after + fields


class Tag(Codec):
    """A GTID's tag: length, then up to 32 characters of [a-z_] and, but for the first, digits; "" is no tag.

    Servers write tags in lower case (manual, "GTID Format and Storage"), and take others for damage.
    """

    _ALLOWED: ClassVar[re.Pattern[bytes]] = re.compile(rb"([a-z_][a-z0-9_]{0,31})?")

    def read(self, stream: Any, context: Context) -> str:
        data = read_exactly(stream, VarlenUint.read(stream, context))
        if not self._ALLOWED.fullmatch(data):
            raise cs.StringError(f"{data!r} is no tag")
        return data.decode("ascii")

    def write(self, value: str, stream: Any, context: Context) -> None:
        data = value.encode("ascii")
        if len(data) > 32:
            raise cs.StringError(f"tag {value!r} is longer than 32 characters")
        VarlenUint.write(len(data), stream, context)
        stream.write(data)
