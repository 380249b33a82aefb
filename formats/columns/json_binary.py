"""MySQL's binary JSON. Everything little endian.

A document is a type byte and a value. Objects and arrays hold a count, their size in bytes, (objects: an offset and a
length per key,) a type byte and a slot per value, then the keys and the values. A slot holds the offset of the value
from the container's begin, or the value itself if it is a literal or a small integer. Counts, sizes, offsets and slots
take two bytes ("small"); four ("large") once the container exceeds 65535 bytes or values. Keys are sorted by length,
then by bytes.
Source: MySQL's json_binary.h (the format's description), manual "The JSON Data Type"; corpus files json*.binlog*.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import IntEnum
from typing import Any, NamedTuple

import construct as cs

from binwriter.formats.columns.decimal import decimal_from_binary, decimal_to_binary, digits_of
from binwriter.formats.columns.layout import Declaration, Layout, compiled
from binwriter.formats.columns.temporal import MAX_TIME_SECONDS, pack_datetime, pack_time, unpack_datetime, unpack_time
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonInteger, JsonOpaque, JsonValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

MAX_DEPTH = 100  # as JSON_DEPTH() counts: a scalar is one level
_MAX_KEY_BYTES = 65535


class JsonType(IntEnum):
    """Type byte of a value in binary JSON."""

    SMALL_OBJECT = 0
    LARGE_OBJECT = 1
    SMALL_ARRAY = 2
    LARGE_ARRAY = 3
    LITERAL = 4
    INT16 = 5
    UINT16 = 6
    INT32 = 7
    UINT32 = 8
    INT64 = 9
    UINT64 = 10
    DOUBLE = 11
    STRING = 12
    OPAQUE = 15


_LITERALS: dict[int, bool | None] = {0: None, 1: True, 2: False}
_LITERAL_CODES = {value: code for code, value in _LITERALS.items()}

_NUMBERS: dict[JsonType, Declaration] = {
    JsonType.LITERAL: cs.Int8ul,
    JsonType.INT16: cs.Int16sl,
    JsonType.UINT16: cs.Int16ul,
    JsonType.INT32: cs.Int32sl,
    JsonType.UINT32: cs.Int32ul,
    JsonType.INT64: cs.Int64sl,
    JsonType.UINT64: cs.Int64ul,
    JsonType.DOUBLE: cs.Float64l,
}
_SCALARS: dict[JsonType, Layout] = {kind: compiled(declaration) for kind, declaration in _NUMBERS.items()}
_SIGNED = (JsonType.INT16, JsonType.INT32, JsonType.INT64)
_UNSIGNED = (JsonType.UINT16, JsonType.UINT32, JsonType.UINT64)
_LARGEST_SIGNED_FROM_TEXT = 2**32 - 1

# Lengths of strings: seven bits per byte from the lowest on, the top bit set in all but the last.
_STRING = compiled(cs.Prefixed(cs.VarInt, cs.GreedyBytes))
_TYPE = compiled(cs.Int8ul)
# DECIMAL within JSON: its precision and scale stand before the binary decimal.
_DECIMAL_DIGITS = compiled(cs.Sequence(cs.Int8ul, cs.Int8ul))
# Temporal values within JSON: the packed fields, 24 bits of microseconds below; a negative time is negated as a whole.
_TEMPORAL = compiled(cs.Int64sl)
_MICROSECOND_BITS = 24


class _Shape(NamedTuple):
    """Small or large: the width of counts, sizes, offsets and slots."""

    limit: int  # bytes or members at most
    width: int
    header: Layout  # count, size
    key: Layout  # offset, length
    value: Layout  # type, slot
    inlined: frozenset[int]  # types that fit the slot


def _shape(number: Declaration, inlined: Iterable[JsonType]) -> _Shape:
    width = number.sizeof()
    return _Shape(
        (1 << (8 * width)) - 1,
        width,
        compiled(cs.Sequence(number, number)),
        compiled(cs.Sequence(number, cs.Int16ul)),
        compiled(cs.Sequence(cs.Int8ul, number)),
        frozenset(inlined),
    )


_INLINED_SMALL = (JsonType.LITERAL, JsonType.INT16, JsonType.UINT16)
_SMALL = _shape(cs.Int16ul, _INLINED_SMALL)
_LARGE = _shape(cs.Int32ul, (*_INLINED_SMALL, JsonType.INT32, JsonType.UINT32))


class _Node(NamedTuple):
    """An encoded value: its type and the bytes that follow the type."""

    type: int
    payload: bytes


# ---- values -> bytes ----


def _integer(value: int, unsigned: bool) -> _Node:
    low_bit = 0 if unsigned else 1
    for kind in _UNSIGNED if unsigned else _SIGNED:
        bits = 8 * _NUMBERS[kind].sizeof()
        lowest = -(low_bit << (bits - 1))
        if lowest <= value < lowest + (1 << bits):
            return _Node(kind, _SCALARS[kind].build(value))
    raise EncodeError(f"an integer does not fit 64 bits: {value}")


def _double(value: float) -> _Node:
    if not math.isfinite(value):
        raise EncodeError(f"JSON has neither NaN nor infinity: {value}")
    return _Node(JsonType.DOUBLE, _SCALARS[JsonType.DOUBLE].build(value))


def _opaque(type_code: int, data: bytes) -> _Node:
    return _Node(JsonType.OPAQUE, _TYPE.build(type_code) + _STRING.build(data))


def _decimal(value: Decimal) -> _Node:
    opaque = json_decimal(value, *digits_of(value))
    return _opaque(opaque.type, opaque.data)


def _temporal(type_code: ColumnType, packed: int, microsecond: int, *, negative: bool = False) -> _Node:
    word = packed << _MICROSECOND_BITS | microsecond
    return _opaque(type_code, _TEMPORAL.build(-word if negative else word))


def _datetime(value: datetime) -> _Node:
    if value.tzinfo is not None:
        raise EncodeError(f"a datetime within JSON has no time zone: {value}")
    return _temporal(ColumnType.DATETIME, pack_datetime(value), value.microsecond)


def _date(value: date) -> _Node:
    return _temporal(ColumnType.DATE, pack_datetime(IncompleteDate(value.year, value.month, value.day)), 0)


def _time(value: timedelta) -> _Node:
    negative = value.days < 0
    size = -value if negative else value
    seconds = size.days * 86400 + size.seconds
    if seconds > MAX_TIME_SECONDS:
        raise EncodeError(f"a time within JSON is at most {MAX_TIME_SECONDS} seconds: {value}")
    return _temporal(ColumnType.TIME, pack_time(seconds), size.microseconds, negative=negative)


_SCALAR_ENCODERS: dict[type, Callable[[Any], _Node]] = {
    type(None): lambda value: _Node(JsonType.LITERAL, _SCALARS[JsonType.LITERAL].build(_LITERAL_CODES[value])),
    bool: lambda value: _Node(JsonType.LITERAL, _SCALARS[JsonType.LITERAL].build(_LITERAL_CODES[value])),
    int: lambda value: _integer(value, unsigned=value > _LARGEST_SIGNED_FROM_TEXT),
    JsonInteger: lambda value: _integer(value.value, value.unsigned),
    float: _double,
    str: lambda value: _Node(JsonType.STRING, _STRING.build(value.encode())),
    Decimal: _decimal,
    datetime: _datetime,
    date: _date,
    timedelta: _time,
    JsonOpaque: lambda value: _opaque(value.type, value.data),
}


def _container(small: int, large: int, keys: Sequence[bytes], nodes: Sequence[_Node]) -> _Node:
    payload = _laid_out(_SMALL, keys, nodes)
    if payload is not None:
        return _Node(small, payload)
    payload = _laid_out(_LARGE, keys, nodes)
    if payload is None:
        raise EncodeError("the document is larger than 4 GiB")
    return _Node(large, payload)


def _laid_out(shape: _Shape, keys: Sequence[bytes], nodes: Sequence[_Node]) -> bytes | None:
    """The container's bytes in this shape, None if they do not fit it."""
    position = 2 * shape.width + len(keys) * (shape.width + 2) + len(nodes) * (1 + shape.width)
    outside = [node for node in nodes if node.type not in shape.inlined]
    size = position + sum(map(len, keys)) + sum(len(node.payload) for node in outside)
    if size > shape.limit or len(nodes) > shape.limit:
        return None
    parts = [shape.header.build((len(nodes), size))]
    for key in keys:
        parts.append(shape.key.build((position, len(key))))
        position += len(key)
    for kind, payload in nodes:
        if kind in shape.inlined:
            # widened with its sign to the slot
            number = int.from_bytes(payload, "little", signed=kind in _SIGNED)
            parts.append(shape.value.build((kind, number & shape.limit)))
        else:
            parts.append(shape.value.build((kind, position)))
            position += len(payload)
    return b"".join([*parts, *keys, *(node.payload for node in outside)])


