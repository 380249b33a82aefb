"""Programs of the tests that are told to end (SIGTERM, SIGHUP): they leave as by Ctrl-C, so that folders go and what
they started ends, too."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import NoReturn

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def end_tidily(how: type[BaseException] = SystemExit) -> None:
    """From now on these signals raise `how`, of the status that a shell would tell, in the main thread. Whoever is
    forked from this process ends by them as usual; what is ignored stays so."""
    if threading.current_thread() is not threading.main_thread():
        return
    asked = os.getpid()

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        if os.getpid() != asked:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        raise how(128 + number)

    for number in _SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)
