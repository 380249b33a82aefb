"""Which expressions may give something else each time they are evaluated."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.text.known_trees import once_a_tree
from binwriter.sql.types import Stability, native_function

_VOLATILE = (Stability.ROW, Stability.EFFECT)


def is_volatile(node: exp.Expression, *, user_variables: bool = True) -> bool:
    """Whether the expression has random functions, assignments, or (unless told otherwise) user variables in it."""
    functions, variables = _volatile_parts(node)
    return functions or (user_variables and variables)


@once_a_tree
def _volatile_parts(node: exp.Expression) -> tuple[bool, bool]:
    """Whether there are random functions or assignments, and whether there are user variables."""
    functions = variables = False
    for part in node.find_all(exp.Parameter, exp.PropertyEQ, exp.Func):
        if isinstance(part, exp.Parameter):
            variables = True
        elif isinstance(part, exp.PropertyEQ) or _stability(part) in _VOLATILE:
            functions = True
    return functions, variables


def is_asked_anew(part: object) -> bool:
    """Whether it calls a function that is computed for each row; a stored one may be."""
    return _stability(part) is Stability.ROW


def _stability(part: object) -> Stability:
    if not isinstance(part, exp.Anonymous):
        return Stability.CONSTANT
    function = native_function(part.name.upper())
    return Stability.ROW if function is None else function.stability