def _node(value: Any, depth: int) -> _Node:
    if depth >= MAX_DEPTH:
        raise EncodeError(f"the document is nested more than {MAX_DEPTH} levels deep")
    encoder = _SCALAR_ENCODERS.get(type(value))
    if encoder is not None:
        return encoder(value)
    if isinstance(value, Mapping):
        members = sorted(((_key(key), item) for key, item in value.items()), key=lambda pair: (len(pair[0]), pair[0]))
        nodes = [_node(item, depth + 1) for _, item in members]
        return _container(JsonType.SMALL_OBJECT, JsonType.LARGE_OBJECT, [key for key, _ in members], nodes)
    if isinstance(value, list | tuple):
        nodes = [_node(item, depth + 1) for item in value]
        return _container(JsonType.SMALL_ARRAY, JsonType.LARGE_ARRAY, (), nodes)
    raise EncodeError(f"not a JSON value: {value!r} of type {type(value).__name__}")


def _key(key: Any) -> bytes:
    if not isinstance(key, str):
        raise EncodeError(f"a key must be str: {key!r}")
    data = key.encode()
    if len(data) > _MAX_KEY_BYTES:
        raise EncodeError(f"a key has more than {_MAX_KEY_BYTES} bytes: {key[:40]!r}...")
    return data


