"""Queries of one table by ranges and lists of whole numbers and by texts of an index: which they are, and how one runs
again with others.

What such a query asks of a row neither warns nor fails, and literals outside of its WHERE clause are the same ones: so
what was compiled for one of them serves them all, and only the way to the rows is chosen anew. LIMIT may be another one
behind what finds one row at most, of which it leaves all, and where a unique key alone tells the order.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.literals import string
from binwriter.sql.expressions.types import ExprType, Kind, constant
from binwriter.sql.query.access.bounds import DIGITS, RANGES, both
from binwriter.sql.query.access.conditions import Bounds, Condition
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.access.total_order import TotalOrder
from binwriter.sql.query.found_rows import counted, passed_over
from binwriter.sql.query.loops import TableNode
from binwriter.sql.query.ordering import Limit
from binwriter.sql.query.select import Select
from binwriter.sql.quick.computed_items import is_computed, literals_of
from binwriter.sql.quick.literals import Converter, converter
from binwriter.sql.quick.plain_tests import PlainTest, among, equal_to, plain_test, within
from binwriter.sql.quick.shapes import compared
from binwriter.sql.quick.texts import said
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types.functions import function_of
from binwriter.sql.types.kinds import BIGINT
from binwriter.sql.types.numbers import average, extreme, sum_of
from binwriter.sql.types.record import Role
from binwriter.storage.table_data import TableData

# the parts that a query may be made of, and what each may have
_PARTS: dict[type, frozenset[str]] = {
    exp.Select: frozenset({"expressions", "from_", "where", "order", "group", "distinct", "limit", "offset"}),
    exp.From: frozenset({"this"}),
    exp.Table: frozenset({"this", "db", "alias"}),
    exp.TableAlias: frozenset({"this"}),
    exp.Where: frozenset({"this"}),
    exp.Limit: frozenset({"expression"}),
    exp.Offset: frozenset({"expression"}),
    exp.Column: frozenset({"this", "table"}),
    exp.Identifier: frozenset({"this", "quoted"}),
    exp.Alias: frozenset({"this", "alias"}),
    exp.Star: frozenset(),
    exp.Literal: frozenset({"this", "is_string"}),
    exp.Order: frozenset({"expressions"}),
    exp.Ordered: frozenset({"this", "desc", "nulls_first"}),
    exp.Group: frozenset({"expressions"}),
    exp.Distinct: frozenset({"expressions"}),
    exp.Anonymous: frozenset({"this", "expressions"}),  # a function
}
_WITH_LITERALS = (exp.Where, exp.Limit, exp.Offset)
_ADDING, _CHOOSING = (sum_of, average), (extreme, BIGINT)  # by the types of results: SUM, AVG; MIN, MAX, COUNT
_NUMBERS = frozenset({*INTEGER_BITS, ColumnType.NEWDECIMAL})
_TEXTS = (ColumnType.VARCHAR, ColumnType.STRING)
_AS_STORED = frozenset({*_NUMBERS, *_TEXTS})
_FEW, _MANY = 16, 2048  # rows that are read at a time, at first and at most
NONE: Bounds = (None, None)
_OF_TEST = ("this", "low", "high", "expression", "expressions")


@dataclass(frozen=True, slots=True)
class RangeTest:
    """A conjunct: a column against literals, by their numbers. kind: its node's type. Or LIMIT, of no column; where it
    takes rows in their order exp.Offset, for its number and then for that of OFFSET.

    convert, collation: of a column of texts. same: of a literal that is asked for, what it is in each text."""

    column: int
    kind: type[exp.Expression]
    literals: tuple[int, ...]
    convert: Converter | None = None
    collation: int = 0
    same: str | None = None

    def bounds(self, texts: Sequence[str]) -> Bounds:
        """ValueError for literals that are no whole numbers, or long ones."""
        if self.convert is not None:
            return NONE
        if self.same is not None:
            if texts[self.literals[0]] != self.same:
                raise ValueError("another literal")
            return NONE
        numbers = [texts[number] for number in self.literals]
        if not all(text.isdecimal() and len(text) <= DIGITS for text in numbers):
            raise ValueError(numbers)
        if self.kind is exp.Between:
            return int(numbers[0]), int(numbers[1])
        if self.kind is exp.Limit:
            if not int(numbers[0]):
                raise ValueError("LIMIT 0")
            return None, None
        if self.kind in (exp.In, exp.Offset):
            return None, None
        return RANGES[self.kind](int(numbers[0]))

    def condition(self, bounds: Bounds, texts: Sequence[str]) -> Condition:
        """What an index can use of it. ValueError for texts that are not plain."""
        if self.convert is not None:
            text = str(self.convert(texts[self.literals[0]]))
            compared = equal_to(self.column, text, self.collation)
            return Condition(self.column, True, 1, compared, string(text, self.collation))
        if self.kind is exp.In:
            listed = frozenset([int(texts[number]) for number in self.literals])
            test = among(self.column, listed)
            return Condition(self.column, True, len(self.literals), test, points=sorted(listed))
        if self.kind is not exp.EQ:
            return Condition(self.column, False, 1, within(self.column, bounds), bounds=bounds)
        assert bounds[0] is not None
        value = constant(bounds[0], ExprType(Kind.INT, length=len(str(bounds[0]))), str(bounds[0]))
        return Condition(self.column, True, 1, within(self.column, bounds), value, bounds=bounds)


Test = RangeTest | PlainTest


def range_tests(tree: exp.Expression, table: Table, literals: Sequence[str]) -> tuple[Test, ...] | None:
    """The conjuncts of the query's WHERE clause, if it is one of those; None for others."""
    if type(tree) is not exp.Select or type(tree.args["from_"].this) is not exp.Table:
        return None
    where = tree.args.get("where")
    left = list(literals)
    try:
        tests: tuple[Test, ...] = tuple(_asked(tree, left, len(literals)))
        tests += tuple(test_of(node, table, left, len(literals)) for node in conjuncts(where))
        tests += _limit(tree, table, tests, left, len(literals))
    except ValueError:
        return None
    return None if left or not _is_plain(tree, table) else tests


