"""`binwriter run SCENARIO --out DIR`: runs a scenario and writes its binary log."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter import disk, ending
from binwriter.cli.common.keyrings import add_keyring, keyring_of
from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import DONE
from binwriter.cli.scenario_command import add_scenario_arguments, checked_options, run_scenario_command
from binwriter.cli.time_limit import seconds, time_limit

if TYPE_CHECKING:
    from binwriter.scenario.notation import Scenario, Step

_logger = logging.getLogger(__name__)

DESCRIPTION = """\
Runs SQL on several connections as a MySQL server would and writes the binary log that it would write:
DIR/binlog.000001 and so on, and DIR/binlog.index. SCENARIO is a file in the scenario notation, or plain SQL if its
name ends in .sql.

Exit status: 0 also when statements failed as they would on a server; 1 the log cannot be written; 2 the scenario
cannot be read, or holds what is not supported: file, line and reason are said, what was logged so far is whole;
124 the time of --timeout was over: the statement that ran then ends as at a server's shutdown, the log is whole.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario, or a .sql file; - is standard input")
    parser.add_argument("--out", metavar="DIR", required=True, type=Path, help="where the log goes; made if missing")
    parser.add_argument("--force", action="store_true", help="replace a log that binwriter wrote to DIR earlier")
    parser.add_argument("--sidecar", metavar="FILE", type=Path, help="write what each statement answered, as JSON")
    add_scenario_arguments(parser)
    add_keyring(parser)
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=seconds, help="end the whole run after this time, within a statement too"
    )
    add_common(
        parser,
        json="print one JSON object a line: each statement with its answer, then the files",
        quiet="print errors only",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    return run_scenario_command("run", arguments, _run)


def _run(scenario: Scenario, arguments: argparse.Namespace) -> int:
    from binwriter.binlog.files.out_folder import prepare
    from binwriter.cli.progress import progress
    from binwriter.cli.run_report import report_for_terminal
    from binwriter.scenario.run import run_scenario
    from binwriter.scenario.sidecar import without_passwords, write_sidecar

    options = checked_options("run", scenario, arguments)
    prepare(arguments.out, options.basename, force=arguments.force)
    report = report_for_terminal(quiet=arguments.quiet, as_json=arguments.json)
    with (
        time_limit(scenario, arguments.timeout) as check_time,
        progress("run", len(scenario.steps), quiet=arguments.quiet) as advance,
    ):

        def before_step(step: Step) -> None:
            ending.check()
            check_time(step)
            _logger.debug("%s:%d: %s", scenario.path, step.line, step.kind.value)
            advance()

        result = run_scenario(
            scenario,
            arguments.out,
            arguments.server,
            profile=arguments.server_version,
            before_step=before_step,
            after_statement=report.statement,
            skip_unsupported=arguments.skip_unsupported,
            files=arguments.files,
            keyring=arguments.keyring,
            keeps_answers=arguments.sidecar is not None,
        )
    # the exit status 0 says that the log is there, also after a power cut
    disk.sync_files([*result.files, arguments.out / f"{options.basename}.index"])
    report.files(result.files, keyring_of(arguments))
    if result.skipped:
        print(f"binwriter run: skipped, as not supported: {len(result.skipped)}", file=sys.stderr)
    for skipped in result.skipped:
        print(f"{scenario.path}:{skipped.step.line}: {skipped.reason}", file=sys.stderr)
    if arguments.sidecar is not None:
        write_sidecar(without_passwords(result.sidecar), arguments.sidecar)
    return DONE
