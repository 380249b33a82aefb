"""Partners of a joined table's rows by hashing, where that gives what nested loops give.

The inner table's rows are sorted into groups by the column that an equality names, in the order in which they are read,
so that a row on the left meets only those that can match: a join costs as much as its rows, not as their product. All
conditions are still asked of each pair. Only where nobody could notice that the other pairs are not asked: all
conditions of ON, and of WHERE if they are to help, compare columns with columns or constants of their own kind (texts
are LIKE one, too), and the table has not changed since its rows were read, and locked where they are. As long as few
are asked for, an index finds them instead, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import field
from datetime import datetime
from typing import Any

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.interrupts import stepped
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts, operands
from binwriter.sql.expressions.scope import Scope, Source, SourceColumn
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.derived import DerivedRows, RowReader
from binwriter.sql.query.joins import lookups
from binwriter.sql.query.loops import FromNode, JoinNode, TableNode
from binwriter.sql.text.known_trees import nodes_in
from binwriter.sql.text.meta_keys import BEHIND_COMMA
from binwriter.storage.table_data import TableData

Place = tuple[int, int]  # slot and column

_INTEGERS = frozenset(
    {ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG},
)
_NUMBERS = frozenset({ColumnType.NEWDECIMAL, ColumnType.DOUBLE})
_TEXTS = frozenset({ColumnType.VARCHAR, ColumnType.STRING})
_MOMENTS = frozenset({ColumnType.DATE, ColumnType.DATETIME2})
_BINARY = 63
_PLAIN_NUMBER = pattern(r"[0-9]{1,18}(?:\.[0-9]{1,9})?")
_SMALL_NUMBER = pattern(r"[0-9]{1,9}")
_MOMENT = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?)?")
_COMPARISONS = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)


@dataclass(frozen=True)
class Equality:
    """Two columns that must be equal, and what equal values have in common. is_exact: others have not."""

    left: Place
    right: Place
    key: Callable[[Any], Any]
    is_exact: bool = False


@dataclass(eq=False)
class Partners:
    """The inner table's rows by the value of one column. value_at: where the outer row has the value to look for. by:
    how an index finds them; None where it may find them in another order."""

    node: TableNode
    data: TableData
    column: int
    value_at: Place
    key: Callable[[Any], Any]
    by: lookups.Lookup | None = None
    _context: StatementContext | None = None
    _version: int = -1
    _groups: dict[Any, list[Sequence[Any]]] = field(default_factory=dict)

    def __call__(self, context: StatementContext, row: Sequence[Any]) -> Iterable[Sequence[Any]]:
        """Those that may match the outer row, in the order in which the table is read."""
        value = row[self.value_at[0]][self.value_at[1]]
        if value is None:
            return ()
        if self.by is not None and (self._context is not context or self._version != self.data.version):
            found = self.by.found(context, value)
            if found is not None:
                return found
        groups = self.groups(context, row)
        return groups.get(value if self.key is _as_it_is else self.key(value), ())

    @property
    def takes_values_as_they_are(self) -> bool:
        """Whether `groups` are by the values themselves."""
        return self.key is _as_it_is

    def groups(self, context: StatementContext, row: Sequence[Any]) -> dict[Any, list[Sequence[Any]]]:
        """All of them, as long as the table does not change."""
        if self._context is not context or self._version != self.data.version:
            self._groups = self._grouped(context, row)
            self._context, self._version = context, self.data.version
        return self._groups

    def _grouped(self, context: StatementContext, row: Sequence[Any]) -> dict[Any, list[Sequence[Any]]]:
        groups: dict[Any, list[Sequence[Any]]] = {}
        column, key = self.column, None if self.key is _as_it_is else self.key
        for values in stepped(self.node.read(context, row)):
            value = values[column]
            if value is not None:
                if key is not None:
                    value = key(value)
                if value in groups:
                    groups[value].append(values)
                else:
                    groups[value] = [values]
        return groups


def equalities(conditions: Iterable[exp.Expression | None], scope: Scope) -> list[Equality] | None:
    """The equalities of columns among the conditions; None if one of them may do more than compare."""
    listed: list[Equality] = []
    for node in conditions:
        for term in conjuncts(node):
            if not _is_quiet(term, scope):
                return None
            equality = _equality(term, scope)
            if equality is not None:
                listed.append(equality)
    return listed


def useful_conditions(
    on: Sequence[exp.Expression | None], where: exp.Expression | None, scope: Scope
) -> tuple[Sequence[exp.Expression | None], list[Equality]] | None:
    """The conditions that only compare, and their equalities: those of ON without WHERE, if that does more, since it is
    asked of what ON has let through, in whatever way. None where ON does more."""
    for conditions in ([*on, where], on) if where is not None else (on,):
        listed = equalities(conditions, scope)
        if listed is not None:
            return conditions, listed
    return None


def on_sees_all(joins: Sequence[exp.Expression], scope: Scope) -> bool:
    """Whether each column that an ON names is the one that its name finds among all tables: behind a comma it sees
    nothing in front of that (captured: joins_behind_commas)."""
    if not any(BEHIND_COMMA in join.meta for join in joins):
        return True
    named = (column for join in joins if join.args.get("on") for column in nodes_in(join.args["on"], exp.Column))
    return scope.outer is None and all(column.text("table") for column in named)


def with_partners(tree: FromNode, listed: Sequence[Equality], *, to_the_end: bool) -> FromNode:
    """The joins that an equality restricts look for partners. No outer join may be in the tree.

    to_the_end: all combinations are asked for, so that all rows would be read, and locked, anyway.
    """
    if not isinstance(tree, JoinNode) or not listed:
        return tree
    left = with_partners(tree.left, listed, to_the_end=to_the_end)
    right = with_partners(tree.right, listed, to_the_end=to_the_end)
    partners = None
    if isinstance(right, TableNode):
        partners = _partners(right, set(_slots(left)), listed, to_the_end=to_the_end)
    return replace(tree, left=left, right=right, partners=partners)


def equated(joins: Sequence[exp.Expression], sources: Sequence[Source]) -> list[exp.Expression]:
    """What USING equates, as conditions; nothing where a join has several tables in brackets."""
    conditions: list[exp.Expression] = []
    for place, join in enumerate(joins, 1) if len(sources) == len(joins) + 1 else ():
        for name in join.args.get("using") or ():
            seen = (source for source in sources[:place] if name.name.lower() not in source.coalesced)
            left = next((source for source in seen if source.index(name.name) is not None), None)
            sides = [source for source in (left, sources[place]) if source is not None]
            columns = [exp.column(name.name, table=source.alias, db=source.schema or None) for source in sides]
            if len(columns) > 1:
                conditions.append(exp.EQ(this=columns[0], expression=columns[1]))
    return conditions


def with_own_partners(
    tree: FromNode, joins: Sequence[exp.Expression], sources: Sequence[Source], scope: Scope, *, to_the_end: bool
) -> FromNode:
    """Each join of a tree, outer ones among them, looks for partners by what its own ON or USING equates. A tree that
    is not as the text has it stays as it is."""
    if not isinstance(tree, JoinNode) or not joins:
        return tree
    *before, join = joins
    swapped = join.text("side").upper() == "RIGHT"
    joined, earlier = (tree.left, tree.right) if swapped else (tree.right, tree.left)
    if not isinstance(joined, TableNode) or joined.slot != scope.base + len(joins):
        return tree
    earlier = with_own_partners(earlier, before, sources, scope, to_the_end=to_the_end)
    left, right = (joined, earlier) if swapped else (earlier, joined)
    used = equated(joins, sources[: len(joins) + 1])
    listed = equalities([join.args.get("on"), *used[len(equated(before, sources[: len(joins)])) :]], scope)
    partners = None
    if listed and isinstance(right, TableNode):
        partners = _partners(right, set(_slots(left)), listed, to_the_end=to_the_end)
    return replace(tree, left=left, right=right, partners=partners)


def with_outer_partners(node: TableNode, base: int, listed: Sequence[Equality]) -> TableNode:
    """The only table of a subquery looks for the partners of the row outside. base: the first slot inside."""
    partners = _partners(node, range(base), listed, to_the_end=False)
    return node if partners is None else replace(node, read=partners)


def _partners(
    node: TableNode, slots: Container[int], listed: Sequence[Equality], *, to_the_end: bool
) -> RowReader | None:
    """The table's rows that may match what is in one of these slots."""
    data: object = node.data
    if isinstance(node.read, DerivedRows):
        return _partners_of_query(node, node.read, slots, listed)
    by_itself = isinstance(data, TableData)
    if isinstance(data, LockedTable):
        if data.locks.in_transaction and not to_the_end:  # the locks of rows that are read stay
            return None
        data = data.peek()
    if not isinstance(data, TableData):
        return None
    for equality in listed:
        for here, there in ((equality.left, equality.right), (equality.right, equality.left)):
            if here[0] in slots and there[0] == node.slot:
                by = lookups.lookup_of(node, data, there[1]) if by_itself and equality.is_exact else None
                return Partners(node, data, there[1], here, equality.key, by)
    return None


