"""Values by which rows refer to one another where their columns are of different types, but kept alike.

One side is asked with the bytes that the other keeps. Where those are too many they are cut, and where they are too few
nothing is found, but for BINARY and VARBINARY, which are compared as texts are: a BINARY is filled up with zeros, and
what is longer is not there (captured: clusters/cascades_between_types, types_of_foreign_keys).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from binwriter.catalog.field_sizes import field_bytes
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB)
_MEMBERS = (ColumnType.ENUM, ColumnType.SET)
# what a VARBINARY is asked with as a text
_AS_TEXTS = (*_TEXTS, ColumnType.BIT)


def are_alike(one: ColumnSpec, other: ColumnSpec) -> bool:
    """Whether equal values of the two are kept as equal bytes."""
    if one.type is not other.type:
        return False
    if one.type in _MEMBERS or (one.type in _TEXTS and one.collation != BINARY_COLLATION_ID):
        return True  # texts by their collations
    return (one.length, one.precision, one.scale, one.fsp) == (other.length, other.precision, other.scale, other.fsp)


def sought(asking: ColumnSpec, asked: ColumnSpec, value: ColumnValue) -> Sequence[ColumnValue]:
    """The value of `asked` that is looked for; none where nothing can be found. value: of `asking`, not NULL."""
    data = _kept(asking, value)
    if asked.type in _TEXTS:
        return _of_bytes(asking, asked, data)
    size = field_bytes(asked)
    if len(data) < size:
        return ()
    try:
        found, _ = codec_for(asked).decode(data[:size], 0)
    except CorruptLogError:
        return ()
    return (cast(ColumnValue, found),)


def _kept(spec: ColumnSpec, value: ColumnValue) -> bytes:
    if isinstance(value, bytes) and spec.type in _TEXTS:
        return value.ljust(spec.length, b"\0") if spec.type is ColumnType.STRING else value
    try:
        return codec_for(spec).encode(value)
    except EncodeError:  # a moment that no type keeps
        return b""


def _of_bytes(asking: ColumnSpec, asked: ColumnSpec, data: bytes) -> Sequence[bytes]:
    if asked.type is not ColumnType.STRING:
        return (data,) if asking.type in _AS_TEXTS else ()
    if asking.type is ColumnType.STRING:
        return (data.ljust(asked.length, b"\0"),) if len(data) <= asked.length else ()
    if asking.type in _TEXTS:
        return (data,) if len(data) == asked.length else ()
    return (data[: asked.length].ljust(asked.length, b"\0"),)
