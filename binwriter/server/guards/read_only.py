"""READ ONLY transactions, read_only and super_read_only: what they refuse (errors 1792 and 1290).

Source: MySQL manual, "START TRANSACTION" and "SET TRANSACTION"; which statements are refused as seen on a 9.7.4. What
commits first is refused only where all transactions of the session are READ ONLY; a table that is to be written is
refused before anybody asks whether it exists. super_read_only refuses the same to everybody, but for temporary tables;
read_only to accounts without CONNECTION_ADMIN and SUPER, which are not asked for privileges first.
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.named_tables import CHANGES_TABLE, is_temporary_ddl
from binwriter.sql.command_table import traits_of
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementKind, StatementProfile

_FIRST_OF_ALL = frozenset({"create_db", "drop_db", "create_view", "create_trigger", "drop_trigger"})
_KNOWS_ITS_TABLES = frozenset({"select", "update_multi"})


def check_definition(runner: Execution, statement: BoundStatement) -> None:
    """Refuses DDL, table maintenance and LOCK TABLES .. WRITE. ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION."""
    variables, parsed, profile = runner.session.variables, statement.parsed, statement.profile
    if _changes_server(runner, statement):
        refuse_read_only(runner)
    commits = profile is None or profile.implicit_commit
    if not (variables.get("transaction_read_only") if commits else variables.read_only()):
        return
    is_ddl = profile is not None and profile.kind is StatementKind.DDL
    if is_ddl or (isinstance(parsed.node, AdminSyntax) and _is_refused(runner, parsed.node)):
        if commits:
            runner.session.commit()
        raise _error()


def _changes_server(runner: Execution, statement: BoundStatement) -> bool:
    """Whether super_read_only is in the statement's way: it changes more than temporary tables."""
    parsed = statement.parsed
    if CommandTrait.NOT_SUPER_READ_ONLY in parsed.traits:
        return True
    node = parsed.node
    if isinstance(node, AdminSyntax):
        return _writes_tables(runner, node)
    if not parsed.traits & (CommandTrait.DEFINES | CommandTrait.MAKES_TABLES) or is_temporary_ddl(parsed):
        return False
    changed = [table for table in statement.named if table.use in CHANGES_TABLE]
    database = runner.session.database
    return not changed or any(table.view or _is_permanent(runner, *table.key(database)) for table in changed)


def _writes_tables(runner: Execution, node: AdminSyntax) -> bool:
    """ANALYZE and OPTIMIZE write an engine's own statistics; LOCK TABLES .. WRITE announces changes."""
    if node.command == "lock_tables":
        return _is_refused(runner, node)
    if node.command not in ("analyze", "optimize") or "HISTOGRAM" in node.words:
        return False
    database = runner.session.database
    return any(_is_of_innodb(runner, schema or database, name) for schema, name in node.tables)


def _is_of_innodb(runner: Execution, schema: str | None, name: str) -> bool:
    try:
        table = runner.front_end.database.table(schema, name).definition
    except MySQLError:
        return False
    return table.engine.two_phase and not table.temporary


def _is_refused(runner: Execution, node: AdminSyntax) -> bool:
    if node.command == "flush_tables_locked":
        return bool(node.tables)
    if node.command == "lock_tables":
        names = (name for name, mode in zip(node.tables, node.modes, strict=True) if mode == "WRITE")
        return any(_is_permanent(runner, schema or runner.session.database, name) for schema, name in names)
    return CommandTrait.NOT_READ_ONLY in traits_of(node.command)


def refuse_read_only(runner: Execution) -> None:
    """MySQLError ER_OPTION_PREVENTS_STATEMENT if the server is so."""
    if (error := _refused_by_option(runner)) is not None:
        raise error


def check_commit(runner: Execution) -> None:
    """What waits to be logged does not get into a server that became read only meanwhile: ER_OPTION_PREVENTS_STATEMENT,
    and all is taken back (captured: clusters/commits_of_read_only). Where only rows of temporary tables have
    changed it does (captured: clusters/temporary_rows_of_read_only, clusters/tried_rows_of_read_only)."""
    transaction = runner.session.log.transaction
    if transaction.trx_cache and transaction.transactional_write:
        refuse_read_only(runner)


def check_account(runner: Execution, statement: BoundStatement) -> None:
    """What an account may not do with databases and tables of a server that is read only, whatever its privileges."""
    if runner.programs.rights is None or (error := _refused_by_option(runner)) is None:
        return
    parsed, database = statement.parsed, statement.context.database
    if parsed.command in _FIRST_OF_ALL:
        raise error
    if parsed.command in _KNOWS_ITS_TABLES or is_temporary_ddl(parsed):
        return
    changed = [table.key(database) for table in statement.named if table.use in CHANGES_TABLE]
    changed += [(schema_of(table, database) or "", table.name) for table in statement.targets]
    if any(_is_permanent(runner, *key) for key in changed):
        raise error


def check_targets(runner: Execution, statement: BoundStatement, *, prepares: bool = False) -> None:
    """Refuses a statement that names a table to write that is not temporary. prepares: it does not run yet."""
    error, database = _refusal(runner, prepares=prepares), statement.context.database
    if statement.parsed.command == "update_multi" and runner.programs.rights is not None:
        return  # which tables change is known when all are open: see check_changes
    missing = runner.programs.rights is None or statement.parsed.command not in _KNOWS_ITS_TABLES
    if error is not None and any(
        _is_permanent(runner, schema_of(table, database), table.name, missing=missing) for table in statement.targets
    ):
        raise error


def _is_permanent(runner: Execution, schema: str | None, name: str, *, missing: bool = True) -> bool:
    """missing: what is said of a table that there is not."""
    database = runner.front_end.database
    if runner.temporary.find(schema or "", name) is not None or (schema or "").lower() == "information_schema":
        return False
    try:
        return not database.table(schema, name).definition.temporary
    except MySQLError:
        return missing


def check_changes(runner: Execution, profile: StatementProfile, *, prepares: bool = False) -> None:
    """Refuses a change of a table that is not temporary, by a program too."""
    error = _refusal(runner, prepares=prepares)
    if error is not None and any(not access.temporary for access in profile.written):
        raise error


def _refusal(runner: Execution, *, prepares: bool) -> MySQLError | None:
    """What a change of a table that is not temporary meets now; the server's own refusal comes first."""
    if not prepares and (error := _refused_by_option(runner)) is not None:
        return error
    return _error() if runner.session.variables.read_only() else None


def _refused_by_option(runner: Execution) -> MySQLError | None:
    """ER_OPTION_PREVENTS_STATEMENT where the server's read_only or super_read_only counts for this account."""
    variables, rights = runner.session.server.variables, runner.programs.rights
    if not variables.get("read_only") and not variables.get("super_read_only"):
        return None
    if rights is not None and not rights.may("SUPER", "CONNECTION_ADMIN"):
        return mysql_error("ER_OPTION_PREVENTS_STATEMENT", "--read-only")
    return (
        mysql_error("ER_OPTION_PREVENTS_STATEMENT", "--super-read-only") if variables.get("super_read_only") else None
    )


def _error() -> MySQLError:
    return mysql_error("ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION")
