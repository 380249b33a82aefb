"""What the columns of a row get: the value given, the default, the time, NULL; and what is said of bad ones."""

from __future__ import annotations

from dataclasses import field
from typing import Protocol

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.session_modes import RowImage
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table import zero_dates
from binwriter.sql.ddl.table.implicit_timestamps import takes_now_for_null
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import CompiledExpression, Eval
from binwriter.sql.store import implicit_default, store
from binwriter.sql.store.documents import named_with_table
from binwriter.sql.store.numbers import integer_range
from binwriter.sql.text.trees import parse_expression
from binwriter.storage.order import Row
from binwriter.storage.table_data import TableData


@dataclass
class ValueNotes:
    """What a statement remembers of its columns. through_view: the view, with its database, that an INSERT names.

    warns_once: of a column, and not of each row. told_as: how messages name a table that the statement calls otherwise,
    "" where its values wait in another one. by_views: names in it are those of views. refuses_null: what a generated
    column must not be is an error whatever the mode, as in a single row (captured: clusters/generated_without_values).
    """

    through_view: tuple[str, ...] = ()
    warns_once: bool = True
    names_columns: bool = True  # not an INSERT without a list of them
    defaults: dict[int, Eval] = field(default_factory=dict)
    warned: set[tuple[str, str]] = field(default_factory=set)
    told_as: tuple[Table, str] | None = None
    by_views: bool = False
    refuses_null: bool = False

    def tell_as(self, table: Table, alias: str) -> None:
        """Messages name the table so, or as its view calls it."""
        *views, name = alias.split(".")
        self.told_as = table, table.name if self.by_views and alias and not views else name


class Statement(Protocol):
    """The change that the values are for (`run.DmlRun`)."""

    context: StatementContext
    ignore: bool
    deletes: bool
    locked: list[Table]

    @property
    def values(self) -> ValueNotes: ...
    def strict(self) -> bool: ...

    def compile(self, node: exp.Expression, *sources: Source, clause: str = "field list") -> CompiledExpression: ...
    def compile_defined(
        self, node: exp.Expression, *sources: Source, clause: str = "field list"
    ) -> CompiledExpression: ...


def default_value(
    run: Statement, column: Column, table: Table | None = None, row: Row = (), *, by_word: bool = False
) -> ColumnValue:
    """The value of a column that the statement does not give. ER_NO_DEFAULT_FOR_FIELD in strict mode.

    table, row: what an expression may read, and what the column has: without a default NULL stays NULL, and a value
    becomes the implicit one (captured: defaults_dropped). by_word: DEFAULT stands there.
    """
    match column.default_kind:
        case DefaultKind.LITERAL:
            run.context.facts.uses_time_zone |= reads_time_zone(run, column)
            return column.default
        case DefaultKind.NOW:
            return now(run, column)
        case DefaultKind.EXPRESSION:
            return evaluate_default(run, column, table, row)
        case DefaultKind.NONE if column.spec.type is ColumnType.ENUM:
            return implicit_default(column)  # the first member is its default
        case DefaultKind.NONE:
            lacks_default(run, column, by_word=by_word)
            keeps_null = column.spec.nullable and (table is None or row[table.index_of[column.name.lower()]] is None)
            return None if keeps_null else implicit_default(column)


def keyword_value(run: Statement, column: Column, table: Table | None = None, row: Row = ()) -> ColumnValue:
    """The same of the word DEFAULT: a TIMESTAMP's time is taken by way of the session's zone then, from 8.0 on
    (captured: default_word_of_times_*, 5.7.18/words_of_defaults_row)."""
    if column.counts_left_out:
        return 0
    copied = _is_copied_default(column, run)
    if column.default_kind is DefaultKind.NOW and not copied:
        run.context.facts.uses_time_zone |= run.context.variables.behaviour.moments_ask_for_zone
    if column.default_kind is DefaultKind.NONE and column.spec.type is ColumnType.GEOMETRY:
        raise mysql_error("ER_CANT_CREATE_GEOMETRY_OBJECT")
    if copied and column.default_kind is DefaultKind.LITERAL:
        return column.default
    if zero_dates.is_forbidden(column, run.context):
        shown = to_text(column.default, column_type(column.spec))
        return store(column, shown, run.context, as_error=run.strict())
    if column.default_kind is DefaultKind.NONE:  # each word warns (captured: defaults_by_word)
        run.values.warned.discard(("ER_NO_DEFAULT_FOR_FIELD", column.name))
    return default_value(run, column, table, row, by_word=True)


