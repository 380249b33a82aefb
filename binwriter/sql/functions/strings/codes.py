"""String functions that measure or encode: LENGTH, ASCII, HEX, BASE64, FORMAT, CHARSET and their kin."""

from __future__ import annotations

import base64
import binascii
import re
from decimal import Decimal
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_id
from binwriter.mysql.locales import LOCALES, locale_name
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.arithmetic import numeric_type
from binwriter.sql.expressions.as_texts import to_bytes
from binwriter.sql.expressions.coercion import to_decimal, to_int, to_real, truncated
from binwriter.sql.expressions.collations import charset_collation_id, connection_collation
from binwriter.sql.expressions.numbers import UINT64_MASK, as_int32, decimal_text, round_decimal
from binwriter.sql.expressions.packets import is_too_long
from binwriter.sql.expressions.types import (
    BINARY_TYPE,
    INT_TYPE,
    SHOWN_NONE,
    Coercibility,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    text_type,
)
from binwriter.sql.functions.converters import as_bytes, as_str, own_text
from binwriter.sql.functions.numbers.basic import round_real
from binwriter.sql.functions.registry import Call, function, strict_null, with_context


@function("LENGTH")
def _length(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, len, as_bytes)


@function("BIT_LENGTH")
def _bit_length(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda data: len(data) * 8, as_bytes)


@function("CHAR_LENGTH")
def _char_length(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, len, own_text)


@function("ASCII")
def _ascii(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda data: data[0] if data else 0, as_bytes)


@function("ORD")
def _ord(call: Call) -> CompiledExpression:
    type_ = call.args[0].type

    def compute(text: Any) -> int:
        first = text[:1]
        data = (
            first if isinstance(first, bytes) else to_bytes(first, type_ if type_.kind is Kind.STRING else BINARY_TYPE)
        )
        return int.from_bytes(data or b"", "big")

    return strict_null(call, INT_TYPE, compute, own_text)


@function("HEX")
def _hex(call: Call) -> CompiledExpression:
    argument = call.args[0]
    type_ = text_type(0, connection_collation(call.scope))
    if argument.type.kind is Kind.REAL and not (argument.constant or argument.type.overflow):
        # of a stored DOUBLE it is said what does not fit; a FLOAT becomes the lowest number (captured:
        # hexadecimals_of_doubles)
        def digits(context: StatementContext, value: float) -> str:
            if not -(1 << 63) <= value < 1 << 63:
                if argument.type.single:
                    return f"{1 << 63:X}"
                if not argument.type.of_column:
                    truncated(context, "INTEGER", real_text(value))
            return f"{(to_int(value, argument.type, context) or 0) & UINT64_MASK:X}"

        return with_context(call, type_, digits, lambda value, type_, context: value)
    if argument.type.numeric:
        return strict_null(call, type_, lambda number: f"{number & UINT64_MASK:X}", to_int)
    return strict_null(call, type_, lambda data: data.hex().upper(), as_bytes)


@function("UNHEX")
def _unhex(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, digits: bytes) -> bytes | None:
        try:
            return binascii.unhexlify(digits if len(digits) % 2 == 0 else b"0" + digits)
        except binascii.Error:
            if context.variables.behaviour.warns_of_hexadecimals:
                context.value_problem("ER_WRONG_VALUE_FOR_TYPE", "string", call.args[0].text, "unhex")
            return None

    return with_context(call, BINARY_TYPE, compute, as_bytes)


