"""The system variables that matter to logging or to ordinary scripts: name, scope, type, default, limits.

Read from a 9.7.4 server without options (performance_schema.variables_metadata, and by trying every assignment).
One line a variable, fields between bars:

    name | scope | type | default | limits | flags

scope: global, session (no global value), both. type: bool, int, real, enum, set, string.
limits: for int `min..max` and, after a slash, the block size to whose multiples values are cut; for enum and set the
members in MySQL's order (an enum is also set by number, a set by bit mask).
flags: read_only; session_read_only (SET SESSION is error 1621); no_default (SET x = DEFAULT is error 1230);
no_option (cannot stand on the server's command line); deprecated, off_deprecated, update_deprecated, use=NAME (the
warnings that SET gives). `-` is an empty field; an indented line goes on with the line above it.
The rest of the server's variables stand in `variable_table_other`.
"""

from __future__ import annotations

VARIABLES = r"""
# The binary log: files, caches, formats, GTIDs (MySQL manual 19.1.6.4, 19.1.6.5)
log_bin | global | bool | ON | - | read_only
log_bin_basename | global | string | /var/lib/mysql/binlog | - | read_only no_option
log_bin_index | global | string | /var/lib/mysql/binlog.index | - | read_only
binlog_format | both | enum | ROW | MIXED,STATEMENT,ROW | deprecated
binlog_row_image | both | enum | FULL | MINIMAL,NOBLOB,FULL
binlog_row_metadata | global | enum | MINIMAL | MINIMAL,FULL
binlog_row_value_options | both | set | - | PARTIAL_JSON
binlog_rows_query_log_events | both | bool | OFF
binlog_row_event_max_size | global | int | 8192 | 256..18446744073709551360 | read_only
binlog_direct_non_transactional_updates | both | bool | OFF
binlog_cache_size | global | int | 32768 | 4096..18446744073709547520/4096
binlog_stmt_cache_size | global | int | 32768 | 4096..18446744073709547520/4096
max_binlog_cache_size | global | int | 18446744073709547520 | 4096..18446744073709547520/4096
max_binlog_stmt_cache_size | global | int | 18446744073709547520 | 4096..18446744073709547520/4096
max_binlog_size | global | int | 1073741824 | 4096..1073741824/4096
binlog_checksum | global | enum | CRC32 | NONE,CRC32
sync_binlog | global | int | 1 | 0..4294967295
binlog_transaction_compression | both | bool | OFF
binlog_transaction_compression_level_zstd | both | int | 3 | 1..22
binlog_transaction_dependency_history_size | global | int | 10000000 | 1..100000000
binlog_order_commits | global | bool | ON
binlog_group_commit_sync_delay | global | int | 0 | 0..1000000
binlog_group_commit_sync_no_delay_count | global | int | 0 | 0..100000
binlog_max_flush_queue_time | global | int | 0 | 0..100000 | deprecated
binlog_gtid_simple_recovery | global | bool | ON | - | read_only
binlog_encryption | global | bool | OFF
binlog_rotate_encryption_master_key_at_startup | global | bool | OFF | - | read_only
binlog_error_action | global | enum | ABORT_SERVER | IGNORE_ERROR,ABORT_SERVER
binlog_expire_logs_seconds | global | int | 2592000 | 0..4294967295
binlog_expire_logs_auto_purge | global | bool | ON
sql_log_bin | session | bool | ON | - | no_option
log_bin_trust_function_creators | global | bool | OFF | - | deprecated
log_statements_unsafe_for_binlog | global | bool | ON | - | deprecated
log_replica_updates | global | bool | ON | - | read_only
gtid_mode | global | enum | ON | OFF,OFF_PERMISSIVE,ON_PERMISSIVE,ON
enforce_gtid_consistency | global | enum | ON | OFF,ON,WARN
gtid_next | session | string | AUTOMATIC | - | no_option
gtid_executed | global | string | - | - | read_only no_option
gtid_purged | global | string | - | - | no_option
gtid_owned | both | string | - | - | read_only no_option
gtid_executed_compression_period | global | int | 0 | 0..4294967295
server_id | global | int | 1 | 0..4294967295
server_id_bits | global | int | 32 | 0..32
server_uuid | global | string | 00000000-0000-0000-0000-000000000000 | - | read_only no_option
source_verify_checksum | global | bool | OFF
replica_type_conversions | global | set | - | ALL_LOSSY,ALL_NON_LOSSY,ALL_UNSIGNED,ALL_SIGNED
rbr_exec_mode | session | enum | STRICT | STRICT,IDEMPOTENT | no_option
original_commit_timestamp | session | int | 36028797018963968 | 0..36028797018963968 | no_option
original_server_version | session | int | 999999 | 0..999999 | no_option
immediate_server_version | session | int | 999999 | 0..999999 | no_option
pseudo_thread_id | session | int | 0 | 0..4294967295 | no_option
pseudo_replica_mode | session | bool | OFF | - | no_option
pseudo_slave_mode | session | bool | OFF | - | no_option use=pseudo_replica_mode
require_row_format | session | bool | OFF | - | no_option

# What Query, Intvar, Rand and Gtid events carry of the session
sql_mode | both | set | ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,
    ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION
autocommit | both | bool | ON
auto_increment_increment | both | int | 1 | 1..65535
auto_increment_offset | both | int | 1 | 1..65535
character_set_client | both | string | utf8mb4 | - | no_option
character_set_connection | both | string | utf8mb4 | - | no_option
character_set_results | both | string | utf8mb4 | - | no_option
character_set_server | both | string | utf8mb4
character_set_database | both | string | utf8mb4 | - | no_option update_deprecated
character_set_filesystem | both | string | binary
character_set_system | global | string | utf8mb3 | - | read_only no_option
collation_connection | both | string | utf8mb4_0900_ai_ci | - | no_option
collation_server | both | string | utf8mb4_0900_ai_ci
collation_database | both | string | utf8mb4_0900_ai_ci | - | no_option update_deprecated
default_collation_for_utf8mb4 | both | string | utf8mb4_0900_ai_ci | - | no_option update_deprecated
time_zone | both | string | SYSTEM | - | no_option
system_time_zone | global | string | UTC | - | read_only no_option
timestamp | session | real | 0.0 | - | no_option
lc_time_names | both | string | en_US
lc_messages | both | string | en_US
insert_id | session | int | 0 | 0..18446744073709551615 | no_default no_option
last_insert_id | session | int | 0 | 0..18446744073709551615 | no_default no_option
identity | session | int | 0 | 0..18446744073709551615 | no_default no_option
rand_seed1 | session | int | 0 | 0..18446744073709551615 | no_default no_option
rand_seed2 | session | int | 0 | 0..18446744073709551615 | no_default no_option
foreign_key_checks | both | bool | ON | - | no_option
unique_checks | both | bool | ON | - | no_option
sql_auto_is_null | both | bool | OFF | - | no_option
explicit_defaults_for_timestamp | both | bool | ON | - | off_deprecated
sql_require_primary_key | both | bool | OFF
sql_generate_invisible_primary_key | both | bool | OFF
default_table_encryption | both | bool | OFF
enable_cascade_triggers | both | bool | OFF

# Transactions, engines and locks
transaction_isolation | both | enum | REPEATABLE-READ | READ-UNCOMMITTED,READ-COMMITTED,REPEATABLE-READ,SERIALIZABLE
transaction_read_only | both | bool | OFF
completion_type | both | enum | NO_CHAIN | NO_CHAIN,CHAIN,RELEASE
read_only | global | bool | OFF
super_read_only | global | bool | OFF
default_storage_engine | both | string | InnoDB
default_tmp_storage_engine | both | string | InnoDB
disabled_storage_engines | global | string | - | - | read_only
innodb_autoinc_lock_mode | global | int | 2 | 0..2 | read_only
innodb_native_foreign_keys | global | bool | OFF | - | read_only
innodb_strict_mode | both | bool | ON
innodb_lock_wait_timeout | both | int | 50 | 1..1073741824
innodb_rollback_on_timeout | global | bool | OFF | - | read_only
innodb_flush_log_at_trx_commit | global | int | 1 | 0..2
innodb_table_locks | both | bool | ON
lock_wait_timeout | both | int | 31536000 | 1..31536000
restrict_fk_on_non_standard_key | both | bool | ON
lower_case_table_names | global | int | 0 | 0..2 | read_only
lower_case_file_system | global | bool | OFF | - | read_only no_option
concurrent_insert | global | enum | AUTO | NEVER,AUTO,ALWAYS
low_priority_updates | both | bool | OFF
xa_detach_on_prepare | both | bool | ON
event_scheduler | global | enum | ON | OFF,ON

# What statements and their results obey
sql_notes | both | bool | ON | - | no_option
sql_warnings | both | bool | OFF | - | no_option
sql_safe_updates | both | bool | OFF | - | no_option
sql_select_limit | both | int | 18446744073709551615 | 0..18446744073709551615 | no_option
sql_big_selects | both | bool | ON | - | no_option
sql_buffer_result | both | bool | OFF | - | no_option
sql_log_off | both | bool | OFF | - | no_option
sql_quote_show_create | both | bool | ON | - | no_option
big_tables | both | bool | OFF
div_precision_increment | both | int | 4 | 0..30
group_concat_max_len | both | int | 1024 | 4..18446744073709551615
default_week_format | both | int | 0 | 0..7
max_allowed_packet | both | int | 67108864 | 1024..1073741824/1024 | session_read_only
net_buffer_length | both | int | 16384 | 1024..1048576/1024 | session_read_only
max_error_count | both | int | 1024 | 0..65535
max_heap_table_size | both | int | 16777216 | 16384..18446744073709550592/1024
tmp_table_size | both | int | 16777216 | 1024..18446744073709551615
max_join_size | both | int | 18446744073709551615 | 1..18446744073709551615
max_sort_length | both | int | 1024 | 4..8388608
max_sp_recursion_depth | both | int | 0 | 0..255
max_execution_time | both | int | 0 | 0..18446744073709551615
max_points_in_geometry | both | int | 65536 | 3..1048576
cte_max_recursion_depth | both | int | 1000 | 0..4294967295
block_encryption_mode | both | enum | aes-128-ecb | aes-128-ecb,aes-192-ecb,aes-256-ecb,aes-128-cbc,aes-192-cbc,
    aes-256-cbc,aes-128-cfb1,aes-192-cfb1,aes-256-cfb1,aes-128-cfb8,aes-192-cfb8,aes-256-cfb8,aes-128-cfb128,
    aes-192-cfb128,aes-256-cfb128,aes-128-ofb,aes-192-ofb,aes-256-ofb
windowing_use_high_precision | both | bool | ON
updatable_views_with_limit | both | enum | YES | NO,YES
optimizer_switch | both | string | index_merge=on,index_merge_union=on,index_merge_sort_union=on,
    index_merge_intersection=on,engine_condition_pushdown=on,index_condition_pushdown=on,mrr=on,mrr_cost_based=on,
    block_nested_loop=on,batched_key_access=off,materialization=on,semijoin=on,loosescan=on,firstmatch=on,
    duplicateweedout=on,subquery_materialization_cost_based=on,use_index_extensions=on,condition_fanout_filter=on,
    derived_merge=on,use_invisible_indexes=off,skip_scan=on,hash_join=on,subquery_to_derived=off,
    prefer_ordering_index=on,hypergraph_optimizer=off,derived_condition_pushdown=on,hash_set_operations=on
show_gipk_in_create_table_and_information_schema | both | bool | ON
information_schema_stats_expiry | both | int | 86400 | 0..31536000
local_infile | global | bool | OFF
secure_file_priv | global | string | - | - | read_only
keep_files_on_create | both | bool | OFF
old_alter_table | both | bool | OFF
print_identified_with_as_hex | both | bool | OFF
error_count | session | int | 0 | 0..18446744073709551615 | read_only no_option
warning_count | session | int | 0 | 0..18446744073709551615 | read_only no_option
statement_id | session | int | 0 | 0..9223372036854775807 | read_only no_option
profiling | both | bool | OFF | - | no_option deprecated

# The server and its connections
version | global | string | 9.7.4-2 | - | read_only
version_comment | global | string | (Debian) | - | read_only no_option
version_compile_machine | global | string | x86_64 | - | read_only no_option
version_compile_os | global | string | Linux | - | read_only no_option
hostname | global | string | localhost | - | read_only no_option
port | global | int | 3306 | 0..65535 | read_only
socket | global | string | /run/mysqld/mysqld.sock | - | read_only
datadir | global | string | /var/lib/mysql/ | - | read_only
basedir | global | string | /usr/ | - | read_only
tmpdir | global | string | /tmp | - | read_only
license | global | string | GPL | - | read_only no_option
protocol_version | global | int | 10 | 0..4294967295 | read_only no_option
max_connections | global | int | 151 | 1..100000
max_user_connections | both | int | 0 | 0..4294967295 | session_read_only
wait_timeout | both | int | 28800 | 1..31536000
interactive_timeout | both | int | 28800 | 1..31536000
net_read_timeout | both | int | 30 | 1..31536000
net_write_timeout | both | int | 60 | 1..31536000
connect_timeout | global | int | 10 | 2..31536000
init_connect | global | string
session_track_gtids | both | enum | OFF | OFF,OWN_GTID,ALL_GTIDS
session_track_schema | both | bool | ON
session_track_state_change | both | bool | OFF
session_track_system_variables | both | string | time_zone,autocommit,character_set_client,character_set_results,
    character_set_connection
session_track_transaction_info | both | enum | OFF | OFF,STATE,CHARACTERISTICS
resultset_metadata | session | enum | FULL | NONE,FULL | no_option
general_log | global | bool | OFF
slow_query_log | global | bool | OFF
long_query_time | both | real | 10.0
log_output | global | set | FILE | NONE,FILE,TABLE
log_error_verbosity | global | int | 2 | 1..3
have_symlink | global | string | DISABLED | - | read_only no_option
terminology_use_previous | both | enum | NONE | NONE,BEFORE_8_0_26,BEFORE_8_2_0 | deprecated
skip_name_resolve | global | bool | OFF | - | read_only
"""
