"""The rows that a multi-table UPDATE or DELETE works on: combinations of rows that know where they are stored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from math import prod
from typing import Any

from sqlglot import exp

from binwriter.catalog.keys import has_order
from binwriter.formats.records import dataclass, replace
from binwriter.locks.row_locks import Mode
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import chain_of, conjuncts
from binwriter.sql.expressions.conditions.logic import Truth, asked, truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.derived import RowReader
from binwriter.sql.query.joins import mixed, visited
from binwriter.sql.query.joins.checked_ranges import with_checked_ranges
from binwriter.sql.query.joins.conditions import (
    JoinConditions,
    Place,
    is_of_variables,
    qualified,
    simplified,
)
from binwriter.sql.query.joins.order import JoinOrder, both
from binwriter.sql.query.joins.partners import Partners, equalities, with_partners
from binwriter.sql.query.loops import (
    MOST_PAIRS,
    DatabaseView,
    FromNode,
    JoinNode,
    TableNode,
    TableRows,
    inner_joins,
    iterate,
    joins_in,
    leaves,
)
from binwriter.sql.query.run import Compiler, query_scope
from binwriter.sql.query.sources import FromCompiler
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.text.known_trees import has, nodes_of_query
from binwriter.storage.key_selection import KeySelection
from binwriter.storage.order import RowId


class LocatedRow(tuple[Any, ...]):
    """A stored row with its id."""

    row_id: int

    @classmethod
    def of(cls, values: Sequence[Any], row_id: int) -> LocatedRow:
        row = cls(values)
        row.row_id = row_id
        return row


class _Reader:
    """Reads the rows of a table. path: once all tables are known. locates: they come as `LocatedRow`.

    only: of which rows, None for all; locked: those that are locked, where that is done before they are read.
    """

    path: AccessPath
    locates: bool = False
    only: frozenset[RowId] | None = None
    locked: Collection[RowId] | None = None

    def given(self, row_id: RowId, values: Sequence[Any]) -> Sequence[Any]:
        """A row as `rows` gives it."""
        return LocatedRow.of(values, row_id) if self.locates else values

    def __call__(self, context: StatementContext, row: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """All that the way to them gives."""
        entries = (self.path if self.locked is None else self.path.without_locks()).rows(context)
        for only in (self.only, self.locked):
            if only is not None:
                entries = _of_these(entries, only)
        if self.locates:
            return (LocatedRow.of(values, row_id) for row_id, values in entries)
        return (values for _, values in entries)


def _of_these(entries: Rows, only: Container[RowId]) -> Rows:
    return (entry for entry in entries if entry[0] in only)


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

    def lock_for_change(self, only: frozenset[RowId] | None = None) -> None:
        """The statement changes rows of the table, and wants to know where they are. only: which of them it changes."""
        if self.reader is not None:
            self.reader.locates, self.reader.only = True, only
        if isinstance(self.read, LockedTable):
            self.read.mode = Mode.X


@dataclass(frozen=True)
class JoinedRows:
    """A compiled join. scope: for the statement's own expressions; one slot a table. where: its test."""

    scope: Scope
    tables: tuple[JoinedTable, ...]
    where: Truth | None
    conditions: JoinConditions
    order: JoinOrder

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
        compiler = Compiler(database, context, changes=True)
        tables: list[JoinedTable] = []
        readers: list[tuple[_Reader, Source, TableRows]] = []

        def resolve(node: exp.Expression) -> tuple[Source, RowReader, TableRows | None]:
            source, read, data = compiler.resolve(node)
            if data is None:
                tables.append(JoinedTable(source.alias, source.schema, None))
                return source, read, None
            reader = _Reader()
            readers.append((reader, source, data))
            rows = data.peek() if isinstance(data, LockedTable) else data
            if isinstance(rows, KeySelection):  # what is changed has all its keys
                rows = rows.base
            tables.append(JoinedTable(source.alias, source.schema, rows, data, reader))
            return source, reader, data

        if context.variables.profile.user_vars_when_named:
            from binwriter.sql.query.named_variables import name_in_order  # older servers

            name_in_order(select, Scope(context), where)
        clause = FromCompiler(Scope(context, compile_query=compiler), resolve, orders=True).compile(select)
        assert clause.tree is not None
        if len(tables) < len(clause.sources):  # JSON_TABLE and LATERAL
            known = {(table.alias, table.schema): table for table in tables}
            made = (JoinedTable(source.alias, source.schema, None) for source in clause.sources)
            tables = [known.get((table.alias, table.schema), table) for table in made]
        scope = query_scope(database, context, clause.sources)
        test = None
        if where is not None:
            inside = scope.within("where clause")
            test = asked(compile_expression(where.this, inside), inside, where.this)
        context.diagnostics.extend(clause.told)
        if clause.failure is not None:
            raise clause.failure
        condition = where.this if where is not None else None
        if context.variables.behaviour.outer_joins_map_null:
            from binwriter.sql.query.joins import mapped_null  # older servers

            mapped_null.note(clause.tree, [table.data for table in tables], context)
        tree = simplified(clause.tree, clause.sources, list(conjuncts(condition)))
        on = tuple(term for node in inner_joins(tree) for term in node.on)
        outer = tuple(
            (frozenset(leaf.slot for leaf in leaves(node.right)), _terms(node)) for node in joins_in(tree) if node.outer
        )
        conditions = JoinConditions(scope, tuple(table.data for table in tables), condition, on, outer)
        own = condition
        if own is not None:
            from binwriter.sql.query.joins.carried import carried

            more = list(carried(conditions.all_conjuncts(), clause.sources, conditions.place))
            own = chain_of([own.copy() if more else own, *more])
        places = {(source.alias, source.schema): slot for slot, source in enumerate(clause.sources)}
        for reader, source, data in readers:
            used, slot = None, places[source.alias, source.schema]
            if statement is not None and changed is not None and source.alias not in changed:
                used = conditions.named(slot, statement)
            alone = Scope(context, (source,), clause="where clause")
            asked_of = chain_of(conditions.of_table(slot)) if conditions.is_inner(slot) else own
            reader.path = AccessPath(data, asked_of, alone, used, joined=True)
        order = JoinOrder(conditions, tree, statement, *_made_tables(select, clause.sources))
        return cls(scope, tuple(tables), test, conditions, order)

    def locate(self, node: exp.Expression) -> Place:
        """(slot, column) of a column that the statement sets. ER_BAD_FIELD_ERROR if there is none."""
        place = self.scope.locate(node.name, *qualified(node))
        if place is None:
            name = ".".join(part for part in (node.text("table"), node.name) if part)
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
        return place

    def rows(self) -> Iterator[Sequence[Any]]:
        """One row after the other, all found before the first is given."""
        return iter(self._rows(*self._planned()))

    @property
    def has_virtual(self) -> bool:
        """Whether a stored table has virtual columns."""
        return any(table.data.definition.has_virtual for table in self.tables if table.data is not None)

    def visited(self, told: Mapping[int, Callable[[Sequence[Any]], None]]) -> Iterator[Sequence[Any]]:
        """The same, one after the other while whoever asks changes what is read. told: of tables, by their places, is
        given each row that a server reads."""
        if prod(self.order.sizes()) > MOST_PAIRS:  # of so many nobody is told
            return self.rows()
        self._begin()
        return visited.rows(self.scope, self.conditions, self.order, told)

    def located(self, slot: int) -> Iterator[tuple[RowId | None, Sequence[Any]]]:
        """The same, and where the row of one table, which the statement changes, is stored. None: there is no row."""
        tree, where = self._planned()
        reader = self.tables[slot].reader
        if (
            where is None
            and reader is not None
            and isinstance(tree, JoinNode)
            and tree.condition is None
            and isinstance(tree.right, TableNode)
            and isinstance(tree.left, TableNode)
            and (tree.left.slot == slot and tree.left.read is reader)
            and isinstance(tree.partners, Partners)
            and tree.partners.takes_values_as_they_are
        ):
            return iter(self._pairs(reader, tree.partners, slot))
        rows = ((row[slot], row) for row in self._rows(tree, where))
        return ((place.row_id if isinstance(place, LocatedRow) else None, row) for place, row in rows)

    def _planned(self) -> tuple[FromNode, Truth | None]:
        """What is read, and the test of a combination."""
        self._begin()
        tree, more = self.order.ordered()
        tree, where = self._with_sought(self._with_partners(tree)), self._where_of_variables() or self.where
        if isinstance(tree, JoinNode):
            tree = with_checked_ranges(
                tree, self.conditions, [table.reader for table in self.tables], set(self.order.whole())
            )
        if more is not None:
            where = both(more, where)
        if isinstance(tree, JoinNode) and tree.partners is not None and self._is_one_equality():
            return replace(tree, condition=None), None  # partners are equal
        return tree, where

    def _begin(self) -> None:
        """Asks for what is asked before there are rows, and tells which tables are read as a whole."""
        self._ask_constants()
        self.lock()
        for slot, (key, columns) in self.order.looked_up().items():
            reader = self.tables[slot].reader
            if reader is not None and len(columns) < len(key.columns) and has_order(reader.path.table, key):
                reader.path.by = key  # rows of one value come as the rest of the key has them
        for slot in self.order.whole():
            reader = self.tables[slot].reader
            if reader is not None and reader.path.reads_all(self.scope.context):
                reader.path.tell(self.scope.context)

    def lock(self) -> None:
        """Locks the rows that the join comes by, where any are locked."""
        readers = {slot: table.reader for slot, table in enumerate(self.tables) if table.reader is not None}
        if not any(isinstance(table.read, LockedTable) for table in self.tables):
            return
        from binwriter.sql.query.joins.locked_changes import rows_locked  # beside other sessions

        paths = {slot: reader.path for slot, reader in readers.items()}
        found = rows_locked(self.scope, self.conditions, self.order, paths)
        for slot, reader in readers.items():
            reader.locked = None if found is None else found[slot]

    def _rows(self, tree: FromNode, where: Truth | None) -> list[Sequence[Any]]:
        row: list[Any] = [()] * len(self.tables)
        combinations: list[Sequence[Any]] = []
        if where is None and isinstance(tree, JoinNode) and tree.condition is None and tree.partners is not None:
            left, right = tree.left, tree.right
            if isinstance(left, TableNode) and isinstance(right, TableNode):  # nothing is to be tested
                for values in left.read(self.scope.context, row):
                    if interrupts.asked:
                        interrupts.step()
                    row[left.slot] = values
                    for other in tree.partners(self.scope.context, row):
                        row[right.slot] = other
                        combinations.append(tuple(row))
                return combinations
        context, number = self.scope.context, self.scope.context.row_number
        counts = isinstance(self.order.statement, exp.Update)
        for _ in iterate(tree, context, row):
            if where is None or where(context, row):
                combinations.append(tuple(row))
                if counts:
                    context.row_number = 1 + len(combinations)
        context.row_number = number
        if combinations and context.facts.outer_joined:
            from binwriter.sql.query.joins import mapped_null

            datas = [table.data for table in self.tables]
            mapped_null.note_found(combinations[0], self.order.constants(), datas, context)
        return combinations

    def _pairs(self, reader: _Reader, partners: Partners, slot: int) -> list[tuple[RowId, Sequence[Any]]]:
        """The rows of two tables with nothing to be tested, as `iterate` finds them. slot: of the one that is read
        first."""
        context, column, pairs = self.scope.context, partners.value_at[1], list[tuple[RowId, Sequence[Any]]]()
        row: list[Any] = [(), ()]
        entries = reader.path.rows(context)
        groups: dict[Any, list[Sequence[Any]]] | None = None
        for row_id, values in entries:
            if interrupts.asked:
                interrupts.step()
                groups = None
            value = values[column]
            if value is None:
                continue
            if groups is None:
                row[slot] = values
                groups = partners.groups(context, row)
            for other in groups.get(value, ()):
                pairs.append((row_id, (other, values) if slot else (values, other)))
        return pairs

    def _with_partners(self, tree: FromNode) -> FromNode:
        conditions = [*self.conditions.on, self.conditions.where]
        return with_partners(tree, conditions, self.scope, to_the_end=True, filters=False)

    def _with_sought(self, tree: FromNode) -> FromNode:
        """Tables that a key finds by a text of the tables before them."""
        sources = self.scope.sources
        links = [
            link
            for link in self.conditions.linked()
            if Kind.STRING in (kinds := [sources[place[0]].columns[place[1]].type.kind for place in link])
            and kinds[0] is not kinds[1]
        ]
        return self._sought_in(tree, tuple(mixed.mixed_equalities(links, self.scope))) if links else tree

    def _sought_in(self, tree: FromNode, equal: tuple[mixed.MixedEquality, ...]) -> FromNode:
        if not isinstance(tree, JoinNode):
            return tree
        left, right, partners = self._sought_in(tree.left, equal), self._sought_in(tree.right, equal), tree.partners
        data = self.tables[right.slot].data if isinstance(right, TableNode) else None
        if isinstance(right, TableNode) and data is not None and partners is None:
            keyed = {key.columns[0] for key in data.definition.keys}
            partners = mixed.sought(right, {leaf.slot for leaf in leaves(left)}, equal, keyed)
        return replace(tree, left=left, right=right, partners=partners)

    def _is_one_equality(self) -> bool:
        """Whether one equality of whole numbers is all that is asked of two tables."""
        conditions = self.conditions.all_conjuncts()
        if len(self.tables) != 2 or len(conditions) != 1:
            return False
        equal = equalities(conditions, self.scope)
        return len(equal) == 1 and equal[0].is_exact

    def _ask_constants(self) -> None:
        """A server asks for the variables that keys equal before it reads rows (they are logged in this order)."""
        for node in self.conditions.all_conjuncts():
            if not isinstance(node, exp.EQ):
                continue
            for column, other in ((node.this, node.expression), (node.expression, node.this)):
                place = self.conditions.place(column)
                if place is not None and self.conditions.begins_key(*place) and is_of_variables(other):
                    compile_expression(other, self.scope.within("where clause")).eval(self.scope.context, ())

    def _where_of_variables(self) -> Truth | None:
        """WHERE, if variables are in it, with the conditions on tables of one row first."""
        joined = list(conjuncts(self.conditions.where))
        if len(joined) < 2 or not any(has(node, exp.Parameter) for node in joined):
            return None
        tables = enumerate(self.conditions.tables)
        constant = {slot for slot, data in tables if data is not None and self.conditions.is_constant(slot, data)}

        def is_late(node: exp.Expression) -> bool:
            places = [self.conditions.place(column) for column in node.find_all(exp.Column)]
            return any(place is None or place[0] not in constant for place in places)

        scope = self.scope.within("where clause")
        tests = [truth(compile_expression(node, scope)) for node in sorted(joined, key=is_late)]
        return lambda context, row: all(test(context, row) for test in tests)


