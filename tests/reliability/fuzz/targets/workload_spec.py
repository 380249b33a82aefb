"""Specifications of workloads: planned and, where small, generated; or a SpecError with the key at fault."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from binwriter.errors import BinwriterError
from binwriter.inspection.verify import Severity, verify_files
from binwriter.workload.engines.engine import InProcess, run_job
from binwriter.workload.job import JobFolder, estimated_job
from binwriter.workload.specification.document import read_toml
from tests.reliability.fuzz.target import PropertyError
from tests.reliability.hostile.mutation import tokens_of

_PRESETS = Path(__file__).parents[4] / "binwriter" / "workload" / "presets"
_SMALL = b"""transactions = 5
seed = 1
initial-rows = 3
mix = { insert = 2, update = 1, delete = 1 }
schema-sql = "CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(10), c DECIMAL(6,2), d DATETIME(3), e JSON, f ENUM('x','y'))"

[tables.t]
update-columns = ["b"]
columns = { b = { pattern = "[a-f]{3}" }, c = { normal = { mean = 5, deviation = 1, min = 1 } } }
"""
_ODD = (
    *("0", "-1", "1e400", "nan", "inf", "99999999999999999999", "1.5", "true", '""', '"x"', "[]", "{}", "[1, 2]"),
    *('"\\u0000"', '"99GB"', '"-5MB"', '"1 century"', "2024-01-31", "10:00:00", "2024-01-31T10:00:00Z", "9" * 400),
    *('"[a-"', '"(a{1000}){1000}"', '"\U0001f600"', '"../../x"', "0x7fffffffffffffff", "9223372036854775807"),
)
_KEYS = (
    *("transactions", "size", "seed", "workers", "files", "initial-rows", "rows-per-transaction", "rows-per-statement"),
    *("statements-per-transaction", "mix", "database", "server", "arrival", "tables", "picking", "engine", "checksum"),
    *("file-size", "schema", "schema-sql", "compression", "gtid-mode", "dependencies", "columns", "update-columns"),
)
_LARGEST_JOB = 4 << 20  # bytes of a log that is made
SHARE = 0.5
MOST_SEEDS = 5  # each is a job


def seeds() -> Iterable[bytes]:
    """A small one, and the presets' own, made small."""
    yield _SMALL
    for path in sorted(_PRESETS.glob("*.toml")):
        yield path.read_bytes().replace(b"00_000", b"0").replace(b"0_000", b"")


def mutate(data: bytes, seed: int) -> bytes:
    """Values and keys replaced, lines doubled, swapped and taken out."""
    chance = random.Random(seed)
    lines = data.decode("utf-8", "replace").split("\n")
    place = chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, f"{chance.choice(_KEYS)} = {chance.choice(_ODD)}")
        case 2:
            key, equals, _ = lines[place].partition("=")
            lines[place] = f"{key}{equals} {chance.choice(_ODD)}"
        case 3:
            tokens = tokens_of(lines[place])
            if tokens:
                tokens[chance.randrange(len(tokens))] = chance.choice((*_ODD, *_KEYS))
            lines[place] = "".join(tokens)
        case _:
            lines.insert(chance.randrange(len(lines)), lines[place])
    return "\n".join(lines).encode("utf-8", "replace")


def run(data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="binwriter-fuzz-") as folder:
        path, out = Path(folder) / "input.toml", Path(folder) / "out"
        path.write_bytes(data)
        try:
            job, _ = estimated_job(read_toml(path))
            if job.plan.size > _LARGEST_JOB:
                return
            out.mkdir()
            JobFolder(out).create(job)
            files = run_job(job, out, InProcess(), _nothing)
        except BinwriterError as error:
            cause = error.__cause__
            if cause is not None and not isinstance(cause, (BinwriterError, OSError, ValueError)):
                raise PropertyError(f"hidden {type(cause).__name__}", str(error)) from cause
            return
        for finding in verify_files(files):
            if finding.severity is Severity.ERROR:
                raise PropertyError(f"log {finding.check}", str(finding))


def _nothing(*_: Any) -> None:
    """Nobody is told of progress."""
