"""The values of parameters as they stand in the statement that runs: each as a value of its parameter's type.

Source: captures of a 9.7.4 (clusters/parameters_that_were_numbers, parameters_that_are_no_moments).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from binwriter.formats.patterns import pattern
from binwriter.server.execute.prepare.places import PARAMETER
from binwriter.server.execute.prepare.types import MOMENTS, NUMBERS, ParameterTypes, number_in
from binwriter.sql.expressions.moments.temporal import parse_datetime
from binwriter.sql.types.parameter_kinds import BYTES, ParameterKind
from binwriter.statement.facts import UserVariable


def typed_texts(
    types: ParameterTypes, kinds: Sequence[ParameterKind], values: Sequence[UserVariable | None], texts: Sequence[str]
) -> list[str]:
    """The values in SQL, each of its parameter's type; but see clusters/parameters_that_are_no_moments."""
    return [
        _document_text(types, number, kind, value, text)
        if _is_document(types, number, kind, value)
        else text
        if number in types.unasked and _is_no_moment(kind, value)
        else _typed_text(kind, types.kinds[number] not in _SHOWN and number not in types.alone, value, text)
        if types.kinds[number] not in _SHOWN or kind not in NUMBERS or not _is_word(value)
        else text
        for number, (kind, value, text) in enumerate(zip(kinds, values, texts, strict=True))
    ]


def bytes_for_numbers(
    first: Sequence[ParameterKind],
    kinds: Sequence[ParameterKind],
    values: Sequence[UserVariable | None],
    texts: Sequence[str],
) -> list[str]:
    """The values in SQL, texts as their bytes where their parameter is a number: so they are told of (captured:
    clusters/letters_for_numbers). first: the types that PREPARE found."""
    return [
        f"_binary x'{value.value.encode('utf-8', 'surrogateescape').hex()}'"
        if value is not None
        and not _NUMERIC.isdisjoint(each)
        and isinstance(value.value, str)
        and not value.value.isascii()
        else text
        for *each, value, text in zip(first, kinds, values, texts, strict=True)
    ]


_NUMERIC = frozenset({*NUMBERS, ParameterKind.YEAR})


def _is_document(types: ParameterTypes, number: int, kind: ParameterKind, variable: UserVariable | None) -> bool:
    """Whether a document is made of a value whose parameter is a number that the value is not, or is named by it."""
    value = None if variable is None else variable.value
    if value is None or kind not in NUMBERS:
        return False
    return number in types.names or (number in types.members and isinstance(value, str | bytes))


def _document_text(
    types: ParameterTypes, number: int, kind: ParameterKind, variable: UserVariable | None, text: str
) -> str:
    """A number as the name of a member is bytes, of which no document is made (3144); a value is made a number (both
    captured: clusters/letters_for_numbers)."""
    if number in types.names:
        return f"CAST({text} AS BINARY)"
    value = None if variable is None else variable.value
    if kind is ParameterKind.DECIMAL and isinstance(value, str | bytes) and number_in(value) is None:
        return f"CAST({_as_text(text)} AS DECIMAL(65,0))"
    return _typed_text(kind, False, variable, text)


_MAKES_TABLE = pattern(r"\s*CREATE\s+(?:TEMPORARY\s+)?TABLE\b", re.IGNORECASE)


def makes_table(text: str) -> bool:
    """Whether a statement may be CREATE TABLE .. SELECT."""
    return _MAKES_TABLE.match(text) is not None


def cast_texts(kinds: Sequence[ParameterKind], counts: Sequence[int], texts: Sequence[str]) -> list[str]:
    """The values in SQL as a new table's columns take them: each of its parameter's type (captured:
    clusters/columns_of_parameters). counts: those behind LIMIT."""
    return [
        _cast(kind, text) if number not in counts else text
        for number, (kind, text) in enumerate(zip(kinds, texts, strict=True))
    ]


def _cast(kind: ParameterKind, text: str) -> str:
    if _is_decimal(kind, text):
        return text
    if kind in (ParameterKind.TEXT, ParameterKind.LONG_TEXT) and _is_no_text(text):
        return _as_text(text)  # nobody tells of it (captured: values_put_in_created_tables_statement)
    return kind.null.replace(PARAMETER, _as_text(text))


def _is_no_text(text: str) -> bool:
    """Whether a value is written as bytes that are no characters."""
    if not text.startswith("x'"):
        return False
    try:
        bytes.fromhex(text[2:-1]).decode()
    except UnicodeDecodeError:
        return True
    return False


def _is_decimal(kind: ParameterKind, text: str) -> bool:
    """It keeps its own digits where it becomes a text; see `types.expressions`."""
    return kind is ParameterKind.DECIMAL and text.lstrip("-").replace(".", "", 1).isdecimal()


def _as_text(text: str) -> str:
    return f"CONCAT({text})" if text.startswith("x'") else text  # else it would be a number


