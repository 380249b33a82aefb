"""What an OK packet says of changes of the session (CLIENT_SESSION_TRACK): its variables, database, transaction, GTIDs.

Source: MySQL manual, "Server Tracking of Client Session State"; packets of a 9.7.4
(tests/golden/wire/session_tracking.txt).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping

from binwriter.mysql.variables.spec import Variable
from binwriter.server.session import Session
from binwriter.server.system.variables import shown
from binwriter.statement.news import BEGUN, OUTSIDE, Did, SessionNews
from binwriter.wire.numbers import string

_VARIABLE, _SCHEMA, _STATE, _GTIDS, _CHARACTERISTICS, _TRANSACTION = (bytes((kind,)) for kind in range(6))
_GTIDS_AS_TEXT = b"\x00"
_EVERYTHING = "*"
_SWITCH = "session_track_state_change"
_STATEMENT = "statement_id"


class Tracker:
    """What the client of a session knows of it.

    tells_behind_rows: what stands behind rows tells of changes, too (CLIENT_DEPRECATE_EOF).
    """

    def __init__(self, session: Session, *, tells_behind_rows: bool) -> None:
        self._session, self.tells_behind_rows = session, tells_behind_rows
        self._news = session.news = SessionNews()
        if tells_behind_rows:
            self._news.result = self._made_result
        self._database = session.database
        self._transaction, self._characteristics = OUTSIDE, ""
        self._level = self._gtids_wanted = "OFF"  # of session_track_transaction_info, session_track_gtids
        self._follows_state = False
        self._listed: tuple[str, dict[str, str]] = ("", {})
        self._in_program: deque[bytes] = deque()  # entries for results of programs that were not sent yet
        self._switch()

    @property
    def is_silent(self) -> bool:
        """Whether there is nothing to say: most statements change nothing that is followed."""
        session, news = self._session, self._news
        return not (
            news.follows
            or news.variables
            or news.entered
            or session.flags.elsewhere
            or session.database != self._database
            or self._gtids_wanted != "OFF"
            or self._state != self._transaction
            or self._list == _EVERYTHING
        )

    def behind_program_rows(self) -> bytes:
        """The entries behind the next result that a program has made."""
        return self._in_program.popleft() if self._in_program else b""

    def behind_rows(self) -> bytes:
        """The entries behind the rows of a statement's own result."""
        self._sends_rows()
        return self.changes()

    def _sends_rows(self) -> None:
        if self._news.follows:
            self._news.used(Did.SENT_ROWS, autocommit=True)

    def changes(self) -> bytes:
        """The entries for the statement that ran; empty if there is nothing to say."""
        if self.is_silent:
            return b""
        return self._told(is_elsewhere=self._news.entered or self._session.flags.elsewhere)

    def _told(self, *, is_elsewhere: bool) -> bytes:
        schema = self._schema(is_elsewhere=is_elsewhere)
        entries = b"".join((*self._variables(), *schema, *self._other_state(), *self._gtids()))
        self._switch()
        entries += b"".join((*self._state_of_transaction(), *self._characteristics_of_transaction()))
        news = self._news
        news.variables.clear()
        news.entered = news.state = news.chained = False
        return entries

    def _made_result(self) -> None:
        self._sends_rows()
        self._in_program.append(self._told(is_elsewhere=False))

    def _switch(self) -> None:
        """What the client wants to know may be something else now."""
        news, variables = self._news, self._session.variables
        level = str(variables.get("session_track_transaction_info"))
        if level != self._level:
            if self._level == "OFF":  # what was begun before is not told of
                news.did, self._transaction = Did(0), OUTSIDE
            news.chained |= level == "CHARACTERISTICS"
            self._level = level
        self._follows_state = bool(variables.get(_SWITCH))
        self._gtids_wanted = str(variables.get("session_track_gtids"))
        news.follows = level != "OFF" or self._follows_state

    # --- entries

    @property
    def _list(self) -> str:
        return str(self._session.variables.get("session_track_system_variables") or "")

    @property
    def _names(self) -> Mapping[str, str]:
        """As the list of tracked variables spells them, by name. What of it is none the client was warned of."""
        listed, table = self._list, self._session.variables.table
        if listed != self._listed[0]:
            if listed == _EVERYTHING:
                names = [name for name, variable in table.variables.items() if variable.has_session]
            else:
                names = [name.strip() for name in listed.split(",")]
            known = {variable.name: name for name in names if (variable := table.find(name.lower())) is not None}
            self._listed = listed, known
        return self._listed[1]

    def _variables(self) -> Iterator[bytes]:
        names_every = self._listed[0] == _EVERYTHING  # when the statement began
        names, variables = self._names, self._session.variables
        told = self._news.variables | ({_STATEMENT} if names_every else set())
        for name in sorted(told):
            if name in names and (variable := variables.table.find(name)) is not None:
                value = _shown(variable, variables.get(name))
                yield _entry(_VARIABLE, string(names[name].encode()) + string(value.encode()))

    def _schema(self, *, is_elsewhere: bool) -> Iterator[bytes]:
        session = self._session
        if is_elsewhere or session.database != self._database:
            self._database = session.database
            if session.variables.get("session_track_schema"):
                yield _entry(_SCHEMA, string((session.database or "").encode()))

    def _other_state(self) -> Iterator[bytes]:
        """Any change; nothing of the one that asks for it."""
        news = self._news
        if self._follows_state and self._session.variables.get(_SWITCH) and (news.state or news.variables):
            yield _entry(_STATE, b"1")

    def _gtids(self) -> Iterator[bytes]:
        gtids, wanted = self._session.server.gtids, self._gtids_wanted
        assigned = gtids.assigned_by.pop(threading.get_ident(), None)
        if wanted == "OWN_GTID" and assigned is not None:
            yield _entry(_GTIDS, _GTIDS_AS_TEXT + string(str(assigned.gtid).encode()))
        elif wanted == "ALL_GTIDS" and (assigned is not None or self._ended_as_committed):
            yield _entry(_GTIDS, _GTIDS_AS_TEXT + string(str(gtids.executed).encode()))

    @property
    def _ended_as_committed(self) -> bool:
        """Each statement that is no part of a transaction is one that was committed."""
        return not self._session.in_transaction and self._state == self._transaction

    @property
    def _state(self) -> str:
        news = self._news
        if self._level != "OFF":
            return news.text
        return BEGUN if news.did & Did.EXPLICIT else OUTSIDE

    def _state_of_transaction(self) -> Iterator[bytes]:
        state = self._state
        if state != self._transaction:
            self._transaction = state
            yield _entry(_TRANSACTION, string(state.encode()))

    def _characteristics_of_transaction(self) -> Iterator[bytes]:
        """The statements that make another one like it (session_track_transaction_info = CHARACTERISTICS)."""
        if self._level != "CHARACTERISTICS":
            return
        text = "; ".join((*self._set_before(), *self._begins()))
        text += ";" if text else ""
        if text != self._characteristics or self._news.chained:
            self._characteristics = text
            yield _entry(_CHARACTERISTICS, string(text.encode()))

    def _set_before(self) -> Iterator[str]:
        given = self._session.variables.next_transaction
        level, is_only_read = given.get("transaction_isolation"), given.get("transaction_read_only")
        if level is not None:
            yield f"SET TRANSACTION ISOLATION LEVEL {str(level).replace('-', ' ')}"
        if is_only_read is not None and (self._news.xa or not self._news.did & Did.EXPLICIT):
            yield f"SET TRANSACTION {_access(is_only_read)}"

    def _begins(self) -> Iterator[str]:
        news = self._news
        if news.xa:
            yield news.xa
        elif news.did & Did.EXPLICIT:
            is_only_read = self._session.variables.next_transaction.get("transaction_read_only")
            said = ["WITH CONSISTENT SNAPSHOT"] if news.snapshot else []
            if is_only_read is not None:
                said.append(_access(is_only_read))
            yield " ".join(("START TRANSACTION", *((", ".join(said),) if said else ())))


def _access(is_only_read: object) -> str:
    return "READ ONLY" if is_only_read else "READ WRITE"


def _shown(variable: Variable, value: object) -> str:
    return "" if value in (None, "NULL") else shown(variable, value)


def _entry(kind: bytes, data: bytes) -> bytes:
    return kind + string(data)
