"""Where an answer says that its statement was slow, it does so on a 9.7.4."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.slow_statements import KEPT, answers

_TRIES = 3  # on a busy machine a statement that is quick takes long once in a while


@pytest.mark.slow  # it waits
def test_slow_statements_are_told_behind_them(tmp_path: Path) -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        for _ in range(_TRIES):
            given = [[*one] for one in answers(serving.host, serving.port)]
            if given == kept:
                break
    assert given == kept
