"""Queries of the one row that a unique key finds, joined with rows of others by their unique keys, and with all rows of
one table that belong to them: which they are.

Without such a table there is one row at most, whatever the order in which tables are read, and no sorting or LIMIT that
matters. With it a server knows the others' rows before it plans, and reads the table's own in the order that it keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.quick.literals import converter
from binwriter.sql.quick.shapes import FOUND_BY, Fill, Literals, compared, is_plain_table
from binwriter.sql.store.numbers import INTEGER_BITS

# the parts that such a query may be made of, and what each may have
_PARTS: dict[type, frozenset[str]] = {
    exp.Select: frozenset({"expressions", "from_", "joins", "where", "order", "limit"}),
    exp.From: frozenset({"this"}),
    exp.Join: frozenset({"this", "on", "kind", "side"}),
    exp.Table: frozenset({"this", "db", "alias"}),
    exp.TableAlias: frozenset({"this"}),
    exp.Where: frozenset({"this"}),
    exp.And: frozenset({"this", "expression"}),
    exp.EQ: frozenset({"this", "expression"}),
    exp.Paren: frozenset({"this"}),
    exp.Limit: frozenset({"expression"}),
    exp.Column: frozenset({"this", "table"}),
    exp.Identifier: frozenset({"this", "quoted"}),
    exp.Alias: frozenset({"this", "alias"}),
    exp.Star: frozenset(),
    exp.Literal: frozenset({"this", "is_string"}),
    exp.Order: frozenset({"expressions"}),
    exp.Ordered: frozenset({"this", "desc", "nulls_first"}),
}
_MOST_TABLES = 12
_Place = tuple[int, int]  # table and column


@dataclass(frozen=True, slots=True)
class Step:
    """A table whose row is found by the values of columns that are known. outer: it may have none. many: the key finds
    any number of rows, which equal the value in its first column."""

    table: int
    key: Key
    by: _Place
    outer: bool = False
    many: bool = False


@dataclass(frozen=True, slots=True)
class RowJoin:
    """first: the table whose row literals find, by this key. steps: the others, in an order in which they are found.
    limit: the number of LIMIT's literal, which must not be 0."""

    first: int
    key: Key
    fills: tuple[Fill, ...]
    steps: tuple[Step, ...]
    limit: int | None

    def values(self, literals: Sequence[str]) -> tuple[Any, ...]:
        """The key's values. ValueError for literals that are not plain."""
        if self.limit is not None and not (literals[self.limit].isdecimal() and int(literals[self.limit])):
            raise ValueError("LIMIT 0")
        return tuple([fill.convert(literals[fill.literal]) for fill in self.fills])

    @property
    def many(self) -> Step | None:
        """The step that finds any number of rows."""
        return next((step for step in self.steps if step.many), None)


