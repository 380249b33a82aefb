"""What the machine code of a kernel is kept for: the content of its file and of what that imports, and of no more."""

from __future__ import annotations

from pathlib import Path

import pytest

import binwriter

pytest.importorskip("numba")

from binwriter.bulk.kernels import checksum, transactions
from binwriter.bulk.kernels.compiled import sources

_PACKAGE = Path(binwriter.__file__).parent


def test_machine_code_comes_from_the_file_and_what_it_imports() -> None:
    names = {path.stem for path, _ in sources(transactions.__file__)}
    assert {"transactions", "rows", "cells", "checksum", "memory", "crc", "kinds"} <= names


@pytest.mark.parametrize("module", [checksum, transactions], ids=["checksum", "transactions"])
def test_a_change_elsewhere_compiles_nothing_anew(module: object) -> None:
    """The SQL of the package, which `binwriter/__init__.py` offers, is none of a kernel's concern."""
    rooms = {path.relative_to(_PACKAGE).parts[0] for path, _ in sources(str(getattr(module, "__file__", "")))}
    assert rooms.isdisjoint({"sql", "server", "binlog", "cli", "live", "catalog", "storage"})
