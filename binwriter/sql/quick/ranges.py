"""Queries of one table by ranges of whole numbers: which they are, and how one runs again with other numbers.

What such a query asks of a row neither warns nor fails, and nothing but its WHERE clause has literals: so what was
compiled for one of them serves them all, and only the way to the rows is chosen anew. LIMIT may stand behind what finds
one row at most, of which it leaves all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.types import ExprType, Kind, constant
from binwriter.sql.query.access.bounds import DIGITS, RANGES, both
from binwriter.sql.query.access.conditions import Bounds, Condition
from binwriter.sql.query.loops import TableNode
from binwriter.sql.query.select import Select
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types.functions import function_of
from binwriter.sql.types.kinds import BIGINT
from binwriter.sql.types.numbers import average, extreme, sum_of
from binwriter.sql.types.record import Role
from binwriter.storage.table_data import TableData

# the parts that a query may be made of, and what each may have
_PARTS: dict[type, frozenset[str]] = {
    exp.Select: frozenset({"expressions", "from_", "where", "order", "group", "distinct", "limit"}),
    exp.From: frozenset({"this"}),
    exp.Table: frozenset({"this", "db", "alias"}),
    exp.TableAlias: frozenset({"this"}),
    exp.Where: frozenset({"this"}),
    exp.Limit: frozenset({"expression"}),
    exp.Column: frozenset({"this", "table"}),
    exp.Identifier: frozenset({"this", "quoted"}),
    exp.Alias: frozenset({"this", "alias"}),
    exp.Star: frozenset(),
    exp.Order: frozenset({"expressions"}),
    exp.Ordered: frozenset({"this", "desc", "nulls_first"}),
    exp.Group: frozenset({"expressions"}),
    exp.Distinct: frozenset({"expressions"}),
    exp.Anonymous: frozenset({"this", "expressions"}),  # a function
}
_WITH_LITERALS = (exp.Where, exp.Limit)
_ADDING, _CHOOSING = (sum_of, average), (extreme, BIGINT)  # by the types of results: SUM, AVG; MIN, MAX, COUNT
_NUMBERS = frozenset({*INTEGER_BITS, ColumnType.NEWDECIMAL})


@dataclass(frozen=True, slots=True)
class RangeTest:
    """A conjunct: a column against literals, by their numbers. kind: its node's type. Or LIMIT, of no column."""

    column: int
    kind: type[exp.Expression]
    literals: tuple[int, ...]

    def bounds(self, texts: Sequence[str]) -> Bounds:
        """ValueError for literals that are no whole numbers, or long ones."""
        numbers = [texts[number] for number in self.literals]
        if not all(text.isdecimal() and len(text) <= DIGITS for text in numbers):
            raise ValueError(numbers)
        if self.kind is exp.Between:
            return int(numbers[0]), int(numbers[1])
        if self.kind is exp.Limit:
            if not int(numbers[0]):
                raise ValueError("LIMIT 0")
            return None, None
        return RANGES[self.kind](int(numbers[0]))

    def condition(self, bounds: Bounds) -> Condition:
        """What an index can use of it."""
        if self.kind is not exp.EQ:
            return Condition(self.column, False, 1, _within(self.column, bounds), bounds=bounds)
        assert bounds[0] is not None
        value = constant(bounds[0], ExprType(Kind.INT, length=len(str(bounds[0]))), str(bounds[0]))
        return Condition(self.column, True, 1, _within(self.column, bounds), value, bounds=bounds)


def range_tests(tree: exp.Expression, table: Table, literals: Sequence[str]) -> tuple[RangeTest, ...] | None:
    """The conjuncts of the query's WHERE clause, if it is one of those; None for others."""
    if type(tree) is not exp.Select or type(tree.args["from_"].this) is not exp.Table:
        return None
    where = tree.args.get("where")
    left = list(literals)
    try:
        tests = tuple(_test(node, table, left, len(literals)) for node in conjuncts(where))
        tests += _limit(tree.args.get("limit"), table, tests, left, len(literals))
    except ValueError:
        return None
    return None if left or not _is_plain(tree, table) else tests


def _is_plain(node: exp.Expression, table: Table) -> bool:
    """Whether the query, but for its WHERE clause, is made of what is known here."""
    for part in node.walk(prune=lambda part: type(part) in _WITH_LITERALS):
        allowed = _PARTS.get(type(part))
        if allowed is None or any(value and name not in allowed for name, value in part.args.items()):
            return False
        if isinstance(part, exp.Anonymous) and not _is_plain_call(part, table):
            return False
    return True


