"""`binwriter diff LEFT RIGHT`: the first difference of two logs, named field by field."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from binwriter.cli.common.given_logs import as_one_log
from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import BAD_INPUT, DONE, FAILED
from binwriter.cli.visible import visible_json

if TYPE_CHECKING:
    from binwriter.integration.log_comparison import Difference

DESCRIPTION = """\
Compares two binary logs (a file, a folder, an index file, a pattern, or - for standard input) event by event and byte
by byte, and prints the first difference. Masked, because they differ from run to run: header timestamps that are not
the same on both sides
anywhere, commit timestamps, exec_time, create time and server version text, the server's UUID, thread ids, XIDs,
table ids, and the checksums that follow from them (each must still be right).
Exit status: 0 equal, 1 different, 2 a log cannot be read.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument("left", metavar="LEFT", help="a log file, a folder, an index file, a pattern, or -")
    parser.add_argument("right", metavar="RIGHT", help="what to compare it with")
    parser.add_argument("--no-mask", action="store_true", help="compare every byte")
    parser.add_argument(
        "--timestamps",
        choices=("auto", "compare", "ignore"),
        default="auto",
        help="header timestamps: all (compare), none (ignore), or those that occur in both logs (auto, the default)",
    )
    add_common(parser, json="print the difference as JSON, or null", quiet="print nothing: the exit status tells")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.errors import BinwriterError
    from binwriter.integration.log_comparison import compare_logs
    from binwriter.integration.masking import Mask, Timestamps

    mask = Mask(enabled=not arguments.no_mask, timestamps=Timestamps(arguments.timestamps))
    try:
        with as_one_log(arguments.left) as left, as_one_log(arguments.right) as right:
            difference = compare_logs(left, right, mask)
    except BinwriterError as error:
        print(f"binwriter diff: {error}", file=sys.stderr)
        return BAD_INPUT
    _show(difference, arguments)
    return DONE if difference is None else FAILED


def _show(difference: Difference | None, arguments: argparse.Namespace) -> None:
    if arguments.json:
        shown = None if difference is None else asdict(difference)
        print(visible_json(json.dumps(shown, ensure_ascii=False)))
    elif difference is not None and not arguments.quiet:
        print(difference)
