"""The shapes of statements that are run without being read: one row by its values, or by a key.

INSERT .. VALUES of one row, UPDATE .. SET column = literal | column +- literal WHERE key = literal, DELETE and SELECT
of columns likewise, where the key is the primary key or another unique one. A shape says where its literals go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, getcontext
from operator import add, sub
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import DefaultKind, Key, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.quick.literals import Converter, converter, storing
from binwriter.sql.quick.moments import Timed, follows_clock, is_now, told_time
from binwriter.sql.quick.texts import said
from binwriter.sql.store.numbers import INTEGER_BITS, integer_range

Row = tuple[ColumnValue, ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """A literal of the statement, by its number, goes into a column."""

    column: int
    literal: int
    convert: Converter


@dataclass(frozen=True, slots=True)
class Change:
    """SET of one column. fill: its literal, None for NULL. operator: of `column = column + literal`, with the range of
    the column. computed: what is computed of the row; fixed: the literals in it, which are always these."""

    column: int
    fill: Fill | None
    operator: Any = None
    low: int | Decimal = 0
    high: int | Decimal = 0
    computed: Callable[[Row], ColumnValue] | None = None
    fixed: tuple[tuple[int, str], ...] = ()


# what compiles the value of a column; ValueError for one that it does not take
Compute = Callable[[exp.Expression, int], Callable[[Row], ColumnValue]]


@dataclass(frozen=True, slots=True)
class InsertShape:
    """One row. constants: the row with what no literal gives. counter: the AUTO_INCREMENT column; generates: it is
    given no value."""

    constants: Row
    fills: tuple[Fill, ...]
    counter: int | None
    generates: bool
    timed: tuple[Timed, ...] = ()

    def row(self, literals: Sequence[str]) -> list[ColumnValue]:
        """The row, without a generated value. ValueError for literals that are not plain."""
        row = list(self.constants)
        for fill in self.fills:
            row[fill.column] = fill.convert(literals[fill.literal])
        return row


@dataclass(frozen=True, slots=True)
class KeyShape:
    """The row that a unique key finds. tests: further columns and what they must be. changes: of UPDATE; timed: columns
    that it sets to NOW(), following: those that follow when others change; columns: of SELECT."""

    key: Key
    fills: tuple[Fill, ...]
    tests: tuple[Fill, ...] = ()
    changes: tuple[Change, ...] = ()
    timed: tuple[Timed, ...] = ()
    following: tuple[Timed, ...] = ()
    columns: tuple[int, ...] = ()

    def values(self, literals: Sequence[str]) -> Row:
        """The key's values. ValueError for literals that are not plain."""
        return tuple([fill.convert(literals[fill.literal]) for fill in self.fills])

    def lets_through(self, row: Row, literals: Sequence[str]) -> bool:
        """Whether the row that the key finds is surely meant. ValueError as above."""
        return all(row[test.column] == test.convert(literals[test.literal]) for test in self.tests)

    def changed(self, before: Row, literals: Sequence[str]) -> Row:
        """See `changed_row`."""
        return changed_row(self.changes, before, literals)


def changed_row(changes: Sequence[Change], before: Row, literals: Sequence[str]) -> Row:
    """The row after the changes, but for columns that take the second. ValueError for what is not plain."""
    row = list(before)
    for change in changes:
        value: Any = None
        if change.computed is not None:
            if any(literals[number] != text for number, text in change.fixed):
                raise ValueError("another literal")
            value = change.computed(tuple(row))
        elif change.fill is not None:
            value = change.fill.convert(literals[change.fill.literal])
            if change.operator is not None:
                number = row[change.column]
                if number is None:
                    raise ValueError("NULL")
                value = change.operator(number, value)
                if not change.low <= value <= change.high:
                    raise ValueError(value)
        row[change.column] = value
    return tuple(row)


