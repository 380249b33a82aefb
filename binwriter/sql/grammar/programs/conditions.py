"""Reads conditions in the body of a program: what handlers are for, SIGNAL, GET DIAGNOSTICS."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.programs.body_words import BodyWords
from binwriter.sql.syntax.programs import Condition, ConditionClass, Expression, GetDiagnostics, Signal, Target
from binwriter.sql.text.cursor import PieceKind
from binwriter.sql.text.trees import parse_expression


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
    items: list[tuple[str, Expression]] = []
    if cursor.accept("SET"):
        while True:
            item = cursor.next().text.upper()
            cursor.expect_symbol("=")
            items.append((item, reader.expression(",", ";")))
            if not cursor.accept_symbol(","):
                break
    return Signal(condition, tuple(items), again)


def read_get_diagnostics(reader: BodyWords) -> GetDiagnostics:
    cursor = reader.cursor
    cursor.expect("GET")
    stacked = cursor.accept("STACKED")
    cursor.accept("CURRENT")
    cursor.expect("DIAGNOSTICS")
    number = None
    if cursor.accept("CONDITION"):
        start = cursor.offset
        cursor.accept_symbol("@")
        end = cursor.next().end
        text = cursor.text[start:end]
        number = Expression(text, parse_expression(text))
    items = [read_diagnostics_item(reader)]
    while cursor.accept_symbol(","):
        items.append(read_diagnostics_item(reader))
    return GetDiagnostics(tuple(items), number, stacked)


def read_diagnostics_item(reader: BodyWords) -> tuple[Target, str]:
    cursor = reader.cursor
    target = Target(cursor.name(), user=True) if cursor.accept_symbol("@") else reader.variable_target()
    cursor.expect_symbol("=")
    return target, cursor.next().text.upper()
