"""How the system variables of older servers differ from those of 9.7.4: one table a version, from the newest back.

Each table says what is otherwise than in the next newer version. Lines:

    name | scope | type | default | limits | flags      as in `variable_table`: the version has it like this
    - name name ...                                     the version does not have these (error 1193)
    alias old_name name                                 another name of the same value
    option name                                         an option of that name, but no variable

Flags beside those of `variable_table`: old_modes (sql_mode: takes modes that 8.0 has not), quiet (warns of nothing).

Sources: server_variables.json of the old servers' samples (5.1.27 to 8.0.40), `mysqld --verbose --help` of 5.5 and
5.7.18, MySQL manuals 5.5 to 9.x, "Server Option, System Variable, and Status Variable Reference". Variables with a
part in logging were gone through one by one; of the others it was only asked which version has them. What older
servers alone have is listed as far as scripts set it. Limits are those of 9.7.4 where nothing else is said.
"""

from __future__ import annotations

# Variables that 9.7.4 has not, with the values that describe what it does.
ONLY_OLD = r"""
log_bin_use_v1_row_events | global | bool | OFF
binlog_transaction_dependency_tracking | global | enum | WRITESET | COMMIT_ORDER,WRITESET,WRITESET_SESSION
transaction_write_set_extraction | both | enum | XXHASH64 | OFF,MURMUR32,XXHASH64
expire_logs_days | global | int | 0 | 0..99
innodb_locks_unsafe_for_binlog | global | bool | OFF | - | read_only
innodb_support_xa | both | bool | ON
binlogging_impossible_mode | global | enum | ABORT_SERVER | IGNORE_ERROR,ABORT_SERVER
simplified_binlog_gtid_recovery | global | bool | ON | - | read_only
master_info_repository | global | enum | TABLE | FILE,TABLE
relay_log_info_repository | global | enum | TABLE | FILE,TABLE
show_old_temporals | both | bool | OFF
avoid_temporal_upgrade | global | bool | OFF
slave_rows_search_algorithms | global | set | INDEX_SCAN,HASH_SCAN | TABLE_SCAN,INDEX_SCAN,HASH_SCAN
slave_parallel_type | global | enum | LOGICAL_CLOCK | DATABASE,LOGICAL_CLOCK
query_cache_limit | global | int | 1048576 | 0..18446744073709551615
query_cache_min_res_unit | global | int | 4096 | 512..18446744073709551608/8
query_cache_size | global | int | 1048576 | 0..18446744073709550592/1024
query_cache_type | both | enum | OFF | OFF,ON,DEMAND
query_cache_wlock_invalidate | both | bool | OFF
old_passwords | both | int | 0 | 0..2
old | global | bool | OFF | - | read_only
new | both | bool | OFF
sync_frm | global | bool | ON
secure_auth | global | bool | ON
log_warnings | global | int | 2 | 0..4294967295
max_tmp_tables | both | int | 32 | 1..18446744073709551615
multi_range_count | both | int | 256 | 1..4294967295
myisam_repair_threads | both | int | 1 | 1..18446744073709551615
date_format | global | string | %Y-%m-%d | - | read_only
datetime_format | global | string | %Y-%m-%d %H:%i:%s | - | read_only
time_format | global | string | %H:%i:%s | - | read_only
engine_condition_pushdown | both | bool | ON
timed_mutexes | global | bool | OFF
rpl_recovery_rank | global | int | 0 | 0..18446744073709551615
sql_low_priority_updates | both | bool | OFF
sql_max_join_size | both | int | 18446744073709551615 | 1..18446744073709551615
sql_big_tables | both | bool | OFF
table_type | both | string | MyISAM
innodb_file_format | global | string | Barracuda
innodb_large_prefix | global | bool | ON
innodb_checksums | global | bool | ON | - | read_only
innodb_log_file_size | global | int | 50331648 | 4194304..18446744073709551615 | read_only
innodb_log_files_in_group | global | int | 2 | 2..100 | read_only
innodb_undo_logs | global | int | 128 | 1..128
innodb_undo_tablespaces | global | int | 0 | 0..127
ignore_builtin_innodb | global | bool | OFF | - | read_only
have_csv | global | string | YES | - | read_only no_option
have_innodb | global | string | YES | - | read_only no_option
have_partitioning | global | string | YES | - | read_only no_option
have_ssl | global | string | DISABLED | - | read_only no_option
have_openssl | global | string | DISABLED | - | read_only no_option
have_crypt | global | string | YES | - | read_only no_option
"""