class Literals:
    """The literals of a statement, taken in their order; ValueError where the tree has another. compute: takes what is
    no literal."""

    def __init__(self, texts: Sequence[str], compute: Compute | None = None) -> None:
        self._texts = texts
        self.compute = compute
        self._taken = 0

    @property
    def count(self) -> int:
        """How many were taken."""
        return self._taken

    def take(self, node: exp.Expression) -> int:
        """The number of the literal that the node is."""
        if type(node) is not exp.Literal or self._taken >= len(self._texts):
            raise ValueError("no literal")
        text = self._texts[self._taken].removeprefix("-")  # of a parameter
        if str(node.this) != (said(text) if node.is_string else text):
            raise ValueError("another literal")
        self._taken += 1
        return self._taken - 1

    def fixed(self, node: exp.Expression) -> tuple[tuple[int, str], ...]:
        """The literals in an expression, by their numbers."""
        numbers = [self.take(part) for part in node.walk(bfs=False) if type(part) is exp.Literal]
        return tuple([(number, self._texts[number]) for number in numbers])

    def fill(self, node: exp.Expression, table: Table, column: int, *, stores: bool = False) -> Fill:
        """stores: it is compared with nothing."""
        negative = type(node) is exp.Neg
        number = self.take(node.this if negative else node)
        signed = self._texts[number][0] == "-"
        if signed and not negative:
            raise ValueError("another sign")
        make = storing if stores else converter
        convert = make(table.columns[column].spec, negative=negative and not signed)
        if convert is None:
            raise ValueError("a type without converter")
        return Fill(column, number, convert)

    def ended(self) -> None:
        if self._taken != len(self._texts):
            raise ValueError("literals elsewhere")


def shape_of(
    tree: exp.Expression, table: Table, literals: Sequence[str], compute: Compute | None = None
) -> InsertShape | KeyShape | None:
    """The shape of a statement about this table alone; None if it has none of these. compute: for what UPDATE sets."""
    read = _SHAPES.get(type(tree))
    if read is None or not is_plain_table(table):
        return None
    taken = Literals(literals, compute)
    try:
        shape: InsertShape | KeyShape = read(tree, table, taken)
        taken.ended()
    except ValueError:
        return None
    return shape


def is_plain_table(table: Table) -> bool:
    """Whether nothing but its keys looks at its rows, and no partition stands in the way."""
    looked_at = table.checks or table.foreign_keys or table.special_keys or table.partitioning or table.merges
    computed = any(column.generated for column in table.columns)
    kept = table.engine.two_phase and table.engine.transactional and not table.engine.insert_only
    return kept and not (looked_at or computed or table.temporary or table.may_outgrow_page)


def refuse_others(node: exp.Expression, *names: str) -> None:
    """ValueError if the node has other parts."""
    if any(value for name, value in node.args.items() if name not in names):
        raise ValueError("further parts")


def refuse_other_table(node: object, table: Table) -> None:
    """ValueError unless the node is the table's name and nothing else."""
    if type(node) is not exp.Table or node.name != table.name:
        raise ValueError("another table")
    refuse_others(node, "this", "db")


def column_of(node: object, table: Table) -> int:
    """The number of the column that the node names. ValueError for any other node."""
    if type(node) is not exp.Column or node.text("table") not in ("", table.name):
        raise ValueError("no column")
    refuse_others(node, "this", "table")
    index = table.index_of.get(node.name.lower())
    if index is None:
        raise ValueError("no column of the table")
    return index


def _insert(tree: exp.Expression, table: Table, literals: Literals) -> InsertShape:
    return insert_shape(tree, table, literals)


