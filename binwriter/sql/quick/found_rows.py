"""Changes of rows of one table that ranges and lists of whole numbers, or texts of an index, find: which they are, and
the way to the rows, with any constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query.access.bounds import both
from binwriter.sql.query.access.conditions import Bounds, Condition
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.loops import DatabaseView
from binwriter.sql.query.run import query_scope
from binwriter.sql.quick.moments import Timed
from binwriter.sql.quick.ranges import NONE, Test, test_of
from binwriter.sql.quick.shapes import (
    Change,
    Changes,
    Literals,
    changes_of,
    is_plain_table,
    refuse_other_table,
    refuse_others,
)
from binwriter.storage.key_selection import chosen_keys
from binwriter.storage.order import Row, RowId
from binwriter.storage.table_data import TableData

MOST_READ = 256  # rows


@dataclass(frozen=True, slots=True)
class FoundShape:
    """tests: of WHERE. changes, timed, following: see `shapes.KeyShape`."""

    tests: tuple[Test, ...]
    changes: tuple[Change, ...] = ()
    timed: tuple[Timed, ...] = ()
    following: tuple[Timed, ...] = ()


def found_shape(tree: exp.Expression, table: Table, literals: Sequence[str]) -> FoundShape | None:
    """The shape of an UPDATE or DELETE of such rows; None for any other statement, and for one that changes a column of
    a unique key."""
    where = tree.args.get("where")
    if type(tree) not in (exp.Update, exp.Delete) or where is None or not is_plain_table(table):
        return None
    taken = Literals(literals)
    try:
        refuse_others(tree, "this", "where", *(("expressions",) if type(tree) is exp.Update else ()))
        refuse_other_table(tree.this, table)
        changed: Changes = changes_of(tree, table, taken) if type(tree) is exp.Update else ((), (), ())
        left = list(literals[taken.count :])
        tests = tuple([test_of(node, table, left, len(literals)) for node in conjuncts(where)])
    except ValueError:
        return None
    changes, timed, following = changed
    moved = {change.column for change in changes} | {one.column for one in (*timed, *following)}
    if left or any(key.unique and not moved.isdisjoint(key.columns) for key in table.keys):
        return None
    return FoundShape(tests, changes, timed, following)


class FoundRows:
    """The way to the rows. ValueError for a table that may be read otherwise than its keys say."""

    def __init__(
        self,
        tree: Any,
        data: TableData,
        shape: FoundShape,
        database: DatabaseView,
        context: StatementContext,
    ) -> None:
        if chosen_keys(data, tree.this, context.variables) is not data:
            raise ValueError("hints")
        scope = query_scope(
            database, context, [Source.of_table(tree.this.alias_or_name, data.definition)], of_change=True
        )
        self._way = AccessPath(data, tree.args["where"].this, scope.within("where clause"))
        self._context, self._tests = context, shape.tests

    def rows(self, data: TableData, texts: Sequence[str]) -> list[tuple[RowId, Row]]:
        """In the order in which a server reads them. ValueError for literals that are not plain, where no index is
        read, and where many rows are."""
        way, conditions = self._asked(data, texts)
        context = self._context
        if not way.is_point(context) and way.range_key(context) is None:
            raise ValueError("the table is read")
        found = []
        for number, (row_id, row) in enumerate(way.rows(context)):
            if number >= MOST_READ:
                raise ValueError("many rows, which the exact way changes many at a time")
            for condition in conditions:
                if not condition.test(context, (row,)):
                    break
            else:
                found.append((row_id, row))
        if context.diagnostics:
            context.diagnostics.clear()
            raise ValueError("it warns")
        return found

    def _asked(self, data: TableData, texts: Sequence[str]) -> tuple[AccessPath, list[Condition]]:
        bounds: dict[int, Bounds] = {}
        points: dict[int, Sequence[int]] = {}
        conditions = []
        for test in self._tests:
            own = test.bounds(texts)
            if own != NONE:
                bounds[test.column] = both(bounds[test.column], own) if test.column in bounds else own
            condition = test.condition(own, texts)
            conditions.append(condition)
            if condition.points is not None:
                points.setdefault(test.column, condition.points)
        return self._way.with_constants(data, conditions, {} if points else bounds, points), conditions
