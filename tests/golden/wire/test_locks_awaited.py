"""Row locks are shown while somebody waits for them, and behind the wait, as a 9.7.4 shows them."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.locks_awaited import KEPT, PAIRS, answers


def test_locks_that_are_awaited(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        given = answers(serving.host, serving.port)
    assert [*zip(PAIRS, given, strict=True)] == [*zip(PAIRS, json.loads(KEPT.read_text("utf-8")), strict=True)]
