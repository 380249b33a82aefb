"""Damaged statements for `make differential MUTATE=SEED`."""

from __future__ import annotations

from binwriter.integration.corpus.mutated import Mutation
from binwriter.integration.corpus.reading import Sent

_STATEMENTS = [Sent("SELECT a, 'x y' FROM t WHERE b = 1", "default", 1), Sent("DELETE FROM t", "default", 2)] * 30


def _texts(seed: int) -> list[str]:
    mutation = Mutation(seed)
    return [text for sent in _STATEMENTS for text in mutation.before(sent)]


def test_a_seed_gives_the_same_statements_again() -> None:
    assert _texts(1) == _texts(1) != _texts(2)


def test_they_are_damaged_and_end_nothing_but_themselves() -> None:
    texts = _texts(3)
    assert len(set(texts)) > 20
    given = {sent.text for sent in _STATEMENTS}
    assert sum(text in given for text in texts) < len(texts) // 4
    assert not any("SHUTDOWN" in text or ";" in text for text in texts)
