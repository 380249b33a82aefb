"""Reads HANDLER (MySQL manual, "HANDLER Statement")."""

from __future__ import annotations

from binwriter.sql.command_table import reads
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.syntax.handler import HandlerAction, HandlerSyntax, Place
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import ParsedStatement, Words

_PLACES = {place.value: place for place in (Place.FIRST, Place.NEXT, Place.PREV, Place.LAST)}
_OPERATORS = ("<=", ">=", "=", "<", ">")


@reads("HANDLER")
def read_handler(words: Words) -> ParsedStatement:
    """HANDLER name OPEN | READ | CLOSE. ER_PARSE_ERROR."""
    cursor = Cursor(words)
    cursor.expect("HANDLER")
    schema, name = read_qualified_name(cursor)
    if cursor.accept("OPEN"):
        with_word = cursor.accept("AS")
        alias = cursor.name() if with_word or not cursor.at_end else None
        syntax = HandlerSyntax(HandlerAction.OPEN, schema, name, alias)
    elif schema is not None:
        raise cursor.error()
    elif cursor.accept("CLOSE"):
        syntax = HandlerSyntax(HandlerAction.CLOSE, schema, name)
    else:
        cursor.expect("READ")
        syntax = _read_row(cursor, schema, name)
    if not cursor.at_end:
        raise cursor.error()
    return ParsedStatement(words.text, f"ha_{syntax.action.name.lower()}", syntax)


def _read_row(cursor: Cursor, schema: str | None, name: str) -> HandlerSyntax:
    key, place, operator = None, _place(cursor), ""
    values: tuple[str, ...] = ()
    if place in (Place.PREV, Place.LAST):  # these need a key
        raise cursor.error()
    if place is None:
        key = cursor.name()
        place = _place(cursor)
        if place is None:
            place, operator = Place.COMPARED, _operator(cursor)
            values = _values(cursor)
    where = limit = ""
    if cursor.accept("WHERE"):
        where = _text_until(cursor, "LIMIT")
    if cursor.accept("LIMIT"):
        limit = _text_until(cursor)
    return HandlerSyntax(HandlerAction.READ, schema, name, None, key, place, operator, values, where, limit)


def _place(cursor: Cursor) -> Place | None:
    """A word that may be a key's name, too, if more follows that says so."""
    place = _PLACES.get(cursor.word())
    behind = cursor.ahead(1)
    if place is None or (behind.kind is not PieceKind.END and cursor.word(1) not in ("WHERE", "LIMIT")):
        return None
    cursor.next()
    return place


def _operator(cursor: Cursor) -> str:
    operator = next((candidate for candidate in _OPERATORS if _accept(cursor, candidate)), None)
    if operator is None:
        raise cursor.error()
    return operator


def _accept(cursor: Cursor, operator: str) -> bool:
    """An operator may come as one piece or as two."""
    if cursor.accept_symbol(operator):
        return True
    together = "".join(cursor.ahead(count).text for count in range(len(operator)))
    if len(operator) == 1 or together != operator:
        return False
    for _ in operator:
        cursor.next()
    return True


def _values(cursor: Cursor) -> tuple[str, ...]:
    """( value, .. ) as SQL text."""
    if not cursor.accept_symbol("("):
        raise cursor.error()
    values, depth, start = [], 0, cursor.offset
    if cursor.word() in ("SELECT", "VALUES", "TABLE", "WITH"):
        raise cursor.error()
    while not (depth == 0 and cursor.at_symbol(")")):
        if cursor.at_end:
            raise cursor.error()
        piece = cursor.next()
        depth += (piece.text == "(") - (piece.text == ")")
        if depth == 0 and piece.text == ",":
            values.append(cursor.text[start : piece.start].strip())
            start = cursor.offset
    values.append(cursor.text[start : cursor.offset].strip())
    cursor.next()
    return tuple(values)


def _text_until(cursor: Cursor, word: str = "") -> str:
    start, depth = cursor.offset, 0
    while not cursor.at_end and not (word and depth == 0 and cursor.at(word)):
        piece = cursor.next()
        depth += (piece.text == "(") - (piece.text == ")")
    text = cursor.text[start : cursor.offset].strip()
    if not text:
        raise cursor.error()
    return text
