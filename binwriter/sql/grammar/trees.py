"""Reads queries, and definitions of tables and databases, of which sqlglot makes the tree."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.dml import read_tree
from binwriter.sql.grammar.programs.select_into import filling
from binwriter.sql.grammar.tables.create_table import read_create_table
from binwriter.sql.grammar.tables.types import conflicting_charsets, read_charset_name, read_collation_name
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.tree_text import numbered_columns
from binwriter.sql.text.trees import parse_tree, row_cells
from binwriter.sql.text.words import ParsedStatement, Words

_QUERY = read_tree("select")


@reads("(", "TABLE", "VALUES")
def _read_query(words: Words) -> ParsedStatement:
    """A query that does not begin with SELECT: in brackets is another one, and TABLE names a table."""
    first = next((place for place, token in enumerate(words.tokens) if token.text != "("), len(words.tokens))
    if words.word(first) == "TABLE":
        words.name(first + 1)
    elif words.word(first) not in ("SELECT", "VALUES", "WITH"):
        raise words.syntax_error(first)
    return filling(words) or _QUERY(words)


_TRUNCATE = read_tree("truncate", exp.TruncateTable)


@reads("TRUNCATE")
def _read_truncate(words: Words) -> ParsedStatement:
    """TRUNCATE [TABLE] [database.]name, and nothing else."""
    name = 2 if words.word(1) == "TABLE" else 1
    words.end(name + (3 if words.word(name + 1) == "." else 1))
    return _TRUNCATE(words)


reads("DROP DATABASE", "DROP SCHEMA")(read_tree("drop_db", exp.Drop))


@reads("SELECT")
def _read_select(words: Words) -> ParsedStatement:
    """A SELECT, also one that fills user variables."""
    return filling(words) or read_tree("select", exp.Select, exp.SetOperation)(words)


@reads("CREATE TABLE", "CREATE TEMPORARY")
def _read_create_table(words: Words) -> ParsedStatement:
    """By a reader of our own: sqlglot refuses valid column definitions and drops parts of others."""
    syntax = read_create_table(words)
    if syntax.select_offset is None:
        return ParsedStatement(words.text, "create_table", syntax)
    before = words.text[: syntax.select_offset]
    blank = "".join(character if character == "\n" else " " for character in before)
    syntax.select = _selects_of_values(parse_tree(blank + words.text[syntax.select_offset :]))
    return ParsedStatement(words.text, "create_select", syntax)


def _selects_of_values(tree: exp.Expression) -> exp.Expression:
    """VALUES ROW(..), ROW(..) as a UNION ALL of its rows: the new table has the same columns (captured:
    tables_of_values)."""
    for values in list(tree.find_all(exp.Values)):
        if values is not tree and values.args.get("alias") is not None:
            values.replace(exp.Subquery(this=_select_of_values(values), alias=values.args["alias"]))
    return _select_of_values(tree) if isinstance(tree, exp.Values) else tree


def _select_of_values(tree: exp.Expression) -> exp.Expression:
    """The UNION ALL; the tree itself where its rows differ in length, which is an error later on."""
    lines = [row_cells(line) for line in tree.expressions]
    if len({len(line) for line in lines}) != 1:
        return tree
    made: exp.Expression | None = None
    for line in lines:
        row = exp.Select(expressions=numbered_columns(line))
        made = row if made is None else exp.Union(this=made, expression=row, distinct=False)
    assert made is not None
    for part in ("limit", "offset"):  # a server sorts no VALUES
        if tree.args.get(part) is not None:
            made.set(part, tree.args[part])
    return made


_CREATE_DATABASE = read_tree("create_db", exp.Create)


@reads("CREATE DATABASE", "CREATE SCHEMA")
def _read_create_database(words: Words) -> ParsedStatement:
    """sqlglot wants ENCRYPTION with a sign of equality, and reads no more of what it does not know."""
    cursor, text = Cursor(words), words.text
    cursor.next()
    cursor.next()
    cursor.accept("IF", "NOT", "EXISTS")
    cursor.name()
    charset = collation = None
    while not cursor.at_end:
        cursor.accept("DEFAULT")
        if cursor.accept("COLLATE"):
            cursor.accept_symbol("=")
            collation = read_collation_name(cursor)
        elif cursor.accept("ENCRYPTION"):
            if not cursor.accept_symbol("="):
                text = f"{text[: cursor.piece.start - 1]}={text[cursor.piece.start :]}"
            value = cursor.string()
            if value.upper() not in ("Y", "N"):
                raise mysql_error("ER_WRONG_VALUE", "argument (should be Y or N)", value)
        else:
            another = read_charset_name(cursor, equals=True)
            if another is None:
                raise cursor.error()
            if (refused := conflicting_charsets(charset, collation, another)) is not None:
                raise refused
            charset = another
    return replace(_CREATE_DATABASE(Words(text, words.tokens)), text=words.text)


_DROP = read_tree("drop_table", exp.Drop)


@reads("DROP TABLE", "DROP TABLES", "DROP TEMPORARY")
def _read_drop_table(words: Words) -> ParsedStatement:
    """TABLES is another word for TABLE, which sqlglot does not know."""
    place = 2 if words.word(1) == "TEMPORARY" else 1
    if words.word(place + 1) == "IF" and words.word(place + 2) != "EXISTS":
        raise words.syntax_error(place + 2)
    if words.word(place) != "TABLES":
        return _DROP(words)
    end = words.tokens[place].end
    read = _DROP(Words(f"{words.text[:end]} {words.text[end + 1 :]}", words.tokens))
    return replace(read, text=words.text)
