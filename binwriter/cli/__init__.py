"""The command line. One module a command, imported when it is asked for; `commands` lists them.

What the exit statuses mean, for all commands: `statuses`.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence

from binwriter import ending
from binwriter.cli.common.commands import COMMANDS, parse
from binwriter.cli.common.statuses import DEFECT, FAILED, status_of
from binwriter.cli.streams import OutputError, Streams

__all__ = ["COMMANDS", "main", "program"]

# Set to anything, a defect is shown with Python's traceback.
TRACEBACK = "BINWRITER_TRACEBACK"

# Python's 700 collect a hundred times while modules are imported, and find nothing; statements make few circles.
_ALLOCATIONS_BETWEEN_COLLECTIONS = 200_000

# They finish what they write, whatever becomes of their output.
_FINISHING = frozenset({"run", "explain", "generate", "corrupt"})


def program() -> None:
    """The program as a process of its own: signals are answered until it has ended."""
    try:
        ending.install()
        gc.set_threshold(_ALLOCATIONS_BETWEEN_COLLECTIONS)
        # numpy's library of matrices, which nothing here asks, starts a thread a core that waits busily
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        status = main()
    except BaseException as error:
        if (ended := ending.end_in(error)) is None:  # else a signal that came before all is installed
            ending.finished()
            raise
        status = _ended(ended)
    ending.leave(status)


def main(argv: Sequence[str] | None = None) -> int:
    """The program. argv: without its name, sys.argv's by default. Returns the exit status."""
    streams = Streams()
    try:
        with ending.signals(), streams.in_place():
            arguments = _arguments(argv, streams)
            if arguments.command_name in _FINISHING:
                streams.finish_whatever_happens()
            return streams.status(_status(arguments), _command(arguments))
    except BaseException as error:
        if (ended := ending.end_in(error)) is None:  # else a signal that came before or behind the command
            raise
        return _ended(ended)
    finally:
        log_lines = sys.modules.get("binwriter.cli.common.log_lines")  # a command may have none
        if log_lines is not None:
            log_lines.hide_log_lines()


def _arguments(argv: Sequence[str] | None, streams: Streams) -> argparse.Namespace:
    try:
        return parse(argv)
    except SystemExit as error:  # --help, --version, bad usage
        code = error.code if isinstance(error.code, int) else FAILED
    except OutputError:  # Streams.status knows better
        code = 0
    raise SystemExit(streams.status(code, "binwriter"))


def _status(arguments: argparse.Namespace) -> int:
    """Runs the command. Whatever it raises is one line on standard error, and an exit status."""
    command = _command(arguments)
    try:
        if getattr(arguments, "logs_steps", False) and (arguments.verbose or _compiles(arguments)):
            from binwriter.cli.common.log_lines import show_log_lines

            show_log_lines(arguments.verbose)
        status: int = arguments.command(arguments)
        ending.check()  # the last statement may have been ended
        return status
    except KeyboardInterrupt as error:
        return _ended(error)
    except OutputError:
        return 0  # Streams.status knows better
    except Exception as error:
        return _failed(command, error)


def _compiles(arguments: argparse.Namespace) -> bool:
    """Whether kernels may have to be compiled: that is said, unless it is to be quiet."""
    return getattr(arguments, "compiles", False) and not arguments.quiet


def _command(arguments: argparse.Namespace) -> str:
    return f"binwriter {arguments.command_name}"


def _ended(error: KeyboardInterrupt) -> int:
    if not isinstance(error, ending.Ended):
        error = ending.Ended(ending.SIGNALS[0])
    print(f"binwriter: {error}", file=sys.stderr)
    return error.status


def _failed(command: str, error: Exception) -> int:
    from binwriter.errors import BinwriterError
    from binwriter.extras import missing_package

    try:
        ending.check()  # the error may be that of a statement which a signal has ended
    except KeyboardInterrupt as ended:
        return _ended(ended)
    message = missing_package(error) if isinstance(error, ImportError) else None
    if message is None and not isinstance(error, BinwriterError | OSError):
        return _defect(command, error)
    _show_traceback(error)
    print(f"{command}: {message or error}", file=sys.stderr)
    return FAILED if message or isinstance(error, OSError) else status_of(error)


def _show_traceback(error: Exception) -> None:
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exception(error)


def _defect(command: str, error: Exception) -> int:
    """An error that is ours: one line with a request to report it."""
    import traceback
    from pathlib import Path

    _show_traceback(error)
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
