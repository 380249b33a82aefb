"""What a server asks for once: constants that are no literals, in a statement; what is looked for in a list, in a row.

One that has to become another type to be compared is kept as that type wherever the comparison stands. Others are kept
in conditions of queries alone: WHERE, ON and HAVING, not those of UPDATE and DELETE of one table. It is asked for when
the first row is compared, after the operand on the left side, and what it warns of is said once (as a 9.7.4 answers,
cluster constants_asked_once). What a program compares is asked for anew each time.

What IN and CASE look for is asked for once for all members that it is compared with in one way: as an INT, a DECIMAL, a
REAL, a text or a moment (cluster operands_of_lists).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.constants import condition_of
from binwriter.sql.expressions.conditions.keys import Key
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Eval, Kind

CONDITIONS = frozenset({"where clause", "on clause", "having clause"})
_EXACT = frozenset({Kind.INT, Kind.DECIMAL})
_NUMBERS = frozenset({*_EXACT, Kind.REAL})
_REALS = frozenset({Kind.REAL, Kind.STRING})  # beside which numbers are compared as REALs
_UNASKED: Any = object()
_NAMES = count()
Test = Callable[[Any, Any], bool]


def kept_of(
    node: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope
) -> tuple[bool, bool]:
    """Which of the operands of a comparison is asked for once: one that is constant, where the other is not."""
    return _is_kept(node, left, right, scope), _is_kept(node, right, left, scope)


def converted_of(left: CompiledExpression, right: CompiledExpression, scope: Scope) -> tuple[bool, bool]:
    """The same of two constants of which one is a text and the other a number: the text."""
    kinds = left.type.kind, right.type.kind
    if Kind.STRING not in kinds or not (_NUMBERS.intersection(kinds) and may_be_kept(left, scope)):
        return False, False
    return kinds[0] is Kind.STRING, kinds[1] is Kind.STRING


def _is_kept(node: exp.Expression, operand: CompiledExpression, other: CompiledExpression, scope: Scope) -> bool:
    own, kind = operand.type.kind, other.type.kind
    if not operand.constant or other.constant or other.items or own.temporal or kind.temporal:
        return False
    if Kind.DECIMAL in (own, kind) and Kind.STRING in (own, kind):
        return False  # such are compared in a way of their own
    converted = (own is not kind and own is Kind.STRING) or (own in _EXACT and kind in _REALS)
    return is_kept(node, operand, scope, anywhere=converted)


def may_be_kept(operand: CompiledExpression, scope: Scope) -> bool:
    """Whether it is a constant of a statement, and in no program."""
    return is_single(operand) and scope.context.program_names is None


def is_single(operand: CompiledExpression) -> bool:
    """Whether it is a constant, no row of them, no query."""
    return operand.constant and not operand.items and operand.query is None


def is_kept(node: exp.Expression, operand: CompiledExpression, scope: Scope, *, anywhere: bool = False) -> bool:
    """Whether an operand of the node is a constant whose value is kept, anywhere or in conditions of queries."""
    if not may_be_kept(operand, scope):
        return False
    if anywhere:
        return True
    if scope.clause not in CONDITIONS:
        return False
    end = condition_of(node, scope)
    return end is not None and (len(scope.sources) > 1 or not isinstance(end.parent, (exp.Update, exp.Delete)))


def asked_once(constant: CompiledExpression, key: Key | None = None, name: object = None) -> Eval:
    """The value of a constant, or the key of one that is not NULL, kept for the length of a statement.

    name: of what is compiled more than once.
    """
    name, ask = f"once {next(_NAMES) if name is None else name}", constant.eval

    def evaluate(context: StatementContext, row: Any) -> Any:
        kept = context.folded.get(name, _UNASKED)
        if kept is _UNASKED:
            kept = ask(context, ())
            if key is not None and kept is not None:
                kept = key(context, kept)
            context.folded[name] = kept
        return kept

    return evaluate


def keys_of(
    operands: tuple[CompiledExpression, CompiledExpression], keys: tuple[Key, Key], kept: tuple[bool, bool]
) -> tuple[Eval, Eval]:
    """Of two operands what answers the keys of their values. kept: which of them is asked for once."""
    one, two = (
        asked_once(operand, key) if is_kept else _keyed(operand, key)
        for operand, key, is_kept in zip(operands, keys, kept, strict=True)
    )
    return one, two


def compared(left: Eval, right: Eval, test: Test) -> Eval:
    """Of the keys of two operands: NULL where one is NULL; the right one is not asked for where the left one is."""

    def evaluate(context: StatementContext, row: Any) -> Any:
        one = left(context, row)
        if one is None:
            return None
        two = right(context, row)
        if two is None:
            return None
        return 1 if test(one, two) else 0

    return evaluate


def _keyed(operand: CompiledExpression, key: Key) -> Eval:
    """The key of an operand's value, which is asked for in each row."""
    ask = operand.eval

    def evaluate(context: StatementContext, row: Any) -> Any:
        value = ask(context, row)
        return None if value is None else key(context, value)

    return evaluate


class OnceARow:
    """What is asked for once for all members of a list that it is compared with in one way."""

    __slots__ = ("_name",)

    def __init__(self) -> None:
        self._name = f"once a row {next(_NAMES)}"

    def begin(self, context: StatementContext) -> None:
        """What is evaluated from here on is of another row."""
        context.folded[self._name] = {}

    def kept(self, operand: CompiledExpression, way: object) -> CompiledExpression:
        """way: what is the same for members that are compared with the same value (`way_of`)."""
        if operand.items:
            return replace(operand, items=tuple([self.kept(item, (way, i)) for i, item in enumerate(operand.items)]))
        ask, name = operand.eval, self._name

        def evaluate(context: StatementContext, row: Any) -> Any:
            known: Any = context.folded.get(name)
            if known is None:  # a constant is asked for before there are rows
                return ask(context, row)
            value = known.get(way, _UNASKED)
            if value is _UNASKED:
                value = known[way] = ask(context, row)
            return value

        return replace(operand, eval=evaluate)

    def is_null(self, context: StatementContext, way: object) -> bool:
        """Whether it was asked for in that way and is NULL."""
        known: Any = context.folded.get(self._name, {})
        return known.get(way, _UNASKED) is None


def way_of(left: CompiledExpression, right: CompiledExpression) -> Kind:
    """As what two operands are compared: moments as such, texts as texts, whole numbers as INT, exact ones as DECIMAL,
    all others as REAL."""
    kinds = {left.type.kind, right.type.kind} - {Kind.NULL}
    temporal = next((kind for kind in kinds if kind.temporal), None)
    if temporal is not None or len(kinds) == 1:
        return temporal or kinds.pop()
    return Kind.DECIMAL if kinds <= _EXACT else Kind.REAL
