"""What the README shows is run: its Python blocks, and its console blocks with the output they show."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import PROJECT

README = (PROJECT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [code for name, code in BLOCK.findall(README) if name == language]


def commands() -> Iterator[tuple[str, str]]:
    """Each command of the console blocks with the output shown below it."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def environment() -> dict[str, str]:
    """That of a user who has activated the virtual environment."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("code", blocks("python"), ids=lambda code: code.splitlines()[-1].strip()[:40])
def test_python(code: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=tmp_path, check=True)


@pytest.mark.slow
def test_console(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(PROJECT / "examples")
    checker = doctest.OutputChecker()
    for command, expected in commands():
        found = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        # a line of three dots stands for any number of lines
        assert checker.check_output(expected, found.stdout, doctest.ELLIPSIS), f"$ {command}\n{found.stdout}"


def test_there_are_blocks_of_each_kind() -> None:
    assert len(blocks("python")) >= 3
    assert len(list(commands())) >= 4


@pytest.mark.parametrize("target", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_links_lead_somewhere(target: str) -> None:
    assert (PROJECT / target).exists()
