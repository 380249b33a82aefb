"""What a run shows on the terminal: each statement's answer, then the events of each file, then the files.

With rich on a terminal, else in plain columns.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from binwriter.binlog.files.keyring import Keyring
from binwriter.cli import event_table
from binwriter.cli.streams import as_is
from binwriter.cli.visible import visible, visible_json
from binwriter.mysql.secret_text import hiding_secrets_of, without_secrets
from binwriter.scenario.sidecar import StatementRecord, row_texts, without_passwords


def answer_lines(record: StatementRecord) -> Iterator[str]:
    """What the server answered, as the mysql client words it, and the warnings; without the statement's passwords."""
    yield from map(hiding_secrets_of(record.sql), _answer_lines(record))


def _answer_lines(record: StatementRecord) -> Iterator[str]:
    result = record.result
    if result.error is not None:
        yield str(result.error)
    elif result.columns:
        yield "\t".join(result.columns)
        for row in row_texts(result):
            yield "\t".join("NULL" if text is None else text for text in row)
        yield f"{_counted(len(result.rows), 'row')} in set"
    else:
        yield f"OK, {_counted(result.affected or 0, 'row')} affected"
    for diagnostic in result.diagnostics:
        yield f"{diagnostic.level} {diagnostic.code}: {diagnostic.message}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


_LONGEST = 2000  # characters of a statement, an answer's line or an event that are shown


def _shortened(text: str) -> str:
    """A long text's beginning, and how long it is: `--json` and `inspect` have the whole."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text):,} characters)"


def _shown(text: str) -> str:
    return event_table.one_line(_shortened(text))


class Report(Protocol):
    """Where a run's outcome goes."""

    def statement(self, record: StatementRecord) -> None:
        """Called when a statement has run."""

    def files(self, paths: Iterable[Path], keyring: Keyring | None = None) -> None:
        """Called at the end, with the log's files in order. keyring: of encrypted ones."""


class NoReport:
    """--quiet."""

    def statement(self, record: StatementRecord) -> None:
        pass

    def files(self, paths: Iterable[Path], keyring: Keyring | None = None) -> None:
        pass


class JsonReport:
    """JSON Lines: {"statement": ...} each, as in the sidecar, and {"files": [...]} at the end."""

    def statement(self, record: StatementRecord) -> None:
        shown = without_passwords({"statements": [record.to_json()]})
        print(visible_json(json.dumps({"statement": shown["statements"][0]}, ensure_ascii=False)))

    def files(self, paths: Iterable[Path], keyring: Keyring | None = None) -> None:
        files = [{"file": str(path), "size": path.stat().st_size} for path in paths]
        print(visible_json(json.dumps({"files": files}, ensure_ascii=False)))


class PlainReport:
    """Plain text in columns."""

    def statement(self, record: StatementRecord) -> None:
        print(f"{record.connection}> {_shown(without_secrets(record.sql))}")
        for line in answer_lines(record):
            print(f"  {_shown(line)}")

    def files(self, paths: Iterable[Path], keyring: Keyring | None = None) -> None:
        paths = list(paths)
        print()
        print(event_table.plain_line(event_table.without_server_id(event_table.COLUMNS)))
        for path in paths:
            for row in event_table.event_rows(path, keyring):
                print(event_table.plain_line(tuple(map(_shortened, event_table.without_server_id(row)))))
        print()
        for path in paths:
            print(_file_line(path))


class RichReport:
    """Tables and colours."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(file=as_is(sys.stdout), highlight=False)

    def statement(self, record: StatementRecord) -> None:
        from rich.text import Text

        self._console.print(Text.assemble((f"{record.connection}> ", "bold cyan"), _shown(without_secrets(record.sql))))
        failed = record.result.error is not None
        for number, line in enumerate(answer_lines(record)):
            style = "red" if failed and number == 0 else "yellow" if line.startswith(("Warning ", "Note ")) else "dim"
            self._console.print(Text(f"  {_shown(line)}", style=style))

    def files(self, paths: Iterable[Path], keyring: Keyring | None = None) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        for path in paths:
            table = Table(
                box=box.SIMPLE_HEAD, title=Text(visible(_file_line(path))), title_justify="left", title_style="bold"
            )
            for name in event_table.without_server_id(event_table.COLUMNS)[1:]:
                right = name in ("Pos", "End_log_pos")
                table.add_column(name, justify="right" if right else "left", overflow="fold", no_wrap=name != "Info")
            for row in event_table.event_rows(path, keyring):
                table.add_row(*(Text(_shown(cell)) for cell in event_table.without_server_id(row)[1:]))
            self._console.print(table)


def _file_line(path: Path) -> str:
    return f"{path} ({path.stat().st_size:,} bytes)"


def report_for_terminal(*, quiet: bool, as_json: bool = False) -> Report:
    """The report that fits standard output; as_json: for programs, whatever else is asked."""
    if as_json:
        return JsonReport()
    if quiet:
        return NoReport()
    if sys.stdout.isatty():
        try:
            return RichReport()
        except ImportError:
            pass
    return PlainReport()
