"""The command line. One module a command, imported when it is asked for; COMMANDS lists them.

Exit status: 0 done; 1 the log cannot be written (or, of `diff`, there is a difference); 2 bad usage, or input that
cannot be read or is not supported; 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from binwriter import __version__
from binwriter.cli.extras import missing_package

INTERRUPTED = 130
FAILED = 1

# command -> (module with `add_arguments(parser)` and `run(arguments) -> exit status`, what it does in one line)
COMMANDS = {
    "run": ("binwriter.cli.run", "run a scenario or a .sql file and write its binary log"),
    "diff": ("binwriter.cli.diff", "compare two binary logs event by event and name the first difference"),
    "explain": ("binwriter.cli.explain", "say why each statement of a scenario is logged the way it is"),
    "inspect": ("binwriter.cli.inspect", "show the events of binary logs: table, rows, bytes or JSON"),
    "corrupt": ("binwriter.cli.corrupt", "copy a binary log with one event made wrong, to test what reads logs"),
    "generate": ("binwriter.cli.generate", "make a synthetic workload and write its binary log"),
    "verify": ("binwriter.cli.verify", "check that binary logs are whole and right, event by event"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """The program. argv: without its name, sys.argv's by default. Returns the exit status."""
    if hasattr(sys.stdout, "reconfigure"):
        # a terminal that lacks a character shows its code instead of ending the run
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.command(arguments)
        sys.stdout.flush()  # here, where a reader that has gone can still be answered quietly
    except KeyboardInterrupt:
        print("binwriter: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # the reader of our output has gone (`| head`); keep Python from failing once more when it flushes
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except ImportError as error:
        message = missing_package(error)
        if message is None:
            raise
        print(f"binwriter {arguments.command_name}: {message}", file=sys.stderr)
        return FAILED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="binwriter", description="Writes real MySQL binary logs without a MySQL server."
    )
    parser.add_argument("--version", action="version", version=f"binwriter {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (module, summary) in COMMANDS.items():
        command = import_module(module)
        subparser = commands.add_parser(name, help=summary, description=summary)
        command.add_arguments(subparser)
        subparser.set_defaults(command=command.run, command_name=name)
    return parser
