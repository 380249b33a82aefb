"""The measure of an expression: literals, columns, operators, functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_name
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import replace
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import LONG_TEXT, ExprType, Kind
from binwriter.sql.text.meta_keys import (
    DECIMAL_HERE,
    DECLARED,
    MEASURED,
    PARAMETER,
    RETURNED,
    SIGNED,
    TEXT_OF,
    TYPE_OF,
    WEIGHT_FORM,
)
from binwriter.sql.text.trees import row_cells
from binwriter.sql.types import cast_measures
from binwriter.sql.types.functions import called, function_of
from binwriter.sql.types.kinds import (
    BIGINT,
    JSON,
    LONG,
    NULL,
    REAL,
    TRUTH,
    UNSIGNED,
    Lookup,
    Measure,
    as_number,
    decimal,
    integer,
    of_column,
    of_stored,
    of_text,
    of_type,
    of_variable,
    real,
    shown_length,
    text_of,
)
from binwriter.sql.types.merging import unified
from binwriter.sql.types.numbers import (
    Arithmetic,
    absolute,
    add,
    computed_number,
    divide,
    modulo,
    multiply,
    subtract_signed,
    whole_quotient,
)

Rule = Callable[[exp.Expression, Lookup], Measure | None]
_UNSIGNED_DIGITS = 20
_LITERAL_DIGITS = 10  # a literal of as many digits, sign included, is a BIGINT


def lookup_in(sources: Sequence[Source]) -> Lookup:
    """What finds the columns of these sources by name."""

    def look_up(node: exp.Expression) -> Measure | None:
        for source in sources:
            index = source.index(node.name) if node.text("table") in ("", source.alias) else None
            if index is not None:
                return _of_source(source, index)
        return None

    return look_up


def _of_source(source: Source, index: int) -> Measure:
    column = source.columns[index]
    if column.column is not None:
        return of_stored(column.column)
    query = None if column.made_by is None else column.made_by[0]
    is_merged = getattr(query, "may_be_merged", False) and not source.is_stored
    if column.kept is None or is_merged:
        return of_type(column.type)
    kept: Measure = column.kept.measure(index)
    return kept


def measured_type(type_: ExprType, node: exp.Expression | None, sources: Sequence[Source]) -> ExprType:
    """The type of an item as a query around it sees it: its length is known; long integers have become BIGINT."""
    measured = measure(node, lookup_in(sources))
    node = node.this if isinstance(node, exp.Alias) else node
    if measured is None or measured.kind is not type_.kind:
        return type_
    if measured.kind is Kind.INT:
        is_column = isinstance(node, exp.Column)
        wide = measured.wide or (not is_column and measured.length >= _LITERAL_DIGITS)
        return replace(type_, length=max(21, measured.length) if wide else measured.length, unsigned=measured.unsigned)
    if measured.kind is Kind.DECIMAL:
        return replace(type_, length=measured.length, scale=measured.scale)
    if measured.kind is Kind.STRING:
        length = measured.length * measured.width if type_.binary and not measured.binary else measured.length
        return replace(type_, length=length)
    return type_


def measure(node: exp.Expression | None, lookup: Lookup) -> Measure | None:
    """The measure of an expression; None when it is not known here."""
    if node is None:
        return None
    if isinstance(node, (exp.Paren, exp.Alias)):
        return measure(node.this, lookup)
    if (declared := node.meta.get(DECLARED)) is not None:
        return of_variable(declared.spec)
    if isinstance(node, exp.Column) and function_of(node) is None:
        return lookup(node)
    if node.meta.get(PARAMETER) and _is_decimal(node):
        return _OF_PARAMETER
    if (returned := node.meta.get(RETURNED)) is not None:
        return of_column(returned.spec)
    for kinds, rule in _NODES:
        if isinstance(node, kinds):
            return rule(node, lookup)
    function, arguments = called(node)
    if function is None or not function.needs_arguments:
        return None if function is None else function.measure([])
    measured = [_part(argument, lookup) for argument in arguments]
    if (form := node.meta.get(WEIGHT_FORM)) is not None and measured[0] is not None:
        measured[0] = replace(measured[0], value=form)
    known = [part for part in measured if part is not None]
    return function.measure(known) if len(known) == len(measured) else None


_OF_PARAMETER = decimal(65, 30)


def _is_decimal(node: exp.Expression) -> bool:
    number = node.this if isinstance(node, exp.Neg) else node
    return isinstance(number, exp.Literal) and not number.is_string and "." in number.name and "e" not in number.name


def _as_compiled(node: exp.Expression) -> Measure | None:
    """Of a part whose record says nothing: what was seen when it was compiled. None: a text of any length."""
    type_ = node.meta.get(TYPE_OF)
    if type_ is None:
        return None
    if type_.kind.temporal:
        length = _MOMENT_LENGTHS[type_.kind] + (type_.scale + 1 if type_.scale else 0)
        return Measure(type_.kind, length, type_.scale)
    if type_.kind is Kind.INT and not type_.length:
        return BIGINT
    return None if type_.kind is Kind.STRING and not type_.length else of_type(type_)


def _part(node: exp.Expression | None, lookup: Lookup) -> Measure | None:
    """The measure of a part of an expression."""
    while isinstance(node, exp.Paren):
        node = node.this
    known = measure(node, lookup)
    return _as_compiled(node) if known is None and node is not None else known


_MOMENT_LENGTHS = {Kind.DATE: 10, Kind.TIME: 10, Kind.DATETIME: 19}


def _known_text(node: exp.Expression) -> Measure | None:
    """A literal or user variable whose character set was seen when it was compiled."""
    known = node.meta.get(TEXT_OF)
    return None if known is None else of_text(*known, binary=known[1] == BINARY_COLLATION_ID)


def _variable(node: exp.Expression, lookup: Lookup) -> Measure | None:
    """A user variable: the widest of the kind that it had when it was compiled."""
    type_ = node.meta.get(TYPE_OF)
    if type_ is not None and type_.kind in _VARIABLES:
        return replace(_VARIABLES[type_.kind], unsigned=type_.unsigned)
    return _known_text(node) or Measure(Kind.STRING, LONG_TEXT - 1, width=4)


_VARIABLES = {Kind.INT: BIGINT, Kind.REAL: REAL, Kind.DECIMAL: decimal(65, 30)}


def _introduced(node: exp.Expression, lookup: Lookup) -> Measure | None:
    made = _known_text(node)
    return None if made is None else replace(made, literal=True)


def _literal(node: exp.Expression, lookup: Lookup) -> Measure:
    text = str(node.this)
    if getattr(node, "is_string", False):
        made = _known_text(node) or Measure(Kind.STRING, len(text), width=4)
        return replace(made, literal=True, value=text)
    if "e" in text.lower():
        return replace(REAL, literal=True, length=len(text))
    if "." not in text and len(text) <= _UNSIGNED_DIGITS and (number := int(text)) < 1 << 64:
        unsigned = number >= 1 << 63
        length = len(text) + (not unsigned)
        wide = length >= _LITERAL_DIGITS
        return Measure(Kind.INT, length, wide=wide, unsigned=unsigned, literal=True, value=number)
    whole, _, fraction = text.partition(".")
    digits = max(len(whole.lstrip("0")), 1 if whole else 0)
    rounded = int(Decimal(text).to_integral_value(ROUND_HALF_UP)) if len(whole) < _LITERAL_DIGITS else None
    return replace(decimal(max(1, digits + len(fraction)), len(fraction)), literal=True, value=rounded)


def _arithmetic(exact: Arithmetic) -> Callable[[exp.Expression, Lookup], Measure | None]:
    def rule(node: exp.Expression, lookup: Lookup) -> Measure | None:
        if isinstance(node.this, exp.Interval) or isinstance(node.expression, exp.Interval):
            return None
        left, right = _part(node.this, lookup), _part(node.expression, lookup)
        return None if left is None or right is None else computed_number(exact, left, right)

    return rule


def _difference(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return _arithmetic(subtract_signed if node.meta.get(SIGNED) else add)(node, lookup)


def _whole_quotient(node: exp.Expression, lookup: Lookup) -> Measure | None:
    left, right = _part(node.this, lookup), _part(node.expression, lookup)
    if left is None or right is None:
        return None
    return whole_quotient(left, right)


def _negate(node: exp.Expression, lookup: Lookup) -> Measure | None:
    inner = _part(node.this, lookup)
    if inner is None:
        return None
    operand = node.this.unnest()
    if inner.kind.temporal:
        return absolute([inner])
    if inner.kind is Kind.NULL or isinstance(operand, exp.HexString | exp.BitString):
        return Measure(Kind.REAL, REAL.length, 0, fixed=True)
    number = as_number(inner)
    if number.literal and number.kind is Kind.INT and isinstance(operand, exp.Literal):
        if (value := -int(number.value)) < -(1 << 63):
            return replace(decimal(number.precision, 0), literal=True)
        length = number.length + number.unsigned
        return replace(number, value=value, wide=number.length > _LITERAL_DIGITS, unsigned=False, length=length)
    if number.kind is Kind.INT:
        return decimal(number.precision, 0) if node.meta.get(DECIMAL_HERE) else integer(number.precision)
    if number.kind is Kind.REAL:
        return real(inner)
    return replace(number, unsigned=False, length=number.length + number.unsigned, literal=False)


def _bits(node: exp.Expression, lookup: Lookup) -> Measure | None:
    """A string of bytes where the operands are such, and no literals; of a shift the first."""
    shifts = isinstance(node, exp.BitwiseLeftShift | exp.BitwiseRightShift)
    operands = [node.this] if shifts or isinstance(node, exp.BitwiseNot) else [node.this, node.expression]
    measures = [_part(operand, lookup) for operand in operands]
    known = [one for one in measures if one is not None]
    strings = [one for one in known if one.kind is Kind.STRING and one.binary and not one.literal]
    if not strings or len(strings) < len(operands):
        return UNSIGNED
    return Measure(Kind.STRING, max(one.length for one in strings), binary=True)


def _boolean(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return replace(TRUTH, value=int(bool(node.this)))


def _truth(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return TRUTH


def _cast(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return cast_measures.cast_measure(node, _part(node.this, lookup))


_LONG_UNITS = frozenset({"DAY_SECOND", "DAY_MICROSECOND", "HOUR_MICROSECOND", "MINUTE_MICROSECOND"})
# digits of a part of a moment, with its sign
_UNIT_DIGITS = {
    "YEAR": 5,
    "QUARTER": 2,
    "HOUR": 4,
    "MICROSECOND": 7,
    "YEAR_MONTH": 7,
    "DAY_HOUR": 9,
    "DAY_MINUTE": 11,
    "DAY_SECOND": 13,
    "DAY_MICROSECOND": 20,
    "HOUR_MINUTE": 6,
    "HOUR_SECOND": 8,
    "HOUR_MICROSECOND": 14,
    "MINUTE_SECOND": 5,
    "MINUTE_MICROSECOND": 11,
    "SECOND_MICROSECOND": 9,
}
_OTHER_UNIT_DIGITS = 3


def _extract(node: exp.Expression, lookup: Lookup) -> Measure | None:
    unit = node.name.upper()
    length = _UNIT_DIGITS.get(unit, _OTHER_UNIT_DIGITS)
    return replace(BIGINT if unit in _LONG_UNITS else LONG, length=length)


def _if(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return _choice([node.args.get("true"), node.args.get("false")], lookup)


def _text_of(node: exp.Expression, lookup: Lookup) -> Measure | None:
    """A text with a collation of its own."""
    inner = _part(node.this, lookup)
    if inner is None:
        return None
    collation = _collation_named(node.text("expression"))
    length = shown_length(inner)
    return of_text(length, collation) if collation else Measure(Kind.STRING, length, width=4)


def _collation_named(name: str) -> int:
    """0: there is none."""
    try:
        return collation_by_name(name).id
    except EncodeError:
        return 0


def _assigned(node: exp.Expression, lookup: Lookup) -> Measure | None:
    """@name := value: a time becomes a text, a geometry or a TEXT a string that a variable holds."""
    value = _part(node.expression, lookup)
    if value is None or value.kind is not Kind.STRING:
        return Measure(Kind.STRING, value.length, width=4) if value is not None and value.kind.temporal else value
    return replace(value, field=None, geometry="", dimensions=0)


_HEXADECIMAL = 4  # bits of a digit


def _bytes(bits: int) -> Rule:
    """A literal of bytes, a digit of which has so many bits."""

    def rule(node: exp.Expression, lookup: Lookup) -> Measure:
        value = int(node.name or "0", 1 << bits) if len(node.name) <= 64 // bits else None
        length = -(-len(node.name) * bits // 8)
        return Measure(Kind.STRING, length, unsigned=bits == _HEXADECIMAL, binary=True, literal=True, value=value)

    return rule


def _case(node: exp.Expression, lookup: Lookup) -> Measure | None:
    results = [branch.args.get("true") for branch in node.args.get("ifs") or ()]
    default = node.args.get("default")
    return _choice([*results, *([] if default is None else [default])], lookup)


def _choice(nodes: Sequence[exp.Expression | None], lookup: Lookup) -> Measure | None:
    measures = [NULL if node is None else _part(node, lookup) for node in nodes]
    known = [measured for measured in measures if measured is not None]
    return unified(known) if len(known) == len(measures) else None


def _of_query(node: exp.Expression, lookup: Lookup) -> Measure | None:
    query = node.this
    if isinstance(query, exp.Values):
        cells = row_cells(query.expressions[0])
        return _part(cells[0], lookup) if len(cells) == len(query.expressions) == 1 else None
    if not isinstance(query, exp.Select):
        return None
    if query.args.get("from_"):
        measured: Callable[[], Measure | None] | None = query.meta.get(MEASURED)
        return None if measured is None else measured()
    return _part(query.expressions[0], lookup) if len(query.expressions) == 1 else None


def _concatenated(node: exp.Expression, lookup: Lookup) -> Measure | None:
    """What GROUP_CONCAT is called with, if that is several."""
    measures = [_part(part, lookup) for part in node.expressions]
    known = [part for part in measures if part is not None]
    return text_of(known, sum) if len(known) == len(measures) else None


_NODES: tuple[tuple[type | tuple[type, ...], Rule], ...] = (
    (exp.Literal, _literal),
    (exp.HexString, _bytes(_HEXADECIMAL)),
    (exp.BitString, _bytes(1)),
    (exp.Collate, _text_of),
    (exp.PropertyEQ, _assigned),
    (exp.Introducer, _introduced),
    (exp.Parameter, _variable),
    (exp.Boolean, _boolean),
    (exp.Null, lambda node, lookup: NULL),
    (exp.Add, _arithmetic(add)),
    (exp.Sub, _difference),
    (exp.Mul, _arithmetic(multiply)),
    (exp.Div, _arithmetic(divide)),
    (exp.IntDiv, _whole_quotient),
    (exp.Mod, _arithmetic(modulo)),
    (exp.Neg, _negate),
    ((exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.BitwiseNot), _bits),
    ((exp.BitwiseLeftShift, exp.BitwiseRightShift), _bits),
    ((exp.Predicate, exp.Connector, exp.Not, exp.RegexpLike), _truth),
    (exp.Distinct, lambda node, lookup: _part(node.expressions[0], lookup)),
    (exp.Concat, _concatenated),
    (exp.Order, lambda node, lookup: _part(node.this, lookup)),
    (exp.Extract, _extract),
    (exp.JSONExtract, lambda node, lookup: JSON),
    (exp.JSONExtractScalar, lambda node, lookup: replace(JSON, kind=Kind.STRING)),
    (exp.If, _if),
    (exp.Case, _case),
    (exp.Cast, _cast),
    (exp.Subquery, _of_query),
    (exp.Window, lambda node, lookup: _part(node.this, lookup)),
)
