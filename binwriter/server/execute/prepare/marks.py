"""Which literals of a statement that EXECUTE runs are values of its parameters: the others were there at PREPARE."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sqlglot import exp

from binwriter.server.execute.prepare.places import Places, value_places
from binwriter.sql.text.meta_keys import PARAMETER

_LITERALS = (exp.Literal, exp.HexString, exp.BitString)
_AROUND = (exp.Neg, exp.Cast)


def mark_parameters(node: object, text: str, places: Places, values: Sequence[str], *, makes_table: bool) -> None:
    """node: the statement's tree, or the query that a new table is made of, read from the text with these values."""
    if not places or not isinstance(node, exp.Expression):
        return
    spans = value_places(text, places, list(values))
    starts = [start for start, _ in spans]
    for part in node.find_all(*_LITERALS):
        start = part.meta.get("start", -1)
        number = bisect_right(starts, start) - 1
        if number < 0 or start >= spans[number][1]:
            continue
        part.meta[PARAMETER] = makes_table
        around = part.parent
        while isinstance(around, _AROUND):
            around.meta[PARAMETER] = makes_table
            around = around.parent
