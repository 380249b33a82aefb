"""Table_map event: the number a table goes by in the rows events that follow, and its columns."""

from __future__ import annotations

import functools
from typing import ClassVar

import construct as cs

from binwriter.formats.declaration import Declared, Nested, csfield, defaulted, derived
from binwriter.formats.events.table_metadata import MetadataField
from binwriter.formats.primitives import (
    Bitmap,
    Bytes8,
    ByteTuple,
    Calculated,
    Int48ul,
    PackedBytes,
    PackedInt,
    TupleOf,
)


class TableMap(Declared):
    """One table (findings part 7, "Table_map").

    table_id: 48 bits. flags: TableMapFlag. schema, table: utf8mb3 names, 64 characters at most.
    column_types: as on the wire, so ENUM and SET are STRING. metadata: the types' parameters, one after the other.
    null_bits: a bit per column that may be NULL, lowest bit first. optional_metadata: in the order written.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({8})

    table_id: int = csfield(Int48ul)
    flags: int = csfield(cs.Int16ul)
    schema: bytes = csfield(Bytes8)
    schema_end: bytes = derived(cs.Const(b"\0"))
    table: bytes = csfield(Bytes8)
    table_end: bytes = derived(cs.Const(b"\0"))
    column_count: int = derived(Calculated(PackedInt, lambda context: len(context.column_types)))
    column_types: tuple[int, ...] = csfield(ByteTuple(lambda context: context.column_count))
    metadata: bytes = csfield(PackedBytes)
    null_bits: bytes = csfield(Bitmap(lambda context: context.column_count))
    optional_metadata: tuple[MetadataField, ...] = defaulted(TupleOf(Nested(MetadataField)), default=())

    def build(self) -> bytes:
        return _build_once(self)


@functools.lru_cache(maxsize=4096)
def _build_once(table_map: TableMap) -> bytes:
    """The same few maps are written again before every statement's rows."""
    return Declared.build(table_map)
