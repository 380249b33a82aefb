"""docs/testing-consumers.md and examples/cdc do what they say."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.conftest import PROJECT

pytest_plugins = ["pytester"]

PLUGIN = "binwriter.integration.pytest_plugin"
PAGE = (PROJECT / "docs" / "testing-consumers.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TESTS = [block for block in BLOCKS if block.startswith("# test_")]


def test_blocks_that_are_test_files_pass(pytester: pytest.Pytester) -> None:
    assert len(TESTS) >= 3
    for block in TESTS:
        pytester.makepyfile(**{block.split()[1].removesuffix(".py"): block})
    assert pytester.runpytest_inprocess("-p", PLUGIN, "-p", "no:cacheprovider").ret == 0


@pytest.mark.parametrize("code", [block for block in BLOCKS if block not in TESTS])
def test_other_blocks_run(code: str) -> None:
    exec(compile(code, "docs/testing-consumers.md", "exec"), {})


@pytest.mark.slow
@pytest.mark.parametrize("choice", ["not container", pytest.param("container", marks=pytest.mark.mysql)])
def test_the_example_of_a_consumer(choice: str) -> None:
    example = PROJECT / "examples" / "cdc"
    command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-c", str(example / "pytest.ini"), "-m", choice]
    done = subprocess.run([*command, str(example)], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout
