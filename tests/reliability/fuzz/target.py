"""What a target is, found by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent
CRASHERS = _FOLDER / "crashers"


class PropertyError(AssertionError):
    """A property that does not hold. kind tells findings apart: one input of each is kept."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind


@dataclass(frozen=True)
class Target:
    """A target's module as a value. mutate: None if blind changes are all it needs. share: of the seconds given.
    most_seeds: how many seeds a run begins with, drawn anew each time."""

    name: str
    seeds: Callable[[], Iterable[bytes]]
    run: Callable[[bytes], None]
    mutate: Callable[[bytes, int], bytes] | None = None
    share: float = 1.0
    most_seeds: int = 200


def target_names() -> list[str]:
    """All targets there are, in alphabetical order."""
    return sorted(path.stem for path in (_FOLDER / "targets").glob("[!_]*.py"))


def target(name: str) -> Target:
    """The target of that name; its modules are imported by this call. KeyError if there is none."""
    if name not in target_names():
        raise KeyError(f"no fuzz target {name}; there are {', '.join(target_names())}")
    module = importlib.import_module(f"tests.reliability.fuzz.targets.{name}")
    mutate, share = getattr(module, "mutate", None), getattr(module, "SHARE", 1.0)
    return Target(name, module.seeds, module.run, mutate, share, getattr(module, "MOST_SEEDS", 200))


def crashers(name: str) -> list[Path]:
    """The inputs that are kept for a target."""
    return sorted((CRASHERS / name).glob("*"))
