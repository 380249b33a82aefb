"""Queries of stored programs that are compiled once a session, and run again with other values of the variables.

Which they are: expressions of variables, and queries of one table, made of parts (`_PARTS`) whose compilation asks for
nothing but types, settings and the table's definition. Names of the program are looked up anew at each run, and so is
the table, with all that this asks of locks and views of rows.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, Protocol

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import CompiledQuery, Scope, Source
from binwriter.sql.expressions.types import CompiledExpression, Row
from binwriter.sql.hooks import ProgramNames
from binwriter.sql.query.access.locking import LockedTable
from binwriter.sql.query.select import Select
from binwriter.sql.query.sources import RowReader, TableNode, TableRows
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
    exp.Anonymous: frozenset({"this", "expressions"}),  # a function
    **dict.fromkeys((exp.And, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Add, exp.Sub, exp.Mul), _BINARY),
}
_ADDS_UP = (function_named("COUNT"), function_named("SUM"))
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
def _is_plain(tree: exp.Expression) -> bool:
    for part in tree.walk():
        allowed = _PARTS.get(type(part))
        if allowed is None or any(value and name not in allowed for name, value in part.args.items()):
            return False
        if type(part) is exp.Anonymous and not _is_plain_call(part.name.upper()):
            return False
        if type(part) is exp.Column and part.name == CASE_VALUE:
            return False
    return type(tree) is exp.Select


class _LateNames:
    """A program's names while a query is compiled: what it reads is looked up when it runs."""

    def __init__(self, names: ProgramNames) -> None:
        self._names = names
        self.asked: dict[_Name, CompiledExpression | None] = {}

    def find(self, name: str, table: str | None) -> CompiledExpression | None:
        known = self.asked[name, table] = self._names.find(name, table)
        if known is None:
            return None
        key, asked = (name, table), self.asked

        def read(context: StatementContext, row: Row) -> Any:
            expression = asked[key]
            assert expression is not None
            return expression.eval(context, row)

        late: CompiledExpression = replace(known, eval=read)
        return late

    def are_of(self, names: ProgramNames) -> bool:
        """Takes the names of another run. False where one means something else than it did."""
        for (name, table), known in self.asked.items():
            now = names.find(name, table)
            if now is None or known is None:
                if now is not known:
                    return False
            elif now.type is not known.type and now.type != known.type:
                return False
            self.asked[name, table] = now
        return True


@dataclass
class _KeptQuery:
    """node: the tree, so that no other one gets its id. settings: `changes` of the variables it was compiled under."""

    node: exp.Expression
    settings: tuple[int, int, int]
    names: _LateNames
    query: Select
    _table: TableRows | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._way, tree = self.query.path, self.query.tree
        if isinstance(tree, TableNode):
            self._table = tree.data
            self.query = replace(self.query, tree=replace(tree, read=self._read))

    def _read(self, context: StatementContext, row: Any) -> Any:
        assert self._way is not None
        return (values for _, values in self._way.rows(context))

    def takes(self, context: StatementContext, compiler: QueryCompiler) -> bool:
        """Makes it one of this run. False where it is to be compiled anew."""
        assert context.program_names is not None
        if self.settings != context.variables.changes or not self.names.are_of(context.program_names):
            return False
        if self._way is None or self._table is None:
            return True
        _, _, data = compiler.resolve(self.node.args["from_"].this, self.node)
        if data is None or type(data) is not type(self._table) or data.definition is not self._table.definition:
            return False
        self._table, self._way = data, self._way.of(data)
        return True


def _key(node: exp.Expression, context: StatementContext) -> tuple[object, ...]:
    """What it is kept by. How values are used, and whether rows are locked, changes from statement to statement."""
    return id(node), context.sizes_decimals, context.measures_items, context.changes_data, context.locking is None


def kept_query(node: exp.Expression, context: StatementContext, compiler: QueryCompiler) -> CompiledQuery:
    """The query of a program, compiled now or before."""
    assert context.program_names is not None
    if not _is_plain(node):
        return compiler(node, None)
    kept, key = context.session.kept_queries, _key(node, context)
    known = kept.get(key)
    if isinstance(known, _KeptQuery) and known.node is node and known.takes(context, compiler):
        interrupts.step(lets_others=False)
        return known.query
    late, before = _LateNames(context.program_names), len(context.diagnostics)
    names, context.program_names = context.program_names, late
    try:
        query = compiler(node, None)
    finally:
        context.program_names = names
    if isinstance(query, Select) and before == len(context.diagnostics) and _may_be_kept(query):
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = made = _KeptQuery(node, context.variables.changes, late, query)
        return made.query
    return query


def _may_be_kept(query: Select) -> bool:
    tree = query.tree
    if tree is None:
        return True
    return isinstance(tree, TableNode) and query.path is not None and type(tree.data) in (TableData, LockedTable)
