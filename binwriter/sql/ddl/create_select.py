"""CREATE TABLE .. SELECT: the columns that the query adds to the definition, and the rows.

Source: MySQL manual, "CREATE TABLE ... SELECT Statement"; types and defaults of the columns as a 9.7.4 makes them
(tests/golden/scenarios/create_types.scn).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.engines import ENGINES, Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.name_checks import check_column_name
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.no_characters import is_wrong_title
from binwriter.sql.ddl.selected_columns import computed_names, kept_names, not_null, own_collations, selected_columns
from binwriter.sql.ddl.table import equal_members, zero_dates
from binwriter.sql.ddl.table.define import (
    check_has_key,
    finished,
    table_from_syntax,
)
from binwriter.sql.ddl.table.foreign_keys import (
    keys_in_force,
    with_indexes_of_foreign_keys,
)
from binwriter.sql.ddl.table.generated_key import (
    asks_for_generated_key,
    check_create_select_key,
    needs_generated_key,
    with_generated_key,
)
from binwriter.sql.ddl.table.keys import build_keys
from binwriter.sql.ddl.table.options import check_key_parts
from binwriter.sql.ddl.table.warnings import copied_column_warnings, counting_warnings
from binwriter.sql.dml import counted_rows
from binwriter.sql.dml.completed_rows import Given, InsertTarget, require_given
from binwriter.sql.dml.insert import always_assigned
from binwriter.sql.dml.row_writer import write_rows
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.dml.selected_columns import Selected, from_query
from binwriter.sql.dml.selected_rows import mark_copied, telling
from binwriter.sql.query.run import Compiler, told_apart
from binwriter.sql.store import implicit_default
from binwriter.sql.store.temporal import ZERO_DATE
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.types import (
    function_of,
)
from binwriter.sql.types.old_unions import kept_in
from binwriter.storage.merge_tables import MERGE_ENGINE
from binwriter.storage.table_data import TableData


def create_and_fill(run: DmlRun, syntax: CreateTableSyntax, schema: str, text: str) -> tuple[TableData, bool, bool]:
    """The new table with its rows; not in the catalog yet. Raises MySQLError; then there is no table.

    With it: whether the query takes the session's time zone, and fractions of its time, before there is a row.
    """
    assert isinstance(syntax.select, exp.Expression)
    query: exp.Expression = syntax.select
    while isinstance(query, exp.Subquery) and not query.args.get("order") and not query.args.get("limit"):
        query = query.this
    run.context.measures_items = True
    mark_copied(query, run, makes_table=True)
    # whether constants beside columns are converted as strictly as values
    run.context.changes_data = syntax.duplicates != "IGNORE" and run.context.variables.behaviour.creates_strictly
    compiled = Compiler(run.database, run.context)(query, None)
    asked = run.context.facts.uses_time_zone, run.context.facts.uses_microseconds
    selected, computed = selected_columns(compiled, run.context), computed_names(compiled)
    own = own_collations(compiled) if syntax.columns else frozenset()
    engine = run.default_engine(temporary=syntax.temporary) if syntax.options.engine is None else None
    if syntax.partition_by is not None and asks_for_generated_key(syntax, engine or ENGINES["innodb"], run.context):
        with_generated_key(syntax, syntax.columns)
    table = _definition(run, syntax, schema, selected, text, computed, own, warns=True)
    if needs_generated_key(table, run.context):
        check_create_select_key(run.context)
        table = _definition(run, with_generated_key(syntax, table.columns), schema, selected, text, computed, own)
    unasked = computed - kept_names(compiled) | {column.name.lower() for column in syntax.columns}
    zero_dates.check_zero_dates((column for column in table.columns if column.name.lower() not in unasked), run.context)
    equal_members.tell_of_all_members(table.columns, run.context)
    check_has_key(table, run.context)
    if table.engine.name == MERGE_ENGINE:  # without tables
        raise mysql_error("ER_OPEN_AS_READONLY", table.name)
    data = TableData(table)
    columns = tuple(table.index_of[column.name.lower()] for column in selected)
    for index in columns:
        if table.columns[index].generated:
            raise mysql_error("ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN", table.columns[index].name, table.name)
    target = InsertTarget(data, columns, frozenset(columns) | always_assigned(table), table.name)
    run.values.names_columns = False
    run.ignore = syntax.duplicates == "IGNORE"
    run.context.changes_data = not run.ignore
    run.locked.append(table)
    types = [Selected(type_, name) for name, type_ in compiled.columns]

    is_empty = True
    specs = [table.columns[index].spec for index in columns]
    is_united = run.context.variables.behaviour.old_item_types and isinstance(query, exp.SetOperation)
    refused = counted_rows.rows_refused_before(query, table, run)
    run.context.row_shift += counted_rows.rows_counted_before(query, table, run, 0)
    places = counted_rows.places_kept(query, [type_ for _, type_ in compiled.columns], run)

    beside = _moments_beside(table, columns, run)

    def rows() -> Iterator[Given]:
        nonlocal is_empty
        from binwriter.sql.query.told_rows import as_taken

        for number, values in enumerate(as_taken(told_apart(compiled).rows(run.context, ()), run.context)):
            is_empty = False
            if refused is not None:
                run.context.row_shift = refused[number]
            if places:
                values = counted_rows.cut_to(values, places)
            if is_united:
                values = tuple(kept_in(spec, value) for spec, value in zip(specs, values, strict=True))
            given: Given = {
                index: from_query(value, table.columns[index], run, type_)
                for index, value, type_ in zip(columns, values, types, strict=True)
            }
            given |= beside
            told = getattr(values, "told", None)
            yield given if told is None else telling(given, told, columns, run.context)

    write_rows(run, target, rows(), expected=0, replace=syntax.duplicates == "REPLACE")
    if is_empty:  # they are asked for all the same (cluster defaults_of_empty_copies)
        require_given(columns, target, run)
    return data, *asked


def _moments_beside(table: Table, columns: Collection[int], run: DmlRun) -> Given:
    """Up to 5.5 a column that the query does not fill does not take the current time (captured:
    timestamps_added_row)."""
    if run.context.variables.behaviour.alter_asks_clock:
        return {}
    beside = [
        (index, None if column.spec.nullable else ZERO_DATE)
        for index, column in enumerate(table.columns)
        if index not in columns and column.default_kind is DefaultKind.NOW
    ]
    return {index: partial(_given, value) for index, value in beside}


def _given(value: ColumnValue, row: Sequence[ColumnValue]) -> ColumnValue:
    return value


def resolves_now(query: exp.Expression, context: StatementContext) -> bool:
    """Whether the query's columns take the session's time zone: up to 5.7 NOW() and its kin ask what time it is."""
    if not context.variables.behaviour.old_item_types:
        return False
    return any(function.local for node in query.walk() if (function := function_of(node)) is not None)


def columns_with_texts(table: Table, syntax: CreateTableSyntax) -> list[Column]:
    """The columns but for those that the query reckons and that begin with a zero: it was read from no text, as the
    defaults of declared and copied ones were (captured: zones_of_reckoned_zeros_row)."""
    items = syntax.select.selects if isinstance(syntax.select, exp.Query) else []
    reckoned = {item.alias_or_name.lower() for item in items if not isinstance(item.unalias(), (exp.Column, exp.Star))}
    reckoned -= {column.name.lower() for column in syntax.columns}
    return [column for column in table.columns if column.default != ZERO_DATE or column.name.lower() not in reckoned]


def _definition(
    run: DmlRun,
    syntax: CreateTableSyntax,
    schema: str,
    selected: list[Column],
    text: str,
    computed: Collection[str] = frozenset(),
    own: Collection[str] = frozenset(),
    *,
    warns: bool = False,
) -> Table:
    """The columns that only the statement declares come first, then those of the query in its order. computed: by the
    query; own: with collations of their own. warns: of what its columns have, before its keys are looked at."""
    names = [column.name.lower() for column in selected]
    without = replace(syntax, select=None, select_offset=None, keys=[], columns=syntax.columns, foreign_keys=[])
    declared = table_from_syntax(
        replace(without, keys=[key for key in syntax.keys if _is_declared(key, syntax)]),
        run.database.catalog,
        run.context,
        default_schema=schema,
        default_engine=run.default_engine(temporary=syntax.temporary),
        text=text,
        partial=True,
        check_added=partial(_check_added, run, selected, warns=warns),
    )
    by_name = {column.name.lower(): column for column in declared.columns}
    columns = [column for column in declared.columns if column.name.lower() not in names]
    taken = [column if column.name.lower() in computed else _taken(column, declared.engine) for column in selected]
    columns += [_declared_as(by_name.get(column.name.lower()), column, own) for column in taken]
    in_primary = {part.column.lower() for key in syntax.keys if key.kind == "primary" for part in key.parts}
    zeroes = run.context.variables.behaviour.zero_primary_defaults
    columns = [
        not_null(column, zeroes, computed=column.name.lower() in computed and column.name.lower() not in by_name)
        if column.name.lower() in in_primary
        else column
        for column in columns
    ]
    collation = declared.collation
    foreign = keys_in_force(syntax.foreign_keys, run.context)
    without = replace(without, keys=with_indexes_of_foreign_keys(syntax.keys, foreign))
    keys, built, special = build_keys(without, tuple(columns), declared.engine, run.context, notes=warns)
    check_key_parts(keys, built, declared.engine, declared.options, run.context)
    made = replace(declared, columns=built, keys=keys, collation=collation, special_keys=special)
    return finished(made, syntax, foreign, run.database.catalog, run.context, warns=warns)


def _check_added(run: DmlRun, selected: list[Column], declared: tuple[Column, ...], *, warns: bool) -> None:
    """What is said of all columns before keys and values of defaults. ER_WRONG_COLUMN_NAME, ER_DUP_FIELDNAME."""
    _check_names(selected, run.context)
    if warns:
        columns = (*declared, *selected)
        run.context.diagnostics.extend((*counting_warnings(columns), *copied_column_warnings(columns)))


def _check_names(selected: list[Column], context: StatementContext) -> None:
    """ER_WRONG_COLUMN_NAME, ER_DUP_FIELDNAME."""
    seen: set[str] = set()
    for column in selected:
        check_column_name(column.name)
        if is_wrong_title(column.name, context):
            raise mysql_error("ER_WRONG_COLUMN_NAME", column.name)
        if column.name.lower() in seen:
            raise mysql_error("ER_DUP_FIELDNAME", column.name)
        seen.add(column.name.lower())


# with a character set of their own: of others a server asks none
_OF_TEXT = frozenset(
    (
        *(ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET),
        *(ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR),
    )
)


def _taken(column: Column, engine: Engine) -> Column:
    """The query's column in a table of the engine: for InnoDB, which keeps bits as bytes, a BIT is another field, and
    that has no comment, and zero for its default (captured: clusters/comments_of_bits)."""
    if column.spec.type is not ColumnType.BIT or not engine.two_phase:
        return column
    column = replace(column, comment="")
    if column.spec.nullable or column.default_kind is not DefaultKind.NONE:
        return column
    return replace(column, default_kind=DefaultKind.LITERAL, default=implicit_default(column))


def _declared_as(declared: Column | None, selected: Column, own: Collection[str]) -> Column:
    """The column as it is declared, with the comment of the query's; its collation is written out where the query's is
    a column with another one than its table's (captured: create_select_declared, create_select_comments,
    clusters/keys_and_casts_shown)."""
    if declared is None:
        return selected
    spec = declared.spec
    is_written = selected.name.lower() in own and selected.spec.type in _OF_TEXT and spec.type in _OF_TEXT
    is_written = is_written and spec.collation != BINARY_COLLATION_ID
    return replace(declared, comment=selected.comment, explicit_charset=is_written)


def _is_declared(key: object, syntax: CreateTableSyntax) -> bool:
    names = {column.name.lower() for column in syntax.columns}
    return all(part.column.lower() in names for part in key.parts)  # type: ignore[attr-defined]
