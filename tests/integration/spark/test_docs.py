"""The examples of docs/spark.md run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark")
pytestmark = pytest.mark.spark

PAGE = Path(__file__).resolve().parents[3] / "docs" / "spark.md"


def test_the_examples_run(spark: Any, tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(# run\n.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 6
    names = {"spark": spark, "folder": str(tmp_path)}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