def _partners_of_query(
    node: TableNode, read: DerivedRows, slots: Container[int], listed: Sequence[Equality]
) -> RowReader | None:
    """The same of a derived table whose rows are made once, and all of them when the first row asks."""
    for equality in listed if read.are_kept else ():
        for here, there in ((equality.left, equality.right), (equality.right, equality.left)):
            if equality.is_exact and here[0] in slots and there[0] == node.slot:
                return _by_value(read, here, there[1])
    return None


def _by_value(read: DerivedRows, value_at: Place, column: int) -> RowReader:
    grouped: list[Any] = [None, {}]  # the rows, and what they are by the value

    def partners(context: StatementContext, row: Sequence[Any]) -> Iterable[Sequence[Any]]:
        rows = read.kept(context)
        if grouped[0] is not rows:
            groups: dict[Any, list[Sequence[Any]]] = {}
            for values in stepped(rows):
                groups.setdefault(values[column], []).append(values)
            grouped[:] = rows, groups
        value = row[value_at[0]][value_at[1]]
        found: Iterable[Sequence[Any]] = () if value is None else grouped[1].get(value, ())
        return found

    return partners


def has_outer_join(tree: FromNode | None) -> bool:
    """Whether rows without a partner come too."""
    return isinstance(tree, JoinNode) and (tree.outer or has_outer_join(tree.left) or has_outer_join(tree.right))


