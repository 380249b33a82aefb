"""Table_map event: the number a table goes by in the rows events that follow, and its columns."""

from __future__ import annotations

import functools
from typing import Any, ClassVar, Self, cast

import construct as cs

from binwriter.formats.conditional_fields import Calculated, Implied, When, more_follows
from binwriter.formats.declaration import Declared, Nested, csfield, defaulted, derived
from binwriter.formats.events.parts.table_id import TableId, TableIdSize
from binwriter.formats.events.table_metadata import MetadataField
from binwriter.formats.primitives import Bitmap, Bytes8, ByteTuple, Context, PackedBytes, PackedInt, TupleOf


def _has_metadata(context: Context) -> bool:
    present: bool = context.has_metadata
    return present


class TableMap(Declared):
    """One table (findings part 7, "Table_map").

    table_id: 48 bits; table_id_size: its bytes, 6, or 4 in trees before 5.1.4. flags: TableMapFlag.
    schema, table: utf8mb3 names, 64 characters at most. column_types: as on the wire, so ENUM and SET are STRING.
    metadata: the types' parameters, one after the other. null_bits: a bit per column that may be NULL, lowest bit
    first. has_metadata: whether metadata and null bits are there at all; not so in early trees of 5.1.
    optional_metadata: in the order written.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({6, 8})

    table_id_size: int = defaulted(TableIdSize, default=6, kw_only=True)
    table_id: int = csfield(TableId)
    flags: int = csfield(cs.Int16ul)
    schema: bytes = csfield(Bytes8)
    schema_end: bytes = derived(cs.Const(b"\0"))
    table: bytes = csfield(Bytes8)
    table_end: bytes = derived(cs.Const(b"\0"))
    column_count: int = derived(Calculated(PackedInt, lambda context: len(context.column_types)))
    column_types: tuple[int, ...] = csfield(ByteTuple(lambda context: context.column_count))
    has_metadata: bool = defaulted(Implied(more_follows), default=True, kw_only=True)
    metadata: bytes = csfield(When(_has_metadata, PackedBytes, b""))
    null_bits: bytes = csfield(When(_has_metadata, Bitmap(lambda context: context.column_count), b""))
    optional_metadata: tuple[MetadataField, ...] = defaulted(TupleOf(Nested(MetadataField)), default=())

    def build(self) -> bytes:
        return _build_once(self)

    @classmethod
    def parse(cls, data: bytes, **context: Any) -> Self:
        if cls is not TableMap or len(data) > _REMEMBERED:
            return super().parse(data, **context)
        return cast(Self, _parse_once(data, context.get("event_type"), context.get("post_header")))


# bytes of a map that is worth remembering
_REMEMBERED = 4096


@functools.lru_cache(maxsize=4096)
def _build_once(table_map: TableMap) -> bytes:
    """The same few maps are written again before every statement's rows."""
    return Declared.build(table_map)


@functools.lru_cache(maxsize=1024)
def _parse_once(data: bytes, event_type: int | None, post_header: int | None) -> TableMap:
    """And read again."""
    return super(TableMap, TableMap).parse(data, event_type=event_type, post_header=post_header)
