"""The widths of integers that servers before 8.0 make of an item.

CREATE TABLE .. SELECT shows them: `a + 1` of an INT is a bigint(12). Every number was read from tables that a 5.5.62,
a 5.6.24 and a 5.7.29 made (tests/golden/captured-old, createsel); an item's width is its greatest length.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.expressions.numbers import INT64_MAX
from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.expressions import measure
from binwriter.sql.types.functions import called
from binwriter.sql.types.kinds import Lookup, Measure, as_number
from binwriter.sql.types.numbers import first_known, whole
from binwriter.sql.types.record import Old

_FIRST_WITH_WIDER_MOMENTS = 50600
_FIRST_WITH_CAPPED_CASTS = 50600
_FIRST_WITH_LONGER_USERS = 50700
_FIRST_WITH_SIGNS = 80000

# A function becomes a BIGINT beyond so many characters, any other item from so many on.
_LONGEST_INT_OF_FUNCTION = 11
_SHORTEST_BIGINT_OF_ITEM = 10

_EXTRACTED = {"YEAR": 4, "YEAR_MONTH": 6, "DAY_SECOND": 13, "DAY_HOUR": 9, "DAY_MINUTE": 11}
_EXTRACTED_PART = 2
_WIDEST = {
    ColumnType.TINY: 4,
    ColumnType.SHORT: 6,
    ColumnType.INT24: 9,
    ColumnType.LONG: 11,
    ColumnType.LONGLONG: 20,
}


@dataclass(frozen=True, slots=True)
class OldInteger:
    """The type of an integer column and the width it is shown with."""

    type: ColumnType
    width: int
    unsigned: bool


def old_integer(node: exp.Expression, lookup: Lookup, version: int, subquery: int | None = None) -> OldInteger | None:
    """What an item of integers becomes; None for an item of another kind. subquery: the length of what it gives."""
    if isinstance(node, exp.Subquery):
        if subquery is not None and version < _FIRST_WITH_SIGNS:
            subquery -= _has_room_for_sign(node, node.unnest().expressions[:1], subquery)
        return None if subquery is None else OldInteger(type_of_width(subquery), subquery, False)
    function, arguments = called(node)
    old = Old() if function is None else function.old
    measured = measure(node, lookup)
    if measured is None and old.width is not None:
        measured = Measure(Kind.INT, old.width)
    if measured is None or measured.kind not in (Kind.INT, Kind.YEAR):
        return None
    length = _length(node, measured, lookup)
    if isinstance(node, exp.Cast) and version < _FIRST_WITH_CAPPED_CASTS:
        length = _of_cast_text(node, lookup, length)
    if version < _FIRST_WITH_SIGNS:
        length -= _has_room_for_sign(node, arguments, length)
    if isinstance(node, (exp.Literal, exp.Neg)) and _is_literal(node):
        text = str(node.name or node.this.name)
        unsigned = isinstance(node, exp.Literal) and int(text) > INT64_MAX
        return OldInteger(type_of_width(len(text)), length, unsigned)
    unsigned = measured.unsigned and measured.kind is Kind.INT and version >= old.unsigned_since
    if old.unsigned_since and unsigned:
        length = measured.length
    if old.before_5_6 is not None and version < _FIRST_WITH_WIDER_MOMENTS:
        length = old.before_5_6
    if function is not None and function.type is first_known:
        if all(isinstance(argument, exp.Column) for argument in arguments):
            return OldInteger(next(kind for kind, widest in _WIDEST.items() if length <= widest), length, unsigned)
        if any(map(_is_literal, arguments)):
            return OldInteger(ColumnType.LONGLONG, length, unsigned)
    return OldInteger(ColumnType.LONGLONG if length > _LONGEST_INT_OF_FUNCTION else ColumnType.LONG, length, unsigned)


def old_name_length(node: exp.Expression, version: int, version_text: str) -> int | None:
    """The characters of what USER(), DATABASE() or VERSION() may give; None for another item."""
    function, _ = called(node)
    if function is None or function.old.characters is None:
        return None
    longer = function.old.longer if version >= _FIRST_WITH_LONGER_USERS else 0
    return function.old.characters + longer or len(version_text)


def type_of_width(length: int) -> ColumnType:
    """Of an item of integers that is no function."""
    return ColumnType.LONGLONG if length >= _SHORTEST_BIGINT_OF_ITEM else ColumnType.LONG


def _has_room_for_sign(node: exp.Expression, arguments: Sequence[exp.Expression], length: int) -> bool:
    """Whether the length counts a sign that a number which stands as it is has not (captured: columns_of_items_row)."""
    function, _ = called(node)
    if isinstance(node, (exp.IntDiv, exp.Mod, exp.Cast)):
        arguments = [node.this]
    elif (
        not arguments
        or isinstance(node, exp.Neg)
        or (
            function is not None
            and not (function.name == "MOD" or function.name == "IFNULL" or function.name == "NULLIF")
        )
    ):
        return False
    texts = [str(one.this) for one in arguments if not isinstance(one, exp.Null)]
    literal = all(isinstance(one, (exp.Literal, exp.Null)) and not one.is_string for one in arguments)
    return literal and length == max(map(len, texts), default=length) + 1


def _of_cast_text(node: exp.Cast, lookup: Lookup, length: int) -> int:
    """Of a text that is cast to an integer: all of its characters (captured: 5.5.20/columns_rolled_up_row)."""
    inner = measure(node.this, lookup)
    is_column = isinstance(node.this, exp.Column)
    return inner.length if inner is not None and inner.kind is Kind.STRING and is_column else length


def _is_literal(node: exp.Expression) -> bool:
    return isinstance(node.this if isinstance(node, exp.Neg) else node, exp.Literal)


def _length(node: exp.Expression, measured: Measure, lookup: Lookup) -> int:
    """How many characters an item shows at most."""
    if isinstance(node, exp.Literal):
        return len(str(node.this))
    if isinstance(node, exp.PropertyEQ):  # @name := value
        return _length(node.expression, measured, lookup)
    if isinstance(node, exp.Neg):
        inner = measure(node.this, lookup)
        return 1 + (len(str(node.this.this)) if _is_literal(node) else inner.length if inner else 0)
    if isinstance(node, exp.Extract):
        return _EXTRACTED.get(node.name.upper(), _EXTRACTED_PART)
    if isinstance(node, exp.Cast):
        inner = measure(node.this, lookup)
        return measured.length if inner is None else min(inner.length, measured.length)
    function, arguments = called(node)
    if isinstance(node, (exp.If, exp.Case)):
        lengths = [
            _length(argument, part, lookup) for argument in arguments if (part := measure(argument, lookup)) is not None
        ]
        return max(lengths, default=measured.length)
    if function is not None and function.type is whole and (inner := measure(arguments[0], lookup)) is not None:
        number = as_number(inner)
        return number.length - (number.scale + 1 if number.scale else 0) + 2
    width = None if function is None else function.old.width
    return measured.length if width is None else width
