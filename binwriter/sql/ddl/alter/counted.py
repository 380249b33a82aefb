"""What an ALTER TABLE leaves of InnoDB's statistics: it counts anew where it reads the rows, and else forgets what was
not kept (captured: clusters/joins_of_uncounted_rows)."""

from __future__ import annotations

from binwriter.catalog.tables import Table
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.syntax.alter_table import AddCheck, AddForeignKey, AddKey, OrderRows, Rebuild
from binwriter.storage.maintained import Statistics
from binwriter.storage.table_data import TableData

_READ = (AddCheck, AddForeignKey, AddKey, OrderRows)


def statistics_after(alteration: Alteration, old: TableData, new: TableData) -> Statistics:
    """Those of the altered table, before it stands in the old one's place."""
    syntax = alteration.syntax
    if syntax.is_empty:
        return old.statistics
    if alteration.affected_counts or _is_read(alteration, old.definition, new.definition):
        counted = Statistics()
        counted.counted(len(new))
        return counted
    return old.statistics.carried(len(new))


def _is_read(alteration: Alteration, old: Table, new: Table) -> bool:
    options = alteration.syntax.options
    if options.engine or any(option.upper().startswith("ROW_FORMAT") for option in (*options.written, *options.shown)):
        return True
    if [(column.name, column.spec) for column in old.columns] != [(column.name, column.spec) for column in new.columns]:
        return True
    return any(
        isinstance(action, _READ) or (isinstance(action, Rebuild) and action.word == "FORCE")
        for action in alteration.syntax.actions
    )
