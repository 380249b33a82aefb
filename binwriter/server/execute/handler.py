"""HANDLER: tables read without a SELECT. Nothing of it is logged.

Source: MySQL manual, "HANDLER Statement"; errors as captured (tests/golden/scenarios/handler_statements.scn).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.locks.metadata_locks import Duration
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.server.execute.taking_part import tables_take_part
from binwriter.server.execution import Execution
from binwriter.sql.binding.named_tables import named_tables
from binwriter.sql.binding.system_tables import refuse_views_of_server
from binwriter.sql.command_table import runs
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.assign import assigned_value
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.logic import truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query import query_scope
from binwriter.sql.query.described import stored
from binwriter.sql.store import store
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.handler import HandlerAction, HandlerSyntax, Place
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.storage.table_data import TableData

Row = tuple[Any, ...]
_BEFORE, _BEHIND = (), ("end",)

# Engines without HA_CAN_SQL_HANDLER (captured: handler_limits).
_WITHOUT_HANDLER = frozenset({"ARCHIVE", "CSV", "MEMORY", "MRG_MYISAM", "PERFORMANCE_SCHEMA"})
_FLUSHES = frozenset({"flush", "flush_tables_locked"})
_MAINTENANCE = frozenset({"analyze", "check", "optimize", "repair"})


@dataclass
class OpenHandler:
    """A table that HANDLER .. OPEN has opened.

    truncations: the table's when it was opened; a definition closes the handler. key, place: where in the order of
    the key it stands, on the last row read (`TableData.standing`) or beyond an end of it (_BEFORE, _BEHIND).
    between: in front of that row, since none has the key that was looked for. gave_way: another session waited for the
    table, which is opened again when it is read again.
    """

    schema: str
    table: str
    data: TableData
    truncations: int
    key: str | None = None
    place: tuple[Any, ...] | None = None
    between: bool = False
    gave_way: bool = False

    @property
    def is_closed(self) -> bool:
        return self.data.truncations != self.truncations


@runs("ha_open", "ha_read", "ha_close")
def run_handler(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    """Runs the statement. Raises MySQLError."""
    syntax = parsed.node
    assert isinstance(syntax, HandlerSyntax)
    if runner.locked_tables:
        raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    if syntax.action is HandlerAction.OPEN:
        return _open(runner, syntax, context)
    known = runner.handlers.get(syntax.name.lower())
    if syntax.action is HandlerAction.CLOSE and known is not None and known.gave_way:
        _forget(runner, syntax.name.lower())
        return StatementResult()
    handler = _opened(runner, syntax.name, context)
    if syntax.action is HandlerAction.CLOSE:
        _forget(runner, syntax.name.lower())
        return StatementResult()
    return _read(runner, handler, syntax, context)


def close_handlers(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """What defines or maintains a table closes the session's handlers on all that it names, though it fails then;
    views do not, nor FLUSH TABLES (captured: handlers_and_definitions)."""
    if parsed.command in _FLUSHES:
        _rewind_flushed(runner, parsed, context)
        return
    defines = bool(parsed.traits & (CommandTrait.DEFINES | CommandTrait.MAKES_TABLES))
    if parsed.command not in _MAINTENANCE and (not defines or CommandTrait.FLUSHES in parsed.traits):
        return
    named = (table.key(context.database) for table in named_tables(parsed))
    names = {(schema.lower(), name.lower()) for schema, name in named}
    for alias, handler in list(runner.handlers.items()):
        if (handler.schema.lower(), handler.table.lower()) in names:
            _forget(runner, alias)


def _rewind_flushed(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """FLUSH TABLES closes the tables of handlers, which begin anew then; temporary ones stay (captured:
    clusters/handlers_read_on)."""
    syntax = parsed.node
    assert isinstance(syntax, AdminSyntax)
    if parsed.command == "flush" and syntax.words:
        return  # of something else
    names = {((schema or context.database or "").lower(), name.lower()) for schema, name in syntax.tables}
    for handler in runner.handlers.values():
        named = not names or (handler.schema.lower(), handler.table.lower()) in names
        if named and not handler.data.definition.temporary:
            handler.key, handler.place = None, None


def give_way(runner: Execution, parsed: ParsedStatement) -> None:
    """Before a session opens tables it closes those of its handlers for which others wait: to lock them (captured:
    locks_of_handlers), or to flush them, but then not before it reads a handler (handlers_and_flushes)."""
    reads = isinstance(parsed.node, HandlerSyntax)
    if not (reads or isinstance(parsed.node, exp.Expression) or named_tables(parsed)):
        return
    locks = runner.locks
    for handler in runner.handlers.values():
        table = handler.schema, handler.table
        if not handler.gave_way and (locks.is_wanted(*table) or (not reads and locks.tables.is_flushed(*table))):
            handler.gave_way, handler.key, handler.place = True, None, None
            locks.let_go(*table)
            locks.tables.close(*table)


def _forget(runner: Execution, alias: str) -> None:
    """A handler is closed, and its table if there is no other handler of it."""
    closed = runner.handlers.pop(alias)
    if not closed.gave_way:
        runner.locks.tables.close(closed.schema, closed.table)
    if all((handler.schema, handler.table) != (closed.schema, closed.table) for handler in runner.handlers.values()):
        runner.locks.let_go(closed.schema, closed.table)


def _open(runner: Execution, syntax: HandlerSyntax, context: StatementContext) -> StatementResult:
    alias = (syntax.alias or syntax.name).lower()
    if alias in runner.handlers and _is_open(runner, runner.handlers[alias], context):
        raise mysql_error("ER_NONUNIQ_TABLE", syntax.alias or syntax.name)
    schema = syntax.schema or context.database
    if runner.front_end.catalog.view(schema or "", syntax.name) is not None:
        raise mysql_error("ER_WRONG_OBJECT", schema, syntax.name, "BASE TABLE")
    refuse_views_of_server(schema or "", syntax.name)
    data = runner.front_end.database_of(context).table(schema, syntax.name)
    if data.definition.engine.name in _WITHOUT_HANDLER:
        raise mysql_error("ER_ILLEGAL_HA", syntax.alias or syntax.name)
    runner.handlers[alias] = OpenHandler(str(schema), syntax.name, data, data.truncations)
    runner.locks.tables.keep(str(schema), syntax.name, Duration.HANDLER)
    runner.locks.handle(str(schema), syntax.name)
    return StatementResult()


def _opened(runner: Execution, name: str, context: StatementContext) -> OpenHandler:
    """ER_UNKNOWN_TABLE when it is not open, or a definition has closed it."""
    handler: OpenHandler | None = runner.handlers.get(name.lower())
    if handler is not None and handler.gave_way:
        runner.locks.handle(handler.schema, handler.table)
        runner.locks.tables.keep(handler.schema, handler.table, Duration.HANDLER)
        handler.data = runner.front_end.database_of(context).table(handler.schema, handler.table)
        handler.truncations, handler.gave_way = handler.data.truncations, False
    if handler is not None:
        if _is_open(runner, handler, context):
            return handler
        _forget(runner, name.lower())
    raise mysql_error("ER_UNKNOWN_TABLE", name, "HANDLER")


def _is_open(runner: Execution, handler: OpenHandler, context: StatementContext) -> bool:
    """Not if the table has gone or become another, by whichever session."""
    try:
        data = runner.front_end.database_of(context).table(handler.schema, handler.table)
    except MySQLError:
        return False
    return data is handler.data and not handler.is_closed


def _read(runner: Execution, handler: OpenHandler, syntax: HandlerSyntax, context: StatementContext) -> StatementResult:
    tables_take_part(runner, (handler.data.definition,))  # as a query does (captured: handlers_between_engines)
    scope = query_scope(runner.front_end.database_of(context), context, [_source(handler, syntax)])
    where = _test(syntax.where, scope, context)
    key = _key(handler.data, syntax)
    if syntax.key != handler.key:
        handler.place = None
    found = list(interrupts.stepped(handler.data.scan(key)))
    rows = [row for _, row in found]
    sought = _sought(handler.data, key, syntax, scope, context)
    backwards = syntax.place in (Place.LAST, Place.PREV) or syntax.operator in ("<", "<=")
    offset, count = _limits(syntax.limit)
    if not count:
        return _answer(handler, syntax, context, [])  # nothing is read: it stands where it stood
    compared = _equals(handler.data, key, sought) if syntax.operator == "=" else _any

    def standing(number: int) -> tuple[Any, ...]:
        return handler.data.standing(key, *found[number])

    if handler.place is not None and syntax.place in (Place.NEXT, Place.PREV):
        place = _onwards(handler, range(len(rows)), standing, backwards=backwards)
    else:
        place = _start(handler.data, key, syntax, rows, sought, backwards=backwards)
    chosen: list[Row] = []
    handler.between = bool(sought) and 0 <= place < len(rows) and not compared(rows[place])
    while 0 <= place < len(rows) and len(chosen) < offset + count:
        if interrupts.asked:
            interrupts.step()
        row = rows[place]
        if not compared(row):
            break
        if where(row):
            chosen.append(row)
        if len(chosen) < offset + count:
            place += -1 if backwards else 1
    beyond = _BEFORE if place < 0 else _BEHIND
    handler.key, handler.place = syntax.key, standing(place) if 0 <= place < len(rows) else beyond
    return _answer(handler, syntax, context, chosen[offset:])


def _answer(
    handler: OpenHandler, syntax: HandlerSyntax, context: StatementContext, rows: Sequence[Row]
) -> StatementResult:
    offered = _source(handler, syntax).columns
    shown = tuple(
        tuple(
            column.reader(context, value) if column.reader is not None and value is not None else value
            for column, value in zip(offered, row, strict=True)
        )
        for row in rows
    )
    return StatementResult(
        affected=len(shown),
        columns=tuple(column.name for column in offered),
        rows=shown,
        types=tuple(column.type for column in offered),
        described=lambda: _described(handler, syntax),
    )


def _described(handler: OpenHandler, syntax: HandlerSyntax) -> tuple[ResultColumn, ...]:
    """A server gives the database of a handler's columns as `*any*`."""
    table = handler.data.definition
    named = (
        replace(stored.of_column(column, table), name=column.name, original_name=column.name)
        for column in table.columns
    )
    return tuple(replace(column, schema="*any*", table=syntax.name, original_table=syntax.name) for column in named)


