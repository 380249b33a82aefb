"""What statements do in the transaction of a session whose client follows it (session_track_transaction_info)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlglot import exp

from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.binlog.rules.unsafe import transaction_unsafe_reasons
from binwriter.catalog.tables import Table
from binwriter.mysql.variables.rules import NEXT_TRANSACTION
from binwriter.mysql.variables.spec import folded
from binwriter.server.execute.taking_part import lists_dictionary, tables_behind, tables_of
from binwriter.server.execution import Execution
from binwriter.server.show import show as shows
from binwriter.sql.binding.named_tables import is_temporary_ddl
from binwriter.sql.binding.prelocking import LockedTable, Prelocking
from binwriter.sql.binding.profile import for_update_nodes, view_reasons
from binwriter.sql.binding.system_tables import reads_dictionary, system_table_reason
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.unsafe_reasons import parse_time_reasons
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.programs import Deallocate, Prepare
from binwriter.sql.syntax.session import Scope, Set, SetNames, SetTransaction, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.news import Did, SessionNews
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess, UnsafeReason

# (transactional, written)
_OF_TABLES = {
    (True, False): Did.READ_T,
    (True, True): Did.WROTE_T,
    (False, False): Did.READ_N,
    (False, True): Did.WROTE_N,
}
_PERFORMANCE = Did.READ_N | Did.UNSAFE
_OF_PERFORMANCE = ("VARIABLES", "STATUS")  # what SHOW lists of it
_OF_NAMES = ("character_set_client", "character_set_connection", "character_set_results")


def note_change(runner: Execution, profile: StatementProfile, decision: LoggingDecision, *, logging: bool) -> None:
    """A statement that changes rows. logging: where nothing is logged, its place in the transaction counts for
    nothing."""
    unsafe = decision.unsafe if logging else profile.unsafe
    _use(runner, _of_accesses(profile.tables) | (Did.UNSAFE if unsafe else Did(0)))


def note_query(
    runner: Execution,
    parsed: ParsedStatement,
    trees: Iterable[exp.Expression],
    prelocking: Prelocking | None,
    context: StatementContext,
) -> None:
    """A statement that reads: SELECT, DO, SET, CALL. prelocking: what its functions lock."""
    did = Did(0)
    for tree in trees:
        accesses = tuple(_read(runner, tree, context))
        profile = StatementProfile(StatementKind.OTHER, parsed.command, accesses)
        reasons = [
            *transaction_unsafe_reasons(profile, runner.session.transaction_state()),
            *parse_time_reasons(parsed, tree, runner.session.server.policy.unsafe),
            *view_reasons(tree, runner.front_end.database_of(context), context),
            *_of_system_tables(runner, accesses),
        ]
        writes = any(access.write for access in accesses)
        if any(writes or reason is not UnsafeReason.XA for reason in reasons):
            did |= Did.UNSAFE
        did |= _of_accesses(accesses)
        if any(map(reads_dictionary, tables_of(runner, tree, context))):
            did |= Did.READ_T
    for locked in prelocking.tables if prelocking is not None else ():
        if not locked.own:
            did |= _OF_TABLES[locked.table.engine.transactional, locked.write]
    _use(runner, did)


def note_locked(news: SessionNews, runner: Execution, opened: Iterable[LockedTable]) -> None:
    """LOCK TABLES; the tables count as used."""
    accesses = tuple(_access(locked.table, write=locked.write) for locked in opened)
    profile = StatementProfile(StatementKind.OTHER, "lock_tables", accesses)
    unsafe = transaction_unsafe_reasons(profile, runner.session.transaction_state())
    news.locked(now=True)
    if news.follows:
        _use(runner, _of_accesses(accesses) | (Did.UNSAFE if unsafe else Did(0)))


def note_set(news: SessionNews, command: Set) -> None:
    """SET was carried out."""
    for item in command.assignments:
        if isinstance(item, SetUserVariable):
            news.state = True
        else:
            news.variables.update(_assigned(item))


def _assigned(item: object) -> tuple[str, ...]:
    """The session's variables that it assigned, by name."""
    if isinstance(item, SetNames):
        return _OF_NAMES
    if isinstance(item, SetTransaction) and item.scope is Scope.SESSION and not item.next_only:
        names = (("transaction_isolation", item.level), ("transaction_read_only", item.read_only))
        return tuple(name for name, value in names if value is not None)
    if isinstance(item, SetVariable) and item.scope is Scope.SESSION and not _is_of_next(item):
        return (folded(item.name),)
    return ()


