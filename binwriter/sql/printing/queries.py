"""The query of a view as a server prints it: every column with its table, every item with its name.

Source: SHOW CREATE VIEW of a 9.7.4 (tests/golden/answers). A query that cannot be printed so is left as it was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.errors import BinwriterError, UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.printing import json_tables
from binwriter.sql.printing.calls import window_text
from binwriter.sql.printing.expressions import Printer
from binwriter.sql.printing.sources import columns_text, hints_text, partitions_text, used_windows
from binwriter.sql.printing.stars import Named, spelled_out
from binwriter.sql.query.select_list import names_of, title
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.system import captured
from binwriter.sql.text.brackets import is_cut, without_brackets
from binwriter.sql.text.select_options import NOT_IN_VIEWS
from binwriter.sql.text.tree_text import is_star, tree_text
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
        "locks",  # a view keeps none
        "windows",
        "operation_modifiers",
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
class QueryPrinter:
    """schema: whose tables are written without their database. aliased: whether items have their names behind them,
    which they have not in a condition. common: the tables of WITH and their columns, by name in lower case."""

    database: Database
    schema: str | None
    outer: tuple[Named, ...] = ()
    aliased: bool = True
    common: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    beside: tuple[Named, ...] = ()  # the tables of the query that is printed, for LATERAL

    def print(self, node: exp.Expr) -> str:
        """A SELECT or UNION."""
        if (tables := node.args.get("with_")) is None:
            return self._body(node)
        inner, text = self._common(tables)
        return f"{text} {inner._body(node)}"

    def _common(self, tables: exp.With) -> tuple[QueryPrinter, str]:
        """WITH ..; and what prints the query behind it."""
        known, listed = self, []
        for table in tables.expressions:
            columns = [column.name for column in table.args["alias"].args.get("columns") or ()]
            query = without_brackets(table.this)
            names = tuple(columns or known._names(query))
            within = known._knowing(table.alias, names) if tables.args.get("recursive") else known
            named = f" ({','.join(map(quoted, columns))})" if columns else ""
            listed.append(f"{quoted(table.alias)}{named} as ({replace(within, aliased=True).print(query)})")
            known = known._knowing(table.alias, names)
        return known, f"with {'recursive ' if tables.args.get('recursive') else ''}{', '.join(listed)}"

    def _knowing(self, name: str, columns: tuple[str, ...]) -> QueryPrinter:
        return replace(self, common={**self.common, name.lower(): columns})

    def _body(self, node: exp.Expr) -> str:
        if isinstance(node, exp.Subquery):
            return f"({self.print(node.this)}){self.end_of(node)}" if is_cut(node) else self.print(node.this)
        if isinstance(node, exp.SetOperation):
            return self._union(node)
        if isinstance(node, exp.Values):
            return self._values(node)
        if not isinstance(node, exp.Select) or any(value for key, value in node.args.items() if key not in _PRINTED):
            raise UnsupportedError(f"printing {node.key.upper()}", tree_text(node))
        return self._select(node)

    def _values(self, node: exp.Values) -> str:
        printer = self.printer_of([])
        rows = (f"row({','.join(map(printer.print, row_cells(line)))})" for line in node.expressions)
        return f"values {','.join(rows)}{_limit(node)}"

    def _union(self, node: exp.SetOperation) -> str:
        word = {exp.Union: "union", exp.Intersect: "intersect", exp.Except: "except"}[type(node)]
        every = "" if node.args.get("distinct") else " all"
        left, right = (self._side(side) for side in (node.this, node.expression))
        return f"{left} {word}{every} {right}{self.end_of(node)}"

    def _side(self, node: exp.Expr) -> str:
        """A part of a UNION: in brackets where it has an order or limit of its own."""
        inner = without_brackets(node) if isinstance(node, exp.Subquery) else node
        in_brackets = inner is not node and (inner.args.get("order") or inner.args.get("limit"))
        return f"({self.print(node)})" if in_brackets else self.print(node)

    def end_of(self, node: exp.Expression) -> str:
        """ORDER BY and LIMIT behind a UNION or brackets: they name its columns."""
        text = ""
        if node.args.get("order") is not None:
            names = self._names(node)
            printer = replace(self.printer_of([]), column=lambda column: quoted(column.name))
            listed = ",".join(
                (quoted(names[int(by.this.name) - 1]) if _is_place(by.this) else printer.print(by.this))
                + (" desc" if by.args.get("desc") else "")
                for by in node.args["order"].expressions
            )
            text = f" order by {listed}"
        return text + _limit(node)

    def _select(self, node: exp.Select) -> str:
        tables = self.tables_of(node)
        printer = self.printer_of(tables)
        words = [word.name for word in node.args.get("operation_modifiers") or ()]
        parts = ["".join(f"{word.lower()} " for word in ("select", *words) if word not in NOT_IN_VIEWS)]
        parts[0] += "distinct " if node.args.get("distinct") else ""
        parts.append(",".join(self._item(item, printer) for item in spelled_out(node, tables)))
        if tables:
            parts.append(f" from {replace(self, beside=tuple(tables))._from(node, printer)}")
        elif node.args.get("where") is not None:
            parts.append(" from DUAL ")
        if node.args.get("where") is not None:
            parts.append(f" where {printer.condition(node.args['where'].this)}")
        names = names_of([item for item in node.expressions if not isinstance(item, exp.Column)])
        if node.args.get("group") is not None:
            group = node.args["group"]
            listed = ",".join(
                printer.print(self._named(ordered, node, names, kept=True)) for ordered in group.expressions
            )
            rollup = " with rollup" if group.args.get("rollup") else ""
            parts.append(f" group by {listed}{rollup}")
        if node.args.get("having") is not None:
            having = replace(printer, column=lambda column: self._alias(column, names, tables))
            parts.append(f" having {having.condition(node.args['having'].this)}")
        if windows := used_windows(node):
            shown = (f"{quoted(window.name)} AS {window_text(printer, window)}" for window in windows)
            parts.append(f" window {', '.join(shown)}")
        if node.args.get("order") is not None:
            kept = bool(node.args.get("group") or node.args.get("distinct"))
            listed = ",".join(
                printer.print(self._named(ordered.this, node, names, kept=kept))
                + (" desc" if ordered.args.get("desc") else "")
                for ordered in node.args["order"].expressions
            )
            parts.append(f" order by {listed}")
        parts.append(_limit(node))
        return "".join(parts)

    def printer_of(self, tables: list[Named]) -> Printer:
        introduces = self.schema is not None
        inner = self._inner(tables).print
        return Printer(lambda column: self._column(column, tables), query=inner, introduces=introduces)

    def _inner(self, tables: list[Named]) -> QueryPrinter:
        return replace(self, outer=(*tables, *self.outer), aliased=False)

    def _named(
        self, node: exp.Expression, select: exp.Select, names: dict[str, exp.Expression], *, kept: bool
    ) -> exp.Expression:
        """GROUP BY and ORDER BY name items by number or alias. kept: an alias stays one, as it does inside of an
        expression."""
        if _is_place(node):
            item = select.expressions[int(node.name) - 1]
            chosen: exp.Expression = item.this if isinstance(item, exp.Alias) else item
            return chosen
        shown: exp.Expression = node
        if not isinstance(node, exp.Column):
            shown = node.transform(lambda part: _as_alias(part, names))
        elif not node.table and node.name.lower() in names:
            shown = _as_alias(node, names) if kept else names[node.name.lower()]
        return shown

    def _alias(self, column: exp.Column, names: dict[str, exp.Expression], tables: list[Named]) -> str:
        if not column.table and column.name.lower() in names:
            return quoted(column.name)
        return self._column(column, tables)

    def _item(self, item: exp.Expression, printer: Printer) -> str:
        if not self.aliased:
            return printer.print(item.this if isinstance(item, exp.Alias) else item)
        if isinstance(item, exp.Alias):
            return f"{printer.print(item.this)} AS {quoted(item.alias)}"
        return f"{printer.print(item)} AS {quoted(title(item))}"

    def _names(self, query: exp.Expression) -> tuple[str, ...]:
        """The columns that a query gives."""
        while isinstance(query, (exp.SetOperation, exp.Subquery)):
            query = query.this
        if isinstance(query, exp.Values):
            return tuple(f"column_{place}" for place in range(len(row_cells(query.expressions[0]))))
        assert isinstance(query, exp.Query)
        items: Iterable[Any] = query.selects
        if isinstance(query, exp.Select) and any(map(is_star, items)):
            items = spelled_out(query, self.tables_of(query))
        return tuple(item.alias or title(item) for item in items)

    # --- FROM ---

    def tables_of(self, node: exp.Select) -> list[Named]:
        source = node.args.get("from_")
        if source is None or _is_dual(source.this):
            return []
        return self._joined(source.this, node.args.get("joins") or ())

    def _joined(self, first: exp.Expression, joins: Iterable[exp.Expression]) -> list[Named]:
        """The tables as they are printed: those of a RIGHT JOIN the other way round."""
        tables = self._named_tables(first)
        for join in joins:
            more = self._named_tables(join.this)
            tables = [*more, *tables] if _is_right(join) else [*tables, *more]
        return tables

    def _named_tables(self, node: exp.Expression) -> list[Named]:
        joins = node.args.get("joins") or ()
        if joins:
            plain = node.copy()
            plain.set("joins", None)
            return self._joined(plain, joins)
        if isinstance(node, exp.Subquery) and not node.alias and isinstance(node.this, (exp.Table, exp.Subquery)):
            return self._named_tables(node.this)
        if isinstance(node, exp.Table):
            schema = node.text("db")
            if not isinstance(node.this, exp.Identifier):
                raise UnsupportedError("printing a table function")
            if not schema and node.name.lower() in self.common:
                called = node.alias or node.name
                return [Named(quoted(called), called, self.common[node.name.lower()])]
            return [Named(self._qualifier(node), node.alias or node.name, tuple(self._columns(schema, node.name)))]
        if isinstance(node, (exp.Subquery, exp.Lateral, exp.Values)) and node.alias:
            query = node if isinstance(node, exp.Values) else node.this.unnest()
            written = [column.name for column in node.args["alias"].args.get("columns") or ()]
            return [Named(quoted(node.alias), node.alias, tuple(written or self._names(query)))]
        if isinstance(node, JsonTable):
            return [Named(quoted(node.alias), node.alias, tuple(json_tables.names_of(node.level)))]
        raise UnsupportedError("printing nested joins", tree_text(node))

    def _columns(self, schema: str, name: str) -> Iterator[str]:
        view = self.database.catalog.view(schema, name)
        if view is None:
            return (column.name for column in self.database.table(schema, name).definition.columns)
        listed = query.selects if isinstance(query := view_tree(view), exp.Query) else []
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
        return self._joins(node.args["from_"].this, node.args.get("joins") or (), printer, outermost=True)

    def _joins(
        self, first: exp.Expression, joins: Iterable[exp.Expression], printer: Printer, *, outermost: bool = False
    ) -> str:
        """Tables that only a comma parts are joined when all else is."""
        groups: list[tuple[str, list[Named]]] = [(self._table(first, printer), self._named_tables(first))]
        for join in joins:
            new = (self._table(join.this, printer), self._named_tables(join.this))
            if _is_comma(join):
                groups.append(new)
                continue
            old = groups.pop()
            left, right = (new, old) if _is_right(join) else (old, new)
            side, kind = (join.args.get("side") or "").upper(), (join.args.get("kind") or "").upper()
            word = "left join" if side else "straight_join" if kind.startswith("STRAIGHT") else "join"
            on = self._condition(join, left[1], right[1], printer)
            groups.append((f"({left[0]} {word} {right[0]}{on})", [*left[1], *right[1]]))
        if outermost and self.schema is None:  # as it was read, before joins were put in order
            return " join ".join(text for text, _ in groups)
        text = groups[0][0]
        for more, _ in groups[1:]:
            text = f"({text} join {more})"
        return text

    def _condition(self, join: exp.Expression, left: list[Named], right: list[Named], printer: Printer) -> str:
        """ON: as it is written, or that the columns of USING or NATURAL are equal."""
        if join.args.get("on") is not None:
            return f" on({printer.condition(join.args['on'])})"
        names = [column.name for column in join.args.get("using") or ()]
        if (join.args.get("method") or "").upper() == "NATURAL":
            there = {name.lower() for table in right for name in table.columns}
            names = [name for table in left for name in table.columns if name.lower() in there]
            names = list({name.lower(): name for name in names}.values())
        equal = [f"({_column_of(left, name)} = {_column_of(right, name)})" for name in names]
        if not equal:  # NATURAL, without columns of one name
            return " on(true)" if join.args.get("side") else ""
        return f" on({equal[0]})" if len(equal) == 1 else f" on(({' and '.join(equal)}))"

    def _table(self, node: exp.Expression, printer: Printer) -> str:
        joins = node.args.get("joins") or ()
        if joins:
            plain = node.copy()
            plain.set("joins", None)
            return self._joins(plain, joins, printer)
        if isinstance(node, exp.Lateral):
            inner = replace(self, outer=(*self.beside, *self.outer), aliased=True)
            return f"lateral ({inner.print(node.this.this)}) {quoted(node.alias)}"
        if isinstance(node, JsonTable):
            return f"json_table({printer.print(node.this)}, {json_tables.level_text(node.level)}) {quoted(node.alias)}"
        if isinstance(node, exp.Subquery) and isinstance(node.this, (exp.Table, exp.Subquery)) and not node.alias:
            return self._table(node.this, printer)
        if isinstance(node, (exp.Subquery, exp.Values)):
            derived = node if isinstance(node, exp.Values) else node.this
            return f"({replace(self, aliased=True).print(derived)}) {quoted(node.alias)}{columns_text(node)}"
        if not node.text("db") and node.name.lower() in self.common:
            return f"{quoted(node.name)} {quoted(node.alias)}" if node.alias else quoted(node.name)
        written = self._name(node)
        alias = node.alias or ("" if written.endswith(quoted(node.name)) else node.name)
        written += partitions_text(node)
        return (f"{written} {quoted(alias)}" if alias else written) + hints_text(node)


def _as_alias(node: exp.Expr, names: dict[str, exp.Expression]) -> Any:
    """The alias that a column's name means; a column of that very name is meant itself."""
    if not isinstance(node, exp.Column) or node.table or node.name.lower() not in names:
        return node
    meant = names[node.name.lower()]
    if isinstance(meant, exp.Column) and meant.name.lower() == node.name.lower():
        return node
    return exp.to_identifier(node.name, quoted=True)


def _is_right(join: exp.Expression) -> bool:
    return (join.args.get("side") or "").upper() == "RIGHT"


def _is_comma(join: exp.Expression) -> bool:
    return not any(join.args.get(key) for key in ("side", "kind", "method", "on", "using"))


def _column_of(tables: list[Named], name: str) -> str:
    for table in tables:
        for column in table.columns:
            if column.lower() == name.lower():
                return f"{table.qualifier}.{quoted(column)}"
    raise UnsupportedError(f"printing the column {name}")


def _is_place(node: exp.Expr) -> bool:
    """Whether it is the number of an item."""
    return isinstance(node, exp.Literal) and node.is_int


def _limit(node: exp.Expression) -> str:
    if node.args.get("limit") is None:
        return ""
    offset = node.args.get("offset")
    first = f"{offset.expression.name}," if offset is not None else ""
    return f" limit {first}{node.args['limit'].expression.name}"
