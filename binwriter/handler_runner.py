"""HANDLER: tables read without a SELECT. Nothing of it is logged.

Source: MySQL manual, "HANDLER Statement"; errors as captured (tests/golden/scenarios/handler_statements.scn).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.messages import mysql_error
from binwriter.rules.drop_table import quoted
from binwriter.schema import Key
from binwriter.sql.context import StatementContext
from binwriter.sql.handler_syntax import HandlerAction, HandlerSyntax, Place
from binwriter.sql.storage.table_data import TableData
from binwriter.sql.words import ParsedStatement
from binwriter.statement_session import StatementResult

if TYPE_CHECKING:
    from binwriter.sql_runner import SqlRunner

_LOST = -1  # a comparison has moved the place


# Engines without HA_CAN_SQL_HANDLER (captured).
_WITHOUT_HANDLER = frozenset({"ARCHIVE", "CSV", "MEMORY", "MRG_MYISAM"})


@dataclass
class OpenHandler:
    """A table that HANDLER .. OPEN has opened.

    truncations: the table's when it was opened; a definition closes the handler. key, place: the last row read.
    """

    schema: str
    table: str
    data: TableData
    truncations: int
    key: str | None = None
    place: int | None = None

    @property
    def is_closed(self) -> bool:
        return self.data.truncations != self.truncations


def run_handler(runner: SqlRunner, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    """Runs the statement. Raises MySQLError."""
    syntax = parsed.node
    assert isinstance(syntax, HandlerSyntax)
    if runner.locked_tables:
        raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    if syntax.action is HandlerAction.OPEN:
        return _open(runner, syntax, context)
    handler = _opened(runner, syntax.name, context)
    if syntax.action is HandlerAction.CLOSE:
        del runner.handlers[syntax.name.lower()]
        return StatementResult()
    return _read(runner, handler, syntax, context)


def _open(runner: SqlRunner, syntax: HandlerSyntax, context: StatementContext) -> StatementResult:
    alias = (syntax.alias or syntax.name).lower()
    if alias in runner.handlers:
        raise mysql_error("ER_NONUNIQ_TABLE", syntax.alias or syntax.name)
    schema = syntax.schema or context.database
    data = runner.front_end.database_of(context).table(schema, syntax.name)
    if data.definition.engine.name in _WITHOUT_HANDLER:
        raise mysql_error("ER_ILLEGAL_HA", syntax.alias or syntax.name)
    runner.handlers[alias] = OpenHandler(str(schema), syntax.name, data, data.truncations)
    return StatementResult()


def _opened(runner: SqlRunner, name: str, context: StatementContext) -> OpenHandler:
    """ER_UNKNOWN_TABLE when it is not open, or a definition has closed it."""
    handler = runner.handlers.get(name.lower())
    if handler is not None:
        try:
            data = runner.front_end.database_of(context).table(handler.schema, handler.table)
        except MySQLError:
            data = None
        if data is handler.data and not handler.is_closed:
            return handler
        del runner.handlers[name.lower()]
    raise mysql_error("ER_UNKNOWN_TABLE", name, "HANDLER")


def _read(runner: SqlRunner, handler: OpenHandler, syntax: HandlerSyntax, context: StatementContext) -> StatementResult:
    key = _key(handler.data, syntax)
    if syntax.place is Place.COMPARED or syntax.tail:
        return _selected(runner, handler, key, syntax, context)
    if syntax.key != handler.key:
        handler.place = None
    if handler.place == _LOST:
        raise UnsupportedError(f"HANDLER .. READ {syntax.place.value} behind a comparison", syntax.name)
    rows = [row for _, row in handler.data.scan(key)]
    handler.key, handler.place = syntax.key, _next_place(syntax.place, handler.place, len(rows))
    found = tuple(rows[handler.place : handler.place + 1]) if handler.place >= 0 else ()
    columns = tuple(column.name for column in handler.data.definition.columns)
    return StatementResult(affected=len(found), columns=columns, rows=found)


def _next_place(wanted: Place, place: int | None, count: int) -> int:
    if wanted is Place.NEXT and place is not None:
        return place + 1
    if wanted is Place.PREV and place is not None:
        return place - 1
    return 0 if wanted in (Place.FIRST, Place.NEXT) else count - 1


def _key(data: TableData, syntax: HandlerSyntax) -> Key | None:
    """ER_KEY_DOES_NOT_EXITS."""
    if syntax.key is None:
        return None
    name = syntax.key.lower()
    for key in data.definition.keys:
        if key.name.lower() == name:
            return key
    raise mysql_error("ER_KEY_DOES_NOT_EXITS", syntax.key, data.definition.name)


def _selected(
    runner: SqlRunner, handler: OpenHandler, key: Key | None, syntax: HandlerSyntax, context: StatementContext
) -> StatementResult:
    """A read with values, WHERE or LIMIT: a SELECT in the key's order says the same."""
    if syntax.place in (Place.NEXT, Place.PREV):
        raise UnsupportedError(f"HANDLER .. READ {syntax.place.value} with WHERE or LIMIT", syntax.name)
    names = [] if key is None else [quoted(handler.data.definition.columns[n].name) for n in key.columns]
    backwards = syntax.place is Place.LAST or syntax.operator in ("<", "<=")
    tests = []
    if syntax.values:
        compared = ", ".join(names[: len(syntax.values)])
        tests.append(f"({compared}) {syntax.operator} ({', '.join(syntax.values)})")
    if syntax.where:
        tests.append(f"({syntax.where})")
    text = f"SELECT * FROM {quoted(handler.schema)}.{quoted(handler.table)}"
    if tests:
        text += f" WHERE {' AND '.join(tests)}"
    if names:
        text += f" ORDER BY {', '.join(name + (' DESC' if backwards else '') for name in names)}"
    text += f" LIMIT {syntax.limit or '1'}"
    handler.key, handler.place = syntax.key, _LOST
    found = runner.front_end.run_select(runner.front_end.parse(text), context)
    columns = tuple(name for name, _ in found.columns)
    return StatementResult(affected=len(found.rows), columns=columns, rows=tuple(found.rows))
