"""Columns as older servers had them.

Source: MySQL manual, "Date and Time Data Type Representation"; old-servers, section 5 (BIT, temporal types).
"""

from __future__ import annotations

from dataclasses import replace

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

# With digits after the second -> as before 5.6.4.
_WITHOUT_FRACTION = {
    ColumnType.TIME2: ColumnType.TIME,
    ColumnType.DATETIME2: ColumnType.DATETIME,
    ColumnType.TIMESTAMP2: ColumnType.TIMESTAMP,
}


def without_fraction(spec: ColumnSpec) -> ColumnSpec:
    """A TIME, DATETIME or TIMESTAMP as servers before 5.6.4 made it; any other column as it is.

    Raises EncodeError for a column with digits after the second: those servers had none.
    """
    old = _WITHOUT_FRACTION.get(spec.type)
    if old is None:
        return spec
    if spec.fsp:
        raise EncodeError(f"column {spec.name!r}: {old.name}({spec.fsp}): servers before 5.6.4 have no fractions")
    return replace(spec, type=old)


def with_whole_byte_bits(spec: ColumnSpec) -> ColumnSpec:
    """A BIT whose Table_map counts bytes only, as before the flag BIT_LEN_EXACT; any other column as it is.

    Its cells have the same bytes, but the limit of its values is lost: use it for the Table_map.
    """
    return replace(spec, length=(spec.length + 7) // 8 * 8) if spec.type is ColumnType.BIT else spec
