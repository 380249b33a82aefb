"""Reads PARTITION BY (MySQL manual, "CREATE TABLE Statement", partition_options)."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from binwriter.catalog.limits import check_length
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.grammar.tables.numbers import error_at, only_long
from binwriter.sql.syntax.partitions import (
    MAXVALUE,
    PartitionAction,
    PartitionBySyntax,
    PartitionDefinition,
    PartitionFunction,
    Refusal,
)
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import function_of
from binwriter.sql.types.record import Stability

_WRONG_NUMBER = "Wrong number of partitions defined, mismatch with previous setting"
_WRONG_SUBPARTITIONS = "Wrong number of subpartitions defined, mismatch with previous setting"
_UINT32_MAX = (1 << 32) - 1
_ROW_LIMITS = ("MAX_ROWS", "MIN_ROWS")
_OPTION_WORDS = ("ENGINE", "COMMENT", "DATA", "INDEX", "MAX_ROWS", "MIN_ROWS", "TABLESPACE", "STORAGE", "NODEGROUP")


def read_partition_by(cursor: Cursor) -> PartitionBySyntax:
    """PARTITION BY ...; ER_PARSE_ERROR. What goes against no grammar is kept (`refused`): columns and options are
    looked at before it (captured: faults)."""
    refused: list[MySQLError] = []
    cursor.expect("PARTITION", "BY")
    function = _function(cursor, refused, ("HASH", "KEY", "RANGE", "LIST"))
    count = _count(cursor, "PARTITIONS")
    sub, subcount = None, 0
    if cursor.accept("SUBPARTITION"):
        cursor.expect("BY")
        sub = _function(cursor, refused, ("HASH", "KEY"), is_sub=True)
        subcount = _count(cursor, "SUBPARTITIONS")
    start = cursor.offset
    places: list[int] = []
    definitions = read_definitions(cursor, refused, function, subcount, places) if cursor.at_symbol("(") else ()
    wanted = {"RANGE": "LESS THAN", "LIST": "IN"}.get(function.kind)
    if wanted and not definitions:
        refused.append(mysql_error("ER_PARTITIONS_MUST_BE_DEFINED_ERROR", function.kind))
    right = function.kind == "RANGE"
    first = next((number for number, each in enumerate(definitions) if each.less_than is not right), None)
    if wanted and first is not None and definitions[first].less_than is None:  # VALUES of the other kind: said later
        message = mysql_error("ER_PARTITION_REQUIRES_VALUES_ERROR", function.kind, wanted).message
        refused.append(error_at(cursor, places[first], message))
    if definitions and count and count != len(definitions):
        refused.append(error_at(cursor, start, _WRONG_NUMBER))
    return PartitionBySyntax(function, count, sub, subcount, definitions, tuple(map(Refusal.of, refused)))


def _count(cursor: Cursor, word: str) -> int:
    if not cursor.accept(word):
        return 0
    count = only_long(cursor)
    if not count:
        raise mysql_error("ER_NO_PARTS_ERROR", word.lower())
    return count & _UINT32_MAX


def _function(
    cursor: Cursor, refused: list[MySQLError], kinds: tuple[str, ...], *, is_sub: bool = False
) -> PartitionFunction:
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
        columns = _columns(cursor, may_be_empty=kind == "KEY" and not is_sub)
        return PartitionFunction(kind, linear, "", columns, by_columns, algorithm)
    place = cursor.ahead(1).start
    expression = cursor.parenthesized().strip()
    if any(map(_depends_on_statement, parse_expression(expression).walk())):
        refused.append(error_at(cursor, place, mysql_error("ER_WRONG_EXPR_IN_PARTITION_FUNC_ERROR").message))
    return PartitionFunction(kind, linear, expression)


def _depends_on_statement(node: exp.Expr) -> bool:
    """Whether it calls a function whose value no two statements share, or one that is stored, or reads a variable."""
    if isinstance(node, exp.Parameter | exp.SessionParameter):
        return True
    function = function_of(node)
    if function is None:
        return isinstance(node, exp.Anonymous | exp.Dot)
    if function.name == "UNIX_TIMESTAMP" and isinstance(node, exp.Anonymous):
        return not node.expressions  # the moment of the statement, or a given one
    return function.stability is not Stability.CONSTANT


def _columns(cursor: Cursor, *, may_be_empty: bool) -> tuple[str, ...]:
    cursor.expect_symbol("(")
    names = []
    if not (may_be_empty and cursor.at_symbol(")")):
        names.append(cursor.name())
        while cursor.accept_symbol(","):
            names.append(cursor.name())
    cursor.expect_symbol(")")
    return tuple(names)


def read_definitions(
    cursor: Cursor,
    refused: list[MySQLError],
    function: PartitionFunction | None = None,
    subcount: int = 0,
    places: list[int] | None = None,
) -> tuple[PartitionDefinition, ...]:
    """(PARTITION name ..., ...). refused: takes what goes against no grammar. function, subcount: what is partitioned
    by; not where the table knows. places: takes where each has its bracket or comma."""
    places = [] if places is None else places
    places.append(cursor.offset)
    cursor.expect_symbol("(")
    definitions = [_definition(cursor, refused, function, subcount)]
    while cursor.at_symbol(","):
        places.append(cursor.offset)
        cursor.expect_symbol(",")
        subcount = subcount or (len(definitions[0].subpartitions) if function is not None else 0)
        definitions.append(_definition(cursor, refused, function, subcount))
    cursor.expect_symbol(")")
    return tuple(definitions)


def _definition(
    cursor: Cursor, refused: list[MySQLError], function: PartitionFunction | None, subcount: int
) -> PartitionDefinition:
    cursor.expect("PARTITION")
    name = _name(cursor.name(), refused)
    values: tuple[tuple[str, ...], ...] = ()
    less_than: bool | None = None
    start = cursor.offset
    if cursor.accept("VALUES"):
        less_than = cursor.accept("LESS")
        if less_than:
            cursor.expect("THAN")
            values = (_bounds(cursor, refused, function, start),)
        else:
            cursor.expect("IN")
            values = _lists(cursor, refused, function)
    comment, engine, rows = _options(cursor)
    subrows: list[str] = []
    subpartitions: list[str] = []
    subcomments: list[str] = []
    engines = [engine]
    start = cursor.offset
    if cursor.accept_symbol("("):
        while True:
            cursor.expect("SUBPARTITION")
            subpartitions.append(_name(cursor.name_or_string(), refused))
            subcomment, subengine, own = _options(cursor)
            subcomments.append(subcomment or comment)
            subrows.append(_row_limits({**rows, **own}))
            engines.append(subengine or engine)
            if not cursor.accept_symbol(","):
                break
        cursor.expect_symbol(")")
        if subcount and len(subpartitions) != subcount:
            refused.append(error_at(cursor, start, _WRONG_SUBPARTITIONS))
    return PartitionDefinition(
        *(name, values, tuple(subpartitions), comment, less_than, tuple(subcomments), tuple(engines[1:] or engines)),
        row_limits=_row_limits(rows),
        subrow_limits=tuple(subrows),
    )


def _name(name: str, refused: list[MySQLError]) -> str:
    """ER_TOO_LONG_IDENT."""
    try:
        check_length(name)
    except MySQLError as error:
        refused.append(error)
    return name


def _row_limits(given: Mapping[str, str]) -> str:
    """As a server writes them; 0 is none."""
    return "".join(f" {word} = {int(given[word])}" for word in _ROW_LIMITS if int(given.get(word, 0)))


def _bounds(
    cursor: Cursor, refused: list[MySQLError], function: PartitionFunction | None, start: int
) -> tuple[str, ...]:
    """What LESS THAN takes. start: of VALUES. Refused are fewer values than columns; more are seen later."""
    columns = len(function.columns) if function is not None and function.kind == "RANGE" else 0
    if cursor.accept(MAXVALUE):
        if columns > 1:
            refused.append(error_at(cursor, start, _inconsistent()))
        return (MAXVALUE,)
    values = _list(cursor)
    if len(values) < columns:
        refused.append(error_at(cursor, cursor.ahead(-1).start, _inconsistent()))
    return values


def _inconsistent() -> str:
    return mysql_error("ER_PARTITION_COLUMN_LIST_ERROR").message


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


def _lists(
    cursor: Cursor, refused: list[MySQLError], function: PartitionFunction | None
) -> tuple[tuple[str, ...], ...]:
    """The list behind IN: of values, or of lists of values. Behind a parenthesis all have parentheses."""
    start = cursor.offset
    columns = 0
    if function is not None and function.kind == "LIST":
        columns = len(function.columns) if function.by_columns else 1
    if cursor.text[start + 1 :].lstrip()[:1] != "(":
        if columns > 1:
            refused.append(error_at(cursor, start, _inconsistent()))
        return tuple((text,) for text in _list(cursor))
    cursor.expect_symbol("(")
    rows: list[tuple[str, ...]] = []
    while True:
        if not cursor.at_symbol("("):
            raise cursor.error()
        rows.append(_list(cursor))
        wanted = columns if columns > 1 else len(rows[0])
        if len(rows[-1]) < wanted:
            refused.append(error_at(cursor, cursor.ahead(-1).start, _inconsistent()))
        if len(rows[-1]) > wanted and columns != 1:
            refused.append(mysql_error("ER_PARTITION_COLUMN_LIST_ERROR"))
        if not cursor.accept_symbol(","):
            break
    if columns == 1 or len(rows[0]) == 1:
        refused.append(error_at(cursor, cursor.offset, mysql_error("ER_ROW_SINGLE_PARTITION_FIELD_ERROR").message))
    cursor.expect_symbol(")")
    return tuple(rows)


def _options(cursor: Cursor) -> tuple[str, str, dict[str, str]]:
    """The options of a partition: its comment, its engine and what is said of its rows count."""
    comment = engine = ""
    rows: dict[str, str] = {}
    while cursor.word() in _OPTION_WORDS or cursor.at("STORAGE"):
        word = cursor.next().text.upper()
        if word == "STORAGE":
            cursor.expect("ENGINE")
        if word in ("DATA", "INDEX"):
            cursor.expect("DIRECTORY")
        cursor.accept_symbol("=")
        value = str(cursor.integer()) if word in _ROW_LIMITS else cursor.next().text
        if word in _ROW_LIMITS:
            rows[word] = value
        comment = value if word == "COMMENT" else comment
        engine = value if word in ("STORAGE", "ENGINE") else engine
    return comment, engine, rows


# --- ALTER TABLE ------------------------------------------------------------------------------------------------------


def read_partition_action(cursor: Cursor) -> PartitionAction:
    """What ALTER TABLE does with partitions, from its first word on."""
    word = cursor.next().text.upper()
    refused: list[MySQLError] = []
    if word == "REMOVE":
        cursor.expect("PARTITIONING")
        return PartitionAction(word)
    cursor.expect("PARTITION")
    if not cursor.accept("LOCAL"):
        cursor.accept("NO_WRITE_TO_BINLOG")
    if word == "ADD":
        if cursor.accept("PARTITIONS"):
            return PartitionAction(word, count=only_long(cursor))
        definitions = read_definitions(cursor, refused)
        return PartitionAction(word, definitions=definitions, refused=tuple(map(Refusal.of, refused)))
    if word == "COALESCE":
        return PartitionAction(word, count=only_long(cursor))
    if word == "REORGANIZE" and cursor.at_end:
        return PartitionAction(word)
    if word == "EXCHANGE":
        names: tuple[str, ...] = (cursor.name(),)
    else:
        names = () if cursor.accept("ALL") else tuple(cursor.names())
    if word in ("DISCARD", "IMPORT"):
        cursor.expect("TABLESPACE")
        return PartitionAction(word, names)
    if word == "REORGANIZE":
        cursor.expect("INTO")
        definitions = read_definitions(cursor, refused)
        return PartitionAction(word, names, definitions=definitions, refused=tuple(map(Refusal.of, refused)))
    if word == "EXCHANGE":
        cursor.expect("WITH", "TABLE")
        table = read_qualified_name(cursor)
        validates = not cursor.accept("WITHOUT", "VALIDATION")
        cursor.accept("WITH", "VALIDATION")
        return PartitionAction(word, names, table=table, validates=validates)
    while not cursor.at_end:  # QUICK, EXTENDED ... of CHECK and REPAIR
        cursor.next()
    return PartitionAction(word, names)