def _is_copied_default(column: Column, run: Statement) -> bool:
    """Whether the default of a TIMESTAMP is taken as it stands, which asks for no time zone and refuses no zeros:
    without explicit_defaults_for_timestamp, from 8.0 on (captured: default_word_implicitly)."""
    is_moment = column.spec.type is ColumnType.TIMESTAMP2
    variables = run.context.variables
    return is_moment and variables.behaviour.instant_alter and not variables.get("explicit_defaults_for_timestamp")


def omitted_value(run: Statement, column: Column, *, marked: bool = False) -> ColumnValue:
    """The same of a column that INSERT leaves out: its default is looked at, by way of the time zone, unless the column
    counts as written. That it does if something may write it beside the list (marked), and where rows are logged with
    more than a minimal image (captured: timestamp_defaults, moments_left_out_*)."""
    if column.default_kind is not DefaultKind.LITERAL:
        return default_value(run, column)
    if reads_time_zone(run, column) and not marked:
        context = run.context
        whole = context.row_form and context.variables.settings.binlog_row_image is not RowImage.MINIMAL
        context.facts.uses_time_zone |= not whole
    return column.default


def reads_time_zone(run: Statement, column: Column) -> bool:
    """Whether its default is a TIMESTAMP's literal, which a server converts from the session's time zone."""
    is_moment = column.spec.type is ColumnType.TIMESTAMP2 and column.default is not None
    return is_moment and run.context.variables.profile.zones_in_text


# the largest value of a column of real numbers that counts (servers up to 8.3)
_LARGEST_REALS = {ColumnType.FLOAT: 1 << 24, ColumnType.DOUBLE: 1 << 53}


def highest_number(column: Column) -> int:
    """The end of the numbers of an AUTO_INCREMENT column."""
    return _LARGEST_REALS.get(column.spec.type) or integer_range(column.spec.type, column.spec.unsigned)[1]


def move_counter(run: Statement, data: TableData, before: Row, row: Row) -> None:
    """An update to a larger value moves the table's AUTO_INCREMENT counter; in InnoDB from 8.0 on.

    Source: MySQL manual, "AUTO_INCREMENT Handling in InnoDB"; other engines as MyISAM.
    """
    column = data.definition.auto_increment_column
    value = None if column is None else row[column]
    if column is None or not isinstance(value, int) or value == before[column]:
        return
    if not data.definition.engine.two_phase:
        data.auto_increment = max(data.auto_increment, value + 1)
    elif run.context.variables.behaviour.counter_follows_updates:
        data.count_past(value, highest_number(data.definition.columns[column]))


def reads_text(run: Statement, data: TableData) -> None:
    """Rows of such a table are looked at by UPDATE or DELETE: in row form all their columns are, those that stay as
    they are among them (captured: csv_zones_row)."""
    if run.context.row_form and data.definition.engine.rows_as_text and len(data):
        writes_text(run, data.definition)


_READ_BY_ZONE = (ColumnType.TIMESTAMP2, ColumnType.DATETIME2)


def writes_text(run: Statement, table: Table, *, anew: bool = False) -> None:
    """A row of a table whose engine keeps text is changed (`Engine.rows_as_text`); of one that is deleted only what
    conditions name is read, unless all of it is logged. anew: it is inserted, and nothing is read (captured:
    csv_zones_of_written_rows)."""
    if run.deletes and not run.context.row_form:
        return
    asking = _READ_BY_ZONE[:1] if anew else _READ_BY_ZONE
    if any(column.spec.type in asking for column in table.columns):
        run.context.facts.uses_time_zone = True


def lacks_default(run: Statement, column: Column, *, by_word: bool = False) -> None:
    """A row has no value for a column without a default: ER_NO_DEFAULT_FOR_FIELD, or a warning; of a view only where
    the column is left out (cluster defaults_behind_views)."""
    as_error = column.spec.type is ColumnType.GEOMETRY or run.strict()
    if run.values.through_view and not by_word:
        complain(run, "ER_NO_DEFAULT_FOR_VIEW_FIELD", column, *run.values.through_view, as_error=as_error)
    else:
        complain(run, "ER_NO_DEFAULT_FOR_FIELD", column, as_error=as_error)


def complain(run: Statement, symbol: str, column: Column, *named: str, as_error: bool) -> None:
    """An error, or a warning: but for UPDATE once a column and statement (captured:
    optimize_temporary_statement)."""
    each = symbol == "ER_BAD_NULL_ERROR" and run.context.variables.behaviour.warns_of_each_null
    if not as_error and run.values.warns_once and not each:
        if (symbol, column.name) in run.values.warned:
            return
        run.values.warned.add((symbol, column.name))
    run.context.error_or_warning(symbol, *(named or (column.name,)), as_error=as_error)


