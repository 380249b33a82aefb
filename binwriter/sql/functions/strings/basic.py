"""String functions (MySQL manual, "String Functions and Operators").

Lengths count characters, of binary strings bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID, LATIN1_COLLATION_ID, collation_by_id
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.records import replace
from binwriter.mysql.collation.letter_cases import changed_case
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.collations import (
    charset_collation_id,
    connection_collation,
    merged,
    of_first,
    refuse_unconvertible,
    refuse_unfitting,
    tell_of_no_characters,
)
from binwriter.sql.expressions.compile import compile_all, compiles
from binwriter.sql.expressions.literals import wrong_bytes
from binwriter.sql.expressions.packets import are_too_long, byte_length, is_too_long
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Coercibility, CompiledExpression, Kind, Row, text_type, textual
from binwriter.sql.functions.converters import Converter, characters
from binwriter.sql.functions.registry import Call, built, call_function, function, with_context


def string_call(
    call: Call, operands: Sequence[int], compute: Callable[..., Any], length: int = 0, others: Converter = to_int
) -> CompiledExpression:
    """A function whose string operands (by position) share a collation, which is the result's too.

    Other arguments are integers.
    """
    return sized_call(
        call, operands, lambda context, collation, *values: compute(*values), length=length, others=others
    )


def sized_call(
    call: Call,
    operands: Sequence[int],
    compute: Callable[..., Any],
    *,
    length: int = 0,
    others: Converter = to_int,
    first: bool = True,
) -> CompiledExpression:
    """As `string_call`, for results that may be too long: compute(context, collation, *arguments).

    first: the first operand's collation is the result's, whatever the others have (captured: mixes).
    """
    types = [call.args[index].type for index in operands]
    collation, coercibility = of_first(types, call.scope) if first else merged(types, call.scope, call.name.lower())
    refuse_unconvertible([call.args[index] for index in operands], collation, call.scope, call.name.lower())
    text = characters(collation)
    converters = [text if index in operands else others for index in range(len(call.args))]
    return with_context(
        call,
        text_type(length, collation, coercibility),
        lambda context, *values: compute(context, collation, *values),
        *converters,
    )


def asked_early(call: Call, *places: int) -> None:
    """A server asks for constant counts when it resolves the call, too: what is wrong with them is said twice."""
    for place in places:
        if place < len(call.args) and call.args[place].constant:
            to_int(call.args[place].eval(call.scope.context, ()), call.args[place].type, call.scope.context)


@function("CONCAT")
def _concat(call: Call) -> CompiledExpression:
    length = sum(type_.length for type_ in call.types) if all(type_.length for type_ in call.types) else 0

    def compute(context: StatementContext, collation: int, *parts: Any) -> Any:
        return None if are_too_long(context, "concat", parts, collation) else parts[0][:0].join(parts)

    return sized_call(call, range(len(call.args)), compute, length=length, first=False)


@function("CONCAT_WS")
def _concat_ws(call: Call) -> CompiledExpression:
    collation, coercibility = merged(call.types, call.scope, "concat_ws")
    refuse_unfitting(call.args, collation, call.scope, "concat_ws")
    separator, *rest = map(textual, call.args)

    def evaluate(context: StatementContext, row: Row) -> Any:
        between = to_characters(separator.eval(context, row), separator.type, collation)
        if between is None:
            return None
        values = [to_characters(part.eval(context, row), part.type, collation) for part in rest]
        kept = [value for value in values if value is not None]
        spaces = byte_length(between, collation) * max(len(kept) - 1, 0)
        return None if are_too_long(context, "concat_ws", kept, collation, spaces) else between.join(kept)

    return CompiledExpression(text_type(0, collation, coercibility), evaluate, call.text, call.constant)


# --- parts ------------------------------------------------------------------------------------------------------------


def substring(text: Any, start: int, length: int | None = None) -> Any:
    """From the 1-based position, counted from the end when negative; position 0 gives the empty string."""
    begin = start - 1 if start > 0 else len(text) + start
    if start == 0 or begin < 0 or (length is not None and length <= 0):
        return text[:0]
    return text[begin:] if length is None else text[begin : begin + length]


@function("SUBSTRING")
def _substring(call: Call) -> CompiledExpression:
    count = call.args[2] if len(call.args) > 2 else None
    asked_early(call, 1, 2)
    return string_call(call, (0,), substring, _cut(call.args[0].type.length, count))


def _cut(length: int, count: CompiledExpression | None) -> int:
    """The greatest length of a part: a constant count limits it."""
    return min(length, whole_number(count.text)) if count is not None and count.text.isdigit() else length


@compiles(exp.Substring)
def _substring_node(node: exp.Expression, scope: Scope) -> CompiledExpression:
    parts = [node.this, node.args.get("start"), node.args.get("length")]
    return call_function("SUBSTRING", [part for part in parts if part is not None], scope)


@function("LEFT")
def _left(call: Call) -> CompiledExpression:
    asked_early(call, 1)
    length = _cut(call.args[0].type.length, call.args[1])
    return string_call(call, (0,), lambda text, count: text[: max(count, 0)], length)


@function("RIGHT")
def _right(call: Call) -> CompiledExpression:
    asked_early(call, 1)
    return string_call(
        call,
        (0,),
        lambda text, count: text[max(len(text) - count, 0) :] if count > 0 else text[:0],
        _cut(call.args[0].type.length, call.args[1]),
    )


@function("SUBSTRING_INDEX")
def _substring_index(call: Call) -> CompiledExpression:
    def compute(text: Any, delimiter: Any, count: int) -> Any:
        if not delimiter or not count:
            return text[:0]
        # where occurrences overlap, it matters from which end they are counted
        parts = text.split(delimiter) if count > 0 else text.rsplit(delimiter, min(-count, len(text)))
        return delimiter.join(parts[:count] if count > 0 else parts[count:])

    return string_call(call, (0, 1), compute, call.args[0].type.length)


@compiles(exp.Trim)
def _trim(node: exp.Expression, scope: Scope) -> CompiledExpression:
    where = (node.text("position") or "BOTH").upper()
    removed = node.args.get("expression")
    parts = [node.this] if removed is None else [node.this, removed]

    def compute(text: Any, remove: Any = None) -> Any:
        remove = _space_like(text) if remove is None else remove
        while remove and where != "TRAILING" and text.startswith(remove):
            text = text[len(remove) :]
        while remove and where != "LEADING" and text.endswith(remove):
            text = text[: -len(remove)]
        return text

    def build(call: Call) -> CompiledExpression:
        return string_call(call, range(len(parts)), compute, call.args[0].type.length)

    return built(Call("TRIM", compile_all(parts, scope), scope), build)


def _space_like(text: Any) -> Any:
    return " " if isinstance(text, str) else b" "


@function("LTRIM")
def _ltrim(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text: text.lstrip(_space_like(text)), call.args[0].type.length)


@function("RTRIM")
def _rtrim(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text: text.rstrip(_space_like(text)), call.args[0].type.length)


# --- building ---------------------------------------------------------------------------------------------------------


@function("REPLACE")
def _replace(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, collation: int, text: Any, old: Any, new: Any) -> Any:
        if not old:
            return text
        grown = 0
        if len(new) > len(old) or not isinstance(new, bytes):
            grown = max(byte_length(new, collation) - byte_length(old, collation), 0) * text.count(old)
        if grown and are_too_long(context, "replace", (text,), collation, grown):
            return None
        return text.replace(old, new)

    return sized_call(call, (0, 1, 2), compute)


@function("INSERT")
def _insert(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, collation: int, text: Any, start: int, length: int, new: Any) -> Any:
        if not 1 <= start <= len(text):
            return text
        end = len(text) if length < 0 else start - 1 + length
        parts = text[: start - 1], new, text[end:]
        return None if are_too_long(context, "insert", parts, collation) else text[:0].join(parts)

    return sized_call(call, (0, 3), compute)


@function("REPEAT")
def _repeat(call: Call) -> CompiledExpression:
    asked_early(call, 1)

    def compute(context: StatementContext, collation: int, text: Any, count: int) -> Any:
        if count <= 0 or not text:
            return text[:0]
        return None if is_too_long(context, "repeat", byte_length(text, collation) * count) else text * count

    return sized_call(call, (0,), compute)


@function("SPACE")
def _space(call: Call) -> CompiledExpression:
    asked_early(call, 0)

    def compute(context: StatementContext, count: int) -> str | None:
        return None if is_too_long(context, "space", count) else " " * max(count, 0)

    return with_context(call, text_type(0, connection_collation(call.scope)), compute, to_int)


@function("REVERSE")
def _reverse(call: Call) -> CompiledExpression:
    return string_call(call, (0,), lambda text: text[::-1], call.args[0].type.length)


def _pad(left: bool) -> Callable[[Call], CompiledExpression]:
    name = "lpad" if left else "rpad"

    def compute(context: StatementContext, collation: int, text: Any, length: int, pad: Any) -> Any:
        missing = length - len(text)
        if length < 0:
            return None
        if missing <= 0:
            return text[:length]
        width = 1 if isinstance(text, bytes) else collation_by_id(collation).mbmaxlen  # as if all were the widest
        if is_too_long(context, name, length * width):
            return None
        if not pad:
            return text[:length]
        filling = (pad * (missing // len(pad) + 1))[:missing]
        return filling + text if left else text + filling

    def build(call: Call) -> CompiledExpression:
        asked_early(call, 1)
        return sized_call(call, (0, 2), compute)

    return build


function("LPAD")(_pad(left=True))
function("RPAD")(_pad(left=False))


def _changed_case(function: str) -> Callable[[Call], CompiledExpression]:
    """UPPER and LOWER leave binary strings alone, and change letters one by one (no ß to SS)."""

    def compute(context: StatementContext, collation: int, text: Any) -> Any:
        return text if isinstance(text, bytes) else changed_case(text, collation, function)

    return lambda call: sized_call(call, (0,), compute, length=call.args[0].type.length)


function("UPPER")(_changed_case("UPPER"))
function("LOWER")(_changed_case("LOWER"))


@function("QUOTE")
def _quote(call: Call) -> CompiledExpression:
    collation, coercibility = merged(call.types, call.scope, "quote")
    argument = call.args[0]
    of_digits = argument.type.kind not in (Kind.STRING, Kind.JSON, Kind.NULL)
    if of_digits:  # (captured: clusters/quotes_of_numbers)
        collation, coercibility = LATIN1_COLLATION_ID, Coercibility.NUMERIC
    if collation == BINARY_COLLATION_ID:
        collation = connection_collation(call.scope)

    def evaluate(context: StatementContext, row: Row) -> str | None:
        value = argument.eval(context, row)
        if value is None:
            return "NULL"
        escaped = to_characters(value, argument.type, collation)
        if isinstance(escaped, bytes):  # what is no characters has no quotes either (captured: clusters/bytes_bound)
            return ""
        for plain, quoted in (("\\", "\\\\"), ("'", "\\'"), ("\0", "\\0"), ("\x1a", "\\Z")):
            escaped = escaped.replace(plain, quoted)
        return None if are_too_long(context, "quote", (escaped,), collation, 2) else f"'{escaped}'"

    type_ = replace(text_type(0, collation, coercibility), ascii=of_digits)
    return CompiledExpression(type_, evaluate, call.text, call.constant)


@compiles(exp.Chr)
def _char(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """CHAR(n, ... [USING charset]): each number gives its significant bytes; NULLs are skipped."""
    args = compile_all(node.expressions, scope)
    charset = node.text("charset")
    collation = charset_collation_id(charset) if charset else BINARY_COLLATION_ID
    width = collation_by_id(collation).mbminlen

    def evaluate(context: StatementContext, row: Row) -> Any:
        data = b""
        for arg in args:
            number = to_int(arg.eval(context, row), arg.type, context)
            if number is not None:
                low = number & 0xFFFFFFFF
                size = max(1, (low.bit_length() + 7) // 8)
                data += low.to_bytes(-(-size // width) * width, "big")  # of whole characters
        if collation == BINARY_COLLATION_ID:
            return data
        try:
            text = collation_by_id(collation).decode_keeping(data)
            tell_of_no_characters(text, collation_by_id(collation), context)
            return text
        except CorruptLogError:
            shown = wrong_bytes(data, collation_by_id(collation))
            context.warn("ER_INVALID_CHARACTER_STRING", collation_by_id(collation).charset, shown)
            return None

    type_ = replace(text_type(4 * len(args), collation), computed=True)
    return CompiledExpression(type_, evaluate, "char(...)", all(arg.constant for arg in args))
