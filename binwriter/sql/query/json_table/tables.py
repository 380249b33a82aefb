"""JSON_TABLE in FROM: its columns, and the rows that it makes of a document.

Source: MySQL manual, "JSON Table Functions"; what is legal beyond the manual was tried on a 9.7.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_name
from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.interrupts import stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_depth import document_of
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.column_types import TypeRequest, column_spec
from binwriter.sql.expressions.columns import column_type, reader
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope, Source, SourceColumn
from binwriter.sql.expressions.types import CompiledExpression, Kind
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.json.path_text import read_path
from binwriter.sql.functions.json.paths import find
from binwriter.sql.query.json_table.cells import SUPPORTED_TYPES, CellError, cell, stored
from binwriter.sql.syntax.json_table import ColumnRole, JsonColumn, JsonLevel, JsonTable, Response, ResponseKind

_CLAUSE = "a table function argument"
_CHARSETS = ("utf8mb4", "latin1", "ascii", "binary")
_LONGEST_VARCHAR = 16383
_INVALID = "Invalid value."


@dataclass(frozen=True)
class _Cell:
    """A column ready to be filled. place: its index in the row; empty, error: the default values, where there are."""

    syntax: JsonColumn
    column: Column
    place: int
    path: tuple[Any, ...]
    empty: ColumnValue = None
    error: ColumnValue = None


@dataclass(frozen=True)
class _Level:
    path: tuple[Any, ...]
    cells: tuple[_Cell, ...]
    nested: tuple[_Level, ...]


def json_table_source(node: JsonTable, scope: Scope) -> tuple[Source, JsonTableRows]:
    """The source and the way to its rows. scope: the tables that stand before it in FROM."""
    context = scope.context
    if not context.variables.behaviour.has_json_table:
        raise UnsupportedError("JSON_TABLE on a server before 8.0.4")
    columns: list[Column] = []
    level = _level(node.level, columns, {}, context)
    document = _document(node.this, scope)
    shown = tuple(
        SourceColumn(column.name, column_type(column.spec), reader(column.spec), column) for column in columns
    )
    return Source(node.alias, shown), JsonTableRows(document, level, len(columns))


def _document(node: exp.Expression, scope: Scope) -> CompiledExpression:
    try:
        document = compile_expression(node, scope.within(_CLAUSE))
    except MySQLError as error:
        if error.symbol == "ER_BAD_FIELD_ERROR":
            known, around = set(), scope
            while around is not None:
                known |= {source.alias for source in around.sources}
                around = around.outer  # type: ignore[assignment]
            for column in node.find_all(exp.Column):
                if column.text("table") and column.text("table") not in known:
                    raise mysql_error("ER_UNKNOWN_TABLE", column.text("table"), _CLAUSE) from None
        raise
    if document.type.kind not in (Kind.STRING, Kind.JSON, Kind.NULL):
        raise mysql_error("ER_INVALID_TYPE_FOR_JSON", 1, "json_table")
    if document.type.kind is Kind.STRING and document.type.collation == BINARY_COLLATION_ID:
        raise UnsupportedError("JSON_TABLE of a binary string", document.text)
    return document


# --- columns ---


def _level(syntax: JsonLevel, columns: list[Column], names: dict[str, str], context: StatementContext) -> _Level:
    path = read_path(syntax.path)
    cells: list[_Cell] = []
    nested: list[_Level] = []
    for item in syntax.items:
        if isinstance(item, JsonLevel):
            nested.append(_level(item, columns, names, context))
            continue
        if (same := names.get(item.name.lower())) is not None:
            raise mysql_error("ER_DUP_FIELDNAME", same)
        names[item.name.lower()] = item.name
        column = Column(_spec(item, context))
        cells.append(_cell(item, column, len(columns), context))
        columns.append(column)
    return _Level(path, tuple(cells), tuple(nested))


def _spec(item: JsonColumn, context: StatementContext) -> ColumnSpec:
    if item.role is ColumnRole.ORDINALITY:
        return ColumnSpec(item.name, ColumnType.LONGLONG, True)
    type_ = item.type
    inherited = collation_by_name(context.variables.settings.collation_connection)
    plain = not (type_.zerofill or type_.national or type_.bin_collation)
    if type_.name in ("DECIMAL", "FLOAT", "DOUBLE", "REAL"):  # which warn
        plain = plain and not type_.unsigned and (type_.name == "DECIMAL" or not type_.arguments)
    elif type_.name.endswith("INT") or type_.name == "YEAR":
        plain = plain and (not type_.arguments or (type_.name, type_.arguments) == ("TINYINT", (1,)))
    elif type_.name == "VARCHAR":
        plain = plain and type_.arguments[0] <= _LONGEST_VARCHAR
    spec = None
    if plain:
        spec = column_spec(TypeRequest(item.name, type_, True, True, item.collate, inherited.id, context))
    charset = type_.charset or (item.collate or inherited.name).split("_")[0]
    has_charset = type_.name in ("CHAR", "VARCHAR") or type_.name.endswith("TEXT")
    if spec is None or spec.type not in SUPPORTED_TYPES or type_.name == "SERIAL":
        raise UnsupportedError(f"JSON_TABLE: type {type_.name} of column '{item.name}'")
    if has_charset and charset.lower() not in _CHARSETS:
        raise UnsupportedError(f"JSON_TABLE: character set {charset} of column '{item.name}'")
    return spec


def _cell(item: JsonColumn, column: Column, place: int, context: StatementContext) -> _Cell:
    if item.role is ColumnRole.EXISTS and column.spec.type in (
        ColumnType.JSON,
        ColumnType.DATE,
        ColumnType.DATETIME2,
        ColumnType.TIME2,
    ):
        raise UnsupportedError(f"JSON_TABLE: EXISTS in the {column.spec.type.name} column '{item.name}'")
    if item.deprecated_order:
        context.warn_parsed("ER_WARN_DEPRECATED_JSON_TABLE_ON_ERROR_ON_EMPTY")
    ready = _Cell(item, column, place, read_path(item.path))
    if item.role is not ColumnRole.PATH:
        return ready
    return replace(
        ready, empty=_default(item.on_empty, column, context), error=_default(item.on_error, column, context)
    )


def _default(response: Response, column: Column, context: StatementContext) -> ColumnValue:
    """The value of a DEFAULT clause; it is converted whether it is needed or not."""
    if response.kind is not ResponseKind.DEFAULT:
        return None
    try:
        root = json_from_text(response.default).root
    except EncodeError:
        error = mysql_error("ER_INVALID_JSON_TEXT_IN_PARAM", 1, "JSON_TABLE", _INVALID, 0)
        error.earlier = (mysql_error("ER_INVALID_DEFAULT", column.name),)
        raise error from None
    if column.spec.type is ColumnType.JSON:
        return JsonDocument(root)
    if isinstance(root, (dict, list)):
        raise mysql_error("ER_INVALID_DEFAULT", column.name)
    if root is None:
        raise UnsupportedError(f"JSON_TABLE: DEFAULT 'null' of column '{column.name}'")
    return _or_error(column, root, context)


def _or_error(column: Column, value: Any, context: StatementContext) -> ColumnValue:
    try:
        return cell(column, value, context)
    except CellError as problem:
        if context.forgives or not context.strict:
            raise UnsupportedError(f"JSON_TABLE: an error of column '{column.name}' without a strict mode") from None
        context.diagnostics.extend(problem.before)
        raise problem.error from None


# --- rows ---


@dataclass(frozen=True)
class JsonTableRows:
    """The rows of one JSON_TABLE, made as a whole before the first is given."""

    document: CompiledExpression
    level: _Level
    width: int

    def __call__(self, context: StatementContext, row: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """The rows for the row of the tables before it; none for NULL. 3141 for what is no JSON."""
        value = self.document.eval(context, row)
        if value is None:
            return iter(())
        if isinstance(value, JsonDocument):
            root = value.root
        else:
            document = document_of(as_str(value, self.document.type, context), _invalid)
            assert document is not None
            root = document.root
        values: list[ColumnValue] = [None] * self.width
        return iter([tuple(values) for _ in _rows(self.level, root, values, context)])


def _invalid(reason: str, place: int) -> MySQLError:
    return mysql_error("ER_INVALID_JSON_TEXT_IN_PARAM", 1, "json_table", reason, place)


def _rows(level: _Level, value: Any, row: list[ColumnValue], context: StatementContext) -> Iterator[None]:
    """Fills the level's cells with one match after the other; its nested levels one after the other, not together."""
    for number, inner in enumerate(stepped(find(value, level.path)), 1):
        for cell_of_level in level.cells:
            row[cell_of_level.place] = _filled(cell_of_level, inner, number, context)
        any_nested = False
        for nested in level.nested:
            for _ in _rows(nested, inner, row, context):
                any_nested = True
                yield
        if not any_nested:
            yield
    _clear(level, row)


