"""MySQL's binary JSON, both ways: `json_to_binary` and `json_from_binary`. The format is described in `layout`."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from binwriter.formats.columns.json.layout import (
    LARGE,
    LARGEST_SIGNED_FROM_TEXT,
    LITERAL_CODES,
    LITERALS,
    MAX_DEPTH,
    NUMBERS,
    SCALARS,
    SIGNED,
    SMALL,
    STRING,
    TYPE,
    UNSIGNED,
    JsonType,
    Shape,
)
from binwriter.formats.columns.json.opaque import (
    OPAQUE_ENCODERS,
    exact_value,
    json_decimal,
    json_temporal,
    opaque_value,
)
from binwriter.formats.columns.values import JsonDocument, JsonInteger, JsonOpaque, JsonValue
from binwriter.formats.errors import CorruptLogError, EncodeError

__all__ = [
    "JsonType",
    "json_decimal",
    "json_from_binary",
    "json_temporal",
    "json_to_binary",
    "opaque_value",
]

_MAX_KEY_BYTES = 65535


class _Node(NamedTuple):
    """An encoded value: its type and the bytes that follow the type."""

    type: int
    payload: bytes


# ---- values -> bytes ----


def _integer(value: int, unsigned: bool) -> _Node:
    low_bit = 0 if unsigned else 1
    for kind in UNSIGNED if unsigned else SIGNED:
        bits = 8 * NUMBERS[kind].sizeof()
        lowest = -(low_bit << (bits - 1))
        if lowest <= value < lowest + (1 << bits):
            return _Node(kind, SCALARS[kind].build(value))
    raise EncodeError(f"an integer does not fit 64 bits: {value}")


def _double(value: float) -> _Node:
    if not math.isfinite(value):
        raise EncodeError(f"JSON has neither NaN nor infinity: {value}")
    return _Node(JsonType.DOUBLE, SCALARS[JsonType.DOUBLE].build(value))


def _opaque(value: JsonOpaque) -> _Node:
    return _Node(JsonType.OPAQUE, TYPE.build(value.type) + STRING.build(value.data))


_SCALAR_ENCODERS: dict[type, Callable[[Any], _Node]] = {
    type(None): lambda value: _Node(JsonType.LITERAL, SCALARS[JsonType.LITERAL].build(LITERAL_CODES[value])),
    bool: lambda value: _Node(JsonType.LITERAL, SCALARS[JsonType.LITERAL].build(LITERAL_CODES[value])),
    int: lambda value: _integer(value, unsigned=value > LARGEST_SIGNED_FROM_TEXT),
    JsonInteger: lambda value: _integer(value.value, value.unsigned),
    float: _double,
    str: lambda value: _Node(JsonType.STRING, STRING.build(value.encode())),
    JsonOpaque: _opaque,
    **dict.fromkeys(OPAQUE_ENCODERS, lambda value: _opaque(OPAQUE_ENCODERS[type(value)](value))),
}


def _container(small: int, large: int, keys: Sequence[bytes], nodes: Sequence[_Node]) -> _Node:
    payload = _laid_out(SMALL, keys, nodes)
    if payload is not None:
        return _Node(small, payload)
    payload = _laid_out(LARGE, keys, nodes)
    if payload is None:
        raise EncodeError("the document is larger than 4 GiB")
    return _Node(large, payload)


def _laid_out(shape: Shape, keys: Sequence[bytes], nodes: Sequence[_Node]) -> bytes | None:
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
            number = int.from_bytes(payload, "little", signed=kind in SIGNED)
            parts.append(shape.value.build((kind, number & shape.limit)))
        else:
            parts.append(shape.value.build((kind, position)))
            position += len(payload)
    return b"".join([*parts, *keys, *(node.payload for node in outside)])


def _node(value: Any, depth: int) -> _Node:
    encoder = _SCALAR_ENCODERS.get(type(value))
    if encoder is not None:
        return encoder(value)
    if depth >= MAX_DEPTH:
        raise EncodeError(f"the document is nested more than {MAX_DEPTH} levels deep")
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


def json_to_binary(document: JsonDocument) -> bytes:
    """The document as MySQL stores it, without the column's length prefix. Raises EncodeError."""
    if document.stored is not None:
        return document.stored
    try:
        kind, payload = _node(document.root, 0)
    except (UnicodeEncodeError, struct.error) as error:  # half a surrogate pair; a type code over 255
        raise EncodeError(f"not a JSON value: {error}") from error
    return TYPE.build(kind) + payload