def _asked(tree: exp.Expression, left: list[str], count: int) -> Iterator[RangeTest]:
    """The literals that stand for themselves among what is asked for."""
    for item in tree.expressions:
        for literal in literals_of(item):
            if not left or str(literal.this) != said(left[0]):
                raise ValueError("another literal")
            yield RangeTest(-1, exp.Literal, (count - len(left),), same=left.pop(0))


def _is_plain(node: exp.Expression, table: Table) -> bool:
    """Whether the query, but for its WHERE clause, is made of what is known here."""
    shown = node.expressions if type(node) is exp.Select else ()
    computed = [item for item in shown if not _is_made_of_parts(item, table)]
    if not all(is_computed(part, table) or _is_plain_call(part, table) for item in computed for part in item.walk()):
        return False
    items = {id(item) for item in shown}
    return _is_made_of_parts(node, table, items)


def _is_made_of_parts(node: exp.Expression, table: Table, but: Container[int] = ()) -> bool:
    """but: the `id`s of nodes that are left out."""
    for part in node.walk(prune=lambda part: type(part) in _WITH_LITERALS or id(part) in but):
        if id(part) in but:
            continue
        allowed = _PARTS.get(type(part))
        if allowed is None or any(value and name not in allowed for name, value in part.args.items()):
            return False
        if isinstance(part, exp.Anonymous) and not _is_plain_call(part, table):
            return False
    return True


def _is_plain_call(call: exp.Expression, table: Table) -> bool:
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


def test_of(node: exp.Expression, table: Table, left: list[str], literals: int) -> Test:
    """ValueError for a conjunct of another kind. left: the literals that no conjunct before has taken."""
    plain = plain_test(node, table, left, literals)
    if plain is not None:
        return plain
    if type(node) is exp.In:
        ends = node.expressions
    else:
        ends = [node.args["low"], node.args["high"]] if type(node) is exp.Between else [node.expression]
    if type(node) not in (exp.Between, exp.In) and type(node) not in RANGES:
        raise ValueError("another test")
    column = table.index_of.get(node.this.name.lower()) if type(node.this) is exp.Column else None
    if column is None or not _is_plain(node.this, table):
        raise ValueError("no column")
    spec = table.columns[column].spec
    if type(node) is exp.EQ and spec.type in _TEXTS:
        return RangeTest(column, exp.EQ, (_text(node, left, literals),), _converter(table, column), spec.collation)
    if spec.type not in INTEGER_BITS:
        raise ValueError("no column of whole numbers")
    if any(value and name not in _OF_TEST for name, value in node.args.items()) or not ends:
        raise ValueError("further parts")
    taken = []
    for end in ends:
        if type(end) is not exp.Literal or end.is_string or not left or left.pop(0) != str(end.this):
            raise ValueError("no literal")
        taken.append(literals - len(left) - 1)
    return RangeTest(column, type(node), tuple(taken))


