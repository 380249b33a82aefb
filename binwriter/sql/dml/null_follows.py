"""Whether a value that fails is NULL then, of which a NOT NULL column complains, too (1048 behind the error).

Some operators look whether there is an error before they go on, and are NULL if they may be; a moment that a text does
not give is NULL in any case. Source: captured (clusters/nulls_behind_errors).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_warning
from binwriter.sql.binding.database import schema_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import Kind
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types import Measure, NullRules, may_be_null
from binwriter.sql.types.functions import called
from binwriter.sql.types.record import BehindError

if TYPE_CHECKING:
    from binwriter.sql.dml.run import DmlRun

# these look for an error, and are NULL then if they may be
_LOOKING = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod, exp.BitwiseLeftShift, exp.BitwiseRightShift, exp.Xor, exp.Or)
_OUT_OF_RANGE = 1690  # is thrown, and nothing looks for it
_OF_NUMBERS = frozenset((*INTEGER_BITS, ColumnType.NEWDECIMAL, ColumnType.DOUBLE, ColumnType.FLOAT))
_MOMENTS = ("DATE", "DATETIME", "TIME", "TIMESTAMP")
_NUMBERS = ("BIGINT", "UBIGINT", "DECIMAL")


@dataclass(slots=True)
class Nulls:
    """What is known of the columns around an expression. tables: whose they are, with their names there."""

    tables: Sequence[tuple[str, Table]]
    rules: NullRules

    def column_may_be_null(self, node: exp.Column) -> bool:
        name, table = node.name.lower(), node.text("table").lower()
        found = [
            of.columns[of.index_of[name]].spec.nullable
            for alias, of in self.tables
            if name in of.index_of and table in ("", alias.lower())
        ]
        return len(found) != 1 or found[0]

    def compiled_kind(self, node: exp.Expression) -> Kind | None:
        return None

    def measured(self, node: exp.Expression) -> Measure | None:
        return None

    def are_numbers(self, condition: object) -> bool:
        """Whether a condition compares nothing but columns of numbers and literals of these."""
        if not isinstance(condition, exp.Expression):
            return False
        parts = [part for part in condition.walk() if isinstance(part, exp.Anonymous | exp.Column | exp.Literal)]
        return all(
            not part.is_string
            if isinstance(part, exp.Literal)
            else isinstance(part, exp.Column) and self._kind_of(part) in _OF_NUMBERS
            for part in parts
        )

    def _kind_of(self, node: exp.Column) -> ColumnType | None:
        name = node.name.lower()
        return next((of.columns[of.index_of[name]].spec.type for _, of in self.tables if name in of.index_of), None)

    def follow(self, node: exp.Expression | None) -> bool:
        """Whether the value is NULL behind an error within it."""
        while isinstance(node, exp.Paren | exp.Alias):
            node = node.this
        if node is None:
            return False
        if isinstance(node, _LOOKING):
            if isinstance(node.this, exp.Interval) or isinstance(node.expression, exp.Interval):
                return False
            return may_be_null(node, self)
        if isinstance(node, exp.Cast):
            kind = getattr(node.args["to"].this, "name", "")
            return kind in _MOMENTS or (kind in _NUMBERS and self.follow(node.this))
        if isinstance(node, exp.Neg | exp.IntDiv | exp.In):
            return self.follow(node.this)
        if isinstance(node, exp.Case):
            branches = [branch.args.get("true") for branch in node.args.get("ifs") or ()]
            return any(map(self.follow, (*branches, node.args.get("default"))))
        return self._of_call(node)

    def _of_call(self, node: exp.Expression) -> bool:
        function, arguments = called(node)
        if function is None:
            return False
        first = arguments[0] if arguments else None
        match function.behind_error:
            case BehindError.ALWAYS:
                return True
            case BehindError.IF_NULLABLE:
                return may_be_null(node, self)
            case BehindError.BY_ANY:
                return any(map(self.follow, arguments))
            case BehindError.BY_FIRST:
                return self.follow(first)
            case BehindError.BY_FIRST_IF_NULLABLE:
                return self.follow(first) and may_be_null(node, self)
        return False


def may_be_told(error: MySQLError) -> bool:
    """Whether an error is one that expressions look for."""
    return error.code != _OUT_OF_RANGE


def asked_of(
    node: exp.Expression, sources: Sequence[Source], context: StatementContext
) -> Callable[[MySQLError], bool] | None:
    """What tells it of an error in an expression over these sources; None for one that is too plain. From 8.0 on."""
    if isinstance(node, _PLAIN) or context.variables.behaviour.old_item_types:
        return None
    tables = [(source.alias or "", source.table) for source in sources if source.table is not None]
    nulls = Nulls(tables, NullRules(context.strict))
    return lambda error: may_be_told(error) and nulls.follow(node)


def tell_of_query(
    error: MySQLError, query: exp.Expression, definition: Table, taking: Sequence[int], run: DmlRun
) -> int:
    """Behind an error within the rows of a query that go straight into a table: the first NOT NULL column whose item
    may have had it complains. Conditions that may have had it themselves leave that open, and nothing is told. Answers
    how many columns have their values by then. taking: those of the table that the items are for."""
    if not (isinstance(query, exp.Select) and may_be_told(error)) or run.context.variables.behaviour.old_item_types:
        return 0
    tables = []
    for node in query.find_all(exp.Table):
        if node.name == definition.name:  # by way of a temporary table
            return 0
        with suppress(MySQLError):
            tables.append(
                (
                    node.alias or node.name,
                    run.database.table(schema_of(node, run.context.database), node.name).definition,
                )
            )
    nulls = Nulls(tables, NullRules(run.context.strict))
    if any(not nulls.are_numbers(part) for name in _CONDITIONS if (part := query.args.get(name)) is not None):
        return 0
    for place, (index, item) in enumerate(zip(taking, query.expressions, strict=False), 1):
        column = definition.columns[index]
        if not column.spec.nullable and nulls.follow(item):
            error.later = (*error.later, mysql_warning("ER_BAD_NULL_ERROR", column.name, level="Error"))
            return place
    return 0


_CONDITIONS = ("where", "joins", "group", "having", "order")
_PLAIN = (exp.Literal, exp.Column, exp.Null)
