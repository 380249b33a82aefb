"""What the conditions of a join of stored tables say of them: which columns are equal, which keys find rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query.access.range_estimates import bounds_of
from binwriter.sql.query.loops import FromNode, JoinNode, TableRows, leaves
from binwriter.sql.text.known_trees import nodes_in, nodes_outside, once_a_tree
from binwriter.sql.types import function_of

Place = tuple[int, int]  # slot and number of a column

_COMPARED = (exp.EQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NEQ, exp.Like)
_CALCULATED = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor)
_OF_EACH = (*_COMPARED, *_CALCULATED, exp.Xor)
_OF_OPERAND = (
    exp.Interval,
    exp.Paren,
    exp.Neg,
    exp.Not,
    exp.Abs,
    exp.In,
    exp.Between,
    exp.Upper,
    exp.Lower,
    exp.Length,
    exp.BitwiseNot,
)


@dataclass(frozen=True)
class JoinConditions:
    """scope: one slot a table. tables: their rows (None of a derived one). where: its text as a tree; on: the parts of
    ON of inner joins, with what USING and NATURAL equate as ON would say it; outer: those of outer joins, with the
    tables that they join."""

    scope: Scope
    tables: tuple[TableRows | None, ...]
    where: exp.Expression | None
    on: tuple[exp.Expression, ...]
    outer: tuple[tuple[frozenset[int], tuple[exp.Expression, ...]], ...] = ()

    def all_conjuncts(self) -> list[exp.Expression]:
        """The parts of ON of inner joins, then those of WHERE."""
        return self._conjuncts

    def of_table(self, slot: int) -> Sequence[exp.Expression]:
        """What a table's rows are looked for by: of what an outer join may make NULL, its own ON."""
        own = [node for slots, on in self.outer if slot in slots for node in on]
        return own if self.is_inner(slot) else self._conjuncts

    def named(self, slot: int, statement: exp.Expression) -> set[int]:
        """The columns of a table that the statement names, be it by USING."""
        terms = (*self.on, *(node for _, on in self.outer for node in on))
        places = (self.place(column) for term in terms for column in nodes_in(term, exp.Column))
        asked = {place[1] for place in places if place is not None and place[0] == slot}
        return columns_of(self.scope.sources[slot], statement) | asked

    def is_inner(self, slot: int) -> bool:
        """Whether an outer join may make its rows NULL."""
        return any(slot in slots for slots, _ in self.outer)

    @worked_out_once
    def _conjuncts(self) -> list[exp.Expression]:
        return [part for on in (*self.on, self.where) for node in conjuncts(on) for part in bounds_of(node)]

    def joins_on(self, slot: int, columns: frozenset[int]) -> bool:
        """Whether a condition compares one of these columns of a table with another table's.

        An equality by which a key finds the other table's row is not asked again once the row is found.
        """
        return any(True for _ in self.compared(slot, columns))

    def compared(self, slot: int, columns: frozenset[int]) -> Iterator[exp.Expression]:
        """The conditions that do so."""
        for node, places in self._with_columns(lambda node: not self._looks_up_from(node, slot)):
            if any(other != slot for other, _ in places) and any((slot, index) in places for index in columns):
                yield node

    def _looks_up_from(self, node: exp.Expression, slot: int) -> bool:
        """Whether it equals a column of that table and the first one of another table's key."""
        if not isinstance(node, exp.EQ):
            return False
        places = [self.place(node.this), self.place(node.expression)]
        others = [place for place in places if place is not None and place[0] != slot]
        return None not in places and len(others) == 1 and self.begins_key(*others[0])

    def equals_others(self, slot: int, columns: frozenset[int]) -> set[int]:
        """The tables with a column of which one of these columns is to be equal."""
        slots = set()
        for places in self._columns_of_conditions(lambda node: isinstance(node, exp.EQ)):
            if any((slot, index) in places for index in columns):
                slots |= {other for other, _ in places if other != slot}
        return slots

    def restricts(self, slot: int, columns: frozenset[int]) -> bool:
        """Whether a condition on the one table alone names one of its columns: a key of it may find the rows."""
        return any(
            all(other == slot for other, _ in places) and any((slot, index) in places for index in columns)
            for places in self._columns_of_conditions()
        )

    def _columns_of_conditions(self, chosen: Callable[[exp.Expression], bool] = lambda _: True) -> Iterator[set[Place]]:
        """The columns, by slot and number, that each chosen part of WHERE and ON names."""
        return (places for _, places in self._with_columns(chosen))

    def _with_columns(self, chosen: Callable[[exp.Expression], bool]) -> Iterator[tuple[exp.Expression, set[Place]]]:
        for condition in (self.where, *self.on, *(node for _, on in self.outer for node in on)):
            for conjunct in filter(chosen, conjuncts(condition)):
                own = (node for node in nodes_outside(conjunct, exp.Select) if isinstance(node, exp.Column))
                named = (self.scope.locate(node.name, *qualified(node)) for node in own)
                yield conjunct, {place for place in named if place is not None}

    def begins_key(self, slot: int, column: int) -> bool:
        """Whether a key has it for its first column."""
        data = self.tables[slot]
        return data is not None and any(key.columns[:1] == (column,) for key in data.definition.keys)

    def equated(self) -> list[tuple[Place | None, Place | None]]:
        """The pairs of columns that are equal."""
        return self._equated

    @worked_out_once
    def _equated(self) -> list[tuple[Place | None, Place | None]]:
        return [(self.place(node.this), self.place(node.expression)) for node in self.all_conjuncts() if is_pair(node)]

    def linked(self) -> list[tuple[Place, Place]]:
        """The pairs of columns that are equal, those of outer joins, too."""
        terms = {id(node): node for slot in range(len(self.tables)) for node in self.of_table(slot)}
        pairs = ((self.place(node.this), self.place(node.expression)) for node in terms.values() if is_pair(node))
        return [(left, right) for left, right in pairs if left is not None and right is not None]

    def standing_alone(self) -> list[exp.Expression]:
        """The conditions without those on a column that equals another one: a key finds these rows."""
        return self._standing_alone

    @worked_out_once
    def _standing_alone(self) -> list[exp.Expression]:
        equated = {place for pair in self.equated() for place in pair}
        conditions = self.all_conjuncts()
        return [
            node
            for node in conditions
            if not any(self.place(column) in equated for column in nodes_in(node, exp.Column))
        ]

    def is_found_by_key(self, slot: int) -> bool:
        """A condition says that a key's first column equals something of the other tables."""
        return bool(self.finds_by_key(slot))

    def equal_columns(self, slot: int, done: Set[int]) -> set[int]:
        """Its columns of which conditions say what they equal: something of these other tables, or a constant."""
        inner = self.is_inner(slot)
        found = set() if inner else {place[1] for place in self._fixed if place[0] == slot}
        for node in self.of_table(slot):
            if isinstance(node, exp.EQ):
                for column, other in ((node.this, node.expression), (node.expression, node.this)):
                    place = self.place(column)
                    others = {of[0] for inside in nodes_in(other, exp.Column) if (of := self.place(inside))}
                    known = others or (inner and _is_known(other))
                    if place is not None and place[0] == slot and known and others <= done:
                        found.add(place[1])
        for places in () if inner else self._equal_places:
            if any(place[0] in done for place in places):
                found |= {place[1] for place in places if place[0] == slot}
        return found

    @worked_out_once
    def _equal_places(self) -> list[set[Place]]:
        return classes_of(self.equated())

    def finds_by_key(self, slot: int) -> set[int]:
        """The tables whose values a key of this one would find rows by."""
        found: set[int] = set()
        data = self.tables[slot]
        if data is None:
            return found
        firsts = {key.columns[0] for key in data.definition.keys if key.columns}
        for node in self.of_table(slot):
            if isinstance(node, exp.EQ):
                for column, other in ((node.this, node.expression), (node.expression, node.this)):
                    place = self.place(column)
                    others = {of[0] for inner in nodes_in(other, exp.Column) if (of := self.place(inner))}
                    if place is not None and place[0] == slot and place[1] in firsts and others and slot not in others:
                        found |= others
        return found

    def is_constant(self, slot: int, data: TableRows, constants: Set[int] = frozenset()) -> bool:
        """A unique key of the table all of whose columns equal constants, or what equals one. constants: tables of
        which one row is known."""
        fixed = self.equal_columns(slot, constants)
        return any(key.unique and set(key.columns) <= fixed for key in data.definition.keys)

    def fixed_by_others(self, slot: int) -> set[int]:
        """Columns that equal constants only by way of another table's."""
        return {place[1] for place in self._fixed - self._given if place[0] == slot}

    @worked_out_once
    def _given(self) -> set[Place]:
        """The columns that conditions equate with constants."""
        fixed: set[Place] = set()
        for node in self.all_conjuncts():
            if isinstance(node, exp.EQ):
                for column, other in ((node.this, node.expression), (node.expression, node.this)):
                    if _is_known(other) and (place := self.place(column)) is not None:
                        fixed.add(place)
        return fixed

    @worked_out_once
    def _fixed(self) -> set[Place]:
        """These, and those that equal one of them."""
        fixed = set(self._given)
        while True:
            pairs = [pair for left, right in self.equated() for pair in ((left, right), (right, left))]
            more = {other for one, other in pairs if one in fixed and other is not None} - fixed
            if not more:
                return fixed
            fixed |= more

    def place(self, node: exp.Expression) -> Place | None:
        """Where it is, of a column; None of a subquery's own name that several of the join's tables have."""
        if not isinstance(node, exp.Column):
            return None
        known = self._places.get(id(node))
        if known is not None and known[0] is node:
            return known[1]
        try:
            place = self.scope.place_of(node)
        except MySQLError:  # what is read here has been compiled before: no name of the join itself is ambiguous
            place = None
        self._places[id(node)] = node, place
        return place

    @worked_out_once
    def _places(self) -> dict[int, tuple[exp.Expression, Place | None]]:
        return {}


