"""Rows of a query that are inserted: read between the rows that are written, each the exact way; or, where a table asks
little of them, converted by column and written many at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.behaviour import KeptInstants
from binwriter.mysql.messages.table import Diagnostic, Level, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import column_values, conflicts, counted_rows, null_follows
from binwriter.sql.dml.completed_rows import Given, InsertTarget, unfilled
from binwriter.sql.dml.kept_groups import Kept, where_kept
from binwriter.sql.dml.plain_rows import NOT_PLAIN, write_plain_columns
from binwriter.sql.dml.row_by_row import is_read_row_by_row
from binwriter.sql.dml.row_writer import RowWriter, write_rows
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.dml.selected_columns import Selected, asks_for_zone, from_query, selected_columns
from binwriter.sql.dml.trigger_nulls import nulls_wait
from binwriter.sql.expressions.assign import selected_value
from binwriter.sql.expressions.copied_forms import is_chosen_as_text, is_copied_as_text, is_shown_as_number
from binwriter.sql.expressions.copied_moments import copies_instant, copies_moment, is_instant
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.grammar.deprecated_expressions import warn_of_values
from binwriter.sql.query import ResultSet, run_select
from binwriter.sql.query.name_order import first_of
from binwriter.sql.query.select_list import COPIED
from binwriter.sql.store.as_stored import stays_in
from binwriter.sql.store.read_again import judges_dates
from binwriter.sql.text.known_trees import nodes_in
from binwriter.statement.values import RowOperation

_WITH_DATES = (ColumnType.DATE, ColumnType.DATETIME, ColumnType.TIMESTAMP)
# What is said of the query before ON DUPLICATE KEY UPDATE is read, and with it VALUES() (captured:
# images_invisible_defaults).
_BEFORE_UPDATES = frozenset(
    {
        "ER_BAD_FIELD_ERROR",
        "ER_NON_UNIQ_ERROR",
        "ER_SP_DOES_NOT_EXIST",
        "ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT",
        "ER_WRONG_VALUE_COUNT_ON_ROW",
    }
)


def rows_of_query(
    source: exp.Expression, target: InsertTarget, run: DmlRun, conflict: exp.Expression | None = None
) -> Iterator[Given]:
    """Rows of a query, each the exact way. conflict: ON DUPLICATE KEY UPDATE. MySQLError, also while they are read."""
    query = _unwrapped(source)
    further, clause = 0, conflict
    if conflict is not None:
        conflicts.refuse_ambiguous(query, conflict, target.data.definition, target.alias, run)
        query, conflict, further = conflicts.with_columns_of_update(
            query, conflict, target.data.definition, target.alias
        )
    try:
        result = _result(query, target, run, further)
    except MySQLError as error:
        if conflict is None or clause is None:
            raise
        if error.symbol not in _BEFORE_UPDATES or _names_of(clause, error) > _names_of(source, error):
            warn_of_values(conflict, run.context)
        assigned = conflict.expressions
        raise first_of(error, lambda: conflicts.assigned_columns(assigned, target.data, target.alias)) from None
    width = len(target.columns)
    if conflict is not None:
        more = result.columns[width:]
        target.on_conflict = conflicts.compile_on_conflict(
            conflict, run, target.data, target.alias, more, of_query=True
        )
    refused = counted_rows.rows_refused_before(query, target.data.definition, run)
    return _noting_null(_selected_rows(result, query, target, run, refused), query, target, run)


def write_query(source: exp.Expression, target: InsertTarget, run: DmlRun) -> None:
    """Rows of a query, many at a time unless it is read between them."""
    query = _unwrapped(source)
    result = _result(query, target, run)
    refused = counted_rows.rows_refused_before(query, target.data.definition, run)
    if refused is None and isinstance(result.rows, list):
        kept, programs = where_kept(query, run, own=_reads(query, target)), run.context.programs
        again, rows_kept = kept.is_read_again, kept is Kept.AS_ROWS
        selected = selected_columns(
            result, query, len(target.columns), programs, fires=False, kept=again, rows_kept=rows_kept
        )
        columns = tuple((name, item.type) for (name, _), item in zip(result.columns, selected, strict=True))
        result = replace(result, columns=columns)
        result = _through_temporary(result, query, selected, run, kept)
        given = partial(_given, selected, target, run)
        write_selected_rows(RowWriter(run, target, expected=0, replace=False), result, selected, given)
    else:
        rows = _noting_null(_selected_rows(result, query, target, run, refused), query, target, run)
        write_rows(run, target, rows, expected=0, replace=False)


def _reads(query: exp.Expression, target: InsertTarget) -> bool:
    """Whether it reads the table that its rows go into: all of them go through a temporary table then."""
    return any(node.name == target.data.definition.name for node in nodes_in(query, exp.Table))


def _names_of(tree: exp.Expression, error: MySQLError) -> bool:
    """Whether the column that an error names stands in it."""
    return any(f"{column.name}'" in error.message for column in tree.find_all(exp.Column))


def _unwrapped(query: exp.Expression) -> exp.Expression:
    while isinstance(query, exp.Subquery):
        query = query.this
    return query


def _result(query: exp.Expression, target: InsertTarget, run: DmlRun, further: int = 0) -> ResultSet:
    """further: columns behind those that are inserted."""
    mark_copied(query, run)
    run.context.await_row(1)
    kept = _reads(query, target)
    lazily = run.rehearses or is_read_row_by_row(query, target, run)
    try:
        result = run_select(query, run.database, run.context, lazily=lazily, apart=not kept)
    except MySQLError as error:
        _tell_behind(error, query, target, run)
        raise
    if len(result.columns) - further != len(target.columns):
        raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", 1)
    table = target.data.definition
    for index in target.columns:
        if table.columns[index].generated:  # whether or not there are rows
            raise mysql_error("ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN", table.columns[index].name, table.name)
    if run.context.variables.behaviour.counts_refused_rows and isinstance(result.rows, list):
        run.context.row_shift += counted_rows.rows_counted_before(query, table, run, len(result.rows))
    if isinstance(result.rows, list) and (
        places := counted_rows.places_kept(query, [type_ for _, type_ in result.columns], run)
    ):
        return replace(result, rows=[counted_rows.cut_to(values, places) for values in result.rows])
    return result


def mark_copied(query: exp.Expression, run: DmlRun, *, makes_table: bool = False) -> None:
    """The query's rows go into a table: of its TIMESTAMP columns only those ask for the zone that are not copied.

    makes_table: CREATE .. SELECT, where before 5.6 all of them ask (captured: createsel_statement of a 5.5.62).
    """
    if isinstance(query, exp.SetOperation):
        mark_copied(_unwrapped(query.this), run)
        mark_copied(_unwrapped(query.expression), run)
    elif isinstance(query, exp.Select):
        query.meta[COPIED] = True


def _tell_behind(error: MySQLError, query: exp.Expression, target: InsertTarget, run: DmlRun) -> None:
    """NULL for a column that has none, and what the columns behind it lack."""
    definition = target.data.definition
    if count := null_follows.tell_of_query(error, query, definition, target.columns, run):
        error.later = (*error.later, *unfilled(set(target.columns[:count]), definition, run))


def _noting_null(rows: Iterator[Given], query: exp.Expression, target: InsertTarget, run: DmlRun) -> Iterator[Given]:
    """A stored function that fails gives NULL, which its column complains of before the statement ends."""
    run.context.function_failed = False
    try:
        yield from rows
    except MySQLError as error:
        programs, columns = run.context.programs, target.data.definition.columns
        _tell_behind(error, query, target, run)
        if run.context.function_failed and programs is not None:
            for index, item in zip(target.columns, query.expressions, strict=False):
                calls = isinstance(item, exp.Anonymous) and programs.function(None, item.name) is not None
                if calls and not columns[index].spec.nullable:
                    warning = mysql_warning("ER_BAD_NULL_ERROR", columns[index].name)
                    level: Level = "Warning" if run.lenient() else "Error"
                    run.context.diagnostics.append(replace(warning, level=level))
                    break
        raise


def _selected_rows(
    result: ResultSet, query: exp.Expression, target: InsertTarget, run: DmlRun, refused: Sequence[int] | None
) -> Iterator[Given]:
    """refused: for each row how many were counted and refused before it, None where that is none."""
    width = len(target.columns)
    table = target.data.definition
    kept, fires = where_kept(query, run, own=_reads(query, target)), nulls_wait(run, table, RowOperation.WRITE)
    again, rows_kept = kept.is_read_again, kept is Kept.AS_ROWS
    selected = selected_columns(
        result, query, width, run.context.programs, fires=fires, kept=again, rows_kept=rows_kept
    )
    if kept is not Kept.NOWHERE and isinstance(result.rows, list):  # all are read before the first one is written
        run.context.facts.uses_time_zone |= any(
            is_instant(item.type)
            and asks_for_zone(item, table.columns[index].spec, run.context)
            and any(values[place] is not None for values in result.rows)
            for place, (index, item) in enumerate(zip(target.columns, selected, strict=True))
        )
        result = _through_temporary(result, query, selected, run, kept)
    for number, values in enumerate(result.rows):
        target.extra = values[width:]
        if refused is not None:
            run.context.row_shift = refused[number]
        given = _given(selected, target, run, values[:width])
        told = getattr(values, "told", None)
        yield given if told is None else telling(given, told, target.columns, run.context)


def telling(
    given: Given, told: dict[int, list[Diagnostic]], columns: Sequence[int], context: StatementContext
) -> Given:
    """The values of a row; what an item was warned of is told before its value is stored. told: see `told_rows`."""

    def behind(stored: Callable[[Any], ColumnValue], conditions: list[Diagnostic]) -> Callable[[Any], ColumnValue]:
        def store(values: Any) -> ColumnValue:
            context.diagnostics.extend(conditions)
            return stored(values)

        return store

    return {
        index: behind(stored, told[place]) if (place := columns.index(index)) in told else stored
        for index, stored in given.items()
    }


def _through_temporary(
    result: ResultSet, query: exp.Expression, selected: Sequence[Selected], run: DmlRun, kept: Kept
) -> ResultSet:
    """What is left of rows that are kept in a temporary table until all are read.

    A DATETIME that is computed asks for the time zone on its way there; a column's, or the greatest of such, where
    sql_mode judges dates (captured: zones_of_own_table_statement).
    """
    if kept is Kept.NOWHERE or not isinstance(result.rows, list):
        return result
    facts, named = run.context.facts, _is_named(query, result)
    items = query.expressions if isinstance(query, exp.Select) else []
    judges = judges_dates(run.context)
    for place, item in enumerate(selected):
        made = kept is Kept.AS_ROWS and not named[place] and not isinstance(items[place].unalias(), exp.Subquery)
        if (judges if kept is Kept.GATHERED else made) and item.type.kind is Kind.DATETIME:
            facts.uses_time_zone |= any(values[place] is not None for values in result.rows)
    columns = [] if kept is Kept.GATHERED else _read_columns(named, selected)
    return replace(result, rows=_read_again(result.rows, columns, run)) if columns else result


def _is_named(query: exp.Expression, result: ResultSet) -> list[bool]:
    """Of each column of the query whether it is one of a table's."""
    items = query.expressions if isinstance(query, exp.Select) else []
    if len(items) != len(result.columns):
        return [True] * len(result.columns)
    return [isinstance(item.unalias(), exp.Column | exp.Star) for item in items]