def _terms(node: JoinNode) -> tuple[exp.Expression, ...]:
    """What an outer join asks of the tables on its right."""
    return (*node.on, *(term for inside in inner_joins(node.right) for term in inside.on))


def _changed_tables(statement: exp.Expression | None) -> set[str] | None:
    """The names of the tables that an UPDATE or DELETE changes; None where they are not written with the columns."""
    if isinstance(statement, exp.Update):
        names = {item.this.text("table") for item in statement.expressions}
        return None if "" in names else names
    if isinstance(statement, exp.Delete):
        return {node.name for node in statement.args.get("tables") or ()} or None
    return None


def _made_tables(select: exp.Expression, sources: Sequence[Source]) -> tuple[frozenset[int], frozenset[int]]:
    """The places of JSON_TABLEs that ask no other table, and of those that do, as LATERAL may."""
    free, behind = set[int](), set[int]()
    places = {source.alias.lower(): place for place, source in enumerate(sources)}
    for node in nodes_of_query(select):
        if isinstance(node, (JsonTable, exp.Lateral)) and node.alias.lower() in places:
            asks = isinstance(node, exp.Lateral) or node.find(exp.Column) is not None
            (behind if asks else free).add(places[node.alias.lower()])
    return frozenset(free), frozenset(behind)
