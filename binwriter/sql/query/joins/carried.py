"""What holds of a column by way of the columns that equal it: a key of any of them may find the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.sql.expressions.scope import Source, SourceColumn
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.access.range_estimates import is_bound
from binwriter.sql.query.joins.conditions import Place, classes_of, is_of_constant, written
from binwriter.sql.query.joins.silent import is_whole

_CHARACTERS = {ColumnType.STRING, ColumnType.VARCHAR}
_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR)
_DIGITS = pattern(r"[0-9]{1,18}")
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})


def carried(
    conditions: Sequence[exp.Expression], sources: Sequence[Source], place: Callable[[exp.Expression], Place | None]
) -> Iterator[exp.Expression]:
    """b.y = constant and b.y < number, of such a condition of a.x where a.x = b.y: a key of either may find the rows.

    conditions: of which all hold. place: where a column is.
    """
    equal = classes_of(
        (place(node.this), place(node.expression))
        for node in conditions
        if isinstance(node, exp.EQ) and isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Column)
    )
    said = [
        (node, at)
        for node in conditions
        if (is_bound(node) or is_of_constant(node)) and (at := place(node.this)) is not None
    ]
    for node, at in said:
        kind = type(node)
        others = next((places for places in equal if at in places), set()) - {at}
        for slot, index in sorted(others):
            if not _are_alike(sources[at[0]].columns[at[1]], sources[slot].columns[index], node.expression):
                continue
            if kind is exp.EQ and any(is_of_constant(other) and of == (slot, index) for other, of in said):
                continue
            yield kind(this=written(sources, slot, index), expression=node.expression.copy())


def _are_alike(left: SourceColumn, right: SourceColumn, constant: exp.Expression) -> bool:
    """Whether what compares one column with the constant holds of another one that equals it, and tells nothing."""
    is_text = isinstance(constant, exp.Literal) and constant.is_string
    if is_whole(left) and is_whole(right):
        return not is_text or _DIGITS.fullmatch(constant.name) is not None
    if left.column is None or right.column is None:
        return False
    one, other = left.column.spec, right.column.spec
    same = one.type is other.type or {one.type, other.type} == _CHARACTERS
    if one.type in _MEMBERS or not same or one.collation != other.collation:
        return False
    if left.type.kind is Kind.STRING:  # equal texts need not be equal numbers
        return is_text
    return not is_text or left.type.kind not in _NUMBERS