def _source(handler: OpenHandler, syntax: HandlerSyntax) -> Source:
    return Source.of_table(syntax.name, handler.data.definition)


def _test(text: str, scope: Scope, context: StatementContext) -> Callable[[Row], bool]:
    """What a row must fulfil; without a text any does."""
    if not text:
        return _any
    condition = truth(compile_expression(parse_expression(text), scope.within("field list")))
    return lambda row: bool(condition(context, (row,)))


def _any(row: Row) -> bool:
    return True


def _sought(
    data: TableData, key: Key | None, syntax: HandlerSyntax, scope: Scope, context: StatementContext
) -> tuple[Any, ...]:
    """The beginning of a key that a read looks for: its values as the columns would keep them, without a word of what
    is lost. ER_TOO_MANY_KEY_PARTS, ER_WRONG_ARGUMENTS, ER_BAD_NULL_ERROR."""
    if key is None or not syntax.values:
        return ()
    if len(syntax.values) > len(key.columns):
        raise mysql_error("ER_TOO_MANY_KEY_PARTS", len(key.columns))
    values = []
    told = len(context.diagnostics)
    for text, number in zip(syntax.values, key.columns, strict=False):
        node, column = parse_expression(text), data.definition.columns[number]
        compiled = compile_expression(node, scope.within("field list"))
        if node.find(exp.Column) is not None:
            raise mysql_error("ER_WRONG_ARGUMENTS", "HANDLER ... READ")
        value = assigned_value(compiled.eval(context, ()), compiled.type, column.spec, context)
        values.append(store(column, value, context, as_error=False))
        if values[-1] is None and not column.spec.nullable:
            raise mysql_error("ER_BAD_NULL_ERROR", key.name)  # the key's, not the column's
    del context.diagnostics[told:]
    return data.key_beginning(key, values)


