"""What an era logs of statements, as far as SQL has a say in it: the half of a logging policy that both wings ask.

What each part is and where it was seen: the modules of the parts, old-servers.md sections 1 to 4. The eras themselves:
`binwriter.binlog.rules.policies`.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from binwriter.formats.records import dataclass
from binwriter.statement.drop_table import DropTableLogging
from binwriter.statement.temporary_tables import TemporaryTableLogging
from binwriter.statement.unsafe_policy import UNSAFE_8_0, UnsafePolicy


class CreateSelectLogging(Enum):
    """How CREATE TABLE .. SELECT is grouped (old-servers.md section 3)."""

    TRANSACTION = "a transaction of its engine; in row form definition and rows in one"  # 5.1
    ROWS_IN_ONE = "as DDL; in row form definition and rows in one transaction"  # 5.5, 5.6
    ROWS_APART = "as DDL; in row form the definition, then the rows"  # 5.7
    ATOMIC = "as DDL; in row form START TRANSACTION for engines with atomic DDL, else the definition, then the rows"


class ExistingTableFill(Enum):
    """What CREATE TABLE IF NOT EXISTS .. SELECT of a table that is there logs of the rows that it inserts."""

    NOTHING = "nothing, since none is inserted"  # 5.5 and later
    AS_INSERT = "as INSERT would: the statement as given, or rows"  # 5.1.27
    DEFINITION_BEFORE_ROWS = "the statement as given, or the definition and rows"  # 5.1.39
    WITH_DEFINITION = "the definition, then INSERT .. SELECT or rows"  # 5.1.54


class DelayedRows(Enum):
    """What a thread of the server's own writes for INSERT DELAYED."""

    AT_ONCE = "nothing: the client's statement writes them"  # from 5.5 on
    SINGLE_STATEMENT = "a single row, in statement form"  # 5.1.39, 5.1.54
    ROWS = "any rows of VALUES, in row form"  # 5.1.27


