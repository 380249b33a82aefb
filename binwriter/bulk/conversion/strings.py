"""Strings over whole arrays: CHAR, VARCHAR, TEXT and their binary kin."""

from __future__ import annotations

from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.storage_form import charset_of, is_utf8, storage_type
from binwriter.formats.collations import Collation
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.strings import BlobCodec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

_PADDED = (ColumnType.STRING, ColumnType.VAR_STRING)
_ABOVE_BMP = 0xF0  # the first byte of a character above U+FFFF, in UTF-8


def is_text(given: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_string(given) or types.is_binary(given) or types.is_fixed_size_binary(given))


def longest(array: pa.Array) -> int:
    """Bytes of the longest string."""
    return int(pc.max(pc.binary_length(array)).as_py() or 0)


def strings(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """Any column of characters or bytes. Bytes for characters are text in the column's character set."""
    if not is_text(array.type):
        return None
    collation = charset_of(spec)
    if collation is None:
        stored = array.cast(pa.binary())
        return stored if longest(stored) <= _most_bytes(spec) else None
    text = array.cast(pa.string())
    text.validate(full=True)
    if is_utf8(collation):
        fits = _fits_charset(collation, text) and _fits(spec, collation, text)
        return text if fits else None
    # what is ASCII throughout has the same bytes; anything else goes character by character
    same = _has_ascii(collation) and pc.all(pc.string_is_ascii(text), min_count=0).as_py()
    return text.cast(storage_type(spec)) if same and _fits(spec, collation, text) else None


def _most_bytes(spec: ColumnSpec) -> int:
    codec = codec_for(spec)
    return (1 << 8 * int(codec.layout.lengthfield.sizeof())) - 1 if isinstance(codec, BlobCodec) else spec.length


def _fits(spec: ColumnSpec, collation: Collation, text: pa.Array) -> bool:
    """Whether no value has more bytes or characters than the column takes. Spaces too many are no matter in CHAR."""
    most = _most_bytes(spec)
    if spec.type is ColumnType.BLOB:
        return longest(text) <= most
    characters = most // collation.mbmaxlen
    if longest(text) <= characters:
        return True
    if spec.type in _PADDED:
        text = pc.utf8_rtrim(text, characters=" ")
    return int(pc.max(pc.utf8_length(text)).as_py() or 0) <= characters


def _fits_charset(collation: Collation, text: pa.Array) -> bool:
    """Whether all characters are in a character set that is part of UTF-8."""
    if collation.charset == "ascii":
        return bool(pc.all(pc.string_is_ascii(text), min_count=0).as_py())
    if collation.charset != "utf8mb3":
        return True
    data = text.buffers()[2]
    return data is None or not data.size or int(np.frombuffer(data, np.uint8).max()) < _ABOVE_BMP


@cache
def _has_ascii(collation: Collation) -> bool:
    """Whether plain text has the same bytes in this character set as in ASCII."""
    plain = "".join(map(chr, range(128)))
    try:
        return collation.encode(plain) == plain.encode() and collation.decode(plain.encode()) == plain
    except EncodeError:
        return False
