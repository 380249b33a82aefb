"""The way into queries: compile a node of any query kind, run it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import ref

from sqlglot import exp

import binwriter.sql.functions  # noqa: F401  registers the functions
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.view_trees import errors_of_view
from binwriter.sql.binding.views import check_nesting
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import CompiledQuery, Scope, Source
from binwriter.sql.expressions.types import ExprType, Row
from binwriter.sql.query import found_rows, kept, merged, merged_order, restricted, setops
from binwriter.sql.query import recursive as recursive_queries
from binwriter.sql.query.derived import RowReader, derived_source
from binwriter.sql.query.described import kept_columns
from binwriter.sql.query.loops import DatabaseView, TableNode, TableRows, table_source
from binwriter.sql.query.ordering import Limit, compile_limit
from binwriter.sql.query.select import Select
from binwriter.sql.query.select_compiler import SelectCompiler
from binwriter.sql.query.sources import FromCompiler
from binwriter.sql.text.meta_keys import MEASURED
from binwriter.sql.text.tree_text import tree_text
from binwriter.storage.key_selection import chosen_keys
from binwriter.storage.made_table import MadeTable
from binwriter.storage.selection import chosen_partitions
from binwriter.storage.table_data import TableData

# what a 9.7.4 says in place of the index's name (captured: transactions_snapshots)
_CLUSTERED_INDEX = 64

if TYPE_CHECKING:
    from binwriter.sql.types import Measure


@dataclass(frozen=True)
class ResultSet:
    """columns: (name, type) of each; rows: expression values in the order of the result. query: what made them."""

    columns: tuple[tuple[str, ExprType], ...]
    rows: list[tuple[Any, ...]]
    query: CompiledQuery | None = None


def run_select(
    node: exp.Expression,
    database: DatabaseView,
    context: StatementContext,
    outer: Scope | None = None,
    row: Row = (),
    *,
    lazily: bool = False,
    again: bool = False,
    apart: bool = False,
) -> ResultSet:
    """Runs a SELECT, UNION or VALUES statement to its end; lazily: row by row, as the result's rows are taken.

    apart: what its items are warned of is told by who stores them (see `told_apart`).
    again: it is a statement by itself, whose rows are taken before the same one can run again; the context has
    `new_found_rows` then where they are not those that it gives.

    Raises MySQLError as a server would, UnsupportedError by name for what is not modelled (window functions, ROLLUP
    ...).
    """
    limit = None
    if again:
        context.new_found_rows = None
        node, limit = found_rows.whole(node, context)
    if again and context.program_names is not None:
        query = kept.kept_query(node, context, lambda: Compiler(database, context))
    else:
        query = Compiler(database, context)(node, outer)
    if apart:
        from binwriter.sql.query.told_rows import as_taken

        query = told_apart(query)
        taken = query.rows(context, row)
        return ResultSet(tuple(query.columns), taken if lazily else as_taken(taken, context), query)  # type: ignore[arg-type]
    if again and limit is None:
        query, limit = found_rows.passed_over(query)
    rows: Iterable[tuple[Any, ...]] = query.rows(context, row)
    if limit is not None:
        rows = found_rows.counted(rows, limit, context)
    return ResultSet(tuple(query.columns), rows if lazily else list(rows), query)  # type: ignore[arg-type]


def told_apart(query: CompiledQuery) -> CompiledQuery:
    """The query with rows that say what each item was warned of, unless a temporary table is filled with them."""
    if not isinstance(query, Select) or query.distinct or query.buffered:
        return query
    if query.order and (query.sources > 1 or query.grouped):
        return query
    return query if _reads_columns(query) else replace(query, tells_apart=True)


def _reads_columns(query: Select) -> bool:
    """Whether its items are columns that a stored table keeps, of which nothing is told."""
    data = query.tree.data if isinstance(query.tree, TableNode) else None
    if data is None or any(column.generated for column in data.definition.columns):
        return False
    return all(isinstance(node, exp.Column) for node in query.nodes)


def query_scope(
    database: DatabaseView,
    context: StatementContext,
    sources: Iterable[Source] = (),
    *,
    clause: str = "field list",
    **changes: Any,
) -> Scope:
    """The scope of a statement's own expressions over these sources (one row slot each).

    Subqueries are allowed in it.
    """
    return Scope(context, tuple(sources), clause=clause, compile_query=Compiler(database, context), **changes)


@dataclass(frozen=True)
class CommonTable:
    """A WITH name. outer: of which scopes around the query with the clause it names columns (see `Scope`)."""

    query: CompiledQuery
    names: tuple[str, ...]
    outer: set[int]


def _measured(query: Callable[[], object]) -> Measure | None:
    from binwriter.sql.query.result_items import measure_of_first  # seldom needed

    return measure_of_first(query)


@dataclass(frozen=True)
class Compiler:
    """A QueryCompiler for one statement; ctes are the WITH names in force; level: how deep its queries are nested in
    derived tables and views. changes: the tables that it finds may be changed, not only read. unordered: the query is
    merged into one that takes over no ORDER BY."""

    database: DatabaseView
    context: StatementContext
    ctes: dict[str, CommonTable] = field(default_factory=dict)
    level: int = 1
    changes: bool = False
    unordered: bool = False

    def __call__(self, node: exp.Expression, outer: Scope | None) -> CompiledQuery:
        interrupts.step(lets_others=False)
        scope = Scope(self.context, outer=outer, compile_query=self)
        with_ = node.args.get("with_")
        return self._query(node, scope) if with_ is None else self._with(with_, scope)._query(node, scope)

    def _with(self, with_: exp.Expression, scope: Scope) -> Compiler:
        compiler = self
        for cte in with_.expressions:
            names = tuple(column.name for column in cte.args["alias"].args.get("columns") or ())
            outside: set[int] = set()
            around = replace(scope, correlation=outside) if scope.outer is not None else None
            query = compiler._cte(cte, names, around, recursive=bool(with_.args.get("recursive")))
            compiler = replace(compiler, ctes={**compiler.ctes, cte.alias: CommonTable(query, names, outside)})
        return compiler

    def _cte(
        self, cte: exp.Expression, names: tuple[str, ...], around: Scope | None, *, recursive: bool
    ) -> CompiledQuery:
        """around: the scope that the query with the clause stands in; it has no source of its own."""
        if not recursive:
            return self(cte.this, around)

        def step(node: exp.Expression, working: recursive_queries.WorkingRows) -> CompiledQuery:
            return replace(self, ctes={**self.ctes, cte.alias: CommonTable(working, (), set())})(node, around)

        def limit_of(node: exp.Expression) -> Limit:
            return compile_limit(node, Scope(self.context))

        made = recursive_queries.compile_recursive(cte, names, lambda node: self(node, around), step, limit_of)
        if isinstance(made, recursive_queries.Recursive) and around is not None and around.correlation:
            return replace(made, correlated=True)
        return made

    def _query(self, node: exp.Expression, scope: Scope) -> CompiledQuery:
        scope = replace(scope, compile_query=replace(self, unordered=False) if self.unordered else self)
        if isinstance(node, exp.Select):
            made = self._select(node, scope)
            if scope.outer is not None and isinstance(node.parent, exp.Subquery):
                node.meta[MEASURED] = partial(_measured, ref(made))  # the tree may be kept, the query is not
            return made
        if isinstance(node, exp.SetOperation):
            return setops.compile_set_operation(node, lambda part: merged_order.as_part(self(part, scope.outer)), scope)
        if isinstance(node, exp.Values):
            return setops.compile_values(node, scope, lambda row: self(row, scope.outer), self.level)
        if isinstance(node, exp.Subquery):
            return self._parenthesised(node, scope)
        raise UnsupportedError(f"query {node.key.upper()}", tree_text(node))

    def _parenthesised(self, node: exp.Expression, scope: Scope) -> CompiledQuery:
        """(SELECT ..) ORDER BY .. LIMIT ..: what stands outside works on the result of what stands inside."""
        parts = [part for part in ("order", "limit", "offset") if node.args.get(part)]
        if not parts:
            return self(node.this, scope.outer)
        kept = ("order", "limit", "offset") if "order" in parts else ("limit", "offset")
        if any(node.this.args.get(part) for part in kept):
            return setops.compile_once_more(node, self(node.this, scope.outer), scope)
        inside = node.this.copy()  # it has none of its own: they are its
        for part in parts:
            inside.set(part, node.args[part])
        return self(inside, scope.outer)

    def _merged(self, node: exp.Expression, outer: Scope | None) -> CompiledQuery:
        """A query in FROM."""
        query = self(node, outer)
        return merged_order.without_order(query) if self.unordered else query

    def _select(self, node: exp.Expression, scope: Scope) -> Select:
        if self.context.variables.profile.user_vars_when_named:
            from binwriter.sql.query.named_variables import name_in_order  # older servers

            name_in_order(node, scope)
        clause = FromCompiler(scope, lambda source: self.resolve(source, node, scope)).compile(node)
        return SelectCompiler(node, clause, scope).compile()

    def resolve(
        self, node: exp.Expression, select: exp.Expression | None = None, scope: Scope | None = None
    ) -> tuple[Source, RowReader, TableRows | None]:
        """What a node in FROM stands for: its source, the way to its rows, and the stored table if it is one.

        select: whose FROM clause it is; it may lock rows. scope: its scope; what is around it, a derived table sees.
        """
        alias = node.args.get("alias")
        names = tuple(column.name for column in alias.args.get("columns") or ()) if alias is not None else ()
        if isinstance(node, (exp.Subquery, exp.Values)):
            if not node.alias:
                raise mysql_error("ER_DERIVED_MUST_HAVE_ALIAS")
            inner = node.this if isinstance(node, exp.Subquery) else node
            below = replace(
                self, level=self.level + 1, unordered=merged_order.leaves_order(select, above=self.unordered)
            )
            check_nesting(below.level)
            around = replace(scope, sources=()) if scope is not None and scope.outer is not None else None
            return self._derived(node.alias, below._merged(inner, around), names)
        if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier):
            raise UnsupportedError(f"{node.key.upper()} in FROM", tree_text(node))
        schema, name = node.text("db") or None, node.name
        if schema is None and name in self.ctes:
            common = self.ctes[name]
            if scope is not None:
                scope.correlation.update(common.outer)
            query = common.query
            if merged_order.leaves_order(select, above=self.unordered):
                query = merged_order.without_order(query)
            return self._derived(node.alias or name, query, names or common.names)
        if schema is None and name.lower() == "dual" and not node.this.args.get("quoted"):
            return Source("dual", ()), _one_row, None
        view = self.database.view(schema or self.context.database, name)
        if view is not None:
            from binwriter.sql.binding.locked_views import view_as_locked  # no view, no need of it

            with errors_of_view(view, self.context, self.database):
                check_nesting(self.level + 1)
                locked = view_as_locked(view, select, node.alias or name, names)
                unordered = merged_order.leaves_order(select, above=self.unordered)
                below = Compiler(self.database, self.context, level=self.level + 1, unordered=unordered)
                query = below._merged(locked, None)
            seen_as = schema or self.context.database or "", name
            stored = view.algorithm == "TEMPTABLE"
            return self._derived(node.alias or name, query, names or view.columns, seen_as, stored=stored)
        data = self.database.table(schema or self.context.database, name)
        if isinstance(data, MadeTable):
            data = restricted.restricted(data, node.alias or name, select, self.context)
            return *table_source(node.alias or name, data), data
        if isinstance(data, TableData):
            data = chosen_partitions(data, node)
            data = chosen_keys(data, node, self.context.variables)
        read = data
        if self.context.locking is not None:
            try:
                read = self.context.locking.for_query(data, select, node.alias or name)
            except MySQLError:  # the snapshot is older than the table
                self.context.warn("HA_ERR_INSUFFICIENT_HISTORY", _CLUSTERED_INDEX)
                raise
        if read is data and isinstance(data, TableData) and not self.changes and self.context.session.locks is not None:
            read = self.context.session.locks.reads(data)
        return *table_source(node.alias or name, read), read

    def _derived(
        self,
        alias: str,
        query: CompiledQuery,
        names: Sequence[str],
        view: tuple[str, str] | None = None,
        *,
        stored: bool = False,
    ) -> tuple[Source, RowReader, TableRows | None]:
        """A query in FROM; with the table that it shows as it is, unless the statement may change what it finds."""
        source, read = derived_source(alias, query, kept_columns.KeptColumns(query), names, view, stored=stored)
        return source, read, None if self.changes else merged.same_rows(source)


def _one_row(context: StatementContext, row: Any) -> Any:
    return iter([()])
