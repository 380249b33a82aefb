"""CHAR, VARCHAR, BINARY, VARBINARY, and the TEXT and BLOB families: a length, then the bytes.

Lengths are in bytes unless said. A column whose collation is 63 (binary) takes and gives bytes, any other one str.
Source: MySQL manual, "String Data Types"; MySQL's Field_string::pack; findings part 7; captured rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import construct as cs

from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_of_any_server
from binwriter.formats.columns.codec import ColumnCodec, Fields
from binwriter.formats.columns.layout import (
    LENGTH_PREFIXES,
    compiled,
    prefixed_all,
    prefixed_bytes,
    struct_format,
)
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

_LONGEST_WITH_ONE_LENGTH_BYTE = 255
_LONGEST_CHAR = 1023  # what CHAR's metadata can say; the server's own limit is 255 characters of 4 bytes
_LONGEST_VARCHAR = 65535
_UTF8 = "utf8mb4"

_VARCHAR_LENGTH = compiled(cs.Int16ul)

# CHAR's metadata: the two bits of the length that do not fit the second byte hide, inverted, in bits 4 and 5 of the
# type, which are set in each of the types that use this form (STRING, ENUM, SET).
_CHAR_METADATA = compiled(cs.Sequence(cs.Int8ul, cs.Int8ul))
_HIGH_LENGTH_BITS = 0x300
_HIGH_LENGTH_SHIFT = 4
_HIDDEN_BITS = _HIGH_LENGTH_BITS >> _HIGH_LENGTH_SHIFT


def string_metadata(real_type: ColumnType, length: int) -> bytes:
    """The two metadata bytes of a column that travels as STRING: its real type and its length (at most 1023)."""
    hidden = (length & _HIGH_LENGTH_BITS) >> _HIGH_LENGTH_SHIFT
    return _CHAR_METADATA.build((real_type ^ hidden, length & 0xFF))


def real_type_and_length(metadata: bytes) -> tuple[ColumnType, int]:
    """The way back from `string_metadata`."""
    (first, low), _ = _CHAR_METADATA.parse(metadata, 0)
    hidden = ~first & _HIDDEN_BITS
    return ColumnType(first | _HIDDEN_BITS), (hidden << _HIGH_LENGTH_SHIFT) | low


class CharacterCodec(ColumnCodec):
    """Shared by all: character set, checks, length prefix."""

    kinds = ("", "")  # SQL's name of the type with characters, and without

    def __init__(self, spec: ColumnSpec, prefix_size: int, longest: int, metadata: bytes) -> None:
        super().__init__(spec, prefixed_bytes(prefix_size), metadata)
        self._build_all = prefixed_all(self.layout)
        self._length_format = struct_format(self.layout.lengthfield)
        self.collation: Collation | None = (
            None if spec.collation == BINARY_COLLATION_ID else collation_of_any_server(spec.collation)
        )
        self._longest = longest
        self._most_characters = longest // (self.collation.mbmaxlen if self.collation else 1)

    @property
    def sql_type(self) -> str:
        if self.collation is None:
            return f"{self.kinds[1]}({self._longest})"
        return f"{self.kinds[0]}({self._most_characters}) CHARACTER SET {self.collation.charset}"

    def _data(self, value: Any) -> bytes:
        """The bytes of a value whose type, characters and length are checked."""
        if self.collation is None:
            if type(value) is not bytes:
                raise self.wrong_type(value, "bytes")
            data = value
        else:
            if type(value) is not str:
                raise self.wrong_type(value, "str")
            if len(value) > self._most_characters:
                raise self.error(f"{len(value)} characters are more than the limit of {self._most_characters}", value)
            try:
                data = self.collation.encode(value)
            except EncodeError as error:
                raise self.error(str(error), value) from None
        if len(data) > self._longest:
            raise self.error(f"{len(data)} bytes are more than the limit of {self._longest}", value)
        return data

    def encode(self, value: Any) -> bytes:
        return self._stored.build(self._data(value))

    def encode_all(self, values: Sequence[Any]) -> list[bytes]:
        encoded = self._data_of_all(values, set(map(type, values)))
        return super().encode_all(values) if encoded is None else self._build_all(encoded[0])

    def fields(self, values: Sequence[Any], kinds: Collection[type]) -> Fields:
        encoded = self._data_of_all(values, kinds) if self._length_format else None
        if encoded is None:
            return super().fields(values, kinds)
        data, lengths = encoded
        return Fields(self._length_format, lengths, data)

    def _data_of_all(
        self, values: Sequence[Any], kinds: Collection[type]
    ) -> tuple[Sequence[bytes], Sequence[int]] | None:
        """What stands behind the lengths, and these; None where one of the values is to be looked at by itself."""
        collation = self.collation
        if kinds != {bytes if collation is None else str}:
            return None
        stripped = self._stripped(values)
        data: Sequence[bytes] = stripped
        if collation is not None:
            try:
                data = list(map(str.encode if collation.charset == _UTF8 else collation.encode, stripped))
            except (EncodeError, UnicodeEncodeError):
                return None
        lengths = list(map(len, data))
        longest, most = max(lengths), self._longest if collation is None else self._most_characters
        # no text has more characters than bytes
        if longest > self._longest or ((longest > most or stripped is not values) and max(map(len, values)) > most):
            return None
        return data, lengths

    def _stripped(self, values: Sequence[Any]) -> Sequence[Any]:
        """The values without the padding that is not logged."""
        return values

    def kept_text(self, stored: bytes) -> str | bytes:
        """The value of a cell with stand-ins for what is no character. Raises CorruptLogError if it is ill formed."""
        raw, _ = self._stored.parse(stored, 0)
        return raw if self.collation is None else self.collation.decode_keeping(raw)

    def decode(self, data: bytes, offset: int) -> tuple[str | bytes, int]:
        raw, end = self._stored.parse(data, offset)
        return (raw if self.collation is None else self.collation.decode(raw)), end


class CharCodec(CharacterCodec):
    """CHAR(n) and BINARY(n).

    The padding is not logged: trailing spaces of CHAR, trailing zero bytes of BINARY. So `decode` gives a BINARY
    value without them. The length prefix is 1 byte, 2 if `spec.length` is over 255. VAR_STRING is the same by another
    number: VARCHAR in a table that was made before 5.0 and never rebuilt.
    """

    metadata_size = 2
    kinds = ("CHAR", "BINARY")

    def __init__(self, spec: ColumnSpec) -> None:
        if not 0 <= spec.length <= _LONGEST_CHAR:
            raise EncodeError(f"column {spec.name!r}: CHAR takes 0 to {_LONGEST_CHAR} bytes: {spec.length}")
        prefix_size = 1 if spec.length <= _LONGEST_WITH_ONE_LENGTH_BYTE else 2
        super().__init__(spec, prefix_size, spec.length, string_metadata(ColumnType.STRING, spec.length))

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        real_type, length = real_type_and_length(metadata)
        # ENUM and SET travel as STRING; VAR_STRING travels with STRING's metadata
        return {"type": real_type if wire_type is ColumnType.STRING else wire_type, "length": length}

    def encode(self, value: Any) -> bytes:
        # Spaces too many are never an error for CHAR; zero bytes too many are one for BINARY.
        if type(value) is str:
            return self._stored.build(self._data(value.rstrip(" ")))
        return self._stored.build(self._data(value).rstrip(b"\0"))

    def _stripped(self, values: Sequence[Any]) -> Sequence[Any]:
        padding: Any = b"\0" if self.collation is None else " "
        return [value.rstrip(padding) for value in values]


class VarcharCodec(CharacterCodec):
    """VARCHAR(n) and VARBINARY(n): metadata is the length, 2 bytes; the length prefix is 1 byte, over 255 it is 2."""

    metadata_size = 2
    kinds = ("VARCHAR", "VARBINARY")

    def __init__(self, spec: ColumnSpec) -> None:
        if not 0 <= spec.length <= _LONGEST_VARCHAR:
            raise EncodeError(f"column {spec.name!r}: VARCHAR takes 0 to {_LONGEST_VARCHAR} bytes: {spec.length}")
        prefix_size = 1 if spec.length <= _LONGEST_WITH_ONE_LENGTH_BYTE else 2
        super().__init__(spec, prefix_size, spec.length, _VARCHAR_LENGTH.build(spec.length))

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        return {"type": wire_type, "length": _VARCHAR_LENGTH.parse(metadata, 0)[0]}


class BlobCodec(CharacterCodec):
    """TINYBLOB, BLOB, MEDIUMBLOB, LONGBLOB and the TEXT types: metadata is the size of the length prefix, 1 to 4."""

    metadata_size = 1

    def __init__(self, spec: ColumnSpec, default_prefix_size: int = 0) -> None:
        prefix_size = spec.length or default_prefix_size
        if prefix_size not in LENGTH_PREFIXES:
            raise EncodeError(f"column {spec.name!r}: {spec.type.name} has a length of 1 to 4 bytes: {prefix_size}")
        super().__init__(spec, prefix_size, (1 << (8 * prefix_size)) - 1, bytes((prefix_size,)))
        self.one_form = self.collation is None
        # TEXT is limited in bytes only
        self._most_characters = self._longest

    @property
    def sql_type(self) -> str:
        prefix_size = self.metadata[0]
        size = ("TINY", "", "MEDIUM", "LONG")[prefix_size - 1]
        return f"{size}BLOB" if self.collation is None else f"{size}TEXT CHARACTER SET {self.collation.charset}"

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        return {"type": wire_type, "length": metadata[0]}