_8_4 = r"""
gtid_mode | global | enum | OFF | OFF,OFF_PERMISSIVE,ON_PERMISSIVE,ON
enforce_gtid_consistency | global | enum | OFF | OFF,ON,WARN
binlog_transaction_dependency_history_size | global | int | 1000000 | 1..1000000
innodb_version | global | string | 8.4.3 | - | read_only no_option
- enable_cascade_triggers innodb_native_foreign_keys activate_mandatory_roles caching_sha2_password_storage_format
    caching_sha2_password_enforce_storage_format connection_memory_status_limit container_aware server_memory
    global_connection_memory_status_limit external_table_storage_engine external_table_secondary_storage_engine
    replica_allow_higher_version_source table_open_cache_triggers version_with_update
    performance_schema_max_logger_classes
"""

_8_0 = r"""
log_bin_use_v1_row_events | global | bool | OFF | - | deprecated
binlog_transaction_dependency_tracking | global | enum | COMMIT_ORDER | COMMIT_ORDER,WRITESET,
    WRITESET_SESSION | deprecated
binlog_transaction_dependency_history_size | global | int | 25000 | 1..1000000
transaction_write_set_extraction | both | enum | XXHASH64 | OFF,MURMUR32,XXHASH64 | deprecated
expire_logs_days | global | int | 0 | 0..99 | deprecated
master_info_repository | global | enum | TABLE | FILE,TABLE | deprecated
relay_log_info_repository | global | enum | TABLE | FILE,TABLE | deprecated
show_old_temporals | both | bool | OFF | - | deprecated
avoid_temporal_upgrade | global | bool | OFF | - | deprecated
slave_rows_search_algorithms | global | set | INDEX_SCAN,HASH_SCAN | TABLE_SCAN,INDEX_SCAN,HASH_SCAN | deprecated
slave_parallel_type | global | enum | LOGICAL_CLOCK | DATABASE,LOGICAL_CLOCK | deprecated
innodb_log_file_size | global | int | 50331648 | 4194304..18446744073709551615 | read_only deprecated
innodb_log_files_in_group | global | int | 2 | 2..100 | read_only deprecated
innodb_undo_tablespaces | global | int | 2 | 2..127 | deprecated
myisam_repair_threads | both | int | 1 | 1..18446744073709551615 | deprecated
old | global | bool | OFF | - | read_only deprecated
new | both | bool | OFF | - | deprecated
have_ssl | global | string | DISABLED | - | read_only no_option deprecated
have_openssl | global | string | DISABLED | - | read_only no_option deprecated
innodb_version | global | string | 8.0.40 | - | read_only no_option
- restrict_fk_on_non_standard_key set_operations_buffer_size tls_certificates_enforced_validation
    explain_json_format_version performance_schema_max_meter_classes performance_schema_max_metric_classes
"""

