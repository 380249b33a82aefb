"""As what a value goes into a column of another type: as it is, as its number, or as the text that it shows."""

from __future__ import annotations

import re

from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, ExprType, Kind

BYTES_TYPES = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB})
WHOLE_NUMBERS = frozenset(
    {
        *(ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG),
        ColumnType.BIT,
    }
)
NUMBER_TYPES = WHOLE_NUMBERS | {ColumnType.FLOAT, ColumnType.DOUBLE, ColumnType.NEWDECIMAL, ColumnType.YEAR}

TEMPORAL_TYPES = frozenset({ColumnType.DATE, ColumnType.TIME2, ColumnType.DATETIME2, ColumnType.TIMESTAMP2})
DATE_TYPES = TEMPORAL_TYPES - {ColumnType.TIME2}
_CHOOSERS = pattern(
    r"(?:coalesce|ifnull|if|nullif|case|greatest|least|min|max|any_value"
    r"|(?:`[^`]*`\.)?`[^`]*`|(?:\"[^\"]*\"\.)?\"[^\"]*\")\(|case |\(select \.",
    re.IGNORECASE,
)
_SHOWN_AS_IS = ("utf8mb4", "binary")  # by messages


def is_shown_as_number(type_: ExprType, column: ColumnSpec) -> bool:
    """BIT and YEAR go into texts as numbers; a column of them into TEXT and BLOB as the text that it shows (captured:
    tests/golden/values, copied_values; clusters/bits_and_years_in_texts)."""
    return column.type in BYTES_TYPES and (type_.bit or type_.kind is Kind.YEAR)


def is_chosen(text: str) -> bool:
    """Whether an expression gives one of its arguments, by what it is called."""
    if _CHOOSERS.match(text) is None:
        return False
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == ")" and not depth:
            return place == len(text) - 1
    return not depth


def is_chosen_as_text(type_: ExprType, column: ColumnSpec, *, passes: bool = True) -> bool:
    """A moment that a function has chosen, or that is a query's, goes into numbers and years as the text that it shows,
    one with a date into TIME and one without into columns with dates too; one that is made or that a column has, as its
    number, or as the moment that it is (captured: moments_chosen_for_numbers_statement, cluster
    moments_chosen_for_moments). passes: see `Behaviour.moments_pass_as_texts`.
    """
    if column.type is ColumnType.TIME2:
        return type_.kind is Kind.DATE or (passes and type_.kind is Kind.DATETIME)
    if column.type in DATE_TYPES:
        cut = column.type is ColumnType.DATE and type_.kind is Kind.DATETIME  # of which a warning tells with its digits
        return passes and (cut or type_.kind is Kind.TIME)
    return type_.kind.temporal and (column.type in NUMBER_TYPES or column.type is ColumnType.YEAR)


def is_copied_as_text(type_: ExprType, column: ColumnSpec, *, computed: bool) -> bool:
    """A date or time goes into BIT as the text that it shows; but DATETIMEs, TIMESTAMPs and TIMEs that a column has as
    their digits. A column of DOUBLE(M,D) goes into TEXT and BLOB as the text that it shows, with all its digits, what
    is computed with as many as it needs, and another DOUBLE that is computed in as few characters as in an expression.
    (captured: clusters/texts_of_copied_values, reals_in_long_texts)
    """
    if column.type is ColumnType.BIT:
        return type_.kind.temporal and (computed or type_.field is None or type_.kind is Kind.DATE)
    if column.type is not ColumnType.BLOB or type_.kind is not Kind.REAL:
        return False
    if type_.printed or (computed and type_.single):
        return type_.printed and not type_.plain
    return computed == (type_.scale >= NOT_FIXED_SCALE)


def is_of_other_set(type_: ExprType, column: ColumnSpec) -> bool:
    """Whether text is converted, and shown in its own character set where that is not possible."""
    if type_.kind is not Kind.STRING or column.type not in BYTES_TYPES:
        return False
    charset = collation_by_id(type_.collation).charset
    return charset not in (*_SHOWN_AS_IS, collation_by_id(column.collation).charset)
