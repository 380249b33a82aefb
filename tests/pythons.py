"""The Pythons that the package is for, as far as this machine has them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13")
OWN = "{}.{}".format(*sys.version_info)


@cache
def python_of(version: str) -> Path | None:
    """An interpreter of that minor version that starts, and is no virtual environment's; None if there is none."""
    return next((path for path in _candidates(version) if _starts(path, version)), None)


def _candidates(version: str) -> Iterator[Path]:
    name = f"python{version}"
    if version == OWN:
        yield Path(sys.base_prefix) / "bin" / name
    # what version managers have installed; their names on the path start the version that they have chosen
    managed = {
        Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions": f"{version}.*",
        Path(os.environ.get("UV_PYTHON_INSTALL_DIR") or Path.home() / ".local/share/uv/python"): f"cpython-{version}.*",
    }
    for folder, pattern in managed.items():
        yield from sorted(folder.glob(f"{pattern}/bin/{name}"))
    on_path = shutil.which(name)
    if on_path is not None:
        yield Path(on_path)


def _starts(python: Path, version: str) -> bool:
    """With venv and pip, which Debian has in packages of their own."""
    code = "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2], sys.prefix == sys.base_prefix)"
    try:
        told = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return False
    return told.stdout.split() == [version, "True"]
