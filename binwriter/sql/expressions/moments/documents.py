"""JSON documents in the place of dates and times (captured: dialogues/copied)."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.json.opaque import opaque_value
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments import temporal, texts

_ASKED_FOR = {
    ColumnType.DATE: "DATE",
    ColumnType.TIME2: "TIME",
    ColumnType.DATETIME2: "DATETIME/TIMESTAMP",
    ColumnType.TIMESTAMP2: "DATETIME/TIMESTAMP",
}
_ZERO = {ColumnType.DATE: ("date", "0000-00-00")}
_ZERO_MOMENT = ("datetime", "0000-00-00 00:00:00")


def moment_of_document(value: JsonDocument, column: ColumnSpec, context: StatementContext, source: str) -> Any:
    """What a DATE, TIME, DATETIME or TIMESTAMP column is to store of a document.

    The text of a date alone is none that a DATETIME takes. Anything but a date or time, or its text: 3156 and zero.
    source: the column or function that the document is of.
    """
    root, moment = _moment_in(value, column.type, context)
    # captured: zones_of_stored_values, zones_of_documents_row; a zero of a column's that sql_mode takes: copied_values
    asks = isinstance(moment, datetime) or (isinstance(moment, date) and not isinstance(root, str))
    asks = asks or not (is_function(source) or context.has_mode("NO_ZERO_DATE"))
    if asks and column.type not in (ColumnType.DATE, ColumnType.TIME2):
        context.facts.uses_time_zone = True
    if column.type is ColumnType.TIME2:
        if isinstance(moment, timedelta):
            return moment if is_function(source) else _cut(moment, column.fsp)
    elif isinstance(moment, datetime):
        return moment.date() if column.type is ColumnType.DATE else moment
    elif isinstance(moment, date):
        if isinstance(root, str) and column.type is not ColumnType.DATE:
            as_error = context.changes_data and context.strict
            place = (column.name, context.row_number)
            if as_error:
                raise mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", "datetime", moment.isoformat(), *place)
            context.diagnostics.append(mysql_warning("WARN_DATA_TRUNCATED", *place))
            return IncompleteDate()
        return moment
    try:
        context.value_problem("ER_INVALID_JSON_VALUE_FOR_CAST", _ASKED_FOR[column.type], source, context.row_number)
    except MySQLError as refused:
        if column.type is not ColumnType.TIME2 and context.has_mode("NO_ZERO_DATE") and not is_function(source):
            word, zero = _ZERO.get(column.type, _ZERO_MOMENT)
            zero += f".{'0' * column.fsp}" if column.fsp else ""
            error = mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", word, zero, column.name, context.row_number)
            refused.later = (Diagnostic("Error", error.code, error.message),)
        elif is_function(source) and not column.nullable:
            refused.later = (mysql_warning("ER_BAD_NULL_ERROR", column.name, level="Error"),)
        raise
    if is_function(source):  # whose value is NULL then, where a column's is the zero
        return None
    return timedelta() if column.type is ColumnType.TIME2 else IncompleteDate()


def _cut(time: timedelta, digits: int) -> timedelta:
    """A column's time is cut to the digits, where others are rounded (captured: clusters/documents_beyond_numbers)."""
    step = timedelta(microseconds=10 ** (6 - digits))
    rest = abs(time) % step
    return time - rest if time >= timedelta() else time + rest


def read_document(value: JsonDocument, asked_for: ColumnType, context: StatementContext, source: str) -> Any:
    """What an expression reads of a document as DATE, TIME2 or DATETIME2; None with 3156 for what is none.

    Captured: tests/reliability/crafted/edges.
    """
    if asked_for is ColumnType.DATETIME2:
        context.text_becomes_datetime()
    moment = _moment_in(value, asked_for, context)[1]
    if asked_for is ColumnType.TIME2:
        if isinstance(moment, timedelta):
            return moment
    elif isinstance(moment, date):
        return temporal.date_of(moment) if asked_for is ColumnType.DATE else moment
    context.value_problem("ER_INVALID_JSON_VALUE_FOR_CAST", _ASKED_FOR[asked_for], source, context.row_number)
    return None


def _moment_in(value: JsonDocument, asked_for: ColumnType, context: StatementContext) -> tuple[Any, Any]:
    """A document's root, and the date or time that it is or whose text it is."""
    root = opaque_value(value.root) if isinstance(value.root, JsonOpaque) else value.root
    moment = _of_text(root, asked_for, context) if isinstance(root, str) else root
    if asked_for is ColumnType.TIME2 and isinstance(root, str) and isinstance(moment, datetime):
        moment = temporal.time_of(moment)
    return root, moment


def is_function(source: str) -> bool:
    """Whether a document is of a function: a column of such a name is not thought of."""
    return source == "cast_as_json" or source.startswith("json_")


def _of_text(text: str, asked_for: ColumnType, context: StatementContext) -> Any:
    """The date or time that a text is, None if it is neither."""
    moment: Any
    is_time = asked_for is ColumnType.TIME2 and not ("-" in text[1:] and ":" in text)
    read = (texts.time_in if is_time else texts.datetime_in)(text, context)
    if is_time:
        moment, whole = texts.read_time(read, context)
        moment = moment if ":" in text else None
    else:
        moment, whole = texts.local(temporal.moment_of(read), context), not read.problem
        if read.kind != "datetime" and isinstance(moment, datetime):
            moment = moment.date()
    if moment is None or not whole:
        return None
    texts.warn_delimiters(context, text, read)
    return moment
