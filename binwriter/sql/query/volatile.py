"""Which expressions may give something else each time they are evaluated."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.functions.names import NATIVE_FUNCTIONS

_VOLATILE = frozenset({"RAND", "UUID", "UUID_SHORT", "SLEEP", "LAST_INSERT_ID", "GET_LOCK", "RANDOM_BYTES"})


def is_volatile(node: exp.Expression, *, user_variables: bool = True) -> bool:
    """Whether the expression has random functions, assignments, or (unless told otherwise) user variables in it."""
    for part in node.find_all(exp.Parameter, exp.PropertyEQ, exp.Func):
        if isinstance(part, exp.Parameter):
            if user_variables:
                return True
        elif isinstance(part, exp.PropertyEQ) or part.name.upper() in _VOLATILE:
            return True
        elif isinstance(part, exp.Anonymous) and part.name.upper() not in NATIVE_FUNCTIONS:
            return True  # a stored function
    return False
