"""SELECT ... INTO variables: the INTO clause is cut out, and the query stays."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar import load
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.grammar.tables.types import read_charset_name
from binwriter.sql.syntax.load import OutFile
from binwriter.sql.syntax.programs import SelectInto, Target
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import ParsedStatement, Words

# what may stand behind a clause at the end of the query, and behind one that comes before FROM
_BEHIND_END = ("FOR", "LOCK")
_QUERIES = ("SELECT", "TABLE", "VALUES")
_SET_OPERATIONS = ("UNION", "EXCEPT", "INTERSECT")
_BEHIND_ITEMS = (
    "FROM",
    "WHERE",
    "GROUP",
    "HAVING",
    "WINDOW",
    "QUALIFY",
    "ORDER",
    "LIMIT",
    *_SET_OPERATIONS,
    *_BEHIND_END,
)


def filling(words: Words) -> ParsedStatement | None:
    """A query that fills variables or a file."""
    if any(words.word(position) == "INTO" for position in range(len(words.tokens))):
        select = read_select_into(words)
        if select is not None:
            return ParsedStatement(words.text, "select_into", select)
    return None


def read_select_into(words: Words) -> SelectInto | None:
    """The statement, if it has an INTO clause of its own. MySQLError if it stands where none may, or there are two.

    INTO is a clause where a query has begun in the same brackets; elsewhere the query's reader refuses it.
    """
    cursor, text = Cursor(words), words.text
    clauses: list[tuple[int, int]] = []
    targets: tuple[Target, ...] = ()
    file: OutFile | None = None
    is_union = is_deprecated = has_from = is_misplaced = False
    queries = [False]  # of the brackets that are open: whether a query has begun there
    inner = 0  # brackets that are open within the query's own
    may_begin = True  # a query in brackets that is one of the statement's own
    while not cursor.at_end:
        begins, may_begin = may_begin, False
        if cursor.at_symbol("("):
            inner += not begins or inner > 0
            may_begin = begins and not inner
            has_from = has_from and not may_begin
            queries.append(False)
        elif cursor.at_symbol(")"):
            inner -= inner > 0
            if len(queries) > 1:
                begun = queries.pop()
                queries[-1] |= begun and not inner
        elif cursor.word() in _QUERIES:
            queries[-1] = True
        elif cursor.at("INTO") and queries[-1]:
            start = cursor.offset
            targets, file = _clause(cursor)
            clauses.append((start, cursor.ahead(-1).end))
            is_misplaced |= inner > 0
            if not inner:
                at_end = has_from or len(clauses) > 1
                _check_place(cursor, at_end=at_end, is_open=len(queries) > 1)
                ends = cursor.at_end or (cursor.at_symbol(")") and not is_union)
                is_deprecated = (at_end or is_union) and not ends
            continue
        elif not inner and cursor.at("FROM"):
            has_from = True
        elif not inner and cursor.word() in _SET_OPERATIONS:
            if clauses:
                raise mysql_error("ER_MISPLACED_INTO")
            is_union, has_from, may_begin = True, False, True
        elif begins and cursor.word() in ("ALL", "DISTINCT"):
            may_begin = True
        cursor.next()
    if not clauses:
        return None
    if is_misplaced:
        parse_statement("".join(_without(text, clauses)))  # what is no query is said first
        raise mysql_error("ER_MISPLACED_INTO")
    if len(clauses) > 1:
        raise mysql_error("ER_MULTIPLE_INTO_CLAUSES")
    query = "".join(_without(text, clauses))
    return SelectInto(parse_statement(query), targets, text, file, is_deprecated=is_deprecated)


def _without(text: str, clauses: list[tuple[int, int]]) -> Iterator[str]:
    """The text with blanks in place of the clauses."""
    last = 0
    for start, end in clauses:
        yield text[last:start]
        yield " " * (end - start)
        last = end
    yield text[last:]


def _clause(cursor: Cursor) -> tuple[tuple[Target, ...], OutFile | None]:
    cursor.expect("INTO")
    file = _file(cursor)
    if file is not None:
        return (), file
    targets = [_target(cursor)]
    while cursor.accept_symbol(","):
        targets.append(_target(cursor))
    return tuple(targets), None


def _check_place(cursor: Cursor, *, at_end: bool, is_open: bool) -> None:
    """What comes behind the clause. Source: captured (tests/reliability/crafted/hunted.sql)."""
    if cursor.at_end or (is_open and cursor.at_symbol(")")):
        return
    if cursor.word() in (_BEHIND_END if at_end else (*_BEHIND_ITEMS, "INTO")):
        return
    raise cursor.error()


def _file(cursor: Cursor) -> OutFile | None:
    if cursor.at("DUMPFILE") and cursor.ahead(1).kind is PieceKind.STRING:  # a variable may be called so
        cursor.next()
        return OutFile(cursor.string(), dump=True)
    if not cursor.accept("OUTFILE"):
        return None
    name = cursor.string()
    charset = None
    if cursor.word() in ("CHARACTER", "CHARSET", "CHAR"):
        charset = read_charset_name(cursor)
    return OutFile(name, format=load.read_format(cursor), charset=charset)


def _target(cursor: Cursor) -> Target:
    if cursor.accept_symbol("@"):
        return Target(cursor.user_variable(), user=True)
    return Target(cursor.name())