def _is_plain_call(call: exp.Anonymous, table: Table) -> bool:
    """Whether it is an aggregate that warns of no value."""
    function = function_of(call)
    if function is None or function.role is not Role.AGGREGATE:
        return False
    if function.type not in _ADDING:
        return function.type in _CHOOSING
    columns = [
        table.index_of.get(argument.name.lower()) for argument in call.expressions if type(argument) is exp.Column
    ]
    numbers = [column is not None and table.columns[column].spec.type in _NUMBERS for column in columns]
    return numbers == [True] and len(call.expressions) == 1


def _test(node: exp.Expression, table: Table, left: list[str], literals: int) -> RangeTest:
    """ValueError for a conjunct of another kind. left: the literals that no conjunct before has taken."""
    ends = [node.args["low"], node.args["high"]] if type(node) is exp.Between else [node.expression]
    if type(node) is not exp.Between and type(node) not in RANGES:
        raise ValueError("another test")
    column = table.index_of.get(node.this.name.lower()) if type(node.this) is exp.Column else None
    if column is None or table.columns[column].spec.type not in INTEGER_BITS or not _is_plain(node.this, table):
        raise ValueError("no column of whole numbers")
    if any(value and name not in ("this", "low", "high", "expression") for name, value in node.args.items()):
        raise ValueError("further parts")
    taken = []
    for end in ends:
        if type(end) is not exp.Literal or end.is_string or not left or left.pop(0) != str(end.this):
            raise ValueError("no literal")
        taken.append(literals - len(left) - 1)
    return RangeTest(column, type(node), tuple(taken))


def _limit(
    limit: exp.Expression | None, table: Table, tests: Sequence[RangeTest], left: list[str], literals: int
) -> tuple[RangeTest, ...]:
    """LIMIT of what finds one row at most, as a test of its number. ValueError for any other."""
    if limit is None:
        return ()
    equal = {test.column for test in tests if test.kind is exp.EQ}
    if not any(key.unique and equal.issuperset(key.columns) for key in table.keys):
        raise ValueError("several rows")
    count = limit.args.get("expression")
    if type(count) is not exp.Literal or count.is_string or left[:1] != [str(count.this)]:
        raise ValueError("no literal")
    left.pop(0)
    return (RangeTest(-1, exp.Limit, (literals - len(left) - 1,)),)


class RangeQuery:
    """The compiled query, for any numbers."""

    def __init__(self, query: Select, context: StatementContext, tests: tuple[RangeTest, ...]) -> None:
        assert isinstance(query.tree, TableNode) and query.path is not None and not query.base
        self._context, self._tests = context, tests
        self._conditions: list[Condition] = []
        self._way = query.path
        tree = replace(query.tree, read=self._read, data=None)
        where = self._lets_through if any(test.kind is not exp.Limit for test in tests) else None
        # what is at the end of an index was asked for by the first text's numbers, and of its table
        ends = None if query.ends is None else self._ends
        self._query = replace(query, tree=tree, sorted_table=None, where=where, extreme=None, ends=ends)

    def rows(self, data: TableData, texts: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
        """The result. ValueError for literals that are not plain."""
        bounds: dict[int, Bounds] = {}
        self._conditions = []
        for test in self._tests:
            own = test.bounds(texts)
            if test.kind is exp.Limit:
                continue
            bounds[test.column] = both(bounds[test.column], own) if test.column in bounds else own
            self._conditions.append(test.condition(own))
        self._way = self._way.with_constants(data, self._conditions, bounds)
        seen = tuple(self._query.rows(self._context, ()))
        if self._context.diagnostics:
            self._context.diagnostics.clear()
            raise ValueError("it warns")
        return seen

    def _lets_through(self, context: StatementContext, row: Any) -> bool:
        for condition in self._conditions:  # noqa: SIM110  for each row: without a generator
            if not condition.test(context, row):
                return False
        return True

    def _ends(self, context: StatementContext) -> tuple[Any, ...] | None:
        return self._way.extremes(self._query.extremes or (), context)

    def _read(self, context: StatementContext, row: Any) -> Any:
        return (values for _, values in self._way.rows(context))


def _within(column: int, bounds: Bounds) -> Any:
    """The test of a row whether the column's value lies within the bounds."""
    low, high = bounds

    def test(context: StatementContext, row: Any) -> bool:
        value = row[0][column]
        return value is not None and (low is None or low <= value) and (high is None or value <= high)

    return test
