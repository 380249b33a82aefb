"""SELECT ... INTO variables: the INTO clause is cut out, and the query stays."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar import load
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.grammar.tables.types import read_known_charset
from binwriter.sql.syntax.load import OutFile
from binwriter.sql.syntax.programs import SelectInto, Target
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import tokenize

# what may stand behind a clause at the end of the query, and behind one that comes before FROM
_BEHIND_END = ("FOR", "LOCK")
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


def read_select_into(text: str) -> SelectInto | None:
    """The statement, if it has an INTO clause of its own. MySQLError if it stands where none may, or there are two."""
    cursor = Cursor(tokenize(text))
    clauses: list[tuple[int, int]] = []
    targets: tuple[Target, ...] = ()
    file: OutFile | None = None
    depth, is_union, is_deprecated, has_from = 0, False, False, False
    while not cursor.at_end:
        if cursor.at_symbol("("):
            depth += 1
        elif cursor.at_symbol(")"):
            depth -= 1
        elif depth == 0 and cursor.at("INTO"):
            start = cursor.offset
            targets, file = _clause(cursor)
            clauses.append((start, cursor.ahead(-1).end))
            at_end = has_from or len(clauses) > 1
            _check_place(cursor, at_end=at_end)
            is_deprecated = (at_end or is_union) and not cursor.at_end
            continue
        elif depth == 0 and cursor.at("FROM"):
            has_from = True
        elif depth == 0 and cursor.word() in _SET_OPERATIONS:
            if clauses:
                raise mysql_error("ER_MISPLACED_INTO")
            is_union, has_from = True, False
        cursor.next()
    if not clauses:
        return None
    if len(clauses) > 1:
        raise mysql_error("ER_MULTIPLE_INTO_CLAUSES")
    start, end = clauses[0]
    query = text[:start] + " " * (end - start) + text[end:]
    return SelectInto(parse_statement(query), targets, text, file, is_deprecated=is_deprecated)


def _clause(cursor: Cursor) -> tuple[tuple[Target, ...], OutFile | None]:
    cursor.expect("INTO")
    file = _file(cursor)
    if file is not None:
        return (), file
    targets = [_target(cursor)]
    while cursor.accept_symbol(","):
        targets.append(_target(cursor))
    return tuple(targets), None


def _check_place(cursor: Cursor, *, at_end: bool) -> None:
    """What comes behind the clause. Source: captured (tests/reliability/crafted/hunted.sql)."""
    if cursor.at_end or cursor.word() in (_BEHIND_END if at_end else (*_BEHIND_ITEMS, "INTO")):
        return
    raise cursor.error()


def _file(cursor: Cursor) -> OutFile | None:
    if cursor.accept("DUMPFILE"):
        return OutFile(cursor.string(), dump=True)
    if not cursor.accept("OUTFILE"):
        return None
    name = cursor.string()
    charset = None
    if cursor.word() in ("CHARACTER", "CHARSET", "CHAR"):
        charset = read_known_charset(cursor)
    return OutFile(name, format=load.read_format(cursor), charset=charset)


def _target(cursor: Cursor) -> Target:
    if cursor.accept_symbol("@"):
        return Target(cursor.user_variable(), user=True)
    return Target(cursor.name())
