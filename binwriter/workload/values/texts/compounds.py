"""Built-in lists and e-mail addresses as expressions (`patterns`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from binwriter.formats.patterns import pattern
from binwriter.workload.values.texts.patterns import Chain, Entries, Node, Repeat, read_pattern, text_node
from binwriter.workload.values.texts.word_lists import COMPOUNDS, FIRST_NAMES, LAST_NAMES, LISTS

_LIST = pattern(r"\{([a-z_]+)\}")
_MOST_DIGITS_OF_AN_ADDRESS = 3


@cache
def list_node(name: str) -> Node:
    """What makes an entry of the list."""
    if LISTS[name]:
        return Entries(LISTS[name])
    parts = []
    for part in COMPOUNDS[name]:
        listed = _LIST.fullmatch(part)
        parts.append(Entries(LISTS[listed[1]]) if listed else read_pattern(part, name))
    return Chain(tuple(parts))


def email_node(domains: Iterable[str], digits: Node | None = None) -> Node:
    """first.last12@domain; digits: what stands for the 12, else up to three digits by chance."""
    number = digits or Repeat(read_pattern("[1-9]", ""), 0, _MOST_DIGITS_OF_AN_ADDRESS)
    first, last = (Entries(tuple(name.lower() for name in names)) for names in (FIRST_NAMES, LAST_NAMES))
    return Chain((first, text_node("."), last, number, text_node("@"), Entries(tuple(domains))))
