"""FROM: tables, derived tables and joins as nested loops in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.binding.table_nodes import nodes_turned, table_nodes
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions import comparison, resolved
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.conditions.logic import Truth, asked, truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query.derived import RowReader, columns_of_query
from binwriter.sql.query.described import kept_columns
from binwriter.sql.query.joins.conditions import written
from binwriter.sql.query.json_table import tables as json_tables
from binwriter.sql.query.loops import FromNode, JoinNode, TableNode, TableRows
from binwriter.sql.query.name_order import is_of_names
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.text.joins import STRAIGHT, is_join_in_brackets
from binwriter.sql.text.meta_keys import BEHIND_COMMA
from binwriter.sql.text.tree_text import tree_text

_MOST_TABLES = 61  # in a join
_NOT_THERE = frozenset({"ER_NO_SUCH_TABLE", "ER_BAD_DB_ERROR", "ER_BAD_DB_OF_TABLE"})


Shown = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class FromClause:
    """The sources of a SELECT, the tree of loops over them (None: no FROM), the places (source, column) that * shows.

    failure: of a name in an ON condition, to be raised when the names that are looked up before are known to be right.
    told: by constants in ON conditions, which are resolved behind WHERE.
    """

    sources: tuple[Source, ...]
    tree: FromNode | None
    shown: Shown = ()
    failure: MySQLError | None = None
    told: Sequence[Diagnostic] = ()


class FromCompiler:
    """Builds the FROM clause of one SELECT. resolve: table or subquery node -> source and the way to its rows. orders:
    in which order tables are joined is decided elsewhere."""

    def __init__(
        self,
        scope: Scope,
        resolve: Callable[[exp.Expression], tuple[Source, RowReader, TableRows | None]],
        *,
        orders: bool = False,
    ) -> None:
        self._scope, self._orders = scope, orders
        self._resolve = resolve
        self._sources: list[Source] = []
        self._behind_right_join: frozenset[int] = frozenset()  # what its right side does not see: its left one
        self._json_tables = 0
        self._failure: MySQLError | None = None
        self._told: list[Diagnostic] = []
        self._is_chain = True  # every source after the first is a JSON_TABLE of the one before it

    def compile(self, select: exp.Expression) -> FromClause:
        """The clause, joins included. MySQLError ER_NONUNIQ_TABLE for two sources of one name."""
        clause = select.args.get("from_")
        if clause is None:
            return FromClause((), None)
        try:
            tree, shown = self._joined(self._operand(clause.this), select.args.get("joins") or (), 0)
        except MySQLError as error:
            if error.symbol in _NOT_THERE:
                self._find_in_order(select)
            raise
        if self._json_tables and not (self._is_chain or self._orders or _order_is_given(select)):
            tree = _refusing_changes(tree)
        return FromClause(tuple(self._sources), tree, shown, self._failure, self._told)

    def _find_in_order(self, select: exp.Expression) -> None:
        """The error of the first table that is missing, in the order in which a server opens them: what is on the right
        of RIGHT JOIN first (captured: clusters/right_joins_of_missing)."""
        if nodes_turned(select):
            parts = (select.args["from_"], *(select.args.get("joins") or ()))
            inside = {id(node) for part in parts for node in part.find_all(exp.Table)}
            for node in table_nodes(select):
                if id(node) in inside:
                    self._resolve(node)

    def _operand(self, node: exp.Expression) -> tuple[FromNode, Shown]:
        if isinstance(node, exp.Paren):
            node = node.this
        first = len(self._sources)
        joins = node.args.get("joins") or ()
        begun = self._operand(node.this) if is_join_in_brackets(node) else self._leaf(node)
        return self._joined(begun, joins, first)

    def _joined(
        self, begun: tuple[FromNode, Shown], joins: Iterable[exp.Expression], first: int
    ) -> tuple[FromNode, Shown]:
        """What stands behind the first table. first: its source; behind a comma, ON sees nothing in front of that."""
        tree, shown = begun
        for join in joins:
            first = len(self._sources) if BEHIND_COMMA in join.meta else first
            tree, shown = self._join(tree, shown, join, first)
        return tree, shown

    def _leaf(self, node: exp.Expression) -> tuple[FromNode, Shown]:
        if node.args.get("laterals"):
            raise UnsupportedError("LATERAL", tree_text(node))
        read: RowReader
        if isinstance(node, JsonTable):
            before = self._current("field list", self._behind_right_join)
            (source, read), data = json_tables.json_table_source(node, before), None
            self._json_tables += 1
            if self._sources:
                self._is_chain = self._is_chain and json_tables.comes_from(node, before, self._sources[-1])
        else:
            source, read, data = self._lateral(node) if isinstance(node, exp.Lateral) else self._resolve(node)
            self._is_chain = self._is_chain and not self._sources
        if any(other.alias == source.alias and other.schema == source.schema for other in self._sources):
            raise mysql_error("ER_NONUNIQ_TABLE", source.alias)
        slot = self._scope.base + len(self._sources)
        self._sources.append(source)
        if len(self._sources) > _MOST_TABLES:
            raise mysql_error("ER_TOO_MANY_TABLES", _MOST_TABLES)
        place = len(self._sources) - 1
        shown = tuple((place, index) for index, column in enumerate(source.columns) if column.is_visible)
        return TableNode(slot, len(source.columns), read, data), shown

    def _lateral(self, node: exp.Lateral) -> tuple[Source, RowReader, TableRows | None]:
        """A derived table that sees the sources before it: its rows are made anew for each of their rows."""
        if not node.alias:
            raise mysql_error("ER_DERIVED_MUST_HAVE_ALIAS")
        compile_query = self._scope.compile_query
        if compile_query is None or not isinstance(node.this, exp.Subquery):
            raise UnsupportedError("LATERAL", tree_text(node))
        query = compile_query(node.this.this, self._current("field list", self._behind_right_join))
        names = [column.name for column in node.args["alias"].args.get("columns") or ()]
        titles = names or [name for name, _ in query.columns]
        columns = columns_of_query(query, titles, kept_columns.KeptColumns(query))
        return Source(node.alias, columns), lambda context, row: query.rows(context, row), None

    def _join(self, left: FromNode, shown: Shown, join: exp.Expression, first: int = 0) -> tuple[FromNode, Shown]:
        """shown: what * stands for so far. first: the source with which what is joined begins."""
        before = len(self._sources)
        side, method = join.text("side").upper(), join.text("method").upper()
        around = self._behind_right_join
        if side == "RIGHT":
            self._behind_right_join = around.union(range(first, before))
        told_before, self._told = self._told, []
        right, shown_right = self._operand(join.this)
        self._behind_right_join = around
        using = [name.name for name in join.args.get("using") or ()]
        if method == "NATURAL":
            using = self._common_columns(first, before)
        equal = [self._equal(name, (first, before), side) for name in using]
        conditions, on = [condition for condition, _ in equal], [node for _, node in equal]
        if join.args.get("on") is not None:
            on += conjuncts(join.args["on"])
            begin = len(self._scope.context.diagnostics)
            try:
                scope = self._current("on clause", frozenset(range(first)))
                conditions.append(asked(compile_expression(join.args["on"], scope), scope, join.args["on"]))
            except MySQLError as error:
                if not is_of_names(error):
                    raise
                self._failure = self._failure or error
            if scope.context.resolved:
                self._told += resolved.taken_out(scope.context, begin)
        elif side and not using and method != "NATURAL":
            raise mysql_error("ER_PARSE_ERROR", "", 1)
        self._told += told_before
        condition = _all(conditions)
        if not using:
            shown += shown_right
        elif side == "RIGHT":
            shown = self._coalesced(using, shown_right, shown, range(before, len(self._sources)))
        else:
            shown = self._coalesced(using, shown, shown_right, range(first, before))
        if side == "RIGHT":
            return JoinNode(right, left, outer=True, condition=condition, on=tuple(on)), shown
        if side not in ("", "LEFT"):
            raise UnsupportedError(f"{side} JOIN", tree_text(join))
        straight = STRAIGHT in join.meta
        return JoinNode(left, right, side == "LEFT", condition, on=tuple(on), straight=straight), shown

    def _coalesced(self, using: list[str], first: Shown, second: Shown, counts: range) -> Shown:
        """What * stands for behind USING: what is compared, visible or not, as the side has it whose sources count, its
        others, those of the other side (captured: clusters/columns_of_right_joins, hidden_columns_joined)."""
        compared = {name.lower() for name in using}
        names = {place: self._sources[place[0]].columns[place[1]].name.lower() for place in (*first, *second)}
        shared = tuple(place for place in first if names[place] in compared)
        hidden = (name for name in using if name.lower() not in [names[place] for place in shared])
        shared += tuple([self._find(name, counts, self._current("from clause")) for name in hidden])
        return shared + tuple(place for place in (*first, *second) if names[place] not in compared)

    def _current(self, clause: str, unseen: frozenset[int] = frozenset()) -> Scope:
        return replace(self._scope, sources=tuple(self._sources), clause=clause, unseen=unseen)

    def _common_columns(self, first: int, before: int) -> list[str]:
        left = {name.lower(): name for source in self._sources[first:before] for name in source.shown_names}
        right = {name.lower() for source in self._sources[before:] for name in source.shown_names}
        return [name for key, name in left.items() if key in right]

    def _equal(self, name: str, places: tuple[int, int], side: str) -> tuple[Truth, exp.Expression]:
        """left.name = right.name of USING, and as ON would say it; unqualified, the name means the side that cannot be
        NULL.

        places: where the sources of the left side and those of the right begin.
        """
        scope, before = self._current("from clause"), places[1]
        left = self._find(name, range(*places), scope)
        right = self._find(name, range(before, len(self._sources)), scope)
        condition = truth(comparison.compare(exp.EQ, scope.read(*left), scope.read(*right), scope))
        hidden = left[0] if side == "RIGHT" else right[0]
        source = self._sources[hidden]
        self._sources[hidden] = replace(source, coalesced=source.coalesced | {name.lower()})
        return condition, exp.EQ(this=written(self._sources, *left), expression=written(self._sources, *right))

    def _find(self, name: str, positions: range, scope: Scope) -> tuple[int, int]:
        places = [
            (position, index)
            for position in positions
            if name.lower() not in self._sources[position].coalesced
            and (index := self._sources[position].index(name)) is not None
        ]
        if len(places) > 1:
            raise mysql_error("ER_NON_UNIQ_ERROR", name, scope.clause)
        if not places:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, scope.clause)
        return places[0]


def _all(conditions: list[Truth]) -> Truth | None:
    if not conditions:
        return None
    if len(conditions) == 1:
        return conditions[0]
    return lambda context, row: all(condition(context, row) for condition in conditions)


def _order_is_given(select: exp.Expression) -> bool:
    return bool(select.args.get("order")) or isinstance(select.parent, (exp.Exists, exp.In))


def _refusing_changes(tree: FromNode) -> FromNode:
    """A server joins such tables by hashing, which gives rows in an order of its own (seen on a 9.7.4)."""
    if isinstance(tree, JoinNode):
        return replace(tree, left=_refusing_changes(tree.left))

    def read(context: StatementContext, row: Sequence[Any]) -> Iterable[Sequence[Any]]:
        if context.changes_data or context.forgives:
            raise UnsupportedError("JSON_TABLE joined with a table that it does not name, without ORDER BY")
        return tree.read(context, row)

    return replace(tree, read=read)
