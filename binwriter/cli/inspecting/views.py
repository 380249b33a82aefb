"""How `inspect` shows an event: as a row of a table, with its rows and bytes behind it, or as a line of JSON."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import OpenTables, UnknownTableError
from binwriter.cli.event_table import COLUMNS, Row, event_row, one_line, plain_line, unparsed_row
from binwriter.cli.streams import as_is
from binwriter.cli.visible import visible_json
from binwriter.errors import BinwriterError, CorruptLogError, NotWrittenError
from binwriter.formats.constants import EventType
from binwriter.formats.events import TableMap
from binwriter.inspection.json_lines import JsonLines
from binwriter.inspection.mysqlbinlog import hexdump, pseudo_sql, unknown_table


class RefusedLogError(BinwriterError):
    """An option forbids what the log has. What was shown before is whole."""


class Output:
    """Standard output: colours and printable characters on a terminal, else the text byte for byte."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """NotWrittenError if --result-file cannot be made."""
        self._console: Any = None
        self._quiet = arguments.quiet
        self._file: BinaryIO | None = None
        self._write: Callable[[bytes], object] | None = None  # to the file or to standard output
        self._is_terminal = sys.stdout.isatty()
        if arguments.result_file is not None and not arguments.raw:
            self._is_terminal = False
            try:
                self._file = Path(arguments.result_file).open("wb")  # noqa: SIM115
            except (OSError, ValueError) as error:
                raise NotWrittenError(arguments.result_file, error) from error
        if self._is_terminal:
            try:
                from rich.console import Console

                self._console = Console(file=as_is(sys.stdout), highlight=False, soft_wrap=True)
            except ImportError:
                pass

    def row(self, row: Row) -> None:
        """A row of the table."""
        if self._console is None or self._quiet:
            self.line(plain_line(row))
            return
        from rich.text import Text

        *head, info = row
        self._console.print(Text(plain_line((*head, "")) + " ", style="cyan").append(one_line(info), style="default"))

    def line(self, text: str) -> None:
        """A line. Bytes that are not text stand in it as lone surrogates."""
        if self._quiet:
            return
        if self._is_terminal:
            sys.stdout.write(one_line(text) + "\n")
            return
        if self._write is None:
            self._write = _bytes_of_output() if self._file is None else self._file.write
        self._write(text.encode("utf-8", "surrogateescape") + b"\n")

    def flush(self) -> None:
        if self._file is not None:
            self._file.flush()
        sys.stdout.flush()


def _bytes_of_output() -> Callable[[bytes], object]:
    """What writes bytes to standard output, also where that takes texts only (a notebook, redirect_stdout)."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is not None:
        return cast("BinaryIO", buffer).write
    return lambda data: sys.stdout.write(data.decode("utf-8", "backslashreplace"))


class View(Protocol):
    """damages: what could not be read and was passed over (--force-read)."""

    damages: list[str]

    def show(self, event: LogEvent) -> None:
        """Shows one event. Raises CorruptLogError if it cannot be parsed and reading is not forced."""

    def end(self, *, is_cut: bool = False) -> None:
        """Called behind the last event. is_cut: an error ended the reading there."""


class TableView:
    """The table; with -v the rows, with -H the bytes."""

    def __init__(self, arguments: argparse.Namespace, output: Output) -> None:
        self.damages: list[str] = []
        self._output = output
        self._verbose = arguments.verbose
        self._hexdump = arguments.hexdump
        self._describes = arguments.print_table_metadata
        self._force = arguments.force_read
        self._tables = OpenTables(remember=True)
        self._started = False

    def show(self, event: LogEvent) -> None:
        if not self._started:
            self._output.row(COLUMNS)
            self._started = True
        try:
            self._output.row(event_row(event))
        except CorruptLogError as error:
            if not self._force:
                raise
            self.damages.append(str(error))
            self._output.row(unparsed_row(event))
        if self._hexdump:
            for line in (header_line(event), *hexdump(event)):
                self._output.line(line)
        if self._describes and event.type is EventType.TABLE_MAP:
            self._show_lines(self._metadata(event))
        if self._verbose:
            self._show_lines(self._row_lines(event))

    def end(self, *, is_cut: bool = False) -> None:
        pass

    @staticmethod
    def _metadata(event: LogEvent) -> Iterator[str]:
        from binwriter.inspection.mysqlbinlog.table_metadata import table_metadata

        body = event.body
        assert isinstance(body, TableMap)
        yield from table_metadata(body)

    def _show_lines(self, lines: Iterator[str]) -> None:
        try:
            for line in lines:
                self._output.line(line)
        except CorruptLogError as error:
            if not self._force:
                raise
            if str(error) not in self.damages:
                self.damages.append(str(error))

    def _row_lines(self, event: LogEvent) -> Iterator[str]:
        try:
            rows = self._tables.follow(event)
        except UnknownTableError as error:
            yield unknown_table(error.table_id)
            return
        if rows is not None:
            yield from pseudo_sql(rows, comments=self._verbose > 1)


def header_line(event: LogEvent) -> str:
    """The header as mysqlbinlog shows it; the time is that of the local zone."""
    header = event.header
    clock = time.localtime(header.timestamp)
    day = time.strftime("%y%m%d", clock)
    # a format description has its checksum in any case, but it is not shown where the log's events have none
    description = event.context.format_description
    has_checksum = event.checksum is not None and (description is None or bool(description.checksum))
    checksum = f"CRC32 {event.checksum:#010x} " if has_checksum else ""
    end = (event.payload or event).header.log_pos
    return (
        f"#{day} {clock.tm_hour:2}:{clock.tm_min:02}:{clock.tm_sec:02} server id {header.server_id}"
        f"  end_log_pos {end} {checksum}"
    )


class JsonView:
    """JSON Lines."""

    def __init__(self, arguments: argparse.Namespace, output: Output) -> None:
        self.damages: list[str] = []
        self._output = output
        self._force = arguments.force_read
        self._lines = JsonLines()

    def show(self, event: LogEvent) -> None:
        text = self._lines.known(event)
        if text is not None:
            self._output.line(visible_json(text))
            return
        line = self._lines.learnt(event)
        if line.error is not None and not line.is_unknown:
            if not self._force:
                raise CorruptLogError(line.error)
            self.damages.append(line.error)
        self._output.line(visible_json(line.text))

    def end(self, *, is_cut: bool = False) -> None:
        pass
