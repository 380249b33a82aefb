"""Each module can be the first that a program imports: no import goes around in a circle."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import binwriter

_ROOT = Path(binwriter.__file__).parent
_NAMES = sorted(
    ".".join(path.relative_to(_ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in _ROOT.rglob("*.py")
    if path.stem != "__main__"
)
# those that stand in the middle of what imports much
_MIDDLE = ["binwriter.sql.types", "binwriter.sql.expressions", "binwriter.sql.printing.expressions"]
_MIDDLE += ["binwriter.sql.binding.views", "binwriter.sql.dml.constraints", "binwriter.sql.ddl.alter.table"]
_IMPORTS = """
import importlib, os, sys
import sqlglot.expressions
failed = []
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(name, repr(error), flush=True)
            os._exit(1)
        os._exit(0)
    failed += [name] * bool(os.waitpid(child, 0)[1])
sys.exit(bool(failed))
"""


_PARTS = 16


def test_what_stands_in_the_middle_can_be_imported_before_all_others() -> None:
    _each_is_imported_first(_MIDDLE)


@pytest.mark.slow
@pytest.mark.left_to_sweep
@pytest.mark.parametrize("part", range(_PARTS))
def test_a_module_can_be_imported_before_all_others(part: int) -> None:
    _each_is_imported_first(_NAMES[part::_PARTS])


def _each_is_imported_first(names: list[str]) -> None:
    """Each in a child of its own, which has nothing of binwriter yet."""
    environment = os.environ | {"PYTHONPATH": str(_ROOT.parent)}
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTS, *names], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.stdout, done.returncode) == ("", 0)
