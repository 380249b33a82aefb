"""The logging policies of all eras side by side. A server profile names the one it has.

What each part is and where it was seen: the modules of the parts, old-servers.md sections 1 to 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from binwriter.binlog.rules.commit import CachePolicy
from binwriter.binlog.rules.drop_table import DropTableLogging
from binwriter.binlog.rules.one_cache import OneCache, WriteAhead
from binwriter.binlog.rules.savepoints import SavepointTexts
from binwriter.binlog.rules.temporary_tables import DropInRowForm, SessionEndDrops, TemporaryTableLogging
from binwriter.binlog.rules.two_caches import TwoCaches
from binwriter.binlog.rules.unsafe_policy import (
    UNSAFE_5_1_27,
    UNSAFE_5_1_39,
    UNSAFE_5_1_54,
    UNSAFE_5_5,
    UNSAFE_5_6,
    UNSAFE_5_7,
    UNSAFE_8_0,
    UnsafePolicy,
)

_SESSION_SWITCHES = frozenset({"binlog_format", "sql_log_bin", "binlog_direct_non_transactional_updates"})


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


@dataclass(frozen=True, slots=True)
class LoggingPolicy:
    """What an era logs, in which form and where.

    caches: layers 2 and 3. savepoints: the text of savepoint events. unsafe: layer 1. drop_table: see there.
    drops_what_exists: DROP TABLE with a missing table drops the others, and is logged with error 1051.
    drop_database_by_table: DROP DATABASE has events of its own for tables without atomic DDL.
    truncate_in_transaction: TRUNCATE of a T-table is a group of its own, BEGIN and Xid included.
    truncate_counts: TRUNCATE of a T-table tells the client how many rows it deleted (5.1.27).
    logs_existing: CREATE .. IF NOT EXISTS of what is there already is logged, and DROP .. IF EXISTS of a
    routine that is not there.
    rename_in_transaction: ALTER TABLE .. RENAME of a T-table is a group of its own, BEGIN and Xid included (5.1.39).
    loads_as_rows: LOAD DATA is rows under MIXED (from 5.1.54). rewrites_load: its text is made by the server (from
    5.1.54: Bug#43746). names_definer_of_event: CREATE EVENT is logged with
    DEFINER (not in 5.1.27). composes_routines: CREATE PROCEDURE and FUNCTION are logged as the server composes them
    anew; in 5.1.27 as given but for the definer (release notes of 5.1.31, Bug#36570).
    names_collation_of_strings: a string in NAME_CONST has its collation (not in 5.1.27).
    logs_insert_of_no_row: INSERT in statement form is logged though it changed nothing (INSERT IGNORE of duplicates).
    set_in_transaction: variables that a later server refuses to change inside a transaction.
    administration_commits: FLUSH and RESET commit the open transaction (MySQL manual, "Statements That Cause an
    Implicit Commit": from 5.5.3).
    temporary: what is logged of temporary tables. create_select, fills_existing: see there. repeats_unsafe_warnings:
    CREATE TABLE .. SELECT gives warning 1592 twice (5.1).
    names_engine_of_copy: LIKE of a temporary table, logged as a definition, names the engine (from 5.7).
    warns_of_ignored: IGNORE warns of each row that it skips (from 5.7).
    converts_delayed: INSERT DELAYED is an INSERT, with warning 3005 (from 5.7). cuts_delayed: the text is logged
    without the word (5.5, 5.6).
    marks_internal_temporary: DELETE of several tables has the thread-specific flag (from 8.0).
    show_warnings_counts_rows: SHOW WARNINGS leaves -1 in ROW_COUNT(), as any query (from 8.0).
    logs_xa: XA transactions are logged at XA PREPARE, as such (from 5.7); else at XA COMMIT like any other, and one
        that is prepared ends with its session.
    logs_cascades: rows that the actions of foreign keys change are logged (9.7); before, the engine keeps them to
    itself, and a replica's engine does the same.
    sees_changed_rows: an UPDATE of several tables is transactional once it has changed a T-row (5.1.27).
    logs_refused_views: CREATE VIEW of a name that is taken is logged with its error (5.5, 5.6; captured).
    set_calls_wait: the call of a function in SET, inside a transaction, waits for its end whatever the function changed
    (5.5; captured: 5.5.62).
    marks_columns_early: the full image of INSERT .. SELECT has the listed columns alone where MIXED turns to rows (5.6,
    5.7).
    warns_of_blackhole: warning 1870 for rows that a BLACKHOLE table has not (MySQL manual, "The BLACKHOLE Storage
    Engine": from 5.6).
    looks_at_size_once: whether the file has reached max_binlog_size is seen after both caches were written (WL#5223,
    group commit, 5.6); before, after each.
    warns_of_engine_mix: warning 6414 (MySQL manual, "Replication and Transactions": from 9.6).
    """

    name: str
    caches: CachePolicy
    savepoints: SavepointTexts
    unsafe: UnsafePolicy
    drop_table: DropTableLogging
    drops_what_exists: bool = False
    drop_database_by_table: bool = True
    truncate_in_transaction: bool = False
    truncate_counts: bool = False
    logs_existing: bool = True
    rename_in_transaction: bool = False
    loads_as_rows: bool = True
    rewrites_load: bool = True
    names_definer_of_event: bool = True
    composes_routines: bool = True
    names_collation_of_strings: bool = True
    logs_insert_of_no_row: bool = True
    set_in_transaction: frozenset[str] = frozenset()
    administration_commits: bool = True
    temporary: TemporaryTableLogging = field(default_factory=TemporaryTableLogging)
    create_select: CreateSelectLogging = CreateSelectLogging.ATOMIC
    fills_existing: ExistingTableFill = ExistingTableFill.NOTHING
    repeats_unsafe_warnings: bool = False
    sees_changed_rows: bool = False
    names_engine_of_copy: bool = True
    warns_of_ignored: bool = True
    marks_internal_temporary: bool = True
    show_warnings_counts_rows: bool = True
    converts_delayed: bool = True
    cuts_delayed: bool = False
    warns_of_engine_mix: bool = False
    warns_of_blackhole: bool = True
    logs_cascades: bool = False
    marks_columns_early: bool = False
    logs_refused_views: bool = False
    set_calls_wait: bool = False
    logs_xa: bool = True
    looks_at_size_once: bool = True


_AS_GIVEN = SavepointTexts(as_given=True)
_NOTHING_DOUBLED = SavepointTexts(double_in_savepoint=False, double_in_rollback=False)
_SAVEPOINT_DOUBLED = SavepointTexts(double_in_rollback=False)

_TEMPORARY_5_1_27 = TemporaryTableLogging(
    logged_in_mixed=True,
    session_end=SessionEndDrops.ALL_IN_ONE,
    session_end_in_mixed=False,
    splits_lists=False,
    warns_at_rollback=False,
    ddl_survives_in_row=True,
    format_is_fixed=False,
    fixed_in_row_for_mixed=True,
    keeps_form=True,
    truncate_is_group=True,
    select_survives=False,
    drops_missing=True,
    drops_missing_in_row=True,
    truncates_in_row=True,
    counts_as_n_write=True,
)
_TEMPORARY_5_1 = replace(
    _TEMPORARY_5_1_27,
    drop_in_row_form=DropInRowForm.IN_MIXED,
    session_end=SessionEndDrops.BY_DATABASE,
    session_end_in_mixed=True,
    truncate_is_group=False,
)
_TEMPORARY_5_5 = replace(
    _TEMPORARY_5_1,
    drop_in_row_form=DropInRowForm.ALWAYS,
    session_end_in_row=True,
    splits_lists=True,
    fixed_in_row_for_mixed=False,
    keeps_form=False,
    select_survives=True,
    mixes_when_created=True,
    ahead_in_row=True,
    counts_as_n_write=True,
    truncates_in_row=False,
)
_TEMPORARY_5_6 = replace(
    _TEMPORARY_5_5,
    session_end=SessionEndDrops.BY_DATABASE_AND_ENGINE,
    if_exists_names_schema=True,
    names_missing_last=True,
    warns_at_rollback=True,
    violates_gtids_in_any_form=True,
    ddl_survives_in_row=False,
    ahead_in_row=False,
    counts_as_n_write=False,
)
_TEMPORARY_5_7 = replace(_TEMPORARY_5_6, if_exists_names_schema=False)

_TEMPORARY_5_1_54 = replace(
    _TEMPORARY_5_1, drops_missing_in_row=False, counts_as_n_write=True, truncates_in_row=False, select_survives=True
)

_ALL = (
    LoggingPolicy(
        "5.1.27",
        OneCache(WriteAhead.ANY_N_WRITE, by_own_table=True),
        _AS_GIVEN,
        UNSAFE_5_1_27,
        DropTableLogging.AS_GIVEN,
        drops_what_exists=True,
        drop_database_by_table=False,
        truncate_in_transaction=True,
        truncate_counts=True,
        logs_existing=False,
        loads_as_rows=False,
        rewrites_load=False,
        names_definer_of_event=False,
        sees_changed_rows=True,
        composes_routines=False,
        names_collation_of_strings=False,
        logs_insert_of_no_row=False,
        set_in_transaction=_SESSION_SWITCHES,
        administration_commits=False,
        marks_internal_temporary=False,
        show_warnings_counts_rows=False,
        warns_of_blackhole=False,
        warns_of_ignored=False,
        temporary=_TEMPORARY_5_1_27,
        create_select=CreateSelectLogging.TRANSACTION,
        fills_existing=ExistingTableFill.AS_INSERT,
        repeats_unsafe_warnings=True,
        names_engine_of_copy=False,
        converts_delayed=False,
        logs_xa=False,
        looks_at_size_once=False,
    ),
    LoggingPolicy(
        "5.1.39",
        OneCache(WriteAhead.NOTHING),
        _AS_GIVEN,
        UNSAFE_5_1_39,
        DropTableLogging.AS_GIVEN,
        drops_what_exists=True,
        drop_database_by_table=False,
        truncate_in_transaction=True,
        rename_in_transaction=True,
        loads_as_rows=False,
        rewrites_load=False,
        logs_insert_of_no_row=False,
        set_in_transaction=_SESSION_SWITCHES,
        administration_commits=False,
        marks_internal_temporary=False,
        show_warnings_counts_rows=False,
        warns_of_blackhole=False,
        warns_of_ignored=False,
        temporary=_TEMPORARY_5_1,
        create_select=CreateSelectLogging.TRANSACTION,
        fills_existing=ExistingTableFill.DEFINITION_BEFORE_ROWS,
        repeats_unsafe_warnings=True,
        names_engine_of_copy=False,
        converts_delayed=False,
        logs_xa=False,
        looks_at_size_once=False,
    ),
    LoggingPolicy(
        "5.1.54",
        OneCache(WriteAhead.N_ONLY, direct_option=True),
        _NOTHING_DOUBLED,
        UNSAFE_5_1_54,
        DropTableLogging.AS_GIVEN,
        drops_what_exists=True,
        drop_database_by_table=False,
        truncate_in_transaction=True,
        logs_insert_of_no_row=False,
        set_in_transaction=_SESSION_SWITCHES,
        administration_commits=False,
        marks_internal_temporary=False,
        show_warnings_counts_rows=False,
        warns_of_blackhole=False,
        warns_of_ignored=False,
        temporary=_TEMPORARY_5_1_54,
        create_select=CreateSelectLogging.TRANSACTION,
        fills_existing=ExistingTableFill.WITH_DEFINITION,
        repeats_unsafe_warnings=True,
        names_engine_of_copy=False,
        converts_delayed=False,
        logs_xa=False,
        looks_at_size_once=False,
    ),
    LoggingPolicy(
        "5.5",
        TwoCaches(rollback_by_format=True, savepoint_event_is_cut=True),
        _NOTHING_DOUBLED,
        UNSAFE_5_5,
        DropTableLogging.ONE_EVENT,
        drops_what_exists=True,
        drop_database_by_table=False,
        marks_internal_temporary=False,
        show_warnings_counts_rows=False,
        warns_of_blackhole=False,
        warns_of_ignored=False,
        temporary=_TEMPORARY_5_5,
        create_select=CreateSelectLogging.ROWS_IN_ONE,
        logs_refused_views=True,
        set_calls_wait=True,
        names_engine_of_copy=False,
        converts_delayed=False,
        cuts_delayed=True,
        logs_xa=False,
        looks_at_size_once=False,
    ),
    LoggingPolicy(
        "5.6",
        TwoCaches(),
        _SAVEPOINT_DOUBLED,
        UNSAFE_5_6,
        DropTableLogging.ONE_EVENT,
        drops_what_exists=True,
        drop_database_by_table=False,
        marks_internal_temporary=False,
        show_warnings_counts_rows=False,
        warns_of_ignored=False,
        temporary=_TEMPORARY_5_6,
        create_select=CreateSelectLogging.ROWS_IN_ONE,
        names_engine_of_copy=False,
        converts_delayed=False,
        logs_refused_views=True,
        marks_columns_early=True,
        cuts_delayed=True,
        logs_xa=False,
        looks_at_size_once=False,
    ),
    LoggingPolicy(
        "5.7",
        TwoCaches(),
        _SAVEPOINT_DOUBLED,
        UNSAFE_5_7,
        DropTableLogging.ONE_EVENT,
        drops_what_exists=True,
        drop_database_by_table=False,
        marks_internal_temporary=False,
        show_warnings_counts_rows=False,
        temporary=_TEMPORARY_5_7,
        create_select=CreateSelectLogging.ROWS_APART,
        marks_columns_early=True,
    ),
    LoggingPolicy("8.0", TwoCaches(), SavepointTexts(), UNSAFE_8_0, DropTableLogging.BY_ENGINE_CLASS),
    LoggingPolicy(
        "9.7",
        TwoCaches(),
        SavepointTexts(),
        UNSAFE_8_0,
        DropTableLogging.BY_ENGINE_CLASS,
        warns_of_engine_mix=True,
        logs_cascades=True,
    ),
)

POLICIES: dict[str, LoggingPolicy] = {policy.name: policy for policy in _ALL}
NEWEST = POLICIES["9.7"]
