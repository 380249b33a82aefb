"""Texts are sent in the bytes of their own character sets to whom a 9.7.4 sends them so."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.own_charsets import CASES, KEPT, answers


def test_bytes_of_texts(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        given = answers(serving.host, serving.port)
    assert [*zip(CASES, given, strict=True)] == [
        (case, rows) for case, rows in zip(CASES, json.loads(KEPT.read_text("utf-8")), strict=True)
    ]
