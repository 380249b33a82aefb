"""The numbers that ALTER TABLE gives to rows, and the counter that it leaves to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.tables import Table
from binwriter.sql.ddl.alter.copied import beyond
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.dml import column_values
from binwriter.sql.dml.auto_increment import AutoIncrement
from binwriter.sql.dml.run import DmlRun
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def numbers_of_copy(dml: DmlRun, data: TableData, new: TableData, alteration: Alteration) -> AutoIncrement:
    """Counts a copy's rows as INSERT would, from AUTO_INCREMENT of the statement, or that of a table that had no column
    for it; not that of InnoDB, which keeps none (captured: captured-old/5.6.21/numbered_by_alter_row)."""
    written = alteration.syntax.options
    if "AUTO_INCREMENT" in written.written:
        new.auto_increment = max(1, written.auto_increment)
    else:
        new.auto_increment = 1 if data.definition.engine.two_phase else max(1, data.auto_increment)
    return AutoIncrement(new, dml, len(data))


def number_in_place(run: DdlRun, alteration: Alteration, number: int) -> int:
    """InnoDB's own series: where it does not go one by one it leaves its first value out."""
    settings, options = run.context.variables.settings, alteration.syntax.options
    first = max(1, options.auto_increment) if "AUTO_INCREMENT" in options.written else 1
    step, offset = settings.auto_increment_increment, settings.auto_increment_offset
    if step > 1 or offset > 1:
        first = max(first - offset, 0) // step * step + step + offset
    return first + (number - 1) * step


def _drops_counting(table: Table, alteration: Alteration) -> bool:
    """Whether the column that counts goes, and the counter with it: one that only counts no more leaves it to the table
    (captured: clusters/counters_left)."""
    counted = table.auto_increment_column
    return counted is not None and all(slot.old != counted for slot in alteration.slots)


def set_counter(data: TableData, new: TableData, alteration: Alteration) -> None:
    table = new.definition
    wanted = alteration.syntax.options.auto_increment if "AUTO_INCREMENT" in alteration.syntax.options.written else 0
    kept = data.auto_increment if not wanted else 1
    if table.auto_increment_column is None:
        kept = 1 if _drops_counting(data.definition, alteration) else kept
        new.auto_increment = 1 if table.engine.two_phase else max(1, wanted, kept)
    else:
        number = table.auto_increment_column
        moved = beyond(new, number, kept)
        if table.engine.two_phase:  # no further than the column goes (captured: clusters/last_numbers_of_counters)
            moved = min(moved, max(kept, column_values.highest_number(table.columns[number])))
        new.auto_increment = max(wanted, kept, moved)
