"""Whether a column's new definition leaves its stored values as they are.

Source: MySQL manual, "Online DDL Operations".
"""

from __future__ import annotations

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace


def same_storage(one: ColumnSpec, other: ColumnSpec, *, in_place: bool) -> bool:
    """Whether rows need no copy: the same type, or (InnoDB only) a longer VARCHAR with as many length bytes."""
    if other.srid is None:  # one that is taken away asks nothing of the rows (captured: columns_with_srid)
        one = replace(one, srid=None)
    if replace(one, name="", nullable=True, visible=True) == replace(other, name="", nullable=True, visible=True):
        return True
    both = one.type is ColumnType.VARCHAR is other.type and one.collation == other.collation
    if in_place and both and one.length <= other.length:
        return (one.length < 256) == (other.length < 256)
    more = one.type is other.type and one.type in (ColumnType.ENUM, ColumnType.SET)
    return more and one.collation == other.collation and other.members[: len(one.members)] == one.members
