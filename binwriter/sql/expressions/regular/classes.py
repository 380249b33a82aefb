"""Classes of characters in regular expressions: which characters each has, as ICU in a 9.7.4 says.

`data/pattern_classes.xz` has them (`integration/tables/pattern_classes`), read when one is first asked for. A set that
goes beyond the 16 bits of most texts is slow in Python's `re`: so a pattern is made for the reach of the text in which
it is looked for.
"""

from __future__ import annotations

import lzma
import sys
from functools import cache, lru_cache

from binwriter import data

PROPERTY = "p="  # in front of a name in \p{..}
_REACHES = (0x7F, 0xFFFF, sys.maxunicode)  # the last characters that a pattern is made for
_NONE, _ANY = r"[^\s\S]", r"[\s\S]"


def reach_of(text: str) -> int:
    """The last character that a pattern must know of to be looked for in this text."""
    if text.isascii():
        return _REACHES[0]
    return _REACHES[1] if max(text) <= "\uffff" else _REACHES[2]


@cache
def _known() -> dict[str, str]:
    lines = lzma.decompress(data.content("pattern_classes.xz")).decode("ascii").splitlines()
    split = (line.partition(":") for line in lines)
    return {name: ranges for names, _, ranges in split for name in names.split()}


@lru_cache(maxsize=256)
def class_of(name: str, reach: int, *, negated: bool = False) -> str | None:
    """What matches one character of the class, for Python's `re`; None if there is no class of this name."""
    known = _known().get(name)
    if known is None:
        return None
    ranges = []
    for part in known.split():
        first, _, last = part.partition("-")
        begin, end = int(first, 16), min(int(last or first, 16), reach)
        if begin > reach:
            break
        ranges.append(f"\\U{begin:08x}-\\U{end:08x}" if begin < end else f"\\U{begin:08x}")
    if not ranges:
        return _ANY if negated else _NONE
    return f"[{'^' if negated else ''}{''.join(ranges)}]"
