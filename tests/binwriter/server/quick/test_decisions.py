"""How a statement is logged is decided once for each state of its transaction: what is kept is what would be decided
again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from binwriter.binlog.rules.logging_format import decide_logging_format
from binwriter.scenario.notation import StepKind, parse_scenario
from binwriter.server.server import Server
from binwriter.server.statement_session import StatementSession
from tests.binwriter.server.quick.test_known_changes import OPTIONS, _sequence
from tests.mixing.compare import script
from tests.mixing.sequences import SETTINGS

_BETWEEN = (
    "SET binlog_direct_non_transactional_updates = ON",
    "SET binlog_direct_non_transactional_updates = OFF",
    "SET binlog_format = MIXED",
    "SET binlog_format = STATEMENT",
    "SET binlog_format = ROW",
    "CREATE TEMPORARY TABLE passing (k INT)",
    "DROP TEMPORARY TABLE IF EXISTS passing",
    "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
)


def _run(folder: Path, texts: list[str], options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> int:
    """How often something that was kept was used."""
    kept, decide = [0], StatementSession.decide

    def checked(session: Any, profile: Any, state: Any = None) -> Any:
        key = session.format_of(profile), state or session.transaction_state()
        was_kept = key in profile.decisions
        decision = decide(session, profile, state)
        if was_kept:
            kept[0] += 1
            assert decision == decide_logging_format(profile, *key, session.server.policy.unsafe), profile
        return decision

    monkeypatch.setattr(StatementSession, "decide", checked)
    with Server(folder, options) as server:
        session = server.connect()
        for text in texts:
            session.run(text)
    return kept[0]


@pytest.mark.sweep(every=2)
@pytest.mark.parametrize("seed", range(4))
def test_decisions_that_are_kept(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, texts = random.Random(seed), list[str]()
    for text in _sequence(random.Random(seed), 8):
        texts += [chance.choice(_BETWEEN), text] if chance.random() < 0.05 else [text]
    assert _run(tmp_path, texts, OPTIONS[seed % len(OPTIONS)], monkeypatch) > 20


@pytest.mark.slow
@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
@pytest.mark.parametrize("kind", ["pairs", "savepoints", "temporary"])
def test_decisions_in_scripts_of_mixed_engines(
    tmp_path: Path, kind: str, setting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = parse_scenario(script(kind, 0, setting)).steps
    texts = ["CREATE DATABASE d", "USE d", *(step.text for step in steps if step.kind is StepKind.STATEMENT)]
    _run(tmp_path, texts, ("server-id=1", "gtid-mode=OFF", "enforce-gtid-consistency=OFF"), monkeypatch)
