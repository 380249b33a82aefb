"""The logging policies of all eras side by side. A server profile names the one it has.

What each part is and where it was seen: the modules of the parts, old-servers.md sections 1 to 4.
"""

from __future__ import annotations

from binwriter.binlog.rules.commit import CachePolicy
from binwriter.binlog.rules.one_cache import OneCache, WriteAhead
from binwriter.binlog.rules.savepoints import SavepointTexts
from binwriter.binlog.rules.two_caches import TwoCaches
from binwriter.formats.records import dataclass, replace
from binwriter.statement.drop_table import DropTableLogging
from binwriter.statement.policy import CreateSelectLogging, DelayedRows, ExistingTableFill, StatementPolicy
from binwriter.statement.temporary_tables import DropInRowForm, SessionEndDrops, TemporaryTableLogging
from binwriter.statement.unsafe_policy import (
    UNSAFE_5_1_27,
    UNSAFE_5_1_39,
    UNSAFE_5_1_54,
    UNSAFE_5_5,
    UNSAFE_5_6,
    UNSAFE_5_7,
    UNSAFE_8_0,
)

_SESSION_SWITCHES = frozenset({"binlog_format", "sql_log_bin", "binlog_direct_non_transactional_updates"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggingPolicy(StatementPolicy):
    """What an era logs, in which form and where.

    caches: layers 2 and 3. savepoints: the text of savepoint events. The rest: `StatementPolicy`.
    """

    caches: CachePolicy
    savepoints: SavepointTexts


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
    marks_existing=False,
    marks_truncate=False,
    copies_write=True,
)
_TEMPORARY_5_1 = replace(
    _TEMPORARY_5_1_27,
    marks_truncate=True,
    drop_in_row_form=DropInRowForm.IN_MIXED,
    session_end=SessionEndDrops.BY_DATABASE,
    session_end_in_mixed=True,
    truncate_is_group=False,
)
_TEMPORARY_5_5 = replace(
    _TEMPORARY_5_1,
    refused_copies_decide=True,
    marks_existing=True,
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
    refused_copies_decide=False,
    copies_write=False,
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
    _TEMPORARY_5_1,
    refused_copies_decide=True,
    drops_missing_in_row=False,
    counts_as_n_write=True,
    truncates_in_row=False,
    select_survives=True,
)

# Each era states in what it differs from the one after it.
_V9_7 = LoggingPolicy(
    name="9.7",
    caches=TwoCaches(),
    savepoints=SavepointTexts(),
    unsafe=UNSAFE_8_0,
    drop_table=DropTableLogging.BY_ENGINE_CLASS,
    warns_of_engine_mix=True,
    logs_cascades=True,
)
_V8_0 = replace(
    _V9_7,
    name="8.0",
    warns_of_engine_mix=False,
    logs_cascades=False,
)
_V5_7 = replace(
    _V8_0,
    name="5.7",
    unsafe=UNSAFE_5_7,
    drop_table=DropTableLogging.ONE_EVENT,
    drops_what_exists=True,
    drop_database_by_table=False,
    temporary=_TEMPORARY_5_7,
    create_select=CreateSelectLogging.ROWS_APART,
    marks_internal_temporary=False,
    show_warnings_counts_rows=False,
    keeps_beside_lost=True,
    lost_message=(
        b"The content of the statement cache is corrupted while writing a rollback record of the transaction to the "
        b"binary log."
    ),
    marks_columns_early=True,
    savepoints=_SAVEPOINT_DOUBLED,
)
_V5_6 = replace(
    _V5_7,
    name="5.6",
    unsafe=UNSAFE_5_6,
    temporary=_TEMPORARY_5_6,
    create_select=CreateSelectLogging.ROWS_IN_ONE,
    names_engine_of_copy=False,
    warns_of_ignored=False,
    converts_delayed=False,
    cuts_delayed=True,
    logs_refused_views=True,
    cuts_concurrent=False,
    logs_xa=False,
    looks_at_size_once=False,
    lost_message=b"error writing to the binary log",
    sees_changed_rows=True,
)
_V5_5 = replace(
    _V5_6,
    name="5.5",
    unsafe=UNSAFE_5_5,
    temporary=_TEMPORARY_5_5,
    warns_of_blackhole=False,
    marks_columns_early=False,
    set_calls_wait=True,
    empty_copies_commit=False,
    loads_wait=True,
    logs_refused_truncate=True,
    refuses_xa_savepoints=True,
    caches=TwoCaches(rollback_by_format=True, savepoint_event_is_cut=True, logs_undone_rows=True),
    savepoints=_NOTHING_DOUBLED,
)
_V5_1_54 = replace(
    _V5_5,
    name="5.1.54",
    unsafe=UNSAFE_5_1_54,
    drop_table=DropTableLogging.AS_GIVEN,
    truncate_in_transaction=True,
    logs_refused_truncate=False,
    truncates_parents_by_row=True,
    prints_load_values=True,
    keys_in_transaction=True,
    partitions_in_transaction=True,
    logs_insert_of_no_row=False,
    set_in_transaction=_SESSION_SWITCHES,
    administration_commits=False,
    refuses_xa_savepoints=False,
    temporary=_TEMPORARY_5_1_54,
    create_select=CreateSelectLogging.TRANSACTION,
    fills_existing=ExistingTableFill.WITH_DEFINITION,
    repeats_unsafe_warnings=True,
    cuts_delayed=False,
    delayed_rows=DelayedRows.SINGLE_STATEMENT,
    set_calls_wait=False,
    sees_changed_rows_of_failed=True,
    refuses_ended_xa=False,
    commits_for_missing=False,
    keeps_beside_lost=False,
    caches=OneCache(WriteAhead.N_ONLY, direct_option=True),
)
_V5_1_39 = replace(
    _V5_1_54,
    name="5.1.39",
    unsafe=UNSAFE_5_1_39,
    keys_in_transaction=False,
    rename_in_transaction=True,
    loads_as_rows=False,
    rewrites_load=False,
    temporary=_TEMPORARY_5_1,
    fills_existing=ExistingTableFill.DEFINITION_BEFORE_ROWS,
    caches=OneCache(WriteAhead.NOTHING),
    savepoints=_AS_GIVEN,
)
_V5_1_27 = replace(
    _V5_1_39,
    name="5.1.27",
    unsafe=UNSAFE_5_1_27,
    truncate_counts=True,
    logs_existing=False,
    counts_lost_maps=True,
    forgets_unused_savepoints=False,
    delayed_rows=DelayedRows.ROWS,
    partitions_in_transaction=False,
    prints_load_values=False,
    rename_in_transaction=False,
    names_definer_of_event=False,
    names_database_of_copy=False,
    names_collation_of_strings=False,
    temporary=_TEMPORARY_5_1_27,
    fills_existing=ExistingTableFill.AS_INSERT,
    caches=OneCache(WriteAhead.ANY_N_WRITE, by_own_table=True, cuts_later=False),
)

POLICIES: dict[str, LoggingPolicy] = {
    policy.name: policy for policy in (_V5_1_27, _V5_1_39, _V5_1_54, _V5_5, _V5_6, _V5_7, _V8_0, _V9_7)
}
NEWEST = POLICIES["9.7"]
