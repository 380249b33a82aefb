"""The notebooks of docs run, from the first cell to the last, in a folder of their own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from .conftest import PROJECT

NOTEBOOKS = sorted((PROJECT / "docs" / "notebooks").glob("*.ipynb"))
_ON_SPARK = "spark"


@pytest.mark.slow
@pytest.mark.parametrize(
    "notebook",
    [pytest.param(path, marks=[pytest.mark.spark] * (path.stem == _ON_SPARK), id=path.stem) for path in NOTEBOOKS],
)
def test_it_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    if notebook.stem == _ON_SPARK and shutil.which("java") is None:
        pytest.skip("there is no Java")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(PROJECT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.delenv("PYSPARK_PYTHON", raising=False)
    read = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(read, timeout=200, resources={"metadata": {"path": str(tmp_path)}}).execute()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_output(notebook: Path) -> None:
    assert '"output_type"' not in notebook.read_text(encoding="utf-8")


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["explain", "spark", "workload"]
