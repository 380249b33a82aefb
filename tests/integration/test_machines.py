"""What commands in a container say comes whole, whatever Docker's client makes of it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from binwriter.integration.machines import CommandResult, Container, _tar


class _Docker:
    """A container that is a folder, and a client that loses all that commands say, as Docker's does now and then."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def get_wrapped_container(self) -> _Docker:
        return self

    def _inside(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def exec_run(self, command: list[str], workdir: str = "/") -> tuple[int, None]:
        given = [str(self._inside(part)) if part.startswith("/tmp/") else part for part in command]
        return subprocess.run(given, cwd=self._inside(workdir), check=False).returncode, None

    def put_archive(self, folder: str, data: bytes) -> None:
        subprocess.run(["tar", "x", "-C", str(self._inside(folder))], input=data, check=True)

    def get_archive(self, path: str) -> tuple[list[bytes], dict[str, Any]]:
        return [_tar({Path(path).name: self._inside(path).read_bytes()})], {}


def test_what_a_command_says_is_not_taken_from_the_client(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    container = Container(_Docker(tmp_path))
    said = container.run(["sh", "-c", "cat log; echo wrong >&2; exit 3"], {"log": b"bytes\0\xff"})
    assert said == CommandResult(3, b"bytes\0\xff", b"wrong\n")
    assert container.run(["true"], {}) == CommandResult(0, b"", b"")
    assert list((tmp_path / "tmp").iterdir()) == []
