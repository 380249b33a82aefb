"""A client that can read one result of a statement is answered as by a 9.7.4."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.one_result import CASES, KEPT, answers


def test_procedures_with_results_are_refused(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        given = answers(serving.host, serving.port)
    assert [*zip(CASES, given, strict=True)] == [*zip(CASES, json.loads(KEPT.read_text("utf-8")), strict=True)]
