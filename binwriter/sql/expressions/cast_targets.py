"""The types that CAST and CONVERT give, and how a value becomes one."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_depth import document_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import characters_or_bytes, to_characters
from binwriter.sql.expressions.cast_numbers import Conversion, decimal, signed, unsigned, year
from binwriter.sql.expressions.coercion import escaped_bytes, to_real, truncated
from binwriter.sql.expressions.collations import (
    charset_collation_id,
    collation_id,
    connection_collation,
    tell_of_no_characters,
)
from binwriter.sql.expressions.compile import FUNCTION_MODULES
from binwriter.sql.expressions.literals import wrong_bytes
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import (
    takes_any_day,
    to_cast_datetime,
    to_date,
    to_time,
    to_zoneless_time,
)
from binwriter.sql.expressions.numbers import (
    FLOAT_MAX,
    INT64_MAX,
    UINT64_MASK,
    as_single,
)
from binwriter.sql.expressions.packets import is_too_long
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    DATE_TYPE,
    GEOMETRY_TYPE,
    REAL_TYPE,
    Coercibility,
    CompiledExpression,
    ExprType,
    Kind,
    datetime_type,
    text_type,
    time_type,
)
from binwriter.sql.text.meta_keys import BIN_COLLATION, TYPED_LITERAL
from binwriter.sql.text.tree_text import tree_text

_FLOAT_DIGITS = 53


_LONGEST = (1 << 32) - 1


Target = Callable[[CompiledExpression, list[int], exp.Expression, Scope], tuple[ExprType, Conversion]]


def _real(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    def convert(value: Any, context: StatementContext) -> float | None:
        number = to_real(value, operand.type, context)
        if number is not None and math.isinf(number):
            truncated(context, "DOUBLE", value)
            return math.copysign(sys.float_info.max, number)
        return number

    return replace(REAL_TYPE, overflow=cast_text(operand, to)), convert


def _float(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    if sizes and sizes[0] > _FLOAT_DIGITS:
        raise mysql_error("ER_TOO_BIG_PRECISION", sizes[0], "CAST", _FLOAT_DIGITS)
    if sizes and sizes[0] > 24:
        return _real(operand, sizes, to, scope)

    text = f"cast({operand.text} as float)"

    def convert(value: Any, context: StatementContext) -> float:
        real = to_real(value, operand.type, context)
        assert real is not None
        if abs(real) > FLOAT_MAX:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "DOUBLE", text)
        return as_single(real)

    return replace(REAL_TYPE, single=True, length=12), convert


def _length(sizes: list[int]) -> int | None:
    """The length; one of 64 bits is a negative number to the server, which is none."""
    return sizes[0] if sizes and not INT64_MAX < sizes[0] <= UINT64_MASK else None


def _check_length(length: int | None, bytes_a_character: int) -> None:
    """ER_TOO_BIG_DISPLAYWIDTH, ER_DATA_OUT_OF_RANGE for what no 32 bits can count (captured: numbers)."""
    if length is not None and length > _LONGEST:
        raise mysql_error("ER_TOO_BIG_DISPLAYWIDTH", "cast as char", _LONGEST)
    if length is not None and length * bytes_a_character > _LONGEST:
        raise mysql_error("ER_DATA_OUT_OF_RANGE", "char(n)", "cast_as_char")


_NATIONAL = "utf8mb3"


def _characters(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    charset = to.text("kind")
    if to.this is exp.DType.NCHAR:
        charset = _NATIONAL
    collation = charset_collation_id(charset) if charset else connection_collation(scope)
    if charset.lower() == "binary":
        if sizes:
            return _binary(operand, sizes, to, scope)
        collation = BINARY_COLLATION_ID
    if to.meta.get(BIN_COLLATION):
        collation = collation_id(f"{collation_by_id(collation).charset}_bin")
    limit, known = _length(sizes), collation_by_id(collation)
    _check_length(limit, known.mbmaxlen)
    type_ = text_type(limit or operand.type.length, collation, Coercibility.IMPLICIT)
    is_given = operand.constant or operand.type.column is not None  # what a function made is not looked at

    def convert(value: Any, context: StatementContext) -> Any:
        if limit is not None and is_too_long(context, "cast_as_char", limit):
            return None
        text = characters_or_bytes(value, operand.type, collation)
        if isinstance(text, bytes) and collation != BINARY_COLLATION_ID:
            context.warn("ER_INVALID_CHARACTER_STRING", known.charset, wrong_bytes(text, known))
            return None
        if limit is not None and len(text) > limit:
            if isinstance(text, str) and isinstance(value, bytes) and is_given:
                tell_of_no_characters(text, known, context)
            if isinstance(text, str):  # what the set has not is ?, in the warning too (captured: cut_by_casts)
                text = known.decode_keeping(known.encode_replacing(text))
            kept = text[:limit]
            size = len(kept) if isinstance(kept, bytes) else len(known.encode(kept))
            if isinstance(text, bytes):
                truncated(context, f"BINARY({size})", escaped_bytes(text))
            else:
                truncated(context, f"CHAR({size})", text)
            return kept
        if not isinstance(text, str) or isinstance(value, str):
            text = _representable(text, collation)
        if isinstance(text, str) and is_given:
            tell_of_no_characters(text, known, context)
        return text

    return type_, convert


def _representable(text: Any, collation: int) -> Any:
    """The text with a ? for each character that the character set lacks, as MySQL converts."""
    if isinstance(text, bytes):
        return text
    target = collation_by_id(collation)
    if text.isascii():
        return str(text)
    if target.charset == "utf8mb4":
        return in_charset(str(text))
    return target.decode_keeping(target.encode_replacing(text))


def _binary(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    limit = _length(sizes)
    _check_length(limit, 1)
    width = 1 if operand.type.kind is not Kind.STRING else collation_by_id(operand.type.collation).mbmaxlen
    type_ = ExprType(Kind.STRING, length=limit or operand.type.length * width, coercibility=Coercibility.IMPLICIT)

    def convert(value: Any, context: StatementContext) -> bytes | None:
        if limit is not None and is_too_long(context, "cast_as_binary", limit):
            return None
        data = bytes(to_characters(value, operand.type, BINARY_COLLATION_ID))
        if limit is None:
            return data
        if len(data) > limit:
            truncated(context, f"BINARY({limit})", escaped_bytes(data))
        return data[:limit].ljust(limit, b"\0")

    return type_, convert


def _date(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    def convert(value: Any, context: StatementContext) -> Any:
        moment = to_date(value, operand.type, context)
        return None if moment is None else temporal.date_of(moment)

    return DATE_TYPE, convert


def _cuts(context: StatementContext) -> bool:
    """Up to 5.5 a moment has its fraction still, which nothing but its text shows (captured:
    fractions_of_seconds_statement)."""
    return context.cuts_fractions or not context.variables.behaviour.moments_have_fractions


def _datetime(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    scale = _scale(sizes)

    def convert(value: Any, context: StatementContext) -> Any:
        moment = to_cast_datetime(value, operand.type, context)
        try:
            return temporal.round_fraction(moment, scale, cut=_cuts(context))
        except OverflowError:  # beyond the year 9999 (captured: edges)
            context.warn("ER_DATETIME_FUNCTION_OVERFLOW", "datetime")
            return None

    return datetime_type(scale), convert


def _time(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    scale = _scale(sizes)
    is_literal = to.parent is not None and to.parent.meta.get(TYPED_LITERAL)
    read = to_zoneless_time if is_literal else to_time

    def convert(value: Any, context: StatementContext) -> Any:
        return temporal.round_fraction(read(value, operand.type, context), scale, cut=_cuts(context))

    return time_type(scale), convert


def _scale(sizes: list[int]) -> int:
    scale = sizes[0] if sizes else 0
    if scale > 6:
        raise mysql_error("ER_TOO_BIG_PRECISION", scale, "CAST", 6)
    return scale


def _json(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    """CAST(.. AS JSON): text is parsed, anything else is the value that it has in documents."""
    from binwriter.sql.functions.json.documents import in_order, refuse_vectors
    from binwriter.sql.functions.json.values import document_value

    refuse_vectors("cast_as_json", (operand,))

    def convert(value: Any, context: StatementContext) -> JsonDocument:
        if isinstance(value, (JsonDocument, str)) and not operand.type.member:
            document = value if isinstance(value, JsonDocument) else document_of(value, _not_json)
            assert document is not None
            return document
        return JsonDocument(in_order(document_value(operand, value)))

    return ExprType(Kind.JSON, collation=46, source="cast_as_json"), convert


def _not_json(reason: str, place: int) -> MySQLError:
    return mysql_error("ER_INVALID_JSON_TEXT_IN_PARAM", 1, "cast_as_json", reason, place)


# what makes a geometry one of another kind, by its name: see `sql.functions.spatial.kinds`
GEOMETRIES: dict[str, Callable[[Any, ExprType, StatementContext], bytes]] = {}


def _geometry(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    kind = to.text("kind").replace("GEOMCOLL", "GEOMETRYCOLL")
    FUNCTION_MODULES.until(kind, GEOMETRIES)
    convert = GEOMETRIES[kind]
    return GEOMETRY_TYPE, lambda value, context: convert(value, operand.type, context)


def _array(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    """Only a key has one (`ddl.table.elements`)."""
    raise mysql_error("ER_NOT_SUPPORTED_YET", ARRAY_ELSEWHERE)


ARRAY_ELSEWHERE = (
    "Use of CAST( .. AS .. ARRAY) outside of functional index in CREATE(non-SELECT)/ALTER TABLE "
    "or in general expressions"
)
TARGETS: dict[exp.DType, Target] = {
    exp.DType.ARRAY: _array,
    exp.DType.GEOMETRY: _geometry,
    exp.DType.JSON: _json,
    exp.DType.BIGINT: signed,
    exp.DType.INT: signed,
    exp.DType.UBIGINT: unsigned,
    exp.DType.DECIMAL: decimal,
    exp.DType.DOUBLE: _real,
    exp.DType.FLOAT: _float,
    exp.DType.CHAR: _characters,
    exp.DType.NCHAR: _characters,
    exp.DType.CHARACTER_SET: _characters,
    exp.DType.BINARY: _binary,
    exp.DType.DATE: _date,
    exp.DType.DATETIME: _datetime,
    exp.DType.TIMESTAMP: _datetime,
    exp.DType.TIMESTAMPTZ: _datetime,
    exp.DType.TIME: _time,
    exp.DType.YEAR: year,
}


_DIGITS = pattern(r"\d+", re.ASCII)


def _whole_time(text: str, context: StatementContext) -> timedelta | None:
    time, whole = temporal.parse_time(text)
    return time if whole else None


def _whole_moment(text: str, context: StatementContext) -> Any:
    moment, _, whole = temporal.parse_datetime(text, any_day=takes_any_day(context))
    return moment if whole else None


def _moment(text: str, context: StatementContext) -> Any:
    return temporal.parse_datetime(text, any_day=takes_any_day(context))[0]


LITERALS: dict[exp.DType, tuple[str, Callable[[str, StatementContext], Any]]] = {
    exp.DType.DATE: ("DATE", _moment),
    exp.DType.TIME: ("TIME", _whole_time),
    exp.DType.TIMESTAMPTZ: ("DATETIME", _whole_moment),
}


_TYPE_NAMES = {exp.DType.BIGINT: "signed", exp.DType.UBIGINT: "unsigned"}


def cast_text(operand: CompiledExpression, to: exp.Expression) -> str:
    if to.parent is not None and to.parent.meta.get(TYPED_LITERAL):
        return f"{LITERALS[to.this][0].replace('DATETIME', 'TIMESTAMP')}{operand.text}"
    name = _TYPE_NAMES.get(to.this) or tree_text(to).lower().replace(", ", ",")
    return f"cast({operand.text} as {name})"


_MOST_DIGITS = {"DATE": 8, "TIME": 7}


def has_other_parts(name: str, text: str) -> bool:
    """Whether a text with a date lacks the time that TIMESTAMP wants, or has one that DATE and TIME do not."""
    numbers = _DIGITS.findall(text)
    if len(numbers) == 1:  # YYYYMMDD or YYMMDD is a date
        return len(numbers[0]) in (6, 8) if name == "DATETIME" else len(numbers[0]) > _MOST_DIGITS[name]
    is_date = len(numbers) >= 3 and not {":", " "} & set(text.lstrip(" -")[: len(numbers[0]) + 1])
    return is_date and (len(numbers) == 3 if name == "DATETIME" else len(numbers) > 3)
