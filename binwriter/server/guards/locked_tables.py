"""LOCK TABLES: what a session that has locked tables may use, and under which names.

Source: MySQL manual, "LOCK TABLES and UNLOCK TABLES Statements"; what is refused and how, as a 9.7.4 does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.server.execution import Execution
from binwriter.server.guards.merged_locks import check_merged, with_merged
from binwriter.server.guards.system_schemas import needs_no_lock
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.foreign_key_tables import children_of, tables_of_keys
from binwriter.sql.binding.named_tables import CHANGES_TABLE, Use
from binwriter.sql.binding.prelocking import locked_by, prelock
from binwriter.sql.binding.profile import events_of
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import base_tables
from binwriter.sql.command_table import COMMANDS
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.alter_table import AlterTableSyntax, RenameTable, RenameTablesSyntax
from binwriter.sql.syntax.load import LOAD
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementKind, StatementProfile

# of a session that has locked nothing but temporary tables: it may use no others either (captured:
# clusters/locked_temporary)
TEMPORARY_ALONE = {("", ""): "TEMPORARY"}


def write_locked(runner: Execution, context: StatementContext) -> tuple[Table, ...]:
    """What LOCK TABLES .. WRITE locks for writing, with the tables of triggers and foreign keys.

    In row form each statement maps all of it (captured: locked_names).
    """
    named = (key for key, modes in runner.locked_aliases.items() if "WRITE" in modes.values())
    written = locked_by(named, runner.front_end.database_of(context), context)
    return tuple(with_merged(written, runner.front_end.catalog))


def check_locks(runner: Execution, statement: BoundStatement) -> None:
    """After LOCK TABLES a session may use the tables it has locked only. ER_TABLE_NOT_LOCKED(_FOR_WRITE)."""
    if not runner.locked_tables:
        return
    tree, context, profile = statement.parsed.node, statement.context, statement.profile
    assert profile is not None
    if profile.kind is StatementKind.DDL:
        try:
            _check_ddl(runner, statement)
        except MySQLError:
            if profile.implicit_commit:  # that comes before
                runner.session.commit()
            raise
    made = None  # a table that is there already, and locked
    if isinstance(tree, CreateTableSyntax) and not tree.temporary and context.variables.behaviour.locks_new_tables:
        made = tree.schema or context.database, tree.name
        if made not in runner.locked_tables:
            raise mysql_error("ER_TABLE_NOT_LOCKED", tree.name)
        if not tree.if_not_exists:
            raise mysql_error("ER_TABLE_EXISTS_ERROR", tree.name)
    if isinstance(tree, (exp.Query, exp.Insert, exp.Update, exp.Delete)):
        # what FLUSH TABLES locks is refused later than what LOCK TABLES does (captured: clusters/flushed_and_locked)
        if context.variables.behaviour.opens_before_locks or not runner.locked_aliases:
            _require_all(runner, statement.parsed, tree, context)
        if context.opens_key_tables:
            _require_key_tables(runner, statement, profile, tree)
        _check_aliases(runner, tree, statement)
    if isinstance(tree, exp.Query):
        database = runner.front_end.database_of(context)
        for node in table_nodes(tree):
            schema = schema_of(node, context.database) or ""
            if needs_no_lock(schema, node.name):
                continue
            if context.variables.behaviour.locks_views or _view_of(runner, schema, node.name) is None:
                require_locked(runner, schema, node.name, write=False)
            for table in base_tables(database, node, context):
                is_there = table.temporary or needs_no_lock(table.schema, table.name)
                if not is_there and (table.schema, table.name) not in runner.locked_tables:
                    raise mysql_error("ER_TABLE_NOT_LOCKED", table.name)
    for access in profile.tables:
        mode = runner.locked_tables.get((access.schema, access.table))
        is_there = needs_no_lock(access.schema, access.table)
        if access.temporary or is_there or (access.schema, access.table) == made:
            continue
        if mode is None:
            raise mysql_error("ER_TABLE_NOT_LOCKED", access.table)
        if access.write and mode == "READ":
            _check_names(runner, statement)
            raise mysql_error("ER_TABLE_NOT_LOCKED_FOR_WRITE", access.table)
    if context.opens_key_tables and profile.kind is not StatementKind.DDL:
        _require_cascades(runner, statement, profile)


def _check_names(runner: Execution, statement: BoundStatement) -> None:
    """What is wrong with names and numbers of values, where that is told before tables are found locked READ; of LOAD
    DATA it is not (captured: clusters/wrong_beside_locks)."""
    context, node = statement.context, statement.parsed.node
    loads = isinstance(node, exp.Insert) and LOAD in node.meta
    if not (loads or context.variables.behaviour.opens_before_locks):
        from binwriter.sql.binding.prepare_checks import check_prepared  # seldom needed

        check_prepared(statement.parsed, runner.front_end.database_of(context), context, has_parameters=False)


def _require_all(runner: Execution, parsed: ParsedStatement, tree: exp.Expression, context: StatementContext) -> None:
    """All tables of the statement and of its triggers are locked somehow. ER_TABLE_NOT_LOCKED."""
    prelocking = runner.programs.prelock(parsed, (tree,), context)
    for locked in prelocking.tables if prelocking is not None else ():
        if not locked.table.temporary:
            require_locked(runner, locked.table.schema, locked.table.name, write=False)


def _require_key_tables(
    runner: Execution, statement: BoundStatement, profile: StatementProfile, tree: exp.Expression
) -> None:
    """What foreign keys of tables lead to that are changed, and locked for reading, is locked somehow: that is asked
    before how the tables themselves are (captured: clusters/locked_beside_keys). ER_TABLE_NOT_LOCKED."""
    catalog, events = runner.front_end.catalog, events_of(statement.parsed, tree)
    for access in profile.tables:
        table = catalog.find(access.schema, access.table) if access.write and not access.temporary else None
        if table is None or runner.locked_tables.get((access.schema, access.table)) != "READ":
            continue
        parents = [key.parent for key in table.foreign_keys] if events & {"INSERT", "UPDATE"} else []
        children = children_of(table, catalog) if events & {"UPDATE", "DELETE"} else ()
        for schema, name in (*parents, *((child.schema, child.name) for child, _ in children)):
            require_locked(runner, schema, name, write=False)


def _require_cascades(runner: Execution, statement: BoundStatement, profile: StatementProfile) -> None:
    """Tables that cascades of the statement's own changes may change are locked for writing: what LOCK TABLES locked of
    them for the cascades of another table may be less. ER_TABLE_NOT_LOCKED(_FOR_WRITE) (captured:
    clusters/locked_besides)."""
    node, catalog = statement.parsed.node, runner.front_end.catalog
    events = events_of(statement.parsed, node) if isinstance(node, exp.Expression) else frozenset()
    for access in profile.tables if events else ():
        table = catalog.find(access.schema, access.table) if access.write and not access.temporary else None
        for opened in tables_of_keys(table, events, catalog) if table is not None else ():
            if opened.written:
                require_locked(runner, opened.table.schema, opened.table.name, write=True)


def check_names(runner: Execution, statement: BoundStatement) -> None:
    """Before a statement's tables are looked for: those that are not locked are not there."""
    given, context = statement.parsed.node, statement.context
    tree: object = given
    if isinstance(given, CreateTableSyntax) and (given.temporary or context.variables.behaviour.locks_new_tables):
        tree = given.select or given
        own = given.schema or context.database, given.name
        if runner.locked_tables and not given.temporary and own not in runner.locked_tables:
            raise mysql_error("ER_TABLE_NOT_LOCKED", given.name)  # (captured: clusters/told_before_rows)
    if not runner.locked_tables or not isinstance(tree, (exp.Query, exp.Insert, exp.Update, exp.Delete)):
        return
    assert isinstance(tree, exp.Expression)
    by_name = context.variables.behaviour.locks_views
    used: set[tuple[str, str, str]] = set()
    for node in table_nodes(tree):
        schema = schema_of(node, context.database) or ""
        if needs_no_lock(schema, node.name) or not (by_name or _view_of(runner, schema, node.name) is None):
            continue
        if node.name and schema and (schema, node.name) not in runner.locked_tables:
            require_locked(runner, schema, node.alias or node.name, write=False)
        aliases = _modes(runner, schema, node.name)
        name = (schema, node.name, node.alias or node.name)
        is_used = runner.locked_tables.get(name[:2]) != "VIEW" and name in used  # once in a statement
        is_unlocked = is_used or (aliases and name[2] not in aliases)
        if is_unlocked and runner.temporary.find(schema, node.name) is None:
            raise mysql_error("ER_TABLE_NOT_LOCKED", name[2])
        used.add(name)
    database = runner.front_end.database_of(context)
    called = prelock([], functions_in(tree, context.database), frozenset(), database, context).tables
    for access in called:
        if not access.table.temporary:
            require_locked(runner, access.table.schema, access.table.name, write=access.write)