def _read_columns(named: Sequence[bool], selected: Sequence[Selected]) -> list[tuple[int, str, ExprType]]:
    """(place, name, type) of the columns with dates that are read as they are."""
    return [
        (place, item.source, item.type)
        for place, item in enumerate(selected)
        if item.type.field in _WITH_DATES and named[place]
    ]


def _read_again(rows: Sequence[Any], columns: list[tuple[int, str, ExprType]], run: DmlRun) -> list[Any]:
    """The rows as a temporary table keeps them: its columns are stored into under the session's sql_mode."""
    from binwriter.sql.store.read_again import refusal, wrong_moment
    from binwriter.sql.store.temporal import ZERO_DATE

    context, kept_rows = run.context, []
    judges = judges_dates(context)
    asks = context.variables.behaviour.kept_instants is KeptInstants.AS_COPIED
    for values in rows:
        kept = list(values)
        for place, name, type_ in columns:
            date_only = type_.field is ColumnType.DATE
            shown = wrong_moment(kept[place], name, date_only=date_only, digits=type_.scale or 0, context=context)
            if shown:
                error = refusal(shown, name, 1, date_only=date_only)
                if run.strict():
                    raise error
                context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
                kept[place] = ZERO_DATE
            elif judges and asks and type_.field is ColumnType.DATETIME and isinstance(kept[place], datetime):
                context.facts.uses_time_zone = True
        kept_rows.append(tuple(kept))
    return kept_rows


