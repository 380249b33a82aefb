"""A value of one column as another column takes it: fields that are copied without an expression between them."""

from __future__ import annotations

from binwriter.catalog.tables import Column
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.assign import assigned_value, is_shown_as_number
from binwriter.sql.expressions.coercion import to_text
from binwriter.sql.expressions.columns import column_type, reader, type_of_column
from binwriter.sql.store import store

_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB)


def copied_value(
    before: Column, after: Column, value: ColumnValue, context: StatementContext, *, strict: bool
) -> ColumnValue:
    """What `after` keeps of a value of `before`; NULL stays NULL.

    strict: what does not fit is a MySQLError (1264, 1265, 1292, 1366, 1406), else it is clipped and warned of.
    """
    if value is None:
        return None
    type_ = column_type(before.spec)
    read = reader(before.spec)
    shown = value if read is None else read(context, value)
    # the field is read as text (captured: zerofilled_texts, texts_of_floats)
    as_text = before.zerofill or before.spec.type is ColumnType.FLOAT or is_shown_as_number(type_, after.spec)
    if as_text and after.spec.type in _TEXTS:
        shown = str(shown) if type_.bit else to_text(shown, type_of_column(before))
    return store(after, assigned_value(shown, type_, after.spec, context), context, as_error=strict)
