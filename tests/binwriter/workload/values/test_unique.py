# ruff: noqa: E501
"""Unique keys: every row another value, in whatever version, and errors where that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pyarrow")

from binwriter.errors import SpecError

from .tables import batch_of, source_of

ROWS = 3000
# definition of the key columns, and settings
_UNIQUE: dict[str, tuple[str, dict[str, Any]]] = {
    "integer": ("a SMALLINT UNSIGNED NOT NULL, PRIMARY KEY (a)", {}),
    "auto increment": ("a INT NOT NULL AUTO_INCREMENT, b INT UNIQUE, PRIMARY KEY (a)", {}),
    "shuffled": ("a SMALLINT NOT NULL, PRIMARY KEY (a)", {"a": {"uniform": [-2000, 1500]}}),
    "down": ("a INT NOT NULL, PRIMARY KEY (a)", {"a": {"sequence": {"start": 100, "step": -7}}}),
    "text": ("a VARCHAR(40) NOT NULL, PRIMARY KEY (a)", {}),
    "short text": ("a CHAR(3) NOT NULL, PRIMARY KEY (a)", {}),
    "latin": ("a VARCHAR(20) CHARACTER SET latin1 NOT NULL, PRIMARY KEY (a)", {}),
    "wide letters": ("a VARCHAR(20) CHARACTER SET utf32 NOT NULL, PRIMARY KEY (a)", {}),
    "uuid": ("a CHAR(36) NOT NULL, PRIMARY KEY (a)", {}),
    "uuid bytes": ("a BINARY(16) NOT NULL, PRIMARY KEY (a)", {}),
    "uuid 7": ("a VARCHAR(36) NOT NULL, PRIMARY KEY (a)", {"a": {"uuid": "v7"}}),
    "bytes": ("a VARBINARY(6) NOT NULL, PRIMARY KEY (a)", {}),
    "padded bytes": ("a BINARY(2) NOT NULL, PRIMARY KEY (a)", {}),
    "email": ("a VARCHAR(60) NOT NULL, PRIMARY KEY (a)", {"a": {"email": True}}),
    "pattern": ("a VARCHAR(20) NOT NULL, PRIMARY KEY (a)", {"a": {"pattern": r"[A-Za-z]{2}-(x|yy|zzz)-\d{2}"}}),
    "pattern of letters": ("a VARCHAR(64) NOT NULL, PRIMARY KEY (a)", {"a": {"pattern": "[0-9a-f]{64}"}}),
    "prefix": ("a TEXT NOT NULL, PRIMARY KEY (a(8))", {}),
    "decimal": ("a DECIMAL(8,2) NOT NULL, PRIMARY KEY (a)", {}),
    "real": ("a DOUBLE NOT NULL, b FLOAT UNIQUE, PRIMARY KEY (a)", {}),
    "date": ("a DATE NOT NULL, b DATETIME NOT NULL, PRIMARY KEY (a), UNIQUE (b)", {}),
    "time": ("a TIMESTAMP NOT NULL, b TIME(3) NOT NULL, PRIMARY KEY (a), UNIQUE (b)", {}),
    "bits": ("a BIT(12) NOT NULL, PRIMARY KEY (a)", {}),
    "two columns": ("a INT NOT NULL, b VARCHAR(10) NOT NULL, PRIMARY KEY (a, b)", {}),
    "small columns": ("a SMALLINT NOT NULL, b TINYINT NOT NULL, PRIMARY KEY (a, b)", {}),
    "counting together": (
        "a TINYINT NOT NULL, b TINYINT NOT NULL, c INT NOT NULL, PRIMARY KEY (a, b, c)",
        {"a": {"sequence": {"start": 1, "cycle": 4}}, "b": {"sequence": {"start": 1, "repeat": 4, "cycle": 10}},
         "c": {"sequence": {"repeat": 40}}},
    ),
    "told and free": ("a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b)", {"a": {"choice": [1, 2, 3]}}),
    "nullable": ("a INT NOT NULL PRIMARY KEY, b INT, c VARCHAR(20), UNIQUE (b), UNIQUE (c)", {"b": {"uniform": [1, 9000]}}),
}  # fmt: skip


@pytest.mark.parametrize("case", _UNIQUE)
def test_every_row_has_another_key(case: str) -> None:
    definition, settings = _UNIQUE[case]
    source = source_of(f"CREATE TABLE t ({definition})", settings)
    source.check_rows(ROWS)
    first, later = batch_of(source, ROWS), batch_of(source, ROWS, version=5)
    for key in source.table.keys:
        if not key.unique:
            continue
        columns = [first.column(index).to_pylist() for index in key.columns]
        lengths = [part.length for part in key.parts]
        cut = [[_folded(value, length) for value in column] for column, length in zip(columns, lengths, strict=True)]
        rows = [row for row in zip(*cut, strict=True) if None not in row]
        assert len(set(rows)) == len(rows) > ROWS // 2
        assert columns == [later.column(index).to_pylist() for index in key.columns]
        assert not set(key.columns) & set(source.changing)


def _folded(value: Any, length: int) -> Any:
    """As a case-insensitive, space-padded collation compares it, no more than the key's prefix."""
    if isinstance(value, str):
        return (value[:length] if length else value).lower().rstrip(" ")
    return value


