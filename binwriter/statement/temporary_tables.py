"""What is logged of temporary tables, by era: when at all, and the DROP events that a server makes for them.

Source: old-servers.md section 3 ("Temporary tables"), samples o_drop_lists_* and o_temp_matrix_*; for 9.7
logging-rules part 2, "Temporary tables".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import groupby

from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.statement.drop_table import GENERATED


@dataclass(frozen=True, slots=True)
class TemporaryTable:
    """A temporary table. transactional: of its engine. exists: False for a name of DROP .. IF EXISTS that is none."""

    schema: str
    name: str
    transactional: bool
    exists: bool = True


class SessionEndDrops(Enum):
    """How the tables that a session leaves are spread over events, newest first."""

    ALL_IN_ONE = "one event, names with their database"  # 5.1.27
    BY_DATABASE = "one event a run of tables of the same database"  # 5.1.39 to 5.5
    BY_DATABASE_AND_ENGINE = "each run in two: T-tables, then N-tables"  # 5.6 and later


class DropInRowForm(Enum):
    """Whether DROP TEMPORARY TABLE is logged where statements are in row form."""

    NEVER = "never"  # 5.1.27, 8.0 and later
    IN_MIXED = "under MIXED, once an unsafe statement has used them"  # 5.1.39, 5.1.54
    ALWAYS = "always, with IF EXISTS"  # 5.5 to 5.7


@dataclass(frozen=True, slots=True)
class TemporaryTableLogging:
    """One era.

    logged_in_mixed: MIXED logs them as statements until an unsafe statement comes while there is one; then everything
    is rows until the last one is gone (up to 5.7). Otherwise a statement of MIXED that uses one is logged as rows,
    and of the tables themselves nothing is (8.0 and later).
    drop_in_row_form, session_end: see there. session_end_in_row, session_end_in_mixed: the drops at the end of a
    session are logged under ROW too, and under MIXED when it has come to rows (not in 5.1.27). splits_lists: a DROP
    list has one event for the temporary N-tables and one for the T-tables. if_exists_names_schema: see
    `drop_temporary_texts`. warns_at_rollback: warnings 1751 and 1752 (from 5.6). ddl_survives_in_row: CREATE and
    DROP in a transaction make ROLLBACK write its rows (up to 5.5). drops_missing: DROP TEMPORARY TABLE IF EXISTS of
    what is not there is logged (up to 5.7), and drops_missing_in_row where statements are in row form too;
    names_missing_last: behind the tables that were there (5.6, 5.7).
    mixes_when_created: CREATE TEMPORARY TABLE .. SELECT counts as a mixed statement that writes the new table (5.5
    to 5.7). ahead_in_row: DROP of N-tables is written ahead of the transaction in row form (5.5).
    counts_as_n_write: to ROLLBACK TO SAVEPOINT, making or dropping one is a change of an N-table (5.1.54, 5.5).
    truncates_in_row: TRUNCATE of one is logged in row form too (5.1.27, 5.1.39). keeps_form: while there is one,
    statements keep the form that they had when it was made, until an unsafe one of MIXED makes it rows;
    binlog_format counts again when the last is gone (5.1). truncate_is_group: TRUNCATE of a T-table is a group of
    its own (5.1.27). select_survives: CREATE .. SELECT of a T-table makes ROLLBACK write the transaction (from
    5.1.54). violates_gtids_in_any_form: CREATE and DROP in a transaction violate enforce_gtid_consistency in row form
    too (5.6, 5.7). format_is_fixed: binlog_format cannot be changed at all while there is one (8.0 and later), else
    only from ROW: not to STATEMENT, and up to 5.1 (fixed_in_row_for_mixed) not to MIXED either. marks_existing:
    CREATE IF NOT EXISTS of one that is there has the thread-specific flag (not in 5.1); marks_truncate: so has TRUNCATE
    of an N-table (not in 5.1.27). refused_copies_decide: CREATE .. SELECT of a name that is taken (1050) was looked at
    before, so that an unsafe one makes rows of what follows (5.1.54, 5.5). copies_write: CREATE TEMPORARY .. SELECT of
    a T-table makes the transaction end in Xid (up to 5.5).
    """

    logged_in_mixed: bool = False
    drop_in_row_form: DropInRowForm = DropInRowForm.NEVER
    session_end: SessionEndDrops = SessionEndDrops.BY_DATABASE_AND_ENGINE
    session_end_in_row: bool = False
    session_end_in_mixed: bool = True
    splits_lists: bool = True
    if_exists_names_schema: bool = False
    warns_at_rollback: bool = True
    ddl_survives_in_row: bool = False
    drops_missing: bool = False
    drops_missing_in_row: bool = False
    names_missing_last: bool = False
    mixes_when_created: bool = False
    ahead_in_row: bool = False
    counts_as_n_write: bool = False
    truncates_in_row: bool = False
    violates_gtids_in_any_form: bool = False
    format_is_fixed: bool = True
    fixed_in_row_for_mixed: bool = False
    keeps_form: bool = False
    refused_copies_decide: bool = False
    copies_write: bool = False
    truncate_is_group: bool = False
    select_survives: bool = True
    marks_existing: bool = True
    marks_truncate: bool = True

    def format_in_force(self, binlog_format: BinlogFormat, *, any_open: bool, row_mode: bool) -> BinlogFormat:
        """binlog_format as far as open temporary tables leave it (up to 5.7).

        row_mode: statements are in row form until the last one is gone.
        """
        if not (self.logged_in_mixed and any_open):
            return binlog_format
        if row_mode:
            return BinlogFormat.ROW
        return BinlogFormat.STATEMENT if self.keeps_form and binlog_format is BinlogFormat.ROW else binlog_format

    def logs(self, in_force: BinlogFormat) -> bool:
        """CREATE TEMPORARY TABLE, TRUNCATE and ALTER of one. in_force: see `format_in_force`."""
        if in_force is BinlogFormat.MIXED:
            return self.logged_in_mixed
        return in_force is BinlogFormat.STATEMENT

    def logs_drop(self, in_force: BinlogFormat, binlog_format: BinlogFormat) -> bool:
        """DROP TEMPORARY TABLE."""
        if self.logs(in_force) or self.drop_in_row_form is DropInRowForm.ALWAYS:
            return True
        return binlog_format is BinlogFormat.MIXED and self.drop_in_row_form is DropInRowForm.IN_MIXED

    def logs_session_end(self, in_force: BinlogFormat, binlog_format: BinlogFormat) -> bool:
        """The implicit DROP when a session ends."""
        if in_force is BinlogFormat.ROW and (binlog_format is BinlogFormat.ROW or not self.session_end_in_mixed):
            return self.session_end_in_row
        return self.logged_in_mixed or binlog_format is BinlogFormat.STATEMENT


def drop_temporary_texts(
    tables: Sequence[TemporaryTable],
    *,
    current: str,
    if_exists: bool,
    row_form: bool,
    if_exists_names_schema: bool,
    splits: bool = True,
) -> tuple[tuple[str, tuple[TemporaryTable, ...]], ...]:
    """The temporary tables of a DROP list, from 5.5 on: N-tables in one event, then T-tables in one; with the tables.

    splits: False for one event of all (5.1). row_form: statements are in row form, where IF EXISTS is added since the
    replica may not have the tables.
    if_exists_names_schema: with IF EXISTS the database stands before each name (5.6). current: the session's database.
    """
    clause = "IF EXISTS " if if_exists or row_form else ""
    texts = []
    for transactional in (False, True):
        chosen = tuple(table for table in tables if table.transactional is transactional)
        if not splits:
            chosen = () if transactional else tuple(tables)
        names = [
            _name(table, with_schema=table.schema != current or (bool(clause) and if_exists_names_schema))
            for table in chosen
        ]
        if names:
            texts.append((f"DROP TEMPORARY TABLE {clause}{','.join(names)} {GENERATED}", chosen))
    return tuple(texts)


def session_end_texts(style: SessionEndDrops, tables: Sequence[TemporaryTable]) -> tuple[tuple[str, str], ...]:
    """(default database, text) of the events at the end of a session. tables: in the order of their creation.

    The database is "" where the session's own stays.
    """
    newest_first = list(reversed(tables))
    if style is SessionEndDrops.ALL_IN_ONE:
        return (("", _session_end(newest_first, with_schema=True)),) if newest_first else ()
    events: list[tuple[str, str]] = []
    for schema, run in groupby(newest_first, key=lambda table: table.schema):
        members = list(run)
        parts = [members]
        if style is SessionEndDrops.BY_DATABASE_AND_ENGINE:
            parts = [[table for table in members if table.transactional is kind] for kind in (True, False)]
        events += [(schema, _session_end(part, with_schema=False)) for part in parts if part]
    return tuple(events)


def _session_end(tables: Iterable[TemporaryTable], *, with_schema: bool) -> str:
    names = ",".join(_name(table, with_schema=with_schema) for table in tables)
    return f"DROP /*!40005 TEMPORARY */ TABLE IF EXISTS {names}"


def _name(table: TemporaryTable, *, with_schema: bool) -> str:
    return f"{quoted(table.schema)}.{quoted(table.name)}" if with_schema else quoted(table.name)


def warnings_of_temporary(*, made: bool, dropped: bool) -> list[Diagnostic]:
    """What a rollback warns of where temporary tables were made or dropped, which it does not take back."""
    symbols = {
        "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_CREATED_TEMP_TABLE": made,
        "ER_WARNING_NOT_COMPLETE_ROLLBACK_WITH_DROPPED_TEMP_TABLE": dropped,
    }
    return [mysql_warning(symbol) for symbol, is_due in symbols.items() if is_due]
