"""Who makes the rows of the tables that show a server's state; imported when somebody first asks."""

from __future__ import annotations

from binwriter.server.system import by_account, data_locks, processes, status, variables
from binwriter.sql.system.sight import ROWS, Maker

__all__ = ["maker_of"]

_MODULES = (by_account, data_locks, processes, status, variables)


def maker_of(key: tuple[str, str]) -> Maker | None:
    """The function for a table, as `captured.key_of` names it."""
    assert _MODULES  # they register with `rows_of`
    return ROWS.get(key)