def _clear(level: _Level, row: list[ColumnValue]) -> None:
    for cell_of_level in level.cells:
        row[cell_of_level.place] = None


def _filled(target: _Cell, value: Any, number: int, context: StatementContext) -> ColumnValue:
    syntax = target.syntax
    if syntax.role is ColumnRole.ORDINALITY:
        return number
    values = find(value, target.path)
    if syntax.role is ColumnRole.EXISTS:
        try:
            return stored(target.column, int(bool(values)), context)
        except CellError:
            raise UnsupportedError(f"JSON_TABLE: EXISTS in column '{target.column.name}'") from None
    if not values:
        if syntax.on_empty.kind is ResponseKind.ERROR:
            raise mysql_error("ER_MISSING_JSON_TABLE_VALUE", target.column.name)
        return target.empty
    content = values[0] if len(values) == 1 else values
    if syntax.on_error.kind is ResponseKind.ERROR:
        return _or_error(target.column, content, context)
    try:
        return cell(target.column, content, context)
    except CellError:
        return target.error


def comes_from(node: JsonTable, scope: Scope, source: Source) -> bool:
    """Whether the document of a JSON_TABLE comes from this source."""
    places = (scope.place_of(column) for column in node.this.find_all(exp.Column))
    return any(place is not None and scope.sources[place[0]] is source for place in places)