def _equals(data: TableData, key: Key | None, sought: tuple[Any, ...]) -> Callable[[Row], bool]:
    """Whether a row's key begins with what is sought."""
    assert key is not None
    return lambda row: data.key_of(key, row)[: len(sought)] == sought


def _onwards(
    handler: OpenHandler, numbers: range, standing: Callable[[int], tuple[Any, ...]], *, backwards: bool
) -> int:
    """The number of the row that is next to where the handler stands, whatever came or went since (captured:
    clusters/handlers_read_on)."""
    last = handler.place
    if last is None or last in (_BEFORE, _BEHIND):
        before = 0 if last is _BEFORE else len(numbers)
        return before - 1 if backwards else before
    if backwards or handler.between:
        return bisect_left(numbers, last, key=standing) - backwards
    return bisect_right(numbers, last, key=standing)


def _start(
    data: TableData,
    key: Key | None,
    syntax: HandlerSyntax,
    rows: Sequence[Row],
    sought: tuple[Any, ...],
    *,
    backwards: bool,
) -> int:
    """Where reading begins: the number of a row in the key's order, in which NULL comes first, or an end of it."""
    if syntax.place is not Place.COMPARED or key is None:
        return len(rows) - 1 if backwards else 0
    find = bisect_left if syntax.operator in ("<", ">=", "=") else bisect_right
    place = find(rows, sought, key=lambda row: data.key_of(key, row)[: len(sought)])
    return place - 1 if backwards else place


def _limits(text: str) -> tuple[int, int]:
    """LIMIT as (rows left out, rows at most)."""
    numbers = [whole_number(number) for number in re.findall(r"\d+", text)]
    if len(numbers) < 2:
        return 0, numbers[0] if numbers else 1
    return (numbers[1], numbers[0]) if "OFFSET" in text.upper() else (numbers[0], numbers[1])


def _key(data: TableData, syntax: HandlerSyntax) -> Key | None:
    """ER_KEY_DOES_NOT_EXITS."""
    if syntax.key is None:
        return None
    name = syntax.key.lower()
    for key in data.definition.keys:
        if key.name.lower() == name:
            return key
    raise mysql_error("ER_KEY_DOES_NOT_EXITS", syntax.key, syntax.name)
