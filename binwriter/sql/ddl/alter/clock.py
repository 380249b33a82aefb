"""Which status variables of time an ALTER TABLE carries: the session's time zone (5) and microseconds (13).

The server asks the clock for the columns whose default is the current time, as soon as a row of the new table may be
made: for those that the statement adds; for all of them where InnoDB builds the table or an index in place. A DATETIME
takes the time zone with it, a fraction the microseconds (captured: alter_clock.scn).
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.constants import ColumnType
from binwriter.sql.ddl.alter.innodb import builds
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.store.temporal import ZERO_DATE
from binwriter.statement.uses import Uses
from binwriter.storage.table_data import TableData


def asked_by(columns: Iterable[Column]) -> Uses:
    """What the defaults of columns ask of the clock."""
    now = [column for column in columns if column.default_kind is DefaultKind.NOW]
    return Uses(
        time_zone=any(column.spec.type is ColumnType.DATETIME2 for column in now),
        microseconds=any(column.spec.fsp for column in now),
    )


def clock_of_alter(alter: Alteration, table: Table, *, empty: bool) -> Uses:
    """What ALTER TABLE asks of the clock, rows that are copied apart. empty: the table has no rows."""
    if not alter.context.variables.behaviour.alter_asks_clock:
        return Uses()
    if not alter.affected_counts and alter.table.engine.two_phase and builds(alter, empty=empty):
        return asked_by(table.columns)
    return asked_by(slot.column for slot in alter.slots if slot.old is None)


_INSTANTS = (ColumnType.DATETIME2, ColumnType.TIMESTAMP2)
_TEMPORAL = (ColumnType.DATETIME2, ColumnType.DATE, ColumnType.TIME2)


def copies_by_zone(alter: Alteration, data: TableData) -> bool:
    """Whether the time zone is asked for while rows are copied: for a TIMESTAMP that is read or stored anew, and for a
    DATETIME that a copy stores as one (not up to 5.7: alters_zones_statement), none of them for NULL (captured:
    alter_copies_moments.scn)."""
    behaviour = alter.context.variables.behaviour
    if not (alter.affected_counts and behaviour.copies_moments_by_zone):
        return False
    columns, instants = data.definition.columns, _INSTANTS if behaviour.copied_datetimes_ask else _INSTANTS[1:]
    asking = [
        slot.old for slot in alter.slots if slot.old is not None and _asks(columns[slot.old], slot.column, instants)
    ]
    without_zone = (None,) if behaviour.zeros_have_zones else (None, ZERO_DATE)
    return bool(asking) and any(row[column] not in without_zone for _, row in data.scan() for column in asking)


def _asks(old: Column, new: Column, instants: Container[ColumnType]) -> bool:
    before, after = old.spec.type, new.spec.type
    if new.generated:
        return False
    return before is ColumnType.TIMESTAMP2 or (before in _TEMPORAL and after in instants)


def reads_generated(old: Table, new: Table) -> bool:
    """Whether an index is built of generated columns, which are computed for it (captured: alter_copies_moments)."""
    known = {key.name for key in old.keys}
    added = [key for key in new.keys if key.name not in known]
    return any(new.columns[part.column].generated for key in added for part in key.parts)
