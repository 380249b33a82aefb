"""Status flags of a served Server's OK and EOF packets are those of a 9.7.4, but for what is known."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.wire.status_flags import ANSWERS, answers_of

DIFFERING = Path(__file__).with_name("status_flags_differing.txt")


@pytest.mark.slow
def test_flags_are_those_of_a_real_server(tmp_path: Path) -> None:
    """status_flags_differing.txt: `part: statement: its flags`, those that differ; one that does no more is to go."""
    with (
        Server(tmp_path / "log") as server,
        Serving(server) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = answers_of(client)
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
