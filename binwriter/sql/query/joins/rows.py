"""The rows that a multi-table UPDATE or DELETE works on: combinations of rows that know where they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.records import dataclass
from binwriter.locks.row_locks import Mode
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.conditions.logic import Truth, truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query.access.locking import LockedTable
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.access.range_estimates import SCAN_HANDICAP, Range, expected_rows, is_bound, range_cost
from binwriter.sql.query.joins.partners import equalities, has_outer_join, with_partners
from binwriter.sql.query.joins.plan import LOOKUP, PAIR, of_constants, scan_cost
from binwriter.sql.query.run import Compiler, query_scope
from binwriter.sql.query.sources import (
    DatabaseView,
    FromCompiler,
    FromNode,
    JoinNode,
    RowReader,
    TableNode,
    TableRows,
    iterate,
)
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.storage.table_data import TableData


class LocatedRow(tuple[Any, ...]):
    """A stored row with its id."""

    row_id: int

    @classmethod
    def of(cls, values: Sequence[Any], row_id: int) -> LocatedRow:
        row = cls(values)
        row.row_id = row_id
        return row


@dataclass(eq=False)
class _Reader:
    """Reads the rows of a table. locates: they come as `LocatedRow`."""

    path: AccessPath
    locates: bool = False

    def rows(self, context: StatementContext, row: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """All that the way to them gives."""
        entries = self.path.rows(context)
        if self.locates:
            return (LocatedRow.of(values, row_id) for row_id, values in entries)
        return (values for _, values in entries)


@dataclass(frozen=True)
class JoinedTable:
    """One table of the join: alias, database, and its rows (None of a derived table).

    read: the rows as the join reads them, which may lock them. reader: of a stored table.
    """

    alias: str
    schema: str | None
    data: TableRows | None
    read: TableRows | None = None
    reader: _Reader | None = None

    def lock_for_change(self) -> None:
        """The statement changes rows of the table, and wants to know where they are."""
        if self.reader is not None:
            self.reader.locates = True
        if isinstance(self.read, LockedTable):
            self.read.mode = Mode.X


# Engines that know how many rows a table has: one of at most one row is read before the join is planned.
_COUNTS_EXACTLY = frozenset({"MyISAM", "MEMORY", "ARCHIVE"})


@dataclass(frozen=True)
class JoinedRows:
    """A compiled join. scope: for the statement's own expressions; one slot a table."""

    scope: Scope
    tables: tuple[JoinedTable, ...]
    tree: FromNode
    where: Truth | None
    condition: exp.Expression | None
    joined_on: tuple[exp.Expression, ...] = ()
    statement: exp.Expression | None = None

    @classmethod
    def compile(
        cls,
        select: exp.Expression,
        where: exp.Expression | None,
        database: DatabaseView,
        context: StatementContext,
        statement: exp.Expression | None = None,
    ) -> JoinedRows:
        """select: a SELECT whose FROM clause names the tables. MySQLError for unknown or doubled names.

        statement: the whole UPDATE or DELETE; a table that it does not change may be read by an index that has all
        columns it names.
        """
        changed = _changed_tables(statement)
        laterals = (node for node in select.find_all(exp.Lateral) if node.find_ancestor(exp.Select) is select)
        lateral = next(laterals, None)
        if lateral is not None:
            raise UnsupportedError("LATERAL in UPDATE and DELETE of several tables", lateral.sql(dialect="mysql"))
        for table in select.find_all(JsonTable):
            if table.find_ancestor(exp.Select) is select:
                raise UnsupportedError("JSON_TABLE in UPDATE and DELETE of several tables")
        compiler = Compiler(database, context, changes=True)
        constants = _propagated(where.this) if where is not None and context.locking is not None else []
        bounds = _propagated_bounds(where.this) if where is not None else []
        has_outer_joins = any(join.side for join in select.args["from_"].find_all(exp.Join))
        accepts_null = where is not None and where.find(exp.Is, exp.NullSafeEQ) is not None
        tables: list[JoinedTable] = []

        def resolve(node: exp.Expression) -> tuple[Source, RowReader, TableRows | None]:
            source, read, data = compiler.resolve(node)
            if data is None:
                tables.append(JoinedTable(source.alias, source.schema, None))
                return source, read, None
            condition: exp.Expression | None = where.this.copy() if where is not None else None
            if condition is not None and accepts_null and has_outer_joins:
                condition = None  # it is of the joined row: a table's own rows may all fail it
            for constant in (*constants, *bounds) if condition is not None else ():
                condition = exp.And(this=condition, expression=constant)
            used = None
            if statement is not None and changed is not None and source.alias not in changed:
                used = _columns_of(source, statement)
            reader = _Reader(
                AccessPath(data, condition, Scope(context, (source,), clause="where clause"), used, joined=True)
            )
            rows = data.peek() if isinstance(data, LockedTable) else data
            tables.append(JoinedTable(source.alias, source.schema, rows, data, reader))
            return source, reader.rows, data

        clause = FromCompiler(Scope(context, compile_query=compiler), resolve).compile(select)
        assert clause.tree is not None
        scope = query_scope(database, context, clause.sources)
        test = None
        if where is not None:
            test = truth(compile_expression(where.this, scope.within("where clause")))
        on = tuple(join.args["on"] for join in select.find_all(exp.Join) if join.args.get("on") is not None)
        condition = where.this if where is not None else None
        return cls(scope, tuple(tables), clause.tree, test, condition, on, statement)

    def locate(self, node: exp.Expression) -> tuple[int, int]:
        """(slot, column) of a column that the statement sets. ER_BAD_FIELD_ERROR if there is none."""
        found = self.scope.locate(node.name, *_qualified(node))
        if found is None:
            name = ".".join(part for part in (node.text("table"), node.name) if part)
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
        return found

    def joins_on(self, slot: int, columns: frozenset[int]) -> bool:
        """Whether a condition compares one of these columns of a table with another table's.

        An equality by which a key finds the other table's row is not asked again once the row is found.
        """
        return any(
            any(other != slot for other, _ in found) and any((slot, index) in found for index in columns)
            for found in self._columns_of_conditions(lambda node: not self._looks_up_from(node, slot))
        )

    def _looks_up_from(self, node: exp.Expression, slot: int) -> bool:
        """Whether it equals a column of that table and the first one of another table's key."""
        if not isinstance(node, exp.EQ):
            return False
        places = [self._place(node.this), self._place(node.expression)]
        others = [place for place in places if place is not None and place[0] != slot]
        return None not in places and len(others) == 1 and self._begins_key(*others[0])

    def restricts(self, slot: int, columns: frozenset[int]) -> bool:
        """Whether a condition on the one table alone names one of its columns: a key of it may find the rows."""
        return any(
            all(other == slot for other, _ in found) and any((slot, index) in found for index in columns)
            for found in self._columns_of_conditions()
        )

    def _columns_of_conditions(
        self, chosen: Callable[[exp.Expression], bool] = lambda _: True
    ) -> Iterator[set[tuple[int, int]]]:
        """The columns, by slot and number, that each chosen part of WHERE and ON names."""
        for condition in (self.condition, *self.joined_on):
            for conjunct in filter(chosen, conjuncts(condition)):
                query = conjunct.find_ancestor(exp.Select)
                own = (node for node in conjunct.find_all(exp.Column) if node.find_ancestor(exp.Select) is query)
                named = (self.scope.locate(node.name, *_qualified(node)) for node in own)
                yield {place for place in named if place is not None}

    def rows(self) -> Iterator[Sequence[Any]]:
        """One row after the other, all found before the first is given."""
        row: list[Any] = [()] * len(self.tables)
        found = []
        self._ask_constants()
        where = self._where_of_variables() or self.where
        tree = self._with_partners(self._ordered())
        if isinstance(tree, JoinNode) and tree.partners is not None and self._is_one_equality():
            tree, where = replace(tree, condition=None), None  # partners are equal
        for _ in iterate(tree, self.scope.context, row):
            if where is None or where(self.scope.context, row):
                found.append(tuple(row))
        return iter(found)

    def _with_partners(self, tree: FromNode) -> FromNode:
        if has_outer_join(tree):
            return tree
        equal = equalities([*self.joined_on, self.condition], self.scope)
        return tree if equal is None else with_partners(tree, equal, to_the_end=True)

    def _is_one_equality(self) -> bool:
        """Whether one equality of whole numbers is all that is asked of two tables."""
        conditions = self._all_conjuncts()
        found = equalities(conditions, self.scope) or ()
        return len(self.tables) == 2 and len(conditions) == len(found) == 1 and found[0].is_exact

    def _all_conjuncts(self) -> list[exp.Expression]:
        return [node for condition in (*self.joined_on, self.condition) for node in conjuncts(condition)]

    def _ask_constants(self) -> None:
        """A server asks for the variables that keys equal before it reads rows (they are logged in this order)."""
        for node in self._all_conjuncts():
            if not isinstance(node, exp.EQ):
                continue
            for column, other in ((node.this, node.expression), (node.expression, node.this)):
                place = self._place(column)
                if place is not None and self._begins_key(*place) and _is_of_variables(other):
                    compile_expression(other, self.scope.within("where clause")).eval(self.scope.context, ())

    def _begins_key(self, slot: int, column: int) -> bool:
        data = self.tables[slot].data
        return data is not None and any(key.columns[:1] == (column,) for key in data.definition.keys)

    def _where_of_variables(self) -> Truth | None:
        """WHERE, if variables are in it, with the conditions on tables of one row first."""
        joined = list(conjuncts(self.condition))
        if len(joined) < 2 or not any(node.find(exp.Parameter) for node in joined):
            return None
        tables = enumerate(self.tables)
        constant = {slot for slot, table in tables if table.data is not None and self._is_constant(slot, table.data)}

        def is_late(node: exp.Expression) -> bool:
            places = [self._place(column) for column in node.find_all(exp.Column)]
            return any(place is None or place[0] not in constant for place in places)

        scope = self.scope.within("where clause")
        tests = [truth(compile_expression(node, scope)) for node in sorted(joined, key=is_late)]
        return lambda context, row: all(test(context, row) for test in tests)

    def driving_slot(self) -> int:
        """The table that the join reads first.

        Of tables joined in any order it is the one that a constant finds by a unique key, else the one from which the
        join is cheapest; the text's order decides between equals.
        """
        slots = _leaves(self.tree)
        if any(isinstance(node, JoinNode) and node.outer for node in _nodes(self.tree)):
            return slots[0]
        sizes = {slot: self._size(slot) for slot in slots}
        constant = [slot for slot in slots if sizes[slot] < 0]
        if constant:
            return constant[0]
        costs = {slot: round(self._cost_from(slot, sizes), 6) for slot in slots}
        return min(slots, key=lambda slot: costs[slot])

    def _cost_from(self, first: int, sizes: dict[int, int]) -> float:
        """What the join costs that reads this table first, the others in the text's order."""
        total, combinations = self._cost_of_first(first, sizes[first])
        for slot in sizes:
            if slot == first:
                continue
            if self._is_found_by_key(slot):
                total += LOOKUP * combinations
            else:
                total += self._scan_cost(slot, sizes[slot]) + PAIR * combinations * sizes[slot]
                combinations = max(combinations, sizes[slot])
            combinations *= self._share(slot, self._of_columns_that_stand_alone())
        return total

    def _cost_of_first(self, slot: int, size: int) -> tuple[float, float]:
        """What it costs to read a table first, and how many of its rows are thought to stay."""
        cost = self._scan_cost(slot, size) + PAIR * size
        ranges = list(self._ranges(slot))
        if not ranges:
            return cost, size * self._share(slot, self._all_conjuncts())
        by_key, expected = min(ranges)
        if expected < size and by_key < cost + SCAN_HANDICAP:
            cost = by_key + PAIR * expected
        return cost, expected * self._share(slot, self._of_columns_that_stand_alone())

    def _ranges(self, slot: int) -> Iterator[tuple[float, int]]:
        """What a range costs and how many rows are expected in it, of bounds for a key or for what equals it."""
        data = self.tables[slot].data
        if data is None or data.definition.engine.name == "MEMORY":
            return
        engine, named = data.definition.engine, self._named_columns(slot)
        for key in data.definition.keys:
            places: set[tuple[int, int] | None] = {(slot, key.columns[0])} if key.columns else set()
            for left, right in self._equated():
                if left in places or right in places:
                    places |= {left, right}
            bounds = [node for node in self._all_conjuncts() if is_bound(node) and self._place(node.this) in places]
            if bounds:
                wanted = reduce(Range.narrowed, bounds, Range())
                values = [row[key.columns[0]] for _, row in data.scan()]
                keys = [value for value in values if isinstance(value, int)]
                expected = expected_rows(engine, keys, wanted)
                yield range_cost(engine, expected, covering=named <= set(key.columns)), expected

    def _named_columns(self, slot: int) -> set[int]:
        """The columns of a table that the statement names."""
        source = self.scope.sources[slot]
        return _columns_of(source, self.statement) if self.statement is not None else set(range(len(source.columns)))

    def _equated(self) -> list[tuple[tuple[int, int] | None, tuple[int, int] | None]]:
        """The pairs of columns that are equal."""
        return [
            (self._place(node.this), self._place(node.expression))
            for node in self._all_conjuncts()
            if isinstance(node, exp.EQ)
            and isinstance(node.this, exp.Column)
            and isinstance(node.expression, exp.Column)
        ]

    def _of_columns_that_stand_alone(self) -> list[exp.Expression]:
        """The conditions without those on a column that equals another one: a key finds these rows."""
        equated = {place for pair in self._equated() for place in pair}
        conditions = self._all_conjuncts()
        return [
            node for node in conditions if not any(self._place(one) in equated for one in node.find_all(exp.Column))
        ]

    def _share(self, slot: int, conditions: list[exp.Expression]) -> float:
        """The share of a table's rows that its own conditions are thought to keep."""
        place = {source.alias: number for number, source in enumerate(self.scope.sources)}
        return of_constants(conditions, slot, place, self.scope.sources)[1]

    def _scan_cost(self, slot: int, size: int) -> float:
        data = self.tables[slot].data
        return scan_cost(None if data is None else data.definition, size)

    def _is_found_by_key(self, slot: int) -> bool:
        """A condition says that a key's first column equals something of the other tables."""
        data = self.tables[slot].data
        if data is None:
            return False
        firsts = {key.columns[0] for key in data.definition.keys if key.columns}
        conditions = [node for on in (self.condition, *self.joined_on) for node in conjuncts(on)]
        for node in conditions:
            if isinstance(node, exp.EQ):
                for column, other in ((node.this, node.expression), (node.expression, node.this)):
                    place = self._place(column)
                    others = {found[0] for inner in other.find_all(exp.Column) if (found := self._place(inner))}
                    if place is not None and place[0] == slot and place[1] in firsts and others and slot not in others:
                        return True
        return False

    def _place(self, node: exp.Expression) -> tuple[int, int] | None:
        return self.scope.locate(node.name, node.text("table") or None) if isinstance(node, exp.Column) else None

    def _size(self, slot: int) -> int:
        data = self.tables[slot].data
        if data is None:
            return 1 << 30
        count = len(data) if isinstance(data, TableData) else sum(1 for _ in data.scan())
        exact = data.definition.engine.name in _COUNTS_EXACTLY and count <= 1
        return -1 if exact or self._is_constant(slot, data) else count

    def _is_constant(self, slot: int, data: TableRows) -> bool:
        """A unique key of the table all of whose columns equal constants."""
        fixed = set()
        for node in self._all_conjuncts():
            if isinstance(node, exp.EQ):
                for column, other in ((node.this, node.expression), (node.expression, node.this)):
                    known = isinstance(other, (exp.Literal, exp.Neg)) or _is_of_variables(other)
                    if isinstance(column, exp.Column) and known:
                        found = self.scope.locate(column.name, column.text("table") or None)
                        if found is not None and found[0] == slot:
                            fixed.add(found[1])
        return any(key.unique and set(key.columns) <= fixed for key in data.definition.keys)

    def _ordered(self) -> FromNode:
        """The tree with the driving table outermost, where the order is free."""
        first = self.driving_slot()
        slots = _leaves(self.tree)
        if first == slots[0] or any(isinstance(node, JoinNode) and node.outer for node in _nodes(self.tree)):
            return self.tree
        leaves = {node.slot: node for node in _nodes(self.tree) if isinstance(node, TableNode)}
        conditions = [
            node.condition for node in _nodes(self.tree) if isinstance(node, JoinNode) and node.condition is not None
        ]
        tree: FromNode = leaves[first]
        for slot in slots:
            if slot != first:
                tree = JoinNode(tree, leaves[slot])
        assert isinstance(tree, JoinNode)
        return replace(tree, condition=_all(conditions)) if conditions else tree


