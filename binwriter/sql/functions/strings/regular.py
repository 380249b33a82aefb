"""REGEXP_LIKE, REGEXP_INSTR, REGEXP_SUBSTR and REGEXP_REPLACE (MySQL manual, "Regular Expressions")."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from binwriter.formats.records import replace
from binwriter.mysql.collation.keys import is_case_insensitive
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.collations import merged
from binwriter.sql.expressions.conditions.patterns import in_units, refuse_mixed, regular_expression
from binwriter.sql.expressions.numbers import as_int32
from binwriter.sql.expressions.packets import packet_limit
from binwriter.sql.expressions.regular.classes import reach_of
from binwriter.sql.expressions.regular.steps import check_steps
from binwriter.sql.expressions.types import (
    BOOL_TYPE,
    INT_TYPE,
    CompiledExpression,
    ExprType,
    Row,
    numerical,
    text_type,
    textual,
)
from binwriter.sql.expressions.variables import ask_at_once
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function

_FLAGS = {"m": re.MULTILINE, "n": re.DOTALL, "i": re.IGNORECASE}


def _build(
    call: Call,
    strings: tuple[int, ...],
    match_type_at: int,
    type_: Callable[[int], ExprType],
    compute: Callable[..., Any],
    *,
    is_limited: bool = False,
) -> CompiledExpression:
    """strings: the arguments that share a collation; match_type_at: the last one; the others are integers. is_limited:
    whether what is computed may take so many units of UTF-16 only, which stand first then."""
    present = [index for index in strings if index < len(call.args)]
    ask_at_once([call.args[index] for index in present], call.scope.context)
    refuse_mixed([call.args[index].type for index in present], call.name.lower())
    collation, _ = merged([call.args[index].type for index in present], call.scope, call.name.lower(), compares=True)
    base = re.IGNORECASE if is_case_insensitive(collation) else 0

    parts = [(textual(arg) if index in strings else numerical(arg)) for index, arg in enumerate(call.args)]
    numbers = [index for index in range(2, len(parts)) if index not in strings and index != match_type_at]
    others = [index for index in present if index > 1]

    def text_of(index: int, context: StatementContext, row: Row) -> str | None:
        part = parts[index]
        value = part.eval(context, row)
        if value is None:
            return None
        text = to_characters(value, part.type, collation)
        return text.decode("latin-1") if isinstance(text, bytes) else in_units(text, collation)

    def number_of(index: int, context: StatementContext, row: Row) -> int | None:
        part = parts[index]
        number = to_int(part.eval(context, row), part.type, context)
        return None if number is None else as_int32(number)

    def evaluate(context: StatementContext, row: Row) -> Any:
        """The numbers first, then the match type, the pattern, by what to replace, and the text that it is about
        (captured: cluster arguments_in_order)."""
        counted = [number_of(index, context, row) for index in numbers]
        flags: int = base
        if match_type_at < len(parts):
            part = parts[match_type_at]
            value = part.eval(context, row)
            if value is None:
                return None
            flags = _flags(call, as_str(value, part.type, context), base)
        sought = text_of(1, context, row)
        if sought is None or None in counted:
            return None
        given = [text_of(index, context, row) for index in others]
        text = None if None in given else text_of(0, context, row)
        if text is None:
            return None
        pattern = regular_expression(sought, flags, reach_of(text))
        check_steps(pattern, text, context)
        limits = [packet_limit(context) // 2] if is_limited else []
        return compute(*limits, pattern, text, *given, *counted)

    return CompiledExpression(type_(collation), evaluate, call.text, call.constant)


def _text(collation: int) -> ExprType:
    """Of what it is where a number is asked for nothing is told (captured: clusters/texts_of_functions_as_decimals)."""
    return replace(text_type(0, collation), unquestioned=True)


def _flags(call: Call, text: str, base: int) -> int:
    flags = base
    for letter in text:
        if letter == "c":
            flags &= ~re.IGNORECASE
        elif letter in _FLAGS:
            flags |= _FLAGS[letter]
        elif letter != "u":
            raise mysql_error("ER_WRONG_ARGUMENTS", call.name.lower())
    return flags


def _from(text: str, position: int) -> int:
    if not 1 <= position <= len(text) + 1:
        raise mysql_error("ER_REGEXP_INDEX_OUTOFBOUNDS_ERROR")
    return position - 1


@function("REGEXP_LIKE")
def _like(call: Call) -> CompiledExpression:
    return _build(call, (0, 1), 2, lambda _: BOOL_TYPE, lambda pattern, text: int(pattern.search(text) is not None))


@function("REGEXP_INSTR")
def _instr(call: Call) -> CompiledExpression:
    def compute(pattern: re.Pattern[str], text: str, position: int = 1, occurrence: int = 1, after: int = 0) -> int:
        if after not in (0, 1):
            raise mysql_error("ER_WRONG_ARGUMENTS", "regexp_instr: return_option must be 1 or 0.")
        for number, match in enumerate(pattern.finditer(text, _from(text, position)), 1):
            if number == max(1, occurrence):
                return (match.end() if after else match.start()) + 1
        return 0

    return _build(call, (0, 1), 5, lambda _: INT_TYPE, compute)


@function("REGEXP_SUBSTR")
def _substr(call: Call) -> CompiledExpression:
    def compute(pattern: re.Pattern[str], text: str, position: int = 1, occurrence: int = 1) -> str | None:
        for number, match in enumerate(pattern.finditer(text, _from(text, position)), 1):
            if number == max(1, occurrence):
                return match[0]
        return None

    return _build(call, (0, 1), 4, _text, compute)


@function("REGEXP_REPLACE")
def _replace(call: Call) -> CompiledExpression:
    def compute(
        limit: int, pattern: re.Pattern[str], text: str, by: str, position: int = 1, occurrence: int = 0
    ) -> str:
        parts: list[str] = []
        last = used = 0
        room: int | None = None
        for number, match in enumerate(pattern.finditer(text, _from(text, position)), 1):
            if occurrence == 0 or number == max(1, occurrence):
                if room is None:
                    room = _units(text)
                part = text[last : match.start()] + _expanded(by, match)
                last, used = match.end(), used + _units(part)
                if used > room and used >= limit:  # no room is made for it, and what it stands for is lost
                    break
                parts.append(part)
        if room is not None and _units(result := "".join([*parts, text[last:]])) > limit:
            raise mysql_error("ER_REGEXP_BUFFER_OVERFLOW")
        return text if room is None else result

    return _build(call, (0, 1, 2), 5, _text, compute, is_limited=True)


def _units(text: str) -> int:
    """How many units of UTF-16 a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _expanded(by: str, match: re.Match[str]) -> str:
    """$1 stands for a group, a backslash for the character behind it."""

    def part(match_of_part: re.Match[str]) -> str:
        if match_of_part[1] is not None:
            return match_of_part[1]
        if int(match_of_part[2]) > match.re.groups:
            raise mysql_error("ER_REGEXP_INDEX_OUTOFBOUNDS_ERROR")
        return match[int(match_of_part[2])] or ""

    return re.sub(r"\\(.)|\$(\d)", part, by)
