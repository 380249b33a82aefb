"""EXCHANGE PARTITION: what must be alike, and the rows that change places.

Source: MySQL manual, "Exchanging Partitions and Subpartitions with Tables"; captured: partitions_administered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.partitions import Partitioning
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.interrupts import stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.table.options import option_of, row_format_by_default
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.logic import truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.syntax.partitions import PartitionAction
from binwriter.sql.text.trees import parse_expression
from binwriter.storage.order import Row
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_OPTIONS = ("MAX_ROWS", "MIN_ROWS", "ROW_FORMAT", "AVG_ROW_LENGTH")
_OTHERS = ("PACK_KEYS", "CHECKSUM", "DELAY_KEY_WRITE", "STATS_PERSISTENT")  # whose name is not told


def exchange(run: DdlRun, data: TableData, action: PartitionAction, partitioning: Partitioning) -> None:
    """The rows of a partition and those of a table change places."""
    other, numbers = check_exchange(run, data.definition, action, partitioning)
    coming = [row for _, row in stepped(other.scan())]
    if action.validates and any(partitioning.of(row) not in numbers for row in coming):
        raise mysql_error("ER_ROW_DOES_NOT_MATCH_PARTITION")
    if any(_has_no_place(partitioning, row) for row in coming):
        raise UnsupportedError("a row of no partition that WITHOUT VALIDATION puts into one")
    going = [row for _, row in stepped(data.scan()) if partitioning.of(row) in numbers]
    staying = [row for _, row in data.scan() if partitioning.of(row) not in numbers]
    _check_rows(run, data.definition, coming)
    _check_rows(run, other.definition, going)
    for table, rows in ((data, [*staying, *coming]), (other, going)):
        counter = max(data.auto_increment, other.auto_increment)
        table.truncate()
        for row in rows:
            table.insert(row)
        table.auto_increment = counter


def _has_no_place(partitioning: Partitioning, row: Row) -> bool:
    try:
        partitioning.of(row)
    except MySQLError:
        return True
    return False


def check_exchange(
    run: DdlRun, table: Table, action: PartitionAction, partitioning: Partitioning
) -> tuple[TableData, frozenset[int]]:
    """The table that is named, which is to be as the one with the partition, and the place of that."""
    other = _other_table(run, table, action)
    (name,) = action.names
    numbers = partitioning.numbers(name)
    if numbers is None:
        raise mysql_error("ER_UNKNOWN_PARTITION", name, table.name)
    if len(numbers) > 1 or (partitioning.subpartitions and name.lower() in map(str.lower, partitioning.names)):
        raise mysql_error("ER_PARTITION_INSTEAD_OF_SUBPARTITION")
    _check_alike(table, other.definition, row_format_by_default(run.context))
    return other, numbers


def _other_table(run: DdlRun, table: Table, action: PartitionAction) -> TableData:
    assert action.table is not None
    schema, name = action.table[0] or run.default_schema or "", action.table[1]
    if (schema, name) == (table.schema, table.name):
        raise mysql_error("ER_NONUNIQ_TABLE", name)
    if run.database.catalog.view(schema, name) is not None:
        raise mysql_error("ER_CHECK_NO_SUCH_TABLE")
    data = run.database.table(schema, name)
    other = data.definition
    if other.partitioning is not None:
        raise mysql_error("ER_PARTITION_EXCHANGE_PART_TABLE", name)
    if other.temporary:
        raise mysql_error("ER_PARTITION_EXCHANGE_TEMP_TABLE", name)
    if other.foreign_keys or any(run.database.catalog.children(schema, name)):
        raise mysql_error("ER_PARTITION_EXCHANGE_FOREIGN_KEY", name)
    if other.engine != table.engine:
        raise mysql_error("ER_MIX_HANDLER_ERROR")
    return data


_OF_KINDS = "Exchanging partitions for non-generated columns"


def _check_alike(table: Table, other: Table, row_format: str) -> None:
    """ER_TABLES_DIFFERENT_METADATA, ER_PARTITION_EXCHANGE_DIFFERENT_OPTION, and
    ER_UNSUPPORTED_ACTION_ON_GENERATED_COLUMN for columns of two kinds (captured: clusters/exchanges_of_generated,
    exchanges_of_tables_with_options). row_format: of InnoDB, where none is named."""
    kinds = [[(bool(column.generated), column.stored) for column in side.columns] for side in (table, other)]
    if len(kinds[0]) == len(kinds[1]) and kinds[0] != kinds[1]:
        raise mysql_error("ER_UNSUPPORTED_ACTION_ON_GENERATED_COLUMN", _OF_KINDS)
    shapes = [
        (
            [(column.spec, column.generated and parse_expression(column.generated)) for column in side.columns],
            {(key.name.lower(), key.unique, key.parts) for key in side.keys},
            {(key.name.lower(), key.kind, key.parts) for key in side.special_keys},
        )
        for side in (table, other)
    ]
    if shapes[0] != shapes[1]:
        raise mysql_error("ER_TABLES_DIFFERENT_METADATA")
    for name in _OPTIONS:
        if _option(table, name, row_format) != _option(other, name, row_format):
            raise mysql_error("ER_PARTITION_EXCHANGE_DIFFERENT_OPTION", name)
    if any(_option(table, name, "") != _option(other, name, "") for name in _OTHERS):
        raise mysql_error("ER_PARTITION_EXCHANGE_DIFFERENT_OPTION", "TABLE OPTION")
    if table.collation != other.collation:
        raise mysql_error("ER_PARTITION_EXCHANGE_DIFFERENT_OPTION", "CHARACTER SET")


def _option(table: Table, name: str, row_format: str) -> str:
    value = option_of(table.options, name)
    return value or (row_format if name == "ROW_FORMAT" and table.engine.two_phase else "")


def _check_rows(run: DdlRun, table: Table, rows: list[Row]) -> None:
    """ER_CHECK_CONSTRAINT_VIOLATED: rows keep the CHECKs of where they come to, WITHOUT VALIDATION, too."""
    scope = Scope(run.context, (Source.of_table(table.name, table),), clause="check constraint")
    tests = [
        (check.name, truth(compile_expression(parse_expression(check.expression), scope)))
        for check in (table.checks if run.context.variables.behaviour.checks_expressions else ())
        if check.enforced
    ]
    for row in rows:
        for name, holds in tests:
            if holds(run.context, (row,)) is False:
                raise mysql_error("ER_CHECK_CONSTRAINT_VIOLATED", name)