def _given(selected: Sequence[Selected], target: InsertTarget, run: DmlRun, values: Sequence[object]) -> Given:
    columns = target.data.definition.columns
    return {
        index: from_query(value, columns[index], run, item)
        for index, value, item in zip(target.columns, values, selected, strict=True)
    }


def write_selected_rows(
    writer: RowWriter, result: ResultSet, selected: Sequence[Selected], exact: Callable[[Sequence[Any]], Given]
) -> None:
    """All rows of the result, where `takes_plain_rows` says so. exact: the exact way of one of them.

    Raises MySQLError; rows done until then stay in `run.changes`.
    """
    run, target, rows = writer.run, writer.target, result.rows
    if not rows:
        return
    uses_zone = run.context.facts.uses_time_zone
    columns: dict[int, Sequence[ColumnValue]] = {}
    odd: set[int] = set()
    for index, values, (_, type_) in zip(target.columns, zip(*rows, strict=True), result.columns, strict=True):
        columns[index] = stored = _stored(values, type_, target.data.definition.columns[index], run)
        if stored is not values:
            odd.update(number for number, value in enumerate(stored) if value is NOT_PLAIN)
    run.context.facts.uses_time_zone = uses_zone
    specs = [column.spec for column in target.data.definition.columns]
    kinds = zip(target.columns, result.columns, strict=True)
    target.copied = frozenset(at for at, (_, type_) in kinds if _is_copied(type_, specs[at], run.context))
    read = zip(target.columns, selected, zip(*rows, strict=True), strict=True)
    if any(
        is_instant(item.type) and asks_for_zone(item, specs[at], run.context) and any(v is not None for v in values)
        for at, item, values in read
    ):
        run.context.facts.uses_time_zone = True
    write_plain_columns(writer, columns, len(rows), sorted(odd), lambda at: exact(rows[at]))
    writer.end()


