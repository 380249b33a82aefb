"""Numbers in bodies that stand for one of a few things."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from binwriter.binlog.files.runs import Run
from binwriter.formats.constants import EventType, IntvarType, UserVarType
from binwriter.formats.events import AnonymousGtid, Gtid, Incident, Intvar, UserVar
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.finding import Check, Finding

# INCIDENT_NONE, INCIDENT_LOST_EVENTS
_INCIDENTS = (0, 1)
_INTVARS = frozenset(IntvarType)
_USER_VARS = frozenset((*UserVarType, 3))  # ROW_RESULT: MySQL has it, and never writes it


def _intvar(log: LogFacts, body: Intvar) -> str | None:
    return None if body.type in _INTVARS else f"Intvar of the unknown type {body.type}"


def _user_var(log: LogFacts, body: UserVar) -> str | None:
    return None if body.is_null or body.type in _USER_VARS else f"User_var of the unknown type {body.type}"


def _incident(log: LogFacts, body: Incident) -> str | None:
    return None if body.incident in _INCIDENTS else f"unknown incident {body.incident}"


def _gtid(log: LogFacts, body: Gtid) -> str | None:
    if body.last_committed is None and log.always_gtid:
        return "a GTID event without the logical clock that this server writes"
    return None


_VALUES: dict[type, Callable[[LogFacts, Any], str | None]] = {
    Intvar: _intvar,
    UserVar: _user_var,
    Incident: _incident,
    Gtid: _gtid,
    AnonymousGtid: _gtid,
}


class KnownValues(Check):
    name = "value"
    summary = "types of variables and incidents are known ones; GTID events have their server's fields"
    types = frozenset(
        {EventType.INTVAR, EventType.USER_VAR, EventType.INCIDENT, EventType.GTID, EventType.ANONYMOUS_GTID}
    )

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        return True

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        find = _VALUES.get(type(seen.body))
        reason = find(log, seen.body) if find is not None else None
        if reason is not None:
            yield self.error(log, seen.position, reason)


VALUE_CHECKS: tuple[type[Check], ...] = (KnownValues,)