_5_7 = r"""
binlog_format | both | enum | ROW | MIXED,STATEMENT,ROW
binlog_row_event_max_size | global | int | 8192 | 256..18446744073709551360 | read_only
sql_mode | both | set | ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,
    ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER,NO_ENGINE_SUBSTITUTION | - | old_modes
character_set_client | both | string | latin1 | - | no_option
character_set_connection | both | string | latin1 | - | no_option
character_set_results | both | string | latin1 | - | no_option
character_set_server | both | string | latin1
character_set_database | both | string | latin1 | - | no_option
collation_connection | both | string | latin1_swedish_ci | - | no_option
collation_server | both | string | latin1_swedish_ci
collation_database | both | string | latin1_swedish_ci | - | no_option
default_collation_for_utf8mb4 | both | string | utf8mb4_general_ci | - | no_option
explicit_defaults_for_timestamp | both | bool | OFF
innodb_autoinc_lock_mode | global | int | 1 | 0..2 | read_only
event_scheduler | global | enum | OFF | OFF,ON,DISABLED
log_bin | global | bool | OFF | - | read_only
log_replica_updates | global | bool | OFF | - | read_only
log_slave_updates | global | bool | OFF | - | read_only
max_allowed_packet | both | int | 4194304 | 1024..1073741824/1024 | session_read_only
max_error_count | both | int | 64 | 0..65535
local_infile | global | bool | ON
binlog_transaction_dependency_tracking | global | enum | COMMIT_ORDER | COMMIT_ORDER,WRITESET,WRITESET_SESSION
transaction_write_set_extraction | both | enum | OFF | OFF,MURMUR32,XXHASH64
log_bin_use_v1_row_events | global | bool | OFF | - | read_only
expire_logs_days | global | int | 0 | 0..99
innodb_locks_unsafe_for_binlog | global | bool | OFF | - | read_only
innodb_support_xa | both | bool | ON
gtid_executed_compression_period | global | int | 1000 | 0..4294967295
master_info_repository | global | enum | FILE | FILE,TABLE
relay_log_info_repository | global | enum | FILE | FILE,TABLE
query_cache_limit | global | int | 1048576 | 0..18446744073709551615
query_cache_min_res_unit | global | int | 4096 | 512..18446744073709551608/8
query_cache_size | global | int | 1048576 | 0..18446744073709550592/1024
query_cache_type | both | enum | OFF | OFF,ON,DEMAND
query_cache_wlock_invalidate | both | bool | OFF
old_passwords | both | int | 0 | 0..2
sync_frm | global | bool | ON
secure_auth | global | bool | ON
log_warnings | global | int | 2 | 0..4294967295
max_tmp_tables | both | int | 32 | 1..18446744073709551615
multi_range_count | both | int | 256 | 1..4294967295
date_format | global | string | %Y-%m-%d | - | read_only
datetime_format | global | string | %Y-%m-%d %H:%i:%s | - | read_only
time_format | global | string | %H:%i:%s | - | read_only
innodb_file_format | global | string | Barracuda
innodb_large_prefix | global | bool | ON
innodb_checksums | global | bool | ON | - | read_only
innodb_undo_logs | global | int | 128 | 1..128
innodb_undo_tablespaces | global | int | 0 | 0..95 | read_only
ignore_builtin_innodb | global | bool | OFF | - | read_only
have_crypt | global | string | YES | - | read_only no_option
innodb_version | global | string | 5.7.18 | - | read_only no_option
alias tx_isolation transaction_isolation
alias tx_read_only transaction_read_only
option transaction_isolation
option transaction_read_only
option binlog_row_event_max_size
- binlog_row_event_max_size
- transaction_isolation transaction_read_only
- binlog_row_metadata binlog_row_value_options binlog_transaction_compression
    binlog_transaction_compression_level_zstd binlog_transaction_dependency_tracking
    binlog_transaction_dependency_history_size binlog_encryption binlog_rotate_encryption_master_key_at_startup
    binlog_expire_logs_seconds binlog_expire_logs_auto_purge log_replica_updates source_verify_checksum
    replica_type_conversions original_commit_timestamp original_server_version immediate_server_version
    pseudo_replica_mode require_row_format default_collation_for_utf8mb4 sql_require_primary_key
    sql_generate_invisible_primary_key default_table_encryption xa_detach_on_prepare cte_max_recursion_depth
    windowing_use_high_precision show_gipk_in_create_table_and_information_schema information_schema_stats_expiry
    print_identified_with_as_hex statement_id resultset_metadata terminology_use_previous
- activate_all_roles_on_login admin_address admin_port admin_ssl_ca admin_ssl_capath admin_ssl_cert admin_ssl_cipher
    admin_ssl_crl admin_ssl_crlpath admin_ssl_key admin_tls_ciphersuites admin_tls_version authentication_policy
    build_id caching_sha2_password_auto_generate_rsa_keys caching_sha2_password_digest_rounds
    caching_sha2_password_private_key_path caching_sha2_password_proxy_users caching_sha2_password_public_key_path
    connection_memory_chunk_size connection_memory_limit create_admin_listener_thread
    enable_secondary_engine_statistics explain_format generated_random_password_length global_connection_memory_limit
    global_connection_memory_tracking group_replication_consistency histogram_generation_max_mem_size init_replica
    innodb_buffer_pool_in_core_file innodb_ddl_buffer_size innodb_ddl_threads innodb_dedicated_server
    innodb_directories innodb_doublewrite_batch_size innodb_doublewrite_dir innodb_doublewrite_files
    innodb_doublewrite_pages innodb_extend_and_initialize innodb_fsync_threshold innodb_idle_flush_pct
    innodb_log_spin_cpu_abs_lwm innodb_log_spin_cpu_pct_hwm innodb_log_wait_for_flush_spin_hwm
    innodb_log_writer_threads innodb_parallel_read_threads innodb_print_ddl_logs innodb_redo_log_archive_dirs
    innodb_redo_log_capacity innodb_redo_log_encrypt innodb_segment_reserve_factor innodb_spin_wait_pause_multiplier
    innodb_temp_tablespaces_dir innodb_undo_log_encrypt innodb_use_fdatasync innodb_validate_tablespace_paths
    internal_tmp_mem_storage_engine keyring_operations log_error_services log_error_suppression_list log_slow_extra
    log_slow_replica_statements mandatory_roles optimizer_max_subgraph_pairs partial_revokes password_history
    password_require_current password_reuse_interval performance_schema_error_size
    performance_schema_max_digest_sample_age performance_schema_show_processlist persist_only_admin_x509_subject
    persist_sensitive_variables_in_plaintext persisted_globals_load protocol_compression_algorithms
    regexp_stack_limit regexp_time_limit replica_allow_batching replica_checkpoint_group replica_checkpoint_period
    replica_compressed_protocol replica_exec_mode replica_load_tmpdir replica_max_allowed_packet replica_net_timeout
    replica_parallel_workers replica_pending_jobs_size_max replica_preserve_commit_order replica_skip_errors
    replica_sql_verify_checksum replica_transaction_retries replication_optimize_for_static_plugin_config
    replication_sender_observe_commit_only rpl_read_size rpl_stop_replica_timeout schema_definition_cache
    secondary_engine_cost_threshold select_into_buffer_size select_into_disk_sync select_into_disk_sync_delay
    show_create_table_skip_secondary_engine skip_replica_start sql_replica_skip_counter ssl_fips_mode
    ssl_session_cache_mode ssl_session_cache_timeout stored_program_definition_cache sync_source_info
    table_encryption_privilege_check tablespace_definition_cache temptable_max_mmap temptable_max_ram tls_ciphersuites
    use_secondary_engine version_compile_zlib
"""