def _is_known(node: exp.Expression) -> bool:
    """Whether it is a constant."""
    return isinstance(node, (exp.Literal, exp.Neg)) or is_of_variables(node)


@once_a_tree
def is_of_variables(node: exp.Expression) -> bool:
    """Whether it is made of user variables and literals only."""
    if node.find(exp.Parameter) is None:
        return False
    return all(isinstance(tree, (exp.Parameter, exp.Var, exp.Literal, exp.Binary, exp.Neg)) for tree in node.walk())


def equal_by_name(join: exp.Expression, position: int, sources: Sequence[Source]) -> Iterator[tuple[Place, Place]]:
    """The pairs of columns that USING and NATURAL equate."""
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


def written(sources: Sequence[Source], slot: int, index: int) -> exp.Column:
    """A column's name that no other table of the join has."""
    source = sources[slot]
    return exp.column(source.columns[index].name, source.alias, source.schema)


def columns_of(source: Source, statement: exp.Expression) -> set[int]:
    """The columns of a source that the statement names."""
    named = (node for node in nodes_in(statement, exp.Column) if source.is_named_by(node))
    return {index for node in named if (index := source.index(node.name)) is not None}


def is_of_constant(node: exp.Expression) -> bool:
    """`column = literal`."""
    return isinstance(node, exp.EQ) and isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Literal)


