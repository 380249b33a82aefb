"""COM_STMT_EXECUTE is read as a 9.7.4 reads it, whatever of it is there."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.wire import changing_values, counts_behind_prepare
from tests.golden.wire.executions import ANSWERS, answers_of


def test_packets_of_executions_are_read_as_by_a_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server) as serving:
        ours = answers_of(serving.host, serving.port)
    theirs = json.loads(ANSWERS.read_text())
    assert {name: (ours.get(name), answer) for name, answer in theirs.items() if ours.get(name) != answer} == {}


def test_values_that_change_their_types_are_what_a_server_makes_of_them(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server) as serving:
        ours = changing_values.answers_of(serving.host, serving.port)
    assert ours == json.loads(changing_values.ANSWERS.read_text())


def test_what_is_counted_and_warned_of_behind_prepare_is_as_on_a_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server) as serving:
        ours = counts_behind_prepare.answers_of(serving.host, serving.port)
    theirs = json.loads(counts_behind_prepare.ANSWERS.read_text())
    assert {name: (ours.get(name), answer) for name, answer in theirs.items() if ours.get(name) != answer} == {}