def check_flush(runner: Execution) -> None:
    """FLUSH TABLES opens the locked tables anew: for that they must be locked for writing, by their own names."""
    for (schema, name), mode in runner.locked_tables.items():
        if mode == "READ":
            require_locked(runner, schema, name, write=True)
        check_merged(runner, schema, name)


def check_administration(runner: Execution, parsed: ParsedStatement) -> None:
    """What a session may not do while it has locked tables. ER_TABLE_NOT_LOCKED, ER_LOCK_OR_ACTIVE_TRANSACTION."""
    if not (runner.locked_tables or runner.in_substatement):
        return
    if CommandTrait.NOT_LOCKED in parsed.traits:
        raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    opened = COMMANDS[parsed.command].system_table
    if opened:
        raise mysql_error("ER_TABLE_NOT_LOCKED", opened)


def _check_ddl(runner: Execution, statement: BoundStatement) -> None:
    """Tables that a definition changes must be locked for writing; other objects cannot be defined at all."""
    node, context = statement.parsed.node, statement.context
    if runner.locks.read_lock:
        return  # its own FLUSH TABLES WITH READ LOCK stands in the way before that
    check_administration(runner, statement.parsed)
    if isinstance(node, (CreateProgram, DropProgram, AlterProgram)) and node.kind is not ProgramKind.TRIGGER:
        if isinstance(node, DropProgram) and node.kind is not ProgramKind.EVENT:
            context.diagnostics.append(mysql_warning("ER_TABLE_NOT_LOCKED", "user", level="Error"))
            context.warn("ER_PROC_AUTO_REVOKE_FAIL")
        elif isinstance(node, AlterProgram) and node.kind is not ProgramKind.EVENT:
            context.diagnostics.append(mysql_warning("ER_SP_CANT_ALTER", node.kind.value, node.name, level="Error"))
        elif isinstance(node, CreateProgram) and node.kind is not ProgramKind.EVENT:
            context.diagnostics.append(mysql_warning("ER_SP_STORE_FAILED", node.kind.value, node.name, level="Error"))
        raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    behaviour = context.variables.behaviour
    if isinstance(node, CreateTableSyntax) and not behaviour.locks_new_tables:
        return
    if isinstance(node, exp.TruncateTable) and not behaviour.locked_tables_truncate:
        for schema, name in _changed_tables(runner, statement):
            table = runner.front_end.catalog.find(schema, name)
            if table is not None and not table.engine.two_phase:  # it is made anew
                raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    if isinstance(node, RenameTablesSyntax) and not behaviour.renames_locked:
        raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    write = not (isinstance(node, exp.Drop) and behaviour.drops_read_locked)
    for schema, name in _changed_tables(runner, statement):
        if _view_of(runner, schema, name) is not None and not isinstance(node, RenameTablesSyntax):
            raise mysql_error("ER_TABLE_NOT_LOCKED", name)  # whatever is locked (captured: views_of_locked_tables)
        require_locked(runner, schema, name, write=write)
        check_merged(runner, schema, name)
        if not behaviour.defines_by_triggers and (schema, name) not in runner.locked_aliases:
            raise mysql_error("ER_TABLE_NOT_LOCKED_FOR_WRITE", name)
    if isinstance(node, CreateTableSyntax) and node.like is not None:
        schema, name = node.like[0] or context.database or "", node.like[1]
        require_locked(runner, schema, name, write=False)


