"""How far long work has come, on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from binwriter.cli.streams import as_is

# Seconds: who waits wants to know soon, who reads a log of it later wants few lines.
_FIRST_LINE, _NEXT_LINE = 15.0, 30.0


class NowAndThen:
    """Says how far `command` has come, where nobody sees a bar. quiet: nothing is said."""

    def __init__(self, command: str, *, quiet: bool = False) -> None:
        self._command = command
        self._began = time.monotonic()
        self._due = float("inf") if quiet else self._began + _FIRST_LINE

    def __call__(self, text: Callable[[], str]) -> None:
        """text: what has been done, asked for when a line is due."""
        now = time.monotonic()
        if now >= self._due:
            self._due = now + _NEXT_LINE
            print(f"binwriter {self._command}: {text()}, {now - self._began:.0f} s", file=sys.stderr)


@contextmanager
def progress(command: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """Shows how many of `total` steps were done while the block runs; gives the function to call at each step.

    A bar only where somebody looks and sees nothing else move: standard error is a terminal, standard output is not
    (there the answers themselves show the way). Nothing with `quiet`; without rich or a terminal a line now and then.
    """
    steps, say = 0, NowAndThen(command, quiet=quiet or sys.stdout.isatty())

    def advance() -> None:
        nonlocal steps
        steps += 1
        say(lambda: f"{steps:,} of {total:,} steps")

    if quiet or not sys.stderr.isatty() or sys.stdout.isatty():
        yield advance
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn
    except ImportError:
        yield advance
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # standard output goes elsewhere: the bar must not catch what is printed there
    with Progress(*columns, console=Console(file=as_is(sys.stderr)), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)
