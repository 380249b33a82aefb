"""The locks of one session: what its statements lock before they run.

Source: MySQL manual, "Metadata Locking", "LOCK TABLES and UNLOCK TABLES Statements".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.locks.metadata_locks import (
    BACKUP,
    COMMIT,
    GLOBAL,
    ROWS,
    TABLE,
    Duration,
    LockMode,
    Name,
    program_name,
)
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import Isolation
from binwriter.server import foreign_key_locks
from binwriter.server.execution import Execution
from binwriter.server.guards.locked_tables import not_stored, subject_of
from binwriter.server.named_locks import NamedLocks
from binwriter.server.open_tables import OpenTables
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import find_view
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.statement import database_name
from binwriter.sql.query.access.locking import StatementLocks
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementProfile
from binwriter.storage.table_data import TableData

_GLOBAL: Name = (GLOBAL,)
_COMMIT: Name = (COMMIT,)
_BACKUP: Name = (BACKUP,)
# These have no table locks of their own: rows, or nothing at all.
_WITHOUT_TABLE_LOCKS = frozenset({"InnoDB", "ARCHIVE", "BLACKHOLE", "ndbcluster"})
_SYSTEM = frozenset({"information_schema", "performance_schema", "mysql", "sys"})

# what PROCESSLIST says of statements that wait for a row; of all others "executing" (live/test_states: a 9.7.4)
_AT_ROWS = {"insert": "update", "replace": "update", "update": "updating", "delete": "updating"}


class SessionLocks:
    """The SQL side of a session's locks. Nothing is locked while there is no other session."""

    def __init__(self, runner: Execution) -> None:
        self.runner = runner
        self.server = runner.session.server.locks
        self.versions = runner.front_end.versions
        self.owner = runner.session.owner
        self.tables = OpenTables(self.server, self.owner)
        self.named = NamedLocks(self.server, self.owner, runner.session.server.chance)
        self.read_lock = False
        self._ends_with_statement = False
        self._savepoints: dict[str, frozenset[Name]] = {}
        self.versions.enter(self.owner, lambda: runner.undo)

    def catch_up(self) -> None:
        """Another session has come: what the open transaction has changed is locked from now on."""
        for change in self.runner.undo:
            table = change.data.definition
            if table.temporary:
                continue
            self.server.names.lock(self.owner, (TABLE, table.schema, table.name), LockMode.WRITE, Duration.TRANSACTION)
        for handler in self.runner.handlers.values():
            self.handle(handler.schema, handler.table)
        self.recount()

    def handle(self, schema: str, name: str) -> None:
        """HANDLER has a table open: it is not defined anew meanwhile."""
        if self.server.in_use and self.runner.temporary.find(schema, name) is None:
            self.server.names.lock(self.owner, (TABLE, schema, name), LockMode.SHARED, Duration.HANDLER)

    def is_wanted(self, schema: str, name: str) -> bool:
        """Whether somebody waits for a table."""
        return self.server.names.is_wanted(self.owner, (TABLE, schema, name))

    def let_go(self, schema: str, name: str) -> None:
        """HANDLER has the table open no longer."""
        self.server.names.release_name(self.owner, (TABLE, schema, name), Duration.HANDLER)

    def changed(self) -> int | None:
        """How much the transaction has changed by now, as far as others could wait for it; None while nobody could."""
        return self.server.rows.changed_by(self.owner) if self.server.in_use else None

    def recount(self, before: int | None = None) -> None:
        """After a rollback of less than the transaction: rows that are not changed any more are free. before: what
        `changed` said then; what went back had changed nothing else if it says the same."""
        if self.server.in_use and (before is None or before != self.changed()):
            isolation = Isolation(self.runner.session.variables.isolation())
            keeps_gaps = isolation in (Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE)
            self.server.rows.recount(self.owner, self.versions.changed_keys(self.owner), keeps_gaps=keeps_gaps)

    def savepoint(self, name: str) -> None:
        """SAVEPOINT: what is locked by then."""
        if self.server.in_use:
            self._savepoints[name.lower()] = self.server.names.names_of(self.owner)

    def back_to(self, savepoint: str, *, engine_joined: bool) -> None:
        """ROLLBACK TO SAVEPOINT. engine_joined: by then the transaction had used a T-engine.

        If not, the engine's part of it is rolled back as a whole: all row locks and the snapshot are gone. Metadata
        locks that came behind the savepoint go where no row lock is left (captured:
        tests/golden/scenarios/locks_savepoints.scn).
        """
        if engine_joined:
            self.recount()
        else:
            self.versions.ended(self.owner)
        if not self.server.in_use:
            return
        if not engine_joined:
            self.server.rows.release(self.owner)
        if not self.server.rows.has_any(self.owner):
            earlier = self._savepoints.get(savepoint.lower(), frozenset())
            self.server.names.release(self.owner, (Duration.TRANSACTION,), but=earlier)

    # --- statements -------------------------------------------------------------------------------------------------

    def statement(self, command: str, *, locks_what_it_reads: bool = False) -> StatementLocks | None:
        """The statement's way to row locks; None while nobody could wait for them. What an open transaction has locked
        by reading nobody could find out later."""
        if locks_what_it_reads and self.runner.session.in_transaction:
            self.server.keep_from_now_on()
        if not self.server.in_use:
            return None
        session = self.runner.session
        self.owner.at_rows = _AT_ROWS.get(command, "executing")
        return StatementLocks(
            self.owner,
            self.server.rows,
            self.versions,
            Isolation(session.variables.isolation()),
            command,
            session.in_transaction,
            session.server.plan_cache,
        )

    def reads(self, data: TableData) -> TableData:
        """The table as a statement reads it: what others change while the statement stands still does not show."""
        read = data.for_reading()
        self.owner.reads.add(read)
        return read

    def before_query(self, trees: Iterable[exp.Expression], context: StatementContext) -> None:
        """Metadata locks of the tables that a statement reads."""
        if not self.server.in_use or self.runner.locked_tables:
            return
        for tree in trees:
            # a table that is read FOR UPDATE is locked as one that is written (captured: tests/golden/pairings)
            mode = LockMode.WRITE if any(lock.args.get("update") for lock in tree.find_all(exp.Lock)) else LockMode.READ
            if mode is LockMode.WRITE and not self.read_lock and any(True for _ in self._named(tree, context)):
                self.begin_write()  # and stops at the global read lock, too
            for schema, name in self._named(tree, context):
                self._before_reading(schema, name, mode)
            self.before_calls(functions_in(tree, context.database))

    def before_plain_query(self, table: Table) -> StatementLocks:
        """The same of a query of one base table in a transaction, and its way to row locks."""
        self._before_reading(table.schema, table.name)
        locking = self.statement("select")
        assert locking is not None
        return locking

    def _before_reading(self, schema: str, name: str, mode: LockMode = LockMode.READ) -> None:
        self._lock_table(schema, name, mode)
        self._wait_for_changes((ROWS, schema, name))

    def _wait_for_changes(self, rows: Name) -> None:
        """A table without row locks is read when who changes it is done.

        Who reads it keeps nobody from changing it: he goes on with the rows as they were, as under concurrent inserts.
        """
        names = self.server.names
        if names.holders(rows) and not names.holds(self.owner, rows):
            names.lock(self.owner, rows, LockMode.READ, Duration.STATEMENT)
            names.release_one(self.owner, rows)

    def before_calls(self, programs: Iterable[tuple[ProgramKind, str, str]]) -> None:
        """Metadata locks of the stored programs that a statement calls: they cannot be dropped in its transaction."""
        if not self.server.in_use or not self.runner.front_end.database.programs:
            return
        for kind, schema, name in programs:
            if self.runner.front_end.database.programs.find(kind, schema, name) is not None:
                self.server.names.lock(
                    self.owner, program_name(kind.value, schema, name), LockMode.READ, Duration.TRANSACTION
                )

    def before_dml(self, profile: StatementProfile) -> bool:
        """Locks of a data-changing statement; whether it had to wait, so that tables may have changed."""
        written = [access for access in profile.written if not access.temporary]
        waited = self.begin_write() if written else False
        if not self.server.in_use:
            return waited
        if self.runner.locked_tables:
            return waited
        for access in profile.tables:
            if not access.temporary:
                mode = LockMode.WRITE if access.write else LockMode.READ
                waited |= self._lock_table(access.schema, access.table, mode)
        if written and self.runner.session.variables.settings.foreign_key_checks:
            for schema, related, mode in foreign_key_locks.of_changes(profile, self.runner.front_end.catalog):
                waited |= self._lock_table(schema, related, mode)
        for access in sorted(profile.tables, key=lambda access: (access.schema, access.table)):
            if access.temporary or access.engine.name in _WITHOUT_TABLE_LOCKS or access.schema in _SYSTEM:
                continue
            mode = LockMode.NO_READ_WRITE if access.write else LockMode.READ
            name = (ROWS, access.schema, access.table)
            waited |= self.server.names.lock(self.owner, name, mode, Duration.STATEMENT)
        return waited

    def begin_write(self) -> bool:
        """What changes something stops at the global read lock. ER_CANT_UPDATE_WITH_READLOCK at its own session's."""
        if not self.server.in_use and not self.read_lock:
            return False
        if self.read_lock:
            raise mysql_error("ER_CANT_UPDATE_WITH_READLOCK")
        return self.server.names.lock(self.owner, _GLOBAL, LockMode.INTENTION, Duration.STATEMENT)

    def before_ddl(self, parsed: ParsedStatement, context: StatementContext) -> bool:
        """DDL waits for the transactions that use its tables. Its own transaction is committed by then."""
        self.begin_write()
        if not self.server.in_use:
            return False
        self._ends_with_statement = True
        node = parsed.node
        with not_stored(node, context):
            waited = self.server.names.lock(self.owner, _BACKUP, LockMode.INTENTION, Duration.STATEMENT)
        names = BoundStatement(parsed, context).defined
        if isinstance(node, CreateTableSyntax) and not node.temporary:
            key = node.schema or context.database or "", node.name
            if self.runner.front_end.catalog.find(*key) is not None:  # only looked at (captured: told_beside_errors)
                names = names - {key}
                waited |= self._lock_table(*key, LockMode.SHARED)
        if isinstance(node, CreateTableSyntax) and node.like is not None:
            waited |= self._lock_table(node.like[0] or context.database or "", node.like[1], LockMode.READ)
        if parsed.command == "drop_db" and isinstance(parsed.node, exp.Drop):
            dropped = self.runner.front_end.catalog.schemas.get(database_name(parsed.node.args["tables"][0]))
            names = {(table.schema, table.name) for table in dropped.tables.values()} if dropped is not None else set()
        if isinstance(node, (CreateProgram, DropProgram, AlterProgram)):
            schema = node.schema or context.database or ""
            names = subject_of(self.runner, node, schema)
            program = program_name(node.kind.value, schema, node.name)
            with not_stored(node, context):
                waited |= self.server.names.lock(self.owner, program, LockMode.EXCLUSIVE, Duration.TRANSACTION)
        if any(self.server.names.holders((TABLE, *key)) for key in names):
            self.runner.front_end.rehearse_alter(parsed, context)
        names |= foreign_key_locks.of_definition(parsed, names, self.runner.front_end.catalog, context.database or "")
        for schema, name in sorted(names):
            if self.runner.temporary.find(schema, name) is None:
                waited |= self._lock_table(schema, name, LockMode.EXCLUSIVE)
        return waited

    def lock_for_maintenance(self, schema: str, name: str, *, changes: bool, sums: bool = False) -> None:
        """OPTIMIZE and REPAIR have the table for themselves, ANALYZE, CHECK and CHECKSUM (sums) read it; only the last
        comes while the instance is locked (captured: clusters/maintained_beside_others)."""
        if changes:
            self.begin_write()
        if self.server.in_use:
            self._ends_with_statement = True
            if not sums:
                self.server.names.lock(self.owner, _BACKUP, LockMode.INTENTION, Duration.STATEMENT)
            self._lock_table(schema, name, LockMode.EXCLUSIVE if changes else LockMode.READ)

    def before_commit(self) -> None:
        """COMMIT of changes waits for FLUSH TABLES WITH READ LOCK of another session."""
        if self.server.in_use and (self.runner.session.log.transaction.active or len(self.runner.undo)):
            self.server.names.lock(self.owner, _COMMIT, LockMode.INTENTION, Duration.STATEMENT)

    def before_xa_end(self) -> None:
        """XA PREPARE, XA ROLLBACK, and XA COMMIT of a prepared transaction wait for it whatever they have changed."""
        if self.server.in_use:
            self.server.names.lock(self.owner, _COMMIT, LockMode.INTENTION, Duration.STATEMENT)

    def _lock_table(self, schema: str, name: str, mode: LockMode) -> bool:
        if schema in _SYSTEM:
            return False
        self.tables.open(schema, name)
        return self.server.names.lock(self.owner, (TABLE, schema, name), mode, Duration.TRANSACTION)

    def _named(self, tree: exp.Expression, context: StatementContext) -> Iterable[tuple[str, str]]:
        database = self.runner.front_end.database_of(context)
        for node in table_nodes(tree):
            schema = schema_of(node, context.database)
            if not schema or database.temporary.find(schema, node.name) is not None:
                continue
            view = find_view(database, node, context)
            if view is None and database.catalog.find(schema, node.name) is None:
                continue
            yield schema, node.name
            if view is not None:
                yield from self._named(view_tree(view), context)

    def transaction_ended(self) -> None:
        """Locks and snapshot of the transaction go."""
        self._savepoints.clear()
        self.versions.ended(self.owner)
        self.server.transaction_ended(self.owner)

    def statement_ended(self) -> None:
        """Locks of the statement go; with autocommit those of its transaction too, and DDL commits without it."""
        if self.server.in_use:
            self.server.statement_ended(self.owner)
            if self._ends_with_statement or not self.runner.session.in_transaction:
                self.transaction_ended()
        self._ends_with_statement = False

    def ends_transaction(self, error: MySQLError) -> bool:
        """Whether an error takes the whole transaction back: a deadlock, and a timeout if the server is told so."""
        if error.code == DEADLOCK:
            return True
        variables = self.runner.session.variables
        return error.code == _TIMEOUT and bool(variables.get("innodb_rollback_on_timeout"))

    # --- LOCK TABLES, FLUSH TABLES WITH READ LOCK ---------------------------------------------------------------------

    def lock_tables(self, tables: dict[tuple[str, str], str]) -> None:
        """LOCK TABLES: earlier ones are unlocked first."""
        self.unlock_tables()
        if any(mode == "WRITE" for mode in tables.values()):
            if self.read_lock:
                raise mysql_error("ER_CANT_UPDATE_WITH_READLOCK")
            self.server.names.lock(self.owner, _GLOBAL, LockMode.INTENTION, Duration.EXPLICIT)
        modes = {"WRITE": LockMode.NO_READ_WRITE, "LOCAL": LockMode.READ}
        try:
            for (schema, name), mode in sorted(tables.items()):
                locked_as = modes.get(mode, LockMode.READ_ONLY)
                self.server.names.lock(self.owner, (TABLE, schema, name), locked_as, Duration.EXPLICIT)
                self.tables.open(schema, name)
                self.tables.keep(schema, name)
        except MySQLError:
            self.unlock_tables()
            raise

    def forget(self, schema: str, name: str) -> None:
        """A table that LOCK TABLES has locked is gone: who waits for it goes on."""
        self.server.names.release_name(self.owner, (TABLE, schema, name), Duration.EXPLICIT)

    def follow(self, before: tuple[str, str], after: tuple[str, str]) -> None:
        """A table that LOCK TABLES has locked has another name (captured: locks_tables_beside_others)."""
        self.server.names.lock(self.owner, (TABLE, *after), LockMode.NO_READ_WRITE, Duration.EXPLICIT)
        self.forget(*before)

    def flush_with_read_lock(self, tables: Collection[tuple[str, str]]) -> None:
        """FLUSH TABLES [names] WITH READ LOCK."""
        names = self.server.names
        if tables:
            names.lock(self.owner, _BACKUP, LockMode.INTENTION, Duration.STATEMENT)
            try:
                for schema, name in tables:
                    names.lock(self.owner, (TABLE, schema, name), LockMode.READ_ONLY, Duration.EXPLICIT)
                    self.tables.keep(schema, name)
                self.tables.flush(tables)
            except MySQLError:
                self.unlock_tables()
                raise
            finally:
                names.release(self.owner, (Duration.STATEMENT,), space=BACKUP)
            return
        names.lock(self.owner, _GLOBAL, LockMode.SHARED, Duration.EXPLICIT)
        try:
            self.tables.flush(())
            names.lock(self.owner, _COMMIT, LockMode.SHARED, Duration.EXPLICIT)
        except MySQLError:
            names.release(self.owner, (Duration.EXPLICIT,), space=GLOBAL)
            raise
        self.read_lock = True

    def unlock_tables(self, *, also_read_lock: bool = False) -> None:
        """UNLOCK TABLES. also_read_lock: that of FLUSH TABLES WITH READ LOCK too."""
        names = self.server.names
        names.release(self.owner, (Duration.EXPLICIT,), space=TABLE)
        self.tables.close_all()
        if also_read_lock or not self.read_lock:
            self.read_lock = False
            names.release(self.owner, (Duration.EXPLICIT,), space=GLOBAL)
            names.release(self.owner, (Duration.EXPLICIT,), space=COMMIT)

    def lock_for_backup(self) -> None:
        """LOCK INSTANCE FOR BACKUP: DDL of other sessions waits for its end."""
        self.server.names.lock(self.owner, _BACKUP, LockMode.SHARED, Duration.EXPLICIT)

    def unlock_backup(self) -> None:
        """UNLOCK INSTANCE."""
        self.server.names.release(self.owner, (Duration.EXPLICIT,), space=BACKUP)

    def check_purge(self) -> None:
        """ER_CANNOT_PURGE_BINLOG_WITH_BACKUP_LOCK while a session has the lock for backups, this one included."""
        if self.server.names.holders(_BACKUP, LockMode.SHARED):
            raise mysql_error("ER_CANNOT_PURGE_BINLOG_WITH_BACKUP_LOCK")


DEADLOCK, _TIMEOUT = 1213, 1205
