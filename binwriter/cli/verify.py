"""`binwriter verify FILE...`: is this binary log whole and right?"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from binwriter.cli.common.keyrings import add_keyring, keyring_of
from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import BAD_INPUT, DONE, FAILED
from binwriter.cli.progress import NowAndThen
from binwriter.cli.streams import as_is
from binwriter.cli.visible import visible, visible_json

if TYPE_CHECKING:
    from binwriter.inspection.verify import Finding, Verifier
    from binwriter.inspection.verify.rebuild import RebuildCounts

# Shorter files are done before anybody looks.
_PROGRESS_FROM = 16 << 20
_PROGRESS_EVERY = 0.1  # seconds

DESCRIPTION = """\
Verifies binary logs and relay logs of MySQL 4.0 to 9.7 and of MariaDB. Prints one line for each finding:

    FILE:POSITION: REASON [CHECK]

and goes on behind it where it can. A line with "note:" is about something that a healthy server may well have left.
FILE may be an index file, a folder or a pattern: then all the files of the log are verified, and whether they follow
each other.
Standard error gets one line of counts at the end.
Exit status: 0 no findings but notes, 1 findings, 2 wrong usage or a file that cannot be opened.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument("files", metavar="FILE", nargs="*", help="a log, a folder, an index file, a pattern, or -")
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="also build every event again from its values, compare the bytes, and say how many came out equal",
    )
    parser.add_argument("--check", metavar="NAME", action="append", help="only this check (may be repeated)")
    parser.add_argument(
        "--skip", metavar="NAME", action="append", default=[], help="not this check (may be repeated); row-data is slow"
    )
    parser.add_argument(
        "--exact",
        action="store_true",
        help="every event through every check; by default runs of plain healthy transactions go by at memory speed"
        " in large files, which gives the same findings (needs the package extra fast)",
    )
    add_keyring(parser)
    parser.add_argument("--list-checks", action="store_true", help="say what the checks are, and end")
    add_common(
        parser,
        json="one JSON object a finding, and one with the counts",
        quiet="findings only: no counts, no progress",
    )
    parser.set_defaults(compiles=True)


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.errors import BinwriterError
    from binwriter.inspection.verify import CHECKS, Severity, Verifier

    if arguments.list_checks:
        if arguments.json:
            print(json.dumps(CHECKS))
            return DONE
        width = max(map(len, CHECKS))
        for name, summary in CHECKS.items():
            print(f"{name:<{width}}  {summary}")
        return DONE
    if not arguments.files:
        print("binwriter verify: no FILE given", file=sys.stderr)
        return BAD_INPUT
    counts: dict[Severity, int] = dict.fromkeys(Severity, 0)
    try:
        verifier = Verifier(
            only=arguments.check,
            skip=arguments.skip,
            rebuild=arguments.rebuild,
            fast=False if arguments.exact else None,
            keyring=keyring_of(arguments),
        )
        with _progress(quiet=arguments.quiet) as (progress, show):
            for finding in verifier.verify(arguments.files, progress):
                counts[finding.severity] += 1
                show(visible_json(finding.to_json()) if arguments.json else _one_line(finding))
    except BinwriterError as error:
        sys.stdout.flush()
        print(f"binwriter verify: {error}", file=sys.stderr)
        return BAD_INPUT
    if arguments.json:
        _print_json(verifier, counts[Severity.ERROR], counts[Severity.NOTE])
    elif not arguments.quiet:
        for line in _rebuild_lines(verifier.rebuilt):
            print(line)
    if not arguments.quiet:
        sys.stdout.flush()
        print(_summary(verifier, counts[Severity.ERROR], counts[Severity.NOTE]), file=sys.stderr)
    return FAILED if counts[Severity.ERROR] else DONE


def _one_line(finding: Finding) -> str:
    """A name or a text from a damaged log may hold line breaks."""
    text = str(finding)
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _summary(verifier: Verifier, errors: int, notes: int) -> str:
    counts = verifier.counts
    what = (
        _counted(counts.files, "file"),
        _counted(counts.events, "event"),
        _counted(counts.groups, "group"),
        _counted(counts.bytes, "byte"),
    )
    return f"{', '.join(what)}: {_counted(errors, 'finding')}, {_counted(notes, 'note')}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _print_json(verifier: Verifier, errors: int, notes: int) -> None:
    counts = verifier.counts
    summary: dict[str, object] = {**vars(counts), "errors": errors, "notes": notes}
    if verifier.rebuilt:
        summary["rebuilt"] = {name: vars(sums) for name, sums in sorted(verifier.rebuilt.items())}
    print(json.dumps({"summary": summary}))


def _rebuild_lines(rebuilt: dict[str, RebuildCounts]) -> Iterator[str]:
    """One line an event type, and what its numbers do not show."""
    for name, counts in sorted(rebuilt.items()):
        remarks = []
        if counts.unread:
            remarks.append(f"{counts.unread} damaged")
        if counts.kept:
            remarks.append(f"{counts.kept} kept as bytes")
        if counts.stored_cells:
            remarks.append(f"{_counted(counts.stored_cells, 'cell')} kept as stored")
        if counts.payloads:
            remarks.append(f"events inside built one by one; compressed again {counts.recompressed} equal")
        yield f"{name} {counts.equal} of {counts.events}" + (f" ({'; '.join(remarks)})" if remarks else "")


@contextmanager
def _progress(*, quiet: bool) -> Iterator[tuple[Callable[[str, int], None] | None, Callable[[str], None]]]:
    """What to call with (file, bytes done), and with a line for standard output.

    A bar of the file's bytes, where somebody looks and the file is large; else a line now and then. None with `quiet`.
    """
    say = NowAndThen("verify", quiet=quiet)

    def note(file: str, done: int) -> None:
        say(lambda: f"{file}: {done:,} bytes")

    if quiet or not sys.stderr.isatty():
        yield None if quiet else note, print
        return
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )
    except ImportError:
        yield note, print
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(file=as_is(sys.stderr))
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:

        def show(line: str) -> None:
            """Above the bar; rich itself would fold long lines."""
            bar.stop()
            print(line, flush=True)
            bar.start()

        yield _Steps(bar.add_task, bar.update, bar.remove_task), show if sys.stdout.isatty() else print


class _Steps:
    """From (file, bytes done, bytes in all) to a bar, a few times a second."""

    def __init__(self, add: Callable[..., object], update: Callable[..., None], remove: Callable[..., None]) -> None:
        self._add, self._update, self._remove = add, update, remove
        self._file: str | None = None
        self._task: object = None
        self._shown = 0.0

    def __call__(self, file: str, done: int) -> None:
        if file != self._file:
            if self._task is not None:
                self._remove(self._task)
            self._file = file
            size = _size(file)
            self._task = self._add(visible(file), total=size) if size >= _PROGRESS_FROM else None
        if self._task is not None and (now := time.monotonic()) - self._shown >= _PROGRESS_EVERY:
            self._shown = now
            self._update(self._task, completed=done)


def _size(file: str) -> int:
    from pathlib import Path

    try:
        return Path(file).stat().st_size
    except OSError:
        return 0  # standard input
