"""ALTER TABLE .. DISCARD and IMPORT TABLESPACE, SECONDARY_LOAD and SECONDARY_UNLOAD.

Nothing is imported: no files are there. As a 9.7.4 answers: tests/golden/scenarios/read_only_schema.scn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.foreign_key_tables import children_of
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
        _discard(run, table)
    else:
        run.context.warn("ER_IO_READ_ERROR", table.schema, table.name)
        run.context.warn("ER_INNODB_IMPORT_ERROR", table.schema, table.name)
        raise mysql_error("ER_TABLESPACE_MISSING", table.schema, table.name)
    databases = None if action.startswith("SECONDARY") else (table.schema,)
    text = run.text
    return (DdlEvent(text, run.default_schema, databases=databases, atomic=True, sql_require_primary_key=True),)


def refuse_temporary(table: Table, action: str) -> None:
    """ER_ILLEGAL_HA, or, of InnoDB's, ER_CANNOT_DISCARD_TEMPORARY_TABLE."""
    if action in ("DISCARD", "IMPORT"):
        innodb = table.engine.name == "InnoDB"
        raise mysql_error("ER_CANNOT_DISCARD_TEMPORARY_TABLE") if innodb else mysql_error("ER_ILLEGAL_HA", table.name)


def _discard(run: DdlRun, table: Table) -> None:
    """The rows are gone. ER_ROW_IS_REFERENCED_2 for a parent, whose child is not named; a warning where they were gone
    before (captured: clusters/tablespaces_discarded)."""
    checks = run.context.variables.settings.foreign_key_checks
    if checks and any(child.name != table.name for child, _ in children_of(table, run.database.catalog)):
        raise mysql_error("ER_ROW_IS_REFERENCED_2", "")
    data = run.database.storage.data(table.schema, table.name)
    if data.discarded and table.partitioning is None:
        run.context.warn("ER_TABLESPACE_MISSING_IN_INNODB", table.schema, table.name)
    data.discarded = True
    run.database.catalog.schema(table.schema).tables.touch()
