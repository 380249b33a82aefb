"""Runs one target for so many seconds: `python -m tests.reliability.fuzz.runner event_body --seconds 60`.

Coverage leads if atheris is installed, else chance alone. Inputs that find something are kept in build/fuzz/found/ (the
smallest of each kind), what widened the coverage in build/fuzz/, both for the next run. Prints one JSON object: target,
engine, seconds, inputs tried, findings. The status is 1 if something was found.

The seconds are processor time from when the seeds are through, so that a busy machine makes inputs, too; by the clock
they may take six times as long.

Nothing is written where tests are collected: they may run beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import mmap
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tests.reliability.fuzz.guard import Finding, attempt
from tests.reliability.fuzz.mutation import mutated
from tests.reliability.fuzz.target import Target, crashers, target

PROJECT = Path(__file__).resolve().parents[3]
WORK = PROJECT / "build" / "fuzz"
FOUND = WORK / "found"
T = TypeVar("T")
MAX_LENGTH = 1 << 16
_LENGTH_BYTES = 8
_PATIENCE = 6  # times the seconds that a run may take by the clock, and as much again for its seeds


class LastInput:
    """The input that is being tried, in a file: who comes after a crash of the whole process finds it there."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(_LENGTH_BYTES + MAX_LENGTH))
        with path.open("rb+") as file:
            self._map = mmap.mmap(file.fileno(), 0)

    def note(self, data: bytes) -> None:
        kept = data[:MAX_LENGTH]
        self._map[: _LENGTH_BYTES + len(kept)] = len(kept).to_bytes(_LENGTH_BYTES, "little") + kept

    @staticmethod
    def read(path: Path) -> bytes:
        data = path.read_bytes()
        return data[_LENGTH_BYTES : _LENGTH_BYTES + int.from_bytes(data[:_LENGTH_BYTES], "little")]


@dataclass
class Run:
    """A run under way: what was tried and found so far. seeds: how many inputs come before its time begins."""

    target: Target
    engine: str
    seconds: float
    seeds: int = 0
    begun: float = field(default_factory=time.monotonic)
    used: float = field(default_factory=time.process_time)
    inputs: int = 0
    findings: dict[str, Finding] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._last = LastInput(last_input(self.target.name))

    @property
    def is_over(self) -> bool:
        if time.monotonic() - self.begun >= _PATIENCE * self.seconds:
            return self.inputs > self.seeds
        return self.inputs > self.seeds and time.process_time() - self.used >= self.seconds

    def attempt(self, data: bytes) -> None:
        if self.inputs == self.seeds:
            self.begun, self.used = time.monotonic(), time.process_time()
        self.inputs += 1
        self._last.note(data)
        found = attempt(self.target, data)
        if found is None:
            return
        known = self.findings.get(found.key)
        if known is None or len(found.data) < len(known.data):
            self.findings[found.key] = found

    def report(self) -> dict[str, Any]:
        return {
            "target": self.target.name,
            "engine": self.engine,
            "seconds": round(time.process_time() - self.used, 1),
            "seeds": min(self.seeds, self.inputs),
            "inputs": max(0, self.inputs - self.seeds),
            "findings": [
                {"kind": found.key, "input": str(keep(self.target.name, found.data).relative_to(PROJECT))}
                | {"text": found.text}
                for found in self.findings.values()
            ],
        }


def last_input(name: str) -> Path:
    return WORK / f"{name}.last"


def keep(name: str, data: bytes) -> Path:
    """Saves an input that found something. It is a test as soon as somebody moves it to crashers/."""
    path = FOUND / name / hashlib.sha256(data).hexdigest()[:16]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def by_chance(run: Run, seed: int) -> None:
    """Changes seeds blindly until the time is over."""
    random = Random(seed)
    pool = _beginnings(run.target, random)
    run.seeds = len(pool)
    for data in pool:
        run.attempt(data)
    mutate = run.target.mutate
    while not run.is_over:
        data = random.choice(pool)
        if mutate is not None and random.random() < 0.7:
            run.attempt(mutate(data, random.getrandbits(32)))
        else:
            run.attempt(mutated(data, pool, random))


