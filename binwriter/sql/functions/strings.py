"""String functions (MySQL manual, "String Functions and Operators"). Lengths count characters, of binary strings bytes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.errors import CorruptLogError
from binwriter.sql.collation import sort_key
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import (
    to_bytes,
    to_characters,
    to_decimal,
    to_int,
    to_real,
    to_text,
)
from binwriter.sql.expressions.collations import charset_collation_id, connection_collation, merged
from binwriter.sql.expressions.comparison import compare
from binwriter.sql.expressions.compile import compile_all, compiles
from binwriter.sql.expressions.numbers import UINT64_MASK, decimal_text, round_decimal
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    BINARY_TYPE,
    INT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    text_type,
)
from binwriter.sql.functions.registry import Call, call_function, function, strict_null, variadic

Converter = Callable[[Any, ExprType, StatementContext], Any]


def characters(collation: int) -> Converter:
    """A converter to text of a collation's character set (bytes for binary)."""
    return lambda value, type_, context: to_characters(value, type_, collation)


def as_bytes(value: Any, type_: ExprType, context: StatementContext) -> bytes | None:
    return to_bytes(value, type_)


def own_text(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """Text in the value's own character set."""
    return to_text(value, type_)


def string_call(
    call: Call, operands: Sequence[int], compute: Callable[..., Any], length: int = 0, others: Converter = to_int
) -> CompiledExpression:
    """A function whose string operands (by position) share a collation, which is the result's too; other arguments are integers."""
    collation, coercibility = merged([call.args[index].type for index in operands], call.scope, call.name.lower())
    text = characters(collation)
    converters = [text if index in operands else others for index in range(len(call.args))]
    return strict_null(call, text_type(length, collation, coercibility), compute, *converters)


@variadic("CONCAT", least=1)
def _concat(call: Call) -> CompiledExpression:
    length = sum(type_.length for type_ in call.types) if all(type_.length for type_ in call.types) else 0
    return string_call(call, range(len(call.args)), lambda first, *rest: first[:0].join((first, *rest)), length)


@variadic("CONCAT_WS", least=2)
def _concat_ws(call: Call) -> CompiledExpression:
    collation, coercibility = merged(call.types, call.scope, "concat_ws")
    separator, *rest = call.args

    def evaluate(context: StatementContext, row: Row) -> Any:
        between = to_characters(separator.eval(context, row), separator.type, collation)
        values = [to_characters(part.eval(context, row), part.type, collation) for part in rest]
        return None if between is None else between.join(value for value in values if value is not None)

    return CompiledExpression(text_type(0, collation, coercibility), evaluate, call.text, call.constant)


# --- parts ------------------------------------------------------------------------------------------------------------


def substring(text: Any, start: int, length: int | None = None) -> Any:
    """From the 1-based position, counted from the end when negative; position 0 gives the empty string."""
    begin = start - 1 if start > 0 else len(text) + start
    if start == 0 or begin < 0 or (length is not None and length <= 0):
        return text[:0]
    return text[begin:] if length is None else text[begin : begin + length]


@function("SUBSTRING", "SUBSTR", "MID", least=2, most=3)
def _substring(call: Call) -> CompiledExpression:
    return string_call(call, (0,), substring, call.args[0].type.length)


@compiles(exp.Substring)
def _substring_node(node: exp.Expression, scope: Scope) -> CompiledExpression:
    parts = [node.this, node.args.get("start"), node.args.get("length")]
    return call_function("SUBSTRING", [part for part in parts if part is not None], scope)


@function("LEFT", least=2)
def _left(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text, count: text[: max(count, 0)], call.args[0].type.length)


@function("RIGHT", least=2)
def _right(call: Call) -> CompiledExpression:
    return string_call(
        call,
        (0,),
        lambda text, count: text[max(len(text) - count, 0) :] if count > 0 else text[:0],
        call.args[0].type.length,
    )


@function("SUBSTRING_INDEX", least=3)
def _substring_index(call: Call) -> CompiledExpression:
    def compute(text: Any, delimiter: Any, count: int) -> Any:
        if not delimiter or not count:
            return text[:0]
        parts = text.split(delimiter)
        return delimiter.join(parts[:count] if count > 0 else parts[count:])

    return string_call(call, (0, 1), compute, call.args[0].type.length)


@compiles(exp.Trim)
def _trim(node: exp.Expression, scope: Scope) -> CompiledExpression:
    where = (node.text("position") or "BOTH").upper()
    removed = node.args.get("expression")
    parts = [node.this] if removed is None else [node.this, removed]
    call = Call("TRIM", compile_all(parts, scope), scope)

    def compute(text: Any, remove: Any = None) -> Any:
        remove = (" " if isinstance(text, str) else b" ") if remove is None else remove
        while remove and where != "TRAILING" and text.startswith(remove):
            text = text[len(remove) :]
        while remove and where != "LEADING" and text.endswith(remove):
            text = text[: -len(remove)]
        return text

    return string_call(call, range(len(parts)), compute, call.args[0].type.length)


def _space_like(text: Any) -> Any:
    return " " if isinstance(text, str) else b" "


@function("LTRIM", least=1)
def _ltrim(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text: text.lstrip(_space_like(text)), call.args[0].type.length)


@function("RTRIM", least=1)
def _rtrim(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text: text.rstrip(_space_like(text)), call.args[0].type.length)


# --- building ---------------------------------------------------------------------------------------------------------


@function("REPLACE", least=3)
def _replace(call: Call) -> CompiledExpression:
    return string_call(call, (0, 1, 2), lambda text, old, new: text.replace(old, new) if old else text)


@function("INSERT", least=4)
def _insert(call: Call) -> CompiledExpression:
    def compute(text: Any, start: int, length: int, new: Any) -> Any:
        if not 1 <= start <= len(text):
            return text
        end = len(text) if length < 0 else start - 1 + length
        return text[: start - 1] + new + text[end:]

    return string_call(call, (0, 3), compute)


@function("REPEAT", least=2)
def _repeat(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text, count: text * max(count, 0))


@function("SPACE", least=1)
def _space(call: Call) -> CompiledExpression:
    return strict_null(call, text_type(0, connection_collation(call.scope)), lambda count: " " * max(count, 0), to_int)


@function("REVERSE", least=1)
def _reverse(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text: text[::-1], call.args[0].type.length)


def _pad(left: bool) -> Callable[[Call], CompiledExpression]:
    def compute(text: Any, length: int, pad: Any) -> Any:
        missing = length - len(text)
        if length < 0:
            return None
        if missing <= 0 or not pad:
            return text[:length]
        filling = (pad * (missing // len(pad) + 1))[:missing]
        return filling + text if left else text + filling

    return lambda call: string_call(call, (0, 2), compute)


function("LPAD", least=3)(_pad(left=True))
function("RPAD", least=3)(_pad(left=False))


def _changed_case(change: Callable[[str], str]) -> Callable[[Call], CompiledExpression]:
    """UPPER and LOWER leave binary strings alone, and change letters one by one (no ß to SS)."""

    def one(character: str) -> str:
        changed = change(character)
        return changed if len(changed) == 1 else character

    def compute(text: Any) -> Any:
        if isinstance(text, bytes):
            return text
        return change(text) if text.isascii() else "".join(map(one, text))

    return lambda call: string_call(call, (0,), compute, call.args[0].type.length)


function("UPPER", "UCASE", least=1)(_changed_case(str.upper))
function("LOWER", "LCASE", least=1)(_changed_case(str.lower))


@function("QUOTE", least=1)
def _quote(call: Call) -> CompiledExpression:
    collation, coercibility = merged(call.types, call.scope, "quote")
    argument = call.args[0]

    def evaluate(context: StatementContext, row: Row) -> str:
        text = to_text(argument.eval(context, row), argument.type)
        if text is None:
            return "NULL"
        escaped = str(text if isinstance(text, str) else text.decode("latin-1"))
        for plain, quoted in (("\\", "\\\\"), ("'", "\\'"), ("\0", "\\0"), ("\x1a", "\\Z")):
            escaped = escaped.replace(plain, quoted)
        return f"'{escaped}'"

    return CompiledExpression(text_type(0, collation, coercibility), evaluate, call.text, call.constant)


@compiles(exp.Chr)
def _char(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """CHAR(n, ... [USING charset]): each number gives its significant bytes; NULLs are skipped."""
    args = compile_all(node.expressions, scope)
    charset = node.text("charset")
    collation = charset_collation_id(charset) if charset else BINARY_COLLATION_ID

    def evaluate(context: StatementContext, row: Row) -> Any:
        data = b""
        for arg in args:
            number = to_int(arg.eval(context, row), arg.type, context)
            if number is not None:
                low = number & 0xFFFFFFFF
                data += low.to_bytes(max(1, (low.bit_length() + 7) // 8), "big")
        if collation == BINARY_COLLATION_ID:
            return data
        try:
            return collation_by_id(collation).decode(data)
        except CorruptLogError:
            context.warn("ER_INVALID_CHARACTER_STRING", charset, data.hex().upper())
            return None

    type_ = text_type(4 * len(args), collation)
    return CompiledExpression(type_, evaluate, "char(...)", all(arg.constant for arg in args))


# --- searching --------------------------------------------------------------------------------------------------------


def locate(text: Any, wanted: Any, start: int, collation: int) -> int:
    """1-based position of `wanted` in `text` from `start` on, by the collation; 0 if there is none."""
    if start < 1 or start > len(text) + 1:
        return 0
    if isinstance(text, bytes) or not wanted:
        return text.find(wanted, start - 1) + 1 if wanted or start <= len(text) + 1 else 0
    key = sort_key(wanted, collation)
    return next(
        (
            position + 1
            for position in range(start - 1, len(text) - len(wanted) + 1)
            if sort_key(text[position : position + len(wanted)], collation) == key
        ),
        0,
    )


def _locating(call: Call, text: int, wanted: int) -> CompiledExpression:
    collation, _ = merged([call.args[text].type, call.args[wanted].type], call.scope, call.name.lower())
    convert = characters(collation)
    converters = [to_int if index == 2 else convert for index in range(len(call.args))]

    def compute(*values: Any) -> int:
        return locate(values[text], values[wanted], values[2] if len(values) > 2 else 1, collation)

    return strict_null(call, INT_TYPE, compute, *converters)


@function("INSTR", least=2)
def _instr(call: Call) -> CompiledExpression:
    return _locating(call, 0, 1)


@function("LOCATE", least=2, most=3)
def _locate(call: Call) -> CompiledExpression:
    return _locating(call, 1, 0)


@compiles(exp.StrPosition)
def _position(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return call_function("LOCATE", [node.args["substr"], node.this], scope)


@variadic("FIELD", least=2)
def _field(call: Call) -> CompiledExpression:
    wanted, *rest = call.args
    if all(type_.numeric for type_ in call.types) or all(type_.kind is Kind.STRING for type_ in call.types):
        tests = [compare(exp.EQ, wanted, part, call.scope).eval for part in rest]
    else:
        real = [_as_real(part) for part in call.args]
        tests = [compare(exp.EQ, real[0], part, call.scope).eval for part in real[1:]]

    def evaluate(context: StatementContext, row: Row) -> int:
        return next((position for position, test in enumerate(tests, 1) if test(context, row)), 0)

    return CompiledExpression(INT_TYPE, evaluate, call.text, call.constant)


def _as_real(part: CompiledExpression) -> CompiledExpression:
    type_ = ExprType(Kind.REAL)
    return CompiledExpression(
        type_, lambda context, row: to_real(part.eval(context, row), part.type, context), part.text, part.constant
    )


@variadic("ELT", least=2)
def _elt(call: Call) -> CompiledExpression:
    index, *rest = call.args
    collation, coercibility = merged([part.type for part in rest], call.scope, "elt")

    def evaluate(context: StatementContext, row: Row) -> Any:
        position = to_int(index.eval(context, row), index.type, context)
        if position is None or not 1 <= position <= len(rest):
            return None
        chosen = rest[position - 1]
        return to_characters(chosen.eval(context, row), chosen.type, collation)

    return CompiledExpression(text_type(0, collation, coercibility), evaluate, call.text, call.constant)


@function("FIND_IN_SET", least=2)
def _find_in_set(call: Call) -> CompiledExpression:
    collation, _ = merged(call.types, call.scope, "find_in_set")

    def compute(wanted: Any, members: Any) -> int:
        comma = "," if isinstance(members, str) else b","
        if not members or comma in wanted:
            return 0
        key = sort_key(wanted, collation)
        found = (index for index, member in enumerate(members.split(comma), 1) if sort_key(member, collation) == key)
        return next(found, 0)

    return strict_null(call, INT_TYPE, compute, characters(collation))


@function("STRCMP", least=2)
def _strcmp(call: Call) -> CompiledExpression:
    collation, _ = merged(call.types, call.scope, "strcmp")

    def compute(left: Any, right: Any) -> int:
        one: Any = sort_key(left, collation)
        two: Any = sort_key(right, collation)
        return (one > two) - (one < two)

    return strict_null(call, INT_TYPE, compute, characters(collation))


# --- measures and codes -----------------------------------------------------------------------------------------------


@function("LENGTH", "OCTET_LENGTH", least=1)
def _length(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, len, as_bytes)


@function("BIT_LENGTH", least=1)
def _bit_length(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda data: len(data) * 8, as_bytes)


@function("CHAR_LENGTH", "CHARACTER_LENGTH", least=1)
def _char_length(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, len, own_text)


@function("ASCII", least=1)
def _ascii(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda data: data[0] if data else 0, as_bytes)


@function("ORD", least=1)
def _ord(call: Call) -> CompiledExpression:
    type_ = call.args[0].type

    def compute(text: Any) -> int:
        first = text[:1]
        data = (
            first if isinstance(first, bytes) else to_bytes(first, type_ if type_.kind is Kind.STRING else BINARY_TYPE)
        )
        return int.from_bytes(data or b"", "big")

    return strict_null(call, INT_TYPE, compute, own_text)


@function("HEX", least=1)
def _hex(call: Call) -> CompiledExpression:
    argument = call.args[0]
    type_ = text_type(0, connection_collation(call.scope))
    if argument.type.numeric:
        return strict_null(call, type_, lambda number: f"{number & UINT64_MASK:X}", to_int)
    return strict_null(call, type_, lambda data: data.hex().upper(), as_bytes)


@function("UNHEX", least=1)
def _unhex(call: Call) -> CompiledExpression:
    def compute(digits: bytes) -> bytes | None:
        try:
            return binascii.unhexlify(digits if len(digits) % 2 == 0 else b"0" + digits)
        except binascii.Error:
            return None

    return strict_null(call, BINARY_TYPE, compute, as_bytes)


@function("TO_BASE64", least=1)
def _to_base64(call: Call) -> CompiledExpression:
    def compute(data: bytes) -> str:
        text = base64.b64encode(data).decode()
        return "\n".join(text[start : start + 76] for start in range(0, len(text), 76))

    return strict_null(call, text_type(0, connection_collation(call.scope)), compute, as_bytes)


@function("FROM_BASE64", least=1)
def _from_base64(call: Call) -> CompiledExpression:
    def compute(data: bytes) -> bytes | None:
        try:
            return base64.b64decode(b"".join(data.split()), validate=True)
        except binascii.Error:
            return None

    return strict_null(call, BINARY_TYPE, compute, as_bytes)


@function("FORMAT", least=2)
def _format(call: Call) -> CompiledExpression:
    def compute(value: Decimal, places: int) -> str:
        text = decimal_text(round_decimal(value, max(0, min(places, 30))))
        sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
        whole, point, fraction = text.partition(".")
        return f"{sign}{int(whole):,}{point}{fraction}"

    return strict_null(call, text_type(0, connection_collation(call.scope)), compute, to_decimal, to_int)


@function("CHARSET", least=1)
def _charset(call: Call) -> CompiledExpression:
    name = collation_by_id(call.types[0].collation).charset
    return _name(name, call)


@function("COLLATION", least=1)
def _collation(call: Call) -> CompiledExpression:
    return _name(collation_by_id(call.types[0].collation).name, call)


@function("COERCIBILITY", least=1)
def _coercibility(call: Call) -> CompiledExpression:
    level = int(call.types[0].coercibility)
    return CompiledExpression(INT_TYPE, lambda context, row: level, call.text, constant=True)


def _name(text: str, call: Call) -> CompiledExpression:
    type_ = text_type(64, charset_collation_id("utf8mb3"))
    return CompiledExpression(type_, lambda context, row: text, call.text, constant=True)
