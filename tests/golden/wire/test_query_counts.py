"""Queries of accounts that may ask for so many in an hour are counted as a 9.7.4 counts them."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.wire.query_counts import ANSWERS, answers_of


def test_queries_are_counted_as_by_a_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server) as serving:
        ours = answers_of(serving.host, serving.port)
    assert ours == json.loads(ANSWERS.read_text())
