"""Scenarios whose log no replica applies: the log that a real server wrote of them stops it at the same place.

`make replay` fails for one that stands here and need not, and for one that is missing.
"""

from __future__ import annotations

_INCIDENT = "an Incident event: the source lost changes, and a replica stops there on purpose"
_FILTERED = "binlog-do-db or binlog-ignore-db left databases out of the log that later statements use"
_KILLED = "a statement that was killed half-way stands in the log with its error"
_CUT = "the log was reset or purged in between: the tables' definitions are in it no more"
_KEYS = "rows that a replica's own foreign keys and cascades have changed already, or will not let go"
_HALF = "rows of an N-table that failed behind a logged one (error 1534) stay, and are in no log"
_UNLOGGED = "sql_log_bin kept something out of the log that a later statement in it needs"
_ARCHIVE = "four workers write rows of an ARCHIVE table, which takes them by ascending key only"
_SETTINGS = "the statement runs otherwise where the replica's user or variables are others than the source's"
_NAME_CONST = "NAME_CONST in the logged text is of another type than the variable it stands for"

_REMADE = (
    "the log's CREATE or ALTER TABLE is made anew by the server, and says not all that the source's definition does"
)
_ENGINES = "the session's default engine, or an engine that the source has not, is not in the log"
_UNSAFE = "unsafe statements, whose text does otherwise on another server"
_NO_DATABASE = "DATABASE() is NULL in a session without a database, and '' where a replica runs the statement"
_TEMPORARY = "rows of statements that failed behind temporary tables of their functions"
_XA = "what became of an XA transaction that was refused or rolled back half-way is not in the log"

_XML = "LOAD XML is logged as LOAD DATA (MySQL's own defect)"
_OTHER_TRIGGER = "a NULL that a trigger leaves is refused where a replica runs the statement"
_VARIABLES = "user variables that the log does not have are NULL where a replica runs the statement"

# A replica stops there: name -> why.
STOPS: dict[str, str] = {
    "caches_overflow_mixed": _INCIDENT,
    "caches_overflow_row": _INCIDENT,
    "caches_overflow_sessions": _INCIDENT,
    "caches_overflow_statement": _INCIDENT,
    "cascade_triggers_more": _KEYS,
    "cascades_under_ignore_more": _KEYS,
    "commit_parent_after_rollback": "a transaction is tried again: TRUNCATE and inserts may run beside each other",
    "definers_statement": _SETTINGS,
    "empty_row_images": _HALF,
    "filter_both": _FILTERED,
    "filter_do_mixed": _FILTERED,
    "filter_do_row": _FILTERED,
    "filter_do_statement": _FILTERED,
    "filter_ignore_mixed": _FILTERED,
    "filter_ignore_row": _FILTERED,
    "filter_ignore_statement": _FILTERED,
    "foreign_keys_circles_of_updates": _KEYS,
    "foreign_keys_definitions_row": _KEYS,
    "foreign_keys_to_itself_alone": _KEYS,
    "grants_and_roles": _UNLOGGED,
    "gtid_purged": _CUT,
    "gtids_of_no_file": _CUT,
    "gtids_of_two_sessions": _CUT,
    "prepared_in_other_modes": "a statement is logged as it was sent to be prepared, with the sql_mode of EXECUTE",
    "values_put_in_created_tables_statement": "bytes of a parameter stand as a string of text in the log",
    "kill_query": _KILLED,
    "load_data_more_statement": "LOAD DATA into a view is logged with the names of the columns beneath it",
    "load_xml_read_by_bytes_statement": _XML,
    "load_xml_statement": _XML,
    "nulls_left_by_triggers_statement": _OTHER_TRIGGER,
    "variables_of_loaded_files_statement": _VARIABLES,
    "variables_of_regular_expressions": _VARIABLES,
    "lock_tables_of_triggers": _ARCHIVE,
    "locks_kill": _KILLED,
    "log_files": _CUT,
    "log_files_restarts": _CUT,
    "memory_full_mixed": _SETTINGS,
    "memory_full_statement": _SETTINGS,
    "procedures_name_const_mixed": _NAME_CONST,
    "procedures_name_const_statement": _NAME_CONST,
    "read_only_server_row": _ARCHIVE,
    "rotation_of_both_caches_row": _CUT,
    "sql_log_bin_mixed": _UNLOGGED,
    "sql_log_bin_row": _UNLOGGED,
    "sql_log_bin_statement": _UNLOGGED,
    "table_options_refused": "the source's NO_DIR_IN_CREATE of sql_mode is not in the log",
    "temporary_unlogged_statement": _UNLOGGED,
    "unsafe_families_statement": "ALTER TABLE with an unsafe default, which a replica takes for unsafe once more",
    "xa_deadlock_statement": "ROLLBACK of a transaction that a deadlock ended stands in the log inside of an XA one",
    "xa_states_statement": "a temporary table in an XA transaction, with xa_detach_on_prepare OFF on the source only",
}