def insert_shape(tree: exp.Expression, table: Table, literals: Literals, *clauses: str) -> InsertShape:
    """The row of an INSERT. clauses: what else it may have, whose literals stand behind. ValueError for others."""
    refuse_others(tree, "this", "expression", *clauses)
    target, values = tree.this, tree.expression
    names = None
    if type(target) is exp.Schema:
        refuse_others(target, "this", "expressions")
        names, target = target.expressions, target.this
    refuse_other_table(target, table)
    if type(values) is not exp.Values or len(values.expressions) != 1 or type(values.expressions[0]) is not exp.Tuple:
        raise ValueError("no single row")
    refuse_others(values, "expressions", *(("alias",) if clauses else ()))
    if names is None:
        columns = [index for index, column in enumerate(table.columns) if column.spec.visible]
    else:
        columns = [table.index_of.get(name.name.lower(), -1) for name in names]
    cells = values.expressions[0].expressions
    if len(cells) != len(columns) or not cells or -1 in columns:
        raise ValueError("a value for each column")
    constants: list[ColumnValue] = []
    timed: list[Timed] = []
    for index, column in enumerate(table.columns):
        if index not in columns and not column.counts_left_out and column.default_kind is not DefaultKind.LITERAL:
            if column.default_kind is not DefaultKind.NOW:
                raise ValueError("a default that is made")
            timed.append(follows_clock(table, index))
        constants.append(None if index in columns or column.counts_left_out else column.default)
    fills = []
    for index, cell in zip(columns, cells, strict=True):
        if type(cell) is exp.Null:
            if not (table.columns[index].spec.nullable or table.columns[index].auto_increment):
                raise ValueError("NULL")
        elif is_now(cell):
            timed.append(told_time(table, index))
        else:
            fills.append(literals.fill(cell, table, index, stores=True))
    counter = table.auto_increment_column
    if counter is not None and not any(key.columns[0] == counter for key in table.keys):
        raise ValueError("a counter within groups")
    generates = counter is not None and all(fill.column != counter for fill in fills)
    return InsertShape(tuple(constants), tuple(fills), counter, generates, tuple(timed))


def _update(tree: exp.Expression, table: Table, literals: Literals) -> KeyShape:
    refuse_others(tree, "this", "expressions", "where")
    refuse_other_table(tree.this, table)
    changed = changes_of(tree, table, literals)
    return KeyShape(*_key(tree.args.get("where"), table, literals), *changed)


Changes = tuple[tuple[Change, ...], tuple[Timed, ...], tuple[Timed, ...]]


def changes_of(tree: exp.Expression, table: Table, literals: Literals) -> Changes:
    """What an UPDATE sets: see `KeyShape`. ValueError for what is not plain."""
    changes, timed = list[Change](), list[Timed]()
    for item in tree.expressions:
        if type(item) is exp.EQ and is_now(item.expression):
            timed.append(told_time(table, column_of(item.this, table)))
        else:
            changes.append(_change(item, table, literals))
    moments = {column.column for column in timed}
    for item in tree.expressions if moments else ():
        if any(table.index_of.get(node.name.lower()) in moments for node in item.expression.find_all(exp.Column)):
            raise ValueError("a second that is not known yet")
    assigned = [change.column for change in changes] + [column.column for column in timed]
    if table.auto_increment_column in assigned or len(set(assigned)) < len(assigned):
        raise ValueError("the counter follows, or a column twice")
    moved = [index for index, column in enumerate(table.columns) if column.on_update_now and index not in assigned]
    following = tuple([follows_clock(table, index) for index in moved])
    return tuple(changes), tuple(timed), following


def _change(item: exp.Expression, table: Table, literals: Literals) -> Change:
    if type(item) is not exp.EQ:
        raise ValueError("no assignment")
    column, value = column_of(item.this, table), item.expression
    spec = table.columns[column].spec
    if type(value) is exp.Null and spec.nullable:
        return Change(column, None)
    if type(value) in OPERATORS and (bounds := range_of_sums(spec)) is not None:
        operand = value.expression.this if type(value.expression) is exp.Neg else value.expression
        if type(operand) is exp.Literal and type(value.this) is exp.Column and column_of(value.this, table) == column:
            low, high = bounds
            return Change(column, literals.fill(value.expression, table, column), OPERATORS[type(value)], low, high)
    if literals.compute is None or type(value) in (exp.Literal, exp.Neg):
        return Change(column, literals.fill(value, table, column, stores=True))
    computed = literals.compute(value, column)
    return Change(column, None, computed=computed, fixed=literals.fixed(value))