def _is_of_variables(node: exp.Expression) -> bool:
    """Whether it is made of user variables and literals only."""
    if node.find(exp.Parameter) is None:
        return False
    return all(isinstance(one, (exp.Parameter, exp.Var, exp.Literal, exp.Binary, exp.Neg)) for one in node.walk())


def _changed_tables(statement: exp.Expression | None) -> set[str] | None:
    """The names of the tables that an UPDATE or DELETE changes; None where they are not written with the columns."""
    if isinstance(statement, exp.Update):
        names = {item.this.text("table") for item in statement.expressions}
        return None if "" in names else names
    if isinstance(statement, exp.Delete):
        return {node.name for node in statement.args.get("tables") or ()} or None
    return None


def _columns_of(source: Source, statement: exp.Expression) -> set[int]:
    """The columns of a source that the statement names."""
    named = (node for node in statement.find_all(exp.Column) if node.text("table") in ("", source.alias))
    return {index for node in named if (index := source.index(node.name)) is not None}


def _propagated(condition: exp.Expression) -> list[exp.Expression]:
    """b.y = constant, of a.x = constant and a.x = b.y."""
    constants: dict[str, exp.Expression] = {}
    equal: list[tuple[exp.Column, exp.Column]] = []
    for node in conjuncts(condition):
        if not isinstance(node, exp.EQ):
            continue
        left, right = node.this, node.expression
        if isinstance(left, exp.Column) and isinstance(right, exp.Column):
            equal += [(left, right), (right, left)]
        elif isinstance(left, exp.Column) and isinstance(right, exp.Literal):
            constants[left.sql()] = right
    return [
        exp.EQ(this=other.copy(), expression=constants[column.sql()].copy())
        for column, other in equal
        if column.sql() in constants and other.sql() not in constants
    ]


def _propagated_bounds(condition: exp.Expression) -> list[exp.Expression]:
    """b.y < number, of a.x < number and a.x = b.y: a range of either's key may find the rows."""
    found = []
    for node in conjuncts(condition):
        if isinstance(node, exp.EQ) and isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Column):
            for column, other in ((node.this, node.expression), (node.expression, node.this)):
                of_column = (one for one in conjuncts(condition) if is_bound(one) and one.this == column)
                found += [type(one)(this=other.copy(), expression=one.expression.copy()) for one in of_column]
    return found


def _nodes(tree: FromNode) -> Iterator[FromNode]:
    yield tree
    if isinstance(tree, JoinNode):
        yield from _nodes(tree.left)
        yield from _nodes(tree.right)


def _leaves(tree: FromNode) -> list[int]:
    return [node.slot for node in _nodes(tree) if isinstance(node, TableNode)]


def _all(conditions: Sequence[Truth]) -> Truth:
    return lambda context, row: all(condition(context, row) for condition in conditions)


def _qualified(node: exp.Expression) -> tuple[str | None, str | None]:
    """The table and the database that a column is written with."""
    return node.text("table") or None, node.text("db") or None
