"""The hash that PARTITION BY KEY finds a row's partition by.

Source: MySQL manual, "KEY Partitioning"; which bytes and weights of a value are hashed, and how, was found by asking a
9.7.4 where rows of each type are (tests/golden/clusters/partitions_by_keys_of_each_type).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.collation.keys import weight_bytes
from binwriter.mysql.collation.weights import single_byte_weights

State = tuple[int, int]
Hasher = Callable[[State, Any], State]
START: State = (1, 4)
WORD = 0xFFFF_FFFF
_DOUBLE_WORD = 0xFFFF_FFFF_FFFF_FFFF
_FNV_OFFSET, _FNV_PRIME = 14695981039346656037, 1099511628211
_EXPANDING = "latin1_german2_ci"  # two weights for some characters
_NUMERIC_WEIGHTS = "latin1_swedish_ci"  # numbers too are hashed by the weights of characters
_AS_CHARACTERS = frozenset(
    {
        *(ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG),
        *(ColumnType.FLOAT, ColumnType.DOUBLE, ColumnType.NEWDECIMAL, ColumnType.YEAR, ColumnType.DATE),
    }
)
_AS_BYTES = frozenset({ColumnType.TIME2, ColumnType.DATETIME2, ColumnType.TIMESTAMP2, ColumnType.ENUM, ColumnType.SET})
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_UNICODE = frozenset({"utf8mb4", "utf8mb3", "ucs2", "utf16", "utf16le", "utf32"})
# of two bytes and more: each byte for itself, ASCII letters as capitals
_BY_BYTES = frozenset({"sjis", "cp932", "gbk", "ujis", "eucjpms", "euckr", "gb2312"})
_UPPER = bytes(byte - 32 if ord("a") <= byte <= ord("z") else byte for byte in range(256))


def of_null(state: State) -> State:
    """The hash after a NULL."""
    first, second = state
    return (first ^ (first << 1 | 1)) & _DOUBLE_WORD, second


def hasher_of(spec: ColumnSpec, *, old: bool = False) -> Hasher:
    """What goes on with the hash of a column's values, but for NULL. old: ALGORITHM = 1, of 5.1, which takes numbers
    and members otherwise. UnsupportedError for a collation that is not known."""
    layout = RowFormat((spec,))

    def raw(value: Any) -> bytes:
        return layout.encode((value,))[1:]  # without the byte of NULL bits

    if old:
        if spec.type in _MEMBERS:
            weights = single_byte_weights()[_NUMERIC_WEIGHTS]
            return lambda state, value: _of_bytes(state, raw(value).rstrip(b" ").translate(weights))
        if spec.type in _AS_CHARACTERS:
            return lambda state, value: _of_bytes(state, raw(value))
    if spec.type in _AS_CHARACTERS:
        weights = single_byte_weights()[_NUMERIC_WEIGHTS]
        return lambda state, value: _of_bytes(state, raw(value).rstrip(b" ").translate(weights))
    if spec.type in _AS_BYTES:
        return lambda state, value: _of_bytes(state, raw(value))
    if spec.type in (ColumnType.VARCHAR, ColumnType.STRING):
        return _text_hasher(spec)
    if spec.type is ColumnType.BIT:
        return lambda state, value: _of_bytes(state, int(value).to_bytes(8, "big"))
    raise UnsupportedError(f"PARTITION BY KEY of a column of type {spec.type.name}")


def _of_bytes(state: State, data: bytes) -> State:
    first, second = state
    for byte in data:
        first = (first ^ (((first & 63) + second) * byte + (first << 8))) & _DOUBLE_WORD
        second += 3
    return first, second


def _text_hasher(spec: ColumnSpec) -> Hasher:
    if spec.collation == BINARY_COLLATION_ID:
        return lambda state, value: _of_bytes(state, bytes(value))
    collation = collation_by_id(spec.collation)
    weights = single_byte_weights().get(collation.name)
    if weights is not None and collation.name != _EXPANDING:
        return lambda state, value: _of_bytes(
            state, collation.encode_replacing(_text(value)).rstrip(b" ").translate(weights)
        )
    if "_0900_" in collation.name and not collation.name.endswith("_bin"):
        return _hasher_without_padding(spec)
    if collation.name.endswith("_bin"):
        return lambda state, value: _of_bytes(state, collation.encode_replacing(_text(value).rstrip(" ")))
    if collation.charset in _BY_BYTES:
        return lambda state, value: _of_bytes(
            state, collation.encode_replacing(_text(value)).rstrip(b" ").translate(_UPPER)
        )
    if collation.charset not in _UNICODE:
        raise UnsupportedError(f"PARTITION BY KEY of a column with the collation {collation.name}")
    general = "_general_" in collation.name

    def hashed(state: State, value: Any) -> State:
        weights = weight_bytes(_text(value).rstrip(" "), spec.collation)
        if general and collation.charset == "utf32":
            weights = b"".join(unit.to_bytes(4, "big") for unit in _units(weights))
        elif general:  # the lower byte first
            weights = b"".join(unit.to_bytes(2, "little") for unit in _units(weights))
        return _of_bytes(state, weights)

    return hashed


def _hasher_without_padding(spec: ColumnSpec) -> Hasher:
    # CHAR is hashed as the record has it, with its blanks, which count where a collation pads nothing
    width = spec.length if spec.type is ColumnType.STRING else 0

    def hashed(state: State, value: Any) -> State:
        text = _text(value)
        text += " " * (width - len(text.encode()))
        hash_ = state[0] ^ _FNV_OFFSET
        for weight in _units(weight_bytes(text, spec.collation)):
            hash_ = (hash_ ^ weight) * _FNV_PRIME & _DOUBLE_WORD
        return hash_, state[1]

    return hashed


def _units(weights: bytes) -> Iterator[int]:
    for place in range(0, len(weights), 2):
        yield int.from_bytes(weights[place : place + 2], "big")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")
