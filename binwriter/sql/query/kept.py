"""Queries of stored programs that are compiled once a session, and run again with other values of the variables.

Which they are: expressions of variables, and queries of one table, made of parts (`_PARTS`) whose compilation asks for
nothing but types, settings and the table's definition. Names of the program are looked up anew at each run, and so is
the table, with all that this asks of locks and views of rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Protocol

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import CompiledQuery, Scope, Source
from binwriter.sql.expressions.types import CompiledExpression, Eval, ExprType, Row
from binwriter.sql.hooks import ProgramNames
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.derived import RowReader
from binwriter.sql.query.loops import TableNode, TableRows
from binwriter.sql.query.select import Select
from binwriter.sql.syntax.programs import CASE_VALUE
from binwriter.sql.text.known_trees import once_a_tree
from binwriter.sql.types import function_named
from binwriter.sql.types.record import Keeps, Role
from binwriter.storage.table_data import TableData

_BINARY = frozenset({"this", "expression"})
_PARTS: dict[type, frozenset[str]] = {
    exp.Select: frozenset({"expressions", "from_", "where"}),
    exp.From: frozenset({"this"}),
    exp.Table: frozenset({"this", "db", "alias"}),
    exp.TableAlias: frozenset({"this"}),
    exp.Where: frozenset({"this"}),
    exp.Column: frozenset({"this", "table"}),
    exp.Identifier: frozenset({"this", "quoted"}),
    exp.Literal: frozenset({"this"}),  # a number
    exp.Null: frozenset(),
    exp.Star: frozenset(),
    exp.Paren: frozenset({"this"}),
    exp.Neg: frozenset({"this"}),
    exp.Not: frozenset({"this"}),
    exp.Anonymous: frozenset({"this", "expressions"}),  # a function
    **dict.fromkeys(
        (exp.And, exp.Or, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Add, exp.Sub, exp.Mul), _BINARY
    ),
}
_ADDS_UP = (function_named("COUNT"), function_named("SUM"))
_NO_ROW: Row = ((),)
_MOST = 256  # queries of a session
_Name = tuple[str, str | None]


class QueryCompiler(Protocol):
    """Who compiles queries, and finds their tables (`binwriter.sql.query.run`)."""

    def __call__(self, node: exp.Expression, outer: Scope | None) -> CompiledQuery: ...

    def resolve(
        self, node: exp.Expression, select: exp.Expression | None = None
    ) -> tuple[Source, RowReader, TableRows | None]: ...


def _is_plain_call(name: str) -> bool:
    """Whether it is a function that chooses among its arguments, or adds up."""
    record = function_named(name)
    if record is None or record.role is Role.WINDOW:
        return False
    chooses = record.choice if record.role is Role.AGGREGATE else Keeps.INTEGERS in record.keeps
    return chooses or record in _ADDS_UP


@once_a_tree
def is_plain_part(tree: exp.Expression) -> bool:
    """Whether an expression, or a query, can be kept."""
    for part in tree.walk():
        allowed = _PARTS.get(type(part))
        if allowed is None or any(value and name not in allowed for name, value in part.args.items()):
            return False
        if type(part) is exp.Anonymous and not _is_plain_call(part.name.upper()):
            return False
        if type(part) is exp.Column and part.name == CASE_VALUE:
            return False
    return True


class LateNames:
    """A program's names while a query is compiled: what it reads is looked up when it runs."""

    def __init__(self, names: ProgramNames) -> None:
        self._names = names
        self._asked: dict[_Name, tuple[ExprType, Eval] | None] = {}

    def find(self, name: str, table: str | None) -> CompiledExpression | None:
        known = self._names.find(name, table)
        key, asked = (name, table), self._asked
        asked[key] = None if known is None else (known.type, known.eval)
        if known is None:
            return None

        def read(context: StatementContext, row: Row) -> Any:
            return asked[key][1](context, row)  # type: ignore[index]

        late: CompiledExpression = replace(known, eval=read)
        return late

    def declared(self, name: str) -> Column | None:
        return self._names.declared(name)

    def bound(self, name: str, table: str | None) -> tuple[ExprType, Eval] | None:
        known = self.find(name, table)
        return None if known is None else (known.type, known.eval)

    @property
    def are_all(self) -> bool:
        """Whether all that was asked for are names of the program."""
        return None not in self._asked.values()

    def are_of(self, names: ProgramNames) -> bool:
        """Takes the names of another run. False where one means something else than it did."""
        asked, bound = self._asked, names.bound
        for key, known in asked.items():
            now = bound(*key)
            if now is None or known is None:
                if now is not known:
                    return False
            elif now[0] is not known[0] and now[0] != known[0]:
                return False
            asked[key] = now
        return True


