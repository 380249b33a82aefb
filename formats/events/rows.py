"""Rows events: write, update, delete, in versions pre-GA (trees of 5.1), 1 (5.1 to 5.5), 2; partial JSON updates."""

from __future__ import annotations

from typing import Any

import construct as cs

from binwriter.formats.constants import EventType
from binwriter.formats.declaration import Declared, csfield, defaulted, given
from binwriter.formats.events.parts.table_id import SHORT_POST_HEADER, TableId, TableIdSize
from binwriter.formats.primitives import Bitmap, Codec, Context, PackedInt, read_exactly

ROWS_PRE_GA = frozenset(
    {EventType.PRE_GA_WRITE_ROWS, EventType.PRE_GA_UPDATE_ROWS, EventType.PRE_GA_DELETE_ROWS},
)
ROWS_V1 = frozenset({EventType.WRITE_ROWS_V1, EventType.UPDATE_ROWS_V1, EventType.DELETE_ROWS_V1})
_WITHOUT_EXTRA = ROWS_PRE_GA | ROWS_V1
_WITH_BEFORE_IMAGE = frozenset(
    {
        EventType.PRE_GA_UPDATE_ROWS,
        EventType.PRE_GA_DELETE_ROWS,
        EventType.UPDATE_ROWS_V1,
        EventType.DELETE_ROWS_V1,
        EventType.UPDATE_ROWS,
        EventType.DELETE_ROWS,
        EventType.PARTIAL_UPDATE_ROWS,
    }
)
# A pre-GA update has one bitmap, which stands for both images.
_WITH_AFTER_IMAGE = frozenset(
    {
        EventType.PRE_GA_WRITE_ROWS,
        EventType.WRITE_ROWS_V1,
        EventType.UPDATE_ROWS_V1,
        EventType.WRITE_ROWS,
        EventType.UPDATE_ROWS,
        EventType.PARTIAL_UPDATE_ROWS,
    }
)
_OLD_POST_HEADERS = frozenset({SHORT_POST_HEADER, 8})
_POST_HEADERS = frozenset({10})


class ExtraRowInfo(Codec):
    """Version 2 only: a length that counts its own two bytes, then the extra data (NDB, partition id)."""

    def read(self, stream: Any, context: Context) -> bytes:
        if context.type in _WITHOUT_EXTRA:
            return b""
        length = int.from_bytes(read_exactly(stream, 2), "little")
        if length < 2:
            raise cs.RangeError(f"extra row info of {length} bytes cannot count itself")
        return read_exactly(stream, length - 2)

    def write(self, value: bytes, stream: Any, context: Context) -> None:
        if context.type not in _WITHOUT_EXTRA:
            stream.write(cs.Int16ul.build(len(value) + 2))
        elif value:
            raise cs.StreamError("version 1 and before has no extra row info")
        stream.write(value)


class ImageBitmap(Bitmap):
    """The bitmap of the columns in one image, for the types that have that image."""

    def __init__(self, types: frozenset[EventType]) -> None:
        super().__init__(lambda context: context.column_count)
        self.types = types

    def read(self, stream: Any, context: Context) -> bytes | None:  # type: ignore[override]
        return super().read(stream, context) if context.type in self.types else None

    def write(self, value: bytes | None, stream: Any, context: Context) -> None:
        if (value is not None) != (context.type in self.types):
            raise cs.StreamError("a bitmap of an image that this event type has not, or none where it has one")
        if value is not None:
            super().write(value, stream, context)


class Rows(Declared):
    """Rows of one table, one kind of change, one choice of columns (findings part 7, "Rows events v2").

    type: which rows event it is (from the header; not in the body). table_id, table_id_size: of the Table_map before.
    flags: RowsFlag. extra: extra row info without its length (`extra_row_info` has its parts). columns_before,
    columns_after: a bit per column that stands in the image, lowest bit first; None where the type has no such image
    (a pre-GA update has one bitmap for both images: columns_before). rows: null bits and values of each row's images
    (PARTIAL_UPDATE_ROWS: with JSON diffs).
    """

    type: EventType = csfield(given("event_type"))
    table_id_size: int = defaulted(TableIdSize, default=6, kw_only=True)
    table_id: int = csfield(TableId)
    flags: int = csfield(cs.Int16ul)
    extra: bytes = csfield(ExtraRowInfo())
    column_count: int = csfield(PackedInt)
    columns_before: bytes | None = csfield(ImageBitmap(_WITH_BEFORE_IMAGE))
    columns_after: bytes | None = csfield(ImageBitmap(_WITH_AFTER_IMAGE))
    rows: bytes = csfield(cs.GreedyBytes)

    @classmethod
    def post_headers_of(cls, event_type: int) -> frozenset[int]:
        return _OLD_POST_HEADERS if event_type in _WITHOUT_EXTRA else _POST_HEADERS
