"""The fake server: what it is (`binwriter.server.state`), and the sessions that it makes."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from binwriter.catalog.authentication import Client, Proof, refusal
from binwriter.catalog.grants import Account
from binwriter.extras import naming_extras
from binwriter.server.session import Session, SqlSide
from binwriter.server.shown import Shown
from binwriter.server.state import ServerState
from binwriter.server.tracing import session as tracing_session


class Server(ServerState, metaclass=Shown):
    """A server without a server: sessions in, binary log files out.

    What users call: `connect`; for the log `log_files`, `position`, `flush_logs`, `purge_logs`, `reset_logs`;
    `run_events`; `restart`, `shutdown`, `crash`. The rest is asked by its sessions.

    directory: where the log is written; made if missing. options: server options as on mysqld's command line, as a
    mapping or as "name=value" strings; OptionError for one with which mysqld would not start. chance: every source
    of chance; by default a deterministic one, so that the same input gives the same bytes. profile: the server
    version to write as, by name (`5.7`) or version (`5.7.18`); UnknownServerVersionError for others.
    trace: gets to know why each event was logged (`rules.trace`).
    files: the folder of this machine whose files LOAD DATA [LOCAL] and LOAD_FILE() may read; none by default, and
    no SQL writes one.
    keyring: the data file of component_keyring_file that the keys of encrypted logs are in (binlog_encryption=ON);
    made if it is missing. LogFileError if it cannot be read.
    keep: databases, rows, accounts and programs are still there when a server is made with the same folder: they lie in
    a file beside the log (`binwriter.server.keeping`). LogFileError if that file, or the log behind it after a crash,
    cannot be put back.
    plan_cache: whether statements of a shape that was read before run without being read again; all is the same with
    and without, but for the time it takes.
    engines: storage engines beside its own, each an `Engine` or a declaration such as "NDBX transactional row"
    (`binwriter.mysql.engines.read_engine`).

    Use it as a context manager: leaving the block shuts it down (Stop event, in-use flag cleared); leaving it by an
    exception does too, so that the log stays whole.
    """

    for_users = (
        *("connect", "run_events", "flush_logs", "purge_logs", "reset_logs", "log_files", "position"),
        *("restart", "shutdown", "crash"),
    )

    def connect(
        self,
        user: str = "root",
        database: str | None = None,
        thread_id: int | None = None,
        *,
        host: str = "localhost",
        account: Account | None = None,
    ) -> Session:
        """Opens a session. ClosedError after a shutdown or a crash.

        MySQLError: ER_ACCESS_DENIED_ERROR for whom no account means, ER_ACCOUNT_HAS_BEEN_LOCKED, and for the database
        ER_DBACCESS_DENIED_ERROR, ER_BAD_DB_ERROR. Nobody is asked for a password here.

        thread_id: the number that `chance` has given the connection; by default the next one. host: where the client
        is. account: the one that it has proved to be; by default the one that user and host mean. As long as no SQL
        has run there are no accounts, and any name will do.
        """
        with self._lock:
            self._must_run()
            if account is None and self.has_catalog:
                account = self._account(user, host)
            if account is not None and self.has_catalog:
                self._count_connection(account)
            session = self._new_session(user, None, thread_id)
            session.host, session.account = host, account
            if database is not None:
                session.begin_in(database)
            self.connected.came_in(session)
            return session

    def _must_run(self) -> None:
        self.open_log  # noqa: B018 -- raises
        self.connected.check()

    def _account(self, user: str, host: str) -> Account:
        accounts = self.catalog.accounts
        name = accounts.client(user, host)
        refused = refusal(accounts, name, Client(user, host, secure=True), Proof.RIGHT)
        if refused is not None or name is None:
            assert refused is not None
            raise refused
        return name

    def _count_connection(self, name: Account) -> None:
        account = self.catalog.accounts.get(name)
        if account is not None and any(account.limits.values()):
            there = sum(session.account == name for session in self.connected.sessions.values())
            self.connected.used.count_connection(name, account, there, self.chance.clock())

    def _new_session(self, user: str, database: str | None, thread_id: int | None = None) -> Session:
        if thread_id is None:
            thread_id = self.chance.next_thread_id()
        kind = Session if self.trace is None else tracing_session.TracedSession
        session = kind(self, thread_id, user, database)
        session.variables.assign("pseudo_thread_id", thread_id)
        return session

    def _new_keeper(self) -> Any:
        with naming_extras():
            from binwriter.server.keeping.keeper import Keeper

            keeper = Keeper(self.directory)
        keeper.identify(self)
        return keeper

    def sql_side(self, session: Session) -> SqlSide:
        # imported here: without SQL nobody needs sqlglot
        with naming_extras():
            if self.trace is not None and isinstance(session, tracing_session.TracedSession):
                from binwriter.server.tracing.runner import TracedSqlRunner

                return TracedSqlRunner(session)
            from binwriter.server.execute.statement import SqlRunner

            return SqlRunner(session)

    def thread(self, database: str | None) -> Session:
        """A thread of the server's own, which is no client's session; who has it closes it.

        ClosedError after a shutdown or a crash, which ends it as it ends sessions.
        """
        with self._lock:
            self._must_run()
            session = self._new_session("root", database)
            self.connected.own_threads[session.thread_id] = session
            return session

    @property
    def has_events(self) -> bool:
        """Whether CREATE EVENT has made any."""
        return self.has_catalog and self.front_end.database.programs.has_events

    def run_events(self) -> list[str]:
        """Runs the events (CREATE EVENT) that are due by the server's clock, if event_scheduler is ON; their names.

        Nothing else runs them: the clock may be one that goes on when it is told to. `run` looks behind each statement
        of a scenario, a server that is served while time passes.
        """
        with self._lock:
            if not self.has_events or self.connected.is_ending or self.log is None:
                return []
        from binwriter.server.event_scheduler import run_due

        return run_due(self, self.thread)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
