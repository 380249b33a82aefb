"""As what InnoDB keeps a column: columns that are kept alike may refer to one another.

It knows whole numbers by their bytes and sign, the two floating numbers, texts by their collation, and all else as
bytes: a DECIMAL, a moment and a BIT are to it what a BINARY is; an ENUM, a SET, a YEAR and a DATE are whole numbers.

Source: MySQL manual, "FOREIGN KEY Constraints" (conditions); a 9.7.4 asked of every two types (captured:
clusters/types_that_refer).
"""

from __future__ import annotations

from binwriter.catalog.field_sizes import field_bytes
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.store.numbers import INTEGER_BITS

_TEXTS = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB})
_FLOATING = frozenset({ColumnType.FLOAT, ColumnType.DOUBLE})
# whole numbers that are none to the server, and whether they have no sign
_UNSIGNED = {ColumnType.ENUM: True, ColumnType.SET: True, ColumnType.YEAR: True, ColumnType.DATE: False}
# those of servers whose moments have no fractions: bytes, no sign (captured: captured-old/5.5.20/types_that_refer_row)
_WHOLE_MOMENTS = {ColumnType.TIME2: (3, False), ColumnType.DATETIME2: (8, False), ColumnType.TIMESTAMP2: (4, True)}


def kept_as(spec: ColumnSpec, *, fractions: bool) -> tuple[object, int]:
    """Equal for columns that may refer to one another; the second of it is the collation of texts, else 0.

    fractions: moments may have them, which is so from 5.6 on.
    """
    if spec.type in _TEXTS and spec.collation != BINARY_COLLATION_ID:
        return "text", spec.collation
    if spec.type in _FLOATING:
        return spec.type, 0
    if spec.type in INTEGER_BITS or spec.type in _UNSIGNED:
        return (field_bytes(spec), _UNSIGNED.get(spec.type, spec.unsigned)), 0
    if not fractions and spec.type in _WHOLE_MOMENTS:
        return _WHOLE_MOMENTS[spec.type], 0
    return "bytes", 0
