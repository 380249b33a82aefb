"""Runs statements one after the other and says which ended otherwise than by an answer or a refusal by name.

A statement that runs too long is ended by an alarm and counts as a finding.
"""

from __future__ import annotations

import signal
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from binwriter.catalog.schemas import Schema
from binwriter.errors import BinwriterError, ClosedError, MissingExtraError, MySQLError, UnsupportedError
from binwriter.inspection.verify import Finding, Severity, verify_files
from binwriter.server.server import Server
from binwriter.server.session import Session
from tests.reliability.hostile.values import SETUP

SECONDS = 5.0
EVERY = 40  # statements in one room
NEWEST = "9.7"
_UTF8MB4 = 255
# what a caller of `run` is told; other errors of ours belong to files and events, and no statement may end by them
_REFUSALS = (MySQLError, UnsupportedError, ClosedError, MissingExtraError)


class TooLongError(BaseException):
    """The alarm; no handler for Exception catches it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises TooLongError in the block when it takes longer (seconds of processor time, main thread only)."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass(frozen=True)
class Ended:
    """A statement that ended badly. kind: the exception's type; place: innermost lines of ours; trace: all of it."""

    statement: str
    kind: str
    place: str
    trace: str

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.place.partition(" < ")[0]


def described(statement: str, error: BaseException) -> Ended:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "/binwriter/" in f.filename or "/formats/" in f.filename]
    kept = [f"{Path(f.filename).parent.name}/{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(ours[-6:])]
    text = f"{type(error).__name__}: {str(error)[:200]}"
    return Ended(statement, type(error).__name__, " < ".join(kept), text)


class Room:
    """A server with a few tables, programs and rows, in a folder of its own, and one session."""

    def __init__(self, options: Iterable[str] = (), setup: Iterable[str] = SETUP, profile: str = NEWEST) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="binwriter-hostile-")
        self.server = Server(Path(self.folder.name), tuple(options), profile=profile)
        self.server.front_end.catalog.schemas["test"] = Schema("test", _UTF8MB4)
        self.session = self.connect()
        for statement in setup:
            if profile == NEWEST:
                self.session.execute(statement)
            else:
                self.session.run(statement)  # an older server refuses some

    def connect(self) -> Session:
        self.server.locks  # noqa: B018  made before any statement
        return self.server.connect(database="test" if "test" in self.server.catalog.schemas else None)

    def run(self, statement: str, seconds: float = SECONDS) -> Ended | None:
        """Runs one statement. Returns how it ended if that was no answer and no refusal by name."""
        try:
            with limited(seconds):
                self.run_raising(statement)
        except (Exception, TooLongError) as error:
            # BENCHMARK evaluates as often as it is told, here as on a server, and has ended between two steps
            as_told = isinstance(error, TooLongError) and "BENCHMARK" in statement.upper()
            return None if as_told else described(statement, error)
        return None

    def run_raising(self, statement: str) -> None:
        """Runs one statement; raises what is no answer and no refusal by name, or what a refusal hides."""
        if self.session.closed:
            self.session = self.connect()
        try:
            self.session.run(statement)
        except _REFUSALS as error:
            cause = error.__cause__
            if cause is not None and not isinstance(cause, BinwriterError):
                raise cause from None

    def close(self) -> list[Finding]:
        """Ends the server; what `verify` says of its log."""
        self.server.shutdown()
        found = [one for one in verify_files(self.server.log_files()) if one.severity is Severity.ERROR]
        self.folder.cleanup()
        return found


def run_all(
    statements: Iterable[str],
    report: Callable[[Ended], None],
    every: int = EVERY,
    kind: type[Room] = Room,
    **room: object,
) -> int:
    """Runs statements in rooms, a fresh one every so many and after each finding. Returns how many were run."""
    count = 0
    current: Room | None = None
    inside: list[str] = []
    for statement in statements:
        if current is None:
            current, inside = kind(**room), []  # type: ignore[arg-type]
        ended = current.run(statement)
        inside.append(statement)
        count += 1
        if ended is not None:
            report(ended)
        if ended is not None or len(inside) >= every:
            _close(current, inside, report)
            current = None
    if current is not None:
        _close(current, inside, report)
    return count


def _close(room: Room, inside: list[str], report: Callable[[Ended], None]) -> None:
    try:
        with limited(SECONDS):
            found = room.close()
    except (Exception, TooLongError) as error:
        report(described("; ".join(inside), error))
        return
    for one in found:
        report(Ended("; ".join(inside), "log", str(one)[-150:], str(one)))
