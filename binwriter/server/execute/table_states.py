"""What ANALYZE, OPTIMIZE, REPAIR and CHECK TABLE say of a table or view: captures of a 9.7.4 (dialogues/maintained,
clusters/tables_maintained)."""

from __future__ import annotations

from collections.abc import Collection

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.by_version import error_in_version
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.system_tables import STATISTICS, SYSTEM_SCHEMAS
from binwriter.sql.context import StatementContext
from binwriter.sql.privileges.check import check_view
from binwriter.sql.syntax.administration import AdminSyntax, KeyCacheSyntax
from binwriter.sql.system.columns import refuse_invalid
from binwriter.sql.system.sight import Sight
from binwriter.sql.text.words import ParsedStatement
from binwriter.storage.table_data import TableData

# which engines know nothing of what
_ALWAYS = ("MEMORY", "BLACKHOLE")
WITHOUT = {
    "analyze": (*_ALWAYS, "CSV", "ARCHIVE", "MRG_MYISAM"),
    "check": _ALWAYS,
    "optimize": (*_ALWAYS, "CSV", "MRG_MYISAM"),
    "repair": (*_ALWAYS, "INNODB", "MRG_MYISAM"),
}


_OF_KEY_CACHES = ("assign_to_keycache", "preload_keys")


def knows(engine: str, command: str) -> bool:
    """Whether an engine does what the command asks for: caches of keys are MyISAM's (captured: clusters/key_caches)."""
    if command in _OF_KEY_CACHES:
        return engine.upper() == "MYISAM"
    return engine.upper() not in WITHOUT.get(command, ())


def check_key_cache(runner: Execution, syntax: KeyCacheSyntax) -> None:
    """ER_UNKNOWN_KEY_CACHE."""
    caches = runner.session.variables.global_variables.key_caches
    if syntax.command == "assign_to_keycache" and not caches.takes(syntax.argument):
        raise mysql_error("ER_UNKNOWN_KEY_CACHE", syntax.argument)


def refuse_keys(syntax: KeyCacheSyntax, name: tuple[str | None, str], table: Table) -> None:
    """ER_PARTITION_MGMT_ON_NONPARTITIONED, and ER_KEY_DOES_NOT_EXITS where an engine has such caches (captured:
    clusters/key_caches_by_name)."""
    if syntax.partitioned and table.partitioning is None:
        raise mysql_error("ER_PARTITION_MGMT_ON_NONPARTITIONED")
    known = {key.name.lower() for key in table.keys}
    for key in syntax.keys[syntax.tables.index(name)] if knows(table.engine.name, syntax.command) else ():
        if key.lower() not in known:
            raise mysql_error("ER_KEY_DOES_NOT_EXITS", key, table.name)


RECREATES = "Table does not support optimize, doing recreate + analyze instead"
OF_STATISTICS = frozenset(("mysql", name) for name in STATISTICS)


def statistics_kept() -> tuple[tuple[str, str], ...]:
    """What OPTIMIZE TABLE says of the tables of InnoDB's statistics, which it may not make anew."""
    refused = mysql_error("ER_NOT_ALLOWED_COMMAND").message
    return ("note", RECREATES), ("error", refused), ("status", "Operation failed")


def done(data: TableData, command: str, options: Collection[str], now: int) -> str:
    """How the command ends: MyISAM tells where there was nothing to be done, and when it looked. now: microseconds."""
    if data.definition.engine.name.upper() != "MYISAM" or command not in WITHOUT:
        return "OK"
    had_nothing = data.maintained.has_nothing_for(command, data.version, options)
    has_keys = bool(data.definition.keys)
    data.maintained = data.maintained.after(command, data.version, has_keys=has_keys, options=options)
    if command != "analyze" and not had_nothing:
        data.maintained = replace(data.maintained, checked_at=now)
    return "Table is already up to date" if had_nothing else "OK"


def without_table(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, key: tuple[str, str], context: StatementContext
) -> list[tuple[str, str]]:
    """What is told where there is no table of that name: a view can be checked. key: database and name."""
    schema, name = key
    database = runner.front_end.database_of(context)
    names_database = context.variables.behaviour.names_missing_database
    if names_database and schema not in SYSTEM_SCHEMAS and database.catalog.place(schema) is None:
        return [("Error", mysql_error("ER_BAD_DB_ERROR", schema).message), ("error", "Corrupt")]
    try:
        view = database.view(schema, name, reads=syntax.command == "check")
        if view is not None and syntax.command == "check":
            check_view(schema, name, parsed, database, context)
    except MySQLError as error:  # its definer is gone (captured: definers_that_are_gone)
        return [("Error", error.message), ("error", "Corrupt")]
    if view is None:
        failed = [("Error", f"Table '{schema}.{name}' doesn't exist")]
    elif syntax.command != "check":
        failed = [("Error", mysql_error("ER_WRONG_OBJECT", schema, name, "BASE TABLE").message)]
    else:
        try:
            refuse_invalid(view, Sight(database, context))
        except MySQLError as error:
            version = context.variables.profile.version_number
            told = [error_in_version(condition, version) for condition in error.earlier]
            beneath = [("Error", condition.message) for condition in told]  # up to 5.7
            return [*beneath, ("Error", error.message), ("error", "Corrupt")]
        return [("status", "OK")]
    return [*failed, ("status", "Operation failed")]
