"""In which order a server joins the tables of a SELECT: the order of its rows is the order of row events.

A 9.7.4 (its EXPLAIN FORMAT=TREE) tries all orders and takes the cheapest. A table that a key leads to from those before
it is looked up for each row; any other is joined by hashing: the rows so far are the hash table and it is read once, so
that its rows come in their order, and with each of them its partners from the last to the first. An outer join hashes
the inner table. Costs, for tables of one page: 0.25 for a scan (more for other engines than InnoDB), 0.1 for each pair
of rows, 0.35 for each row looked up.

A SELECT of one table is `access.path`'s; what is not flat (joins in parentheses, STRAIGHT_JOIN, LATERAL) is read in the
order of its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from math import prod
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.sources import FromNode, JoinNode, TableNode
from binwriter.sql.syntax.json_table import JsonTable

PAIR, LOOKUP = 0.1, 0.35
_PAGE = 0.25
_BLOCK_LENGTH, _ROW_LENGTH = 4096, 20  # of a MyISAM file; the shortest block of a row of varying length
_EQUAL_SHARE = 0.1  # of the rows that an equality without a key is thought to keep
_SHARES: dict[type[exp.Expression], float] = {
    exp.EQ: _EQUAL_SHARE,
    exp.Between: 0.1111,
    **dict.fromkeys((exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Like), 0.3333),
    exp.NEQ: 0.9,
}
_MOST_TABLES = 5
_MOST_PAIRS = 200_000  # beyond, the rows are found in the order of the text
_REJECTS_NULL = (exp.EQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NEQ, exp.Between, exp.In, exp.Like)

Rows = list[Sequence[Any]]


def scan_cost(table: Table | None, rows: int) -> float:
    """What it costs to read a table of so many rows once, without looking at them (captured: EXPLAIN of a 9.7.4).

    InnoDB has one page a partition; MEMORY and CSV say ten pages and one more for twenty rows; the others two blocks
    and what the rows fill. table None: a derived one.
    """
    if table is None or table.engine.two_phase:
        parts = None if table is None else table.partitioning
        return _PAGE if parts is None else _PAGE * len(parts.names) * parts.per_partition
    engine = table.engine
    if engine.name in ("MEMORY", "CSV"):
        return _PAGE * (10 + rows / 20)
    return _PAGE * (2 + rows * _ROW_LENGTH / _BLOCK_LENGTH)


@dataclass(frozen=True)
class _Table:
    """A table of the join. outer: it is the inner one of LEFT JOIN; condition: of its ON, over it and those before.

    share: of its rows that conditions are thought to keep. fixed: columns that equal constants. needs: the tables that
    its condition names. materialised: a derived table that is not merged into the query.
    """

    node: TableNode
    source: Source
    condition: Truth | None
    outer: bool
    share: float = 1.0
    fixed: frozenset[int] = frozenset()
    needs: frozenset[int] = frozenset()
    materialised: bool = False


@dataclass(frozen=True)
class PlannedJoin:
    """A FROM clause whose order is chosen anew for each run. links: pairs of (table, column) that are equated."""

    tables: tuple[_Table, ...]
    links: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    plain: FromNode

    def combinations(self, context: StatementContext, row: list[Any]) -> Iterator[None] | None:
        """Fills the row's slots with one combination after the other; None for too many of them."""
        rows = [list(table.node.read(context, row)) for table in self.tables]
        if prod(map(len, rows)) > _MOST_PAIRS:
            return None
        return self._run(context, row, rows)

    def _run(self, context: StatementContext, row: list[Any], rows: list[Rows]) -> Iterator[None]:
        order = self._cheapest(rows)
        found: list[tuple[Sequence[Any], ...]] = [()]
        for place, position in enumerate(order):
            before = order[:place]
            found = list(self._joined(context, row, found, before, position, rows))
        for combination in found:
            self._fill(row, order, combination)
            yield

    def _fill(self, row: list[Any], sequence: Sequence[int], combination: Sequence[Sequence[Any]]) -> None:
        for position, values in zip(sequence, combination, strict=True):
            row[self.tables[position].node.slot] = values

    def _joined(
        self,
        context: StatementContext,
        row: list[Any],
        before: list[tuple[Sequence[Any], ...]],
        sequence: Sequence[int],
        position: int,
        rows: list[Rows],
    ) -> Iterator[tuple[Sequence[Any], ...]]:
        """The combinations so far, of the tables of the sequence, with the rows of one more table."""
        table, slot = self.tables[position], self.tables[position].node.slot
        tests, nulls = self._tests(set(sequence), position), (None,) * table.node.columns
        looked_up = self._looked_up(position, sequence, rows) is not None
        if table.outer or looked_up:
            inside = rows[position] if looked_up else rows[position][::-1]
            for one in before:
                self._fill(row, sequence, one)
                matched = False
                for values in inside:
                    if interrupts.asked:
                        interrupts.step()
                    row[slot] = values
                    if table.outer and table.condition is not None and not table.condition(context, row):
                        continue
                    matched = True
                    if all(test(context, row) for test in tests):
                        yield (*one, values)
                if table.outer and not matched:
                    row[slot] = nulls
                    if all(test(context, row) for test in tests):
                        yield (*one, nulls)
            return
        backwards = before[::-1]
        for values in rows[position]:
            for one in backwards:
                if interrupts.asked:
                    interrupts.step()
                self._fill(row, sequence, one)
                row[slot] = values
                if all(test(context, row) for test in tests):
                    yield (*one, values)

    def _tests(self, done: set[int], position: int) -> list[Truth]:
        """The conditions of inner joins that can be asked once this table is there, and could not before."""
        now = done | {position}
        return [
            table.condition
            for n, table in enumerate(self.tables)
            if table.condition is not None
            and not table.outer
            and table.needs | {n} <= now
            and not table.needs | {n} <= done
        ]

    # --- the order ----------------------------------------------------------------------------------------------------

    def _cheapest(self, rows: list[Rows]) -> list[int]:
        constant: list[int] = []
        while True:
            more = [n for n in range(len(self.tables)) if n not in constant and self._is_constant(n, constant)]
            if not more:
                break
            constant += more
        rest = sorted((n for n in range(len(self.tables)) if n not in constant), key=lambda n: len(rows[n]))
        possible = (order for order in permutations(rest) if self._is_possible((*constant, *order)))
        if len(rest) > _MOST_TABLES:
            return [*constant, *sorted(rest)]
        return [*constant, *min(possible, key=lambda order: round(self._cost(constant, order, rows), 6))]

    def _is_possible(self, order: Sequence[int]) -> bool:
        """An outer join's inner table comes behind those that its condition names."""
        return all(self.tables[n].needs <= set(order[:place]) for place, n in enumerate(order) if self.tables[n].outer)

    def _is_constant(self, position: int, constant: Sequence[int]) -> bool:
        """At most one row: a unique key all of whose columns equal constants."""
        table = self.tables[position]
        if table.node.data is None or table.outer:
            return False
        fixed = set(table.fixed) | {own for own, other in self._linked(position) if other in constant}
        return any(key.unique and set(key.columns) <= fixed for key in table.node.data.definition.keys)

    def _linked(self, position: int) -> Iterator[tuple[int, int]]:
        """(own column, other table) of each equality with another table."""
        for left, right in self.links:
            for own, other in ((left, right), (right, left)):
                if own[0] == position:
                    yield own[1], other[0]

    def _looked_up(self, position: int, done: set[int] | Sequence[int], rows: list[Rows]) -> float | None:
        """How many rows a key finds for each row before it; None without such a key."""
        table = self.tables[position]
        linked = {own for own, other in self._linked(position) if other in done}
        if table.node.data is None:  # a materialised table gets a key for this
            return 1.0 if table.materialised and linked else None
        fixed = linked | table.fixed
        best: float | None = None
        for key in table.node.data.definition.keys:
            if key.columns[0] not in fixed or not linked & set(key.columns):
                continue
            if key.unique and set(key.columns) <= fixed:
                return 1.0
            used = []
            for column in key.columns:
                if column not in fixed:
                    break
                used.append(column)
            distinct = len({tuple(values[column] for column in used) for values in rows[position]})
            share = len(rows[position]) / max(1, distinct)
            best = share if best is None else min(best, share)
        return best

    def _cost(self, constant: Sequence[int], order: Sequence[int], rows: list[Rows]) -> float:
        total, sofar, done = 0.0, 1.0, list(constant)
        for position in order:
            table, count = self.tables[position], len(rows[position])
            data = table.node.data
            scan = scan_cost(None if data is None else data.definition, count) + PAIR * sofar * count
            found = self._looked_up(position, done, rows)
            if found is not None and LOOKUP * sofar * found <= scan:
                total += LOOKUP * sofar * found
                sofar *= found * table.share
            else:
                total += scan
                linked = sum(1 for _, other in self._linked(position) if other in done)
                sofar *= count * table.share * max(_EQUAL_SHARE, 1 / max(1, count)) ** linked
            done.append(position)
        return total


