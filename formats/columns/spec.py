"""What the encoder must know of a column: its binlog type and the parameters of that type.

Names follow MySQL's `Field` classes; units are given per field. This is the only description of a column
that reaches the bytes: Table_map metadata and row cells are both functions of it.
"""

from __future__ import annotations

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """The binlog's view of one column.

    type: the *real* type as MySQL's `Field::real_type()` has it: ENUM is `ColumnType.ENUM`, SET is `ColumnType.SET`,
        CHAR/BINARY are `STRING`, VARCHAR/VARBINARY are `VARCHAR`, every TEXT/BLOB is `BLOB`,
        fractional temporal types are `TIME2`, `DATETIME2`, `TIMESTAMP2`. (In a Table_map ENUM and SET become STRING;
        that mapping belongs to the encoder, not to this value.)
    unsigned: for numeric types (YEAR counts as unsigned).
    length: bytes at most for STRING, VARCHAR (characters times the character set's mbmaxlen);
        bits for BIT; bytes of the length prefix (1 to 4) for BLOB, JSON and GEOMETRY; dimensions for VECTOR;
        for ENUM and SET the bytes of a cell, used only when `members` is empty (a reader that was not told them);
        else 0.
    precision, scale: DECIMAL's digits in all and after the point; 0 for other types.
    fsp: digits after the second (0 to 6) of TIME2, DATETIME2, TIMESTAMP2.
    collation: MySQL's collation id; 63 (binary) for types without characters.
    members: names of an ENUM or SET in their order.
    geometry_type: 0 GEOMETRY, 1 POINT, ... 7 GEOMETRYCOLLECTION.
    srid: of a geometry column that takes values with this SRID only; no log tells it.
    visible: False for an INVISIBLE column and for a generated invisible primary key.
    element_metadata: of TYPED_ARRAY: type code and metadata of its elements, as in a Table_map.
    """

    name: str
    type: ColumnType
    nullable: bool = True
    unsigned: bool = False
    length: int = 0
    precision: int = 0
    scale: int = 0
    fsp: int = 0
    collation: int = 63
    members: tuple[str, ...] = ()
    geometry_type: int = 0
    visible: bool = True
    srid: int | None = None
    element_metadata: bytes = b""