def evaluate_default(
    run: Statement, column: Column, table: Table | None = None, row: Row = (), *, keeps_null: bool = False
) -> ColumnValue:
    """Of a default that is an expression. keeps_null: NULL is no error yet, though the column is NOT NULL."""
    evaluate = run.values.defaults.get(id(column))
    if evaluate is None:
        sources = () if table is None else (Source.of_definition(table),)
        compiled = run.compile_defined(parse_expression(column.default_sql), *sources)
        evaluate = run.values.defaults[id(column)] = assignment_to(compiled, column.spec)
    value = evaluate(run.context, (row,))
    if value is None and keeps_null:
        return None
    return stored(run, column, value, null_is_error=run.strict())


def now(run: Statement, column: Column) -> ColumnValue:
    """CURRENT_TIMESTAMP at the column's precision; a TIMESTAMP takes the instant itself and needs no time zone."""
    if column.spec.type is ColumnType.TIMESTAMP2:
        run.context.facts.uses_microseconds |= bool(column.spec.fsp)
        unit = 10 ** (6 - column.spec.fsp)
        return run.context.now.replace(microsecond=run.context.now.microsecond // unit * unit)
    digits = f"({column.spec.fsp})" if column.spec.fsp else ""
    compiled = run.compile(parse_expression(f"CURRENT_TIMESTAMP{digits}"))
    return store(column, compiled.eval(run.context, ()), run.context, as_error=False)


def stored(
    run: Statement,
    column: Column,
    value: object,
    *,
    null_is_error: bool,
    of_one_row: bool = False,
    named: bool = False,
) -> ColumnValue:
    """The value as the column keeps it; NULL for a NOT NULL column is error 1048 or the implicit default.

    of_one_row: of an INSERT of a single row. named: of an assignment, not of a row of values.
    """
    if value is None and not column.spec.nullable:
        if column.spec.type is ColumnType.GEOMETRY and run.context.variables.behaviour.checks_geometries:
            raise mysql_error("ER_BAD_NULL_ERROR_NOT_IGNORED", column.name)
        if takes_now_for_null(column.spec, run.context):
            return now(run, column)
        if of_one_row and (named or run.values.names_columns) and run.context.variables.behaviour.null_is_two_errors:
            run.context.diagnostics.append(mysql_warning("ER_UNKNOWN_ERROR", level="Error"))
        complain(run, "ER_BAD_NULL_ERROR", column, as_error=null_is_error)
        return empty(column)
    run.context.forgives = run.ignore
    try:
        return store(column, value, run.context, as_error=run.strict())
    except MySQLError as error:
        if error.symbol not in ("ER_INVALID_JSON_TEXT", "ER_JSON_DOCUMENT_TOO_DEEP"):
            raise
        table = next((table for table in run.locked if any(one is column for one in table.columns)), None)
        if table is None:
            raise
        told = run.values.told_as
        name = told[1] if told is not None and told[0] is table else table.name
        raise named_with_table(error, column.name, name) from None


def updated(run: Statement, column: Column, value: object) -> ColumnValue:
    """The same for an UPDATE of one table."""
    refused = run.context.variables.behaviour.updates_refuse_nulls and not run.ignore
    return stored(run, column, value, null_is_error=refused or run.strict(), of_one_row=refused)


def empty(column: Column) -> ColumnValue:
    """The value of a column that was emptied: an ENUM has no member then."""
    return 0 if column.spec.type is ColumnType.ENUM else implicit_default(column)


def missing(run: Statement, column: Column, row: object, *, fixed: bool) -> ColumnValue:
    """What a column gets for which the line has no field: its type's empty value, NULL where that is the default.

    fixed: of a row of fixed length it is always the empty value.
    """
    if column.auto_increment:
        return None
    if column.spec.type is ColumnType.TIMESTAMP2 and not column.spec.nullable:
        return now(run, column)
    if column.spec.nullable and column.default is None and not fixed:
        return None
    return empty(column)


def with_steps(row: tuple[ColumnValue, ...], assigned: list[ColumnValue]) -> tuple[ColumnValue, ...]:
    """A trigger's documents go with the steps of the SET clause, though they no longer tell the whole (captured:
    partial_json)."""
    if not any(isinstance(value, JsonDocument) and value.changes is not None for value in assigned):
        return row
    return tuple(
        replace(now, stored=None, changes=then.changes)
        if now is not then and isinstance(now, JsonDocument) and isinstance(then, JsonDocument)
        else now
        for now, then in zip(row, assigned, strict=True)
    )
