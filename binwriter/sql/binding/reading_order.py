"""What MySQL's parser refuses of a statement's tables and items, in the order in which it comes upon them.

First what its grammar reads, wherever it stands: character sets, collations, sizes of types, numbers beyond DOUBLE,
derived tables without a name. Then, item by item and table by table, numbers of arguments, tables named alike, system
variables that there are not, moments that are none, rows compared with wider ones. A query block's items come before
its tables, these before its conditions; tables of WITH are read where they are named. Names of columns, and whether
tables are there, are found behind all of that (captured: clusters/counts_before_names, reading_order).
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import double
from binwriter.sql.binding.table_nodes import is_nameless
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.casts import conversion
from binwriter.sql.expressions.collations import collation_id
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import NULL_TYPE, CompiledExpression
from binwriter.sql.system import captured
from binwriter.sql.text.known_trees import nodes_in_depth
from binwriter.sql.text.meta_keys import CALLED_APART, TYPED_LITERAL
from binwriter.sql.text.select_options import OUTERMOST, options_of, outermost
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.types.functions import native_function

_COMPARISONS = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.NullSafeEQ)
_BLOCKS = (exp.Select, exp.Update, exp.Delete)


def refuse_in_order(tree: exp.Expression, context: StatementContext) -> None:
    """MySQLError for the first of these that a server would come upon."""
    warned = len(context.diagnostics)
    try:
        for node in nodes_in_depth(tree):
            written = _WRITTEN.get(type(node))
            if written is not None:
                written(node, context)
        _Reading(tree, context).read()
    except UnsupportedError:
        """It is refused by name when it runs."""
    finally:
        del context.diagnostics[warned:]


# --- what the grammar reads


def _cast(node: exp.Expression, context: StatementContext) -> None:
    is_array = node.args["to"].this is exp.DType.ARRAY  # which is refused when its operand is known
    if not node.meta.get(TYPED_LITERAL) and not is_array:
        operand = CompiledExpression(NULL_TYPE, lambda context, row: None, tree_text(node.this))
        conversion(operand, node.args["to"], Scope(context))


def _collate(node: exp.Expression, context: StatementContext) -> None:
    collation_id(node.expression.name)


def _number(node: exp.Expression, context: StatementContext) -> None:
    if not node.args["is_string"] and "e" in node.name.lower():
        double(node.name)


def _derived(node: exp.Expression, context: StatementContext) -> None:
    if is_nameless(node):
        raise mysql_error("ER_DERIVED_MUST_HAVE_ALIAS")


_WRITTEN: dict[type, Callable[[exp.Expression, StatementContext], None]] = {
    exp.Cast: _cast,
    exp.Collate: _collate,
    exp.Literal: _number,
    exp.Subquery: _derived,
}


# --- what is found item by item


class _Reading:
    """names: of each query block, by its identity, the tables read so far, with their databases. entered: the tables
    of WITH that were read."""

    def __init__(self, tree: exp.Expression, context: StatementContext) -> None:
        self._context = context
        self._version = context.variables.profile.version_number
        self._first = outermost(tree)
        self._names: set[tuple[int, str, str]] = set()
        self._common = {cte.alias: cte for cte in tree.find_all(exp.CTE)}
        self._entered: set[int] = set()
        self._waiting: list[object] = [tree]

    def read(self) -> None:
        """Raises MySQLError."""
        while self._waiting:
            node = self._waiting.pop()
            if isinstance(node, list):
                self._waiting += reversed(node)
            elif isinstance(node, exp.Expression):
                self._enter(node)
            elif callable(node):
                node()

    def _enter(self, node: exp.Expression) -> None:
        rule = _ITEMS.get(type(node))
        if isinstance(node, exp.CTE):  # those that nothing names are read at the end
            if id(node) in self._entered:
                return
            self._entered.add(id(node))
        if isinstance(node, exp.Subquery) and node.alias:
            self._waiting.append(lambda: self._name(node, "", node.alias))
        if rule is not None:
            rule(self, node)
        self._waiting += reversed(_parts(node))

    def call(self, node: exp.Expression) -> None:
        if isinstance(node.parent, exp.Dot) or CALLED_APART in node.meta:
            return
        record = native_function(node.name.upper(), self._version)
        if record is not None and not record.takes(len(node.expressions)):
            raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", node.name)
        if record is not None and "NAME_CONST" in record.names:
            compile_expression(node, Scope(self._context))

    def select(self, node: exp.Expression) -> None:
        if node is not self._first:
            for option in OUTERMOST:
                if option in options_of(node):
                    raise mysql_error("ER_CANT_USE_OPTION_HERE", option)

    def conflict(self, node: exp.Expression) -> None:
        """The row under a name of its own is read behind the rows, in front of what is changed then."""
        insert = node.parent
        rows = insert.args.get("expression") if insert is not None else None
        if insert is None or not isinstance(rows, exp.Values) or not rows.alias:
            return
        target = insert.this.this if isinstance(insert.this, exp.Schema) else insert.this
        if rows.alias == target.alias_or_name:
            raise mysql_error("ER_NONUNIQ_TABLE", rows.alias)

    def table(self, node: exp.Expression) -> None:
        schema, name = node.text("db"), node.name
        if not schema and name in self._common:
            common = self._common.pop(name)
            self._waiting += [lambda: self._name(node, "", node.alias_or_name), common]
            return
        if schema.lower() == _CATALOG and captured.definition(_CATALOG, captured.key_of(schema, name)[1]) is None:
            raise mysql_error("ER_UNKNOWN_TABLE", name.upper(), _CATALOG)
        if isinstance(node.parent, (exp.From, exp.Join, *_BLOCKS, exp.Subquery, exp.Paren)):
            self._name(node, schema or self._context.database or "", node.alias_or_name)

    def _name(self, node: exp.Expression, schema: str, name: str) -> None:
        block = node.find_ancestor(*_BLOCKS)
        if block is None:
            return
        is_target = isinstance(block, exp.Delete) and node.parent is block and node.arg_key == "tables"
        key = (-id(block) if is_target else id(block), schema, name)
        if key in self._names:
            raise mysql_error("ER_NONUNIQ_TABLE", name)
        self._names.add(key)

    def variable(self, node: exp.Expression) -> None:
        compile_expression(node, Scope(self._context))

    def moment(self, node: exp.Expression) -> None:
        if node.meta.get(TYPED_LITERAL):
            compile_expression(node, Scope(self._context))

    def comparison(self, node: exp.Expression) -> None:
        rows = node.this, node.expression
        if all(isinstance(row, exp.Tuple) for row in rows) and len({len(row.expressions) for row in rows}) > 1:
            raise mysql_error("ER_OPERAND_COLUMNS", len(node.this.expressions))


_CATALOG = "information_schema"
_ITEMS: dict[type, Callable[[_Reading, exp.Expression], None]] = {
    exp.Anonymous: _Reading.call,
    exp.Cast: _Reading.moment,
    exp.OnConflict: _Reading.conflict,
    exp.Select: _Reading.select,
    exp.SessionParameter: _Reading.variable,
    exp.Table: _Reading.table,
    **dict.fromkeys(_COMPARISONS, _Reading.comparison),
}


def _parts(node: exp.Expression) -> list[object]:
    common = node.args.get("with_")
    parts: list[object] = [part for part in node.args.values() if part is not common]
    return parts if common is None else [*parts, common]