@function("TO_BASE64")
def _to_base64(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, data: bytes) -> str | None:
        digits = -(-len(data) // 3) * 4
        if is_too_long(context, "to_base64", digits + max(digits - 1, 0) // 76):
            return None
        text = base64.b64encode(data).decode()
        return "\n".join(text[start : start + 76] for start in range(0, len(text), 76))

    return with_context(call, text_type(0, connection_collation(call.scope)), compute, as_bytes)


@function("FROM_BASE64")
def _from_base64(call: Call) -> CompiledExpression:
    def compute(data: bytes) -> bytes | None:
        try:
            return base64.b64decode(b"".join(data.split()), validate=True)
        except binascii.Error:
            return None

    return strict_null(call, BINARY_TYPE, compute, as_bytes)


# Locales of FORMAT() that do not write 1,234.5: their decimal point and what stands between thousands (seen on 9.7.4).
_LOCALES = {
    (".", ""): ("ar_SA sr_RS"),
    (",", "."): (
        "be_BY da_DK de_BE de_DE de_LU es_AR es_BO es_CL es_CO es_EC es_ES es_PY es_UY es_VE fo_FO hu_HU "
        "id_ID is_IS lt_LT mn_MN nb_NO no_NO ro_RO ru_UA sq_AL tr_TR uk_UA vi_VN"
    ),
    (",", "\x00"): ("bg_BG"),
    (",", ""): (
        "ca_ES de_AT el_GR eu_ES fr_BE fr_CA fr_CH fr_FR fr_LU gl_ES hr_HR it_IT nl_BE nl_NL pl_PL pt_BR pt_PT sl_SI"
    ),
    (",", " "): ("cs_CZ es_CR et_EE fi_FI lv_LV mk_MK ru_RU sk_SK sv_FI sv_SE"),
    (".", "'"): ("de_CH"),
    (",", "'"): ("it_CH rm_CH"),
}
_POINTS = {name: points for points, names in _LOCALES.items() for name in names.split()}
# thousands, then pairs: 12,34,567
_THOUSAND = 3  # digits
_PAIRS = ("en_IN", "ta_IN", "te_IN")


def _locale(context: StatementContext, part: CompiledExpression | None, row: Row) -> str:
    """The name of a locale; en_US and warning 1649 for one that is not known, NULL too."""
    if part is None:
        return LOCALES[0]
    value = part.eval(context, row)
    given = "NULL" if value is None else as_str(value, part.type, context)
    try:
        return locale_name(given)
    except MySQLError:
        context.warn("ER_UNKNOWN_LOCALE", given)
        return LOCALES[0]


@function("FORMAT")
def _format(call: Call) -> CompiledExpression:
    exact = numeric_type(call.types[0]).kind is not Kind.REAL and not call.types[0].kind.temporal
    named = call.args[2] if len(call.args) > 2 else None
    # a constant is looked at once, and where no row is, too
    known = _locale(call.scope.context, named, ()) if named is None or named.constant else ""

    def compute(places: int, value: Any) -> str:
        digits = max(0, min(as_int32(places), 30))
        if exact:
            return decimal_text(round_decimal(value, digits))
        return decimal_text(Decimal(f"{Decimal(repr(round_real(value, digits))):.{digits}f}"))

    number, places, type_ = call.args[0], call.args[1], text_type(0, connection_collation(call.scope))
    convert = to_decimal if exact else to_real

    def evaluate(context: StatementContext, row: Row) -> str | None:
        """The places first, the locale, and then the number (captured: cluster arguments_in_order)."""
        digits = to_int(places.eval(context, row), places.type, context)
        if digits is None:
            return None
        locale = known or _locale(context, named, row)
        value = convert(number.eval(context, row), number.type, context)
        return None if value is None else _written(compute(digits, value), locale)

    return CompiledExpression(type_, evaluate, call.text, call.constant)


def _written(text: str, locale: str) -> str:
    """A number as a locale writes it."""
    sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, point, fraction = text.partition(".")
    written, between = _POINTS.get(locale, (".", ","))
    grouped = f"{int(whole):,}".replace(",", between)
    if locale in _PAIRS and len(whole) > _THOUSAND:
        pairs = re.sub(r"(?<=\d)(?=(?:\d\d)+$)", between, whole[:-_THOUSAND])
        grouped = f"{pairs}{between}{whole[-_THOUSAND:]}"
    return f"{sign}{grouped}{written if point else ''}{fraction}"


@function("CHARSET")
def _charset(call: Call) -> CompiledExpression:
    return _name(_told_of(call.types[0]).charset, call)


@function("COLLATION")
def _collation(call: Call) -> CompiledExpression:
    return _name(_told_of(call.types[0]).name, call)


def _told_of(type_: ExprType) -> Collation:
    """A document that is a column's is bytes to these functions (captured: clusters/values_of_each_kind)."""
    of_column = type_.kind is Kind.JSON and type_.column is not None
    return collation_by_id(BINARY_COLLATION_ID if of_column else type_.collation)


@function("COERCIBILITY")
def _coercibility(call: Call) -> CompiledExpression:
    type_ = call.types[0]
    of_bits = type_.bit and type_.coercibility is Coercibility.NUMERIC  # no function's
    is_column = type_.kind is Kind.JSON or of_bits  # whatever makes the document (captured: mixes/raw)
    level = Coercibility.IMPLICIT if is_column else type_.coercibility
    shown = SHOWN_NONE if level is Coercibility.NONE else int(level)
    return CompiledExpression(INT_TYPE, lambda context, row: shown, call.text, constant=True)


def _name(text: str, call: Call) -> CompiledExpression:
    type_ = text_type(64, charset_collation_id("utf8mb3"))
    return CompiledExpression(type_, lambda context, row: text, call.text, constant=True)
