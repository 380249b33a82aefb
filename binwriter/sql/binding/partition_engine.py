"""Tables whose partitions are not their engine's own: 5.7 says so where one is opened.

Source: what a 5.7.18 answered (captured: 5.7.18/partition_engine_statement).
"""

from __future__ import annotations

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.storage.table_data import TableData


def uses_partition_engine(table: Table) -> bool:
    """Whether its engine has no partitions of its own."""
    return table.partitioning is not None and not table.engine.two_phase


def warning_of(table: Table) -> Diagnostic:
    """What is said of it."""
    return mysql_warning("ER_WARN_DEPRECATED_PARTITION_ENGINE", table.schema, table.name)


def open_table(data: TableData, context: StatementContext) -> None:
    """It is opened, and said so if nobody has it open."""
    table = data.definition
    if table.partitioning is None or not context.variables.behaviour.warns_of_partition_engine:
        return
    if uses_partition_engine(table) and data.statistics.opened is not table:
        data.statistics.opened = table
        context.diagnostics.append(warning_of(table))


def lines_of_maintained(data: TableData, context: StatementContext) -> list[tuple[str, str]]:
    """What ANALYZE, CHECK, OPTIMIZE and REPAIR, which open the table anew, say in their answer beside the rest."""
    if not (context.variables.behaviour.warns_of_partition_engine and uses_partition_engine(data.definition)):
        return []
    data.statistics.opened = data.definition
    warning = warning_of(data.definition)
    return [(warning.level.lower(), warning.message)]
