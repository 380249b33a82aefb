"""`binwriter compile`: the kernels of the extra `fast`, compiled before their first use."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import time
from pathlib import Path

from binwriter import ending
from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import DONE

# Between them they have every type of column and every kind of change. Smaller logs are summed up and verified
# without kernels (`inspection.verify.leaps.WORTH_IT`).
_PRESETS = ("wide", "sysbench-oltp")
_SCALE = "0.02"

DESCRIPTION = """\
Compiles the kernels that `generate` and `verify` use with the extra fast, and keeps them in the user's cache folder
($NUMBA_CACHE_DIR, or $XDG_CACHE_HOME/binwriter, or ~/.cache/binwriter), as the first command that needs them would do,
in about half a minute: for the image of a container, say. What is there already is not compiled again.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    add_common(parser, quiet="print errors only")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    import numba  # noqa: F401  the extra is named if it is missing

    from binwriter.bulk.kernels.compiled import cache_folder
    from binwriter.cli import generate, verify
    from binwriter.cli.common.parser import Parser

    began = time.monotonic()
    with ending.temporary_folder("binwriter-compile-") as folder:
        for preset in _PRESETS:
            made = str(Path(folder) / preset)
            given = ["--preset", preset, "--scale", _SCALE, "--workers", "1", "--out", made]  # with its summary
            for command, words in ((generate, given), (verify, [made, "--quiet"])):
                parser = Parser()
                command.add_arguments(parser)
                add_common(parser)
                said = io.StringIO()
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
                    status: int = command.run(parser.parse_args(words))
                if status != DONE:
                    sys.stderr.write(said.getvalue())
                    return status
    if not arguments.quiet:
        where = cache_folder(str(Path(__file__))).parent
        print(f"binwriter compile: kernels are in {where}, {time.monotonic() - began:.0f} s", file=sys.stderr)
    return DONE