def range_of_sums(spec: ColumnSpec) -> tuple[int | Decimal, int | Decimal] | None:
    """The least and the greatest number of a column to which literals are added as they are; None for others."""
    if spec.type in INTEGER_BITS:
        return integer_range(spec.type, spec.unsigned)
    if spec.type is not ColumnType.NEWDECIMAL or spec.precision >= getcontext().prec:
        return None
    highest = Decimal("9" * spec.precision).scaleb(-spec.scale)
    return (Decimal(0) if spec.unsigned else -highest), highest


OPERATORS: dict[type, Any] = {exp.Add: add, exp.Sub: sub}


def _delete(tree: exp.Expression, table: Table, literals: Literals) -> KeyShape:
    refuse_others(tree, "this", "where")
    refuse_other_table(tree.this, table)
    return KeyShape(*_key(tree.args.get("where"), table, literals))


def _select(tree: exp.Expression, table: Table, literals: Literals) -> KeyShape:
    refuse_others(tree, "expressions", "from_", "where", "kind")
    source = tree.args["from_"]
    refuse_others(source, "this")
    refuse_other_table(source.this, table)
    if len(tree.expressions) == 1 and type(tree.expressions[0]) is exp.Star:
        refuse_others(tree.expressions[0])
        columns = tuple(index for index, column in enumerate(table.columns) if column.spec.visible)
    else:
        columns = tuple(column_of(item, table) for item in tree.expressions)
    key, fills, tests = _key(tree.args.get("where"), table, literals)
    return KeyShape(key, fills, tests, columns=columns)


def _key(
    where: exp.Expression | None, table: Table, literals: Literals
) -> tuple[Key, tuple[Fill, ...], tuple[Fill, ...]]:
    """The one unique key that the condition gives whole values for, in the key's order, and what else it asks for."""
    if where is None:
        raise ValueError("all rows")
    fills = {}
    for test in _tests(where.this):
        if type(test) is not exp.EQ:
            raise ValueError("no equality")
        column = column_of(test.this, table)
        if column in fills:
            raise ValueError("a column twice")
        if table.columns[column].spec.type not in FOUND_BY:
            raise ValueError("values that are compared in another way")
        fill = literals.fill(test.expression, table, column)
        fills[column] = Fill(column, fill.literal, compared(fill.convert))
    found = [key for key in table.keys if key.unique and fills.keys() >= set(key.columns)]
    whole = [key for key in found if len(key.columns) == len(fills)]
    key = (whole or found)[0] if whole or len(found) == 1 else None
    if key is None or any(part.length or part.descending for part in key.parts):
        raise ValueError("no unique key, or several")
    values = tuple([fills.pop(column) for column in key.columns])
    return key, values, tuple(fills.values())


FOUND_BY = frozenset({*INTEGER_BITS, ColumnType.VARCHAR, ColumnType.STRING})


def compared(convert: Converter) -> Converter:
    """Of a value that is compared and not stored: blanks at its end may count."""

    def converted(text: str) -> ColumnValue:
        if text[-2:-1] == " " or not text.isascii() or "\\" in text:
            raise ValueError(text)
        return convert(text)

    return converted


def _tests(node: exp.Expression) -> Iterator[exp.Expression]:
    while type(node) is exp.Paren:
        node = node.this
    if type(node) is exp.And:
        yield from _tests(node.this)
        yield from _tests(node.expression)
    else:
        yield node


_SHAPES: dict[type, Any] = {exp.Insert: _insert, exp.Update: _update, exp.Delete: _delete, exp.Select: _select}
