"""Which literals of a statement that EXECUTE runs are values of its parameters: the others were there at PREPARE."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sqlglot import exp

from binwriter.server.execute.prepare.places import Places, value_places
from binwriter.sql.text.meta_keys import PARAMETER, PARAMETER_ITSELF, TYPED_LITERAL
from binwriter.sql.types.parameter_kinds import ParameterKind

_LITERALS = (exp.Literal, exp.HexString, exp.BitString)
_AROUND = (exp.Neg, exp.Cast)


def mark_parameters(
    node: object, text: str, places: Places, values: Sequence[str], kinds: Sequence[ParameterKind], *, makes_table: bool
) -> None:
    """node: the statement's tree, or the query that a new table is made of, read from the text with these values.
    kinds: of the parameters, where they have types."""
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
        _written(part, values[number]).meta[PARAMETER_ITSELF] = (
            number < len(kinds) and kinds[number] is ParameterKind.UNSIGNED
        )
        around = part.parent
        while isinstance(around, _AROUND):
            around.meta[PARAMETER] = makes_table
            around = around.parent


def _written(literal: exp.Expression, value: str) -> exp.Expression:
    """The whole of a value that is written with a sign, as a CAST or as a moment: what messages call ?."""
    parent = literal.parent
    if isinstance(parent, exp.Cast):
        own = parent.meta.get(TYPED_LITERAL) or value[:5].lower() == "cast("
    else:
        own = value.startswith("-") and isinstance(parent, exp.Neg)
    return parent if own and isinstance(parent, exp.Expression) else literal
