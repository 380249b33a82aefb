"""Rows that an index finds, and rows that nobody finds: the same by plan as the exact way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

pytestmark = pytest.mark.slow

_ROWS = ", ".join(f"({n % 90}, 't{n % 200}', REPEAT('v', {n % 60}), {n % 7})" for n in range(800))
_TABLE = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE p (id INT AUTO_INCREMENT PRIMARY KEY, k INT, s VARCHAR(9), v VARCHAR(90), n SMALLINT NOT NULL, "
    "t TIMESTAMP NULL ON UPDATE NOW(), KEY (k), KEY (s))",
    f"INSERT INTO p (k, s, v, n) VALUES {_ROWS}",
    "ANALYZE TABLE p",
)
_ASKED = "SELECT ROW_COUNT(), FOUND_ROWS(), @@warning_count"
_FOUND: tuple[Callable[[int], str], ...] = (
    lambda n: f"UPDATE p SET v = 'x{n}' WHERE k = {n}",
    lambda n: f"UPDATE p SET k = k + 50, n = {n} WHERE k = {n}",
    lambda n: f"UPDATE p SET n = n + 1 WHERE id IN ({n}, {n + 7}, 11, 12)",
    lambda n: f"UPDATE p SET v = 'it''s {n}' WHERE s = 't{n}' AND n < 9",
    lambda n: f"UPDATE p SET s = 'y', t = NOW() WHERE k = {n + 20}",
    lambda n: f"DELETE FROM p WHERE k = {n + 20}",
    lambda n: f"DELETE FROM p WHERE id BETWEEN {90 * n} AND {90 * n + 3}",
)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
def test_changes_of_rows_that_an_index_finds_go_by_plan(tmp_path: Path, options: tuple[str, ...]) -> None:
    texts = [*_TABLE]
    for text in _FOUND:
        texts += [text(n) for n in range(6)]
        texts += ["BEGIN", *(text(n) for n in range(6, 9)), "SELECT ROW_COUNT(), FOUND_ROWS()", "COMMIT"]
    assert compare(tmp_path, texts, options) >= 7 * len(_FOUND)


# of row 9,000 and what follows there is none
_NONE: tuple[Callable[[int], str], ...] = (
    lambda n: f"UPDATE p SET v = 'x{n}' WHERE id = {n}",
    lambda n: f"UPDATE p SET v = 'z{n}' WHERE id = {n} AND n < 90",
    lambda n: f"UPDATE p SET n = n + 1, v = 'w{n}' WHERE k = {n}",
    lambda n: f"UPDATE p SET s = 'y', t = NOW() WHERE id = {n}",
    lambda n: f"DELETE FROM p WHERE id = {n}",
    lambda n: f"DELETE FROM p WHERE k = {n}",
)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
@pytest.mark.parametrize("around", ["autocommit", "transaction"])
def test_changes_that_find_no_row_go_by_plan(tmp_path: Path, options: tuple[str, ...], around: str) -> None:
    texts = [*_TABLE]
    for number, text in enumerate(_NONE):
        texts += [text(9_000 + n) for n in range(20)]  # which teach nothing
        texts += [text(20 + 20 * number + n) for n in range(20)]
        texts += ["BEGIN"] * (around == "transaction")
        for n in range(4):
            texts += [text(9_100 + n), _ASKED]
        texts += ["INSERT INTO p (n) VALUES (1)", text(9_200), "COMMIT"]
    assert compare(tmp_path, texts, options) >= 5 * len(_NONE)


def test_pages_of_rows_count_what_they_pass_over(tmp_path: Path) -> None:
    texts = [*_TABLE, "CREATE TABLE few AS SELECT id, k FROM p WHERE id < 7", "ALTER TABLE few ADD PRIMARY KEY (id)"]
    for limit in ("{n}, 2", "2, {n}", "1{n}, 5", "{n}"):
        texts += [
            text
            for n in range(6)
            for text in (f"SELECT id FROM few ORDER BY id DESC LIMIT {limit.format(n=n)}", "SELECT FOUND_ROWS()")
        ]
    assert compare(tmp_path, texts, ()) > 8