def planned(
    select: exp.Expression, tree: FromNode, sources: Sequence[Source], where: exp.Expression | None, scope: Scope
) -> FromNode | PlannedJoin:
    """The FROM clause with the order of a server, where it is one that we know; else as it is."""
    leaves = _flat(select, tree)
    if leaves is None or len(leaves) != len(sources):
        return tree
    given = select.args.get("joins") or ()
    operands = [select.args["from_"].this, *(join.this for join in given)]
    joins = [*given, None] if _is_right(given) else [None, *given]
    place = {source.alias: n for n, source in enumerate(sources)}
    conditions = list(conjuncts(where))
    for (_, _, is_left), join in zip(leaves, joins, strict=True):
        conditions += [] if join is None or is_left else conjuncts(join.args.get("on"))
    links: list[tuple[tuple[int, int], tuple[int, int]]] = []
    tables = []
    for n, ((leaf, condition, outer), join) in enumerate(zip(leaves, joins, strict=True)):
        outer = outer and not any(_rejects_null(one, sources[n]) for one in conditions)
        needs = frozenset(range(n)) or frozenset({1})
        if join is not None:
            on = list(conjuncts(join.args.get("on")))
            links += _links(on, place, sources)
            links += _using(join, n, sources)
            if on:
                named = (_place(column, place, sources) for one in on for column in one.find_all(exp.Column))
                needs = frozenset(found[0] for found in named if found is not None) - {n}
        node = leaf
        if leaf.data is not None:
            used = [column for source, column in scope.used if source == n]
            alone = Scope(scope.context, (sources[n],), clause="where clause")
            path = AccessPath(leaf.data, None if outer else _and(conditions), alone, used, joined=True)
            node = replace(leaf, read=_reader(path))
        materialised = isinstance(operands[n], exp.Subquery) and _is_materialised(operands[n].this)
        tables.append(_Table(node, sources[n], condition, outer, needs=needs, materialised=materialised))
    links += _links(conditions, place, sources)
    known = []
    for n, table in enumerate(tables):
        fixed, share = of_constants(conditions, n, place, sources)
        known.append(replace(table, fixed=frozenset(fixed), share=share))
    return PlannedJoin(tuple(known), tuple(links), tree)


