"""A log run on a server, statement by statement, as `mysqlbinlog FILES | mysql` does it, and where it stopped.

What is better than in the pipe: an error names the event's file and position and where to go on; a statement that ended
with an error on the source may end with the same one here (as on a replica), and the rest follows; a file of LOAD DATA
never lies on a disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from binwriter.binlog.files.reader import LogEvent
from binwriter.errors import BinwriterError
from binwriter.formats.records import dataclass
from binwriter.inspection.mysqlbinlog.around import Around
from binwriter.inspection.mysqlbinlog.statements import LogStatements, Statement
from binwriter.integration.replaying.connection import ReplayConnection, ServerError

# of a statement's text in a message
_TEXT_SHOWN = 200
# of a packet besides the statement, or of the next one in it
_PACKET_HEAD = 1
# bytes of statements that go in one packet
_TOGETHER = 1 << 20
# What to do about errors that the log's GTIDs bring (MySQL's numbers).
_HINTS = {
    1782: "--skip-gtids lets the server give GTIDs of its own",
    1781: "the server has gtid_mode=OFF: --skip-gtids",
    3948: "LOAD DATA needs local_infile=ON on the server",
}


class ReplayStoppedError(BinwriterError):
    """A statement failed. place: file and position of its event; the group that it is in begins at `group`."""

    def __init__(self, cause: BinwriterError, statement: Statement, group: LogEvent) -> None:
        event = statement.event
        text = statement.text[:_TEXT_SHOWN].decode("utf-8", "replace")
        shown = " ".join(text.split()) + ("..." if len(statement.text) > _TEXT_SHOWN else "")
        hint = f" ({_HINTS[cause.code]})" if isinstance(cause, ServerError) and cause.code in _HINTS else ""
        super().__init__(f"{event.file}:{event.position}: {cause}{hint}, at: {shown}")
        self.place = (event.file, event.position)
        self.group = (group.file, group.position)
        self.is_lost = isinstance(cause, ServerError) and cause.is_lost


@dataclass(frozen=True, kw_only=True)
class ReplayChoice:
    """mysqlbinlog's --rewrite-db, --skip-gtids, --idempotent, --disable-log-bin, and `mysql --force`."""

    rewrite: tuple[tuple[bytes, bytes], ...] = ()
    skip_gtids: bool = False
    idempotent: bool = False
    disable_log_bin: bool = False
    force: bool = False


@dataclass
class Progress:
    """How far a replay has come.

    groups, statements: that were run. place: file and position behind the last group that is through, or where the
    group begins that is under way. databases: that its events name. notes: what a user should know that did not stop
    it; errors: behind which it went on.
    """

    groups: int = 0
    statements: int = 0
    place: tuple[str, int] | None = None
    databases: set[bytes] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


Step = Callable[[Progress], None]


class LogReplay:
    """One replay on one connection. step: called after each event."""

    def __init__(self, connection: ReplayConnection, choice: ReplayChoice, step: Step = lambda progress: None) -> None:
        self.progress = Progress()
        self._connection = connection
        self._choice = choice
        self._around = Around(disable_log_bin=choice.disable_log_bin, idempotent=choice.idempotent)
        self._step = step
        self._statements = LogStatements(dict(choice.rewrite), choice.skip_gtids)
        self._limit = 0
        self._waiting: list[tuple[Statement, LogEvent]] = []  # with the events that their groups begin with
        self._size = 0

    def run(self, events: Iterable[LogEvent]) -> Progress:
        """Runs all of it.

        Raises ReplayStoppedError at the first statement that fails otherwise than on the source (unless `force`), and
        CorruptLogError where the log cannot be read; what the open group has done is rolled back where it can be.
        """
        self._open()
        last: LogEvent | None = None
        for event in events:
            last = event
            self.progress.databases.add(getattr(event.body, "schema", b""))
            for statement in self._statements.of(event):
                self._run(statement)
            if self._statements.group is None:
                self._send()
            self._note_place(event)
            self._step(self.progress)
        if last is not None:
            for statement in self._statements.end(last):
                self._run(statement)
        self._send()
        for text in self._around.closing():
            self._connection.ask(text)
        return self.progress

    def _open(self) -> None:
        ((limit,),) = self._connection.ask(b"SELECT @@max_allowed_packet")
        self._limit = int(limit)
        for text in self._around.opening():
            self._connection.ask(text)

    def _note_place(self, event: LogEvent) -> None:
        group = self._statements.group
        self.progress.groups = self._statements.groups
        self.progress.place = (event.file, event.end) if group is None else (group.file, group.position)

    def _run(self, statement: Statement) -> None:
        """Runs it, or keeps it for the packet that goes when the group ends, or its next text of the log comes."""
        group = self._statements.group or statement.event
        size = len(statement.text) + _PACKET_HEAD
        if size > self._limit:
            self._send()
            error = BinwriterError(
                f"the statement has {size:,} bytes, and the server takes {self._limit:,} (max_allowed_packet)"
            )
            self._failed(error, statement, group)
            return
        is_alone = not statement.is_ours or not statement.text.isascii()
        if is_alone or self._size + size > min(self._limit, _TOGETHER):
            self._send()
        self._waiting.append((statement, group))
        self._size += size
        # after a BINLOG that is followed by something, a server (9.7.4) does not say that more results come
        if is_alone or statement.text.startswith(b"BINLOG"):
            self._send()

    def _send(self) -> None:
        while self._waiting:
            waiting, self._waiting, self._size = self._waiting, [], 0
            try:
                if len(waiting) == 1:
                    self._connection.run(waiting[0][0])
                else:
                    self._connection.run_together([statement for statement, _ in waiting])
            except ServerError as error:
                done = self._connection.answered if len(waiting) > 1 else 0
                self.progress.statements += done + 1
                statement, group = waiting[done]
                self._waiting = waiting[done + 1 :]
                if error.code != statement.logged_error:
                    self._failed(error, statement, group)
                continue
            self.progress.statements += len(waiting)
            for statement, _ in waiting:
                if statement.logged_error:
                    self._note_success(statement)

    def _failed(self, error: BinwriterError, statement: Statement, group: LogEvent) -> None:
        stopped = ReplayStoppedError(error, statement, group)
        if not self._choice.force or stopped.is_lost:
            raise stopped from error
        self.progress.errors.append(str(stopped))

    def _note_success(self, statement: Statement) -> None:
        event = statement.event
        self.progress.notes.append(
            f"{event.file}:{event.position}: the statement ended with error {statement.logged_error} on the source,"
            " and without one here"
        )
