"""Ranges of indexes by LIKE 'text%', and lists of whole numbers, beside the exact way: rows in their order, warnings,
errors, files.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.server.server import Server
from tests.binwriter.server.quick.test_both_ways import shown

_SORTED = (
    "utf8mb4_0900_ai_ci",
    "utf8mb4_0900_as_cs",
    "utf8mb4_0900_bin",
    "utf8mb4_general_ci",
    "utf8mb4_unicode_ci",
    "utf8mb4_czech_ci",
    "utf8mb4_bin",
    "latin1_swedish_ci",
    "latin1_german2_ci",
    "utf8mb3_general_ci",
    "gbk_chinese_ci",
    "utf8mb4_unicode_520_ci",
    "utf8mb4_ja_0900_as_cs",
    "binary",
)
_LETTERS = "aAbBcChHäß ée-_%\t\n~"
_ENGINES = ("InnoDB", "MyISAM", "MEMORY")


def _text(chance: random.Random, most: int) -> str:
    return "".join(chance.choices(_LETTERS, k=chance.randrange(most)))


def _tables(chance: random.Random) -> Iterator[str]:
    for number, name in enumerate(chance.sample(_SORTED, 3)):
        kind = "VARBINARY(20)" if name == "binary" else f"VARCHAR(20) COLLATE {name}"
        key = chance.choice(("KEY t (t)", "KEY t (t, n)", "KEY t (t(3))", "KEY t (t DESC)", "KEY n (n, t), KEY t (t)"))
        engine = chance.choice(_ENGINES)
        yield f"CREATE TABLE t{number} (id INT PRIMARY KEY, n INT, t {kind}, u BIGINT UNSIGNED, {key}) ENGINE={engine}"
        for row in range(40):
            text = "NULL" if chance.random() < 0.1 else f"'{_text(chance, 5)}'"
            yield f"INSERT IGNORE INTO t{number} VALUES ({row}, {chance.randrange(9)}, {text}, {chance.randrange(20)})"


def _pattern(chance: random.Random) -> str:
    return _text(chance, 3) + chance.choice(("%", "%", "%", "", "_", "%b%", r"\%", r"\_%", "_%"))


def _list(chance: random.Random) -> str:
    numbers = [str(chance.randrange(70)) for _ in range(chance.randrange(1, 9))]
    numbers += chance.sample(("NULL", "-1", "'7'", "1.0", "99999999999999999999", "1e1", "'x'"), chance.random() < 0.2)
    return ", ".join(chance.sample(numbers, len(numbers)))


# Of rows outside of its range a SELECT tells the same; a change does not look at them (ranges_beside_texts_row).
_TELLING = ("t LIKE '{like}' AND t + 0 > 1", "t + 0 = 1 AND t LIKE '{like}'")


def _condition(chance: random.Random, *more: str) -> str:
    form = chance.choice(
        (
            *more,
            "t LIKE '{like}'",
            "t LIKE '{like}'",
            "t LIKE '{like}' AND n > {n}",
            "t LIKE '{like}' AND n IN ({list})",
            "n = {n} AND t LIKE '{like}'",
            "t NOT LIKE '{like}'",
            "t LIKE '{like}' OR t LIKE '{other}'",
            "t LIKE '{like}' AND t LIKE '{other}'",
            "t LIKE '{like}' COLLATE utf8mb4_bin",
            "t LIKE '{like}' ESCAPE 'b'",
            "n LIKE '{n}%'",
            "id IN ({list})",
            "n IN ({list})",
            "u NOT IN ({list})",
            "u IN ({list}) AND id IN ({list})",
            "NOT (n IN ({list}))",
        )
    )
    words = {"like": _pattern(chance), "other": _pattern(chance), "n": str(chance.randrange(9)), "list": _list(chance)}
    return form.format(**words)


def _statements(seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    yield from ("CREATE DATABASE d", "USE d", "SET NAMES utf8mb4")
    yield from _tables(chance)
    for number in range(90):
        drawn = chance.random()
        table, where = f"t{chance.randrange(3)}", _condition(chance, *(_TELLING if drawn < 0.75 else ()))
        if drawn < 0.75:
            listed = chance.choice(("*", "id", "t", "COUNT(*)", "t, n", f"id, ({where})"))
            yield f"SELECT {listed} FROM {table} WHERE {where}{chance.choice(('', ' LIMIT 4', ' ORDER BY t, id'))}"
        elif drawn < 0.9:
            yield f"UPDATE {table} SET u = {number}{chance.choice(('', ', t = CONCAT(t, t)'))} WHERE {where}"
        elif drawn < 0.97:
            yield f"DELETE FROM {table} WHERE {where}{chance.choice(('', ' LIMIT 3'))}"
        else:
            yield f"SET sql_mode = {chance.choice(('DEFAULT', repr(''), repr('NO_BACKSLASH_ESCAPES')))}"


def _run(folder: Path, texts: list[str], *, plan_cache: bool) -> list[object]:
    with Server(folder, plan_cache=plan_cache) as server:
        session = server.connect()
        answers: list[object] = [(text, shown(session.run(text))) for text in texts]
        return [*answers, *(shown(session.run(f"SELECT * FROM t{number}")) for number in range(3))]


@pytest.mark.parametrize("seed", range(4))
def test_ranges_by_texts_and_lists_give_what_the_exact_way_gives(tmp_path: Path, seed: int) -> None:
    texts = [*_statements(seed)]
    exact = _run(tmp_path / "exact", texts, plan_cache=False)
    quick = _run(tmp_path / "quick", texts, plan_cache=True)
    for number, (one, other) in enumerate(zip(exact, quick, strict=True)):
        assert one == other, f"statement {number}"
    for path in (tmp_path / "exact").iterdir():
        assert path.read_bytes() == (tmp_path / "quick" / path.name).read_bytes(), path.name
