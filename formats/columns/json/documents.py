"""JSON columns: binary JSON (`binary`) behind a length of four bytes; and documents from JSON text.

Source: MySQL manual, "The JSON Data Type"; corpus files json*.binlog*; captured rows (08_types).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.json.binary import json_from_binary, json_to_binary
from binwriter.formats.columns.layout import prefixed_bytes
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

JSON_LENGTH_BYTES = 4  # the prefix of a cell


def json_from_text(text: str) -> JsonDocument:
    """The document that MySQL makes of JSON text: of equal keys the last wins, the keys are in `sorted_keys`' order,
    integers over 64 bits become doubles.

    Raises EncodeError if the text is not JSON.
    """
    try:
        return JsonDocument(
            json.loads(
                text,
                parse_int=_integer,
                parse_float=_double,
                parse_constant=_no_constant,
                object_pairs_hook=_members,
            )
        )
    except (ValueError, RecursionError) as error:
        raise EncodeError(f"invalid JSON text: {error}: {text[:80]!r}") from error


def sorted_keys(value: Iterable[str]) -> list[str]:
    """Keys in MySQL's order: the shorter one first, then by bytes (captured: keys_of_documents)."""
    return sorted(value, key=_place)


def _place(key: str) -> tuple[int, bytes]:
    raw = key.encode("utf-8", "surrogatepass")
    return len(raw), raw


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    return {key: members[key] for key in sorted_keys(members)} if len(members) > 1 else members


def _integer(digits: str) -> int | float:
    value = int(digits)
    return value if -(1 << 63) <= value < 1 << 64 else _double(digits)


def _double(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"{digits} is beyond DOUBLE")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


class JsonCodec(ColumnCodec):
    """JSON columns; metadata: the size of the length prefix, 4."""

    metadata_size = 1

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, prefixed_bytes(JSON_LENGTH_BYTES), bytes((JSON_LENGTH_BYTES,)))

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        return {"type": wire_type, "length": metadata[0]}

    def encode(self, value: Any) -> bytes:
        if type(value) is not JsonDocument:
            raise self.wrong_type(value, "JsonDocument")
        try:
            return self._stored.build(json_to_binary(value))
        except EncodeError as error:
            raise self.error(str(error), value.root) from None

    def decode(self, data: bytes, offset: int) -> tuple[JsonDocument, int]:
        raw, end = self._stored.parse(data, offset)
        return json_from_binary(raw), end
