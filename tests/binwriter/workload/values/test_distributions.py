"""What generators draw is spread as they say, roughly; bounds hold exactly."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyarrow")

from .tables import START, batch_of, column_of, values_of

ROWS = 20_000


def _array(definition: str, settings: dict[str, Any], **options: Any) -> Any:
    return batch_of(column_of(definition, settings, **options), ROWS)["x"]


def _numbers(definition: str, settings: dict[str, Any], **options: Any) -> Any:
    return np.asarray(_array(definition, settings, **options).to_pylist(), np.float64)


@pytest.mark.parametrize(("low", "high"), [(-3, 3), (0, 2**32), (-(2**63), 2**63 - 1)])
def test_uniform(low: int, high: int) -> None:
    found = _numbers("BIGINT NOT NULL", {"uniform": [low, high]})
    assert low <= found.min() < found.max() <= high
    middle, deviation = (low + high) / 2, (high - low + 1) / 12**0.5
    assert abs(found.mean() - middle) < deviation * 0.03
    assert abs(found.std() / deviation - 1) < 0.03
    if high == 3:
        counts = Counter(found.tolist())
        assert len(counts) == 7
        assert max(counts.values()) < min(counts.values()) * 1.15


def test_columns_are_independent() -> None:
    left = _numbers("INT NOT NULL", {"uniform": [0, 999]})
    other = column_of("INT NOT NULL", {"uniform": [0, 999]}, seed=43)
    right = np.asarray(batch_of(other, ROWS)["x"].to_pylist(), np.float64)
    assert abs(np.corrcoef(left, right)[0, 1]) < 0.03
    assert abs(np.corrcoef(left[1:], left[:-1])[0, 1]) < 0.03


@pytest.mark.parametrize("exponent", [0.5, 1, 1.5])
def test_zipf(exponent: float) -> None:
    found = _numbers("INT NOT NULL", {"zipf": {"items": 100_000, "exponent": exponent, "min": 10}})
    assert found.min() == 10
    assert found.max() <= 100_009
    ranks = np.arange(1, 100_001, dtype=np.float64) ** -exponent
    shares = ranks / ranks.sum()
    for first, last in ((0, 1), (1, 10), (10, 500), (500, 5000), (5000, 100_000)):
        expected = shares[first:last].sum()
        share = ((found >= 10 + first) & (found < 10 + last)).mean()
        assert abs(share - expected) < 0.015, (first, last)


def test_normal() -> None:
    found = _numbers("DOUBLE NOT NULL", {"normal": {"mean": -40, "deviation": 2.5}})
    assert abs(found.mean() + 40) < 0.1
    assert abs(found.std() - 2.5) < 0.1
    assert 0.66 < (abs(found + 40) < 2.5).mean() < 0.70
    clipped = _numbers("SMALLINT NOT NULL", {"normal": {"mean": 100, "deviation": 50, "min": 90, "max": 130}})
    assert (clipped.min(), clipped.max()) == (90, 130)
    nowhere = _numbers("INT NOT NULL", {"normal": {"mean": 0, "deviation": 1, "min": 1000}})
    assert set(nowhere.tolist()) == {1000}


def test_weights() -> None:
    counts = Counter(
        _array("VARCHAR(9)", {"choice": ["new", "paid", "never", "rare"], "weights": [6, 3.5, 0, 0.5]}).to_pylist()
    )
    assert set(counts) == {"new", "paid", "rare"}
    for name, weight in {"new": 0.6, "paid": 0.35, "rare": 0.05}.items():
        assert abs(counts[name] / ROWS - weight) < 0.015
    decimals = Counter(_array("DECIMAL(4,1)", {"choice": [1.5, -2, "3.0"]}).to_pylist())
    assert set(decimals) == {Decimal("1.5"), Decimal("-2.0"), Decimal("3.0")}


@pytest.mark.parametrize("share", [0, 0.3, 0.999, 1])
def test_nulls(share: float) -> None:
    for definition in ("INT", "TEXT", "DECIMAL(40,2)", "BINARY(16)", "POINT"):
        nulls = _array(definition, {"null": share}).null_count / ROWS
        assert abs(nulls - share) < 0.012
        if share in (0, 1):
            assert nulls == share


def test_nulls_are_by_default_only_where_they_may_be() -> None:
    assert 0.04 < _array("INT", {}).null_count / ROWS < 0.06
    assert _array("INT NOT NULL", {}).null_count == 0
    assert 0.04 < _array("INT", {"uniform": [1, 5]}).null_count / ROWS < 0.06


def test_lengths() -> None:
    lengths = np.array([len(text) for text in _array("VARCHAR(99) NOT NULL", {"length": [3, 12]}).to_pylist()])
    assert (lengths.min(), lengths.max()) == (3, 12)
    assert abs(lengths.mean() - 7.5) < 0.1
    settings = {"length": {"min": 0, "max": 2000, "mean": 300, "deviation": 100}}
    lengths = np.array([len(data) for data in _array("BLOB NOT NULL", settings).to_pylist()])
    assert lengths.max() <= 2000
    assert abs(lengths.mean() - 300) < 8


def test_words_fit_the_column_whatever_the_letters() -> None:
    for charset, alphabet in (("utf8mb4", "international"), ("latin1", "international"), ("utf16", ""), ("gbk", "")):
        settings = {"words": [1, 12]} | ({"alphabet": alphabet} if alphabet else {})
        texts = values_of(column_of(f"VARCHAR(25) CHARACTER SET {charset} NOT NULL", settings), 3000)
        assert max(map(len, texts)) in (24, 25)
        assert not any(text != text.strip() or "  " in text for text in texts)
    counts = Counter(text.count(" ") + 1 for text in values_of(column_of("TEXT NOT NULL", {"words": [2, 4]}), 3000))
    assert set(counts) == {2, 3, 4}
    several = values_of(column_of("TEXT NOT NULL", {"words": 3, "alphabet": "international"}), 300)
    assert {len(letter.encode()) for text in several for letter in text} == {1, 2, 3, 4}
    tiny = values_of(column_of("TINYTEXT NOT NULL", {"words": [90, 99], "alphabet": "international"}), 300)
    assert 200 < max(len(text.encode()) for text in tiny) <= 255


def test_walks_grow_with_the_key_and_the_version() -> None:
    source = column_of("DATETIME(6) NOT NULL", {"walk": {"step": 0.25, "jitter": 0.1, "update": 60}})
    first, later = (batch_of(source, 1000, version=version)["x"].cast("int64").to_numpy() for version in (0, 1))
    assert START <= first[0] < START + 100_000
    assert (np.diff(first) > 0).all()
    assert abs((later - first).mean() - 60_000_000) < 30_000
    # behind the end of TIMESTAMP it begins again
    source = column_of("TIMESTAMP NOT NULL", {"walk": {"start": "2038-01-01", "step": 86400}})
    days = [value.day for value in values_of(source, 500)]
    assert days[:19] == [*range(1, 20)]
    assert set(days) == set(range(1, 20))


@pytest.mark.slow
def test_uuids() -> None:
    import uuid

    for version, settings in ((4, "v4"), (7, "v7")):
        for definition in ("CHAR(36) NOT NULL", "BINARY(16) NOT NULL", "VARCHAR(40) CHARACTER SET utf16 NOT NULL"):
            values = values_of(column_of(definition, {"uuid": settings}), 500)
            found = [uuid.UUID(bytes=value) if isinstance(value, bytes) else uuid.UUID(value) for value in values]
            assert {one.version for one in found} == {version}
            assert {one.variant for one in found} == {uuid.RFC_4122}
            assert len(set(found)) == 500
            if version == 7:
                assert found == sorted(found)
                assert found[3].int >> 80 == START // 1000 + 3