def _is_materialised(query: exp.Expression) -> bool:
    """Whether a derived table is made before the query runs: what cannot be merged."""
    if not isinstance(query, exp.Select) or any(
        query.args.get(part) for part in ("group", "having", "distinct", "limit")
    ):
        return True
    return any(one.find(exp.AggFunc, exp.Window) is not None for one in query.expressions)


def _reader(path: AccessPath) -> Any:
    return lambda context, row: (values for _, values in path.rows(context))


def _flat(select: exp.Expression, tree: FromNode) -> list[tuple[TableNode, Truth | None, bool]] | None:
    """(table, condition, LEFT JOIN?) in the order of the text; None for what is not flat."""
    joins = select.args.get("joins") or ()
    operands = (select.args["from_"].this, *(join.this for join in joins))
    if any(isinstance(operand, (JsonTable, exp.Lateral)) for operand in operands):
        return None
    if _is_right(joins) and isinstance(tree, JoinNode):
        inner, outer = tree.right, tree.left
        if isinstance(inner, TableNode) and isinstance(outer, TableNode):
            return [(inner, tree.condition, True), (outer, None, False)]
    for join in joins:
        if join.text("side").upper() not in ("", "LEFT") or join.text("kind").upper() == "STRAIGHT":
            return None
        if join.text("kind").upper() == "STRAIGHT_JOIN" or join.text("method").upper() == "STRAIGHT_JOIN":
            return None
        if isinstance(join.this, exp.Paren) or join.this.args.get("joins"):
            return None
    if any(str(hint).upper() == "STRAIGHT_JOIN" for hint in select.args.get("operation_modifiers") or ()):
        return None
    found: list[tuple[TableNode, Truth | None, bool]] = []
    while isinstance(tree, JoinNode):
        if not isinstance(tree.right, TableNode):
            return None
        found.append((tree.right, tree.condition, tree.outer))
        tree = tree.left
    if not isinstance(tree, TableNode):
        return None
    found.append((tree, None, False))
    return found[::-1] if len(found) == len(joins) + 1 > 1 else None


