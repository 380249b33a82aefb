"""One input tried under watch: what it raises, how long it computes, how much memory it makes the process grow by."""

from __future__ import annotations

import resource
import signal
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType

from tests.reliability.fuzz.target import PropertyError, Target

# Processor seconds and bytes that one input may take. Inputs are at most some hundred KB; instrumented code is slow.
CPU_LIMIT = 10.0
MEMORY_LIMIT = 256 << 20
_PROJECT = str(Path(__file__).resolve().parents[3])
_KILOBYTE = 1 if sys.platform == "darwin" else 1024


class TooLong(BaseException):
    """An input computed for longer than CPU_LIMIT. Not an Exception: nobody shall catch it on the way."""


@dataclass(frozen=True)
class Finding:
    """What went wrong with an input. key: the same for the same fault: kind and the project's line it arose in."""

    key: str
    text: str
    data: bytes


def attempt(target: Target, data: bytes) -> Finding | None:
    """Runs one input. Returns what was found wrong, None if nothing."""
    before = _peak_memory()
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_LIMIT)
    try:
        target.run(data)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever it raises is a finding
        return Finding(_key(error), "".join(traceback.format_exception(error)), data)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    grown = _peak_memory() - before
    if grown > MEMORY_LIMIT:
        return Finding("memory", f"{len(data)} bytes of input made the process grow by {grown} bytes", data)
    return None


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TooLong(f"more than {CPU_LIMIT} seconds of processor time")


def _peak_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KILOBYTE


def _key(error: BaseException) -> str:
    kind = type(error).__name__
    if isinstance(error, TooLong | RecursionError):
        return kind  # where it was stopped is chance
    if isinstance(error, PropertyError):
        return f"{kind}: {error.kind}"
    return f"{kind} {_place(error.__traceback__)}"


def _place(trace: TracebackType | None) -> str:
    """The innermost line of the project's."""
    frames = [frame for frame in traceback.extract_tb(trace) if frame.filename.startswith(_PROJECT)]
    frames = [frame for frame in frames if "/.venv/" not in frame.filename] or frames
    if not frames:
        return "outside"
    return f"{frames[-1].filename[len(_PROJECT) + 1 :]}:{frames[-1].lineno}"
