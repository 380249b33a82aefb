"""Column types that hardly ever stand in a log: NULL, DECIMAL from before 5.0.3, arrays of multi-valued indexes.

Source: MySQL manual, "Precision Math" ("DECIMAL Data Type Changes": a string of digits before 5.0.3), "Multi-Valued
Indexes"; MySQL's Field_null, Field_decimal and Field_typed_array. No sample of a real log has one: a cell that is not
as described here is kept as it is stored (`StoredCell`), as long as its length is right.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.json.documents import JsonCodec
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError

_TYPE_BYTES = 1
# Bytes of metadata of an array's elements: VARCHAR has three here, for lengths that need more than two.
_ELEMENT_METADATA: dict[int, int] = {
    ColumnType.VARCHAR: 3,
    ColumnType.NEWDECIMAL: 2,
    ColumnType.LONGLONG: 0,
    ColumnType.DATE: 0,
    ColumnType.NEWDATE: 0,
    ColumnType.YEAR: 0,
    ColumnType.TIME2: 1,
    ColumnType.DATETIME2: 1,
}


class NullCodec(ColumnCodec):
    """NULL, a column that can hold nothing else (`CREATE TABLE ... SELECT NULL` before 4.1): no metadata, no bytes."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, cs.Bytes(0))

    def encode(self, value: Any) -> NoReturn:
        raise self.error("this column holds only NULL", value)

    def decode(self, data: bytes, offset: int) -> NoReturn:
        raise CorruptLogError(f"column {self.spec.name!r}: a column of type NULL has a value")


class OldDecimalCodec(ColumnCodec):
    """DECIMAL as servers before 5.0.3 made it, in tables that were never rebuilt: its text, right-aligned.

    spec.length: bytes of a cell, sign and point included; spec.scale: digits after the point. No metadata, so a reader
    must be told both: cells of an unknown length (0) cannot be read.
    """

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, cs.Bytes(spec.length))

    @property
    def sql_type(self) -> str:
        return f"DECIMAL of {self.spec.length} bytes"

    def encode(self, value: Any) -> bytes:
        if type(value) is not Decimal:
            raise self.wrong_type(value, "Decimal")
        if not value.is_finite():
            raise self.error("neither NaN nor infinity can be stored", value)
        text = f"{value:.{self.spec.scale}f}"
        if Decimal(text) != value:
            raise self.error(f"more than {self.spec.scale} digits after the point", value)
        if len(text) > self.spec.length:
            raise self.error(f"{len(text)} characters are more than the limit of {self.spec.length}", value)
        return text.rjust(self.spec.length).encode()

    def decode(self, data: bytes, offset: int) -> tuple[Decimal, int]:
        if not self.spec.length:
            raise CorruptLogError("a DECIMAL from before 5.0.3: its length is not in the log")
        text, end = self._stored.parse(data, offset)
        try:
            return Decimal(text.decode("ascii")), end
        except (InvalidOperation, UnicodeDecodeError):
            raise CorruptLogError(f"value at offset {offset} is no DECIMAL: {text!r}") from None

    def decode_cell(self, data: bytes, offset: int) -> Any:
        return super().decode_cell(data, offset) if self.spec.length else self.decode(data, offset)


class TypedArrayCodec(JsonCodec):
    """The hidden column of a multi-valued index: a JSON array. Metadata: the elements' type and its metadata.

    Servers since 8.0.18 leave hidden columns out of rows events.
    """

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec)
        self.metadata = spec.element_metadata

    @classmethod
    def metadata_end(cls, metadata: bytes, offset: int) -> int:
        if offset >= len(metadata) or metadata[offset] not in _ELEMENT_METADATA:
            raise CorruptLogError("Table_map: an array's elements are of no type that it can have")
        return offset + _TYPE_BYTES + _ELEMENT_METADATA[metadata[offset]]

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        return {"type": wire_type, "element_metadata": metadata}
