"""Reads OPEN, FETCH and CLOSE."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.programs.body_words import BodyWords
from binwriter.sql.syntax.programs import CloseCursor, FetchCursor, OpenCursor


def known_cursor(reader: BodyWords) -> str:
    name = reader.cursor.name()
    if not any(name.lower() in names.cursors for names in reader.names):
        raise mysql_error("ER_SP_CURSOR_MISMATCH", name)
    return name


def read_open(reader: BodyWords) -> OpenCursor:
    reader.cursor.expect("OPEN")
    return OpenCursor(known_cursor(reader))


def read_close(reader: BodyWords) -> CloseCursor:
    reader.cursor.expect("CLOSE")
    return CloseCursor(known_cursor(reader))


def read_fetch(reader: BodyWords) -> FetchCursor:
    cursor = reader.cursor
    cursor.expect("FETCH")
    if cursor.accept("NEXT"):
        cursor.expect("FROM")
    else:
        cursor.accept("FROM")
    name = known_cursor(reader)
    cursor.expect("INTO")
    targets = [reader.variable_target()]
    while cursor.accept_symbol(","):
        targets.append(reader.variable_target())
    return FetchCursor(name, tuple(targets))
