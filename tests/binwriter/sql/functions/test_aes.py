"""AES_ENCRYPT() and AES_DECRYPT() answer as a 9.7.4 did (`capture_aes`), and say what they lack."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from binwriter.errors import UnsupportedError
from binwriter.server.server import Server
from tests.binwriter.sql.functions.capture_aes import FILE, script
from tests.reliability.limits.answers import asked_of_binwriter


@pytest.mark.slow
def test_every_mode_answers_as_a_server_did(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    expected = json.loads(FILE.read_text("utf-8"))
    for here, there in zip(asked_of_binwriter(tmp_path / "log", list(script())), expected, strict=True):
        assert here == there


def test_without_the_package_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers", None)
    with Server(tmp_path / "log") as server, pytest.raises(UnsupportedError, match=r"pip install 'binwriter\[aes\]'"):
        server.connect().run("SELECT AES_ENCRYPT('text', 'key')")
