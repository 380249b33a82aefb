"""Which expressions may give something else each time they are evaluated."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.types import Stability, native_function


def is_volatile(node: exp.Expression, *, user_variables: bool = True) -> bool:
    """Whether the expression has random functions, assignments, or (unless told otherwise) user variables in it."""
    for part in node.find_all(exp.Parameter, exp.PropertyEQ, exp.Func):
        if isinstance(part, exp.Parameter):
            if user_variables:
                return True
        elif isinstance(part, exp.PropertyEQ) or changes_by_row(part):
            return True
    return False


def changes_by_row(part: object) -> bool:
    """Whether it calls a function that is asked anew for each row; a stored one may be."""
    if not isinstance(part, exp.Anonymous):
        return False
    function = native_function(part.name.upper())
    return function is None or function.stability is Stability.ROW
