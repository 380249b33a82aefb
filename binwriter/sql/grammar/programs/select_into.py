"""SELECT ... INTO variables: the INTO clause is cut out, and the query stays."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar import load
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.grammar.tables.types import read_charset_name
from binwriter.sql.syntax.load import OutFile
from binwriter.sql.syntax.programs import SelectInto, Target
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import tokenize


def read_select_into(text: str) -> SelectInto | None:
    """The statement, if it has an INTO clause of its own."""
    cursor = Cursor(tokenize(text))
    depth = 0
    while not cursor.at_end:
        if cursor.at_symbol("("):
            depth += 1
        elif cursor.at_symbol(")"):
            depth -= 1
        elif depth == 0 and cursor.at("INTO"):
            return _read(cursor, text)
        cursor.next()
    return None


def _read(cursor: Cursor, text: str) -> SelectInto:
    start = cursor.offset
    cursor.expect("INTO")
    targets: list[Target] = []
    file = _file(cursor)
    if file is None:
        targets.append(_target(cursor))
        while cursor.accept_symbol(","):
            targets.append(_target(cursor))
    end = cursor.ahead(-1).end
    query = text[:start] + " " * (end - start) + text[end:]
    if Cursor(tokenize(query)).at("INTO"):
        raise mysql_error("ER_PARSE_ERROR", text[start:][:80], 1)
    return SelectInto(parse_statement(query), tuple(targets), text, file)


def _file(cursor: Cursor) -> OutFile | None:
    if cursor.accept("DUMPFILE"):
        return OutFile(cursor.string(), dump=True)
    if not cursor.accept("OUTFILE"):
        return None
    name = cursor.string()
    charset = None
    if cursor.word() in ("CHARACTER", "CHARSET", "CHAR"):
        charset = read_charset_name(cursor, equals=False)
    return OutFile(name, format=load.read_format(cursor), charset=charset)


def _target(cursor: Cursor) -> Target:
    if cursor.accept_symbol("@"):
        piece = cursor.next()
        if piece.kind not in (PieceKind.WORD, PieceKind.QUOTED_NAME, PieceKind.STRING):
            raise cursor.error()
        return Target(piece.text, user=True)
    return Target(cursor.name())
