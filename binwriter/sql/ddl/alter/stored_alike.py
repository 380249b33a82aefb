"""Whether a column's new definition leaves its stored values as they are.

Source: MySQL manual, "Online DDL Operations".
"""

from __future__ import annotations

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace

_WIDENED = ("utf8mb3", "utf8mb4")  # whose characters are the same bytes


def same_storage(one: ColumnSpec, other: ColumnSpec, *, in_place: bool, recodes: bool = False) -> bool:
    """Whether rows need no copy: the same type, or (InnoDB only) a longer VARCHAR with as many length bytes.

    recodes: nor another collation or set, as long as the bytes are the same ones (captured: charsets_in_place).
    """
    if other.srid is None:  # one that is taken away asks nothing of the rows (captured: columns_with_srid)
        one = replace(one, srid=None)
    if replace(one, name="", nullable=True, visible=True) == replace(other, name="", nullable=True, visible=True):
        return True
    if one.type is other.type and one.type in (ColumnType.FLOAT, ColumnType.DOUBLE) and one.unsigned == other.unsigned:
        return True  # whatever digits are shown (captured: clusters/reals_in_narrow_columns)
    both = one.type is ColumnType.VARCHAR is other.type and one.collation == other.collation
    if in_place and both and one.length <= other.length:
        return (one.length < 256) == (other.length < 256)
    if recodes and one.type is other.type and one.collation != other.collation and _same_bytes(one, other):
        return True
    more = one.type is other.type and one.type in (ColumnType.ENUM, ColumnType.SET)
    return more and one.collation == other.collation and other.members[: len(one.members)] == one.members


def _same_bytes(one: ColumnSpec, other: ColumnSpec) -> bool:
    before, after = collation_by_id(one.collation), collation_by_id(other.collation)
    if one.type in (ColumnType.ENUM, ColumnType.SET):
        kept = other.members[: len(one.members)]
        return kept == one.members and all(before.encode(text) == after.encode(text) for text in kept)
    to_bytes = other.collation == BINARY_COLLATION_ID != one.collation
    if not (to_bytes or before.charset == after.charset or (before.charset, after.charset) == _WIDENED):
        return False
    if one.type is ColumnType.VARCHAR:
        return one.length <= other.length and (one.length < 256) == (other.length < 256)
    if one.type is ColumnType.STRING and not to_bytes:
        return one.length // before.mbmaxlen == other.length // after.mbmaxlen
    return one.length == other.length and one.type in (ColumnType.STRING, ColumnType.BLOB)
