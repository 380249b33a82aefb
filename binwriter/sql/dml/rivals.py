"""Rows that are in the way of others by a unique key."""

from __future__ import annotations

from binwriter.catalog.innodb_rows import row_too_large, too_large_error
from binwriter.catalog.tables import Key, SpecialKey, Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.table.functional_keys import as_they_stand
from binwriter.sql.dml import duplicates
from binwriter.sql.dml.change_run import ChangeRun
from binwriter.statement.values import RowOperation
from binwriter.storage.order import Row, RowId
from binwriter.storage.table_data import TableData


@dataclass(frozen=True, slots=True)
class Rival:
    """A row in the way of another. table, key, values: what ER_DUP_ENTRY shows; by_last_key: the last unique key; lost:
    a server does not find it again (see `found_by`)."""

    row_id: RowId
    table: Table
    key: Key
    values: Row
    by_last_key: bool
    lost: bool = False


def refuse_duplicate(run: ChangeRun, data: TableData, row: Row, ignore: RowId | None = None) -> None:
    """ER_DUP_ENTRY, and ER_TOO_BIG_ROW_OF_PAGE of a row that has no room in a page."""
    table, column = data.definition, data.definition.auto_increment_column
    # ARCHIVE looks at its counter alone
    counts = table.engine.insert_only and any(key.unique for key in table.keys)
    if counts and column is not None and int(str(row[column] or 0)) < data.auto_increment:
        refuse_rival(table)
    conflict = rival(run, data, row, ignore)
    if conflict is not None:
        refuse_rival(table)
        run.context.session.counts.tried(RowOperation.WRITE if ignore is None else RowOperation.UPDATE)
        raise duplicates.duplicate_error(conflict.table, conflict.key, conflict.values, run.context)
    if table.may_outgrow_page and (limits := row_too_large(table, row)) is not None:
        raise too_large_error(*limits)


def rival(run: ChangeRun, data: TableData, row: Row, ignore: RowId | None = None) -> Rival | None:
    """The first row that is in another's way, by unique keys in their order, those on expressions where they stand
    among the others (captured: clusters/expressions_among_unique_keys)."""
    table = data.definition
    functional = run.constraints.functional_keys(run, table)
    computed = {
        one.key.name: (one.values if ignore is None else one.new_values)(row, run.context)  # of INSERT that was told
        for one in as_they_stand(functional)
    }
    stored = data.duplicate(row, ignore if ignore is None or data.has(ignore) else None)
    place = len(table.keys) if stored is None else table.keys.index(stored[0])
    for expressed in functional:
        if expressed.key.place > place:
            break
        values = computed[expressed.key.name]
        taken = expressed.rival(data, values, ignore, run.context)
        if taken is not None:
            shown, told = expressed.told(values)
            found = expressed.found_by(data, values, run.context) if expressed.many else taken
            is_last, lost = _is_last(table, expressed.key), found is None
            return Rival(taken if found is None else found, shown, shown.keys[0], told, is_last, lost)
    if stored is None:
        return None
    key, row_id = stored
    return Rival(row_id, table, key, row, _is_last(table, key))


def _is_last(table: Table, key: Key | SpecialKey) -> bool:
    """Whether no other unique key stands behind it."""
    return key is [other for other in table.keys_in_order if other.unique][-1]


def refuse_rival(table: Table, conflict: Rival | None = None) -> None:
    """ER_DUP_KEY (1022): ARCHIVE does not say which row is in the way, nor can it be replaced. ER_KEY_NOT_FOUND (1032)
    for one that is to be replaced and is not found again."""
    if table.engine.insert_only:
        raise mysql_error("ER_DUP_KEY", table.name)
    if conflict is not None and conflict.lost:
        raise mysql_error("ER_KEY_NOT_FOUND", table.name)


def refuse_made(run: ChangeRun, data: TableData, conflict: Rival, generated: int) -> None:
    """ER_DUP_ENTRY: nothing is replaced by a number that the server has made (captured: counters_at_their_ends_row);
    a key on expressions has none (captured: replaced_by_expressions)."""
    stored = conflict.table is data.definition
    if stored and generated and conflict.key.columns[:1] == (data.definition.auto_increment_column,):
        raise duplicates.duplicate_error(conflict.table, conflict.key, conflict.values, run.context)


def last_error(run: ChangeRun, conflict: Rival) -> MySQLError:
    """What an engine says has failed when it has found a row in the way: InnoDB and MEMORY nothing (captured:
    replaced_behind_views_row)."""
    if conflict.table.engine.name.lower() != "myisam":
        return mysql_error("ER_GET_ERRNO", 0, "Success")
    return duplicates.duplicate_error(conflict.table, conflict.key, conflict.values, run.context)


def refuse_change(table: Table) -> None:
    """ER_ILLEGAL_HA (1031): ARCHIVE takes new rows only."""
    if table.engine.insert_only:
        raise mysql_error("ER_ILLEGAL_HA", table.name)
