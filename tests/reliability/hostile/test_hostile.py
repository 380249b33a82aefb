"""A few of everything that the hunts try at length (docs/reliability/hostile-sql.md), of a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.reliability.hostile import contexts, crafted, grammars, parameters, programs, tables, torn, typed
from tests.reliability.hostile.command_lines import is_finding, prepare, some, status_of
from tests.reliability.hostile.guard import NEWEST, Ended, run_all
from tests.reliability.hostile.mutation import golden_statements, mutated
from tests.reliability.hostile.served import ServedRoom
from tests.reliability.hostile.values import SETUP


@pytest.mark.slow
def test_crafted_statements() -> None:
    chance = random.Random(13)
    found: list[Ended] = []
    first = [next(crafted.of_template(template)) for template in crafted.templates()]
    run_all([*first, *islice(crafted.all_crafted(chance), 400)], found.append)
    assert found == []


@pytest.mark.slow
def test_mutated_statements() -> None:
    chance = random.Random(14)
    pool = golden_statements()
    found: list[Ended] = []
    run_all([mutated(chance.choice(pool), pool, chance) for _ in range(500)], found.append)
    assert found == []


@pytest.mark.slow
def test_mutated_statements_over_the_wire() -> None:
    chance = random.Random(17)
    pool = golden_statements()
    found: list[Ended] = []
    run_all([mutated(chance.choice(pool), pool, chance) for _ in range(200)], found.append, kind=ServedRoom)
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        *(typed.all_typed, tables.all_tables, contexts.all_in_contexts, programs.of_programs),
        *(grammars.of_grammars, grammars.of_nests, torn.all_torn),
    ],
)
def test_statements_of_chance(kind: Callable[[random.Random], Iterator[str]]) -> None:
    found: list[Ended] = []
    run_all(islice(kind(random.Random(18)), 120), found.append, setup=(*SETUP, *typed.setup(NEWEST)))
    assert found == []


@pytest.mark.slow
def test_parameters_of_every_type() -> None:
    found: list[Ended] = []
    setup = (*SETUP, *typed.setup(NEWEST))
    statements = islice(parameters.all_with_parameters(random.Random(19)), 120)
    run_all(statements, found.append, kind=parameters.ParameterRoom, setup=setup)
    assert found == []


@pytest.mark.slow
def test_nested_statements() -> None:
    found: list[Ended] = []
    run_all(islice(crafted.nested(), 0, 500, 7), found.append)
    assert found == []


@pytest.mark.slow
def test_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    chance = random.Random(15)
    for number in range(30):
        line = some(chance, number)
        status, said = status_of(line)
        assert not is_finding(status, said), (line, said)


def test_a_name_with_a_nul_is_refused() -> None:
    status, said = status_of(["run", "\0", "--out", "o"])
    assert status == 2
    assert "cannot be read" in said
