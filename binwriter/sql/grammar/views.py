"""Reads CREATE VIEW, ALTER VIEW and DROP VIEW (MySQL manual, "CREATE VIEW Statement")."""

from __future__ import annotations

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.parts.hosts import accept_host
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.syntax.accounts import checked_account
from binwriter.sql.syntax.views import CreateViewSyntax, DropViewSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.trees import parse_tree
from binwriter.sql.text.words import ParsedStatement, Words

_ALGORITHMS = ("UNDEFINED", "MERGE", "TEMPTABLE")
_SECURITIES = ("DEFINER", "INVOKER")
_QUERIES = ("SELECT", "WITH", "TABLE", "VALUES")
_NOT_OF_CHECKS = ("ROLLUP", "QUERY")  # what a WITH behind a query's own words may begin


@reads(
    "CREATE VIEW",
    "CREATE ALGORITHM",
    "CREATE DEFINER",
    "CREATE SQL",
    "CREATE JSON",
    "ALTER VIEW",
    "ALTER ALGORITHM",
    "ALTER DEFINER",
    "ALTER SQL",
    "ALTER JSON",
)
def read_view(words: Words) -> ParsedStatement:
    """CREATE VIEW, ALTER VIEW."""
    cursor = Cursor(words)
    alters = cursor.at("ALTER")
    cursor.next()
    or_replace = cursor.accept("OR")
    if or_replace:
        cursor.expect("REPLACE")
    algorithm = security = ""
    definer, own_definer = None, False
    if cursor.accept("ALGORITHM"):
        cursor.expect_symbol("=")
        algorithm = _one_of(cursor, _ALGORITHMS)
    if cursor.accept("DEFINER"):
        cursor.expect_symbol("=")
        definer = read_account(cursor)
        own_definer = definer is None
    if cursor.accept("SQL", "SECURITY"):
        security = _one_of(cursor, _SECURITIES)
    duality = cursor.accept("JSON")
    if duality:
        cursor.accept("RELATIONAL")
        cursor.expect("DUALITY")
    cursor.expect("VIEW")
    if_not_exists = not (alters or or_replace) and cursor.accept("IF", "NOT", "EXISTS")
    schema, name = read_qualified_name(cursor)
    columns: list[str] = []
    if cursor.accept_symbol("("):
        if duality:
            raise mysql_error("ER_JDV_INVALID_DEFINITION_COLUMN_LIST_NOT_SUPPORTED")
        columns.append(cursor.name())
        while cursor.accept_symbol(","):
            columns.append(cursor.name())
        cursor.expect_symbol(")")
    cursor.expect("AS")
    if not cursor.at_symbol("(") and cursor.word() not in _QUERIES:
        raise cursor.error()
    begin = cursor.offset
    text = words.text[begin : words.tokens[-1].end + 1]
    query, check_option = _without_check_option(cursor, text)
    if duality and check_option:
        raise mysql_error("ER_JDV_WITH_CHECK_OPTION_NOT_SUPPORTED")
    tree = parse_tree(query)
    if tree.find(exp.Into) is not None:
        raise mysql_error("ER_VIEW_SELECT_CLAUSE", "INTO")
    if tree.find(exp.Parameter, exp.SessionParameter, exp.Placeholder) is not None:
        raise mysql_error("ER_VIEW_SELECT_VARIABLE")
    syntax = CreateViewSyntax(
        schema,
        name,
        tuple(columns),
        query,
        or_replace,
        alters,
        algorithm,
        definer,
        own_definer,
        security,
        check_option,
        text[len(query) :],
        if_not_exists,
        duality,
    )
    return ParsedStatement(words.text, "alter_view" if alters else "create_view", syntax)


def _without_check_option(cursor: Cursor, text: str) -> tuple[str, str]:
    """WITH [CASCADED | LOCAL] CHECK OPTION stands behind the query.

    A WITH behind a whole query can begin nothing else: what follows it and is no such option is the error (captured:
    options_of_views).
    """
    words = [cursor.ahead(count) for count in range(_left(cursor))]
    first = max(len(words) - 4, 0)
    tail = [cursor.word(count) for count in range(first, len(words))]
    for length, option in ((4, None), (3, "CASCADED")):
        end = tail[-length:]
        if end[:1] == ["WITH"] and end[-2:] == ["CHECK", "OPTION"] and len(end) == length:
            begin = words[0].start
            return text[: words[-length].start - begin].rstrip(), option or end[1]
    if "WITH" in tail and first + tail.index("WITH") and words[-1].text != ")":
        _refuse_half_an_option(cursor, text, first + tail.index("WITH"))
    return text, ""


def _refuse_half_an_option(cursor: Cursor, text: str, count: int) -> None:
    """A 1064 behind the WITH that stands `count` words ahead, if a whole query stands before it."""
    if cursor.word(count + 1) in _NOT_OF_CHECKS:
        return
    try:
        parse_tree(text[: cursor.ahead(count).start - cursor.offset].rstrip())
    except MySQLError:
        return
    for _ in range(count + 1):
        cursor.next()
    _ = cursor.accept("CASCADED") or cursor.accept("LOCAL")
    cursor.expect("CHECK", "OPTION")


def _one_of(cursor: Cursor, words: tuple[str, ...]) -> str:
    if cursor.word() not in words:
        raise cursor.error()
    return cursor.next().text.upper()


def _left(cursor: Cursor) -> int:
    count = 0
    while cursor.ahead(count).kind is not PieceKind.END:
        count += 1
    return count


def read_account(cursor: Cursor) -> tuple[str, str] | None:
    """user@host; None for CURRENT_USER."""
    if cursor.accept("CURRENT_USER"):
        if cursor.accept_symbol("("):
            cursor.expect_symbol(")")
        return None
    user = cursor.string() if cursor.piece.kind is PieceKind.STRING else cursor.name()
    host = accept_host(cursor)
    return checked_account(user, "%" if host is None else host)


@reads("DROP VIEW")
def read_drop_view(words: Words) -> ParsedStatement:
    """DROP VIEW."""
    cursor = Cursor(words)
    cursor.expect("DROP", "VIEW")
    if_exists = cursor.accept("IF", "EXISTS")
    names = [read_qualified_name(cursor)]
    while cursor.accept_symbol(","):
        names.append(read_qualified_name(cursor))
    if not cursor.accept("RESTRICT"):
        cursor.accept("CASCADE")
    if not cursor.at_end:
        raise cursor.error()
    return ParsedStatement(words.text, "drop_view", DropViewSyntax(tuple(names), if_exists))
