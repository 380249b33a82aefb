"""Warning 4009: grant tables are read without the locks that SERIALIZABLE and FOR SHARE ask for.

Captured: changed_grant_tables, clusters/grant_tables_read_shared.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_warning
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.system_tables import is_grant_table
from binwriter.sql.binding.table_nodes import is_serializable, locked_nodes, table_nodes
from binwriter.sql.binding.view_trees import find_view, is_merged, joins_tables
from binwriter.sql.binding.views import base_tables
from binwriter.sql.context import StatementContext
from binwriter.sql.text.known_trees import has


def warn_of_tables(
    tree: exp.Expression, behind: Mapping[int, Iterable[Table]], changed: Container[int], context: StatementContext
) -> None:
    """For each that the statement names. behind: the tables behind each name; changed: those names that it changes."""
    read = [
        (node, table)
        for node, tables in behind.items()
        if node not in changed
        for table in tables
        if is_grant_table(table)
    ]
    if read and not is_serializable(context):
        locked = locked_nodes(tree, update=False)
        read = [one for one in read if one[0] in locked]
    _warn(len(read), context)


def warn_of_programs(tables: Sequence[Table], context: StatementContext) -> None:
    """For those that programs may read which the statement calls."""
    if is_serializable(context):
        _warn(len(tables), context)


def warn_of_query(
    trees: Collection[exp.Expression], in_programs: Sequence[Table], database: Database, context: StatementContext
) -> None:
    """For those of a statement that changes no table itself. in_programs: see `warn_of_programs`. Of FOR SHARE only
    the first EXECUTE tells (captured: clusters/grant_tables_prepared)."""
    for tree in trees:
        if is_serializable(context) or (has(tree, exp.Lock) and not context.executed_before):
            updated = locked_nodes(tree, update=True)
            warn_of_tables(tree, dict(_behind(tree, database, context)), updated, context)
    warn_of_programs(in_programs, context)


def _behind(
    tree: exp.Expression, database: Database, context: StatementContext
) -> Iterator[tuple[int, tuple[Table, ...]]]:
    for node in table_nodes(tree):
        view = find_view(database, node, context)
        if is_serializable(context) or view is None or is_merged(view) or joins_tables(view):
            yield id(node), tuple(base_tables(database, node, context))


def _warn(times: int, context: StatementContext) -> None:
    context.diagnostics.extend(mysql_warning("WARN_UNSUPPORTED_ACL_TABLES_READ") for _ in range(times))
