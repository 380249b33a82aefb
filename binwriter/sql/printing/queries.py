"""The query of a view as a server prints it: every column with its table, every item with its name.

Source: SHOW CREATE VIEW of a 9.7.4 (tests/golden/answers). A query that cannot be printed so is left as it was given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.errors import BinwriterError, UnsupportedError
from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import quoted
from binwriter.sql.binding.view_trees import view_tree
from binwriter.sql.printing.expressions import Printer
from binwriter.sql.query.select_list import title
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.system import captured
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.text.trees import row_cells

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

# what a query may have besides: window definitions, hints, locks ...
_PRINTED = frozenset(
    (
        "expressions",
        "from_",
        "joins",
        "where",
        "group",
        "having",
        "order",
        "limit",
        "offset",
        "distinct",
        "with_",
        "kind",
    )
)


def _is_dual(node: exp.Expression) -> bool:
    """FROM DUAL, which is no table."""
    return isinstance(node, exp.Table) and not node.text("db") and node.name.upper() == "DUAL"


def view_text(view: View, database: Database, current: str | None = None) -> str:
    """The query. current: the database whose tables are named without it; None for none (VIEW_DEFINITION)."""
    try:
        return QueryPrinter(database, current).print(view_tree(view))
    except (BinwriterError, KeyError, AttributeError):  # what it reads is gone, or is nothing that can be printed
        text = view.printed or view.query
        return text if current is None else text.replace(f"{quoted(current)}.", "")


@dataclass(frozen=True)
class Named:
    """A table of FROM: the name by which its columns are written, and the columns' names. shown: how it is listed."""

    qualifier: str
    alias: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class QueryPrinter:
    """schema: whose tables are written without their database."""

    database: Database
    schema: str | None
    outer: tuple[Named, ...] = ()

    def print(self, node: exp.Expr) -> str:
        """A SELECT or UNION."""
        if isinstance(node, exp.Subquery):
            return self.print(node.this)
        if isinstance(node, exp.SetOperation):
            return self._union(node)
        if isinstance(node, exp.Values):
            return self._values(node)
        if not isinstance(node, exp.Select) or any(value for key, value in node.args.items() if key not in _PRINTED):
            raise UnsupportedError(f"printing {node.key.upper()}", tree_text(node))
        if node.args.get("with_"):
            raise UnsupportedError("printing WITH", tree_text(node))
        return self._select(node)

    def _values(self, node: exp.Values) -> str:
        printer = Printer(lambda column: self._column(column, []), query=self._inner([]).print)
        rows = (f"row({','.join(map(printer.print, row_cells(line)))})" for line in node.expressions)
        return f"values {','.join(rows)}{_limit(node)}"

    def _union(self, node: exp.SetOperation) -> str:
        word = {exp.Union: "union", exp.Intersect: "intersect", exp.Except: "except"}[type(node)]
        every = "" if node.args.get("distinct") else " all"
        left, right = (self._side(side) for side in (node.this, node.expression))
        return f"{left} {word}{every} {right}{self._end(node)}"

    def _side(self, node: exp.Expr) -> str:
        """A part of a UNION: in brackets where it has an order or limit of its own."""
        inner = node.unnest() if isinstance(node, exp.Subquery) else node
        is_cut = inner is not node and (inner.args.get("order") or inner.args.get("limit"))
        return f"({self.print(node)})" if is_cut else self.print(node)

    def _end(self, node: exp.SetOperation) -> str:
        """ORDER BY and LIMIT of a UNION: they name its columns."""
        text = ""
        if node.args.get("order") is not None:
            names = [item.alias_or_name for item in node.selects]
            listed = ",".join(
                quoted(
                    names[int(ordered.this.name) - 1] if isinstance(ordered.this, exp.Literal) else ordered.this.name
                )
                + (" desc" if ordered.args.get("desc") else "")
                for ordered in node.args["order"].expressions
            )
            text = f" order by {listed}"
        return text + _limit(node)

    def _select(self, node: exp.Select) -> str:
        tables = list(self._tables(node))
        printer = Printer(lambda column: self._column(column, tables), query=self._inner(tables).print)
        parts = ["select distinct " if node.args.get("distinct") else "select "]
        parts.append(",".join(self._item(item, printer) for item in node.expressions))
        if tables:
            parts.append(f" from {self._from(node, printer)}")
        elif node.args.get("where") is not None:
            parts.append(" from DUAL ")
        if node.args.get("where") is not None:
            parts.append(f" where {printer.condition(node.args['where'].this)}")
        names = {item.alias.lower(): item.this for item in node.expressions if isinstance(item, exp.Alias)}
        if node.args.get("group") is not None:
            group = node.args["group"]
            listed = ",".join(printer.print(self._named(ordered, node, names)) for ordered in group.expressions)
            rollup = " with rollup" if group.args.get("rollup") else ""
            parts.append(f" group by {listed}{rollup}")
        if node.args.get("having") is not None:
            having = Printer(lambda column: self._alias(column, names, tables), query=printer.query)
            parts.append(f" having {having.condition(node.args['having'].this)}")
        if node.args.get("order") is not None:
            listed = ",".join(
                printer.print(self._named(ordered.this, node, names)) + (" desc" if ordered.args.get("desc") else "")
                for ordered in node.args["order"].expressions
            )
            parts.append(f" order by {listed}")
        parts.append(_limit(node))
        return "".join(parts)

    def _inner(self, tables: list[Named]) -> QueryPrinter:
        return QueryPrinter(self.database, self.schema, (*tables, *self.outer))

    def _named(self, node: exp.Expression, select: exp.Select, names: dict[str, exp.Expression]) -> exp.Expression:
        """GROUP BY and ORDER BY name items by number or alias."""
        if isinstance(node, exp.Literal) and not node.is_string:
            item = select.expressions[int(node.name) - 1]
            chosen: exp.Expression = item.this if isinstance(item, exp.Alias) else item
            return chosen
        if isinstance(node, exp.Column) and not node.table and node.name.lower() in names:
            return names[node.name.lower()]
        return node

    def _alias(self, column: exp.Column, names: dict[str, exp.Expression], tables: list[Named]) -> str:
        if not column.table and column.name.lower() in names:
            return quoted(column.name)
        return self._column(column, tables)

    def _item(self, item: exp.Expression, printer: Printer) -> str:
        if isinstance(item, exp.Alias):
            return f"{printer.print(item.this)} AS {quoted(item.alias)}"
        return f"{printer.print(item)} AS {quoted(title(item))}"

    # --- FROM ---

    def _tables(self, node: exp.Select) -> Iterator[Named]:
        source = node.args.get("from_")
        listed = (
            []
            if source is None or _is_dual(source.this)
            else [source.this, *(join.this for join in node.args.get("joins") or ())]
        )
        for from_item in listed:
            yield from self._named_tables(from_item)

    def _named_tables(self, node: exp.Expression) -> Iterator[Named]:
        if isinstance(node, exp.Table):
            schema = node.text("db")
            if not isinstance(node.this, exp.Identifier):
                raise UnsupportedError("printing a table function")
            columns = tuple(self._columns(schema, node.name))
            qualifier = self._qualifier(node)
            yield Named(qualifier, node.alias or node.name, columns)
        elif isinstance(node, exp.Subquery) and node.alias:
            names = tuple(item.alias_or_name for item in node.this.expressions)
            yield Named(quoted(node.alias), node.alias, names)
        elif isinstance(node, JsonTable):  # which sqlglot cannot print either
            raise UnsupportedError("printing a table function")
        else:
            raise UnsupportedError("printing nested joins", tree_text(node))
        for join in node.args.get("joins") or ():
            yield from self._named_tables(join.this)

    def _columns(self, schema: str, name: str) -> Iterator[str]:
        view = self.database.catalog.view(schema, name)
        if view is None:
            return (column.name for column in self.database.table(schema, name).definition.columns)
        query = view_tree(view)
        listed = query.selects if isinstance(query, exp.Query) else []
        return iter(view.columns or [item.alias_or_name for item in listed])

    def _qualifier(self, node: exp.Expression) -> str:
        """What is of information_schema as the query calls it, with the schema before a view and a name of its own."""
        schema = node.text("db").lower()
        if schema == "information_schema" != self.schema:
            called = node.alias or node.name
            is_whole = captured.is_shown_as_view(schema, node.name) or (schema, called) == captured.spelled(
                schema, called
            )
            return f"{quoted(schema)}.{quoted(called)}" if is_whole else quoted(called)
        return quoted(node.alias) if node.alias else self._name(node)

    def _name(self, node: exp.Expression) -> str:
        schema, name = captured.spelled(node.text("db"), node.name)
        return quoted(name) if schema == self.schema else f"{quoted(schema)}.{quoted(name)}"

    def _column(self, column: exp.Column, tables: list[Named]) -> str:
        for table in (*tables, *self.outer):
            if column.table and column.table.lower() != table.alias.lower():
                continue
            for name in table.columns:
                if name.lower() == column.name.lower():
                    return f"{table.qualifier}.{quoted(name)}"
        raise UnsupportedError(f"printing the column {column.name}")

    def _from(self, node: exp.Select, printer: Printer) -> str:
        text = self._table(node.args["from_"].this, printer)
        for join in node.args.get("joins") or ():
            side, kind = (join.args.get("side") or "").upper(), (join.args.get("kind") or "").upper()
            if join.args.get("using") or join.args.get("method") or side == "RIGHT" or kind == "STRAIGHT":
                raise UnsupportedError("printing a join", tree_text(join))
            word = "left join" if side == "LEFT" else "join"
            text = f"({text} {word} {self._table(join.this, printer)}"
            if join.args.get("on") is not None:
                text += f" on({printer.condition(join.args['on'])})"
            text += ")"
        return text

    def _table(self, node: exp.Expression, printer: Printer) -> str:
        if node.args.get("joins"):
            raise UnsupportedError("printing nested joins", tree_text(node))
        if isinstance(node, exp.Subquery):
            return f"({self.print(node.this)}) {quoted(node.alias)}"
        written = self._name(node)
        alias = node.alias or ("" if written.endswith(quoted(node.name)) else node.name)
        written += _partitions(node)
        return f"{written} {quoted(alias)}" if alias else written


def _partitions(node: exp.Expression) -> str:
    chosen = node.args.get("partition")
    return f" PARTITION ({','.join(quoted(part.name) for part in chosen.expressions)})" if chosen is not None else ""


def _limit(node: exp.Expression) -> str:
    if node.args.get("limit") is None:
        return ""
    offset = node.args.get("offset")
    first = f"{offset.expression.name}," if offset is not None else ""
    return f" limit {first}{node.args['limit'].expression.name}"
