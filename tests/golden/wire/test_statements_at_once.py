"""Texts of several statements, of none, and of nothing but comments are answered as by a 9.7.4."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.wire.statements_at_once import KEPT, TEXTS, answers


def test_statements_at_once_are_answered_as_by_a_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server) as serving:
        ours = answers(serving.host, serving.port)
    kept = json.loads(KEPT.read_text())
    differing = [
        (text, one, other) for text, one, other in zip((*TEXTS, *TEXTS), ours, kept, strict=True) if one != other
    ]
    assert differing == []
