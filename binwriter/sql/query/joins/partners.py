"""Partners of a joined table's rows by hashing, where that gives what nested loops give.

The inner table's rows are sorted into groups by the column that an equality names, in the order in which they are read,
so that a row on the left meets only those that can match: a join costs as much as its rows, not as their product. All
conditions are still asked of each pair. Only where nobody could notice that the other pairs are not asked: an equality
helps as far as all that would have been asked of a pair in front of it says nothing (`silent`), and while the table has
not changed since its rows were read, and been locked where they are. As long as few are asked for, an index finds them
instead, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.interrupts import stepped
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.derived import DerivedRows, RowReader
from binwriter.sql.query.joins import lookups
from binwriter.sql.query.joins.silent import Place, column_of, is_whole, leading, place_of, text_collation
from binwriter.sql.query.loops import FromNode, TableNode, joins_in, leaves
from binwriter.sql.text.known_trees import nodes_in
from binwriter.sql.text.meta_keys import BEHIND_COMMA
from binwriter.storage.table_data import TableData


@dataclass(frozen=True)
class Equality:
    """Two columns that must be equal, and what equal values have in common. is_exact: others have not."""

    left: Place
    right: Place
    key: Callable[[Any], Any]
    is_exact: bool = False


@dataclass(eq=False)
class Partners:
    """The inner table's rows by the value of one column. data: of a stored table, whose changes count. value_at: where
    the outer row has the value to look for. by: how an index finds them; None where it may find them in another order.
    """

    node: TableNode
    data: TableData | None
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
        if self.by is not None and not self._is_grouped(context):
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
        if not self._is_grouped(context):
            self._groups = self._grouped(context, row)
            self._context, self._version = context, 0 if self.data is None else self.data.version
        return self._groups

    def _is_grouped(self, context: StatementContext) -> bool:
        return self._context is context and (self.data is None or self._version == self.data.version)

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


def equalities(terms: Iterable[exp.Expression], scope: Scope) -> list[Equality]:
    """The equalities of two columns among conditions."""
    return [equality for term in terms if (equality := _equality(term, scope)) is not None]


def on_sees_all(joins: Sequence[exp.Expression], tree: FromNode, scope: Scope) -> bool:
    """Whether each column that an ON names is the one that its name finds among all tables: behind a comma it sees
    nothing in front of that, and in brackets nothing else (captured: joins_behind_commas)."""
    if not any(BEHIND_COMMA in join.meta or _has_brackets(join) for join in joins):
        return True
    named = [column for join in joins_in(tree) for term in join.on for column in nodes_in(term, exp.Column)]
    return not named or (scope.outer is None and all(column.text("table") for column in named))


def _has_brackets(join: exp.Expression) -> bool:
    return isinstance(join.this, exp.Paren) or bool(join.this.args.get("joins"))


def with_partners(
    tree: FromNode,
    conditions: Iterable[exp.Expression | None],
    scope: Scope,
    *,
    to_the_end: bool,
    filters: bool = True,
) -> FromNode:
    """The joins that an equality restricts look for partners, and tables are read without the rows that their own
    conditions leave out, if `filters`.

    conditions: what is asked of the whole rows, one after the other. to_the_end: all combinations are asked for, so
    that all rows would be read, and locked, anyway.
    """
    return _Search(scope, to_the_end, filters).of(tree, leading(conditions, scope)[0])


@dataclass(frozen=True)
class _Search:
    """What looks for equalities. See `with_partners`."""

    scope: Scope
    to_the_end: bool
    filters: bool

    def of(self, node: FromNode, given: Sequence[exp.Expression]) -> FromNode:
        """given: what may be asked of the rows of the tree before all that is asked of them."""
        if isinstance(node, TableNode):
            return self._of_table(node, given)
        on, is_all = leading(node.on, self.scope)
        behind = given if is_all else ()
        here = on if node.outer else [*on, *behind]
        before = () if any(map(_is_made_anew, leaves(node.right))) else behind if node.outer else here
        left = self.of(node.left, before)
        if not isinstance(node.right, TableNode):
            return replace(node, left=left, right=self.of(node.right, here))
        right = self._filtered(node.right, here)
        slots = {*range(self.scope.base), *(leaf.slot for leaf in leaves(left))}
        partners = _partners(right, slots, equalities(here, self.scope), to_the_end=self.to_the_end)
        return replace(node, left=left, right=right, partners=partners)

    def _of_table(self, node: TableNode, given: Sequence[exp.Expression]) -> TableNode:
        """A table that no other one of its tree stands before: rows around the query may find its rows."""
        found = self._filtered(node, given)
        if not self.scope.base:
            return found
        equal = equalities(given, self.scope)
        partners = _partners(found, range(self.scope.base), equal, to_the_end=False)
        return found if partners is None else replace(found, read=partners)

    def _filtered(self, node: TableNode, given: Sequence[exp.Expression]) -> TableNode:
        if not given or not self.filters:
            return node
        from binwriter.sql.query.joins.filters import with_own_conditions

        return with_own_conditions(node, given, self.scope)


def _is_made_anew(node: TableNode) -> bool:
    """Whether its rows are made anew for each of those before, and may tell of it."""
    return node.data is None and not (isinstance(node.read, DerivedRows) and node.read.are_kept)


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


def _equality(node: exp.Expression, scope: Scope) -> Equality | None:
    if not isinstance(node, exp.EQ):
        return None
    left, right = column_of(node.this, scope), column_of(node.expression, scope)
    if left is None or right is None:
        return None
    here, there = place_of(node.this, scope), place_of(node.expression, scope)
    if here is None or there is None or here[0] == there[0]:
        return None
    if is_whole(left) and is_whole(right):
        return Equality(here, there, key=_as_it_is, is_exact=True)
    collation = text_collation(left)
    if collation is not None and collation == text_collation(right):
        return Equality(here, there, key=lambda value: sort_key(value, collation))
    return None


def _as_it_is(value: Any) -> Any:
    return value
