"""Columns of characters or bytes: character set, limits, and which texts their collation takes for the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from binwriter.bulk.storage_form import charset_of, storage_type
from binwriter.errors import EncodeError, SpecError
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass

# What generators make at most, in bytes: rows go through memory in batches.
MOST_BYTES = 1 << 24

_FIXED = (ColumnType.STRING, ColumnType.VAR_STRING)
TEXT_TYPES = frozenset((*_FIXED, ColumnType.VARCHAR, ColumnType.BLOB))


@dataclass(frozen=True, slots=True)
class TextType:
    """characters: at most; most_bytes: no more than MOST_BYTES. width: of a letter, in bytes at most.

    binary: bytes, not characters. padded: trailing spaces (BINARY: zero bytes) do not count.
    exact: texts that differ in bytes differ for unique keys.
    """

    spec: ColumnSpec
    arrow: pa.DataType
    encode: Callable[[str], bytes]
    characters: int
    most_bytes: int
    width: int
    binary: bool
    padded: bool
    exact: bool

    def value(self, value: object, place: str) -> bytes:
        """A text as people write it -> its bytes in the column. SpecError if it does not fit."""
        if not isinstance(value, str):
            raise SpecError(place, f"{value!r} is not a text, which column {self.spec.name} takes")
        codec = codec_for(self.spec)
        try:
            codec.encode(value.encode() if self.binary else value)
            return self.encode(value)
        except EncodeError as error:
            raise SpecError(place, str(error)) from None


def text_type(spec: ColumnSpec) -> TextType | None:
    """What such a column's texts are; None for a column of another kind."""
    if spec.type not in TEXT_TYPES:
        return None
    collation = charset_of(spec)
    longest = (1 << (8 * (spec.length or 2))) - 1 if spec.type is ColumnType.BLOB else spec.length
    longest = min(longest, MOST_BYTES)
    width = 1 if collation is None else collation.mbmaxlen
    # TEXT is limited in bytes only
    characters = longest // width
    encode: Callable[[Any], Any] = str.encode if collation is None else collation.encode
    exact = collation is None or collation.name.endswith(("_bin", "_cs"))
    return TextType(
        spec=spec,
        arrow=storage_type(spec),
        encode=encode,
        characters=characters,
        most_bytes=longest,
        width=width,
        binary=collation is None,
        padded=spec.type in _FIXED,
        exact=exact,
    )
