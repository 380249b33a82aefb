"""Reads LOAD DATA and LOAD XML.

Source: MySQL manual, "LOAD DATA Statement", "LOAD XML Statement". Partitions and bulk loading are refused by name.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.grammar.tables.types import read_charset_name
from binwriter.sql.syntax.load import LOAD, LoadAssignment, LoadDataSyntax, LoadFormat, LoadTarget
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.text.words import ParsedStatement, Words, syntax_error, worded_parse_error

_AS_BY_DEFAULT = LoadFormat()
_ROW = "<row>"


@reads("LOAD DATA", "LOAD XML")
def read_load_data(words: Words) -> ParsedStatement:
    """LOAD DATA, LOAD XML. The tree is that of an INSERT into the table, so that it is analysed as one."""
    cursor = Cursor(words)
    cursor.expect("LOAD")
    is_xml = cursor.next().text.upper() == "XML"
    begin = _end_before(cursor)
    concurrent = not cursor.accept("LOW_PRIORITY") and cursor.accept("CONCURRENT")
    cursor.accept("FROM")
    local = cursor.accept("LOCAL")
    of_bulk = ""  # what only ALGORITHM = BULK may have
    if cursor.accept("URL") or cursor.accept("URI"):
        of_bulk = "URI/URL source"
    elif not cursor.accept("S3"):
        cursor.expect("INFILE")
    file = cursor.string()
    if cursor.accept("COUNT"):
        of_bulk = of_bulk or "multiple files"
        if cursor.piece.text == "0":
            raise worded_parse_error(cursor.error(), "The number of files cannot be zero")
        cursor.integer()
    cursor.accept("IN", "PRIMARY", "KEY", "ORDER")
    duplicates = cursor.next().text.upper() if cursor.word() in ("REPLACE", "IGNORE") else ""
    cursor.expect("INTO")
    named = begin, _end_before(cursor)
    cursor.expect("TABLE")
    schema, table = read_qualified_name(cursor)
    partitions = cursor.bracketed_names() if cursor.accept("PARTITION") else ()
    if cursor.accept("COMPRESSION"):
        cursor.accept_symbol("=")
        cursor.string()
        of_bulk = of_bulk or "COMPRESSION specified!"
    charset = None
    if cursor.word() in ("CHARACTER", "CHARSET", "CHAR"):
        charset = read_charset_name(cursor)
    syntax = LoadDataSyntax(
        file,
        schema,
        table,
        _rows_format(cursor, is_xml=is_xml),
        local,
        concurrent,
        duplicates,
        charset,
        _targets(cursor),
        _assignments(cursor),
        (words.text, *named),
        partitions,
        is_xml,
    )
    _refuse_bulk(cursor, of_bulk)
    return ParsedStatement(words.text, "load", _tree(syntax), _modifiers(syntax))


def _refuse_bulk(cursor: Cursor, of_bulk: str) -> None:
    """PARALLEL, MEMORY and ALGORITHM = BULK, which a server without the component for it refuses (captured:
    tests/golden/clusters/loaded_files.sql)."""
    bulk = False
    for word in ("PARALLEL", "MEMORY", "ALGORITHM"):
        if not cursor.accept(word):
            continue
        cursor.accept_symbol("=")
        if word == "ALGORITHM":
            cursor.expect("BULK")
            bulk = True
        else:
            cursor.next()
            if word == "MEMORY" and cursor.word() in ("K", "M", "G"):
                cursor.next()
    if not cursor.at_end:
        raise cursor.error()
    if bulk:
        raise mysql_error("ER_NOT_SUPPORTED_YET", "Bulk Load")
    if of_bulk:
        raise mysql_error("ER_WRONG_USAGE", "LOAD DATA without BULK Algorithm", of_bulk)


def _end_before(cursor: Cursor) -> int:
    """Where the piece before the current one ends, in bytes."""
    return len(bytes_of(cursor.text[: cursor.offset].rstrip()))


def _modifiers(syntax: LoadDataSyntax) -> frozenset[str]:
    return frozenset({syntax.conflict} - {""})


def _tree(syntax: LoadDataSyntax) -> exp.Expression:
    name = exp.to_identifier(syntax.table, quoted=True)
    table = exp.Table(this=name, db=exp.to_identifier(syntax.schema, quoted=True) if syntax.schema else None)
    if syntax.partitions:
        names = [exp.to_identifier(partition, quoted=True) for partition in syntax.partitions]
        table.set("partition", exp.Partition(expressions=names))
    values = exp.Values(expressions=[exp.Tuple(expressions=[item.value for item in syntax.assignments])])
    tree = exp.Insert(this=table, expression=values)
    tree.meta[LOAD] = syntax
    return tree


def read_format(cursor: Cursor, format_: LoadFormat = _AS_BY_DEFAULT) -> LoadFormat:
    """FIELDS .., LINES .. and IGNORE n LINES, each only where it stands. format_: what counts without them."""
    if cursor.accept("FIELDS") or cursor.accept("COLUMNS"):
        format_ = _fields(cursor, format_)
    if cursor.accept("LINES"):
        format_ = _lines(cursor, format_)
    if cursor.accept("IGNORE"):
        format_ = replace(format_, skip=cursor.integer())
        if not cursor.accept("LINES"):
            cursor.expect("ROWS")
    return format_


def _rows_format(cursor: Cursor, *, is_xml: bool) -> LoadFormat:
    """ROWS IDENTIFIED BY '<tag>', IGNORE n ROWS; the log has the tag for the lines' end (captured: load_xml_*). LOAD
    DATA takes the tag for what ends a line, where LINES TERMINATED BY names nothing else (captured:
    load_without_a_list_row)."""
    tag = _ROW if is_xml else _AS_BY_DEFAULT.line_terminated
    if cursor.accept("ROWS"):
        cursor.expect("IDENTIFIED", "BY")
        tag = _text(cursor)
    if not is_xml:
        return read_format(cursor, replace(_AS_BY_DEFAULT, line_terminated=tag))
    return replace(read_format(cursor), line_terminated=tag)


def _fields(cursor: Cursor, format_: LoadFormat) -> LoadFormat:
    begin = cursor.offset
    while True:
        if cursor.accept("TERMINATED", "BY"):
            format_ = replace(format_, terminated=_text(cursor))
        elif cursor.accept("ESCAPED", "BY"):
            format_ = replace(format_, escaped=_character(cursor), escape_given=True)
        elif cursor.at("OPTIONALLY") or cursor.at("ENCLOSED"):
            optionally = cursor.accept("OPTIONALLY")
            cursor.expect("ENCLOSED", "BY")
            format_ = replace(format_, enclosed=_character(cursor), optionally=optionally)
        elif cursor.offset == begin:
            raise cursor.error()
        else:
            return format_


def _text(cursor: Cursor) -> str:
    """A string, or the bytes of 0x2C or b'101100'."""
    base = {PieceKind.HEX: 16, PieceKind.BIT: 2}.get(cursor.piece.kind)
    if base is None:
        return cursor.string()
    digits = cursor.next().text
    size = -(-len(digits) * (4 if base == 16 else 1) // 8)
    return int(digits or "0", base).to_bytes(size, "big").decode("utf-8", "surrogateescape")


def _character(cursor: Cursor) -> str:
    text = _text(cursor)
    if len(text.encode("utf-8", "surrogateescape")) > 1:
        raise mysql_error("ER_WRONG_FIELD_TERMINATORS")
    return text


def _lines(cursor: Cursor, format_: LoadFormat) -> LoadFormat:
    begin = cursor.offset
    while True:
        if cursor.accept("TERMINATED", "BY"):
            format_ = replace(format_, line_terminated=_text(cursor))
        elif cursor.accept("STARTING", "BY"):
            format_ = replace(format_, line_starting=_text(cursor))
        elif cursor.offset == begin:
            raise cursor.error()
        else:
            return format_


def _targets(cursor: Cursor) -> tuple[LoadTarget, ...] | None:
    if not cursor.accept_symbol("("):
        return None
    targets: list[LoadTarget] = []
    while not cursor.at_symbol(")"):
        if cursor.piece.text.startswith("@@"):
            raise syntax_error(cursor.text, cursor.offset + 1)
        if cursor.accept_symbol("@"):
            if cursor.piece.text.startswith("@"):  # a system variable takes no field
                raise cursor.error()
            targets.append(LoadTarget(cursor.user_variable(), variable=True))
        else:
            targets.append(LoadTarget(_column(cursor)))
        if not cursor.accept_symbol(","):
            break
    cursor.expect_symbol(")")
    return tuple(targets) or None


def _column(cursor: Cursor) -> str:
    """A column's name, also with its table in front."""
    name = cursor.name()
    while cursor.accept_symbol("."):
        name = cursor.name_behind_dot()
    return name


def _assignments(cursor: Cursor) -> tuple[LoadAssignment, ...]:
    if not cursor.accept("SET"):
        return ()
    assignments: list[LoadAssignment] = []
    while True:
        column = _column(cursor)
        begin = cursor.piece.end
        if not cursor.accept_symbol(":="):
            cursor.expect_symbol("=")
        end = _end_of_expression(cursor)
        text = cursor.text[begin:end]
        assignments.append(LoadAssignment(column, text, parse_expression(text)))
        if not cursor.accept_symbol(","):
            return tuple(assignments)


def _end_of_expression(cursor: Cursor) -> int:
    """Walks to the comma behind an expression, or to the end; gives where its last piece ends."""
    depth, end = 0, cursor.offset
    while not cursor.at_end and (depth or not cursor.at_symbol(",")):
        piece = cursor.next()
        depth += {"(": 1, ")": -1}.get(piece.text, 0) if piece.kind is PieceKind.SYMBOL else 0
        if depth < 0:
            raise cursor.error()
        end = piece.end
    if depth:
        raise cursor.error()
    return end
