"""Scenarios: SQL on several connections, in the notation of the captured samples, or a plain `.sql` file.

Line by line; `#` starts a comment line; a line that starts with white space continues the one above it:

    title: free text
    tags: words
    server: gtid-mode=ON        a server option
    engine: NAME FLAGS          a storage engine that no server need have (`binwriter.mysql.engines.read_engine`)
    con1: BEGIN;                one statement on connection con1; the closing ';' is not sent
    con2&: UPDATE ...;          sent without waiting for the answer
    reap: con2 con3             wait for those answers
    connect: con3 user=u1       open a connection with other parameters (user=, database=): errors 1044, 1045, 3118
    disconnect: con2            close
    kill: con2                  KILL the connection
    capture:                    forget what was logged so far
    file: NAME TEXT             a file in the data directory of database test (backslash escapes)
    localfile: NAME TEXT        the same on the client side; both names stay in their folder
    sleep: SECONDS
    copylive:                   keep a copy of the current log file as it is while open (NAME.live)
    restart: [OPTIONS]   shutdown:   crash:

The client asks SHOW WARNINGS after each statement, as that of the samples did, so ROW_COUNT() is always -1 since 8.0;
that of a plain `.sql` file does not.

This module only reads. `binwriter.scenario.run` runs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import overload

from binwriter import documents
from binwriter.errors import OptionError, ScenarioError
from binwriter.formats.constants import BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine, read_engine
from binwriter.mysql.raw_bytes import text_of
from binwriter.scenario.script import ScriptError, script_places

# Where a plain .sql file runs.
SCRIPT_CONNECTION = "con1"
# What a server of the captured samples is started with; `server:` lines come after these.
DEFAULT_SERVER_OPTIONS = ("server-id=1", "log-bin=binlog", "gtid-mode=OFF", "enforce-gtid-consistency=OFF")


class StepKind(Enum):
    """What a line asks for; the values are the notation's own words."""

    STATEMENT = "statement"
    SEND = "statement&"
    REAP = "reap"
    CONNECT = "connect"
    DISCONNECT = "disconnect"
    KILL = "kill"
    CAPTURE = "capture"
    FILE = "file"
    LOCAL_FILE = "localfile"
    SLEEP = "sleep"
    COPY_LIVE = "copylive"
    RESTART = "restart"
    SHUTDOWN = "shutdown"
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a scenario.

    line: 1-based. connection: of a statement, connect, disconnect or kill, else "".
    text: the SQL without its closing ';', a file's content, or "". options: what stands behind the keyword, word by
    word: the connections of reap, NAME=VALUE of connect and restart, a file's name, the seconds of sleep.
    """

    kind: StepKind
    line: int
    connection: str = ""
    text: str = ""
    options: tuple[str, ...] = ()

    @property
    def named_options(self) -> dict[str, str]:
        """NAME=VALUE options by name."""
        return dict(option.split("=", 1) for option in self.options)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as read.

    server_options: the `server:` lines, without DEFAULT_SERVER_OPTIONS; option_lines: where they stand. engines: those
    that `engine:` lines declare. asks_warnings: the client asks SHOW WARNINGS after each statement.
    """

    title: str
    tags: tuple[str, ...]
    server_options: tuple[str, ...]
    steps: Sequence[Step]
    path: str
    option_lines: tuple[int, ...] = ()
    engines: tuple[Engine, ...] = ()
    asks_warnings: bool = True

    @property
    def name(self) -> str:
        """The file's name without folder and extension."""
        return Path(self.path).stem

    @property
    def captures(self) -> bool:
        """Whether a `capture:` line separates setup from what is kept."""
        return any(step.kind is StepKind.CAPTURE for step in self.steps)