@dataclass
class _KeptQuery:
    """node: the tree, so that no other one gets its id. settings: `changes` of the variables it was compiled under.
    found: when its table was, the number of definitions and the database in use by then."""

    node: exp.Expression
    settings: tuple[int, int, int]
    names: LateNames
    query: Select
    found: tuple[int, str | None] | None
    _table: TableRows | None = field(init=False, default=None)
    _base: TableData | None = field(init=False, default=None)  # where that is a base table
    is_one_row: bool = field(init=False, default=False)  # whether `row` may know it

    def __post_init__(self) -> None:
        self._way, tree = self.query.path, self.query.tree
        self.is_one_row = self.query.asks_no_table or self.query.extreme is not None
        if isinstance(tree, TableNode):
            self._find(tree.data)
            extreme = None if self.query.extreme is None else self._extreme
            self.query = replace(self.query, tree=replace(tree, read=self._read), extreme=extreme, ends=None)

    def row(self, context: StatementContext) -> tuple[Any, ...] | None:
        """The only row of a query that asks for no table, or for what is at the end of an index; None of others."""
        query = self.query
        if query.asks_no_table:
            return tuple([item.eval(context, _NO_ROW) for item in query.items])
        return None if query.extreme is None else query.extreme(context)

    def _find(self, data: TableRows | None) -> None:
        base = getattr(data, "lender", None) or data
        self._table, self._base = data, base if type(base) is TableData and not base.definition.temporary else None

    def _read(self, context: StatementContext, row: Any) -> Any:
        assert self._way is not None
        if self._base is not None and context.session.locks is not None:
            self._way = self._way.of(context.session.locks.reads(self._base))
        return (values for _, values in self._way.rows(context))

    def _extreme(self, context: StatementContext) -> tuple[Any] | None:
        assert self._way is not None and self.query.extreme_of is not None
        return self._way.extreme(*self.query.extreme_of, context, self._base)

    def takes(self, context: StatementContext, make: Callable[[], QueryCompiler] | None) -> bool:
        """Makes it one of this run. False where it is to be compiled anew. make: None where no table may be looked
        for."""
        assert context.program_names is not None
        if self.settings != context.variables.changes or not self.names.are_of(context.program_names):
            return False
        if self._way is None or self._table is None:
            return True
        if self._base is not None and self.found is not None and self.found == when_found(context):
            return True
        if make is None:
            return False
        _, _, data = make().resolve(self.node.args["from_"].this, self.node)
        if data is None or type(data) is not type(self._table) or data.definition is not self._table.definition:
            return False
        self.found = when_found(context)
        self._find(data)
        self._way = self._way.of(data)
        if self.query.extremes is not None:
            self.query = replace(self.query, path=self._way)
        return True


def when_found(context: StatementContext) -> tuple[int, str | None] | None:
    """As long as this is the same, a name stands for the same base table; None where more decides on that."""
    session = context.session
    unusual = context.locking is not None or context.on_open is not None
    count = None if unusual or session.definitions is None else session.definitions()
    return None if count is None else (count, context.database)


def _key(node: exp.Expression, context: StatementContext) -> tuple[object, ...]:
    """What it is kept by. How values are used, and whether rows are locked, changes from statement to statement."""
    return id(node), context.sizes_decimals, context.measures_items, context.changes_data, context.locking is None


def _expression_key(node: exp.Expression, context: StatementContext) -> tuple[object, ...]:
    """The same of an expression that asks for no row."""
    return id(node), context.sizes_decimals, context.measures_items, context.changes_data


def known_row(
    node: exp.Expression, context: StatementContext
) -> tuple[tuple[Any, ...], tuple[tuple[str, ExprType], ...]] | None:
    """The row and the columns of a program's query, where it was compiled before and its one row takes no look at any
    other; None of other queries, which are to be run."""
    known = context.session.kept_queries.get(_key(node, context))
    if not isinstance(known, _KeptQuery) or known.node is not node or not known.is_one_row:
        return None
    if not known.takes(context, None):
        return None
    if interrupts.asked:
        interrupts.step(lets_others=False)
    row = known.row(context)
    return None if row is None else (row, known.query.columns)


@dataclass
class _KeptExpression:
    """See `_KeptQuery`."""

    node: exp.Expression
    settings: tuple[int, int, int]
    names: LateNames
    compiled: CompiledExpression


def kept_expression(
    node: exp.Expression, context: StatementContext, make: Callable[[], CompiledExpression]
) -> CompiledExpression:
    """An expression of a program, compiled now or before. make: compiles it."""
    known = known_expression(node, context)
    if known is not None:
        return known
    if context.program_names is None or not is_plain_part(node) or node.find(exp.Query, exp.Anonymous) is not None:
        return make()
    late, before = LateNames(context.program_names), len(context.diagnostics)
    names, context.program_names = context.program_names, late
    try:
        compiled = make()
    finally:
        context.program_names = names
    if late.are_all and before == len(context.diagnostics):
        kept = context.session.kept_queries
        if len(kept) >= _MOST:
            kept.clear()
        kept[_expression_key(node, context)] = _KeptExpression(node, context.variables.changes, late, compiled)
    return compiled


def known_expression(node: exp.Expression, context: StatementContext) -> CompiledExpression | None:
    """An expression of nothing but numbers and variables of the program, compiled before; it asks for nothing else."""
    known = context.session.kept_queries.get(_expression_key(node, context))
    if not isinstance(known, _KeptExpression) or known.node is not node or context.program_names is None:
        return None
    if known.settings != context.variables.changes or not known.names.are_of(context.program_names):
        return None
    return known.compiled


def kept_query(node: exp.Expression, context: StatementContext, make: Callable[[], QueryCompiler]) -> CompiledQuery:
    """The query of a program, compiled now or before. make: who compiles it."""
    assert context.program_names is not None
    if type(node) is not exp.Select or not is_plain_part(node):
        return make()(node, None)
    kept, key = context.session.kept_queries, _key(node, context)
    known = kept.get(key)
    if isinstance(known, _KeptQuery) and known.node is node and known.takes(context, make):
        interrupts.step(lets_others=False)
        return known.query
    late, before = LateNames(context.program_names), len(context.diagnostics)
    names, context.program_names = context.program_names, late
    try:
        query = make()(node, None)
    finally:
        context.program_names = names
    if isinstance(query, Select) and before == len(context.diagnostics) and _may_be_kept(query):
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = made = _KeptQuery(node, context.variables.changes, late, query, when_found(context))
        return made.query
    return query


def _may_be_kept(query: Select) -> bool:
    tree = query.tree
    if tree is None:
        return True
    return isinstance(tree, TableNode) and query.path is not None and type(tree.data) in (TableData, LockedTable)
