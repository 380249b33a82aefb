"""Reads PARTITION BY (MySQL manual, "CREATE TABLE Statement", partition_options)."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.syntax.partitions import (
    MAXVALUE,
    PartitionAction,
    PartitionBySyntax,
    PartitionDefinition,
    PartitionFunction,
)
from binwriter.sql.text.cursor import Cursor, PieceKind

_WRONG_NUMBER = "Wrong number of partitions defined, mismatch with previous setting"
_OPTION_WORDS = ("ENGINE", "COMMENT", "DATA", "INDEX", "MAX_ROWS", "MIN_ROWS", "TABLESPACE", "STORAGE", "NODEGROUP")


def read_partition_by(cursor: Cursor) -> PartitionBySyntax:
    """PARTITION BY ...; ER_PARSE_ERROR."""
    cursor.expect("PARTITION", "BY")
    function = _function(cursor, ("HASH", "KEY", "RANGE", "LIST"))
    count = _count(cursor, "PARTITIONS")
    sub, subcount = None, 0
    if cursor.accept("SUBPARTITION"):
        cursor.expect("BY")
        sub = _function(cursor, ("HASH", "KEY"))
        subcount = _count(cursor, "SUBPARTITIONS")
    start = cursor.offset
    definitions = read_definitions(cursor) if cursor.at_symbol("(") else ()
    if definitions and count and count != len(definitions):
        near = cursor.text[start:][:80]
        raise mysql_error("ER_PARSE_ERROR_NEAR", _WRONG_NUMBER, near, cursor.text.count("\n", 0, start) + 1)
    return PartitionBySyntax(function, count, sub, subcount, definitions)


def _count(cursor: Cursor, word: str) -> int:
    if not cursor.accept(word):
        return 0
    count = cursor.integer()
    if not count:
        raise mysql_error("ER_NO_PARTS_ERROR", word.lower())
    return count


def _function(cursor: Cursor, kinds: tuple[str, ...]) -> PartitionFunction:
    linear = cursor.accept("LINEAR")
    kind = cursor.word()
    if kind not in kinds or (linear and kind not in ("HASH", "KEY")):
        raise cursor.error()
    cursor.next()
    algorithm = 0
    if kind == "KEY" and cursor.accept("ALGORITHM"):
        cursor.accept_symbol("=")
        algorithm = cursor.integer()
    by_columns = kind in ("RANGE", "LIST") and cursor.accept("COLUMNS")
    if kind == "KEY" or by_columns:
        return PartitionFunction(kind, linear, "", _columns(cursor), by_columns, algorithm)
    return PartitionFunction(kind, linear, cursor.parenthesized().strip())


def _columns(cursor: Cursor) -> tuple[str, ...]:
    cursor.expect_symbol("(")
    names = []
    while not cursor.at_symbol(")"):
        names.append(cursor.name())
        if not cursor.accept_symbol(","):
            break
    cursor.expect_symbol(")")
    return tuple(names)


def read_definitions(cursor: Cursor) -> tuple[PartitionDefinition, ...]:
    """(PARTITION name ..., ...)."""
    cursor.expect_symbol("(")
    found = [_definition(cursor)]
    while cursor.accept_symbol(","):
        found.append(_definition(cursor))
    cursor.expect_symbol(")")
    return tuple(found)


def _definition(cursor: Cursor) -> PartitionDefinition:
    cursor.expect("PARTITION")
    name = cursor.name()
    values: tuple[tuple[str, ...], ...] = ()
    less_than: bool | None = None
    if cursor.accept("VALUES"):
        less_than = cursor.accept("LESS")
        if less_than:
            cursor.expect("THAN")
            values = ((MAXVALUE,),) if cursor.accept(MAXVALUE) else (_list(cursor),)
        else:
            cursor.expect("IN")
            values = _lists(cursor)
    comment = _options(cursor)
    subpartitions: list[str] = []
    subcomments: list[str] = []
    if cursor.accept_symbol("("):
        while True:
            cursor.expect("SUBPARTITION")
            subpartitions.append(cursor.name_or_string())
            subcomments.append(_options(cursor))
            if not cursor.accept_symbol(","):
                break
        cursor.expect_symbol(")")
    return PartitionDefinition(name, values, tuple(subpartitions), comment, less_than, tuple(subcomments))


def _list(cursor: Cursor) -> tuple[str, ...]:
    """(expression, ...): the texts."""
    cursor.expect_symbol("(")
    texts, depth, start = [], 0, cursor.offset
    while depth or not cursor.at_symbol(")"):
        if cursor.at_end:
            raise cursor.error()
        if not depth and cursor.at_symbol(","):
            texts.append(cursor.text[start : cursor.offset].strip())
            cursor.next()
            start = cursor.offset
            continue
        piece = cursor.next()
        if piece.kind is PieceKind.SYMBOL:
            depth += {"(": 1, ")": -1}.get(piece.text, 0)
    texts.append(cursor.text[start : cursor.offset].strip())
    cursor.expect_symbol(")")
    return tuple(texts)


def _lists(cursor: Cursor) -> tuple[tuple[str, ...], ...]:
    """The list behind IN: of values, or of lists of values."""
    texts = _list(cursor)
    if all(text.startswith("(") and text.endswith(")") for text in texts):
        return tuple(tuple(part.strip() for part in text[1:-1].split(",")) for text in texts)
    return tuple((text,) for text in texts)


def _options(cursor: Cursor) -> str:
    """The options of a partition: its comment counts."""
    comment = ""
    while cursor.word() in _OPTION_WORDS or cursor.at("STORAGE"):
        word = cursor.next().text.upper()
        if word == "STORAGE":
            cursor.expect("ENGINE")
        if word in ("DATA", "INDEX"):
            cursor.expect("DIRECTORY")
        cursor.accept_symbol("=")
        value = cursor.next().text
        comment = value if word == "COMMENT" else comment
    return comment


# --- ALTER TABLE ------------------------------------------------------------------------------------------------------


def read_partition_action(cursor: Cursor) -> PartitionAction:
    """What ALTER TABLE does with partitions, from its first word on."""
    word = cursor.next().text.upper()
    if word == "REMOVE":
        cursor.expect("PARTITIONING")
        return PartitionAction(word)
    cursor.expect("PARTITION")
    if not cursor.accept("LOCAL"):
        cursor.accept("NO_WRITE_TO_BINLOG")
    if word == "ADD":
        if cursor.accept("PARTITIONS"):
            return PartitionAction(word, count=cursor.integer())
        return PartitionAction(word, definitions=read_definitions(cursor))
    if word == "COALESCE":
        return PartitionAction(word, count=cursor.integer())
    if word == "REORGANIZE" and cursor.at_end:
        return PartitionAction(word)
    names = () if cursor.accept("ALL") else cursor.names()
    if word == "REORGANIZE":
        cursor.expect("INTO")
        return PartitionAction(word, names, definitions=read_definitions(cursor))
    if word == "EXCHANGE":
        cursor.expect("WITH", "TABLE")
        table = read_qualified_name(cursor)
        validates = not cursor.accept("WITHOUT", "VALIDATION")
        cursor.accept("WITH", "VALIDATION")
        return PartitionAction(word, names, table=table, validates=validates)
    while not cursor.at_end:  # QUICK, EXTENDED ... of CHECK and REPAIR
        cursor.next()
    return PartitionAction(word, names)
