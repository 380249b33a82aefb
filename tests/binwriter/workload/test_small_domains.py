"""Keys of few values: a job ends, with rows that all differ, or with an error that says what is too few."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.errors import SpecError
from binwriter.workload.engines.engine import InProcess, run_job
from binwriter.workload.job import JobFolder, plan_job
from binwriter.workload.presets import PRESETS, preset_document
from binwriter.workload.values.kernels import kernels
from tests.examples import examples

# keys by name: (columns, primary key, how many values there are; None: more than a test asks for)
KEYS: dict[str, tuple[str, str, int | None]] = {
    "char1": ("code CHAR(1) NOT NULL", "code", 31),
    "char2": ("code CHAR(2) NOT NULL", "code", 961),
    "char3": ("code CHAR(3) NOT NULL", "code", None),
    "bytes": ("code BINARY(1) NOT NULL", "code", 256),
    "tiny": ("id TINYINT NOT NULL", "id", None),
    "tiny-unsigned": ("id TINYINT UNSIGNED AUTO_INCREMENT", "id", 255),
    "enum": ("e ENUM('a', 'b', 'c') NOT NULL", "e", 3),
    "bit": ("b BIT(3) NOT NULL", "b", None),
    "year": ("y YEAR NOT NULL", "y", None),
    "date": ("d DATE NOT NULL", "d", None),
    "set": ("s SET('a', 'b', 'c') NOT NULL", "s", None),
    "decimal": ("n DECIMAL(1,0) NOT NULL", "n", None),
    "pair": ("e ENUM('a', 'b', 'c') NOT NULL, b BIT(2) NOT NULL", "e, b", None),
    "pair-of-texts": ("c CHAR(1) NOT NULL, e ENUM('a', 'b') NOT NULL", "c, e", None),
    "prefix": ("c VARCHAR(20) NOT NULL", "c(1)", 31),
}
ERROR = re.compile(
    r"tables\.t\.columns\.\w+: it has (\d+) different values, and (\d+) rows are wanted of table test\.t"
)


def made(key: str, **document: Any) -> list[tuple[Any, ...]]:
    """The keys of the rows that are left at the end."""
    columns, primary, _ = KEYS[key]
    schema = f"CREATE TABLE t ({columns}, v INT, PRIMARY KEY ({primary}))"
    job = plan_job({"schema-sql": schema, **document}, final_state=True)
    names = [one.strip().partition("(")[0] for one in primary.split(",")]
    with TemporaryDirectory() as folder:
        out, state = Path(folder, "log"), Path(folder, "state")
        out.mkdir()
        JobFolder(out).create(job)
        run_job(job, out, InProcess(), lambda *_: None, final_state=state)
        rows = pq.read_table(state / "test.t").to_pydict()
    keys = list(zip(*(rows[name] for name in names), strict=True))
    return [(one[0][:1],) for one in keys] if key == "prefix" else keys


@settings(max_examples=examples(25), deadline=None)
@given(
    st.sampled_from(sorted(KEYS)),
    st.integers(0, (1 << 64) - 1),
    st.one_of(st.integers(1, 40), st.integers(1, 1200)),
    st.sampled_from(["insert=1", "insert=70,update=20,delete=10", "delete=1", "update=1"]),
    st.integers(1, 3),
)
def test_rows_differ_or_the_error_says_why(key: str, seed: int, rows: int, mix: str, files: int) -> None:
    try:
        keys = made(key, seed=seed, transactions=min(rows, 400), mix=mix, files=files, **{"initial-rows": rows})
    except SpecError as error:
        found = ERROR.match(str(error))
        if found is None:
            assert re.search(r"no values left for new rows of table test\.t", str(error)), str(error)
        else:
            assert int(found[1]) < int(found[2])
            assert KEYS[key][2] in (None, int(found[1]))
        return
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("key", [key for key, (_, _, size) in KEYS.items() if size is not None])
def test_up_to_the_last_value(key: str) -> None:
    size = KEYS[key][2]
    assert size is not None
    document = {"transactions": 20, "mix": "update=1", "seed": 12}
    assert len(set(made(key, **document, **{"initial-rows": size}))) == size
    with pytest.raises(
        SpecError, match=f"it has {size} different values, and {size + 1} rows are wanted of table test.t"
    ):
        made(key, **document, **{"initial-rows": size + 1})


def test_inserts_beyond_the_values_are_refused_by_number() -> None:
    with pytest.raises(
        SpecError, match=r"tables.t.columns.code: it has 961 different values, and 1400 rows are wanted"
    ):
        made("char2", transactions=2000, seed=12)
    assert len(made("char2", transactions=1100, seed=12)) > 500  # most likely they would fit


@pytest.mark.parametrize("compiled", [True, False])
def test_no_permutation_goes_on_for_ever(compiled: bool) -> None:
    loops = kernels(compiled)
    for span in (1, 2, 3, 10, 961, 1025):
        for seed in (0, 12, (1 << 64) - 1):
            keys = np.arange(span, dtype=np.uint64)
            assert sorted(loops.permuted(keys, np.uint64(seed), span).tolist()) == keys.tolist()
            with pytest.raises(ValueError, match=f"key {span} is outside of the permutation of {span} numbers"):
                loops.permuted(np.append(keys, np.uint64(span)), np.uint64(seed), span)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_plan(name: str) -> None:
    assert plan_job(preset_document(name, "0.002")).plan.transactions > 0
