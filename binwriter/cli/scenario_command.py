"""What commands that run a scenario have in common: arguments, the server's options, exit status."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.cli.common.statuses import status_of
from binwriter.errors import BinwriterError, MissingExtraError
from binwriter.extras import import_sqlglot
from binwriter.formats.servers import PROFILES

if TYPE_CHECKING:
    from binwriter.mysql.variables.options import ServerOptions
    from binwriter.scenario.notation import Scenario


def add_scenario_arguments(parser: argparse.ArgumentParser) -> None:
    """Which server it is, and what to do with statements that are not supported."""
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
    parser.add_argument(
        "--files",
        metavar="DIR",
        type=Path,
        help="let LOAD DATA [LOCAL] and LOAD_FILE() read the files of this folder, and none else",
    )
    parser.add_argument(
        "--skip-unsupported", action="store_true", help="leave out statements that are not supported, and list them"
    )


def run_scenario_command(
    command: str, arguments: argparse.Namespace, work: Callable[[Scenario, argparse.Namespace], int]
) -> int:
    """Reads the scenario and does the work; an error of ours is said, and is the exit status."""
    import_sqlglot()
    from binwriter.scenario.notation import read_scenario

    try:
        return work(read_scenario(arguments.scenario), arguments)
    except MissingExtraError:
        raise
    except BinwriterError as error:
        print(f"binwriter {command}: {error}", file=sys.stderr)
        return status_of(error)


def checked_options(command: str, scenario: Scenario, arguments: argparse.Namespace) -> ServerOptions:
    """The server's options; what mysqld would warn of is said. Raises OptionError."""
    from binwriter.scenario.options import check_options

    options = check_options(scenario, arguments.server, arguments.server_version)
    for warning in options.warnings:
        print(f"binwriter {command}: {warning}", file=sys.stderr)
    return options
