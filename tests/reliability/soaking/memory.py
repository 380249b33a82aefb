"""What a process holds: objects, blocks and bytes, with the caches that have a bound of their own emptied first.

"Flat" is said of what grows with transactions. Caches with a bound (parsed statements, layouts, ...) fill for a while
and then stay; a count that has them in it says nothing before they are full, so they are emptied before counting.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from binwriter.sql.text import known_trees

_KIBI = 1024


@dataclass(frozen=True)
class Held:
    """objects: what the garbage collector knows. blocks: memory blocks of Python's own allocator. rss: bytes.

    kinds: objects by type, the most frequent ones.
    """

    transactions: int
    objects: int
    blocks: int
    rss: int
    kinds: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def empty_bounded_caches() -> None:
    """Empties what functools.lru_cache keeps, and the trees that `known_trees` keeps."""
    known_trees.forget_trees()
    modules = [vars(module) for name, module in list(sys.modules.items()) if name.startswith("binwriter")]
    # those of modules may be frozen (gc.freeze), those of closures are nowhere else
    for one in (*(value for names in modules for value in list(names.values())), *gc.get_objects()):
        if issubclass(type(one), functools._lru_cache_wrapper):  # not by what a weak proxy says of a class
            one.cache_clear()


def held(transactions: int, *, kinds: int = 2000) -> Held:
    """What is held now. transactions: how many there were so far."""
    empty_bounded_caches()
    gc.collect()
    gc.collect()
    objects = gc.get_objects()
    counts = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in objects)
    number = len(objects)
    del objects
    return Held(transactions, number, sys.getallocatedblocks(), _rss(), dict(counts.most_common(kinds)))


def _rss() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * _KIBI
    return 0


def grows_steadily(samples: Sequence[Held], flat: float, noise: int) -> bool:
    """Whether from each look to the next there are more than `flat` objects more for each transaction, and in all more
    than `noise`: what sessions have open goes up and down between looks, what is kept for ever goes up at each."""
    steps = [growth(first, last)["objects"] > flat for first, last in pairwise(samples)]
    return len(steps) > 1 and all(steps) and samples[-1].objects - samples[0].objects > noise


def growth(first: Held, last: Held) -> dict[str, float]:
    """Objects, blocks and bytes for each transaction between the two; and each type that grew by a tenth or more."""
    passed = max(last.transactions - first.transactions, 1)
    found = {
        "objects": (last.objects - first.objects) / passed,
        "blocks": (last.blocks - first.blocks) / passed,
        "bytes": (last.rss - first.rss) / passed,
    }
    for kind, number in last.kinds.items():
        if (more := number - first.kinds.get(kind, 0)) >= max(passed * 0.1, 50):
            found[kind] = more / passed
    return found
