"""`binwriter compile`: kernels in the cache folder, nothing on standard output, the extra named if it is missing."""

from __future__ import annotations

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


def test_compile_without_the_extra_names_it() -> None:
    done = run_without(["numba"], "compile")
    assert done.returncode == 1
    assert "binwriter[fast]" in done.stderr
