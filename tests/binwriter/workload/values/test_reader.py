# ruff: noqa: E501
"""Settings of generators: what is wrong is refused, with table, column, key, value and limit."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pyarrow")

from binwriter.errors import SpecError

from .tables import batch_of, column_of, source_of, values_of

# definition of the column, its settings, the error behind "tables.t.columns.x"
_REFUSED: list[tuple[str, Any, str]] = [
    ("INT", {"unifrom": [1, 2]}, ".unifrom: unknown key; did you mean uniform?"),
    ("INT", {"colour": 1}, ".colour: unknown key; there are digits, sequence, uniform"),
    ("INT", 7, ": a table of settings is wanted, not 7"),
    ("INT", {"uniform": [1, 2], "zipf": 3}, ".zipf: the column has a generator already: uniform"),
    ("INT", {"uniform": [5, 2]}, ".uniform: the least, 5, is more than the most, 2"),
    ("INT", {"uniform": [1, 2, 3]}, ".uniform: [1, 2, 3] is not a pair [least, most]"),
    ("TINYINT", {"uniform": [0, 128]}, ".uniform: 128 is out of the range of column x: -128 to 127"),
    ("INT", {"uniform": [0.5, 2]}, ".uniform: 0.5 has more than 0 digits after the point"),
    ("INT", {"uniform": ["a", 2]}, ".uniform: 'a' is not a whole number, which column x takes"),
    ("INT", {"uniform": {"min": 1, "mx": 2}}, ".uniform.mx: unknown key; did you mean max?"),
    ("INT", {"uniform": [True, 2]}, ".uniform: True is not a whole number"),
    ("DECIMAL(5,2)", {"uniform": [0, 1000]}, ".uniform: 1000 is out of the range of column x: -999.99 to 999.99"),
    ("DECIMAL(5,2)", {"value": 1.234}, ".value: 1.234 has more than 2 digits after the point"),
    ("DATE", {"uniform": ["2025-01-01", "nope"]}, ".uniform: 'nope' is not a date such as 2025-01-31"),
    ("TIMESTAMP NULL", {"value": "2040-01-01"}, ".value: '2040-01-01' is out of the range of column x: 1970-01-01"),
    ("TIME", {"value": "900:00:00"}, ".value: '900:00:00' is out of the range of column x: -838:59:59 to 838:59:59"),
    ("ENUM('a','b')", {"choice": ["a", "c"]}, ".choice[1]: 'c' is not one of a, b, which column x takes"),
    ("SET('a','b')", {"value": ["a", "c"]}, ".value: ['a', 'c'] is not a list of members of a, b"),
    ("INT", {"choice": []}, ".choice: [] is not a list of values"),
    ("INT", {"choice": [1, 2], "weights": [1]}, ".weights: 1 weights for 2 values"),
    ("INT", {"choice": [1, 2], "weights": [1, -1]}, ".weights[1]: weight -1 is negative"),
    ("INT", {"choice": [1, 2], "weights": [0, 0]}, ".weights: all weights are 0"),
    ("INT", {"choice": [1, 2], "weights": [1, "x"]}, ".weights[1]: 'x' is not a number"),
    ("INT", {"uniform": [1, 2], "weights": [1, 2]}, ".weights: unknown key"),
    ("INT", {"zipf": 0}, ".zipf.items: 0 is out of range: 1 to 2147483647"),
    ("INT", {"zipf": {"items": 10, "exponent": 11}}, ".zipf.exponent: 11 is out of range: 0 to 10"),
    ("INT", {"normal": {"mean": 1}}, ".normal: mean and deviation are wanted"),
    ("INT", {"normal": {"mean": 1, "deviation": 0}}, ".normal.deviation: 0 is not a deviation"),
    ("INT", {"normal": {"mean": 1, "deviation": 2, "min": 9, "max": 3}}, ".normal: the least, 9, is more than the most"),
    ("INT", {"sequence": {"start": 1, "repeat": 0}}, ".sequence.repeat: 0 is out of range: 1 to"),
    ("TINYINT", {"sequence": {"cycle": 200}}, ".sequence.cycle: 200 is more than the 127 values that column x has"),
    ("INT", {"sequence": {"step": 0.5}}, ".sequence.step: 0.5 is not a whole number of the steps"),
    ("INT", {"walk": True}, ".walk: it makes dates and times, and column x is LONG"),
    ("DATETIME", {"walk": {"step": -1}}, ".walk.step: -1 is out of range: 0 to 1e+09"),
    ("INT", {"words": 3}, ".words: it makes texts, and column x is LONG"),
    ("TEXT", {"uniform": [1, 2]}, ".uniform: it makes numbers and times, and column x is BLOB"),
    ("VARCHAR(9)", {"words": [3, 1]}, ".words: the least, 3, is more than the most, 1"),
    ("VARCHAR(2)", {"words": 1}, ": no word is as short as 2 characters"),
    ("VARCHAR(9)", {"length": [1, 10]}, ".length: 10 is out of range: 0 to 9"),
    ("VARCHAR(9)", {"length": {"min": 1, "max": 5, "mean": 2}}, ".length: mean and a deviation of more than 0 go"),
    ("VARCHAR(9)", {"length": 5, "alphabet": ""}, ".alphabet: it has no letters"),
    ("VARCHAR(9) CHARACTER SET ascii", {"length": 5, "alphabet": "aü"}, ": character 'ü' is not in character set ascii"),
    ("INT", {"alphabet": "abc"}, ".alphabet: it goes with length or words"),
    ("VARCHAR(3)", {"value": "abcd"}, ".value: column 'x', VARCHAR(3)"),
    ("VARCHAR(9) CHARACTER SET latin1", {"value": "水"}, ".value: column 'x', VARCHAR(9) CHARACTER SET latin1"),
    ("VARCHAR(9)", {"value": 3}, ".value: 3 is not a text"),
    ("VARCHAR(9)", {"list": "towns"}, ".list: 'towns' is not one of address, city, color"),
    ("VARCHAR(5)", {"list": "city"}, ": its texts have up to 12 characters, column x has 5"),
    ("VARCHAR(90)", {"email": {"domains": []}}, ".email.domains: [] is not a list of domains"),
    ("VARCHAR(9)", {"email": True}, ": its texts have up to"),
    ("CHAR(36)", {"uuid": "v5"}, ".uuid: 'v5' is not one of true, 'v4', 'v7'"),
    ("CHAR(35)", {"uuid": True}, ".uuid: a UUID takes 36, and column x has room for 35"),
    ("BINARY(15)", {"uuid": True}, ".uuid: a UUID takes 16, and column x has room for 15"),
    ("VARCHAR(9)", {"pattern": "[a-z]{10}"}, ": its texts have up to 10 characters, column x has 9"),
    ("VARCHAR(9)", {"pattern": 7}, ".pattern: a text is wanted, not 7"),
    ("JSON", {"json": "{"}, ".json: it is not JSON text"),
    ("JSON", {"json": {"a": {"$nope": 1}}}, ".json.a.$nope: it is none of $sequence, $uniform"),
    ("JSON", {"json": {"a": [{"$uniform": [2, 1]}]}}, ".json.a[0].$uniform: the least, 2, is more than the most, 1"),
    ("JSON", {"json": {"a": {"$words": 1, "b": 2}}}, ".json.a: a generator is an object with one of"),
    ("JSON", {"json": {"a": {"$choice": [1], "$weights": [1, 2]}}}, ".json.a.$weights: 2 weights for 1 values"),
    ("JSON", {"json": {"$uniform": [1, 2]}}, ".json: the document itself is an object or an array"),
    ("JSON", {"choice": ["{}", "{"]}, ".choice[1]: invalid JSON text"),
    ("TEXT", {"json": {}}, ".json: it makes JSON documents, and column x is BLOB"),
    ("JSON", {"json": {"a": [{"$length": 500}] * 200}}, ": documents may take"),
    ("GEOMETRY", {"value": 1}, ".value: it makes numbers, times, texts and documents, and column x is GEOMETRY"),
    ("POINT", {"point": {"x": [2, 1]}}, ".point.x: the least, 2, is more than the most, 1"),
    ("INT", {"point": True}, ".point: it makes points and shapes, and column x is LONG"),
    ("VECTOR(3)", {"vector": 4}, ".vector: 4 is out of range: 1 to 3"),
    ("INT", {"null": 1.5}, ".null: 1.5 is out of range: 0 to 1"),
    ("INT NOT NULL", {"null": 0.5}, ".null: column x is NOT NULL"),
    ("INT", {"update": 1}, ".update: 1 is neither true nor false"),
    ("INT", {"digits": 2}, ".digits: it is for FLOAT and DOUBLE, and column x is LONG"),
    ("DOUBLE", {"digits": 2, "value": 1.234}, ".value: 1.234 has more than 2 digits after the point"),
    ("DOUBLE", {"uniform": [0, 1e300]}, ".uniform: 1e+300 is out of the range of column x: -9223372036854.775808"),
    ("INT", {"reference": 5}, ".reference: a text is wanted, not 5"),
    ("INT", {"reference": {"column": "id"}}, ".reference: the table is wanted"),
    ("INT GENERATED ALWAYS AS (id + 1)", {"value": 1}, ": column x is generated from others: it has no generator"),
]  # fmt: skip


@pytest.mark.parametrize(("definition", "settings", "reason"), _REFUSED, ids=[reason[:40] for *_, reason in _REFUSED])
def test_refused(definition: str, settings: Any, reason: str) -> None:
    with pytest.raises(SpecError) as caught:
        column_of(definition, settings)
    assert str(caught.value).startswith(f"tables.t.columns.x{reason}"), str(caught.value)


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(SpecError, match=r"tables.t.columns.y: table t has no column 'y'; it has id, x"):
        source_of("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, x INT)", {"y": {"value": 1}})


# definition, settings, the first values
_TAKEN: list[tuple[str, Any, list[Any]]] = [
    ("INT", {"value": 7}, [7, 7, 7]),
    ("INT", {"sequence": {"start": 5, "step": 10}}, [5, 15, 25]),
    ("INT", {"sequence": 5}, [5, 6, 7]),
    ("INT", {"sequence": {"start": 5, "step": -1, "repeat": 2, "cycle": 2}}, [5, 5, 4, 4, 5]),
    ("BIGINT UNSIGNED", {"value": 2**64 - 1}, [2**64 - 1]),
    ("VARCHAR(9)", {"value": "x"}, ["x", "x"]),
    ("VARBINARY(9)", {"value": "é"}, ["é".encode()]),
    ("SET('a','b')", {"value": "a,b"}, [3, 3]),
    ("ENUM('a','b')", {"value": "b", "null": 0}, [2, 2]),
    ("INT", {"value": 1, "null": 1}, [None, None, None]),
    ("YEAR", {"value": 1999}, [1999]),
    ("BIT(4)", {"value": 9}, [9]),
]


@pytest.mark.parametrize(("definition", "settings", "expected"), _TAKEN)
def test_taken(definition: str, settings: Any, expected: list[Any]) -> None:
    assert values_of(column_of(definition, settings))[: len(expected)] == expected


def test_temporal_values() -> None:
    found = {
        "DATE": ("2025-02-03", "2025-02-03"),
        "DATETIME(3)": ("2025-02-03T04:05:06.789", "2025-02-03 04:05:06.789000"),
        "TIMESTAMP NULL": ("2025-02-03T04:05:06+01:00", "2025-02-03 03:05:06+00:00"),
        "TIME(1)": ("-12:30:00.5", "-1 day, 11:29:59.500000"),
    }
    for definition, (given, expected) in found.items():
        assert str(values_of(column_of(definition, {"value": given}), 1)[0]) == expected


def test_updates_as_the_settings_say() -> None:
    sql = "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT, b INT, c INT, created_at DATETIME NOT NULL)"
    assert source_of(sql).changing == (1, 2, 3)
    source = source_of(sql, {"A": {"update": False}, "b": {"sequence": 1}, "created_at": {"update": True}})
    assert source.changing == (3, 4)
    before, after = batch_of(source, 100), batch_of(source, 100, version=1)
    assert [before[name].equals(after[name]) for name in ("a", "b", "c")] == [True, True, False]
