"""The shapes of statements that add one row, or do something else where another row has its key: INSERT .. ON DUPLICATE
KEY UPDATE, REPLACE and INSERT IGNORE."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.sql.quick.moments import Timed, follows_clock, is_now, told_time
from binwriter.sql.quick.shapes import (
    OPERATORS,
    Fill,
    InsertShape,
    Literals,
    Row,
    column_of,
    insert_shape,
    is_plain_table,
    range_of_sums,
    refuse_others,
)


@dataclass(frozen=True, slots=True)
class Assigned:
    """What a column gets: a literal, a column of the new row, or NULL. operator: with what it was, in this range."""

    column: int
    fill: Fill | None = None
    copied: int | None = None
    operator: Any = None
    low: int | Decimal = 0
    high: int | Decimal = 0

    def value(self, before: Row, new: Row, literals: Sequence[str]) -> ColumnValue:
        """ValueError for what is not plain."""
        value: Any = None
        if self.fill is not None:
            value = self.fill.convert(literals[self.fill.literal])
        elif self.copied is not None:
            value = new[self.copied]
        if self.operator is None:
            return value  # type: ignore[no-any-return]
        number = before[self.column]
        if number is None or value is None:
            raise ValueError("NULL")
        value = self.operator(number, value)
        if not self.low <= value <= self.high:
            raise ValueError(value)
        return value  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class RivalShape:
    """new: the row that is to be added. assigned: what becomes of the one that is in its way, None where that goes;
    timed, following: columns of it that take the second, see `shapes.KeyShape`."""

    new: InsertShape
    assigned: tuple[Assigned, ...] | None
    timed: tuple[Timed, ...] = ()
    following: tuple[Timed, ...] = ()

    def changed(self, before: Row, new: Row, literals: Sequence[str]) -> Row:
        """The row in the way after the statement, but for columns that take the second. ValueError as above."""
        if self.assigned is None:
            return new
        row = list(before)
        for one in self.assigned:
            row[one.column] = one.value(before, new, literals)
        return tuple(row)


def rival_shape(tree: exp.Expression, table: Table, literals: Sequence[str]) -> RivalShape | None:
    """The shape of such a statement; None for others."""
    if type(tree) is not exp.Insert or not is_plain_table(table):
        return None
    taken, clause = Literals(literals), tree.args.get("conflict")
    try:
        new = insert_shape(tree, table, taken, "conflict")
        if clause is None:
            shape = RivalShape(new, None)
        else:
            refuse_others(clause, "duplicate", "expressions", "action")
            alias = tree.expression.args.get("alias")
            shape = RivalShape(new, *_assigned(clause.expressions, table, new, alias, taken))
        taken.ended()
    except ValueError:
        return None
    return shape


def _assigned(
    items: Sequence[exp.Expression], table: Table, new: InsertShape, alias: exp.Expression | None, literals: Literals
) -> tuple[tuple[Assigned, ...], tuple[Timed, ...], tuple[Timed, ...]]:
    name = None
    if alias is not None:
        refuse_others(alias, "this")
        name = alias.name
    assigned, timed = list[Assigned](), list[Timed]()
    for item in items:
        if type(item) is not exp.EQ:
            raise ValueError("no assignment")
        column = column_of(item.this, table)
        if is_now(item.expression):
            timed.append(told_time(table, column))
        else:
            assigned.append(_one(column, item.expression, table, new, name, literals))
    columns = [one.column for one in assigned] + [one.column for one in timed]
    if table.auto_increment_column in columns or len(set(columns)) < len(columns):
        raise ValueError("the counter follows, or a column twice")
    moved = [index for index, column in enumerate(table.columns) if column.on_update_now and index not in columns]
    return tuple(assigned), tuple(timed), tuple([follows_clock(table, index) for index in moved])


def _one(
    column: int, value: exp.Expression, table: Table, new: InsertShape, alias: str | None, literals: Literals
) -> Assigned:
    spec = table.columns[column].spec
    if type(value) is exp.Null and spec.nullable:
        return Assigned(column)
    operator: Any = None
    low: int | Decimal = 0
    high: int | Decimal = 0
    if type(value) in OPERATORS and (bounds := range_of_sums(spec)) is not None:
        if alias is not None and value.this.text("table") != table.name:
            raise ValueError("which of both rows")
        if column_of(value.this, table) != column:
            raise ValueError("another column")
        low, high = bounds
        operator, value = OPERATORS[type(value)], value.expression
    copied = _copied(value, table, alias)
    if copied is None:
        return Assigned(column, literals.fill(value, table, column), None, operator, low, high)
    untimed = all(one.column != copied for one in new.timed) and copied != table.auto_increment_column
    if table.columns[copied].spec != spec or not untimed:
        raise ValueError("a value that has to be converted, or is made")
    return Assigned(column, None, copied, operator, low, high)


def _copied(node: exp.Expression, table: Table, alias: str | None) -> int | None:
    """The column of the new row that is meant: VALUES(column), or alias.column; None for anything else."""
    if type(node) is exp.Column and alias is not None and node.text("table") == alias:
        refuse_others(node, "this", "table")
        return table.index_of.get(node.name.lower())
    if type(node) is exp.Anonymous and node.name.upper() == "VALUES" and len(node.expressions) == 1:
        return table.index_of.get(node.expressions[0].name.lower())
    return None
