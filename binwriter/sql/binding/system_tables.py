"""The system databases: their tables by name, and what reading or writing them means for the log.

Definitions are those of a 9.7.4 (`binwriter.sql.system.captured`); the rows are made by `binwriter.sql.system`.
Source of the classes: internals text ("Statements referencing system log tables"), findings part 3, captures.
"""

from __future__ import annotations

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Table
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.system import captured
from binwriter.statement.unsafe_policy import UnsafePolicy
from binwriter.statement.values import UnsafeReason

PERFORMANCE_SCHEMA = "performance_schema"
SYSTEM_SCHEMAS = frozenset({"mysql", PERFORMANCE_SCHEMA, "information_schema", "sys"})
# Grant tables, as ACL_TABLE_READ means them.
GRANT_TABLES = frozenset(
    [
        "columns_priv",
        "db",
        "default_roles",
        "global_grants",
        "password_history",
        "procs_priv",
        "proxies_priv",
        "role_edges",
        "tables_priv",
        "user",
    ]
)
LOG_TABLES = frozenset({"general_log", "slow_log"})
# Their changes are never replicated.
_NOT_REPLICATED = LOG_TABLES | {"gtid_executed", "slave_master_info", "slave_relay_log_info", "slave_worker_info"}
# Tables of information_schema that a server fills when they are asked for; the others are views of its dictionary.
_NOT_OF_DICTIONARY = frozenset(
    [
        "column_privileges",
        "connection_control_failed_login_attempts",
        "engines",
        "optimizer_trace",
        "plugins",
        "processlist",
        "profiling",
        "schema_privileges",
        "table_privileges",
        "tablespaces",
        "user_privileges",
    ]
)
# Tables of the data dictionary, which nobody may use (captured: system_tables_refused).
_DICTIONARY_NAMES = """
catalogs character_sets check_constraints collations column_statistics column_type_elements columns dd_properties events
foreign_key_column_usage foreign_keys index_column_usage index_partitions index_stats indexes parameter_type_elements
parameters resource_groups routines schemata st_spatial_reference_systems table_partition_values table_partitions
table_stats tables tablespace_files tablespaces triggers view_routine_usage view_table_usage
"""
_DICTIONARY = {
    **dict.fromkeys(_DICTIONARY_NAMES.split(), "data dictionary table"),
    **dict.fromkeys(("innodb_ddl_log", "innodb_dynamic_metadata"), "system table"),
}


def is_placeholder(table: Table) -> bool:
    """Whether the log sees no table here: information_schema and sys are views of the server's own."""
    return table.schema == "information_schema" or _is_view_of_sys(table.schema, table.name)


def _is_view_of_sys(schema: str, name: str) -> bool:
    return schema == "sys" and name != "sys_config" and is_view_of_server(schema, name)


def reads_dictionary(table: Table) -> bool:
    """Whether the data dictionary is behind it: a Query event then names no databases (captured: system_tables_*)."""
    return table.schema == "information_schema" and table.name.lower() not in _NOT_OF_DICTIONARY


def is_not_replicated(table: Table) -> bool:
    """Whether the table is a server's own business: no change of it is logged."""
    return table.schema == PERFORMANCE_SCHEMA or (table.schema == "mysql" and table.name in _NOT_REPLICATED)


def is_grant_table(table: Table) -> bool:
    """Whether accounts and their privileges stand in it."""
    return table.schema == "mysql" and table.name in GRANT_TABLES


def system_table_reason(schema: str, name: str, policy: UnsafePolicy) -> UnsafeReason | None:
    """What makes a statement unsafe that uses the table: the log tables, performance_schema, grant tables."""
    if schema == PERFORMANCE_SCHEMA or (schema == "mysql" and name in _NOT_REPLICATED):
        return UnsafeReason.SYSTEM_TABLE
    if schema == "mysql" and name in GRANT_TABLES and UnsafeReason.ACL_TABLE_READ in policy.reasons:
        return UnsafeReason.ACL_TABLE_READ
    if _is_view_of_sys(schema, name):
        return UnsafeReason.SYSTEM_FUNCTION if name == "version" else UnsafeReason.SYSTEM_TABLE
    return None


