"""What libraries warn of is shown to nobody."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("shapely")

_HUGE = "ST_GeomFromText('POLYGON((0 0,1e308 0,1e308 1e308,0 0))')"


def test_coordinates_beyond_double(tmp_path: Path) -> None:
    script = tmp_path / "s.sql"
    script.write_text(
        "SELECT ST_Distance(ST_GeomFromText('POINT(1e308 1e308)'), ST_GeomFromText('LINESTRING(-1e308 1,0 0)'));\n"
        f"SELECT ST_AsText(ST_Buffer({_HUGE}, 0));\n"
    )
    line = [sys.executable, "-m", "binwriter", "run", str(script), "--out", str(tmp_path / "out"), "--quiet"]
    errors = subprocess.run(line, capture_output=True, text=True, check=False).stderr
    assert "Warning" not in errors, errors
