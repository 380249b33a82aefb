"""From an expression's value to what `sql.store.store` takes for a column.

The step in which the static type still counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, ReadDate, SizedDecimal
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import MESSAGES, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import SourcedText
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import document_numbers
from binwriter.sql.expressions.as_texts import number_text, to_text
from binwriter.sql.expressions.coercion import JSON_EXTRACT
from binwriter.sql.expressions.copied_forms import (
    BYTES_TYPES,
    DATE_TYPES,
    NUMBER_TYPES,
    TEMPORAL_TYPES,
    WHOLE_NUMBERS,
    is_chosen,
    is_chosen_as_text,
    is_copied_as_text,
    is_of_other_set,
    is_shown_as_number,
)
from binwriter.sql.expressions.copied_moments import copies_moment, note_conversion
from binwriter.sql.expressions.copied_texts import OtherBlanks, has_other_blanks, marking
from binwriter.sql.expressions.document_sources import NAME, NO_COLUMN, source_of
from binwriter.sql.expressions.moments.documents import is_function, moment_of_document
from binwriter.sql.expressions.moments.temporal import temporal_number
from binwriter.sql.expressions.moments.timezone import to_local
from binwriter.sql.expressions.numbers import DECIMAL_MAX_SCALE
from binwriter.sql.expressions.types import (
    AVERAGE,
    NO_MEMBER,
    VARIABLE_TEXT,
    BinaryLiteral,
    ChosenLiteral,
    CompiledExpression,
    Eval,
    ExprType,
    Kind,
    MemberText,
    MomentText,
    Row,
)
from binwriter.sql.store import moments_before_5_6

_PATH = pattern(r"\w+(?:\.\w+)+")
_DIVISION = pattern(r" (?:/|%|DIV|MOD) ", re.IGNORECASE)
_DIVISION_BY_ZERO = MESSAGES["ER_DIVISION_BY_ZERO"].code
_CHARACTER_TYPES = frozenset(
    {ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET, ColumnType.JSON}
)
_MEMBER_TYPES = (ColumnType.ENUM, ColumnType.SET)
_COUNTED_CHARACTERS = (ColumnType.STRING, ColumnType.VARCHAR)
_NUMBERS_OF_DOCUMENTS = {
    **dict.fromkeys(NUMBER_TYPES - {ColumnType.BIT}, "INTEGER"),
    ColumnType.FLOAT: "DOUBLE",
    ColumnType.DOUBLE: "DOUBLE",
    ColumnType.NEWDECIMAL: "DECIMAL",
}
_INTEGER_BYTES = 8
_WORD = 9  # digits


def _with_its_time(value: Any, type_: ExprType) -> Any:
    """A DATE column's digits are those of its first moment."""
    is_date = type_.field is not None and isinstance(value, date) and not isinstance(value, datetime)
    return datetime(value.year, value.month, value.day) if is_date else value


