"""ALTER TABLE .. DISCARD and IMPORT TABLESPACE, SECONDARY_LOAD and SECONDARY_UNLOAD.

Nothing is imported: no files are there. As a 9.7.4 answers: tests/golden/scenarios/read_only_schema.scn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def alter_storage(run: DdlRun, table: Table, action: str) -> tuple[DdlEvent, ...]:
    """The event. Raises MySQLError."""
    if action.startswith("SECONDARY"):
        engine = next((option for option in table.options if option.startswith("SECONDARY_ENGINE=")), None)
        if engine is None:
            raise mysql_error("ER_SECONDARY_ENGINE", "No secondary engine defined")
        run.context.warn("ER_UNKNOWN_STORAGE_ENGINE", engine.partition("=")[2])
    elif table.engine.name != "InnoDB":
        raise mysql_error("ER_ILLEGAL_HA", table.name)
    elif action == "DISCARD":
        run.database.storage.data(table.schema, table.name).discarded = True
    else:
        run.context.warn("ER_IO_READ_ERROR", table.schema, table.name)
        run.context.warn("ER_INNODB_IMPORT_ERROR", table.schema, table.name)
        raise mysql_error("ER_TABLESPACE_MISSING", table.schema, table.name)
    databases = None if action.startswith("SECONDARY") else (table.schema,)
    text = run.text
    return (DdlEvent(text, run.default_schema, databases=databases, atomic=True, sql_require_primary_key=True),)
