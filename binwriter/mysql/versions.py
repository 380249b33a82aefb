"""Which servers do otherwise what `mysql/behaviour.py` lists: one block a version.

Nobody else compares versions. Sources: release notes and manuals of the versions that are named, and captured answers
(tests/golden/captured-old).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from binwriter.formats.records import replace
from binwriter.mysql.behaviour import Behaviour, Costs, KeptInstants, PlanNotes, ProgramConditions

_COPY_5_1_27 = frozenset({"ROW_FORMAT"})

REVOKE_TELLS_FROM = 80300  # an older source's REVOKE takes what is there (`original_server_version`)

# What servers before a version do otherwise than that version, from the newest back.
_BEFORE: dict[int, dict[str, Any]] = {
    90700: {
        "warns_of_days": False,
        "has_whole_grammar": False,
        "warns_of_key_caches": False,  # 8.0 and 8.4 were not asked
    },
    90000: {
        "missing_types": frozenset({"VECTOR"}),
        "has_native_password": True,
        "names_wrong_reals": False,  # of 8.4 nothing was captured
        "names_wrong_dates": False,  # nor of this
        "has_privileges_of_9": False,  # of the source of 8.0.40; 8.4 was not asked
        "formatted_times_keep_dates": False,  # of the sources of 5.1 to 8.0.40; 8.4 was not asked
        "names_overflows": False,
        "dates_are_moments": False,
        "groups_begin_with_zeros": False,
        "revokes_at_all_levels": False,
        "ignore_forgives_subqueries": True,
        "unprepared": frozenset({"create_event", "alter_event", "drop_event"}),
        "columns_have_foreign_keys": False,
    },
    80400: {
        "keeps_utf8mb3_bodies": False,
        "registers_set_user_id": True,
        "shows_by_master": True,
        "reals_count": True,
        "parents_need_unique_keys": False,
        "takes_parts_of_columns": True,
    },
    80300: {"has_kill_command": True},
    80100: {"comments_take_six_digits": False},  # the suites of 8.0.40
    80034: {"warns_of_tight_versions": False},  # the suites of 8.0.40
    80031: {"refuses_no_characters": False},  # assumed: its messages are of about that time
    80022: {"warns_of_definers": False, "types_parameters": False},
    80021: {"compares_documents": False},  # assumed: its message is of that time
    80019: {"display_widths": True, "old_item_types": True},
    80018: {"casts_texts": False},  # assumed: 8.0.18 began to put casts into expressions (not asked of an 8.0)
    80017: {"engines_save_gtids": False},
    80016: {"folds_constants": False, "checks_expressions": False, "wrong_moment_is_error": False},
    80014: {"shows_encryption": False},
    80012: {"instant_alter": False},
    80004: {"has_json_table": False, "has_icu": False},  # release notes of 8.0.4
    80000: {
        # captured: texts_as_numbers_statement, conditions_as_integers_statement; no 8.0 was asked
        "tells_of_functions": False,
        "measures_varchars": False,
        "casts_take_spaces": False,
        "conditions_are_integers": True,
        "columns_of_keys": 13,  # a 5.7.18 and a 5.6.21 were asked
        "sounds_in_own_charset": True,  # captured: columns_rolled_up_row
        "changes_propagate": True,  # captured: 5.6.21 and 5.7.18/words_equal_to_moments_statement
        "ranges_tell_of_moments": True,  # captured: 5.7.18/words_beside_keys_of_moments_statement; not of 5.1 and 5.5
        "trigger_names_first": True,  # captured: 5.7.18/triggers_of_names_and_columns_statement
        "differs_by_types": True,  # captured: 5.6.21 and 5.7.18/differences_of_times_row
        "counters_name_tables": True,  # captured: 5.7.18/counters_of_types_that_end_row
        "fits_reals": False,  # captured: 5.5.20/texts_of_doubles_row; no 8.0 was asked
        "rounded_reals_are_fixed": True,  # captured: 5.1.54/texts_of_doubles_row; no 8.0 was asked
        "joins_by_hashing": False,  # captured: joined_selects_row
        "costs": Costs(1.0, 0.2),  # of their sources (captured: ranges_innodb_row)
        "right_joins_stay": True,  # captured: outer_joined_maps_row
        "outer_joins_map_null": True,  # captured: outer_joined_maps_row
        "tells_malformed_gtids": True,  # captured: gtids_not_taken_statement
        "purges_without_mode": True,  # captured: gtids_purged_without_mode_statement
        "names_behind_commas": True,  # captured: 5.5.20/errors_of_commas_statement; so the sources of 5.1 to 5.7
        "collates_numbers": False,  # of its source
        "moments_take_texts": False,  # captured: 5.5.20 and 5.7.18/texts_beside_moments_row
        "any_trigger_keeps_nulls": True,  # captured: nulls_before_triggers_statement
        "converts_listed": True,  # captured: 5.5.20/texts_beside_moments_row
        "has_dictionary": False,  # captured: databases_of_schema_statement
        "asks_deletes_twice": True,  # captured: conditions_asked_once_statement
        "groups_by_constants": True,  # captured: items_asked_for_row
        "tells_of_aborted_sorts": True,  # captured: sorts_aborted_row
        "checks_periods": False,  # captured: periods_and_passwords_row
        "sorts_places": True,
        "places_part_equals": True,  # captured: equal_rows_sorted_row
        "null_safe_converts_right": True,  # captured: nulls_beside_texts_row
        "copies_dates_whole": True,  # captured: 5.6.21/moments_as_numbers_row
        "names_unconvertible": False,
        "bits_of_bytes": False,
        "moments_ask_for_zone": False,  # captured: zones_of_computed_moments_*
        # captured: zones_asked_statement
        "clock_waits": False,
        "kept_instants": KeptInstants.ASK,
        "modes_spare_instants": True,
        "engine_spells_actions": True,
        "warns_of_partition_engine": True,
        "opens_called_with_arguments": False,  # captured: 5.5.20/call_arguments_beside_counters_mixed
        "notes_plans": PlanNotes.SELECTS,
        "stores_whole_quotients": True,
        "trims_decimals": False,  # so the sources of 5.1 to 5.7
        "fits_plain_texts": True,  # captured: introduced_beside_statement
        "tells_of_dropped_parents": True,
        "zeros_have_zones": False,  # so the sources of 5.6 and 5.7
        "likes_read_zeros": False,
        "truncated_anew": frozenset({"MyISAM", "MEMORY", "CSV", "BLACKHOLE"}),  # so the sources of 5.1 to 5.7
        "counters_may_be_null": False,  # captured: 5.5.20
        "tells_of_variables": False,  # so the sources of 5.1 to 5.7 and of 8.0.40
        "counts_days": False,
        "stores_behind_errors": True,
        "wraps_copied_texts": True,  # captured: 5.1.54 and 5.5.20/strict_copies_row
        "creates_strictly": True,
        "tells_of_padded": True,
        "sorts_groups": True,
        "moments_pass_as_texts": False,
        "counter_follows_updates": False,
        "server_checks_foreign_keys": False,
        "looks_at_columns_first": True,
        "parser_checks_columns": True,
        "compresses_no_temporaries": False,
        "ranges_end_in_gaps": False,
        "engines_rename_nowhere": True,
        "xa_names_before_transactions": True,
        "counts_values_first": True,
        "unset_variables_have_charset": False,
        "compares_keys": True,
        "words_are_no_time": True,  # captured: parts_of_words_row
        # captured: views_and_calls_of_nothing_statement
        "names_tables_below": True,
        "computed_reals_wrap": True,  # captured: 5.6.21/reals_as_integers_row
        "limits_take_any": True,  # captured: limits_of_prepared_old_statement
        "checks_prepared_calls": False,
        # captured: texts_partly_moments_row
        "tells_of_decimal_rests": False,
        "updates_documents_in_place": False,  # captured: documents_changed_row
        # captured: 5.7.18/spatial_names_of_old_statement
        "warns_of_spatial_names": True,
        "checks_geometries": False,
        "reads_any_day": True,
        "extremes_are_reals": True,  # captured: extremes_of_numbers_and_texts_row
        "shows_kept_conditions": False,  # captured: conditions_not_counted_mixed
        "trims_triggers": True,  # captured: dumped_statement
        "functions_take_zero_parts": True,
        "own_accounts": ("mysql.session", "mysql.sys"),
        "names_key_columns_first": True,
        "new_variables_are_texts": True,  # captured: 5.5.20/variables_given_in_queries_statement
        "unset_variables_vary": True,  # captured: variables_not_set_statement
        "triggers_ask_for_database": False,
        "past_events_ask": True,  # captured: events_of_no_database_statement
        "altered_events_ask": True,
        "finds_next_event": False,
        "keeps_in_hashes": True,  # not captured after 5.6.21
        "names_child": False,
        "names_missing_database": False,
        "names_key_only": False,
        "rewrites_partitions": False,
        "recodes_in_place": False,
        "accounts_by_8_0": False,
        "joins_subqueries": False,
        "ranges_ask_subqueries": True,  # captured: changes_by_subqueries_of_nothing_statement
        "updates_set_found_rows": False,  # of their sources (captured: unsafe_kinds_row)
        "folds_beyond_types": False,  # since 8.0.20
        "engines_part_themselves": False,
        "uses_folders": True,
        "renames_files": True,
        "temporary_anywhere": True,
        "joined_errors_are_unknown": True,
        "logs_numbers_of_alter": True,  # captured: numbers_of_alter_logged_statement
        "refused_reads_are_unknown": True,  # captured: tables_changed_and_read_row
        "counts_refused_rows": True,  # captured: rows_of_own_table_row
        "counts_rows_of_temporary": True,  # captured: rows_of_own_table_row
        "deletes_of_one_at_once": True,  # captured: joined_deletes_row
        "compares_before_triggers": False,  # captured: rows_put_back_by_triggers_row
        "old_sql_modes": True,
        "renames_locked": False,
        "copied_datetimes_ask": False,
        "opens_before_locks": True,
        "truncates_emptied": False,  # a DELETE FROM is logged there; that is not imitated
        "gtid_purged_grows": False,
        "reals_end_in_spaces": False,
    },
    # between 5.7.18 and 5.7.29
    50719: {
        "zeroes_moments": True,
        "own_accounts": ("mysql.sys",),
        "quotes_granted_columns": False,
        "counters_step_back": True,  # captured: counters_of_smaller_steps_row
    },
    50708: {"missing_types": frozenset({"JSON", "VECTOR"}), "longest_user": 16},
    50707: {"has_sys": False, "own_accounts": (), "opens_test": True},
    50706: {"views_below_check": False},  # captured: options_of_views_below_row; 5.7.18 has the newer rule
    50705: {
        "refuses_geometries": False,  # captured: 5.6.21/texts_that_are_no_geometry_row
        "innodb_has_spatial_keys": False,  # captured: 5.6.21/grouped_by_columns_statement
        "looks_at_dependence": False,
        "has_named_locks": False,
        "modes_without": "ONLY_FULL_GROUP_BY",
    },
    50704: {"grant_tables_have_times": False},
    50703: {"zero_primary_defaults": True},
    50702: {"several_triggers": False},
    50701: {"triggers_see_nulls": False, "any_trigger_keeps_nulls": False},
    50700: {
        "shows_decimal_zero": False,  # captured: 5.6.21/texts_as_numbers_statement
        "tells_of_arguments": False,  # captured: 5.6.21/logarithms_and_addresses_statement
        "escapes_first_bytes": False,  # captured: 5.6.21/routines_logged_statement; before of their sources
        "full_images_write_keys": True,  # captured: 5.6.21/found_rows_of_updates_row
        "refused_copies_interrupt": True,  # captured: 5.6.21/values_that_alter_refuses_row
        "program_conditions": ProgramConditions.UNHANDLED_SINCE_TABLES,  # captured: 5.6.21/conditions_that_stay_row
        "counters_are_cut": True,  # captured: 5.6.21/counters_of_types_that_end_row
        "refused_reads_are_unknown": False,  # captured: tables_changed_and_read_row
        "refuses_hidden_replaces": False,  # captured: views_and_triggers_drawn_statement
        "guesses_shares": False,  # of its source (captured: joined_sizes_row)
        "schedules_have_values": False,  # release notes of 5.6.28 and 5.7.10 (bug 21229951)
        "conversions_copy_by_columns": True,  # captured: converted_sets_statement
        "found_constants_are_not_null": True,  # captured: outer_joined_maps_row
        "clauses_named": ("group", "order", "having"),  # captured: uservars_in_order_statement
        "tells_malformed_gtids": False,
        "purges_without_mode": False,
        "rereads_changed_rows": True,  # captured: joined_rows_changed_early_row
        "warns_of_spatial_names": False,
        "do_forgives": True,  # a 5.6.21 answers so
        "xa_before_tables": True,  # captured: 5.5.20/missing_tables_in_ended_xa_mixed; of 5.6 by its source
        "hides_unknown_columns": False,
        "joins_ask_tables": True,
        "conflicts_ask_at_once": True,
        "has_channels": False,  # captured: 5.5.20/replicas_stopped_statement; a 5.6.21 answers so as well
        "counts_missing_servers": False,  # captured: servers_missing_statement; a 5.6.21 answers so as well
        "drops_needed_keys": True,  # captured: needed_keys_dropped_statement
        "refuses_words_for_decimals": True,  # captured: definitions_that_do_not_fit_statement
        "cuts_long_keys": True,  # captured: definitions_that_do_not_fit_statement
        "views_derive": False,  # captured: derived_of_views_statement
        "titles_done_items": False,
        "names_before_targets": frozenset({"DELETE"}),
        "converts_drops": False,  # captured: drops_of_clients_mixed
        "conditions_null_cases": True,
        "altered_events_ask": False,
        "insertable_first": True,  # captured: values_through_views_statement
        "notes_definers_first": False,
        "strings_may_be_null": False,
        "creates_strictly": False,
        "conditions_stay": True,
        "tells_nulls_first": True,
        "parents_name_columns": True,
        "rebuilds_count_all": True,
        "ignore_forgives_keys": False,  # in 5.6 alone
        "ignore_forgives_subqueries": False,
        "asks_defaults_first": True,
        "forgives_bits": True,  # captured: 5.1.54 and 5.5.20/strict_copies_row
        "lenient_commands": frozenset({"delete", "delete_multi"}),
        "warns_of_each_null": True,
        "lengthens_in_place": False,
        "logs_plugins": False,
        "warns_of_hexadecimals": False,
        # captured: 5.6.21
        "looks_at_what_set_reads": True,  # neither a 5.7.18 nor a 9.7.4 does (captured: joined_updates_of_both_*)
        "logs_nulls_of_files": False,
        "forgets_ended_xa": False,
        "ignore_copies": True,
        "counts_moved_rows": True,
        "hides_errors_of_views": False,
        "tells_of_recursion": True,
        "texts_become_integers": True,
        "triggers_read_what_they_set": True,
        "engine_tells_parents": True,
        "engine_checks_keys": True,
        "warns_of_partition_engine": False,
        "notes_plans": PlanNotes.NONE,
        "routines_name_invoker": False,
        "answers_for_unpartitioned": False,
        "opens_renamed": False,
        "defines_by_triggers": False,
        "xa_looks_at_names_first": True,
        "innodb_asks_file_format": True,
    },
    50605: {"any_column_is_automatic": False, "shows_executed_gtids": False},
    50600: {
        "deletes_log_what_they_read": True,  # captured: csv_rows_deleted_row
        "likes_read_zeros": True,  # captured: 5.5.20/zones_of_copied_definitions_mixed
        "ranges_tell_of_moments": False,
        "changes_propagate": False,
        "differs_by_types": False,
        "refused_copies_interrupt": False,
        "full_images_write_keys": False,
        "deviations_are_fixed": True,  # captured: 5.1.54/texts_of_doubles_row
        "ranges_of_either_side": False,  # of their sources (captured: joined_selects_row)
        "joined_tables_by_index": False,  # of their sources (captured: joined_selects_row)
        "buffers_outer_joins": False,  # captured: joined_selects_row
        "conversions_copy_by_columns": False,
        "joins_forgive_keys": True,  # captured: ignored_foreign_keys_row
        "changes_read_partitions_in_turn": True,  # captured: partitioned_updates_row
        "clauses_named": ("order", "group", "having"),  # captured: uservars_in_order_statement
        "counters_step_back": False,
        "copies_varchars": False,  # captured: strict_copies_statement
        "ends_at_long_lines": True,  # captured: loads_in_strict_modes_row
        "unknown_engines_copy": False,  # captured: 5.5.20/engines_unknown_statement
        "checks_base64": False,
        "last_days_of_months": False,
        "alter_asks_clock": False,  # it has no moments with defaults but TIMESTAMP
        # captured: rights_asked_statement
        "privileges_apart": ",",
        "denies_unknown_routines": False,
        "clients_list_logs": False,
        "hashes_by_plugin": False,  # captured: periods_and_passwords_row
        "counts_rows_of_temporary": False,
        "sorts_places": False,  # captured: keys_set_to_themselves_statement
        "sorts_whole_rows": True,
        "tells_rows_beside_programs": False,  # captured: counters_beside_programs_row
        "quotients_fill_words": True,  # captured: digits_of_variables_statement
        "names_unknown_partitions": False,
        "copies_default_now": False,
        "spells_drops": False,
        "names_extension": False,
        "ignore_forgives_keys": True,
        "quotes_load_variables": False,
        "ignore_copies": False,
        "says_foreign": False,
        "innodb_has_text_keys": False,
        "innodb_has_folders": False,
        "tells_twice_of_members": True,  # captured: twice_in_enum_statement
        "defaults_are_cut": True,
        "alters_in_place": False,
        "compares_named_keys": False,
        "names_before_targets": frozenset({"DELETE", "UPDATE"}),
        "logs_hashes": False,
        "names_rows_v1": False,
        "moments_have_fractions": False,
        "names_long_tables": False,
        "null_is_two_errors": True,
        "program_conditions": ProgramConditions.SINCE_TABLES,
        "refuses_writing_creates": False,
        "innodb_copies_for": frozenset({"ROW_FORMAT", "MAX_ROWS", "PACK_KEYS", "KEY_BLOCK_SIZE"}),
        "counts_refused_updates": True,
        "reads_constants_first": False,
        "refuses_unpartitioned": False,
        "copies_moments_by_zone": False,
        "replaces_by_times": True,  # captured: replaced_rows_with_times_row
        "kept_instants": KeptInstants.STAY,
    },
    50562: {  # between 5.5.20 and 5.5.62
        "ignore_forgives_keys": False,
        "counters_in_series": False,  # captured: counters_behind_steps_row; a 5.5.62's: autoinc_mixed
    },
    50500: {
        "likes_copy_files": True,  # captured: 5.1.54/zones_of_copied_definitions_mixed
        "levels_last_one_statement": True,  # of its source (captured: 5.1.54/levels_of_one_statement_*)
        "quotients_of_integers": True,  # of its source (captured: 5.1.54/texts_of_doubles_row)
        "integers_have_one_length": True,  # captured: 5.1.54/columns_of_integers_row
        "shortest_reals": False,  # of its source (captured: 5.1.54/texts_of_doubles_row)
        "unknown_engines_copy": True,
        "joins_forgive_keys": False,
        "switches_have_defaults": False,
        "denies_dropped_routines": False,
        "super_before_views": True,
        "shows_selected": True,
        "autocommit_leaves_transactions": True,
        "counts_rows_first": True,  # captured: 5.1.54/rows_of_groups_row
        "drops_needed_keys": False,
        "null_safe_converts": False,  # captured: nulls_beside_texts_row
        "missing_view_is_none": True,  # captured: views_of_own_definer_statement
        "innodb_asks_file_format": False,
        "innodb_knows_pages": False,
        "tells_of_columns": False,
        "subqueries_end_conditions": True,
        "innodb_copies_for": frozenset({"ROW_FORMAT", "MAX_ROWS", "PACK_KEYS"}),
        "program_conditions": ProgramConditions.ALL,
        "programs_share_rows": True,  # captured: 5.1.54/rows_of_triggers_row
        "programs_count_rows": True,  # captured: 5.1.54/conditions_of_functions_statement
        "counts_changes_alone": True,
        "locked_tables_truncate": False,
        "locks_new_tables": False,
        "defines_by_triggers": True,
        "locks_views": False,
        "copies_tell_of_members": False,
        "drops_read_locked": True,
        "numbers_overflow": False,
        "logs_merged_tables": False,
        "has_proxies": False,
        "problems_of_level_error": frozenset(
            {"ER_DATA_TOO_LONG", "ER_DIVISION_BY_ZERO", "ER_WRONG_VALUE_FOR_TYPE", "ER_ZLIB_Z_DATA_ERROR"}
        ),
        "takes_delayed": frozenset({"MyISAM", "MEMORY", "ARCHIVE", "BLACKHOLE"}),
        "warns_of_view_checks": False,
        "moments_are_texts": False,
        "keys_in_place": False,
        "counts_shown_prefixes": False,
        "columns_of_keys": 12,  # a 5.1.54 was asked
        "forces_copies": False,
        "results_have_rows": True,
        "modes_without": "ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION",
    },
    50131: {
        "blackhole_rows": False,
        "maintains_partitions": False,
        "tells_of_recreating": False,
        "updates_refuse_nulls": True,  # captured: 5.1.27
        "keeps_converted": False,
        "looks_at_what_set_reads": False,
        "innodb_copies_for": _COPY_5_1_27,
        "others_copy_for": _COPY_5_1_27,
        "reserves_by_intervals": False,
        "counts_existing_databases": False,
        "counts_moved_rows": False,
    },  # Bug#38360; its tables are in statement form only (5.1's public tests)
}


@cache
def behaviour_of(version_number: int) -> Behaviour:
    """The SQL of a server of that version (50718, say)."""
    behaviour = Behaviour()
    for version, otherwise in _BEFORE.items():
        if version_number < version:
            behaviour = replace(behaviour, **otherwise)
    return behaviour
