"""Being told to end: SIGINT, SIGTERM and SIGHUP, in three stages.

1. Statements that run are told to end at their next step (`binwriter.mysql.interrupts`), as the shutdown of a server
   does.
2. Where none runs, or none comes to a step within STEP_SECONDS, `Ended` is raised in the main thread: what is open is
   closed on the way out. Inside `uninterrupted` it waits for the end of the block, so a group is never cut in half.
3. A process that has not ended after GRACE_SECONDS (a compiled loop, threads that wait for each other) is ended by a
   thread of its own: what `leftovers` knows is deleted, a log that is open keeps its in-use flag.

A second signal changes nothing. A signal that was ignored when the program began (nohup, a shell's background job)
stays ignored.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NoReturn

GRACE_SECONDS = 3.0
STEP_SECONDS = 0.2
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
# What a shell gives as the status of a program that a signal has ended: this and the signal's number.
SIGNALLED = 128
_LEAVE = b"\0"  # no signal has this number


class Ended(KeyboardInterrupt):
    """The program is to end. number: of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(words(number))
        self.number = number

    @property
    def status(self) -> int:
        return SIGNALLED + self.number


def words(number: int) -> str:
    """What is said of an end by that signal."""
    return "interrupted" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}"


class _Signals:
    """What has come. asked: the first signal's number, 0 before; waits: `Ended` is due at the end of a block."""

    def __init__(self) -> None:
        self.asked = 0
        self.depth = 0
        self.waits = False
        self.thread = 0  # the main thread's, while signals are ours
        self.before: dict[int, Any] = {}
        self.pipe: tuple[int, int] | None = None
        self.watch: threading.Thread | None = None
        self.hooks: tuple[Callable[..., object], Callable[..., object]] = (sys.unraisablehook, sys.excepthook)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            return
        self.asked = number
        if any(stop() for stop in _stops):
            signal.setitimer(signal.ITIMER_REAL, STEP_SECONDS)
        else:
            self.end()

    def on_timer(self, number: int, frame: FrameType | None) -> None:
        self.end()

    def end(self) -> None:
        if self.depth:
            self.waits = True
        else:
            self.raise_ended()

    def on_unraisable(self, lost: Any) -> None:
        """What was raised where nothing can be: in a callback of compiled code, in __del__. `Ended` comes once more.

        Nothing is told of objects that it left half made, and that miss a part when they go.
        """
        if isinstance(lost.exc_value, Ended):
            signal.setitimer(signal.ITIMER_REAL, STEP_SECONDS)
        elif not self.asked:
            self.hooks[0](lost)

    def on_printed(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """What compiled code prints and goes on, as some does that imports."""
        if isinstance(error, Ended):
            signal.setitimer(signal.ITIMER_REAL, STEP_SECONDS)
        else:
            self.hooks[1](kind, error, trace)

    def raise_ended(self) -> NoReturn:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise Ended(self.asked)


_signals = _Signals()
_leftovers: list[Callable[[], object]] = []
_stops: list[Callable[[], bool]] = []


def stops(stop: Callable[[], bool]) -> Callable[[], bool]:
    """Stage 1 calls `stop` (any thread, a signal handler): it tells what runs to end, and says whether something will.

    A decorator. That `binwriter.mysql.interrupts` comes to us, and we do not look for it, has a reason: a signal may
    come while it is being imported.
    """
    _stops.append(stop)
    return stop


def check() -> None:
    """Raises Ended if the program was told to end: between two statements, say."""
    if _signals.asked:
        _signals.raise_ended()


def end_in(error: BaseException) -> KeyboardInterrupt | None:
    """The end that `error` is, or stands for: Python 3.11 makes a RuntimeError of what is raised in __set_name__."""
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, KeyboardInterrupt):
        seen = seen.__cause__
    return seen


def answered() -> None:
    """`Ended` was what the program waited for, and it has done what is to be done then (`binwriter serve`)."""
    _signals.asked = 0
    signal.setitimer(signal.ITIMER_REAL, 0)


def finished() -> None:
    """All is done: signals change nothing any more, but for one: if the process does not end, stage 3 comes."""
    _signals.asked = _signals.asked or signal.SIGTERM
    signal.setitimer(signal.ITIMER_REAL, 0)
    # The interpreter gives signals their default back while it ends, and one that came then would be the exit status.
    atexit.register(_ignore)


