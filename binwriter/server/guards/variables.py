"""Whether who sets a system variable may.

Source: MySQL manual, "System Variable Privileges"; which variables of a session take a privilege, and in which words,
by trying all of them against a 9.7.4 (its answers for a sample: tests/golden/privileges).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.rights import Rights
from binwriter.errors import MySQLError
from binwriter.mysql.gtid.state import parse_gtid_next
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.mysql.variables.spec import Variable
from binwriter.sql.syntax.session import Scope, Set, SetTransaction, SetVariable

_ANY = "SUPER, SYSTEM_VARIABLES_ADMIN or SESSION_VARIABLES_ADMIN"
_NOT_SUPER = "SYSTEM_VARIABLES_ADMIN or SESSION_VARIABLES_ADMIN"
_APPLIED = "SUPER, SYSTEM_VARIABLES_ADMIN, SESSION_VARIABLES_ADMIN or REPLICATION_APPLIER"
_TAGGED = ("SYSTEM_VARIABLES_ADMIN", "SESSION_VARIABLES_ADMIN", "REPLICATION_APPLIER")
_GLOBAL = "SUPER or SYSTEM_VARIABLES_ADMIN"
_OF_SESSIONS = {
    _ANY: """binlog_format binlog_row_image binlog_row_value_options binlog_rows_query_log_events
        binlog_direct_non_transactional_updates binlog_transaction_compression
        binlog_transaction_compression_level_zstd sql_log_bin pseudo_thread_id character_set_database
        character_set_filesystem sql_require_primary_key sql_generate_invisible_primary_key xa_detach_on_prepare
        sql_log_off bulk_insert_buffer_size connection_memory_chunk_size connection_memory_limit
        global_connection_memory_tracking histogram_generation_max_mem_size""",
    _APPLIED: """gtid_next original_commit_timestamp original_server_version immediate_server_version
        pseudo_replica_mode pseudo_slave_mode""",
    _NOT_SUPER: """low_priority_updates max_error_count internal_tmp_mem_storage_engine max_delayed_threads
        max_insert_delayed_threads min_examined_row_limit preload_buffer_size select_into_buffer_size
        select_into_disk_sync_delay innodb_strict_mode""",
}
_SESSION = {name: needed for needed, names in _OF_SESSIONS.items() for name in names.split()}
_ENCRYPTION, _ENCRYPTS = "default_table_encryption", ("SYSTEM_VARIABLES_ADMIN", "TABLE_ENCRYPTION_ADMIN")
# Beside SYSTEM_VARIABLES_ADMIN: in the words of the message, and what does.
_MORE = {
    "binlog_encryption": ("SUPER or BINLOG_ENCRYPTION_ADMIN", "BINLOG_ENCRYPTION_ADMIN"),
    _ENCRYPTION: (
        "SUPER or SYSTEM_VARIABLES_ADMIN and TABLE_ENCRYPTION_ADMIN",
        "TABLE_ENCRYPTION_ADMIN",
    ),
    "group_replication_consistency": ("SUPER or GROUP_REPLICATION_ADMIN", "GROUP_REPLICATION_ADMIN"),
    "offline_mode": ("SYSTEM_VARIABLES_ADMIN plus CONNECTION_ADMIN or SUPER", "CONNECTION_ADMIN"),
    "replica_allow_higher_version_source": (
        "SYSTEM_VARIABLES_ADMIN plus REPLICATION_SLAVE_ADMIN, or SUPER",
        "REPLICATION_SLAVE_ADMIN",
    ),
    "table_encryption_privilege_check": ("SUPER", "SUPER"),
}
_ROLES = "SYSTEM_VARIABLES_ADMIN or SUPER privileges, as well as the ROLE_ADMIN"
_PERSISTED = ("SYSTEM_VARIABLES_ADMIN", "PERSIST_RO_VARIABLES_ADMIN")


_NAMES_BEFORE_8_0 = """
binlog_format sql_log_bin sql_log_off pseudo_thread_id binlog_direct_non_transactional_updates gtid_next
"""
_SESSION_BEFORE_8_0 = frozenset(_NAMES_BEFORE_8_0.split())


def check_set(rights: Rights, command: Set, variables: SessionVariables) -> None:
    """ER_SPECIFIC_ACCESS_DENIED_ERROR for the first variable that may not be set. What cannot be set by anybody has its
    own error, later, as have names that mean nothing (captured: clusters/variables_in_capitals)."""
    named = [item.name for item in command.assignments if isinstance(item, SetVariable)]
    if any(variables.table.find(name) is None for name in named):
        return
    behaviour = variables.behaviour
    for item in command.assignments:
        if not behaviour.accounts_by_8_0:
            _before_8_0(rights, item, variables)
            continue
        if isinstance(item, SetTransaction) and item.scope in (Scope.GLOBAL, Scope.PERSIST):
            _need(rights, _GLOBAL, "SUPER", "SYSTEM_VARIABLES_ADMIN")
        if not isinstance(item, SetVariable):
            continue
        known = variables.table.by_name(item.name)
        if item.scope is Scope.SESSION:
            if known.name == "gtid_next" and _is_tagged(item.value):
                if not (
                    rights.may("TRANSACTION_GTID_TAG") and rights.may(*_APPLIED.replace(" or ", ", ").split(", ")[1:])
                ):
                    raise mysql_error("ER_CANT_SET_GTID_NEXT_TAGGED_WITHOUT_PRIVILEGE")
                continue
            _session(rights, known)
        else:
            _global(rights, item, known)


def _before_8_0(rights: Rights, item: object, variables: SessionVariables) -> None:
    """SUPER for global variables, and for a few of a session (captured: rights_asked_statement)."""
    if isinstance(item, SetTransaction):
        asks = item.scope is Scope.GLOBAL
    elif isinstance(item, SetVariable):
        known = variables.table.by_name(item.name)
        is_global = item.scope is not Scope.SESSION
        asks = not known.read_only and (known.has_global if is_global else known.name in _SESSION_BEFORE_8_0)
    else:
        return
    if asks:
        _need(rights, "SUPER", "SUPER")


def _is_tagged(value: exp.Expression | None) -> bool:
    if not isinstance(value, exp.Literal):
        return False
    try:
        wanted = parse_gtid_next(str(value.this))
    except MySQLError:
        return False
    return bool(wanted.tag or (wanted.gtid is not None and wanted.gtid.tag))


def _session(rights: Rights, known: Variable) -> None:
    needed = _SESSION.get(known.name)
    if known.name == _ENCRYPTION and not (rights.may("SUPER") or rights.everywhere.issuperset(_ENCRYPTS)):
        raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", _MORE[known.name][0])
    if needed is not None and not known.read_only:
        _need(rights, needed, *needed.replace(" or ", ", ").split(", "))


def _global(rights: Rights, item: SetVariable, known: Variable) -> None:
    if item.scope is Scope.PERSIST_ONLY:
        if not rights.everywhere.issuperset(_PERSISTED):
            raise mysql_error("ER_PERSIST_ONLY_ACCESS_DENIED_ERROR", " and ".join(_PERSISTED))
        return
    if known.read_only or not known.has_global:
        return
    _need(rights, _GLOBAL, "SUPER", "SYSTEM_VARIABLES_ADMIN")
    if known.name == "mandatory_roles" and not rights.may("ROLE_ADMIN"):
        raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", _ROLES)
    if known.name in _MORE:
        shown, enough = _MORE[known.name]
        _need(rights, shown, "SUPER", enough)


def _need(rights: Rights, shown: str, *alternatives: str) -> None:
    if not rights.may(*alternatives):
        raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", shown)
