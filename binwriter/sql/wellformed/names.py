"""Which keywords of a text are names where they stand."""

from __future__ import annotations

from binwriter.mysql.reserved_words import KEYWORDS
from binwriter.sql.wellformed.recogniser import recogniser
from binwriter.sql.wellformed.tokens import WORDS, Terminals, tokens_of

_MOST, _LONGEST = 200, 10_000  # tokens and characters of a text that is looked at: each keyword takes as long as it


def keywords_as_names(text: str, version: int) -> frozenset[int]:
    """Where in the text the keywords stand that can be nothing but names there: none in a text that is no statement.
    version: as in `check.refused_at` (captured: tests/golden/words)."""
    if len(text) > _LONGEST:
        return frozenset()
    starts, terminals = tokens_of(text, version)
    if len(terminals) > _MOST or recogniser().refused(terminals) is not None:
        return frozenset()
    names = (number for number, kinds in enumerate(terminals) if "<ident>" in kinds)
    return frozenset(
        starts[number] for number in names if _is_keyword(text, starts[number]) and not _may_be_word(terminals, number)
    )


def _is_keyword(text: str, start: int) -> bool:
    word = WORDS.match(text, start)
    return word is not None and word[0].upper() in KEYWORDS


def _may_be_word(terminals: list[Terminals], number: int) -> bool:
    words = tuple(kind for kind in terminals[number] if kind[0] != "<")
    return bool(words) and recogniser().refused((*terminals[:number], words, *terminals[number + 1 :])) is None
