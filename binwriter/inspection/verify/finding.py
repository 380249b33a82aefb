"""What a check says, and what every check is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from typing import ClassVar

from binwriter.binlog.files.runs import Run
from binwriter.formats.records import dataclass
from binwriter.inspection.verify.facts import LogFacts, Seen


class Severity(StrEnum):
    """error: a healthy server did not write this. note: it may well have, but somebody should know."""

    ERROR = "error"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. file: as it was given. position: of the event, bytes. check: a name of `CHECKS`."""

    file: str
    position: int
    check: str
    severity: Severity
    reason: str

    def __str__(self) -> str:
        note = "note: " if self.severity is Severity.NOTE else ""
        return f"{self.file}:{self.position}: {note}{self.reason} [{self.check}]"

    def to_json(self) -> str:
        """One line; the keys are the fields."""
        return json.dumps(
            {
                "file": self.file,
                "position": self.position,
                "check": self.check,
                "severity": self.severity.value,
                "reason": self.reason,
            },
            ensure_ascii=False,
        )


class Check:
    """One check, fed event by event; its state lives as long as one verification, so files can be compared.

    name: stable, for --check and --skip. summary: what it makes sure of, one line. types: of the events that `event`
    wants to see; None for all. Each hook gives findings.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    types: ClassVar[frozenset[int] | None] = None

    def begin_file(self, log: LogFacts) -> Iterator[Finding]:
        """Called before a file's first event."""
        return iter(())

    def event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        """Called for each event in order, those inside a Transaction_payload included."""
        return iter(())

    def end_file(self, log: LogFacts) -> Iterator[Finding]:
        """Called behind a file's last event."""
        return iter(())

    def begin_run(self, log: LogFacts, run: Run) -> bool:
        """Called between groups: whether a run of plain healthy groups may go by without this check seeing its events.

        Not so if something is open that the next event might end. A check that needs to see every event says False.
        """
        return False

    def end_run(self, log: LogFacts, run: Run) -> None:
        """Called behind such a run, which may be empty, before the file's facts are those behind it."""

    def error(self, log: LogFacts, position: int, reason: str) -> Finding:
        """A finding of this check."""
        return Finding(log.file, position, self.name, Severity.ERROR, reason)

    def note(self, log: LogFacts, position: int, reason: str) -> Finding:
        """A note of this check."""
        return Finding(log.file, position, self.name, Severity.NOTE, reason)
