"""Python imports it at its start: hand-overs between threads are followed or preceded by a pause now and then.

BINWRITER_RACES: the seed of the chance that says which, and how long.
"""

from __future__ import annotations

import asyncio
import functools
import os
import queue
import random
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

_LONGEST = (0.005, 0.02, 0.5)  # seconds: a few are so long that all others get ahead
_EVERY = 4  # hand-overs, of which one waits before and one behind it

# what is handed over, by whom
_POINTS: tuple[tuple[Any, str], ...] = (
    (threading.Event, "set"),
    (threading.Thread, "start"),
    (threading.Condition, "notify"),
    (threading.Condition, "notify_all"),
    (queue.Queue, "put"),
    (ThreadPoolExecutor, "submit"),
    (asyncio.BaseEventLoop, "call_soon_threadsafe"),
    (socket.socket, "sendall"),
    (socket.socket, "shutdown"),
)


def _delayed(call: Callable[..., Any], chance: random.Random) -> Callable[..., Any]:
    @functools.wraps(call)
    def with_pauses(*arguments: Any, **named: Any) -> Any:
        when = chance.randrange(_EVERY)
        if when == 0:
            time.sleep(chance.choice(_LONGEST) * chance.random())
        result = call(*arguments, **named)
        if when == 1:
            time.sleep(chance.choice(_LONGEST) * chance.random())
        return result

    return with_pauses


def delay_hand_overs(seed: str) -> None:
    """From now on, in this process."""
    chance = random.Random(f"{seed} {os.getpid()}")
    sys.setswitchinterval(1e-5)
    for owner, name in _POINTS:
        setattr(owner, name, _delayed(getattr(owner, name), chance))


if "BINWRITER_RACES" in os.environ:
    delay_hand_overs(os.environ["BINWRITER_RACES"])
