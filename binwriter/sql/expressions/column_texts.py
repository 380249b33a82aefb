"""What servers before 8.0 make of a VARCHAR column's bytes where a number is asked for (captured:
texts_as_numbers_statement).

They count the bytes of the length in front of the text with the wrong sign, so that a rest exactly twice as long as
those is taken for none, and tell of the text as a C string: up to its first byte that is no UTF-8.
"""

from __future__ import annotations

from binwriter.formats.collations import collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import ExprType

_LONGEST_OF_ONE_LENGTH_BYTE = 255  # bytes


def passes_for_whole(size: int, read: int, type_: ExprType, context: StatementContext) -> bool:
    """Whether nothing is told of a text of `size` bytes, of which `read` were a number."""
    if context.variables.behaviour.measures_varchars or not (type_.of_column and type_.column is ColumnType.VARCHAR):
        return False
    longest = type_.length * collation_by_id(type_.collation).mbmaxlen
    return size - read == 2 * (1 if longest <= _LONGEST_OF_ONE_LENGTH_BYTE else 2)


def beginning_in_utf8(data: bytes) -> str:
    """The longest beginning that is UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        return data[: error.start].decode()
