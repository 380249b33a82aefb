"""Modules that are loaded late: which are, and that a short run loads none of them without need."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from binwriter.late import LATE, Later, load

_SCENARIO = """\
title: ten lines
con1: CREATE TABLE account (id INT PRIMARY KEY, balance DECIMAL(10,2)) ENGINE=InnoDB;
con1: CREATE TABLE audit (id INT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(60)) ENGINE=MyISAM;
con1: INSERT INTO account VALUES (1, 100.00), (2, 0.00);
con1: BEGIN;
con1: UPDATE account SET balance = balance - 10 WHERE id = 1;
con1: INSERT INTO audit (note) VALUES ('row');
con1: ROLLBACK;
con2: DELETE FROM account WHERE id = 2;
con2: SELECT COUNT(*) FROM account;
con2: DROP TABLE audit;
"""
_RUN = """
import sys
from types import ModuleType
from binwriter.cli import main
assert main(["run", sys.argv[1], "--out", sys.argv[2], "--quiet"]) == 0
print(*[name for name, module in sys.modules.items() if type(module) is ModuleType])
"""
# COUNT(*) is asked for; a row is found by its key beside a second connection; tables are
# made and dropped, rows changed by values that are compared and reckoned
_WANTED = {
    "binwriter.sql.functions.aggregates.basic",
    "binwriter.sql.query.access.ranges",
    *("binwriter.sql.ddl.drop", "binwriter.sql.ddl.run", "binwriter.sql.ddl.table.define"),
    *("binwriter.sql.dml.insert", "binwriter.sql.dml.update_delete"),
    *("binwriter.sql.expressions.arithmetic", "binwriter.sql.expressions.conditions.comparison"),
    *("binwriter.sql.expressions.conditions.constants", "binwriter.sql.expressions.conditions.keys"),
}
_MODULES_OF_A_SHORT_RUN = 636


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules that a run of ten statements loads."""
    folder = tmp_path_factory.mktemp("short")
    scenario = folder / "short.scn"
    scenario.write_text(_SCENARIO)
    command = [sys.executable, "-c", _RUN, str(scenario), str(folder / "out")]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.slow
def test_a_short_run_loads_no_late_module_that_it_does_not_need(loaded: set[str]) -> None:
    assert loaded & LATE == _WANTED


def test_a_short_run_loads_nothing_heavy(loaded: set[str]) -> None:
    """Packages of extras, and what the standard library takes long for."""
    heavy = {"numpy", "pyarrow", "numba", "pyspark", "cryptography", "rich", "asyncio", "ssl", "socket"}
    assert loaded & (heavy | {"importlib.metadata", "email", "xml.etree.ElementTree", "multiprocessing"}) == set()


def test_a_short_run_loads_few_modules(loaded: set[str]) -> None:
    """A module that stands behind a late one need not be imported at the top of another: see `binwriter.late`."""
    assert len([name for name in loaded if name.startswith("binwriter")]) <= _MODULES_OF_A_SHORT_RUN


@pytest.mark.parametrize("name", sorted(LATE))
def test_a_late_module_can_be_loaded(name: str) -> None:
    module = importlib.import_module(name)
    load(module)
    assert Path(str(module.__file__)).exists()
    assert module.__doc__ or not name.startswith("binwriter")


def test_a_name_loads_a_late_module_and_one_that_it_lacks_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "late_example"
    (tmp_path / f"{name}.py").write_text("value = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("binwriter.late.LATE", LATE | {name})
    module = importlib.import_module(name)
    assert "value" not in vars(module)
    assert module.value == 3
    with pytest.raises(AttributeError, match="nothing"):
        _ = module.nothing
    del sys.modules[name]


def test_a_late_module_that_cannot_be_loaded_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "late_broken"
    (tmp_path / f"{name}.py").write_text("import sys\nvalue = sys.late_value\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("binwriter.late.LATE", LATE | {name})
    module = importlib.import_module(name)
    for _ in range(2):
        with pytest.raises(AttributeError, match="late_value"):
            load(module)
    monkeypatch.setattr(sys, "late_value", 5, raising=False)
    assert module.value == 5
    del sys.modules[name]


def test_later_ones_are_loaded_until_one_has_what_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table: dict[str, int] = {}
    names = [f"late_table_{number}" for number in range(3)]
    monkeypatch.setattr("binwriter.late.LATE", LATE | set(names))
    monkeypatch.setattr(sys, "late_table", table, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    for number, name in enumerate(names):
        (tmp_path / f"{name}.py").write_text(f"import sys\nsys.late_table['key{number}'] = {number}\n")
    later = Later(*map(importlib.import_module, names))
    later.until("key1", table)
    assert table == {"key0": 0, "key1": 1}
    later.until("key0", table)
    assert len(table) == 2
    later.until("no such key", table)
    assert len(table) == 3
    for name in names:
        del sys.modules[name]
