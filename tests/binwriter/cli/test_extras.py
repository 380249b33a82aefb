"""What the command line says when a package of an extra is missing or cannot be used."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from binwriter.extras import EXTRA_OF, missing_package

_PYPROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"

# a Python in which these packages are not installed
_WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({packages!r}))
from binwriter.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run_without(packages: list[str], *arguments: object) -> subprocess.CompletedProcess[str]:
    """The command in a Python without these packages."""
    command = [sys.executable, "-c", _WITHOUT.format(packages=packages), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("package", EXTRA_OF)
def test_the_extra_named_brings_the_package(package: str) -> None:
    extras = tomllib.loads(_PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    names = {re.split(r"[<>=\[]", requirement)[0].lower() for requirement in extras[EXTRA_OF[package]]}
    assert package.replace("_", "-") in names


def test_other_errors_are_not_explained() -> None:
    assert missing_package(ModuleNotFoundError("No module named 'binwriter.nothing'", name="binwriter.nothing")) is None
    assert missing_package(ImportError("cannot import name 'x'")) is None


def test_a_package_that_cannot_be_used_is_named_with_the_reason() -> None:
    error = ImportError("its compiled build is too new", name="sqlglot")
    assert missing_package(error) == "sqlglot cannot be used: its compiled build is too new"


@pytest.mark.slow
def testrun_without_sqlglot_names_the_extra_and_begins_no_log(tmp_path: Path) -> None:
    scenario = tmp_path / "s.sql"
    scenario.write_text("CREATE TABLE t (a INT);", encoding="utf-8")
    done = run_without(["sqlglot"], "run", scenario, "--out", tmp_path / "out")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "binwriter run: sqlglot is missing: pip install 'binwriter[sql]'\n"
    assert not (tmp_path / "out").exists()