def _slots(tree: FromNode) -> Iterator[int]:
    if isinstance(tree, JoinNode):
        yield from _slots(tree.left)
        yield from _slots(tree.right)
    else:
        yield tree.slot


def _is_quiet(node: exp.Expression, scope: Scope) -> bool:
    """Comparisons of a column with another, or with constants, of one kind: they neither warn nor fail."""
    if isinstance(node, (exp.Paren, exp.Not)):
        return _is_quiet(node.this, scope)
    if isinstance(node, (exp.Or, exp.And)):
        return all(_is_quiet(term, scope) for term in operands(node, type(node)))
    if isinstance(node, exp.In):
        sides = None if node.args.get("query") or not node.expressions else (node.this, *node.expressions)
    elif isinstance(node, exp.Between):
        sides = node.this, node.args["low"], node.args["high"]
    elif isinstance(node, exp.Like):
        return _kind(node.this, scope) is Kind.STRING and isinstance(node.expression, exp.Literal)
    elif isinstance(node, exp.Is):
        return isinstance(node.expression, exp.Null) and _kind(node.this, scope) is not None
    else:
        sides = (node.this, node.expression) if isinstance(node, _COMPARISONS) else None
    if sides is None:
        return False
    kinds = {_kind(side, scope) for side in sides}
    if Kind.DATETIME in kinds:
        return all(_kind(side, scope) is Kind.DATETIME or _is_moment(side) for side in sides)
    return len(kinds) == 1 and None not in kinds


