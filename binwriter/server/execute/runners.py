"""The modules that run statements without a profile; they register with `command_table.runs` when they are loaded."""

from __future__ import annotations

from binwriter.server.execute import (
    conditions,
    explained,
    foreign_servers,
    handler,
    help,
    lock_tables,
    maintenance,
    persisting,
    replication,
    resource_groups,
    row_injection,
    table_maintenance,
    transactions,
    unmodelled,
    xa,
)
from binwriter.server.execute.prepare import commands
from binwriter.sql.command_table import runs

__all__ = ["MODULES"]

MODULES = (commands, transactions, xa)
runs.later.add(
    handler, table_maintenance, maintenance, conditions, replication, unmodelled, persisting, explained, row_injection
)
runs.later.add(foreign_servers, help, lock_tables, resource_groups)
