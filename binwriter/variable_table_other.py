"""The system variables of 9.7.4 that have no part in logging: they can be set and read, and nothing follows.

They stand here so that a script that sets one runs as on a server, and so that only an unknown name is error 1193.
Notation as in `variable_table`.
"""

from __future__ import annotations

VARIABLES = r"""
activate_all_roles_on_login | global | bool | OFF
activate_mandatory_roles | global | bool | ON
admin_address | global | string | - | - | read_only
admin_port | global | int | 33062 | 0..65535 | read_only
admin_ssl_ca | global | string
admin_ssl_capath | global | string
admin_ssl_cert | global | string
admin_ssl_cipher | global | string
admin_ssl_crl | global | string
admin_ssl_crlpath | global | string
admin_ssl_key | global | string
admin_tls_ciphersuites | global | string
admin_tls_version | global | string | TLSv1.2,TLSv1.3
authentication_policy | global | string | *,,
auto_generate_certs | global | bool | ON | - | read_only
automatic_sp_privileges | global | bool | ON
back_log | global | int | 10000 | 0..65535 | read_only
bind_address | global | string | * | - | read_only
build_id | global | string | - | - | read_only no_option
bulk_insert_buffer_size | both | int | 8388608 | 0..18446744073709551615
caching_sha2_password_auto_generate_rsa_keys | global | bool | ON | - | read_only
caching_sha2_password_digest_rounds | global | int | 10000 | 5000..4095000
caching_sha2_password_enforce_storage_format | global | bool | OFF
caching_sha2_password_private_key_path | global | string | private_key.pem | - | read_only
caching_sha2_password_proxy_users | global | bool | OFF
caching_sha2_password_public_key_path | global | string | public_key.pem | - | read_only
caching_sha2_password_storage_format | global | string | CRYPT5
character_sets_dir | global | string | /usr/share/mysql/charsets/ | - | read_only
check_proxy_users | global | bool | OFF
connection_memory_chunk_size | both | int | 8192 | 1..536870912
connection_memory_limit | both | int | 18446744073709551615 | 2097152..18446744073709551615
connection_memory_status_limit | global | int | 18446744073709551615 | 2097152..18446744073709551615
container_aware | global | bool | OFF | - | read_only
core_file | global | bool | OFF | - | read_only
create_admin_listener_thread | global | bool | OFF | - | read_only
default_password_lifetime | global | int | 0 | 0..65535
delay_key_write | global | enum | ON | OFF,ON,ALL
delayed_insert_limit | global | int | 100 | 1..18446744073709551615 | deprecated
delayed_insert_timeout | global | int | 300 | 1..31536000 | deprecated
delayed_queue_size | global | int | 1000 | 1..18446744073709551615 | deprecated
disconnect_on_expired_password | global | bool | ON | - | read_only
enable_secondary_engine_statistics | both | bool | ON
end_markers_in_json | both | bool | OFF
eq_range_index_dive_limit | both | int | 200 | 0..4294967295
explain_format | both | enum | TREE | TRADITIONAL,TRADITIONAL_STRICT,TREE,JSON
explain_json_format_version | both | int | 2 | 1..2
external_table_secondary_storage_engine | both | string
external_table_storage_engine | both | string
external_user | session | string | - | - | read_only no_option
flush | global | bool | OFF
flush_time | global | int | 0 | 0..31536000
ft_boolean_syntax | global | string | + -><()~*:""&|
ft_max_word_len | global | int | 84 | 10..84 | read_only
ft_min_word_len | global | int | 4 | 1..84 | read_only
ft_query_expansion_limit | global | int | 20 | 0..1000 | read_only
ft_stopword_file | global | string | (built-in) | - | read_only
general_log_file | global | string | /var/lib/mysql/localhost.log
generated_random_password_length | both | int | 20 | 5..255
global_connection_memory_limit | global | int | 18446744073709551615 | 16777216..18446744073709551615
global_connection_memory_status_limit | global | int | 18446744073709551615 | 16777216..18446744073709551615
global_connection_memory_tracking | both | bool | OFF
group_replication_consistency | both | enum | BEFORE_ON_PRIMARY_FAILOVER | EVENTUAL,BEFORE_ON_PRIMARY_FAILOVER,
    BEFORE,AFTER,BEFORE_AND_AFTER
have_compress | global | string | YES | - | read_only no_option
have_dynamic_loading | global | string | YES | - | read_only no_option
have_geometry | global | string | YES | - | read_only no_option
have_profiling | global | string | YES | - | read_only no_option
have_query_cache | global | string | NO | - | read_only no_option
have_rtree_keys | global | string | YES | - | read_only no_option
have_statement_timeout | global | string | YES | - | read_only no_option
histogram_generation_max_mem_size | both | int | 20000000 | 1000000..18446744073709551615
host_cache_size | global | int | 279 | 0..65536
init_file | global | string | - | - | read_only
init_replica | global | string
init_slave | global | string | - | - | use=init_replica
innodb_adaptive_flushing | global | bool | ON
innodb_adaptive_flushing_lwm | global | int | 10 | 0..70
innodb_adaptive_hash_index | global | bool | OFF
innodb_adaptive_hash_index_parts | global | int | 8 | 1..512 | read_only
innodb_adaptive_max_sleep_delay | global | int | 150000 | 0..1000000
innodb_api_bk_commit_interval | global | int | 5 | 1..1073741824
innodb_api_disable_rowlock | global | bool | OFF | - | read_only
innodb_api_enable_binlog | global | bool | OFF | - | read_only
innodb_api_enable_mdl | global | bool | OFF | - | read_only
innodb_api_trx_level | global | int | 0 | 0..3
innodb_autoextend_increment | global | int | 64 | 1..1000
innodb_buffer_pool_chunk_size | global | int | 134217728 | 1048576..144115188075855871 | read_only
innodb_buffer_pool_dump_at_shutdown | global | bool | ON
innodb_buffer_pool_dump_now | global | bool | OFF
innodb_buffer_pool_dump_pct | global | int | 25 | 1..100
innodb_buffer_pool_filename | global | string | ib_buffer_pool
innodb_buffer_pool_in_core_file | global | bool | OFF
innodb_buffer_pool_instances | global | int | 1 | 0..64 | read_only
innodb_buffer_pool_load_abort | global | bool | OFF
innodb_buffer_pool_load_at_startup | global | bool | ON | - | read_only
innodb_buffer_pool_load_now | global | bool | OFF
innodb_buffer_pool_size | global | int | 134217728 | 5242880..9223372036854775807
innodb_change_buffer_max_size | global | int | 5 | 0..50
innodb_change_buffering | global | string | all
innodb_checksum_algorithm | global | string | crc32
innodb_cmp_per_index_enabled | global | bool | OFF
innodb_commit_concurrency | global | int | 0 | 0..1000
innodb_compression_failure_threshold_pct | global | int | 5 | 0..100
innodb_compression_level | global | int | 6 | 0..9
innodb_compression_pad_pct_max | global | int | 50 | 0..75
innodb_concurrency_tickets | global | int | 5000 | 1..4294967295
innodb_data_file_path | global | string | ibdata1:12M:autoextend | - | read_only
innodb_data_home_dir | global | string | - | - | read_only
innodb_ddl_buffer_size | both | int | 1048576 | 65536..4294967295
innodb_ddl_threads | both | int | 4 | 1..64
innodb_deadlock_detect | global | bool | ON
innodb_dedicated_server | global | bool | OFF | - | read_only
innodb_default_row_format | global | string | dynamic
innodb_directories | global | string | - | - | read_only
innodb_disable_sort_file_cache | global | bool | OFF
innodb_doublewrite | global | string | ON
innodb_doublewrite_batch_size | global | int | 0 | 0..256 | read_only
innodb_doublewrite_dir | global | string | - | - | read_only
innodb_doublewrite_files | global | int | 2 | 1..256 | read_only
innodb_doublewrite_pages | global | int | 128 | 1..512 | read_only
innodb_extend_and_initialize | global | bool | ON
innodb_fast_shutdown | global | int | 1 | 0..2
innodb_file_per_table | global | bool | ON
innodb_fill_factor | global | int | 100 | 10..100
innodb_flush_log_at_timeout | global | int | 1 | 0..2700
innodb_flush_method | global | string | O_DIRECT | - | read_only
innodb_flush_neighbors | global | int | 0 | 0..2
innodb_flush_sync | global | bool | ON
innodb_flushing_avg_loops | global | int | 30 | 1..1000
innodb_force_load_corrupted | global | bool | OFF | - | read_only
innodb_force_recovery | global | int | 0 | 0..6 | read_only
innodb_fsync_threshold | global | int | 0 | 0..18446744073709551615/16384
innodb_ft_aux_table | global | string
innodb_ft_cache_size | global | int | 8000000 | 1600000..80000000 | read_only
innodb_ft_enable_diag_print | global | bool | OFF
innodb_ft_enable_stopword | both | bool | ON
innodb_ft_max_token_size | global | int | 84 | 10..84 | read_only
innodb_ft_min_token_size | global | int | 3 | 0..16 | read_only
innodb_ft_num_word_optimize | global | int | 2000 | 1000..10000
innodb_ft_result_cache_limit | global | int | 2000000000 | 1000000..4294967295
innodb_ft_server_stopword_table | global | string
innodb_ft_sort_pll_degree | global | int | 2 | 1..16 | read_only
innodb_ft_total_cache_size | global | int | 640000000 | 32000000..1600000000 | read_only
innodb_ft_user_stopword_table | both | string
innodb_idle_flush_pct | global | int | 100 | 0..100
innodb_io_capacity | global | int | 10000 | 100..4294967295
innodb_io_capacity_max | global | int | 20000 | 100..4294967295
innodb_log_buffer_size | global | int | 67108864 | 262144..4294967295/1024
innodb_log_checksums | global | bool | ON
innodb_log_compressed_pages | global | bool | ON
innodb_log_group_home_dir | global | string | ./ | - | read_only
innodb_log_spin_cpu_abs_lwm | global | int | 80 | 0..4294967295
innodb_log_spin_cpu_pct_hwm | global | int | 50 | 0..100
innodb_log_wait_for_flush_spin_hwm | global | int | 400 | 0..4294967295
innodb_log_write_ahead_size | global | int | 8192 | 512..16384
innodb_log_writer_threads | global | string | OFF
innodb_lru_scan_depth | global | int | 1024 | 100..4294967295
innodb_max_dirty_pages_pct | global | real | 90.0
innodb_max_dirty_pages_pct_lwm | global | real | 10.0
innodb_max_purge_lag | global | int | 0 | 0..4294967295
innodb_max_purge_lag_delay | global | int | 0 | 0..10000000
innodb_max_undo_log_size | global | int | 1073741824 | 10485760..18446744073709551615
innodb_monitor_disable | global | string
innodb_monitor_enable | global | string
innodb_monitor_reset | global | string
innodb_monitor_reset_all | global | string
innodb_numa_interleave | global | bool | ON | - | read_only
innodb_old_blocks_pct | global | int | 37 | 5..95
innodb_old_blocks_time | global | int | 1000 | 0..4294967295
innodb_online_alter_log_max_size | global | int | 134217728 | 65536..18446744073709551615
innodb_open_files | global | int | 4000 | 0..2147483647 | read_only
innodb_optimize_fulltext_only | global | bool | OFF
innodb_page_cleaners | global | int | 1 | 1..64 | read_only
innodb_page_size | global | int | 16384 | 4096..65536 | read_only
innodb_parallel_read_threads | both | int | 4 | 1..256
innodb_print_all_deadlocks | global | bool | OFF
innodb_print_ddl_logs | global | bool | OFF
innodb_purge_batch_size | global | int | 300 | 1..5000
innodb_purge_rseg_truncate_frequency | global | int | 128 | 1..128
innodb_purge_threads | global | int | 1 | 1..32 | read_only
innodb_random_read_ahead | global | bool | OFF
innodb_read_ahead_threshold | global | int | 56 | 0..64
innodb_read_io_threads | global | int | 4 | 1..64 | read_only
innodb_read_only | global | bool | OFF | - | read_only
innodb_redo_log_archive_dirs | global | string
innodb_redo_log_capacity | global | int | 104857600 | 8388608..549755813888/1048576
innodb_redo_log_encrypt | global | bool | OFF
innodb_replication_delay | global | int | 0 | 0..4294967295
innodb_rollback_segments | global | int | 128 | 1..128
innodb_segment_reserve_factor | global | real | 12.5
innodb_sort_buffer_size | global | int | 1048576 | 65536..67108864 | read_only
innodb_spin_wait_delay | global | int | 6 | 0..1000
innodb_spin_wait_pause_multiplier | global | int | 50 | 0..100
innodb_stats_auto_recalc | global | bool | ON
innodb_stats_include_delete_marked | global | bool | OFF
innodb_stats_method | global | string | nulls_equal
innodb_stats_on_metadata | global | bool | OFF
innodb_stats_persistent | global | bool | ON
innodb_stats_persistent_sample_pages | global | int | 20 | 1..18446744073709551615
innodb_stats_transient_sample_pages | global | int | 8 | 1..18446744073709551615
innodb_status_output | global | bool | OFF
innodb_status_output_locks | global | bool | OFF
innodb_sync_array_size | global | int | 1 | 1..1024 | read_only
innodb_sync_spin_loops | global | int | 30 | 0..4294967295
innodb_temp_data_file_path | global | string | ibtmp1:12M:autoextend | - | read_only
innodb_temp_tablespaces_dir | global | string | ./#innodb_temp/ | - | read_only
innodb_thread_concurrency | global | int | 0 | 0..1000
innodb_thread_sleep_delay | global | int | 10000 | 0..1000000
innodb_tmpdir | both | string
innodb_undo_directory | global | string | ./ | - | read_only
innodb_undo_log_encrypt | global | bool | OFF
innodb_undo_log_truncate | global | bool | ON
innodb_use_fdatasync | global | bool | ON
innodb_use_native_aio | global | bool | ON | - | read_only
innodb_validate_tablespace_paths | global | bool | ON | - | read_only
innodb_version | global | string | 9.7.4 | - | read_only no_option
innodb_write_io_threads | global | int | 4 | 1..64 | read_only
internal_tmp_mem_storage_engine | both | enum | TempTable | MEMORY,TempTable
join_buffer_size | both | int | 262144 | 128..18446744073709551488/128
key_buffer_size | global | int | 8388608 | 0..18446744073709547520/4096
key_cache_age_threshold | global | int | 300 | 100..18446744073709551600/100
key_cache_block_size | global | int | 1024 | 512..16384/512
key_cache_division_limit | global | int | 100 | 1..100
keyring_operations | global | bool | ON | - | no_option
large_files_support | global | bool | ON | - | read_only no_option
large_page_size | global | int | 0 | 0..4294967295 | read_only no_option
large_pages | global | bool | OFF | - | read_only
lc_messages_dir | global | string | /usr/share/mysql/ | - | read_only
locked_in_memory | global | bool | OFF | - | read_only no_option
log_error | global | string | stderr | - | read_only
log_error_services | global | string | log_filter_internal; log_sink_internal
log_error_suppression_list | global | string
log_queries_not_using_indexes | global | bool | OFF
log_raw | global | bool | OFF
log_slave_updates | global | bool | ON | - | read_only
log_slow_admin_statements | global | bool | OFF
log_slow_extra | global | bool | OFF
log_slow_replica_statements | global | bool | OFF
log_slow_slave_statements | global | bool | OFF | - | use=log_slow_replica_statements
log_throttle_queries_not_using_indexes | global | int | 0 | 0..18446744073709551615
log_timestamps | global | enum | UTC | UTC,SYSTEM
mandatory_roles | global | string
master_verify_checksum | global | bool | OFF | - | use=source_verify_checksum
max_connect_errors | global | int | 100 | 1..18446744073709551615
max_delayed_threads | both | int | 20 | 0..16384 | deprecated
max_digest_length | global | int | 1024 | 0..1048576 | read_only
max_insert_delayed_threads | both | int | 20 | 0..16384 | no_option deprecated
max_length_for_sort_data | both | int | 4096 | 4..8388608 | deprecated
max_prepared_stmt_count | global | int | 16382 | 0..4194304
max_relay_log_size | global | int | 0 | 0..1073741824/4096
max_seeks_for_key | both | int | 18446744073709551615 | 1..18446744073709551615
max_write_lock_count | global | int | 18446744073709551615 | 1..18446744073709551615
min_examined_row_limit | both | int | 0 | 0..18446744073709551615
myisam_data_pointer_size | global | int | 6 | 2..7
myisam_max_sort_file_size | global | int | 9223372036853727232 | 0..9223372036854775807/1048576
myisam_mmap_size | global | int | 18446744073709551615 | 7..18446744073709551615 | read_only
myisam_recover_options | global | string | OFF | - | read_only
myisam_sort_buffer_size | both | int | 8388608 | 4096..18446744073709551615
myisam_stats_method | both | string | nulls_unequal
myisam_use_mmap | global | bool | OFF
net_retry_count | both | int | 10 | 1..18446744073709551615
ngram_token_size | global | int | 2 | 1..10 | read_only
offline_mode | global | bool | OFF
open_files_limit | global | int | 20000 | 0..4294967295 | read_only
optimizer_max_subgraph_pairs | both | int | 100000 | 1..2147483647
optimizer_prune_level | both | int | 1 | 0..1
optimizer_search_depth | both | int | 62 | 0..62
optimizer_trace | both | string | enabled=off,one_line=off
optimizer_trace_features | both | string | greedy_search=on,range_optimizer=on,dynamic_range=on,
    repeated_subselect=on
optimizer_trace_limit | both | int | 1 | 0..9223372036854775807
optimizer_trace_max_mem_size | both | int | 1048576 | 0..18446744073709551615
optimizer_trace_offset | both | int | -1 | -9223372036854775808..9223372036854775807
parser_max_mem_size | both | int | 18446744073709551615 | 10000000..18446744073709551615
partial_revokes | global | bool | OFF
password_history | global | int | 0 | 0..4294967295
password_require_current | global | bool | OFF
password_reuse_interval | global | int | 0 | 0..4294967295
performance_schema | global | bool | ON | - | read_only
performance_schema_accounts_size | global | int | -1 | -1..1048576 | read_only
performance_schema_digests_size | global | int | 10000 | -1..1048576 | read_only
performance_schema_error_size | global | int | 5814 | 0..1048576 | read_only
performance_schema_events_stages_history_long_size | global | int | 10000 | -1..1048576 | read_only
performance_schema_events_stages_history_size | global | int | 10 | -1..1024 | read_only
performance_schema_events_statements_history_long_size | global | int | 10000 | -1..1048576 | read_only
performance_schema_events_statements_history_size | global | int | 10 | -1..1024 | read_only
performance_schema_events_transactions_history_long_size | global | int | 10000 | -1..1048576 | read_only
performance_schema_events_transactions_history_size | global | int | 10 | -1..1024 | read_only
performance_schema_events_waits_history_long_size | global | int | 10000 | -1..1048576 | read_only
performance_schema_events_waits_history_size | global | int | 10 | -1..1024 | read_only
performance_schema_hosts_size | global | int | -1 | -1..1048576 | read_only
performance_schema_max_cond_classes | global | int | 150 | 0..1024 | read_only
performance_schema_max_cond_instances | global | int | -1 | -1..1048576 | read_only
performance_schema_max_digest_length | global | int | 1024 | 0..1048576 | read_only
performance_schema_max_digest_sample_age | global | int | 60 | 0..1048576
performance_schema_max_file_classes | global | int | 80 | 0..1024 | read_only
performance_schema_max_file_handles | global | int | 32768 | 0..1048576 | read_only
performance_schema_max_file_instances | global | int | -1 | -1..1048576 | read_only
performance_schema_max_index_stat | global | int | -1 | -1..1048576 | read_only
performance_schema_max_logger_classes | global | int | 80 | 0..200 | read_only
performance_schema_max_memory_classes | global | int | 470 | 0..1024 | read_only
performance_schema_max_metadata_locks | global | int | -1 | -1..104857600 | read_only
performance_schema_max_meter_classes | global | int | 30 | 0..64 | read_only
performance_schema_max_metric_classes | global | int | 600 | 0..11000 | read_only
performance_schema_max_mutex_classes | global | int | 350 | 0..1024 | read_only
performance_schema_max_mutex_instances | global | int | -1 | -1..104857600 | read_only
performance_schema_max_prepared_statements_instances | global | int | -1 | -1..4194304 | read_only
performance_schema_max_program_instances | global | int | -1 | -1..1048576 | read_only
performance_schema_max_rwlock_classes | global | int | 100 | 0..1024 | read_only
performance_schema_max_rwlock_instances | global | int | -1 | -1..104857600 | read_only
performance_schema_max_socket_classes | global | int | 10 | 0..1024 | read_only
performance_schema_max_socket_instances | global | int | -1 | -1..1048576 | read_only
performance_schema_max_sql_text_length | global | int | 1024 | 0..1048576 | read_only
performance_schema_max_stage_classes | global | int | 175 | 0..1024 | read_only
performance_schema_max_statement_classes | global | int | 234 | 0..256 | read_only
performance_schema_max_statement_stack | global | int | 10 | 1..256 | read_only
performance_schema_max_table_handles | global | int | -1 | -1..1048576 | read_only
performance_schema_max_table_instances | global | int | -1 | -1..1048576 | read_only
performance_schema_max_table_lock_stat | global | int | -1 | -1..1048576 | read_only
performance_schema_max_thread_classes | global | int | 100 | 0..1024 | read_only
performance_schema_max_thread_instances | global | int | -1 | -1..1048576 | read_only
performance_schema_session_connect_attrs_size | global | int | 512 | -1..1048576 | read_only
performance_schema_setup_actors_size | global | int | -1 | -1..1048576 | read_only
performance_schema_setup_objects_size | global | int | -1 | -1..1048576 | read_only
performance_schema_show_processlist | global | bool | OFF
performance_schema_users_size | global | int | -1 | -1..1048576 | read_only
persist_only_admin_x509_subject | global | string | - | - | read_only
persist_sensitive_variables_in_plaintext | global | bool | ON | - | read_only
persisted_globals_load | global | bool | ON | - | read_only
pid_file | global | string | - | - | read_only
plugin_dir | global | string | /usr/lib/mysql/plugin/ | - | read_only
preload_buffer_size | both | int | 32768 | 1024..1073741824
profiling_history_size | both | int | 15 | 0..100 | deprecated
protocol_compression_algorithms | global | string | zlib,zstd,uncompressed
proxy_user | session | string | - | - | read_only no_option
query_alloc_block_size | both | int | 8192 | 1024..4294966272/1024
query_prealloc_size | both | int | 8192 | 8192..18446744073709550592/1024 | deprecated
range_alloc_block_size | both | int | 4096 | 4096..4294966272/1024
range_optimizer_max_mem_size | both | int | 8388608 | 0..18446744073709551615
read_buffer_size | both | int | 131072 | 8192..2147479552/4096
read_rnd_buffer_size | both | int | 262144 | 1..2147483647
regexp_stack_limit | global | int | 8000000 | 0..2147483647
regexp_time_limit | global | int | 32 | 0..2147483647
relay_log | global | string | localhost-relay-bin | - | read_only
relay_log_basename | global | string | /var/lib/mysql/localhost-relay-bin | - | read_only no_option
relay_log_index | global | string | /var/lib/mysql/localhost-relay-bin.index | - | read_only
relay_log_purge | global | bool | ON
relay_log_recovery | global | bool | OFF | - | read_only
relay_log_space_limit | global | int | 0 | 0..18446744073709551615 | read_only
replica_allow_batching | global | bool | ON
replica_allow_higher_version_source | global | bool | ON
replica_checkpoint_group | global | int | 512 | 32..524280/8
replica_checkpoint_period | global | int | 300 | 1..4294967295
replica_compressed_protocol | global | bool | OFF
replica_exec_mode | global | enum | STRICT | STRICT,IDEMPOTENT
replica_load_tmpdir | global | string | /tmp | - | read_only
replica_max_allowed_packet | global | int | 1073741824 | 1024..1073741824/1024
replica_net_timeout | global | int | 60 | 1..31536000
replica_parallel_workers | global | int | 4 | 1..1024
replica_pending_jobs_size_max | global | int | 134217728 | 1024..18446744073709550592/1024
replica_preserve_commit_order | global | bool | ON
replica_skip_errors | global | string | OFF | - | read_only
replica_sql_verify_checksum | global | bool | ON
replica_transaction_retries | global | int | 10 | 0..18446744073709551615
replication_optimize_for_static_plugin_config | global | bool | OFF
replication_sender_observe_commit_only | global | bool | OFF
report_host | global | string | - | - | read_only
report_password | global | string | - | - | read_only
report_port | global | int | 3306 | 0..65535 | read_only
report_user | global | string | - | - | read_only
require_secure_transport | global | bool | OFF
rpl_read_size | global | int | 8192 | 8192..18446744073709547520/4096
rpl_stop_replica_timeout | global | int | 31536000 | 2..31536000
rpl_stop_slave_timeout | global | int | 31536000 | 2..31536000 | use=rpl_stop_replica_timeout
schema_definition_cache | global | int | 256 | 256..524288
secondary_engine_cost_threshold | both | real | 100000.0
select_into_buffer_size | both | int | 131072 | 8192..2147479552/4096
select_into_disk_sync | both | bool | OFF
select_into_disk_sync_delay | both | int | 0 | 0..31536000
server_memory | global | int | 0 | 0..18446744073709551615 | read_only
set_operations_buffer_size | both | int | 262144 | 16384..18446744073709550592/1024
sha256_password_auto_generate_rsa_keys | global | bool | ON | - | read_only
sha256_password_private_key_path | global | string | private_key.pem | - | read_only
sha256_password_proxy_users | global | bool | OFF
sha256_password_public_key_path | global | string | public_key.pem | - | read_only
show_create_table_skip_secondary_engine | session | bool | OFF | - | no_option
show_create_table_verbosity | both | bool | OFF
skip_external_locking | global | bool | ON | - | read_only no_option
skip_networking | global | bool | OFF | - | read_only
skip_replica_start | global | bool | OFF | - | read_only
skip_show_database | global | bool | OFF | - | read_only
skip_slave_start | global | bool | OFF | - | read_only
slave_allow_batching | global | bool | ON | - | use=replica_allow_batching
slave_checkpoint_group | global | int | 512 | 32..524280/8 | use=replica_checkpoint_group
slave_checkpoint_period | global | int | 300 | 1..4294967295 | use=replica_checkpoint_period
slave_compressed_protocol | global | bool | OFF | - | use=replica_compressed_protocol
slave_exec_mode | global | enum | STRICT | STRICT,IDEMPOTENT | use=replica_exec_mode
slave_load_tmpdir | global | string | /tmp | - | read_only
slave_max_allowed_packet | global | int | 1073741824 | 1024..1073741824/1024 | use=replica_max_allowed_packet
slave_net_timeout | global | int | 60 | 1..31536000 | use=replica_net_timeout
slave_parallel_workers | global | int | 4 | 1..1024 | use=replica_parallel_workers
slave_pending_jobs_size_max | global | int | 134217728 | 1024..18446744073709550592/1024 | use=replica_pending_jobs_size_max
slave_preserve_commit_order | global | bool | ON | - | use=replica_preserve_commit_order
slave_skip_errors | global | string | OFF | - | read_only
slave_sql_verify_checksum | global | bool | ON | - | use=replica_sql_verify_checksum
slave_transaction_retries | global | int | 10 | 0..18446744073709551615 | use=replica_transaction_retries
slave_type_conversions | global | set | - | ALL_LOSSY,ALL_NON_LOSSY,ALL_UNSIGNED,
    ALL_SIGNED | use=replica_type_conversions
slow_launch_time | global | int | 2 | 0..31536000
slow_query_log_file | global | string | /var/lib/mysql/localhost-slow.log
sort_buffer_size | both | int | 262144 | 32768..18446744073709551615
sql_replica_skip_counter | global | int | 0 | 0..4294967295 | no_option
sql_slave_skip_counter | global | int | 0 | 0..4294967295 | no_option use=sql_replica_skip_counter
ssl_ca | global | string | ca.pem
ssl_capath | global | string
ssl_cert | global | string | server-cert.pem
ssl_cipher | global | string
ssl_crl | global | string
ssl_crlpath | global | string
ssl_fips_mode | global | string | OFF | - | read_only
ssl_key | global | string | server-key.pem
ssl_session_cache_mode | global | bool | ON
ssl_session_cache_timeout | global | int | 300 | 0..86400
stored_program_cache | global | int | 256 | 16..524288
stored_program_definition_cache | global | int | 256 | 256..524288
sync_master_info | global | int | 10000 | 0..4294967295 | use=sync_source_info
sync_relay_log | global | int | 10000 | 0..4294967295
sync_relay_log_info | global | int | 10000 | 0..4294967295 | deprecated
sync_source_info | global | int | 10000 | 0..4294967295
table_definition_cache | global | int | 2000 | 400..524288
table_encryption_privilege_check | global | bool | OFF
table_open_cache | global | int | 4000 | 1..524288
table_open_cache_instances | global | int | 16 | 1..64 | read_only
table_open_cache_triggers | global | int | 524288 | 1..524288
tablespace_definition_cache | global | int | 256 | 256..524288
temptable_max_mmap | global | int | 0 | 0..18446744073709551615
temptable_max_ram | global | int | 1073741824 | 2097152..18446744073709551615
thread_cache_size | global | int | 9 | 0..16384
thread_handling | global | string | one-thread-per-connection | - | read_only
thread_stack | global | int | 1048576 | 131072..18446744073709550592 | read_only
tls_certificates_enforced_validation | global | bool | OFF | - | read_only
tls_ciphersuites | global | string
tls_version | global | string | TLSv1.2,TLSv1.3
transaction_alloc_block_size | both | int | 8192 | 1024..131072/1024
transaction_allow_batching | session | bool | OFF | - | no_option
transaction_prealloc_size | both | int | 4096 | 1024..131072/1024 | deprecated
use_secondary_engine | session | enum | ON | OFF,ON,FORCED | no_option
version_compile_zlib | global | string | 1.3.2 | - | read_only no_option
version_with_update | global | string | 9.7.4.0-2 | - | read_only
"""  # noqa: E501