def leave(status: int) -> NoReturn:
    """Ends the process with that status, as sys.exit does, but gives no memory back piece by piece, which is a fifth of
    the time of a short run. What is registered with atexit is done; where threads are to be waited for, all is."""
    finished()
    if any(thread is not threading.current_thread() and not thread.daemon for thread in threading.enumerate()):
        sys.exit(status)
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):  # the interpreter knows what to say
        sys.exit(status)
    os._exit(status)


def _ignore() -> None:
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


class _Uninterrupted:
    """See `uninterrupted`. Threads other than the main one get no signals."""

    __slots__ = ()

    def __enter__(self) -> None:
        if threading.get_ident() == _signals.thread:
            _signals.depth += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if threading.get_ident() == _signals.thread:
            _signals.depth -= 1
            if _signals.waits and not _signals.depth:
                _signals.waits = False
                _signals.raise_ended()


# A block that a signal does not cut in half: `with uninterrupted:`. `Ended` is raised behind it.
uninterrupted = _Uninterrupted()


@contextmanager
def leftovers(remove: Callable[[], object]) -> Iterator[None]:
    """While the block runs, `remove` is what deletes its temporary files if the process must be ended at once."""
    _leftovers.append(remove)
    try:
        yield
    finally:
        _leftovers.remove(remove)


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """A new folder, deleted at the end of the block, and also if the process must be ended at once."""
    import tempfile  # few commands need it

    with tempfile.TemporaryDirectory(prefix=prefix) as name, leftovers(lambda: shutil.rmtree(name, ignore_errors=True)):
        yield Path(name)


# --- the handlers


@contextmanager
def signals() -> Iterator[None]:
    """In the block signals are answered as this module says, unless they are already. Only in the main thread."""
    if not install():
        yield
        return
    try:
        yield
    finally:
        _uninstall()


def install() -> bool:
    """From now on signals are answered as this module says. False if they are already, or cannot be here."""
    if _signals.thread or threading.current_thread() is not threading.main_thread():
        return False
    _signals.asked, _signals.depth, _signals.waits = 0, 0, False
    read, write = _signals.pipe = os.pipe()
    os.set_blocking(write, False)
    _signals.watch = threading.Thread(target=_watch, args=(read,), name="binwriter signals", daemon=True)
    _signals.watch.start()
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    _signals.thread = threading.get_ident()
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            _signals.before[number] = signal.signal(number, _signals.on_signal)
    _signals.before[signal.SIGALRM] = signal.signal(signal.SIGALRM, _signals.on_timer)
    _signals.hooks = (sys.unraisablehook, sys.excepthook)
    sys.unraisablehook, sys.excepthook = _signals.on_unraisable, _signals.on_printed
    return True


def _uninstall() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number, handler in _signals.before.items():
        signal.signal(number, handler)
    _signals.before.clear()
    sys.unraisablehook, sys.excepthook = _signals.hooks
    _signals.thread = 0
    signal.set_wakeup_fd(-1)
    assert _signals.pipe is not None and _signals.watch is not None
    _, write = _signals.pipe
    os.write(write, _LEAVE)
    os.close(write)
    # whoever called `main` in a program of their own has as many threads as before
    _signals.watch.join()
    _signals.pipe = _signals.watch = None


def _watch(pipe: int) -> None:
    """The thread of stage 3. pipe: gives the number of each signal as a byte, also while the main thread is busy."""
    number, deadline = 0, None
    try:
        while deadline is None or time.monotonic() < deadline:
            wait = None if deadline is None else max(deadline - time.monotonic(), 0)
            if not select.select([pipe], [], [], wait)[0]:
                continue
            for byte in os.read(pipe, 64) or _LEAVE:
                if not byte:
                    return
                if byte in SIGNALS and deadline is None:
                    number, deadline = byte, time.monotonic() + GRACE_SECONDS
    finally:
        os.close(pipe)
    _end_at_once(number)


def _end_at_once(number: int) -> None:
    for remove in list(_leftovers):
        with contextlib.suppress(Exception):
            remove()
    text = f"binwriter: {words(number)}; what it was doing did not end: a log that was open is not closed\n"
    with contextlib.suppress(OSError):
        os.write(2, text.encode())
    os._exit(SIGNALLED + number)
