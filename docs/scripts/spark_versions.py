"""Every block of docs/spark.md on several versions of PySpark, each in a virtual environment that is thrown away.

    python -m docs.scripts.spark_versions 4.0.1 4.1.0

Without versions: the last one of each of 4.0, 4.1, 4.2 and 4.3 that pip has. The status is 1 if a page fails.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conftest import PROJECT
from tests.pages import Reader, blocks_of

_SERIES = ("4.0", "4.1", "4.2", "4.3")
_PAGE = PROJECT / "docs" / "spark.md"


def main() -> int:
    """Prints a line a version."""
    parser = argparse.ArgumentParser(prog="python -m docs.scripts.spark_versions", description=__doc__.splitlines()[0])
    parser.add_argument("versions", nargs="*", metavar="VERSION", help="of PySpark")
    failures = 0
    for version in parser.parse_args().versions or newest_versions():
        with tempfile.TemporaryDirectory() as folder:
            failure = tried(version, Path(folder))
        print(f"PySpark {version}: {failure or 'every block runs'}", flush=True)
        failures += bool(failure)
    return bool(failures)


def newest_versions() -> list[str]:
    """Of each series the newest version that pip knows."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "index", "versions", "pyspark"], capture_output=True, text=True, check=True
    )
    known = re.findall(r"\b\d+\.\d+\.\d+\b", told.stdout.partition("Available versions:")[2].partition("\n")[0])
    return [found for series in _SERIES if (found := next((each for each in known if each.startswith(series)), None))]


def tried(version: str, folder: Path) -> str:
    """What fails; "" if nothing does."""
    environment = folder / "venv"
    python = str(environment / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"pyspark=={version}"]
    done = subprocess.run([*install, f"{PROJECT}[sql,fast,spark]"], capture_output=True, text=True, check=False)
    if done.returncode:
        return f"cannot be installed: {done.stderr.strip().splitlines()[-1]}"
    settings = folder / "settings"
    settings.mkdir()
    (settings / "spark-defaults.conf").write_text("spark.sql.shuffle.partitions 2\nspark.ui.enabled false\n")
    shell = {
        **os.environ,
        "PATH": f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(PROJECT),
        "SPARK_CONF_DIR": str(settings),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    work = folder / "work"
    work.mkdir()
    with Reader(work, shell) as reader:
        for block in blocks_of(_PAGE):
            if block.runs:
                try:
                    reader.follow(block)
                except AssertionError as error:
                    return str(error)
    return ""


if __name__ == "__main__":
    sys.exit(main())
