"""What every family of column types offers: a codec per column, made once and used for each of its cells."""

from __future__ import annotations

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, ClassVar, NamedTuple

from binwriter.formats.columns.layout import Declaration, Layout, compiled, fixed_size
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import CellValue, ColumnValue, JsonDiffs, StoredCell
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError


class Fields(NamedTuple):
    """Cells of many rows, that is of each a field of fixed size, or bytes, or one behind the other.

    format: as `struct` has it, without the order of bytes, which is little-endian; "" without such a field.
    """

    format: str
    values: Sequence[Any] = ()
    behind: Sequence[bytes] | None = None


class ColumnCodec(ABC):
    """Values of one column <-> the bytes of its cells; and what a Table_map says of the column.

    spec: the column.
    wire_type: type code in the Table_map (ENUM and SET travel as STRING).
    metadata: the column's bytes in the Table_map's metadata block.
    layout: the construct declaration of a cell as stored.

    A codec never sees NULL: that is a bit of the row image (`row_image.RowFormat`).
    """

    metadata_size: ClassVar[int] = 0  # bytes of this type in the metadata block
    one_form: bool = False  # any bytes of a cell are what `encode` makes of the value that `decode` gives

    def __init__(self, spec: ColumnSpec, layout: Declaration, metadata: bytes = b"") -> None:
        self.spec = spec
        self.wire_type: int = int(spec.type)
        self.metadata = metadata
        self.layout = layout
        self._stored: Layout = compiled(layout)
        self._size = fixed_size(layout)

    @abstractmethod
    def encode(self, value: Any) -> bytes:
        """The cell's bytes. Raises EncodeError naming column, type, limit and value."""

    def encode_all(self, values: Sequence[Any]) -> list[bytes]:
        """The cells of many rows; the same as `encode` of each."""
        return [self.encode(value) for value in values]

    def fields(self, values: Sequence[Any], kinds: Collection[type]) -> Fields:
        """The same in a form that is quick to put together with other columns. kinds: the types of the values.

        A number may be out of its field's range: whoever puts the fields together finds that out.
        """
        cells = self.encode_all(values)
        is_fixed = self._size and set(map(len, cells)) == {self._size}
        return Fields(f"{self._size}s", cells) if is_fixed else Fields("", behind=cells)

    @abstractmethod
    def decode(self, data: bytes, offset: int) -> tuple[ColumnValue | JsonDiffs, int]:
        """The value at this offset and the offset after it. Raises CorruptLogError on bytes that cannot be one."""

    def decode_cell(self, data: bytes, offset: int) -> tuple[CellValue, int]:
        """As `decode`, but nothing is lost: a cell that `encode` would not give back comes as a `StoredCell`.

        Raises CorruptLogError only if the bytes end within the cell.
        """
        try:
            value, end = self.decode(data, offset)
        except CorruptLogError:
            _, end = self._stored.parse(data, offset)
            return StoredCell(data[offset:end]), end
        if self.one_form:
            return value, end
        stored = data[offset:end]
        try:
            same = self.encode(value) == stored
        except EncodeError:
            same = False
        return (value if same else StoredCell(stored, value)), end

    @classmethod
    def metadata_end(cls, metadata: bytes, offset: int) -> int:
        """Where the metadata of a column of this type ends in a Table_map's block, if it begins at this offset."""
        return offset + cls.metadata_size

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        """The fields of a ColumnSpec that a Table_map's metadata tells: the way back from `metadata`."""
        return {"type": wire_type}

    @property
    def sql_type(self) -> str:
        """The type as an error message names it."""
        return self.spec.type.name

    def error(self, problem: str, value: object) -> EncodeError:
        """The one form of every error about a value."""
        return EncodeError(f"column {self.spec.name!r}, {self.sql_type}: {problem}: {reprlib.repr(value)}")

    def wrong_type(self, value: object, expected: str) -> EncodeError:
        return self.error(f"the value must be {expected}, not {type(value).__name__}", value)

    def out_of_range(self, value: object, lowest: object, highest: object) -> EncodeError:
        return self.error(f"the value is not in the range {lowest} to {highest}", value)
