"""Statements made wrong on purpose: tokens deleted, doubled, swapped, replaced, and halves of statements joined."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice
from pathlib import Path

from binwriter.integration.corpus.reading import statements_of
from binwriter.scenario.notation import StepKind, read_scenario
from tests.reliability.hostile.values import NAMES, NUMBERS, OTHERS, RAW, STRINGS, TEMPORAL, TORN

SCENARIOS = Path(__file__).parents[2] / "golden" / "scenarios"
CLUSTERS = SCENARIOS.parent / "clusters"
_DEFINES = re.compile(r"(?:CREATE|USE|SET|INSERT|ALTER)\b", re.IGNORECASE)
_TOKEN = re.compile(r"\s+|`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.)*\"|\d[\w.]*|@{0,2}\w+|.", re.DOTALL)
_BYTES = (RAW, TORN, "\0", "\U0001f600", "\u00e4", "\\", "\x1a", "\u2028", "\x7f", "\ufffe")


@cache
def golden_statements() -> tuple[str, ...]:
    """The statements of all golden scenarios, each once."""
    found: dict[str, None] = {}
    for path in sorted(SCENARIOS.glob("*.scn")):
        for step in read_scenario(path).steps:
            if step.kind in (StepKind.STATEMENT, StepKind.SEND) and len(step.text) < 2000:
                found[step.text] = None
    return tuple(found)


@cache
def cluster_statements() -> tuple[tuple[str, ...], ...]:
    """The statements of each captured cluster, in their order, as of one connection."""
    paths = sorted((*CLUSTERS.glob("*.sql"), *CLUSTERS.glob("*.test")))
    return tuple(tuple(one.text for one in statements_of(path, ()) if len(one.text) < 2000) for path in paths)


def of_clusters(chance: random.Random, together: int) -> Iterator[str]:
    """Statements of clusters, `together` of each: the nearest definitions before a place as they are, then those that
    follow it, most of them mutated."""
    clusters = cluster_statements()
    while True:
        statements = chance.choice(clusters)
        start = chance.randrange(len(statements))
        before = [text for text in statements[:start] if _DEFINES.match(text)][-together // 2 :]
        yield from before
        for text in islice(cycle(statements[start:]), together - len(before)):
            yield text if chance.random() < 0.25 else mutated(text, statements, chance)


def tokens_of(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _kind(token: str) -> str:
    if token.isspace():
        return "space"
    if token[0].isdigit():
        return "number"
    if token[0] in "'\"":
        return "string"
    return "name" if token[0] == "`" or token[0].isalpha() or token[0] == "_" else "other"


_INSTEAD = {"number": (*NUMBERS, *STRINGS[:8]), "string": (*STRINGS, *NUMBERS[:8], "NULL"), "name": NAMES}


def _replaced(token: str, chance: random.Random) -> str:
    kind = _kind(token)
    if kind == "string" and chance.random() < 0.6:
        at = chance.randrange(1, max(2, len(token)))
        return token[:at] + chance.choice(_BYTES) + token[at:]
    if chance.random() < 0.2:
        return chance.choice((*OTHERS, *TEMPORAL))
    return chance.choice(_INSTEAD.get(kind, OTHERS))


def mutated(text: str, pool: Sequence[str], chance: random.Random) -> str:
    """One to three mutations of a statement; `pool` gives the other half of a splice."""
    tokens = tokens_of(text)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        places = [place for place, token in enumerate(tokens) if not token.isspace()]
        if not places:
            return "".join(tokens)
        place, other = chance.choice(places), chance.choice(places)
        match chance.randrange(9):
            case 0:
                del tokens[place]
            case 1:
                tokens.insert(place, tokens[other] + " ")
            case 2:
                tokens[place], tokens[other] = tokens[other], tokens[place]
            case 3 | 4 | 5:
                tokens[place] = _replaced(tokens[place], chance)
            case 6:
                tokens.insert(place, chance.choice((*OTHERS, *NUMBERS, *STRINGS)) + " ")
            case 7:
                rest = tokens_of(chance.choice(pool))
                tokens[place:] = rest[chance.randrange(len(rest)) :] if rest else []
            case _:
                first, last = sorted((place, other))
                tokens[first:last] = tokens[first:last] * chance.choice((2, 3))
    return "".join(tokens)
