"""Keys of collations; a 9.7.4 gave the answers through WEIGHT_STRING() and STRCMP() (see also expressions.json)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.formats.collations import collation_by_name
from binwriter.formats.errors import EncodeError
from binwriter.mysql.collation.keys import (
    beginnings,
    character_key,
    first_level,
    is_case_insensitive,
    pads_space,
    sort_key,
)
from binwriter.mysql.collation.supported import COMPARED_COLLATIONS

EQUAL = [
    ("a", "A", "utf8mb4_0900_ai_ci"),
    ("é", "E", "utf8mb4_0900_ai_ci"),
    ("ß", "SS", "utf8mb4_0900_ai_ci"),
    ("ø", "o", "utf8mb4_0900_ai_ci"),
    ("æ", "ae", "utf8mb4_0900_ai_ci"),
    ("Ð", "d", "utf8mb4_0900_ai_ci"),
    ("a\0b", "ab", "utf8mb4_0900_ai_ci"),
    ("²", "2", "utf8mb4_0900_ai_ci"),
    ("á", "Á", "utf8mb4_0900_as_ci"),
    ("ß", "s", "utf8mb4_general_ci"),
    ("a ", "A", "utf8mb4_general_ci"),
    ("😀", "😁", "utf8mb4_general_ci"),
    ("😀", "😁", "utf8mb4_unicode_ci"),
    ("a ", "a", "utf8mb4_bin"),
    ("Ä", "æ", "latin1_swedish_ci"),
    ("ü", "Y", "latin1_swedish_ci"),
    ("ü", "ue", "latin1_german2_ci"),
    ("ä", "a", "latin1_german1_ci"),
]
LESS = [
    ("a", "a ", "utf8mb4_0900_ai_ci"),
    ("_", "-", "utf8mb4_0900_ai_ci"),
    ("~", "0", "utf8mb4_0900_ai_ci"),
    ("9", "a", "utf8mb4_0900_ai_ci"),
    ("z", "ω", "utf8mb4_0900_ai_ci"),
    ("`", "_", "utf8mb4_unicode_ci"),
    ("a", "A", "utf8mb4_0900_as_cs"),
    ("A", "á", "utf8mb4_0900_as_ci"),
    ("A", "a", "utf8mb4_bin"),
    ("a\t", "a", "utf8mb4_general_ci"),
    ("z", "å", "latin1_swedish_ci"),
    ("å", "ä", "latin1_swedish_ci"),
    ("ø", "þ", "latin1_swedish_ci"),
    ("и", "й", "utf8mb4_0900_ai_ci"),
]


def _key(text: str, collation: str) -> object:
    return sort_key(text, collation_by_name(collation).id)


@pytest.mark.parametrize(("left", "right", "collation"), EQUAL)
def test_equal(left: str, right: str, collation: str) -> None:
    assert _key(left, collation) == _key(right, collation)


@pytest.mark.parametrize(("left", "right", "collation"), LESS)
def test_less(left: str, right: str, collation: str) -> None:
    assert _key(left, collation) < _key(right, collation)  # type: ignore[operator]


def test_binary_compares_bytes() -> None:
    assert sort_key(b"a ", 63) != sort_key(b"a", 63)
    assert sort_key(b"A", 255) == b"A"
    assert sort_key("ä", 63) == "ä".encode()


def test_unknown_collation() -> None:
    with pytest.raises(EncodeError):
        sort_key("a", 9999)


def test_attributes() -> None:
    assert is_case_insensitive(255)
    assert not is_case_insensitive(46)
    assert not pads_space(255)
    assert not pads_space(63)
    assert pads_space(45)


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(), st.sampled_from(sorted(COMPARED_COLLATIONS)))
def test_every_collation_has_keys_of_one_kind(text: str, collation: int) -> None:
    empty = sort_key("", collation)
    key = sort_key(text, collation)
    assert type(key) is type(empty)
    assert (empty <= key) or pads_space(collation)  # type: ignore[operator]


_LETTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from("aAbcChHzßéäæœ \t\n\0~\u0301\u3000ﷺ")


@settings(deadline=None)
@given(st.text(_LETTERS, max_size=12), st.integers(0, 12))
def test_keys_of_texts_begin_with_what_their_first_characters_weigh(text: str, count: int) -> None:
    for collation in sorted(COMPARED_COLLATIONS):
        begins = beginnings(collation)
        if begins is not None:
            known = begins([character_key(collation)(character) for character in text[:count]])
            assert first_level(sort_key(text, collation)).startswith(known), collation
