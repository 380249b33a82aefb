"""What a row's further values say when one of them is an error.

Up to 5.7 a statement that names the columns, and an UPDATE, store all values of the row before they give up; INSERT
without a list of columns, and every statement from 8.0 on, ends with the first (captured: errors_behind_errors_row).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import column_values

if TYPE_CHECKING:
    from binwriter.sql.dml.run import DmlRun

_NULL = MESSAGES["ER_BAD_NULL_ERROR"].code
NULL_OF_ONE_ROW = mysql_warning("ER_UNKNOWN_ERROR", level="Error")


def tell_of_rest(context: StatementContext, first: MySQLError, rest: Iterable[Callable[[], object]]) -> None:
    """Puts it behind the error. rest: what stores the values that follow."""
    if not context.variables.behaviour.stores_behind_errors:
        return
    said = context.diagnostics
    # where that is two errors it is the end (captured: nulls_and_defaults_row)
    if NULL_OF_ONE_ROW in (*said[-1:], *first.later[-1:]):
        return
    count = len(said)
    for store in rest:
        try:
            store()
        except MySQLError as error:
            own = Diagnostic("Error", error.code, error.message)
            if said[-1:] == [NULL_OF_ONE_ROW]:  # the end, too
                said.insert(-1, own)
                break
            said += [own, *error.later]
            if error.later[-1:] == (NULL_OF_ONE_ROW,):
                break
    first.later = (*first.later, *said[count:])
    del said[count:]


def end_with_null(run: DmlRun, error: MySQLError) -> None:
    """Behind the error of a value stands that of its NULL, which ends a single row where that is two errors (captured:
    errors_behind_divisions_row)."""
    is_two = run.values.names_columns and run.context.variables.behaviour.null_is_two_errors
    if is_two and error.later and error.later[-1].code == _NULL:
        error.later = (*error.later, NULL_OF_ONE_ROW)


def tell_of_values(
    run: DmlRun, first: MySQLError, rest: Iterable[Callable[[Any], object]], row: Sequence[object]
) -> None:
    """The same of an INSERT, which may name no columns. row: as it is filled by then."""
    if run.values.names_columns:
        tell_of_rest(run.context, first, (partial(value, tuple(row)) for value in rest))


def tried_default(run: DmlRun, column: Column, first: MySQLError | None) -> MySQLError | None:
    """The error of the first column that must have a value; what is said of others after it stands behind it."""
    said = run.context.diagnostics
    count = len(said)
    try:
        column_values.default_value(run, column)
    except MySQLError as error:
        if first is None:
            return error
        first.later = (*first.later, Diagnostic("Error", error.code, error.message))
    if first is not None:
        first.later = (*first.later, *said[count:])
        del said[count:]
    return first
