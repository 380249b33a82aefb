"""How many rows a server expects in a range of a key, and what reading them costs.

Captured from the optimizer trace of a 9.7.4. InnoDB counts the rows of a small table; MyISAM goes by the places of the
range's ends among the keys of a page, which is one row more at most ends. A MEMORY table's hash has no ranges.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.behaviour import Costs
from binwriter.mysql.engines import Engine
from binwriter.mysql.values.digits import whole_number

_RANGE = 0.01
_CLUSTERED_ROW = 0.000856  # of the table's one page
_KEYS_OF_BLOCK = 52  # of integers, in MyISAM's index file
SCAN_HANDICAP = 2.1
"""What the range optimizer adds to a scan of the table that it weighs against a range."""


@dataclass(frozen=True, slots=True)
class Range:
    """A range of integers. with_low, with_high: the ends belong to it."""

    low: int | None = None
    high: int | None = None
    with_low: bool = True
    with_high: bool = True

    def narrowed(self, comparison: exp.Expression) -> Range:
        """The range with `column < number` and its kin; the number is on the right."""
        value, kind = whole_number(str(comparison.expression.this)), type(comparison)
        if kind in (exp.LT, exp.LTE):
            return self if self.high is not None else replace(self, high=value, with_high=kind is exp.LTE)
        return self if self.low is not None else replace(self, low=value, with_low=kind is exp.GTE)


def is_bound(node: exp.Expression) -> bool:
    """Whether a condition is `column < number` or one of its kin."""
    if not isinstance(node, (exp.LT, exp.LTE, exp.GT, exp.GTE)) or not isinstance(node.this, exp.Column):
        return False
    number = node.expression
    return isinstance(number, exp.Literal) and not number.is_string and str(number.this).isdigit()


def bounds_of(node: exp.Expression) -> list[exp.Expression]:
    """A condition; BETWEEN as the two bounds that it is."""
    if not isinstance(node, exp.Between) or not isinstance(node.this, exp.Column):
        return [node]
    ends = ((exp.GTE, "low"), (exp.LTE, "high"))
    return [kind(this=node.this.copy(), expression=node.args[end].copy()) for kind, end in ends]


def expected_rows(engine: Engine, keys: Iterable[int], wanted: Range) -> int:
    """How many of the keys the server expects in the range: one at least."""
    ordered = sorted(keys)
    below = 0
    if wanted.low is not None:
        below = sum(1 for key in ordered if key < wanted.low or (key == wanted.low and not wanted.with_low))
    above = len(ordered)
    if wanted.high is not None:
        above = sum(1 for key in ordered if key < wanted.high or (key == wanted.high and wanted.with_high))
    if engine.two_phase:
        return max(1, above - below)
    count = len(ordered)
    start = floor(below / (count + 1) * count + 0.5) if wanted.low is not None else 0
    end = floor((above + 1) / (count + 1) * count + 0.5) if wanted.high is not None else count
    return max(1, end - start)


def range_cost(engine: Engine, rows: int, costs: Costs, *, covering: bool, clustered: bool) -> float:
    """What reading so many rows by a key costs, without looking at them. covering: the key has all that is asked;
    clustered: InnoDB's rows lie in its order."""
    pages: float = rows + 1
    if covering:
        pages = (rows + _KEYS_OF_BLOCK - 1) / _KEYS_OF_BLOCK
    if clustered or (covering and engine.two_phase):
        pages = rows if rows <= 2 else 1 + _CLUSTERED_ROW * rows
    return _RANGE + costs.row * rows + costs.page * pages