def _is_copied(type_: ExprType, column: ColumnSpec, context: StatementContext) -> bool:
    return (copies_instant if is_instant(type_) else copies_moment)(type_, column, context)


def _stored(values: Sequence[Any], type_: ExprType, column: Column, run: DmlRun) -> Sequence[ColumnValue]:
    """The values as the column has them, NOT_PLAIN for those that need more than that."""
    stays = stays_in(column.spec)
    if all(map(stays, values)):
        return values
    null = None if column.spec.nullable or column.auto_increment else NOT_PLAIN
    return [null if value is None else value if stays(value) else _tried(value, type_, column, run) for value in values]


def _tried(value: Any, type_: ExprType, column: Column, run: DmlRun) -> ColumnValue:
    """A value's exact way, if there is nothing to complain of."""
    as_text = any(is_copied_as_text(type_, column.spec, computed=computed) for computed in (False, True))
    passes = run.context.variables.behaviour.moments_pass_as_texts
    as_text = as_text or is_chosen_as_text(type_, column.spec, passes=passes)
    cut = isinstance(value, JsonDocument) and column.spec.type is ColumnType.TIME2
    if as_text or cut or (column.spec.type is ColumnType.BLOB and is_shown_as_number(type_, column.spec)):
        unknown: ColumnValue = NOT_PLAIN  # what it is taken for depends on the item
        return unknown
    said = len(run.context.diagnostics)
    try:
        stored = column_values.stored(
            run, column, selected_value(value, type_, column.spec, run.context), null_is_error=True
        )
    except (MySQLError, UnsupportedError):
        stored = None
    if stored is None or len(run.context.diagnostics) > said:
        del run.context.diagnostics[said:]
        return NOT_PLAIN  # type: ignore[no-any-return]
    return stored