# ---- bytes -> values ----


def json_from_binary(data: bytes) -> JsonDocument:
    """The document of these bytes. Raises CorruptLogError.

    No bytes at all mean JSON's null: non-strict servers store that for NULL in a NOT NULL column.
    """
    if not data:
        return JsonDocument(None)
    kind, offset = TYPE.parse(data, 0)
    try:
        return JsonDocument(_Reader(data).value(kind, offset, 0))
    except (KeyError, ValueError) as error:
        raise CorruptLogError(f"JSON: no value of type {kind}: {error}") from error


class _Reader:
    """One document. Its parts do not overlap, so they are never more than its bytes: `left` are those not yet read.

    Without that rule a damaged document of a few bytes could refer to the same part again and again, level by level.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.left = len(data)

    def _read(self, size: int, offset: int) -> None:
        self.left -= size
        if self.left < 0:
            raise CorruptLogError(f"JSON: the part at offset {offset} overlaps others")

    def value(self, kind: int, offset: int, depth: int) -> JsonValue:
        if kind <= JsonType.LARGE_ARRAY:
            if depth >= MAX_DEPTH:
                raise CorruptLogError(f"JSON: the document is nested more than {MAX_DEPTH} levels deep")
            is_small = kind in (JsonType.SMALL_OBJECT, JsonType.SMALL_ARRAY)
            is_object = kind in (JsonType.SMALL_OBJECT, JsonType.LARGE_OBJECT)
            return self._members(SMALL if is_small else LARGE, is_object, offset, depth)
        if kind == JsonType.STRING:
            return str(self._string(offset), "utf-8")
        if kind == JsonType.OPAQUE:
            type_code, offset = TYPE.parse(self.data, offset)
            return exact_value(JsonOpaque(type_code, self._string(offset)))
        scalar = SCALARS[JsonType(kind)].parse(self.data, offset)[0]
        return _number(kind, scalar)

    def _string(self, offset: int) -> bytes:
        raw: bytes
        raw, end = STRING.parse(self.data, offset)
        self._read(end - offset, offset)
        return raw

    def _members(self, shape: Shape, has_keys: bool, start: int, depth: int) -> JsonValue:
        data = self.data
        (count, size), offset = shape.header.parse(data, start)
        if start + size > len(data):
            raise CorruptLogError(f"JSON: a container of {size} bytes at offset {start} of {len(data)}")
        self._read(2 * shape.width + count * (1 + shape.width), start)
        keys: list[str] = []
        for _ in range(count if has_keys else 0):
            (position, length), offset = shape.key.parse(data, offset)
            self._read(2 + shape.width + length, start)
            keys.append(str(data[start + position : start + position + length], "utf-8"))
        values: list[JsonValue] = []
        for _ in range(count):
            (kind, slot), end = shape.value.parse(data, offset)
            # an inlined value stands where its offset would: right after the type byte
            where = end - shape.width if kind in shape.inlined else start + slot
            values.append(self.value(kind, where, depth + 1))
            offset = end
        return dict(zip(keys, values, strict=True)) if has_keys else values


def _number(kind: int, scalar: Any) -> JsonValue:
    if kind == JsonType.LITERAL:
        return LITERALS[scalar]
    if kind == JsonType.DOUBLE:
        return float(scalar)
    unsigned = kind in UNSIGNED
    if unsigned == (scalar > LARGEST_SIGNED_FROM_TEXT):
        return int(scalar)
    return JsonInteger(scalar, unsigned)
