"""binwriter's one tree of errors.

The root and the two errors of the byte level live in `binwriter.formats.errors` (the lowest floor); here
they are joined by the errors of the writer.

    BinwriterError
      EncodeError          a value cannot be encoded
      CorruptLogError      bytes are not a valid binary log
      MySQLError           what a MySQL server would answer: code, SQLSTATE, symbol, text
      UnsupportedError     SQL or a scenario step that is outside what binwriter does; nothing was logged for it
      ScenarioError        a scenario that cannot be read: file, line, reason
      RunTimeoutError      a run that took longer than it was given
      ClosedError          a server that is shut down, or a session that is closed, is asked for more; a ValueError
      OptionError          a server option that a mysqld would not start with
      UnknownServerVersionError  no profile of that name
      LogFileError         the log's folder or file cannot be written or read
        NotWrittenError    what a command was to write beside its output: a page, a copy, a sidecar
      SpecError            a workload that cannot be generated: place, reason
      JobError             a generating job that failed: which file, why
      MissingExtraError    a package of an extra is not installed, or cannot be used; an ImportError, too
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.formats.errors import BinwriterError, CorruptLogError, EncodeError, UnknownServerVersionError

__all__ = [
    "BinwriterError",
    "ClosedError",
    "CorruptLogError",
    "EncodeError",
    "JobError",
    "LogFileError",
    "MissingExtraError",
    "MySQLError",
    "NotWrittenError",
    "OptionError",
    "RunTimeoutError",
    "ScenarioError",
    "SpecError",
    "UnknownServerVersionError",
    "UnsupportedError",
    "reason_of",
]


def reason_of(error: OSError | ValueError) -> str:
    """Why a file cannot be used, in words: its name stands beside it. ValueError: a name with a NUL, no UTF-8."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte 0x{error.object[error.start]:02x} at {error.start} is no UTF-8"
    return getattr(error, "strerror", None) or str(error)


class MySQLError(BinwriterError):
    """An error as a MySQL server reports it.

    code: MySQL's error number; sqlstate: five characters; symbol: the ER_ name; message: the finished text.
    Build it with `binwriter.mysql.messages.table.mysql_error`, the only place that holds numbers and texts.
    """

    def __init__(self, code: int, sqlstate: str, symbol: str, message: str) -> None:
        super().__init__(f"ERROR {code} ({sqlstate}): {message}")
        self.code = code
        self.sqlstate = sqlstate
        self.symbol = symbol
        self.message = message
        self.items: dict[str, str] | None = None  # what SIGNAL gave for GET DIAGNOSTICS; None: no SIGNAL raised it
        self.in_program = False  # a trigger or stored function raised it: IGNORE does not help
        self.earlier: tuple[Any, ...] = ()  # conditions beneath this one (RESIGNAL)
        self.later: tuple[Any, ...] = ()  # what the statement complained of before it gave up
        self.read: tuple[int, tuple[Any, ...]] | None = None  # how far a parser came, and the columns that it had read
        self.place: int | None = None  # of an ER_PARSE_ERROR: where in the text that was read
        self.is_fatal = False  # a row could not be logged, so that no handler of a program catches it


class UnsupportedError(BinwriterError):
    """A construct that binwriter does not model. It is refused by name before anything of the statement is logged.

    what: the construct by its SQL name; statement: the text it stands in; offset: character position in it, if known.
    """

    def __init__(self, what: str, statement: str = "", offset: int | None = None) -> None:
        place = f" at character {offset + 1}" if offset is not None else ""
        text = f" in: {statement}" if statement else ""
        super().__init__(f"not supported: {what}{place}{text}")
        self.what = what
        self.statement = statement
        self.offset = offset


class RunTimeoutError(BinwriterError):
    """A run that took longer than it was given. line: of the step that ran then, 0 if none had begun."""

    def __init__(self, path: str, line: int, seconds: float) -> None:
        place = f"{path}:{line}" if line else path
        super().__init__(f"{place}: the run was ended after {seconds:g} seconds (--timeout)")
        self.path = path
        self.line = line
        self.seconds = seconds


class ClosedError(BinwriterError, ValueError):
    """Something was asked of a server that is shut down, or of a session that is closed."""


class ScenarioError(BinwriterError):
    """A scenario that cannot be read or run. path and line (1-based; 0: the file as a whole) say where."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")
        self.path = path
        self.line = line
        self.reason = reason


class OptionError(BinwriterError):
    """A server option with which a mysqld would not start: unknown, or a value it does not take."""


class LogFileError(BinwriterError):
    """A binary log file or its folder cannot be created, written or read (disk full, permissions, not empty)."""


class LogStoppedError(LogFileError):
    """A log that cannot be written has stopped its server. told: what the client is told whose statement found it out
    (a MySQLError)."""

    def __init__(self, message: str, told: Exception) -> None:
        super().__init__(message)
        self.told = told


class NumbersUsedUpError(LogFileError):
    """The log's last file has the last number there is."""


class NotWrittenError(LogFileError):
    """A file that a command was told to write cannot be written; what it read is not at fault."""

    def __init__(self, what: object, cause: OSError | ValueError) -> None:
        super().__init__(f"cannot write {what}: {reason_of(cause)}")


class SpecError(BinwriterError):
    """A workload that cannot be generated. place: the key or option at fault, or empty; reason: with the limit.

    advice: a line to add to the specification, or empty.
    """

    def __init__(self, place: str, reason: str, advice: str = "") -> None:
        shown = f"{place}: {reason}" if place else reason
        super().__init__(f"{shown}; to add to the specification: {advice}" if advice else shown)
        self.place = place
        self.reason = reason
        self.advice = advice


class ManySpecErrors(SpecError):  # noqa: N818 - it is several
    """Several things that are wrong with a workload at once."""

    def __init__(self, errors: Sequence[SpecError]) -> None:
        BinwriterError.__init__(
            self, "\n".join((f"{len(errors)} things are wrong:", *(f"  {error}" for error in errors)))
        )
        self.errors = tuple(errors)
        self.place, self.reason, self.advice = errors[0].place, errors[0].reason, errors[0].advice


def all_of(errors: Sequence[SpecError]) -> SpecError:
    """One error that says them all; there is at least one."""
    flat = [single for error in errors for single in (error.errors if isinstance(error, ManySpecErrors) else (error,))]
    return flat[0] if len(flat) == 1 else ManySpecErrors(flat)


class JobError(BinwriterError):
    """A generating job that failed. file: the log file that could not be made; cause: why."""

    def __init__(self, file: str, cause: str) -> None:
        super().__init__(f"{file}: {cause}")
        self.file = file
        self.cause = cause


class MissingExtraError(BinwriterError, ImportError):
    """A package that this needs is not installed, or cannot be used. package: its name; extra: what brings it."""

    def __init__(self, message: str, package: str, extra: str) -> None:
        super().__init__(message)
        self.name = self.package = package
        self.extra = extra
