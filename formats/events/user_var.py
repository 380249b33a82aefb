"""User_var event: a user variable that the statement that follows reads."""

from __future__ import annotations

import struct
from decimal import Decimal
from typing import Any

import construct as cs

from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.decimal import decimal_to_binary
from binwriter.formats.columns.values import SizedDecimal
from binwriter.formats.conditional_fields import Present, more_follows
from binwriter.formats.constants import UserVarType
from binwriter.formats.declaration import Declared, csfield, defaulted
from binwriter.formats.errors import EncodeError
from binwriter.formats.primitives import Codec, Context, read_exactly

_UNSIGNED = 1


class _IfNotNull(Codec):
    """NULL has no type, collation and value on the wire; they parse as those of an empty string."""

    def __init__(self, subcon: Any, of_null: Any) -> None:
        super().__init__()
        self.subcon = subcon
        self.of_null = of_null

    def read(self, stream: Any, context: Context) -> Any:
        return self.of_null if context.is_null else self.subcon._parse(stream, context, "")

    def write(self, value: Any, stream: Any, context: Context) -> None:
        if not context.is_null:
            self.subcon._build(value, stream, context, "")


class _ZeroOrOne(Codec):
    """A truth value in one byte. A server writes no other than 0 and 1, so another one is damage."""

    def read(self, stream: Any, context: Context) -> bool:
        byte = read_exactly(stream, 1)[0]
        if byte > 1:
            raise cs.MappingError(f"{byte} is neither 0 nor 1")
        return bool(byte)

    def write(self, value: bool, stream: Any, context: Context) -> None:
        stream.write(b"\1" if value else b"\0")


class UserVar(Declared):
    """One user variable (findings part 7, "User_var").

    type: UserVarType. collation: its id. value: as the type has it: text; 8 bytes IEEE; 8 bytes integer;
    precision, scale and binary decimal. flags: 1 unsigned; only an integer has it, and only from 5.5 on, else None.
    """

    name: bytes = csfield(cs.Prefixed(cs.Int32ul, cs.GreedyBytes))
    is_null: bool = csfield(_ZeroOrOne())
    type: int = csfield(_IfNotNull(cs.Int8ul, int(UserVarType.STRING)))
    collation: int = csfield(_IfNotNull(cs.Int32ul, 0))
    value: bytes = csfield(_IfNotNull(cs.Prefixed(cs.Int32ul, cs.GreedyBytes), b""))
    flags: int | None = defaulted(Present(cs.Int8ul, more_follows), default=None)

    @classmethod
    def from_value(
        cls,
        name: str,
        value: int | float | Decimal | bytes | str | None,
        collation: int,
        unsigned: bool = False,
    ) -> UserVar:
        """The event that 9.7 writes for this value.

        collation: id; of the value, also where it has no characters (numbers get the connection's).
        Raises EncodeError if the value is out of range or not in the collation's character set.
        """
        encoded_name = name.encode()
        if value is None:
            return cls(encoded_name, True, int(UserVarType.STRING), 0, b"")
        for kind, (var_type, encode) in _ENCODERS.items():
            if isinstance(value, kind):
                flags = int(unsigned) * _UNSIGNED if var_type is UserVarType.INT else None
                return cls(encoded_name, False, int(var_type), collation, encode(value, collation, unsigned), flags)
        raise EncodeError(f"user variable {name!r}: a value of type {type(value).__name__} has no encoding")


def _integer(value: int, collation: int, unsigned: bool) -> bytes:
    try:
        return value.to_bytes(8, "little", signed=not unsigned)
    except OverflowError:
        raise EncodeError(f"user variable: {value} does not fit 64 bits, unsigned={unsigned}") from None


def _decimal(value: Decimal, collation: int, unsigned: bool) -> bytes:
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise EncodeError(f"user variable: {value} is not a DECIMAL")
    scale = 0 if isinstance(value, SizedDecimal) and value.is_bare else max(-exponent, 0)
    # unlike a column, a variable counts its digits as they are written: 0.5 has one before the point, the zero
    whole = value.whole if isinstance(value, SizedDecimal) else max(len(digits) + exponent, 1)
    precision = whole + scale
    return bytes((precision, scale)) + decimal_to_binary(value, precision, scale)


def _text(value: str, collation: int) -> bytes:
    """In its set; the brackets of a client of swe7 are the bytes that were sent."""
    try:
        return collation_by_id(collation).encode(value)
    except EncodeError:
        if not value.isascii():
            raise
        return value.encode()


_ENCODERS: dict[type, tuple[UserVarType, Any]] = {
    int: (UserVarType.INT, _integer),
    float: (UserVarType.REAL, lambda value, collation, unsigned: struct.pack("<d", value)),
    Decimal: (UserVarType.DECIMAL, _decimal),
    bytes: (UserVarType.STRING, lambda value, collation, unsigned: value),
    str: (UserVarType.STRING, lambda value, collation, unsigned: _text(value, collation)),
}
