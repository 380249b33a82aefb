"""`binwriter explain SCENARIO`: why each statement is logged the way it is."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter import ending
from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import DONE
from binwriter.cli.scenario_command import add_scenario_arguments, checked_options, run_scenario_command
from binwriter.cli.visible import visible_json

if TYPE_CHECKING:
    from binwriter.explain import Explanation
    from binwriter.scenario.notation import Scenario, Step

DESCRIPTION = """\
Runs a scenario, or plain SQL if its name ends in .sql, and explains its binary log. For each statement: the tables that
it reads and writes and their kind (T transactional, N not), safe or unsafe and by which rule, the logging format, the
cache, and when and as what the cache was flushed, with file and position.

Prints a table, or lines where there is no terminal of 140 columns; --json prints the same as JSON, --html writes one
page that needs no network. The log itself is thrown away, unless --out says where it goes.

Exit status: 0 also when statements failed as they would on a server; 1 a file cannot be written; 2 the scenario cannot
be read, or holds what is not supported.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario, or a .sql file; - is standard input")
    add_common(parser, json="print JSON instead of the table", quiet="print errors only")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a page instead of printing the table")
    parser.add_argument("--lines", action="store_true", help="print lines, not a table: what a narrow terminal gets")
    parser.add_argument("--out", metavar="DIR", type=Path, help="keep the log there; made if missing")
    parser.add_argument("--force", action="store_true", help="replace a log that binwriter wrote to DIR earlier")
    add_scenario_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    return run_scenario_command("explain", arguments, _run)


def _run(scenario: Scenario, arguments: argparse.Namespace) -> int:
    from binwriter.cli.progress import progress
    from binwriter.explain import explain_scenario

    options = checked_options("explain", scenario, arguments)
    quiet = arguments.quiet or not (arguments.html or arguments.json)
    with (
        _folder(arguments, options.basename) as folder,
        progress("explain", len(scenario.steps), quiet=quiet) as advance,
    ):

        def before_step(step: Step) -> None:
            ending.check()
            advance()

        explanation = explain_scenario(
            scenario,
            folder,
            arguments.server,
            profile=arguments.server_version,
            before_step=before_step,
            skip_unsupported=arguments.skip_unsupported,
            files=arguments.files,
        )
    _show(explanation, arguments)
    for statement in explanation.statements:
        if statement.refused:
            print(f"{scenario.path}:{statement.line}: skipped: {statement.refused}", file=sys.stderr)
    return DONE


@contextmanager
def _folder(arguments: argparse.Namespace, basename: str) -> Iterator[Path]:
    """Where the log goes."""
    if arguments.out is not None:
        from binwriter.binlog.files.out_folder import prepare

        prepare(arguments.out, basename, force=arguments.force)
        yield arguments.out
        return
    with ending.temporary_folder("binwriter-explain-") as folder:
        yield folder


def _show(explanation: Explanation, arguments: argparse.Namespace) -> None:
    if arguments.html is not None:
        from binwriter.explain.page import write_page

        write_page(explanation, arguments.html)
        if not arguments.quiet:
            print(f"binwriter explain: wrote {arguments.html}", file=sys.stderr)
    if arguments.json:
        from binwriter.explain.to_json import explanation_json

        print(visible_json(json.dumps(explanation_json(explanation), ensure_ascii=False)))
    elif arguments.html is None and not arguments.quiet:
        from binwriter.cli.explain_table import print_explanation

        print_explanation(explanation, lines=arguments.lines)
