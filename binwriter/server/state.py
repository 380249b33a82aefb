"""What a server is without its sessions: catalog, variables, GTIDs, logical clock, table ids, and the open log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from binwriter.binlog.clock.logical_clock import LogicalClock, WriteSet
from binwriter.binlog.clock.write_set import KnownParents
from binwriter.binlog.events.groups import GroupEvents, incident, told_incident
from binwriter.binlog.events.table_ids import TableIds
from binwriter.binlog.files.ends import LogEnds
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.writer import LogWriter
from binwriter.binlog.group import Group, TransactionSizes
from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.cache_limits import CacheRoom, CacheUses
from binwriter.binlog.rules.filters import BinlogFilter
from binwriter.binlog.rules.policies import POLICIES
from binwriter.binlog.rules.trace import Trace
from binwriter.binlog.xa import XaBranches
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Table
from binwriter.chance import Chance, system_clock
from binwriter.errors import ClosedError, LogFileError, MySQLError
from binwriter.formats.servers import NEWEST, ServerProfile, profile_by_name
from binwriter.locks.server_locks import ServerLocks
from binwriter.mysql.engines import Engine, read_engine
from binwriter.mysql.gtid.state import GtidNextKind, GtidState
from binwriter.mysql.variables import persisted
from binwriter.mysql.variables.options import Options, option_lines
from binwriter.mysql.variables.scopes import GlobalVariables
from binwriter.server.connected import Connected
from binwriter.server.execute.shapes.definitions import Definitions
from binwriter.server.log import expired, failures
from binwriter.server.log.writers import checksum_of, log_writer, previous_gtids
from binwriter.server.replicas import Replicas

if TYPE_CHECKING:
    from binwriter.sql.engine import FrontEnd


class ServerState:
    """All of a `binwriter.server.server.Server` but the making of sessions. Arguments: see there."""

    _new_keeper: Callable[[], Any]

    def __init__(
        self,
        directory: Path | str,
        options: Options = (),
        *,
        chance: Chance | None = None,
        profile: str = NEWEST.name,
        trace: Trace | None = None,
        engines: Iterable[Engine | str] = (),
        files: Path | str | None = None,
        plan_cache: bool = True,
        keyring: Path | str | None = None,
        keep: bool = False,
    ) -> None:
        self.plan_cache = plan_cache
        self.on_shutdown: Callable[[], None] | None = None  # what SHUTDOWN does
        self.definitions = Definitions()
        self.directory = Path(directory)
        self.files = Path(files) if files is not None else None
        self.trace = trace
        self.chance = chance if chance is not None else Chance()
        self.profile: ServerProfile = profile_by_name(profile)
        self.policy = POLICIES[self.profile.logging_policy]
        self.engines = tuple(read_engine(engine) if isinstance(engine, str) else engine for engine in engines)
        self.keeper: Any = self._new_keeper() if keep else None  # who keeps its tables over a restart
        self.variables = self._new_variables(options)
        self.keyring = Keyring(keyring) if keyring is not None else None
        self.xa = XaBranches()
        self.gtids = GtidState(self.chance.uuid)
        self.clock = self._new_clock()
        self._group_events = GroupEvents(self.profile, self.chance)
        self.parents = KnownParents()
        self.was_restarted = False
        self._table_ids = TableIds(self.chance.next_table_id)
        self.log_error: MySQLError | None = None  # for the client at whose statement the log was turned off
        self.locks = ServerLocks()
        self.connected = Connected(self.locks.turns)
        self.gtids.changed = self.locks.gtids_changed
        self.ends = LogEnds()
        self.replicas = Replicas()
        self.table_files: Any = None  # who keeps names of files for its tables, where it is served
        self.source: Any = None  # what sends the log to replicas, where the server is served
        self.plugin_status: Callable[[], dict[str, str]] = dict  # further rows of SHOW STATUS
        self.when_disconnected: dict[int, Callable[[], None]] = {}  # by thread id: called when a session has ended
        self._lock = self.locks.turns.mutex
        self.cache_uses = CacheUses()
        if self.keeper is not None:
            self.gtids.executed.update(self.keeper.executed(self))
        self.log: LogWriter | None = log_writer(self)
        try:
            if (
                self.gtids.executed and not self.log_is_off
            ):  # a log was there: what its first file begins after is purged
                self.gtids.purged.update(previous_gtids(self.log.files()[0], self.keyring))
                self.gtids.purged.update(self.gtids.unlogged)
            if self.keeper is not None:
                self.keeper.put_back(self)
            self.gtids.save()
            if self.chance.clock is system_clock and (self.keeper is None or self.keeper.found):  # another's log stays
                expired.purge_at_start(self)
        except BaseException:
            self.log.close()
            raise
        if trace is not None:
            trace.log_end = lambda: self.position() if self.log is not None else None

    @cached_property
    def persisted(self) -> persisted.PersistedVariables:
        """What SET PERSIST keeps."""
        return persisted.PersistedVariables()

    def _new_variables(self, options: Options) -> GlobalVariables:
        variables = GlobalVariables(
            [*option_lines(options), *(self.persisted.options if "persisted" in self.__dict__ else ())],
            profile=self.profile,
            server_uuid=str(self.chance.uuid),
            engines=self.engines,
        )
        given = variables.options
        self.filter = BinlogFilter(frozenset(given.binlog_do_db), frozenset(given.binlog_ignore_db))
        if given.server_uuid is not None:
            self.chance.server_uuid = given.server_uuid
        variables.zones.listed = self._listed_zones
        variables.compute("gtid_executed", lambda: self.gtid_executed)
        variables.compute("gtid_purged", lambda: self.gtid_purged)
        variables.compute("gtid_owned", lambda: self.connected.owned_gtids())
        return variables

    def _listed_zones(self) -> frozenset[str]:
        """The names in mysql.time_zone_name, if statements have put any there."""
        data = self.front_end.database.storage.find("mysql", "time_zone_name")
        return frozenset() if data is None else frozenset(str(row[0]).lower() for _, row in data.scan())

    # --- sessions

    def sql_side(self, session: Any) -> Any:
        """The SQL of a session of its."""
        raise NotImplementedError

    def thread(self, database: str | None) -> Any:
        """A thread of the server's own, which is no client's session; who has it closes it."""
        raise NotImplementedError

    @property
    def sessions(self) -> dict[int, Any]:
        """Of its clients, by thread id."""
        return self.connected.sessions

    def disconnected(self, thread_id: int) -> None:
        """A session has ended."""
        self.connected.left(thread_id)
        self.replicas.registered.pop(thread_id, None)
        self.when_disconnected.pop(thread_id, lambda: None)()

    def kill(self, thread_id: int) -> None:
        """KILL: see `Connected.kill`."""
        self.connected.kill(thread_id)

    def kill_query(self, thread_id: int) -> None:
        """KILL QUERY: see `Connected.kill_query`."""
        self.connected.kill_query(thread_id)

    @cached_property
    def _catalog(self) -> Catalog:
        return Catalog()

    @cached_property
    def front_end(self) -> FrontEnd:
        """The SQL front end; needs the package extra `sql`."""
        from binwriter.sql.engine import FrontEnd

        front_end = FrontEnd.over(self._catalog)
        front_end.database.files.host, programs = self.files, front_end.database.programs
        front_end.server = self
        programs.keeps_in_hashes = self.variables.behaviour.keeps_in_hashes
        self._set_file_permissions(front_end)
        accounts, variables = front_end.catalog.accounts, self.variables
        self._catalog.version = self.profile.version_number
        if self.variables.behaviour.opens_test:
            self._catalog.grants.open_test()
        accounts.clock = self.chance.clock
        accounts.default_lifetime = lambda: int(variables.get("default_password_lifetime") or 0)
        return front_end

    @staticmethod
    def system_rows(key: tuple[str, str]) -> Any:
        """Who makes the rows of a system table that shows the server itself; imported when somebody first asks."""
        from binwriter.server.system.makers import maker_of

        return maker_of(key)

    def _set_file_permissions(self, front_end: FrontEnd) -> None:
        files = front_end.database.files
        files.secure_file_priv = str(self.variables.get("secure_file_priv") or "")
        files.data_directory = str(self.variables.get("datadir"))

    @property
    def has_catalog(self) -> bool:
        """Whether SQL has run."""
        return "front_end" in self.__dict__

    @property
    def catalog(self) -> Catalog:
        """The databases that SQL has made; empty without SQL."""
        return self.front_end.catalog if self.has_catalog else self._catalog

    # --- the log

    def commit_group(self, group: Group) -> None:
        """Gives a group its GTID event and writes it. Groups are written one after another, each whole."""
        with self._lock:
            log = self.open_log
            if log.failure is not None:
                self._commit_unlogged(group)
                return
            now = group.events[-1].timestamp  # of the statement that ends the group, not of its first one
            # also where no event shows it: the clock counts groups
            by_order = self.variables.get("binlog_transaction_dependency_tracking") == "COMMIT_ORDER"
            clock = self.clock.next(group.commit_parent, WriteSet() if by_order else group.write_set)
            off = self.variables.get("gtid_mode") in ("OFF", "OFF_PERMISSIVE")
            assigned = self.gtids.assign(group.gtid_next, anonymous=off)
            pending = self._group_events.of(group, log, assigned, clock)
            try:
                positions = log.append(pending, group.server_id)
            except LogFileError as error:
                failures.commit_failed(self, error, assigned)
                return
            self.gtids.wrote(assigned, in_engine=group.ends_in_engine)
            if group.on_written is not None:
                inside = positions[-1:] * len(group.events) if len(pending) < len(group.events) else []
                group.on_written(log.file_name, [*positions[:-1], *inside] if inside else positions)
            if log.needs_rotation and not group.goes_on:
                self._rotate(now)

    def _commit_unlogged(self, group: Group) -> None:
        """The log was turned off: only a GTID that the session has named is executed (test_log_failures)."""
        if group.gtid_next not in (kind.value for kind in (GtidNextKind.AUTOMATIC, GtidNextKind.ANONYMOUS)):
            self.gtids.assign(group.gtid_next)

    def logs_database(self, name: str) -> bool:
        """Whether binlog-do-db and binlog-ignore-db let it through; "" stands for none."""
        logs = self.filter.logs(name)
        if not logs:
            self.changed_past_the_log()
        return logs

    def changed_past_the_log(self) -> None:
        """A statement changes what is kept, and the log does not get it: sql_log_bin=0, a filter, resource groups."""
        if self.keeper is not None:
            self.keeper.is_behind = self.keeper.changed = True

    def cache_room(self, kind: CacheKind) -> CacheRoom:
        """For a session that begins to use such a cache."""
        return CacheRoom.of_variables(kind, lambda name: int(self.variables.get(name)), self.cache_uses)

    def write_incident(self, timestamp: int, write_set: WriteSet, message: bytes = b"") -> None:
        """Changes were lost: a group with an Incident event, and a new file. timestamp: the statement's, in seconds.

        message: what a statement of a server before 8.0 says that failed in part; no group then (`old_grants`).
        """
        with self._lock:
            if not message:
                self.commit_group(Group((incident(self.open_log, timestamp),), self.committed(), write_set))
            elif self.open_log.failure is None:
                self.open_log.append([told_incident(timestamp, message)])
            self._rotate(timestamp)

    def committed(self) -> int:
        """The logical clock: number of the group committed last."""
        return self.clock.committed

    def table_id(self, table: Table) -> int:
        """The id under which a table is mapped; a new one when its definition changed."""
        return self._table_ids.of(table)

    def next_xid(self) -> int:
        """The number of the next Xid event."""
        return self.chance.next_xid()

    def flush_logs(self, *, timestamp: int | None = None) -> None:
        """FLUSH BINARY LOGS. timestamp: seconds, of the Rotate event; the clock's by default."""
        with self._lock:
            self._rotate(self.chance.clock() // 1_000_000 if timestamp is None else timestamp)

    def reset_logs(self, *, timestamp: int | None = None, number: int = 1) -> None:
        """RESET BINARY LOGS AND GTIDS: all files are deleted and the first one begins anew.

        timestamp: seconds, of the new file's first events; the clock's by default. number: of the new file.
        """
        with self._lock:
            if self.keeper is not None:
                self.keeper.keep(self, is_reset=True)
            self.gtids.clear()
            self.clock.rotate()  # transactions under way have parents of before
            self.open_log.reset(self.gtids.executed, timestamp, number)
            if self.keeper is not None:
                self.keeper.keep(self)

    @property
    def transaction_sizes(self) -> TransactionSizes:
        """Of the groups that were written."""
        return self._group_events.sizes

    def position(self) -> tuple[str, int]:
        """(file name, position): the end of the log, as SHOW BINARY LOG STATUS gives it."""
        with self._lock:
            log = self.open_log
            return log.file_name, log.position

    def purge_logs(self, to: str) -> list[str]:
        """PURGE BINARY LOGS TO 'name': deletes the files before it. LogFileError if the index does not have it."""
        with self._lock:
            names = [path.name for path in self.open_log.files()]
            if self.keeper is not None and to in names[1:] and self.keeper.needs(names[: names.index(to)]):
                self.keeper.keep(self)
            names = self.open_log.purge(to)
            if names:
                self.gtids.purged.update(previous_gtids(self.open_log.files()[0], self.keyring))
            return names

    @property
    def gtid_executed(self) -> str:
        """@@GLOBAL.gtid_executed."""
        return str(self.gtids.executed)

    @property
    def gtid_purged(self) -> str:
        """@@GLOBAL.gtid_purged: without a log all that was executed is in no file."""
        return str(self.gtids.purged if self.variables.options.log_bin else self.gtids.executed)

    def log_files(self) -> list[Path]:
        """The files of the log in order, as the index has them."""
        return self.log.files() if self.log is not None else self._files

    @property
    def log_is_off(self) -> bool:
        """Whether it has failed, and `binlog_error_action` is IGNORE_ERROR; or there is none (skip-log-bin)."""
        return self.log is not None and self.log.failure is not None

    def checksum_changed(self, timestamp: int) -> None:
        """After SET GLOBAL binlog_checksum. timestamp: the statement's, in seconds."""
        with self._lock:
            self._begin_file(lambda log: log.set_checksum(checksum_of(self.variables), timestamp))

    def _rotate(self, timestamp: int) -> None:
        self._begin_file(lambda log: log.rotate(timestamp, self.gtids.executed))

    def _begin_file(self, begin: Callable[[LogWriter], None]) -> None:
        try:
            begin(self.open_log)
            if self.chance.clock is system_clock:
                expired.purge_expired(self)
        except LogFileError as error:
            failures.rotation_failed(self, error)
        self.gtids.save()
        self.clock.rotate()

    @property
    def open_log(self) -> LogWriter:
        """ClosedError after a shutdown or a crash."""
        if self.log is None:
            raise ClosedError("the server is shut down")
        return self.log

    def _new_clock(self) -> LogicalClock:
        return LogicalClock(int(self.variables.get("binlog_transaction_dependency_history_size")))

    # --- start and stop

    def shutdown(self) -> None:
        """Clean shutdown: sessions are rolled back, a Stop event is written, the in-use flag is cleared."""
        with self._lock:
            self.connected.end()
            if self.log is None:
                return
            log, self.log = self.log, None
            self._files = log.files()
            log.close()
            if self.keeper is not None:
                self.keeper.keep(self, (log.file_name, log.position))

    def crash(self) -> None:
        """As if the process had died: no Stop event, the in-use flag stays set.

        All sessions are closed; a statement that waits in another thread ends with an error.
        """
        with self._lock:
            if self.log is None:
                return
            self._files = self.log.files()
            self.log.abort()
            self.log = None
            self.connected.vanish()

    def restart(self, options: Options = ()) -> None:
        """Shuts down if it runs, then opens the next log file.

        Tables stay, global variables start afresh with these options.
        """
        self.shutdown()
        self.variables = self._new_variables(options)
        self.clock = self._new_clock()
        self._table_ids.clear()
        self.gtids.executed.forget_tags()
        if self.has_catalog:
            self._set_file_permissions(self.front_end)
            from binwriter.storage.memory_tables import empty_memory_tables  # without SQL there are no rows

            self.was_restarted = True
            empty_memory_tables(self.front_end.database.storage)
        self.log = log_writer(self)
