"""The connections of a scenario: opened when first used, closed by it or by the server; what still runs on them.

A client of which the server has closed the connection hears of it once (2013), and then has none.
"""

from __future__ import annotations

import re

from binwriter.errors import BinwriterError, MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.scenario.lanes import Lane, Lanes
from binwriter.scenario.notation import Scenario, Step
from binwriter.scenario.sidecar import StatementRecord
from binwriter.server.server import Server
from binwriter.server.session import Session, StatementResult

# The database that every scenario finds when it begins.
TEST_DATABASE = "test"
DEFAULT_USER = "root"
_LOST = 2013
_KEEPS_CONDITIONS = pattern(r"\s*(?:GET|CREATE)\b", re.IGNORECASE)


class Connections:
    """By name. sent: those on which a statement still runs, or waits. left: closed by the scenario, opened anew by the
    next use. told: closed by the server, and their clients know it. thread_ids: of all that ever were.
    """

    def __init__(self, server: Server, scenario: Scenario) -> None:
        self.server = server
        self.asks_warnings = scenario.asks_warnings
        self.lanes: Lanes[StatementRecord] = Lanes(server.locks.turns)
        self.sent: dict[str, Lane[StatementRecord]] = {}
        self.sessions: dict[str, Session] = {}
        self.thread_ids: dict[str, int] = {}
        self.left: set[str] = set()
        self.told: set[str] = set()
        if len({step.connection for step in scenario.steps if step.connection}) > 1:
            server.locks.keep_from_now_on()

    def run(self, step: Step) -> StatementResult:
        """Runs the statement of a step; a MySQL error comes back in the result."""
        known = self.sessions.get(step.connection)
        if known is not None and known.closed and step.connection not in self.left:
            return self._lost(step.connection)
        try:
            session = self.session(step.connection)
        except MySQLError as error:  # the database test is gone
            return StatementResult(error, (), None, None)
        session.client.begins("Query", step.text)
        result = session.run(step.text)
        session.client.begins("Sleep")
        if self.asks_warnings:
            session.warnings_were_asked()
        if session.closed or (result.error is not None and result.error.code == _LOST):
            self.told.add(step.connection)
        return result if session.variables.behaviour.shows_kept_conditions else self._asked(step.text, result)

    @staticmethod
    def _asked(text: str, result: StatementResult) -> StatementResult:
        """Captures of old servers ask for conditions where an answer is an error or counts some, not for what stays
        there from before: behind GET DIAGNOSTICS, CREATE of programs with handlers (captured:
        conditions_not_counted_mixed).
        """
        counts = result.error is not None or result.warning_count or not result.diagnostics
        return result if counts or not _KEEPS_CONDITIONS.match(text) else replace(result, diagnostics=())

    def _lost(self, name: str) -> StatementResult:
        """The server has ended the session: a client hears of it once, and then has no connection any more."""
        if name not in self.told:
            self.told.add(name)
            return StatementResult(mysql_error("CR_SERVER_LOST"), (), None, None)
        return StatementResult(MySQLError(0, "HY000", "", ""), (), None, None)

    def session(self, name: str) -> Session:
        """The connection of that name, opened at its first use, and anew when it was closed since."""
        session = self.sessions.get(name)
        return self.open(name) if session is None or session.closed else session

    def open(self, name: str, user: str = DEFAULT_USER, database: str | None = TEST_DATABASE) -> Session:
        """Opens it, as the mysql client does."""
        session = self.server.connect(user=user, database=database)
        session.execute(f"SET NAMES {self.server.profile.client_charset}")
        self.left.discard(name)
        self.told.discard(name)
        self.sessions[name] = session
        self.thread_ids[name] = session.thread_id
        return session

    def current(self, name: str) -> Session | None:
        """The open connection of that name."""
        session = self.sessions.get(name)
        return None if session is None or session.closed else session

    def let_end(self, name: str) -> None:
        """Waits for the statement that was sent on it, if any."""
        if name in self.sent:
            self.lanes.reap(self.sent[name])

    def close(self, name: str) -> None:
        """The client goes; a server notices when its statement has ended."""
        if name in self.sent:
            self.lanes.reap(self.sent.pop(name))
        self.left.add(name)
        self.sessions[name].close()

    def kill(self, name: str) -> None:
        """KILL, by the server."""
        self.server.kill(self.sessions[name].thread_id)
        self.left.add(name)
        self.lanes.settle()

    def raise_defect(self) -> None:
        """An error of our own ends the run at once, also that of a statement which nobody has reaped yet."""
        for lane in self.sent.values():
            if lane.failure is not None and not isinstance(lane.failure, BinwriterError):
                raise lane.failure

    def drop(self) -> None:
        """In the order of their opening, as a server ends its sessions."""
        self.end_sent()
        for session in self.sessions.values():
            session.close()
        self.sessions.clear()

    def end_sent(self) -> None:
        """Statements that still wait are killed; their answers are nobody's."""
        for name in list(self.sent):
            session = self.sessions.get(name)
            if session is not None and session.owner.waiter is not None:
                session.close()
        self.lanes.settle()
        self.raise_defect()
        self.sent.clear()

    def forget(self) -> None:
        """After a crash: nobody is there any more."""
        self.end_sent()
        self.sessions.clear()
