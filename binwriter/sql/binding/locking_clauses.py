"""FOR UPDATE OF and FOR SHARE OF: the tables that a query's locking clauses name, each once.

Source: what a 9.7.4 answers (captured: clusters/locking_clauses). It looks at the names as it reads the query, before
columns are resolved; they are compared letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.words import syntax_error

_OLD_WITH_NAMES = pattern(r"\bLOCK\s+IN\s+SHARE\s+MODE\s+(OF|NOWAIT|SKIP)\b", re.IGNORECASE)


def refuse_locking_clauses(tree: exp.Expression, text: str, database: str) -> None:
    """ER_UNRESOLVED_TABLE_LOCK, ER_DUPLICATE_TABLE_LOCK; ER_PARSE_ERROR for LOCK IN SHARE MODE with names. database:
    the session's."""
    if (old := _OLD_WITH_NAMES.search(text)) is not None:
        raise syntax_error(text, old.start(1))
    for select in tree.find_all(exp.Select):
        if select.args.get("locks"):
            _refuse(select, database)


def _refuse(select: exp.Select, database: str) -> None:
    tables = list(_tables(select))
    locked: set[int] = set()
    for lock in select.args["locks"]:
        for named in lock.expressions:
            place = next((place for place, table in enumerate(tables) if _means(named, table, database)), None)
            shown = ".".join(map(quoted, filter(None, (named.text("db"), named.name))))
            if place is None:
                raise mysql_error("ER_UNRESOLVED_TABLE_LOCK", shown)
            if place in locked or not isinstance(tables[place], exp.Table):
                raise mysql_error("ER_DUPLICATE_TABLE_LOCK", shown)
            locked.add(place)
        for place, table in enumerate(tables if not lock.expressions else ()):
            if place in locked:
                raise mysql_error("ER_DUPLICATE_TABLE_LOCK", table.alias or table.name)
            locked.add(place)


def _means(named: exp.Expression, table: exp.Expression, database: str) -> bool:
    if named.name != (table.alias or table.name):
        return False
    return not named.text("db") or named.text("db") == (table.text("db") or database)


def _tables(select: exp.Select) -> Iterator[exp.Expression]:
    """What the query block itself reads."""
    first = select.args.get("from_")
    waiting = [first.this] if first is not None else []
    waiting += [join.this for join in select.args.get("joins") or ()]
    for table in waiting:
        waiting += [join.this for join in table.args.get("joins") or ()]
        if isinstance(table, exp.Paren):
            waiting.append(table.this)
            continue
        yield table
