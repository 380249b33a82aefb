"""The fake server: what it is (`binwriter.server.state`), and the sessions that it makes."""

from __future__ import annotations

from types import TracebackType

from binwriter.server.session import Session, SqlSide
from binwriter.server.state import ServerState
from binwriter.server.tracing.session import TracedSession


class Server(ServerState):
    """A server without a server: sessions in, binary log files out.

    directory: where the log is written; made if missing. options: server options as on mysqld's command line, as a
    mapping or as "name=value" strings; OptionError for one with which mysqld would not start. chance: every source
    of chance; by default a deterministic one, so that the same input gives the same bytes. profile: the server
    version to write as, by name (`5.7`) or version (`5.7.18`); UnknownServerVersionError for others.
    trace: gets to know why each event was logged (`rules.trace`).
    files: the folder of this machine whose files LOAD DATA [LOCAL] and LOAD_FILE() may read; none by default, and
    no SQL writes one.
    plan_cache: whether statements of a shape that was read before run without being read again; all is the same with
    and without, but for the time it takes.
    engines: storage engines beside its own, each an `Engine` or a declaration such as "NDBX transactional row"
    (`binwriter.mysql.engines.read_engine`).

    Use it as a context manager: leaving the block shuts it down (Stop event, in-use flag cleared); leaving it by an
    exception does too, so that the log stays whole.
    """

    sessions: dict[int, Session]

    def connect(self, user: str = "root", database: str | None = None, thread_id: int | None = None) -> Session:
        """Opens a session. ER_BAD_DB_ERROR for an unknown database; ValueError after a shutdown or a crash.

        thread_id: the number that `chance` has given the connection; by default the next one.
        """
        with self._lock:
            self._open()
            if self._ends:
                raise ValueError("the server is shutting down")
            if database is not None and self.has_catalog:
                self.catalog.schema(database)
            session = self._new_session(user, database, thread_id)
            self.sessions[session.thread_id] = session
            return session

    def _new_session(self, user: str, database: str | None, thread_id: int | None = None) -> Session:
        if thread_id is None:
            thread_id = self.chance.next_thread_id()
        kind = Session if self.trace is None else TracedSession
        return kind(self, thread_id, user, database)

    def sql_side(self, session: Session) -> SqlSide:
        # imported here: without SQL nobody needs sqlglot
        if isinstance(session, TracedSession):
            from binwriter.server.tracing.runner import TracedSqlRunner

            return TracedSqlRunner(session)
        from binwriter.server.execute.statement import SqlRunner

        return SqlRunner(session)

    def thread(self, database: str | None) -> Session:
        """A thread of the server's own, which is no client's session."""
        return self._new_session("root", database)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
