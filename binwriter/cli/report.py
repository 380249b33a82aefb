"""`binwriter report LOG...`: who writes what into a log, how much, and when."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import DONE, FAILED, status_of_reading
from binwriter.cli.visible import visible, visible_json

if TYPE_CHECKING:
    from binwriter.inspection.report.model import LogSummary

DESCRIPTION = """\
Says who writes what into a binary log or relay log, of any MySQL from 4.0 on, how much, and when: rows and bytes of
each table, statements by kind, sizes of transactions, the keys that change most, samples of values, and all of it over
time. Memory does not grow with the log. LOG is a file, a folder, an index file (*.index), a
pattern, or - for standard input.
"""

EPILOG = """\
--html writes one page with plots that needs no network (some 5 MB, most of it plotly's script); it wants the package
extra `report`. Large logs go by at 100 MB a second with the extra `fast`. Without it, and for logs of old servers,
relay logs and compressed transactions, only a part of the rows events is decoded from 100,000 rows on, and the rows of
the others are estimated by their size: such numbers have a ≈.

Exit status: 0 done; 1 a log is damaged, and what was read of it is told, or the page
cannot be written; 2 bad usage, or a file that cannot be opened.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION, EPILOG)
    parser.add_argument("files", metavar="LOG", nargs="+", help="a log, a folder, an index file, a pattern, or -")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a page with plots")
    add_common(parser, json="print everything as one JSON object", quiet="print no text: only --html writes something")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.binlog.files.sources import all_log_paths
    from binwriter.errors import BinwriterError
    from binwriter.inspection.report.read import summarize_files
    from binwriter.inspection.report.to_json import summary_json

    try:
        summary = summarize_files(all_log_paths(arguments.files))
        if arguments.html is not None:
            from binwriter.inspection.report.page import write_report

            write_report(summary, title_of(summary), arguments.html)
    except BinwriterError as error:
        print(f"binwriter report: {error}", file=sys.stderr)
        return status_of_reading(error)
    if arguments.json:
        print(visible_json(json.dumps(summary_json(summary), ensure_ascii=False)))
    elif not arguments.quiet:
        print_summary(summary)
    for problem in summary.problems:
        print(f"binwriter report: {visible(problem)}", file=sys.stderr)
    return FAILED if summary.problems else DONE


def title_of(summary: LogSummary) -> str:
    """The files' names, short."""
    names = [Path(file.name).name for file in summary.files]
    return f"{names[0]} to {names[-1]}" if len(names) > 1 else "".join(names) or "no log"


def print_summary(summary: LogSummary) -> None:
    """To standard output, 80 columns."""
    from binwriter.inspection.report.text import summary_lines

    for line in summary_lines(summary):
        print(visible(line))
