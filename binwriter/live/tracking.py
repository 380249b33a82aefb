"""What an OK packet says of changes of the session (CLIENT_SESSION_TRACK): variables, the database, GTIDs.

Source: MySQL manual, "Server Tracking of Client Session State"; packets of a 9.7.4 (tests/golden/wire/tracking.json).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable

from binwriter.formats.patterns import pattern
from binwriter.server.session import Session
from binwriter.wire.numbers import string

_VARIABLE, _SCHEMA, _STATE, _GTIDS, _TRANSACTION = b"\x00", b"\x01", b"\x02", b"\x03", b"\x05"
_GTIDS_AS_TEXT = b"\x00"
_ASSIGNS = pattern(r"\s*(SET|CALL|EXECUTE)\b", re.IGNORECASE)
_CHARSETS = ("character_set_client", "character_set_connection", "character_set_results")
_NAMES = pattern(r"\s*SET\s+(NAMES|CHARACTER\s+SET|CHARSET)\b", re.IGNORECASE)
_USE = pattern(r"\s*USE\b", re.IGNORECASE)


class Tracker:
    """What the client of a session knows of it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._database = session.database
        self._known = self._values()
        self._explicit = False

    def _values(self) -> dict[str, str]:
        """The tracked variables by name, as they are shown."""
        variables = self._session.variables
        names = str(variables.get("session_track_system_variables") or "").split(",")
        stripped = [name.strip().lower() for name in names]
        known = variables.table.find  # of those that are none the client is warned when it sets the list
        return {name: _shown(variables.get(name)) for name in stripped if known(name) is not None}

    def changes(self, text: str) -> bytes:
        """The entries for the statement that ran; empty if there is nothing to say. text: the statement's."""
        variables, entries = self._session.variables, []
        if _ASSIGNS.match(text):
            values, said = self._values(), text.lower()
            names = set(_CHARSETS) if _NAMES.match(text) else _assigned(values, said)
            for name in sorted(values):
                if name in names or self._known.get(name, values[name]) != values[name]:
                    entries.append(_entry(_VARIABLE, string(name.encode()) + string(values[name].encode())))
            self._known = values
        database = self._session.database
        if database != self._database or _USE.match(text):
            self._database = database
            if variables.get("session_track_schema"):
                entries.append(_entry(_SCHEMA, string((database or "").encode())))
        if entries and variables.get("session_track_state_change"):
            entries.append(_entry(_STATE, b"1"))
        gtids = self._session.server.gtids
        assigned = gtids.assigned_by.pop(threading.get_ident(), None)
        tracked = str(variables.get("session_track_gtids"))
        if tracked != "OFF":
            if assigned is not None:
                text = str(assigned.gtid if tracked == "OWN_GTID" else gtids.executed)
                entries.append(_entry(_GTIDS, _GTIDS_AS_TEXT + string(text.encode())))
            entries += self._transaction()
        return b"".join(entries)

    def _transaction(self) -> list[bytes]:
        """Whether BEGIN has begun one."""
        explicit = self._session.explicit_transaction
        if explicit == self._explicit:
            return []
        self._explicit = explicit
        return [_entry(_TRANSACTION, string(b"T_______" if explicit else b"________"))]


def _assigned(names: Iterable[str], text: str) -> set[str]:
    return {name for name in names if name in text and re.search(rf"\b{re.escape(name)}\s*:?=", text)}


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "ON" if value else "OFF"
    return "" if value in (None, "NULL") else str(value)


def _entry(kind: bytes, data: bytes) -> bytes:
    return kind + string(data)