def read_scenario(path: Path | str) -> Scenario:
    """Reads a file in the scenario notation, or a plain SQL script if its name ends in .sql.

    `-` is standard input: notation, if its first line that is no comment is such; otherwise a script.
    A script may have bytes that are no UTF-8 (`binwriter.mysql.raw_bytes`).
    Raises ScenarioError with file, line and reason if it cannot be read.
    """
    if str(path) == "-":
        return _piped(_standard_input())
    try:
        data = documents.read_document(path)
    except IsADirectoryError:
        told = "a folder: a scenario or a .sql file is wanted (`binwriter inspect` shows the logs in one)"
        raise ScenarioError(str(path), 0, told) from None
    except OSError as error:
        raise ScenarioError(str(path), 0, f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the name
        raise ScenarioError(ascii(str(path)), 0, f"cannot be read: {error}") from error
    if data[:4] in (BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC):
        raise ScenarioError(str(path), 0, "a binary log: `binwriter inspect` and `binwriter report` show what is in it")
    if str(path).lower().endswith(".sql"):
        return parse_script(text_of(data), str(path))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScenarioError(str(path), line, "not UTF-8") from error
    return parse_scenario(text, str(path))


def _standard_input() -> bytes:
    try:
        return documents.read_stream(sys.stdin.buffer)
    except OSError as error:
        raise ScenarioError("<stdin>", 0, f"cannot be read: {error.strerror or error}") from error


def _piped(data: bytes) -> Scenario:
    text, place = text_of(data), "<stdin>"
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return parse_scenario(text, place) if _LINE.fullmatch(next(lines, "")) else parse_script(text, place)


def parse_script(text: str, path: str = "<script>") -> Scenario:
    """A plain SQL script as a scenario: every statement on one connection."""
    try:
        statements = script_places(text)
    except ScriptError as error:
        raise ScenarioError(path, error.line, error.reason) from error
    return Scenario(Path(path).stem, (), (), ScriptSteps(text, statements), path, asks_warnings=False)


class ScriptSteps(Sequence[Step]):
    """The statements of a script, each cut out of the text when it is asked for. places: see `script_places`."""

    def __init__(self, text: str, places: Sequence[tuple[int, int, int]]) -> None:
        self._text, self._places = text, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | Sequence[Step]:
        if isinstance(index, slice):
            return ScriptSteps(self._text, self._places[index])
        line, start, end = self._places[index]
        return Step(StepKind.STATEMENT, line, SCRIPT_CONNECTION, self._text[start:end])


def parse_scenario(text: str, path: str = "<scenario>") -> Scenario:
    """Reads the notation. Raises ScenarioError with file, line and reason."""
    reading = _Found()
    for line, content in _logical_lines(text, path):
        match = _LINE.fullmatch(content)
        if match is None:
            raise ScenarioError(path, line, f"neither 'keyword: ...' nor 'conN: SQL': {_shortened(content)}")
        word, ampersand, value = match.groups()
        try:
            _read_line(reading, word, bool(ampersand), value, line)
        except _BadLineError as error:
            raise ScenarioError(path, line, str(error)) from None
    options = tuple(reading.server_options.values())
    lines = tuple(reading.server_options)
    return Scenario(
        reading.title, tuple(reading.tags), options, tuple(reading.steps), path, lines, tuple(reading.engines)
    )


class _BadLineError(ValueError):
    """A line's keyword or what follows it cannot be read."""


class _Found:
    """What has been read so far."""

    def __init__(self) -> None:
        self.title = ""
        self.tags: list[str] = []
        self.server_options: dict[int, str] = {}  # by line
        self.steps: list[Step] = []
        self.engines: list[Engine] = []


_LINE = pattern(r"(\w+)(&?):(?:\s+(.*)|)", re.DOTALL)
_CONNECTION = pattern(r"con\w+")
_OPTION = pattern(r"[\w-]+=.*")


def _logical_lines(text: str, path: str) -> Iterator[tuple[int, str]]:
    """(line number, content); a continuation line is joined by its line break, white space and all."""
    start, parts = 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.removesuffix("\r")
        if line[:1] in (" ", "\t"):
            if line.strip() and not parts:
                raise ScenarioError(path, number, "a continuation line without a line above it")
            if parts:
                parts.append(line)
            continue
        if line.startswith("#"):
            continue
        if parts:
            yield start, "\n".join(parts).rstrip()
        start, parts = number, [line] if line else []
    if parts:
        yield start, "\n".join(parts).rstrip()


def _read_line(reading: _Found, word: str, no_wait: bool, value: str | None, line: int) -> None:
    value = value or ""
    if reader := _KEYWORDS.get(word):
        if no_wait:
            raise _BadLineError(f"'&' is for statements, not for {word}")
        reader(reading, value, line)
    elif _CONNECTION.fullmatch(word):
        sql = value.removesuffix(";").rstrip()
        if not sql:
            raise _BadLineError("a connection without a statement")
        kind = StepKind.SEND if no_wait else StepKind.STATEMENT
        reading.steps.append(Step(kind, line, word, sql))
    else:
        raise _BadLineError(f"unknown keyword {word!r} (connections are named con1, con2, ...)")


def _title(reading: _Found, value: str, line: int) -> None:
    reading.title = value


def _tags(reading: _Found, value: str, line: int) -> None:
    reading.tags += value.split()


def _server(reading: _Found, value: str, line: int) -> None:
    if not value:
        raise _BadLineError("server: needs an option")
    reading.server_options[line] = value


def _engine(reading: _Found, value: str, line: int) -> None:
    try:
        reading.engines.append(read_engine(value))
    except OptionError as error:
        raise _BadLineError(str(error)) from None


def _plain(kind: StepKind) -> Callable[[_Found, str, int], None]:
    """A keyword with nothing behind it."""

    def read(reading: _Found, value: str, line: int) -> None:
        if value:
            raise _BadLineError(f"{kind.value}: takes nothing, got {_shortened(value)}")
        reading.steps.append(Step(kind, line))

    return read


def _one_connection(kind: StepKind) -> Callable[[_Found, str, int], None]:
    """A keyword with one connection behind it."""

    def read(reading: _Found, value: str, line: int) -> None:
        reading.steps.append(Step(kind, line, _connection(value, kind)))

    return read


def _connect(reading: _Found, value: str, line: int) -> None:
    name, _, rest = value.partition(" ")
    options = tuple(rest.split())
    for option in options:
        if option.partition("=")[0] not in ("user", "database") or "=" not in option:
            raise _BadLineError(f"connect: takes user=NAME and database=NAME, got {_shortened(option)}")
    reading.steps.append(Step(StepKind.CONNECT, line, _connection(name, StepKind.CONNECT), options=options))


def _reap(reading: _Found, value: str, line: int) -> None:
    names = tuple(_connection(name, StepKind.REAP) for name in value.split())
    if not names:
        raise _BadLineError("reap: needs connections")
    reading.steps.append(Step(StepKind.REAP, line, options=names))


def _restart(reading: _Found, value: str, line: int) -> None:
    reading.steps.append(Step(StepKind.RESTART, line, options=tuple(value.split())))


def _file(kind: StepKind) -> Callable[[_Found, str, int], None]:
    def read(reading: _Found, value: str, line: int) -> None:
        name, _, text = value.partition(" ")
        if not name:
            raise _BadLineError(f"{kind.value}: needs a name and a text")
        if name.startswith("/") or ".." in name.split("/"):  # a capture really makes the file
            raise _BadLineError(f"{kind.value}: {_shortened(name)} is not in the folder of such files")
        reading.steps.append(Step(kind, line, text=_unescape(text), options=(name,)))

    return read


def _sleep(reading: _Found, value: str, line: int) -> None:
    if not re.fullmatch(r"\d+(\.\d+)?", value):
        raise _BadLineError(f"sleep: takes seconds, got {_shortened(value)}")
    reading.steps.append(Step(StepKind.SLEEP, line, options=(value,)))


_KEYWORDS: dict[str, Callable[[_Found, str, int], None]] = {
    "title": _title,
    "tags": _tags,
    "server": _server,
    "engine": _engine,
    "reap": _reap,
    "connect": _connect,
    "disconnect": _one_connection(StepKind.DISCONNECT),
    "kill": _one_connection(StepKind.KILL),
    "capture": _plain(StepKind.CAPTURE),
    "file": _file(StepKind.FILE),
    "localfile": _file(StepKind.LOCAL_FILE),
    "sleep": _sleep,
    "copylive": _plain(StepKind.COPY_LIVE),
    "restart": _restart,
    "shutdown": _plain(StepKind.SHUTDOWN),
    "crash": _plain(StepKind.CRASH),
}

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\"}


def _unescape(text: str) -> str:
    r"""\n, \t, \r, \0, \\ and \xHH; any other escaped character stands for itself."""

    def one(match: re.Match[str]) -> str:
        code = match[1]
        return chr(int(code[1:], 16)) if len(code) > 1 else _ESCAPES.get(code, code)

    return re.sub(r"\\(x[0-9a-fA-F]{2}|.)", one, text, flags=re.DOTALL)


def _connection(name: str, kind: StepKind) -> str:
    if not _CONNECTION.fullmatch(name):
        raise _BadLineError(f"{kind.value}: needs a connection such as con1, got {_shortened(name) or 'nothing'}")
    return name


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
