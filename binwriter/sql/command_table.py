"""The kinds of statements: one row a kind, with the words it begins with and its traits.

MySQL keeps this as SQLCOM_... with `sql_command_flags`; names are its own where it has one (Com_... of SHOW STATUS).
Whoever works on kinds of statements registers, where the work is done: `reads` has the readers, by the words that they
begin with, since one reader tells several kinds apart (`sql.grammar`); by the kind's name `changes` has who changes
rows (`sql.dml`), `defines` who carries definitions out (`sql.ddl`), `runs` who runs what has no profile
(`server.execute`). Whoever wants to know something of a kind asks its traits; there is no other set of kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

from binwriter.formats.records import dataclass
from binwriter.late import Later
from binwriter.statement.traits import CommandTrait

__all__ = ["COMMANDS", "Command", "Registry", "changes", "defines", "reads", "requires", "runs", "traits_of"]

T = CommandTrait
_Work = TypeVar("_Work", bound=Callable[..., Any])

_COMMITS = T.COMMITS_BEFORE | T.COMMITS_AFTER
_DDL = T.DEFINES | _COMMITS
_DDL_ALONE = _DDL | T.NOT_IN_FUNCTION
_COMMITS_ALONE = _COMMITS | T.NOT_IN_FUNCTION
_NOWHERE = T.NOT_IN_PROGRAM | T.NOT_PREPARED
_CHANGES = T.CHANGES_ROWS | T.TELLS_CASCADES
_ENDS = T.ALWAYS_UNDER_GTID | T.NOT_IN_FUNCTION
_FLUSHES = _COMMITS | T.FLUSHES


@dataclass(frozen=True, slots=True)
class Command:
    """A kind of statement. begins: the words that one of it may begin with, two at most of each; several kinds that one
    reader tells apart begin alike. system_table: one of `mysql` that it opens, which no LOCK TABLES has locked (1100).
    needs: the privileges that it takes, one after the other: `server A or B` one of these for the whole server, worded
    as error 1227 has it; `schema A` for the database that is named, `table A, B` all of them for each table that is
    named, `any table` any one for each, `routine A`, `system A` for the system table. Who knows more of a kind's needs
    registers with `requires`.
    """

    name: str
    begins: tuple[str, ...]
    traits: CommandTrait
    system_table: str = ""
    needs: tuple[str, ...] = ()


def _rows(traits: CommandTrait, text: str, system_table: str = "") -> Iterator[Command]:
    """Rows of the same traits, one a line: `name: WORDS, WORDS | needs; needs`."""
    for line in text.strip().splitlines():
        name, _, rest = line.strip().partition(":")
        words, _, needs = rest.partition("|")
        yield Command(name, _parts(words, ","), traits, system_table, _parts(needs, ";"))


def _parts(text: str, separator: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(separator) if part.strip())


def _table() -> Iterator[Command]:
    yield from _changes_and_queries()
    yield from _definitions()
    yield from _administration()
    yield from _session()


def _changes_and_queries() -> Iterator[Command]:
    reads_freely = T.READS_WITHOUT_LOCKS
    yield from _rows(_CHANGES | T.INSERTS | reads_freely, "insert: INSERT")
    yield from _rows(T.CHANGES_ROWS | T.INSERTS | reads_freely, "insert_select: INSERT")
    yield from _rows(_CHANGES | T.DELETES | reads_freely, "replace: REPLACE\nreplace_select: REPLACE")
    yield from _rows(_CHANGES | reads_freely, "update: UPDATE, WITH")
    yield from _rows(_CHANGES | T.JOINS_TABLES | T.LEAVES_NO_FOUND_ROWS, "update_multi: UPDATE, WITH")
    yield from _rows(_CHANGES | T.DELETES, "delete: DELETE, WITH")
    yield from _rows(_CHANGES | T.DELETES | T.JOINS_TABLES | T.LEAVES_NO_FOUND_ROWS, "delete_multi: DELETE, WITH")
    yield from _rows(T.CHANGES_ROWS | T.NOT_IN_PROGRAM | T.NOT_PREPARED, "load: LOAD DATA, LOAD XML")
    query = T.QUERIES | T.ALWAYS_UNDER_GTID
    yield from _rows(query | T.ANSWERS_ROWS, "select: SELECT, (, TABLE, VALUES, WITH")
    yield from _rows(T.ALWAYS_UNDER_GTID, "select_into: SELECT")
    yield from _rows(T.ALWAYS_UNDER_GTID, "do: DO")
    yield from _rows(T.NONE, "call: CALL")
    handler = T.NOT_IN_PROGRAM | T.NOT_PREPARED
    yield from _rows(handler, "ha_open: HANDLER\nha_read: HANDLER\nha_close: HANDLER")
    yield from _rows(T.NOT_PREPARED, "signal: SIGNAL\nresignal: RESIGNAL")
    conditions = T.NOT_PREPARED | T.KEEPS_CONDITIONS
    yield from _rows(conditions, "get_diagnostics: GET DIAGNOSTICS, GET CURRENT, GET STACKED")
    yield from _rows(T.IS_DYNAMIC | T.NOT_PREPARED, "prepare: PREPARE\nexecute: EXECUTE")
    yield from _rows(T.IS_DYNAMIC | T.NOT_PREPARED, "deallocate_prepare: DEALLOCATE PREPARE, DROP PREPARE")


def _definitions() -> Iterator[Command]:
    tables = _DDL_ALONE | T.MAKES_TABLES
    yield from _rows(tables, "create_table: CREATE TABLE, CREATE TEMPORARY")
    select = _COMMITS_ALONE | T.MAKES_TABLES | T.READS_WITHOUT_LOCKS
    yield from _rows(select, "create_select: CREATE TABLE, CREATE TEMPORARY")
    dropped = tables | T.REMOVES_NAMES | T.OPENS_NO_TABLES
    yield from _rows(dropped, "drop_table: DROP TABLE, DROP TABLES, DROP TEMPORARY | table DROP")
    yield from _rows(_DDL_ALONE | T.OPENS_NO_TABLES, "truncate: TRUNCATE | table DROP")
    yield from _rows(_DDL_ALONE | T.REMOVES_NAMES | T.OPENS_NO_TABLES, "rename_table: RENAME TABLE, RENAME TABLES")
    yield from _rows(
        _DDL_ALONE,
        """alter_table: ALTER TABLE
        create_index: CREATE INDEX, CREATE UNIQUE, CREATE FULLTEXT, CREATE SPATIAL | table INDEX
        drop_index: DROP INDEX | table INDEX
