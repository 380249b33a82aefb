"""Runs scripts on a real server and on binwriter, and says where they first differ.

    python -m tests.mixing.compare KIND... [--seeds 0 3] [--settings statement_off ...] [--keep DIR]

KIND: singles, pairs, savepoints, creating, random, temporary, committing, other, wide, many, pairings, sessions.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from binwriter.integration.capture import CaptureResult, capture
from binwriter.integration.differential import Mask, compare_logs, compare_sidecars, fixed_timestamps
from binwriter.integration.mysql import running_server
from binwriter.scenario.notation import parse_scenario
from binwriter.scenario.run import run_scenario
from binwriter.scenario.sidecar import write_sidecar
from tests.mixing import committing, engines, keys, many, other, pairings, temporary, wide
from tests.mixing import sequences as seq
from tests.mixing.sequences import SETTINGS, Setting, scenario

Setup = Callable[[], list[str]]


def _part(items: Iterable[list[str]], seed: int, size: int) -> list[list[str]]:
    """A shuffled part of a long list: every seed another one, until the list is through."""
    found = list(items)
    random.Random(1).shuffle(found)
    parts = max(1, -(-len(found) // size))
    return found[seed % parts :: parts]


def _engine(make: Callable[[random.Random, int], Iterable[list[str]]], count: int) -> Callable[[int], Iterator[str]]:
    def run(seed: int) -> Iterator[str]:
        source = random.Random(seed)
        return seq.engine_statements(source, make(source, count))

    return run


KINDS: dict[str, tuple[Setup, Callable[[int], Iterator[str]], dict[str, str]]] = {
    "singles": (engines.configure, lambda seed: seq.engine_statements(random.Random(seed), seq.singles()), {}),
    "pairs": (
        engines.configure,
        lambda seed: seq.engine_statements(random.Random(seed), _part(seq.pairs(), seed, 350)),
        {},
    ),
    "savepoints": (engines.configure, _engine(seq.savepoint_sequences, 180), {}),
    "creating": (engines.configure, _engine(seq.creating_sequences, 200), {}),
    "random": (engines.configure, _engine(seq.random_sequences, 230), {}),
    "temporary": (
        temporary.configure,
        lambda seed: seq.temporary_statements(
            random.Random(seed), seq.temporary_sequences(random.Random(seed + 1000), 150)
        ),
        {},
    ),
    "committing": (
        committing.configure,
        lambda seed: seq.committing_statements(random.Random(seed), 3),
        committing.FILES,
    ),
    "other": (other.configure, lambda seed: seq.other_statements(random.Random(seed), 250), other.FILES),
    "many": (many.configure, lambda seed: many.statements(random.Random(seed), 200), many.FILES),
    "pairings": (pairings.configure, lambda seed: pairings.statements(random.Random(seed), 500), pairings.FILES),
    "sessions": (pairings.configure, lambda seed: pairings.lines(random.Random(seed), 400), pairings.FILES),
    "keys": (keys.configure, lambda seed: keys.statements(random.Random(seed), 12), {}),
    "wide": (wide.configure, lambda seed: wide.statements(random.Random(seed), 800), wide.FILES),
}


def script(kind: str, seed: int, setting: Setting) -> str:
    """The scenario of a kind, a seed and a setting."""
    configure, run, files = KINDS[kind]
    return scenario(f"{kind} {seed}, {setting.name}", configure(), setting, run(seed), files)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="+", choices=KINDS)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 1))
    parser.add_argument("--settings", nargs="+", default=[one.name for one in SETTINGS])
    parser.add_argument("--lines", type=int, default=12)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--skip", default="(?!)", help="leaves out lines in which this regular expression is found")
    given = parser.parse_args(arguments)
    bad = 0
    with running_server() as server:
        for kind in given.kinds:
            for seed in range(*given.seeds):
                for setting in SETTINGS:
                    if setting.name in given.settings:
                        bad += not _compare(kind, seed, setting, partial(capture, server=server), given)
    return bool(bad)


def _grown(theirs: dict[str, Any], ours: dict[str, Any], answers: list[str]) -> list[str]:
    """The answers that differ, with those statements after which the log has grown by another length."""
    found = [line for line in answers if ": binlog_end: " not in line]
    positions = [[one["binlog_end"]["pos"] for one in side["statements"]] for side in (theirs, ours)]
    for number, (left, right) in enumerate(zip(*positions, strict=True)):
        before = [side[number - 1] if number else 0 for side in positions]
        if left - before[0] != right - before[1]:
            statement = theirs["statements"][number]
            found.append(f"statement {statement['n']} {statement['sql']!r}: {left - before[0]} | {right - before[1]}")
    return sorted(found, key=lambda line: int(line.split()[1]))


def _without(text: str, pattern: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not re.search(pattern, line))


def _compare(
    kind: str, seed: int, setting: Setting, run: Callable[..., CaptureResult], given: argparse.Namespace
) -> bool:
    name = f"{kind}-{seed}-{setting.name}"
    text = _without(script(kind, seed, setting), given.skip)
    parsed = parse_scenario(text, f"{name}.scn")
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        if given.keep:
            directory = given.keep / name
            shutil.rmtree(directory, ignore_errors=True)
            directory.mkdir(parents=True, exist_ok=True)
            (directory / f"{name}.scn").write_text(text)
        start = time.perf_counter()
        captured = run(parsed, directory / "server")
        middle = time.perf_counter()
        if given.keep:
            write_sidecar(captured.sidecar, directory / "server" / "sidecar.json")
        try:
            result = run_scenario(parsed, directory / "binwriter")
            mask = Mask(fixed_timestamps=fixed_timestamps(parsed))
            folder_of_server = captured.files[0].parent
            names = [path.name for path in captured.files]
            difference = compare_logs(folder_of_server, directory / "binwriter", mask, files=names)
            answers = compare_sidecars(captured.sidecar, result.sidecar)
            equal = difference is None and not answers
            answer = "\n".join([str(difference), *_grown(captured.sidecar, result.sidecar, answers)])
        except Exception as error:
            answer, equal = f"{type(error).__name__}: {error}", False
        seconds = f"{middle - start:.1f} + {time.perf_counter() - middle:.1f} s"
    print(f"=== {name}: {len(parsed.steps)} statements, {seconds}: {'equal' if equal else 'DIFFERENT'}", flush=True)
    if not equal:
        lines = answer.splitlines()
        print("\n".join(line[:1500] for line in lines[: given.lines]), f"\n({len(lines)} lines)", flush=True)
    return equal


if __name__ == "__main__":
    sys.exit(main())