_5_6 = r"""
binlog_format | both | enum | STATEMENT | MIXED,STATEMENT,ROW
sql_mode | both | set | NO_ENGINE_SUBSTITUTION | - | old_modes quiet
enforce_gtid_consistency | global | enum | OFF | OFF,ON | read_only
gtid_mode | global | enum | OFF | OFF,UPGRADE_STEP_1,UPGRADE_STEP_2,ON | read_only
gtid_executed | both | string | - | - | read_only no_option
explicit_defaults_for_timestamp | global | bool | OFF | - | read_only
sync_binlog | global | int | 0 | 0..4294967295
net_retry_count | both | int | 10 | 1..18446744073709551615
innodb_strict_mode | both | bool | OFF
innodb_version | global | string | 5.6.21 | - | read_only no_option
binlogging_impossible_mode | both | enum | IGNORE_ERROR | IGNORE_ERROR,ABORT_SERVER
simplified_binlog_gtid_recovery | global | bool | OFF | - | read_only
timed_mutexes | global | bool | OFF
alias storage_engine default_storage_engine
- binlog_group_commit_sync_delay binlog_group_commit_sync_no_delay_count binlog_error_action
    binlog_gtid_simple_recovery log_statements_unsafe_for_binlog gtid_executed_compression_period rbr_exec_mode
    super_read_only disabled_storage_engines max_execution_time max_points_in_geometry session_track_gtids
    session_track_schema session_track_state_change session_track_system_variables session_track_transaction_info
    log_error_verbosity transaction_write_set_extraction show_old_temporals
- auto_generate_certs check_proxy_users default_password_lifetime have_statement_timeout
    innodb_adaptive_hash_index_parts
    innodb_buffer_pool_chunk_size innodb_deadlock_detect innodb_default_row_format innodb_fill_factor
    innodb_flush_sync innodb_log_checksums innodb_log_write_ahead_size innodb_max_undo_log_size innodb_page_cleaners
    innodb_purge_rseg_truncate_frequency innodb_temp_data_file_path innodb_tmpdir innodb_undo_log_truncate
    innodb_numa_interleave log_timestamps max_digest_length ngram_token_size offline_mode parser_max_mem_size
    performance_schema_events_transactions_history_long_size performance_schema_events_transactions_history_size
    performance_schema_max_digest_length performance_schema_max_index_stat performance_schema_max_memory_classes
    performance_schema_max_metadata_locks performance_schema_max_prepared_statements_instances
    performance_schema_max_program_instances performance_schema_max_sql_text_length
    performance_schema_max_statement_stack performance_schema_max_table_lock_stat range_optimizer_max_mem_size
    require_secure_transport sha256_password_auto_generate_rsa_keys sha256_password_proxy_users
    show_create_table_verbosity
    slave_preserve_commit_order slave_parallel_type tls_version disconnect_on_expired_password
"""