def require_locked(runner: Execution, schema: str, name: str, *, write: bool) -> None:
    """Under LOCK TABLES, MySQLError ER_TABLE_NOT_LOCKED or ER_TABLE_NOT_LOCKED_FOR_WRITE for what is not locked so."""
    if not runner.locked_tables or runner.temporary.find(schema, name) is not None:
        return
    mode = runner.locked_tables.get((schema, name))
    if mode is None:
        raise mysql_error("ER_TABLE_NOT_LOCKED", name)
    if write and mode == "READ":
        raise mysql_error("ER_TABLE_NOT_LOCKED_FOR_WRITE", name)


def require_shown(runner: Execution, schema: str, name: str, context: StatementContext) -> None:
    """What SHOW CREATE shows is locked, views by their own names. ER_TABLE_NOT_LOCKED (captured: cluster
    views_shown_under_locks)."""
    by_name = context.variables.behaviour.locks_views
    if not needs_no_lock(schema, name) and (by_name or _view_of(runner, schema, name) is None):
        require_locked(runner, schema, name, write=False)


def _modes(runner: Execution, schema: str, name: str) -> dict[str, str]:
    """READ or WRITE by the names under which LOCK TABLES has named the table; and by its own, where triggers or foreign
    keys lock it besides (captured: clusters/locked_besides)."""
    named = runner.locked_aliases.get((schema, name), {})
    besides = runner.locked_besides.get((schema, name))
    if not named or besides is None or named.get(name) == "WRITE":
        return named
    return {**named, name: besides}


def _view_of(runner: Execution, schema: str, name: str) -> object:
    return runner.front_end.catalog.view(schema, name)


def _changed_tables(runner: Execution, statement: BoundStatement) -> Iterator[tuple[str, str]]:
    """What a definition changes, a trigger's table too, and what there will be only because of the statement not."""
    node, database = statement.parsed.node, statement.context.database
    if isinstance(node, (CreateProgram, DropProgram)):
        yield from subject_of(runner, node, node.schema or database or "")
        return
    made: set[tuple[str, str]] = set()
    for table in statement.named:
        if table.use is Use.TAKES:
            made.add(table.key(database))
        elif table.use in CHANGES_TABLE and not (table.temporary or table.view) and table.key(database) not in made:
            yield table.key(database)


