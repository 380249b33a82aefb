"""How long numbers of items are on 5.1 to 5.7, where a query makes a table of them: digits, scale and sign of operators
and functions of numbers.

A literal has no room for a sign it has not; what is no number counts as a DOUBLE. Source: MySQL manual, "Precision
Math"; captured: numbers_of_items_row of 5.5.20 and 5.7.18.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, Kind
from binwriter.sql.types.expressions import measure
from binwriter.sql.types.functions import called
from binwriter.sql.types.kinds import Lookup, Measure
from binwriter.sql.types.old_widths import old_integer
from binwriter.sql.types.records.old_numbers import RULES, WITHOUT_DIGITS

_FIRST_WITH_RULES, _FIRST_WITH_CHOSEN_LENGTHS, _FIRST_WITH_SHORTER = 50100, 50500, 50700
_BIGINT_DIGITS = 21
MOST_DIGITS, MOST_SCALE = 65, 30
_REAL_LENGTH, _REAL_DIGITS = 23, 17
_ADDED_SCALE = 4  # div_precision_increment
_LONG_LONG_DIGITS = 22
_MOMENTS_ARE_INTEGERS = 50600
_MOMENTS = {Kind.DATE: 10, Kind.TIME: 8, Kind.DATETIME: 19}  # characters
_CASTS = ("DATE", "TIME")
_TIMESTAMPS = (ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2)
MOMENT_DIGITS = 6
_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL)


@dataclass(frozen=True, slots=True)
class OldNumber:
    """length: characters at most. scale: NOT_FIXED_SCALE of a DOUBLE without fixed digits. digits: of a literal.

    kind: STRING of a text, NULL of NULL. value: of a whole literal. width: bytes of a text's characters.
    """

    kind: Kind
    length: int
    scale: int = 0
    unsigned: bool = False
    digits: int | None = None
    width: int = 1
    value: int | None = None

    @property
    def precision(self) -> int:
        """Digits of a DECIMAL or integer."""
        if self.digits is not None:
            return self.digits
        if self.kind not in (Kind.INT, Kind.DECIMAL):
            return min(self.length, MOST_DIGITS)
        signed = not self.unsigned and self.length > 0
        return min(self.length - (self.scale > 0) - signed, MOST_DIGITS)

    @property
    def column_digits(self) -> tuple[int, int]:
        """Precision and scale of the DECIMAL column that it becomes."""
        scale, length = self.scale, self.length
        if scale > 0:
            kept = min(scale, MOST_SCALE)
            lacks = length_of(min(self.precision - scale + kept, MOST_DIGITS), kept, self.unsigned) - length
            scale, length = (max(0, kept - lacks), length) if lacks > 0 else (kept, length + lacks)
        signed = not self.unsigned and length > 0
        return min(max(1, length - (scale > 0) - signed), MOST_DIGITS), scale


def old_number(node: exp.Expression | None, lookup: Lookup, version: int) -> OldNumber | None:
    """Of an item; None where this is not known here."""
    while isinstance(node, (exp.Paren, exp.Alias)):
        node = node.this
    if node is None or version < _FIRST_WITH_RULES:
        return None
    if isinstance(node, exp.Null):
        return OldNumber(Kind.NULL, 0)
    if isinstance(node, exp.Literal):
        measured = measure(node, lookup)
        return _literal(node, 1 if measured is None else measured.width)
    function, arguments = called(node)
    by_name = None if function is None else RULES.get(function.name)
    rule = _BY_NODE.get(type(node)) or _BY_RULE.get(by_name)
    if version >= _FIRST_WITH_SHORTER:
        rule = _SINCE_5_7.get(type(node)) or _RULES_SINCE_5_7.get(by_name) or rule
    if rule is None:
        return _leaf(node, lookup, version)
    if isinstance(node, exp.Binary):
        arguments = [node.this, node.expression]
    elif isinstance(node, exp.Neg):
        arguments = [node.this]
    if isinstance(node, exp.Add | exp.Sub) and any(isinstance(one, exp.Interval) for one in arguments):
        return None
    parts = [old_number(argument, lookup, version) for argument in arguments]
    known = [part for part in parts if part is not None]
    return rule(known) if known and len(known) == len(parts) else None


def old_length(nodes: Sequence[exp.Expression], lookup: Lookup, version: int) -> int | None:
    """Characters of the longest of values that are chosen from as texts; None where one is not known here."""
    if version < _FIRST_WITH_CHOSEN_LENGTHS:
        return None
    if any((found := measure(node, lookup)) is not None and found.kind.temporal for node in nodes):
        return None
    parts = [old_number(node, lookup, version) for node in nodes]
    known = [part.length for part in parts if part is not None]
    return max(known) or None if known and len(known) == len(parts) else None


def _literal(node: exp.Literal, width: int) -> OldNumber:
    text = str(node.this)
    if node.is_string:
        return OldNumber(Kind.STRING, len(text), NOT_FIXED_SCALE, width=width)
    if "e" in text.lower():
        return OldNumber(Kind.REAL, len(text), NOT_FIXED_SCALE)
    if "." not in text:
        return OldNumber(Kind.INT, len(text), unsigned=int(text) >= 1 << 63, digits=len(text), value=int(text))
    whole, _, fraction = text.partition(".")
    digits = max(len(whole.lstrip("0")), 1 if whole else 0) + len(fraction)
    return OldNumber(
        Kind.DECIMAL, length_of(max(1, digits), len(fraction), False), len(fraction), digits=max(1, digits)
    )


def _leaf(node: exp.Expression, lookup: Lookup, version: int) -> OldNumber | None:
    """A column, or a function of whose numbers the length is known by itself."""
    known = measure(node, lookup)
    if known is None or known.kind is Kind.YEAR:
        return None
    if known.kind.temporal:
        is_real = version < _MOMENTS_ARE_INTEGERS
        return OldNumber(Kind.STRING, _MOMENTS[known.kind], _digits_of_moment(node, known)) if is_real else None
    if isinstance(node, exp.Column):
        return _of_column(known)
    if known.kind is Kind.INT:
        integer = old_integer(node, lookup, version)
        return None if integer is None else OldNumber(Kind.INT, integer.width, unsigned=integer.unsigned)
    return _text(known) if known.kind is Kind.STRING else None


def _digits_of_moment(node: exp.Expression, known: Measure) -> int:
    """Digits of a fraction that a date or time has in arithmetic up to 5.5 (captured: moments_in_arithmetic_row)."""
    function, _ = called(node)
    name = "" if function is None else function.name
    if known.kind is Kind.DATETIME:
        is_timestamp = isinstance(node, exp.Column) and known.data_type in _TIMESTAMPS
        return NOT_FIXED_SCALE if is_timestamp else 0 if name in WITHOUT_DIGITS else MOMENT_DIGITS
    if isinstance(node, exp.Column | exp.Cast) or name in _CASTS:
        return NOT_FIXED_SCALE
    return MOMENT_DIGITS if known.kind is Kind.TIME and name not in WITHOUT_DIGITS else 0


def _of_column(known: Measure) -> OldNumber | None:
    if known.kind is Kind.STRING:
        return _text(known)
    if known.kind is Kind.REAL:
        if known.fixed:
            return OldNumber(Kind.REAL, known.length, known.scale)
        return OldNumber(Kind.REAL, 12 if known.single else 22, NOT_FIXED_SCALE)
    if known.kind in (Kind.INT, Kind.DECIMAL):
        return OldNumber(known.kind, known.length, known.scale, known.unsigned)
    return None


def _text(known: Measure) -> OldNumber:
    return OldNumber(Kind.STRING, known.length, NOT_FIXED_SCALE, width=known.width)


def length_of(precision: int, scale: int, unsigned: bool) -> int:
    return precision + (scale > 0) + (not unsigned and precision > 0)


def _real_length(scale: int) -> int:
    return _REAL_LENGTH if scale == NOT_FIXED_SCALE else _REAL_DIGITS + scale


def _real(scale: int) -> OldNumber:
    return OldNumber(Kind.REAL, _real_length(scale), scale)


def _kind_of(parts: Sequence[OldNumber]) -> Kind:
    """What an operator computes in."""
    kinds = {part.kind for part in parts}
    if not kinds <= {Kind.INT, Kind.DECIMAL}:
        return Kind.REAL
    return Kind.DECIMAL if Kind.DECIMAL in kinds else Kind.INT


Rule = Callable[[Sequence[OldNumber]], OldNumber | None]


def _of_reals(parts: Sequence[OldNumber]) -> OldNumber:
    scale = max(part.scale for part in parts)
    return _real(scale)


def _sum(parts: Sequence[OldNumber]) -> OldNumber:
    kind, (one, two) = _kind_of(parts), parts
    if kind is Kind.REAL:
        return _of_reals(parts)
    scale = max(one.scale, two.scale)
    precision = max(one.precision - one.scale, two.precision - two.scale) + 1 + scale
    unsigned = one.unsigned or two.unsigned if kind is Kind.INT else one.unsigned and two.unsigned
    return OldNumber(kind, length_of(precision, scale, unsigned), scale, unsigned)


def _product(parts: Sequence[OldNumber]) -> OldNumber:
    kind, (one, two) = _kind_of(parts), parts
    if kind is Kind.REAL:
        return _of_reals(parts)
    scale = min(one.scale + two.scale, MOST_SCALE)
    precision = min(one.precision + two.precision, MOST_DIGITS)
    unsigned = one.unsigned or two.unsigned if kind is Kind.INT else one.unsigned and two.unsigned
    return OldNumber(kind, length_of(precision, scale, unsigned), scale, unsigned)


def _quotient(parts: Sequence[OldNumber]) -> OldNumber:
    one, two = parts
    if _kind_of(parts) is Kind.REAL:
        scale = min(max(one.scale, two.scale) + _ADDED_SCALE, NOT_FIXED_SCALE)
        if scale == NOT_FIXED_SCALE:
            return _real(scale)
        return OldNumber(Kind.REAL, min(one.length - one.scale + scale, _real_length(scale)), scale)
    precision = min(one.precision + two.scale + _ADDED_SCALE, MOST_DIGITS)
    scale = min(one.scale + _ADDED_SCALE, MOST_SCALE)
    unsigned = one.unsigned and two.unsigned
    return OldNumber(Kind.DECIMAL, length_of(precision, scale, unsigned), scale, unsigned)


def _whole_quotient(parts: Sequence[OldNumber]) -> OldNumber:
    one, two = parts
    length = one.length * one.width - (one.scale if one.kind in (Kind.INT, Kind.DECIMAL) else 0)
    return OldNumber(Kind.INT, length, unsigned=one.unsigned or two.unsigned)


def _short_quotient(parts: Sequence[OldNumber]) -> OldNumber:
    one, two = parts
    length = one.length - (one.scale if one.kind in (Kind.INT, Kind.DECIMAL) else 0)
    return OldNumber(Kind.INT, min(length, _BIGINT_DIGITS), unsigned=one.unsigned or two.unsigned)


def _remainder(parts: Sequence[OldNumber]) -> OldNumber:
    kind, (one, two) = _kind_of(parts), parts
    if kind is Kind.REAL:
        return replace(_of_reals(parts), unsigned=one.unsigned)
    length, scale = max(one.length, two.length), max(one.scale, two.scale)
    return OldNumber(kind, length, scale, one.unsigned)


def _negative(parts: Sequence[OldNumber]) -> OldNumber | None:
    (one,) = parts
    if one.kind not in _NUMBERS:
        return _real(one.scale)
    if one.kind is Kind.REAL:
        return _real(one.scale)
    if one.kind is Kind.INT and one.value is not None and one.value > 1 << 63:
        return None
    value = None if one.value is None else -one.value
    return OldNumber(one.kind, one.length + 1, one.scale, digits=one.precision, value=value)


def _absolute(parts: Sequence[OldNumber]) -> OldNumber:
    (one,) = parts
    if one.kind in (Kind.INT, Kind.DECIMAL):
        return OldNumber(one.kind, one.length, one.scale, one.unsigned)
    return _real(one.scale)


def _whole(parts: Sequence[OldNumber]) -> OldNumber | None:
    (one,) = parts
    if one.kind not in (Kind.INT, Kind.DECIMAL):
        return _real(0)
    length = one.length - (one.scale + 1 if one.scale else 0) + 2
    if one.length - one.scale >= _LONG_LONG_DIGITS - 2:
        return OldNumber(Kind.DECIMAL, min(length, _real_length(0)))
    return OldNumber(Kind.INT, min(length, _real_length(one.scale)), unsigned=one.unsigned)


def _rounded(*, cuts: bool) -> Rule:
    def rule(parts: Sequence[OldNumber]) -> OldNumber | None:
        one, to = parts[0], parts[1] if len(parts) > 1 else OldNumber(Kind.INT, 1, value=0)
        if to.kind is Kind.NULL:
            return OldNumber(Kind.REAL, 0)
        if to.value is None:  # known only when rows are read
            is_exact = one.kind is Kind.DECIMAL
            length = _real_length(one.scale) + is_exact
            return OldNumber(Kind.DECIMAL if is_exact else Kind.REAL, length, one.scale, one.unsigned)
        digits = max(to.value, 0)
        if one.kind not in (Kind.INT, Kind.DECIMAL):
            return _real(min(digits, NOT_FIXED_SCALE))
        if one.kind is Kind.INT and ((not digits and cuts) or one.precision < _LONG_LONG_DIGITS):
            return OldNumber(Kind.INT, one.length + (not cuts and to.value < 0), unsigned=one.unsigned)
        scale = min(digits, MOST_SCALE)
        less = one.scale - scale
        precision = one.precision - (less - (0 if less <= 0 or cuts else 1))
        return OldNumber(Kind.DECIMAL, length_of(precision, scale, one.unsigned), scale, one.unsigned)

    return rule


def _kind_of_choice(parts: Sequence[OldNumber]) -> Kind | None:
    """Of numbers and NULLs: integers with and without a sign make a DECIMAL. None where there is a text, or nothing."""
    known = [part for part in parts if part.kind is not Kind.NULL]
    if not known or any(part.kind not in _NUMBERS for part in known):
        return None
    kind = _kind_of(known)
    return Kind.DECIMAL if kind is Kind.INT and len({part.unsigned for part in known}) > 1 else kind


def _digits_of(parts: Sequence[OldNumber]) -> int:
    scale = max(part.scale for part in parts)
    return min(max(part.precision - part.scale for part in parts) + scale, MOST_DIGITS)


def _chosen(parts: Sequence[OldNumber]) -> OldNumber | None:
    """IF and IFNULL of numbers."""
    kind = _kind_of_choice(parts)
    if kind is None:
        return None
    scale, unsigned = max(part.scale for part in parts), all(part.unsigned for part in parts)
    if kind is Kind.REAL:
        return OldNumber(kind, max(part.length for part in parts), scale)
    whole = max(part.length - part.scale - (not part.unsigned) for part in parts)
    digits = _digits_of(parts) if kind is Kind.DECIMAL else None
    return OldNumber(kind, whole + scale + (not unsigned), scale, unsigned, digits)


def _case(parts: Sequence[OldNumber]) -> OldNumber | None:
    """CASE: the lengths of all as those of DECIMALs."""
    kind = _kind_of_choice(parts)
    if kind is None:
        return None
    scale, unsigned = max(part.scale for part in parts), all(part.unsigned for part in parts)
    if kind is Kind.REAL and scale == NOT_FIXED_SCALE:
        return _real(scale)
    whole = max(part.length - (part.scale > 0) - (not part.unsigned and part.length > 0) - part.scale for part in parts)
    digits = _digits_of(parts) if kind is Kind.DECIMAL else None
    return OldNumber(kind, length_of(whole + scale, scale, unsigned), scale, unsigned, digits)


def _case_since_5_7(parts: Sequence[OldNumber]) -> OldNumber | None:
    return _first(parts) if _kind_of_choice(parts) is Kind.REAL else _case(parts)


def _chosen_but_null(parts: Sequence[OldNumber]) -> OldNumber | None:
    """Beside NULL the other as it is."""
    known = [part for part in parts if part.kind is not Kind.NULL]
    return known[0] if len(known) == 1 and known[0].kind in _NUMBERS else _chosen(parts)


def _first(parts: Sequence[OldNumber]) -> OldNumber | None:
    """COALESCE."""
    kind = _kind_of_choice(parts)
    if kind is None:
        return None
    if kind is Kind.INT:
        return OldNumber(kind, max(part.length for part in parts), unsigned=any(part.unsigned for part in parts))
    if kind is Kind.REAL:
        scale = length = 0
        for part in parts:
            scale = max(scale, part.scale)
            length = max(length, part.length - part.scale)
        return _real(scale) if scale == NOT_FIXED_SCALE else OldNumber(kind, length + scale, scale)
    scale, unsigned = max(part.scale for part in parts), all(part.unsigned for part in parts)
    return OldNumber(kind, length_of(_digits_of(parts), scale, unsigned), scale, unsigned)


def _nulled(parts: Sequence[OldNumber]) -> OldNumber | None:
    """NULLIF: the first."""
    return parts[0] if parts[0].kind in _NUMBERS else None


def _greatest(parts: Sequence[OldNumber]) -> OldNumber | None:
    """GREATEST and LEAST, where not all are texts."""
    kind = _kind_of(parts)
    if all(part.kind not in _NUMBERS for part in parts):
        return None
    scale = max(part.scale for part in parts)
    if kind is Kind.REAL:
        return _real(scale)
    whole = max(part.precision - part.scale for part in parts)
    return OldNumber(kind, length_of(whole + scale, scale, False), scale)


_BY_NODE: dict[type[exp.Expression], Rule] = {
    exp.Add: _sum,
    exp.Case: _case,
    exp.If: _chosen_but_null,
    exp.Nullif: _nulled,
    exp.Sub: _sum,
    exp.Mul: _product,
    exp.Div: _quotient,
    exp.IntDiv: _whole_quotient,
    exp.Mod: _remainder,
    exp.Neg: _negative,
}
_BY_RULE: dict[str | None, Rule] = {
    "absolute": _absolute,
    "chosen": _chosen,
    "cut": _rounded(cuts=True),
    "extreme": _greatest,
    "first": _first,
    "nulled": _nulled,
    "remainder": _remainder,
    "rounded": _rounded(cuts=False),
    "whole": _whole,
}
_SINCE_5_7: dict[type[exp.Expression], Rule] = {exp.IntDiv: _short_quotient, exp.Case: _case_since_5_7}
_RULES_SINCE_5_7: dict[str | None, Rule] = {"chosen": _chosen_but_null}
NODES = tuple(_BY_NODE)
NAMES = frozenset(RULES)
