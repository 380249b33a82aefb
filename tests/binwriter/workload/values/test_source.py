"""ValueSource: values hang on seed, table, key, version and column, and on nothing else; numba and numpy agree."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples

pytest.importorskip("pyarrow")

import pyarrow as pa

from binwriter.bulk.arrow_types import check_storage, to_storage
from binwriter.errors import EncodeError, SpecError
from binwriter.formats.primitives import bitmap_size
from binwriter.workload.values import Reference, ValueSource
from tests.conftest import PROJECT

from .tables import EVERY_TYPE, batch_of, column_of, keys_of, rows_of, source_of, versions_of

PARENT = "CREATE TABLE customers (id INT UNSIGNED NOT NULL PRIMARY KEY, name VARCHAR(50), code CHAR(8) NOT NULL UNIQUE)"
CHILD = """
CREATE TABLE orders (id INT NOT NULL PRIMARY KEY, customer_id BIGINT UNSIGNED, code CHAR(8), note TEXT)
"""
_CHILD_SETTINGS = {"customer_id": {"reference": "customers", "null": 0.2}, "code": {"reference": "customers.code"}}


@pytest.fixture(scope="module")
def every() -> ValueSource:
    return source_of(EVERY_TYPE)


@pytest.fixture(scope="module")
def plain() -> ValueSource:
    return source_of(EVERY_TYPE, compiled=False)


def _columns_equal(left: pa.RecordBatch, right: pa.RecordBatch) -> list[str]:
    """The columns that differ."""
    pairs = zip(left.schema.names, left.columns, right.columns, strict=True)
    return [name for name, one, other in pairs if not one.equals(other)]


@settings(max_examples=examples(12), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 5)), min_size=1, max_size=60), st.randoms())
def test_any_order_and_split_of_keys_gives_the_same_rows(every: Any, asked: Any, random: Any) -> None:
    pairs = list(dict.fromkeys(asked))
    shuffled = random.sample(pairs, len(pairs))
    cut = random.randrange(len(pairs) + 1)

    def rows(chosen: list[tuple[int, int]]) -> dict[tuple[int, int], Any]:
        keys, versions = np.array([k for k, _ in chosen], np.uint64), versions_of(*(v for _, v in chosen))
        return dict(zip(chosen, every.batch(keys, versions).to_pylist(), strict=True)) if chosen else {}

    assert rows(pairs) == rows(shuffled[:cut]) | rows(shuffled[cut:])


def test_numpy_makes_the_same_values(every: ValueSource, plain: ValueSource) -> None:
    keys = np.concatenate([keys_of(0, 500), keys_of(2**31, 500)])
    versions = (np.arange(1000) % 7).astype(np.uint32)
    assert _columns_equal(every.batch(keys, versions), plain.batch(keys, versions)) == []


@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(0, 2**64 - 1), first=st.integers(0, 2**40), version=st.integers(0, 2**32 - 1), data=st.data())
def test_numpy_makes_the_same_values_whatever_the_settings(seed: int, first: int, version: int, data: Any) -> None:
    definition, chosen = data.draw(st.sampled_from(_KINDS))
    left, right = (column_of(definition, chosen, seed=seed, compiled=compiled) for compiled in (True, False))
    assert _columns_equal(batch_of(left, 40, first, version), batch_of(right, 40, first, version)) == []


_KINDS: list[tuple[str, dict[str, Any]]] = [
    ("BIGINT UNSIGNED", {"uniform": True}),
    ("BIGINT", {"uniform": {"max": -5}}),
    ("INT", {"zipf": {"items": 10**6, "exponent": 0.8}}),
    ("DOUBLE", {"normal": {"mean": -3.5, "deviation": 2}}),
    ("DECIMAL(30,5)", {"normal": {"mean": 0, "deviation": 1000, "min": -500, "max": 200}}),
    ("TIMESTAMP(3) NULL", {"walk": {"step": 0.5, "jitter": 3}, "null": 0.5}),
    ("VARCHAR(30)", {"choice": ["a", "", "ccc"], "weights": [1, 0.5, 7]}),
    ("VARCHAR(300)", {"words": [1, 60], "alphabet": "international"}),
    ("VARCHAR(60) CHARACTER SET utf16", {"pattern": r"(ab|c){1,3}-\d{2,9}[xyz]?"}),
    ("LONGBLOB", {"length": {"min": 3, "max": 5000, "mean": 100, "deviation": 500}}),
    ("CHAR(36)", {"uuid": "v7"}),
    ("JSON", {"json": {"a": [{"$uniform": [0, 99999]}, {"$words": [1, 3]}], "b": {"$choice": [1, "x", None]}}}),
]


@pytest.mark.slow
def test_it_works_where_numba_is_not_installed(every: ValueSource) -> None:
    program = """
import sys
sys.modules["numba"] = None
from tests.binwriter.workload.values.tables import EVERY_TYPE, batch_of, source_of
print(batch_of(source_of(EVERY_TYPE), 50).to_pylist())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert done.stdout.strip() == str(batch_of(every, 50).to_pylist())


def test_rows_are_in_storage_form_and_encode(every: ValueSource) -> None:
    batch = batch_of(every, 300)
    batch.validate(full=True)
    check_storage(every.table, batch)
    assert to_storage(every.table, batch).equals(batch)
    sizes = [len(every.table.row_format.encode(row)) for row in rows_of(every.table, batch)]
    assert max(sizes) <= every.max_row_size()
    assert abs(np.mean(sizes) / every.mean_row_size() - 1) < 0.05


