"""`inspect --sql`: a log as statements for the client `mysql`, as mysqlbinlog prints them; and `--raw`: its bytes."""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import OpenTables, UnknownTableError
from binwriter.cli.inspecting.views import Output, RefusedLogError, header_line
from binwriter.errors import CorruptLogError, NotWrittenError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.events import Query, Rows
from binwriter.formats.patterns import pattern
from binwriter.inspection.event_info import event_type_name
from binwriter.inspection.mysqlbinlog import hexdump, pseudo_sql
from binwriter.inspection.mysqlbinlog.around import SHORT_FORM_THREAD, Around
from binwriter.inspection.mysqlbinlog.session_settings import SessionSettings
from binwriter.inspection.mysqlbinlog.statements import LogStatements, Statement

_DELIMITER = "/*!*/;"
# Events that only statements need (the manual, "mysqlbinlog --require-row-format").
_OF_STATEMENTS = frozenset(
    (
        *(EventType.INTVAR, EventType.RAND, EventType.USER_VAR, EventType.LOAD, EventType.NEW_LOAD),
        *(EventType.BEGIN_LOAD_QUERY, EventType.EXECUTE_LOAD_QUERY, EventType.APPEND_BLOCK, EventType.DELETE_FILE),
    )
)
_CHANGES = pattern(
    rb"\s*(insert|update|delete|replace|load\s+data|create\s+temporary|drop\s+temporary)\b", re.IGNORECASE
)


# of --base64-output
NEVER, _AUTO = "never", frozenset({"auto", "unspec"})


class NotRowFormatError(RefusedLogError):
    """--require-row-format, and an event that a log in row format has not."""


class NotInBase64Error(RefusedLogError):
    """--base64-output=never, and an event that is to be printed so."""

    def __init__(self, event: LogEvent) -> None:
        super().__init__(
            f"{event.file}:{event.position}: --base64-output=never specified, but binlog contains a"
            f" {event_type_name(event.type)} event which must be printed in base64."
        )


class SqlView:
    """Statements between delimiters; -s: no comments and no rows; -v: rows as comments, too."""

    def __init__(self, arguments: argparse.Namespace, output: Output) -> None:
        self.damages: list[str] = []
        self._output = output
        self._arguments = arguments
        self._short = arguments.short_form
        self._shows_binlog = arguments.base64_output in _AUTO and not self._short
        self._around = Around(
            disable_log_bin=arguments.disable_log_bin,
            idempotent=arguments.idempotent,
            require_row_format=arguments.require_row_format,
            charset=(arguments.set_charset or "").encode("utf-8", "surrogateescape"),
        )
        settings = SessionSettings(SHORT_FORM_THREAD if self._short else None, not arguments.require_row_format)
        self._statements = LogStatements(dict(arguments.rewrite_db), arguments.skip_gtids, settings=settings)
        self._began = False
        self._tables = OpenTables(remember=True)
        self._last: LogEvent | None = None

    def show(self, event: LogEvent) -> None:
        if self._arguments.require_row_format:
            _check_row_format(event)
        if not self._began:
            self._begin()
        self._last = event
        if self._arguments.base64_output == NEVER and isinstance(event.body, Rows):
            raise NotInBase64Error(event)
        if not self._short:
            for line in (f"# at {event.position}", header_line(event)):
                self._output.line(line)
            for line in hexdump(event) if self._arguments.hexdump else ():
                self._output.line(line)
            for line in self._row_lines(event) if self._arguments.verbose else ():
                self._output.line(line)
        for statement in self._statements.of(event):
            self._show(statement)

    def end(self, *, is_cut: bool = False) -> None:
        """Behind the last event. is_cut: an error ended the reading there; what had begun ends all the same."""
        if not self._began:
            if is_cut:
                return
            self._begin()  # as mysqlbinlog, where nothing was chosen
        for statement in self._statements.end(self._last) if self._last is not None else ():
            self._show(statement)
        for text in self._around.closing():
            self._print(text)
        self._output.line("DELIMITER ;")

    def _begin(self) -> None:
        self._began = True
        self._output.line(f"DELIMITER {_DELIMITER}")
        for text in self._around.opening():
            self._print(text)

    def _show(self, statement: Statement) -> None:
        text = statement.text
        if text.startswith(b"BINLOG") and not self._shows_binlog:
            return
        if statement.local_file is not None:
            name, content = statement.local_file
            text = text.replace(name, str(_kept(content, self._arguments.local_load)).encode(), 1)
        self._print(text)

    def _print(self, text: bytes) -> None:
        self._output.line(text.decode("utf-8", "surrogateescape"))
        self._output.line(_DELIMITER)

    def _row_lines(self, event: LogEvent) -> Iterator[str]:
        try:
            rows = self._tables.follow(event)
        except UnknownTableError as error:
            raise CorruptLogError(str(error)) from None
        if rows is not None:
            yield from pseudo_sql(rows, comments=self._arguments.verbose > 1)


def _kept(content: bytes, folder: Path | None) -> Path:
    """The file of a LOAD DATA, where the client finds it: as mysqlbinlog, which leaves it there."""
    try:
        with tempfile.NamedTemporaryFile(prefix="SQL_LOAD_MB-", dir=folder, delete=False) as file:
            file.write(content)
    except OSError as error:
        raise NotWrittenError("a file of LOAD DATA", error) from error
    return Path(file.name)


def _check_row_format(event: LogEvent) -> None:
    body = event.body
    if event.type in _OF_STATEMENTS or (isinstance(body, Query) and _CHANGES.match(body.query)):
        raise NotRowFormatError(
            f"{event.file}:{event.position}: Event being written violates the --require-row-format parameter"
            " constraints."
        )


class RawView:
    """--raw: the events of each file to a file of its name, behind --result-file as a prefix."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.damages: list[str] = []
        self._prefix = arguments.result_file or ""
        self._follows = arguments.stop_never
        self._file: BinaryIO | None = None
        self._of = ""

    def show(self, event: LogEvent) -> None:
        if event.payload is not None:
            return  # it is in the event that it came in
        try:
            if self._file is None or event.file != self._of:
                self.end()
                self._of = event.file
                self._file = Path(self._prefix + Path(event.file).name).open("xb")  # noqa: SIM115
                self._file.write(BINLOG_MAGIC)
            self._file.write(event.raw)
            if self._follows:
                self._file.flush()
        except OSError as error:
            raise NotWrittenError(f"{self._prefix}{Path(event.file).name}", error) from error

    def end(self, *, is_cut: bool = False) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()
