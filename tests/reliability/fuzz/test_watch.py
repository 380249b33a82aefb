"""A target's process is watched by what it computes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.reliability.fuzz.watch import NotEndedError, processor_seconds, status_of

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is asked of /proc")


def _python(text: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-S", "-c", text])


def test_its_status_is_given() -> None:
    assert status_of(_python("raise SystemExit(3)"), 1.0) == 3


def test_a_process_that_computes_without_an_end_is_killed() -> None:
    process = _python("while True: pass")
    with pytest.raises(NotEndedError, match="of processor time"):
        status_of(process, 0.1, grace=0.3)
    assert process.returncode is not None


def test_a_process_that_does_nothing_is_killed() -> None:
    process = _python("import time; time.sleep(600)")
    with pytest.raises(NotEndedError, match="nothing was computed"):
        status_of(process, 60.0, still=0.5)
    assert process.returncode is not None


def test_processor_time_is_not_the_clock() -> None:
    process = _python("import time; time.sleep(600)")
    time.sleep(1.0)
    used = processor_seconds(process.pid)
    process.kill()
    process.wait()
    assert used is not None and used < 1.0
