"""Key parts that are expressions: what such a key may say, and which row is in the way of another.

Source: MySQL manual, 15.1.18 "Functional Key Parts": each is a hidden generated column, which is in no row image, in no
write set and serves no table as its primary key. Errors as a 9.7.4 gives them (scenario functional_keys).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from sqlglot import exp

from binwriter.catalog.tables import Column, Key, KeyPart, SpecialKey, Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import MESSAGES, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table import elements
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Kind
from binwriter.sql.functions.registry import Call
from binwriter.sql.syntax.table import KeyPartSyntax, KeySyntax
from binwriter.sql.text.conversions import ARRAY
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import columns_in, function_of, lookup_in, measure, nullable
from binwriter.storage.order import KeyReader

if TYPE_CHECKING:
    from binwriter.storage.order import RowId
    from binwriter.storage.table_data import TableData

FUNCTIONAL = "FUNCTIONAL"
CLAUSE = "functional index"
_CAST_AS_ARRAY = "CAST_AS_ARRAY"  # as errors of its operand have it
_LONGEST_INDEXED = 512  # characters; a text that may be longer is a TEXT
_TYPES = {
    Kind.INT: ColumnType.LONGLONG,
    Kind.DECIMAL: ColumnType.NEWDECIMAL,
    Kind.REAL: ColumnType.DOUBLE,
    Kind.DATE: ColumnType.DATE,
    Kind.TIME: ColumnType.TIME2,
    Kind.DATETIME: ColumnType.DATETIME2,
    Kind.YEAR: ColumnType.YEAR,
}
_OF_DOCUMENTS = "ER_INVALID_JSON_VALUE_FOR_FUNC_INDEX"
# a bad value names the key, not a column
_RENAMED = {
    MESSAGES[symbol].code: named
    for symbol, named in (
        ("ER_TRUNCATED_WRONG_VALUE", "ER_WARN_DATA_TRUNCATED_FUNCTIONAL_INDEX"),
        ("WARN_DATA_TRUNCATED", "ER_WARN_DATA_TRUNCATED_FUNCTIONAL_INDEX"),
        ("ER_WARN_DATA_OUT_OF_RANGE", "ER_WARN_DATA_OUT_OF_RANGE_FUNCTIONAL_INDEX"),
        ("ER_INVALID_JSON_VALUE_FOR_CAST", _OF_DOCUMENTS),
    )
}
Row = tuple[ColumnValue, ...]


@dataclass(frozen=True)
class FunctionalKey:
    """One key, compiled for a statement. shown: a table of its parts alone, by whose key the values are compared. many:
    the part that has an entry for each element of a document, and what those are."""

    key: SpecialKey
    shown: Table
    parts: tuple[Callable[[Row], Any], ...]
    reader: KeyReader
    many: tuple[int, elements.Elements] | None

    def values(self, row: Row, context: StatementContext) -> Row:
        """The same without notes: they have been given when the row was new."""
        told = len(context.diagnostics)
        values = self.new_values(row, context)
        del context.diagnostics[told:]
        return values

    def new_values(self, row: Row, context: StatementContext) -> Row:
        """The values of its parts. MySQLError for an expression that fails; what is told of one names the key, too
        (captured: cluster keys_on_wrong_values)."""
        told = len(context.diagnostics)
        try:
            return self._values(row, context)
        except MySQLError as error:
            symbol = _RENAMED.get(error.code)
            if symbol is None:
                raise
            if symbol == _OF_DOCUMENTS and context.changes_data:  # never refused (captured: elements_forgiven)
                del context.diagnostics[told:]
                context.changes_data = False
                try:
                    return self._values(row, context)
                finally:
                    context.changes_data = True
            raise mysql_error(symbol, *self._named(symbol, context)) from None

    def _values(self, row: Row, context: StatementContext) -> Row:
        told = len(context.diagnostics)
        with context.zone_not_asked():
            values = tuple(part(row) for part in self.parts)
        self._name_key(told, context)
        return values

    def _name_key(self, told: int, context: StatementContext) -> None:
        for place, known in enumerate(context.diagnostics[told:], told):
            symbol = _RENAMED.get(known.code)
            if symbol is not None:
                named = self._named(symbol, context)
                context.diagnostics[place] = mysql_warning(symbol, *named, level=known.level)

    def _named(self, symbol: str, context: StatementContext) -> tuple[object, ...]:
        """What the message names: the key, and the row but of a document."""
        return (self.key.name,) if symbol == _OF_DOCUMENTS else (self.key.name, max(context.row_number, 1))

    def entries(self, values: Row) -> list[tuple[Any, ...]]:
        """What stands for the values in the index, as things that compare; none with NULL, which is never the same."""
        if None in values:
            return []
        if self.many is None:
            return [self.reader.of(values)]
        place, _ = self.many
        each: Iterable[Any] = cast(Any, values[place])
        return [self.reader.of((*values[:place], one, *values[place + 1 :])) for one in each]

    def told(self, values: Row) -> tuple[Table, Row]:
        """The values as ER_DUP_ENTRY has them, and a table of such."""
        if self.many is None:
            return self.shown, values
        place, many = self.many
        columns = (*self.shown.columns[:place], elements.SHOWN, *self.shown.columns[place + 1 :])
        shown = many.shown(cast(Any, values[place]))
        return replace(self.shown, columns=columns), (*values[:place], shown, *values[place + 1 :])

    def rival(self, data: TableData, values: Row, ignore: RowId | None, context: StatementContext) -> RowId | None:
        """The row that has an entry of these values."""
        wanted = self.entries(values) if self.key.unique else []
        return self._first(data, wanted, ignore, context) if wanted else None

    def found_by(self, data: TableData, values: Row, context: StatementContext) -> RowId | None:
        """The row that a server finds to be replaced once there is one in the way: of a document's entries it looks for
        the last alone, which may be nowhere (captured: clusters/replaced_by_elements)."""
        wanted = self.entries(values)
        if self.many is not None:
            place, last = self.many[0], cast(elements.Entries, values[self.many[0]]).last
            wanted = [self.reader.of((*values[:place], last, *values[place + 1 :]))]
        return self._first(data, wanted, None, context)

    def _first(
        self, data: TableData, wanted: Sequence[Any], ignore: RowId | None, context: StatementContext
    ) -> RowId | None:
        for row_id, other in data.scan():
            if row_id != ignore and any(entry in wanted for entry in self.entries(self.values(other, context))):
                return row_id
        return None


def refuse_expressions(keys: Iterable[KeySyntax]) -> None:
    """ER_FUNCTIONAL_INDEX_PRIMARY_KEY, ER_FULLTEXT_FUNCTIONAL_INDEX: keys that have no expressions."""
    computed = [key for key in keys if any(part.expression for part in key.parts)]
    if any(key.kind == "primary" for key in computed):
        raise mysql_error("ER_FUNCTIONAL_INDEX_PRIMARY_KEY")
    if any(key.special == "FULLTEXT" for key in computed):
        raise mysql_error("ER_FULLTEXT_FUNCTIONAL_INDEX")


def functional_keys(table: Table, context: StatementContext, scope: Callable[[Source], Scope]) -> list[FunctionalKey]:
    """The table's keys with expressions. scope: makes one of a source."""
    return [
        _compiled(key, table, context, scope(Source.of_definition(table)))
        for key in table.special_keys
        if key.kind == FUNCTIONAL
    ]


