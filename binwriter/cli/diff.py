"""`binwriter diff LEFT RIGHT`: the first difference of two logs, named field by field."""

from __future__ import annotations

import argparse
import sys

EQUAL, DIFFERENT, UNREADABLE = 0, 1, 2

HELP = "Compare two binary logs and name the first difference."

DESCRIPTION = """\
Compares two binary log files, or two folders of them, event by event and byte by byte, and prints the first
difference. Masked, because they differ from run to run: header timestamps that are not the same on both sides
anywhere, commit timestamps, exec_time, create time and server version text, the server's UUID, thread ids, XIDs,
table ids, and the checksums that follow from them (each must still be right).
Exit status: 0 equal, 1 different, 2 a log cannot be read.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("left", metavar="LEFT", help="a binary log file, or a folder of them")
    parser.add_argument("right", metavar="RIGHT", help="what to compare it with")
    parser.add_argument("--no-mask", action="store_true", help="compare every byte")
    parser.add_argument(
        "--timestamps",
        choices=("auto", "compare", "ignore"),
        default="auto",
        help="header timestamps: all (compare), none (ignore), or those that occur in both logs (auto, the default)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.errors import BinwriterError
    from binwriter.integration.log_comparison import compare_logs
    from binwriter.integration.masking import Mask, Timestamps

    mask = Mask(enabled=not arguments.no_mask, timestamps=Timestamps(arguments.timestamps))
    try:
        difference = compare_logs(arguments.left, arguments.right, mask)
    except BinwriterError as error:
        print(f"binwriter diff: {error}", file=sys.stderr)
        return UNREADABLE
    if difference is None:
        return EQUAL
    print(difference)
    return DIFFERENT
