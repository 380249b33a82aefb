"""Moments, texts and numbers that are bound where a moment is asked for are what a 9.7.4 makes of them."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.wire.moments_bound import ANSWERS, answers_of

# warning 4095 of texts that are bound, which a server does not give; values that warnings name as they were sent
_WARNED_OTHERWISE = 42


@pytest.mark.slow
def test_moments_that_are_bound(tmp_path: Path) -> None:
    with (
        Server(tmp_path) as server,
        Serving(server) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = json.loads(json.dumps(answers_of(client)))
    real = json.loads(ANSWERS.read_text())
    assert ours.keys() == real.keys()
    answered = {name for name, (answer, _, *rows) in real.items() if [answer, rows] != [ours[name][0], ours[name][2:]]}
    assert answered == set()
    assert len([name for name in real if ours[name] != real[name]]) <= _WARNED_OTHERWISE