def classes_of(pairs: Iterable[tuple[Place | None, Place | None]]) -> list[set[Place]]:
    """The columns that equal one another, by way of others too, of the pairs that are equated."""
    classes: list[set[Place]] = []
    for left, right in pairs:
        if left is None or right is None:
            continue
        same = {left, right}.union(*(places for places in classes if places & {left, right}))
        classes = [*(places for places in classes if not places & same), same]
    return classes


def qualified(node: exp.Expression) -> tuple[str | None, str | None]:
    """The table and the database that a column is written with."""
    return node.text("table") or None, node.text("db") or None


def rejects_null(node: exp.Expression, source: Source) -> bool:
    """Whether a condition is NULL or false where all of a source's columns are NULL.

    Source: MySQL manual, "Outer Join Simplification", and what a 9.7.4 makes of operators (captured: joins_simplified,
    joins_not_simplified).
    """
    if isinstance(node, exp.Paren):
        return rejects_null(node.this, source)
    if isinstance(node, exp.Not) and isinstance(node.this, exp.Is):
        return isinstance(node.this.expression, exp.Null) and _is_null(node.this.this, source)
    if isinstance(node, exp.And):
        return rejects_null(node.this, source) or rejects_null(node.expression, source)
    if isinstance(node, exp.Or):
        return rejects_null(node.this, source) and rejects_null(node.expression, source)
    if isinstance(node, exp.Between):
        return any(_is_null(operand, source) for operand in _operands(node))
    if isinstance(node, (exp.In, *_COMPARED)) and _asks_query(node):
        return not isinstance(node.args.get("expression"), exp.All) and _is_null(node.this, source)
    return _is_null(node, source)