def _is_moment(node: exp.Expression) -> bool:
    """A text that is a date, or a date and a time, and nothing else."""
    if not (isinstance(node, exp.Literal) and node.is_string and _MOMENT.fullmatch(str(node.this))):
        return False
    try:
        datetime.fromisoformat(str(node.this))
    except ValueError:
        return False
    return True


def _is_small(node: exp.Expression | None) -> bool:
    """A sum or product of two numbers that are no more than nine digits."""
    if isinstance(node, exp.Paren):
        return _is_small(node.this)
    if isinstance(node, (exp.Add, exp.Sub, exp.Mul)):
        sides = node.this.unnest(), node.expression.unnest()
        return all(isinstance(side, exp.Literal) and not side.is_string for side in sides) and all(
            _SMALL_NUMBER.fullmatch(str(side.this)) for side in sides
        )
    return False


def _kind(node: exp.Expression, scope: Scope) -> object:
    """What is compared with its like without a word: numbers of any type are."""
    if isinstance(node, exp.Literal):
        if node.is_string:
            return Kind.STRING
        return Kind.INT if _PLAIN_NUMBER.fullmatch(str(node.this)) else None
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal):
        return _kind(node.this, scope) if not node.this.is_string else None
    if _is_small(node):
        return Kind.INT
    column = _column(node, scope)
    if column is None:
        return None
    if column.column is not None and column.column.spec.type in _MOMENTS:
        return Kind.DATETIME
    if is_whole(column) or (column.column is not None and column.column.spec.type in _NUMBERS):
        return Kind.INT
    return Kind.STRING if _text_collation(column) is not None else None


def is_whole(column: SourceColumn) -> bool:
    """Whether its values are whole numbers, in which equal ones are alike."""
    if column.column is not None:
        return column.column.spec.type in _INTEGERS
    type_ = column.type
    return column.made_by is not None and type_.kind is Kind.INT and not (type_.bit or type_.member)


def _text_collation(column: SourceColumn) -> int | None:
    spec = None if column.column is None else column.column.spec
    return None if spec is None or spec.type not in _TEXTS or spec.collation == _BINARY else spec.collation


def _equality(node: exp.Expression, scope: Scope) -> Equality | None:
    if not isinstance(node, exp.EQ):
        return None
    left, right = _column(node.this, scope), _column(node.expression, scope)
    if left is None or right is None:
        return None
    here, there = place_of(node.this, scope), place_of(node.expression, scope)
    if here is None or there is None or here[0] == there[0]:
        return None
    if is_whole(left) and is_whole(right):
        return Equality(here, there, key=_as_it_is, is_exact=True)
    collation = _text_collation(left)
    if collation is not None and collation == _text_collation(right):
        return Equality(here, there, key=lambda value: sort_key(value, collation))
    return None


def _as_it_is(value: Any) -> Any:
    return value


def place_of(node: exp.Expression, scope: Scope) -> Place | None:
    """Slot and column of a column of this query or of one around it."""
    if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
        return None
    table, schema = node.text("table") or None, node.text("db") or None
    names = scope.context.program_names
    if names is not None and names.find(node.name, table) is not None:
        return None
    around: Scope | None = scope
    while around is not None:
        place = around.locate(node.name, table, schema)
        if place is not None:
            return around.base + place[0], place[1]
        if node.name.lower() in around.parameters or node.name.lower() in around.row_aliases:
            return None
        around = around.outer
    return None


def _column(node: exp.Expression, scope: Scope) -> SourceColumn | None:
    """What the source of a name says of it."""
    place = place_of(node, scope)
    around: Scope | None = scope
    while place is not None and around is not None:
        if around.base <= place[0] < around.base + len(around.sources):
            return around.sources[place[0] - around.base].columns[place[1]]
        around = around.outer
    return None