# definition, settings, what the error says
_REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "choice": ("a INT NOT NULL PRIMARY KEY", {"a": {"choice": [1, 2]}}, "generator choice repeats itself"),
    "words": ("a VARCHAR(99) NOT NULL PRIMARY KEY", {"a": {"words": 3}}, "generator words repeats itself"),
    "zipf": ("id INT PRIMARY KEY, a INT UNIQUE", {"a": {"zipf": 9}}, r"the unique key a \(a\) of table t could get"),
    "standing still": ("a INT NOT NULL PRIMARY KEY", {"a": {"sequence": {"step": 0}}}, "generator sequence repeats"),
    "gap in the counting": (
        "a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b)",
        {"a": {"sequence": {"cycle": 4}}, "b": {"sequence": {"repeat": 8}}},
        "could get the same values twice",
    ),
    "two readings": (
        "a VARCHAR(20) NOT NULL PRIMARY KEY", {"a": {"pattern": "(a|ab)(b|bb)x"}}, "texts of several lengths",
    ),
    "prefix": ("a VARCHAR(90) NOT NULL, PRIMARY KEY (a(5))", {"a": {"uuid": True}}, "could get the same values twice"),
    "umlauts": ("a VARCHAR(20) NOT NULL PRIMARY KEY", {"a": {"pattern": "[oö]{9}"}}, "only ASCII is known to differ"),
    "no room": (
        "a VARCHAR(39) NOT NULL PRIMARY KEY", {"a": {"email": {"domains": ["a-very-long-domain.example.org"]}}}, "no room",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", _REFUSED)
def test_keys_that_could_repeat_are_refused(case: str) -> None:
    definition, settings, reason = _REFUSED[case]
    with pytest.raises(SpecError, match=reason) as caught:
        source_of(f"CREATE TABLE t ({definition})", settings)
    assert caught.value.place.startswith("tables.t.columns.")


def test_a_pattern_of_a_unique_key_says_how_many_rows_it_is_for() -> None:
    source = source_of("CREATE TABLE t (a CHAR(4) NOT NULL PRIMARY KEY)", {"a": {"pattern": "[ab][0-9]{2}"}})
    assert source.highest_key() == 199
    assert len(set(batch_of(source, 200)["a"].to_pylist())) == 200


def test_sequences_that_begin_again_say_how_many_rows_they_are_for() -> None:
    source = source_of("CREATE TABLE t (a INT NOT NULL PRIMARY KEY)", {"a": {"sequence": {"cycle": 9}}})
    assert source.highest_key() == 8
    two = {"a": {"sequence": {"cycle": 4}}, "b": {"sequence": {"repeat": 4, "cycle": 5}}}
    source = source_of("CREATE TABLE t (a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b))", two)
    with pytest.raises(SpecError, match="20 different values, and 21 rows"):
        source.check_rows(21)
    assert len(set(zip(*(batch_of(source, 20)[name].to_pylist() for name in "ab"), strict=True))) == 20


def test_nulls_of_a_unique_key_are_as_asked() -> None:
    sql = "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT UNIQUE, b VARCHAR(20) UNIQUE, c INT UNIQUE)"
    batch = batch_of(source_of(sql, {"a": {"null": 0.5}, "b": {"pattern": "[0-9]{9}", "null": 0.25}}), ROWS)
    assert 0.45 < batch["a"].null_count / ROWS < 0.55
    assert 0.2 < batch["b"].null_count / ROWS < 0.3
    assert batch["c"].null_count == 0


def test_updates_of_key_columns_are_refused() -> None:
    with pytest.raises(SpecError, match="updates cannot change it: it is in the unique key PRIMARY"):
        source_of("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, x INT)", changing={"id"})
    with pytest.raises(SpecError, match=r"tables\.t\.columns\.id: updates cannot change it"):
        source_of("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, x INT)", {"id": {"update": True}})
    with pytest.raises(SpecError, match="no column 'y'"):
        source_of("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, x INT)", changing={"y"})
    assert source_of("CREATE TABLE t (id INT NOT NULL PRIMARY KEY, x INT)", changing={"X"}).changing == (1,)
