"""What a scan is bounded by."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp

from binwriter.catalog.tables import KeyPart
from binwriter.formats.records import dataclass
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression

Bounds = tuple[int | None, int | None]  # the lowest and the highest that may come, None without a bound
Ends = tuple[CompiledExpression | None, CompiledExpression | None]


@dataclass(frozen=True)
class Condition:
    """A conjunct that an index on `column` can use.

    How many ranges it makes; value: the constant of `column = constant`. below: whether a row stands in front of the
    range, for rows that are not in it. starts, ends: whether it has the least, or greatest, value of the
    range, which is in it. prefixed: as an index on the first so many characters serves it, None if it does not.
    bounds, points: of a column of whole numbers, where those that lie so, or are listed, are all that it lets through.
    within, listed: of other columns, see `sought`.
    """

    column: int
    equality: bool
    ranges: int
    test: Truth
    value: CompiledExpression | None = None
    below: Truth | None = None
    starts: Truth | None = None
    ends: Truth | None = None
    prefixed: Callable[[int], Condition | None] | None = None
    bounds: Bounds | None = None
    points: Sequence[int] | None = None
    within: Ends = (None, None)
    listed: tuple[CompiledExpression, ...] = ()

    def served_by(self, part: KeyPart) -> Condition | None:
        """As a part of an index serves it."""
        return self.prefixed(part.length) if part.length and self.prefixed is not None else self


def behind_nulls(column: int) -> Condition:
    """The range of an index in which the column has values."""
    return Condition(
        column,
        equality=False,
        ranges=1,
        test=lambda _, row: row[0][column] is not None,
        below=lambda _, row: row[0][column] is None,
    )


def named_column(node: exp.Expression, scope: Scope) -> int | None:
    """The number of the table's column that the node names."""
    if not isinstance(node, exp.Column) or is_program_name(node, scope):
        return None
    place = scope.place_of(node)
    return place[1] if place is not None else None


def is_program_name(node: exp.Column, scope: Scope) -> bool:
    """Whether a local variable or parameter of a stored program hides the column: it is a constant."""
    names = scope.context.program_names
    return names is not None and names.find(node.name, node.text("table") or None) is not None
