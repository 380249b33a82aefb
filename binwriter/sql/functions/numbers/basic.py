"""Numeric functions (MySQL manual, "Mathematical Functions")."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Any

from binwriter.formats.collations import SPACES
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.arithmetic import (
    check_int,
    check_real,
    numeric_type,
    operand_type,
)
from binwriter.sql.expressions.bits import is_bytes
from binwriter.sql.expressions.coercion import to_bits, to_decimal, to_int, to_real, truncated
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.division import division_by_zero, modulo
from binwriter.sql.expressions.numbers import (
    DECIMAL_CALCULATION_MAX,
    DECIMAL_MAX_SCALE,
    EXACT,
    INT64_MAX,
    UINT64_MASK,
    UINT64_MAX,
    decimal_text,
)
from binwriter.sql.expressions.types import (
    AVERAGE,
    INT_TYPE,
    NOT_FIXED_SCALE,
    REAL_TYPE,
    UINT_TYPE,
    BinaryLiteral,
    CompiledExpression,
    ExprType,
    Kind,
    Whole,
    decimal_type,
    text_type,
)
from binwriter.sql.functions.converters import as_bytes, as_str
from binwriter.sql.functions.registry import Call, function, strict_null, with_context

_CONVERT: dict[Kind, Callable[..., Any]] = {Kind.INT: to_int, Kind.DECIMAL: to_decimal, Kind.REAL: to_real}


def _number_of(type_: ExprType) -> ExprType:
    """As what ABS, CEILING and FLOOR take a value: a literal of bytes as a real (captured: bit_literals_in_sums)."""
    return REAL_TYPE if type_.binary and type_.unsigned else numeric_type(type_)


@function("ABS")
def _abs(call: Call) -> CompiledExpression:
    source = call.args[0].type
    number = operand_type(call.args[0], call.scope) if source.kind.temporal else _number_of(source)
    type_ = replace(number.as_function(), single=False, as_double=False)
    if source.binary and source.unsigned:
        type_ = replace(type_, scale=0)

    def compute(value: Any) -> Any:
        if type_.kind is Kind.INT:
            return check_int(abs(value), type_.unsigned, call.text)
        return EXACT.abs(value) if isinstance(value, Decimal) else abs(value)

    made = strict_null(call, type_, compute, _CONVERT[type_.kind])
    if not any(part.type.source == AVERAGE for part in call.args):
        return made
    from binwriter.sql.expressions import decimal_buffers  # seldom needed

    return decimal_buffers.reckoned_with_average(made, call.args, call.scope)


@function("SIGN")
def _sign(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda value: (value > 0) - (value < 0), to_real)


def _to_integral(rounding: str, real: Callable[[float], int]) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        source = _number_of(call.args[0].type)
        if source.kind is Kind.INT:
            return strict_null(call, source, lambda value: value, to_int)
        if source.kind is Kind.REAL:
            return strict_null(call, replace(REAL_TYPE, length=17), lambda value: float(real(value)), to_real)
        # a DECIMAL that surely fits becomes BIGINT
        small = 0 < source.length - source.scale <= 19
        type_ = (UINT_TYPE if source.unsigned else INT_TYPE) if small else decimal_type(0)

        def compute(value: Decimal) -> Any:
            whole = value.to_integral_value(rounding, context=EXACT)
            return int(whole) if small else whole

        return strict_null(call, type_, compute, to_decimal)

    return build


function("CEIL")(_to_integral(ROUND_CEILING, math.ceil))
function("FLOOR")(_to_integral(ROUND_FLOOR, math.floor))


def _rounded_type(part: CompiledExpression, call: Call) -> ExprType:
    """As what a number is rounded: dates, times and literals of bits as reals (captured: digits_and_locales)."""
    is_literal = part.constant and isinstance(part.eval(call.scope.context, ()), BinaryLiteral)
    is_moment = part.type.kind.temporal and part.type.kind is not Kind.YEAR
    return REAL_TYPE if is_literal or is_moment else numeric_type(part.type)


def _rounding(call: Call, cut: bool) -> CompiledExpression:
    source = _rounded_type(call.args[0], call)
    places = call.args[1] if len(call.args) > 1 else None
    early = places is not None and places.constant and source.kind is Kind.DECIMAL
    known = places.eval(call.scope.context, ()) if early and places is not None else 0
    digits = to_int(known, places.type, call.scope.context) if places is not None else 0
    limit = DECIMAL_MAX_SCALE if digits is None else max(0, min(digits, DECIMAL_MAX_SCALE))
    decimal_rounding = ROUND_DOWN if cut else EXACT.rounding

    def exact(value: Decimal, to: int) -> Decimal:
        return value.quantize(Decimal(1).scaleb(-to), rounding=decimal_rounding, context=EXACT)

    def compute(context: StatementContext, value: Any, count: Any = 0) -> Any:
        if isinstance(value, float):
            return round_real(value, int(count), cut)
        count = max(-400, min(int(count), DECIMAL_MAX_SCALE))
        if isinstance(value, Decimal):
            rounded = exact(exact(value, min(count, limit)), limit)  # as many digits as asked for, in the type's scale
            if rounded.copy_abs() <= DECIMAL_CALCULATION_MAX:
                return rounded
            truncated(context, "DECIMAL", decimal_text(value))
            return None
        if isinstance(value, int):
            return value if count >= 0 else check_int(int(exact(Decimal(value), count)), source.unsigned, call.text)
        return round_real(value, count, cut)

    if source.kind is Kind.DECIMAL:
        fixed = places is None or places.constant
        scale = limit if fixed else source.scale
        scale = min(scale, source.scale) if places is not None else 0
        limit = scale
        type_ = decimal_type(scale, source.length, whole=Whole.SUM)
    elif source.kind is Kind.REAL:
        type_ = _rounded_real(call, places)
    else:
        type_ = source
    return with_context(call, type_, compute, _CONVERT[source.kind], to_int)


def _rounded_real(call: Call, places: CompiledExpression | None) -> ExprType:
    """Up to 5.7 with the decimals that are asked for (`Item_func_round::fix_length_and_dec` of 5.1)."""
    context = call.scope.context
    if not context.variables.behaviour.rounded_reals_are_fixed:
        return REAL_TYPE
    if places is None:
        return replace(REAL_TYPE, scale=0)
    if not places.constant:
        return replace(REAL_TYPE, scale=numeric_type(call.args[0].type).scale)
    digits = to_int(places.eval(context, ()), places.type, context)
    return REAL_TYPE if digits is None else replace(REAL_TYPE, scale=max(0, min(digits, NOT_FIXED_SCALE)))


_MOST_TENS = 308  # of a DOUBLE


def round_real(value: float, places: int, cut: bool = False) -> float:
    """MySQL's my_double_round: scaled by a power of ten, halves to the even neighbour (rint)."""
    power = 10.0 ** abs(places) if abs(places) <= _MOST_TENS else math.inf
    if math.isinf(power) or math.isinf(scaled := value / power if places < 0 else value * power):
        return 0.0 if places < 0 else value
    if cut:
        whole = math.copysign(math.floor(abs(scaled)), scaled)
    else:
        whole = float(Decimal(scaled).to_integral_value(ROUND_HALF_EVEN))
    return whole * power if places < 0 else whole / power


