"""Each script is answered over the wire as a 9.7.4 answered it: errors with their texts, rows, headings, counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.integration.corpus.sides import Side
from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.dialogues.capture import answers, dialogue, scripts, statements

_WAIT = 60


@pytest.mark.sweep(every=9)
@pytest.mark.parametrize("name", scripts())
def test_a_script_is_answered_as_by_a_server(name: str, tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        side = Side({"host": str(serving.host), "port": serving.port}, "", _WAIT)
        found = list(dialogue(name, side))
    differing = [
        f"{sent}\n  server: {theirs}\n  here:   {ours}"
        for sent, theirs, ours in zip(statements(name), answers(name), found, strict=True)
        if theirs != ours
    ]
    assert not differing, "\n".join(differing)
