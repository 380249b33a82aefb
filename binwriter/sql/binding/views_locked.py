"""Which views LOCK TABLES locks: those that it names, and those that these read, directly or not; of `sys`, too.

Captured: cluster views_shown_under_locks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.sql.binding.view_queries import refuse_circle, view_tree
from binwriter.sql.binding.view_trees import find_view
from binwriter.sql.system import captured

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext

_SYS = "sys"
_NAMED = re.compile(rf"`{_SYS}`\.`([^`]+)`")


def views_locked_with(
    schema: str, name: str, database: Database, context: StatementContext
) -> Iterator[tuple[str, str]]:
    """Database and name of each view that a lock of this one locks, itself first; none where it is no view."""
    view = database.view(schema, name)
    if view is None:
        yield from _of_sys(name) if schema == _SYS else ()
        return
    refuse_circle(view, database.catalog)
    yield schema, name
    for node in view_tree(view).find_all(exp.Table):
        below = node.args.get("db")
        if below is not None and (below.name == _SYS or find_view(database, node, context) is not None):
            yield from views_locked_with(below.name, node.name, database, context)


def _of_sys(name: str) -> Iterator[tuple[str, str]]:
    """Their texts are kept as SHOW CREATE shows them."""
    waiting, seen = [name], set[str]()
    while waiting:
        one = waiting.pop()
        row = captured.shown(_SYS, one)
        if one in seen or row is None or len(row) <= len(("Table", "Create Table")):
            continue
        seen.add(one)
        yield _SYS, one
        waiting.extend(_NAMED.findall(row[1]))