def _is_of_next(item: SetVariable) -> bool:
    return item.next_only and folded(item.name) in NEXT_TRANSACTION


def note_command(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """What is no statement of rows: SHOW, EXPLAIN, HANDLER and their like; and what makes another state of the
    session, of which the client is told that there is one."""
    node, news = parsed.node, runner.session.news
    if news is not None and _changes_state(runner, node):
        news.state = True
    if parsed.command == "flush_tables_locked" and isinstance(node, AdminSyntax) and node.tables and news is not None:
        news.locked(now=True)
    if is_temporary_ddl(parsed) and news is not None:  # a server takes it for the end, which it is not
        news.ended()
    if parsed.command == "show" and isinstance(node, AdminSyntax):
        words = shows.subject_of(runner, node)
        if lists_dictionary(runner, words):
            _use(runner, Did.READ_T)
        elif words[:1] and words[0] in _OF_PERFORMANCE:
            _use(runner, _PERFORMANCE)
        elif "LIMIT" in words:
            _use(runner, Did.UNSAFE)
    elif parsed.command == "explain" and isinstance(node, AdminSyntax) and node.statement is not None:
        _note_explained(runner, node.statement, context)
    elif parsed.command in ("checksum", "show_triggers", "ha_read"):
        _use(runner, Did.READ_T)


def _note_explained(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    if CommandTrait.CHANGES_ROWS in parsed.traits:
        _use(runner, _of_accesses(runner.front_end.profile(parsed, context).tables))
    elif isinstance(parsed.node, exp.Expression):
        note_query(runner, parsed, (parsed.node,), None, context)


def _changes_state(runner: Execution, node: object) -> bool:
    if isinstance(node, (Prepare, Deallocate)):
        return not node.name.startswith("\0")  # of a client's library
    if isinstance(node, CreateTableSyntax):
        return node.temporary and node.select is None
    if isinstance(node, exp.Drop):
        return bool(node.args.get("temporary"))
    if isinstance(node, AlterTableSyntax):
        schema = node.schema or runner.session.database or ""
        return runner.temporary.find(schema, node.name) is not None
    return False


def _use(runner: Execution, did: Did) -> None:
    news = runner.session.news
    if news is not None:
        news.used(did, autocommit=runner.session.variables.settings.autocommit)


def _access(table: Table, *, write: bool) -> TableAccess:
    return TableAccess(table.schema, table.name, table.engine, write=write, temporary=table.temporary)


def _of_accesses(accesses: Iterable[TableAccess]) -> Did:
    did = Did(0)
    for access in accesses:
        did |= _OF_TABLES[access.engine.transactional, access.write]
    return did


def _of_system_tables(runner: Execution, accesses: Iterable[TableAccess]) -> Iterator[UnsafeReason]:
    """Grant tables are read without locks, which makes no query unsafe."""
    for access in accesses:
        reason = system_table_reason(access.schema, access.table, runner.session.server.policy.unsafe)
        if reason is not None and reason is not UnsafeReason.ACL_TABLE_READ:
            yield reason


def _read(runner: Execution, tree: exp.Expression, context: StatementContext) -> Iterator[TableAccess]:
    """The base tables that a query opens; FOR UPDATE writes."""
    written = for_update_nodes(tree)
    for node in table_nodes(tree):
        for table in tables_behind(runner, node, context):
            if table.schema != "information_schema":
                yield _access(table, write=id(node) in written)
