"""Whether statements have changed grant tables row by row, or their definitions."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.system_tables import GRANT_TABLES

_HOME = "mysql"
# in which a server opens them
_ORDER = ("user", "db", "tables_priv", "columns_priv", "procs_priv", "proxies_priv", "role_edges", "default_roles")


def read_grants_anew(database: Database) -> None:
    """Accounts become what changed grant tables say; what does that is imported when there are some.

    MySQLError ER_NO_SUCH_TABLE for one that was dropped, ER_COL_COUNT_DOESNT_MATCH_CORRUPTED_V2 for one whose columns
    are others (captured: clusters/system_tables_taken).
    """
    if database.catalog.taken:
        _check_taken(database)
    if any(database.storage.find(_HOME, name) is not None for name in GRANT_TABLES):
        from binwriter.sql.system.changed_grants import read_anew

        read_anew(database)


def _check_taken(database: Database) -> None:
    from binwriter.sql.system import captured

    for name in (*_ORDER, *sorted(GRANT_TABLES.difference(_ORDER))):
        own = captured.definition(_HOME, name)
        if own is None or (_HOME, name) not in database.catalog.taken:
            continue
        expected, found = len(own.columns), len(database.catalog.table(_HOME, name).columns)
        if expected != found:
            raise mysql_error("ER_COL_COUNT_DOESNT_MATCH_CORRUPTED_V2", _HOME, name, expected, found)
