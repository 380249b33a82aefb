"""Which privileges there are, and at which level each can be granted (MySQL manual, "Privileges Provided by MySQL").

Dynamic privileges as SHOW PRIVILEGES of a 9.7.4 lists them, and those of 8.0 that it has no more.
"""

from __future__ import annotations

from binwriter.formats.patterns import pattern
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.versions import behaviour_of

GRANT_OPTION, ALL, USAGE, PROXY = "GRANT OPTION", "ALL PRIVILEGES", "USAGE", "PROXY"

OF_COLUMNS = frozenset({"SELECT", "INSERT", "UPDATE", "REFERENCES"})
OF_TABLES = OF_COLUMNS | {"DELETE", "CREATE", "DROP", "INDEX", "ALTER", "CREATE VIEW", "SHOW VIEW", "TRIGGER"}
OF_ROUTINES = frozenset({"EXECUTE", "ALTER ROUTINE"})
OF_SCHEMAS = OF_TABLES | OF_ROUTINES | {"CREATE TEMPORARY TABLES", "LOCK TABLES", "CREATE ROUTINE", "EVENT"}
STATIC = OF_SCHEMAS | {
    "RELOAD",
    "SHUTDOWN",
    "PROCESS",
    "FILE",
    "SHOW DATABASES",
    "SUPER",
    "REPLICATION SLAVE",
    "REPLICATION CLIENT",
    "CREATE USER",
    "CREATE TABLESPACE",
    "CREATE ROLE",
    "DROP ROLE",
}

# The order in which GRANT is written anew, and messages list them (MySQL manual, "Privileges Provided by MySQL").
ORDER = (
    "SELECT",
    "INSERT",
    "UPDATE",
    "DELETE",
    "CREATE",
    "DROP",
    "RELOAD",
    "SHUTDOWN",
    "PROCESS",
    "FILE",
    "GRANT OPTION",
    "REFERENCES",
    "INDEX",
    "ALTER",
    "SHOW DATABASES",
    "SUPER",
    "CREATE TEMPORARY TABLES",
    "LOCK TABLES",
    "EXECUTE",
    "REPLICATION SLAVE",
    "REPLICATION CLIENT",
    "CREATE VIEW",
    "SHOW VIEW",
    "CREATE ROUTINE",
    "ALTER ROUTINE",
    "CREATE USER",
    "EVENT",
    "TRIGGER",
    "CREATE TABLESPACE",
    "CREATE ROLE",
    "DROP ROLE",
)

_DYNAMIC_NAMES = """
ALLOW_NONEXISTENT_DEFINER APPLICATION_PASSWORD_ADMIN AUDIT_ABORT_EXEMPT AUDIT_ADMIN AUTHENTICATION_POLICY_ADMIN
BACKUP_ADMIN BINLOG_ADMIN BINLOG_ENCRYPTION_ADMIN CLONE_ADMIN CONNECTION_ADMIN CREATE_SPATIAL_REFERENCE_SYSTEM
ENCRYPTION_KEY_ADMIN FIREWALL_EXEMPT FLUSH_OPTIMIZER_COSTS FLUSH_PRIVILEGES FLUSH_STATUS FLUSH_TABLES
FLUSH_USER_RESOURCES GROUP_REPLICATION_ADMIN GROUP_REPLICATION_STREAM INNODB_REDO_LOG_ARCHIVE INNODB_REDO_LOG_ENABLE
MANAGE_DATA_MASKING_POLICY OPTIMIZE_LOCAL_TABLE PASSWORDLESS_USER_ADMIN PERSIST_RO_VARIABLES_ADMIN REPLICATION_APPLIER
REPLICATION_SLAVE_ADMIN RESOURCE_GROUP_ADMIN RESOURCE_GROUP_USER ROLE_ADMIN SENSITIVE_VARIABLES_OBSERVER
SERVICE_CONNECTION_ADMIN SESSION_VARIABLES_ADMIN SET_ANY_DEFINER SHOW_ROUTINE SYSTEM_USER SYSTEM_VARIABLES_ADMIN
TABLE_ENCRYPTION_ADMIN TELEMETRY_LOG_ADMIN TRANSACTION_GTID_TAG XA_RECOVER_ADMIN
"""
_DYNAMIC = frozenset(_DYNAMIC_NAMES.split())
_GONE_SINCE_8_4 = frozenset({"SET_USER_ID"})
EVERY_DYNAMIC = _DYNAMIC | _GONE_SINCE_8_4
# release notes of 8.2 to 9.x; 8.0.40's sources register none of them
_SINCE_8_4 = frozenset(
    {"ALLOW_NONEXISTENT_DEFINER", "FLUSH_PRIVILEGES", "OPTIMIZE_LOCAL_TABLE", "SET_ANY_DEFINER", "TRANSACTION_GTID_TAG"}
)
_SINCE_9 = frozenset({"CREATE_SPATIAL_REFERENCE_SYSTEM", "MANAGE_DATA_MASKING_POLICY"})


def dynamic_privileges(version: int) -> frozenset[str]:
    """Those that a server of that version registers without plugins."""
    behaviour = behaviour_of(version)
    if not behaviour.accounts_by_8_0:
        return frozenset()
    registered = EVERY_DYNAMIC - _SINCE_8_4 if behaviour.registers_set_user_id else _DYNAMIC
    return registered if behaviour.has_privileges_of_9 else registered - _SINCE_9


_ALTERNATIVES = pattern(r", | or | OR ")


def alternatives(words: str) -> list[str]:
    """Privileges of which one will do, as a message of a 9.7.4 has them."""
    return _ALTERNATIVES.split(words)


def as_worded(words: str, behaviour: Behaviour) -> str:
    """The same in the words of a server: before 8.0 there are no dynamic ones (captured: rights_asked_statement), and
    8.0 has not yet those of 8.4."""
    if behaviour.accounts_by_8_0:
        names = alternatives(words)
        known = [name for name in names if name not in _SINCE_8_4]
        return words if len(known) == len(names) or not behaviour.registers_set_user_id else " or ".join(known)
    return behaviour.privileges_apart.join(name for name in alternatives(words) if name in STATIC)


def split(privilege: str) -> tuple[str, tuple[str, ...]]:
    """The privilege and its columns, in small letters, of one as UserSyntax has it."""
    name, _, columns = privilege.partition(" (")
    return name, tuple(column[1:-1].replace("``", "`").lower() for column in columns[:-1].split(", ") if column)


def of_level(object_type: str, schema: str, table: str) -> frozenset[str]:
    """The static privileges that exist at a level."""
    if object_type:
        return OF_ROUTINES
    if table:
        return OF_TABLES
    return OF_SCHEMAS if schema else STATIC
