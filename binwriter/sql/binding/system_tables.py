"""The system databases: their tables by name, and what reading or writing them means for the log.

Names and columns are those of a 9.7.4 (`data/system_tables.txt`). Of their contents only the accounts are known; a
table that has rows on a fresh server has one row of NULLs here, so that it is not empty.
Source of the classes: internals text ("Statements referencing system log tables"), findings part 3, captures.
"""

from __future__ import annotations

from functools import lru_cache

from binwriter import data
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES, Engine
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.statement.unsafe_policy import UnsafePolicy
from binwriter.statement.values import UnsafeReason
from binwriter.storage.table_data import TableData

SYSTEM_SCHEMAS = frozenset({"mysql", "performance_schema", "information_schema", "sys"})
_CASELESS = frozenset({"information_schema"})
_SYSTEM_COLLATION = 33  # utf8mb3_general_ci
_KINDS = {
    "i": ColumnSpec("", ColumnType.LONGLONG),
    "f": ColumnSpec("", ColumnType.DOUBLE),
    "s": ColumnSpec("", ColumnType.BLOB, length=4, collation=_SYSTEM_COLLATION),
    "b": ColumnSpec("", ColumnType.BLOB, length=4),
    "t": ColumnSpec("", ColumnType.DATETIME2),
}
# Grant tables, as ACL_TABLE_READ means them.
_GRANTS = frozenset(
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
# Their changes are never replicated.
_NOT_REPLICATED = frozenset(
    ["general_log", "gtid_executed", "slave_master_info", "slave_relay_log_info", "slave_worker_info", "slow_log"]
)
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
_OWN_ACCOUNTS = (("mysql.infoschema", "localhost"), ("mysql.session", "localhost"), ("mysql.sys", "localhost"))
_PERFORMANCE_SCHEMA = Engine("PERFORMANCE_SCHEMA")


def is_placeholder(table: Table) -> bool:
    """Whether the log sees no table here: information_schema and sys are views of the server's own."""
    return table.schema == "information_schema" or (table.schema == "sys" and table.name != "sys_config")


def reads_dictionary(table: Table) -> bool:
    """Whether the data dictionary is behind it: a Query event then names no databases (captured: system_tables_*)."""
    return table.schema == "information_schema" and table.name.lower() not in _NOT_OF_DICTIONARY


def is_not_replicated(table: Table) -> bool:
    """Whether the table is a server's own business: no change of it is logged."""
    return table.schema == "performance_schema" or (table.schema == "mysql" and table.name in _NOT_REPLICATED)


def system_table_reason(schema: str, name: str, policy: UnsafePolicy) -> UnsafeReason | None:
    """What makes a statement unsafe that uses the table: the log tables, performance_schema, grant tables."""
    if schema == "performance_schema" or (schema == "mysql" and name in _NOT_REPLICATED):
        return UnsafeReason.SYSTEM_TABLE
    if schema == "mysql" and name in _GRANTS and UnsafeReason.ACL_TABLE_READ in policy.reasons:
        return UnsafeReason.ACL_TABLE_READ
    if schema == "sys" and name != "sys_config":
        return UnsafeReason.SYSTEM_FUNCTION if name == "version" else UnsafeReason.SYSTEM_TABLE
    return None


def is_view_of_server(schema: str, name: str) -> bool:
    """Whether a server has a table or view of that name in a system database."""
    return (schema, name) in _tables()


def logs_rows_of(schema: str, name: str) -> bool:
    """Whether changed rows of a system table are logged."""
    return (schema, name) in _tables() and not is_not_replicated(_tables()[schema, name][0])


def shows_local_times(table: Table) -> bool:
    """Whether it has times that a server converts to the session's time zone."""
    return table.schema == "information_schema" and table.name.lower() in ("partitions", "tables")


def reading_warning(table: Table) -> Diagnostic | None:
    """Warning 1287 for information_schema.PROCESSLIST."""
    if (table.schema, table.name.lower()) != ("information_schema", "processlist"):
        return None
    names = ("INFORMATION_SCHEMA.PROCESSLIST", "performance_schema.processlist")
    return mysql_warning("ER_WARN_DEPRECATED_SYNTAX", *names)


def system_table(schema: str, name: str, catalog: Catalog) -> TableData | None:
    """The table of a system database, with what is known of its rows; None in other databases.

    ER_NO_SUCH_TABLE for a name that the database has not.
    """
    if schema.lower() in _CASELESS:
        schema, name = schema.lower(), name.lower()
    if schema not in SYSTEM_SCHEMAS or schema in catalog.schemas:
        return None
    known = _tables().get((schema, name.lower() if schema in _CASELESS else name))
    if known is None and schema == "mysql" and name in _DICTIONARY:
        raise mysql_error("ER_NO_SYSTEM_TABLE_ACCESS", _DICTIONARY[name], schema, name)
    if known is None:
        raise mysql_error("ER_NO_SUCH_TABLE", schema, name)
    definition, has_rows = known
    data = TableData(definition)
    data.born = 0  # as old as the server
    if (schema, name) == ("mysql", "user"):
        for user, host in {*catalog.accounts, *_OWN_ACCOUNTS}:
            data.insert((host, user, *[None] * (len(definition.columns) - 2)))
    elif has_rows:
        data.insert((None,) * len(definition.columns))
    return data


@lru_cache
def _tables() -> dict[tuple[str, str], tuple[Table, bool]]:
    """Definition, and whether a fresh server has rows, by database and name."""
    found = {}
    for line in data.lines("system_tables.txt"):
        full, engine, rows, *columns = line.split()
        schema, _, name = full.partition(".")
        found[schema, name.lower() if schema in _CASELESS else name] = (
            _table(schema, name, engine, columns),
            rows == "+",
        )
    return found


def _table(schema: str, name: str, engine: str, columns: list[str]) -> Table:
    made = []
    for text in columns:
        kind, _, column = text.partition(":")
        spec = _KINDS[kind]
        made.append(Column(ColumnSpec(column, spec.type, length=spec.length, collation=spec.collation)))
    keys = (Key("PRIMARY", (KeyPart(0), KeyPart(1)), unique=True),) if (schema, name) == ("mysql", "user") else ()
    known = _PERFORMANCE_SCHEMA if schema == "performance_schema" else ENGINES.get(engine.lower(), ENGINES["innodb"])
    return Table(schema, name, known, tuple(made), keys)
