"""How deep operators and functions may be in each other before a server's thread has no stack left.

A 9.7.4 looks at its stack (1 MiB) where it resolves an operator or a function; each kind takes bytes of its own, and
they add up. The bytes are those that its messages tell, one level beyond what it answers (captured: limits/levels).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.sql.programs.nesting import stack_overrun
from binwriter.sql.types.functions import function_of
from binwriter.sql.types.record import STACK_OF_A_CALL

_STACK, _NEEDED, _BELOW = 1_048_576, 40_000, 10_464  # bytes: of a thread, that must be free, below an expression
_BYTES_OF_TEXTS = 528  # of functions that bring their arguments to one collation
_BYTES_OF_KINDS: dict[type[exp.Expr], int] = {
    **dict.fromkeys((exp.Collate, exp.Substring, exp.Trim), _BYTES_OF_TEXTS),
    **dict.fromkeys((exp.If, exp.In), 544),
    exp.Between: 576,
    exp.Is: 752,
    exp.Case: 2192,
}
_COUNTED = (exp.Func, exp.Binary, exp.Unary, exp.Between, exp.In)
# AND and OR are lists, brackets are nothing, NOT turns round what is behind it, EXISTS is counted by its query.
_UNCOUNTED = (exp.Connector, exp.Paren, exp.Not, exp.Exists, exp.PropertyEQ)


def check_stack(tree: exp.Expr) -> None:
    """ER_STACK_OVERRUN_NEED_MORE for a tree that is deeper than a server's stack."""
    waiting: list[tuple[exp.Expr, int]] = [(tree, _BELOW)]
    while waiting:
        node, used = waiting.pop()
        used += _bytes_of(node)
        if used > _STACK - _NEEDED:
            raise stack_overrun(used, _NEEDED)
        waiting += ((child, used) for child in _inside(node))


def _inside(node: exp.Expr) -> Iterator[exp.Expr]:
    """What is in the node; of CASE what is in its arms."""
    for child in node.iter_expressions():
        if isinstance(node, exp.Case) and isinstance(child, exp.If):
            yield from child.iter_expressions()
        else:
            yield child


def _bytes_of(node: exp.Expr) -> int:
    """How much of the stack it takes."""
    if not isinstance(node, _COUNTED) or (isinstance(node, _UNCOUNTED) and not isinstance(node, exp.Xor)):
        return 0
    if isinstance(node, exp.Is) and isinstance(node.expression, exp.Boolean):
        return 0 if isinstance(node.this.unnest(), exp.Is) else STACK_OF_A_CALL  # tests of tests are one
    if isinstance(node, exp.Anonymous):
        function = function_of(node)
        return STACK_OF_A_CALL if function is None else function.stack
    return _BYTES_OF_KINDS.get(type(node), STACK_OF_A_CALL)