@dataclass(frozen=True, slots=True)
class StatementPolicy:
    """What an era logs of a statement and in which form, as far as SQL has a say in it.

    A server composes much of what it logs where it carries the statement out: definitions, names, hints of defaults.
    name: of the era. unsafe: layer 1. drop_table: see there.
    drops_what_exists: DROP TABLE with a missing table drops the others, and is logged with error 1051.
    drop_database_by_table: DROP DATABASE has events of its own for tables without atomic DDL.
    truncate_in_transaction: TRUNCATE of a T-table is a group of its own, BEGIN and Xid included.
    truncates_parents_by_row: TRUNCATE of a table that foreign keys refer to deletes its rows one by one (5.1).
    logs_refused_truncate: where it is refused, it is logged with error 1701 (5.5.20; not in 5.5.62).
    truncate_counts: TRUNCATE of a T-table tells the client how many rows it deleted (5.1.27).
    logs_existing: CREATE .. IF NOT EXISTS of what is there already is logged, and DROP .. IF EXISTS of a
    routine that is not there.
    rename_in_transaction: ALTER TABLE .. RENAME of a T-table is a group of its own, BEGIN and Xid included (5.1.39).
    keys_in_transaction: so is ENABLE KEYS or DISABLE KEYS of one (captured: 5.1.54).
    partitions_in_transaction: so is ALTER TABLE that adds, merges or reorganizes its partitions (captured: 5.1.54).
    loads_as_rows: LOAD DATA is rows under MIXED (from 5.1.54). rewrites_load: its text is made by the server (from
    5.1.54: Bug#43746). prints_load_values: those of SET are printed in it (5.1.54); later they are as written.
    names_definer_of_event: CREATE EVENT is logged with DEFINER (not in 5.1.27).
    names_collation_of_strings: a string in NAME_CONST has its collation (not in 5.1.27).
    logs_insert_of_no_row: INSERT in statement form is logged though it changed nothing (INSERT IGNORE of duplicates).
    set_in_transaction: variables that a later server refuses to change inside a transaction.
    administration_commits: FLUSH and RESET commit the open transaction (MySQL manual, "Statements That Cause an
    Implicit Commit": from 5.5.3).
    temporary: what is logged of temporary tables. create_select, fills_existing: see there. repeats_unsafe_warnings:
    CREATE TABLE .. SELECT gives warning 1592 twice (5.1).
    names_database_of_copy: CREATE TABLE .. SELECT of another database, logged as a definition, does (not in 5.1.27).
    names_engine_of_copy: LIKE of a temporary table, logged as a definition, names the engine (from 5.7).
    warns_of_ignored: IGNORE warns of each row that it skips (from 5.7).
    converts_delayed: INSERT DELAYED is an INSERT, with warning 3005 (from 5.7). cuts_delayed: the text is logged
    without the word (5.5, 5.6). delayed_rows: see there.
    marks_internal_temporary: DELETE of several tables has the thread-specific flag (from 8.0).
    show_warnings_counts_rows: SHOW WARNINGS leaves -1 in ROW_COUNT(), as any query (from 8.0).
    logs_xa: XA transactions are logged at XA PREPARE, as such (from 5.7); else at XA COMMIT like any other, and one
        that is prepared ends with its session.
    logs_cascades: rows that the actions of foreign keys change are logged (9.7); before, the engine keeps them to
    itself, and a replica's engine does the same.
    sees_changed_rows: an UPDATE of several tables is transactional once it has changed a T-row (up to 5.6;
    captured: 5.1.54 to 5.6.21). sees_changed_rows_of_failed: one that fails, too (5.1).
    commits_for_missing: ALTER and DROP of a routine that is not there commit (from 5.5; captured: 5.1.54).
    refuses_ended_xa: tables are not used behind XA END (from 5.5; captured: 5.1.54).
    logs_refused_views: CREATE VIEW of a name that is taken is logged with its error (5.1.54 to 5.6; captured).
    empty_copies_commit: CREATE TABLE .. SELECT of no rows ends in COMMIT in row form (from 5.6; captured);
    before, where no T-table is read (captured: 5.5.20).
    cuts_concurrent: LOAD DATA CONCURRENT .. REPLACE loses its word in the log (from 5.7; captured: 5.1.54 to 5.6.21).
    loads_wait: the blocks of a file go where the statement goes, not to the cache of the table's engine (5.5.20), and
    one that fails does not warn that an N-table keeps rows. refuses_xa_savepoints: error 1399 (5.5.20).
    set_calls_wait: the call of a function in SET, inside a transaction, waits for its end whatever the function changed
    (5.5; captured: 5.5.62).
    marks_columns_early: the full image of INSERT and REPLACE .. SELECT has the listed columns alone where MIXED turns
    to rows (5.6, 5.7).
    warns_of_blackhole: warning 1870 for rows that a BLACKHOLE table has not (MySQL manual, "The BLACKHOLE Storage
    Engine": from 5.6).
    looks_at_size_once: whether the file has reached max_binlog_size is seen after both caches were written (WL#5223,
    group commit, 5.6); before, after each.
    counts_lost_maps: see `binlog.caches.lost_maps` (5.1.27). forgets_unused_savepoints: the end of a transaction in
    which no engine took part does too (not in 5.1.27; captured).
    lost_message: what the Incident event of a full cache says that stands alone, without a group; empty where it is one
    (from 8.0; captured: overflowing_caches_mixed). keeps_beside_lost: the transaction's own cache stays (5.5 to 5.7; of
    5.5 assumed).
    warns_of_engine_mix: warning 6414 (MySQL manual, "Replication and Transactions": from 9.6).
    """

    name: str = "9.7"
    unsafe: UnsafePolicy = UNSAFE_8_0
    drop_table: DropTableLogging = DropTableLogging.BY_ENGINE_CLASS
    drops_what_exists: bool = False
    drop_database_by_table: bool = True
    truncate_in_transaction: bool = False
    truncate_counts: bool = False
    logs_existing: bool = True
    rename_in_transaction: bool = False
    keys_in_transaction: bool = False
    partitions_in_transaction: bool = False
    loads_as_rows: bool = True
    rewrites_load: bool = True
    prints_load_values: bool = False
    logs_refused_truncate: bool = False
    truncates_parents_by_row: bool = False
    names_definer_of_event: bool = True
    names_collation_of_strings: bool = True
    logs_insert_of_no_row: bool = True
    set_in_transaction: frozenset[str] = frozenset()
    administration_commits: bool = True
    temporary: TemporaryTableLogging = field(default_factory=TemporaryTableLogging)
    create_select: CreateSelectLogging = CreateSelectLogging.ATOMIC
    fills_existing: ExistingTableFill = ExistingTableFill.NOTHING
    repeats_unsafe_warnings: bool = False
    sees_changed_rows: bool = False
    sees_changed_rows_of_failed: bool = False
    refuses_ended_xa: bool = True
    commits_for_missing: bool = True
    names_database_of_copy: bool = True
    names_engine_of_copy: bool = True
    warns_of_ignored: bool = True
    marks_internal_temporary: bool = True
    show_warnings_counts_rows: bool = True
    converts_delayed: bool = True
    delayed_rows: DelayedRows = DelayedRows.AT_ONCE
    cuts_delayed: bool = False
    warns_of_engine_mix: bool = False
    warns_of_blackhole: bool = True
    logs_cascades: bool = False
    marks_columns_early: bool = False
    logs_refused_views: bool = False
    empty_copies_commit: bool = True
    cuts_concurrent: bool = True
    loads_wait: bool = False
    refuses_xa_savepoints: bool = False
    set_calls_wait: bool = False
    logs_xa: bool = True
    looks_at_size_once: bool = True
    lost_message: bytes = b""
    keeps_beside_lost: bool = False
    counts_lost_maps: bool = False
    forgets_unused_savepoints: bool = True


NEWEST_POLICY = StatementPolicy(warns_of_engine_mix=True, logs_cascades=True)
