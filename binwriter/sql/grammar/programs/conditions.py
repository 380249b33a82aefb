"""Reads conditions in the body of a program: what handlers are for, SIGNAL, GET DIAGNOSTICS."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.programs.body_words import BodyWords
from binwriter.sql.syntax.programs import Condition, ConditionClass, Expression, GetDiagnostics, Signal, Target
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.text.words import syntax_error

_STATEMENT_ITEMS = frozenset({"NUMBER", "ROW_COUNT"})
_SIGNAL_ITEMS = frozenset(
    {
        *("CLASS_ORIGIN", "SUBCLASS_ORIGIN", "CONSTRAINT_CATALOG", "CONSTRAINT_SCHEMA", "CONSTRAINT_NAME"),
        *("CATALOG_NAME", "SCHEMA_NAME", "TABLE_NAME", "COLUMN_NAME", "CURSOR_NAME", "MESSAGE_TEXT", "MYSQL_ERRNO"),
    }
)
_CONDITION_ITEMS = _SIGNAL_ITEMS | {"RETURNED_SQLSTATE"}
_MOMENTS = frozenset({"DATE", "TIME", "TIMESTAMP"})  # before a text
_LITERALS = frozenset(
    {PieceKind.STRING, PieceKind.NATIONAL, PieceKind.HEX, PieceKind.BIT, PieceKind.NUMBER, PieceKind.INTRODUCER}
)


def read_handler_condition(reader: BodyWords) -> Condition:
    cursor = reader.cursor
    for kind in ConditionClass:
        if cursor.accept(*kind.value.split()):
            return Condition(kind=kind)
    if cursor.at("SQLSTATE") or cursor.piece.kind is PieceKind.NUMBER:
        return read_condition_value(reader)
    return read_named_condition(reader)


def read_named_condition(reader: BodyWords) -> Condition:
    name = reader.cursor.name()
    for names in reversed(reader.names):
        if name.lower() in names.conditions:
            return names.conditions[name.lower()]
    raise mysql_error("ER_SP_COND_MISMATCH", name)


def read_condition_value(reader: BodyWords) -> Condition:
    cursor = reader.cursor
    if cursor.accept("SQLSTATE"):
        cursor.accept("VALUE")
        state = cursor.string()
        if len(state) != 5 or not state.isalnum() or state[:2] == "00" or state.upper() != state:
            raise mysql_error("ER_SP_BAD_SQLSTATE", state)
        return Condition(sqlstate=state)
    code = cursor.integer()
    if not code:
        raise mysql_error("ER_WRONG_VALUE", "CONDITION", "0")
    return Condition(code=code)


def read_signal(reader: BodyWords) -> Signal:
    cursor = reader.cursor
    again = cursor.next().text.upper() == "RESIGNAL"
    condition: Condition | None = None
    if cursor.at("SQLSTATE"):
        condition = read_condition_value(reader)
    elif cursor.at_name and not cursor.at("SET"):
        condition = read_named_condition(reader)
        if condition.sqlstate is None:
            raise mysql_error("ER_SIGNAL_BAD_CONDITION_TYPE")
    elif not again:
        raise cursor.error()
    items: dict[str, Expression] = {}
    if cursor.accept("SET"):
        while True:
            item = _item(cursor, _SIGNAL_ITEMS)
            if item in items:
                raise mysql_error("ER_DUP_SIGNAL_SET", item)
            cursor.expect_symbol("=")
            items[item] = _simple_value(cursor)
            if not cursor.accept_symbol(","):
                break
    return Signal(condition, tuple(items.items()), again)


def read_get_diagnostics(reader: BodyWords) -> GetDiagnostics:
    cursor = reader.cursor
    cursor.expect("GET")
    stacked = cursor.accept("STACKED")
    cursor.accept("CURRENT")
    cursor.expect("DIAGNOSTICS")
    number = None
    allowed = _STATEMENT_ITEMS
    if cursor.accept("CONDITION"):
        number, allowed = _simple_value(cursor), _CONDITION_ITEMS
    items = [_read_diagnostics_item(reader, allowed)]
    while cursor.accept_symbol(","):
        items.append(_read_diagnostics_item(reader, allowed))
    return GetDiagnostics(tuple(items), number, stacked)


def _simple_value(cursor: Cursor) -> Expression:
    """A literal, a variable or a name; no expression (the grammar's signal_allowed_expr)."""
    start = cursor.offset
    end = cursor.piece.end
    signs = 0
    while cursor.accept_symbol("@") or cursor.accept_symbol("@@"):
        signs += 1
    if not signs and cursor.word() in _MOMENTS and cursor.ahead(1).kind is PieceKind.STRING:
        cursor.next()
        end = cursor.next().end
    elif not signs and (cursor.piece.kind in _LITERALS or cursor.word() in ("NULL", "TRUE", "FALSE")):
        while cursor.piece.kind in _LITERALS or cursor.word() in ("NULL", "TRUE", "FALSE"):
            introduced = cursor.piece.kind in (PieceKind.INTRODUCER, PieceKind.STRING)
            end = cursor.next().end
            if not introduced:
                break
    else:
        while True:
            end = cursor.piece.end
            if (signs and cursor.piece.kind is PieceKind.STRING) or cursor.word() in ("GLOBAL", "SESSION", "LOCAL"):
                cursor.next()
            else:
                cursor.name()
            if not cursor.accept_symbol("."):
                break
    text = cursor.text[start:end]
    return Expression(text, parse_expression(text))


def _read_diagnostics_item(reader: BodyWords, allowed: frozenset[str]) -> tuple[Target, str]:
    cursor = reader.cursor
    if cursor.at_symbol("@@"):  # a server's lexer reads them one by one
        raise syntax_error(cursor.text, cursor.offset + 1)
    target = Target(cursor.user_variable(), user=True) if cursor.accept_symbol("@") else reader.variable_target()
    cursor.expect_symbol("=")
    return target, _item(cursor, allowed)


def _item(cursor: Cursor, allowed: frozenset[str]) -> str:
    if cursor.word() not in allowed:
        raise cursor.error()
    return cursor.next().text.upper()