def json_decimal(value: Decimal, precision: int, scale: int) -> JsonOpaque:
    """A number in JSON that came out of a column DECIMAL(precision, scale): these digits are stored with it.

    A plain Decimal has the digits of a literal (`decimal.digits_of`). Raises EncodeError if the value does not fit.
    """
    digits = _DECIMAL_DIGITS.build((precision, scale))
    return JsonOpaque(ColumnType.NEWDECIMAL, digits + decimal_to_binary(value, precision, scale))


def json_temporal(type_code: ColumnType, value: datetime | IncompleteDate) -> JsonOpaque:
    """A TIMESTAMP (in the session's time zone), or a zero or partial DATE, DATETIME or TIMESTAMP in JSON.

    Other dates and times need nothing: they are Python's own.
    """
    word = pack_datetime(value) << _MICROSECOND_BITS | value.microsecond
    return JsonOpaque(type_code, _TEMPORAL.build(word))


def opaque_value(opaque: JsonOpaque) -> Decimal | date | datetime | timedelta | IncompleteDate | JsonOpaque:
    """What an opaque value means; itself if its bytes are of no such type, or no value of it."""
    decoder = _OPAQUE_DECODERS.get(opaque.type)
    try:
        return decoder(opaque.data) if decoder else opaque
    except (CorruptLogError, EncodeError):
        return opaque


def json_to_binary(document: JsonDocument) -> bytes:
    """The document as MySQL stores it, without the column's length prefix. Raises EncodeError."""
    try:
        kind, payload = _node(document.root, 0)
    except (UnicodeEncodeError, struct.error) as error:  # half a surrogate pair; a type code over 255
        raise EncodeError(f"not a JSON value: {error}") from error
    return _TYPE.build(kind) + payload


# ---- bytes -> values ----


def json_from_binary(data: bytes) -> JsonDocument:
    """The document of these bytes. Raises CorruptLogError.

    No bytes at all mean JSON's null: non-strict servers store that for NULL in a NOT NULL column.
    """
    if not data:
        return JsonDocument(None)
    kind, offset = _TYPE.parse(data, 0)
    try:
        return JsonDocument(_value(kind, data, offset, 0))
    except (KeyError, ValueError) as error:
        raise CorruptLogError(f"JSON: no value of type {kind}: {error}") from error


