"""What CREATE TABLE, ALTER TABLE and TRUNCATE say of a table whose engine has no partitions of its own: 5.7.

Source: what a 5.7.18 answered (captured: 5.7.18/partition_engine_statement).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.sql.binding.partition_engine import open_table, uses_partition_engine, warning_of
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.alter_table import AlterTableSyntax, RenameTable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

# their answers have a line of it, if any
_MAINTAINED = ("ANALYZE", "CHECK", "OPTIMIZE", "REPAIR")


def warn_of_made(run: DdlRun) -> None:
    """Once, of what it makes, which is closed again; TRUNCATE opens it."""
    node = run.parsed.node
    if isinstance(node, exp.TruncateTable):
        data = run.database.table_of(node.expressions[0], run.context)
        if uses_partition_engine(data.definition):
            run.context.diagnostics[:] = [warning_of(data.definition)]
        return
    if not isinstance(node, (CreateTableSyntax, AlterTableSyntax)):
        return
    table = run.database.catalog.find(*_name_behind(run, node))
    if table is None or not uses_partition_engine(table):
        return
    word = node.partitions.word if isinstance(node, AlterTableSyntax) and node.partitions is not None else ""
    if word in _MAINTAINED:
        return
    data = run.database.storage.data(table.schema, table.name)
    stays = isinstance(node, AlterTableSyntax) and _only_names_options(node)
    data.statistics.opened = table if stays else None
    if word == "TRUNCATE":  # the next who uses the table says it
        return
    run.context.diagnostics.append(warning_of(table))


def warn_of_filled(data: TableData, context: StatementContext) -> None:
    """CREATE TABLE .. SELECT makes and opens it."""
    if context.variables.behaviour.warns_of_partition_engine and uses_partition_engine(data.definition):
        context.diagnostics.append(warning_of(data.definition))
        open_table(data, context)


def note_refused(run: DdlRun) -> None:
    """An ALTER that was refused has opened its table (seen in captures)."""
    node = run.parsed.node
    if isinstance(node, AlterTableSyntax) and run.context.variables.behaviour.warns_of_partition_engine:
        table = run.database.catalog.find(node.schema or run.default_schema or "", node.name)
        if table is not None:
            run.database.storage.data(table.schema, table.name).statistics.opened = table


def _only_names_options(node: AlterTableSyntax) -> bool:
    """The table stays as it is, and open."""
    return not node.actions and node.partitions is None and node.partition_by is None and node.options.engine is None


def _name_behind(run: DdlRun, node: CreateTableSyntax | AlterTableSyntax) -> tuple[str, str]:
    schema, name = node.schema or run.default_schema or "", node.name
    for action in node.actions if isinstance(node, AlterTableSyntax) else ():
        if isinstance(action, RenameTable):
            return action.schema or schema, action.name
    return schema, name
