"""SHOW OPEN TABLES: those that are in use, by LOCK TABLES, FLUSH TABLES .. WITH READ LOCK or HANDLER.

What a server keeps open behind a statement, for the next one, is not modelled (captured: clusters/tables_in_use).
"""

from __future__ import annotations

from typing import Any

from binwriter.locks.metadata_locks import OPENED
from binwriter.server.execution import Execution
from binwriter.server.show.selected import with_names
from binwriter.sql.context import StatementContext
from binwriter.sql.query import run_select
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.trees import parse_tree
from binwriter.sql.text.value_lists import string_literal

COLUMNS = ("Database", "Table", "In_use", "Name_locked")


def rows_in_use(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> list[tuple[Any, ...]]:
    """The rows that FROM, LIKE and WHERE leave, the table that was opened last first."""
    uses = runner.session.server.locks.names.uses(OPENED)
    values = ", ".join(
        f"ROW({string_literal(schema)}, {string_literal(name)}, {count}, 0)"
        for (_, schema, name), count in sorted(uses.items(), reverse=True)
    )
    conditions = [f"`Database` = {string_literal(schema)}" for _, schema in syntax.tables]
    if "LIKE" in syntax.words:
        conditions.append(f"`Table` LIKE {string_literal(syntax.argument)}")
    if syntax.condition:
        conditions.append(with_names(syntax.condition, list(COLUMNS)))
    source = f"(VALUES {values})" if values else "(SELECT '', '', 0, 0 LIMIT 0)"
    named = ", ".join(f"`{column}`" for column in COLUMNS)
    where = f" WHERE {' AND '.join(f'({condition})' for condition in conditions)}" if conditions else ""
    tree = parse_tree(f"SELECT * FROM {source} AS `OPEN_TABLES` ({named}){where}")
    return list(run_select(tree, runner.front_end.database_with(context, None, shows=True), context).rows)
