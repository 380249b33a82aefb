"""`--timeout`: the run ends after so many seconds, in the middle of a statement too."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from binwriter.errors import RunTimeoutError
from binwriter.mysql import interrupts

if TYPE_CHECKING:
    from binwriter.scenario.notation import Scenario, Step


def seconds(text: str) -> float:
    """The option's value: more than 0, at most what a thread can wait (some 290 years)."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= threading.TIMEOUT_MAX:
        raise argparse.ArgumentTypeError(f"not a number of seconds above 0: {text!r}")
    return value


@contextmanager
def time_limit(scenario: Scenario, limit: float | None) -> Iterator[Callable[[Step], None]]:
    """Gives what is to be called before each step: it raises RunTimeoutError, with the step before, when time is over.

    A statement that runs then ends as if the server were shut down (`interrupts.Kill.RUN`): it is rolled back, and what
    it did to N-tables is logged with error 1053.
    """
    begun: Step | None = None
    over = threading.Event()

    def end() -> None:
        over.set()
        interrupts.kill_all()

    def raise_if_over() -> None:
        if over.is_set() and limit is not None:
            raise RunTimeoutError(scenario.path, begun.line if begun is not None else 0, limit)

    def check(step: Step) -> None:
        nonlocal begun
        raise_if_over()
        begun = step

    timer = threading.Timer(limit, end) if limit is not None else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        yield check
    finally:
        if timer is not None:
            timer.cancel()
    raise_if_over()
