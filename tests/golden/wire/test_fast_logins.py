"""An account gives its password whole when a 9.7.4 has none of it, or no more."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.fast_logins import ACTIONS, KEPT, answers


def test_passwords_are_known_as_long(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        given = answers(serving.host, serving.port)
    assert [*zip(ACTIONS, given, strict=True)] == [*zip(ACTIONS, json.loads(KEPT.read_text("utf-8")), strict=True)]
