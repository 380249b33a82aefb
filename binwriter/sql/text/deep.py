"""Reading what is nested deeper than an interpreter lets calls be nested in one thread.

Each level of brackets costs the parser some forty frames. Every so many levels it goes on in a thread of its own, whose
count and stack are fresh, while the one before waits: no limit is raised, so no stack can overflow.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


def in_fresh_thread(work: Callable[[], _T]) -> _T:
    """What `work` gives or raises, in a thread of its own. The caller waits for its end, whatever comes meanwhile."""
    given: list[_T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            given.append(work())
        except BaseException as error:  # it is the caller's
            raised.append(error)

    thread = threading.Thread(target=run, name="binwriter deep reading", daemon=True)
    thread.start()
    interrupted: BaseException | None = None
    while thread.is_alive():
        try:
            thread.join()
        except BaseException as error:  # Ctrl-C: a tree is not read by two threads at once
            interrupted = error
    if interrupted is not None:
        raise interrupted
    if raised:
        raise raised.pop()
    return given[0]
