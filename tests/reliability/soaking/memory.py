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
from pathlib import Path
from typing import Any

from binwriter.binlog.events import queries
from binwriter.sql.programs import frames
from binwriter.sql.text import known_trees, plain_tokens

_KIBI = 1024
WARM = 1000  # statements, after which an emptied server of six threads had no more objects than after 20,000


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
    """Empties what functools.lru_cache keeps, the trees that `known_trees` keeps, the words that `plain_tokens` keeps,
    and the tables of modules that are emptied when they are full."""
    known_trees.forget_trees()
    plain_tokens.forget_words()
    queries._bodies.clear()
    frames._columns.clear()
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


def grows(samples: Sequence[Held], flat: float, noise: int) -> bool:
    """Whether from the first look to the last there are more than `flat` objects more for each transaction, and in all
    more than `noise`. It is said of looks at a server in which nothing is open, once what is loaded late is there
    (`WARM`)."""
    looks = warm(samples)
    if len(looks) < 2:
        return False
    more = growth(looks[0], looks[-1])["objects"]
    return more > flat and looks[-1].objects - looks[0].objects > noise


def warm(samples: Sequence[Held]) -> list[Held]:
    """The looks behind the first `WARM` statements."""
    return [sample for sample in samples if sample.transactions >= WARM]


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