_5_5 = r"""
sql_mode | both | set | - | - | old_modes quiet
binlog_row_event_max_size | global | int | 1024 | 256..18446744073709551360 | read_only
- binlog_row_event_max_size
binlog_checksum | global | enum | NONE | NONE,CRC32
optimizer_switch | both | string | index_merge=on,index_merge_union=on,index_merge_sort_union=on,
    index_merge_intersection=on,engine_condition_pushdown=on
max_allowed_packet | both | int | 1048576 | 1024..1073741824/1024 | session_read_only
query_cache_size | global | int | 0 | 0..18446744073709550592/1024
query_cache_type | both | enum | ON | OFF,ON,DEMAND
innodb_version | global | string | 1.1.8 | - | read_only no_option
innodb_file_format | global | string | Antelope
innodb_large_prefix | global | bool | OFF
engine_condition_pushdown | both | bool | ON
rpl_recovery_rank | global | int | 0 | 0..18446744073709551615
have_csv | global | string | YES | - | read_only no_option
have_innodb | global | string | YES | - | read_only no_option
have_partitioning | global | string | YES | - | read_only no_option
sql_low_priority_updates | both | bool | OFF
sql_max_join_size | both | int | 18446744073709551615 | 1..18446744073709551615
sql_big_tables | both | bool | OFF
- binlog_row_image binlog_rows_query_log_events binlog_checksum binlog_order_commits binlog_max_flush_queue_time
    log_bin_basename log_bin_index log_bin_use_v1_row_events gtid_mode enforce_gtid_consistency gtid_next gtid_executed
    gtid_purged gtid_owned server_id_bits server_uuid master_verify_checksum pseudo_slave_mode
    explicit_defaults_for_timestamp transaction_read_only tx_read_only default_tmp_storage_engine block_encryption_mode
    binlogging_impossible_mode simplified_binlog_gtid_recovery master_info_repository relay_log_info_repository
    slave_rows_search_algorithms
- bind_address core_file end_markers_in_json eq_range_index_dive_limit host_cache_size
    innodb_adaptive_flushing_lwm innodb_adaptive_max_sleep_delay innodb_api_bk_commit_interval
    innodb_api_disable_rowlock innodb_api_enable_binlog innodb_api_enable_mdl innodb_api_trx_level
    innodb_buffer_pool_dump_at_shutdown innodb_buffer_pool_dump_now innodb_buffer_pool_dump_pct
    innodb_buffer_pool_filename innodb_buffer_pool_load_abort innodb_buffer_pool_load_at_startup
    innodb_buffer_pool_load_now innodb_change_buffer_max_size innodb_checksum_algorithm innodb_cmp_per_index_enabled
    innodb_compression_failure_threshold_pct innodb_compression_level innodb_compression_pad_pct_max
    innodb_disable_sort_file_cache innodb_flush_log_at_timeout innodb_flush_neighbors innodb_flushing_avg_loops
    innodb_ft_aux_table innodb_ft_cache_size innodb_ft_enable_diag_print innodb_ft_enable_stopword
    innodb_ft_max_token_size innodb_ft_min_token_size innodb_ft_num_word_optimize innodb_ft_result_cache_limit
    innodb_ft_server_stopword_table innodb_ft_sort_pll_degree innodb_ft_total_cache_size
    innodb_ft_user_stopword_table innodb_io_capacity_max innodb_log_compressed_pages innodb_lru_scan_depth
    innodb_max_dirty_pages_pct_lwm innodb_max_purge_lag_delay innodb_monitor_disable innodb_monitor_enable
    innodb_monitor_reset innodb_monitor_reset_all innodb_online_alter_log_max_size innodb_optimize_fulltext_only
    innodb_page_size innodb_print_all_deadlocks innodb_random_read_ahead innodb_read_only innodb_sort_buffer_size
    innodb_stats_auto_recalc innodb_stats_include_delete_marked innodb_stats_persistent
    innodb_stats_persistent_sample_pages innodb_stats_transient_sample_pages innodb_status_output
    innodb_status_output_locks innodb_sync_array_size innodb_undo_directory innodb_undo_logs innodb_undo_tablespaces
    log_raw log_slow_admin_statements log_slow_slave_statements log_throttle_queries_not_using_indexes
    optimizer_trace optimizer_trace_features optimizer_trace_limit optimizer_trace_max_mem_size optimizer_trace_offset
    performance_schema_accounts_size performance_schema_digests_size
    performance_schema_events_stages_history_long_size performance_schema_events_stages_history_size
    performance_schema_events_statements_history_long_size performance_schema_events_statements_history_size
    performance_schema_hosts_size performance_schema_max_socket_classes performance_schema_max_socket_instances
    performance_schema_max_stage_classes performance_schema_max_statement_classes
    performance_schema_session_connect_attrs_size performance_schema_setup_actors_size
    performance_schema_setup_objects_size performance_schema_users_size relay_log_basename rpl_stop_slave_timeout
    sha256_password_private_key_path sha256_password_public_key_path slave_allow_batching slave_checkpoint_group
    slave_checkpoint_period slave_parallel_workers slave_pending_jobs_size_max slave_sql_verify_checksum ssl_crl
    ssl_crlpath table_open_cache_instances
"""

