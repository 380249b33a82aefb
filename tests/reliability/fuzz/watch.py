"""A target's process, until it ends: what it computes is what it is measured by, not the clock.

Beside the tests of a whole check, with the lowest priority, a process has 1 to 2 of 100 seconds: what imports all of
binwriter for atheris, half a minute of processor time, does so for half an hour, and has then not tried one input. It
does not stand still; it goes on as soon as the tests are done.
"""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path

# Of the processor: imports, the seeds and the last input beyond twice the time that was given.
_GRACE, _TIMES = 300.0, 2
# Of the clock: so long without computing anything is a hang, how busy the machine may be.
_STILL, _MOVED = 600.0, 0.05
_LOOKS = 1.0
# Where the processor time of another process cannot be asked for.
_BY_CLOCK, _CLOCK_TIMES = 900.0, 7


class NotEndedError(Exception):
    """A process that computed for too long, or did nothing for too long. It was killed."""


def status_of(process: subprocess.Popen[bytes], seconds: float, *, grace: float = _GRACE, still: float = _STILL) -> int:
    """The status that the process ends with. seconds: of the processor, what it was given.

    NotEndedError: it was killed.
    """
    begun = moved = time.monotonic()
    computed = 0.0
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(min(_LOOKS, still))
            now, used = time.monotonic(), processor_seconds(process.pid)
            if used is None:
                if now - begun > _CLOCK_TIMES * seconds + _BY_CLOCK:
                    raise NotEndedError(f"{now - begun:.0f} seconds")
            elif used > _TIMES * seconds + grace:
                raise NotEndedError(f"{used:.0f} seconds of processor time")
            elif used > computed + _MOVED:
                computed, moved = used, now
            elif now - moved > still:
                raise NotEndedError(f"nothing was computed for {now - moved:.0f} seconds")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def processor_seconds(process: int) -> float | None:
    """What a process has computed so far (proc_pid_stat(5): utime, stime). None where there is no /proc to ask."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
