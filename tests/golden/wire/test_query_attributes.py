"""What a client sends beside a statement is seen as a 9.7.4 sees it."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.query_attributes import CASES, KEPT, answers, connected


def test_attributes_are_seen_by_their_names(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        given = answers(lambda: connected(serving.host, serving.port))
    assert [*zip(CASES, given, strict=True)] == [*zip(CASES, json.loads(KEPT.read_text("utf-8")), strict=True)]
