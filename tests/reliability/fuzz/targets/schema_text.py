"""Schema files of workloads: tables, or a SpecError with place and line."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

from binwriter.errors import BinwriterError, SpecError
from binwriter.workload.presets import PRESETS, preset_document
from binwriter.workload.schema import read_schema
from tests.reliability.fuzz.target import PropertyError
from tests.reliability.hostile import crafted
from tests.reliability.hostile.mutation import golden_statements, mutated

_DDL = ("CREATE TABLE", "ALTER TABLE", "CREATE INDEX", "CREATE DATABASE", "USE", "RENAME TABLE", "DROP TABLE")


@cache
def _statements() -> tuple[str, ...]:
    return tuple(one for one in golden_statements() if one.upper().startswith(_DDL) and "SELECT" not in one.upper())


def seeds() -> Iterable[bytes]:
    """The presets' schemas, and definitions of the goldens."""
    for name in PRESETS:
        yield str(preset_document(name, None)["schema-sql"]).encode()
    for start in range(0, len(_statements()), 40):
        yield ";\n".join(_statements()[start : start + 3]).encode()


def mutate(data: bytes, seed: int) -> bytes:
    """A change by tokens, or one more definition."""
    chance = random.Random(seed)
    text = data.decode("utf-8", "replace")
    if chance.random() < 0.3:
        template = chance.choice([one for one in crafted.templates() if one.startswith(_DDL)])
        text += ";\n" + crafted.at_random(template, chance)
    else:
        text = mutated(text, _statements(), chance)
    return text.encode("utf-8", "replace")


def run(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return  # the file is refused before
    try:
        read_schema(text, "input.sql", database="d")
    except SpecError as error:
        cause = error.__cause__.__cause__ if error.__cause__ is not None else None
        if cause is not None and not isinstance(cause, BinwriterError):
            raise PropertyError(f"hidden {type(cause).__name__}", str(error)) from cause
