"""What a served Server says of sessions in its OK packets is what a 9.7.4 says, but for what is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.wire.session_tracking import ANSWERS, answers_of

DIFFERING = Path(__file__).with_name("session_tracking_differing.txt")


@pytest.mark.slow
def test_clients_are_told_of_their_session_as_by_a_real_server(tmp_path: Path) -> None:
    """session_tracking_differing.txt: `part: statement: what a 9.7.4 says`, those that differ; one that does no more is
    to go."""
    options = {"gtid_mode": "ON", "enforce_gtid_consistency": "ON"}
    with Server(tmp_path / "log", options) as server, Serving(server) as serving:
        ours = answers_of({"host": serving.host, "port": serving.port})
    real = json.loads(ANSWERS.read_text())
    differ = {
        f"{part}: {answer}"
        for part, answers in real.items()
        for answer, here in zip(answers, ours[part], strict=True)
        if answer != here
    }
    expected = set(lines(DIFFERING))
    assert sorted(differ - expected) == []
    assert sorted(expected - differ) == []