STATISTICS = frozenset({"innodb_index_stats", "innodb_table_stats"})
# Of the base tables: those that are a view of accounts, the log and other tables. Rows of CHANGEABLE stay as statements
# leave them, as long as what they are a view of does.
GTIDS = "gtid_executed"
CHANGEABLE = GRANT_TABLES | STATISTICS | {GTIDS}


def is_kept(table: Table) -> bool:
    """Whether its rows stay as statements leave them."""
    if table.schema == PERFORMANCE_SCHEMA:
        return table.name.startswith("setup_")
    return (table.schema == "mysql" and table.name not in CHANGEABLE) or table.name == "sys_config"


def is_kept_by_name(schema: str, name: str) -> bool:
    """The same of a name."""
    table = captured.definition(*captured.key_of(schema, name))
    return table is not None and is_kept(table)


def is_view_of_server(schema: str, name: str) -> bool:
    """Whether a server has a table or view of that name in a system database."""
    return captured.definition(*captured.key_of(schema, name)) is not None


def refuse_views_of_server(schema: str, name: str) -> None:
    """HANDLER opens base tables: ER_WRONG_OBJECT for a view, ER_WRONG_USAGE for what is filled when it is asked for."""
    key = captured.key_of(schema, name)
    if captured.definition(*key) is None or not captured.is_view(*key):
        return
    if key[0] == "information_schema" and key[1] in _NOT_OF_DICTIONARY:
        raise mysql_error("ER_WRONG_USAGE", "HANDLER OPEN", key[0])
    raise mysql_error("ER_WRONG_OBJECT", *captured.spelled(schema, name), "BASE TABLE")


def logs_rows_of(schema: str, name: str) -> bool:
    """Whether changed rows of a system table are logged."""
    table = captured.definition(*captured.key_of(schema, name))
    return table is not None and not is_not_replicated(table)


def shows_local_times(table: Table, behaviour: Behaviour) -> bool:
    """Whether it has times for which a server asks for the session's time zone (before there was a dictionary, those
    that it keeps as TIMESTAMPs; captured: 5.5.20/names_of_system_tables_statement)."""
    names = ("partitions", "tables") if behaviour.has_dictionary else ("events", "routines")
    return table.schema == "information_schema" and table.name.lower() in names


def refuse_dictionary(schema: str, name: str) -> None:
    """ER_NO_SYSTEM_TABLE_ACCESS for a name that the data dictionary has."""
    if schema == "mysql" and name in _DICTIONARY:
        raise mysql_error("ER_NO_SYSTEM_TABLE_ACCESS", _DICTIONARY[name], schema, name)


def system_table(schema: str, name: str, catalog: Catalog) -> Table | None:
    """The definition of a table of a system database; None in other databases.

    ER_NO_SUCH_TABLE for a name that the database has not.
    """
    if schema.lower() not in SYSTEM_SCHEMAS or schema in catalog.schemas:
        return None
    key = captured.key_of(schema, name)
    if key[0] not in SYSTEM_SCHEMAS:
        return None
    if schema in catalog.beside and (catalog.find(schema, name) or catalog.view(schema, name)) is not None:
        return None
    table = None if key in catalog.taken else captured.definition_in(catalog.version, *key)
    if table is None and key[0] == "mysql" and name in _DICTIONARY:
        raise mysql_error("ER_NO_SYSTEM_TABLE_ACCESS", _DICTIONARY[name], schema, name)
    if table is None and key[0] == "information_schema":
        raise mysql_error("ER_UNKNOWN_TABLE", name.upper(), key[0])
    if table is None:
        raise mysql_error("ER_NO_SUCH_TABLE", schema, name)
    return table
