"""examples/cdc does what docs/testing-consumers.md says; tests/test_docs.py runs that page."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import PROJECT

PLUGIN = "binwriter.integration.pytest_plugin"


@pytest.mark.slow
@pytest.mark.parametrize("choice", ["not container", pytest.param("container", marks=pytest.mark.mysql)])
def test_the_example_of_a_consumer(choice: str) -> None:
    example = PROJECT / "examples" / "cdc"
    command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-c", str(example / "pytest.ini"), "-m", choice]
    done = subprocess.run([*command, str(example)], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout
