"""The pages for newcomers are followed to the letter: an empty folder, a new virtual environment, nothing else.

pip gets binwriter from a folder with its wheel, and what it needs from where it gets packages otherwise. The pages that
need hundreds of megabytes of packages are followed so in the sweep; CI follows them in the environment that it has.
Each page has a Python of another version there, as far as this machine has them; the sweep has all of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import PROJECT
from .pages import Reader, blocks_of
from .pythons import OWN, VERSIONS, python_of

START = PROJECT / "docs" / "start"
# the version of Python with which CI follows a page
_LIGHT = {"consumer": "3.12", "teach": "3.13", "library": "3.11"}
_IN_SWEEP = {"large-log": (), "spark": (pytest.mark.spark,)}
_HEAVY = ("large-log", pytest.param("spark", marks=pytest.mark.spark))


def _cases() -> Iterator[Any]:
    for version in VERSIONS:
        for name, own in _LIGHT.items():
            yield pytest.param(name, version, marks=[pytest.mark.left_to_sweep] * (version != own))
        for name, marks in _IN_SWEEP.items():
            yield pytest.param(name, version, marks=[*marks, pytest.mark.left_to_sweep])


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of the checkout."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheels")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("binwriter", "formats", "integration"):
        shutil.copytree(PROJECT / name, source / name, symlinks=True, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, source / name)
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    subprocess.run([*pip, "--wheel-dir", str(out), str(source)], check=True, capture_output=True)
    return out


@pytest.fixture
def newcomer(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """An empty folder, and an environment that knows nothing of this one but how to reach the world."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "JAVA_HOME", "NUMBA_CACHE_DIR")
    environment = {key: os.environ[key] for key in kept if key in os.environ}
    names, folder = tmp_path / "programs", tmp_path / "empty"
    names.mkdir()
    folder.mkdir()
    environment["PATH"] = f"{names}{os.pathsep}{environment['PATH']}"
    return folder, environment


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "version"), list(_cases()))
def test_the_page_is_true(name: str, version: str, wheels: Path, newcomer: tuple[Path, dict[str, str]]) -> None:
    folder, environment = newcomer
    python = python_of(version) or (python_of(OWN) if version == _LIGHT.get(name) else None)
    if python is None:
        pytest.skip(f"no Python {version} on this machine")
    (folder.parent / "programs" / "python3").symlink_to(python)
    _follow(name, folder, environment | {"PIP_FIND_LINKS": str(wheels), "PIP_DISABLE_PIP_VERSION_CHECK": "1"})


@pytest.mark.slow
@pytest.mark.parametrize("name", _HEAVY)
def test_the_page_is_true_where_all_is_installed(name: str, newcomer: tuple[Path, dict[str, str]]) -> None:
    folder, environment = newcomer
    (folder / "venv").symlink_to(sys.prefix)
    _follow(name, folder, environment | {"PYTHONPATH": str(PROJECT)}, first=". venv/bin/activate")


def _follow(name: str, folder: Path, environment: dict[str, str], first: str = "") -> None:
    """first: what is done in place of the page's first block, which makes the environment."""
    if name == "spark" and shutil.which("java") is None:
        pytest.skip("there is no Java")
    blocks = [block for block in blocks_of(START / f"{name}.md") if block.runs]
    assert "python3 -m venv" in blocks[0].code
    with Reader(folder, environment) as reader:
        if first:
            assert name == "spark" or reader.run(first)[0] == 0
            blocks = blocks[1:]
        for block in blocks:
            reader.follow(block)


def test_each_persona_has_a_test() -> None:
    assert _LIGHT.keys() | _IN_SWEEP.keys() == {page.stem for page in START.glob("*.md")}
