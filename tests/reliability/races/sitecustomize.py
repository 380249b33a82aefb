"""Python imports it at its start: hand-overs between threads are followed or preceded by a pause now and then.

BINWRITER_RACES: the seed of the chance that says which, and how long.
A module is changed as the program loads it: a program that loads none of them loads none here either.
"""

from __future__ import annotations

import functools
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

_LONGEST = (0.005, 0.02, 0.5)  # seconds: a few are so long that all others get ahead
_EVERY = 4  # hand-overs, of which one waits before and one behind it

# what is handed over, by whom
_POINTS: dict[str, tuple[str, ...]] = {
    "threading": ("Event.set", "Thread.start", "Condition.notify", "Condition.notify_all"),
    "queue": ("Queue.put",),
    "concurrent.futures.thread": ("ThreadPoolExecutor.submit",),
    "asyncio.base_events": ("BaseEventLoop.call_soon_threadsafe",),
    "socket": ("socket.sendall", "socket.shutdown"),
}


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


def _delay_those_of(module: ModuleType, chance: random.Random) -> None:
    for point in _POINTS[module.__name__]:
        owner, name = point.split(".")
        holder = getattr(module, owner)
        setattr(holder, name, _delayed(getattr(holder, name), chance))


class _Delaying(Loader):
    """What loads a module, and then delays its hand-overs."""

    def __init__(self, loader: Loader, chance: random.Random) -> None:
        self._loader = loader
        self._chance = chance

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        _delay_those_of(module, self._chance)


class _Finder(MetaPathFinder):
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in _POINTS:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Delaying(spec.loader, self._chance)
        return spec


def delay_hand_overs(seed: str) -> None:
    """From now on, in this process."""
    chance = random.Random(f"{seed} {os.getpid()}")
    sys.setswitchinterval(1e-5)
    for name in _POINTS:
        if name in sys.modules:
            _delay_those_of(sys.modules[name], chance)
    sys.meta_path.insert(0, _Finder(chance))


if "BINWRITER_RACES" in os.environ:
    delay_hand_overs(os.environ["BINWRITER_RACES"])
