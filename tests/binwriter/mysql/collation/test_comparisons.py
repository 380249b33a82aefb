"""Every collation compares and orders strings as a 9.7.4 did (`capture_collations`)."""

from __future__ import annotations

import json
import lzma
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import COLLATIONS, collation_by_name
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.collation.supported import INEXACT
from binwriter.mysql.collation.weights import weight_table
from binwriter.sql.expressions.conditions.patterns import matches_like
from tests.binwriter.mysql.collation.capture_collations import FILE, pairs_of

# Collations whose ORDER BY is not that of their operators, with what makes it so. (A server sorts by WEIGHT_STRING().)
ORDERS_OTHERWISE = {
    "big5_chinese_ci": "sorts characters of two bytes by strokes, and compares them by their bytes",
    "gb18030_chinese_ci": "sorts U+0131 and U+017F as I and S, and compares them as above ASCII",
    "latin7_estonian_cs": "fills up with 0x20 to sort, and with the weight of a space, 0x2C, to compare",
    "latin7_general_ci": "fills up with 0x20 to sort, and with the weight of a space, 0x30, to compare",
    "latin7_general_cs": "fills up with 0x20 to sort, and with the weight of a space, 0x30, to compare",
    "utf8mb4_lt_0900_as_cs": "ends a level at a weight of zero to sort (U+0307 and another accent)",
}
# U+0131 and U+017F again: its LIKE finds them equal to I and S, which its `=` does not.
LIKES_OTHERWISE = "gb18030_chinese_ci"


@cache
def _golden() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(lzma.decompress(FILE.read_bytes()))
    return document


def _of_families() -> dict[str, list[str]]:
    """Character set -> the entries of its first collation, so that a failure names what it concerns."""
    families: dict[str, list[str]] = {}
    for names in _golden()["collations"]:
        families.setdefault(names.split("_")[0], []).append(names)
    return families


@pytest.mark.sweep(every=24)
@pytest.mark.parametrize("family", _of_families())
def test_comparisons_and_orders_are_those_of_a_server(family: str) -> None:
    for names in _of_families()[family]:
        answer = _golden()["collations"][names]
        strings = _golden()["strings"][answer["strings"]]
        order = [int(number.lstrip("=")) for number in answer["order"].split()]
        equal = [number.startswith("=") for number in answer["order"].split()]
        for name in names.split():
            collation = collation_by_name(name).id
            keys: list[Any] = [sort_key(text, collation) for text in strings]
            pairs = ["<" if keys[p] < keys[q] else "=" if keys[p] == keys[q] else ">" for p, q in pairs_of(order)]
            wrong = [
                (name, strings[p], said, strings[q])
                for (p, q), said, here in zip(pairs_of(order), answer["pairs"], pairs, strict=True)
                if said != here
            ]
            assert not wrong
            like = [matches_like(strings[p], strings[q], "\\", collation) for p, q in pairs_of(order)]
            other = sum(said != "01"[matches] for said, matches in zip(answer["like"], like, strict=True))
            assert other == (name == LIKES_OTHERWISE), name
            if name in ORDERS_OTHERWISE:
                continue
            assert sorted(range(len(strings)), key=lambda number: (keys[number], number)) == order, name
            assert [False, *(keys[p] == keys[q] for p, q in pairwise(order))] == equal, name


def test_all_collations_are_there() -> None:
    captured = {name for names in _golden()["collations"] for name in names.split()}
    assert captured == {collation.name for collation in COLLATIONS.values()} - INEXACT - {"binary"}


@pytest.mark.parametrize("name", sorted(INEXACT))
def test_what_is_not_exact_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnsupportedError, match=f"comparing by collation {name}$"):
        sort_key("a", collation_by_name(name).id)


@pytest.mark.slow
def test_only_unprintable_characters_weigh_less_than_a_space() -> None:
    """Keys of PAD SPACE rely on it; of ASCII they look for themselves."""
    for table in ("general", "mysql500", "tolower", "uca400", "uca520", "big5_chinese_ci", "gbk_chinese_ci"):
        weights = weight_table(table, 1).weights
        space = weights(0x20)
        for code in range(0x80, 0x10000):
            assert not (units := weights(code)) or units >= space or not chr(code).isprintable(), (table, hex(code))
