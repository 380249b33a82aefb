"""Optional metadata of a Table_map: what each field's bytes mean (findings part 7, "Table_map").

`metadata_field(type, value)` makes a field, `metadata_value(field)` reads one. Values by type:
signedness, visibility: tuple of bool (parsed: always a multiple of eight, filled up with False);
the two default charsets: DefaultCharset; primary key with prefix: tuple of KeyPrefix;
column charsets, geometry types, vector dimensions, simple primary key: tuple of int;
column names: tuple of bytes; set and enum strings: a tuple of bytes per column.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import construct as cs

from binwriter.formats.constants import MetadataFieldType
from binwriter.formats.declaration import Declared, csfield
from binwriter.formats.errors import CorruptLogError, EncodeError, explained
from binwriter.formats.primitives import Codec, Context, PackedBytes, PackedInt, Record, TupleOf


class MetadataField(Declared):
    """One field as it stands on the wire: type (MetadataFieldType), length, value."""

    type: int = csfield(cs.Int8ul)
    value: bytes = csfield(PackedBytes)


class KeyPrefix(NamedTuple):
    """Column index of a primary key part and its prefix length in characters, 0 for the whole column."""

    column: int
    length: int


class DefaultCharset(NamedTuple):
    """The collation most columns have, and (index among the columns concerned, collation) of the others."""

    default: int
    exceptions: tuple[tuple[int, int], ...] = ()


class BitsMsbFirst(Codec):
    """Flags, the first in the highest bit of the first byte."""

    def read(self, stream: Any, context: Context) -> tuple[bool, ...]:
        return tuple(bool(byte >> bit & 1) for byte in stream.read() for bit in range(7, -1, -1))

    def write(self, value: Iterable[bool], stream: Any, context: Context) -> None:
        flags = tuple(value)
        data = bytearray((len(flags) + 7) // 8)
        for index, flag in enumerate(flags):
            data[index // 8] |= bool(flag) << (7 - index % 8)
        stream.write(data)


class Strings(Codec):
    """Count, then packed strings: the members of one ENUM or SET."""

    def read(self, stream: Any, context: Context) -> tuple[bytes, ...]:
        count = PackedInt.read(stream, context)
        return TupleOf(PackedBytes, lambda _: count).read(stream, context)

    def write(self, value: tuple[bytes, ...], stream: Any, context: Context) -> None:
        PackedInt.write(len(value), stream, context)
        TupleOf(PackedBytes).write(value, stream, context)


_INTEGERS = TupleOf(PackedInt)
_PAIRS = TupleOf(Record(lambda *pair: pair, PackedInt, PackedInt))
_DEFAULT_CHARSET = Record(DefaultCharset, PackedInt, _PAIRS)
_BITS = BitsMsbFirst()
_STRING_LISTS = TupleOf(Strings())

METADATA_VALUES: dict[MetadataFieldType, Codec] = {
    MetadataFieldType.SIGNEDNESS: _BITS,
    MetadataFieldType.DEFAULT_CHARSET: _DEFAULT_CHARSET,
    MetadataFieldType.COLUMN_CHARSET: _INTEGERS,
    MetadataFieldType.COLUMN_NAME: TupleOf(PackedBytes),
    MetadataFieldType.SET_STR_VALUE: _STRING_LISTS,
    MetadataFieldType.ENUM_STR_VALUE: _STRING_LISTS,
    MetadataFieldType.GEOMETRY_TYPE: _INTEGERS,
    MetadataFieldType.SIMPLE_PRIMARY_KEY: _INTEGERS,
    MetadataFieldType.PRIMARY_KEY_WITH_PREFIX: TupleOf(Record(KeyPrefix, PackedInt, PackedInt)),
    MetadataFieldType.ENUM_AND_SET_DEFAULT_CHARSET: _DEFAULT_CHARSET,
    MetadataFieldType.ENUM_AND_SET_COLUMN_CHARSET: _INTEGERS,
    MetadataFieldType.COLUMN_VISIBILITY: _BITS,
    MetadataFieldType.VECTOR_DIMENSIONALITY: _INTEGERS,
}


def metadata_field(field_type: MetadataFieldType, value: Any) -> MetadataField:
    """The field with this value. Raises EncodeError if the value does not fit the type."""
    try:
        return MetadataField(field_type, METADATA_VALUES[field_type].build(value))
    except (cs.ConstructError, TypeError, ValueError) as error:
        raise EncodeError(f"Table_map metadata {field_type.name}: {explained(error)}") from error


def metadata_value(field: MetadataField) -> Any:
    """The field's value; bytes for a type that is not known. Raises CorruptLogError if the bytes do not fit."""
    codec = METADATA_VALUES.get(field.type)  # type: ignore[call-overload]
    if codec is None:
        return field.value
    try:
        return codec.parse(field.value)
    except (cs.ConstructError, ValueError) as error:
        raise CorruptLogError(f"Table_map metadata {MetadataFieldType(field.type).name}: {explained(error)}") from error