def gives_up_moments(
    types: ParameterTypes, kinds: Sequence[ParameterKind], values: Sequence[UserVariable | None]
) -> bool:
    """Whether a value is no moment where an execution has made its parameter one."""
    return any(_is_no_moment(kinds[number], values[number]) for number in types.unasked)


def _is_no_moment(kind: ParameterKind, variable: UserVariable | None) -> bool:
    value = None if variable is None or variable.moment or kind not in _TEMPORAL else variable.value
    if isinstance(value, int | Decimal):  # a number may be a date's digits
        value = str(int(value))
    return value is not None and not (isinstance(value, str) and isinstance(parse_datetime(value)[0], datetime))


def _is_word(variable: UserVariable | None) -> bool:
    return variable is not None and isinstance(variable.value, str | bytes) and number_in(variable.value) is None


def pinned_texts(
    types: ParameterTypes, kinds: Sequence[ParameterKind], values: Sequence[UserVariable | None], texts: Sequence[str]
) -> list[str]:
    """The values in SQL, texts as numbers where an execution has made their parameter one: it stays that (captured:
    clusters/parameters_that_were_numbers)."""
    return [
        _document_text(types, number, kind, value, text)
        if _is_document(types, number, kind, value)
        else _typed_text(kind, False, value, text, number in types.stored)
        if _is_made(first, kind, value, number in types.stored)
        else text
        for number, (first, kind, value, text) in enumerate(zip(types.kinds, kinds, values, texts, strict=True))
    ]


def _is_made(first: ParameterKind, kind: ParameterKind, variable: UserVariable | None, stored: bool) -> bool:
    """Whether a value is not what the parameter is: another number for a DOUBLE (captured:
    clusters/parameters_that_became_doubles), a text for one that was a number, bytes for a number, a text that is no
    moment (stored: but for what a column is set to, which says what it lacks, as captured:
    clusters/texts_that_are_no_moments)."""
    value = None if variable is None or variable.moment else variable.value
    if kind is ParameterKind.YEAR:
        return isinstance(value, bytes)
    if kind is ParameterKind.DOCUMENT and not stored:
        return value is not None
    if kind is ParameterKind.DOUBLE is not first and not stored and not isinstance(value, str | bytes | float):
        return variable is None or not variable.moment  # an execution before made it a DOUBLE
    if kind in NUMBERS and isinstance(value, str | bytes):
        if stored:
            return number_in(value) is not None or isinstance(value, bytes)
        return number_in(value) is not None or (
            first in NUMBERS and (isinstance(value, bytes) or kind is not ParameterKind.DOUBLE)
        )
    if stored or kind not in _PARSED or not isinstance(value, str | bytes):
        return False
    return _PARSED[kind](value.decode("latin-1") if isinstance(value, bytes) else value)[0] is None


_PARSED: dict[ParameterKind, Callable[[str], tuple[Any, ...]]] = {
    ParameterKind.DATE: parse_datetime,
    ParameterKind.DATETIME: parse_datetime,
}


_SHOWN = frozenset({ParameterKind.TEXT, ParameterKind.LONG_TEXT, *BYTES})  # a number is shown as it is
_MADE = frozenset({*NUMBERS, *MOMENTS.values(), ParameterKind.YEAR})


def _typed_text(
    kind: ParameterKind, scaled: bool, variable: UserVariable | None, text: str, stored: bool = False
) -> str:
    """scaled: a DECIMAL has all of its type's digits behind the point."""
    value = None if variable is None else variable.value
    if value is None or variable is None:
        return kind.null
    if kind is ParameterKind.BYTES and isinstance(value, str | bytes):
        return f"CAST({text} AS BINARY)"
    if kind is ParameterKind.DOCUMENT and not stored:  # numbers are bytes for it, of which no document is made (3144)
        return kind.null.replace(PARAMETER, text if isinstance(value, str) else f"CAST({text} AS BINARY)")
    if kind not in _MADE:
        return text
    if kind is ParameterKind.DECIMAL and not scaled:
        number = number_in(value) if isinstance(value, str | bytes) else text
        if number is not None:
            return f"{Decimal(number):f}"
    if isinstance(value, bytes):
        text = f"CONCAT({text})"  # else it would be a number
        if stored and (kind is ParameterKind.YEAR or number_in(value) is None):
            return text
    elif isinstance(value, str):
        if MOMENTS.get(variable.moment) is kind:
            return text
    elif kind in _WHOLE_OR_REAL and isinstance(value, float if kind is ParameterKind.DOUBLE else int):
        shown = kind is not ParameterKind.YEAR or value in _YEARS
        return text if shown else kind.null
    return kind.null.replace(PARAMETER, text)


_TEMPORAL = frozenset(MOMENTS.values())
_YEARS = range(1 << 16)  # what a client can be sent as one
_WHOLE_OR_REAL = (ParameterKind.INTEGER, ParameterKind.UNSIGNED, ParameterKind.DOUBLE, ParameterKind.YEAR)