def as_they_stand(keys: Iterable[FunctionalKey]) -> list[FunctionalKey]:
    """By name, as their hidden columns stand and are computed (captured: clusters/elements_of_unique_keys)."""
    return sorted(keys, key=lambda one: one.key.name.lower())


def _compiled(key: SpecialKey, table: Table, context: StatementContext, scope: Scope) -> FunctionalKey:
    columns: list[Column] = []
    parts: list[Callable[[Row], Any]] = []
    many: tuple[int, elements.Elements] | None = None
    for text in key.parts:
        if text.startswith("("):
            tree = parse_expression(text[1:-1])
            if ARRAY.search(text) and isinstance(tree, exp.Cast):
                many = len(parts), elements.Elements.of_cast(key.name, tree)
                columns.append(many[1].column)
                parts.append(_entries(tree.this, many[1], scope))
                continue
            compiled = compile_expression(tree, scope)
            columns.append(Column(_spec(f"part{len(columns)}", compiled.type)))
            parts.append(_evaluator(compiled, context))
        else:
            index = table.index_of[text[1:-1].replace("``", "`").lower()]
            columns.append(table.columns[index])
            parts.append(lambda row, index=index: row[index])  # type: ignore[misc]
    own = Key(key.name, tuple(KeyPart(number) for number in range(len(columns))), unique=key.unique)
    shown = replace(table, columns=tuple(columns), keys=(own,), special_keys=(), foreign_keys=(), checks=())
    return FunctionalKey(key, shown, tuple(parts), KeyReader(own, shown), many)


def _evaluator(compiled: CompiledExpression, context: StatementContext) -> Callable[[Row], Any]:
    return lambda row: compiled.eval(context, (row,))


