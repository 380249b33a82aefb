"""`binwriter compile`: kernels in the cache folder, nothing on standard output, the extra named if it is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from binwriter.cli import main
from tests.binwriter.cli.test_extras import run_without


@pytest.mark.slow
def test_compile_says_where_the_kernels_are(capsys: pytest.CaptureFixture[str]) -> None:
    """In the cache that the other tests use: from nothing it takes half a minute."""
    assert main(["compile"]) == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("binwriter compile: kernels are in ")


@pytest.mark.slow
def test_after_it_nothing_is_compiled(tmp_path: Path) -> None:
    """By commands that use kernels: the announcement is made of the first one that no cache has."""
    assert main(["compile", "--quiet"]) == 0
    made = str(tmp_path / "made")
    for words in (
        ["generate", "--preset", "sysbench-oltp", "--transactions", "500", "--out", made],
        ["verify", made],
        ["report", made],
        ["inspect", made, "--json"],
    ):
        done = subprocess.run([sys.executable, "-m", "binwriter", *words], capture_output=True, text=True, check=True)
        assert "compiled" not in done.stderr


def test_compile_without_the_extra_names_it() -> None:
    done = run_without(["numba"], "compile")
    assert done.returncode == 1
    assert "binwriter[fast]" in done.stderr
