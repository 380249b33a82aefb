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

from binwriter.records import dataclass
from binwriter.statement.traits import CommandTrait

__all__ = ["COMMANDS", "Command", "Registry", "changes", "defines", "reads", "runs", "traits_of"]

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
    """

    name: str
    begins: tuple[str, ...]
    traits: CommandTrait
    system_table: str = ""


def _rows(traits: CommandTrait, text: str, system_table: str = "") -> Iterator[Command]:
    """Rows of the same traits, one a line: `name: WORDS, WORDS`."""
    for line in text.strip().splitlines():
        name, _, words = line.strip().partition(":")
        yield Command(name, tuple(part.strip() for part in words.split(",") if part.strip()), traits, system_table)


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
    yield from _rows(_CHANGES | reads_freely | T.JOINS_TABLES | T.LEAVES_NO_FOUND_ROWS, "update_multi: UPDATE, WITH")
    yield from _rows(_CHANGES | T.DELETES, "delete: DELETE, WITH")
    yield from _rows(_CHANGES | T.DELETES | T.JOINS_TABLES | T.LEAVES_NO_FOUND_ROWS, "delete_multi: DELETE, WITH")
    yield from _rows(T.CHANGES_ROWS | T.NOT_IN_PROGRAM | T.NOT_PREPARED, "load: LOAD DATA, LOAD XML")
    query = T.QUERIES | T.ALWAYS_UNDER_GTID | T.LEAVES_GTID_OPEN
    yield from _rows(query | T.ANSWERS_ROWS, "select: SELECT, (, TABLE, VALUES, WITH")
    yield from _rows(T.ALWAYS_UNDER_GTID | T.LEAVES_GTID_OPEN, "select_into: SELECT")
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
    yield from _rows(dropped, "drop_table: DROP TABLE, DROP TABLES, DROP TEMPORARY")
    yield from _rows(_DDL_ALONE | T.OPENS_NO_TABLES, "truncate: TRUNCATE")
    yield from _rows(_DDL_ALONE | T.REMOVES_NAMES | T.OPENS_NO_TABLES, "rename_table: RENAME TABLE, RENAME TABLES")
    yield from _rows(
        _DDL_ALONE,
        """alter_table: ALTER TABLE
        create_index: CREATE INDEX, CREATE UNIQUE, CREATE FULLTEXT, CREATE SPATIAL
        drop_index: DROP INDEX
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
    yield from _rows(_DDL_ALONE | T.NOT_PREPARED, "create_role: CREATE ROLE\ndrop_role: DROP ROLE", "user")
    yield from _rows(
        _DDL_ALONE | T.NOT_PREPARED | T.NOT_LOCKED,
        """create_tablespace: CREATE TABLESPACE
        alter_tablespace: ALTER TABLESPACE
        drop_tablespace: DROP TABLESPACE""",
    )
    yield from _rows(_DDL_ALONE | T.NOT_PREPARED, "create_srs: CREATE SPATIAL, CREATE OR\ndrop_srs: DROP SPATIAL")
    yield from _rows(_DDL | T.NOT_LOCKED, "create_library: CREATE LIBRARY\ndrop_library: DROP LIBRARY")
    yield from _rows(_DDL_ALONE | T.NOT_LOCKED, "alter_library: ALTER LIBRARY")
    yield from _rows(_DDL, "set_default_role: SET DEFAULT\nalter_user_default_role: ALTER USER", "user")
    yield from _rows(_DDL | T.SETS_AUTOCOMMIT, "set_password: SET PASSWORD", "user")
    databases = _DDL_ALONE | T.NOT_LOCKED
    yield from _rows(databases, "create_db: CREATE DATABASE, CREATE SCHEMA")
    yield from _rows(databases | T.NOT_PREPARED, "alter_db: ALTER DATABASE, ALTER SCHEMA")
    yield from _rows(databases | T.OPENS_NO_TABLES, "drop_db: DROP DATABASE, DROP SCHEMA")
    options = "{0} VIEW, {0} ALGORITHM, {0} DEFINER, {0} SQL"
    yield from _rows(databases, f"create_view: {options.format('CREATE')}, CREATE OR\ndrop_view: DROP VIEW")
    yield from _rows(databases | T.NOT_IN_PROGRAM | T.NOT_PREPARED, f"alter_view: {options.format('ALTER')}")
    yield from _rows(_DDL_ALONE, "create_event: CREATE EVENT, CREATE DEFINER\nalter_event: ALTER EVENT, ALTER DEFINER")
    yield from _rows(_DDL_ALONE, "drop_event: DROP EVENT")
    yield from _rows(
        _DDL_ALONE | T.NOT_PREPARED,
        """create_procedure: CREATE PROCEDURE, CREATE DEFINER
        alter_procedure: ALTER PROCEDURE
        drop_procedure: DROP PROCEDURE
        create_function: CREATE FUNCTION, CREATE DEFINER
        alter_function: ALTER FUNCTION
        drop_function: DROP FUNCTION
        create_trigger: CREATE TRIGGER, CREATE DEFINER
        drop_trigger: DROP TRIGGER""",
    )
    yield from _rows(_DDL | T.NOT_PREPARED, "create_udf: CREATE FUNCTION, CREATE AGGREGATE", "func")


