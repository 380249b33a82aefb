"""Whether a query whose rows are inserted keeps them, its groups or its distinct rows in a table of its own meanwhile.

Groups are not kept where rows come in the order of the groups, and each group is given when the next one begins: by a
key, or sorted for aggregates that ask for it, for WITH ROLLUP or SQL_BIG_RESULT; nor where there is but one group.
Rows are where the query reads the table that they go into, or SQL_BUFFER_RESULT says so, unless there is but one.
Source: MySQL manual, "GROUP BY Optimization"; captured: clusters/groups_in_numbers; zones_of_own_table_statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto

from sqlglot import exp

from binwriter.catalog.keys import has_order
from binwriter.catalog.tables import Key, Table
from binwriter.sql.dml.counted_rows import is_one_row, only_table
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.compile import position_of
from binwriter.sql.query.sorted_groups import sorts_groups
from binwriter.sql.text.select_options import BIG_RESULT, BUFFER_RESULT, options_of
from binwriter.sql.types.functions import is_aggregate


class Kept(Enum):
    """Where a query's rows are until they are inserted: GATHERED is the only row of all rows, which is read from what
    made it and not from the table that it is put into."""

    NOWHERE = auto()
    AS_GROUPS = auto()
    AS_ROWS = auto()
    GATHERED = auto()

    @property
    def is_read_again(self) -> bool:
        """Whether columns of such a table are what is inserted."""
        return self in (Kept.AS_GROUPS, Kept.AS_ROWS)


def where_kept(query: exp.Expression, run: DmlRun, *, own: bool) -> Kept:
    """own: it reads the table that it fills."""
    if keeps_groups(query, run):
        return Kept.AS_GROUPS
    if not own and not (isinstance(query, exp.Select) and BUFFER_RESULT in options_of(query)):
        return Kept.NOWHERE
    if not isinstance(query, exp.Select):
        return Kept.AS_ROWS
    data = only_table(query, run.database, run.context, gathered=True)
    if data is not None and is_one_row(query, data, lambda node, table: _equated_in([node], table)):
        return Kept.NOWHERE
    return Kept.GATHERED if query.args.get("group") is None and _gathers(query) else Kept.AS_ROWS


def keeps_groups(query: exp.Expression, run: DmlRun) -> bool:
    """Whether there are groups or distinct rows, and they are kept."""
    group, distinct = query.args.get("group"), query.args.get("distinct") is not None
    if group is None and not distinct:
        return False
    if not isinstance(query, exp.Select):
        return True
    if group is None:
        return not _gathers(query)
    keys = [_named(node, query) for node in group.expressions]
    data = only_table(query, run.database, run.context, gathered=True)
    table = None if data is None else data.definition
    known = set() if table is None else _known_columns(query, table)
    left = [key for key in keys if not _is_known(key, table, known)]
    if not left and not group.args.get("rollup"):
        return False
    if distinct or not _is_asked_in_turn(query, keys):
        return True
    items = [item.unalias() for item in query.expressions]
    if group.args.get("rollup") or BIG_RESULT in options_of(query) or sorts_groups((*items, query.args.get("having"))):
        return False
    return table is None or not _has_turn(query, table, left, known)


def _gathers(query: exp.Select) -> bool:
    """Whether its only row is that of all rows."""
    return any(
        is_aggregate(node) and node.find_ancestor(exp.Window, exp.Select) is query for node in query.find_all(exp.Func)
    )


def _named(node: exp.Expression, query: exp.Select) -> exp.Expression:
    """What GROUP BY means by a place."""
    place = position_of(node)
    if place is None or place > len(query.expressions):
        return node
    named: exp.Expression = query.expressions[place - 1].unalias()
    return named


def _is_known(key: exp.Expression, table: Table | None, known: set[int]) -> bool:
    """Whether it is the same in all rows."""
    if isinstance(key, exp.Column):
        return table is not None and table.index_of.get(key.name.lower(), -1) in known
    return key.find(exp.Column, exp.Subquery, exp.Anonymous, exp.Parameter) is None


def _known_columns(query: exp.Select, table: Table) -> set[int]:
    """The columns that WHERE compares with constants; all of them where that finds one row."""
    where = query.args.get("where")
    asked = [] if where is None else [*where.this.flatten()] if isinstance(where.this, exp.And) else [where.this]
    found = {table.index_of[name] for name in _equated_in(asked, table)}
    finds_one = any(key.unique and found.issuperset(key.columns) for key in table.keys)
    return set(range(len(table.columns))) if finds_one else found


def _equated_in(asked: Sequence[exp.Expr], table: Table) -> Iterator[str]:
    """The columns, in lower case, that equalities compare with constants."""
    for node in asked:
        if isinstance(node, exp.EQ) and isinstance(node.this, exp.Column) and node.expression.find(exp.Column) is None:
            name = node.this.name.lower()
            if name in table.index_of:
                yield name


def _is_asked_in_turn(query: exp.Select, keys: Sequence[exp.Expression]) -> bool:
    """Whether ORDER BY asks for no other order than that of the groups."""
    order = query.args.get("order")
    asked = [] if order is None else [item.this for item in order.expressions]
    if len(asked) == 1 and isinstance(asked[0], exp.Null):
        return True
    ways = {bool(item.args.get("desc")) for item in order.expressions} if order is not None else set[bool]()
    return [_named(node, query) for node in asked] == list(keys[: len(asked)]) and len(ways) < 2


def _has_turn(query: exp.Select, table: Table, keys: Sequence[exp.Expression], known: set[int]) -> bool:
    """Whether a key has the rows in the order of the groups, and no other one finds them."""
    places = [table.index_of.get(key.name.lower(), -1) if isinstance(key, exp.Column) else -1 for key in keys]
    fitting = [key for key in table.keys if has_order(table, key) and _begins(key, places, known)]
    where = query.args.get("where")
    asked = {table.index_of.get(column.name.lower(), -1) for column in where.find_all(exp.Column)} if where else set()
    others = (key for key in table.keys if key not in fitting)
    return bool(fitting) and not any(key.columns[0] in asked for key in others)


def _begins(key: Key, places: Sequence[int], known: set[int]) -> bool:
    """Whether its columns, but for those that are known, begin with these."""
    parts = [part for part in key.parts if part.column not in known]
    return [part.column for part in parts[: len(places)]] == list(places) and not any(part.length for part in parts)
