"""`binwriter run SCENARIO --out DIR`: runs a scenario and writes its binary log."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.formats.servers import PROFILES

if TYPE_CHECKING:
    from binwriter.scenario import Scenario, Step

DONE, FAILED, BAD_INPUT = 0, 1, 2

DESCRIPTION = """\
Runs SQL on several connections as a MySQL server would and writes the binary log that it would write:
DIR/binlog.000001 and so on, and DIR/binlog.index. SCENARIO is a file in the scenario notation, or plain SQL if its
name ends in .sql.

Exit status: 0 also when statements failed as they would on a server; 1 the log cannot be written; 2 the scenario
cannot be read, or holds what is not supported: file, line and reason are said, what was logged so far is whole.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario, or a .sql file")
    parser.add_argument("--out", metavar="DIR", required=True, type=Path, help="where the log goes; made if missing")
    parser.add_argument("--force", action="store_true", help="replace a log that binwriter wrote to DIR earlier")
    parser.add_argument(
        "--server",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a server option, after those of the scenario; may be given several times",
    )
    parser.add_argument(
        "--server-version",
        metavar="VERSION",
        default="9.7",
        help=f"write as this server would: {', '.join(PROFILES)}, or the exact version of one of them",
    )
    parser.add_argument("--sidecar", metavar="FILE", type=Path, help="write what each statement answered, as JSON")
    parser.add_argument(
        "--skip-unsupported", action="store_true", help="leave out statements that are not supported, and list them"
    )
    parser.add_argument("--quiet", action="store_true", help="print errors only")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter.cli.out_folder import OutFolderError
    from binwriter.errors import BinwriterError, OptionError, ScenarioError, UnknownServerVersionError
    from binwriter.scenario import read_scenario

    try:
        return _run(read_scenario(arguments.scenario), arguments)
    except BinwriterError as error:
        bad_input = ScenarioError | OptionError | OutFolderError | UnknownServerVersionError
        print(f"binwriter run: {error}", file=sys.stderr)
        return BAD_INPUT if isinstance(error, bad_input) else FAILED


def _run(scenario: Scenario, arguments: argparse.Namespace) -> int:
    from binwriter.cli.out_folder import prepare
    from binwriter.cli.progress import progress
    from binwriter.cli.report import report_for_terminal
    from binwriter.scenario_run import check_options, run_scenario
    from binwriter.sidecar import write_sidecar

    options = check_options(scenario, arguments.server, arguments.server_version)
    for warning in options.warnings:
        print(f"binwriter run: {warning}", file=sys.stderr)
    prepare(arguments.out, options.basename, force=arguments.force)
    report = report_for_terminal(quiet=arguments.quiet)
    with between_steps() as check, progress(len(scenario.steps), quiet=arguments.quiet) as advance:

        def before_step(step: Step) -> None:
            check(step)
            advance()

        result = run_scenario(
            scenario,
            arguments.out,
            arguments.server,
            profile=arguments.server_version,
            before_step=before_step,
            after_statement=report.statement,
            skip_unsupported=arguments.skip_unsupported,
        )
    report.files(result.files)
    if result.skipped:
        print(f"binwriter run: skipped, as not supported: {len(result.skipped)}", file=sys.stderr)
    for skipped in result.skipped:
        print(f"{scenario.path}:{skipped.step.line}: {skipped.reason}", file=sys.stderr)
    if arguments.sidecar is not None:
        write_sidecar(result.sidecar, arguments.sidecar)
    return DONE


@contextmanager
def between_steps() -> Iterator[Callable[[Step], None]]:
    """Ctrl-C ends the run between two steps, so that no group is cut in half; a second one ends it at once."""
    requested = False

    def on_interrupt(number: int, frame: object) -> None:
        nonlocal requested
        requested = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def check(step: Step) -> None:
        if requested:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield check
        return
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
    if requested:
        raise KeyboardInterrupt