def _value(kind: int, data: bytes, offset: int, depth: int) -> JsonValue:
    if depth >= MAX_DEPTH:
        raise CorruptLogError(f"JSON: the document is nested more than {MAX_DEPTH} levels deep")
    if kind in (JsonType.SMALL_OBJECT, JsonType.SMALL_ARRAY):
        return _members(_SMALL, kind == JsonType.SMALL_OBJECT, data, offset, depth)
    if kind in (JsonType.LARGE_OBJECT, JsonType.LARGE_ARRAY):
        return _members(_LARGE, kind == JsonType.LARGE_OBJECT, data, offset, depth)
    if kind == JsonType.STRING:
        return str(_STRING.parse(data, offset)[0], "utf-8")
    if kind == JsonType.OPAQUE:
        type_code, offset = _TYPE.parse(data, offset)
        return _from_opaque(JsonOpaque(type_code, _STRING.parse(data, offset)[0]))
    scalar = _SCALARS[JsonType(kind)].parse(data, offset)[0]
    return _number(kind, scalar)


def _number(kind: int, scalar: Any) -> JsonValue:
    if kind == JsonType.LITERAL:
        return _LITERALS[scalar]
    if kind == JsonType.DOUBLE:
        return float(scalar)
    unsigned = kind in _UNSIGNED
    if unsigned == (scalar > _LARGEST_SIGNED_FROM_TEXT):
        return int(scalar)
    return JsonInteger(scalar, unsigned)


def _members(shape: _Shape, has_keys: bool, data: bytes, start: int, depth: int) -> JsonValue:
    (count, size), offset = shape.header.parse(data, start)
    if start + size > len(data):
        raise CorruptLogError(f"JSON: a container of {size} bytes at offset {start} of {len(data)}")
    keys: list[str] = []
    for _ in range(count if has_keys else 0):
        (position, length), offset = shape.key.parse(data, offset)
        keys.append(str(data[start + position : start + position + length], "utf-8"))
    values: list[JsonValue] = []
    for _ in range(count):
        (kind, slot), end = shape.value.parse(data, offset)
        # an inlined value stands where its offset would: right after the type byte
        where = end - shape.width if kind in shape.inlined else start + slot
        values.append(_value(kind, data, where, depth + 1))
        offset = end
    return dict(zip(keys, values, strict=True)) if has_keys else values


def _from_opaque(opaque: JsonOpaque) -> JsonValue:
    """The Python value, if it stands for exactly these bytes; else the opaque value itself."""
    value = opaque_value(opaque)
    encoder = _SCALAR_ENCODERS.get(type(value))
    if encoder is None or isinstance(value, IncompleteDate):
        return opaque
    return value if encoder(value) == _opaque(opaque.type, opaque.data) else opaque


def _decimal_from(data: bytes) -> Decimal:
    (precision, scale), offset = _DECIMAL_DIGITS.parse(data, 0)
    return decimal_from_binary(data, precision, scale, offset)[0]


def _packed(data: bytes) -> tuple[int, int]:
    word, _ = _TEMPORAL.parse(data, 0)
    return word >> _MICROSECOND_BITS, word & ((1 << _MICROSECOND_BITS) - 1)


def _date_from(data: bytes) -> Any:
    value = unpack_datetime(*_packed(data))
    return value.date() if isinstance(value, datetime) else value


def _time_from(data: bytes) -> timedelta:
    word, _ = _TEMPORAL.parse(data, 0)
    packed, microsecond = divmod(abs(word), 1 << _MICROSECOND_BITS)
    size = timedelta(0, unpack_time(packed), microsecond)
    return -size if word < 0 else size


_OPAQUE_DECODERS: dict[int, Callable[[bytes], Any]] = {
    ColumnType.NEWDECIMAL: _decimal_from,
    ColumnType.DATE: _date_from,
    ColumnType.DATETIME: lambda data: unpack_datetime(*_packed(data)),
    ColumnType.TIMESTAMP: lambda data: unpack_datetime(*_packed(data)),
    ColumnType.TIME: _time_from,
}
# A TIMESTAMP within JSON is packed as a DATETIME is.
_SHOWN_DECODERS = _OPAQUE_DECODERS | {ColumnType.TIMESTAMP: _OPAQUE_DECODERS[ColumnType.DATETIME]}
