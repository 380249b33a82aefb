"""Hunts for statements that end otherwise than by an answer or a refusal by name.

    python -m tests.reliability.hostile.hunt
        crafted|calls|variables|nested|themselves|random|mutated|clusters|tables|typed|contexts|parameters|programs|grammars|nests|torn|charsets
        [--seconds N] [--seed N] [--part I/N] [--server NAME=VALUE] [--version V] [--served] [--json FILE]

--served: over the wire, as text and prepared; parameters always are.
Prints each finding once by its exception and place, with the first statement that showed it.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import chain, islice
from pathlib import Path

from tests.reliability.hostile import (
    charsets,
    contexts,
    crafted,
    grammars,
    mutation,
    parameters,
    programs,
    tables,
    torn,
    typed,
    values,
)
from tests.reliability.hostile.guard import EVERY, Ended, Room, run_all
from tests.reliability.hostile.served import ServedRoom
from tests.tidy import end_tidily

_MEMORY = 3 << 30


def _mutated(chance: random.Random) -> Iterator[str]:
    pool = mutation.golden_statements()
    while True:
        start = chance.randrange(len(pool))
        for text in pool[start : start + 20]:  # what comes together fits together
            yield text if chance.random() < 0.3 else mutation.mutated(text, pool, chance)


_OF_EVERY_TYPE = ("typed", "contexts", "parameters", "programs")
_KINDS: dict[str, Callable[[random.Random], Iterable[str]]] = {
    "crafted": lambda _: chain.from_iterable(map(crafted.of_template, crafted.templates())),
    "calls": lambda _: chain.from_iterable(map(crafted.of_function, crafted.functions())),
    "variables": lambda _: chain.from_iterable(map(crafted.of_variable, crafted.variables())),
    "nested": lambda _: crafted.nested(),
    "random": crafted.all_crafted,
    "mutated": _mutated,
    "clusters": lambda chance: mutation.of_clusters(chance, EVERY),
    "tables": tables.all_tables,
    "typed": typed.all_typed,
    "contexts": contexts.all_in_contexts,
    "parameters": parameters.all_with_parameters,
    "programs": programs.of_programs,
    "grammars": grammars.of_grammars,
    "nests": grammars.of_nests,
    "torn": torn.all_torn,
    "charsets": charsets.all_charsets,
}


def _timed(statements: Iterator[str], seconds: float) -> Iterator[str]:
    end = time.monotonic() + seconds
    for statement in statements:
        if time.monotonic() > end:
            print("(time is up)", file=sys.stderr)
            return
        yield statement


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=(*_KINDS, "themselves"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--server", action="append", default=[])
    parser.add_argument("--version", default="9.7")
    parser.add_argument("--served", action="store_true")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    end_tidily()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], Ended] = {}

    def report(ended: Ended) -> None:
        counts[ended.key] += 1
        if ended.key not in first:
            first[ended.key] = ended
            print(f"{ended.trace}\n    {ended.place}\n    {ended.statement[:300]!r}\n", flush=True)

    if arguments.kind == "themselves":
        count = 0
        for group in crafted.of_themselves():
            count += run_all(group, report, 10_000)
    else:
        part, parts = map(int, arguments.part.split("/"))
        statements = islice(_KINDS[arguments.kind](random.Random(arguments.seed)), part, None, parts)
        count = run_all(
            _timed(statements, arguments.seconds),
            report,
            kind=parameters.ParameterRoom
            if arguments.kind == "parameters"
            else ServedRoom
            if arguments.served
            else Room,
            options=arguments.server,
            profile=arguments.version,
            setup=values.SETUP + (typed.setup(arguments.version) if arguments.kind in _OF_EVERY_TYPE else ()),
        )
    print(f"{arguments.kind}: {count} statements, {sum(counts.values())} findings in {len(counts)} places")
    if arguments.json:
        found = [asdict(one) | {"count": counts[key]} for key, one in first.items()]
        Path(arguments.json).write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 1 if counts else 0


if __name__ == "__main__":
    raise SystemExit(main())
