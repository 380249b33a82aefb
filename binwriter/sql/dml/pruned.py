"""Which partitions the rows of an UPDATE or DELETE may be in, by its conditions: where none is left a server looks at
no row, and logs nothing (captured: beyond_all_partitions, beyond_lists_statement).

Looked at are columns of integers. A value is sought where a row with it would be; a range in the bounds of RANGE and
the values of LIST, else value for value while it has few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sqlglot import exp

from binwriter.catalog.partitions import Partitioning
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.sql.dml.impossible import bounds_of, comparisons, is_plain, value_of
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.conditions.chains import conjuncts, operands
from binwriter.sql.expressions.types import Kind
from binwriter.sql.text.trees import parse_expression
from binwriter.storage.selection import PartitionSelection
from binwriter.storage.table_data import TableData

Places = frozenset[int]

_MOST_WALKED = 32  # values of a range (MAX_RANGE_TO_WALK)


def leaves_none(where: exp.Expression | None, data: TableData, run: DmlRun) -> bool:
    """Whether no partition is left for rows that the condition holds for, of those that PARTITION (...) names."""
    places = _left(where, data, run)
    return places is not None and not places


def without_others(where: exp.Expression | None, data: TableData, run: DmlRun) -> TableData:
    """The table as a statement reads it that locks what it reads: without partitions that cannot have such rows, whose
    gaps stay open (captured: clusters/row_locks_shown)."""
    places = _left(where, data, run)
    return data if places is None or places >= frozenset(data.parts()) else PartitionSelection(data, places)


def _left(where: exp.Expression | None, data: TableData, run: DmlRun) -> Places | None:
    """The partitions that may have rows for which the condition holds; None where that is not asked."""
    table = data.definition
    partitioning = table.partitioning
    if where is None or partitioning is None or partitioning.syntax is None or partitioning.locate is None:
        return None
    conditions = [condition for condition in conjuncts(where.this) if is_plain(condition, run)]
    places = _Pruner(table, partitioning, run).of_all([part for condition in conditions for part in _split(condition)])
    return places & data.numbers if isinstance(data, PartitionSelection) else places


def _split(condition: Any) -> list[Any]:
    """A comparison of rows is one of each pair."""
    left, right = (condition.left, condition.right) if isinstance(condition, exp.EQ) else (None, None)
    if isinstance(left, exp.Tuple) and isinstance(right, exp.Tuple) and len(left.expressions) == len(right.expressions):
        pairs = zip(left.expressions, right.expressions, strict=True)
        return [exp.EQ(this=one.copy(), expression=other.copy()) for one, other in pairs]
    return [condition]


class _Pruner:
    def __init__(self, table: Table, partitioning: Partitioning, run: DmlRun) -> None:
        self._table, self._partitioning, self._run = table, partitioning, run
        self._per, self._count = partitioning.per_partition, len(partitioning.names)
        self._all: Places = frozenset(range(self._per * self._count))
        function = partitioning.syntax.function
        self._kind, self._by_columns = function.kind, bool(function.columns)
        names = function.columns
        self._plain = self._by_columns
        if not names and function.expression:
            tree = parse_expression(function.expression)
            names = tuple(dict.fromkeys(column.name for column in tree.find_all(exp.Column)))
            self._plain = isinstance(tree, exp.Column)
        elif not names and table.primary_key is not None:
            names = tuple(table.columns[index].name for index in table.primary_key.columns)
        self._names = [name.lower() for name in names]
        specs = [table.columns[table.index_of[name]].spec for name in self._names]
        self._asks = bool(specs) and all(column_type(spec).kind is Kind.INT for spec in specs)

    def of_all(self, conditions: list[Any]) -> Places:
        """Where rows may be for which all of these hold."""
        if not self._asks:
            return self._all
        places, known = self._all, self._known(conditions)
        for condition in conditions:
            if isinstance(condition, exp.Or):
                sides = [list(conjuncts(side)) for side in operands(condition, exp.Or)]
                places &= frozenset().union(*map(self.of_all, sides))
        if len(self._names) > 1:
            return places & self._of_lists(known, conditions)
        (name,) = self._names
        if name in known:
            return places & self._of_values(known[name])
        bounds = bounds_of(name, conditions, self._run)
        return places & (self._of_range(*bounds) if bounds is not None else frozenset())

    def _known(self, conditions: list[Any]) -> dict[str, list[int | None]]:
        """The values that columns may have, by =, IN, <=>, IS NULL, and by other columns that they equal."""
        known: dict[str, list[int | None]] = {}
        equal: list[tuple[str, str]] = []
        for condition in conditions:
            if isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null):
                known.setdefault(condition.this.name.lower(), [None])
            if not isinstance(condition, (exp.EQ, exp.In, exp.NullSafeEQ)):
                continue
            sides: tuple[Any, Any] = (condition.this, condition.args.get("expression"))
            if all(isinstance(side, exp.Column) for side in sides):
                one, other = (side.name.lower() for side in sides)
                equal += [(one, other), (other, one)]
                continue
            for name in self._table.index_of:
                values = self._values(condition, name)
                if values is not None:
                    known[name] = [value for value in values if name not in known or value in known[name]]
        own = {self._table.columns[index].name.lower() for index in self._partitioning.columns}
        for one, other in equal:
            if other in known and not {one, other} <= own:
                known.setdefault(one, known[other])
        return known

    def _values(self, condition: Any, name: str) -> list[int | None] | None:
        finds_null = isinstance(condition, exp.NullSafeEQ)
        if finds_null:
            condition = exp.EQ(this=condition.this.copy(), expression=condition.expression.copy())
        for operator, nodes in comparisons(condition, name):
            if operator is exp.EQ:
                values = [self._integer(value_of(node, self._run)) for node in nodes]
                return None if self._run in values else [value for value in values if value is not None or finds_null]
        return None

    def _integer(self, value: Any) -> Any:
        """The integer that a constant is; the run where it is none."""
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
            return int(value)
        return self._run

    def _of_values(self, values: Iterable[int | None]) -> Places:
        return frozenset[int]().union(*map(self._of_value, values))

    def _of_value(self, value: int | None) -> Places:
        row: list[Any] = [None] * len(self._table.columns)
        row[self._table.index_of[self._names[0]]] = value
        return self._of_row(row)

    def _of_row(self, row: list[Any]) -> Places:
        try:
            number = self._partitioning.of(row) // self._per
        except MySQLError:
            return frozenset()
        return self._of_number(number)

    def _of_number(self, number: int) -> Places:
        return frozenset(range(number * self._per, (number + 1) * self._per))

    def _of_range(self, low: int | None, high: int | None) -> Places:
        if low is None and high is None:
            return self._all
        if low is not None and high is not None and high - low < _MOST_WALKED:
            return self._of_values(range(low, high + 1))
        if not self._plain or self._kind not in ("RANGE", "LIST"):
            return self._all
        if self._kind == "LIST":
            return self._of_listed(lambda values: _is_within(values[0], low, high))
        first = min(self._of_value(low), default=None) if low is not None else 0
        last = max(self._of_value(high), default=None) if high is not None else None
        if first is None:
            return frozenset()
        return frozenset(range(first, len(self._all) if last is None else last + 1))

    def _of_lists(self, known: dict[str, list[int | None]], conditions: list[Any]) -> Places:
        """LIST COLUMNS of several: the partitions with a tuple whose first values may be."""
        first = self._names[0]
        bounds = bounds_of(first, conditions, self._run)
        if self._kind != "LIST" or (first not in known and bounds == (None, None)):
            return self._all
        allowed = [known.get(name) for name in self._names]

        def fits(values: tuple[Any, ...]) -> bool:
            if first not in known and (bounds is None or not _is_within(values[0], *bounds)):
                return False
            return all(some is None or value in some for value, some in zip(values, allowed, strict=False))

        return self._of_listed(fits)

    def _of_listed(self, fits: Callable[[tuple[Any, ...]], bool]) -> Places:
        found: set[int] = set()
        for number, definition in enumerate(self._partitioning.syntax.definitions):
            for texts in definition.values:
                values = tuple(value_of(parse_expression(text), self._run) for text in texts)
                if fits(values):
                    found |= self._of_number(number)
        return frozenset(found)


def _is_within(value: Any, low: int | None, high: int | None) -> bool:
    if not isinstance(value, int):
        return False
    return (low is None or value >= low) and (high is None or value <= high)
