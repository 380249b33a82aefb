"""What SHOW, EXPLAIN, FLUSH, SET and other statements about the server ask for.

Captured: tests/golden/privileges.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.privileges import OF_TABLES
from binwriter.sql.command_table import requires
from binwriter.sql.privileges.asking import PRIVATE, Asking
from binwriter.sql.privileges.statements import read_tree
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.session import ReferenceSystemSyntax, Set, SetUserVariable, SetVariable

_LOGS = "SUPER, REPLICATION CLIENT"
_FLUSHED = {
    "PRIVILEGES": "RELOAD or FLUSH_PRIVILEGES",
    "STATUS": "RELOAD or FLUSH_STATUS",
    "USER_RESOURCES": "RELOAD or FLUSH_USER_RESOURCES",
    "OPTIMIZER_COSTS": "RELOAD or FLUSH_OPTIMIZER_COSTS",
}
_TABLES = "RELOAD or FLUSH_TABLES"


def _node(asking: Asking) -> AdminSyntax:
    node = asking.parsed.node
    assert isinstance(node, AdminSyntax)
    return node


@requires("flush", "flush_tables_locked")
def _flush(asking: Asking) -> None:
    node = _node(asking)
    for schema, _ in node.tables:
        asking.place(schema)
    if node.command == "flush" and node.words:
        for word in node.words:
            asking.server(_FLUSHED.get(word, "RELOAD"))
        return
    asking.server(_TABLES)
    if node.command == "flush_tables_locked" and node.tables:
        _locks(asking)


@requires("lock_tables")
def _locks(asking: Asking) -> None:
    for schema, name in _node(asking).tables:
        if not asking.is_temporary(schema, name):
            asking.schema(("LOCK TABLES",), schema)
            asking.table(("SELECT",), schema, name)


@requires("import")
def _import(asking: Asking) -> None:
    asking.place(None)
    asking.file()


@requires("alter_instance")
def _alter_instance(asking: Asking) -> None:
    words = " ".join(asking.parsed.words_text.upper().split())
    for part, needed in _INSTANCE.items():
        if part in words:
            asking.server(needed)
            return


_INSTANCE = {
    "ROTATE INNODB": "SUPER or ENCRYPTION_KEY_ADMIN",
    "ROTATE BINLOG": "SUPER or BINLOG_ENCRYPTION_ADMIN",
    "RELOAD KEYRING": "ENCRYPTION_KEY_ADMIN",
    "REDO_LOG": "INNODB_REDO_LOG_ENABLE",
    "RELOAD TLS": "CONNECTION_ADMIN",
}


@requires("create_srs", "drop_srs")
def _reference_systems(asking: Asking) -> None:
    if not asking.rights.may("SUPER", "CREATE_SPATIAL_REFERENCE_SYSTEM"):
        syntax = asking.parsed.node
        assert isinstance(syntax, ReferenceSystemSyntax)
        raise mysql_error("ER_CMD_NEED_SUPER_OR_CREATE_SPATIAL_REFERENCE_SYSTEM", syntax.called)


# --- SHOW -------------------------------------------------------------------------------------------------------------


@requires("show", "show_triggers")
def _show(asking: Asking) -> None:
    node = _node(asking)
    words = tuple(word for word in node.words if word not in ("FULL", "GLOBAL", "SESSION", "EXTENDED", "LOCAL"))
    for length in (3, 2, 1):
        worker = _SHOWN.get(words[:length])
        if worker is not None:
            worker(asking, node)
            return


def _some_of_table(asking: Asking, node: AdminSyntax) -> None:
    for schema, name in (_full_name(node),) if node.tables else ():
        place, catalog = asking.place(schema), asking.database.catalog
        if place not in catalog.schemas or catalog.find(place, name) or catalog.view(place, name):
            asking.some(place, name)


def _full_name(node: AdminSyntax) -> tuple[str | None, str]:
    """SHOW COLUMNS FROM t FROM d names the database behind the table."""
    schema, name = node.tables[0]
    return (node.tables[1][1] if len(node.tables) > 1 and schema is None else schema), name


def _create_table(asking: Asking, node: AdminSyntax) -> None:
    schema, name = node.tables[0]
    place = asking.place(schema)
    if asking.is_temporary(place, name) or place.lower() == PRIVATE:
        return
    view = asking.database.catalog.view(place, name)
    if asking.behaviour.shows_selected:
        asking.table(("SELECT",), place, name)
        return
    if view is not None and "SELECT" in asking.rights.in_schema(place) | set(asking.rights.on_table(place, name)):
        asking.table(("SHOW VIEW",), place, name)
        return
    whole = any("" in columns for columns in asking.rights.on_table(place, name).values())
    if not OF_TABLES & asking.rights.in_schema(place) and not whole:
        raise asking.table_denied("SHOW", name)


def _create_view(asking: Asking, node: AdminSyntax) -> None:
    schema, name = node.tables[0]
    place = asking.place(schema)
    if not asking.is_temporary(place, name) and place.lower() != PRIVATE:
        try:
            asking.table(("SELECT",), place, name)
        except MySQLError as error:
            if not (asking.behaviour.accounts_by_8_0 or asking.behaviour.shows_selected):
                hidden = asking.table_denied("SHOW", name)
                error.later = (Diagnostic("Error", hidden.code, hidden.message),)
            raise
        if asking.database.catalog.view(place, name) is not None:
            asking.table(("SHOW VIEW",), place, name)


def _create_trigger(asking: Asking, node: AdminSyntax) -> None:
    schema, name = node.tables[0]
    trigger = asking.database.programs.find(ProgramKind.TRIGGER, asking.place(schema), name)
    if trigger is not None and asking.rights.missing(("TRIGGER",), trigger.schema, trigger.table):
        raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", "TRIGGER")


def _in_database(asking: Asking, node: AdminSyntax) -> None:
    """The list of a database: any privilege in it will do."""
    place = node.tables[0][1] if node.tables else asking.context.database
    if not place:
        raise mysql_error("ER_NO_DB_ERROR")
    known = place in asking.database.catalog.schemas or place.lower() in ("mysql", "sys")
    if not asking.behaviour.accounts_by_8_0 and asking.rights.everywhere:
        return  # any privilege of the whole server will do
    if known and not asking.rights.touches_schema(place):
        raise mysql_error("ER_DBACCESS_DENIED_ERROR", *asking.rights.account, place)


def _events(asking: Asking, node: AdminSyntax) -> None:
    asking.schema(("EVENT",), node.tables[0][1] if node.tables else None)


def _create_database(asking: Asking, node: AdminSyntax) -> None:
    if node.tables and not asking.rights.touches_schema(node.tables[0][1]):
        raise asking.schema_hidden(node.tables[0][1])


def _create_routine(kind: str) -> Callable[[Asking, AdminSyntax], None]:
    def shown(asking: Asking, node: AdminSyntax) -> None:
        schema, name = node.tables[0]
        place = asking.place(schema)
        readable = {"SELECT", "SHOW_ROUTINE"} & asking.rights.everywhere
        if not readable and not asking.rights.touches_routine(kind, place, name):
            raise mysql_error("ER_SP_DOES_NOT_EXIST", kind, name)

    return shown


def _create_event(asking: Asking, node: AdminSyntax) -> None:
    asking.schema(("EVENT",), node.tables[0][0])


def _of_accounts(asking: Asking, node: AdminSyntax) -> None:
    """SHOW GRANTS and SHOW CREATE USER of others: who may read mysql.user. For SHOW GRANTS the same name will do."""
    if node.argument and not node.argument.upper().startswith("CURRENT_USER"):
        user, _, host = node.argument.rpartition("@")
        if "CREATE" in node.words and (user, host) != asking.rights.account:
            asking.schema(("SELECT",), "mysql")
            asking.table(("SELECT",), "mysql", "user")
        elif user != asking.rights.account[0]:
            if not asking.behaviour.accounts_by_8_0:
                asking.schema(("SELECT",), "mysql")
            asking.table(("SELECT",), "mysql", "user")


def _lists_logs(asking: Asking, node: AdminSyntax) -> None:
    asking.server(_LOGS if asking.behaviour.clients_list_logs else "SUPER")


def _server(needed: str) -> Callable[[Asking, AdminSyntax], None]:
    return lambda asking, node: asking.server(needed)


_SHOWN: dict[tuple[str, ...], Callable[[Asking, AdminSyntax], None]] = {
    ("COLUMNS",): _some_of_table,
    ("FIELDS",): _some_of_table,
    ("INDEX",): _some_of_table,
    ("INDEXES",): _some_of_table,
    ("KEYS",): _some_of_table,
    ("CREATE", "TABLE"): _create_table,
    ("CREATE", "VIEW"): _create_view,
    ("CREATE", "DATABASE"): _create_database,
    ("CREATE", "SCHEMA"): _create_database,
    ("CREATE", "PROCEDURE"): _create_routine("PROCEDURE"),
    ("CREATE", "FUNCTION"): _create_routine("FUNCTION"),
    ("CREATE", "EVENT"): _create_event,
    ("CREATE", "TRIGGER"): _create_trigger,
    ("CREATE", "USER"): _of_accounts,
    ("GRANTS",): _of_accounts,
    ("TABLES",): _in_database,
    ("TABLE", "STATUS"): _in_database,
    ("TRIGGERS",): _in_database,
    ("EVENTS",): _events,
    ("ENGINE",): _server("PROCESS"),
    ("BINARY", "LOGS"): _lists_logs,
    ("BINARY", "LOG", "STATUS"): _server(_LOGS),
    ("MASTER", "LOGS"): _lists_logs,
    ("MASTER", "STATUS"): _server(_LOGS),
    ("REPLICA", "STATUS"): _server(_LOGS),
    ("SLAVE", "STATUS"): _server(_LOGS),
    ("BINLOG", "EVENTS"): _server("REPLICATION SLAVE"),
    ("RELAYLOG", "EVENTS"): _server("REPLICATION SLAVE"),
    ("REPLICAS",): _server("REPLICATION SLAVE"),
}


# --- SET --------------------------------------------------------------------------------------------------------------


@requires("set_option")
def _set(asking: Asking) -> None:
    """What the values read. The variables themselves are asked for one by one, as they are assigned."""
    node = asking.parsed.node
    if isinstance(node, Set):
        for item in node.assignments:
            if isinstance(item, (SetVariable, SetUserVariable)) and isinstance(item.value, exp.Expression):
                read_tree(asking, item.value)