def assigned_value(
    value: Any,
    type_: ExprType,
    column: ColumnSpec,
    context: StatementContext,
    source: str = JSON_EXTRACT,
    *,
    altered: bool = False,
) -> Any:
    """The value to store in a column.

    A string column gets the text with the digits that the type shows (NOW(3), 1.50); a numeric column gets the number
    of an ENUM, SET or hexadecimal literal. An ENUM or SET column keeps numbers, which are indexes or masks there.
    A ZEROFILL number is copied without its zeros (captured: zerofilled_texts).
    A YEAR takes the digits of a column with dates and times, which are too many (captured: zones_of_stored_values).
    source: see `document_number`. altered: ALTER TABLE copies the row.
    """
    if value is None:
        return None
    if isinstance(value, MomentText):
        value = str(value)
    if isinstance(value, (date, timedelta, IncompleteDate)) and not context.variables.behaviour.moments_have_fractions:
        value = moments_before_5_6.moved(value, type_, column, context)
    elif type_.kind is Kind.DATE and column.type in WHOLE_NUMBERS and not altered:
        value = _with_its_time(value, type_) if context.variables.behaviour.copies_dates_whole else value
    if isinstance(value, JsonDocument):
        return _of_document(value, column, context, source)
    if column.type is ColumnType.JSON and type_.kind is not Kind.STRING:
        if type_.field is not None and type_.kind.temporal:
            return to_text(value, type_)  # a column is copied as text (captured: json_of_types)
        return value  # it complains of all that is no text
    if column.collation == BINARY_COLLATION_ID and column.type in BYTES_TYPES and isinstance(value, str):
        return _bytes_of_text(value, type_)
    if column.type in DATE_TYPES and isinstance(value, IncompleteDate) and type_.kind is Kind.DATETIME:
        return ReadDate.of(value, column.fsp)
    if isinstance(value, str) and value[-1:] == " " and column.type in BYTES_TYPES and has_other_blanks(type_, column):
        return OtherBlanks(value)
    if isinstance(value, str) and not value.isascii() and is_of_other_set(type_, column):
        return SourcedText.of(value, collation_by_id(type_.collation))
    if column.type is ColumnType.VECTOR:
        text = to_text(value, type_) if type_.kind.temporal else value
        if type_.kind.temporal and type_.field is None:  # those of columns are characters
            return text.encode()
        shown = _bytes_of_text(text, type_) if isinstance(text, str) else text
        if isinstance(text, str) and isinstance(shown, bytes):  # characters are no numbers
            raise mysql_error("ER_DATA_INCOMPATIBLE_WITH_VECTOR", "string", len(shown))
        return shown
    if column.type in NUMBER_TYPES:
        if column.type is ColumnType.YEAR and type_.field is not None and isinstance(value, (datetime, timedelta)):
            local = to_local(value, context) if isinstance(value, datetime) and value.tzinfo is not None else value
            return temporal_number(local)[0]
        if column.type is ColumnType.BIT and isinstance(value, str) and not isinstance(value, MemberText):
            return _bytes_of_text(value, type_)
        if isinstance(value, ChosenLiteral):
            return bytes(value)
        if isinstance(value, BinaryLiteral) and len(value) > _INTEGER_BYTES:
            return value  # which no integer holds
        return value.number if isinstance(value, (MemberText, BinaryLiteral)) else value
    if value is NO_MEMBER and not type_.member:
        return ""
    if column.type in _CHARACTER_TYPES and not isinstance(value, (str, bytes)):
        is_member = column.type in _MEMBER_TYPES and type_.numeric and not _is_given_as_text(value, type_)
        if is_member or (isinstance(value, float) and _is_kept_real(type_, column)):
            return value  # as many digits as the column has room for
        if isinstance(value, SizedDecimal) and value.is_bare and context.variables.behaviour.trims_decimals:
            return "0"
        all_digits = type_.scale == DECIMAL_MAX_SCALE or context.variables.behaviour.stores_whole_quotients
        if all_digits and isinstance(value, Decimal):  # and no noughts behind them
            type_ = replace(type_, scale=DECIMAL_MAX_SCALE, source=VARIABLE_TEXT)
        if type_.bound and context.variables.behaviour.types_parameters:
            type_ = replace(type_, scale=_digits_of(value) if type_.kind is Kind.TIME else 0)
        if type_.source == AVERAGE and not all_digits:
            type_ = replace(type_, scale=min(-(-type_.scale // _WORD) * _WORD, DECIMAL_MAX_SCALE))
        return number_text(value, type_) if type_.zeros else to_text(value, type_)
    if column.type in TEMPORAL_TYPES and _is_given_as_text(value, type_):
        return to_text(value, type_)
    return value


def as_bound(type_: ExprType) -> ExprType:
    """Of a value that a client has bound, where it stands alone: a text keeps of a DATETIME no fraction, of a TIME no
    more digits than it has (captured: wire/moments_kept_as_texts)."""
    return replace(type_, bound=True) if type_.kind in (Kind.DATETIME, Kind.TIME) else type_


def _digits_of(moment: timedelta) -> int:
    return len(f"{moment.microseconds:06}".rstrip("0"))


def _is_given_as_text(value: Any, type_: ExprType) -> bool:
    """Whether a computed REAL goes as its text into whatever is no number (`Item::save_in_field` of 5.1)."""
    return type_.printed and isinstance(value, float) and not (type_.plain or type_.of_column)


def _is_kept_real(type_: ExprType, column: ColumnSpec) -> bool:
    """Whether a column is given the number and makes a text of it by itself. Where it is printed only of a literal,
    and of a column in CHAR and VARCHAR (`Item::save_in_field` and `field_conv` of 5.1)."""
    is_counted = column.type in _COUNTED_CHARACTERS
    if type_.printed:
        return type_.plain or (is_counted and type_.of_column)
    return is_counted or not type_.single


def program_value(value: Any, type_: ExprType, column: ColumnSpec, context: StatementContext, *, named: bool) -> Any:
    """`assigned_value` of what a program gives a variable or a column of NEW; named: it is a variable or a column
    itself. A moment that gets into a DATETIME asks for the time zone, whatever it comes from (captured:
    zones_of_programs_statement)."""
    if column.type is ColumnType.DATETIME2 and isinstance(value, (date, IncompleteDate)):
        context.facts.uses_time_zone |= context.variables.behaviour.moments_ask_for_zone
    if type(value) is int and is_shown_as_number(type_, column) and not (named and column.type is ColumnType.BLOB):
        return str(value)
    if not isinstance(value, JsonDocument):
        return assigned_value(value, type_, column, context)
    # what a document cannot be is an error of the variable (captured: clusters/documents_in_programs)
    changes, context.changes_data = context.changes_data, True
    try:
        return assigned_value(value, type_, column, context, type_.source)
    finally:
        context.changes_data = changes


def copied(value: Any, type_: ExprType, column: ColumnSpec, context: StatementContext) -> Any:
    """A value of a variable or a column that another one takes: marked where it is copied as it is (`copied_texts`;
    captured: clusters/texts_copied_in_programs)."""
    mark = marking(type_, column)
    if mark is None or (column.type is ColumnType.VARCHAR and not context.variables.behaviour.copies_varchars):
        return value
    return mark(value)


def _bytes_of_text(value: str, type_: ExprType) -> str | bytes:
    """Text in a column of bytes: its bytes in its own character set."""
    if type_.kind is not Kind.STRING or type_.collation == BINARY_COLLATION_ID:
        return value
    collation = collation_by_id(type_.collation)
    if value.isascii() and collation.mbminlen == 1:
        return value
    try:
        return collation.encode(value)
    except EncodeError:
        return value


def _of_document(value: JsonDocument, column: ColumnSpec, context: StatementContext, source: str) -> Any:
    """JSON in a column: as it is in a JSON column, else its text, or the number that it holds."""
    if column.type is ColumnType.JSON:
        return value
    if column.type in TEMPORAL_TYPES:
        return moment_of_document(value, column, context, source)
    asked_for = _NUMBERS_OF_DOCUMENTS.get(column.type)
    if asked_for is None or (column.type is ColumnType.YEAR and is_function(source)):
        return json_text(value)
    number = document_numbers.document_number(value, asked_for, context, source)
    return round(number) if column.type is ColumnType.YEAR and isinstance(number, float) else number


def assignment_to(
    expression: CompiledExpression,
    column: ColumnSpec,
    *,
    lenient: Callable[[], bool] | None = None,
    follows: Callable[[MySQLError], bool] | None = None,
) -> Eval:
    """`expression.eval` followed by `assigned_value`.

    A stored function that fails gives NULL, which the column complains of before the statement ends, and so does a
    query of several rows behind its error (captured: clusters/rows_of_values). lenient: whether it only warns then.
    follows: whether NULL follows an error within the expression (`dml.null_follows`).
    """
    inner, type_ = expression.stored or expression.eval, expression.type
    type_ = as_bound(type_) if expression.parameter else type_
    source = source_of(expression.text) if type_.kind is Kind.JSON else JSON_EXTRACT
    if is_query := expression.query is not None:
        source = NO_COLUMN if is_function(type_.source) else type_.source
    # up to 8.0.18 a DATETIME of the same digits was copied; what is converted asks for the time zone
    named = NAME.fullmatch(expression.text) is not None
    copied = named and (type_.kind, type_.scale) == (Kind.DATETIME, column.fsp)
    divides = _DIVISION.search(expression.text) is not None
    converts = column.type is ColumnType.DATETIME2 and not copied
    as_they_are = _kept_types(column)
    if is_of_other_set(type_, column) or has_other_blanks(type_, column):
        as_they_are -= {str}
    shows_number = is_shown_as_number(type_, column)
    of_column = named or _PATH.fullmatch(expression.text) is not None
    keeps_shown = column.type is ColumnType.BLOB and of_column
    if (shows_text := is_copied_as_text(type_, column, computed=not of_column)) and not of_column:
        type_ = replace(type_, of_column=False)
    shows_text |= is_chosen(expression.text) and is_chosen_as_text(type_, column)

    def evaluate(context: StatementContext, row: Row) -> Any:
        context.function_failed = False
        try:
            value = inner(context, row)
        except MySQLError as error:
            if divides and error.code == _DIVISION_BY_ZERO and not column.nullable:
                # the server goes on with NULL before it gives up
                of_geometry = column.type is ColumnType.GEOMETRY and context.variables.behaviour.checks_geometries
                symbol = "ER_BAD_NULL_ERROR_NOT_IGNORED" if of_geometry else "ER_BAD_NULL_ERROR"
                error.later = (*error.later, mysql_warning(symbol, column.name, level="Error"))
            elif follows is not None and not column.nullable and follows(error):
                error.later = (*error.later, mysql_warning("ER_BAD_NULL_ERROR", column.name, level="Error"))
            if error.symbol == "ER_SUBQUERY_NO_1_ROW" and is_query and lenient is not None and not column.nullable:
                told = mysql_warning("ER_BAD_NULL_ERROR", column.name)
                error.later = (*error.later, told if lenient() else replace(told, level="Error"))
            if lenient is not None and context.function_failed and not column.nullable:
                warning = mysql_warning("ER_BAD_NULL_ERROR", column.name)
                context.diagnostics.append(warning if lenient() else replace(warning, level="Error"))
            raise
        if type(value) in as_they_are and not shows_text:
            return value
        if shows_number and type(value) is int and not keeps_shown:
            return str(value)
        if shows_text:
            return to_text(value, type_)
        asks = converts and context.variables.behaviour.moments_ask_for_zone
        if asks and isinstance(value, (date, IncompleteDate)):
            context.facts.uses_time_zone = True
        note_conversion(value, column, context)
        return assigned_value(value, type_, column, context, source)

    is_stored = of_column and (type_.of_column or type_.kind is not Kind.REAL)  # 1e20 may be a name as well
    mark = marking(type_, column) if is_stored else None
    if mark is None:
        return evaluate
    is_varchar = column.type is ColumnType.VARCHAR

    def marked(context: StatementContext, row: Row) -> Any:
        value = evaluate(context, row)
        return value if is_varchar and not context.variables.behaviour.copies_varchars else mark(value)

    return marked


def _kept_types(column: ColumnSpec) -> frozenset[type]:
    """The types of values that `assigned_value` gives back as they are."""
    if column.type in NUMBER_TYPES:
        return frozenset({int, float, Decimal})
    is_text = column.type in BYTES_TYPES and column.collation != BINARY_COLLATION_ID
    return frozenset({str}) if is_text else frozenset()


def selected_value(
    value: Any,
    type_: ExprType,
    column: ColumnSpec,
    context: StatementContext,
    source: str = JSON_EXTRACT,
    *,
    direct: bool = True,
    computed: bool = False,
    chosen: bool = False,
) -> Any:
    """A value of a SELECT whose rows go into a table.

    BIT, YEAR and FLOAT are copied into CHAR and VARCHAR as numbers, into TEXT as the text that they show (captured:
    tests/golden/values, copied_values). source: see `document_number`.
    direct: a column's, which no table of the server's own has held in between. computed: an expression's, likewise.
    chosen: an argument that a function gives, or a query's.
    """
    is_counted = column.type in _COUNTED_CHARACTERS
    if (is_counted or computed) and is_shown_as_number(type_, column) and isinstance(value, int):
        return str(int(value))
    if is_counted and type_.single and isinstance(value, float) and not type_.printed:
        return value
    passes = chosen and is_chosen_as_text(type_, column, passes=context.variables.behaviour.moments_pass_as_texts)
    if passes or is_copied_as_text(type_, column, computed=computed):
        return to_text(value, type_)
    if not copies_moment(type_, column, context):
        note_conversion(value, column, context)
    if isinstance(value, IncompleteDate) and not direct and column.type in DATE_TYPES and type_.kind is Kind.DATETIME:
        return ReadDate.of(value, type_.scale)
    return assigned_value(value, type_, column, context, source)
