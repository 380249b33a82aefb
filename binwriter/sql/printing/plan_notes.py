"""Note 1003 of EXPLAIN: the statement as a server understood it, for one table at most and without subqueries.

Equalities stand before the other conditions, the last first; a row that a unique key finds is read before, and its
values stand in place of its columns (captured: tests/golden/clusters/plans_of_one_table).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import BinwriterError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Diagnostic
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.printing.expressions import Printer
from binwriter.sql.printing.queries import QueryPrinter
from binwriter.sql.printing.stars import Named
from binwriter.sql.text.tree_text import is_star

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

_COMPARES = (exp.EQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NEQ)
_NOTE = 1003  # ER_YES
_PLACE = "\0"  # of a condition that is printed as it is


@dataclass(frozen=True)
class _PlanPrinter(QueryPrinter):
    """With the database before every name. values: in place of columns, by name in lower case."""

    values: Mapping[str, str] | None = None

    def _qualifier(self, node: exp.Expression) -> str:
        return f"{quoted(node.text('db'))}.{quoted(node.alias or node.name)}"

    def _column(self, column: exp.Column, tables: list[Named]) -> str:
        if self.values is not None:
            return self.values[column.name.lower()]
        return super()._column(column, tables)


@dataclass(frozen=True)
class Read:
    """What was found before the statement begins. where: "true" or "false" where it needs no asking any more."""

    values: Mapping[str, str] | None = None
    where: str = ""


def select_note(tree: exp.Select, table: Table | None, database: Database, read: Read) -> str | None:
    """The text; None for what cannot be printed."""
    tree = tree.copy()
    if table is not None:
        _spell(tree, table)
    where = tree.args.get("where")
    if where is not None:
        condition = None if read.where else _ordered(where.this, table)
        where = exp.Where(this=condition or exp.Var(this=_PLACE))
        tree.set("where", None if condition is None and read.where == "-" else where)
    try:
        text = _PlanPrinter(database, None, values=read.values).print(tree)
        return f"/* select#1 */ {text.replace(f'(0 <> {_PLACE})', read.where)}"
    except (BinwriterError, KeyError, AttributeError):
        return None


def change_note(tree: exp.Expression, table: Table, database: Database, where: str) -> str | None:
    """Of an UPDATE or DELETE."""
    named = Named(f"{quoted(table.schema)}.{quoted(table.name)}", table.name, tuple(c.name for c in table.columns))
    printer = _PlanPrinter(database, None)
    expressions = Printer(lambda column: printer._column(column, [named]), query=printer.print)
    try:
        text = f"delete from {named.qualifier}"
        if isinstance(tree, exp.Update):
            pairs = (
                f"{expressions.print(each.this)} = {expressions.print(each.expression)}" for each in tree.expressions
            )
            text = f"update {named.qualifier} set {','.join(pairs)}"
        if where:
            return f"{text} where {where}"
        condition = tree.args.get("where")
        return text if condition is None else f"{text} where {expressions.condition(condition.this)}"
    except (BinwriterError, KeyError, AttributeError):
        return None


def understood(text: str | None) -> Diagnostic | None:
    """The note, where the statement can be printed."""
    return None if text is None else Diagnostic("Note", _NOTE, text)


def values_of(table: Table, row: Sequence[object] | None) -> dict[str, str]:
    """The row of a unique key as it is printed in place of its columns; NULLs without one."""
    values = [None] * len(table.columns) if row is None else row
    return {
        column.name.lower(): "NULL" if value is None else f"'{_text(_member(value, column.spec))}'"
        for column, value in zip(table.columns, values, strict=True)
    }


def _member(value: object, spec: ColumnSpec) -> object:
    """That of an ENUM, those of a SET, by their number; another value as it is."""
    if not isinstance(value, int) or spec.type not in (ColumnType.ENUM, ColumnType.SET):
        return value
    names = spec.members
    if spec.type is ColumnType.ENUM:
        return names[value - 1] if value else ""
    return ",".join(name for place, name in enumerate(names) if value >> place & 1)


def _text(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace("'", "\\'")


def _spell(tree: exp.Select, table: Table) -> None:
    """Tables with their databases; columns for *."""
    for node in tree.find_all(exp.Table):
        node.set("db", exp.to_identifier(table.schema))
    listed: list[exp.Expression] = []
    for item in tree.expressions:
        listed += [exp.column(c.name) for c in table.columns if c.spec.visible] if is_star(item) else [item]
    tree.set("expressions", listed)


def _ordered(where: exp.Expression, table: Table | None) -> exp.Expression:
    """The conditions, equalities with constants first; dates as such where they are compared with a column of dates."""
    terms = [_column_first(term) for term in conjuncts(where)]
    equal = [term for term in terms if isinstance(term, exp.EQ) and isinstance(term.this, exp.Column)]
    equal = [term for term in equal if isinstance(term.expression, (exp.Literal, exp.Neg))]
    others = [term for term in terms if not any(term is each for each in equal)]
    for term in terms if table is not None else ():
        _as_typed(term, table)
    together = [*reversed(equal), *others]
    ordered = together[0]
    for term in together[1:]:
        ordered = exp.And(this=ordered, expression=term)
    return ordered


def _column_first(term: exp.Expression) -> exp.Expression:
    if isinstance(term, exp.EQ) and isinstance(term.this, exp.Literal) and isinstance(term.expression, exp.Column):
        return exp.EQ(this=term.expression.copy(), expression=term.this.copy())
    return term


def _as_typed(term: exp.Expression, table: Table | None) -> None:
    """A text that is compared with a column of dates or of whole numbers: as one of those."""
    if table is None or not isinstance(term, _COMPARES) or not isinstance(term.this, exp.Column):
        return
    place = table.index_of.get(term.this.name.lower())
    constant = term.expression
    if place is None or not isinstance(constant, exp.Literal) or not constant.is_string:
        return
    type_ = table.columns[place].spec.type
    if type_ is ColumnType.DATE and len(constant.name) == len("2020-01-01"):
        constant.replace(exp.Var(this=f"DATE'{constant.name}'"))
    elif type_ in _WHOLE and isinstance(term, exp.EQ) and constant.name.isdecimal():
        constant.replace(exp.Literal.number(int(constant.name)))


_WHOLE = frozenset({ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG})
