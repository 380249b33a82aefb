"""NULL in a column that is NOT NULL, once BEFORE triggers have seen the row.

What a trigger sets is an error at any rate, be it the NULL that the statement gave; what the statement gave, and no
trigger set, is one where it is one without triggers. Under IGNORE the rows end there, without an error, unless they
come from a query. Source: MySQL manual, "Trigger Syntax and Examples", and what a 9.7.4 did (captured:
nulls_left_by_triggers_*, nulls_set_by_triggers_*).
"""

from __future__ import annotations

import contextlib
from collections.abc import Container

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.table.implicit_timestamps import takes_now_for_null
from binwriter.sql.dml import column_values
from binwriter.sql.dml.change_run import ChangeRun
from binwriter.sql.dml.forgiven import RowsEndError
from binwriter.statement.values import RowOperation

Row = tuple[ColumnValue, ...]


def moves_null(table: Table, given: Row, left: Row) -> bool:
    """Whether a row that UPDATE of several tables leaves as it was is written all the same, of which the engine finds
    that it is not changed: triggers filled a NULL of a column that is NOT NULL, or put one back where the statement
    gave a value (captured: nulls_set_by_triggers_*)."""
    return any(
        (value is not None) if now is None else (value is None and not column.spec.nullable)
        for value, now, column in zip(given, left, table.columns, strict=True)
    )


def nulls_wait(run: ChangeRun, table: Table, operation: RowOperation) -> bool:
    """Whether NULL stays in a NOT NULL column until the BEFORE triggers have seen the row, in 5.7 of a table with
    triggers of any kind; before, it is refused or replaced where it is set (MySQL 5.7 release notes; captured:
    clusters/nulls_beside_other_triggers, nulls_before_triggers_statement)."""
    behaviour = run.context.variables.behaviour
    if behaviour.any_trigger_keeps_nulls:
        return any(run.has_triggers(table, one) for one in RowOperation)
    return behaviour.triggers_see_nulls and run.has_triggers(table, operation, "BEFORE")


def nulls_remain(table: Table, row: Row) -> bool:
    """Whether a column that is NOT NULL has NULL when BEFORE triggers have run. Generated columns are reckoned anew
    from that NULL then, in front of the check which puts the implicit default in its place: they are NULL in the row
    and in the log, and a virtual one has another value when it is read (captured: clusters/generated_of_nulls)."""
    return any(
        value is None and not (column.spec.nullable or column.auto_increment or column.generated)
        for value, column in zip(row, table.columns, strict=True)
    )


def as_read(run: ChangeRun, table: Table, row: Row) -> Row:
    """The row as whoever reads it finds it: virtual columns are computed from what the others have."""
    values, told = list(row), len(run.context.diagnostics)
    for index, compute in run.constraints.computed(run, table) if table.has_virtual else ():
        if not table.columns[index].stored:
            with contextlib.suppress(MySQLError):  # whoever reads it is told
                values[index] = compute(tuple(values))
    del run.context.diagnostics[told:]
    return tuple(values)


def without_nulls(
    run: ChangeRun,
    table: Table,
    row: Row,
    *,
    null_is_error: bool,
    goes_on: bool = False,
    assigned: frozenset[int] | None = None,
    fed: Container[int] = (),
    tells_once: bool = False,
    left_out: Container[int] = (),
    passed: Container[int] = (),
    updates: bool = False,
    reckoned: bool = False,
) -> list[ColumnValue]:
    """The row that triggers left. null_is_error: of what the statement gave. goes_on: under
    IGNORE the implicit default stands there and the next row comes. assigned: of LOAD DATA, the columns that triggers
    assign. fed: those that a field of the file gives; of their NULLs nothing is said (as a 9.7.4 answers, cluster
    nulls_of_files). tells_once: a warning a column and statement, as where no triggers are. left_out: columns without a
    value or a default that triggers may give one. passed: geometries that nobody gave, which are missing once the NULLs
    of others are told (captured: clusters/geometries_left_to_triggers). updates: UPDATE, which empties no geometry
    (captured: clusters/nulls_updated_beside_triggers). reckoned: generated columns are those of this row, and their
    NULLs are told of among the others; columns that nobody gave come behind them.

    MySQLError ER_BAD_NULL_ERROR; RowsEndError.
    """
    values = list(row)
    lacking: list[Column] = []
    for index, column in enumerate(table.columns):
        if values[index] is not None or column.spec.nullable or column.auto_increment:
            continue
        if column.generated:
            if reckoned:
                column_values.complain(run, "ER_BAD_NULL_ERROR", column, as_error=null_is_error)
                values[index] = column_values.empty(column)
            continue
        if index in passed and index not in run.nulled:
            continue
        by_trigger = index in run.nulled if assigned is None else index in assigned
        if by_trigger and not (run.ignore and goes_on):
            refused = mysql_error("ER_BAD_NULL_ERROR", column.name)
            raise RowsEndError(refused) if run.ignore else refused
        if takes_now_for_null(column.spec, run.context):
            values[index] = column_values.now(run, column)
            continue
        if index in left_out and not by_trigger:
            if column.default_kind is not DefaultKind.EXPRESSION:
                lacking.append(column)
        elif tells_once or (assigned is None and not by_trigger):
            column_values.complain(run, "ER_BAD_NULL_ERROR", column, as_error=null_is_error)
        elif index not in fed:
            run.context.error_or_warning("ER_BAD_NULL_ERROR", column.name, as_error=null_is_error)
        if column.spec.type is ColumnType.GEOMETRY and updates:
            raise mysql_error("ER_CANT_CREATE_GEOMETRY_OBJECT")
        values[index] = column_values.empty(column)
    for column in lacking:
        column_values.lacks_default(run, column)
    return values