def by_coverage(run: Run, seed: int, answer: Path | None) -> None:
    """Lets atheris lead. It never returns: the report is printed from within, and the process ends."""
    import atheris

    kept = WORK / run.target.name
    kept.mkdir(parents=True, exist_ok=True)
    corpus = Path(tempfile.mkdtemp(prefix="corpus-"))
    for data in _beginnings(run.target, Random(seed), kept):
        (corpus / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    run.seeds = 1 + len(list(corpus.iterdir()))  # libFuzzer begins with nothing

    def one(data: bytes) -> None:
        run.attempt(data)
        if run.is_over:
            for path in corpus.iterdir():
                if not (kept / path.name).exists():
                    shutil.copyfile(path, kept / path.name)
            shutil.rmtree(corpus, ignore_errors=True)
            _end(run, answer)

    def change(data: bytes, max_size: int, number: int) -> bytes:
        assert run.target.mutate is not None
        if number % 10 < 7:
            return run.target.mutate(data, number)[:max_size]
        return bytes(atheris.Mutate(data, max_size))

    # the guard stops what takes too long; libFuzzer's own limits are for what never comes back to Python: seconds of
    # the clock, of which a busy machine may take a hundred for one of the processor (`watch` counts those)
    options = [f"-max_len={MAX_LENGTH}", "-timeout=3600", "-rss_limit_mb=4096", "-verbosity=0", "-print_final_stats=0"]
    arguments = [sys.argv[0], str(corpus), *options, f"-artifact_prefix={WORK}/", f"-seed={seed % (1 << 31) or 1}"]
    atheris.Setup(arguments, one, **({"custom_mutator": change} if run.target.mutate else {}))
    atheris.Fuzz()


def _beginnings(target: Target, random: Random, kept: Path | None = None) -> list[bytes]:
    """Seeds, what was found before, and what widened the coverage in earlier runs: of each so many, drawn anew."""
    found = [*crashers(target.name), *sorted((FOUND / target.name).glob("*"))]
    widened = [path for path in kept.iterdir() if path.is_file()] if kept is not None else []
    drawn = [path.read_bytes() for paths in (found, widened) for path in _drawn(paths, target.most_seeds, random)]
    return [data[:MAX_LENGTH] for data in [*_drawn(list(target.seeds()), target.most_seeds, random), *drawn]] or [b""]


def _drawn(choices: list[T], most: int, random: Random) -> list[T]:
    return choices if len(choices) <= most else random.sample(choices, most)


def _end(run: Run, answer: Path | None) -> None:
    _print(run.report(), answer)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1 if run.findings else 0)


def _print(report: dict[str, Any], answer: Path | None) -> None:
    text = json.dumps(report, indent=1)
    if answer is None:
        print(text)
    else:
        answer.write_text(text + "\n")


@contextlib.contextmanager
def _instrumented() -> Iterator[str]:
    """Imports inside are instrumented, if atheris is there; compiled loops cannot be."""
    try:
        import atheris
    except ImportError:
        yield "chance"
        return
    compiled = [
        ".".join(path.relative_to(PROJECT).with_suffix("").parts)
        for path in (PROJECT / "binwriter").rglob("*.py")
        if "kernel" in str(path.relative_to(PROJECT)) or "numba" in path.read_text()
    ]
    with (
        contextlib.redirect_stderr(io.StringIO()),
        atheris.instrument_imports(include=["binwriter"], exclude=compiled),
    ):
        yield "atheris"


def load(name: str, engine: str) -> tuple[Target, str]:
    """The target, its modules instrumented if coverage is to lead, and the engine that will be used."""
    if engine == "chance":
        return target(name), engine
    with _instrumented() as found:
        if engine == "atheris" and found != engine:
            sys.exit("atheris is not installed: pip install 'binwriter[fuzz]'")
        return target(name), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long; a target's share is taken of it")
    parser.add_argument("--engine", choices=["atheris", "chance"], help="default: atheris if it is installed")
    parser.add_argument("--seed", type=int, default=time.time_ns() % (1 << 31))
    parser.add_argument("--answer", type=Path, help="where the JSON goes instead of standard output")
    given = parser.parse_args()
    try:
        chosen, engine = load(given.target, given.engine or "")
    except KeyError as error:
        parser.error(error.args[0])
    run = Run(chosen, engine, given.seconds * chosen.share)
    if engine == "atheris":
        by_coverage(run, given.seed, given.answer)
    else:
        by_chance(run, given.seed)
    _print(run.report(), given.answer)
    return 1 if run.findings else 0


if __name__ == "__main__":
    sys.exit(main())