def _entries(operand: exp.Expression, many: elements.Elements, scope: Scope) -> Callable[[Row], Any]:
    # late: few keys are of elements
    from binwriter.sql.functions.json.documents import NullArgumentError, document_argument

    compiled, context = compile_expression(operand, scope), scope.context
    call = Call(_CAST_AS_ARRAY, (compiled,), scope)

    def evaluate(row: Row) -> Any:
        try:
            root = document_argument(call, 0, compiled.eval(context, (row,)), context)
        except NullArgumentError:
            return None
        return many.of(root, context)

    return evaluate


def _spec(name: str, type_: ExprType) -> ColumnSpec:
    kind = _TYPES.get(type_.kind, ColumnType.VARCHAR)
    if kind is ColumnType.VARCHAR:
        return ColumnSpec(name, kind, True, length=type_.length, collation=type_.collation)
    if kind is ColumnType.NEWDECIMAL:
        return ColumnSpec(name, kind, True, precision=65, scale=type_.scale)
    return ColumnSpec(name, kind, True, unsigned=type_.unsigned, fsp=type_.scale if kind is not ColumnType.DATE else 0)


_FUNCTIONAL_NAME = "functional_index"


def free_functional_name(taken: Collection[str]) -> str:
    """The name of a key on expressions that has none. taken: in lower case."""
    number, name = 1, _FUNCTIONAL_NAME
    while name in taken:
        number += 1
        name = f"{_FUNCTIONAL_NAME}_{number}"
    return name


# --- definitions ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _OwnColumns:
    """The columns of a table, of which its keys' expressions are asked whether they may be NULL."""

    columns: Sequence[Column]
    rules: nullable.NullRules

    def column_may_be_null(self, node: exp.Column) -> bool:
        return any(column.spec.nullable for column in self.columns if column.name.lower() == node.name.lower())

    def compiled_kind(self, node: exp.Expression) -> Kind | None:
        return None

    def measured(self, node: exp.Expression) -> None:
        return None


def may_be_null(tree: exp.Expression, columns: Sequence[Column], context: StatementContext) -> bool:
    """Whether the hidden column of an expression may be NULL (captured: clusters/keys_of_nullable_expressions)."""
    strings = context.strict and context.variables.behaviour.strings_may_be_null
    return nullable.may_be_null(tree, _OwnColumns(columns, nullable.NullRules(strings)))


def check_functional_part(expression: str, known: Collection[str], refuse: Callable[[], None]) -> None:
    """MySQLError for a bare column, what `refuse` says, or a column that is not known (known: in lower case)."""
    tree = parse_expression(expression)
    if isinstance(tree.unnest(), exp.Column) and function_of(tree.unnest()) is None:
        raise mysql_error("ER_FUNCTIONAL_INDEX_ON_FIELD")
    refuse()
    for node in columns_in(tree):
        if node.name.lower() not in known:
            raise mysql_error("ER_BAD_FIELD_ERROR", node.name, CLAUSE)


def refuse_arrays(parts: Iterable[KeyPartSyntax]) -> None:
    """MySQLError for a second part of elements, or one whose order is written."""
    arrays = [part for part in parts if ARRAY.search(f"{part.expression})")]
    if len(arrays) > 1:
        raise mysql_error("ER_NOT_SUPPORTED_YET", "more than one multi-valued key part per index")
    if any(part.ordered for part in arrays):
        raise mysql_error("ER_WRONG_USAGE", "multi-valued index", "explicit index order")


def check_functional_type(text: str, table: Table, context: StatementContext) -> None:
    """MySQLError for an expression whose value is no index entry."""
    tree = parse_expression(text)
    if ARRAY.search(f"{text})"):
        elements.check_array(tree)
        return
    names = {column.name.lower() for column in tree.find_all(exp.Column)}
    read = {column.spec.type for column in table.columns if column.name.lower() in names}
    if ColumnType.VECTOR in read:  # which no expression of a definition may read: that is told of itself
        return
    sources = (Source.of_definition(table),)
    measured = measure(tree, lookup_in(sources))
    try:
        kind = compile_expression(tree, Scope(context, sources, clause=CLAUSE)).type.kind
    except UnsupportedError:
        if measured is None:
            raise
        kind = measured.kind
    if kind is Kind.JSON:
        raise mysql_error("ER_FUNCTIONAL_INDEX_ON_JSON_OR_GEOMETRY_FUNCTION")
    if kind is Kind.NULL:
        raise mysql_error("ER_WRONG_KEY_COLUMN_FUNCTIONAL_INDEX", "NULL")
    if measured is not None and measured.geometry:
        raise mysql_error("ER_SPATIAL_FUNCTIONAL_INDEX")
    is_long = ColumnType.BLOB in read or (measured is not None and measured.length > _LONGEST_INDEXED)
    if kind is Kind.STRING and is_long and not isinstance(tree.unnest(), exp.Cast):
        raise mysql_error("ER_FUNCTIONAL_INDEX_ON_LOB")
