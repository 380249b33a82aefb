"""What a scan is bounded by."""

from __future__ import annotations

from binwriter.formats.records import dataclass
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.types import CompiledExpression


@dataclass(frozen=True)
class Condition:
    """A conjunct that an index on `column` can use.

    How many ranges it makes; value: the constant of `column = constant`. below: whether a row stands in front of the
    range, for rows that are not in it.
    """

    column: int
    equality: bool
    ranges: int
    test: Truth
    value: CompiledExpression | None = None
    below: Truth | None = None
