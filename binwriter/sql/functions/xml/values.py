"""The values of paths: nodes, numbers, texts and truths, how they compare, and XPath's functions of them.

Source: MySQL manual, "XML Functions", and what a 9.7.4 answered (captured: clusters/xml_paths): CONCAT joins two
strings and no more.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import MESSAGES
from binwriter.sql.functions.xml.document import Document, Node, NodeKind

Nodes = tuple[Node, ...]
Value = Nodes | Decimal | str | bool | None
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def unknown_error(text: str) -> MySQLError:
    message = MESSAGES["ER_UNKNOWN_ERROR"]
    return MySQLError(message.code, message.sqlstate, "ER_UNKNOWN_ERROR", text)


@dataclass(frozen=True)
class At:
    """Where an expression is computed. node: around it; position, size: of the set that a predicate looks through."""

    document: Document
    node: Node
    position: int
    size: int
    variable: Callable[[str], Value]


Eval = Callable[[At], Value]


def number_of(value: Value, at: At) -> Decimal:
    """A value as a number: as much of a text as is one."""
    if isinstance(value, (Decimal, bool, int)):
        return Decimal(value)
    text = text_of(value, at)
    digits = pattern(r"\s*([+-]?\d*(?:\.\d*)?)", re.ASCII).match(text or "")
    try:
        return Decimal(digits[1]) if digits is not None else Decimal(0)
    except ArithmeticError:
        return Decimal(0)


def text_of(value: Value, at: At) -> str | None:
    """A value as text: of nodes the texts that stand in them."""
    if isinstance(value, tuple):
        return at.document.text_of(set(value))
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, Decimal):
        return format(value.normalize() if value != value.to_integral_value() else value.to_integral_value(), "f")
    return value


def truth(value: Value, at: At) -> bool:
    if isinstance(value, tuple):
        return bool(value)
    return False if value is None else bool(number_of(value, at))


def compared(sign: str, left: Value, right: Value, at: At) -> bool:
    """Two values by their numbers if one of them is one; of nodes it is enough if one of them compares so."""
    if isinstance(left, tuple) or isinstance(right, tuple):
        nodes, other, turned = (left, right, False) if isinstance(left, tuple) else (right, left, True)
        assert isinstance(nodes, tuple)
        texts = [child.name for node in nodes for child in node.children if child.kind is NodeKind.TEXT]
        pairs = ((other, text) if turned else (text, other) for text in texts)
        return any(compared(sign, one, another, at) for one, another in pairs)
    if left is None or right is None:
        return False
    if isinstance(left, str) and isinstance(right, str):
        return _COMPARISONS[sign](left.casefold(), right.casefold())
    return _COMPARISONS[sign](number_of(left, at), number_of(right, at))


# --- functions: name -> least and most arguments, what computes it


def _rounded(how: str) -> Callable[[At, Sequence[Value]], Value]:
    return lambda at, args: number_of(args[0], at).to_integral_value(how)


def nodes_of(value: Value) -> Nodes:
    return value if isinstance(value, tuple) else ()


def _sum(at: At, args: Sequence[Value]) -> Value:
    texts = (child.name for node in nodes_of(args[0]) for child in node.children if child.kind is NodeKind.TEXT)
    return sum((number_of(text, at) for text in texts), Decimal(0))


def _substring(at: At, args: Sequence[Value]) -> Value:
    text, begin = text_of(args[0], at) or "", int(number_of(args[1], at))
    end = None if len(args) == 2 else begin - 1 + int(number_of(args[2], at))
    return text[begin - 1 : end] if begin > 0 else ""


CALLS: dict[str, tuple[int, int, Callable[[At, Sequence[Value]], Value]]] = {
    "last": (0, 0, lambda at, args: Decimal(at.size)),
    "position": (0, 0, lambda at, args: Decimal(at.position)),
    "true": (0, 0, lambda at, args: True),
    "false": (0, 0, lambda at, args: False),
    "not": (1, 1, lambda at, args: not truth(args[0], at)),
    "boolean": (1, 1, lambda at, args: truth(args[0], at)),
    "number": (0, 1, lambda at, args: number_of(args[0] if args else (at.node,), at)),
    "count": (1, 1, lambda at, args: Decimal(len(nodes_of(args[0])))),
    "sum": (1, 1, _sum),
    "floor": (1, 1, _rounded(ROUND_FLOOR)),
    "ceiling": (1, 1, _rounded(ROUND_CEILING)),
    "round": (1, 1, _rounded(ROUND_HALF_EVEN)),
    "contains": (2, 2, lambda at, args: (text_of(args[1], at) or "") in (text_of(args[0], at) or "")),
    "concat": (2, 255, lambda at, args: (text_of(args[0], at) or "") + (text_of(args[1], at) or "")),
    "string-length": (0, 1, lambda at, args: Decimal(len(text_of(args[0] if args else (at.node,), at) or ""))),
    "substring": (2, 3, _substring),
}
