"""Values of mimesis, and what columns get by their names."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest

pytest.importorskip("pyarrow")

from binwriter.errors import SpecError

from .tables import batch_of, column_of, source_of


def texts(definition: str, settings: dict[str, Any], rows: int = 500) -> list[Any]:
    return [value for value in batch_of(column_of(definition, settings), rows)["x"].to_pylist() if value is not None]


@pytest.mark.parametrize("locale", ["en", "de", "ja", "ru", "pt-br"])
def test_fields_of_a_library_in_its_languages(locale: str) -> None:
    mimesis = pytest.importorskip("mimesis")
    known = set(mimesis.Address(mimesis.Locale(locale))._extract(["city"]))
    found = texts("VARCHAR(100) NOT NULL", {"field": "address.city", "locale": locale})
    assert set(found) <= known
    assert found == texts("VARCHAR(100) NOT NULL", {"field": "address.city", "locale": locale})


def test_the_pool_is_as_large_as_asked_and_may_have_frequent_ones() -> None:
    pytest.importorskip("mimesis")
    even = Counter(texts("VARCHAR(100) NOT NULL", {"field": "full_name", "pool": 20}, 2000))
    skewed = Counter(texts("VARCHAR(100) NOT NULL", {"field": "full_name", "pool": 20, "skew": 1.5}, 2000))
    assert len(even) == 20
    assert max(even.values()) < 200 < 600 < max(skewed.values())


def test_what_does_not_fit_is_left_out() -> None:
    pytest.importorskip("mimesis")
    assert max(map(len, texts("VARCHAR(8) NOT NULL", {"field": "address.city"}))) <= 8
    latin = texts("VARCHAR(60) CHARACTER SET latin1 NOT NULL", {"field": "full_name", "locale": "pl"})
    assert latin  # in storage form: bytes
    assert not any("ł".encode() in one or b"?" in one for one in latin)


@pytest.mark.parametrize(
    ("definition", "settings", "message"),
    [
        ("VARCHAR(20)", {"field": "nothing"}, "x.field: 'nothing': mimesis has no such field"),
        ("VARCHAR(20)", {"field": "full_name", "locale": "xx"}, "x.locale: 'xx' is not one of"),
        ("VARCHAR(20)", {"field": "full_name", "skew": 9}, "x.skew: 9 is not from 0 to 3"),
        ("VARCHAR(20)", {"field": "full_name", "pool": 0}, "x.pool"),
        ("VARCHAR(1)", {"field": "full_name"}, "fits column x"),
        ("VARCHAR(20)", {"field": "address.coordinates"}, "makes dict, not texts"),
        ("INT", {"field": "full_name"}, "it makes texts"),
        ("BLOB", {"field": "full_name"}, "it makes texts"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(definition: str, settings: dict[str, Any], message: str) -> None:
    pytest.importorskip("mimesis")
    with pytest.raises(SpecError, match=re.escape(message)):
        column_of(definition, settings)


def test_times_lie_before_the_workload_s_start() -> None:
    table = "CREATE TABLE t (id INT PRIMARY KEY, due DATE, shipped DATETIME(3), d TIMESTAMP NULL, one DATE UNIQUE)"
    found = batch_of(source_of(table), 500).to_pydict()
    start = datetime(2026, 1, 1)
    for name in ("shipped", "d"):
        times = [value.replace(tzinfo=None) for value in found[name] if value is not None]
        assert start - timedelta(days=731) <= min(times) < max(times) <= start
    days = [value for value in found["due"] if value is not None]
    assert (start - timedelta(days=731)).date() <= min(days) < max(days) <= start.date()
    distinct = [value for value in found["one"] if value is not None]
    assert len(set(distinct)) == len(distinct)


@pytest.mark.parametrize(
    ("definition", "pattern"),
    [
        ("password VARCHAR(255) NOT NULL", r"\$2y\$1[0-2]\$[./A-Za-z0-9]{53}"),
        ("user_pass VARCHAR(40) NOT NULL", r"[0-9a-f]{40}"),
        ("iban CHAR(34) NOT NULL", r"DE\d{20}"),
        ("mac_address CHAR(17) NOT NULL", r"([0-9a-f]{2}:){5}[0-9a-f]{2}"),
        ("slug VARCHAR(200) NOT NULL", r"[a-z]+-[a-z]+"),
    ],
)
def test_values_follow_names(definition: str, pattern: str) -> None:
    found = batch_of(source_of(f"CREATE TABLE t (id INT PRIMARY KEY, {definition})"), 50).to_pydict()
    assert all(re.fullmatch(pattern, value) for value in found[definition.split()[0]])