def test_the_greatest_row_is_that_of_the_widest_values() -> None:
    source = source_of("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a CHAR(9) NOT NULL, b BLOB NOT NULL)",
                       {"a": {"length": 9}, "b": {"length": 70}})  # fmt: skip
    assert source.max_row_size() == bitmap_size(3) + 4 + 1 + 9 + 2 + 70
    assert source.mean_row_size() == source.max_row_size()


def test_versions_change_what_updates_change_and_nothing_else(every: ValueSource) -> None:
    before, after = batch_of(every, 300), batch_of(every, 300, version=3)
    names = [column.name for column in every.table.columns]
    changing = {names[index] for index in every.changing}
    differing = set(_columns_equal(before, after))
    assert differing <= changing
    assert {"id", "uuid", "email", "created_at", "birth_date"}.isdisjoint(changing)
    # a column of one value cannot differ; deleted_at and created_at stand still
    assert changing - differing == {"e1"} | (changing - differing) & {"deleted_at"}


def test_after_is_the_batch_of_the_new_versions(every: ValueSource) -> None:
    keys = keys_of(7, 200)
    before = every.batch(keys, versions_of(4, count=200))
    after = every.after(before, keys, versions_of(5, count=200))
    assert after.equals(every.batch(keys, versions_of(5, count=200)))


def test_seed_table_and_column_tell_values_apart() -> None:
    sql = "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY, a BIGINT, b BIGINT)"
    settings_ = {name: {"uniform": True} for name in ("a", "b")}
    first, other = (batch_of(source_of(sql, settings_, seed=seed), 200) for seed in (1, 2))
    columns = [first["a"], first["b"], other["a"], other["b"]]
    assert all(not one.equals(two) for one in columns for two in columns if one is not two)
    assert first["id"].equals(other["id"])


def test_only_the_columns_that_are_wanted_are_made(every: ValueSource) -> None:
    keys, versions = keys_of(0, 50), versions_of(0, count=50)
    whole, part = every.batch(keys, versions), every.batch(keys, versions, columns=["id", "v300", "J"])
    part.validate(full=True)
    assert [part[name].equals(whole[name]) for name in ("id", "v300", "j")] == [True] * 3
    assert part["lb"].null_count == 50
    assert part.schema == whole.schema


# --- references


def _family() -> tuple[ValueSource, ValueSource]:
    parent, child = source_of(PARENT), source_of(CHILD, _CHILD_SETTINGS)
    child.link({("shop", "customers"): parent, ("shop", "orders"): child})
    return parent, child


def test_references_have_the_values_of_the_rows_they_mean() -> None:
    parent, child = _family()
    assert child.references == (Reference("customer_id", "customers", None), Reference("code", "customers", "code"))
    keys = keys_of(0, 1000)
    meant = (keys * 7 + 3) % 500
    found = child.batch(keys, versions_of(2, count=1000), {"customer_id": meant, "code": meant})
    parents = batch_of(parent, 500, version=9).to_pylist()
    for row, key in zip(found.to_pylist(), meant.tolist(), strict=True):
        assert row["customer_id"] in (None, parents[key]["id"])
        assert row["code"] in (None, parents[key]["code"])
    assert 150 < found["customer_id"].null_count < 250
    assert child.mean_row_size() <= child.max_row_size()


def test_references_that_cannot_be() -> None:
    parent, child = source_of(PARENT), source_of(CHILD, _CHILD_SETTINGS)
    with pytest.raises(SpecError, match=r"tables.orders.columns.customer_id: there is no table customers"):
        child.link({})
    for target, reason in {
        "customers.name": "updates change customers.name",
        "customers.nope": "no column nope",
    }.items():
        wrong = source_of(CHILD, {"code": {"reference": target}})
        with pytest.raises(SpecError, match=reason):
            wrong.link({("shop", "customers"): parent})
    wrong = source_of(CHILD, {"note": {"reference": "customers.id"}})
    with pytest.raises(SpecError, match=r"customers\.id is uint32, not string"):
        wrong.link({("shop", "customers"): parent})
    wrong = source_of(
        "CREATE TABLE o (id INT NOT NULL PRIMARY KEY, code CHAR(3))", {"code": {"reference": "customers.code"}}
    )
    with pytest.raises(SpecError, match=r"customers\.code has up to 8 characters, column code 3"):
        wrong.link({("shop", "customers"): parent})
    small = source_of("CREATE TABLE o (id INT NOT NULL PRIMARY KEY, c TINYINT)", {"c": {"reference": "customers"}})
    small.link({("shop", "customers"): parent})
    with pytest.raises(EncodeError, match="column 'c', value of customers: Integer value 128 not in range"):
        small.batch(keys_of(0, 1), versions_of(0), {"c": keys_of(127, 1)})
    _, child = _family()
    with pytest.raises(SpecError, match="the rows it refers to are not given"):
        batch_of(child, 3)


# --- limits


def test_the_highest_key_is_the_one_that_still_fits() -> None:
    source = source_of("CREATE TABLE t (id TINYINT UNSIGNED NOT NULL PRIMARY KEY, x INT)")
    assert source.highest_key() == 254
    assert batch_of(source, 255)["id"].to_pylist() == list(range(1, 256))
    with pytest.raises(SpecError, match=r"tables.t.columns.id: it has 255 different values, and 256 rows are wanted"):
        source.check_rows(256)
    source.check_rows(255)
    with pytest.raises(SpecError, match="255 different values"):
        batch_of(source, 1, first=255)


@pytest.mark.slow
def test_too_many_bytes_for_a_batch() -> None:
    source = column_of("LONGBLOB NOT NULL", {"length": 1 << 22})
    with pytest.raises(EncodeError, match="column 'x': 600 rows have more than 2147483647 bytes"):
        batch_of(source, 600)
