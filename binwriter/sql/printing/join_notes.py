"""Note 1003 of EXPLAIN of a join: the statement as a server understood it.

Conditions of inner joins stand in WHERE; columns that are equal are compared with the one that is read first, which
stands for all of them elsewhere, too (captured: tests/golden/clusters/plans_of_joins).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.errors import BinwriterError
from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.expressions import Printer
from binwriter.sql.printing.plan_notes import values_of
from binwriter.sql.printing.queries import QueryPrinter
from binwriter.sql.printing.stars import Named
from binwriter.sql.query.joins.conditions import Place
from binwriter.sql.query.joins.equal_columns import Asked

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.query.joins.told import ToldJoin


@dataclass(frozen=True)
class JoinPrinter(QueryPrinter):
    """With the database before every name. known: values in place of columns, by table and name in lower case. on: of
    outer joins, by the names of the tables on their right."""

    known: Mapping[tuple[str, str], str] | None = None
    on: Mapping[str, exp.Expression] | None = None

    def _qualifier(self, node: exp.Expression) -> str:
        return f"{quoted(node.text('db'))}.{quoted(node.alias or node.name)}"

    def _column(self, column: exp.Column, tables: list[Named]) -> str:
        value = (self.known or {}).get((column.table.lower(), column.name.lower()))
        return super()._column(column, tables) if value is None else value

    def _joins(
        self, first: exp.Expression, joins: Iterable[exp.Expression], printer: Printer, *, outermost: bool = False
    ) -> str:
        text = self._table(first, printer)
        for join in joins:
            name = (join.this.alias or join.this.name).lower()
            on = (self.on or {}).get(name)
            straight = any(join.text(word).upper().startswith("STRAIGHT") for word in ("kind", "method"))
            word = "straight_join" if straight else "join" if on is None else "left join"
            shown = "" if on is None else f" on({printer.condition(on)})"
            text += f" {word} {self._table(join.this, printer)}{shown}"
        return text


def join_note(
    tree: exp.Select,
    told: ToldJoin,
    database: Database,
    where: str,
    constants: Mapping[int, Sequence[Any]] | None = None,
) -> str | None:
    """The text; None for what cannot be printed. where: "false" where no row can be. constants: rows of tables that
    were read before."""
    tree = tree.copy()
    sources = told.conditions.sources
    for node in tree.find_all(exp.Table):
        node.set("db", exp.to_identifier(node.text("db") or told.context.database or ""))
    for column in [node for node in tree.find_all(exp.Column) if not isinstance(node.this, exp.Star)]:
        place = told.conditions.place(column)
        if place is not None:
            column.set("table", exp.to_identifier(sources[place[0]].alias))
            column.set("db", None)
    known: dict[tuple[str, str], str] = {}
    for slot, row in (constants or {}).items():
        values = values_of(told.definition(slot), row)
        known |= {(sources[slot].alias.lower(), name): value for name, value in values.items()}
    try:
        on = {
            sources[slot].alias.lower(): _together(list(_printed(own, told))) or exp.true()
            for slot, own in told.conditions.own.items()
        }
        condition = None if where else _together(list(_printed(told.conditions.where, told)))
        printer = JoinPrinter(database, None, known=known, on=on)
        tree.set("where", exp.Where(this=condition) if condition is not None else None)
        if where or (condition is None and (on or (tree.args.get("where") is None and _has_where(told)))):
            tree.set("where", exp.Where(this=exp.Var(this="\0")))
        text = printer.print(tree).replace("(0 <> \0)", where or "true")
    except (BinwriterError, KeyError, AttributeError):
        return None
    return f"/* select#1 */ {text}"


def _has_where(told: ToldJoin) -> bool:
    return bool(told.conditions.where.equal or told.conditions.where.others)


def _together(terms: Sequence[exp.Expression]) -> exp.Expression | None:
    joined: exp.Expression | None = None
    for term in terms:
        joined = term if joined is None else exp.And(this=joined, expression=term)
    return joined


def _printed(asked: Asked, told: ToldJoin) -> Iterable[exp.Expression]:
    """Equalities first."""
    at, sources = told.at, told.conditions.sources

    def column(place: Place) -> exp.Column:
        return exp.column(sources[place[0]].columns[place[1]].name, sources[place[0]].alias)

    for equal in reversed(asked.equal):
        places = equal.ordered(at)
        for place in places if equal.constants else places[1:]:
            if place[0] in told.constants or place in equal.above:
                continue
            other = equal.constants[0].copy() if equal.constants else column(places[0])
            yield exp.EQ(this=column(place), expression=other)
    for node in asked.others:
        yield _with_heads(node.copy(), told, column, asked)


def _with_heads(node: exp.Expression, told: ToldJoin, column: Any, asked: Asked) -> exp.Expression:
    for named in [*node.find_all(exp.Column)]:
        place = told.conditions.place(named)
        if place is not None:
            new = column(told.head(place, asked))
            if named is node:
                return new  # type: ignore[no-any-return]
            named.replace(new)
    return node