class _Reader:
    """tables: in the order of FROM, with the names that they have there."""

    def __init__(self, tree: exp.Expression, tables: Sequence[tuple[str, Table]], literals: Sequence[str]) -> None:
        self._tree, self._tables, self._literals = tree, tables, Literals(literals)

    def read(self) -> RowJoin:
        tree, joins = self._tree, self._tree.args.get("joins") or ()
        inner, outer = list[exp.Expression](), list[tuple[int, exp.Expression]]()
        for number, join in enumerate(joins, 1):
            side, kind, on = str(join.args.get("side") or ""), str(join.args.get("kind") or ""), join.args.get("on")
            if side not in ("", "LEFT") or kind not in ("", "INNER", "OUTER", "CROSS") or (side and on is None):
                raise ValueError("another join")
            if side:
                outer.append((number, on))
            else:
                inner += [] if on is None else conjuncts(on)
        if any(node.find(exp.Literal) for node in inner) or any(on.find(exp.Literal) for _, on in outer):
            raise ValueError("literals beside keys")
        links, found = list[tuple[_Place, _Place]](), dict[_Place, Fill]()
        for test in (*inner, *conjuncts(tree.args.get("where"))):
            self._ask(test, links, found)
        limit = self._limit()
        self._literals.ended()
        first = {place[0] for place in found}
        nullable = {number for number, _ in outer}
        if len(first) != 1 or first & nullable:
            raise ValueError("no row, or several")
        (start,) = first
        start, key, fills = self._start(start, found, links, nullable)
        steps, known = list[Step](), {start}
        while links:
            step = next((step for link in links if (step := self._step(link, known, nullable)) is not None), None)
            if step is None and len(known | nullable) + 1 == len(self._tables):
                step = next((step for link in links if (step := self._many(link, known, nullable)) is not None), None)
            if step is None:
                raise ValueError("no unique key")
            links = [link for link in links if {link[0], link[1]} != {step.by, (step.table, step.key.columns[0])}]
            steps.append(step)
            known.add(step.table)
        if outer and any(step.many for step in steps):
            raise ValueError("an order by costs")
        for number, on in outer:
            terms = conjuncts(on)
            one = self._linked(terms[0]) if len(terms) == 1 else None
            own = None if one is None else self._step(one, known, set())
            if own is None or own.table != number:
                raise ValueError("no unique key")
            steps.append(replace(own, outer=True))
            known.add(number)
        if len(known) < len(self._tables):
            raise ValueError("a table of its own")
        return RowJoin(start, key, fills, tuple(steps), limit)

    def _ask(self, test: Any, links: list[tuple[_Place, _Place]], found: dict[_Place, Fill]) -> None:
        test = test.unnest()
        if type(test) is not exp.EQ:
            raise ValueError("no equality")
        if type(test.expression) is exp.Column:
            links.append(self._linked(test))
            return
        place = self._place(test.this)
        table = self._tables[place[0]][1]
        if place in found or table.columns[place[1]].spec.type not in FOUND_BY:
            raise ValueError("values that are compared in another way")
        fill = self._literals.fill(test.expression, table, place[1])
        found[place] = Fill(place[1], fill.literal, compared(fill.convert))

    def _linked(self, test: Any) -> tuple[_Place, _Place]:
        """Two columns that are compared as they are stored."""
        test = test.unnest()
        if type(test) is not exp.EQ:
            raise ValueError("no equality")
        one, other = self._place(test.this), self._place(test.expression)
        specs = [self._tables[table][1].columns[column].spec for table, column in (one, other)]
        numbers = all(spec.type in INTEGER_BITS for spec in specs)
        texts = all(spec.type in (ColumnType.VARCHAR, ColumnType.STRING) for spec in specs)
        if one[0] == other[0] or not (numbers or (texts and specs[0].collation == specs[1].collation)):
            raise ValueError("values that have to be converted")
        return one, other

    def _place(self, node: exp.Expression) -> _Place:
        if type(node) is not exp.Column:
            raise ValueError("no column")
        name, table = node.name.lower(), node.text("table")
        places = [
            (number, own.index_of[name])
            for number, (alias, own) in enumerate(self._tables)
            if table in ("", alias) and name in own.index_of
        ]
        if len(places) != 1:
            raise ValueError("no column, or several")
        return places[0]

    def _key(self, table: int, found: dict[_Place, Fill]) -> tuple[Key, tuple[Fill, ...]]:
        columns = {column: fill for (_, column), fill in found.items()}
        for key in self._tables[table][1].keys:
            if key.unique and set(key.columns) == columns.keys() and not _is_cut(key):
                return key, tuple([columns[column] for column in key.columns])
        raise ValueError("no unique key")

    def _start(
        self, table: int, found: dict[_Place, Fill], links: Sequence[tuple[_Place, _Place]], nullable: set[int]
    ) -> tuple[int, Key, tuple[Fill, ...]]:
        """The table whose row literals find; beside a column that equals a unique key they find the row of that key."""
        try:
            return table, *self._key(table, found)
        except ValueError:
            if len(found) > 1:
                raise
        for link in links:
            for (own, column), by in (link, link[::-1]):
                convert = converter(self._tables[own][1].columns[column].spec)
                if by not in found or own in nullable or convert is None:
                    continue
                try:
                    fill = Fill(column, found[by].literal, compared(convert))
                    return own, *self._key(own, {(own, column): fill})
                except ValueError:
                    continue
        raise ValueError("no unique key")

    def _many(self, link: tuple[_Place, _Place], known: set[int], nullable: set[int]) -> Step | None:
        """The rows of a table that equal a number, where one key alone finds them and has no other order than it."""
        for (table, column), by in (link, link[::-1]):
            if by[0] not in known or table in known or table in nullable:
                continue
            own = self._tables[table][1]
            keys = [key for key in own.keys if column in key.columns]
            if len(keys) != 1 or own.columns[column].spec.type not in INTEGER_BITS or own.primary_key is None:
                continue
            (key,) = keys
            is_first = key.columns[0] == column and (key is own.primary_key or len(key.columns) == 1)
            if is_first and not _is_cut(key):
                return Step(table, key, by, many=True)
        return None

    def _step(self, link: tuple[_Place, _Place], known: set[int], nullable: set[int]) -> Step | None:
        for (table, column), by in (link, link[::-1]):
            if by[0] not in known or table in known or table in nullable:
                continue
            for key in self._tables[table][1].keys:
                if key.unique and tuple(key.columns) == (column,) and not _is_cut(key):
                    return Step(table, key, by)
        return None

    def _limit(self) -> int | None:
        limit = self._tree.args.get("limit")
        return None if limit is None else self._literals.take(limit.expression)


def _is_cut(key: Key) -> bool:
    return any(part.length or part.descending for part in key.parts)


def row_join(tree: exp.Expression, tables: Sequence[tuple[str, Table]], literals: Sequence[str]) -> RowJoin | None:
    """How the row of such a query is found; None for other queries. tables: of FROM, by the names they have there."""
    if type(tree) is not exp.Select or not 1 < len(tables) <= _MOST_TABLES:
        return None
    if len({name.lower() for name, _ in tables}) < len(tables) or not all(is_plain_table(table) for _, table in tables):
        return None
    if any(type(item.unalias()) not in (exp.Column, exp.Star) for item in tree.expressions):
        return None
    for part in tree.walk():
        allowed = _PARTS.get(type(part))
        if allowed is None or any(value and name not in allowed for name, value in part.args.items()):
            return None
    order = tree.args.get("order")
    if order is not None and any(type(item.this) is not exp.Column for item in order.expressions):
        return None
    try:
        return _Reader(tree, tables, literals).read()
    except ValueError:
        return None