@function("ROUND")
def _round(call: Call) -> CompiledExpression:
    return _rounding(call, cut=False)


@function("TRUNCATE")
def _truncate(call: Call) -> CompiledExpression:
    return _rounding(call, cut=True)


@function("MOD")
def _mod(call: Call) -> CompiledExpression:
    left, right = call.args
    return modulo(left, right, call.scope)


# --- real functions ---------------------------------------------------------------------------------------------------


def _real(compute: Callable[..., float]) -> Callable[[Call], CompiledExpression]:
    """A function of reals; outside its domain it is NULL, beyond DOUBLE error 1690."""

    def build(call: Call) -> CompiledExpression:
        def guarded(*values: float) -> float | None:
            try:
                return check_real(compute(*values), call.text)
            except ValueError:
                return None
            except OverflowError:
                return check_real(math.inf, call.text)

        return strict_null(call, REAL_TYPE, guarded, to_real)

    return build


_REAL: dict[str, Callable[..., float]] = {
    "SIN": math.sin,
    "COS": math.cos,
    "TAN": math.tan,
    "ASIN": math.asin,
    "ACOS": math.acos,
    "EXP": math.exp,
    "SQRT": math.sqrt,
    "DEGREES": math.degrees,
    "RADIANS": lambda value: value * (math.pi / 180.0),
    "COT": lambda value: 1.0 / math.tan(value) if value else math.inf,
    "POW": lambda base, power: math.pow(base, power) if base or power >= 0 else math.inf,
}
for _name, _compute in _REAL.items():
    function(_name)(_real(_compute))
function("ATAN", "ATAN2")(_real(lambda first, *second: math.atan2(first, *second) if second else math.atan(first)))


@function("PI")
def _pi(call: Call) -> CompiledExpression:
    return CompiledExpression(replace(REAL_TYPE, scale=6), lambda context, row: math.pi, "pi()", constant=True)


