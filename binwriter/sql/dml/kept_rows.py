"""Rows that an UPDATE or DELETE with IGNORE leaves as they are."""

from __future__ import annotations

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.sql.dml.forgiven import FOREIGN_KEYS
from binwriter.sql.dml.run import DmlRun


def goes_on_behind(error: MySQLError, table: Table, run: DmlRun) -> bool:
    """Forgives the error of a row that is changed, or raises it; whether further rows are looked at.

    Where the engine looks at foreign keys, a row that they keep counts as written (captured: 5.7.18); up to 5.6 it was
    the last one (captured: 5.1.54, 5.5.20, 5.6.21).
    """
    run.forgive(error)
    behaviour = run.context.variables.behaviour
    if error.code in FOREIGN_KEYS and not behaviour.server_checks_foreign_keys:
        run.touch(table)
    return not behaviour.engine_tells_parents