def _is_right(joins: Sequence[exp.Expression]) -> bool:
    """One RIGHT JOIN of two tables."""
    return len(joins) == 1 and joins[0].text("side").upper() == "RIGHT"


def _and(conditions: Sequence[exp.Expression]) -> exp.Expression | None:
    combined: exp.Expression | None = None
    for one in conditions:
        combined = one.copy() if combined is None else exp.And(this=combined, expression=one.copy())
    return combined


def _place(node: exp.Expression, place: dict[str, int], sources: Sequence[Source]) -> tuple[int, int] | None:
    """(table, column) of a column node."""
    if not isinstance(node, exp.Column):
        return None
    named = node.text("table")
    for n in [place[named]] if named in place else [] if named else range(len(sources)):
        index = sources[n].index(node.name)
        if index is not None:
            return n, index
    return None


def _links(
    conditions: Sequence[exp.Expression], place: dict[str, int], sources: Sequence[Source]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for node in conditions:
        if isinstance(node, exp.EQ):
            left, right = _place(node.this, place, sources), _place(node.expression, place, sources)
            if left is not None and right is not None and left[0] != right[0]:
                yield left, right


def _using(
    join: exp.Expression, position: int, sources: Sequence[Source]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    names = [name.name for name in join.args.get("using") or ()]
    if join.text("method").upper() == "NATURAL":
        names = [column.name for column in sources[position].columns]
    for name in names:
        own = sources[position].index(name)
        others = range(position) or range(1, len(sources))
        other = next((n for n in others if sources[n].index(name) is not None), None)
        if own is not None and other is not None:
            index = sources[other].index(name)
            assert index is not None
            yield (position, own), (other, index)


def of_constants(
    conditions: Sequence[exp.Expression], position: int, place: dict[str, int], sources: Sequence[Source]
) -> tuple[set[int], float]:
    """The columns that equal constants, and the share of the rows that the conditions are thought to keep."""
    fixed, share = set(), 1.0
    for node in conditions:
        columns = [_place(column, place, sources) for column in node.find_all(exp.Column)]
        if not columns or any(found is None or found[0] != position for found in columns):
            continue
        if isinstance(node, exp.EQ) and len(columns) == 1 and columns[0] is not None:
            sides = (node.this, node.expression)
            if any(isinstance(side, exp.Column) for side in sides):
                fixed.add(columns[0][1])
        share *= (
            min(0.5, _EQUAL_SHARE * len(node.expressions)) if isinstance(node, exp.In) else _SHARES.get(type(node), 1.0)
        )
    return fixed, share


def _rejects_null(node: exp.Expression, source: Source) -> bool:
    """Whether a condition is never true where the source's columns are NULL."""
    if isinstance(node, exp.Not) and isinstance(node.this, exp.Is):
        node = node.this
    elif not isinstance(node, _REJECTS_NULL):
        return False
    sides = (node.this, node.args.get("expression"))
    return any(
        isinstance(side, exp.Column)
        and side.text("table") in ("", source.alias)
        and source.index(side.name) is not None
        for side in sides
    )
