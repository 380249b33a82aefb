"""Statements that administer what is not here: plugins, tablespaces for undo, resource groups.

None is logged; most commit the open transaction first. What they answer on a fresh 9.7.4: captures
(tests/golden/scenarios/refused_administration_*.scn).
"""

from __future__ import annotations

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.engines import ENGINE_ALIASES, ENGINES
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.server_lists import PLUGINS
from binwriter.mysql.variables.spec import SEMI_SYNC, SEMI_SYNC_LIBRARY
from binwriter.server import changed_variables
from binwriter.server.execute.administers import administers
from binwriter.server.execution import Execution
from binwriter.server.guards.accounts import activate, mandatory_roles
from binwriter.server.guards.read_only import refuse_read_only
from binwriter.sql.accounts.log import shown_in_backticks
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.tablespaces import change_undo_tablespaces
from binwriter.sql.functions import loadable
from binwriter.sql.syntax.administration import AdminSyntax, UndoTablespaceSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult

_PLUGIN_DIRECTORY = "/usr/lib/mysql/plugin/"
_DONE = StatementResult(affected=0)
_LOGFILES = "CREATE/ALTER/DROP LOGFILE GROUP"


@administers("install_plugin", "uninstall_plugin", unlogged=True)
def plugin(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """INSTALL PLUGIN, UNINSTALL PLUGIN, CREATE FUNCTION .. SONAME."""
    verb, name = syntax.words[0], syntax.argument
    variables = runner.session.server.variables
    is_there = variables.table.find(f"{SEMI_SYNC}_enabled") is not None
    if verb == "INSTALL" and name == SEMI_SYNC_LIBRARY:
        if is_there:
            raise mysql_error("ER_UDF_EXISTS", SEMI_SYNC)
        variables.table = variables.table.with_plugin(SEMI_SYNC)
        return StatementResult(diagnostics=tuple(context.diagnostics))
    if verb == "UNINSTALL" and name.lower() == SEMI_SYNC and is_there:
        variables.assign(f"{SEMI_SYNC}_enabled", False)
        variables.table = variables.table.without_plugin(SEMI_SYNC)
        return _DONE
    if verb == "UNINSTALL":
        if any(str(row[0]).lower() == name.lower() for row in PLUGINS):
            raise mysql_error("ER_PLUGIN_DELETE_BUILTIN")
        raise mysql_error("ER_SP_DOES_NOT_EXIST", "PLUGIN", name)
    if "/" in name:
        raise mysql_error("ER_UDF_NO_PATHS")
    shown = name if verb == "FUNCTION" else _PLUGIN_DIRECTORY + name
    raise _no_library(shown, _PLUGIN_DIRECTORY + name)


def _no_library(shown: str, path: str) -> MySQLError:
    reason = f"{path}: cannot open shared object file: No such file or directory"
    return mysql_error("ER_CANT_OPEN_LIBRARY", shown, 0, reason)


@administers("install_component", "uninstall_component", unlogged=True)
def component(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """INSTALL and UNINSTALL COMPONENT: all that are named, or none. What most of them do is not modelled."""
    installed = runner.front_end.database.components
    table = runner.front_end.database_of(context).table(*_COMPONENTS_TABLE)
    if syntax.argument == "UNINSTALL":
        for urn in syntax.words:
            if urn not in installed:
                context.diagnostics.append(mysql_warning("ER_WARN_UNLOAD_THE_NOT_PERSISTED", urn))
                raise mysql_error("ER_COMPONENTS_UNLOAD_NOT_LOADED", urn)
        for row_id, row in list(table.scan()):
            if str(row[-1]) in syntax.words:
                table.delete(row_id)
        installed.difference_update(syntax.words)
        return _DONE
    new: list[str] = []
    for urn in syntax.words:
        scheme, separator, name = urn.partition("://")
        if not separator or scheme != "file":
            raise mysql_error("ER_COMPONENTS_NO_SCHEME", urn)
        if urn in installed or urn in new:
            raise mysql_error("ER_COMPONENTS_CANT_LOAD", urn)
        if name in _COMPONENTS and urn not in _MODELLED:
            raise UnsupportedError(f"INSTALL COMPONENT '{urn}'", parsed.text)
        if urn not in _MODELLED:
            path = f"{_PLUGIN_DIRECTORY}{name}.so"
            context.diagnostics.append(mysql_warning("ER_COMPONENTS_CANT_LOAD", urn, level="Error"))
            raise _no_library(path, path)
        new.append(urn)
    group = max((int(str(row[1])) for _, row in table.scan()), default=0) + 1
    for urn in new:
        number = table.next_auto_increment()
        table.auto_increment = number + 1
        table.insert((number, group, urn))
    installed.update(new)
    return _DONE


_COMPONENTS_TABLE = ("mysql", "component")
_MODELLED = frozenset(one.component for one in loadable.LOADABLE.values())
_COMPONENT_WORDS = """
    component_audit_api_message_emit component_connection_control component_keyring_file component_log_filter_dragnet
    component_log_sink_json component_log_sink_syseventlog component_mysqlbackup component_mysqlx_global_reset
    component_option_tracker component_query_attributes component_reference_cache component_validate_password
"""
_COMPONENTS = frozenset(_COMPONENT_WORDS.split())


@administers("clone")
def clone(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", "clone")


@administers("restart")
def restart(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    raise mysql_error("ER_RESTART_SERVER_FAILED")


@administers("shutdown")
def shutdown(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """Whoever made the server ends it, if it is one that can be told so; the client has its OK first."""
    end = runner.session.server.on_shutdown
    if end is None:
        raise UnsupportedError("SHUTDOWN", parsed.text, 0)
    runner.session.client.does_behind_answer(end)
    return _DONE


@administers("import")
def import_table(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    raise mysql_error("ER_IMP_NO_FILES_MATCHED", syntax.argument.rpartition("/")[2])


@administers("alter_instance")
def alter_instance(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """Of keys only those of the log can be rotated, and only where it is encrypted."""
    if syntax.words == ("ROTATE", "INNODB", "MASTER", "KEY"):
        refuse_read_only(runner)
    seconds = context.start_microseconds // 1_000_000
    if syntax.words == ("ROTATE", "BINLOG", "MASTER", "KEY") and not changed_variables.renew_master_key(
        runner.session.server, seconds
    ):
        raise mysql_error("ER_RPL_ENCRYPTION_CANNOT_ROTATE_BINLOG_MASTER_KEY")
    error = _INSTANCE_ERRORS.get(syntax.words)
    if error is not None:
        raise mysql_error(error)
    return _DONE


_INSTANCE_ERRORS = {
    ("ROTATE", "INNODB", "MASTER", "KEY"): "ER_CANNOT_FIND_KEY_IN_KEYRING",
    ("RELOAD", "KEYRING"): "ER_RELOAD_KEYRING_FAILURE",
}


@administers("set_role")
def set_role(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """SET ROLE: the roles have to be granted to the session's account."""
    own = account_of(context)
    held = runner.front_end.catalog.grants.find(own)
    granted = (*(held.roles if held is not None else ()), *mandatory_roles(runner))
    named = tuple((user or "", host or "%") for user, host in syntax.tables)
    (choice,) = syntax.words
    for role in named if not choice else ():
        if role not in granted:
            raise mysql_error("ER_ROLE_NOT_GRANTED", shown_in_backticks(role), shown_in_backticks(own))
    chosen = {
        "": named,
        "NONE": (),
        "ALL": tuple(role for role in granted if role not in named),
        "DEFAULT": tuple(held.default_roles) if held is not None else (),
    }
    activate(runner, chosen[choice])
    return _DONE


@administers("create_undo_tablespace", "alter_undo_tablespace", "drop_undo_tablespace", unlogged=True)
def undo_tablespace(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """Tablespaces for undo: names and files."""
    assert isinstance(syntax, UndoTablespaceSyntax)
    change_undo_tablespaces(syntax, runner.front_end.catalog, context)
    return _DONE


@administers("create_logfile_group", "alter_logfile_group", "drop_logfile_group")
def logfile(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """ENGINE names one, or default_storage_engine does (captured: clusters/engines_of_tablespaces)."""
    engine = (syntax.argument or str(context.variables.get("default_storage_engine"))).lower()
    known = ENGINES.get(ENGINE_ALIASES.get(engine, engine))
    if known is None or known.self_logging:
        raise mysql_error("ER_UNKNOWN_STORAGE_ENGINE", syntax.argument)
    if not known.two_phase:
        raise mysql_error("ER_ILLEGAL_HA_CREATE_OPTION", known.name, _LOGFILES)
    refused = mysql_error("ER_FEATURE_UNSUPPORTED", "LOGFILE GROUP", f"by {known.name}")
    refused.later = (mysql_warning("ER_CHECK_NOT_IMPLEMENTED", _LOGFILES, level="Error"),)
    raise refused
