"""A worker process of the local engine: `python -m binwriter.workload.engines.worker OUT PARENT`.

It ends with the process that started it, PARENT: at once where the system tells a process of its parent's death
(Linux), else when its standard input ends. So this module sees to that before it imports anything large.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from binwriter.workload.job import Job

_REPORT_EVERY = 0.2
# prctl(2)
_PR_SET_PDEATHSIG = 1


def main() -> None:
    """File numbers come on standard input, a line each; answers go to standard output as lines of JSON."""
    _end_with(int(sys.argv[2]))
    _work(sys.argv[1], _numbers())


def serve(job: Job, out: str, parent: int, streams: tuple[int, int, int], others: list[int]) -> None:
    """The same in a process that was forked. streams: its standard ones to be. others: what it must not hold open."""
    os.setsid()  # Ctrl-C is the parent's to answer
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    for descriptor in others:
        os.close(descriptor)
    for standard, descriptor in enumerate(streams):
        os.dup2(descriptor, standard)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    _end_with(parent)
    _work(out, _numbers(), job)


def _end_with(parent: int) -> None:
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was gone before
        os._exit(0)


def _numbers() -> Iterator[int]:
    """File numbers as they come. When no more can come, the process ends at once."""
    numbers: queue.SimpleQueue[int] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            numbers.put(int(line))
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    return iter(numbers.get, None)


def _say(**answer: Any) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _work(out: str, numbers: Iterator[int], given: Job | None = None) -> None:
    from dataclasses import asdict
    from pathlib import Path

    from binwriter.errors import BinwriterError
    from binwriter.workload.engines.task import make_file
    from binwriter.workload.job import JobFolder

    folder = Path(out)
    job = given or JobFolder(folder).read()
    for number in numbers:
        said = 0.0

        def progress(size: int) -> None:
            nonlocal said
            if time.monotonic() - said > _REPORT_EVERY:
                said = time.monotonic()
                _say(size=size)

        try:
            result = make_file(job, number, folder, progress)
        except BinwriterError as error:
            _say(failed=str(error))
        else:
            _say(result=asdict(result))


if __name__ == "__main__":
    main()
