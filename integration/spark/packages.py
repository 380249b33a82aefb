"""binwriter for the workers of a cluster that has not got it installed."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path
from typing import Any

import binwriter


def add_packages(spark: Any) -> None:
    """Sends this package to the session's workers, those that start later included.

    numpy, pyarrow, construct, construct-typing, zstandard, sqlglot, numba and isal must be installed there: they have
    compiled parts (docs/spark.md shows an environment that is shipped as a whole).
    """
    with tempfile.TemporaryDirectory() as folder:
        spark.sparkContext.addPyFile(str(zip_package(Path(folder) / f"binwriter-{_version()}.zip")))


def zip_package(target: Path) -> Path:
    """The package as a zip file, for --py-files; links are followed."""
    package = Path(binwriter.__file__).parent
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files(package):
            archive.write(path, str(Path("binwriter") / path.relative_to(package)))
    return target


def _files(folder: Path) -> list[Path]:
    files: list[Path] = []
    for path in sorted(folder.iterdir()):
        if path.name == "__pycache__" or path.name.startswith("."):
            continue
        files += _files(path) if path.is_dir() else [path]
    return files


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("binwriter")
    except PackageNotFoundError:
        return "0"