# The tables of a replica are other ones than the source's, and the same ones after the log that a server wrote.
OTHER_TABLES: dict[str, str] = {
    "locks_of_duplicates": "a DELETE of all rows beside an insert that waited deletes what the source's did not see",
    "prepared_in_a_database": _NO_DATABASE,
    "charsets_converted_row": _REMADE,
    "create_select_comments": _REMADE,
    "create_select_kinds_row": _REMADE,
    "create_select_of_variables_statement": _NAME_CONST,
    "orders_that_fail_statement": _UNSAFE,
    "variables_in_definitions_mixed": _NAME_CONST,
    "variables_in_definitions_statement": _NAME_CONST,
    **dict.fromkeys(
        (
            "administration_logs_mixed",
            "administration_logs_row",
            "administration_logs_statement",
            "implicit_commits_all_mixed",
            "implicit_commits_all_row",
            "implicit_commits_all_statement",
            "names_of_themselves_row",
        ),
        _CUT,
    ),
    **dict.fromkeys(
        (
            "alter_time_zone_row",
            "create_select_charsets_row",
            "create_select_of_variables_row",
            "create_select_views_row",
            "create_texts_of_modes",
            "definitions_warned",
            "json_table_row",
            "zones_of_gathered_moments",
        ),
        _REMADE,
    ),
    **dict.fromkeys(
        (
            "archive_refusals_and_cascade_images",
            "foreign_keys_diamonds",
        ),
        _KEYS,
    ),
    **dict.fromkeys(
        (
            "ended_in_transactions_mixed",
            "ended_in_transactions_row",
            "ended_in_transactions_statement",
            "gtid_next_more_mixed",
            "gtid_next_more_row",
            "gtid_next_more_statement",
            "gtid_next_of_unlogged_ddl",
            "gtid_ownership",
            "programs_sql_log_bin_mixed",
            "programs_sql_log_bin_row",
            "programs_sql_log_bin_statement",
        ),
        _UNLOGGED,
    ),
    **dict.fromkeys(
        (
            "engines_mixed",
            "engines_row",
            "engines_statement",
            "engines_unknown_row",
        ),
        _ENGINES,
    ),
    **dict.fromkeys(
        (
            "joined_ranges_mixed",
            "joined_ranges_statement",
            "last_insert_id_set_statement",
            "mixing_statement_on",
            "procedures_functions_mixed",
            "procedures_functions_statement",
            "procedures_more_statement",
            "random_programs_statement_off",
            "random_programs_statement_on",
            "system_tables_statement",
            "tables_named_as_functions",
            "unsafe_families_mixed",
            "unsafe_families_row",
            "unsafe_functions_mixed",
            "unsafe_functions_statement",
            "unsafe_random_statement",
            "unsafe_statements",
            "warning_counts_statement",
        ),
        _UNSAFE,
    ),
    **dict.fromkeys(
        (
            "temporary_of_failed_functions_mixed",
            "temporary_of_failed_functions_row",
        ),
        _TEMPORARY,
    ),
    **dict.fromkeys(
        (
            "xa_basic_mixed",
            "xa_basic_row",
            "xa_basic_statement",
            "xa_deadlock",
            "xa_detached",
            "xa_engines_statement",
            "xa_statements",
            "xa_states_mixed",
            "xa_states_row",
        ),
        _XA,
    ),
}

# Whether and where it stops is chance, with the server's own log too: the errors, none for a transaction tried again.
RACES: dict[str, frozenset[str]] = {
    "commit_parent_after_rollback": frozenset(),
    "memory_restarts_statement": frozenset({"1062"}),  # rows of MEMORY tables stay where a worker tries again
    "lock_tables_of_triggers": frozenset({"1022"}),
    "read_only_server_row": frozenset({"1022"}),
}

# A replica leaves GTIDs out, with the server's own log too (the last is that log, captured): those of statements that
# failed and were logged with their error and ROLLBACK.
LEAVES_GTIDS_OUT = frozenset(
    {"temporary_of_failed_functions_statement", "temporary_of_failed_functions_gtids_statement"}
)

# The tables are other ones each time that the same files are applied; errors are compared all the same.
OTHER_EACH_TIME: dict[str, str] = {
    "locks_of_duplicates": "in statement form a DELETE of all rows runs before or behind the INSERT that waited for it",
    "moments_chosen_for_numbers_statement": "SYSDATE() in statement form is the time at which a replica runs it",
}
