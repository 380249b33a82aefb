"""Whether statements have changed grant tables row by row."""

from __future__ import annotations

from binwriter.sql.binding.database import Database
from binwriter.sql.binding.system_tables import GRANT_TABLES


def read_grants_anew(database: Database) -> None:
    """Accounts become what changed grant tables say; what does that is imported when there are some."""
    if any(database.storage.find("mysql", name) is not None for name in GRANT_TABLES):
        from binwriter.sql.system.changed_grants import read_anew

        read_anew(database)
