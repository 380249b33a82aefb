"""What is said of rows behind ALTER TABLE, indexes and CREATE TABLE .. SELECT, as a 9.7.4 said it."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.binwriter.live.test_commands import connect
from tests.binwriter.server.execute.capture_said import FILE, said


def test_what_definitions_say(tmp_path: Path) -> None:
    with (
        Server(tmp_path / "log") as server,
        Serving(server, Settings(users={"root": "pw"})) as serving,
        connect(serving) as client,
    ):
        assert said(client) == json.loads(FILE.read_text("utf-8"))