def _text(node: exp.Expression, left: list[str], literals: int) -> int:
    """The number of the text that a column is compared with. ValueError for anything else."""
    end = node.expression
    if type(end) is not exp.Literal or not end.is_string or not left or said(left.pop(0)) != str(end.this):
        raise ValueError("no text")
    return literals - len(left) - 1


def _converter(table: Table, column: int) -> Converter:
    """ValueError for a column that begins no index, or one of its first characters."""
    parts = [part for key in table.keys for part in key.parts if part.column == column]
    convert = converter(table.columns[column].spec)
    leads = any(key.columns[0] == column for key in table.keys)
    if convert is None or not leads or any(part.length or part.descending for part in parts):
        raise ValueError("no index, or no plain texts")
    return compared(convert)


def _limit(
    tree: exp.Expression, table: Table, tests: Sequence[Test], left: list[str], literals: int
) -> tuple[RangeTest, ...]:
    """LIMIT as a test of its number: of what finds one row at most any, else the same. ValueError for one that may
    choose among rows in order."""
    limit = tree.args.get("limit")
    if limit is None:
        return ()
    equal = {test.column for test in tests if test.kind is exp.EQ}
    is_one = any(key.unique and equal.issuperset(key.columns) for key in table.keys)
    if tree.args.get("offset") is not None or (not is_one and tree.args.get("order") is not None):
        return _in_order(tree, table, left, literals)
    if not is_one and any(tree.args.get(part) for part in ("order", "group", "distinct")):
        raise ValueError("several rows")
    count = limit.args.get("expression")
    if type(count) is not exp.Literal or count.is_string or left[:1] != [str(count.this)]:
        raise ValueError("no literal")
    text = left.pop(0)
    return (RangeTest(-1, exp.Limit, (literals - len(left) - 1,), same=None if is_one else text),)


def _in_order(tree: exp.Expression, table: Table, left: list[str], literals: int) -> tuple[RangeTest, ...]:
    """LIMIT, and OFFSET, of what comes in the order of a unique key of one column. ValueError for any other."""
    order, clauses = tree.args.get("order"), (tree.args["limit"], tree.args.get("offset"))
    if order is None or len(order.expressions) != 1 or any(tree.args.get(part) for part in ("group", "distinct")):
        raise ValueError("another order")
    node = order.expressions[0].this
    column = table.index_of.get(node.name.lower()) if type(node) is exp.Column else None
    keys = [key for key in table.keys if key.columns[0] == column]
    if len(keys) != 1 or not keys[0].unique or len(keys[0].columns) != 1:  # others may be read as it suits the rows
        raise ValueError("no unique key")
    nodes = [clause.args.get("expression") for clause in clauses if clause is not None]
    if any(type(node) is not exp.Literal or node.is_string for node in nodes):
        raise ValueError("no literal")
    texts = [str(node.this) for node in nodes]
    if left not in (texts, texts[::-1]) or len(set(texts)) < len(texts):  # LIMIT 5, 10 and LIMIT 10 OFFSET 5
        raise ValueError("which is which")
    numbers = [literals - len(left) + left.index(text) for text in texts]
    left.clear()
    return tuple([RangeTest(-1, exp.Offset, (number,)) for number in numbers])


