"""The command line. One module a command, imported when it is asked for; COMMANDS lists them.

Exit status: 0 done; 1 the log cannot be written (or, of `diff`, there is a difference); 2 bad usage, or input that
cannot be read or is not supported; 70 a defect of binwriter; 74 standard output cannot be written; 128 and the number
of the signal that has ended it (130: Ctrl-C; 141: the reader of standard output has gone).
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from binwriter import __version__, ending
from binwriter.cli.extras import missing_package
from binwriter.cli.streams import OutputError, Streams

FAILED = 1
# EX_SOFTWARE of sysexits.h
DEFECT = 70
# Set to anything, a defect is shown with Python's traceback.
TRACEBACK = "BINWRITER_TRACEBACK"

# Python's 700 collect a hundred times while modules are imported, and find nothing; statements make few circles.
_ALLOCATIONS_BETWEEN_COLLECTIONS = 50_000

# command -> (module with `add_arguments(parser)` and `run(arguments) -> exit status`, what it does in one line)
COMMANDS = {
    "run": ("binwriter.cli.run", "run a scenario or a .sql file and write its binary log"),
    "diff": ("binwriter.cli.diff", "compare two binary logs event by event and name the first difference"),
    "explain": ("binwriter.cli.explain", "say why each statement of a scenario is logged the way it is"),
    "inspect": ("binwriter.cli.inspect", "show the events of binary logs: table, rows, bytes or JSON"),
    "corrupt": ("binwriter.cli.corrupt", "copy a binary log with one event made wrong, to test what reads logs"),
    "generate": ("binwriter.cli.generate", "make a synthetic workload and write its binary log"),
    "report": (
        "binwriter.cli.report",
        "say who writes what into a log, how much, and when: text, JSON, a page with plots",
    ),
    "serve": ("binwriter.cli.serve", "be a server for MySQL clients, and write the binary log of their SQL"),
    "replay": ("binwriter.cli.replay", "run a binary log on a MySQL server, as mysqlbinlog | mysql does"),
    "verify": ("binwriter.cli.verify", "check that binary logs are whole and right, event by event"),
}
# They finish what they write, whatever becomes of their output.
_FINISHING = frozenset({"run", "explain", "generate", "corrupt"})


def program() -> None:
    """The program as a process of its own: signals are answered until it has ended."""
    ending.install()
    gc.set_threshold(_ALLOCATIONS_BETWEEN_COLLECTIONS)
    try:
        status = main()
    finally:
        ending.finished()
    sys.exit(status)


def main(argv: Sequence[str] | None = None) -> int:
    """The program. argv: without its name, sys.argv's by default. Returns the exit status."""
    streams = Streams()
    try:
        with ending.signals(), streams.in_place():
            arguments = _arguments(argv, streams)
            if arguments.command_name in _FINISHING:
                streams.finish_whatever_happens()
            return streams.status(_status(arguments), _command(arguments))
    except KeyboardInterrupt as error:  # a signal that came before or behind the command
        return _ended(error)


def _arguments(argv: Sequence[str] | None, streams: Streams) -> argparse.Namespace:
    try:
        return _parser().parse_args(argv)
    except SystemExit as error:  # --help, --version, bad usage
        code = error.code if isinstance(error.code, int) else FAILED
    except OutputError:  # Streams.status knows better
        code = 0
    raise SystemExit(streams.status(code, "binwriter"))


def _status(arguments: argparse.Namespace) -> int:
    """Runs the command. Whatever it raises is one line on standard error, and an exit status."""
    command = _command(arguments)
    try:
        status: int = arguments.command(arguments)
        ending.check()  # the last statement may have been ended
        return status
    except KeyboardInterrupt as error:
        return _ended(error)
    except OutputError:
        return 0  # Streams.status knows better
    except ImportError as error:
        message = missing_package(error)
        if message is None:
            return _defect(command, error)
        print(f"{command}: {message}", file=sys.stderr)
        return FAILED
    except OSError as error:  # of a temporary folder, say
        if os.environ.get(TRACEBACK):
            traceback.print_exc()
        print(f"{command}: {error}", file=sys.stderr)
        return FAILED
    except Exception as error:
        return _defect(command, error)


def _command(arguments: argparse.Namespace) -> str:
    return f"binwriter {arguments.command_name}"


def _ended(error: KeyboardInterrupt) -> int:
    if not isinstance(error, ending.Ended):
        error = ending.Ended(ending.SIGNALS[0])
    print(f"binwriter: {error}", file=sys.stderr)
    return error.status


def _defect(command: str, error: Exception) -> int:
    """An error that is ours: one line with a request to report it."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    noted = "".join(f"{note}: " for note in getattr(error, "__notes__", ()))
    text = " ".join(str(error).split())[:200]
    print(
        f"{command}: {noted}a defect of binwriter, please report it: {type(error).__name__}: {text} [{place};"
        f" {TRACEBACK}=1 shows more]",
        file=sys.stderr,
    )
    return DEFECT


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
