"""What a DELETE logs of the rows of a CSV table up to 5.5: no column is read but those that it asks for.

The others are in the image as the table's defaults (captured: 5.5.20/csv_rows_deleted_row).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.sql.dml.run import DmlRun, logs_what_it_reads
from binwriter.sql.store import implicit_default
from binwriter.sql.text.known_trees import nodes_in
from binwriter.statement.values import RowOperation


def keep_deleted_image(tree: exp.Delete, table: Table, run: DmlRun) -> None:
    """Lets the run log what the DELETE reads of a row."""
    if not (logs_what_it_reads(table, run) and run.context.row_form):
        return
    names = {node.name.lower() for node in (*nodes_in(tree, exp.Column), *_shared(tree))}
    read = {index for index, column in enumerate(table.columns) if column.name.lower() in names}
    read |= run.marked_by_triggers(table, RowOperation.DELETE)
    unread = {index: _default(column) for index, column in enumerate(table.columns) if index not in read}
    key = (table.schema, table.name)
    run.deleted_images[key] = lambda row: tuple(unread.get(index, value) for index, value in enumerate(row))


def _shared(tree: exp.Delete) -> list[exp.Identifier]:
    """The columns of USING."""
    joins = nodes_in(tree, exp.Join)
    return [name for join in joins for name in join.args.get("using") or () if isinstance(name, exp.Identifier)]


def _default(column: Column) -> ColumnValue:
    return column.default if column.default_kind is DefaultKind.LITERAL else implicit_default(column)
