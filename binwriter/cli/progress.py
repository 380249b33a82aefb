"""How far a run has come, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from binwriter.cli.streams import as_is


@contextmanager
def progress(total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """Shows a bar of `total` steps while the block runs; gives the function to call at each step.

    Only where somebody looks and sees nothing else move: standard error is a terminal, standard output is not (there
    the answers themselves show the way). Nothing with `quiet`, or without rich.
    """
    if quiet or not sys.stderr.isatty() or sys.stdout.isatty():
        yield _nothing
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn
    except ImportError:
        yield _nothing
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # standard output goes elsewhere: the bar must not catch what is printed there
    with Progress(*columns, console=Console(file=as_is(sys.stderr)), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)


def _nothing() -> None:
    """Nobody looks."""