def _positive(value: Any, type_: ExprType, context: StatementContext) -> float | None:
    """The first argument of a logarithm: where it has none, no further one is looked at."""
    real = to_real(value, type_, context)
    if real is not None and real <= 0:
        _has_none(context)
        return None
    return real


def _has_none(context: StatementContext) -> None:
    """Up to 5.6 it is a division by zero (captured: 5.6.21/logarithms_and_addresses_statement)."""
    if context.variables.behaviour.tells_of_arguments:
        context.value_problem("ER_INVALID_ARGUMENT_FOR_LOGARITHM")
    else:
        division_by_zero(context)


def _logarithm(compute: Callable[..., float]) -> Callable[[Call], CompiledExpression]:
    """Logarithms: an argument that has none gives NULL and warning 3020."""

    def build(call: Call) -> CompiledExpression:
        def guarded(context: StatementContext, *values: float) -> float | None:
            if any(value <= 0 for value in values) or (len(values) == 2 and values[0] == 1):
                _has_none(context)
                return None
            return compute(*values)

        return with_context(call, REAL_TYPE, guarded, _positive, to_real)

    return build


function("LN")(_logarithm(math.log))
function("LOG2")(_logarithm(math.log2))
function("LOG10")(_logarithm(math.log10))
function("LOG")(_logarithm(lambda first, *second: math.log(*second) / math.log(first) if second else math.log(first)))


# --- integers and bases -----------------------------------------------------------------------------------------------


@function("CRC32")
def _crc32(call: Call) -> CompiledExpression:
    return strict_null(call, ExprType(Kind.INT, unsigned=True, length=10), zlib.crc32, as_bytes)


@function("BIT_COUNT")
def _bit_count(call: Call) -> CompiledExpression:
    if is_bytes(call.args[0].type, call.scope):
        return strict_null(call, INT_TYPE, lambda data: int.from_bytes(data, "big").bit_count(), as_bytes)
    return strict_null(call, INT_TYPE, int.bit_count, to_bits)


_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def in_base(number: int, base: int) -> str:
    """A number's digits in a base from 2 to 36."""
    sign, number, digits = "-" if number < 0 else "", abs(number), ""
    while number:
        number, digit = divmod(number, base)
        digits = _DIGITS[digit] + digits
    return sign + (digits or "0")


def _read_in_base(text: str, base: int, signed: bool, context: StatementContext) -> int:
    """The leading digits of a text in a base, clipped to 64 bits with warning 1292."""
    stripped = text.strip(SPACES).upper()
    negative = stripped.startswith("-")
    number = 0
    digits = stripped.lstrip("+-")
    if not digits or not 0 <= _DIGITS.find(digits[0]) < base:
        truncated(context, "DECIMAL", text)
    for character in digits:
        digit = _DIGITS.find(character)
        if not 0 <= digit < base:
            break
        number = number * base + digit
    least, most = (-INT64_MAX - 1, INT64_MAX) if signed else (-UINT64_MAX, UINT64_MAX)
    number = -number if negative else number
    clipped = max(least, min(number, most))
    if clipped != number:
        truncated(context, "DECIMAL", text)
    return clipped & UINT64_MASK if not signed else clipped


def conv(context: StatementContext, text: str, from_base: int, to_base: int) -> str | None:
    """CONV(): NULL for an empty text and for a base outside 2 to 36; a negative base means a signed number."""
    if not text or not (2 <= abs(from_base) <= 36 and 2 <= abs(to_base) <= 36):
        return None
    number = _read_in_base(text, abs(from_base), from_base < 0, context)
    if to_base < 0:
        number &= UINT64_MASK
        return in_base(number - (1 << 64) if number > INT64_MAX else number, -to_base)
    return in_base(number & UINT64_MASK, to_base)


def _digits(value: Any, type_: ExprType, context: StatementContext) -> str:
    """The text of a number; a BIT and a literal of bytes are one."""
    if type(value) is BinaryLiteral:  # no number where it has no bytes
        return str(to_int(value, replace(type_, bits=False), context)) if value else ""
    return str(int(value)) if type_.bit and isinstance(value, int) else as_str(value, type_, context)


@function("CONV")
def _conv(call: Call) -> CompiledExpression:
    type_ = text_type(64, connection_collation(call.scope))
    return with_context(call, type_, conv, _digits, to_int)


def _fixed_base(base: int) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        type_ = text_type(64, connection_collation(call.scope))
        return with_context(call, type_, lambda context, text: conv(context, text, 10, base), _digits)

    return build


function("BIN")(_fixed_base(2))
function("OCT")(_fixed_base(8))
