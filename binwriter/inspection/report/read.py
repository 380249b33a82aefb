"""Log files to a summary: each the quickest way that serves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.errors import CorruptLogError
from binwriter.inspection.report.columns import take_columns
from binwriter.inspection.report.model import LogSummary
from binwriter.inspection.report.summarize import summarize

STDIN = "-"


def summarize_files(paths: Iterable[str | Path], progress: Callable[[str], None] | None = None) -> LogSummary:
    """The sums of these log files; `-` is standard input. progress: called with each file before it is read.

    Damage ends the reading of its file and is named in `LogSummary.problems`. Raises LogFileError for a file that
    cannot be opened or read.
    """
    summary = LogSummary()
    for path in paths:
        if progress is not None:
            progress(str(path))
        if str(path) == STDIN or not take_columns(Path(path), summary):
            summarize([_events(str(path))], summary)
    return summary


def _events(path: str) -> Iterator[LogEvent]:
    """Of a log that is in use an incomplete last event is no damage."""
    if path == STDIN:
        return read_events(path, verify=False)
    return read_events(path, verify=False, stop_at_truncation=_is_in_use(path))


def _is_in_use(path: str) -> bool:
    try:
        first = next(read_events(path, verify=False), None)
    except CorruptLogError:
        return False
    return first is not None and first.is_in_use