def _asks_query(node: exp.Expression) -> bool:
    """Whether a value is compared with the rows of a query, which may be none."""
    return node.args.get("query") is not None or isinstance(node.args.get("expression"), (exp.All, exp.Any))


def _is_null(node: exp.Expression, source: Source) -> bool:
    """Whether an expression is NULL where all of a source's columns are NULL; or a server takes it for such (captured:
    joins_not_simplified): then it loses the row."""
    if isinstance(node, exp.Column):
        return source.is_named_by(node) and source.index(node.name) is not None
    if isinstance(node, (exp.And, exp.Or)):
        return all(_is_null(operand, source) for operand in _operands(node))
    if isinstance(node, (exp.In, *_COMPARED)) and _asks_query(node):
        return False
    if isinstance(node, (exp.EQ, exp.NEQ)) and isinstance(node.this, exp.Tuple):
        return False
    if isinstance(node, _OF_EACH):
        return any(_is_null(operand, source) for operand in _operands(node))
    called = function_of(node) if isinstance(node, exp.Anonymous) else None
    if isinstance(node, (exp.Concat, exp.Tuple)) or (called is not None and called.taken_for_null):
        return any(_is_null(operand, source) for operand in node.expressions)
    return isinstance(node, _OF_OPERAND) and isinstance(node.this, exp.Expression) and _is_null(node.this, source)


def _operands(node: exp.Expression) -> list[exp.Expression]:
    named = (node.args.get(name) for name in ("this", "expression", "low", "high"))
    return [operand for operand in named if isinstance(operand, exp.Expression)]


def simplified(tree: FromNode, sources: Sequence[Source], wanted: Sequence[exp.Expression]) -> FromNode:
    """The joins, of which those are inner ones whose NULLs a condition refuses.

    wanted: of WHERE, and of ON of inner joins around. Source: MySQL manual, "Outer Join Simplification".
    """
    if not isinstance(tree, JoinNode):
        return tree
    inner = [sources[node.slot] for node in leaves(tree.right)]
    outer = tree.outer and not any(rejects_null(term, source) for term in wanted for source in inner)
    inside = wanted if outer else (*wanted, *tree.on)
    right = simplified(tree.right, sources, (*wanted, *tree.on) if tree.outer else inside)
    return replace(tree, left=simplified(tree.left, sources, inside), right=right, outer=outer)


def is_pair(node: exp.Expression) -> bool:
    """column = column."""
    return isinstance(node, exp.EQ) and isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Column)