_5_1_54 = r"""
character_set_system | global | string | utf8 | - | read_only no_option
sql_auto_is_null | both | bool | ON | - | no_option
default_storage_engine | both | string | MyISAM
completion_type | both | int | 0 | 0..2
concurrent_insert | global | int | 1 | 0..2
- binlog_stmt_cache_size max_binlog_stmt_cache_size default_storage_engine external_user proxy_user
    innodb_buffer_pool_instances innodb_force_load_corrupted innodb_purge_batch_size innodb_purge_threads
    innodb_rollback_segments large_files_support lc_messages lc_messages_dir lock_wait_timeout
    performance_schema performance_schema_events_waits_history_long_size performance_schema_events_waits_history_size
    performance_schema_max_cond_classes performance_schema_max_cond_instances performance_schema_max_file_classes
    performance_schema_max_file_handles performance_schema_max_file_instances performance_schema_max_mutex_classes
    performance_schema_max_mutex_instances performance_schema_max_rwlock_classes
    performance_schema_max_rwlock_instances performance_schema_max_table_handles performance_schema_max_table_instances
    performance_schema_max_thread_classes performance_schema_max_thread_instances slave_max_allowed_packet
    slave_type_conversions stored_program_cache innodb_change_buffering innodb_file_format innodb_io_capacity
    innodb_large_prefix innodb_old_blocks_pct innodb_old_blocks_time innodb_read_ahead_threshold
    innodb_read_io_threads innodb_spin_wait_delay innodb_strict_mode innodb_use_native_aio innodb_version
    innodb_write_io_threads innodb_adaptive_flushing sync_master_info sync_relay_log sync_relay_log_info
    relay_log_recovery
option default_storage_engine
alias table_type default_storage_engine
"""

_5_1_39 = r"""
- binlog_direct_non_transactional_updates
"""

_5_1_27 = r"""
binlog_format | both | enum | MIXED | MIXED,STATEMENT,ROW
max_binlog_cache_size | global | int | 18446744073709551615 | 4096..18446744073709551615/4096
- transaction_allow_batching
"""

CHANGES: dict[str, str] = {
    "9.7": "",
    "8.4": _8_4,
    "8.0": _8_0,
    "5.7": _5_7,
    "5.6": _5_6,
    "5.5": _5_5,
    "5.1.54": _5_1_54,
    "5.1.39": _5_1_39,
    "5.1.27": _5_1_27,
}
# From here back no variable is deprecated unless its own line says so.
FIRST_WITHOUT_DEPRECATIONS = "5.7"
