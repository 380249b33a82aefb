"""The pairs asked of a connection: the answer to each and the conditions beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType

from tests.golden.faults import altering, creating
from tests.golden.images.asking import Connection

SUBJECTS: dict[str, ModuleType] = {"creating": creating, "altering": altering}
DATABASE = "d"
_BEFORE = (
    "SET sql_log_bin = 0",
    f"DROP DATABASE IF EXISTS {DATABASE}",
    f"CREATE DATABASE {DATABASE}",
    f"USE {DATABASE}",
)


def named(subject: str) -> dict[str, str]:
    """The statement of each pair, by its name."""
    module = SUBJECTS[subject]
    return {module.names(*pair): module.statement(*pair) for pair in module.pairs()}


def ask(connection: Connection, subject: str, statements: Iterable[str]) -> Iterator[list[str]]:
    """What each is answered with: the error or what was affected, then the conditions but the error's own."""
    module = SUBJECTS[subject]
    for statement in (*_BEFORE, *module.SETUP):
        answer, _ = connection.run(statement)
        if not answer.startswith("affected"):
            raise ValueError(f"{statement}: {answer}")
    for statement in statements:
        answer, _ = connection.run(statement)
        _, shown = connection.run("SHOW WARNINGS")
        own = f"Error {answer.split()[0]} "
        told = (f"{level} {code} {text}" for level, code, text in shown)
        yield [answer, *(line for line in told if not line.startswith(own))]
        for restoring in module.after() if answer.startswith("affected") else ():
            connection.run(restoring)
