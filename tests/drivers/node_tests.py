"""Runs the integration tests of mysql2, a file at a time: `python node_tests.py SOURCES RESULT.xml`.

A file is a test: it passes when its process ends with 0. The outcome is written as pytest writes it. For suites.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_SECONDS = 40
_AT_ONCE = 2


def _outcome(sources: Path, test: Path) -> tuple[str, str]:
    """The test's name and what it said when it failed; "" when it passed."""
    command = ("node", "--import", "tsx", str(test))
    try:
        done = subprocess.run(
            command, cwd=sources, env={**os.environ, "CI": "1"}, timeout=_SECONDS, capture_output=True, text=True
        )
    except subprocess.TimeoutExpired:
        return test.name, "did not end"
    return test.name, "" if done.returncode == 0 else (done.stdout + done.stderr)[-600:] or "failed"


def main(sources: Path, result: Path) -> None:
    suite = ElementTree.Element("testsuite")
    tests = sorted((sources / "test" / "integration").rglob("*.test.mts"))
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for name, said in pool.map(lambda test: _outcome(sources, test), tests):
            case = ElementTree.SubElement(suite, "testcase", classname="mysql2", name=name)
            if said:
                ElementTree.SubElement(case, "failure", message="".join(one for one in said if one.isprintable()))
    ElementTree.ElementTree(suite).write(result)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