def _administration() -> Iterator[Command]:
    maintained = _COMMITS | T.ANSWERS_ROWS
    words = "{0} TABLE, {0} TABLES, {0} LOCAL, {0} NO_WRITE_TO_BINLOG"
    yield from _rows(maintained, f"analyze: {words.format('ANALYZE')}")
    yield from _rows(maintained | T.NOT_READ_ONLY, f"optimize: {words.format('OPTIMIZE')}")
    yield from _rows(maintained | T.NOT_READ_ONLY, f"repair: {words.format('REPAIR')}")
    yield from _rows(_COMMITS | T.NOT_IN_PROGRAM | T.NOT_PREPARED, f"check: {words.format('CHECK')}")
    yield from _rows(T.ANSWERS_ROWS, f"checksum: {words.format('CHECKSUM')}")
    yield from _rows(maintained, "assign_to_keycache: CACHE INDEX\npreload_keys: LOAD INDEX")
    yield from _rows(_FLUSHES, "flush: FLUSH\nflush_tables_locked: FLUSH")
    yield from _rows(_NOWHERE | T.COMMITS_BEFORE, "lock_tables: LOCK")
    yield from _rows(_NOWHERE, "unlock_tables: UNLOCK\nexplain_other: EXPLAIN, DESCRIBE, DESC\nhelp: HELP")
    yield from _rows(T.NONE, "kill: KILL\nempty_query:\nset_resource_group: SET RESOURCE")
    yield from _rows(T.ALWAYS_UNDER_GTID, "set_role: SET ROLE")
    yield from _rows(T.ANSWERS_ROWS | T.QUERIES, "show_relaylog: SHOW")
    yield from _rows(
        T.NOT_PREPARED,
        """lock_instance: LOCK INSTANCE
        unlock_instance: UNLOCK INSTANCE
        purge: PURGE
        shutdown: SHUTDOWN""",
    )
    others = ", ".join(
        f"{verb} {word}" for verb in ("CREATE", "ALTER") for word in ("JSON", "MATERIALIZED", "EXTERNAL")
    )
    yield from _rows(T.NOT_PREPARED, f"create_other: {others}")
    replicated = T.NOT_PREPARED | T.NOT_LOCKED
    yield from _rows(replicated, "group_replication_start: START\ngroup_replication_stop: STOP")
    yield from _rows(T.RESETS, "reset_persist: RESET")
    yield from _rows(_COMMITS | T.RESETS, "reset_replica: RESET")
    shows = T.ALWAYS_UNDER_GTID
    yield from _rows(shows | T.ANSWERS_ROWS | T.QUERIES, "show: SHOW, DESCRIBE, DESC, EXPLAIN")
    yield from _rows(shows | T.QUERIES, "show_triggers: SHOW\nshow_plugins: SHOW\nshow_profiles: SHOW")
    conditions = shows | T.ANSWERS_ROWS | T.KEEPS_CONDITIONS | T.NOT_PREPARED
    yield from _rows(conditions, "show_warnings: SHOW\nshow_errors: SHOW")
    yield from _rows(T.ANSWERS_ROWS, "explain: EXPLAIN, DESCRIBE, DESC")
    yield from _rows(
        _COMMITS_ALONE | T.NOT_READ_ONLY | T.NOT_SUPER_READ_ONLY | T.NOT_PREPARED,
        "create_server: CREATE SERVER\nalter_server: ALTER SERVER\ndrop_server: DROP SERVER",
        "servers",
    )
    for verb in ("CREATE", "ALTER", "DROP"):
        changed = _COMMITS_ALONE | T.NOT_PREPARED | T.NOT_SUPER_READ_ONLY
        yield from _rows(
            changed | T.NOT_LOCKED,
            f"""{verb.lower()}_undo_tablespace: {verb} UNDO
            {verb.lower()}_logfile_group: {verb} LOGFILE""",
        )
        yield from _rows(changed, f"{verb.lower()}_resource_group: {verb} RESOURCE")
    plugins = _COMMITS_ALONE | T.NOT_SUPER_READ_ONLY
    yield from _rows(plugins, "install_plugin: INSTALL\nuninstall_plugin: UNINSTALL", "plugin")
    components = _COMMITS | T.NOT_PREPARED | T.NOT_SUPER_READ_ONLY
    yield from _rows(components, "install_component: INSTALL\nuninstall_component: UNINSTALL", "component")
    yield from _rows(
        _COMMITS_ALONE,
        """alter_instance: ALTER INSTANCE
        change_replication_source: CHANGE
        change_replication_filter: CHANGE
        replica_start: START""",
    )
    yield from _rows(_COMMITS_ALONE | T.NOT_LOCKED, "replica_stop: STOP")
    yield from _rows(
        _COMMITS | T.NOT_PREPARED,
        """clone: CLONE
        import: IMPORT
        restart: RESTART""",
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
    yield from _rows(T.ALWAYS_UNDER_GTID | T.LEAVES_GTID_OPEN | T.NOT_IN_PROGRAM | T.NOT_PREPARED, "use: USE")
    yield from _rows(T.ALWAYS_UNDER_GTID | T.LEAVES_GTID_OPEN | T.READS_WITHOUT_LOCKS, "set_option: SET")
    yield from _rows(_FLUSHES, "flush_logs: FLUSH")
    yield from _rows(_COMMITS | T.RESETS | T.NOT_LOCKED, "reset: RESET")
    yield from _rows(T.LEAVES_GTID_OPEN, "binlog: BINLOG")


COMMANDS: dict[str, Command] = {row.name: row for row in _table()}
BEGINNINGS = frozenset(words for row in COMMANDS.values() for words in row.begins)


def traits_of(name: str) -> CommandTrait:
    """The traits of a kind of statement; none for what is no statement (an expression of a program)."""
    row = COMMANDS.get(name)
    return row.traits if row is not None else T.NONE


class Registry:
    """Who does one kind of work, by name: filled by decorators where the work is done. known: the names there are."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._workers: dict[str, Callable[..., Any]] = {}

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
        return self._workers.get(name)

    def __getitem__(self, name: str) -> Callable[..., Any]:
        return self._workers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._workers)


reads = Registry(BEGINNINGS)
changes = Registry(COMMANDS)
defines = Registry(COMMANDS)
runs = Registry(COMMANDS)