def subject_of(
    runner: Execution, node: CreateProgram | DropProgram | AlterProgram, schema: str
) -> set[tuple[str, str]]:
    """The table that a trigger is of."""
    if node.kind is not ProgramKind.TRIGGER:
        return set()
    if isinstance(node, CreateProgram):
        return {(node.table[0] or schema, node.table[1])} if node.table is not None else set()
    trigger = runner.front_end.database.programs.find(node.kind, schema, node.name)
    return {(trigger.schema, trigger.table)} if trigger is not None and trigger.table else set()


def locks_follow(runner: Execution, statement: BoundStatement) -> None:
    """A locked table keeps its lock under its new name; one that is dropped loses it."""
    node, default = statement.parsed.node, statement.context.database or ""
    pairs: list[tuple[tuple[str | None, str], tuple[str | None, str]]] = []
    if isinstance(node, RenameTablesSyntax):
        pairs = list(node.pairs)
    elif isinstance(node, AlterTableSyntax):
        new = next((action for action in reversed(node.actions) if isinstance(action, RenameTable)), None)
        if new is not None:
            pairs = [((node.schema, node.name), (new.schema, new.name))]
    elif isinstance(node, exp.Drop) and not node.args.get("temporary"):
        for gone in _changed_tables(runner, statement):
            if runner.front_end.catalog.find(*gone) is None:
                runner.locked_aliases.pop(gone, None)
                if runner.locked_tables.pop(gone, None) is not None:
                    runner.locks.forget(*gone)
        if not runner.locked_tables:
            runner.locks.unlock_tables()
    for (old_schema, old), (new_schema, name) in pairs:
        before, after = (old_schema or default, old), (new_schema or default, name)
        if before not in runner.locked_tables:
            continue
        runner.locked_tables[after] = runner.locked_tables.pop(before)
        runner.locks.follow(before, after)
        aliases = runner.locked_aliases.pop(before, {})
        runner.locked_aliases[after] = {name if alias == old else alias: mode for alias, mode in aliases.items()}


def _check_aliases(runner: Execution, tree: exp.Expression, statement: BoundStatement) -> None:
    """A table is found under the name under which it was locked, and once in a statement."""
    context = statement.context
    database = runner.front_end.database_of(context)
    used: set[tuple[str, str, str]] = set()
    nodes = table_nodes(tree)
    written = _written_names(tree, nodes)
    for node in nodes:
        schema, alias = schema_of(node, context.database) or "", node.alias or node.name
        mode = runner.locked_tables.get((schema, node.name))
        if mode is None or mode == "VIEW" or database.temporary.find(schema, node.name) is not None:
            continue
        modes = _modes(runner, schema, node.name) or {node.name: mode}
        if alias not in modes or (schema, node.name, alias) in used:
            raise mysql_error("ER_TABLE_NOT_LOCKED", alias)
        used.add((schema, node.name, alias))
        locks = node.find_ancestor(exp.Select)
        for_update = locks is not None and any(lock.args.get("update") for lock in locks.args.get("locks") or ())
        if modes[alias] == "READ" and (alias in written or for_update):
            _check_names(runner, statement)
            raise mysql_error("ER_TABLE_NOT_LOCKED_FOR_WRITE", alias)


def _written_names(tree: exp.Expression, nodes: Sequence[exp.Table]) -> set[str]:
    """The names of the tables that the statement changes, as far as its text says."""
    first = {nodes[0].alias or nodes[0].name} if nodes else set()
    if isinstance(tree, exp.Insert):
        return first
    if isinstance(tree, exp.Update):
        named = {item.this.text("table") for item in tree.expressions}
        return named if "" not in named else first if len(nodes) == 1 else set()
    if isinstance(tree, exp.Delete):
        listed = list(tree.args.get("tables") or ()) + ([tree.this] if tree.args.get("using") else [])
        return {table.name for listed_table in listed for table in listed_table.find_all(exp.Table)} or first
    return set()


@contextmanager
def not_stored(node: object, context: StatementContext) -> Iterator[None]:
    """What a server says beside the error when the locks of a program cannot be had (captured: told_beside_errors,
    locks_programs)."""
    try:
        yield
    except MySQLError:
        if isinstance(node, DropProgram):  # it tries to take its privileges back first
            context.warn("ER_PROC_AUTO_REVOKE_FAIL")
        elif isinstance(node, CreateProgram) and node.kind in (ProgramKind.PROCEDURE, ProgramKind.FUNCTION):
            context.diagnostics.append(mysql_warning("ER_SP_STORE_FAILED", node.kind.value, node.name, level="Error"))
        raise
