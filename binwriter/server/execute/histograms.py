"""ANALYZE TABLE .. UPDATE HISTOGRAM and DROP HISTOGRAM: a line a column, by name, and then those that there are not.

Captured: clusters/histograms.
"""

from __future__ import annotations

from typing import Any

from binwriter.catalog.histograms import Request
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.interrupts import stepped
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.timezone import from_microseconds, to_local
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.storage.histograms import histogram, is_supported
from binwriter.storage.table_data import TableData

Rows = list[tuple[Any, ...]]
_OPERATION = "histogram"
_ONE_TABLE = "Only one table can be specified while modifying histogram statistics."
_ONE_COLUMN = "Only one column can be specified while modifying histogram statistics with JSON data."
_SYSTEM = "Histograms are not supported on the MySQL system schema."
_TEMPORARY = "Cannot create histogram statistics for a temporary table."
_VIEW = "Cannot create histogram statistics for a view."


def change_histograms(runner: Execution, syntax: AdminSyntax, request: Request, context: StatementContext) -> Rows:
    """The lines of the answer."""
    if len(syntax.tables) > 1:
        return [("", _OPERATION, "Error", _ONE_TABLE)]
    schema, name = syntax.tables[0][0] or context.database or "", syntax.tables[0][1]
    shown = f"{schema}.{name}"
    database = runner.front_end.database_of(context)
    if schema == "mysql":
        return [(shown, _OPERATION, "Error", _SYSTEM)]
    if database.view(schema, name, reads=False) is not None:
        return [(shown, _OPERATION, "Error", _VIEW)]
    try:
        data = database.table(schema, name)
    except MySQLError as error:
        return [(shown, _OPERATION, "Error", error.message)]
    if data.definition.temporary:
        return [(shown, _OPERATION, "Error", _TEMPORARY)]
    return [(shown, _OPERATION, *line) for line in _lines(data, request, context)]


def _lines(data: TableData, request: Request, context: StatementContext) -> list[tuple[str, str]]:
    if request.data is not None:
        return _given(data, request)
    table = data.definition
    known = {column.name.lower(): column.name for column in table.columns}
    named = sorted(request.columns, key=str.lower)
    lines = [_one(data, known[name.lower()], request, context) for name in named if name.lower() in known]
    return [*lines, *(_missing(name) for name in named if name.lower() not in known)]


def _missing(name: str) -> tuple[str, str]:
    return "Error", f"The column '{name}' does not exist."


def _one(data: TableData, name: str, request: Request, context: StatementContext) -> tuple[str, str]:
    if request.removes:
        if data.histograms.pop(name, None) is None:
            return "Error", f"No histogram statistics found for column '{name}'."
        return "status", f"Histogram statistics removed for column '{name}'."
    table = data.definition
    place = table.index_of[name.lower()]
    spec = table.columns[place].spec
    if not is_supported(spec):
        return "Error", f"The column '{name}' has an unsupported data type."
    if any(key.unique and tuple(key.columns) == (place,) for key in table.keys):
        return "Error", f"The column '{name}' is covered by a single-part unique index."
    values = (row[place] for _, row in stepped(data.scan(), lets_others=False))
    now = from_microseconds(context.start_microseconds).replace(tzinfo=None)
    data.histograms[name] = histogram(values, spec, request, now, lambda moment: to_local(moment, context))
    return "status", f"Histogram statistics created for column '{name}'."


def _given(data: TableData, request: Request) -> list[tuple[str, str]]:
    """USING DATA."""
    if len(request.columns) > 1:
        return [("Error", _ONE_COLUMN)]
    raise UnsupportedError("a histogram of given data")
