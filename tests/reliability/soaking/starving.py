"""Whether a process that seems to stand still only waits for a processor: others may have all of them."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from pathlib import Path


def waited(pid: int | str = "self") -> float:
    """Seconds that the threads of a process have waited for a processor in all; 0 where the system does not say."""
    total = 0
    for path in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += int(path.read_text().split()[1])
    return total / 1e9


@dataclass
class Patience:
    """Is over after so many seconds, unless its process waited for a processor during half of them: it gets as many
    again then, `most` times."""

    seconds: float
    pid: int | str = "self"
    most: int = 10
    _since: float = field(default_factory=time.monotonic)
    _waited: float = 0.0

    def __post_init__(self) -> None:
        self._waited = waited(self.pid)

    @property
    def is_over(self) -> bool:
        if time.monotonic() - self._since < self.seconds:
            return False
        now = waited(self.pid)
        if not self.most or now - self._waited < self.seconds / 2:
            return True
        self._since, self._waited, self.most = time.monotonic(), now, self.most - 1
        return False