""",
    )
    yield from _rows(
        _DDL_ALONE,
        """create_user: CREATE USER
        alter_user: ALTER USER
        drop_user: DROP USER
        rename_user: RENAME USER
        grant: GRANT
        revoke: REVOKE""",
        "user",
    )
    yield from _rows(
        _DDL_ALONE | T.NOT_PREPARED,
        """create_role: CREATE ROLE
        drop_role: DROP ROLE""",
        "user",
    )
    yield from _rows(
        _DDL_ALONE | T.NOT_PREPARED | T.NOT_LOCKED,
        """create_tablespace: CREATE TABLESPACE | server CREATE TABLESPACE
        alter_tablespace: ALTER TABLESPACE | server CREATE TABLESPACE
        drop_tablespace: DROP TABLESPACE | server CREATE TABLESPACE""",
    )
    yield from _rows(_DDL_ALONE | T.NOT_PREPARED, "create_srs: CREATE SPATIAL, CREATE OR\ndrop_srs: DROP SPATIAL")
    yield from _rows(
        _DDL | T.NOT_LOCKED,
        """create_library: CREATE LIBRARY | schema CREATE ROUTINE
        drop_library: DROP LIBRARY | routine ALTER ROUTINE""",
    )
    yield from _rows(_DDL_ALONE | T.NOT_LOCKED, "alter_library: ALTER LIBRARY | routine ALTER ROUTINE")
    yield from _rows(_DDL, "set_default_role: SET DEFAULT\nalter_user_default_role: ALTER USER", "user")
    yield from _rows(_DDL | T.SETS_AUTOCOMMIT, "set_password: SET PASSWORD", "user")
    databases = _DDL_ALONE | T.NOT_LOCKED
    yield from _rows(databases, "create_db: CREATE DATABASE, CREATE SCHEMA | schema CREATE")
    yield from _rows(databases | T.NOT_PREPARED, "alter_db: ALTER DATABASE, ALTER SCHEMA | schema ALTER")
    yield from _rows(databases | T.OPENS_NO_TABLES, "drop_db: DROP DATABASE, DROP SCHEMA | schema DROP")
    options = "{0} VIEW, {0} ALGORITHM, {0} DEFINER, {0} SQL"
    yield from _rows(
        databases, f"create_view: {options.format('CREATE')}, CREATE OR\ndrop_view: DROP VIEW | table DROP"
    )
    yield from _rows(databases | T.NOT_IN_PROGRAM | T.NOT_PREPARED, f"alter_view: {options.format('ALTER')}")
    yield from _rows(
        _DDL_ALONE,
        """create_event: CREATE EVENT, CREATE DEFINER | schema EVENT
        alter_event: ALTER EVENT, ALTER DEFINER | schema EVENT""",
    )
    yield from _rows(_DDL_ALONE, "drop_event: DROP EVENT | schema EVENT")
    yield from _rows(
        _DDL_ALONE | T.NOT_PREPARED,
        """create_procedure: CREATE PROCEDURE, CREATE DEFINER | schema CREATE ROUTINE
        alter_procedure: ALTER PROCEDURE | routine ALTER ROUTINE
        drop_procedure: DROP PROCEDURE | routine ALTER ROUTINE
        create_function: CREATE FUNCTION, CREATE DEFINER | schema CREATE ROUTINE
        alter_function: ALTER FUNCTION | routine ALTER ROUTINE
        drop_function: DROP FUNCTION | routine ALTER ROUTINE
        create_trigger: CREATE TRIGGER, CREATE DEFINER
        drop_trigger: DROP TRIGGER""",
    )
    yield from _rows(_DDL | T.NOT_PREPARED, "create_udf: CREATE FUNCTION, CREATE AGGREGATE | schema INSERT", "func")


def _administration() -> Iterator[Command]:
    maintained = _COMMITS | T.ANSWERS_ROWS
    words = "{0} TABLE, {0} TABLES, {0} LOCAL, {0} NO_WRITE_TO_BINLOG"
    yield from _rows(maintained, f"analyze: {words.format('ANALYZE')} | table SELECT, INSERT")
    yield from _rows(maintained | T.NOT_READ_ONLY, f"optimize: {words.format('OPTIMIZE')} | table SELECT, INSERT")
    yield from _rows(maintained | T.NOT_READ_ONLY, f"repair: {words.format('REPAIR')} | table SELECT, INSERT")
    yield from _rows(_COMMITS | T.NOT_IN_PROGRAM | T.NOT_PREPARED, f"check: {words.format('CHECK')} | any table")
    yield from _rows(T.ANSWERS_ROWS, f"checksum: {words.format('CHECKSUM')} | table SELECT")
    yield from _rows(
        maintained, "assign_to_keycache: CACHE INDEX | table INDEX\npreload_keys: LOAD INDEX | table INDEX"
    )
    yield from _rows(_FLUSHES, "flush: FLUSH\nflush_tables_locked: FLUSH")
    yield from _rows(_NOWHERE | T.COMMITS_BEFORE, "lock_tables: LOCK")
    yield from _rows(_NOWHERE, "unlock_tables: UNLOCK\nexplain_other: EXPLAIN, DESCRIBE, DESC\nhelp: HELP")
    yield from _rows(
        T.NONE,
        """kill: KILL
        set_resource_group: SET RESOURCE | server RESOURCE_GROUP_ADMIN OR RESOURCE_GROUP_USER""",
    )
    yield from _rows(T.ALWAYS_UNDER_GTID, "set_role: SET ROLE")
    yield from _rows(T.ALWAYS_UNDER_GTID, "empty_query:")  # comments alone, as mysql sends those of mysqlbinlog
    yield from _rows(T.ANSWERS_ROWS | T.QUERIES, "show_relaylog: SHOW | server REPLICATION SLAVE")
    yield from _rows(
        T.NOT_PREPARED,
        """lock_instance: LOCK INSTANCE | server BACKUP_ADMIN
        unlock_instance: UNLOCK INSTANCE | server BACKUP_ADMIN
        purge: PURGE | server SUPER or BINLOG_ADMIN
        shutdown: SHUTDOWN | server SHUTDOWN""",
    )
    others = ", ".join(
        f"{verb} {word}" for verb in ("CREATE", "ALTER") for word in ("JSON", "MATERIALIZED", "EXTERNAL")
    )
    yield from _rows(T.NOT_PREPARED, f"create_other: {others}")
    replicated = T.NOT_PREPARED | T.NOT_LOCKED
    group = "server SUPER or GROUP_REPLICATION_ADMIN"
    yield from _rows(replicated, f"group_replication_start: START | {group}\ngroup_replication_stop: STOP | {group}")
    yield from _rows(T.RESETS, "reset_persist: RESET")
    yield from _rows(_COMMITS | T.RESETS, "reset_replica: RESET | server RELOAD")
    shows = T.ALWAYS_UNDER_GTID
    yield from _rows(shows | T.ANSWERS_ROWS | T.QUERIES, "show: SHOW, DESCRIBE, DESC, EXPLAIN")
    yield from _rows(shows | T.QUERIES, "show_triggers: SHOW\nshow_plugins: SHOW\nshow_profiles: SHOW")
    conditions = shows | T.ANSWERS_ROWS | T.KEEPS_CONDITIONS | T.NOT_PREPARED
    yield from _rows(conditions, "show_warnings: SHOW\nshow_errors: SHOW")
    yield from _rows(T.ANSWERS_ROWS, "explain: EXPLAIN, DESCRIBE, DESC")
    yield from _rows(
        _COMMITS_ALONE | T.NOT_READ_ONLY | T.NOT_SUPER_READ_ONLY | T.NOT_PREPARED,
        """create_server: CREATE SERVER | server SUPER
        alter_server: ALTER SERVER | server SUPER
        drop_server: DROP SERVER | server SUPER""",
        "servers",
    )
    for verb in ("CREATE", "ALTER", "DROP"):
        changed = _COMMITS_ALONE | T.NOT_PREPARED | T.NOT_SUPER_READ_ONLY
        yield from _rows(
            changed | T.NOT_LOCKED,
            f"""{verb.lower()}_undo_tablespace: {verb} UNDO | server CREATE TABLESPACE
            {verb.lower()}_logfile_group: {verb} LOGFILE | server CREATE TABLESPACE""",
        )
        yield from _rows(changed, f"{verb.lower()}_resource_group: {verb} RESOURCE | server RESOURCE_GROUP_ADMIN")
    plugins = _COMMITS_ALONE | T.NOT_SUPER_READ_ONLY
    yield from _rows(
        plugins, "install_plugin: INSTALL | system INSERT\nuninstall_plugin: UNINSTALL | system DELETE", "plugin"
    )
    components = _COMMITS | T.NOT_PREPARED | T.NOT_SUPER_READ_ONLY
    yield from _rows(
        components,
        "install_component: INSTALL | system INSERT\nuninstall_component: UNINSTALL | system DELETE",
        "component",
    )
    yield from _rows(
        _COMMITS_ALONE,
        """alter_instance: ALTER INSTANCE
        change_replication_source: CHANGE | server SUPER or REPLICATION_SLAVE_ADMIN
        change_replication_filter: CHANGE | server SUPER or REPLICATION_SLAVE_ADMIN
        replica_start: START | login SUPER or REPLICATION_SLAVE_ADMIN""",
    )
    yield from _rows(_COMMITS_ALONE | T.NOT_LOCKED, "replica_stop: STOP | login SUPER or REPLICATION_SLAVE_ADMIN")
    yield from _rows(
        _COMMITS | T.NOT_PREPARED,
        """clone: CLONE | server BACKUP_ADMIN
        import: IMPORT
        restart: RESTART | server SHUTDOWN""",
    )


def _session() -> Iterator[Command]:
    yield from _rows(_ENDS | T.COMMITS_BEFORE | T.NOT_PREPARED, "begin: BEGIN, START TRANSACTION")
    yield from _rows(_ENDS | T.ENDS_TRANSACTION, "commit: COMMIT\nrollback: ROLLBACK")
    yield from _rows(
        T.NOT_PREPARED,
        "savepoint: SAVEPOINT\nrollback_to_savepoint: ROLLBACK\nrelease_savepoint: RELEASE SAVEPOINT",
    )
    for verb in ("start", "end", "prepare", "commit", "rollback", "recover"):
        yield from _rows(T.NOT_PREPARED | T.ENDS_TRANSACTION, f"xa_{verb}: XA")
    yield from _rows(T.ALWAYS_UNDER_GTID | T.NOT_IN_PROGRAM | T.NOT_PREPARED, "use: USE")
    yield from _rows(T.ALWAYS_UNDER_GTID | T.READS_WITHOUT_LOCKS, "set_option: SET")
    yield from _rows(_FLUSHES, "flush_logs: FLUSH | server RELOAD")
    yield from _rows(_COMMITS | T.RESETS | T.NOT_LOCKED, "reset: RESET | server RELOAD or FLUSH_TABLES; server RELOAD")
    yield from _rows(T.NONE, "binlog: BINLOG | server SUPER, BINLOG_ADMIN or REPLICATION_APPLIER")


COMMANDS: dict[str, Command] = {row.name: row for row in _table()}
BEGINNINGS = frozenset(words for row in COMMANDS.values() for words in row.begins)


def traits_of(name: str) -> CommandTrait:
    """The traits of a kind of statement; none for what is no statement (an expression of a program)."""
    row = COMMANDS.get(name)
    return row.traits if row is not None else T.NONE


def commands_with(*traits: CommandTrait) -> frozenset[str]:
    """The kinds of statements that have one of these traits."""
    return frozenset(name for name, row in COMMANDS.items() if any(trait in row.traits for trait in traits))


# they have a profile as well, and neither change rows nor define
_READ = ("select", "do", "create_select", "create_other")


class Registry:
    """Who does one kind of work, by name: filled by decorators where the work is done. known: the names there are.

    later: the modules that register when a name is asked for that nobody has registered yet.
    """

    def __init__(self, known: Collection[str]) -> None:
        self._known = frozenset(known)
        self._workers: dict[str, Callable[..., Any]] = {}
        self.later = Later()

    def __call__(self, *names: str) -> Callable[[_Work], _Work]:
        """Registers for these names. ValueError for one that has no row, or somebody already."""

        def registered(worker: _Work) -> _Work:
            for name in names:
                if name not in self._known or name in self._workers:
                    raise ValueError(f"{name}: {'registered twice' if name in self._workers else 'no row has it'}")
                self._workers[name] = worker
            return worker

        return registered

    def get(self, name: str) -> Callable[..., Any] | None:
        worker = self._workers.get(name)
        if worker is None and name in self._known:
            self.later.until(name, self._workers)
            worker = self._workers.get(name)
        return worker

    def __getitem__(self, name: str) -> Callable[..., Any]:
        worker = self.get(name)
        if worker is None:
            raise KeyError(name)
        return worker

    def __iter__(self) -> Iterator[str]:
        self.later.until(None, self._workers)
        return iter(self._workers)


reads = Registry(BEGINNINGS)
changes = Registry([name for name in COMMANDS if T.CHANGES_ROWS in traits_of(name)])
defines = Registry([name for name in COMMANDS if T.DEFINES in traits_of(name)])
runs = Registry([name for name in COMMANDS if not (T.CHANGES_ROWS | T.DEFINES) & traits_of(name) and name not in _READ])
requires = Registry(COMMANDS)
