"""How geometries lie to each other, and what is told of one: answered as a 9.7.4 answers it (answers.json)."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.spatial import ours
from tests.golden.spatial.capture import ANSWERS, answers_of, asked_of
from tests.golden.spatial.crossing import PAIRED, SINGLE


@pytest.mark.slow
def test_spatial_functions_are_answered_as_by_a_server(tmp_path: Path) -> None:
    expected: dict[str, list[str]] = json.loads(ANSWERS.read_text())
    with Server(tmp_path / "log") as server, Serving(server) as serving:
        connection = pymysql.connect(
            host=serving.host, port=serving.port, user="root", password="", charset="utf8mb4", conv={}, autocommit=None
        )
        given = answers_of(asked_of(connection))
        connection.close()
    differing = {
        (name, place): (theirs, ours)
        for name, answers in expected.items()
        for place, (theirs, ours) in enumerate(zip(answers, given[name], strict=True))
        if theirs != ours
    }
    assert differing == {}


_PARTS = 20


@pytest.mark.sweep(every=20)
@pytest.mark.parametrize("part", range(_PARTS))
def test_spatial_functions_crossed_with_geometries_are_answered_as_by_a_server(part: int) -> None:
    calls = {*SINGLE[part::_PARTS], *PAIRED[part::_PARTS]}
    found = ours.differing(calls)
    listed = {cell for cell in ours.listed() if cell[0] in calls}
    assert {cell: answers for cell, answers in found.items() if cell not in listed} == {}
    assert listed - set(found) == set()