class RangeQuery:
    """The compiled query, for any numbers. found: what FOUND_ROWS() is behind the last run."""

    def __init__(self, query: Select, context: StatementContext, tests: tuple[Test, ...]) -> None:
        assert isinstance(query.tree, TableNode) and query.path is not None and not query.base
        self._context, self._tests = context, tests
        self._limits = tuple([test.literals[0] for test in tests if test.kind is exp.Offset])
        in_order = None if isinstance(query.in_order, TotalOrder) else query.in_order  # which a point is not asked for
        if in_order is not None:
            if not isinstance(in_order, partial) or not self._limits:
                raise ValueError("rows that are locked")
            key, backwards = in_order.args
            in_order = partial(self._in_order_of, key, backwards)
        elif self._limits:
            raise ValueError("rows that are sorted")
        self._conditions: list[Condition] = []
        self._way = query.path
        tree = replace(query.tree, read=self._read, data=None)
        where = _passed if any(test.column >= 0 for test in tests) else None  # they are asked as rows are read
        # what is at the end of an index was asked for by the first text's numbers, and of its table
        ends = None if query.ends is None else self._ends
        self._query = replace(
            query, tree=tree, sorted_table=None, where=where, extreme=None, ends=ends, in_order=in_order
        )
        self._columns = _columns_alone(query)
        self.found = 0

    def rows(self, data: TableData, texts: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
        """The result. ValueError for literals that are not plain."""
        bounds: dict[int, Bounds] = {}
        self._conditions = []
        for test in self._tests:
            own = test.bounds(texts)
            if test.column < 0:
                continue
            if own != NONE:
                bounds[test.column] = both(bounds[test.column], own) if test.column in bounds else own
            self._conditions.append(test.condition(own, texts))
        points: dict[int, Sequence[int]] = {}
        for condition in self._conditions:
            if condition.points is not None:
                points.setdefault(condition.column, condition.points)
        self._way = self._way.with_constants(data, self._conditions, {} if points else bounds, points)
        if self._limits:
            limit = Limit(*[int(texts[number]) for number in self._limits])
            if limit != self._query.limit:
                self._query = replace(self._query, limit=limit)
        if self._columns is not None:
            columns, read = self._columns, self._read(self._context, ())
            seen = tuple([tuple([values[column] for column in columns]) for values in read])
            self.found = len(seen)
        else:
            query, passed = passed_over(self._query)
            rows: Iterator[Any] = query.rows(self._context, ())
            seen = tuple(rows if passed is None else counted(rows, passed, self._context))
            self.found = self._context.rows_found(len(seen)) if passed is not None else len(seen)
        if self._context.diagnostics:
            self._context.diagnostics.clear()
            raise ValueError("it warns")
        return seen

    def _in_order_of(self, key: Key, backwards: bool, context: StatementContext) -> Rows | None:
        rows = self._way.in_order_of(key, backwards, context)
        if rows is None or not self._conditions:
            return rows
        return (row for row in rows if all(condition.test(context, (row[1],)) for condition in self._conditions))

    def _ends(self, context: StatementContext) -> tuple[Any, ...] | None:
        return self._way.extremes(self._query.extremes or (), context)

    def _read(self, context: StatementContext, row: Any) -> Iterator[Any]:
        """The rows that WHERE lets through, more and more of them at a time: LIMIT may want a few only."""
        rows: Iterator[tuple[int, Any]] = iter(self._way.rows(context))
        many = _FEW
        found: list[Any]
        while found := [values for _, values in islice(rows, many)]:
            if interrupts.asked:
                interrupts.step()
            for condition in self._conditions:
                column, bounds = condition.column, condition.bounds
                if bounds is None or None in bounds:
                    found = [values for values in found if condition.test(context, (values,))]
                else:
                    low, high = bounds[0] or 0, bounds[1] or 0
                    found = [values for values in found if values[column] is not None and low <= values[column] <= high]
            yield from found
            many = min(many * 4, _MANY)


def _passed(context: StatementContext, row: Any) -> bool:
    return True


def _columns_alone(query: Select) -> tuple[int, ...] | None:
    """The columns of the table that a query shows as they are stored, which does nothing else but WHERE; None for any
    other."""
    told = query.grouped or query.distinct or query.order or query.having is not None or query.aggregates.windows
    if told or query.limit.count is not None or query.tells_apart or len(query.from_sources) != 1:
        return None
    table, columns = query.from_sources[0], []
    for node, item in zip(query.nodes, query.items, strict=True):
        name = node.name.lower()
        places = [place for place, one in enumerate(table.columns) if one.name.lower() == name]
        stored = table.columns[places[0]].column if len(places) == 1 else None
        if type(node) is not exp.Column or stored is None or stored.spec.type not in _AS_STORED:
            return None
        if not isinstance(query.tree, TableNode) or query.tree.slot or item is None:
            return None
        columns.append(places[0])
    return tuple(columns)
